// A bitonic sort in local memory: barriers inside two loops, exchange under a
// divergent condition.
#include "gcn.h"

kernel workgroup(256) void
bitonic(global uint *keys, global uint *values)
{
	local uint k[512], v[512];
	uint l = local_id(), base = group_id() * 512;

	for (uint i = l; i < 512; i += 256) {
		k[i] = keys[base + i];
		v[i] = values[base + i];
	}
	for (uint size = 2; size <= 512; size <<= 1) {
		for (uint stride = size >> 1; stride > 0; stride >>= 1) {
			sync();
			uint at = 2 * l - (l & (stride - 1));
			uint up = (l & (size >> 1)) == 0;
			uint a = k[at], b = k[at + stride];

			if ((a > b) == up) {
				uint x = v[at];

				k[at] = b;
				k[at + stride] = a;
				v[at] = v[at + stride];
				v[at + stride] = x;
			}
		}
	}
	sync();
	for (uint i = l; i < 512; i += 256) {
		keys[base + i] = k[i];
		values[base + i] = v[i];
	}
}
