	.section .note.GNU-stack,"",%progbits
	.text
	.globl marked
	.balign 4
	.type marked, %function
marked:
	.cfi_startproc
.Lmarked.bb0:
	hint #34
	br x0
.Lmarked.bb1:
	hint #36
	ret
.Lmarked.bb2:
	hint #36
	ret
.Lmarked.bb3:
	ret
	.cfi_endproc
.Lmarked.end:
	.size marked, .Lmarked.end-marked
	.section .rodata
	.balign 4
.Lmarked.jt0:
	.4byte .Lmarked.bb2-.Lmarked.jt0
	.4byte .Lmarked.bb2-.Lmarked.jt0
	.text
	.text
	.globl both
	.balign 4
	.type both, %function
both:
	.cfi_startproc
.Lboth.bb0:
	hint #25
	.cfi_negate_ra_state
	stp x30, x19, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x30, -16
	.cfi_offset x19, -8
	bl setjmp
	hint #36
	mov x19, x0
	blr x19
	hint #36
	.cfi_remember_state
	.cfi_def_cfa sp, 16
	ldp x30, x19, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x30
	.cfi_restore x19
	hint #29
	.cfi_negate_ra_state
	ret
	.cfi_endproc
.Lboth.end:
	.size both, .Lboth.end-both
	.text
	.globl leaf
	.balign 4
	.type leaf, %function
leaf:
	.cfi_startproc
.Lleaf.bb0:
	hint #34
	ret
	.cfi_endproc
.Lleaf.end:
	.size leaf, .Lleaf.end-leaf
	.text
	.globl every
	.balign 4
	.type every, %function
every:
	.cfi_startproc
.Levery.bb0:
	.cfi_b_key_frame
	hint #27
	.cfi_negate_ra_state
	cbz w0, .Levery.bb2
.Levery.bb1:
	.cfi_remember_state
	hint #31
	.cfi_negate_ra_state
	ret
	.cfi_restore_state
.Levery.bb2:
	.cfi_remember_state
	hint #31
	.cfi_negate_ra_state
	ret
	.cfi_endproc
.Levery.end:
	.size every, .Levery.end-every
	.text
	.globl bare
	.balign 4
	.type bare, %function
bare:
	.cfi_startproc
.Lbare.bb0:
	hint #34
	brk #0x1
	.cfi_endproc
.Lbare.end:
	.size bare, .Lbare.end-bare
	.text
	.globl plain
	.balign 4
	.type plain, %function
plain:
	.cfi_startproc
.Lplain.bb0:
	ret
	.cfi_endproc
.Lplain.end:
	.size plain, .Lplain.end-plain
	.section .note.gnu.property, "a", %note
	.balign 8
	.long 4, 16, 5
	.asciz "GNU"
	.long 0xc0000000, 4, 3
	.balign 8
