	.text
	.globl far
	.balign 2
	.type far, %function
far:
	.cfi_startproc
.Lfar.bb0:
	addi sp, sp, -32
	.cfi_def_cfa_offset 32
	sd ra, 24(sp)
	.cfi_offset ra, -8
	sd s2, 16(sp)
	.cfi_offset s2, -16
	fsd fs0, 8(sp)
	.cfi_offset fs0, -24
	li t0, -9024
	add sp, sp, t0
	.cfi_def_cfa_offset 9056
	mv s2, a0
	fmv.d fs0, fa0
	fsd fa0, 24(sp)
	lui t0, 2
	add t0, t0, sp
	ld a1, 864(t0)
	lui t0, 1
	add t0, t0, sp
	sd a1, -2016(t0)
	addi a0, sp, 32
	call use
	lui t0, 2
	add t0, t0, sp
	fld fa0, 864(t0)
	fadd.d fa0, fa0, fs0
	add a0, a0, s2
	.cfi_remember_state
	li t0, 9024
	add sp, sp, t0
	.cfi_def_cfa sp, 32
	ld ra, 24(sp)
	.cfi_restore ra
	ld s2, 16(sp)
	.cfi_restore s2
	fld fs0, 8(sp)
	.cfi_restore fs0
	addi sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.Lfar.end:
	.size far, .Lfar.end-far
	.text
	.globl full
	.balign 2
	.type full, %function
full:
	.cfi_startproc
.Lfull.bb0:
	addi sp, sp, -2032
	addi sp, sp, -2032
	addi sp, sp, -944
	.cfi_def_cfa_offset 5008
	addi sp, sp, -16
	.cfi_def_cfa_offset 5024
	sd t1, 0(sp)
	lui t1, 1
	add t1, t1, sp
	sd t0, 928(t1)
	ld t1, 0(sp)
	addi sp, sp, 16
	.cfi_def_cfa_offset 5008
	# t0
	sd a1, 8(sp)
	.cfi_remember_state
	li t0, 5008
	add sp, sp, t0
	.cfi_def_cfa sp, 0
	ret
	.cfi_endproc
.Lfull.end:
	.size full, .Lfull.end-full
	.text
	.globl page
	.balign 2
	.type page, %function
page:
	.cfi_startproc
.Lpage.bb0:
	addi sp, sp, -32
	.cfi_def_cfa_offset 32
	sd ra, 24(sp)
	.cfi_offset ra, -8
	sd s0, 16(sp)
	.cfi_offset s0, -16
	sd s1, 8(sp)
	.cfi_offset s1, -24
	addi s0, sp, 32
	.cfi_def_cfa s0, 0
	li t0, -4096
	add sp, sp, t0
	srli t0, sp, 12
	slli sp, t0, 12
	mv s1, sp
	sub a1, sp, a0
	mv sp, a1
	sd a0, 8(s1)
	addi sp, sp, -2032
	addi sp, sp, -2032
	addi sp, sp, -32
	jalr a1
	addi sp, sp, 2032
	addi sp, sp, 2032
	addi sp, sp, 32
	.cfi_remember_state
	addi sp, s0, -32
	.cfi_def_cfa sp, 32
	ld ra, 24(sp)
	.cfi_restore ra
	ld s0, 16(sp)
	.cfi_restore s0
	ld s1, 8(sp)
	.cfi_restore s1
	addi sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.Lpage.end:
	.size page, .Lpage.end-page
	.text
	.globl variadic
	.balign 2
	.type variadic, %function
variadic:
	.cfi_startproc
.Lvariadic.bb0:
	addi sp, sp, -16
	.cfi_def_cfa_offset 16
	sd a7, 8(sp)
	addi a0, sp, 8
	.cfi_remember_state
	addi sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.Lvariadic.end:
	.size variadic, .Lvariadic.end-variadic
