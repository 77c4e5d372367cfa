	.syntax unified
	.fpu neon
	.text
	.globl near
	.balign 4
	.type near, %function
	.code 32
near:
	.fnstart
.Lnear.bb0:
	vldr d0, .Lnear.cp0
	ldr r3, .Lnear.cp1
	bx lr
	.balign 8
.Lnear.cp0:
	.8byte 4614500768194494464
	.balign 4
.Lnear.cp1:
	.4byte 77
.Lnear.end:
	.size near, .Lnear.end-near
	.fnend
