	.text
	.globl chain
	.balign 16
	.type chain, %function
chain:
	.cfi_startproc
.Lchain.bb0:
	cmpl $3, %edi
	je .Lchain.bb6
.Lchain.bb1:
.Lchain.bb2:
.Lchain.bb3:
.Lchain.bb4:
.Lchain.bb5:
.Lchain.bb6:
	testl %edi, %edi
	jns .Lchain.bb9
.Lchain.bb7:
	jmp .Lchain.bb7
.Lchain.bb8:
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
	jmp .Llikely.bb3
.Llikely.bb2:
	retq
.Llikely.bb3:
	movl $5, %eax
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
.Lbehind.bb2:
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
.Ltable.bb1:
	jmp .Ltable.bb3
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
	.8byte .Ltable.bb1
	.8byte .Ltable.bb2
	.text
