	.weak maybe
	.hidden near
	.section .note.GNU-stack,"",%progbits
	.text
	.globl f
	.balign 16
	.type f, %function
f:
	.cfi_startproc
.Lf.bb0:
	retq
	.cfi_endproc
.Lf.end:
	.size f, .Lf.end-f
