/*
 * One list of stretches, or of events, to one live range.
 *
 * First the blocks with events, each by itself: values, how far each is needed
 * in its block, and whether something is read that the block does not define.
 * Then a walk from those reads upwards over predecessors, which stops at
 * definitions and at marked blocks (liveness by use, Boissinot et al. 2011,
 * Braun et al. 2013).  Then values for the blocks walked over (values_place).
 * Last, segments in order of position, neighbours of one value merged.
 *
 * Cost: events, plus blocks over which the register lives, times their
 * predecessors.  A register of one block never reaches the walk.
 */
#include "core/analysis/ranges.h"

#include "core/base/bound.h"

/* Predecessors in the block's own part, close together: walks over many blocks
 * spend their time on them. */
static void
preds_copy(RangeWalk *w)
{
	const Func *f = w->f;
	const Cfg *cfg = w->cfg;
	uint32_t n = 0;

	w->preds = ARENA_RAW(w->scratch, Slice, f->blocks.n);
	w->pred_list = ARENA_RAW(w->scratch, BlockId, f->preds.n);
	w->returns = ARENA_NEW(w->scratch, uint8_t, f->blocks.n);
	w->in_order = true;
	for (BlockId b = 0; b < f->blocks.n; b++) {
		w->preds[b].start = n;
		FOR_PREDS(pred, f, b) {
			BlockId p = *pred;
			bool returns = cfg->order_at[p] >= cfg->order_at[b];

			if (cfg->part[p] != cfg->part[b])
				continue;
			w->pred_list[n++] = p;
			w->returns[b] |= returns;
			w->in_order &= returns == (p >= b);
		}
		w->preds[b].end = n;
	}
}

void
walk_init(RangeWalk *w)
{
	const Func *f = w->f;
	Arena *scratch = w->scratch;

	w->marks = ARENA_NEW(scratch, BlockMark, f->blocks.n);
	w->live_in = ARENA_RAW(scratch, BlockId, f->blocks.n);
	w->by_order = ARENA_RAW(scratch, BlockId, f->blocks.n);
	w->work = ARENA_RAW(scratch, BlockId, f->blocks.n);
	numset_init(&w->set, f->blocks.n, scratch);
	preds_copy(w);
}

/* Where S begins: with a live-in, at the head of the block. */
static inline SlotIdx
stretch_start(const Stretch *s)
{
	return s->opnd == NONE ? s->at & ~(SlotIdx)SLOT_EARLY : s->at;
}

/* What the list does at one position. */
typedef struct {
	SlotIdx read; /* last slot of a read; 0: none */
	SlotIdx def;  /* NONE: nothing is written */
	OpndId opnd;
	uint32_t reader; /* first event that reads */
} Moment;

/* Note a write, or with OPND_FORGET that the lanes become undefined; a write
 * outweighs that, and the earlier slot counts. */
static void
moment_def(Moment *m, const Event *e, OpndId opnd)
{
	if (m->def == NONE || (m->opnd == OPND_FORGET && opnd != OPND_FORGET)) {
		m->def = e->at;
		m->opnd = opnd;
	} else if ((opnd == OPND_FORGET) == (m->opnd == OPND_FORGET) &&
		   e->at < m->def) {
		m->def = e->at;
	}
}

static void
moment_read(Moment *m, const Event *e, uint32_t i)
{
	if (!m->read)
		m->reader = i;
	if (e->at > m->read)
		m->read = e->at;
}

/* Add event number I to M, as the lanes of the list see it.  Returns whether
 * it defines the register without reading what it keeps. */
static bool
moment_add(const RangeWalk *w, Moment *m, uint32_t i)
{
	const EventList *l = w->list;
	const Event *e = &l->events[i];
	bool whole = l->lanes == LANES_ALL, hit = true;

	if (!whole && e->flags & EVENT_OTHERS)
		hit = l->lanes & ~target_sub_lanes(w->f->target, e->sub);
	else if (!whole && e->sub)
		hit = target_sub_lanes(w->f->target, e->sub) & l->lanes;
	if (e->flags & EVENT_DEF) {
		if (hit)
			moment_def(m, e, l->occurrences[i].opnd);
		else if (e->flags & EVENT_UNDEF)
			moment_def(m, e, OPND_FORGET);
		return !(e->flags & EVENT_REST);
	}
	if (hit)
		moment_read(m, e, i);
	return false;
}

