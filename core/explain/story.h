/*
 * Names and places for those who read about an allocation: what -explain,
 * -print allocation, -print frame and -emit json share.
 */
#ifndef REGALLOC_EXPLAIN_STORY_H
#define REGALLOC_EXPLAIN_STORY_H

#include "core/alloc/alloc.h"
#include "core/base/buf.h"
#include "core/emit/debug.h"
#include "core/log/log.h"

typedef struct {
	uint32_t line, column;
} TextPlace;

typedef struct Remedies Remedies; /* see remedy.h */

typedef struct {
	const Func *lowered; /* as allocation left it */
	const Live *live;    /* of before */
	const float *freq;
	const AllocLog *log;
	const Alloc *alloc; /* NULL: no allocation was found */
	const Debug *debug; /* of the module; NULL: none */
	uint32_t *ordinal;  /* by VregId: how many of its family come before */
	VregId *next;	    /* by VregId: next of the family, or NONE */
	VregId *named; /* by VregId: the register of the input by whose name
			  one that was made goes, or itself */
	Remedies *remedies; /* NULL: none are asked for */
	Lines lines;
	Arena *tmp;
} Story;

/* Fill in what lives in TMP; the rest is the caller's.  O(document). */
void story_open(Story *s, Arena *tmp);

/* "%3", "%name", and for what was split from it "%3#1", "%3#2", in order of
 * splitting.  A register made on the way goes by the name of the first one of
 * the input that was joined to it. */
NameText story_name(const Story *s, VregId v);

/* Line and column of LOC; 0 for one that has none. */
TextPlace story_pos(const Story *s, Loc loc);

/* "12:5", the place in the source of the instruction at slot AT; for a block's
 * head that of its label. */
NameText story_at(const Story *s, SlotIdx at);

/* Lines of the source from *FIRST to *LAST of the instructions in segment SEG;
 * those made on the way count only where there are no others.  0: none. */
void story_lines(const Story *s, const Segment *seg, uint32_t *first,
		 uint32_t *last);

/* "[16r,32r)[48r,64r)" */
void story_range(const Story *s, Slice segs, Buf *out);

/* Where interval V is: "$a", "%stack.2", "" for nowhere. */
NameText story_place(const Story *s, VregId v);

/* Does something hold a value in V: neither replaced by its parts nor without
 * any use? */
bool story_lives(const Story *s, VregId v);

/* "4.2500"; "needed" for an interval that must have a register. */
NameText story_weight(float weight);

/* Why a register was the one to be taken: "by eviction".  HOW: Taken. */
const char *story_taken(uint8_t how);

/* How an interval was split: "was split by blocks".  HOW: Cut. */
const char *story_cut(uint8_t how);

/* What became of a copy: "joined".  RESULT: Join. */
const char *story_join(uint8_t result);

const char *story_reg(const Story *s, RegId reg);

/* The name of register V's class. */
const char *story_class(const Story *s, VregId v);

#endif
