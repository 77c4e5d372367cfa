/*
 * What spilling costs, value by value: every load and store of its slot, 2 each
 * as in the allocator, times the frequency of the block.
 */
#include "core/explain/answer.h"
#include "core/explain/explain_internal.h"

#include "core/base/sort.h"

/* What a register and all that was split from it do to its slots. */
typedef struct {
	uint32_t stores, loads, uses;
	double weighted; /* by block frequency, the entry being 1 */
} Accesses;

typedef struct {
	const Story *s;
	Accesses *of; /* by VregId: of its family's first */
} Spilling;

static bool
in_slot(const Story *s, VregId v)
{
	return v != NONE && !s->alloc->reg[v] && s->alloc->slot[v] != NONE;
}

/* Does a copy of V to W, both in slots, move nothing? */
static bool
same_slot(const Story *s, VregId v, VregId w)
{
	return in_slot(s, v) && in_slot(s, w) &&
	       s->alloc->slot[v] == s->alloc->slot[w];
}

static Accesses *
accesses_of(const Spilling *p, VregId v, float freq)
{
	Accesses *a = &p->of[p->s->lowered->vregs.at[v].parent];

	a->weighted += (double)freq;
	return a;
}

/* A copy, or an instruction that uses slots itself. */
static void
insn_gather(const Spilling *p, const Insn *insn, float freq)
{
	const Operand *o = insn_opnds(p->s->lowered, insn);
	bool copy = insn_is(p->s->lowered, insn, WK_COPY);
	uint32_t i;

	if (copy && o[0].kind == OPND_VREG && o[1].kind == OPND_VREG &&
	    same_slot(p->s, o[0].val, o[1].val))
		return;
	for (i = 0; i < insn->nopnds; i++) {
		if (o[i].kind != OPND_VREG || o[i].flags & OPND_DEBUG ||
		    !in_slot(p->s, o[i].val))
			continue;
		if (!copy) {
			/* What it names twice is one memory operand. */
			accesses_of(p, o[i].val, freq)->uses++;
			return;
		}
		if (o[i].flags & OPND_DEF)
			accesses_of(p, o[i].val, freq)->stores++;
		else if (!(o[i].flags & OPND_UNDEF))
			accesses_of(p, o[i].val, freq)->loads++;
	}
}

static void
edit_gather(const Spilling *p, const Edit *e)
{
	const Slots *slots = &p->s->live->slots;
	float freq =
		p->s->freq[slot_block(slots, slot_of(slots, e->at, SLOT_REG))];

	if (e->kind == EDIT_SPILL)
		accesses_of(p, e->src, freq)->stores++;
	if (e->kind == EDIT_RELOAD)
		accesses_of(p, e->dst, freq)->loads++;
	if (e->kind == EDIT_COPY && same_slot(p->s, e->dst, e->src))
		return;
	if (e->kind == EDIT_COPY && in_slot(p->s, e->dst))
		accesses_of(p, e->dst, freq)->stores++;
	if (e->kind == EDIT_COPY && in_slot(p->s, e->src))
		accesses_of(p, e->src, freq)->loads++;
}

