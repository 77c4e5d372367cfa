	.text
	.globl f
	.balign 256
	.type f, %function
f:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_or_saveexec_b64 vcc, -1
	buffer_store_dword v0, off, s[0:3], s32 offset:4
	s_mov_b64 exec, vcc
	buffer_store_dword v40, off, s[0:3], s32
	v_writelane_b32 v0, s40, 0
.Lf.bb0:
	v_mov_b32_e32 v40, 1
	s_mov_b32 s40, 1
	s_add_i32 s4, s4, s40
	s_cbranch_scc1 .Lf.bb0
.Lf.bb1:
	buffer_load_dword v40, off, s[0:3], s32
	v_readlane_b32 s40, v0, 0
	s_or_saveexec_b64 vcc, -1
	buffer_load_dword v0, off, s[0:3], s32 offset:4
	s_mov_b64 exec, vcc
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lf.end:
	.size f, .Lf.end-f
