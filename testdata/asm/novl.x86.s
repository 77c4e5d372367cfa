	.text
	.globl novl
	.balign 16
	.type novl, %function
novl:
	.cfi_startproc
.Lnovl.bb0:
	vmovaps (%rdi), %xmm1
	vbroadcastf32x4 16(%rdi), %zmm17
	vmovups 32(%rdi,%rdi,2), %xmm2
	vbroadcastf32x4 48(%rdi), %zmm18
	vmovaps 64(%rdi), %ymm3
	vbroadcastf64x4 96(%rdi), %zmm19
	vmovups 128(%rdi), %ymm4
	vbroadcastf64x4 160(%rdi), %zmm20
	vmovaps %xmm1, (%rdi)
	vextractf32x4 $0, %zmm17, 16(%rdi)
	vmovups %xmm2, 32(%rdi,%rdi,2)
	vextractf32x4 $0, %zmm18, 48(%rdi)
	vmovaps %ymm3, 64(%rdi)
	vextractf64x4 $0, %zmm19, 96(%rdi)
	vmovups %ymm4, 128(%rdi)
	vextractf64x4 $0, %zmm20, 160(%rdi)
	vmovaps %zmm18, %zmm17
	movaps %xmm2, %xmm1
	vmovaps %zmm18, %zmm1
	vmovaps %zmm3, %zmm20
	retq
	.cfi_endproc
.Lnovl.end:
	.size novl, .Lnovl.end-novl
