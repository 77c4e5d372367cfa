	.section .note.GNU-stack,"",%progbits
	.text
	.globl hardened
	.balign 2
	.type hardened, %function
hardened:
	.cfi_startproc
.Lhardened.bb0:
	ret
	.cfi_endproc
.Lhardened.end:
	.size hardened, .Lhardened.end-hardened
