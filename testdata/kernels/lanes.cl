// Operations between lanes: ballots, reading a lane, data-parallel moves,
// permutation through local memory's crossbar, a prefix sum.
// not: gcn1* (row broadcasts)
#include "gcn.h"

kernel workgroup(64) void
ballot(global ulong *masks, global uint *out, global const int *in)
{
	uint i = global_id();
	int v = in[i];
	ulong m = __builtin_amdgcn_uicmp(v, 10, 38);
	int first = __builtin_amdgcn_readfirstlane(v);
	int at = __builtin_amdgcn_readlane(v, first & 63);
	uint before = __builtin_amdgcn_mbcnt_hi(m >> 32,
		__builtin_amdgcn_mbcnt_lo((uint)m, 0));

	masks[group_id()] = m;
	if (m >> local_id() & 1)
		out[before] = v + at;
}

kernel workgroup(64) void
rows(global int *out, global const int *in)
{
	int v = in[global_id()], s = v;

	s += __builtin_amdgcn_update_dpp(0, s, 0x111, 0xf, 0xf, false);
	s += __builtin_amdgcn_update_dpp(0, s, 0x112, 0xf, 0xf, false);
	s += __builtin_amdgcn_update_dpp(0, s, 0x114, 0xf, 0xe, false);
	s += __builtin_amdgcn_update_dpp(0, s, 0x118, 0xf, 0xc, false);
	s += __builtin_amdgcn_update_dpp(0, s, 0x142, 0xa, 0xf, false);
	s += __builtin_amdgcn_update_dpp(0, s, 0x143, 0xc, 0xf, false);
	out[global_id()] = s + __builtin_amdgcn_readlane(s, 63);
}

kernel workgroup(64) void
permute(global int *out, global const int *in)
{
	uint l = local_id();
	int v = in[global_id()];
	int a = __builtin_amdgcn_ds_bpermute((l ^ 21) << 2, v);
	int b = __builtin_amdgcn_ds_permute((l * 5 & 63) << 2, a);
	int c = __builtin_amdgcn_ds_swizzle(b, 0x041f);

	for (uint w = 1; w < 64; w <<= 1) {
		int t = __builtin_amdgcn_ds_bpermute((l - w) << 2, c);

		if (l >= w)
			c += t;
	}
	out[global_id()] = c;
}
