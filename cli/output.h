/*
 * Output that appears whole or not at all.
 */
#ifndef REGALLOC_CLI_OUTPUT_H
#define REGALLOC_CLI_OUTPUT_H

#include "core/emit/buf.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct {
	const char *path; /* NULL: standard output */
	char *temp;	  /* file beside it that is renamed in the end */
	FILE *file;	  /* temp, or a spool for what cannot be renamed */
	Buf buf;	  /* what has not gone to the file yet */
	bool any;	  /* something was put */
	bool failed;
} Output;

/* Begin output to PATH ("-" or NULL: standard output). False with errno set. */
bool output_open(Output *out, const char *path);

void output_put(Output *out, const char *text, size_t len);

/* Make it appear; false with errno set if that is impossible. */
bool output_commit(Output *out);

/* Forget it. */
void output_abandon(Output *out);

#endif
