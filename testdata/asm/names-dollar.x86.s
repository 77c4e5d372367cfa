	.type "$data", %object
	.section .data,"aw",%progbits
	.globl "$data"
	.balign 4
"$data":
	.4byte 3
	.size "$data", 4
	.type .L$own, %object
	.balign 4
.L$own:
	.4byte 1
	.4byte 2
	.size .L$own, 8
	.type "$address", %object
	.globl "$address"
	.balign 8
"$address":
	.8byte "$data"+4
	.size "$address", 8
	.globl "$alias"
	.type "$alias", %object
	.set "$alias", "$data"
	.section .note.GNU-stack,"",%progbits
	.text
	.globl "$f"
	.balign 16
	.type "$f", %function
"$f":
	.cfi_startproc
.L$f.bb0:
	movl "$data"(%rip), %eax
	addl .L$own(,%rdi,4), %eax
	movq $"$data"+8, "$address"(%rip)
	jmp "$raw name"
	.cfi_endproc
.L$f.end:
	.size "$f", .L$f.end-"$f"
	.text
	.globl "$raw name"
	.balign 16
	.type "$raw name", %function
"$raw name":
	.cfi_startproc
.L$raw$20name.bb0:
	subq $8, %rsp
	.cfi_def_cfa_offset 16
	callq "$f"
	.cfi_remember_state
	addq $8, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.L$raw$20name.end:
	.size "$raw name", .L$raw$20name.end-"$raw name"