/* Gather the events from I on that share a position. Returns the first event
 * behind them.  Reads come before writes: one that would outlast the start of
 * the definition ends there. */
static uint32_t
moment_gather(const RangeWalk *w, Moment *m, uint32_t i)
{
	const EventList *l = w->list;
	uint32_t pos = l->events[i].at >> 2, first = i;
	bool fresh = false;

	*m = (Moment){0, NONE, NONE, 0};
	for (; i < l->n; i++) {
		if (!l->events[i].flags)
			continue;
		if (l->events[i].at >> 2 != pos ||
		    l->events[i].flags & EVENT_EDGE)
			break;
		fresh |= moment_add(w, m, i);
	}
	if (l->lanes == LANES_ALL && !fresh)
		for (uint32_t j = first; j < i; j++)
			if (l->events[j].flags & EVENT_REST)
				moment_read(m, &l->events[j], j);
	if (m->def != NONE && m->read > m->def)
		m->read = m->def;
	return i;
}

static Touched *
block_enter(RangeWalk *w, BlockId b)
{
	Touched *t = &w->touched.at[w->touched.n++];

	*t = (Touched){.block = b, .def0 = w->defs.n, .def1 = w->defs.n};
	return t;
}

/* A read at slot AT, event number READER, in T. */
static inline void
read_apply(RangeWalk *w, Touched *t, SlotIdx at, uint32_t reader)
{
	if (t->def1 > t->def0) {
		w->defs.at[t->def1 - 1].end = at;
		return;
	}
	if (!t->in_end)
		t->first_read = reader;
	t->in_end = at;
	w->needs = true;
}

static inline void
def_apply(RangeWalk *w, Touched *t, SlotIdx at, OpndId opnd)
{
	w->defs.at[w->defs.n++] = (Def){at, at | SLOT_DEAD, opnd, NONE};
	t->def1++;
}

static void
edge_note(RangeWalk *w, uint32_t i)
{
	const EventList *l = w->list;

	if (l->lanes != LANES_ALL && l->events[i].sub &&
	    !(target_sub_lanes(w->f->target, l->events[i].sub) & l->lanes))
		return;
	VEC_PUSH(w->scratch, w->edges, i);
	w->needs = true;
}

/* The moment M does something to the register, in T. */
static inline void
moment_apply(RangeWalk *w, Touched *t, const Moment *m)
{
	if (m->read)
		read_apply(w, t, m->read, m->reader);
	if (m->def != NONE)
		def_apply(w, t, m->def, m->opnd);
}

/* Is event E, of a list that ends at END, all that happens to the register, as
 * a whole, at its position, and does it just read, or write all of it?  Most
 * are so. */
static inline bool
event_is_alone(const Event *e, const Event *end)
{
	if (e->flags != EVENT_READ && e->flags != EVENT_DEF)
		return false;
	return e + 1 == end || e[1].flags & EVENT_EDGE ||
	       (e[1].flags && e[1].at >> 2 != e->at >> 2);
}

/* The next moment of the list, from event I on, into M.  Returns the first
 * event behind it. */
static inline uint32_t
moment_next(RangeWalk *w, Moment *m, uint32_t i)
{
	const EventList *l = w->list;
	const Event *e = &l->events[i];

	if (!event_is_alone(e, l->events + l->n))
		return moment_gather(w, m, i);
	*m = (Moment){0, NONE, NONE, i};
	if (e->flags == EVENT_DEF) {
		m->def = e->at;
		m->opnd = l->occurrences[i].opnd;
	} else if (w->whole || !e->sub ||
		   target_sub_lanes(w->f->target, e->sub) & l->lanes) {
		m->read = e->at;
	}
	return i + 1;
}

