/*
 * One instruction, as insn.c and ties.c speak of it.
 */
#ifndef BOUND_INSN_H
#define BOUND_INSN_H

#include "model.h"

/* What is known of the instruction at hand. */
typedef struct {
	InsnId i;
	const Insn *insn;
	const Operand *o;
	const uint32_t *phys_in, *phys_out; /* by group: what is busy */
	const uint64_t *behind;		    /* values live behind it */
	bool event; /* it defines or clobbers something */
	bool folds; /* an operand may be a slot */
	uint32_t tied_slot, tied_value, tied_def; /* see slot_model; NOVAR */
} This;

/* Is operand K of the instruction read as value V? */
static inline bool
insn_reads(const Model *m, const This *t, uint32_t k, uint32_t v)
{
	return facts_value(m->x, &t->o[k]) == v && opnd_reads(&t->o[k]);
}

/* Definition D takes a register that operand USE leaves, or one that may
 * change places with it. */
void insn_tie(Model *m, const This *t, uint32_t use, uint32_t d);

/* The register operand that definition K is tied to; NONE. */
uint32_t insn_tied_use(const This *t, uint32_t k, bool insert);

/* Where what is overwritten early is read by another operand, too, that wants
 * a register of its own. */
void insn_tie_early(Model *m, const This *t, uint32_t use);

#endif
