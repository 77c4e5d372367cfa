/*
 * Batches of 64 registers: one walk, one reading off.
 */
#include "core/analysis/batch.h"

#include "core/base/bits.h"

#include <string.h>

void
batch_init(Batch *b, RangeWalk *w)
{
	memset(b, 0, sizeof(*b));
	b->w = w;
	b->blocks = ARENA_NEW(w->scratch, BatchBlock, w->f->blocks.n);
	numset_init(&b->visited, w->f->blocks.n, w->scratch);
	numset_init(&b->queue, w->f->blocks.n, w->scratch);
}

bool
batch_takes(const RangeWalk *w, uint32_t first)
{
	const Slots *slots = &w->live->slots;
	SlotIdx end = 0; /* of the block that defines the register */

	while (first) {
		const Stretch *s = &w->stretches->at[first];

		if (s->opnd != OPND_ABOVE && s->at >= end) {
			if (end)
				return false;
			end = slot_block_end(slots, slot_block(slots, s->at));
		}
		first = s->next;
	}
	return end != 0;
}

/* Registers REGS are live at the head of BLOCK. */
static void
live_in_add(Batch *b, BlockId block, uint64_t regs)
{
	BatchBlock *bb = &b->blocks[block];
	uint64_t fresh = regs & ~bb->in;

	if (!fresh)
		return;
	bb->in |= fresh;
	bb->fresh |= fresh;
	numset_add(&b->visited, block);
	numset_add(&b->queue, b->w->cfg->order_at[block]);
}

/* Registers REGS are live at the end of BLOCK. */
static void
live_out_add(Batch *b, BlockId block, uint64_t regs)
{
	BatchBlock *bb = &b->blocks[block];
	uint64_t rest = regs & ~bb->def;

	b->out |= regs & bb->def;
	if (!(rest & ~bb->through))
		return;
	bb->through |= rest;
	live_in_add(b, block, rest);
}

void
batch_add(Batch *b, VregId v, uint32_t first)
{
	RangeWalk *w = b->w;
	BatchReg *reg = &b->regs[b->n];
	uint64_t bit = (uint64_t)1 << b->n++;

	*reg = (BatchReg){v, first, first, 0, 0};
	while (first) {
		const Stretch *s = &w->stretches->at[first];
		BlockId block = slot_block(&w->live->slots, s->at);

		if (s->opnd == OPND_ABOVE) {
			live_in_add(b, block, bit);
		} else if (!reg->ndefs++) {
			b->blocks[block].def |= bit;
			numset_add(&b->visited, block);
		}
		first = s->next;
	}
	for (uint32_t i = 0; i < w->edges.n; i++)
		live_out_add(b, w->list->events[w->edges.at[i]].at, bit);
}

static void
walk_up(Batch *b)
{
	const Cfg *cfg = b->w->cfg;
	uint32_t at;

	while ((at = numset_take_last(&b->queue)) != UINT32_MAX) {
		BlockId block = cfg->rpo[at];
		uint64_t regs = b->blocks[block].fresh;

		b->blocks[block].fresh = 0;
		if (cfg_is_root(cfg, block))
			b->nowhere |= regs;
		FOR_SLICE(BlockId, from, b->w->pred_list, b->w->preds[block])
			live_out_add(b, *from, regs);
	}
}

/* The value of register number R that goes from block to block ends at END. */
static inline void
close_one(Batch *b, uint32_t r, SlotIdx end)
{
	const BatchReg *reg = &b->regs[r];

	VEC_PUSH(b->w->scratch, b->segs,
		 ((BatchSeg){reg->start, end, r, reg->ndefs - 1}));
}

static void
close_at(Batch *b, uint64_t regs, SlotIdx end)
{
	for (; regs; regs &= regs - 1)
		close_one(b, bits_lowest(regs), end);
}

/* Close the registers of REGS that the block which begins at HEAD reads for the
 * last time. */
static void
close_reads(Batch *b, uint64_t regs, SlotIdx head)
{
	const Stretch *all = b->w->stretches->at;

	for (; regs; regs &= regs - 1) {
		uint32_t r = bits_lowest(regs);
		const Stretch *s = &all[b->regs[r].next];

		while (s->at != (head | SLOT_EARLY))
			s = &all[s->next];
		b->regs[r].next = s->next;
		close_one(b, r, s->end);
	}
}

static void
start_at(Batch *b, uint64_t regs, SlotIdx start)
{
	for (; regs; regs &= regs - 1)
		b->regs[bits_lowest(regs)].start = start;
}

/* The first definition of register number R. */
static const Stretch *
first_def(const Batch *b, uint32_t r)
{
	const Stretch *all = b->w->stretches->at;
	const Stretch *s = &all[b->regs[r].next];

	while (s->opnd == OPND_ABOVE)
		s = &all[s->next];
	return s;
}

