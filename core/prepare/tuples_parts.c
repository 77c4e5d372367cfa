/*
 * Splitting: a wide register in memory is reloaded as a whole by everyone who
 * reads a part of it.
 *
 * The lanes that liveness tells apart are divided into slices that have a
 * sub-register index; slices are put together again to parts as long as that is
 * estimated to be cheaper.  The estimate: reads of a part reload it, writes
 * store it, see moves_expected and slices_accesses; an occurrence of several
 * parts costs a copy of each slice. It is taken for half, as most such copies
 * end up in place.
 */
#include "core/prepare/tuples_internal.h"

#include "core/base/bits.h"

#include <string.h>

enum {
	MASKS_MAX = 16,
	WORD_BITS = 64, /* of a load or store that costs 1 */
};

Operand *
occurrence_operand(const TupleSplit *s, uint32_t i)
{
	return &s->f->opnds.at[s->occurrences[i].opnd];
}

uint32_t
operand_slices(const TupleSplit *s, const Operand *o)
{
	LaneMask lanes = target_sub_lanes(s->f->target, o->sub);
	uint32_t mask = 0;

	for (uint32_t i = 0; i < s->nslices; i++)
		if (s->slices[i].lanes & lanes)
			mask |= 1u << i;
	return mask;
}

uint32_t
live_slices(const TupleSplit *s, uint32_t mask, SlotIdx at)
{
	uint32_t out = 0;

	for (uint32_t i = 0; i < s->nslices; i++)
		if (mask >> i & 1 &&
		    range_find(s->live, s->slices[i].range, at))
			out |= 1u << i;
	return out;
}

static uint32_t
slices_size(const TupleSplit *s, uint32_t mask)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->nslices; i++)
		if (mask >> i & 1)
			n += bits_count(s->slices[i].lanes);
	return n;
}

/* How many words a load or a store of MASK moves: narrower ones take as long.
 */
static uint32_t
slices_accesses(const TupleSplit *s, uint32_t mask)
{
	const TargetClass *cls =
		&s->f->target->classes[s->f->vregs.at[s->v].cls];
	uint32_t size = slices_size(s, mask), lanes = bits_count(cls->lanes);

	if (s->stepwise)
		return size;
	return (size * cls->bits + lanes * WORD_BITS - 1) / (lanes * WORD_BITS);
}

uint32_t
part_slices(const TupleSplit *s, uint32_t mask)
{
	uint32_t out = mask;

	for (uint32_t i = 0; i < s->nslices; i++)
		for (uint32_t k = 0; k < s->nslices; k++)
			if (mask >> i & 1 &&
			    s->slices[k].part == s->slices[i].part)
				out |= 1u << k;
	return out;
}

bool
is_one_part(const TupleSplit *s, uint32_t mask)
{
	uint32_t first = bits_lowest(mask);

	return !(mask & ~part_slices(s, 1u << first));
}

/* --- what to divide --- */

bool
is_candidate(const TupleSplit *s, VregId v)
{
	const Demand *d = s->demand;
	uint32_t file = s->f->target->classes[s->f->vregs.at[v].cls].file;

	if (v >= s->nvregs)
		return false;
	const Interval *iv = &s->live->vregs[v];
	if (iv->subs.start == iv->subs.end)
		return false;
	if (s->all)
		return true;
	FOR_SLICE(Segment, seg, s->live->segs.at, iv->main.segs) {
		BlockId b = slot_block(&s->live->slots, seg->start);

		for (; b < s->f->blocks.n &&
		       slot_block_start(&s->live->slots, b) < seg->end;
		     b++)
			if (d->block_peak[b * d->nfiles + file].demand >
			    d->limit[file])
				return true;
	}
	return false;
}

/* Has X more lanes than Y, or the same and more bits? */
static bool
sub_is_larger(const TargetSub *x, const TargetSub *y)
{
	uint32_t m = bits_count(x->lanes), n = bits_count(y->lanes);

	return m > n || (m == n && x->size > y->size);
}

