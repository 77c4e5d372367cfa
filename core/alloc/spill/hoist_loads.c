/*
 * Loads that stand before a loop.
 *
 * What is loaded, or computed again, in a loop that does not write it, as no
 * register was free for it when its turn was, may find one when all the others
 * have theirs: one that is free all over the loop holds the value from before
 * it on.
 */
#include "core/alloc/spill/spill.h"

#include "core/alloc/cost.h"
#include "core/alloc/total.h"
#include "core/base/bits.h"
#include "core/base/sort.h"
#include "core/model/unitset.h"

#include <stdlib.h>

/* Loops tried around each load; loads and writes of one origin; edges into one
 * loop; blocks and occurrences looked at in all, by instruction of the
 * function. */
enum {
	LOOPS_MAX = 4,
	LOADS_MAX = 64,
	WRITES_MAX = 64,
	EDGES_MAX = 16,
	HOIST_WORK = 16
};

/* Loads of an origin in a loop. */
typedef struct {
	VregId origin;
	uint32_t loop;
	uint32_t first, n; /* of Hoist.loads */
	float gain;	   /* what they cost more than before the loop */
} LoopLoads;

typedef struct {
	Scan *s;
	VEC(uint64_t) loads; /* origins, and edits that load them */
	VEC(LoopLoads) loops;
	BlockId *blocks; /* those in loops, in the order of Loop.at */
	uint32_t *at;	 /* by Loop.at: its first one */
	uint64_t *units; /* that intervals have somewhere */
	uint64_t looked; /* at so many blocks and occurrences */
	FoldedUses folded;
	/* Of the origin at hand and of its slot: blocks, and positions. */
	VEC(uint64_t) writes;
	/* The blocks of the loop at hand, and the ends of those before it:
	 * their starts, and ends. */
	VEC(uint64_t) places;
	VEC(Segment) segs; /* the same */
	VEC(Edit) edits;   /* before the loop at hand */
	float price;	   /* of those */
} Hoist;

static BlockId
edit_block(const Scan *s, const Edit *e)
{
	return slots_insn_block(&s->live->slots, e->at);
}

/* The edit that is load I. */
static Edit *
load_edit(const Hoist *h, uint32_t i)
{
	return &h->s->edits.at[(uint32_t)h->loads.at[i]];
}

/* Does edit E alone fill a part, which instructions read and nothing else? */
static bool
is_load(const Scan *s, const Edit *e)
{
	uint32_t writes = 0;

	if ((e->kind != EDIT_RELOAD && e->kind != EDIT_REMAT) ||
	    !s->regs.at[e->dst] || s->cfg->loop_of[edit_block(s, e)] == NONE)
		return false;
	const AllocInterval *p = &s->intervals.at[e->dst];
	if (p->nlanes || e->dst == p->origin)
		return false;
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		uint32_t flags = m->flags;

		if (flags & OCC_WRITE ? !(flags & OCC_EDIT) || writes++
				      : flags & OCC_EDIT)
			return false;
	}
	return writes == 1;
}

/* The blocks of all loops, each loop's together. */
static void
blocks_find(Hoist *h)
{
	const Scan *s = h->s;
	const Cfg *cfg = s->cfg;
	uint32_t *at = ARENA_NEW(s->arena, uint32_t, cfg->nloops + 2);

	h->blocks = ARENA_RAW(s->arena, BlockId, s->f->blocks.n + 1);
	for (BlockId b = 0; b < s->f->blocks.n; b++)
		if (cfg->loop_of[b] != NONE)
			at[cfg->loops[cfg->loop_of[b]].at + 2]++;
	for (uint32_t i = 2; i < cfg->nloops + 2; i++)
		at[i] += at[i - 1];
	for (BlockId b = 0; b < s->f->blocks.n; b++)
		if (cfg->loop_of[b] != NONE)
			h->blocks[at[cfg->loops[cfg->loop_of[b]].at + 1]++] = b;
	h->at = at;
}

/* Does instruction I write ORIGIN, in a register or in its slot? */
static bool
writes_origin(const Scan *s, InsnId i, VregId origin)
{
	const Insn *insn = func_insn(s->f, i);

	FOR_OPNDS(o, s->f, insn)
		if (o->kind == OPND_VREG && o->flags & OPND_DEF &&
		    s->intervals.at[o->val].origin == origin)
			return true;
	return false;
}

