	.type a, %object
	.section .data,"aw",%progbits
	.globl a
	.balign 16
a:
	.4byte 1
	.zero 4
	.8byte b
	.zero 8
	.8byte a
	.size a, 32
	.type b, %object
	.globl b
	.balign 16
b:
	.4byte 2
	.zero 28
	.size b, 32
	.type text, %object
	.section .rodata,"a",%progbits
	.globl text
text:
	.ascii "hi\000"
	.size text, 3
	.type at, %object
	.section .data,"aw",%progbits
	.globl at
	.balign 8
at:
	.8byte text+1
	.size at, 8
	.type call, %object
	.globl call
	.balign 8
call:
	.8byte f
	.size call, 8
	.type table, %object
	.section .rodata,"a",%progbits
	.globl table
	.balign 8
table:
	.8byte .Lf.bb1
	.8byte .Lf.bb2
	.size table, 16
	.globl alias
	.type alias, %function
	.set alias, f
	.globl part
	.type part, %object
	.set part, a
	.section .note.GNU-stack,"",%progbits
	.text
	.globl f
	.balign 16
	.type f, %function
f:
	.cfi_startproc
.Lf.bb0:
	movq table(%rip), %rax
	jmpq *%rax
.Lf.bb1:
	movl $1, %eax
	retq
.Lf.bb2:
	movl $2, %eax
	retq
	.cfi_endproc
.Lf.end:
	.size f, .Lf.end-f
