/*
 * The intervals of all registers as they are at the start.
 */
#include "core/alloc/spill/fold.h"
#include "core/alloc/spill/spill.h"

#include <string.h>

/*
 * How operand N of the COPY I names its register.  Copies of parts use the slot
 * only in a group of parallel copies, where otherwise all of them would need
 * registers at one time; alone they are cheaper in a register.  So is the
 * source of a copy that the next instruction can do without.
 */
static uint32_t
copy_flags(const Scan *s, InsnId i, OpndId n)
{
	const Insn *insn = func_insn(s->f, i);
	const Operand *o = insn_opnds(s->f, insn);
	uint32_t flags = 0;

	if (insn->nopnds >= 2 && n <= insn->opnd0 + 1)
		flags |= OCC_SIDE;
	if (insn->nopnds == 2 &&
	    !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) &&
	    ((!o[0].sub && !o[1].sub) || insn_in_group(s->f, i)) &&
	    (n == insn->opnd0 || !copy_is_spared(s->f, i)))
		flags |= OCC_COPY;
	return flags;
}

/* Is instruction I the call by which its block is left to a landing pad? */
static bool
is_leaving_call(const Scan *s, InsnId i)
{
	BlockId b = func_block_of(s->f, i);

	if (!(insn_flags(s->f, func_insn(s->f, i)) & OP_CALL) ||
	    !block_leaves_early(s->f, b))
		return false;
	while (++i < s->f->blocks.at[b].end)
		if (insn_flags(s->f, func_insn(s->f, i)) & OP_CALL)
			return false;
	return true;
}

/* How operand O of instruction INSN names its register, if that is no
 * COPY. */
static inline uint32_t
occurrence_flags(const Scan *s, const Insn *insn, const Operand *o)
{
	uint32_t flags = 0;

	if (opnd_reads(o))
		flags |= OCC_READ;
	if (!(o->flags & OPND_DEF))
		return flags;
	flags |= OCC_WRITE;
	if (insn_flags(s->f, insn) & OP_TERMINATOR ||
	    insn_is(s->f, insn, WK_INLINEASM_BR) ||
	    (insn_flags(s->f, insn) & OP_CALL &&
	     is_leaving_call(s, (InsnId)(insn - s->f->insns.at))))
		flags |= OCC_PINNED;
	return flags;
}

/* Mark the reads of V, which instruction DEF computes again, that need no
 * register.  What they do, as occurrence_uses has it. */
static double
reads_free(const Scan *s, VregId v, InsnId def)
{
	const AllocInterval *p = &s->intervals.at[v];
	MemoryLoad load;
	double sum = 0;

	if (!loads_constant(s->f, func_insn(s->f, def), &load))
		return 0;
	for (uint32_t i = 0; i < p->noccurrences; i++) {
		IntervalOccurrence *m = &p->occurrences[i];

		if (m->insn == def ||
		    !fold_constant(s->f, s->live, m->insn, v, def))
			continue;
		sum += occurrence_uses(s, m, m->flags);
		m->flags |= OCC_FREE;
	}
	return sum;
}

/* The occurrences of V, which has some, written to AT, where there is room for
 * them; and what they say of it. */
static void
occurrences_init(Scan *s, VregId v, IntervalOccurrence *at)
{
	const Live *live = s->live;
	const Occurrence *m = live->occurrences + live->occurrence_start[v];
	const Occurrence *end =
		live->occurrences + live->occurrence_start[v + 1];
	const Insn *insns = s->f->insns.at;
	const Operand *opnds = s->f->opnds.at;
	OpcodeId copy = s->t->known[WK_COPY];
	OccurrenceVec out = {at, 0, (uint32_t)(end - m)};
	AllocInterval *p = &s->intervals.at[v];
	uint32_t flags = 0, writes = 0;
	InsnId def = NONE;
	BlockId written = NONE; /* the last block that writes */
	uint64_t last = 0;
	double sum = 0;

	for (; m < end; m++) {
		IntervalOccurrence *new = &at[out.n];
		const Operand *o = &opnds[m->opnd];
		const Insn *insn = &insns[m->insn];

		if (o->flags & OPND_DEBUG)
			continue;
		new->pos = live->slots.insn_pos[m->insn];
		new->flags = occurrence_flags(s, insn, o);
		if (insn->op == copy && copy)
			new->flags |= copy_flags(s, m->insn, m->opnd);
		new->ref = m->opnd;
		new->insn = m->insn;
		flags |= new->flags;
		sum += occurrence_uses(s, new, new->flags);
		if (new->flags & OCC_WRITE) {
			BlockId b = occurrence_block(s, new);

			if (b != written)
				s->origins.writes[v] += s->price[b];
			written = b;
			writes++;
			def = m->insn;
		}
		/* Most are in order. */
		if (occurrence_key(new) >= last) {
			last = occurrence_key(new);
			out.n++;
		} else {
			occurrence_insert(s, &out, *new);
		}
	}
	p->occurrences = at;
	p->noccurrences = out.n;
	if (writes == 1 && s->options->kind != REGALLOC_SCAN &&
	    remat_finds(s, v, def)) {
		s->origins.remat[v] = def;
		sum -= reads_free(s, v, def);
	}
	interval_weigh_as(s, p, flags, sum);
}

