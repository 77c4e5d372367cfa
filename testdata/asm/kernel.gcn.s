	.text
	.globl kernel
	.balign 256
	.type kernel, %function
kernel:
.Lkernel.bb0:
	s_mov_b64 s[96:97], s[0:1]
	s_mov_b64 s[98:99], s[2:3]
	s_add_u32 s96, s96, s7
	s_addc_u32 s97, s97, 0
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_writelane_b32 v8, s8, 0
	v_writelane_b32 v8, s9, 1
	v_mov_b32_e32 v1, 0x3f800000
	v_lshlrev_b64 v[2:3], 2, v[0:1]
	buffer_store_dword v2, off, s[96:99], 0 offset:8
	buffer_store_dword v3, off, s[96:99], 0 offset:12
	buffer_load_dword v2, off, s[96:99], 0 offset:8
	buffer_load_dword v3, off, s[96:99], 0 offset:12
	v_readlane_b32 s10, v8, 0
	v_readlane_b32 s11, v8, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_nop 4
	global_load_dword v4, v0, s[10:11] offset:4
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e64 v4, -v4, |v1|
	v_pk_fma_f16 v5, v1, v1, v1 neg_lo:[0,0,1]
	global_store_dword v[2:3], v4, off
	v_mov_b32_e32 v6, s4
	v_mov_b32_e32 v7, s5
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm
.Lkernel.end:
	.size kernel, .Lkernel.end-kernel
