/*
 * Live ranges of intervals from their occurrences, and which of an interval's
 * values never meet: those are several intervals.
 *
 * The range of a part is found as that of a register in intervals: walk up
 * from reads that no write of the block precedes, with stamped marks, then
 * build segments block by block.  The marks are numbers of nodes, the
 * interval's values inside blocks: two that the walk finds in one place are
 * united. Source: LLVM ConnectedVNInfoEqClasses.
 */
#include "core/alloc/state.h"
#include "core/base/unionfind.h"

#include <string.h>

typedef struct {
	Scan *s;
	const IntervalOccurrence *m;
	uint32_t n;	/* occurrences */
	LaneMask lanes; /* 0: the register as a whole */
	uint32_t base;	/* mark of node 0; what is less is another walk's */
	uint32_t nodes, sets;
	uint32_t *up;	/* by node: one that it was united with, or it */
	uint32_t *node; /* by occurrence; NULL: all of node 0, and of part 0 */
	uint32_t *part; /* by node that stands for its set */
	bool undefined; /* somewhere undefined uses stand alone */
} Walk;

/* A set of nodes: what will be an interval. */
typedef struct {
	VregId interval;
	uint32_t occurrences; /* how many; then where they go */
	uint32_t segs;	      /* the same */
	uint32_t last; /* number of the last one in BlockWalk.segs, and one */
} Part;

typedef struct {
	bool read, write, stop; /* stop: the lanes end undefined here */
	SlotIdx read_end, write_start, dead_end;
} Event;

/* What E, of operand O, is to lanes LANES. */
static void
event_narrow(const Scan *s, const Operand *o, LaneMask lanes, Event *e)
{
	if (!(target_sub_lanes(s->t, o->sub) & lanes)) {
		e->read = false;
		e->stop = e->write && (o->flags & OPND_UNDEF);
		e->write = false;
	} else if (e->write) {
		e->read = false;
	}
}

/* Where the register that M, of an edit, names begins or ends.  At the end of a
 * block that is the head of the next one, but for a block that control may
 * leave before: what lives on in its landing pad alone has its register up to
 * there. */
static inline SlotIdx
edit_slot(const Scan *s, const IntervalOccurrence *m)
{
	const Slots *slots = &s->live->slots;
	SlotIdx slot = slot_at(m->pos, SLOT_BLOCK);
	BlockId b = occurrence_block(s, m);

	return slot == slot_block_end(slots, b) && block_leaves_early(s->f, b)
		       ? slot - 1
		       : slot;
}

/* What occurrence M does to lanes LANES (0: to the register as a whole). */
static inline Event
event_of(const Scan *s, const IntervalOccurrence *m, LaneMask lanes)
{
	Event e = {.read = m->flags & OCC_READ, .write = m->flags & OCC_WRITE};

	if (m->flags & OCC_EDIT) {
		e.read_end = e.write_start = edit_slot(s, m);
		e.dead_end = e.write_start + 1;
		return e;
	}
	const Operand *o = &s->f->opnds.at[m->ref];
	e.read_end =
		slot_at(m->pos, o->flags & OPND_LATE ? SLOT_DEAD : SLOT_REG);
	e.write_start =
		slot_at(m->pos, o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG);
	e.dead_end = slot_at(m->pos, SLOT_DEAD);
	if (lanes)
		event_narrow(s, o, lanes, &e);
	return e;
}

/* A segment of PART. */
static void
seg_push(Scan *s, Part *parts, uint32_t part, SlotIdx start, SlotIdx end)
{
	Part *p = &parts[part];
	Segment *last = p->last ? &s->walk.segs.at[p->last - 1] : NULL;

	if (start >= end)
		return;
	if (last && last->end >= start) {
		if (last->end < end)
			last->end = end;
		return;
	}
	VEC_PUSH(s->arena, s->walk.segs, ((Segment){start, end, part}));
	p->last = s->walk.segs.n;
	p->segs++;
}

/* Marks A and B have met. */
static inline void
marks_meet(Walk *w, uint32_t a, uint32_t b)
{
	if (a != b)
		w->sets -= unionfind_join(w->up, a - w->base, b - w->base);
}

static inline uint32_t
node_new(Walk *w)
{
	w->up[w->nodes] = w->nodes;
	w->sets++;
	return w->nodes++;
}

/* Do the occurrences of the place of occurrence I both read and write? */
static bool
passes_through(const IntervalOccurrence *m, uint32_t i)
{
	if (m[i].flags & OCC_READ)
		return true;
	for (uint32_t k = i;
	     k-- && m[k].pos == m[i].pos && m[k].insn == m[i].insn;)
		if ((m[k].flags & OCC_READ) &&
		    (m[k].flags & OCC_EDIT) == (m[i].flags & OCC_EDIT))
			return true;
	return false;
}

