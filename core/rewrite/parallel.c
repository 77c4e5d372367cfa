/*
 * Parallel moves to single steps: a queue of moves that can run, and a way to
 * break a cycle when there is none.
 *
 * The currency is the cell: a register unit or a slot.  A move waits for the
 * reads of its destination's cells by other moves.
 */
#include "core/rewrite/parallel.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <assert.h>

enum { QUEUE_STORE, QUEUE_LAST_USE, QUEUE_COPY, QUEUE_MEMORY, QUEUE_LOAD };
#define NQUEUES 5

typedef struct {
	Place src;	/* where the value is now */
	uint32_t waits; /* reads of its destination by others */
	uint32_t next;	/* the move to another part of its slot that runs
			   behind it, plus 1 */
	bool done, saved;
	bool follows; /* it is the next of some move */
	bool keeps;   /* see MoveStep */
} State;

typedef struct {
	Parallel *p;
	const Move *moves;
	uint32_t n;
	const MoveHelp *help;
	Arena *arena;
	MoveSteps *steps;
	State *state;
	VEC(uint32_t) queue[NQUEUES];
	uint32_t head[NQUEUES];
	uint32_t left;	     /* moves not yet done */
	uint32_t temp_slots; /* in use */
	uint32_t temps;	     /* in use, of either kind */
} Group;

void
parallel_init(Parallel *p, const Target *target, uint32_t nslots, Arena *arena)
{
	uint32_t cells = (uint32_t)target->n_unit_regs + nslots;

	p->target = target;
	p->arena = arena;
	p->nslots = nslots;
	p->readers = ARENA_NEW(arena, uint32_t, cells + 1);
	p->writer = ARENA_NEW(arena, uint32_t, cells + 1);
	p->barred =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(target->n_unit_regs) + 1);
}

/* The cells of a place: cell numbers, or indices into reg_units. */
static Slice
place_cells(const Parallel *p, Place place)
{
	uint32_t cell = p->target->n_unit_regs + place.at;

	if (place.kind == PLACE_REG)
		return p->target->regs[place.at].units;
	return (Slice){cell, cell + 1};
}

static uint32_t
cell_at(const Parallel *p, Place place, uint32_t i)
{
	return place.kind == PLACE_REG ? p->target->reg_units[i] : i;
}

static bool
place_equal(Place a, Place b)
{
	return a.kind == b.kind && a.at == b.at;
}

/* Add the units of PLACE to the barred ones, or take them away. */
static void
barred_mark(Parallel *p, Place place, bool barred)
{
	if (place.kind != PLACE_REG)
		return;
	if (barred)
		unitset_add(p->target, p->barred, (RegId)place.at);
	else
		unitset_del(p->target, p->barred, (RegId)place.at);
}

/* Does nobody but move M read its source register? */
static bool
last_use(const Group *g, uint32_t m)
{
	Place src = g->state[m].src;
	Slice s = place_cells(g->p, src);

	for (uint32_t i = s.start; i < s.end; i++)
		if (g->p->readers[cell_at(g->p, src, i)] > 1)
			return false;
	return true;
}

/* Move M can run: queue it. */
static void
make_ready(Group *g, uint32_t m)
{
	bool to_reg = g->moves[m].dst.kind == PLACE_REG;
	unsigned q;

	if (g->state[m].src.kind == PLACE_SLOT)
		q = to_reg ? QUEUE_LOAD : QUEUE_MEMORY;
	else if (!to_reg)
		q = QUEUE_STORE;
	else if (g->state[m].saved || last_use(g, m))
		q = QUEUE_LAST_USE;
	else
		q = QUEUE_COPY;
	VEC_PUSH(g->arena, g->queue[q], m);
}

/* Count the reads of move M's source, or (BY -1) take them back, which may let
 * others run. */
static void
count_reads(Group *g, uint32_t m, int by)
{
	Parallel *p = g->p;
	Place src = g->state[m].src;
	Slice s = place_cells(p, src);

	for (uint32_t i = s.start; i < s.end; i++) {
		uint32_t cell = cell_at(p, src, i), w = p->writer[cell];

		p->readers[cell] += (uint32_t)by;
		if (!w || w - 1 == m)
			continue;
		g->state[w - 1].waits += (uint32_t)by;
		if (by < 0 && !g->state[w - 1].waits)
			make_ready(g, w - 1);
	}
}

