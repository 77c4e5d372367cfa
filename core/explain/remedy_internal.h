/*
 * What the files of remedies share.
 */
#ifndef REGALLOC_EXPLAIN_REMEDY_INTERNAL_H
#define REGALLOC_EXPLAIN_REMEDY_INTERNAL_H

#include "core/analysis/intervals.h"
#include "core/explain/remedy.h"
#include "core/model/steady.h"

struct Remedies {
	RemedyInput in;
	const Story *s;
	bool known; /* what follows */
	Cfg cfg;
	const float *freq; /* by block */
	Live live;
	Steady steady;
	/* By InsnId: what is found of motions; not yet: NONE, of away the
	 * instruction itself. */
	InsnId *within[2], *away; /* up, down; into another block */
};

/* What a value takes that fills a register of the class asked about: it can
 * fill a part of one, or several. */
enum { REMEDY_WHOLE = 64 };

/* The place where registers lack most while a value lives. */
typedef struct {
	uint32_t pos;	  /* of Remedies.live */
	SlotIdx from, to; /* who lives there lives in both slots */
	uint32_t needed, there;
	ClassId cls;	       /* registers of it are needed and there */
	bool call;	       /* those that survive the call there */
	const uint32_t *takes; /* by VregId: what it takes of these; 0: it can
				  have others, too */
	/* By two samples a position, behind operands and behind definitions,
	 * and one more: how often registers lacked before it. */
	const uint32_t *lacked;
} RemedyPlace;

/* The sample of slot AT, or the next one. */
static inline uint32_t
remedy_sample(SlotIdx at)
{
	return at / 4 * 2 + (at % 4 > SLOT_EARLY ? at % 4 - SLOT_EARLY : 0);
}

/* The place for Q's value, in the story's arena.  False: it lives nowhere. */
bool remedy_place(const Remedies *r, const RemedyQuestion *q,
		  RemedyPlace *place);

/* An instruction that could be moved. */
typedef struct {
	InsnId insn, before;
	int64_t room;	/* what it leaves free, of REMEDY_WHOLE a register */
	bool own;	/* of the value itself */
	uint64_t score; /* how much room it makes, for how long */
} RemedyCandidate;

typedef VEC(RemedyCandidate) RemedyList;

/* Moves that leave a register free at PLACE, the most promising first: those of
 * what makes or reads the value of Q itself, then the others; ties by place. */
void remedy_moves(const Remedies *r, const RemedyQuestion *q,
		  const RemedyPlace *place, RemedyList *list);

/* The instruction of its block that I can be put before, at the latest (DOWN)
 * or at the earliest; I itself: it cannot go there. */
InsnId motion_within(const Remedies *r, InsnId i, bool down);

/* The instruction of another block that I can be put before, so that it is made
 * later, and no more often; NONE: there is none. */
InsnId motion_away(const Remedies *r, InsnId i);

#endif