/* Is occurrence I of a place that an earlier occurrence writes, too?  Then they
 * write parts of one value. */
static bool
writes_beside(const IntervalOccurrence *m, uint32_t i)
{
	return i && m[i - 1].pos == m[i].pos && (m[i - 1].flags & OCC_WRITE) &&
	       !((m[i - 1].flags | m[i].flags) & OCC_EDIT);
}

/*
 * Mark in which blocks that name the interval it is defined, and in which it is
 * needed at the head; the latter, to go on from, are put into WORK.  Returns
 * how many.  All of one node.
 */
static uint32_t
occurrences_walk(const Walk *w, BlockId *work)
{
	const IntervalOccurrence *m = w->m, *end = m + w->n;
	uint32_t nwork = 0;

	while (m < end) {
		BlockId b = occurrence_block(w->s, m);
		bool defined = false, exposed = false;

		do {
			Event e = event_of(w->s, m, w->lanes);

			exposed |= e.read && !defined;
			defined |= e.write || e.stop;
		} while (++m < end && occurrence_block(w->s, m) == b);
		if (defined)
			w->s->walk.marks[b].def = w->base;
		if (exposed) {
			w->s->walk.marks[b].in = w->base;
			work[nwork++] = b;
		}
	}
	return nwork;
}

/* The same, with a node for each value of a block: what is marked is the one at
 * its head and the one at its end. */
static uint32_t
nodes_walk(Walk *w, BlockId *work)
{
	const IntervalOccurrence *m = w->m;
	uint32_t i = 0, nwork = 0;

	while (i < w->n) {
		BlockId b = occurrence_block(w->s, &m[i]);
		uint32_t first = w->nodes, cur = node_new(w);
		bool defined = false, exposed = false;

		w->node[i] = cur;
		for (;;) {
			exposed |= (m[i].flags & OCC_READ) && !defined;
			defined |= m[i].flags & OCC_WRITE;
			if (++i == w->n || occurrence_block(w->s, &m[i]) != b)
				break;
			if ((m[i].flags & OCC_WRITE) && !passes_through(m, i) &&
			    !writes_beside(m, i))
				cur = node_new(w);
			w->node[i] = cur;
		}
		w->undefined |= !defined && !exposed;
		if (defined)
			w->s->walk.marks[b].def = w->base + cur;
		if (exposed) {
			w->s->walk.marks[b].in = w->base + first;
			work[nwork++] = b;
		}
	}
	return nwork;
}

/* From the N blocks of WORK, mark where the interval is live in and out. */
static void
liveness_walk(Walk *w, BlockId *work, uint32_t n)
{
	const BlockId *preds = w->s->f->preds.at;
	BlockMarks *marks = w->s->walk.marks;
	uint32_t base = w->base;

	while (n) {
		const BlockMarks *b = &marks[work[--n]];

		for (uint32_t k = b->preds.start; k < b->preds.end; k++) {
			BlockMarks *pred = &marks[preds[k]];

			if (pred->out >= base) {
				marks_meet(w, b->in, pred->out);
				continue;
			}
			pred->out = b->in;
			if (pred->def >= base) {
				marks_meet(w, b->in, pred->def);
			} else if (pred->in >= base) {
				marks_meet(w, b->in, pred->in);
			} else {
				pred->in = b->in;
				work[n++] = preds[k];
				numset_add(&w->s->walk.touched, preds[k]);
			}
		}
	}
}

/* An undefined use that stands alone in its block is of what passes by. */
static void
undefined_meet(Walk *w)
{
	for (uint32_t i = 0; i < w->n; i++) {
		if (w->m[i].flags & (OCC_READ | OCC_WRITE))
			continue;
		const BlockMarks *b =
			&w->s->walk.marks[occurrence_block(w->s, &w->m[i])];
		if (b->def < w->base && b->in >= w->base)
			marks_meet(w, w->base + w->node[i], b->in);
	}
}

