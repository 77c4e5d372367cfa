	.text
	.globl pairs
	.balign 256
	.type pairs, %function
pairs:
.Lpairs.bb0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 2
	v_accvgpr_read_b32 v10, a1
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 2
	v_accvgpr_write_b32 a1, v20
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 2
	global_store_dword v[30:31], a1, off
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 2
	global_load_dword a1, v[30:31], off
	s_nop 7
	s_nop 7
	s_nop 7
	s_waitcnt vmcnt(0)
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[2:5], v0, v1, a[2:5]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 2
	v_mfma_f32_4x4x1f32 a[8:11], a0, v1, a[8:11]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 0
	v_mfma_f64_4x4x4f64 a[2:3], v[0:1], v[2:3], a[2:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 2
	v_mfma_f64_4x4x4f64 a[8:9], a[0:1], v[2:3], a[8:9]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 2
	v_accvgpr_read_b32 v10, a1
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 2
	v_accvgpr_write_b32 a1, v20
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 2
	global_store_dword v[30:31], a1, off
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 2
	global_load_dword a1, v[30:31], off
	s_nop 7
	s_nop 7
	s_nop 7
	s_waitcnt vmcnt(0)
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	v_mfma_f32_4x4x1f32 a[2:5], v0, v1, a[2:5]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 2
	v_mfma_f32_4x4x1f32 a[8:11], a0, v1, a[8:11]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 0
	v_mfma_f64_4x4x4f64 a[2:3], v[0:1], v[2:3], a[2:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_16x16x4f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 2
	v_mfma_f64_4x4x4f64 a[8:9], a[0:1], v[2:3], a[8:9]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 4
	v_accvgpr_read_b32 v10, a1
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 4
	v_accvgpr_write_b32 a1, v20
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 4
	global_store_dword v[30:31], a1, off
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 4
	global_load_dword a1, v[30:31], off
	s_nop 7
	s_nop 7
	s_nop 7
	s_waitcnt vmcnt(0)
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 1
	v_mfma_f32_4x4x1f32 a[2:5], v0, v1, a[2:5]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 4
	v_mfma_f32_4x4x1f32 a[8:11], a0, v1, a[8:11]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 2
	v_mfma_f64_4x4x4f64 a[2:3], v[0:1], v[2:3], a[2:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 4
	v_mfma_f64_4x4x4f64 a[8:9], a[0:1], v[2:3], a[8:9]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 2
	v_accvgpr_read_b32 v10, a1
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 2
	v_accvgpr_write_b32 a1, v20
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 7
	s_nop 1
	global_store_dword v[30:31], a1, off
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 2
	global_load_dword a1, v[30:31], off
	s_nop 7
	s_nop 7
	s_nop 7
	s_waitcnt vmcnt(0)
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	v_mfma_f32_4x4x1f32 a[2:5], v0, v1, a[2:5]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 2
	v_mfma_f32_4x4x1f32 a[8:11], a0, v1, a[8:11]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 0
	v_mfma_f64_4x4x4f64 a[2:3], v[0:1], v[2:3], a[2:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 2
	v_mfma_f64_4x4x4f64 a[8:9], a[0:1], v[2:3], a[8:9]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 5
	v_accvgpr_read_b32 v10, a1
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 5
	v_accvgpr_write_b32 a1, v20
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 7
	s_nop 0
	global_store_dword v[30:31], a1, off
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 5
	global_load_dword a1, v[30:31], off
	s_nop 7
	s_nop 7
	s_nop 7
	s_waitcnt vmcnt(0)
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	v_mfma_f32_4x4x1f32 a[2:5], v0, v1, a[2:5]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 5
	v_mfma_f32_4x4x1f32 a[8:11], a0, v1, a[8:11]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	v_mfma_f64_4x4x4f64 a[2:3], v[0:1], v[2:3], a[2:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 5
	v_mfma_f64_4x4x4f64 a[8:9], a[0:1], v[2:3], a[8:9]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 3
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mov_b32_e32 v0, 5
	s_nop 1
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mov_b32_e32 v0, 5
	s_nop 1
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 7
	s_nop 7
	s_nop 7
	v_dot2_f32_f16 v0, v1, v2, v3
	s_nop 2
	v_mov_b32_e32 v10, v0
	s_nop 7
	s_nop 7
	s_nop 7
	v_dot2_f32_f16 v0, v1, v2, v3
	v_dot2_f32_f16 v0, v1, v2, v3
	s_nop 7
	s_nop 7
	s_nop 7
	v_dot2_f32_f16 v0, v1, v2, v3
	s_nop 2
	v_dot2_i32_i16 v0, v0, v2, v3
	s_nop 7
	s_nop 7
	s_nop 7
	v_dot2_f32_f16 v0, v1, v2, v3
	s_nop 2
	v_mov_b32_e32 v0, 7
	s_nop 7
	s_nop 7
	s_nop 7
	v_dot2_f32_f16 v0, v1, v2, v3
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mov_b32_e32 v10, 5
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 0
	global_store_dword v[30:31], v10, off
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f32_32x32x2f32 a[0:15], v0, v1, a[0:15]
	s_nop 7
	s_nop 7
	s_nop 2
	v_accvgpr_read_b32 v10, a2
	s_nop 7
	s_nop 7
	s_nop 7
	v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]
	s_nop 1
	v_fma_f64 v[20:21], v[20:21], v[20:21], v[20:21]
	s_nop 7
	s_nop 7
	s_nop 7
	v_readlane_b32 s4, v0, 3
	s_nop 3
	v_readlane_b32 s5, v0, s4
	s_nop 7
	s_nop 7
	s_nop 7
	v_readlane_b32 s4, v0, 3
	s_nop 4
	global_store_dword v30, v1, s[4:5]
	s_nop 7
	s_nop 7
	s_nop 7
	v_mov_b32_e32 v0, 5
	s_nop 1
	v_mov_b32_dpp v11, v0 quad_perm:[1,0,0,0] row_mask:0xf bank_mask:0xf
	s_nop 7
	s_nop 7
	s_nop 7
	global_store_dwordx4 v[30:31], v[0:3], off
	s_nop 0
	v_mov_b32_e32 v0, 5
	s_nop 7
	s_nop 7
	s_nop 7
	v_dot2_f32_f16 v0, v1, v2, v3
	s_nop 2
	global_store_dword v[30:31], v0, off
	s_nop 7
	s_nop 7
	s_nop 7
	v_dot2_f32_f16 v0, v1, v2, v3
	s_nop 2
	v_mov_b32_dpp v11, v0 quad_perm:[1,0,0,0] row_mask:0xf bank_mask:0xf
	s_nop 7
	s_nop 7
	s_nop 7
	v_cmpx_eq_u32_e64 s[10:11], v0, v1
	s_nop 3
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
	s_nop 7
	s_nop 7
	s_nop 7
	v_cmpx_eq_u32_e64 s[10:11], v0, v1
	s_nop 4
	v_mov_b32_dpp v11, v0 quad_perm:[1,0,0,0] row_mask:0xf bank_mask:0xf
	s_nop 7
	s_nop 7
	s_nop 7
	v_cmpx_eq_u32_e64 s[10:11], v0, v1
	s_nop 4
	global_store_dwordx4 v[30:31], v[0:3], off
	s_nop 7
	s_nop 7
	s_nop 7
	s_endpgm
.Lpairs.end:
	.size pairs, .Lpairs.end-pairs
