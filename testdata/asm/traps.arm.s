	.syntax unified
	.fpu neon
	.text
	.globl traps
	.balign 4
	.type traps, %function
	.code 32
traps:
	.fnstart
.Ltraps.bb0:
	.inst 0xe7ffdefe
.Ltraps.end:
	.size traps, .Ltraps.end-traps
	.fnend
