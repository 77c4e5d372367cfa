	.section .note.GNU-stack,"",%progbits
	.text
	.globl plain
	.balign 4
	.type plain, %function
plain:
	.cfi_startproc
.Lplain.bb0:
	stp x30, x19, [sp, #-32]!
	.cfi_def_cfa_offset 32
	str x21, [sp, #16]
	str d9, [sp, #24]
	.cfi_offset x30, -32
	.cfi_offset x19, -24
	.cfi_offset x21, -16
	.cfi_offset d9, -8
	sub sp, sp, #48
	.cfi_def_cfa_offset 80
	mov x19, x0
	ldr w21, [sp, #92]
	ldr d9, [sp, #32]
	str x19, [sp, #24]
	add x1, sp, #28
	str x19, [sp, #8]
	bl use
	add x0, x19, x21
	.cfi_remember_state
	add sp, sp, #48
	.cfi_def_cfa sp, 32
	ldr d9, [sp, #24]
	ldr x21, [sp, #16]
	ldp x30, x19, [sp], #32
	.cfi_def_cfa_offset 0
	.cfi_restore x30
	.cfi_restore x19
	.cfi_restore x21
	.cfi_restore d9
	ret
	.cfi_endproc
.Lplain.end:
	.size plain, .Lplain.end-plain
	.text
	.globl leaf
	.balign 4
	.type leaf, %function
leaf:
	.cfi_startproc
.Lleaf.bb0:
	str x20, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x20, -16
	movz x20, #1
	.cfi_remember_state
	.cfi_def_cfa sp, 16
	ldr x20, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x20
	ret
	.cfi_endproc
.Lleaf.end:
	.size leaf, .Lleaf.end-leaf
	.text
	.globl pointer
	.balign 4
	.type pointer, %function
pointer:
	.cfi_startproc
.Lpointer.bb0:
	stp x29, x30, [sp, #-32]!
	.cfi_def_cfa_offset 32
	str d8, [sp, #16]
	mov x29, sp
	.cfi_def_cfa x29, 32
	.cfi_offset x29, -32
	.cfi_offset x30, -24
	.cfi_offset d8, -16
	fmov d8, #1.00000000
	.cfi_remember_state
	.cfi_def_cfa sp, 32
	ldr d8, [sp, #16]
	ldp x29, x30, [sp], #32
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	.cfi_restore d8
	ret
	.cfi_endproc
.Lpointer.end:
	.size pointer, .Lpointer.end-pointer
	.text
	.globl vectors
	.balign 4
	.type vectors, %function
vectors:
	.cfi_startproc
.Lvectors.bb0:
	str x19, [sp, #-64]!
	.cfi_def_cfa_offset 64
	stp q8, q9, [sp, #16]
	str q23, [sp, #48]
	.cfi_offset x19, -64
	.cfi_offset q8, -48
	.cfi_offset q9, -32
	.cfi_offset q23, -16
	movi v8.16b, #1
	movi v9.16b, #2
	fmov d23, xzr
	movz x19, #1
	.cfi_remember_state
	.cfi_def_cfa sp, 64
	ldr q23, [sp, #48]
	ldp q8, q9, [sp, #16]
	ldr x19, [sp], #64
	.cfi_def_cfa_offset 0
	.cfi_restore x19
	.cfi_restore q8
	.cfi_restore q9
	.cfi_restore q23
	ret
	.cfi_endproc
.Lvectors.end:
	.size vectors, .Lvectors.end-vectors
	.text
	.globl all
	.balign 4
	.type all, %function
all:
	.cfi_startproc
.Lall.bb0:
	sub sp, sp, #544
	stp x29, x30, [sp]
	.cfi_def_cfa_offset 544
	stp x9, x10, [sp, #16]
	stp x11, x12, [sp, #32]
	stp x13, x14, [sp, #48]
	stp x15, x19, [sp, #64]
	stp x20, x21, [sp, #80]
	stp x22, x23, [sp, #96]
	stp x24, x25, [sp, #112]
	stp x26, x27, [sp, #128]
	str x28, [sp, #144]
	stp q8, q9, [sp, #160]
	stp q10, q11, [sp, #192]
	stp q12, q13, [sp, #224]
	stp q14, q15, [sp, #256]
	stp q16, q17, [sp, #288]
	stp q18, q19, [sp, #320]
	stp q20, q21, [sp, #352]
	stp q22, q23, [sp, #384]
	stp q24, q25, [sp, #416]
	stp q26, q27, [sp, #448]
	stp q28, q29, [sp, #480]
	stp q30, q31, [sp, #512]
	.cfi_offset x29, -544
	.cfi_offset x30, -536
	.cfi_offset x9, -528
	.cfi_offset x10, -520
	.cfi_offset x11, -512
	.cfi_offset x12, -504
	.cfi_offset x13, -496
	.cfi_offset x14, -488
	.cfi_offset x15, -480
	.cfi_offset x19, -472
	.cfi_offset x20, -464
	.cfi_offset x21, -456
	.cfi_offset x22, -448
	.cfi_offset x23, -440
	.cfi_offset x24, -432
	.cfi_offset x25, -424
	.cfi_offset x26, -416
	.cfi_offset x27, -408
	.cfi_offset x28, -400
	.cfi_offset q8, -384
	.cfi_offset q9, -368
	.cfi_offset q10, -352
	.cfi_offset q11, -336
	.cfi_offset q12, -320
	.cfi_offset q13, -304
	.cfi_offset q14, -288
	.cfi_offset q15, -272
	.cfi_offset q16, -256
	.cfi_offset q17, -240
	.cfi_offset q18, -224
	.cfi_offset q19, -208
	.cfi_offset q20, -192
	.cfi_offset q21, -176
	.cfi_offset q22, -160
	.cfi_offset q23, -144
	.cfi_offset q24, -128
	.cfi_offset q25, -112
	.cfi_offset q26, -96
	.cfi_offset q27, -80
	.cfi_offset q28, -64
	.cfi_offset q29, -48
	.cfi_offset q30, -32
	.cfi_offset q31, -16
	bl use
	.cfi_remember_state
	.cfi_def_cfa sp, 544
	ldp q30, q31, [sp, #512]
	ldp q28, q29, [sp, #480]
	ldp q26, q27, [sp, #448]
	ldp q24, q25, [sp, #416]
	ldp q22, q23, [sp, #384]
	ldp q20, q21, [sp, #352]
	ldp q18, q19, [sp, #320]
	ldp q16, q17, [sp, #288]
	ldp q14, q15, [sp, #256]
	ldp q12, q13, [sp, #224]
	ldp q10, q11, [sp, #192]
	ldp q8, q9, [sp, #160]
	ldr x28, [sp, #144]
	ldp x26, x27, [sp, #128]
	ldp x24, x25, [sp, #112]
	ldp x22, x23, [sp, #96]
	ldp x20, x21, [sp, #80]
	ldp x15, x19, [sp, #64]
	ldp x13, x14, [sp, #48]
	ldp x11, x12, [sp, #32]
	ldp x9, x10, [sp, #16]
	ldp x29, x30, [sp]
	add sp, sp, #544
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	.cfi_restore x9
	.cfi_restore x10
	.cfi_restore x11
	.cfi_restore x12
	.cfi_restore x13
	.cfi_restore x14
	.cfi_restore x15
	.cfi_restore x19
	.cfi_restore x20
	.cfi_restore x21
	.cfi_restore x22
	.cfi_restore x23
	.cfi_restore x24
	.cfi_restore x25
	.cfi_restore x26
	.cfi_restore x27
	.cfi_restore x28
	.cfi_restore q8
	.cfi_restore q9
	.cfi_restore q10
	.cfi_restore q11
	.cfi_restore q12
	.cfi_restore q13
	.cfi_restore q14
	.cfi_restore q15
	.cfi_restore q16
	.cfi_restore q17
	.cfi_restore q18
	.cfi_restore q19
	.cfi_restore q20
	.cfi_restore q21
	.cfi_restore q22
	.cfi_restore q23
	.cfi_restore q24
	.cfi_restore q25
	.cfi_restore q26
	.cfi_restore q27
	.cfi_restore q28
	.cfi_restore q29
	.cfi_restore q30
	.cfi_restore q31
	ret
	.cfi_endproc
.Lall.end:
	.size all, .Lall.end-all
	.text
	.globl large
	.balign 4
	.type large, %function
large:
	.cfi_startproc
.Llarge.bb0:
	sub sp, sp, #400
	sub sp, sp, #69632
	.cfi_def_cfa_offset 70032
	add x0, sp, #17, lsl #12
	add x0, x0, #392
	add x0, sp, #18, lsl #12
	add x0, x0, #384
	add x0, sp, #17, lsl #12
	add x0, x0, #384
	ldr w0, [x0, #4]
	ldr x0, [sp, #8]
	add x9, sp, #17, lsl #12
	add x9, x9, #384
	str x0, [x9, #0]
	add x9, sp, #17, lsl #12
	add x9, x9, #384
	str d0, [x9, #8]
	add x9, sp, #17, lsl #12
	add x9, x9, #384
	ldr d0, [x9, #8]
	add x9, sp, #17, lsl #12
	add x9, x9, #384
	ldp x0, x1, [x9, #0]
	ldp x0, x1, [sp, #0]
	add x9, sp, #17, lsl #12
	add x9, x9, #384
	stp x0, x1, [x9, #0]
	st1 { v0.1d, v1.1d }, [sp]
	add x9, sp, #17, lsl #12
	add x9, x9, #384
	ld1 { v0.1d, v1.1d }, [x9]
	add x9, sp, #17, lsl #12
	add x9, x9, #384
	ldr x2, [sp]; str x2, [x9]
	.cfi_remember_state
	add sp, sp, #400
	add sp, sp, #69632
	.cfi_def_cfa sp, 0
	ret
	.cfi_endproc
.Llarge.end:
	.size large, .Llarge.end-large
	.text
	.globl huge
	.balign 4
	.type huge, %function
huge:
	.cfi_startproc
.Lhuge.bb0:
	sub sp, sp, #144
	sub sp, sp, #16445440
	sub sp, sp, #16773120
	sub sp, sp, #4096
	sub sp, sp, #16773120
	sub sp, sp, #4096
	.cfi_def_cfa_offset 50000016
	movz x0, #61576
	movk x0, #762, lsl #16
	add x0, sp, x0
	movz x9, #61576
	movk x9, #762, lsl #16
	add x9, sp, x9
	strb w1, [x9, #5]
	.cfi_remember_state
	add sp, sp, #144
	add sp, sp, #16445440
	add sp, sp, #16773120
	add sp, sp, #4096
	add sp, sp, #16773120
	add sp, sp, #4096
	.cfi_def_cfa sp, 0
	ret
	.cfi_endproc
.Lhuge.end:
	.size huge, .Lhuge.end-huge
	.text
	.globl aligned
	.balign 4
	.type aligned, %function
aligned:
	.cfi_startproc
.Laligned.bb0:
	stp x29, x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	mov x29, sp
	.cfi_def_cfa x29, 16
	.cfi_offset x29, -16
	.cfi_offset x30, -8
	sub sp, sp, #128
	mov x16, sp
	and sp, x16, #-64
	ldr x0, [x29, #16]
	str x0, [sp, #56]
	add x0, sp, #64
	.cfi_remember_state
	mov sp, x29
	.cfi_def_cfa sp, 16
	ldp x29, x30, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	ret
	.cfi_endproc
.Laligned.end:
	.size aligned, .Laligned.end-aligned
	.text
	.globl grows
	.balign 4
	.type grows, %function
grows:
	.cfi_startproc
.Lgrows.bb0:
	stp x29, x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	mov x29, sp
	.cfi_def_cfa x29, 16
	.cfi_offset x29, -16
	.cfi_offset x30, -8
	sub sp, sp, #608
	add x8, sp, #0
	sub sp, x8, x0, uxtx
	stur x0, [x29, #-8]
	sub x9, x29, #608
	str x0, [x9, #0]
	stur w0, [x29, #-4]
	sub x0, x29, #608
	ldr x0, [x0, #24]
	sub sp, sp, #16
	str x0, [sp, #0]
	bl use
	add sp, sp, #16
	.cfi_remember_state
	mov sp, x29
	.cfi_def_cfa sp, 16
	ldp x29, x30, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	ret
	.cfi_endproc
.Lgrows.end:
	.size grows, .Lgrows.end-grows
	.text
	.globl both
	.balign 4
	.type both, %function
both:
	.cfi_startproc
.Lboth.bb0:
	stp x29, x30, [sp, #-32]!
	.cfi_def_cfa_offset 32
	str x19, [sp, #16]
	mov x29, sp
	.cfi_def_cfa x29, 32
	.cfi_offset x29, -32
	.cfi_offset x30, -24
	.cfi_offset x19, -16
	sub sp, sp, #128
	mov x16, sp
	and sp, x16, #-128
	mov x19, sp
	add x8, sp, #0
	sub sp, x8, x0, uxtx
	str x0, [x19, #0]
	cbz x1, .Lboth.bb2
.Lboth.bb1:
	.cfi_remember_state
	mov sp, x29
	.cfi_def_cfa sp, 32
	ldr x19, [sp, #16]
	ldp x29, x30, [sp], #32
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	.cfi_restore x19
	ret
	.cfi_restore_state
.Lboth.bb2:
	.cfi_remember_state
	mov sp, x29
	.cfi_def_cfa sp, 32
	ldr x19, [sp, #16]
	ldp x29, x30, [sp], #32
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	.cfi_restore x19
	b other
	.cfi_endproc
.Lboth.end:
	.size both, .Lboth.end-both
