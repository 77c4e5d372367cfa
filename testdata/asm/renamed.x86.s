	.text
	.globl f
	.balign 16
	.type f, %function
f:
	.cfi_startproc
.Lf.bb0:
	movaps %xmm0, %xmm2
	cmpsd $0, %xmm1, %xmm0
	movsd %xmm0, (%rsi)
	leaq 7(%rdi), %rax
	movaps %xmm1, %xmm0
	movaps %xmm2, %xmm1
	retq
	.cfi_endproc
.Lf.end:
	.size f, .Lf.end-f
