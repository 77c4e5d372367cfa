/*
 * Waits for what memory has not answered yet.  The machine counts: accesses to
 * memory that are under way, exports that still read their registers, and
 * accesses to local or constant memory and messages.  Answers of one kind come
 * in order, so that "no more than N under way" says that all but the last N
 * are there; constant memory answers in any order, and so do different kinds,
 * where only "none under way" says anything.
 *
 * A register is known by how many accesses were counted since the one that it
 * takes part in; where paths join, the fewest.  That is the scoreboard of
 * LLVM's SIInsertWaitcnts, relative to its upper bound.
 *
 * What a loop of one block reads that was sent for before it is waited for
 * before it, not each time round.
 */
#include "targets/gcn/asm_lines.h"

#include <string.h>

/* The counters, and the most that an instruction can ask for less one. */
enum { MEMORY, EXPORTED, LOCAL, COUNTERS };

static const uint8_t MOST[COUNTERS] = {62, 6, 14};

enum { FREE = 255, FULL = 64 };

/* Kinds that LOCAL counts. */
enum { SCALAR_KIND = 1, LOCAL_KIND = 2, SHARED_KIND = 4, MESSAGE_KIND = 8 };

typedef struct {
	uint8_t since[COUNTERS][GCN_REGS]; /* FREE: not under way */
	uint8_t under_way[COUNTERS];	   /* at most */
	uint8_t kinds;			   /* of LOCAL */
} State;

typedef struct {
	GcnCode *code;
	State now;
	State *in;	/* by block */
	uint32_t *loop; /* by block: the loop that it alone leads to, or NONE */
} Waits;

static void
state_clear(State *s)
{
	memset(s, 0, sizeof(*s));
	memset(s->since, FREE, sizeof(s->since));
}

/* INTO also for what holds in FROM; does it change? */
static bool
state_join(State *into, const State *from)
{
	uint8_t changed = 0;

	for (size_t k = 0; k < COUNTERS; k++) {
		uint8_t *a = into->since[k];
		const uint8_t *b = from->since[k];

		for (size_t i = 0; i < GCN_REGS; i++) {
			changed |= b[i] < a[i];
			a[i] = b[i] < a[i] ? b[i] : a[i];
		}
		if (from->under_way[k] > into->under_way[k]) {
			into->under_way[k] = from->under_way[k];
			changed = 1;
		}
	}
	changed |= (from->kinds & ~into->kinds) != 0;
	into->kinds |= from->kinds;
	return changed;
}

/* One more access on counter K. */
static void
count(State *s, unsigned k)
{
	uint8_t *since = s->since[k];

	for (size_t i = 0; i < GCN_REGS; i++)
		since[i] += since[i] < FULL;
	s->under_way[k] += s->under_way[k] < FULL;
}

/* REGS take part in the last access on counter K. */
static void
mark(State *s, unsigned k, const GcnRegs *regs)
{
	memset(s->since[k] + regs->first, 0, regs->n);
}

static bool
any_order(const State *s, unsigned k)
{
	return k == LOCAL &&
	       (s->kinds & SCALAR_KIND || (s->kinds & (s->kinds - 1)) != 0);
}

/* No more than N under way on counter K. */
static void
apply(State *s, unsigned k, uint8_t n)
{
	if (n >= s->under_way[k] || (n && any_order(s, k)))
		return;
	for (size_t i = 0; i < GCN_REGS; i++)
		if (s->since[k][i] >= n)
			s->since[k][i] = FREE;
	s->under_way[k] = n;
	if (!n && k == LOCAL)
		s->kinds = 0;
}

static void
least(uint8_t *n, uint8_t with)
{
	*n = with < *n ? with : *n;
}

/* What must have come down for the access that REGS of LINE take part in. */
static void
need(const State *s, const GcnLine *line, const GcnRegs *regs, uint8_t *wait)
{
	/* Answers to the same register come in order. */
	bool again = line->unit == UNIT_MEMORY && !regs->operand &&
		     line->flags & LINE_RETURNS;

	for (unsigned k = 0; k < COUNTERS; k++)
		for (unsigned i = regs->first; i < regs->first + regs->n; i++) {
			uint8_t n = s->since[k][i];

			if (n == FREE || (k == MEMORY && again &&
					  s->since[MEMORY][GCN_FLAT] == FREE))
				continue;
			if (any_order(s, k) || s->since[k][GCN_FLAT] != FREE)
				n = 0;
			least(&wait[k], n < MOST[k] ? n : MOST[k]);
		}
}