/* Note that an instruction at POS, in block B, writes the origin at hand. */
static void
write_note(Hoist *h, BlockId b, uint32_t pos)
{
	VEC_PUSH(h->s->arena, h->writes, (uint64_t)b << 32 | pos);
}

/* Find where an instruction writes ORIGIN, or an edit its slot.  False: in too
 * many places. */
static bool
writes_find(Hoist *h, VregId origin)
{
	Scan *s = h->s;
	const Slots *slots = &s->live->slots;
	Slice folded = folded_of(&h->folded, origin);

	h->writes.n = 0;
	if (s->origins.remat[origin] != NONE)
		return true;
	for (uint32_t i = folded.start; i < folded.end; i++) {
		InsnId insn = (InsnId)h->folded.at[i];

		if (writes_origin(s, insn, origin))
			write_note(h, slots_insn_block(slots, insn),
				   slots->insn_pos[insn]);
	}
	for (VregId v = origin; v != NONE; v = s->intervals.at[v].sibling) {
		const AllocInterval *p = &s->intervals.at[v];

		h->looked += p->noccurrences;
		FOR_ARRAY(IntervalOccurrence, m, p->occurrences,
			  p->noccurrences) {
			bool write = m->flags & OCC_WRITE;

			if (m->flags & OCC_EDIT
				    ? !write && edit_is_store(
							s, &s->edits.at[m->ref])
				    : write)
				write_note(h, occurrence_block(s, m), m->pos);
		}
	}
	return h->writes.n <= WRITES_MAX;
}

/* Is the value that is loaded in LOOP the same all over it? */
static bool
is_steady(const Hoist *h, uint32_t loop)
{
	for (uint32_t i = 0; i < h->writes.n; i++)
		if (loop_contains(h->s->cfg, loop,
				  (BlockId)(h->writes.at[i] >> 32)))
			return false;
	return true;
}

/* Does an instruction of block B write the origin at hand behind POS? */
static bool
writes_behind(const Hoist *h, BlockId b, uint32_t pos)
{
	for (uint32_t i = 0; i < h->writes.n; i++)
		if (h->writes.at[i] >> 32 == b &&
		    (uint32_t)h->writes.at[i] > pos)
			return true;
	return false;
}

/* Add the load of ORIGIN at the end of block B.  False: there is no place. */
static bool
load_add(Hoist *h, VregId origin, BlockId b)
{
	Scan *s = h->s;
	const Block *block = &s->f->blocks.at[b];
	InsnId def = s->origins.remat[origin];
	Edit e = {.kind = def == NONE ? EDIT_RELOAD : EDIT_REMAT,
		  .src = NONE,
		  .slot = NONE,
		  .remat = def};

	if (block->first == block->end || block_leaves_early(s->f, b))
		return false;
	edit_place_at(s, b, block_first_terminator(s->f, b), &e);
	uint32_t pos = edit_point(s, &e);
	if (writes_behind(h, b, pos) ||
	    (def != NONE && !remat_fits(s, def, pos)))
		return false;
	VEC_PUSH(s->arena, h->edits, e);
	VEC_PUSH(s->arena, h->places,
		 (uint64_t)slot_at(pos, SLOT_BLOCK) << 32 |
			 slot_block_end(&s->live->slots, b));
	h->price += s->price[b];
	return true;
}

/* Find the loads of ORIGIN before LOOP.  False: they cannot be there, or cost
 * MAX or more. */
static bool
loads_before(Hoist *h, VregId origin, uint32_t loop, float max)
{
	const Scan *s = h->s;
	BlockId head = s->cfg->loops[loop].head;
	Slice preds = s->f->blocks.at[head].preds;
	BlockId last = NONE;

	h->edits.n = h->places.n = 0;
	h->price = 0;
	if (!head || preds.end - preds.start > EDGES_MAX || !is_steady(h, loop))
		return false;
	FOR_SLICE(BlockId, pred, s->f->preds.at, preds) {
		BlockId b = *pred;

		if (b == last || loop_contains(s->cfg, loop, b))
			continue;
		if (!load_add(h, origin, b) || h->price >= max)
			return false;
		last = b;
	}
	return true;
}

