/*
 * The command line: one table of options, which -help prints too.
 */
#ifndef REGALLOC_CLI_OPTIONS_H
#define REGALLOC_CLI_OPTIONS_H

#include "cli/limit.h"
#include "core/pipeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
	PipelineOptions pipeline;
	const char *target, *mcpu, *output, *function;
	CompareLimit compare_limit;
	const char *reg_use, *reg_exclude; /* "R[,R]" or NULL */
	char **files; /* NFILES; of -check two; none: standard input */
	uint32_t nfiles;
	uint32_t jobs; /* 0: as many as there are processors */
	bool check, help, version, print_passes;
	bool keep_going; /* behind a file that failed */
	bool json;	 /* messages are in JSON */
	bool completion;
} Options;

/* What is told of an option.  VALUES, NULL for what takes none, are words with
 * blanks between them; those in capitals stand for others: FILE for any file,
 * TARGETS for the built-in ones, VARIANTS for theirs, PASSES, STARTS for those
 * that -start-after takes.  "": its value is none that could be listed. */
typedef struct {
	const char *name, *argument, *help, *values; /* argument: may be NULL */
} OptionText;

/* What a run may do in place of allocation. */
typedef enum {
	MODE_CHECK = 1,
	MODE_COMPARE = 2,
	MODE_BOTH = MODE_CHECK | MODE_COMPARE,
} OptionMode;

/* The I-th option; false past the last. */
bool options_at(size_t i, OptionText *text);

/* Fill OPTIONS from the arguments.  False after a message on standard error
 * if they are wrong. */
bool options_parse(Options *options, int argc, char **argv);

/* What OPTIONS say of how to parse: PARSE_*. */
unsigned options_parse_flags(const PipelineOptions *options);

/* The first option given, without a dash, that asks for what MODE does not do;
 * NULL: none. */
const char *options_unfit(const Options *options, OptionMode mode);

/* A word of -print, of LEN bytes, that is not made with these options, and why;
 * NULL: there is none. */
const char *options_unmade(const Options *options, size_t *len,
			   const char **why);

/* Print the usage and the table of options. */
void options_help(FILE *out);

#endif
