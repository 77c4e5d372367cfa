/*
 * Bottom-up list scheduling of the regions that need it.  Two orders of what is
 * ready: by the change of register pressure, and by latency.  Keys of the first
 * change when a value becomes live, which each value does once: its readers are
 * put into the heap again, and what is out of date there is thrown away when it
 * comes up.  Sources: Goodman and Hsu (1988) for the two orders; LLVM's
 * GenericScheduler.  Unlike that one, an order is kept only if a walk over the
 * whole region shows that it is better.
 */
#include "core/schedule/before.h"

#include "core/base/bits.h"
#include "core/base/heap.h"
#include "core/schedule/deps.h"
#include "core/schedule/pressure.h"
#include "core/schedule/room.h"

typedef enum {
	BY_LATENCY, /* latency, but by pressure where a file is full */
	BY_SOURCE,  /* as it stood, but by pressure where a file is full */
	BY_RECENCY, /* pressure, then what became ready last */
	BY_DEPTH,   /* pressure, then latency */
} Priority;

/* In the order in which they are tried; SPARE: a file is full where only so
 * many of its registers are left.  The last ones are for steps of occupancy,
 * which one register too many in one place is enough to lose. */
static const struct {
	Priority by;
	uint32_t spare;
} TRIALS[] = {{BY_LATENCY, 0}, {BY_SOURCE, 0}, {BY_RECENCY, 0},
	      {BY_DEPTH, 0},   {BY_SOURCE, 1}, {BY_SOURCE, 3}};

enum { /* of TRIALS */
       FIRST_OF_ALL = 0,
       FIRST_OF_DEMAND = 1,
       TRIALS_OF_STEPS = 4,
       TRIALS_END = sizeof(TRIALS) / sizeof(*TRIALS),
};

typedef struct {
	const DepGraph *g;
	Pressure *p;
	Priority by;
	uint32_t spare;
	Heap pressure; /* of nodes, the largest first; values are versions */
	Heap plain;    /* the same, while no file is full, without versions */
	uint32_t *nsuccs;  /* by node: not scheduled yet */
	uint32_t *version; /* by node: of its entry that counts; 0: not ready */
	uint32_t *tie;	   /* by node: second key */
	uint32_t nready;   /* so far */
	Arena *scratch;
	Arena *tmp; /* of P */
} Schedule;

/* Longer regions are scheduled piece by piece: what is near is in the cache,
 * and pieces that fit into the registers stay as they are. */
enum { REGION_INSNS = 4096 };

typedef struct {
	const Demand *d;
	Pressure p;
	DepBuilder *deps;
	Room room;
	SchedMode mode;
} Before;

/* A key for what NODE does to pressure now. */
static void
pressure_push(Schedule *s, uint32_t node)
{
	uint64_t change = (uint64_t)(pressure_change(s->p, node) + (1 << 24));

	heap_push(&s->pressure,
		  (HeapEntry){change << 32 | s->tie[node], ~node,
			      ++s->version[node]},
		  s->scratch);
}

static void
node_ready(Schedule *s, uint32_t node)
{
	uint32_t depth = UINT32_MAX - s->g->depth[node];

	s->tie[node] = s->by == BY_RECENCY || s->by == BY_SOURCE
			       ? UINT32_MAX - s->nready
			       : depth;
	s->nready++;
	pressure_push(s, node);
	if (s->by <= BY_SOURCE)
		heap_push(&s->plain,
			  (HeapEntry){s->by == BY_SOURCE ? 0 : depth, ~node, 0},
			  s->scratch);
}

/* The node to stand above those that are scheduled.  What was scheduled from
 * one heap has version 0 and is still in the other one. */
static uint32_t
node_pick(Schedule *s)
{
	HeapEntry e;

	if (s->by <= BY_SOURCE && !pressure_full(s->p, s->spare)) {
		do
			e = heap_pop(&s->plain);
		while (!s->version[~e.tie]);
		return ~e.tie;
	}
	do
		e = heap_pop(&s->pressure);
	while (e.value != s->version[~e.tie]);
	return ~e.tie;
}

