	.section .note.GNU-stack,"",%progbits
	.text
	.globl aligned
	.balign 16
	.type aligned, %function
aligned:
	.cfi_startproc
.Laligned.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	subq $64, %rsp
	andq $-64, %rsp
	vxorps %xmm0, %xmm0, %xmm0
	vmovaps %zmm0, (%rsp)
	callq use
	.cfi_remember_state
	movq %rbp, %rsp
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Laligned.end:
	.size aligned, .Laligned.end-aligned
	.text
	.globl unneeded
	.balign 16
	.type unneeded, %function
unneeded:
	.cfi_startproc
.Lunneeded.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	callq use
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lunneeded.end:
	.size unneeded, .Lunneeded.end-unneeded
	.text
	.globl realigns
	.balign 16
	.type realigns, %function
realigns:
	.cfi_startproc
.Lrealigns.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	andq $-16, %rsp
	callq use
	.cfi_remember_state
	movq %rbp, %rsp
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lrealigns.end:
	.size realigns, .Lrealigns.end-realigns