/* Values and needs of each block by itself. */
static void
blocks_scan(RangeWalk *w)
{
	const EventList *l = w->list;
	const Slots *slots = &w->live->slots;
	SlotIdx end = 0; /* of the block at hand */
	Touched *t = NULL;
	uint32_t i = 0;

	while (i < l->n) {
		const Event *e = &l->events[i];
		Moment m;

		if (!e->flags || e->flags & EVENT_EDGE) {
			if (e->flags)
				edge_note(w, i);
			i++;
			continue;
		}
		i = moment_next(w, &m, i);
		if (!m.read && m.def == NONE)
			continue;
		if (!t || e->at >= end) {
			BlockId b = slot_block(slots, e->at);

			t = block_enter(w, b);
			end = slot_block_end(slots, b);
		}
		moment_apply(w, t, &m);
	}
}

/* The register is live at the head of block B, and was not known to be. */
static inline void
live_in_add(RangeWalk *w, BlockId b)
{
	numset_add(&w->set, b);
	w->work[w->nwork++] = b;
}

/* The register, which has events in block B, is needed at its end. */
static void
touched_out(RangeWalk *w, BlockMark *mark, BlockId b)
{
	Touched *t = &w->touched.at[mark->touched];
	SlotIdx end = slot_block_end(&w->live->slots, b);

	if (t->def1 > t->def0) {
		Def *d = &w->defs.at[t->def1 - 1];

		d->end = end;
		t->out = 1;
		w->from_nowhere |= d->opnd == OPND_FORGET;
		return;
	}
	if (!t->in_end)
		t->first_read = NONE;
	t->in_end = end;
	if (!mark->live_in)
		live_in_add(w, b);
	mark->live_in = 1;
}

/* The register is needed at the end of block B. */
static inline void
live_out_add(RangeWalk *w, BlockId b)
{
	BlockMark *mark = &w->marks[b];

	if (mark->stamp != w->stamp) {
		*mark = (BlockMark){w->stamp, NONE, NONE, 1};
		live_in_add(w, b);
	} else if (mark->touched != NONE) {
		touched_out(w, mark, b);
	}
}

static void
walk_up(RangeWalk *w)
{
	uint64_t left = w->f->blocks.n;

	for (uint32_t i = 0; i < w->touched.n; i++) {
		const Touched *t = &w->touched.at[i];
		bool in = t->in_end != 0;

		w->marks[t->block] = (BlockMark){w->stamp, i, NONE, in};
		if (in)
			live_in_add(w, t->block);
	}
	for (uint32_t i = 0; i < w->edges.n; i++)
		live_out_add(w, w->list->events[w->edges.at[i]].at);
	/* Ends: a block is put there once for each register. */
	while (w->nwork) {
		BOUND_COUNT(left);
		BlockId b = w->work[--w->nwork];

		w->from_nowhere |= cfg_is_root(w->cfg, b);
		FOR_SLICE(BlockId, from, w->pred_list, w->preds[b])
			live_out_add(w, *from);
	}
}

/* Room for the blocks and the definitions of N events. */
static void
walk_room(RangeWalk *w, uint32_t n)
{
	while (w->defs.cap < n)
		vec_grow(w->scratch, (void **)&w->defs.at, &w->defs.cap, 0,
			 sizeof(Def));
	while (w->touched.cap < n)
		vec_grow(w->scratch, (void **)&w->touched.at, &w->touched.cap,
			 0, sizeof(Touched));
}

/* Begin with another list. */
static void
walk_open(RangeWalk *w, const EventList *list, bool whole)
{
	w->list = list;
	w->whole = whole;
	w->stamp++;
	w->defs.n = w->touched.n = w->edges.n = 0;
	w->nlive_in = 0;
	w->from_nowhere = w->needs = false;
}

void
walk_scan(RangeWalk *w, const EventList *list)
{
	walk_room(w, list->n);
	walk_open(w, list, list->lanes == LANES_ALL);
	blocks_scan(w);
}

