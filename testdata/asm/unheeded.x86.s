	.section .note.GNU-stack,"",%progbits
	.text
	.globl hardened
	.balign 16
	.type hardened, %function
hardened:
	.cfi_startproc
.Lhardened.bb0:
	retq
	.cfi_endproc
.Lhardened.end:
	.size hardened, .Lhardened.end-hardened
	.text
	.globl plain
	.balign 16
	.type plain, %function
plain:
	.cfi_startproc
.Lplain.bb0:
	retq
	.cfi_endproc
.Lplain.end:
	.size plain, .Lplain.end-plain
