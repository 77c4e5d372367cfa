/*
 * What happens to loops that exceed their bounds.
 */
#include "core/base/bound.h"

#include <stdio.h>
#include <stdlib.h>

void
bound_exceeded(const char *file, int line)
{
	fprintf(stderr,
		"regalloc: internal error: %s:%d: a loop does not end\n", file,
		line);
	abort();
}
