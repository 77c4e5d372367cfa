	.type w2, %object
	.section .data,"aw",%progbits
	.globl w2
	.balign 4
w2:
	.4byte 5
	.size w2, 4
	.section .note.GNU-stack,"",%progbits
	.text
	.globl x1
	.balign 4
	.type x1, %function
x1:
	.cfi_startproc
.Lx1.bb0:
	str x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x30, -16
	bl "x1"
	bl "FP"
	bl x1y
	.cfi_remember_state
	.cfi_def_cfa sp, 16
	ldr x30, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x30
	ret
	.cfi_endproc
.Lx1.end:
	.size x1, .Lx1.end-x1
