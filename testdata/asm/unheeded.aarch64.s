	.section .note.GNU-stack,"",%progbits
	.text
	.globl hardened
	.balign 4
	.type hardened, %function
hardened:
	.cfi_startproc
.Lhardened.bb0:
	ret x30
	.cfi_endproc
.Lhardened.end:
	.size hardened, .Lhardened.end-hardened
	.text
	.globl plain
	.balign 4
	.type plain, %function
plain:
	.cfi_startproc
.Lplain.bb0:
	ret x30
	.cfi_endproc
.Lplain.end:
	.size plain, .Lplain.end-plain