static void
lanes_init(Scan *s, AllocInterval *p, const Interval *iv)
{
	const Live *live = s->live;

	p->nlanes = (uint8_t)(iv->subs.end - iv->subs.start);
	p->lanes = ARENA_RAW(s->arena, IntervalLanes, p->nlanes);
	for (uint32_t i = 0; i < p->nlanes; i++) {
		const SubRange *sub = &live->subs.at[iv->subs.start + i];
		Slice segs = sub->range.segs;

		p->lanes[i].lanes = sub->lanes;
		p->lanes[i].segs = (Segs){live->segs.at + segs.start,
					  segs.end - segs.start};
	}
}

/* Are registers of class CLS told apart by their keys?  Those of other classes
 * than can be allocated are not. */
static inline bool
rep_units_tell(const Target *t, ClassId cls)
{
	return cls == CLASS_NONE || (t->classes[cls].flags & CLASS_ALLOCATABLE);
}

static inline bool
class_is_apart(const Target *t, ClassId cls)
{
	return cls != CLASS_NONE && (t->classes[cls].flags & CLASS_APART);
}

void
intervals_init(Scan *s)
{
	const Live *live = s->live;
	uint32_t n = s->f->vregs.n;
	IntervalOccurrence *occurrences = ARENA_RAW(
		s->arena, IntervalOccurrence, live->occurrence_start[n]);

	s->origins.occurrences = occurrences;
	/* Most registers are split into few parts. */
	s->intervals.cap = n + n / 4 + 8;
	s->intervals.at = ARENA_RAW(s->arena, AllocInterval, s->intervals.cap);
	s->intervals.n = n;
	s->held.by_rep_units = s->held.few_rep_units = !s->use_lanes;
	s->regs.cap = s->intervals.cap;
	s->regs.at = ARENA_RAW(s->arena, RegId, s->regs.cap);
	s->regs.n = n;
	memset(s->regs.at, 0, n * sizeof(*s->regs.at));
	for (VregId v = 0; v < n; v++) {
		const Interval *iv = &live->vregs[v];
		const Vreg *vreg = &s->f->vregs.at[v];
		uint32_t first = live->occurrence_start[v];
		AllocInterval *p = &s->intervals.at[v];

		s->origins.remat[v] = NONE;
		s->origins.writes[v] = 0;
		/* Coalescing leaves many that nothing names; nobody asks for
		 * those. */
		if (!register_occurs(s, v))
			continue;
		s->held.by_rep_units &= rep_units_tell(s->t, vreg->cls);
		s->held.few_rep_units &= !class_is_apart(s->t, vreg->cls);
		*p = (AllocInterval){
			.main = {live->segs.at + iv->main.segs.start,
				 iv->main.segs.end - iv->main.segs.start},
			.preserved = PRESERVED_UNKNOWN,
			.origin = v,
			.sibling = NONE,
			.stage = vreg->brief ? STAGE_DONE : STAGE_NEW,
			.hint = vreg->hint_kind == 1 ? (RegId)vreg->hint : 0,
		};
		if (s->use_lanes && iv->subs.start < iv->subs.end)
			lanes_init(s, p, iv);
		occurrences_init(s, v, occurrences + first);
	}
	s->held.few_rep_units &= s->held.by_rep_units;
}
