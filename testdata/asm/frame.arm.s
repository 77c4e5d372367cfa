	.syntax unified
	.fpu neon
	.text
	.globl frame
	.balign 4
	.type frame, %function
	.code 32
frame:
	.fnstart
.Lframe.bb0:
	push {r4, lr}
	.save {r4, lr}
	vpush {d10}
	.vsave {d10}
	sub sp, sp, #9024
	.pad #9024
	mov r4, r0
	vmov.f64 d10, d0
	vstr d10, [sp, #16]
	movw r1, #9044
	add r1, sp, r1
	ldr r1, [r1]
	str r1, [sp, #32]
	add r2, sp, #24
	ldrh r3, [sp, #18]
	push {r0}
	movw r0, #28
	add r0, sp, r0
	vld1.64 {d16, d17}, [r0:64]
	pop {r0}
	bl use
	vmov.f64 d0, d10
	add r0, r0, r4
	add sp, sp, #9024
	vpop {d10}
	pop {r4, lr}
	bx lr
.Lframe.end:
	.size frame, .Lframe.end-frame
	.fnend
