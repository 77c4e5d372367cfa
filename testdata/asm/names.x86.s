	.section .note.GNU-stack,"",%progbits
	.text
	.balign 16
	.type raw, %function
raw:
	.cfi_startproc
.Lraw.bb0:
	retq
	.cfi_endproc
.Lraw.end:
	.size raw, .Lraw.end-raw
	.text
	.balign 16
	.type "a'b c", %function
"a'b c":
	.cfi_startproc
.La_b_c.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	callq raw
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.La_b_c.end:
	.size "a'b c", .La_b_c.end-"a'b c"
