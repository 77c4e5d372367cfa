/*
 * Breaking anti- and output dependences by renaming registers: LLVM's
 * aggressive breaker (AggressiveAntiDepBreaker.cpp), by register as there, and
 * stricter where that is not safe: a register that the opcode itself names is
 * never renamed.
 */
#ifndef REGALLOC_POSTRA_ANTIDEP_H
#define REGALLOC_POSTRA_ANTIDEP_H

#include "core/model/ir.h"

#include <stdio.h>

typedef enum {
	BREAK_NONE,
	BREAK_CRITICAL, /* edges of the critical path */
	BREAK_ALL,
} BreakMode;

typedef struct {
	const uint64_t *reserved; /* over RegId */
	const uint64_t *saved;	  /* the same: would have to be saved */
	BreakMode mode;
	FILE *trace;  /* each decision; NULL: none */
	bool measure; /* critical paths; so does a trace */
} AntidepOptions;

/* Why an edge was left alone. */
#define ANTIDEP_REASONS(X)                                                     \
	X(reserved, "reserved")                                                \
	X(passthru, "passes through the instruction")                          \
	X(implicit, "implicit definition")                                     \
	X(ordered, "ordered anyway")                                           \
	X(data, "read from elsewhere")                                         \
	X(part, "part of a live register")                                     \
	X(group_0, "group 0")                                                  \
	X(shape, "no register of the group contains the others")               \
	X(no_free, "no free register")                                         \
	X(off_path, "not on the critical path")                                \
	X(untracked, "no tracksRegLiveness, which says what lives between "    \
		     "blocks")

enum {
#define ANTIDEP_ENUM(name, text) ANTIDEP_##name,
	ANTIDEP_REASONS(ANTIDEP_ENUM)
#undef ANTIDEP_ENUM
		ANTIDEP_NREASONS
};

typedef struct {
	uint32_t broken, left[ANTIDEP_NREASONS];
	/* if measured: critical paths, anti and output dependences */
	uint64_t before, after, edges_before, edges_after;
} AntidepCounts;

/* Rename registers in F, in place, region by region, from each block's end to
 * its start.  F lists the live-ins of its blocks (tracksRegLiveness), or
 * nothing is done.  Near linear. */
AntidepCounts antidep_run(Func *f, const AntidepOptions *options, Arena *tmp);

#endif