/* The counters before LINE. */
static void
needed(const Waits *w, const GcnLine *line, uint8_t *wait)
{
	const State *s = &w->now;

	if (line->flags & (LINE_RETURN | LINE_INDEXED | LINE_BARRIER))
		memset(wait, 0, COUNTERS);
	if (line->flags & LINE_JUMP && line->target == NONE)
		memset(wait, 0, COUNTERS);
	if (line->unit == UNIT_MESSAGE)
		wait[MEMORY] = 0;
	for (uint32_t i = line->regs.start; i < line->regs.end; i++)
		need(s, line, &w->code->regs.at[i], wait);
}

/* What LINE sends out. */
static void
send(Waits *w, const GcnLine *line)
{
	static const struct {
		uint8_t memory, local, exported, kind;
	} events[] = {
		[UNIT_SCALAR_MEMORY] = {0, 1, 0, SCALAR_KIND},
		[UNIT_MEMORY] = {1, 0, 0, 0},
		[UNIT_IMAGE] = {1, 0, 0, 0},
		[UNIT_FLAT] = {1, 1, 0, LOCAL_KIND},
		[UNIT_LOCAL] = {0, 1, 0, LOCAL_KIND},
		[UNIT_GLOBAL_DATA] = {0, 1, 1, SHARED_KIND},
		[UNIT_EXPORT] = {0, 0, 1, 0},
		[UNIT_MESSAGE] = {0, 1, 0, MESSAGE_KIND},
		[UNIT_IDLE] = {0, 0, 0, 0},
	};
	static const GcnRegs flat = {GCN_FLAT, 1, 0}, lds = {GCN_LDS, 1, 0};
	State *s = &w->now;

	if (events[line->unit].memory)
		count(s, MEMORY);
	if (events[line->unit].exported)
		count(s, EXPORTED);
	if (events[line->unit].local) {
		count(s, LOCAL);
		s->kinds |= events[line->unit].kind;
	}
	FOR_SLICE(GcnRegs, regs, w->code->regs.at, line->regs) {
		if (events[line->unit].exported)
			mark(s, EXPORTED, regs);
		if (!(line->flags & LINE_RETURNS) || regs->operand)
			continue;
		if (events[line->unit].memory)
			mark(s, MEMORY, regs);
		if (events[line->unit].local)
			mark(s, LOCAL, regs);
	}
	if (line->unit == UNIT_FLAT || line->unit == UNIT_IMAGE)
		mark(s, MEMORY, &flat);
	if (line->unit == UNIT_FLAT)
		mark(s, LOCAL, &flat);
	if (line->flags & LINE_LDS)
		mark(s, MEMORY, &lds);
}

/* Waits that make no difference are left out. */
static void
settle(State *s, uint8_t *wait)
{
	for (unsigned k = 0; k < COUNTERS; k++) {
		if (wait[k] >= s->under_way[k])
			wait[k] = NO_WAIT;
		else
			apply(s, k, wait[k]);
	}
}

static void
apply_written(State *s, GcnWait w)
{
	apply(s, MEMORY, w.memory);
	apply(s, EXPORTED, w.exported);
	apply(s, LOCAL, w.local);
}

static GcnWait
as_wait(const uint8_t *n)
{
	return (GcnWait){n[MEMORY], n[EXPORTED], n[LOCAL]};
}

/* What block LOOP needs of memory as it begins. */
static uint8_t
loop_needed(const Waits *w, const GcnBlock *loop)
{
	uint8_t wait[COUNTERS];

	memset(wait, NO_WAIT, sizeof(wait));
	for (uint32_t i = loop->first; i < loop->end; i++)
		needed(w, &w->code->lines.at[i], wait);
	return wait[MEMORY];
}

