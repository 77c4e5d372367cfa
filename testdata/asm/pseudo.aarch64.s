	.section .note.GNU-stack,"",%progbits
	.text
	.globl numbers
	.balign 4
	.type numbers, %function
numbers:
	.cfi_startproc
.Lnumbers.bb0:
	movz w0, #0
	movn w0, #0
	movz w0, #65535
	movz w0, #65535, lsl #16
	movz w0, #22136
	movk w0, #4660, lsl #16
	movn w0, #1
	movn w0, #4660, lsl #16
	mov w0, #0xff00ff
	movz x0, #0
	movn x0, #0
	movz x0, #57072
	movk x0, #39612, lsl #16
	movk x0, #22136, lsl #32
	movk x0, #4660, lsl #48
	movn x0, #22136
	movk x0, #60875, lsl #16
	mov x0, #0x5555555555555555
	movn x0, #65534
	movk x0, #0, lsl #48
	movz x0, #65535, lsl #48
	movz x0, #65535, lsl #16
	ret
	.cfi_endproc
.Lnumbers.end:
	.size numbers, .Lnumbers.end-numbers
	.text
	.globl pseudo
	.balign 4
	.type pseudo, %function
pseudo:
	.cfi_startproc
.Lpseudo.bb0:
	bsl v0.16b, v1.16b, v2.16b
	bif v0.16b, v2.16b, v1.16b
	bit v0.16b, v2.16b, v1.16b
	mov v0.8b, v1.8b
	bsl v0.8b, v2.8b, v3.8b
	fmov d0, xzr
	fmov s0, wzr
	movi v0.2s, #0
	adrp x0, :got:__stack_chk_guard
	ldr x0, [x0, :got_lo12:__stack_chk_guard]
	ldr x0, [x0]
	add w0, w1, w2
	mrs x0, s3_3_c13_c0_2
	br x0
	.cfi_endproc
.Lpseudo.end:
	.size pseudo, .Lpseudo.end-pseudo
	.text
	.globl swaps
	.balign 4
	.type swaps, %function
swaps:
	.cfi_startproc
.Lswaps.bb0:
.Lswaps.swap1:
	ldaxrb w0, [x2]
	eor w1, w0, w3
	and w1, w1, #0xff
	cbnz w1, .Lswaps.swapped1
	stlxrb w1, w4, [x2]
	cbnz w1, .Lswaps.swap1
.Lswaps.swapped1:
.Lswaps.swap2:
	ldaxrh w0, [x2]
	eor w1, w0, w3
	and w1, w1, #0xffff
	cbnz w1, .Lswaps.swapped2
	stlxrh w1, w4, [x2]
	cbnz w1, .Lswaps.swap2
.Lswaps.swapped2:
.Lswaps.swap3:
	ldaxr w0, [x2]
	eor w1, w0, w3
	cbnz w1, .Lswaps.swapped3
	stlxr w1, w4, [x2]
	cbnz w1, .Lswaps.swap3
.Lswaps.swapped3:
.Lswaps.swap4:
	ldaxr x0, [x2]
	eor x1, x0, x3
	cbnz x1, .Lswaps.swapped4
	stlxr w1, x4, [x2]
	cbnz w1, .Lswaps.swap4
.Lswaps.swapped4:
.Lswaps.swap5:
	ldaxp x0, x1, [x3]
	eor x2, x0, x4
	cbnz x2, .Lswaps.differs5
	eor x2, x1, x5
	cbnz x2, .Lswaps.differs5
	stlxp w2, x6, x7, [x3]
	cbnz w2, .Lswaps.swap5
	b .Lswaps.swapped5
.Lswaps.differs5:
	stlxp w2, x0, x1, [x3]
	cbnz w2, .Lswaps.swap5
.Lswaps.swapped5:
	ret
	.cfi_endproc
.Lswaps.end:
	.size swaps, .Lswaps.end-swaps
	.text
	.globl symbols
	.balign 4
	.type symbols, %function
symbols:
	.cfi_startproc
.Lsymbols.bb0:
	str x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x30, -16
	adrp x0, x+4
	add x0, x0, :lo12:x+4
	adrp x0, x
	ldr w0, [x0, :lo12:x]
	adrp x0, :got:x
	ldr x0, [x0, :got_lo12:x]
	adrp x0, :gottprel:t
	ldr x0, [x0, :gottprel_lo12:t]
	adrp x0, .Lsymbols.cp0
	ldr d0, [x0, :lo12:.Lsymbols.cp0]
	ldr q0, [x0, :lo12:.Lsymbols.cp1]
	adrp x0, :tlsdesc:t
	ldr x1, [x0, :tlsdesc_lo12:t]
	add x0, x0, :tlsdesc_lo12:t
	.tlsdesccall t
	blr x1
	add x0, x0, :tprel_hi12:t
	add x0, x0, :tprel_lo12_nc:t
	movz x0, :abs_g3:x
	movk x0, :abs_g0_nc:x
	.cfi_remember_state
	.cfi_def_cfa sp, 16
	ldr x30, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x30
	ret
	.cfi_endproc
.Lsymbols.end:
	.size symbols, .Lsymbols.end-symbols
	.section .rodata
	.balign 8
.Lsymbols.cp0:
	.8byte 4609434218613702656
	.balign 16
.Lsymbols.cp1:
	.8byte 0
	.8byte 4611404543450677248
	.balign 4
.Lsymbols.cp2:
	.2byte 16256
	.2byte 16384
	.text
	.text
	.globl forms
	.balign 4
	.type forms, %function
forms:
	.cfi_startproc
.Lforms.bb0:
	and w0, w1, #0xff
	orr x0, xzr, #0xff
	eor x0, x1, #0x5555555555555555
	add x0, x1, x2, lsr #3
	add x0, x1, w2, uxtw #2
	ldr x0, [x1, x2, lsl #3]
	ldr x0, [x1, w2, sxtw #3]
	fmov d0, #1.00000000
	movi d0, #0xff00ff0000ff00ff
	movi v0.4s, #3, msl #8
	ld3 { v0.4s, v1.4s, v2.4s }, [x0], #48
	ld1 { v31.2d, v0.2d }, [x0], x1
	ubfm x0, x1, #3, #10
	ins v0.s[2], w1
	ret
	.cfi_endproc
.Lforms.end:
	.size forms, .Lforms.end-forms
	.text
	.globl table
	.balign 4
	.type table, %function
table:
	.cfi_startproc
.Ltable.bb0:
	adrp x0, .Ltable.jt0
	add x0, x0, :lo12:.Ltable.jt0
	ldrsw x3, [x0, x1, lsl #2]
	add x2, x0, x3
	br x2
.Ltable.bb1:
	movz w0, #1
.Ltable.bb2:
	ret
	.cfi_endproc
.Ltable.end:
	.size table, .Ltable.end-table
	.section .rodata
	.balign 4
.Ltable.jt0:
	.4byte .Ltable.bb1-.Ltable.jt0
	.4byte .Ltable.bb2-.Ltable.jt0
	.text
