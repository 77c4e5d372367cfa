	.text
	.globl branches
	.balign 4
	.type branches, %function
branches:
	.cfi_startproc
.Lbranches.bb0:
	tbnz w0, #3, .Lbranches.skip1
	b .Lbranches.bb3
.Lbranches.skip1:
.Lbranches.bb1:
	tbz x0, #40, .Lbranches.skip2
	b .Lbranches.bb3
.Lbranches.skip2:
	.balign 65536
.Lbranches.bb2:
	tbnz w0, #3, .Lbranches.skip3
	b .Lbranches.bb4
.Lbranches.skip3:
.Lbranches.bb3:
	cbnz x0, .Lbranches.skip4
	b .Lbranches.bb5
.Lbranches.skip4:
	.balign 2097152
.Lbranches.bb4:
	b.ge .Lbranches.skip5
	b .Lbranches.bb0
.Lbranches.skip5:
.Lbranches.bb5:
	ret
	.cfi_endproc
.Lbranches.end:
	.size branches, .Lbranches.end-branches
	.text
	.globl none
	.balign 4
	.type none, %function
none:
	.cfi_startproc
.Lnone.bb0:
	sub sp, sp, #3152
	sub sp, sp, #36864
	.cfi_def_cfa_offset 40016
	movz x9, #9
	movz x10, #10
	movz x11, #11
	movz x12, #12
	movz x13, #13
	movz x14, #14
	movz x15, #15
	movz x16, #16
	movz x17, #17
	str x1, [sp, #-16]!
	add x1, sp, #9, lsl #12
	add x1, x1, #3160
	str x0, [x1, #0]
	ldr x1, [sp], #16
	add x0, sp, #9, lsl #12
	add x0, x0, #3144
	ldr x0, [x0, #0]
	str x0, [sp, #-16]!
	add x0, sp, #9, lsl #12
	add x0, x0, #3160
	str d0, [x0, #0]
	ldr x0, [sp], #16
	.cfi_remember_state
	add sp, sp, #3152
	add sp, sp, #36864
	.cfi_def_cfa sp, 0
	ret
	.cfi_endproc
.Lnone.end:
	.size none, .Lnone.end-none
