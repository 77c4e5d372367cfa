/*
 * What the files share that bring a block's instructions together whose order
 * differs.
 *
 *   flow        from block to block; BEFORE gets AFTER's order
 *   flow_names  each value of a block gets a name of its own
 *   flow_unread which definitions of physical registers nobody reads
 *   flow_twins  which instructions compute the same
 *   flow_deps   what must stay in order
 *   flow_held   what AFTER's registers and slots hold
 *   flow_ways   what they hold at the start of a block
 *   flow_pick   which instruction an instruction of AFTER is
 *
 * All this finds is an order of BEFORE's instructions in which it computes the
 * same, and which of them is which of AFTER's.  The first is proved by
 * flow_deps; the second is a guess, which is tried as any other.
 */
#ifndef REGALLOC_CHECK_FLOW_H
#define REGALLOC_CHECK_FLOW_H

#include "core/base/intmap.h"
#include "core/check/steps.h"

/* The instructions of a block of BEFORE, numbered from 0 (nodes), and for each
 * those which must come first and those which it must come before. */
typedef struct {
	InsnId first;
	uint32_t n;
	uint32_t *pred_start, *preds; /* by node, and one more */
	uint32_t *succ_start, *succs;
} FlowGraph;

/* What a cell holds: LANES of a virtual register of BEFORE, which is no copy of
 * another; value NONE: not known.  ALIAS: another name of it, behind the block
 * that it comes from; NONE. */
typedef struct {
	VregId value, alias;
	LaneMask lanes;
	bool old;  /* it was there on one way into the block */
	bool here; /* it is made in the block at hand */
} Held;

/* The same of a cell whose register has LANES there. */
typedef struct {
	uint32_t cell;
	LaneMask lanes;
	Held held;
} HeldPart;

/* Of a slot: the parts of what was stored.  Of a block: what is known at its
 * end. */
typedef struct {
	HeldPart *at; /* NULL: nothing is known */
	uint32_t n;
} HeldList;

/* A list of nodes under a key. */
typedef struct {
	uint64_t key; /* 0: free */
	uint32_t head, tail;
} FlowList;

typedef struct {
	uint32_t node, next;
} FlowLink;

typedef struct FlowDeps FlowDeps;

typedef struct {
	Check *c;
	Func *f; /* c->before */
	FlowDeps *deps;
	uint32_t *defs_start; /* by virtual register, and one more */
	OpndId *defs;	      /* its definitions */
	InsnId *def_insns;    /* the same: their instructions */
	InsnId *now;	      /* by instruction as it was: where it is */
	uint32_t *sort;	      /* by opcode: a number that it has in common with
				 all that it may become */
	IntMap constants;     /* by hash: the only instruction, as it was, that
				 computes a constant; CONSTANT_MANY */
	Held *cells;	      /* by cell */
	VEC(HeldList) slots;  /* by slot of AFTER, lanes of registers behind */
	HeldList *ends;	      /* by block */
	VregId *alias;	      /* by virtual register: see Held; NONE */
	VregId *twin;	      /* the same: the first that is computed as it is,
				 if several are; NONE */

	/* Of the block at hand. */
	Arena tmp;
	FlowGraph g;
	InsnId at; /* of BEFORE, as it was: the instruction whose operands are
		      looked at; NONE */
	uint32_t *npreds;  /* by node: that are not placed yet */
	uint8_t *placed;   /* by node */
	VEC(InsnId) order; /* the nodes that are, in their new order */
	VEC(uint32_t) stack;
	FlowList *lists; /* open addressing */
	uint32_t cap;
	VEC(FlowLink) links;
	uint32_t left; /* nodes that are not placed and not skipped */
} Flow;

/* --- compared --- */

/* Is instruction B of BEFORE not compared?  Moves are like renamings. */
bool check_skips(const Check *c, const Insn *b);

/* May instruction J of AFTER, which could have been inserted, be one of
 * BEFORE's as well? */
bool check_may_be_original(const Check *c, InsnId j);

/* --- flow_names --- */

/* BEFORE gets a name for each value in BLOCKS, a bit set; `origin` and `parsed`
 * follow.  Sets CheckPairs.unread.  Returns what BEFORE is then. */
Func *flow_names(Check *c, const uint64_t *blocks);

/* --- flow_unread --- */

