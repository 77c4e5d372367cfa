	.text
	.globl behind
	.balign 16
	.type behind, %function
behind:
	.cfi_startproc
.Lbehind.bb0:
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq %rdi, %rbx
	callq use
	testq %rbx, %rbx
	je .Lbehind.bb2
.Lbehind.bb1:
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Lbehind.bb2:
	pushq %rbx
	.cfi_def_cfa_offset 24
	pushq %rbx
	.cfi_def_cfa_offset 32
	callq use
	addq $16, %rsp
	.cfi_def_cfa_offset 16
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lbehind.end:
	.size behind, .Lbehind.end-behind