static void
accesses_gather(Spilling *p)
{
	const Story *s = p->s;
	const Slots *slots = &s->live->slots;
	uint32_t pos, i;

	p->of = ARENA_NEW(s->tmp, Accesses, s->lowered->vregs.n + 1);
	for (pos = 0; pos < slots->npos; pos++) {
		InsnId insn = slots->pos_insn[pos];

		if (insn != NONE && !s->alloc->drop[insn])
			insn_gather(p, func_insn(s->lowered, insn),
				    s->freq[slot_block(slots, pos * 4)]);
	}
	for (i = 0; i < s->alloc->edits.n; i++)
		edit_gather(p, &s->alloc->edits.at[i]);
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

static void
counted(uint32_t n, const char *what, Buf *out)
{
	buf_printf(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

/* "It is made by LOAD at line 13." */
static void
maker_put(const Story *s, VregId root, Buf *out)
{
	const Live *live = s->live;
	uint32_t i;

	for (i = live->occurrence_start[root];
	     i < live->occurrence_start[root + 1]; i++) {
		const Occurrence *m = &live->occurrences[i];
		const Insn *insn = func_insn(s->lowered, m->insn);

		if (!(s->lowered->opnds.at[m->opnd].flags & OPND_DEF))
			continue;
		buf_str(out, "    It is made by ");
		buf_str(out,
			insn->op ? target_str(s->lowered->target,
					      insn_desc(s->lowered, insn)->name)
				 : "an unknown instruction");
		buf_printf(out, " at line %u.\n", story_pos(s, insn->loc).line);
		return;
	}
}

/* Who held each register of its class when its last turn ended in a slot. */
static void
reason_put(const Story *s, VregId root, Buf *out)
{
	const AllocLog *log = s->log;
	Teller t = {.s = s, .f = s->lowered, .log = log, .table_of = NONE};
	uint32_t i = log->events.n, turn;

	while (i-- > 0) {
		const LogEvent *e = &log->events.at[i];

		if (e->kind == LOG_SPILLED &&
		    s->lowered->vregs.at[e->interval].parent == root)
			break;
	}
	for (turn = i; turn < log->events.n; turn--)
		if (log->events.at[turn].kind <= LOG_TRIED)
			break;
	if (turn >= log->events.n ||
	    log->events.at[turn].interval != log->events.at[i].interval)
		return;
	buf_str(out, "    ");
	story_name(s, log->events.at[i].interval, out);
	buf_str(out, " was spilled with weight ");
	story_weight(log->events.at[turn].weight, out);
	buf_str(out, ", when it found in the registers of its class:\n");
	explain_table(&t, turn, i, out);
}

static void
value_print(const Spilling *p, VregId root, Buf *out)
{
	const Story *s = p->s;
	const Accesses *a = &p->of[root];

	story_name(s, root, out);
	buf_printf(
		out, " is in %%stack.%u for some of the time: ",
		s->lowered->stack.at[s->alloc->slot[family_slot(s, root)]].id);
	counted(a->stores, "store", out);
	buf_str(out, ", ");
	counted(a->loads, "load", out);
	buf_str(out, " and ");
	counted(a->uses, "operand", out);
	buf_printf(out,
		   " in memory cost %.4f (2 each, times the block's "
		   "frequency).\n",
		   2 * a->weighted);
	maker_put(s, root, out);
	reason_put(s, root, out);
}

/* Spilled registers, worst first; *N of them. */
static VregId *
values_rank(const Spilling *p, uint32_t *n)
{
	const Story *s = p->s;
	uint32_t most = s->log->nintervals, i;
	VregId *ranked = ARENA_RAW(s->tmp, VregId, most + 1), v;
	uint64_t *keys = ARENA_RAW(s->tmp, uint64_t, most + 1);

	*n = 0;
	for (v = 0; v < most; v++) {
		double cost = p->of[v].weighted * 256;

		if (s->lowered->vregs.at[v].parent != v ||
		    family_slot(s, v) == NONE)
			continue;
		if (cost > UINT32_MAX)
			cost = UINT32_MAX;
		keys[(*n)++] =
			(uint64_t)(UINT32_MAX - (uint32_t)cost) << 32 | v;
	}
	sort_numbers(keys, *n, s->tmp);
	for (i = 0; i < *n; i++)
		ranked[i] = (VregId)keys[i];
	return ranked;
}

void
spilled_print(const Story *s, Buf *out)
{
	Spilling p = {.s = s};
	uint32_t n, i;
	VregId *ranked;

	if (!s->alloc)
		return;
	accesses_gather(&p);
	ranked = values_rank(&p, &n);
	buf_str(out, n ? "In " : "Nothing is spilled in ");
	buf_span(out, s->lowered->source, s->lowered->name);
	if (n)
		buf_printf(out, ", %u value%s spilled.", n,
			   n == 1 ? " is" : "s are");
	else
		buf_char(out, '.');
	buf_char(out, '\n');
	for (i = 0; i < n; i++)
		value_print(&p, ranked[i], out);
}
