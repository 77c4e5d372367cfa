// The simplest: one load, one multiply-add, one store a work item.
#include "gcn.h"

kernel void
saxpy(global float *y, global const float *x, float a, uint n)
{
	uint i = global_id();

	if (i < n)
		y[i] = a * x[i] + y[i];
}
