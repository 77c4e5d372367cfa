// Bit tricks: counting, reversal, extraction, rotation, saturation, products
// of 24 and 64 bits, permutation of bytes.
#include "gcn.h"

kernel void
count(global uint *out, global const uint *in, global const ulong *w)
{
	uint i = global_id(), v = in[i];
	ulong x = w[i];
	uint r = __builtin_popcount(v) + __builtin_clz(v | 1) * 3 +
		__builtin_ctz(v | 0x80000000) * 5 +
		__builtin_popcountll(x) * 7 + __builtin_clzll(x | 1) * 11;

	out[i] = r ^ __builtin_bitreverse32(v) ^
		(uint)__builtin_bitreverse64(x);
}

kernel void
extract(global uint *out, global const uint *in, uint at, uint n)
{
	uint i = global_id(), v = in[i];
	uint a = v >> 5 & 0x1ff, b = v >> (at & 31) & ((1u << (n & 31)) - 1);
	int c = (int)(v << 7) >> 19;
	uint d = (v & at) | (n & ~at);
	uint e = __builtin_amdgcn_alignbit(v, at, n);
	uint f = __builtin_amdgcn_perm(v, at, 0x01060207);

	out[i] = a + b * 3 + c + d + (e ^ f) + (v << 9 | v >> 23) +
		__builtin_amdgcn_ubfe(v, n, 7) + __builtin_amdgcn_sad_u8(v, at, n);
}

kernel void
hash(global ulong *out, global const uint *in, int n)
{
	uint i = global_id();
	ulong h = 14695981039346656037ul;
	uint a = 0x67452301, b = 0xefcdab89;

	for (int k = 0; k < n; k++) {
		uint v = in[i + k];

		h = (h ^ v) * 1099511628211ul;
		h ^= h >> 29;
		a = (a << 7 | a >> 25) + (b ^ v) * 0x9e3779b1u;
		b += (uint)((ulong)a * v >> 32);
		b ^= __builtin_amdgcn_mbcnt_lo(a, v);
	}
	out[i] = h + a + ((ulong)b << 32);
}