void
walk_take(RangeWalk *w, uint32_t first)
{
	const Slots *slots = &w->live->slots;
	SlotIdx end = 0; /* of the block at hand */
	Touched *t = NULL;

	walk_open(w, NULL, true);
	w->needs = true;
	while (first) {
		const Stretch *s = &w->stretches->at[first];

		if (s->at >= end) {
			BlockId b = slot_block(slots, s->at);

			VEC_ROOM(w->scratch, w->touched);
			t = block_enter(w, b);
			end = slot_block_end(slots, b);
		}
		if (s->opnd == OPND_ABOVE) {
			t->in_end = s->end;
		} else {
			VEC_PUSH(w->scratch, w->defs,
				 ((Def){stretch_start(s), s->end, s->opnd,
					NONE}));
			t->def1++;
		}
		first = s->next;
	}
}

/* Append a stretch behind number LAST.  Returns its number. */
static uint32_t
stretch_push(RangeWalk *w, uint32_t last, SlotIdx at, SlotIdx end, OpndId opnd)
{
	uint32_t n = w->stretches->n;

	VEC_PUSH(w->scratch, *w->stretches, ((Stretch){at, end, opnd, 0}));
	w->stretches->at[last].next = n;
	return n;
}

uint32_t
walk_stretches(RangeWalk *w)
{
	const Slots *slots = &w->live->slots;
	uint32_t last = 0;

	w->stretches->at[0].next = 0;
	FOR_VEC(Touched, t, w->touched) {
		if (t->in_end)
			last = stretch_push(w, last,
					    slot_block_start(slots, t->block) |
						    SLOT_EARLY,
					    t->in_end, OPND_ABOVE);
		for (uint32_t k = t->def0; k < t->def1; k++) {
			Def d = w->defs.at[k];

			last = stretch_push(w, last, d.at, d.end, d.opnd);
		}
	}
	return w->stretches->at[0].next;
}

LiveRange
walk_local(RangeWalk *w, uint32_t first)
{
	Live *live = w->live;
	uint32_t seg0 = live->segs.n, value0 = live->values.n;

	while (first) {
		const Stretch *s = &w->stretches->at[first];
		SlotIdx start = stretch_start(s);

		VEC_PUSH(w->arena, live->segs,
			 ((Segment){start, s->end, live->values.n}));
		VEC_PUSH(w->arena, live->values, ((Value){start, s->opnd}));
		first = s->next;
	}
	return (LiveRange){{seg0, live->segs.n}, {value0, live->values.n}};
}

/* No value leaves its block: a segment for each. */
static void
local_emit(RangeWalk *w)
{
	Live *live = w->live;

	FOR_VEC(Def, d, w->defs) {
		if (d->opnd == OPND_FORGET)
			continue;
		VEC_PUSH(w->arena, live->segs,
			 ((Segment){d->at, d->end, live->values.n}));
		VEC_PUSH(w->arena, live->values, ((Value){d->at, d->opnd}));
	}
}

static void
spread_emit(RangeWalk *w)
{
	Live *live = w->live;
	uint32_t first = live->segs.n;

	walk_up(w);
	w->ndefs = w->defs.n;
	w->nlive_in = numset_take_all(&w->set, w->live_in);
	if (w->nlive_in)
		values_place(w);
	segments_emit(w, first);
	for (uint32_t i = first; i < live->segs.n; i++)
		live->segs.at[i].value =
			w->defs.at[live->segs.at[i].value].number;
}

LiveRange
walk_finish(RangeWalk *w)
{
	Live *live = w->live;
	LiveRange range;

	range.segs.start = live->segs.n;
	range.values.start = live->values.n;
	if (w->needs)
		spread_emit(w);
	else
		local_emit(w);
	range.segs.end = live->segs.n;
	range.values.end = live->values.n;
	return range;
}

LiveRange
walk_range(RangeWalk *w, const EventList *list)
{
	walk_scan(w, list);
	return walk_finish(w);
}
