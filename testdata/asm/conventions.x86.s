	.type "7up", %object
	.section .data,"aw",%progbits
	.globl "7up"
	.balign 4
"7up":
	.4byte 7
	.size "7up", 4
	.type ".Lother 7", %object
	.balign 8
".Lother 7":
	.8byte "7up"
	.size ".Lother 7", 8
	.type .L.7, %object
	.balign 4
.L.7:
	.4byte 8
	.size .L.7, 4
	.section .note.GNU-stack,"",%progbits
	.text
	.globl cold
	.balign 16
	.type cold, %function
cold:
	.cfi_startproc
.Lcold.bb0:
	pushq %r11
	.cfi_def_cfa_offset 16
	.cfi_offset %r11, -16
	subq $16, %rsp
	.cfi_def_cfa_offset 32
	movups %xmm3, 0(%rsp)
	.cfi_offset %xmm3, -32
	addsd %xmm0, %xmm0
	# clobbers
	.cfi_remember_state
	movups 0(%rsp), %xmm3
	addq $16, %rsp
	.cfi_def_cfa_offset 16
	popq %r11
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lcold.end:
	.size cold, .Lcold.end-cold
	.text
	.globl haskell
	.balign 16
	.type haskell, %function
haskell:
	.cfi_startproc
.Lhaskell.bb0:
	movq %rbx, %rax
	movq %r12, %rbx
	movq %rax, %r12
	jmp any
	.cfi_endproc
.Lhaskell.end:
	.size haskell, .Lhaskell.end-haskell
	.text
	.globl calls
	.balign 16
	.type calls, %function
calls:
	.cfi_startproc
.Lcalls.bb0:
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	subq $16, %rsp
	.cfi_def_cfa_offset 32
	movq %rdi, %rbx
	callq eight
	subq $8, %rsp
	addq %rbx, %rax
	.cfi_remember_state
	addq $16, %rsp
	.cfi_def_cfa_offset 16
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lcalls.end:
	.size calls, .Lcalls.end-calls
	.text
	.globl frees
	.balign 16
	.type frees, %function
frees:
	.cfi_startproc
.Lfrees.bb0:
	movq %rdi, %rax
	retq $8
	.cfi_endproc
.Lfrees.end:
	.size frees, .Lfrees.end-frees
	.text
	.globl vector
	.balign 16
	.type vector, %function
vector:
	.cfi_startproc
.Lvector.bb0:
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	subq $16, %rsp
	.cfi_def_cfa_offset 32
	movsd %xmm0, 8(%rsp)
	movq %rdi, %rbx
	callq eight
	movsd 8(%rsp), %xmm0
	movq %rbx, %rax
	.cfi_remember_state
	addq $16, %rsp
	.cfi_def_cfa_offset 16
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lvector.end:
	.size vector, .Lvector.end-vector
