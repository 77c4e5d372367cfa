	.section .note.GNU-stack,"",%progbits
	.arch_extension sve
	.text
	.globl two
	.balign 4
	.type two, %function
two:
	.cfi_startproc
.Ltwo.bb0:
	movprfx z0, z1
	umax z0.s, p0/m, z0.s, z2.s
	umax z0.s, p0/m, z0.s, z2.s
	umax z0.s, p0/m, z0.s, z2.s
	fadd z0.d, p0/m, z0.d, z0.d
	fabd z0.h, p1/m, z0.h, z3.h
	ret
	.cfi_endproc
.Ltwo.end:
	.size two, .Ltwo.end-two
	.arch_extension sve
	.text
	.globl reversed
	.balign 4
	.type reversed, %function
reversed:
	.cfi_startproc
.Lreversed.bb0:
	movprfx z0, z1
	lsr z0.d, p0/m, z0.d, z2.d
	lsr z0.d, p0/m, z0.d, z2.d
	lsrr z0.d, p0/m, z0.d, z1.d
	sdivr z0.s, p0/m, z0.s, z1.s
	fsubr z0.s, p0/m, z0.s, z1.s
	fdiv z0.d, p0/m, z0.d, z0.d
	ret
	.cfi_endproc
.Lreversed.end:
	.size reversed, .Lreversed.end-reversed
	.arch_extension sve
	.text
	.globl number
	.balign 4
	.type number, %function
number:
	.cfi_startproc
.Lnumber.bb0:
	movprfx z0, z1
	asr z0.s, p0/m, z0.s, #3
	lsr z0.s, p0/m, z0.s, #5
	ret
	.cfi_endproc
.Lnumber.end:
	.size number, .Lnumber.end-number
	.arch_extension sve
	.text
	.globl one
	.balign 4
	.type one, %function
one:
	.cfi_startproc
.Lone.bb0:
	movprfx z0, z1
	cnt z0.s, p0/m, z1.s
	fneg z0.d, p0/m, z0.d
	movprfx z0, z3
	scvtf z0.s, p2/m, z3.s
	ret
	.cfi_endproc
.Lone.end:
	.size one, .Lone.end-one
	.arch_extension sve
	.text
	.globl three
	.balign 4
	.type three, %function
three:
	.cfi_startproc
.Lthree.bb0:
	movprfx z0, z1
	fmla z0.s, p0/m, z2.s, z3.s
	fmla z0.s, p0/m, z2.s, z3.s
	fmad z0.s, p0/m, z3.s, z1.s
	fmad z0.s, p0/m, z2.s, z1.s
	fnmsb z0.d, p0/m, z2.d, z1.d
	msb z0.b, p0/m, z0.b, z1.b
	mls z0.b, p0/m, z0.b, z2.b
	ret
	.cfi_endproc
.Lthree.end:
	.size three, .Lthree.end-three
	.arch_extension sve
	.text
	.globl test
	.balign 4
	.type test, %function
test:
	.cfi_startproc
.Ltest.bb0:
	ptest p0, p1.b
	ptest p2, p3.b
	ret
	.cfi_endproc
.Ltest.end:
	.size test, .Ltest.end-test
