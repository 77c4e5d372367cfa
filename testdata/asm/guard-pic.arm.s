	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.fpu neon
	.text
	.globl f
	.balign 4
	.type f, %function
	.code 32
f:
	.fnstart
.Lf.bb0:
	ldr r0, .Lf.word1
.Lf.here1:
	ldr r0, [pc, r0]
	b .Lf.over1
.Lf.word1:
	.long __stack_chk_guard(GOT_PREL)-((.Lf.here1+8)-.Lf.word1)
.Lf.over1:
	ldr r0, [r0]
	bx lr
.Lf.end:
	.size f, .Lf.end-f
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl g
	.balign 4
	.type g, %function
	.code 16
	.thumb_func
g:
	.fnstart
.Lg.bb0:
	ldr r0, .Lg.word1
.Lg.here1:
	add r0, pc
	ldr r0, [r0]
	b .Lg.over1
	.balign 4
.Lg.word1:
	.long __stack_chk_guard(GOT_PREL)-((.Lg.here1+4)-.Lg.word1)
.Lg.over1:
	ldr r0, [r0]
	bx lr
.Lg.end:
	.size g, .Lg.end-g
	.fnend
