/*
 * Scattering: a wide register in memory is reloaded as a whole by everyone who
 * reads a part of it.
 *
 * The lanes that liveness tells apart are divided into slices that have a
 * sub-register index; slices are put together again to parts as long as that is
 * estimated to be cheaper.  The estimate: a block that reads a part reloads it,
 * one that writes it stores it, once; a mention of several parts costs a copy
 * of each slice.  It is taken for half, as most such copies end up in place.
 */
#include "core/alloc/scatter.h"

#include "core/analysis/demand.h"
#include "core/base/bits.h"

#include <stdlib.h>
#include <string.h>

enum { SLICES_MAX = 32, MASKS_MAX = 16 };

/* Lanes that live alike and have a sub-register index. */
typedef struct {
	LaneMask lanes;
	SubId sub;
	const LiveRange *range;
	uint32_t part;
} LaneSlice;

typedef struct {
	LaneMask lanes;
	SubId sub;
	ClassId cls;
	VregId vreg;
} Part;

/* A COPY to insert. */
typedef struct {
	InsnId at;	/* before this instruction, or ... */
	uint32_t after; /* ... 1: behind it */
	Operand dst, src;
} Insert;

typedef VEC(Insert) InsertVec;

typedef struct {
	Func *f;
	const Live *live;
	const float *freq;
	Arena *arena;
	InsertVec inserts;
	/* of the register at hand */
	VregId v;
	LaneSlice slices[SLICES_MAX];
	uint32_t nslices;
	Part parts[SLICES_MAX];
	const Mention *mentions;
	uint32_t nmentions;
} Scatter;

static Operand *
mention_operand(const Scatter *s, uint32_t i)
{
	return &s->f->opnds.at[s->mentions[i].opnd];
}

/* The slices that the operand covers, a bit for each. */
static uint32_t
operand_slices(const Scatter *s, const Operand *o)
{
	LaneMask lanes = target_sub_lanes(s->f->target, o->sub);
	uint32_t i, mask = 0;

	for (i = 0; i < s->nslices; i++)
		if (s->slices[i].lanes & lanes)
			mask |= 1u << i;
	return mask;
}

/* Those of MASK that are live at AT. */
static uint32_t
live_slices(const Scatter *s, uint32_t mask, SlotIdx at)
{
	uint32_t i, out = 0;

	for (i = 0; i < s->nslices; i++)
		if (mask >> i & 1 &&
		    range_find(s->live, s->slices[i].range, at))
			out |= 1u << i;
	return out;
}

static uint32_t
slices_size(const Scatter *s, uint32_t mask)
{
	uint32_t i, n = 0;

	for (i = 0; i < s->nslices; i++)
		if (mask >> i & 1)
			n += bits_count(s->slices[i].lanes);
	return n;
}

/* All slices of the parts that MASK meets. */
static uint32_t
part_slices(const Scatter *s, uint32_t mask)
{
	uint32_t i, k, out = mask;

	for (i = 0; i < s->nslices; i++)
		for (k = 0; k < s->nslices; k++)
			if (mask >> i & 1 &&
			    s->slices[k].part == s->slices[i].part)
				out |= 1u << k;
	return out;
}

/* Do the slices of MASK belong to one part? */
static bool
is_one_part(const Scatter *s, uint32_t mask)
{
	uint32_t first = bits_lowest(mask);

	return !(mask & ~part_slices(s, 1u << first));
}

/* --- what to divide --- */

/* The index of exactly LANES; 0: there is none. */
static SubId
lanes_index(const Target *t, LaneMask lanes)
{
	SubId i;

	for (i = 1; i < t->n_subs; i++)
		if (t->subs[i].lanes == lanes)
			return i;
	return 0;
}

/* The index of the most lanes of LANES that has the lowest of them. */
static SubId
lanes_begin(const Target *t, LaneMask lanes)
{
	LaneMask low = lanes & (~lanes + 1);
	SubId i, best = 0;

	for (i = 1; i < t->n_subs; i++)
		if ((t->subs[i].lanes & low) && !(t->subs[i].lanes & ~lanes) &&
		    (!best || bits_count(t->subs[i].lanes) >
				      bits_count(t->subs[best].lanes)))
			best = i;
	return best;
}

/* The narrowest class that holds part SUB of all registers of class CLS. */
static ClassId
part_class(const Target *t, ClassId cls, SubId sub)
{
	ClassId best = CLASS_NONE;
	uint32_t c, size = UINT32_MAX;

	for (c = 0; c < t->n_classes; c++) {
		Slice s = t->classes[c].order;

		if (s.end - s.start < size &&
		    (t->classes[c].flags & CLASS_ALLOCATABLE) &&
		    target_class_with_sub(t, cls, sub, (ClassId)c) == cls) {
			size = s.end - s.start;
			best = (ClassId)c;
		}
	}
	return best;
}

