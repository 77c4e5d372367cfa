	.section .note.GNU-stack,"",%progbits
	.text
	.globl f
	.balign 16
	.type f, %function
f:
	.cfi_startproc
.Lf.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq %rbx
	.cfi_offset %rbx, -24
	andq $-64, %rsp
	movq %rdi, %rbx
	callq g
	movl $1, (%rbx)
	.cfi_remember_state
	leaq -8(%rbp), %rsp
	popq %rbx
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lf.end:
	.size f, .Lf.end-f
