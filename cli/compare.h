/*
 * regalloc -compare THEIRS INPUT.
 */
#ifndef REGALLOC_CLI_COMPARE_H
#define REGALLOC_CLI_COMPARE_H

#include "cli/options.h"
#include "cli/output.h"
#include "parser/parser.h"

/* Allocate each function of INPUT, and put what that costs beside the function
 * of that name in THEIRS, as a table or (-emit json) as JSON in OUT.  A
 * function that cannot be compared is told of, and left out: the worst result,
 * or RESULT_COST if ours costs more than -compare-limit allows. */
Result compare_files(const MirFile *input, const MirFile *theirs,
		     const Target *target, const Options *options, Output *out,
		     DiagPrinter *printer);

#endif
