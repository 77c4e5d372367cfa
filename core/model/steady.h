/*
 * Registers that read the same wherever an instruction of a function stands:
 * those which never change, and reserved ones that no instruction writes, be
 * it by the way (a call the stack pointer).
 */
#ifndef REGALLOC_MODEL_STEADY_H
#define REGALLOC_MODEL_STEADY_H

#include "core/model/ir.h"

typedef struct {
	const Target *t;
	const uint64_t *reserved; /* set over RegId; NULL: the target's own */
	const uint64_t *written;  /* set over UnitId: what instructions write */
	const uint64_t *masks;	  /* the same: what copies read besides their
				     sources */
} Steady;

/* Find what F writes; sets from ARENA.  O(operands). */
void steady_find(Steady *s, const Func *f, const uint64_t *reserved,
		 Arena *arena);

/* Does O, which reads a physical register, get the same wherever its
 * instruction stands?  A mask that copies obey counts as such where it is
 * obeyed: what reads a value has no more of it than a copy would have had. */
bool steady_reads(const Steady *s, const Operand *o);

#endif
