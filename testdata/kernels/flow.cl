// Branches and loops that lanes leave at different times; wave.c runs it.
#include "gcn.h"
#include "flow.h"

#ifdef TIGHT
__attribute__((amdgpu_num_vgpr(6), amdgpu_num_sgpr(32)))
#endif
kernel void
flow(global uint *out, uint n, uint k)
{
	uint i = __builtin_amdgcn_workitem_id_x();

	out[i] = flow_of(i, n, k);
}
