	.section .note.GNU-stack,"",%progbits
	.text
	.globl lengths
	.balign 16
	.type lengths, %function
lengths:
	.cfi_startproc
.Llengths.bb0:
	vxorps %xmm1, %xmm1, %xmm1
	vxorps %xmm2, %xmm2, %xmm2
	vxorps %xmm3, %xmm3, %xmm3
	vxorps %xmm4, %xmm4, %xmm4
	vxorps %xmm5, %xmm5, %xmm5
	vxorps %xmm6, %xmm6, %xmm6
	vxorps %xmm7, %xmm7, %xmm7
	vpxord %xmm16, %xmm16, %xmm16
	vpxord %xmm17, %xmm17, %xmm17
	vpxord %xmm18, %xmm18, %xmm18
	vpxord %xmm19, %xmm19, %xmm19
	retq
	.cfi_endproc
.Llengths.end:
	.size lengths, .Llengths.end-lengths
	.text
	.globl widest
	.balign 16
	.type widest, %function
widest:
	.cfi_startproc
.Lwidest.bb0:
	vxorps %xmm1, %xmm1, %xmm1
	vxorps %xmm2, %xmm2, %xmm2
	vxorps %xmm3, %xmm3, %xmm3
	vxorps %xmm4, %xmm4, %xmm4
	vxorps %xmm5, %xmm5, %xmm5
	vpxord %zmm16, %zmm16, %zmm16
	vpxord %zmm17, %zmm17, %zmm17
	vpxord %zmm18, %zmm18, %zmm18
	vpxord %zmm19, %zmm19, %zmm19
	retq
	.cfi_endproc
.Lwidest.end:
	.size widest, .Lwidest.end-widest