/* Segments of block B, whose occurrences are [START, END). */
static void
block_segments(Walk *w, Part *parts, BlockId b, uint32_t start, uint32_t end)
{
	Scan *s = w->s;
	const BlockMarks *marks = &s->walk.marks[b];
	SlotIdx from = slot_block_start(&s->live->slots, b), last = from;
	bool live = marks->in >= w->base;
	uint32_t part = w->node && live ? w->node[start] : 0;

	for (uint32_t i = start; i < end; i++) {
		Event e = event_of(s, &w->m[i], w->lanes);

		if (e.read && live && e.read_end > last)
			last = e.read_end;
		/* A parallel copy of other lanes ends nothing that one beside
		 * it has just put there. */
		if (e.stop && live && from == e.write_start)
			continue;
		if (e.write || e.stop) {
			if (live)
				seg_push(s, parts, part, from, last);
			live = e.write;
			from = e.write_start;
			last = e.dead_end;
			part = w->node ? w->node[i] : 0;
		}
	}
	if (live && marks->out >= w->base)
		last = slot_block_end(&s->live->slots, b);
	if (live)
		seg_push(s, parts, part, from, last);
}

/* The part of what passes through block B. */
static inline uint32_t
part_passing(const Walk *w, BlockId b)
{
	return w->node ? w->part[unionfind_root(w->up, w->s->walk.marks[b].in -
							       w->base)]
		       : 0;
}

/* Is what passes through both blocks known to be of one part? */
static inline bool
parts_same(const Walk *w, BlockId a, BlockId b)
{
	return !w->node || w->s->walk.marks[a].in == w->s->walk.marks[b].in;
}

/* The segments of all parts, in order, into s->segs. */
static void
segments_find(Walk *w, Part *parts)
{
	Scan *s = w->s;
	const SlotIdx *start = s->live->slots.block_start;
	const BlockId *list = s->walk.touched_list;
	uint32_t n = numset_take_all(&s->walk.touched, s->walk.touched_list);
	uint32_t m = 0, i = 0, k;

	s->walk.segs.n = 0;
	while (m < w->n || i < n) {
		BlockId b = m < w->n ? occurrence_block(s, &w->m[m]) : NONE;

		if (i == n || list[i] >= b) {
			i += i < n && list[i] == b;
			for (k = m++;
			     m < w->n && occurrence_block(s, &w->m[m]) == b;)
				m++;
			block_segments(w, parts, b, k, m);
			continue;
		}
		/* It lives in and, as nothing ends it, out. */
		for (k = i + 1; k < n && list[k] == list[k - 1] + 1 &&
				list[k] < b && parts_same(w, list[i], list[k]);)
			k++;
		seg_push(s, parts, part_passing(w, list[i]), start[list[i]],
			 start[list[k - 1] + 1]);
		i = k;
	}
}

/* The segments found last. */
static Segs
segs_copy(Scan *s)
{
	size_t size = s->walk.segs.n * sizeof(Segment);

	return (Segs){arena_copy(s->arena, s->walk.segs.at, size, size),
		      s->walk.segs.n};
}

static Segs
range_compute(Scan *s, const AllocInterval *p, LaneMask lanes)
{
	Walk w = {.s = s,
		  .m = p->occurrences,
		  .n = p->noccurrences,
		  .lanes = lanes,
		  .base = ++s->walk.stamp};
	Part whole = {0};

	liveness_walk(&w, s->walk.touched_list,
		      occurrences_walk(&w, s->walk.touched_list));
	segments_find(&w, &whole);
	return segs_copy(s);
}

/* The groups of lanes that P's operands tell apart. */
static void
lanes_find(Scan *s, AllocInterval *p, ClassId cls)
{
	VEC(IntervalLanes) groups = {0};
	IntervalLanes group = {.lanes = s->t->classes[cls].all};

	VEC_PUSH(s->arena, groups, group);
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		if (m->flags & OCC_EDIT || !s->f->opnds.at[m->ref].sub)
			continue;
		LaneMask part =
			target_sub_lanes(s->t, s->f->opnds.at[m->ref].sub);
		uint32_t n = groups.n;
		for (uint32_t k = 0; k < n; k++) {
			LaneMask both = groups.at[k].lanes & part;

			if (!both || both == groups.at[k].lanes)
				continue;
			group.lanes = groups.at[k].lanes & ~part;
			groups.at[k].lanes = both;
			VEC_PUSH(s->arena, groups, group);
		}
	}
	p->lanes = groups.n > 1 ? groups.at : NULL;
	p->nlanes = groups.n > 1 ? (uint8_t)groups.n : 0;
}

/* V has its occurrences and MAIN: find all else that is to know of it. */
static void
interval_settle(Scan *s, VregId v, Segs main)
{
	AllocInterval *p = &s->intervals.at[v];

	interval_widen(s, v);
	p->main = main;
	p->nlanes = 0;
	p->preserved = PRESERVED_UNKNOWN;
	if (s->use_lanes) {
		lanes_find(s, p, s->f->vregs.at[v].cls);
		for (uint32_t i = 0; i < p->nlanes; i++)
			p->lanes[i].segs =
				range_compute(s, p, p->lanes[i].lanes);
	}
	interval_weigh(s, v);
}

