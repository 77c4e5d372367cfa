	.syntax unified
	.fpu neon
	.text
	.globl forms
	.balign 4
	.type forms, %function
	.code 32
forms:
	.fnstart
.Lforms.bb0:
	add r2, r0, r1, lsl #3
	eors r2, r0, r1, lsr r2
	mov r3, r0, rrx
	ldr r3, [r0, r1, lsl #2]
	ldrh r3, [r0, #-4]
	ldr r3, [r0, #12]
	ldr r0, [r0, #8]
	ldrd r2, r3, [r1, #8]
	str r3, [r1]
	str r2, [r1, #4]
	cmp r2, #4
	movwlt r2, #1
	movw r3, #:lower16:305419896
	movt r3, #:upper16:305419896
	movw r3, #:lower16:forms
	movt r3, #:upper16:forms
	bfc r3, #4, #12
	vldr d0, .Lforms.cp0
	ldr r3, .Lforms.cp1
	movw r3, #:lower16:.Lforms.cp1
	movt r3, #:upper16:.Lforms.cp1
	vmov.f64 d1, #1.000000e+00
	vmov.i32 q8, #0x2f000000
	vmov.i32 q9, #0x3
	vorr q10, q9, q9
	vbsl q8, q9, q10
	vbif q9, q10, q8
	vorr q11, q8, q8
	vbsl q11, q9, q10
	vld4.8 {d16, d17, d18, d19}, [r0:64]
	vst3.16 {d16, d17, d18}, [r0]!
	ldm r1!, {r2, r3, r12}
	stm r0!, {r2, r3, r12}
	str r1, [r0, #-20]!
	ldr r3, [r0, #-4]
	ldrd r2, r3, [r0, #4]
	stm r0, {r1, r2, r3}
	bx lr
	.balign 8
.Lforms.cp0:
	.8byte 4614500768194494464
	.balign 4
.Lforms.cp1:
	.4byte 77
.Lforms.end:
	.size forms, .Lforms.end-forms
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl lanes
	.balign 4
	.type lanes, %function
	.code 32
lanes:
	.fnstart
.Llanes.bb0:
	vld4.16 {d17[1], d19[1], d21[1], d23[1]}, [r0]
	vld1.8 {d16[7]}, [r0]!
	vst3.32 {d17[1], d19[1], d21[1]}, [r0]!
	vst1.32 {d16[1]}, [r0:32]!
	vld1.32 {d16[1]}, [r0:32], r1
	vst2.32 {d16[1], d18[1]}, [r0:64]
	pkhtb r3, r0, r1, asr #32
	yield
	csdb
	bx lr
.Llanes.end:
	.size lanes, .Llanes.end-lanes
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl labelled
	.balign 4
	.type labelled, %function
	.code 32
labelled:
	.fnstart
.Llabelled.bb0:
.Llabelled.pic1:
	addeq r0, pc, r0
.Llabelled.pic2:
	ldrsbne r1, [pc, r1]
	bx lr
.Llabelled.end:
	.size labelled, .Llabelled.end-labelled
	.fnend