/* Those of REGS whose one definition is the PHI at HEAD. */
static uint64_t
phis_find(const Batch *b, uint64_t regs, SlotIdx head)
{
	uint64_t found = 0;

	for (; regs; regs &= regs - 1) {
		uint32_t r = bits_lowest(regs);

		if (b->regs[r].ndefs == 1 && first_def(b, r)->at == head)
			found |= (uint64_t)1 << r;
	}
	return found;
}

/* Segments that begin with the definitions of register number R; GOES_ON: the
 * one that is being read off goes on with its only one. */
static void
defs_read(Batch *b, uint32_t r, bool goes_on)
{
	const Stretch *all = b->w->stretches->at;
	BatchReg *reg = &b->regs[r];
	const Stretch *s = first_def(b, r);

	for (uint32_t i = 0; i + 1 < reg->ndefs; i++, s = &all[s->next])
		VEC_PUSH(b->w->scratch, b->segs,
			 ((BatchSeg){s->at, s->end, r, i}));
	reg->next = s->next;
	if (!goes_on)
		reg->start = s->at;
	if (!(b->out >> r & 1))
		close_one(b, r, s->end);
}

/* Segments inside BLOCK, with OPEN those that go on from the block before.
 * Returns those that go on into the next. */
static uint64_t
block_read(Batch *b, BlockId block, uint64_t open)
{
	BatchBlock bb = b->blocks[block];
	SlotIdx head = slot_block_start(&b->w->live->slots, block);
	uint64_t keep = ~b->nowhere;

	bb.in &= keep;
	uint64_t phis = phis_find(b, open & ~bb.in & bb.def, head);
	close_at(b, open & ~bb.in & ~phis, head);
	start_at(b, bb.in & ~open, head);
	close_reads(b, bb.in & ~bb.through, head);
	for (uint64_t regs = bb.def & keep; regs; regs &= regs - 1)
		defs_read(b, bits_lowest(regs), phis >> bits_lowest(regs) & 1);
	return (bb.through | (bb.def & b->out)) & keep;
}

static void
segments_read(Batch *b)
{
	const Slots *slots = &b->w->live->slots;
	uint32_t n = numset_take_all(&b->visited, b->w->live_in);
	BlockId last = NONE;
	uint64_t open = 0;

	FOR_ARRAY(BlockId, block, b->w->live_in, n) {
		if (last != NONE && *block != last + 1) {
			close_at(b, open, slot_block_end(slots, last));
			open = 0;
		}
		open = block_read(b, *block, open);
		b->blocks[*block] = (BatchBlock){0, 0, 0, 0};
		last = *block;
	}
	if (last != NONE)
		close_at(b, open, slot_block_end(slots, last));
}

/* Give each register its segments, in order, and its value. */
static void
ranges_store(Batch *b)
{
	RangeWalk *w = b->w;
	Live *live = w->live;
	uint32_t first = live->segs.n;

	for (uint32_t r = 0; r < b->n; r++)
		live->vregs[b->regs[r].vreg].main.segs = (Slice){0, 0};
	for (uint32_t i = 0; i < b->segs.n; i++) {
		live->vregs[b->regs[b->segs.at[i].reg].vreg].main.segs.end++;
		VEC_PUSH(w->arena, live->segs, ((Segment){0, 0, 0}));
	}
	for (uint32_t r = 0; r < b->n; r++) {
		const BatchReg *reg = &b->regs[r];
		LiveRange *range = &live->vregs[reg->vreg].main;
		uint32_t count = range->segs.end;

		if (b->nowhere >> r & 1)
			continue;
		range->segs = (Slice){first, first};
		first += count;
		range->values.start = live->values.n;
		for (uint32_t i = reg->first; i; i = w->stretches->at[i].next) {
			const Stretch *def = &w->stretches->at[i];

			if (def->opnd == OPND_ABOVE)
				continue;
			VEC_PUSH(w->arena, live->values,
				 ((Value){def->at, def->opnd}));
		}
		range->values.end = live->values.n;
	}
	for (uint32_t i = 0; i < b->segs.n; i++) {
		BatchSeg s = b->segs.at[i];
		LiveRange *range = &live->vregs[b->regs[s.reg].vreg].main;

		live->segs.at[range->segs.end++] =
			(Segment){s.start, s.end, range->values.start + s.def};
	}
}

void
batch_run(Batch *b)
{
	walk_up(b);
	segments_read(b);
	ranges_store(b);
}

void
batch_clear(Batch *b)
{
	b->n = 0;
	b->out = b->nowhere = 0;
	b->segs.n = 0;
}