/* Divide the lanes of the register's sub-ranges; false: some have no index. */
static bool
slices_find(Scatter *s)
{
	const Target *t = s->f->target;
	Slice subs = s->live->vregs[s->v].subs;
	uint32_t i;

	s->nslices = 0;
	for (i = subs.start; i < subs.end; i++) {
		LaneMask lanes = s->live->subs.at[i].lanes;

		while (lanes) {
			SubId sub = lanes_begin(t, lanes);

			if (!sub || s->nslices == SLICES_MAX)
				return false;
			s->slices[s->nslices++] = (LaneSlice){
				.lanes = t->subs[sub].lanes,
				.sub = sub,
				.range = &s->live->subs.at[i].range};
			lanes &= ~t->subs[sub].lanes;
		}
	}
	return s->nslices > 1;
}

/* Can nothing stand right before or behind the instruction, or is the register
 * written where nothing can be copied behind? */
static bool
mention_is_stuck(const Scatter *s, uint32_t i)
{
	const Insn *insn = func_insn(s->f, s->mentions[i].insn);
	const Operand *o = mention_operand(s, i);

	return (insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) ||
	       ((o->flags & OPND_DEF) &&
		(insn_flags(s->f, insn) & OP_TERMINATOR));
}

/* --- what it costs --- */

typedef struct {
	BlockId block;
	uint32_t reads, writes;
	double cost;
} BlockCost;

static void
block_cost_add(const Scatter *s, BlockCost *b)
{
	b->cost += (double)s->freq[b->block] *
		   (slices_size(s, part_slices(s, b->reads)) +
		    slices_size(s, part_slices(s, b->writes)));
	b->reads = b->writes = 0;
}

/* What the register costs in memory, with the parts as they are. */
static double
parts_cost(const Scatter *s)
{
	BlockCost b = {0};
	uint32_t i;

	for (i = 0; i < s->nmentions; i++) {
		const Operand *o = mention_operand(s, i);
		InsnId insn = s->mentions[i].insn;
		BlockId block =
			slot_block(&s->live->slots,
				   slot_of(&s->live->slots, insn, SLOT_BLOCK));
		uint32_t mask = operand_slices(s, o);

		if ((o->flags & OPND_DEBUG) || !mask)
			continue;
		if (block != b.block)
			block_cost_add(s, &b);
		b.block = block;
		if (opnd_reads(o) && !(o->flags & OPND_DEF))
			b.reads |= mask & ~b.writes;
		if (o->flags & OPND_DEF)
			b.writes |= mask;
		if (!is_one_part(s, mask))
			b.cost += (double)s->freq[block] *
				  slices_size(s, mask) / 2;
	}
	block_cost_add(s, &b);
	return b.cost;
}

/* Put the slices of MASK, and the parts that they belong to, together; false:
 * that is no part of the register. */
static bool
parts_unite(Scatter *s, uint32_t mask)
{
	uint32_t all = part_slices(s, mask), i;
	LaneMask lanes = 0;

	for (i = 0; i < s->nslices; i++)
		if (all >> i & 1)
			lanes |= s->slices[i].lanes;
	if (!lanes_index(s->f->target, lanes))
		return false;
	for (i = 0; i < s->nslices; i++)
		if (all >> i & 1)
			s->slices[i].part = bits_lowest(all);
	return true;
}

