	.text
	.globl f
	.balign 2
	.type f, %function
f:
	.cfi_startproc
.Lf.bb0:
	bne a0, a1, .Lf.bb0
.Lf.bb3:
	ret
.Lf.bb1:
	bltu a0, a1, .Lf.bb0
	j .Lf.bb3
.Lf.bb2:
	bge a0, zero, .Lf.bb0
	j .Lf.bb3
	.cfi_endproc
.Lf.end:
	.size f, .Lf.end-f
