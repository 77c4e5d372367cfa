	.text
	.globl owner
	.balign 256
	.type owner, %function
owner:
.Lowner.bb0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mfma_f32_16x16x1f32 a[0:15], v0, v1, a[0:15]
.Lowner.bb1:
	s_nop 7
	v_mfma_f32_16x16x1f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_cbranch_scc1 .Lowner.bb1
.Lowner.bb2:
	s_endpgm
.Lowner.end:
	.size owner, .Lowner.end-owner
