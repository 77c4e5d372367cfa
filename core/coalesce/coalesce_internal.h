/*
 * What the files of the coalescer share.
 *
 * Every joined register ("class" below, led by its representative) has one
 * SegSet for each group of lanes.  A segment carries the value number it holds:
 * owner is the root value, which copies hand on, and tag how far its lanes are
 * shifted: lane n of the class holds lane n - tag of the root.  Two classes can
 * be joined when all overlapping segments of common lanes have equal value
 * number. Undefined values (IMPLICIT_DEF) have no segments: they agree with
 * all.
 *
 *   groups    which lanes are told apart
 *   values    which value every value is a copy of; the segments
 *   join      do two classes agree, and their union
 *   tied_sources  which source an instruction overwrites
 *   commute   sources that trade places, so that a copy can be joined
 *   leaving   definitions behind what leaves a block before its end
 *   recomputed  copies of constants that are not to vanish
 *   coalesce  the copies in order, and the new names
 */
#ifndef REGALLOC_COALESCE_COALESCE_INTERNAL_H
#define REGALLOC_COALESCE_COALESCE_INTERNAL_H

#include "core/coalesce/coalesce.h"
#include "core/analysis/segset.h"
#include "core/base/intmap.h"

typedef struct {
	LaneMask lanes;
	SegSet set;
} LaneSet;

/* By register: where it is now. */
typedef struct {
	VregId up;    /* union-find parent; itself: representative */
	SubId sub;    /* this register is `sub` of `up` */
	bool parted;  /* its lanes are several groups, or not its main range */
	bool several; /* its main range has not just one value */
	bool filled;  /* some of `copies` write it */
	uint8_t change; /* CHANGE_*: see coalesce */
	bool built;	/* it has a node */
	bool joined;	/* with others; of a representative it says all */
	bool traded; /* some of its occurrences have changed places with those
			of others */
} Place;

enum { CHANGE_V = 1, CHANGE_PHI = 2, NODE_FEW = 1 };

/* Of representatives, once they are looked at. */
typedef struct Node {
	struct Node *next; /* of those that can be used again */
	bool returned_to;  /* lives where the function may be entered again */
	uint32_t sole; /* with returned_to: the one value number that it has;
			  NONE: none; SOLE_MIXED */
	VEC(LaneSet) sets;
	LaneSet few[NODE_FEW]; /* sets.at, as long as that has room for them */
	SlotIdx copied_at;     /* the last parallel copies into it, and ... */
	VEC(InsnId) copied;    /* ... those that stay */
} Node;

/* Lanes of a register that are told apart from the others, and where they are
 * live.  The value numbers of the values of the range are numbered from
 * `first`. */
typedef struct {
	LaneMask lanes;
	const LiveRange *range;
	uint32_t first;
} LaneGroup;

typedef VEC(LaneGroup) GroupVec;

enum { SHIFT_NONE = 64, OPEN_MAX = 8 };
#define SOLE_MIXED (NONE - 1)

/* A COPY between registers, as it is before any is joined. */
typedef struct {
	InsnId insn;
	VregId dst, src;
	bool plain; /* it may vanish */
	bool tied;  /* another source of the next instruction, whose tied
		       operand it fills, could take its place */
} CopyNote;

/* Physical registers that values come from and go to, by VregId, through copies
 * and instructions that overwrite them; 0: none is known. */
typedef struct {
	RegId *from, *to;
	uint32_t *joins; /* by VregId: what a COPY of it that no instruction
			    overwrites defines, plus 1; 0: there is none */
	uint32_t *start; /* by VregId: what it is a copy of on some way, as are
			    others, plus 1; 0: nothing */
} Anchors;

/* A COPY whose source traded places before any was joined, and with what: that
 * is read by the instruction behind it now, to which its range need not reach.
 */
typedef struct {
	InsnId copy;
	VregId first;
} Traded;

typedef struct {
	uint64_t key; /* class, sub-register index, class */
	ClassId cls;
} ClassEntry;

/* What a register always holds, see REG_CONSTANT. */
typedef struct {
	RegId reg;
	uint32_t number; /* of the first value that is a copy of it */
} ConstantNumber;

/* Value numbers: one for each value of each group. */
typedef struct {
	uint32_t n;
	uint32_t *root;	   /* by value number: the one it is a copy of */
	uint8_t *root_tag; /* by value number */
	VEC(ConstantNumber) constants;
	uint32_t *values; /* by value number beyond those of the live values:
			     which of these it is of */
	/* see conflict.c: */
	uint32_t *same; /* by value number: another one that equals it, or
			   itself */
	uint8_t *off;	/* by value number that is not its own `same`: its lane
			   n is lane n + off of that, modulo 64 */
	uint8_t *depth; /* by value number: how many steps of `same` lead to it
			 */
	VEC(uint32_t)
	supposed; /* value numbers whose `same` is yet to be proved */
	OwnedSeg open[OPEN_MAX][2]; /* what is to agree then */
	uint32_t nopen;
	SlotIdx conflict[2]; /* where segments begin that do not agree, or 0 */
} ValueNumbers;

