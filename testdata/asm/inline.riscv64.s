	.section .note.GNU-stack,"",%progbits
	.text
	.globl inline
	.balign 2
	.type inline, %function
inline:
	.cfi_startproc
.Linline.bb0:
	addi sp, sp, -16
	.cfi_def_cfa_offset 16
	add a2, a0, zero
	addi a2, a0, 5
	.insn r 0x33, 0, 0, a2, x10, a1
	sd a0, 8(a1)
	sd a0, 8(sp)
	lui a2, %hi(x)
	sd a0, %lo(x)(a2)
	beqz a0, .Linline.bb1
.Linline.bb1:
	.cfi_remember_state
	addi sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.Linline.end:
	.size inline, .Linline.end-inline
