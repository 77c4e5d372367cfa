	.type ".Lend%0a of %22%25%22", %object
	.section .rodata,"a",%progbits
".Lend%0a of %22%25%22":
	.byte 5
	.size ".Lend%0a of %22%25%22", 1
	.type "back\\slash\"", %object
"back\\slash\"":
	.byte 6
	.size "back\\slash\"", 1
	.section .note.GNU-stack,"",%progbits
	.text
	.balign 16
	.type raw, %function
raw:
	.cfi_startproc
.Lraw.bb0:
	movl ".Lend%0a of %22%25%22"(%rip), %eax
	retq
	.cfi_endproc
.Lraw.end:
	.size raw, .Lraw.end-raw
	.text
	.balign 16
	.type "a'b c", %function
"a'b c":
	.cfi_startproc
.La$27b$20c.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	callq raw
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.La$27b$20c.end:
	.size "a'b c", .La$27b$20c.end-"a'b c"
	.text
	.balign 16
	.type "a b'c", %function
"a b'c":
	.cfi_startproc
.La$20b$27c.bb0:
	retq
	.cfi_endproc
.La$20b$27c.end:
	.size "a b'c", .La$20b$27c.end-"a b'c"
