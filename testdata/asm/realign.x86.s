	.text
	.globl realigned
	.balign 16
	.type realigned, %function
realigned:
	.cfi_startproc
.Lrealigned.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	subq $64, %rsp
	andq $-64, %rsp
	movl $1, 4(%rsp)
	movl 4(%rsp), %eax
	.cfi_remember_state
	movq %rbp, %rsp
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lrealigned.end:
	.size realigned, .Lrealigned.end-realigned
	.text
	.globl moving
	.balign 16
	.type moving, %function
moving:
	.cfi_startproc
.Lmoving.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq %rbx
	.cfi_offset %rbx, -24
	subq $8, %rsp
	movq %rdi, %rbx
	subq %rdi, %rsp
	movq %rbx, -16(%rbp)
	movq -16(%rbp), %rax
	.cfi_remember_state
	leaq -8(%rbp), %rsp
	popq %rbx
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lmoving.end:
	.size moving, .Lmoving.end-moving
	.text
	.globl both
	.balign 16
	.type both, %function
both:
	.cfi_startproc
.Lboth.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq %rbx
	.cfi_offset %rbx, -24
	subq $32, %rsp
	andq $-32, %rsp
	movq %rsp, %rbx
	subq %rdi, %rsp
	movq (%rbx), %rax
	.cfi_remember_state
	leaq -8(%rbp), %rsp
	popq %rbx
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lboth.end:
	.size both, .Lboth.end-both
