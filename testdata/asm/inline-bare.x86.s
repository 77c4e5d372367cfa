	.text
	.globl thunks
	.balign 16
	.type thunks, %function
thunks:
	.cfi_startproc
.Lthunks.bb0:
	call thunk_rdi
	call thunk_r9
	retq
	.cfi_endproc
.Lthunks.end:
	.size thunks, .Lthunks.end-thunks
