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
	cmp r0, #3
	beq .Lf.bb0
.Lf.bb2:
	bx lr
.Lf.bb1:
	cmp r0, #3
	ble .Lf.bb0
	b .Lf.bb2
.Lf.end:
	.size f, .Lf.end-f
	.fnend
