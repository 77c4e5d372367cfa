/*
 * Check: is one function a correct allocation of another?  A translation
 * validator that knows nothing of how the allocation was made.
 */
#ifndef REGALLOC_CHECK_CHECK_H
#define REGALLOC_CHECK_CHECK_H

#include "core/model/ir.h"

typedef struct {
	bool match;	/* two texts: find by comparison which instruction of
			   AFTER stems from which of BEFORE; otherwise
			   Insn.origin says so */
	uint32_t limit; /* messages for a function; 0: ten */
	bool unmarked;	/* AFTER was text: nothing in it says where sources
			   changed places (`match` implies it) */
} CheckOptions;

typedef enum {
	CHECK_RIGHT,
	CHECK_WRONG,
	CHECK_UNMATCHED, /* nothing shows which instruction is which: no
			    verdict */
} Verdict;

/*
 * Does AFTER, all of whose registers are physical, compute what BEFORE does?
 *
 * BEFORE is the parsed function at any stage.  The blocks of AFTER are the
 * same; if it has more, with numbers of their own, each must lie on one edge of
 * BEFORE and only move values.  RESERVED: bit set over RegId
 * of the registers that allocation must leave alone; may be NULL.  If not,
 * or if the instructions of the two cannot be brought together, there are
 * messages in DIAG, whose source is that of BEFORE.  Near linear in
 * instructions plus live-through pairs of register and block.
 */
Verdict check_allocation(const Func *before, const Func *after,
			 const uint64_t *reserved, const CheckOptions *options,
			 Diag *diag);

/* Fill Insn.origin of AFTER by comparison with BEFORE, as CheckOptions.match
 * does.  False, with a message, if they cannot be brought together. */
bool check_origins(const Func *before, Func *after, Diag *diag);

#endif
