/*
 * Writing the record of allocation: counts always, events for those who ask.
 */
#include "core/alloc/textbook/scan.h"

#include "core/base/memory.h"

/* Intervals in one register that are told apart, and those that are named. */
enum { HOLDERS_MAX = 64, HOLDERS_NAMED = 4 };

/* Segments of a range, those that touch made one. */
static Slice
segs_add(AllocLog *log, const Segs *segs)
{
	Slice s = {log->segs.n, log->segs.n};

	for (uint32_t i = 0; i < segs->n; i++) {
		if (i && segs->segs[i].start == segs->segs[i - 1].end)
			log->segs.at[log->segs.n - 1].end = segs->segs[i].end;
		else
			VEC_PUSH(log->arena, log->segs, segs->segs[i]);
	}
	s.end = log->segs.n;
	return s;
}

static bool
watches(const Scan *s, VregId v)
{
	return s->log && (s->log->extent != LOG_OF_WATCHED ||
			  log_watches(s->log, s->intervals.at[v].origin));
}

/* Valid until the next one. */
static LogEvent *
event_add(Scan *s, LogKind kind, VregId v)
{
	LogEvent e = {.kind = (uint8_t)kind, .interval = v, .other = NONE};
	AllocLog *log = s->log;
	LogEvent *before = log->events.at;

	VEC_PUSH(log->arena, log->events, e);
	if (before && before != log->events.at)
		memory_discard(before, (log->events.n - 1) * sizeof(e));
	return &log->events.at[log->events.n - 1];
}

/* Another turn begins: the last one is forgotten, unless it is asked for. */
static void
turn_open(AllocLog *log)
{
	if (log->extent != LOG_OF_SPILLED)
		return;
	if (!log->spills) {
		log->events.n = log->turn_event;
		log->segs.n = log->turn_seg;
	}
	log->turn_event = log->events.n;
	log->turn_seg = log->segs.n;
	log->spills = false;
}

/* The first call that P's range crosses and REG does not survive. */
static bool
clobber_find(Scan *s, const AllocInterval *p, RegId reg)
{
	LogEvent *e = NULL;
	VregId v = (VregId)(p - s->intervals.at);
	uint32_t k = 0;

	FOR_ARRAY(Clobber, c, s->live->clobbers, s->live->nclobbers) {
		while (k < p->main.n && p->main.segs[k].end <= c->at)
			k++;
		if (k == p->main.n)
			break;
		if (p->main.segs[k].start >= c->at ||
		    mask_preserves(c->preserved, reg))
			continue;
		if (e) {
			e->more++;
			continue;
		}
		e = event_add(s, LOG_CLOBBER, v);
		e->reg = reg;
		e->at = c->at;
	}
	return e != NULL;
}

/* The first segment of its own that unit U of REG has within SEGS. */
static bool
fixed_find(Scan *s, VregId v, RegId reg, UnitId u, const Segs *segs)
{
	Slice fixed = s->live->units[u].segs;
	uint32_t i = fixed.start, k = 0;

	while (i < fixed.end && k < segs->n) {
		const Segment *seg = &s->live->segs.at[i];

		if (seg->end <= segs->segs[k].start) {
			i++;
		} else if (segs->segs[k].end <= seg->start) {
			k++;
		} else {
			LogEvent *e = event_add(s, LOG_FIXED, v);
			e->reg = reg;
			e->at = seg->start;
			e->end = seg->end;
			return true;
		}
	}
	return false;
}

/* Is OTHER light enough to be evicted for V, but took its place so itself? */
static bool
won_by_eviction(const Scan *s, VregId v, VregId other)
{
	const AllocInterval *p = &s->intervals.at[v],
			    *q = &s->intervals.at[other];
	uint32_t cascade = p->cascade ? p->cascade : s->evictions.cascade + 1;

	return q->stage != STAGE_DONE && q->weight < p->weight && q->cascade &&
	       q->cascade >= cascade;
}

typedef struct {
	VregId v;
	RegId reg;
	VregId seen[HOLDERS_MAX];
	uint32_t n;
} Holders;

/* OTHER is in the way. */
static void
holder_add(Scan *s, Holders *h, VregId other)
{
	uint32_t k;

	for (k = 0; k < h->n && h->seen[k] != other;)
		k++;
	if (k < h->n || h->n == HOLDERS_MAX)
		return;
	h->seen[h->n++] = other;
	if (h->n > HOLDERS_NAMED)
		return;
	LogEvent *e = event_add(s, LOG_HELD, h->v);
	e->reg = h->reg;
	e->other = other;
	e->how = won_by_eviction(s, h->v, other);
	e->other_weight = s->intervals.at[other].weight;
}

/* The intervals that hold UNIT within SEGS. */
static void
holders_find(Scan *s, Holders *h, UnitId unit, const Segs *segs)
{
	for (uint32_t i = 0; i < segs->n; i++) {
		SlotIdx at = segs->segs[i].start;
		const OwnedSeg *seg;

		while (at < segs->segs[i].end &&
		       (seg = units_holder(s, unit, at, segs->segs[i].end))) {
			at = seg->end;
			holder_add(s, h, seg->owner);
		}
	}
}

