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
	.cfi_adjust_cfa_offset 8
	pushq $8
	.cfi_adjust_cfa_offset 8
	pushq 16(%rsp)
	.cfi_adjust_cfa_offset 8
	movq 32(%rsp), %rdi
	pushq %rdi
	.cfi_adjust_cfa_offset 8
	callq use
	addq $32, %rsp
	.cfi_adjust_cfa_offset -32
	movq (%rsp), %rdi
	subq $16, %rsp
	.cfi_adjust_cfa_offset 16
	movq %rdi, (%rsp)
	callq use
	addq $16, %rsp
	.cfi_adjust_cfa_offset -16
	.cfi_remember_state
	addq $24, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lpush.end:
	.size push, .Lpush.end-push