/* Note LOOP, around the loads of ORIGIN that are H->loads [FIRST, END), if they
 * cost less before it. */
static void
loop_note(Hoist *h, VregId origin, uint32_t first, uint32_t end, uint32_t loop)
{
	const Scan *s = h->s;
	float price = 0;

	for (uint32_t i = first; i < end; i++) {
		const Edit *e = load_edit(h, i);

		if (loop_contains(s->cfg, loop, edit_block(s, e)))
			price += s->price[edit_block(s, e)];
	}
	if (loads_before(h, origin, loop, price))
		VEC_PUSH(s->arena, h->loops,
			 ((LoopLoads){origin, loop, first, end - first,
				      price - h->price}));
}

/* Note the loops around the loads [FIRST, END), of ORIGIN. */
static void
loops_note(Hoist *h, VregId origin, uint32_t first, uint32_t end)
{
	const Scan *s = h->s;
	uint32_t begin = h->loops.n, k;

	if (end - first > LOADS_MAX || !writes_find(h, origin))
		return;
	for (uint32_t i = first; i < end; i++) {
		const Edit *e = load_edit(h, i);
		uint32_t loop = s->cfg->loop_of[edit_block(s, e)];

		for (uint32_t n = 0; n < LOOPS_MAX && loop != NONE;
		     n++, loop = s->cfg->loops[loop].parent) {
			for (k = begin; k < h->loops.n; k++)
				if (h->loops.at[k].loop == loop)
					break;
			if (k == h->loops.n)
				loop_note(h, origin, first, end, loop);
		}
	}
}

/* Make H->segs of H->places. */
static void
segs_make(Hoist *h)
{
	sort_numbers(h->places.at, h->places.n, h->s->arena);
	h->segs.n = 0;
	for (uint32_t i = 0; i < h->places.n; i++) {
		Segment seg = {.start = (SlotIdx)(h->places.at[i] >> 32),
			       .end = (SlotIdx)h->places.at[i]};

		if (h->segs.n && h->segs.at[h->segs.n - 1].end == seg.start)
			h->segs.at[h->segs.n - 1].end = seg.end;
		else
			VEC_PUSH(h->s->arena, h->segs, seg);
	}
}

/* Is REG free where H->segs are, survives what MASK stands for, and is saved
 * already, unless SAVES? */
static bool
register_fits(const Hoist *h, RegId reg, const uint64_t *mask, bool saves)
{
	Scan *s = h->s;

	if ((mask && !mask_preserves(mask, reg)) ||
	    (!saves && s->saved && bits_has(s->saved, reg) &&
	     !unitset_meets(s->t, h->units, reg)))
		return false;
	for (uint32_t i = 0; i < h->segs.n; i++)
		if (!units_free(s, reg, h->segs.at[i].start, h->segs.at[i].end))
			return false;
	return true;
}

/* The register of class CLS that is free all over LOOP and before it; 0.  It
 * may be one that the prologue has to save, if SAVES. */
static RegId
register_find(Hoist *h, uint32_t loop, ClassId cls, bool saves)
{
	Scan *s = h->s;
	const Slots *slots = &s->live->slots;
	const Loop *l = &s->cfg->loops[loop];
	const Order *order = class_order(s, cls);

	for (uint32_t i = h->at[l->at]; i < h->at[l->at + l->n]; i++) {
		BlockId b = h->blocks[i];

		VEC_PUSH(s->arena, h->places,
			 (uint64_t)slot_block_start(slots, b) << 32 |
				 slot_block_end(slots, b));
	}
	h->looked += h->at[l->at + l->n] - h->at[l->at];
	segs_make(h);
	const uint64_t *mask =
		segs_preserved(s, &(Segs){h->segs.at, h->segs.n});
	for (uint32_t i = 0; i < order->n; i++)
		if (register_fits(h, order->regs[i], mask, saves))
			return order->regs[i];
	return 0;
}

