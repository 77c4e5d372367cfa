	.text
	.globl unusual
	.balign 16
	.type unusual, %function
unusual:
	.cfi_startproc
.Lunusual.bb0:
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq %rdi, %rbx
	lock cmpxchg16b 16(%rsi)
	movq %r8, %rbx
	rdrand %ecx
	rdseed %r8
	rdfsbase %r9
	wrgsbase %r9
	# where an abort sets $eax
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lunusual.end:
	.size unusual, .Lunusual.end-unusual
