	.section .note.GNU-stack,"",%progbits
	.text
	.globl few
	.balign 16
	.type few, %function
few:
	.cfi_startproc
.Lfew.bb0:
	subq $4096, %rsp
	.cfi_def_cfa_offset 4104
	movq $0, (%rsp)
	subq $4096, %rsp
	.cfi_def_cfa_offset 8200
	movq $0, (%rsp)
	subq $808, %rsp
	.cfi_def_cfa_offset 9008
	movq $1, (%rsp)
	.cfi_remember_state
	addq $9000, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lfew.end:
	.size few, .Lfew.end-few
	.text
	.globl many
	.balign 16
	.type many, %function
many:
	.cfi_startproc
.Lmany.bb0:
	leaq -86016(%rsp), %r11
	.cfi_def_cfa %r11, 86024
.Lmany.probe:
	subq $4096, %rsp
	movq $0, (%rsp)
	cmpq %r11, %rsp
	jne .Lmany.probe
	.cfi_def_cfa_register %rsp
	subq $3992, %rsp
	.cfi_def_cfa_offset 90016
	movq $1, 8(%rsp)
	.cfi_remember_state
	addq $90008, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lmany.end:
	.size many, .Lmany.end-many
	.text
	.globl used
	.balign 16
	.type used, %function
used:
	.cfi_startproc
.Lused.bb0:
	subq $4096, %rsp
	.cfi_def_cfa_offset 4104
	movq $0, (%rsp)
	subq $4096, %rsp
	.cfi_def_cfa_offset 8200
	movq $0, (%rsp)
	subq $4096, %rsp
	.cfi_def_cfa_offset 12296
	movq $0, (%rsp)
	subq $4096, %rsp
	.cfi_def_cfa_offset 16392
	movq $0, (%rsp)
	subq $4096, %rsp
	.cfi_def_cfa_offset 20488
	movq $0, (%rsp)
	subq $8, %rsp
	.cfi_def_cfa_offset 20496
	movq %r11, 8(%rsp)
	.cfi_remember_state
	addq $20488, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lused.end:
	.size used, .Lused.end-used
	.text
	.globl pointer
	.balign 16
	.type pointer, %function
pointer:
	.cfi_startproc
.Lpointer.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	leaq -40960(%rsp), %r11
.Lpointer.probe:
	subq $4096, %rsp
	movq $0, (%rsp)
	cmpq %r11, %rsp
	jne .Lpointer.probe
	movq $1, (%rsp)
	.cfi_remember_state
	addq $40960, %rsp
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lpointer.end:
	.size pointer, .Lpointer.end-pointer
