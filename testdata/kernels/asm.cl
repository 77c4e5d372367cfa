// Inline assembly: vector and scalar operands, pairs, ties, early-clobbers,
// fixed registers and clobbers.
// not: gcn1030 (instructions of the gfx9 generation)
#include "gcn.h"

kernel void
vector(global uint *out, global const uint *in, uint k)
{
	uint i = global_id(), a = in[i], b, c;

	__asm__ volatile("v_add_u32 %0, %1, %2" : "=v"(b) : "v"(a), "s"(k));
	__asm__("v_xor_b32 %0, %0, %1" : "+v"(a) : "v"(b));
	__asm__("v_mov_b32 %0, %1\n\tv_lshl_add_u32 %0, %0, 3, %2"
		: "=&v"(c) : "v"(a), "v"(b));
	out[i] = a + b + c;
}

kernel void
scalar(global uint *out, uint k, ulong m)
{
	uint r;
	ulong p;

	__asm__("s_bcnt1_i32_b64 %0, %1" : "=s"(r) : "s"(m) : "scc");
	__asm__("s_lshl_b64 %0, %1, %2" : "=s"(p) : "s"(m), "s"(k) : "scc");
	__asm__ volatile("s_nop 0" : : : "s40", "s41", "v40", "v41", "vcc");
	out[global_id()] = r + (uint)p + (uint)(p >> 32) + k;
}

kernel void
wide(global uint4 *out, global const uint4 *in)
{
	uint i = global_id();
	uint4 v = in[i], w;

	__asm__ volatile("global_load_dwordx4 %0, %1, off\n\ts_waitcnt vmcnt(0)"
		: "=&v"(w) : "v"(in + i + 1) : "memory");
	out[i] = v ^ w.wzyx;
}
