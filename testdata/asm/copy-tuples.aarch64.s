	.text
	.globl copies
	.balign 4
	.type copies, %function
copies:
	.cfi_startproc
.Lcopies.bb0:
	orr v31.16b, v0.16b, v0.16b
	orr v0.16b, v1.16b, v1.16b
	orr v30.16b, v31.16b, v31.16b
	orr v31.16b, v0.16b, v0.16b
	orr v0.16b, v31.16b, v31.16b
	orr v31.16b, v30.16b, v30.16b
	orr v1.16b, v0.16b, v0.16b
	orr v0.16b, v31.16b, v31.16b
	ret
	.cfi_endproc
.Lcopies.end:
	.size copies, .Lcopies.end-copies
