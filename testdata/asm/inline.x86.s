	.section .note.GNU-stack,"",%progbits
	.text
	.globl inline
	.balign 16
	.type inline, %function
inline:
	.cfi_startproc
.Linline.bb0:
	subq $24, %rsp
	.cfi_def_cfa_offset 32
	movq %rdi, %rax
	movb %al, %dil
	addw $5, %ax
	addl $42, 8(%rsp)
	movq 24(%rdi), %rax
	movq x+8(%rip), %rax
	movq x(%rip), %rax
	addl $2, 8(%rsp); movl $1, (%rsp)
	vaddps %ymm1, %ymm1, %ymm1; vaddps %zmm1, %zmm1, %zmm1; vaddps %xmm1, %xmm1, %xmm1
	vaddps %ymm2, %ymm2, %ymm2; vaddps %xmm2, %xmm2, %xmm2; vaddps %zmm2, %zmm2, %zmm2
	callq *%rdi
	.quad x, 5; movq $x, %rax; callq x
	incq %fs:3(%rdi,%rcx,2); addq %rdx, %fs:11(%rdi,%rcx,2)
	.cfi_remember_state
	addq $24, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Linline.end:
	.size inline, .Linline.end-inline
