/*
 * One job a function: parse, run the passes, hand over the text in order.
 */
#ifndef REGALLOC_CLI_JOBS_H
#define REGALLOC_CLI_JOBS_H

#include "cli/options.h"
#include "cli/output.h"
#include "parser/parser.h"

/* Do all functions of FILE (or the one that OPTIONS name) and append their
 * text to OUT in the order of the file; messages go to PRINTER in that order
 * too.  The result of the first function that fails (with keep_going: the worst
 * one), or RESULT_OK. */
Result jobs_run(const MirFile *file, const Target *target,
		const Options *options, Output *out, DiagPrinter *printer);

#endif
