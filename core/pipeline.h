/*
 * The driver that runs the passes over one function.
 */
#ifndef REGALLOC_PIPELINE_H
#define REGALLOC_PIPELINE_H

#include "core/options.h"

/* Run the passes over F and append what is asked for to OUT, and to DUMP what
 * print_after asks for.  TMP is used between passes and emptied.  Messages go
 * to F's diag, counts and times to STATS, what its assembly notes of it to
 * FIGURES, which is zero (AsmModuleHooks.figures_size). */
Result pipeline_run(Func *f, const PipelineOptions *options, Arena *tmp,
		    Buf *out, Buf *dump, Stats *stats, void *figures);

#endif