/* The loads of L are in H->edits; REG holds what they load. */
static void
loads_move(Hoist *h, const LoopLoads *l, RegId reg)
{
	Scan *s = h->s;
	VregId v = interval_add(s, l->origin);
	OccurrenceVec occurrences = {0};

	for (uint32_t i = 0; i < h->edits.n; i++) {
		h->edits.at[i].dst = v;
		occurrence_insert(
			s, &occurrences,
			edit_occurrence(s, edit_add(s, h->edits.at[i]), true));
	}
	for (uint32_t i = l->first; i < l->first + l->n; i++) {
		Edit *e = load_edit(h, i);

		if (e->kind == EDIT_NONE || s->regs.at[e->dst])
			continue;
		AllocInterval *p = &s->intervals.at[e->dst];
		for (uint32_t k = 0; k < p->noccurrences; k++) {
			if (p->occurrences[k].flags & OCC_EDIT)
				continue;
			occurrence_rename(s, &p->occurrences[k], v);
			occurrence_insert(s, &occurrences, p->occurrences[k]);
		}
		interval_empty(s, e->dst);
		e->kind = EDIT_NONE;
	}
	s->intervals.at[v].occurrences = occurrences.at;
	s->intervals.at[v].noccurrences = occurrences.n;
	interval_compute(s, v);
	s->intervals.at[v].stage = STAGE_DONE;
	units_assign(s, v, reg);
	log_taken(s, v, reg, TAKEN_LOOP);
	unitset_add(s->t, h->units, reg);
}

/* Move the loads of L before its loop if they cost less there and a register
 * holds what they load. */
static bool
loop_hoist(Hoist *h, const LoopLoads *l)
{
	Scan *s = h->s;
	RegId regs[LOADS_MAX] = {0}, reg = 0;
	float price = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		const Edit *e = load_edit(h, l->first + i);

		if (e->kind == EDIT_NONE ||
		    !loop_contains(s->cfg, l->loop, edit_block(s, e)))
			continue;
		price += s->price[edit_block(s, e)];
		regs[i] = s->regs.at[e->dst];
		units_release(s, e->dst);
	}
	writes_find(h, l->origin);
	if (loads_before(h, l->origin, l->loop, price))
		reg = register_find(h, l->loop, s->f->vregs.at[l->origin].cls,
				    (float)COST_REMAT * (price - h->price) >
					    2 * s->price[0]);
	if (reg)
		loads_move(h, l, reg);
	for (uint32_t i = 0; i < l->n; i++) {
		const Edit *e = load_edit(h, l->first + i);

		if (regs[i] && e->kind != EDIT_NONE)
			units_assign(s, e->dst, regs[i]);
	}
	return reg != 0;
}

/* Those that gain most first. */
static int
gain_compare(const void *a, const void *b)
{
	const LoopLoads *x = a, *y = b;

	if (x->gain != y->gain)
		return x->gain > y->gain ? -1 : 1;
	if (x->origin != y->origin)
		return x->origin < y->origin ? -1 : 1;
	return x->loop < y->loop ? -1 : x->loop > y->loop;
}

bool
loads_hoist(Scan *s)
{
	Hoist h = {.s = s};
	bool any = false;
	uint32_t k;

	if (!s->cfg->nloops || s->t->lane_mask)
		return false;
	for (uint32_t i = 0; i < s->edits.n; i++) {
		const Edit *e = &s->edits.at[i];

		if (is_load(s, e))
			VEC_PUSH(s->arena, h.loads,
				 (uint64_t)s->intervals.at[e->dst].origin
						 << 32 |
					 i);
	}
	if (!h.loads.n)
		return false;
	h.folded = folded_find(s, s->arena);
	sort_numbers(h.loads.at, h.loads.n, s->arena);
	for (uint32_t i = 0; i < h.loads.n; i = k) {
		VregId origin = (VregId)(h.loads.at[i] >> 32);

		for (k = i + 1; k < h.loads.n; k++)
			if (h.loads.at[k] >> 32 != origin)
				break;
		loops_note(&h, origin, i, k);
	}
	if (!h.loops.n)
		return false;
	blocks_find(&h);
	h.looked = 0;
	h.units = total_units(s, s->arena);
	qsort(h.loops.at, h.loops.n, sizeof(*h.loops.at), gain_compare);
	for (uint32_t i = 0; i < h.loops.n; i++)
		if (h.looked < (uint64_t)HOIST_WORK * s->f->insns.n)
			any |= loop_hoist(&h, &h.loops.at[i]);
	return any;
}
