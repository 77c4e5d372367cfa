	.section .note.GNU-stack,"",%progbits
	.text
	.globl moves
	.balign 2
	.type moves, %function
moves:
	.cfi_startproc
.Lmoves.bb0:
	li a1, -5
	mv a2, a0
	addi a3, a0, 2047
	mv a4, a0
	fmv.x.d a5, fa0
	fmv.d fa1, fa0
	fsgnj.d fa2, fa0, fa1
	li a6, 305419896
	fcvt.l.d a7, fa0, rtz
	csrrs t0, 2, zero
	fence rw, w
	ret
	.cfi_endproc
.Lmoves.end:
	.size moves, .Lmoves.end-moves
	.text
	.globl symbols
	.balign 2
	.type symbols, %function
symbols:
	.cfi_startproc
.Lsymbols.bb0:
	lui a0, %hi(x+16)
	addi a0, a0, %lo(x+16)
	lui a1, %hi(x)
	addi a1, a1, %lo(x)
.Lpcrel_hi0:
	auipc a2, %pcrel_hi(x-8)
	ld a2, %pcrel_lo(.Lpcrel_hi0)(a2)
.Lpcrel_hi1:
	auipc a3, %got_pcrel_hi(x)
	ld a3, %pcrel_lo(.Lpcrel_hi1)(a3)
	lui a4, %tprel_hi(t)
	add a4, a4, tp, %tprel_add(t)
	ld a4, %tprel_lo(t)(a4)
.Lpcrel_hi2:
	auipc a5, %tls_ie_pcrel_hi(t)
	ld a5, %pcrel_lo(.Lpcrel_hi2)(a5)
.Lpcrel_hi3:
	auipc a6, %tls_gd_pcrel_hi(t)
	addi a6, a6, %pcrel_lo(.Lpcrel_hi3)
	ret
	.cfi_endproc
.Lsymbols.end:
	.size symbols, .Lsymbols.end-symbols
	.text
	.globl atomics
	.balign 2
	.type atomics, %function
atomics:
	.cfi_startproc
.Latomics.bb0:
	1:	lr.w.aqrl t0, (a0)
	bne t0, a1, 2f
	sc.w.rl t1, a2, (a0)
	bnez t1, 1b
2:
	1:	lr.d.aq t0, (a0)
	bne t0, a1, 2f
	sc.d t1, a2, (a0)
	bnez t1, 1b
2:
	1:	lr.d t0, (a0)
	and t1, t0, a1
	not t1, t1
	sc.d.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w t0, (a0)
	add t1, t0, a1
	xor t1, t0, t1
	and t1, t1, a2
	xor t1, t0, t1
	sc.w t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aq t0, (a0)
	xor t1, t0, a1
	and t1, t1, a2
	xor t1, t0, t1
	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aqrl t0, (a0)
	and t2, t0, a2
	mv t1, t0
	sll t2, t2, a3
	sra t2, t2, a3
	bge a1, t2, 2f
	xor t1, t0, a1
	and t1, t1, a2
	xor t1, t0, t1
2:	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aqrl t0, (a0)
	and t2, t0, a2
	mv t1, t0
	bgeu t2, a1, 2f
	xor t1, t0, a1
	and t1, t1, a2
	xor t1, t0, t1
2:	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aqrl t0, (a0)
	and t1, t0, a3
	bne t1, a1, 2f
	xor t1, t0, a2
	and t1, t1, a3
	xor t1, t0, t1
	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
2:
	1:	lr.w.aqrl t0, (a0)
	and t1, t0, a1
	not t1, t1
	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aqrl t0, (a0)
	sub t1, t0, a1
	xor t1, t0, t1
	and t1, t1, a2
	xor t1, t0, t1
	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aqrl t0, (a0)
	and t1, t0, a1
	not t1, t1
	xor t1, t0, t1
	and t1, t1, a2
	xor t1, t0, t1
	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aqrl t0, (a0)
	and t2, t0, a2
	mv t1, t0
	sll t2, t2, a3
	sra t2, t2, a3
	bge t2, a1, 2f
	xor t1, t0, a1
	and t1, t1, a2
	xor t1, t0, t1
2:	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	1:	lr.w.aqrl t0, (a0)
	and t2, t0, a2
	mv t1, t0
	bgeu a1, t2, 2f
	xor t1, t0, a1
	and t1, t1, a2
	xor t1, t0, t1
2:	sc.w.rl t1, t1, (a0)
	bnez t1, 1b
	ret
	.cfi_endproc
.Latomics.end:
	.size atomics, .Latomics.end-atomics
	.text
	.globl under
	.balign 2
	.type under, %function
under:
	.cfi_startproc
.Lunder.bb0:
	bge a1, a2, 1f
	mv a0, a2
1:
	beq a1, zero, 1f
	addi a0, a2, 5
1:
	beq a0, zero, .Lunder.bb2
.Lunder.bb1:
	bltu a0, zero, .Lunder.bb1
	j .Lunder.bb0
.Lunder.bb2:
	jr 4(a1)
	.cfi_endproc
.Lunder.end:
	.size under, .Lunder.end-under
	.text
	.globl tail
	.balign 2
	.type tail, %function
tail:
	.cfi_startproc
.Ltail.bb0:
	tail next
	.cfi_endproc
.Ltail.end:
	.size tail, .Ltail.end-tail
