	.text
	.globl f
	.balign 256
	.type f, %function
f:
.Lf.bb0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_nop 0
	s_movreld_b32 s0, s8
	s_nop 0
	s_movreld_b64 s[0:1], s[8:9]
	s_set_gpr_idx_on s9, gpr_idx(DST) ; v[0:3]
	v_mov_b32_e32 v1, s8
	s_set_gpr_idx_off
	s_set_gpr_idx_on s9, gpr_idx(SRC0) ; v[0:3]
	v_mov_b32_e32 v5, v1
	s_set_gpr_idx_off
	s_endpgm
.Lf.end:
	.size f, .Lf.end-f
