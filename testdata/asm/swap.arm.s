	.syntax unified
	.fpu neon
	.text
	.globl swap
	.balign 4
	.type swap, %function
	.code 32
swap:
	.fnstart
.Lswap.bb0:
	push {r8, r9}
	.save {r8, r9}
.Lswap.swap1:
	uxtb r12, r1
	ldrexb r8, [r0]
	cmp r8, r12
	bne .Lswap.swapped1
	strexb r12, r2, [r0]
	cmp r12, #0
	bne .Lswap.swap1
.Lswap.swapped1:
.Lswap.swap2:
	uxth r12, r1
	ldrexh r8, [r0]
	cmp r8, r12
	bne .Lswap.swapped2
	strexh r12, r2, [r0]
	cmp r12, #0
	bne .Lswap.swap2
.Lswap.swapped2:
.Lswap.swap3:
	ldrex r8, [r0]
	cmp r8, r1
	bne .Lswap.swapped3
	strex r12, r2, [r0]
	cmp r12, #0
	bne .Lswap.swap3
.Lswap.swapped3:
.Lswap.swap4:
	ldrexd r8, r9, [r0]
	cmp r8, r4
	cmpeq r9, r5
	bne .Lswap.swapped4
	strexd r12, r6, r7, [r0]
	cmp r12, #0
	bne .Lswap.swap4
.Lswap.swapped4:
	pop {r8, r9}
	bx lr
.Lswap.end:
	.size swap, .Lswap.end-swap
	.fnend
