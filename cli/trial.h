/*
 * Trials of remedies: a function is allocated again, from its text; with one
 * instruction moved as if somebody had moved the line, or with registers that
 * options leave out.
 */
#ifndef REGALLOC_CLI_TRIAL_H
#define REGALLOC_CLI_TRIAL_H

#include "core/explain/remedy.h"
#include "core/options.h"
#include "parser/parser.h"

/* What a thread keeps from trial to trial.  Zero-initialise but for FILE,
 * TARGET and OPTIONS. */
typedef struct {
	const MirFile *file;
	const Target *target;
	const PipelineOptions *options;
	uint32_t index; /* the document of the function */
	char *text;	/* a copy of the file's; NULL: none was needed yet */
	Arena keep, tmp;
} Trial;

/* RemedyTrial.run; DATA is a Trial. */
bool trial_run(void *data, const RemedyMove *move, RemedyOutcome *outcome);

/* No allocation was found.  Is there one with the registers that -stress,
 * -reg-use and -reg-exclude leave out?  False: they leave out none, too. */
bool trial_unlimited(Trial *trial);

void trial_free(Trial *trial);

#endif
