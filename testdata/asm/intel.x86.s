	.text
	.globl intel
	.balign 16
	.type intel, %function
intel:
	.cfi_startproc
.Lintel.bb0:
	subq $24, %rsp
	.cfi_def_cfa_offset 32
	.intel_syntax noprefix
	mov rax, rdi
	mov eax, edi
	add ax, 5
	lea rax, [(rdi)]
	.att_syntax
	.intel_syntax noprefix
	mov rax, 42
	mov rax, -42
	mov rcx, qword ptr table
	.att_syntax
	.intel_syntax noprefix
	mov dword ptr [rsp + 8], 42
	nop
	.att_syntax
	.intel_syntax noprefix
	mov rax, [rip + table+8]
	mov rax, [rdi - 24]
	mov rax, [rdi + 8*rcx + 24]
	mov rax, [rcx]
	mov rax, fs:[40]
	mov rax, [rdi]
	.att_syntax
	.cfi_remember_state
	addq $24, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lintel.end:
	.size intel, .Lintel.end-intel
