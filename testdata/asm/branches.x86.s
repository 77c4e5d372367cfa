	.text
	.globl chain
	.balign 16
	.type chain, %function
chain:
	.cfi_startproc
.Lchain.bb0:
	cmpl $3, %edi
	je .Lchain.bb6
.Lchain.bb6:
	testl %edi, %edi
	jns .Lchain.bb9
.Lchain.bb7:
	jmp .Lchain.bb7
.Lchain.bb9:
	retq
	.cfi_endproc
.Lchain.end:
	.size chain, .Lchain.end-chain
	.text
	.globl likely
	.balign 16
	.type likely, %function
likely:
	.cfi_startproc
.Llikely.bb0:
.Llikely.bb1:
	decl %edi
	jne .Llikely.bb1
.Llikely.bb3:
	movl $5, %eax
	retq
.Llikely.bb2:
	retq
	.cfi_endproc
.Llikely.end:
	.size likely, .Llikely.end-likely
	.text
	.globl behind
	.balign 16
	.type behind, %function
behind:
	.cfi_startproc
.Lbehind.bb0:
	cmpl $3, %edi
	jle .Lbehind.bb4
.Lbehind.bb1:
	cmpl $3, %esi
	jae .Lbehind.bb4
.Lbehind.bb3:
	movl $5, %eax
	retq
.Lbehind.bb4:
	movl $6, %eax
	retq
	.cfi_endproc
.Lbehind.end:
	.size behind, .Lbehind.end-behind
	.text
	.globl table
	.balign 16
	.type table, %function
table:
	.cfi_startproc
.Ltable.bb0:
	jmpq *.Ltable.jt0(,%rdi,8)
.Ltable.bb2:
	retq
.Ltable.bb3:
	movl $5, %eax
	retq
	.cfi_endproc
.Ltable.end:
	.size table, .Ltable.end-table
	.section .rodata
	.balign 8
.Ltable.jt0:
	.8byte .Ltable.bb3
	.8byte .Ltable.bb2
	.text
	.text
	.globl rotated
	.balign 16
	.type rotated, %function
rotated:
	.cfi_startproc
.Lrotated.bb0:
	jmp .Lrotated.bb1
.Lrotated.bb2:
	shrl %edi
.Lrotated.bb1:
	testl %edi, %edi
	jne .Lrotated.bb2
.Lrotated.bb3:
	retq
	.cfi_endproc
.Lrotated.end:
	.size rotated, .Lrotated.end-rotated
	.text
	.globl cold
	.balign 16
	.type cold, %function
cold:
	.cfi_startproc
.Lcold.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	testl %edi, %edi
	jne .Lcold.bb1
.Lcold.bb2:
	cmpl $1, %edi
	je .Lcold.bb3
.Lcold.bb4:
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Lcold.bb1:
	callq abort
	jmp .Lcold.bb2
.Lcold.bb3:
	shrl %edi
	jmp .Lcold.bb4
	.cfi_endproc
.Lcold.end:
	.size cold, .Lcold.end-cold
	.text
	.globl taken
	.balign 16
	.type taken, %function
taken:
	.cfi_startproc
.Ltaken.bb0:
	jmpq *%rdi
.Ltaken.bb1:
	jmp .Ltaken.bb3
.Ltaken.bb2:
	movl $5, %eax
.Ltaken.bb3:
	retq
	.cfi_endproc
.Ltaken.end:
	.size taken, .Ltaken.end-taken
