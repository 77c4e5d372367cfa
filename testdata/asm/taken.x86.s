	.type table, %object
	.section .rodata,"a",%progbits
	.globl table
	.balign 8
table:
	.8byte .Lpick.bb2
	.8byte .Lpick.bb1
	.size table, 16
	.section .note.GNU-stack,"",%progbits
	.text
	.globl pick
	.balign 16
	.type pick, %function
pick:
	.cfi_startproc
.Lpick.bb0:
	movq $.Lpick.bb1, %rax
	addq .Lpick.cp0(%rip), %rax
	jmpq *%rdi
.Lpick.bb1:
	retq
.Lpick.bb2:
	retq
	.cfi_endproc
.Lpick.end:
	.size pick, .Lpick.end-pick
	.section .rodata
	.balign 8
.Lpick.cp0:
	.quad .Lpick.bb2
	.text
