/*
 * What the files of the coalescer share.
 *
 * Every joined register ("class" below, led by its representative) has one
 * SegSet for each group of lanes.  A segment carries the content it holds:
 * owner is the root value, which copies hand on, and tag how far its lanes are
 * shifted: lane n of the class holds lane n - tag of the root.  Two classes can
 * be joined when all overlapping segments of common lanes have equal content.
 * Undefined values (IMPLICIT_DEF) have no segments: they agree with all.
 *
 *   coalesce_groups   which lanes are told apart
 *   coalesce_content  which value every value is a copy of; the segments
 *   coalesce_join     do two classes agree, and their union
 *   coalesce_commute  sources that trade places
 *   coalesce          the copies in order, and the new names
 */
#ifndef REGALLOC_ALLOC_COALESCE_INTERNAL_H
#define REGALLOC_ALLOC_COALESCE_INTERNAL_H

#include "core/alloc/coalesce.h"
#include "core/alloc/segset.h"

typedef struct {
	LaneMask lanes;
	SegSet set;
} LaneSet;

typedef struct {
	VregId up;   /* union-find parent; itself: representative */
	SubId sub;   /* this register is `sub` of `up` */
	bool built;  /* sets are filled */
	bool joined; /* has members other than itself */
	VEC(LaneSet) sets;
	SlotIdx copied_at; /* last copy that stays, and its part */
	SubId copied_sub;
} Node;

/* Lanes of a register that are told apart from the others, and where they are
 * live.  The contents of the values of the range are numbered from `first`. */
typedef struct {
	LaneMask lanes;
	const LiveRange *range;
	uint32_t first;
} LaneGroup;

typedef VEC(LaneGroup) GroupVec;

enum { SHIFT_NONE = 64 };

typedef struct {
	uint64_t key; /* class, sub-register index, class; +1 */
	ClassId cls;
} ClassEntry;

typedef struct {
	Func *f;
	const Live *live;
	const Target *t;
	const uint64_t *reserved;
	Arena *tmp;
	VEC(InsnId) copies; /* between virtual registers: see is_copy */
	Node *nodes;	    /* by VregId */
	GroupVec **groups;  /* by VregId; NULL: the sub-ranges as they are */
	uint32_t nroots;    /* contents: one for each value of each group */
	uint32_t *root;	    /* by content: the one it is a copy of */
	uint32_t *root_tag; /* by content */
	ClassEntry *cache;
	uint32_t cache_size, cache_n;
	InsnId *rest;	 /* by register: the COPY marked INSN_REST into it */
	uint8_t *erased; /* by InsnId */
	uint8_t *shifts; /* by sub-register index: shift + 1; 0: not known */
} Coalescer;

/* --- coalesce_groups --- */

void groups_find(Coalescer *c);

uint32_t groups_count(const Coalescer *c, VregId v);
LaneGroup groups_get(const Coalescer *c, VregId v, uint32_t i);

/* --- coalesce_content --- */

/* By how many lanes sub-register index SUB shifts; SHIFT_NONE: its lanes do not
 * all move alike. */
int sub_shift(Coalescer *c, SubId sub);

/* Content shifted by TAG, once its register is placed at SUB of another. */
uint32_t tag_place(Coalescer *c, uint32_t tag, SubId sub);

/* A COPY between virtual registers. */
bool is_copy(const Func *f, const Insn *insn);

/*
 * Which content every content is a copy of.  A copy whose source value has no
 * root yet (defined later in the text, around a loop) takes that value itself,
 * which is right, only less far-sighted; hence no order is needed.
 */
void roots_find(Coalescer *c);

/* The representative of V, and at which part of it V is. */
VregId node_find(Coalescer *c, VregId v, SubId *sub);

Node *node_built(Coalescer *c, VregId v);

/* COPY I is joined: it overwrites nothing. */
void node_unblock(Coalescer *c, InsnId i);

/* --- coalesce_join --- */

/* Join the two sides of a COPY, if that is legal; true if it is an identity
 * then. */
bool copy_join(Coalescer *c, const Insn *insn);

/* Why a COPY was not joined. */
Join copy_refusal(Coalescer *c, const Insn *insn);

/* --- coalesce_commute --- */

/*
 * The operand of the instruction behind COPY I that could take the copy's
 * place: the instruction ties its first source to its only definition, which
 * the copy fills, and its two sources may trade places.  NULL: no.
 */
Operand *commuted_operand(const Coalescer *c, InsnId i);

/*
 * COPY I cannot be joined: trade the sources of the instruction behind it, so
 * that the copy fills the tied operand with the other source, if that can be
 * joined.  Only content in the gap between the two changes: there the
 * destination holds the other source, and the first source lives on.
 */
bool copy_commute(Coalescer *c, InsnId i);

/*
 * Where the source that a copy brings to a tied operand lives on and the other
 * one dies, they trade places at once: the copy of the other can vanish.
 */
void sources_commute(Coalescer *c);

#endif
