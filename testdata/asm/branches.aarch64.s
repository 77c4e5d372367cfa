	.text
	.globl f
	.balign 4
	.type f, %function
f:
	.cfi_startproc
.Lf.bb0:
	cmp w0, #3
	b.eq .Lf.bb4
.Lf.bb1:
	cbz w0, .Lf.bb4
.Lf.bb2:
	tbz x1, #5, .Lf.bb0
.Lf.bb4:
	ret x30
.Lf.bb3:
	b.al .Lf.bb4
	b .Lf.bb0
	.cfi_endproc
.Lf.end:
	.size f, .Lf.end-f