/* NODE stands where it stands. */
static void
node_schedule(Schedule *s, uint32_t node)
{
	const DepGraph *g = s->g;
	const Pressure *p = s->p;

	s->version[node] = 0;
	pressure_up(s->p, node, s->tmp);
	for (uint32_t i = 0; i < p->woken.n; i++) {
		const PressureValue *v = &p->values.at[p->woken.at[i]];

		for (uint32_t k = v[0].first; k < v[1].first; k++)
			if (s->version[p->readers[k]])
				pressure_push(s, p->readers[k]);
	}
	for (uint32_t i = g->pred_start[node]; i < g->pred_start[node + 1]; i++)
		if (!--s->nsuccs[g->edges.at[i].from])
			node_ready(s, g->edges.at[i].from);
}

/* The nodes of G in a new order, that of TRIAL, and what it costs.  SCRATCH:
 * for nothing that stays; TMP: of P. */
static PressureCost
list_schedule(const DepGraph *g, Pressure *p, uint32_t trial, uint32_t *nodes,
	      Arena *scratch, Arena *tmp)
{
	Schedule s = {.g = g,
		      .p = p,
		      .by = TRIALS[trial].by,
		      .spare = TRIALS[trial].spare,
		      .scratch = scratch,
		      .tmp = tmp};

	s.nsuccs = ARENA_NEW(scratch, uint32_t, g->n + 1);
	s.version = ARENA_NEW(scratch, uint32_t, g->n + 1);
	s.tie = ARENA_RAW(scratch, uint32_t, g->n + 1);
	pressure_reset(p);
	for (uint32_t i = 0; i < g->edges.n; i++)
		s.nsuccs[g->edges.at[i].from]++;
	for (uint32_t i = 0; i < g->n; i++)
		if (!s.nsuccs[i])
			node_ready(&s, i);
	for (uint32_t i = g->n; i-- > 0;) {
		nodes[i] = node_pick(&s);
		node_schedule(&s, nodes[i]);
	}
	return pressure_cost(p);
}

/* What the source order of N nodes costs.  Files that it does not fit into are
 * tight; with ALL, so is every one. */
static PressureCost
source_cost(Pressure *p, uint32_t n, bool all, Arena *tmp)
{
	pressure_reset(p);
	for (uint32_t i = n; i-- > 0;)
		pressure_up(p, i, tmp);
	for (uint32_t i = 0; i < p->d->nfiles; i++)
		p->tight[i] = all || p->peak[i] > p->limit[i];
	return pressure_cost(p);
}

/* Is an order with EXCESS in place of COST worth it, where FLOOR is in every
 * order?  What stood together comes apart, and copies that could have been
 * joined are crossed.  One register of many that are missing anyway is not. */
static bool
is_worth(uint64_t excess, PressureCost cost, uint64_t floor)
{
	uint64_t least = (cost.excess - floor) / 4;

	if (floor && !least)
		least = 1;
	return excess + least < cost.excess;
}

/* An order of a region, what it costs, and what every one does. */
typedef struct {
	uint32_t *nodes; /* NULL: as they stood */
	PressureCost cost;
	uint64_t floor;
} Order;

/* Try the orders of G from FIRST on, for one better than BEST. */
static void
orders_try(Before *b, const DepGraph *g, uint32_t first, Order *best,
	   Arena *tmp)
{
	uint32_t end = b->room.strict ? TRIALS_END : TRIALS_OF_STEPS;
	Arena scratch = {0};

	for (uint32_t i = first;
	     i < end && !(best->nodes && !best->cost.excess); i++) {
		uint32_t *nodes = ARENA_RAW(tmp, uint32_t, g->n + 1);
		PressureCost c =
			list_schedule(g, &b->p, i, nodes, &scratch, tmp);

		if (TRIALS[i].by == BY_LATENCY ? c.excess <= best->cost.excess
		    : best->nodes
			    ? pressure_less(c, best->cost)
			    : is_worth(c.excess, best->cost, best->floor)) {
			best->nodes = nodes;
			best->cost = c;
		}
		arena_reset(&scratch);
	}
	arena_free(&scratch);
}

/* The best order for a region whose source order costs COST; NULL: that is.
 * What leaves one file may go to another, as parts of a vector do that are
 * taken out for addresses: if registers are still short when the files that are
 * have been looked at, all are. */
static uint32_t *
region_order(Before *b, const DepGraph *g, PressureCost cost, uint64_t floor,
	     Arena *tmp)
{
	Order best = {NULL, cost, floor};

	if (b->mode == SCHED_ALL) {
		orders_try(b, g, FIRST_OF_ALL, &best, tmp);
		return best.nodes;
	}
	orders_try(b, g, FIRST_OF_DEMAND, &best, tmp);
	if (best.cost.excess > floor && pressure_tighten(&b->p))
		orders_try(b, g, FIRST_OF_DEMAND, &best, tmp);
	return best.nodes;
}

