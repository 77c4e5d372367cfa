	.type kept, %object
	.section .data,"aw",%progbits
	.balign 4
kept:
	.4byte 1
	.size kept, 4
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
