/*
 * regalloc -check BEFORE AFTER.
 */
#ifndef REGALLOC_CLI_CHECK_H
#define REGALLOC_CLI_CHECK_H

#include "cli/options.h"
#include "core/check/check.h"
#include "parser/parser.h"

/* Judge each function of AFTER as an allocation of the function of that name
 * in BEFORE.  Messages go to PRINTER.  RESULT_VERIFY if one is not right; else
 * RESULT_INPUT if one cannot be read or is missing in AFTER; else
 * RESULT_UNMATCHED if the two of one name cannot be brought together. */
Result check_files(const MirFile *before, const MirFile *after,
		   const Target *target, const Options *options,
		   DiagPrinter *printer);

/* Is AFTER an allocation of BEFORE, expanded, in its order or in one that
 * -pre-ra-sched gives it under PIPELINE, which is proved to be the same?
 * Messages go to SAID, memory comes from ARENA. */
Verdict check_funcs(Func *before, const Func *after,
		    const PipelineOptions *pipeline, Arena *arena, Diag *said);

#endif
