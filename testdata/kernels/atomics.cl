// Atomics: global and local, with and without a result, 64-bit, a
// compare-exchange loop for a float sum, a histogram.
#include "gcn.h"

kernel void
counters(global atomic_uint *c, global atomic_ulong *w, global uint *out)
{
	uint i = global_id();
	uint old = __opencl_atomic_fetch_add(c, i, memory_order_relaxed,
		memory_scope_device);

	__opencl_atomic_fetch_max(c + 1, old, memory_order_relaxed,
		memory_scope_device);
	__opencl_atomic_fetch_xor(c + 2, i, memory_order_acq_rel,
		memory_scope_work_group);
	ulong x = __opencl_atomic_fetch_add(w, (ulong)i << 20,
		memory_order_relaxed, memory_scope_device);
	uint expected = i;
	bool done = __opencl_atomic_compare_exchange_strong(c + 3, &expected,
		old, memory_order_seq_cst, memory_order_relaxed,
		memory_scope_device);
	out[i] = old + (uint)x + expected + done;
}

kernel void
float_sum(global atomic_uint *total, global const float *in)
{
	float v = in[global_id()];
	uint old = __opencl_atomic_load(total, memory_order_relaxed,
		memory_scope_device);

	while (!__opencl_atomic_compare_exchange_weak(total, &old,
		as_uint(as_float(old) + v), memory_order_relaxed,
		memory_order_relaxed, memory_scope_device))
		;
}

kernel workgroup(256) void
histogram(global const uchar *in, global uint *out, uint n)
{
	local atomic_uint bins[256];
	uint l = local_id();

	__opencl_atomic_store(bins + l, 0, memory_order_relaxed,
		memory_scope_work_group);
	sync();
	for (uint i = l; i < n; i += 256)
		__opencl_atomic_fetch_add(bins + in[i], 1, memory_order_relaxed,
			memory_scope_work_group);
	sync();
	out[l] = __opencl_atomic_load(bins + l, memory_order_relaxed,
		memory_scope_work_group);
}
