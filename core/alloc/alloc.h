/*
 * What allocation decides, as the rewriter reads it.
 *
 * The allocator works on the lowered function (no PHIs, ties made explicit by
 * COPY).  It may rename register operands to registers it adds with
 * func_add_vreg, and asks for new instructions by edits; it inserts nothing
 * itself.  In the end every virtual register that an instruction names has
 * a physical register; one that a COPY names may have a stack slot instead,
 * and one of another instruction, where fold_find has a form for that; or it is
 * a constant that the instruction reads in memory, see alloc_constant.
 */
#ifndef REGALLOC_ALLOC_ALLOC_H
#define REGALLOC_ALLOC_ALLOC_H

#include "core/analysis/intervals.h"
#include "core/log/log.h"
#include "core/model/steady.h"

typedef enum {
	EDIT_NONE,   /* not needed after all; never handed out */
	EDIT_COPY,   /* dst = COPY src */
	EDIT_SPILL,  /* slot = src */
	EDIT_RELOAD, /* dst = slot */
	EDIT_REMAT,  /* dst = what instruction `remat` computes */
} EditKind;

/*
 * An instruction to insert.  All edits of one place (behind an instruction is
 * the same place as before the next one) happen in three steps: first what
 * ends in a slot (SPILL, COPY to a register that lives in memory), then at one
 * time all other COPYs and RELOADs (they read, then write), then REMATs.
 */
typedef struct {
	InsnId at;	 /* before this instruction, or ... */
	uint8_t after;	 /* ... 1: behind it */
	uint8_t kind;	 /* EditKind */
	bool bare;	 /* REMAT: in the form that writes nothing besides */
	VregId dst, src; /* NONE where the kind has none */
	uint32_t slot;	 /* index into Func.stack */
	InsnId remat;
} Edit;

/* The allocator proper. */
typedef enum {
	REGALLOC_LINEAR,
	REGALLOC_SCAN, /* the textbook's: see textbook.h */
	REGALLOC_FAST, /* values of several blocks are in memory between them */
} Regalloc;

#define ATTEMPTS_BY_COST UINT32_MAX

/* How to allocate. */
typedef struct {
	uint8_t kind;	   /* Regalloc */
	bool whole;	   /* REGALLOC_SCAN: nothing is split */
	uint32_t again;	   /* REGALLOC_SCAN: rounds for those that lost their
			      register */
	uint32_t attempts; /* REGALLOC_LINEAR: how often each function is
			      allocated again for less cost; ATTEMPTS_BY_COST:
			      as often as it pays */
	uint32_t stress;   /* only the first so many registers of each class;
			      0: all */
	const uint64_t *barred; /* bit set over RegId: not allocated, but read
				   and written where the code names them; NULL:
				   none */
} AllocOptions;

typedef struct {
	AllocCounts counts;
	RegId *reg;	 /* by VregId: its register, 0 for none */
	uint32_t *slot;	 /* by VregId: its stack slot, or NONE */
	VEC(Edit) edits; /* sorted by place; equal places in order of request */
	uint8_t *drop;	 /* by InsnId: 1: the instruction is left out (a copy
			    that allocation made needless, a dead one) */
	const uint64_t *reserved; /* bit set over RegId: never allocated */
	void *scan; /* the allocator's own state, for the questions below */
} Alloc;

/* A register of class CLS that holds nothing at position POS (between its B
 * slot and that of the next position), is not reserved and not in BARRED (bit
 * set over UnitId, may be NULL).  0: there is none. */
RegId alloc_scratch(const Alloc *alloc, ClassId cls, uint32_t pos,
		    const uint64_t *barred);

/* Where the value of V, as a debug operand of the lowered function names it, is
 * at AT: a register, or 0 and a slot, or 0 and NONE. */
RegId alloc_where(const Alloc *alloc, VregId v, SlotIdx at, uint32_t *slot);

/* The instruction that loads the constant V, which another one of the lowered
 * function reads in memory; NONE. */
InsnId alloc_constant(const Alloc *alloc, VregId v);

/* What is allocated. */
typedef struct {
	Func *f;	    /* lowered and coalesced */
	const Func *parsed; /* as it was read */
	const Cfg *cfg;	    /* of `f`, as are: */
	const Live *live;
	const float *price;
	const Steady *steady;  /* of `parsed`, with what is reserved */
	const uint64_t *saved; /* bit set over RegId of registers that cost a
				  save in the prologue, or NULL */
	const AllocOptions *options;
	AllocLog *log; /* what happens is written there, or NULL */
	Arena *arena;  /* lives as long as the Alloc */
} AllocInput;

/*
 * Allocate IN's function.  False, with an error that names the instruction,
 * when no allocation was found.
 * Source of the default, REGALLOC_LINEAR: linear scan over ranges with holes
 * (Poletto and Sarkar 1999, Moessenboeck and Pfeiffer 2002), eviction by weight
 * as in LLVM's greedy allocator, splitting as in its split editor: copies
 * inside blocks only.
 */
bool alloc_run(Alloc *alloc, const AllocInput *in);

#endif
