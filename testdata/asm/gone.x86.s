	.type table, %object
	.section .rodata,"a",%progbits
	.globl table
	.balign 8
table:
	.8byte .Ljump.end
	.size table, 8
	.section .note.GNU-stack,"",%progbits
	.text
	.globl jump
	.balign 16
	.type jump, %function
jump:
	.cfi_startproc
.Ljump.bb0:
	retq
	.cfi_endproc
.Ljump.end:
	.size jump, .Ljump.end-jump
