	.file 1 "//f.cl"
	.text
	.globl f
	.balign 256
	.type f, %function
f:
.Lf.begin:
.Lf.bb0:
	.loc 1 3 0 is_stmt 1
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v0, 1
	.loc 1 3 0 prologue_end
	v_mov_b32_e32 v1, 1
	.loc 1 4 0
	s_setpc_b64 s[30:31]
.Lf.end:
	.size f, .Lf.end-f
