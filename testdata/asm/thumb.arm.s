	.syntax unified
	.code 16
here:
	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.arch armv7-a
	.fpu neon
	.arch_extension mp
	.text
	.globl conditions
	.balign 4
	.type conditions, %function
	.code 16
	.thumb_func
conditions:
	.fnstart
.Lconditions.bb0:
	cmp r0, #3
	itett eq
	moveq r1, r2
	movne r2, #7
	movweq r1, #:lower16:305419896
	movteq r1, #:upper16:305419896
	it eq
	addeq r0, r0, #1
	it hi
	lsrhi r0, r2, #32
	lsrs r0, r0, #32
	ite ls
	subls r0, r0, #1
	vmovhi.f64 d0, d1
	bne .Lconditions.bb2
.Lconditions.bb1:
	bx lr
.Lconditions.bb2:
	bx lr
.Lconditions.end:
	.size conditions, .Lconditions.end-conditions
	.fnend
	.syntax unified
	.arch armv7-a
	.fpu neon
	.arch_extension mp
	.text
	.globl near
	.balign 4
	.type near, %function
	.code 16
	.thumb_func
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
	.syntax unified
	.arch armv7-a
	.fpu neon
	.arch_extension mp
	.text
	.globl pointer
	.balign 4
	.type pointer, %function
	.code 16
	.thumb_func
pointer:
	.fnstart
.Lpointer.bb0:
	push {r4, r7, lr}
	.save {r4, r7, lr}
	mov r7, sp
	.setfp r7, sp
	sub sp, sp, #1952
	sub sp, sp, #4096
	mov lr, sp
	bfc lr, #0, #5
	mov sp, lr
	mov r4, r0
	ldr r1, [r7, #12]
	movw r2, #6044
	add r2, sp, r2
	add r3, sp, #16
	push {r0}
	movw r0, #6044
	add r0, sp, r0
	str r1, [r0]
	pop {r0}
	push {r0}
	movw r0, #6020
	add r0, sp, r0
	strd r2, r3, [r0, #8]
	pop {r0}
	ldrsh r0, [sp, #18]
	strb r3, [sp, #16]
	movw r1, #6040
	add r1, sp, r1
	ldrex r1, [r1, #4]
	vldr d0, [sp, #16]
	bl use
	mov sp, r7
	pop {r4, r7, lr}
	bx lr
.Lpointer.end:
	.size pointer, .Lpointer.end-pointer
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl table
	.balign 4
	.type table, %function
	.code 16
	.thumb_func
table:
	.fnstart
.Ltable.bb0:
	push {r0}
	movw r0, #:lower16:.Ltable.cp0
	movt r0, #:upper16:.Ltable.cp0
	vldr s0, [r0, #0]
	pop {r0}
	movw r3, #:lower16:.Ltable.cp1
	movt r3, #:upper16:.Ltable.cp1
	ldr r3, [r3]
	movw r1, #:lower16:.Ltable.jt0
	movt r1, #:upper16:.Ltable.jt0
	add r1, r1, r0, lsl #2
	mov pc, r1
.Ltable.bb1:
	b.w other
.Ltable.bb2:
	bx lr
	.balign 4
.Ltable.jt0:
	b.w .Ltable.bb1
	b.w .Ltable.bb2
	b.w .Ltable.bb1
.Ltable.end:
	.size table, .Ltable.end-table
	.fnend
	.section .rodata
	.balign 4
.Ltable.cp0:
	.4byte 1061158912
	.balign 4
.Ltable.cp1:
	.4byte 4294967294
	.text
	.syntax unified
	.fpu neon
	.text
	.globl arm
	.balign 4
	.type arm, %function
	.code 32
arm:
	.fnstart
.Larm.bb0:
	mov r1, r0
	bx lr
.Larm.end:
	.size arm, .Larm.end-arm
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl swap
	.balign 4
	.type swap, %function
	.code 16
	.thumb_func
swap:
	.fnstart
.Lswap.bb0:
	push {r8, r9}
	.save {r8, r9}
.Lswap.swap1:
	uxtb r3, r1
	ldrexb r8, [r0]
	cmp r8, r3
	bne .Lswap.swapped1
	strexb r3, r2, [r0]
	cmp r3, #0
	bne .Lswap.swap1
.Lswap.swapped1:
.Lswap.swap2:
	ldrex r8, [r0]
	cmp r8, r1
	bne .Lswap.swapped2
	strex r12, r2, [r0]
	cmp r12, #0
	bne .Lswap.swap2
.Lswap.swapped2:
.Lswap.swap3:
	ldrexd r8, r9, [r0]
	cmp r8, r4
	it eq
	cmpeq r9, r5
	bne .Lswap.swapped3
	strexd r12, r6, r7, [r0]
	cmp r12, #0
	bne .Lswap.swap3
.Lswap.swapped3:
	pop {r8, r9}
	bx lr
.Lswap.end:
	.size swap, .Lswap.end-swap
	.fnend