static MoveStep *
push_step(Group *g, uint32_t m, Place dst, Place src)
{
	MoveStep step = {.dst = dst, .src = src, .move = m};

	VEC_PUSH(g->arena, *g->steps, step);
	return &g->steps->at[g->steps->n - 1];
}

static Place
place_reg(RegId reg)
{
	return (Place){PLACE_REG, reg};
}

/* The destination of a load that still waits in its queue, of class CLS. */
static RegId
waiting_register(const Group *g, ClassId cls)
{
	uint32_t end = g->head[QUEUE_LOAD] + 16;

	if (end > g->queue[QUEUE_LOAD].n)
		end = g->queue[QUEUE_LOAD].n;
	for (uint32_t i = g->head[QUEUE_LOAD]; i < end; i++) {
		const Move *m = &g->moves[g->queue[QUEUE_LOAD].at[i]];

		if (target_class_has(g->p->target, cls, (RegId)m->dst.at))
			return (RegId)m->dst.at;
	}
	return 0;
}

/* A value from slot to slot, for move M. */
static void
move_memory(Group *g, uint32_t m, Place dst, Place src, bool dst_temp)
{
	ClassId cls = g->moves[m].cls;
	bool src_temp = g->state[m].saved;
	RegId reg = waiting_register(g, cls);
	Place save = {PLACE_SLOT, 0};
	bool victim = false;

	if (!reg)
		reg = g->help->scratch(g->help->context, cls, g->p->barred);
	if (!reg) {
		victim = true;
		reg = g->help->victim(g->help->context, cls);
		save.at = g->help->slot(g->help->context, cls, 0);
		push_step(g, m, save, place_reg(reg))->other = true;
	}
	Place via = place_reg(reg);
	MoveStep *step = push_step(g, m, via, src);
	step->src_temp = src_temp;
	step->dst_temp = true;
	step = push_step(g, m, dst, via);
	step->src_temp = true;
	step->dst_temp = dst_temp;
	step->keeps = g->state[m].keeps && !dst_temp;
	if (victim)
		push_step(g, m, via, save)->other = true;
}

/* Run move M. */
static void
run_move(Group *g, uint32_t m)
{
	State *s = &g->state[m];
	Place dst = g->moves[m].dst;

	if (s->src.kind == PLACE_SLOT && dst.kind == PLACE_SLOT) {
		move_memory(g, m, dst, s->src, false);
	} else {
		MoveStep *step = push_step(g, m, dst, s->src);
		step->src_temp = s->saved;
		step->keeps = s->keeps;
	}
	s->done = true;
	g->left--;
	if (s->next)
		make_ready(g, s->next - 1);
	if (!s->saved) {
		count_reads(g, m, -1);
		return;
	}
	barred_mark(g->p, s->src, false);
	if (!--g->temps)
		g->temp_slots = 0;
}

/* Save the value of move M in a temporary, so that its source is free. */
static void
save_source(Group *g, uint32_t m)
{
	State *s = &g->state[m];
	ClassId cls = g->moves[m].cls;
	RegId reg = g->help->scratch(g->help->context, cls, g->p->barred);
	Place temp = place_reg(reg);

	if (reg) {
		barred_mark(g->p, temp, true);
	} else {
		temp.kind = PLACE_SLOT;
		temp.at = g->help->slot(g->help->context, cls, ++g->temp_slots);
	}
	if (s->src.kind == PLACE_SLOT && temp.kind == PLACE_SLOT)
		move_memory(g, m, temp, s->src, true);
	else
		push_step(g, m, temp, s->src)->dst_temp = true;
	g->temps++;
	count_reads(g, m, -1);
	s->src = temp;
	s->saved = true;
}

/* Moves in the order in which they are tried for breaking cycles: wide sources
 * first, for saving one frees several narrow destinations. */
static uint32_t *
break_order(const Group *g)
{
	uint32_t *order = ARENA_RAW(g->arena, uint32_t, g->n + 1);
	uint32_t max = 0, i;

	for (i = 0; i < g->n; i++) {
		Slice s = place_cells(g->p, g->moves[i].src);

		if (s.end - s.start > max)
			max = s.end - s.start;
	}
	uint32_t *start = ARENA_NEW(g->arena, uint32_t, max + 2);
	for (i = 0; i < g->n; i++) {
		Slice s = place_cells(g->p, g->moves[i].src);

		start[max - (s.end - s.start) + 1]++;
	}
	for (i = 0; i <= max; i++)
		start[i + 1] += start[i];
	for (i = 0; i < g->n; i++) {
		Slice s = place_cells(g->p, g->moves[i].src);

		order[start[max - (s.end - s.start)]++] = i;
	}
	return order;
}

