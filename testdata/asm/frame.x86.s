	.text
	.globl frame
	.balign 16
	.type frame, %function
frame:
	.cfi_startproc
.Lframe.bb0:
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	pushq %r12
	.cfi_def_cfa_offset 24
	.cfi_offset %r12, -24
	subq $56, %rsp
	.cfi_def_cfa_offset 80
	movl %edi, %ebx
	movq %rsi, %r12
	movq 80(%rsp), %rax
	movq %rax, 8(%rsp)
	movl %ebx, 24(%rsp,%r12,4)
	movq $7, (%rsp)
	leaq 20(%rsp), %rdi
	callq use@PLT
	testl %eax, %eax
	je .Lframe.bb2
.Lframe.bb1:
	addl %ebx, %eax
	.cfi_remember_state
	addq $56, %rsp
	.cfi_def_cfa_offset 24
	popq %r12
	.cfi_def_cfa_offset 16
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Lframe.bb2:
	xorl %eax, %eax
	.cfi_remember_state
	addq $56, %rsp
	.cfi_def_cfa_offset 24
	popq %r12
	.cfi_def_cfa_offset 16
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lframe.end:
	.size frame, .Lframe.end-frame
