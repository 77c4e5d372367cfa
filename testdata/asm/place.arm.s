	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.fpu neon
	.text
	.globl place
	.balign 4
	.type place, %function
	.code 32
place:
	.fnstart
.Lplace.bb0:
	push {r5, r6, lr}
	.save {r5, r6, lr}
	sub sp, sp, #4
	.pad #4
	movw r0, #:lower16:(.Lplace.cp0-(.Lplace.here1+8))
	movt r0, #:upper16:(.Lplace.cp0-(.Lplace.here1+8))
.Lplace.here1:
	add r0, pc, r0
	ldr r0, [r0]
.Lplace.pic1:
	add r0, pc, r0
	movw r1, #:lower16:(.Lplace.cp1-(.Lplace.here2+8))
	movt r1, #:upper16:(.Lplace.cp1-(.Lplace.here2+8))
.Lplace.here2:
	add r1, pc, r1
	ldr r1, [r1]
	movw r2, #:lower16:(.Lplace.cp2-(.Lplace.here3+8))
	movt r2, #:upper16:(.Lplace.cp2-(.Lplace.here3+8))
.Lplace.here3:
	add r2, pc, r2
	ldr r2, [r2]
	push {r0}
	movw r0, #:lower16:(.Lplace.cp3-(.Lplace.here4+8))
	movt r0, #:upper16:(.Lplace.cp3-(.Lplace.here4+8))
.Lplace.here4:
	add r0, pc, r0
	vldr d0, [r0, #0]
	pop {r0}
	movw r3, #:lower16:(.Lplace.cp4-(.Lplace.here5+8))
	movt r3, #:upper16:(.Lplace.cp4-(.Lplace.here5+8))
.Lplace.here5:
	add r3, pc, r3
	ldr r3, [r3]
.Lplace.pic2:
	ldrb r3, [pc, r3]
	movw r3, #:lower16:(near-(.Lplace.here6+8))
	movt r3, #:upper16:(near-(.Lplace.here6+8))
.Lplace.here6:
	add r3, pc, r3
	movw r3, #:lower16:(near-(.Lplace.here7+8))
	movt r3, #:upper16:(near-(.Lplace.here7+8))
.Lplace.here7:
	ldr r3, [pc, r3]
	ldr r3, .Lplace.word8
.Lplace.here8:
	ldr r3, [pc, r3]
	b .Lplace.over8
.Lplace.word8:
	.long far(GOT_PREL)-((.Lplace.here8+8)-.Lplace.word8)
.Lplace.over8:
	movw r5, #:lower16:(.Lplace.jt0-(.Lplace.here9+8))
	movt r5, #:upper16:(.Lplace.jt0-(.Lplace.here9+8))
.Lplace.here9:
	add r5, pc, r5
	ldr r6, [r5, r4, lsl #2]
	add pc, r5, r6
.Lplace.bb1:
	mov lr, pc
	b f
.Lplace.bb2:
	mov lr, pc
	bx r0
.Lplace.end:
	.size place, .Lplace.end-place
	.fnend
	.balign 4
.Lplace.cp0:
	.long x(TLSGD)-((.Lplace.pic1+8)-.)
	.balign 4
.Lplace.cp1:
	.long y(TPOFF)
	.balign 4
.Lplace.cp2:
	.long z
	.balign 4
.Lplace.cp4:
	.long w-((.Lplace.pic2+8))
	.section .rodata
	.balign 8
.Lplace.cp3:
	.8byte 4609434218613702656
	.balign 4
.Lplace.jt0:
	.4byte .Lplace.bb1-.Lplace.jt0
	.4byte .Lplace.bb2-.Lplace.jt0
	.text
