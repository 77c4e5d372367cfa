/*
 * Output that appears whole or not at all.
 */
#ifndef REGALLOC_CLI_OUTPUT_H
#define REGALLOC_CLI_OUTPUT_H

#include "core/base/buf.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* How it gets to its place. */
typedef enum {
	PLACE_STREAM, /* it is a descriptor that is open */
	PLACE_INSIDE, /* it is written into what is there: a device, a pipe */
	PLACE_NEW,    /* a new file takes its name */
} PlaceKind;

enum { OUTPUT_PARTS = 9 };

typedef struct {
	PlaceKind kind;
	int stream;	  /* of PLACE_STREAM */
	const char *path; /* as given */
	char *real;	  /* where links lead to; NULL: nothing is there */
	bool exists;	  /* with these: */
	mode_t mode;
	uid_t owner;
	gid_t group;

	int spool; /* a file without a name; -1: none yet */
	bool near; /* it lies where a name can be given to it */
	/* What has not gone there yet, in parts, since one that grew would be
	 * copied.  The last is being filled, the others are full. */
	Buf parts[OUTPUT_PARTS];
	uint32_t nparts; /* full ones */
	bool any;	 /* something was put */
	int error;	 /* errno of what failed; 0 */
} Output;

/* Begin output to PATH ("-" or NULL: standard output). False with errno set. */
bool output_open(Output *out, const char *path);

void output_put(Output *out, const char *text, size_t len);

/* Make it appear; false with errno set if that is impossible.  The mode of a
 * file that was there is kept.  No other thread may be running. */
bool output_commit(Output *out);

/* Forget it. */
void output_abandon(Output *out);

#endif
