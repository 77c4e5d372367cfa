/*
 * Accesses of slots, copies and computations, interval by interval.
 */
#include "core/explain/accesses.h"

typedef struct {
	const Story *s;
	Accesses *of; /* by VregId */
} Gatherer;

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

/* Those of interval V, which has one more access of its slot. */
static Accesses *
accesses_of(const Gatherer *g, VregId v, float freq)
{
	Accesses *a = &g->of[v];

	a->memory += (double)freq;
	return a;
}

/* A copy, or an instruction that uses slots itself. */
static void
insn_gather(const Gatherer *g, const Insn *insn, float freq)
{
	const Operand *o = insn_opnds(g->s->lowered, insn);
	bool copy = insn_is(g->s->lowered, insn, WK_COPY);

	if (copy && o[0].kind == OPND_VREG && o[1].kind == OPND_VREG &&
	    same_slot(g->s, o[0].val, o[1].val))
		return;
	for (uint32_t i = 0; i < insn->nopnds; i++) {
		if (o[i].kind != OPND_VREG || o[i].flags & OPND_DEBUG ||
		    !in_slot(g->s, o[i].val))
			continue;
		if (!copy) {
			/* What it names twice is one memory operand. */
			accesses_of(g, o[i].val, freq)->uses++;
			return;
		}
		if (o[i].flags & OPND_DEF)
			accesses_of(g, o[i].val, freq)->stores++;
		else if (!(o[i].flags & OPND_UNDEF))
			accesses_of(g, o[i].val, freq)->loads++;
	}
}

/* Copies between registers, and values computed again. */
static void
made_gather(const Gatherer *g, const Edit *e, float freq)
{
	const RegId *reg = g->s->alloc->reg;

	if (e->kind == EDIT_COPY && reg[e->dst] && reg[e->src] &&
	    reg[e->dst] != reg[e->src]) {
		g->of[e->dst].copies++;
		g->of[e->dst].copied += (double)freq;
	}
	if (e->kind == EDIT_REMAT)
		g->of[e->dst].computed++;
}

static void
edit_gather(const Gatherer *g, const Edit *e)
{
	const Slots *slots = &g->s->live->slots;
	float freq =
		g->s->freq[slot_block(slots, slot_of(slots, e->at, SLOT_REG))];

	made_gather(g, e, freq);
	if (e->kind == EDIT_SPILL)
		accesses_of(g, e->src, freq)->stores++;
	if (e->kind == EDIT_RELOAD)
		accesses_of(g, e->dst, freq)->loads++;
	if (e->kind == EDIT_COPY && same_slot(g->s, e->dst, e->src))
		return;
	if (e->kind == EDIT_COPY && in_slot(g->s, e->dst))
		accesses_of(g, e->dst, freq)->stores++;
	if (e->kind == EDIT_COPY && in_slot(g->s, e->src))
		accesses_of(g, e->src, freq)->loads++;
}

Accesses *
accesses_gather(const Story *s)
{
	const Slots *slots = &s->live->slots;
	Gatherer g = {s, ARENA_NEW(s->tmp, Accesses, s->lowered->vregs.n + 1)};

	for (uint32_t pos = 0; pos < slots->npos; pos++) {
		InsnId insn = slots->pos_insn[pos];

		if (insn != NONE && !s->alloc->drop[insn])
			insn_gather(&g, func_insn(s->lowered, insn),
				    s->freq[slot_block(slots, pos * 4)]);
	}
	for (uint32_t i = 0; i < s->alloc->edits.n; i++)
		edit_gather(&g, &s->alloc->edits.at[i]);
	return g.of;
}

void
accesses_add(Accesses *sum, const Accesses *a)
{
	sum->stores += a->stores;
	sum->loads += a->loads;
	sum->uses += a->uses;
	sum->copies += a->copies;
	sum->computed += a->computed;
	sum->memory += a->memory;
	sum->copied += a->copied;
}

/* "1 store" */
static void
counted_put(uint32_t n, const char *what, Buf *out)
{
	buf_printf(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

void
accesses_put(const Accesses *a, Buf *out)
{
	counted_put(a->stores, "store", out);
	buf_str(out, ", ");
	counted_put(a->loads, "load", out);
	buf_str(out, " and ");
	counted_put(a->uses, "operand", out);
	buf_printf(out,
		   " in memory cost %.4f (2 each, times the block's "
		   "frequency).",
		   2 * a->memory);
}
