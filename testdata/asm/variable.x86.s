	.text
	.globl leaf
	.balign 16
	.type leaf, %function
leaf:
	.cfi_startproc
.Lleaf.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq %rbx
	.cfi_offset %rbx, -24
	subq $8, %rsp
	movq %rsp, %rcx
	leaq -16(%rcx), %rdx
	movq %rdx, %rsp
	movaps %xmm0, -16(%rcx)
	.cfi_remember_state
	leaq -8(%rbp), %rsp
	popq %rbx
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lleaf.end:
	.size leaf, .Lleaf.end-leaf
