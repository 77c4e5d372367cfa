/*
 * -print: analyses of a function as text.
 */
#ifndef REGALLOC_PRINT_H
#define REGALLOC_PRINT_H

#include "core/explain/question.h"
#include "core/explain/remedy.h"
#include "core/explain/story.h"
#include "core/options.h"

/* Append what OPTIONS asks for of PRINT_ANALYSES about F, each under a line
 * "intervals of NAME"; with a demand limit, see that it is kept.  RESERVED: bit
 * set over RegId.  Messages go to F's diag. */
Result analyses_print(Func *f, const PipelineOptions *options,
		      const uint64_t *reserved, Arena *tmp, Buf *out);

/* What allocation leaves for those who ask. */
typedef struct {
	Story story; /* without what story_open fills in */
	Func *code;  /* allocated; NULL: that failed */
	const float *code_freq;
	const Question *explain;
	RemedyInput remedy; /* trial NULL: none is asked for */
} Outcome;

/* Append what OPTIONS asks for of the registers to explain and of
 * PRINT_ALLOCATED.  False after an error, which is in the function's diag. */
bool outcome_print(Outcome *outcome, const PipelineOptions *options, Arena *tmp,
		   Buf *out);

#endif
