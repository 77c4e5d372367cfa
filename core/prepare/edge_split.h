/*
 * Critical edges on which PHIs' copies are better off.
 */
#ifndef REGALLOC_PREPARE_EDGE_SPLIT_H
#define REGALLOC_PREPARE_EDGE_SPLIT_H

#include "core/analysis/cfg.h"
#include "core/model/edges.h"
#include "core/prepare/operands.h"

/*
 * Plan empty blocks, in TMP, on edges of IN into blocks of PHIs, where an
 * incoming value is read on the other way out of the predecessor, too, and not
 * in the block: its copy, with the edge for itself, can take its place there;
 * where one lives on in the block while another one that comes into the PHI is
 * read on the other way only, which can share the PHI's register if the copy of
 * the first is on the edge; and on edges out of loops.  False: there are none.
 * IN's preds are filled in; FACTS, CFG and FREQ, by block, are its.  Near
 * linear: the live ranges of the values asked about.  (LLVM's PHI elimination
 * asks the same questions.)
 */
bool edges_open(EdgePlan *plan, const Func *in, const OperandFacts *facts,
		const Cfg *cfg, const float *freq, Arena *tmp);

#endif
