	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.code 16
	.arch armv7e-m
	.fpu fpv4-sp-d16
	.text
	.globl swap
	.balign 4
	.type swap, %function
	.code 16
	.thumb_func
swap:
	.fnstart
.Lswap.bb0:
	vmov.f32 s0, s2
	vmov.f32 s1, s3
	bx lr
.Lswap.end:
	.size swap, .Lswap.end-swap
	.fnend
	.syntax unified
	.cpu cortex-m4
	.fpu fpv4-sp-d16
	.text
	.globl named
	.balign 4
	.type named, %function
	.code 16
	.thumb_func
named:
	.fnstart
.Lnamed.bb0:
	vmov.f32 s0, s2
	vmov.f32 s1, s3
	bx lr
.Lnamed.end:
	.size named, .Lnamed.end-named
	.fnend