/* The sets of slices that are mentioned together. */
static uint32_t
masks_find(const Scatter *s, uint32_t *masks)
{
	uint32_t i, k, n = 0;

	for (i = 0; i < s->nmentions && n < MASKS_MAX; i++) {
		const Operand *o = mention_operand(s, i);
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

/* Choose the parts.  False: the register is better off whole. */
static bool
parts_choose(Scatter *s)
{
	uint32_t masks[MASKS_MAX], old[SLICES_MAX], n, i, k;
	double whole, best, cost;

	for (i = 0; i < s->nslices; i++)
		s->slices[i].part = 0;
	whole = parts_cost(s);
	for (i = 0; i < s->nslices; i++)
		s->slices[i].part = i;
	best = parts_cost(s);
	n = masks_find(s, masks);
	for (i = 0; i < n; i++) {
		for (k = 0; k < s->nslices; k++)
			old[k] = s->slices[k].part;
		cost = parts_unite(s, masks[i]) ? parts_cost(s) : best + 1;
		if (cost <= best) {
			best = cost;
			continue;
		}
		for (k = 0; k < s->nslices; k++)
			s->slices[k].part = old[k];
	}
	return best < whole * 0.8;
}

/* --- the parts as registers --- */

static bool
parts_make(Scatter *s)
{
	const Target *t = s->f->target;
	ClassId cls = s->f->vregs.at[s->v].cls;
	uint32_t i;

	memset(s->parts, 0, sizeof(s->parts));
	for (i = 0; i < s->nslices; i++)
		s->parts[s->slices[i].part].lanes |= s->slices[i].lanes;
	for (i = 0; i < s->nslices; i++) {
		Part *p = &s->parts[i];

		if (!p->lanes)
			continue;
		p->sub = lanes_index(t, p->lanes);
		p->cls = p->sub ? part_class(t, cls, p->sub) : CLASS_NONE;
		if (p->cls == CLASS_NONE)
			return false;
	}
	for (i = 0; i < s->nslices; i++)
		if (s->parts[i].lanes)
			s->parts[i].vreg =
				func_add_vreg(s->f, s->parts[i].cls, s->v);
	return true;
}

/* The index of SUB in a register that is WHOLE of what SUB is a part of. */
static SubId
index_within(const Target *t, SubId whole, SubId sub)
{
	SubId x;

	if (whole == sub)
		return 0;
	if (!whole)
		return sub;
	for (x = 1; x < t->n_subs; x++)
		if (target_compose(t, whole, x) == sub)
			return x;
	return 0;
}

/* Does the operand of INSN take the part as a register of its own? */
static bool
part_fits(const Scatter *s, const Insn *insn, const Operand *o, const Part *p)
{
	const Target *t = s->f->target;
	const OpcodeDesc *desc = insn_desc(s->f, insn);
	uint32_t k = (uint32_t)(o - insn_opnds(s->f, insn));
	SubId sub = index_within(t, p->sub, o->sub);
	ClassId cls;

	if (desc->opnds.start + k >= desc->opnds.end)
		return true;
	cls = t->opnd_descs[desc->opnds.start + k].cls;
	return cls == CLASS_NONE ||
	       (sub ? target_class_with_sub(t, p->cls, sub, cls) == p->cls
		    : target_class_contains(t, cls, p->cls));
}

/* Do slices of PART other than WRITTEN live on across instruction I? */
static bool
rest_lives(const Scatter *s, uint32_t part, uint32_t written, InsnId i)
{
	uint32_t rest = part_slices(s, 1u << part) & ~written;
	const Slots *slots = &s->live->slots;

	rest = live_slices(s, rest, slot_of(slots, i, SLOT_BLOCK));
	return live_slices(s, rest, slot_of(slots, i, SLOT_DEAD)) != 0;
}

/* Operand O of instruction I becomes a mention of a part. */
static void
operand_rename(Scatter *s, InsnId i, Operand *o)
{
	uint32_t mask = operand_slices(s, o);
	uint32_t part = s->slices[bits_lowest(mask)].part;
	const Part *p = &s->parts[part];

	o->sub = index_within(s->f->target, p->sub, o->sub);
	o->val = p->vreg;
	if ((o->flags & (OPND_DEF | OPND_DEBUG)) != OPND_DEF)
		return;
	if (o->sub && !rest_lives(s, part, mask, i))
		o->flags |= OPND_UNDEF;
	else
		o->flags &= (uint16_t)~OPND_UNDEF;
}

static Operand
operand_of(VregId v, SubId sub, unsigned flags)
{
	return (Operand){.kind = OPND_VREG,
			 .tied = TIED_NONE,
			 .flags = (uint16_t)flags,
			 .sub = sub,
			 .val = v,
			 .loc = LOC_NONE};
}

/* Where COPYs stand for instruction I: parallel ones stay together, and so do
 * terminators. */
static InsnId
place_of(const Scatter *s, InsnId i, bool after)
{
	const Func *f = s->f;
	BlockId b = slot_block(&s->live->slots,
			       slot_of(&s->live->slots, i, SLOT_BLOCK));
	const Block *block = &f->blocks.at[b];

	if (after) {
		while (i + 1 < block->end &&
		       (func_insn(f, i + 1)->flags & INSN_PARALLEL))
			i++;
		return i;
	}
	while (i > block->first && (func_insn(f, i)->flags & INSN_PARALLEL))
		i--;
	if (insn_flags(f, func_insn(f, i)) & OP_TERMINATOR)
		i = block_first_terminator(f, b);
	return i;
}

/* Copy the slices of READ into GATHER before instruction I. */
static void
copies_before(Scatter *s, InsnId i, const Part *gather, uint32_t read)
{
	const Target *t = s->f->target;
	Insert in = {.at = place_of(s, i, false)};
	unsigned undef = OPND_UNDEF;
	uint32_t k;

	for (k = 0; k < s->nslices; k++) {
		const LaneSlice *slice = &s->slices[k];
		const Part *p = &s->parts[slice->part];
		SubId sub = index_within(t, gather->sub, slice->sub);

		if (!(read >> k & 1))
			continue;
		in.dst = operand_of(gather->vreg, sub,
				    OPND_DEF | (sub ? undef : 0));
		in.src = operand_of(p->vreg,
				    index_within(t, p->sub, slice->sub), 0);
		VEC_PUSH(s->arena, s->inserts, in);
		undef = 0;
	}
}

/* Copy the slices of WRITTEN from GATHER behind instruction I. */
static void
copies_behind(Scatter *s, InsnId i, const Part *gather, uint32_t written)
{
	Insert in = {.at = place_of(s, i, true), .after = 1};
	uint32_t begun = 0, k;

	for (k = 0; k < s->nslices; k++) {
		uint32_t part = s->slices[k].part;
		const Part *p = &s->parts[part];
		unsigned flags = OPND_DEF;
		SubId sub;

		if (!(written >> k & 1))
			continue;
		sub = index_within(s->f->target, p->sub, s->slices[k].sub);
		if (sub && !(begun >> part & 1) &&
		    !rest_lives(s, part, written, i))
			flags |= OPND_UNDEF;
		begun |= 1u << part;
		in.dst = operand_of(p->vreg, sub, flags);
		in.src = operand_of(gather->vreg,
				    index_within(s->f->target, gather->sub,
						 s->slices[k].sub),
				    0);
		VEC_PUSH(s->arena, s->inserts, in);
	}
}

/* A register for what mentions [FIRST, END), all of instruction I, need
 * together: as wide as the part that all of them name, or as the old one. */
static Part
gather_make(Scatter *s, uint32_t first, uint32_t end, InsnId i)
{
	Part gather = {.sub = mention_operand(s, first)->sub,
		       .cls = s->f->vregs.at[s->v].cls};
	ClassId cls = gather.cls;
	uint32_t k;

	for (k = first + 1; k < end; k++)
		if (mention_operand(s, k)->sub != gather.sub)
			gather.sub = 0;
	if (gather.sub)
		gather.cls = part_class(s->f->target, cls, gather.sub);
	for (k = first; gather.sub && k < end; k++)
		if (gather.cls == CLASS_NONE ||
		    !part_fits(s, func_insn(s->f, i), mention_operand(s, k),
			       &gather))
			gather.sub = 0;
	if (!gather.sub)
		gather.cls = cls;
	gather.vreg = func_add_vreg(s->f, gather.cls, s->v);
	return gather;
}

/* Mentions [FIRST, END), all of instruction I, are of several parts. */
static void
mentions_gather(Scatter *s, uint32_t first, uint32_t end, InsnId i)
{
	const Slots *slots = &s->live->slots;
	Part gather = gather_make(s, first, end, i);
	uint32_t read = 0, written = 0, k;

	for (k = first; k < end; k++) {
		Operand *o = mention_operand(s, k);
		uint32_t mask = operand_slices(s, o);

		if (o->flags & OPND_DEF)
			written |= mask;
		else if (opnd_reads(o))
			read |= mask;
		o->val = gather.vreg;
		if (gather.sub)
			o->sub = 0;
		if (!(o->flags & OPND_DEF))
			continue;
		if (o->sub)
			o->flags |= OPND_UNDEF;
		else
			o->flags &= (uint16_t)~OPND_UNDEF;
	}
	read = live_slices(s, read, slot_of(slots, i, SLOT_BLOCK));
	written = live_slices(s, written, slot_of(slots, i, SLOT_DEAD));
	copies_before(s, i, &gather, read);
	copies_behind(s, i, &gather, written);
}

static void
mentions_rename(Scatter *s)
{
	uint32_t i, k, m;

	for (i = 0; i < s->nmentions; i = k) {
		InsnId insn = s->mentions[i].insn;
		bool apart = true;

		for (k = i; k < s->nmentions && s->mentions[k].insn == insn;
		     k++) {
			const Operand *o = mention_operand(s, k);
			uint32_t mask = operand_slices(s, o);

			apart &=
				mask && is_one_part(s, mask) &&
				part_fits(s, func_insn(s->f, insn), o,
					  &s->parts[s->slices[bits_lowest(mask)]
							    .part]);
		}
		if (apart) {
			for (m = i; m < k; m++)
				operand_rename(s, insn, mention_operand(s, m));
		} else if (func_insn(s->f, insn)->flags & INSN_DEBUG) {
			for (m = i; m < k; m++) {
				Operand *o = mention_operand(s, m);

				o->kind = OPND_REG;
				o->val = 0;
				o->sub = 0;
			}
		} else {
			mentions_gather(s, i, k, insn);
		}
	}
}

static bool
register_scatter(Scatter *s, VregId v)
{
	uint32_t i;

	s->v = v;
	s->mentions = s->live->mentions + s->live->mention_start[v];
	s->nmentions =
		s->live->mention_start[v + 1] - s->live->mention_start[v];
	for (i = 0; i < s->nmentions; i++)
		if (mention_is_stuck(s, i))
			return false;
	if (!slices_find(s) || !parts_choose(s) || !parts_make(s))
		return false;
	mentions_rename(s);
	return true;
}

/* Is the register live where too many of its kind are? */
static bool
is_pressed(const Scatter *s, const Demand *d, VregId v)
{
	const LiveRange *main = &s->live->vregs[v].main;
	uint32_t file = s->f->target->classes[s->f->vregs.at[v].cls].file, i;

	for (i = main->segs.start; i < main->segs.end; i++) {
		const Segment *seg = &s->live->segs.at[i];
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

/* --- the function with the copies --- */

typedef struct {
	uint64_t key;
	uint32_t index;
} InsertOrder;

static int
order_compare(const void *a, const void *b)
{
	const InsertOrder *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static void
copy_push(Func *f, const Insert *in, Loc loc)
{
	Insn insn = {.op = f->target->known[WK_COPY],
		     .flags = INSN_MADE,
		     .opnd0 = f->opnds.n,
		     .nopnds = 2,
		     .nleft = 1,
		     .origin = NONE,
		     .loc = loc};

	VEC_PUSH(f->arena, f->opnds, in->dst);
	VEC_PUSH(f->arena, f->opnds, in->src);
	VEC_PUSH(f->arena, f->insns, insn);
}

/* Write the instructions anew, with the COPYs in their places. */
static void
inserts_apply(Scatter *s)
{
	Func *f = s->f;
	uint32_t n = s->inserts.n, k = 0, ninsns = f->insns.n;
	InsertOrder *order = ARENA_RAW(s->arena, InsertOrder, n + 1);
	InsnId *map = ARENA_RAW(s->arena, InsnId, ninsns + 1), i;
	Insn *old = f->insns.at;
	BlockId b;

	for (i = 0; i < n; i++)
		order[i] = (InsertOrder){(uint64_t)s->inserts.at[i].at * 2 +
						 s->inserts.at[i].after,
					 i};
	qsort(order, n, sizeof(*order), order_compare);
	memset(&f->insns, 0, sizeof(f->insns));
	for (b = 0; b < f->blocks.n; b++) {
		Block *block = &f->blocks.at[b];
		InsnId first = f->insns.n;

		for (i = block->first; i < block->end; i++) {
			for (; k < n && order[k].key == (uint64_t)i * 2; k++)
				copy_push(f, &s->inserts.at[order[k].index],
					  old[i].loc);
			map[i] = f->insns.n;
			VEC_PUSH(f->arena, f->insns, old[i]);
			for (; k < n && order[k].key == (uint64_t)i * 2 + 1;
			     k++)
				copy_push(f, &s->inserts.at[order[k].index],
					  old[i].loc);
		}
		block->first = first;
		block->end = f->insns.n;
	}
	for (i = 0; i < f->call_sites.n; i++)
		if (f->call_sites.at[i].insn != NONE)
			f->call_sites.at[i].insn =
				map[f->call_sites.at[i].insn];
}

bool
scatter_tuples(Func *f, const Live *live, const float *freq,
	       const uint64_t *reserved, Arena *scratch)
{
	Scatter s = {.f = f, .live = live, .freq = freq, .arena = scratch};
	uint32_t nvregs = f->vregs.n;
	bool any = false;
	Demand demand;
	VregId v;

	for (v = 0; v < nvregs && !any; v++)
		any = live->vregs[v].subs.start != live->vregs[v].subs.end;
	if (!any)
		return false;
	demand_build(&demand, f, live, reserved, scratch);
	any = false;
	for (v = 0; v < nvregs; v++)
		if (live->vregs[v].subs.start != live->vregs[v].subs.end &&
		    is_pressed(&s, &demand, v))
			any |= register_scatter(&s, v);
	if (any)
		inserts_apply(&s);
	return any;
}
