	.section .note.GNU-stack,"",%progbits
	.text
	.globl single
	.balign 4
	.type single, %function
single:
	.cfi_startproc
.Lsingle.bb0:
	fmov s0, s1
	fmov s3, s2
	ret
	.cfi_endproc
.Lsingle.end:
	.size single, .Lsingle.end-single