void
interval_compute(Scan *s, VregId v)
{
	interval_settle(s, v, range_compute(s, &s->intervals.at[v], 0));
}

/* The parts of V, by their first occurrences; V is the first.  The nodes of the
 * occurrences become their parts. */
static Part *
parts_make(Walk *w, VregId v)
{
	Scan *s = w->s;
	Part *parts = ARENA_RAW(s->arena, Part, w->sets);
	uint32_t n = 0;

	memset(w->part, 0xff, w->nodes * sizeof(*w->part)); /* NONE */
	for (uint32_t i = 0; i < w->n; i++) {
		uint32_t *part = &w->part[unionfind_root(w->up, w->node[i])];

		if (*part == NONE) {
			*part = n++;
			parts[*part] = (Part){.interval = v};
			if (*part)
				parts[*part].interval = interval_add(s, v);
		}
		parts[*part].occurrences++;
		w->node[i] = *part;
	}
	return parts;
}

/* Give each part its occurrences and segments. */
static void
parts_fill(Walk *w, Part *parts)
{
	Scan *s = w->s;
	IntervalOccurrence *m = ARENA_RAW(s->arena, IntervalOccurrence, w->n);
	Segment *segs = ARENA_RAW(s->arena, Segment, s->walk.segs.n);
	uint32_t nm = 0, nsegs = 0;

	for (uint32_t i = 0; i < w->sets; i++) {
		Part *part = &parts[i];
		AllocInterval *p = &s->intervals.at[part->interval];

		p->occurrences = m + nm;
		p->noccurrences = part->occurrences;
		p->main = (Segs){segs + nsegs, part->segs};
		part->occurrences = nm;
		part->segs = nsegs;
		nm += p->noccurrences;
		nsegs += p->main.n;
	}
	for (uint32_t i = 0; i < w->n; i++) {
		Part *part = &parts[w->node[i]];

		m[part->occurrences++] = w->m[i];
		occurrence_rename(s, &w->m[i], part->interval);
	}
	FOR_VEC(Segment, seg, s->walk.segs) {
		segs[parts[seg->value].segs++] =
			(Segment){seg->start, seg->end, 0};
	}
}

/* Queue the parts of V, each as an interval of its own. */
static void
parts_divide(Walk *w, VregId v)
{
	Scan *s = w->s;
	Part *parts = parts_make(w, v);

	segments_find(w, parts);
	parts_fill(w, parts);
	for (uint32_t i = 0; i < w->sets; i++) {
		AllocInterval *p = &s->intervals.at[parts[i].interval];

		p->stage = s->intervals.at[v].stage;
		p->splits = s->intervals.at[v].splits;
		interval_settle(s, parts[i].interval, p->main);
		queue_put(s, parts[i].interval);
	}
}

/* Room for three numbers for each of N occurrences. */
static uint32_t *
nodes_room(Scan *s, uint32_t n)
{
	if (s->walk.nodes_cap < 3 * n) {
		s->walk.nodes_cap = 6 * n;
		s->walk.nodes =
			ARENA_RAW(s->arena, uint32_t, s->walk.nodes_cap);
	}
	return s->walk.nodes;
}

void
interval_queue_parts(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];
	uint32_t n = p->noccurrences;
	uint32_t *room = nodes_room(s, n);
	Walk w = {.s = s,
		  .m = p->occurrences,
		  .n = n,
		  .base = s->walk.stamp + 1,
		  .up = room,
		  .node = room + n,
		  .part = room + 2 * n};
	Part whole = {0};

	liveness_walk(&w, s->walk.touched_list,
		      nodes_walk(&w, s->walk.touched_list));
	s->walk.stamp += w.nodes;
	if (w.undefined)
		undefined_meet(&w);
	if (w.sets > 1) {
		log_split(s, v, CUT_VALUES, 0);
		parts_divide(&w, v);
		return;
	}
	w.node = NULL;
	segments_find(&w, &whole);
	interval_settle(s, v, segs_copy(s));
	if (n)
		queue_put(s, v);
}

void
parts_init(Scan *s)
{
	uint32_t n = s->f->blocks.n;

	s->walk.marks = ARENA_RAW(s->arena, BlockMarks, n + 1);
	for (BlockId b = 0; b < n; b++)
		s->walk.marks[b] =
			(BlockMarks){.preds = s->f->blocks.at[b].preds};
	s->walk.touched_list = ARENA_RAW(s->arena, BlockId, n + 1);
	numset_init(&s->walk.touched, n + 1, s->arena);
}
