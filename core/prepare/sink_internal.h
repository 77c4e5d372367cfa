/*
 * The inside of sinks_plan, shared by its files.
 *
 *   sink_marks  which instructions could sink
 *   sink        which of them do, and where to
 */
#ifndef REGALLOC_PREPARE_SINK_INTERNAL_H
#define REGALLOC_PREPARE_SINK_INTERNAL_H

#include "core/base/bits.h"
#include "core/prepare/sink.h"

/* Through how many PHIs one may come into another. */
enum { PHIS_MAX = 4 };

/* Through how many ties one may come into a PHI. */
enum { TIES_MAX = 4 };

/* Instructions that move together: those that sink in their order, those that
 * rise from the last one on. */
enum { GROUP_MAX = 6 };

typedef struct {
	InsnId at[GROUP_MAX];
	uint32_t n;
	uint32_t passed; /* of what sinks: instructions that it passes, */
	InsnId after;	 /* and the one that sinks to the same place after which
			    it goes there; NONE: it is the first there */
} Group;

static inline bool
group_has(const Group *g, InsnId i)
{
	for (uint32_t k = 0; k < g->n; k++)
		if (g->at[k] == i)
			return true;
	return false;
}

/* Whether a function has registers for all values. */
typedef enum { FIT_UNKNOWN, FIT_SURELY, FIT_PERHAPS } Fit;

typedef struct {
	Sink *sinks;
	const Func *in;
	VregFacts *regs;     /* `home` is HOME_MANY also for what lives on under
			      another name */
	uint8_t *odd;	     /* see OperandFacts */
	uint64_t *may;	     /* set over InsnId: could sink */
	bool raises;	     /* this is for raise.c: by a tie nothing comes into
				a PHI, but it may as the lowest part */
	uint64_t renaming;   /* see OperandFacts */
	const InsnId *early; /* see rotations_find */
	InsnId *copied; /* by VregId: before which instruction of its block the
			   copy of a PHI reads it, the only read outside of it;
			   NONE.  NULL: all of them NONE */
	InsnId *last; /* by VregId: its last read in the block of the walk, once
			 that has met it; else one of a block before, or NONE */
	InsnId *own;  /* the same, but for reads under another name */
	BlockId *lives; /* by VregId: the last block in which it got another
			   name that lives elsewhere; NONE */
	const uint64_t *reserved; /* see OperandFacts */
	Fit fit;
	Arena *tmp;
} Sinker;

/* Before which instruction does a PHI's early copy read V?  NONE: none does. */
static inline InsnId
copied_at(const Sinker *s, VregId v)
{
	return s->copied ? s->copied[v] : NONE;
}

/* Mark in S->may what could sink, and find S->copied; both in TMP.  Returns
 * whether there is anything.  Linear. */
bool sinks_mark(Sinker *s, const OperandFacts *facts, Arena *tmp);

/* Is VALUE to take the place of V, because it comes into V, a PHI, perhaps
 * through another one, or both come into a PHI and nothing else does, as where
 * one branch steps a counter and the other does not?  A copy can share V's
 * register where it stands. */
bool takes_place(const Sinker *s, VregId value, VregId v);

/* Do all reads of V, the last of them instruction I, stand behind its
 * definition in one block? */
bool ends_at(const Sinker *s, VregId v, InsnId i);

/* Do two registers, and nothing else, come into instruction PHI, a PHI?  They
 * go into TWO. */
bool phi_pair(const Func *f, InsnId phi, VregId two[2]);

#endif
