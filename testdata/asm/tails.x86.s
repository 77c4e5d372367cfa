	.text
	.globl same
	.balign 16
	.type same, %function
same:
	.cfi_startproc
.Lsame.bb0:
	cmpl $3, %edi
	jg .Lsame.bb4
.Lsame.bb1:
	addl $7, %edi
	testl %edi, %edi
	jne .Lsame.bb5
.Lsame.bb6:
	movl $6, (%rsi)
.Lsame.bb7:
	retq
.Lsame.bb4:
	addl $9, %edi
	testl %edi, %edi
	je .Lsame.bb6
.Lsame.bb5:
	movl $5, (%rsi)
	jmp .Lsame.bb7
	.cfi_endproc
.Lsame.end:
	.size same, .Lsame.end-same
	.text
	.globl longer
	.balign 16
	.type longer, %function
longer:
	.cfi_startproc
.Llonger.bb0:
	cmpl $3, %edi
	jg .Llonger.bb2
.Llonger.bb1:
	movl %edi, 4(%rsi)
.Llonger.bb2:
	movl $5, (%rsi)
.Llonger.bb3:
	retq
	.cfi_endproc
.Llonger.end:
	.size longer, .Llonger.end-longer
	.text
	.globl ends
	.balign 16
	.type ends, %function
ends:
	.cfi_startproc
.Lends.bb0:
	cmpl $3, %edi
	jg .Lends.bb2
.Lends.bb1:
	movl %edi, 4(%rsi)
.Lends.bb4:
	movl $5, (%rsi)
	movl $6, 8(%rsi)
	movl $7, 12(%rsi)
.Lends.bb3:
	retq
.Lends.bb2:
	movl %edi, 16(%rsi)
	jmp .Lends.bb4
	.cfi_endproc
.Lends.end:
	.size ends, .Lends.end-ends
	.text
	.globl few
	.balign 16
	.type few, %function
few:
	.cfi_startproc
.Lfew.bb0:
	cmpl $3, %edi
	jg .Lfew.bb2
.Lfew.bb1:
	movl %edi, 4(%rsi)
	movl $5, (%rsi)
	movl $6, 8(%rsi)
	jmp .Lfew.bb3
.Lfew.bb2:
	movl %edi, 16(%rsi)
	movl $5, (%rsi)
	movl $6, 8(%rsi)
.Lfew.bb3:
	retq
	.cfi_endproc
.Lfew.end:
	.size few, .Lfew.end-few
	.text
	.globl call
	.balign 16
	.type call, %function
call:
	.cfi_startproc
.Lcall.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	cmpl $3, %edi
	jg .Lcall.bb2
.Lcall.bb1:
	subq $8, %rsp
	.cfi_def_cfa_offset 24
	pushq %rdi
	.cfi_def_cfa_offset 32
	movl $5, %esi
	movl $6, %edx
	callq *%rsi
	addq $16, %rsp
	.cfi_def_cfa_offset 16
	jmp .Lcall.bb3
.Lcall.bb2:
	subq $8, %rsp
	.cfi_def_cfa_offset 24
	pushq %rsi
	.cfi_def_cfa_offset 32
	movl $5, %esi
	movl $6, %edx
	callq *%rsi
	addq $16, %rsp
	.cfi_def_cfa_offset 16
.Lcall.bb3:
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lcall.end:
	.size call, .Lcall.end-call
	.text
	.globl labels
	.balign 16
	.type labels, %function
labels:
	.cfi_startproc
.Llabels.bb0:
	cmpl $3, %edi
	jg .Llabels.bb2
.Llabels.bb1:
.Lone:
	movl $5, (%rsi)
	jmp .Llabels.bb3
.Llabels.bb2:
.Lother:
	movl $5, (%rsi)
.Llabels.bb3:
	retq
	.cfi_endproc
.Llabels.end:
	.size labels, .Llabels.end-labels
	.text
	.globl inline
	.balign 16
	.type inline, %function
inline:
	.cfi_startproc
.Linline.bb0:
	cmpl $3, %edi
	jg .Linline.bb2
.Linline.bb1:
	nop
	jmp .Linline.bb3
.Linline.bb2:
	nop
.Linline.bb3:
	retq
	.cfi_endproc
.Linline.end:
	.size inline, .Linline.end-inline
	.text
	.globl apart
	.balign 16
	.type apart, %function
apart:
	.cfi_startproc
.Lapart.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	cmpl $3, %edi
	jg .Lapart.bb2
.Lapart.bb1:
	callq *%rsi
	jmp .Lapart.bb3
.Lapart.bb2:
	callq *%rsi
.Lapart.bb3:
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lapart.end:
	.size apart, .Lapart.end-apart
	.text
	.globl taken
	.balign 16
	.type taken, %function
taken:
	.cfi_startproc
.Ltaken.bb0:
	jmpq *%rdi
.Ltaken.bb1:
	movl $5, (%rsi)
	movl $6, 8(%rsi)
	jmp .Ltaken.bb3
.Ltaken.bb2:
	movl $5, (%rsi)
	movl $6, 8(%rsi)
.Ltaken.bb3:
	movl $7, 12(%rsi)
.Ltaken.bb4:
	retq
	.cfi_endproc
.Ltaken.end:
	.size taken, .Ltaken.end-taken
	.text
	.globl steps
	.balign 16
	.type steps, %function
steps:
	.cfi_startproc
.Lsteps.bb0:
	jmpq *%rdi
.Lsteps.bb1:
	movl $5, (%rsi)
	addq $8, %rdi
	addq $8, %rsi
	jmpq *(%rdi)
.Lsteps.bb2:
	movl $6, (%rsi)
	addq $8, %rdi
	addq $8, %rsi
	jmpq *(%rdi)
.Lsteps.bb3:
.Lsteps.bb4:
	retq
	.cfi_endproc
.Lsteps.end:
	.size steps, .Lsteps.end-steps
