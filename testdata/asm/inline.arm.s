	.syntax unified
	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.fpu neon
	.text
	.globl inline
	.balign 4
	.type inline, %function
	.code 32
inline:
	.fnstart
.Linline.bb0:
	vpush {d8, d9}
	.vsave {d8, d9}
	add r1, r0, #5
	sub r1, r0, #5
	bic r1, r0, #5
	movw r1, #22136
	.word 5
	.word x
	.word x
	pld [r0]
	adds r2, r2, #1; adc r3, r3, #0
	stm r0, {r2, r3}
	ldr r1, [r0]
	ldm r0, {r1}
	vmul.f32 d3, d3, d1[1]
	vmul.f32 q4, q4, d2[0]
	vadd.f32 d8, d8, d9
	vpop {d8, d9}
	bx lr
.Linline.end:
	.size inline, .Linline.end-inline
	.fnend
