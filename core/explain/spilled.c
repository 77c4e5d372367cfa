/*
 * What spilling costs, value by value: every load and store of its slot, 2 each
 * as in the allocator, times the frequency of the block.  O(log), and sorting.
 */
#include "core/explain/accesses.h"
#include "core/explain/answer.h"
#include "core/explain/explain_internal.h"
#include "core/explain/remedy.h"

#include "core/base/sort.h"

/* The last event that spilled one of a family, and the turn that it is in;
 * NONE: there is none. */
typedef struct {
	uint32_t spilled, turn;
} Reason;

/* By VregId: of its family's first, of all of it. */
typedef struct {
	const Story *s;
	Accesses *of;
	Reason *why;
} Spilling;

static void
families_sum(Spilling *p)
{
	const Story *s = p->s;
	const Accesses *each = accesses_gather(s);

	p->of = ARENA_NEW(s->tmp, Accesses, s->lowered->vregs.n + 1);
	for (VregId v = 0; v < s->lowered->vregs.n; v++)
		accesses_add(&p->of[s->lowered->vregs.at[v].parent], &each[v]);
}

static void
reasons_find(Spilling *p)
{
	const Story *s = p->s;
	const AllocLog *log = s->log;
	uint32_t turn = NONE, n = s->lowered->vregs.n;

	p->why = ARENA_RAW(s->tmp, Reason, n + 1);
	for (VregId v = 0; v < n; v++)
		p->why[v] = (Reason){NONE, NONE};
	for (uint32_t i = 0; i < log->events.n; i++) {
		const LogEvent *e = &log->events.at[i];

		if (e->kind <= LOG_TRIED)
			turn = i;
		if (e->kind == LOG_SPILLED)
			p->why[s->lowered->vregs.at[e->interval].parent] =
				(Reason){i, turn};
	}
}

/* The first of V's family that is in a slot at some time, or NONE. */
static VregId
family_slot(const Story *s, VregId v)
{
	for (; v != NONE; v = s->next[v])
		if (s->log->intervals[v].memory && s->alloc->slot[v] != NONE)
			return v;
	return NONE;
}

/* "It is made by LOAD at line 13." */
static void
maker_put(const Story *s, VregId root, Buf *out)
{
	FOR_OCCURRENCES(m, s->live, root) {
		const Insn *insn = func_insn(s->lowered, m->insn);

		if (!(s->lowered->opnds.at[m->opnd].flags & OPND_DEF))
			continue;
		buf_printf(out, "    It is made by %s at line %u.\n",
			   insn->op ? insn_opcode_name(s->lowered, insn)
				    : "an unknown instruction",
			   story_pos(s, insn->loc).line);
		return;
	}
}

/* Who held each register of its class when its last turn ended in a slot. */
static void
reason_put(const Story *s, const Reason *why, Buf *out)
{
	const AllocLog *log = s->log;
	Teller t = {.s = s, .f = s->lowered, .log = log, .table_of = NONE};

	if (why->turn == NONE || log->events.at[why->turn].interval !=
					 log->events.at[why->spilled].interval)
		return;
	buf_str(out, "    ");
	explain_displaced(&t, why->turn, why->spilled, "was spilled", out);
}

/* What would keep the value in a register: all the registers of the input that
 * became one of its family. */
static void
remedy_put(const Story *s, VregId root, Buf *out)
{
	const Func *f = s->lowered;
	const LogInterval *p = &s->log->intervals[family_slot(s, root)];
	VregId *regs = ARENA_RAW(s->tmp, VregId, f->nparsed_vregs + 1);
	RemedyQuestion q = {.regs = regs,
			    .cls = f->vregs.at[p->origin].cls,
			    .tries = REMEDY_TRIES_EACH,
			    .indent = "    "};

	for (VregId v = 0; v < f->nparsed_vregs; v++)
		if (f->vregs.at[v].loc != LOC_NONE &&
		    f->vregs.at[s->log->joined[v]].parent == root)
			regs[q.n++] = v;
	remedy_print(s->remedies, &q, out);
}

static void
value_print(const Spilling *p, VregId root, Buf *out)
{
	const Story *s = p->s;
	const Accesses *a = &p->of[root];

	buf_printf(
		out, "%s is in %%stack.%u for some of the time: ",
		story_name(s, root).at,
		s->lowered->stack.at[s->alloc->slot[family_slot(s, root)]].id);
	accesses_put(a, out);
	buf_char(out, '\n');
	maker_put(s, root, out);
	reason_put(s, &p->why[root], out);
}

/* Spilled registers, worst first; *N of them. */
static VregId *
values_rank(const Spilling *p, uint32_t *n)
{
	const Story *s = p->s;
	uint32_t most = s->log->nintervals;
	VregId *ranked = ARENA_RAW(s->tmp, VregId, most + 1);
	uint64_t *keys = ARENA_RAW(s->tmp, uint64_t, most + 1);

	*n = 0;
	for (VregId v = 0; v < most; v++) {
		double cost = p->of[v].memory * 256;

		if (s->lowered->vregs.at[v].parent != v ||
		    family_slot(s, v) == NONE)
			continue;
		if (cost > UINT32_MAX)
			cost = UINT32_MAX;
		keys[(*n)++] =
			(uint64_t)(UINT32_MAX - (uint32_t)cost) << 32 | v;
	}
	sort_numbers(keys, *n, s->tmp);
	for (uint32_t i = 0; i < *n; i++)
		ranked[i] = (VregId)keys[i];
	return ranked;
}

void
spilled_print(const Story *s, Buf *out)
{
	Spilling p = {.s = s};
	uint32_t n;

	if (!s->alloc)
		return;
	families_sum(&p);
	reasons_find(&p);
	VregId *ranked = values_rank(&p, &n);
	buf_str(out, n ? "In " : "Nothing is spilled in ");
	buf_span(out, s->lowered->source, s->lowered->name);
	if (n)
		buf_printf(out, ", %u value%s spilled.", n,
			   n == 1 ? " is" : "s are");
	else
		buf_char(out, '.');
	buf_char(out, '\n');
	for (uint32_t i = 0; i < n; i++) {
		value_print(&p, ranked[i], out);
		if (s->remedies && i < REMEDY_VALUES)
			remedy_put(s, ranked[i], out);
	}
}
