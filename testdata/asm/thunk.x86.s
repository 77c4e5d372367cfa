	.section .note.GNU-stack,"",%progbits
	.text
	.globl call
	.balign 16
	.type call, %function
call:
	.cfi_startproc
.Lcall.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	movq %rdi, %r11
	callq __llvm_retpoline_r11
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lcall.end:
	.size call, .Lcall.end-call
	.text
	.globl jump
	.balign 16
	.type jump, %function
jump:
	.cfi_startproc
.Ljump.bb0:
	movq %rdi, %r11
	jmp __llvm_retpoline_r11
	.cfi_endproc
.Ljump.end:
	.size jump, .Ljump.end-jump
	.text
	.globl loads
	.balign 16
	.type loads, %function
loads:
	.cfi_startproc
.Lloads.bb0:
	movq %rdi, %r11
	jmp __llvm_lvi_thunk_r11
	.cfi_endproc
.Lloads.end:
	.size loads, .Lloads.end-loads
	.text
	.globl foreign
	.balign 16
	.type foreign, %function
foreign:
	.cfi_startproc
.Lforeign.bb0:
	movq %rdi, %r11
	jmp __x86_indirect_thunk_r11
	.cfi_endproc
.Lforeign.end:
	.size foreign, .Lforeign.end-foreign
	.section .text.__llvm_lvi_thunk_r11,"axG",@progbits,__llvm_lvi_thunk_r11,comdat
	.hidden __llvm_lvi_thunk_r11
	.weak __llvm_lvi_thunk_r11
	.balign 16
	.type __llvm_lvi_thunk_r11, @function
__llvm_lvi_thunk_r11:
	lfence
	jmpq *%r11
	.size __llvm_lvi_thunk_r11, .-__llvm_lvi_thunk_r11
	.section .text.__llvm_retpoline_r11,"axG",@progbits,__llvm_retpoline_r11,comdat
	.hidden __llvm_retpoline_r11
	.weak __llvm_retpoline_r11
	.balign 16
	.type __llvm_retpoline_r11, @function
__llvm_retpoline_r11:
	callq .L__llvm_retpoline_r11.go
.L__llvm_retpoline_r11.wait:
	pause
	lfence
	jmp .L__llvm_retpoline_r11.wait
	.balign 16
.L__llvm_retpoline_r11.go:
	movq %r11, (%rsp)
	retq
	.size __llvm_retpoline_r11, .-__llvm_retpoline_r11
