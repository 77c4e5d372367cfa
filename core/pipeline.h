/*
 * The driver that runs the passes over one function.
 */
#ifndef REGALLOC_PIPELINE_H
#define REGALLOC_PIPELINE_H

#include "core/explain/compare.h"
#include "core/explain/remedy.h"
#include "core/options.h"

/* Where what comes of a function goes. */
typedef struct {
	Buf *out;		   /* what is asked for */
	Buf *dump;		   /* what print_after asks for */
	Stats *stats;		   /* counts and times */
	const AsmFunc *of;	   /* what its assembly takes and notes */
	const CompareRival *rival; /* NULL: nothing is compared */
	RemedyRole remedy;
} PipelineOutput;

/* Run the passes over F and append to TO what is asked for.  TMP is used
 * between passes and emptied.  Messages go to F's diag. */
Result pipeline_run(Func *f, const PipelineOptions *options, Arena *tmp,
		    const PipelineOutput *to);

#endif
