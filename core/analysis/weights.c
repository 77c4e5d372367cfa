/*
 * Spill weights, as LLVM's CalcSpillWeights has them: uses and definitions by
 * block frequency, divided by the size of the range.
 */
#include "core/analysis/weights.h"

/* As LLVM's normalizeSpillWeight: this keeps short ranges from looking
 * infinitely dense. */
#define SIZE_MORE 25.0

float
spill_weight(double uses, uint32_t size)
{
	return (float)(uses / (size / 4.0 + SIZE_MORE));
}

double
spill_uses(float weight, uint32_t size)
{
	return (double)weight * (size / 4.0 + SIZE_MORE);
}

/* How often occurrence M is executed: what it reads, and what it writes. */
static double
occurrence_uses(const Func *f, const Live *live, const float *freq,
		const Occurrence *m)
{
	const Insn *insn = func_insn(f, m->insn);
	const Operand *o = &f->opnds.at[m->opnd];
	BlockId b = slot_block(&live->slots,
			       slot_of(&live->slots, m->insn, SLOT_BLOCK));

	if (o->flags & OPND_DEBUG)
		return 0;
	if (insn_is(f, insn, WK_PHI) && !(o->flags & OPND_DEF))
		b = o[1].val;
	return (double)freq[b] * (opnd_reads(o) + ((o->flags & OPND_DEF) != 0));
}

float *
weights_find(const Func *f, const Live *live, const float *freq, Arena *arena)
{
	float *weights = ARENA_RAW(arena, float, f->vregs.n + 1);

	for (VregId v = 0; v < f->vregs.n; v++) {
		uint32_t size = 0;
		double uses = 0;

		FOR_OCCURRENCES(m, live, v)
			uses += occurrence_uses(f, live, freq, m);
		FOR_SLICE(Segment, seg, live->segs.at, live->vregs[v].main.segs)
			size += seg->end - seg->start;
		weights[v] = spill_weight(uses, size);
	}
	return weights;
}
