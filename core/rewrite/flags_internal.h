/*
 * What the computation of marks and the listing of live-ins share.
 *
 * Sets of units are rows: as many words as hold the units, up to a multiple of
 * ROW_STEP, by which loops over them are unrolled.
 */
#ifndef REGALLOC_REWRITE_FLAGS_INTERNAL_H
#define REGALLOC_REWRITE_FLAGS_INTERNAL_H

#include "core/base/bits.h"
#include "core/model/preserved.h"
#include "core/model/unitset.h"
#include "core/rewrite/flags.h"

enum { ROW_STEP = 4 };

/* The units of a register that count. */
typedef struct {
	uint64_t bits; /* 0: none does */
	uint32_t word; /* of a set, that has them all; NONE: there are more */
	RegId reg;
	bool whole; /* all its units count */
	bool plain; /* that, and they are in one word */
} RegBits;

/* A register named, among those that have the same unit, wide ones
 * first. */
typedef struct {
	uint64_t bits;
	uint32_t word; /* as in RegBits */
	uint32_t next; /* index into `occurrences`; 0: none */
	RegId reg;
} RegOccurrence;

typedef enum {
	ACT_READ,
	ACT_DEF,
	/* What is rare: */
	ACT_NONE,    /* a read of what nothing defines */
	ACT_WIDE,    /* a read of a register in several words */
	ACT_CLOBBER, /* a register mask */
	ACT_GROUP,   /* `opnd` is an instruction; the definitions that follow
			must be seen together: */
	ACT_MEMBER,  /* one of them, which may be in several words */
	ACT_BUNDLE,  /* `opnd` is an instruction of a bundle, or the head of
			one, that has been: its acts are the last `bits` */
} ActKind;

/* What an operand does to a register that counts. */
typedef struct {
	uint64_t bits; /* as in RegBits */
	OpndId opnd;
	uint16_t word; /* WORD_MANY: several */
	uint16_t kind; /* ActKind */
} Act;

#define WORD_MANY UINT16_MAX

/* The acts of a block, by instruction: first its reads, then register masks,
 * then definitions. */
typedef struct {
	Act *first, *end;
} Acts;

/* Rows of units by block. */
typedef struct {
	uint32_t words; /* of a row */
	uint64_t *add;	/* what it defines; where it clobbers nothing, that is
			   `kill` */
	uint64_t *kill; /* the same and what it clobbers; behind each row what
			   it reads of what was there before */
	uint64_t *live; /* read later, at its head */
	uint64_t *defined; /* may be defined at its head; NULL: all that is read
			      later is */
} FlagRows;

/* Edges into a block as a list, 0 behind the last. */
typedef struct {
	uint32_t *first; /* by block: index into succs and one */
	uint32_t *next;	 /* by index into succs and one */
	BlockId *from;	 /* the same */
} EdgeLists;

/* Registers that operands or live-ins name. */
typedef struct {
	RegBits *seen;
	uint32_t n;	      /* of them, and one: the first is none */
	uint16_t *index;      /* by RegId: index into `seen`; 0: not there */
	uint32_t *occurrence; /* by unit: index into `occurrences`; 0: none */
	RegOccurrence *occurrences;
	uint32_t nlisted; /* of `seen`, when `occurrences` was filled */
} NamedRegs;

struct Flags {
	Func *f;
	const Target *t;
	const uint64_t *reserved;
	Arena *keep, *tmp;
	uint64_t *ignored;    /* units of reserved registers alone: in no set */
	uint64_t *classified; /* units of which `ignored` tells */
	NamedRegs regs;
	Acts *acts;	    /* by block */
	Act *end;	    /* where the next ones go */
	Act *writes;	    /* room for those of an instruction that write */
	uint64_t *together; /* row of units; empty but while one instruction is
			       looked at */
	Preserved kept;	    /* what calls preserve */
	uint64_t
		*restored; /* what the caller finds as it was, a row; or NULL */
	FlagRows rows;
	uint8_t *unsure; /* by block: it reads what is undefined for sure */
	bool *clobbers;	 /* by block: it contains register masks */
	EdgeLists preds;
	bool ordered; /* each block but the first has one before it */
	bool unnamed; /* live-ins that the function does not name had to be
			 listed */
	/* For later: */
	uint32_t *numbers; /* of blocks, in their order */
	uint32_t nblocks;
};

/* The row of block B among ROWS. */
static inline uint64_t *
row_of(const Flags *g, uint64_t *rows, BlockId b)
{
	return rows + (size_t)b * g->rows.words;
}

static inline void
row_clear(const Flags *g, uint64_t *row)
{
	uint32_t w, k;

	for (w = 0; w < g->rows.words; w += ROW_STEP)
		for (k = 0; k < ROW_STEP; k++)
			row[w + k] = 0;
}

static inline void
row_copy(const Flags *g, uint64_t *row, const uint64_t *from)
{
	uint32_t w, k;

	for (w = 0; w < g->rows.words; w += ROW_STEP)
		for (k = 0; k < ROW_STEP; k++)
			row[w + k] = from[w + k];
}

/* Are there units in A, but not in B? */
static inline bool
row_exceeds(const Flags *g, const uint64_t *a, const uint64_t *b)
{
	uint64_t some = 0;
	uint32_t w, k;

	for (w = 0; w < g->rows.words; w += ROW_STEP)
		for (k = w; k < w + ROW_STEP; k++)
			some |= a[k] & ~b[k];
	return some;
}

