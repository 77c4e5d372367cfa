/*
 * What the files of check_post share.
 *
 *   post_live  what lives at the heads of blocks
 *   post_side  names of values; what an instruction comes behind
 *   post_vregs the same of virtual registers
 *   post_insn  rules on an instruction with other registers
 *   post       walks the blocks of both functions
 */
#ifndef REGALLOC_CHECK_POST_INTERNAL_H
#define REGALLOC_CHECK_POST_INTERNAL_H

#include "core/base/bits.h"
#include "core/check/post/post.h"
#include "core/check/post/post_live.h"
#include "core/model/memory.h"

enum { MESSAGES = 10 }; /* for one function */

/* A value, of which the low `bits` bits are there. */
typedef struct {
	uint64_t name;
	uint16_t bits;
} PostValue;

/* A place in memory in a block: stores met, and, of a slot, what a register
 * saved there had in its units. */
typedef struct {
	uint32_t epoch; /* the block */
	uint32_t stores;
	uint32_t era;		/* see Side; another one: nothing is known */
	uint32_t first, nnames; /* values */
} Count;

/* What an instruction comes behind in its block. */
typedef struct {
	uint32_t barriers, stores, terminators;
	uint32_t fences; /* before allocation: see insn_is_fence */
} Behind;

/* The units of registers by rank: which of the register's list they are. */
typedef struct {
	VEC(uint32_t) at;
	uint32_t *first; /* by register: its place there; NONE: not known yet */
} UnitOrder;

/* Names of what virtual registers hold. */
typedef struct {
	LaneMask *named; /* by register: lanes that operands name apart */
	uint32_t *first; /* by register, and one more: in `at` */
	uint32_t *epoch; /* by register: Side.epoch; another one: its names are
			    those of a block's head */
	uint64_t *at;	 /* of each named lane, and of the rest; NULL: there are
			    no virtual registers */
} VregNames;

enum { VREG_NAMES_MAX = 65 }; /* of one register */

/* One of the two functions on its way down a block. */
typedef struct {
	const Func *f, *before;
	VregNames vregs;
	uint64_t *units; /* names of values */
	uint16_t *bits;	 /* how many of the value's: a narrow register can have
			    the  units of a wide one */
	uint64_t *later; /* by unit: its name when the lanes that copies copy
			    have changed; 0: the same */
	VEC(UnitId) copied;   /* units that may have such */
	uint64_t *constant;   /* units of registers whose value stays */
	uint64_t *lane_units; /* units that say which lanes those are */
	uint64_t *copy_units; /* scratch: those of one copy */
	UnitOrder *order;
	Preserved kept;
	Count *slots, any;
	VEC(PostValue) saved; /* in slots */
	Arena *arena;
	uint32_t epoch;
	uint32_t era; /* a new one when all slots may have changed */
	Behind now;
} Side;

/* How control leaves a block from within. */
typedef struct {
	InsnId at;	 /* of BEFORE; NONE: it does not */
	uint64_t *units; /* that live where it goes */
} EvictSplit;

typedef struct {
	Side before, after;
	const Target *t;
	const InsnId *from;
	bool is_early; /* registers are virtual */
	bool agree;    /* see funcs_agree */
	uint8_t *met;  /* by instruction of BEFORE: stands in AFTER; NULL: no
			  block has changed so far */
	const uint64_t *reserved, *saved;
	uint64_t *saved_units;
	uint64_t *restored;	/* those of them that the function has saved */
	uint64_t *written;	/* units that BEFORE writes somewhere */
	Behind *behind;		/* by instruction of BEFORE */
	uint32_t *read_at;	/* the same: into reads */
	VEC(uint64_t) reads;	/* names of what a block of BEFORE reads */
	VEC(PostValue) escapes; /* what lives where it is left */
	UnitOrder order;
	PostLive live;
	uint64_t *liveins; /* units of the block's, as it lists them */
	uint64_t *outs;	   /* units that live behind the block */
	EvictSplit to_pads, to_asm;
	Diag *diag;
	Arena arena;
	uint32_t errors;
} Post;

static inline bool
post_is_use(const Operand *o)
{
	return o->kind == OPND_REG && o->val &&
	       !(o->flags &
		 (OPND_DEF | OPND_UNDEF | OPND_DEBUG | OPND_INTERNAL));
}

static inline bool
post_is_def(const Operand *o)
{
	return o->kind == OPND_REG && o->val &&
	       (o->flags & (OPND_DEF | OPND_DEBUG)) == OPND_DEF;
}

static inline uint32_t
post_units(const Target *t, RegId reg)
{
	return t->regs[reg].units.end - t->regs[reg].units.start;
}

/* --- check_post_side --- */

void side_init(Side *s, const Func *f, const Func *before, UnitOrder *order,
	       Arena *arena);

/* Before a block: each unit holds what it holds. */
void side_start(Side *s);

/* The name of what a read of REG gets from its unit of rank U. */
uint64_t side_name(const Side *s, RegId reg, uint32_t u);

/* All that UNIT holds. */
static inline PostValue
side_unit_value(const Side *s, UnitId unit)
{
	return (PostValue){s->units[unit], s->bits[unit]};
}

/* Is INSN a copy that passes names on unit by unit? */
bool side_is_copy(const Func *f, const Insn *insn);

/* The writes of instruction I of side S, which is BEFORE of the first. */
void side_write(Side *s, InsnId i, InsnId before);

/* What instruction I comes behind; counts it. */
Behind side_pass(Side *s, InsnId i);

/* --- check_post_vregs --- */

/* Room for the names of F's virtual registers, which are operands of BEFORE and
 * AFTER alike. */
void vreg_names_init(VregNames *v, const Func *f, Arena *arena);

/* The names in operand O, at most VREG_NAMES_MAX, into NAMES.  Returns how
 * many. */
uint32_t side_vreg_names(Side *s, const Operand *o, uint64_t *names);

/* Operand K of instruction BEFORE, O, writes its register. */
void side_define_vreg(Side *s, const Operand *o, InsnId before, uint32_t k);

/* An instruction in BLOCK that writes a virtual register in which the two leave
 * different values behind; NONE: there is none. */
InsnId side_vregs_differ(Side *before, Side *after, const Block *block);

/* May nothing change places with INSN before allocation, but for what it does
 * to lanes? */
bool insn_is_fence(const Func *f, const Insn *insn);

/* --- check_post_insn --- */

/* Why INSN of AFTER is not instruction OF of BEFORE with other registers, as
 * far as it can be told from the two; NULL: it is. */
const char *post_insn_fault(const Post *p, const Insn *of, const Insn *insn);

#endif
