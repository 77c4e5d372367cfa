	.text
	.globl data
	.balign 16
	.type data, %function
data:
	.cfi_startproc
.Ldata.bb0:
	movsd .Ldata.cp0(%rip), %xmm0
	movss .Ldata.cp1(%rip), %xmm1
	movaps .Ldata.cp2(%rip), %xmm2
	movaps .Ldata.cp3(%rip), %xmm3
	movaps %xmm3, %xmm4
	movq %fs:40, %rax
	jmpq *.Ldata.jt0(,%rdi,8)
.Ldata.bb1:
	sete %al
	movb %al, %ah
	retq
.Ldata.bb2:
	xorps %xmm0, %xmm0
	jmp tail
	.cfi_endproc
.Ldata.end:
	.size data, .Ldata.end-data
	.section .rodata
	.balign 8
.Ldata.cp0:
	.8byte 4614500768194494464
	.balign 4
.Ldata.cp1:
	.4byte 1068827891
	.balign 16
.Ldata.cp2:
	.4byte 0
	.4byte 4294967295
	.4byte 2147483647
	.zero 4
	.balign 16
.Ldata.cp3:
	.zero 16
	.balign 16
.Ldata.cp4:
	.8byte 9223372036854775808
	.2byte 16383
	.zero 6
	.balign 8
.Ldata.cp5:
	.2byte 5
	.2byte 5
	.2byte 5
	.2byte 5
	.balign 4
.Ldata.cp6:
	.4byte 2141192192
.Ldata.cp7:
	.ascii "a\\'\000"
	.balign 8
.Ldata.jt0:
	.8byte .Ldata.bb1
	.8byte .Ldata.bb2
	.8byte .Ldata.bb1
	.text
