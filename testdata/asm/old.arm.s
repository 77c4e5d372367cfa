	.syntax unified
	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.arch armv6k
	.fpu vfpv2
	.text
	.globl near
	.balign 4
	.type near, %function
	.code 32
near:
	.fnstart
.Lnear.bb0:
	ldr r0, .Lnear.cp0
	bx lr
	.balign 4
.Lnear.cp0:
	.4byte 305419896
.Lnear.end:
	.size near, .Lnear.end-near
	.fnend
	.syntax unified
	.arch armv6k
	.fpu vfpv2
	.text
	.globl far
	.balign 4
	.type far, %function
	.code 32
far:
	.fnstart
.Lfar.bb0:
	push {r11}
	.save {r11}
	mov r11, sp
	.setfp r11, sp
	sub sp, sp, #4096
	bic sp, sp, #255
	bic sp, sp, #3840
	@ any length
	ldr r0, .Lfar.word2
	b .Lfar.over2
.Lfar.word2:
	.long .Lfar.cp0
.Lfar.over2:
	ldr r0, [r0]
	str r0, [sp]
	mov r0, #255
	orr r0, r0, #0xff0000
	add r0, r0, r1
	ldr r1, .Lfar.word3
	b .Lfar.over3
.Lfar.word3:
	.long v
.Lfar.over3:
	add r0, r0, r1
	ldr r1, .Lfar.word4
	b .Lfar.over4
.Lfar.word4:
	.long .Lfar.cp0
.Lfar.over4:
	add r0, r0, r1
	cmp r0, #0
	movne r0, #120
	orrne r0, r0, #0x5600
	orrne r0, r0, #0x340000
	orrne r0, r0, #0x12000000
	ldr r1, .Lfar.word5
	b .Lfar.over5
.Lfar.word5:
	.long __stack_chk_guard
.Lfar.over5:
	ldr r1, [r1]
	add r0, r0, r1
	mov sp, r11
	pop {r11}
	bx lr
.Lfar.end:
	.size far, .Lfar.end-far
	.fnend
	.section .rodata
	.balign 4
.Lfar.cp0:
	.4byte 305419896
	.text
