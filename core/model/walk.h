/*
 * Walks over lists of a function and of a target.  What is walked over does not
 * move: nothing is added to the list meanwhile.  Arguments are evaluated more
 * than once.
 */
#ifndef REGALLOC_MODEL_WALK_H
#define REGALLOC_MODEL_WALK_H

#include "core/base/vec.h"

/* For each element AT, of TYPE, from START up to END of ARRAY, which is NULL if
 * it has none. */
#define FOR_PART(type, at, array, start, end)                                  \
	for (const type *at##_all = (array),                                   \
			*at = at##_all ? at##_all + (start) : at##_all,        \
			*at##_end = at##_all ? at##_all + (end) : at##_all;    \
	     at < at##_end; at++)

/* For each element AT, of TYPE, of SLICE of ARRAY. */
#define FOR_SLICE(type, at, array, slice)                                      \
	FOR_PART(type, at, array, (slice).start, (slice).end)

/* For each operand O of INSN, of F. */
#define FOR_OPNDS(o, f, insn)                                                  \
	FOR_ARRAY(Operand, o, insn_opnds((f), (insn)), (insn)->nopnds)

/* The same for who changes them. */
#define FOR_MUTABLE_OPNDS(o, f, insn)                                          \
	for (Operand *o = insn_opnds((f), (insn)),                             \
		     *o##_end = o + (insn)->nopnds;                            \
	     o < o##_end; o++)

/* For each instruction of BLOCK of F. */
#define FOR_INSNS(insn, f, block)                                              \
	FOR_PART(Insn, insn, (f)->insns.at, (block)->first, (block)->end)

/* For each successor, predecessor and live-in of F's block B. */
#define FOR_SUCCS(succ, f, b)                                                  \
	FOR_SLICE(Succ, succ, (f)->succs.at, (f)->blocks.at[b].succs)
#define FOR_PREDS(pred, f, b)                                                  \
	FOR_SLICE(BlockId, pred, (f)->preds.at, (f)->blocks.at[b].preds)
#define FOR_LIVEINS(in, f, b)                                                  \
	FOR_SLICE(LiveIn, in, (f)->liveins.at, (f)->blocks.at[b].liveins)

/* For each unit of T's register REG, and each register of class CLS. */
#define FOR_UNITS(unit, t, reg)                                                \
	FOR_SLICE(UnitId, unit, (t)->reg_units, (t)->regs[reg].units)
#define FOR_CLASS_REGS(reg, t, cls)                                            \
	FOR_SLICE(RegId, reg, (t)->class_regs, (t)->classes[cls].order)

#endif
