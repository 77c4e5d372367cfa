	.text
	.globl arithmetic
	.balign 16
	.type arithmetic, %function
arithmetic:
	.cfi_startproc
.Larithmetic.bb0:
	fldt (%rdi)
	fldl 16(%rdi)
	fld %st(1)
	fsub %st(1), %st
	fsubr %st(1), %st
	fld %st(0)
	fdiv %st(3), %st
	fdiv %st, %st(1)
	fmul %st(0), %st
	faddp %st, %st(1)
	fisubrl 24(%rdi)
	fld %st(0)
	fchs
	fucomi %st(1), %st
	fstp %st(1)
	fcmovbe %st(1), %st
	fld %st(0)
	fstpt 32(%rdi)
	fsts 48(%rdi)
	fistpll 56(%rdi)
	retq
	.cfi_endproc
.Larithmetic.end:
	.size arithmetic, .Larithmetic.end-arithmetic
	.text
	.globl joins
	.balign 16
	.type joins, %function
joins:
	.cfi_startproc
.Ljoins.bb0:
	fldt (%rdi)
	fldt 16(%rdi)
	fldt 32(%rdi)
	testl %edi, %edi
	fxch %st(2)
	fxch %st(1)
	je .Ljoins.bb2
.Ljoins.bb1:
	fstp %st(2)
	fsubp %st, %st(1)
	jmp .Ljoins.bb3
.Ljoins.bb2:
	fstp %st(0)
	fstp %st(0)
.Ljoins.bb3:
	retq
	.cfi_endproc
.Ljoins.end:
	.size joins, .Ljoins.end-joins
	.text
	.globl calls
	.balign 16
	.type calls, %function
calls:
	.cfi_startproc
.Lcalls.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	callq pair
	fld %st(1)
	faddp %st, %st(2)
	fld %st(1)
	fabs
	fstp %st(0)
	fxch %st(1)
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lcalls.end:
	.size calls, .Lcalls.end-calls
	.text
	.globl constants
	.balign 16
	.type constants, %function
constants:
	.cfi_startproc
.Lconstants.bb0:
	fld1
	fldz
	fsubrp %st, %st(1)
	retq
	.cfi_endproc
.Lconstants.end:
	.size constants, .Lconstants.end-constants
