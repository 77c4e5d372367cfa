/*
 * Trials of remedies: a function is allocated again with one instruction moved,
 * from its text, as if somebody had moved the line.
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

void trial_free(Trial *trial);

#endif