SubId
lanes_index(const Target *t, LaneMask lanes)
{
	SubId best = 0;

	for (SubId i = 1; i < t->n_subs; i++)
		if (t->subs[i].lanes == lanes &&
		    (!best || sub_is_larger(&t->subs[i], &t->subs[best])))
			best = i;
	return best;
}

/* The index of the most lanes of LANES that has the lowest of them, and of the
 * most bits: a register's lowest byte may have no lane of its own. */
static SubId
lanes_begin(const Target *t, LaneMask lanes)
{
	LaneMask low = lanes & (~lanes + 1);
	SubId best = 0;

	for (SubId i = 1; i < t->n_subs; i++)
		if ((t->subs[i].lanes & low) && !(t->subs[i].lanes & ~lanes) &&
		    (!best || sub_is_larger(&t->subs[i], &t->subs[best])))
			best = i;
	return best;
}

ClassId
part_class(const Target *t, ClassId cls, SubId sub)
{
	ClassId best = CLASS_NONE;
	int32_t bits = t->subs[sub].size;
	uint32_t size = UINT32_MAX;

	for (uint32_t c = 0; c < t->n_classes; c++) {
		Slice s = t->classes[c].order;

		/* The same registers may have classes of narrower values. */
		if (s.end - s.start < size &&
		    (bits < 0 || t->classes[c].bits == (uint32_t)bits) &&
		    (t->classes[c].flags & CLASS_ALLOCATABLE) &&
		    target_class_with_sub(t, cls, sub, (ClassId)c) == cls) {
			size = s.end - s.start;
			best = (ClassId)c;
		}
	}
	return best;
}

bool
slices_find(TupleSplit *s)
{
	const Target *t = s->f->target;

	s->nslices = 0;
	FOR_SLICE(SubRange, part, s->live->subs.at, s->live->vregs[s->v].subs) {
		LaneMask lanes = part->lanes;

		while (lanes) {
			SubId sub = lanes_begin(t, lanes);

			if (!sub || s->nslices == SLICES_MAX)
				return false;
			s->slices[s->nslices++] =
				(LaneSlice){.lanes = t->subs[sub].lanes,
					    .sub = sub,
					    .range = &part->range};
			lanes &= ~t->subs[sub].lanes;
		}
	}
	return s->nslices > 0;
}

bool
occurrence_is_stuck(const TupleSplit *s, uint32_t i)
{
	const Insn *insn = func_insn(s->f, s->occurrences[i].insn);
	const Operand *o = occurrence_operand(s, i);

	return (insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) ||
	       (o->flags & OPND_WHOLE) ||
	       ((o->flags & OPND_DEF) &&
		(insn_flags(s->f, insn) & OP_TERMINATOR));
}

/* --- what it costs --- */

/* Occurrences of the parts in one block. */
typedef struct {
	BlockId block;
	uint32_t reads[SLICES_MAX], writes[SLICES_MAX];
} BlockUse;

/*
 * How often a part of SIZE lanes is moved for N occurrences in a block: once if
 * it is small, for it will stay in its register between them, every time if it
 * is a good part of all registers.
 */
static double
moves_expected(const TupleSplit *s, uint32_t size, uint32_t n)
{
	double again = (double)size / (s->limit + 1);

	return n ? 1 + (n - 1) * (again < 1 ? again : 1) : 0;
}

static double
block_cost(const TupleSplit *s, BlockUse *use)
{
	double cost = 0;

	for (uint32_t i = 0; i < s->nslices; i++) {
		if (s->slices[i].part != i)
			continue;
		uint32_t size = slices_size(s, part_slices(s, 1u << i));
		cost += slices_accesses(s, part_slices(s, 1u << i)) *
			(moves_expected(s, size, use->reads[i]) +
			 moves_expected(s, size, use->writes[i]));
	}
	cost *= (double)s->price[use->block];
	memset(use->reads, 0, sizeof(use->reads));
	memset(use->writes, 0, sizeof(use->writes));
	return cost;
}

