/*
 * Lowering: from any stage of the input to a function without PHIs and with
 * ties made explicit, which is what allocation works on.
 */
#ifndef REGALLOC_PREPARE_LOWER_H
#define REGALLOC_PREPARE_LOWER_H

#include "core/model/edges.h"
#include "core/prepare/operands.h"

/*
 * IN with what the target's expansions make of its instructions, in ARENA; IN
 * itself if they have nothing to say about it.  It counts as the input from
 * there on: Insn.origin names its instructions.  FORMS: other forms of single
 * instructions are chosen, too; the checker knows these.  NULL after errors,
 * which are in IN's diag.  Linear.
 */
Func *expand_func(Func *in, bool forms, Arena *arena);

/*
 * A new function in ARENA with the meaning of IN, whose FACTS are used up:
 *
 *   - PHIs are copies into a fresh register at the end of the predecessors and
 *     copies out of it at the head of the block, each end and each head one
 *     parallel group, so that no edge has to have a block of its own (where
 *     that is better: edge_split.h, core/rewrite/edges.h); at a head they stand
 *     behind what changes a register that copies read besides their sources;
 *   - a use that is tied to a definition names the definition's register, which
 *     a COPY in front of the instruction fills (the ties of one instruction
 *     are one parallel group);
 *   - operands that must be in consecutive registers are parts of one, which
 *     COPYs in front of the instruction fill;
 *   - REG_SEQUENCE, INSERT_SUBREG, EXTRACT_SUBREG, SUBREG_TO_REG are COPYs from
 *     and to parts of registers;
 *   - a copy of a reserved register that can be read in its place is that.
 *
 * EDGES: which ones get blocks of their own, where copies of PHIs go; NULL:
 * none does, and blocks keep their places and predecessors.  Insn.origin names
 * the instruction of IN, NONE for instructions made here.  Kill marks of
 * virtual registers are dropped: moving reads makes them wrong, and nobody
 * trusts them. Source, target and side tables are shared with IN, which must
 * live as long and not change.  *FREQ, by block, how often they run, becomes
 * that of the new function; FREQ may be NULL without EDGES; copies of PHIs into
 * PHIs of one block come early where that is not more often.  NULL after
 * errors, which are in IN's diag.  Linear.
 */
Func *lower_func(const Func *in, const OperandFacts *facts,
		 const EdgePlan *edges, float **freq, Arena *arena, Arena *tmp);

#endif