/* Add MORE to ROW; true if that adds something. */
static inline bool
row_join(const Flags *g, uint64_t *row, const uint64_t *more)
{
	uint64_t some = 0;
	uint32_t w, k;

	for (w = 0; w < g->rows.words; w += ROW_STEP)
		for (k = w; k < w + ROW_STEP; k++) {
			some |= more[k] & ~row[k];
			row[k] |= more[k];
		}
	return some;
}

/* Leave in ROW what is in WITH; true if that takes something away. */
static inline bool
row_meet(const Flags *g, uint64_t *row, const uint64_t *with)
{
	uint64_t some = 0;
	uint32_t w, k;

	for (w = 0; w < g->rows.words; w += ROW_STEP)
		for (k = w; k < w + ROW_STEP; k++) {
			some |= row[k] & ~with[k];
			row[k] &= with[k];
		}
	return some;
}

/* How many sweeps over the blocks there can be that each but the last change a
 * row, where rows only gain units, or only lose some. */
static inline uint64_t
turns_most(const Flags *g)
{
	return (uint64_t)g->f->blocks.n * g->rows.words * 64 + 1;
}

/* What block B kills, and what it reads: see `kill`. */
static inline uint64_t *
kill_of(const Flags *g, BlockId b)
{
	return g->rows.kill + 2 * (size_t)b * g->rows.words;
}

static inline uint64_t *
use_of(const Flags *g, BlockId b)
{
	return kill_of(g, b) + g->rows.words;
}

static inline RegId
act_reg(const Flags *g, const Act *a)
{
	return (RegId)g->f->opnds.at[a->opnd].val;
}

/* Is some unit of A's register in ROW? */
static inline bool
act_meets(const Flags *g, const Act *a, const uint64_t *row)
{
	if (a->word != WORD_MANY)
		return row[a->word] & a->bits;
	return unitset_meets(g->t, row, act_reg(g, a));
}

/* Units of REG that count. */
RegBits reg_units(Flags *g, uint32_t reg);

/* Make REG one of those seen: its index. */
uint32_t reg_see(Flags *g, uint32_t reg);

/* What is known of REG, which is one of those seen from here on. */
static inline const RegBits *
reg_bits(Flags *g, uint32_t reg)
{
	uint32_t i = g->regs.index[reg];

	return &g->regs.seen[i ? i : reg_see(g, reg)];
}

/* Put the units of REG into ROW, or take them out. */
void row_add(Flags *g, uint64_t *row, uint32_t reg);
void row_del(Flags *g, uint64_t *row, uint32_t reg);

static inline void
act_add(Flags *g, const Act *a, uint64_t *row)
{
	if (a->word != WORD_MANY)
		row[a->word] |= a->bits;
	else
		row_add(g, row, act_reg(g, a));
}

static inline void
act_del(Flags *g, const Act *a, uint64_t *row)
{
	if (a->word != WORD_MANY)
		row[a->word] &= ~a->bits;
	else
		row_del(g, row, act_reg(g, a));
}

/* Take what the mask of A does not preserve out of ROW. */
void act_clobber(Flags *g, const Act *a, uint64_t *row);

/* What is live behind A, in ROW, becomes what is before it, as if what it
 * defines had nothing around it. */
void act_pass(Flags *g, const Act *a, uint64_t *row);

/* Find the acts of block B, its registers seen, and the block's effects: its
 * rows of `add`, `kill`, and `unsure`.  What is undefined is not
 * killed. */
void block_scan(Flags *g, BlockId b);

/* The ACT_GROUP of A, one of its members. */
static inline const Act *
group_first(const Act *a)
{
	while (a->kind != ACT_GROUP)
		a--;
	return a;
}

/* Fill the lists of edges. */
void preds_find(Flags *g);

/* With `live` filled in: is all that is read later defined on all ways there?
 * False: perhaps not. */
bool live_is_defined(Flags *g);

/* Of block B alone, if all that is live at its head is defined there; ROW is
 * room. */
bool block_defines_live(const Flags *g, BlockId b, uint64_t *row);

/* Units defined at the end of block B into ROW. */
void defined_out(const Flags *g, BlockId b, uint64_t *row);

/* Fill `defined`. */
void solve_defined(Flags *g);

/* Where block B may read what is undefined: mark that, and it is not read. */
void undefined_settle(Flags *g, BlockId b);

/* Fill `live`. */
void solve_live(Flags *g);

/* Units live at the end of block B, into ROW. */
void live_out(const Flags *g, BlockId b, uint64_t *row);

/* What is live at the end of block B, in ROW, becomes what is at its head. */
void live_pass(const Flags *g, BlockId b, uint64_t *row);

/* Room for what is found about the function as it is. */
void flags_open(Flags *g);

/* Mark the instructions of block B; ROW is room, and so is BEHIND. */
void mark_block(Flags *g, BlockId b, uint64_t *row, uint64_t *behind);

/* Write the live-ins of blocks but the first, from `live` and `defined`; of
 * those of which WANTED, by block, says so (NULL: all). */
void liveins_write(Flags *g, const uint8_t *wanted);

#endif