/* Set CheckPairs.unread for BLOCKS. */
void flow_unread(Check *c, const uint64_t *blocks);

/* --- flow_twins --- */

/* Set Flow.twin.  Linear in operands. */
void flow_twins_find(Flow *w);

/* All blocks have been brought together: instructions of AFTER that have twins
 * become such as compute a value again. */
void flow_twins_part(Flow *w);

/* --- flow_deps --- */

/* Room for deps_find of any block of c->before, from Check.arena. */
FlowDeps *flow_deps_begin(Check *c);

/* What must stay in order in block B; memory from TMP.  Linear in operands and
 * edges. */
void flow_deps_find(FlowDeps *d, BlockId b, FlowGraph *g, Arena *tmp);

/* --- flow_held --- */

/* The definition, as index into Flow.defs, that gives LANES of V as instruction
 * AT reads it: the last before it in the block at hand, or the only one; NONE:
 * there is no such. */
uint32_t flow_maker(const Flow *w, VregId v, LaneMask lanes, InsnId at);

/* The same of the lowest lane that operand O names. */
Held flow_root_lowest(const Flow *w, const Operand *o);

/* Could operand O be loaded from where instruction J of AFTER, which has a fold
 * of a load, reads? */
bool flow_may_be_load(const Flow *w, const Operand *o, InsnId j);

/* What the cell of REG holds that has its lowest lane. */
Held flow_held_lowest(Flow *w, RegId reg);

/* BEFORE copies physical register REG to operand O: that is what it holds,
 * unless it holds something else. */
void flow_hold_copied(Flow *w, RegId reg, const Operand *o);

typedef enum {
	AGREES_NOT,
	AGREES_HARDLY, /* something else was there on one way */
	AGREES_PERHAPS,
	AGREES,
} Agreement;

/* Is operand O of BEFORE what the cells of REG hold? */
Agreement flow_agrees(Flow *w, RegId reg, const Operand *o);

/* The same of slot SLOT of AFTER. */
Agreement flow_slot_agrees(const Flow *w, uint32_t slot, const Operand *o);

/* REG holds operand O of BEFORE. */
void flow_hold(Flow *w, RegId reg, const Operand *o);
void flow_hold_slot(Flow *w, uint32_t slot, const Operand *o);

/* REG holds operand O, perhaps another name of what it is known to hold. */
void flow_hold_too(Flow *w, RegId reg, const Operand *o);

/* Nobody knows what REG holds. */
void flow_forget(Flow *w, RegId reg);

/* REG may well hold operand O. */
void flow_may_hold(Flow *w, RegId reg, const Operand *o);

/* Instruction J of AFTER, which is none of BEFORE's, has been carried out. */
void flow_moved(Flow *w, InsnId j);

/* --- flow_ways --- */

/* Room for what is known of BEFORE and AFTER. */
void flow_held_begin(Flow *w);

/* At the start of block B registers hold what they did at the end of all blocks
 * before it that are known; slots hold what they do. */
void flow_held_enter(Flow *w, BlockId b);

/* Block B, whose instructions in BEFORE stand, ends. */
void flow_held_leave(Flow *w, BlockId b);

/* --- flow_pick --- */

/* The hash KEY with N in it. */
uint64_t flow_mix(uint64_t key, uint64_t n);

/* Opcode, numbers, constants, objects, symbols and missing registers of INSN of
 * F, as a hash. */
uint64_t flow_exact_key(const Flow *w, const Func *f, const Insn *insn);

/* Which opcodes may become which? */
void flow_sorts_find(Flow *w);

/* Which instructions compute constants that no other computes? */
void flow_constants_find(Flow *w);

/* Fill the lists with the block's nodes. */
void flow_lists_fill(Flow *w);

/* The node that instruction J of AFTER, which may have been INSERTED, is; NONE:
 * there is none.  Near constant time. */
uint32_t flow_pick(Flow *w, InsnId j, bool inserted);

/* Instruction J of AFTER, which is none of BEFORE's, computes a constant as one
 * of those does, if there is just one: its register may hold that. */
void flow_made_again(Flow *w, InsnId j);

/* J is B of BEFORE: registers and slots hold what that says. */
void flow_picked(Flow *w, InsnId j, InsnId b);

/* --- check_flow --- */

/* Bring together the blocks of the bit set BLOCKS, whatever their order. */
void check_flow(Check *c, const uint64_t *blocks);

#endif
