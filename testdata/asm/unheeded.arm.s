	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.code 16
	.arch armv7-m
	.text
	.globl unread
	.balign 4
	.type unread, %function
	.code 16
	.thumb_func
unread:
	.fnstart
.Lunread.bb0:
	bx lr
.Lunread.end:
	.size unread, .Lunread.end-unread
	.fnend
	.syntax unified
	.code 16
	.arch armv7-m
	.text
	.globl plain
	.balign 4
	.type plain, %function
	.code 16
	.thumb_func
plain:
	.fnstart
.Lplain.bb0:
	bx lr
.Lplain.end:
	.size plain, .Lplain.end-plain
	.fnend