/* Classes that joined ones live in. */
typedef struct {
	VEC(ClassEntry) entries;
	IntMap by_key;	  /* by hash of the key: index into entries */
	uint16_t *usable; /* by class: see class_usable */
} ClassCache;

/* A definition behind the instruction by which control leaves its block before
 * the end, in a list of those of one register, joined or not. */
typedef struct {
	InsnId insn;
	uint32_t next; /* index into LateDefs.defs + 1; 0: none */
} LateDef;

typedef struct {
	uint32_t first, last; /* the same */
} LateList;

typedef struct {
	VEC(LateDef) defs;
	LateList *of; /* by VregId of a representative; NULL: there is none */
} LateDefs;

typedef struct {
	Func *f;
	const Live *live;
	const Cfg *cfg;
	const Target *t;
	const uint64_t *reserved;
	Arena *tmp;
	Candidates *marks;
	bool wary;	      /* only registers of one class are joined */
	VEC(CopyNote) copies; /* between virtual registers: see is_copy */
	VEC(Traded) traded;   /* see sources_commute */
	Anchors anchors;      /* the same */
	VEC(VregId) filled;   /* that some of `copies` write */
	VEC(VregId) several;  /* with more than one value, or sub-ranges */
	Place *places;	      /* by VregId */
	Node **nodes;	      /* by VregId; only if `built` */
	Node *spare;	      /* nodes of registers that were joined */
	GroupVec **groups;    /* by VregId; NULL: the sub-ranges as they are */
	ValueNumbers numbers;
	ClassCache classes;
	LateDefs late;
	InsnId *rest;	     /* by register: the COPY marked INSN_REST into it;
				NULL: there is none */
	uint8_t *erased;     /* by InsnId */
	uint8_t *recomputed; /* by InsnId: a copy that stays, see recomputed;
				NULL: nothing */
	uint8_t *remade;     /* by InsnId: loads_unfold has; NULL: nothing */
	/* Calls of a function that returns twice behind which it may be
	 * entered again. */
	VEC(SlotIdx) returns;
	uint8_t *shifts; /* by sub-register index: shift + 1; 0: not known */
} Coalescer;

/* --- groups --- */

void groups_find(Coalescer *c);

/* Are the lanes of V all one group, its main range? */
static inline bool
groups_single(const Coalescer *c, VregId v)
{
	return !c->places[v].parted;
}

uint32_t groups_count(const Coalescer *c, VregId v);
LaneGroup groups_get(const Coalescer *c, VregId v, uint32_t i);

/* --- values --- */

int shift_find(Coalescer *c, SubId sub);

/* By how many lanes sub-register index SUB shifts; SHIFT_NONE: its lanes do not
 * all move alike. */
static inline int
sub_shift(Coalescer *c, SubId sub)
{
	return sub ? shift_find(c, sub) : 0;
}

/* Value number shifted by TAG, its register placed at SUB of another. */
static inline uint32_t
tag_place(Coalescer *c, uint32_t tag, SubId sub)
{
	return (tag + (uint32_t)sub_shift(c, sub)) & 63;
}

/* A COPY between virtual registers. */
static inline bool
is_copy(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_COPY) && copy_is_between(f, insn);
}

/*
 * Which value number every value number is a copy of.  A copy whose source
 * value has no root yet (defined later in the text, around a loop) takes that
 * value itself, which is right, only less far-sighted; hence no order is
 * needed.
 */
void roots_find(Coalescer *c);

/* The register, which always holds the same, that INSN copies to a whole
 * virtual one; 0: it is no such COPY. */
RegId copy_constant(const Coalescer *c, const Insn *insn);

VregId node_find_far(Coalescer *c, VregId v, SubId *sub);

/* The representative of V, and at which part of it V is. */
static inline VregId
node_find(Coalescer *c, VregId v, SubId *sub)
{
	VregId up = c->places[v].up;

	if (c->places[up].up != up)
		return node_find_far(c, v, sub);
	*sub = c->places[v].sub;
	return up;
}

/* May the copy vanish?  Its extra operands may only be reads of reserved
 * registers. */
bool copy_is_plain(const Coalescer *c, const Insn *insn);

