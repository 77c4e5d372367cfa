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
	.cfi_remember_state
	addq $24, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Linline.end:
	.size inline, .Linline.end-inline
