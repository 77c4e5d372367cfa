	.text
	.globl push
	.balign 16
	.type push, %function
push:
	.cfi_startproc
.Lpush.bb0:
	subq $24, %rsp
	.cfi_def_cfa_offset 32
	movq %rdi, (%rsp)
	subq $8, %rsp
	.cfi_def_cfa_offset 40
	pushq $8
	.cfi_def_cfa_offset 48
	pushq 16(%rsp)
	.cfi_def_cfa_offset 56
	movq 32(%rsp), %rdi
	pushq %rdi
	.cfi_def_cfa_offset 64
	callq use
	addq $32, %rsp
	.cfi_def_cfa_offset 32
	movq (%rsp), %rdi
	subq $16, %rsp
	.cfi_def_cfa_offset 48
	movq %rdi, (%rsp)
	callq use
	addq $16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_remember_state
	addq $24, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lpush.end:
	.size push, .Lpush.end-push