/* Count occurrence O of the slices of MASK. */
static void
use_count(const TupleSplit *s, BlockUse *use, const Operand *o, uint32_t mask)
{
	bool read = opnd_reads(o) && !(o->flags & OPND_DEF);
	uint32_t all = part_slices(s, mask);

	for (uint32_t i = 0; i < s->nslices; i++) {
		if (!(all >> i & 1) || s->slices[i].part != i)
			continue;
		use->reads[i] += read;
		use->writes[i] += o->flags & OPND_DEF ? 1 : 0;
	}
}

/* What the register costs in memory, with the parts as they are; a part is
 * numbered like its first slice. */
static double
parts_cost(const TupleSplit *s)
{
	BlockUse use = {0};
	double cost = 0;

	for (uint32_t i = 0; i < s->noccurrences; i++) {
		const Operand *o = occurrence_operand(s, i);
		InsnId insn = s->occurrences[i].insn;
		BlockId block =
			slot_block(&s->live->slots,
				   slot_of(&s->live->slots, insn, SLOT_BLOCK));
		uint32_t mask = operand_slices(s, o);

		if (o->flags & OPND_DEBUG)
			continue;
		if (o->flags & OPND_DEF)
			mask = live_slices(
				s, mask,
				slot_of(&s->live->slots, insn, SLOT_DEAD));
		if (!mask)
			continue;
		if (block != use.block)
			cost += block_cost(s, &use);
		use.block = block;
		use_count(s, &use, o, mask);
		if (!is_one_part(s, mask))
			cost += (double)s->price[block] *
				(s->stepwise ? slices_size(s, mask)
					     : bits_count(mask)) /
				2;
	}
	return cost + block_cost(s, &use);
}

/* Put the slices of MASK, and the parts that they belong to, together; false:
 * that is no part of the register. */
static bool
parts_unite(TupleSplit *s, uint32_t mask)
{
	uint32_t all = part_slices(s, mask);
	LaneMask lanes = 0;

	for (uint32_t i = 0; i < s->nslices; i++)
		if (all >> i & 1)
			lanes |= s->slices[i].lanes;
	if (!lanes_index(s->f->target, lanes))
		return false;
	for (uint32_t i = 0; i < s->nslices; i++)
		if (all >> i & 1)
			s->slices[i].part = bits_lowest(all);
	return true;
}

/* The sets of slices that are named together. */
static uint32_t
masks_find(const TupleSplit *s, uint32_t *masks)
{
	uint32_t k, n = 0;

	for (uint32_t i = 0; i < s->noccurrences && n < MASKS_MAX; i++) {
		const Operand *o = occurrence_operand(s, i);
		uint32_t mask = operand_slices(s, o);

		if ((o->flags & OPND_DEBUG) || !(mask & (mask - 1)))
			continue;
		for (k = 0; k < n && masks[k] != mask;)
			k++;
		if (k == n)
			masks[n++] = mask;
	}
	return n;
}

bool
parts_choose(TupleSplit *s)
{
	uint32_t masks[MASKS_MAX], old[SLICES_MAX];

	for (uint32_t i = 0; i < s->nslices; i++)
		s->slices[i].part = 0;
	double whole = parts_cost(s);
	for (uint32_t i = 0; i < s->nslices; i++)
		s->slices[i].part = i;
	if (s->all)
		return true;
	double best = parts_cost(s);
	uint32_t n = masks_find(s, masks);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < s->nslices; k++)
			old[k] = s->slices[k].part;
		double cost =
			parts_unite(s, masks[i]) ? parts_cost(s) : best + 1;
		if (cost <= best) {
			best = cost;
			continue;
		}
		for (uint32_t k = 0; k < s->nslices; k++)
			s->slices[k].part = old[k];
	}
	return best < whole * 0.8;
}
