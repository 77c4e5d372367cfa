	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.arch armv5te
	.text
	.globl all
	.balign 4
	.type all, %function
	.code 32
all:
	.fnstart
.Lall.bb0:
	mul r3, r0, r1
	mla r12, r3, r1, r2
	smull r3, r2, r12, r1
	smlal r3, r2, r12, r1
	umull r0, r1, r2, r3
	umlal r0, r1, r2, r3
	bx lr
.Lall.end:
	.size all, .Lall.end-all
	.fnend