/* What keeps V out of REG. */
static void
blockers_find(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	Slice units = s->t->regs[reg].units;
	Holders h = {.v = v, .reg = reg};
	bool fixed = false;

	if (clobber_find(s, p, reg))
		return;
	for (uint32_t i = units.start; i < units.end; i++) {
		UnitId u = s->t->reg_units[i];

		for (uint32_t k = 0; k < (p->nlanes ? p->nlanes : 1); k++) {
			const Segs *segs =
				p->nlanes ? &p->lanes[k].segs : &p->main;

			if (p->nlanes && !(p->lanes[k].lanes &
					   target_unit_lanes(s->t, reg, i)))
				continue;
			if (!fixed)
				fixed = fixed_find(s, v, reg, u, segs);
			if (!s->textbook)
				holders_find(s, &h, u, segs);
		}
	}
	if (s->textbook) {
		occupants_find(s->textbook, v, reg, NULL);
		for (uint32_t i = 0; i < s->textbook->found.n; i++)
			holder_add(s, &h, s->textbook->found.at[i]);
	}
	if (h.n > HOLDERS_NAMED) {
		LogEvent *e = event_add(s, LOG_MORE, v);

		e->reg = reg;
		e->more = h.n - HOLDERS_NAMED;
	}
	if (!fixed && !h.n)
		event_add(s, LOG_FREE, v)->reg = reg;
}

void
log_tried(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (!watches(s, v))
		return;
	turn_open(s->log);
	LogEvent *e = event_add(s, LOG_TRIED, v);
	e->weight = p->weight;
	e->segs = segs_add(s->log, &p->main);
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	for (uint32_t i = 0; i < order->n; i++)
		blockers_find(s, v, order->regs[i]);
}

void
log_hints(Scan *s, VregId v, const RegId *regs, const float *weights,
	  uint32_t n)
{
	if (!watches(s, v))
		return;
	for (uint32_t i = 0; i < n; i++) {
		LogEvent *e = event_add(s, LOG_HINT, v);

		e->reg = regs[i];
		e->weight = weights[i];
	}
}

void
log_round(Scan *s, uint32_t number)
{
	s->counts.rounds++;
	if (!s->log || s->log->extent == LOG_OF_WATCHED)
		return;
	turn_open(s->log);
	event_add(s, LOG_ROUND, NONE)->more = number;
}

void
log_prefers(Scan *s, VregId v, RegId reg, VregId source)
{
	if (!watches(s, v))
		return;
	LogEvent *e = event_add(s, LOG_PREFERS, v);
	e->reg = reg;
	e->other = source;
}

void
log_lightest(Scan *s, VregId v, RegId reg, float weight)
{
	if (!watches(s, v))
		return;
	LogEvent *e = event_add(s, LOG_LIGHTEST, v);
	e->reg = reg;
	e->weight = weight;
}

void
log_taken(Scan *s, VregId v, RegId reg, Taken how)
{
	if (!watches(s, v))
		return;
	LogEvent *e = event_add(s, LOG_TAKEN, v);
	e->reg = reg;
	e->how = (uint8_t)how;
}

void
log_evicted(Scan *s, VregId w, VregId v)
{
	s->counts.evicted++;
	if (!watches(s, v) && !watches(s, w))
		return;
	LogEvent *e = event_add(s, LOG_EVICTED, w);
	e->reg = s->regs.at[w];
	e->other = v;
	e->weight = s->intervals.at[w].weight;
	e->other_weight = s->intervals.at[v].weight;
}

void
log_moved(Scan *s, VregId w, VregId v, RegId to)
{
	s->counts.evicted++;
	if (!watches(s, v) && !watches(s, w))
		return;
	LogEvent *e = event_add(s, LOG_MOVED, w);
	e->reg = s->regs.at[w];
	e->to = to;
	e->other = v;
}

void
log_split(Scan *s, VregId v, Cut how, RegId reg)
{
	s->counts.split += how != CUT_VALUES;
	if (!watches(s, v))
		return;
	LogEvent *e = event_add(s, LOG_SPLIT, v);
	e->how = (uint8_t)how;
	e->reg = reg;
}

void
log_part(Scan *s, VregId v, VregId new)
{
	if (watches(s, v))
		event_add(s, LOG_PART, v)->other = new;
}

void
log_end(Scan *s, VregId v, LogKind kind)
{
	s->counts.spilled += kind == LOG_SPILLED;
	s->counts.computed += kind == LOG_REMAT;
	if (!watches(s, v))
		return;
	event_add(s, kind, v);
	s->log->spills |= kind == LOG_SPILLED;
}

static Slice
lanes_add(AllocLog *log, const AllocInterval *p)
{
	Slice lanes = {log->lanes.n, log->lanes.n + p->nlanes};

	for (uint32_t i = 0; i < p->nlanes; i++) {
		LogLanes part = {p->lanes[i].lanes,
				 segs_add(log, &p->lanes[i].segs)};

		VEC_PUSH(log->arena, log->lanes, part);
	}
	return lanes;
}

void
log_intervals(Scan *s)
{
	AllocLog *log = s->log;

	if (!log)
		return;
	log->counts = s->counts;
	log->reserved = s->reserved;
	log->nintervals = s->intervals.n;
	log->intervals = ARENA_RAW(log->arena, LogInterval, s->intervals.n + 1);
	for (VregId v = 0; v < s->intervals.n; v++) {
		const AllocInterval *p = &s->intervals.at[v];

		log->intervals[v] = (LogInterval){.origin = v};
		if (v < s->origins.n && !register_occurs(s, v))
			continue;
		log->intervals[v] = (LogInterval){
			.segs = segs_add(log, &p->main),
			.lanes = lanes_add(log, p),
			.occurrences = p->noccurrences,
			.weight = p->weight,
			.origin = p->origin,
			.reg = s->regs.at[v],
			.memory = p->stage == STAGE_MEMORY,
		};
	}
}
