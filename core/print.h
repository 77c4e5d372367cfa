/*
 * -print: analyses of a function as text.
 */
#ifndef REGALLOC_PRINT_H
#define REGALLOC_PRINT_H

#include "core/pipeline.h"

/* The words of PipelineOptions.print that show the function as it was read. */
#define PRINT_ANALYSES                                                         \
	(PRINT_CFG | PRINT_LIVENESS | PRINT_KILLS | PRINT_INTERVALS |          \
	 PRINT_LANES | PRINT_DEMAND | PRINT_FLAG_DIFFERENCES)

/* Append what OPTIONS asks for of PRINT_ANALYSES about F, each under a line
 * "intervals of NAME"; with a demand limit, see that it is kept.  RESERVED: bit
 * set over RegId.  Messages go to F's diag. */
Result analyses_print(Func *f, const PipelineOptions *options,
		      const uint64_t *reserved, Arena *tmp, Buf *out);

#endif
