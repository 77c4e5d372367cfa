/*
 * What the computation of marks and the listing of live-ins share.
 */
#ifndef REGALLOC_REWRITE_FLAGS_INTERNAL_H
#define REGALLOC_REWRITE_FLAGS_INTERNAL_H

#include "core/model/preserved.h"

/* The units of a register that count. */
typedef struct {
	uint64_t bits; /* 0: none does */
	uint32_t word; /* of a set, that has them all; NONE: there are more */
	bool known;
	bool whole; /* all its units count */
} RegBits;

typedef struct {
	RegBits bits;
	RegId reg;
} RegMention;

typedef enum {
	ACT_READ,
	ACT_NONE, /* a read of what nothing defines */
	ACT_DEF,
	ACT_DEF_MORE, /* implicit, but not by the opcode: perhaps of what is
			 around an explicit one */
	ACT_CLOBBER,  /* a register mask */
} ActKind;

/* What an operand does to a register that counts. */
typedef struct {
	uint64_t bits; /* as in RegBits */
	OpndId opnd;
	uint16_t word; /* WORD_MANY: several */
	uint8_t kind;  /* ActKind */
} Act;

#define WORD_MANY UINT16_MAX

/* Where an instruction's acts begin. */
typedef struct {
	uint32_t write, read;
} ActStart;

typedef struct {
	Func *f;
	const Target *t;
	const uint64_t *reserved;
	Arena *tmp;
	uint32_t words;	   /* of a set of units */
	uint64_t *ignored; /* units of reserved registers alone: in no set */
	RegBits *regs;	   /* by RegId, as far as known */
	uint64_t *seen;	   /* registers that operands name */
	Act *writes;	   /* of all instructions, in order: definitions and
			      clobbers */
	Act *reads;	   /* the same */
	ActStart *start;   /* by InsnId, and one more */
	Preserved kept;	   /* what calls preserve */
	/* Sets by block, `words` each. */
	uint64_t *add, *del; /* what it defines, what else it clobbers */
	uint64_t *use;	     /* what it reads of what was there before */
	uint64_t *kill;	     /* all that it writes */
	uint8_t *unsure;     /* by block: it reads what is undefined for sure */
	uint64_t *defined;   /* may be defined at its head */
	uint64_t *live;	     /* read later, at its head */
	uint32_t *pred_start;
	BlockId *preds;
	/* Registers mentioned, by unit, wide ones first. */
	uint32_t *mention_start;
	RegMention *mentions;
} Flags;

/* The set of block B among SETS. */
static inline uint64_t *
set_of(const Flags *g, uint64_t *sets, BlockId b)
{
	return sets + (size_t)b * g->words;
}

/* What is known of REG. */
const RegBits *reg_bits(const Flags *g, uint32_t reg);

/* Take the units of REG out of SET. */
void set_del(const Flags *g, uint64_t *set, uint32_t reg);

/* Write the live-ins of all blocks but the first, from `live` and `defined`. */
void liveins_write(Flags *g);

#endif
