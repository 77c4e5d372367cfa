	.syntax unified
	.code 16
	.type data, %object
	.section .data,"aw",%progbits
	.balign 4
data:
	.4byte 5
	.size data, 4
	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.arch armv7-a
	.fpu neon
	.arch_extension mp
	.text
	.globl take
	.balign 4
	.type take, %function
	.code 16
	.thumb_func
take:
	.fnstart
.Ltake.bb0:
	ldr r0, .Ltake.word2
	b .Ltake.over2
	.balign 4
.Ltake.word2:
	.long mine-(.Ltake.here1+4)
.Ltake.over2:
.Ltake.here1:
	add r0, pc
	movw r1, #:lower16:(shared-(.Ltake.here3+4))
	movt r1, #:upper16:(shared-(.Ltake.here3+4))
.Ltake.here3:
	add r1, pc
	movw r2, #:lower16:(data-(.Ltake.here4+4))
	movt r2, #:upper16:(data-(.Ltake.here4+4))
.Ltake.here4:
	add r2, pc
	ldr r3, .Ltake.word6
	b .Ltake.over6
	.balign 4
.Ltake.word6:
	.long .Lnameless-(.Ltake.here5+4)
.Ltake.over6:
.Ltake.here5:
	add r3, pc
	bx lr
.Ltake.end:
	.size take, .Ltake.end-take
	.fnend