/* Is what stands from START to END, of one block, to be looked at? */
static bool
is_wanted(const Before *b, InsnId start, InsnId end)
{
	return start < end &&
	       (b->mode == SCHED_ALL || room_is_short(&b->room, start, end));
}

static void
region_schedule(Before *b, InsnId start, InsnId end, InsnId *order)
{
	const Func *f = b->d->f;
	Arena scratch = {0};
	PressureCost cost;
	uint64_t floor = 0;
	uint32_t n = 0;
	InsnId i;
	DepGraph g;

	if (end - start < 2 || !is_wanted(b, start, end))
		return;
	InsnId *insns = ARENA_RAW(&scratch, InsnId, end - start + 1);
	for (i = start; i < end; i++)
		if (!(func_insn(f, i)->flags & INSN_DEBUG))
			insns[n++] = i;
	if (n > 1) {
		pressure_region(&b->p, insns, n, &scratch);
		room_find(&b->room, &b->p,
			  b->d->live->slots.insn_pos[insns[n - 1]]);
		cost = source_cost(&b->p, n, b->mode == SCHED_ALL, &scratch);
		floor = pressure_floor(&b->p);
	}
	if (n > 1 && (b->mode == SCHED_ALL || is_worth(floor, cost, floor))) {
		deps_build(b->deps, f, start, end, &g, &scratch);
		uint32_t *nodes = region_order(b, &g, cost, floor, &scratch);
		if (nodes)
			deps_write(&g, nodes, order + start);
	}
	arena_free(&scratch);
}

/* Does INSN name a register of the machine that could be allocated, other than
 * to say that it is lost, and is not reserved, or write a reserved one? */
static bool
names_registers(const Demand *d, const uint64_t *reserved, InsnId i)
{
	const Live *live = d->live;
	const Func *f = d->f;
	const Insn *insn = func_insn(f, i);
	SlotIdx dead = slot_of(&live->slots, i, SLOT_DEAD);

	FOR_OPNDS(o, f, insn) {
		bool def = o->flags & OPND_DEF;

		if (o->kind != OPND_REG || !o->val ||
		    (o->flags & OPND_UNDEF && !def))
			continue;
		if (def && bits_has(reserved, o->val))
			return true;
		/* What is between two writes of such a register can move. */
		if (bits_has(reserved, o->val))
			continue;
		FOR_UNITS(unit, f->target, o->val) {
			if (d->unit_temp[*unit] == NONE)
				continue;
			const Segment *s =
				range_find(live, &live->units[*unit], dead - 1);
			if (!def || !s || s->end != dead)
				return true;
		}
	}
	return false;
}

bool
before_boundary(const Demand *d, const uint64_t *reserved, InsnId i)
{
	const Func *f = d->f;
	const Insn *insn = func_insn(f, i);

	if (insn->flags & INSN_DEBUG)
		return false;
	return insn_is(f, insn, WK_PHI) || insn_is_boundary(f, insn) ||
	       insn_flags(f, insn) & OP_SIDE_EFFECTS ||
	       names_registers(d, reserved, i);
}

bool
schedule_before(const Demand *d, SchedMode mode, SchedLimit limit,
		const uint64_t *reserved, InsnId *order, Arena *tmp)
{
	Before b = {.d = d, .mode = mode};
	const Func *f = d->f;
	InsnId start;

	room_begin(&b.room, d, limit.registers, limit.strict, tmp);
	pressure_begin(&b.p, d, b.room.registers, tmp);
	b.deps = deps_begin_virtual(f, d->live, tmp);
	for (InsnId i = 0; i < f->insns.n; i++)
		order[i] = i;
	FOR_VEC(Block, block, f->blocks) {
		if (!is_wanted(&b, block->first, block->end))
			continue;
		for (InsnId i = start = block->first; i < block->end; i++)
			if (before_boundary(d, reserved, i)) {
				region_schedule(&b, start, i, order);
				start = i + 1;
			} else if (i - start == REGION_INSNS) {
				region_schedule(&b, start, i, order);
				start = i;
			}
		region_schedule(&b, start, block->end, order);
	}
	for (InsnId i = 0; i < f->insns.n; i++)
		if (order[i] != i)
			return true;
	return false;
}