/* The last instruction of BLOCK; its end: there is none. */
static uint32_t
block_last(const Waits *w, const GcnBlock *block)
{
	for (uint32_t i = block->end; i-- > block->first;) {
		const GcnLine *line = &w->code->lines.at[i];

		if (line->unit != UNIT_NONE && line->unit != UNIT_WAIT &&
		    !(line->flags & LINE_SOFT))
			return i;
	}
	return block->end;
}

/* Goes through block B and sets its lines' waits.  Soft ones become part of the
 * next instruction's; the last of them stays if the block ends. */
static void
walk(void *pass, uint32_t b)
{
	Waits *w = pass;
	const GcnBlock *block = &w->code->blocks.at[b];
	uint32_t last = w->loop[b] == NONE ? block->end : block_last(w, block);
	uint8_t wait[COUNTERS];
	GcnLine *soft = NULL;

	w->now = w->in[b];
	memset(wait, NO_WAIT, sizeof(wait));
	for (uint32_t i = block->first; i < block->end; i++) {
		GcnLine *line = &w->code->lines.at[i];

		if (line->flags & LINE_SOFT) {
			least(&wait[MEMORY], line->wait.memory);
			least(&wait[LOCAL], line->wait.local);
			soft = line;
		} else if (line->unit == UNIT_WAIT) {
			apply_written(&w->now, line->wait);
		} else if (line->unit != UNIT_NONE) {
			needed(w, line, wait);
			if (i == last)
				least(&wait[MEMORY],
				      loop_needed(
					      w,
					      &w->code->blocks.at[w->loop[b]]));
			settle(&w->now, wait);
			line->before = as_wait(wait);
			memset(wait, NO_WAIT, sizeof(wait));
			soft = NULL;
			if (line->flags & LINE_CALL)
				state_clear(&w->now);
			send(w, line);
		}
	}
	if (soft) {
		settle(&w->now, wait);
		soft->before = as_wait(wait);
	}
}

static bool
flow(void *pass, uint32_t to)
{
	Waits *w = pass;

	return state_join(&w->in[to], &w->now);
}

/* Is block B a loop by itself that asks nothing of memory? */
static bool
is_quiet_loop(const GcnCode *code, uint32_t b)
{
	const GcnBlock *block = &code->blocks.at[b];

	if (block->jump != b)
		return false;
	for (uint32_t i = block->first; i < block->end; i++) {
		unsigned unit = code->lines.at[i].unit;

		if (unit == UNIT_MEMORY || unit == UNIT_FLAT ||
		    unit == UNIT_IMAGE || code->lines.at[i].flags & LINE_CALL)
			return false;
	}
	return true;
}

/* Find what blocks lead to a quiet loop and nowhere else, if no other block
 * leads there. */
static void
loops_find(Waits *w, Arena *arena)
{
	const GcnCode *code = w->code;
	uint32_t n = code->blocks.n, to;
	uint32_t *ways = ARENA_NEW(arena, uint32_t, n + 1); /* into a block */

	w->loop = ARENA_RAW(arena, uint32_t, n);
	for (uint32_t b = 0; b < n; b++) {
		const GcnBlock *block = &code->blocks.at[b];

		ways[b + 1] += block->through;
		if (block->jump != NONE)
			ways[block->jump]++;
	}
	for (uint32_t b = 0; b < n; b++) {
		const GcnBlock *block = &code->blocks.at[b];

		to = block->through ? b + 1 : block->jump;
		w->loop[b] = NONE;
		if (block->through == (block->jump == NONE) && to < n &&
		    to != b && ways[to] == 2 && is_quiet_loop(code, to))
			w->loop[b] = to;
	}
}

void
gcn_waits(GcnCode *code, Arena *arena)
{
	/* What holds at a block's start changes one way only, by bits or
	 * between 0 and 255. */
	Waits w = {.code = code};
	GcnFlow steps = {walk, flow, &w, 256 * sizeof(State)};

	w.in = ARENA_RAW(arena, State, code->blocks.n);
	loops_find(&w, arena);
	/* Who jumps to an address that was worked out has waited for all. */
	for (uint32_t b = 0; b < code->blocks.n; b++)
		state_clear(&w.in[b]);
	gcn_iterate(code, &steps, arena);
}
