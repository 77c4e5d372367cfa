	.text
	.globl symbols
	.balign 16
	.type symbols, %function
symbols:
	.cfi_startproc
.Lsymbols.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
.L3$pb:
	leaq .L3$pb(%rip), %rax
	movabsq $_GLOBAL_OFFSET_TABLE_-.L3$pb, %rcx
	addq %rcx, %rax
	movq x@GOTPCREL(%rip), %rcx
	movabsq $.Lsymbols.jt0@GOTOFF, %rcx
	addq %rax, %rcx
	movq %rcx, %rdx
	addq (%rcx,%rdi,8), %rdx
	jmpq *%rdx
.Lsymbols.bb1:
	callq f
behind:
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Lsymbols.bb2:
	ud1l 16(%eax), %eax
	.cfi_endproc
.Lsymbols.end:
	.size symbols, .Lsymbols.end-symbols
	.section .rodata
	.balign 8
.Lsymbols.jt0:
	.8byte .Lsymbols.bb1-.Lsymbols.jt0
	.8byte .Lsymbols.bb2-.Lsymbols.jt0
	.text
