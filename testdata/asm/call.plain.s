	.text
	.globl around
	.balign 1
	.type around, %function
around:
.Laround.bb0:
	addi r7, r7, -20
	sw r6, 16(r7)
	sw r5, 12(r7)
	sw r4, 8(r7)
	mv r4, r0
	mv r5, r1
	sw r2, 0(r7)
	mv r6, r3
	call 7
	blt r0, r5, .Laround.bb2
.Laround.bb1:
	add r0, r4, r5
	lw r1, 0(r7)
	add r0, r0, r1
	lw r6, 16(r7)
	lw r5, 12(r7)
	lw r4, 8(r7)
	addi r7, r7, 20
	ret
.Laround.bb2:
	add r0, r6, r4
	lw r6, 16(r7)
	lw r5, 12(r7)
	lw r4, 8(r7)
	addi r7, r7, 20
	ret
.Laround.end:
	.size around, .Laround.end-around