/* The register that operand O is now, and in *SUB which part of it; false: no
 * part that has a name. */
bool operand_node(Coalescer *c, const Operand *o, VregId *v, SubId *sub);

/* The node of representative V. */
Node *node_built(Coalescer *c, VregId v);

/* That of a register that was joined is not looked at any more. */
void node_free(Coalescer *c, Node *node);

/* COPY I, marked INSN_REST, overwrites the part that the next COPY writes.  If
 * it is joined it does not. */
void node_block(Coalescer *c, InsnId i);
void node_unblock(Coalescer *c, InsnId i);

/* --- join --- */

/* No two value numbers are known to be equal yet. */
void value_numbers_init(Coalescer *c);

/* Join the two sides of a COPY, if that is legal; true if it is an identity
 * then. */
bool copy_join(Coalescer *c, const Insn *insn);

/* Join the destinations of X and Y, which copy the same register, if that is
 * what their sources are now, and it is legal; true if they are. */
bool copies_join_results(Coalescer *c, const Insn *x, const Insn *y);

/* Why a COPY was not joined. */
Join copy_refusal(Coalescer *c, const Insn *insn);

/* --- commute --- */

/*
 * Join COPY I.  If that cannot be, sources of instructions whose tied operands
 * are in the way, or of the one behind I, trade places for it.
 * (LLVM's RegisterCoalescer, removeCopyByCommutingDef.)
 */
bool copy_join_commuting(Coalescer *c, InsnId i);

/* Operand K of the instruction behind COPY I, whose tied operand that fills, if
 * it could take the copy's place, and the copy's source its own, and HOW;
 * NULL. */
Operand *commuted_operand(const Coalescer *c, InsnId i, uint32_t k,
			  Commutation *how);

/* What other sources of INSN read from register FROM they read from TO; which
 * ones, as a bit set. */
uint64_t reads_change(const Func *f, const Insn *insn, VregId from, VregId to);

/* Occurrences of A, B and D have changed places. */
void regs_traded(Coalescer *c, VregId a, VregId b, VregId d);

/* --- tied_sources --- */

/*
 * Where the source that a copy brings to a tied operand lives on and the other
 * one dies, they trade places at once: the copy of the other can vanish.
 */
void sources_commute(Coalescer *c);

/* Once value numbers are known: the sources that traded places reach the
 * instructions that read them now.  None is joined yet. */
void traded_reach(Coalescer *c);

/* Is all as it was supposed to be, so far AGREED?  If not, it is forgotten. */
bool suppositions_close(Coalescer *c, bool agreed);

/* Do overlapping segments X and Y disagree, where X is SHIFT lanes off? */
bool segs_conflict(Coalescer *c, const OwnedSeg *x, const OwnedSeg *y,
		   uint32_t shift);

/* The segments of a set that is one chunk, as most are. */
typedef struct {
	const OwnedSeg *at, *end;
} Segs;

Segs set_segs(const SegSet *set);

/* LANES of a register that becomes part SUB of another. */
static inline LaneMask
lanes_placed(const Coalescer *c, SubId sub, LaneMask lanes)
{
	return sub ? target_lanes_up(c->t, sub, lanes) : lanes;
}

/* Is there a place where B, as part SUB of A, and A hold different values? */
bool nodes_conflict(Coalescer *c, Node *a, SubId sub, Node *b);

/* Erase the copies that nobody needs any more, and what makes nothing where
 * something is. */
void copies_drop(Coalescer *c, Joined *j);

/* New names for registers that were joined.  Only their occurrences are looked
 * at: others stay as they are. */
void names_rewrite(Coalescer *c, Joined *j);

/* --- leaving --- */

void late_find(Coalescer *c);

/* A became a part of B. */
void late_join(Coalescer *c, VregId a, VregId b);

/* Would a definition of one of A and B, representatives that are to be joined,
 * make dead what the other one holds where control leaves in front of it?
 * WHOLE: neither is to be a part of the other. */
bool nodes_leave(Coalescer *c, VregId a, VregId b, bool whole);

/* Does COPY I, in a block that control leaves before its end, do again what a
 * copy in front of it has done?  Then it goes. */
bool copy_repeats(Coalescer *c, InsnId i);

/* --- recomputed --- */

/* Find the copies that should stay, to become the computation of their sources.
 * CONSTANTS: see constants_find.  O(n log n) in calls and copies. */
void copies_recompute(Coalescer *c, const InsnId *constants,
		      const float *price);

/* Should copy I stay, even if both sides become one register? */
static inline bool
copy_is_recomputed(const Coalescer *c, InsnId i)
{
	return c->recomputed && c->recomputed[i];
}

#endif