/* Move M writes another part of the slot that move W, and those behind it,
 * write; or the same part as one of them, which is enough. */
static void
join_parts(Group *g, uint32_t w, uint32_t m)
{
	while (g->moves[w].dst_sub != g->moves[m].dst_sub && g->state[w].next)
		w = g->state[w].next - 1;
	if (g->moves[w].dst_sub == g->moves[m].dst_sub) {
		g->state[m].done = true;
		return;
	}
	g->state[w].next = m + 1;
	g->state[m].follows = g->state[m].keeps = true;
	g->left++;
}

/* Where a part of a slot stays as it is, those who write other parts must not
 * touch it. */
static void
keep_parts(Group *g)
{
	for (uint32_t m = 0; m < g->n; m++) {
		const Move *move = &g->moves[m];
		Slice s = place_cells(g->p, move->dst);
		uint32_t w = move->dst_sub ? g->p->writer[s.start] : 0;

		if (w && place_equal(move->dst, move->src) && !move->part)
			g->state[w - 1].keeps = true;
	}
}

/* Enter the moves into the tables; false if destinations overlap. */
static bool
enter_moves(Group *g)
{
	Parallel *p = g->p;
	bool ok = true;

	for (uint32_t m = 0; m < g->n; m++) {
		Place dst = g->moves[m].dst;
		Slice s = place_cells(p, dst);

		g->state[m].src = g->moves[m].src;
		barred_mark(p, dst, true);
		barred_mark(p, g->moves[m].src, true);
		if (place_equal(dst, g->moves[m].src) && !g->moves[m].part) {
			g->state[m].done = true;
			continue;
		}
		/* Coalescing makes two of what were two copies of one value:
		 * the first is enough. */
		uint32_t w = s.start < s.end
				     ? p->writer[cell_at(p, dst, s.start)]
				     : 0;
		if (w && place_equal(dst, g->moves[w - 1].dst)) {
			join_parts(g, w - 1, m);
			continue;
		}
		g->left++;
		for (uint32_t i = s.start; i < s.end; i++) {
			uint32_t cell = cell_at(p, dst, i);
			ok = ok && !p->writer[cell];
			p->writer[cell] = m + 1;
		}
	}
	keep_parts(g);
	for (uint32_t m = 0; m < g->n; m++)
		if (!g->state[m].done)
			count_reads(g, m, 1);
	return ok;
}

/* All zero again. */
static void
clear_tables(Group *g)
{
	Parallel *p = g->p;

	for (uint32_t m = 0; m < g->n; m++) {
		Place at[2] = {g->moves[m].dst, g->moves[m].src};

		for (unsigned k = 0; k < 2; k++) {
			Slice s = place_cells(p, at[k]);

			for (uint32_t i = s.start; i < s.end; i++) {
				p->writer[cell_at(p, at[k], i)] = 0;
				p->readers[cell_at(p, at[k], i)] = 0;
			}
			barred_mark(p, at[k], false);
		}
	}
}

/* Run all moves in the queues. */
static void
drain_queues(Group *g)
{
	unsigned q = 0;

	while (q < NQUEUES) {
		if (g->head[q] == g->queue[q].n) {
			q++;
			continue;
		}
		run_move(g, g->queue[q].at[g->head[q]++]);
		q = 0;
	}
}

bool
parallel_resolve(Parallel *p, const Move *moves, uint32_t nmoves,
		 const MoveHelp *help, Arena *arena, MoveSteps *steps)
{
	Group g = {.p = p,
		   .moves = moves,
		   .n = nmoves,
		   .help = help,
		   .arena = arena,
		   .steps = steps};
	uint32_t next = 0, m;

	g.state = ARENA_NEW(arena, State, nmoves + 1);
	if (!enter_moves(&g)) {
		clear_tables(&g);
		return false;
	}
	for (m = 0; m < nmoves; m++)
		if (!g.state[m].done && !g.state[m].waits &&
		    !g.state[m].follows)
			make_ready(&g, m);
	drain_queues(&g);
	uint32_t *order = g.left ? break_order(&g) : NULL;
	while (g.left) {
		assert(next < nmoves);
		m = order[next++];
		if (g.state[m].done || g.state[m].saved)
			continue;
		save_source(&g, m);
		drain_queues(&g);
	}
	clear_tables(&g);
	return true;
}
