/*
 * Intervals in the form of C1Visualizer: before allocation one of each register
 * and unit, behind it also what was split.
 */
#include "core/report/c1_internal.h"

#include <string.h>

enum { NO_HINT = -1 };

/* An instruction that names a register. */
typedef struct {
	uint32_t pos;
	bool copy; /* which does with a slot as well */
} Use;

/* One of the two lists. */
typedef struct {
	const C1 *c1;
	bool split;	     /* after allocation, not before */
	Use *uses;	     /* by register, in order */
	uint32_t *use_start; /* by VregId, and one more */
	int64_t *hint;	     /* by VregId: number of an interval, or NO_HINT */
} List;

/* The number of place AT. */
static uint32_t
number_of(const List *c, SlotIdx at)
{
	const Slots *slots = &c->c1->s->live->slots;
	uint32_t pos = at >> 2, slot = at & 3;

	if (pos >= slots->npos || slots->pos_insn[pos] == NONE)
		return pos * 2 + (slot == SLOT_DEAD);
	return slot == SLOT_DEAD  ? pos * 2 + 1
	       : slot == SLOT_REG ? pos * 2
				  : pos * 2 - 1;
}

/* Before allocation a register is what was split from it. */
static VregId
interval_of(const List *c, VregId v)
{
	return c->split ? v : c->c1->s->log->intervals[v].origin;
}

/* Is there an interval of V?  Not of what only undefined uses name. */
static bool
is_listed(const List *c, VregId v)
{
	if (c->split)
		return story_lives(c->c1->s, v);
	if (v >= c->c1->s->live->nvregs)
		return false;
	Slice segs = c->c1->s->live->vregs[v].main.segs;
	return segs.start < segs.end;
}

/* Those of units come first. */
static int64_t
interval_number(const List *c, VregId v)
{
	return (int64_t)c->c1->f->target->n_unit_regs + v;
}

/* The interval of what O names; that of a physical register is one of its
 * units. */
static int64_t
operand_number(const List *c, const Operand *o)
{
	const Target *t = c->c1->f->target;

	if (o->kind == OPND_VREG) {
		VregId v = interval_of(c, o->val);

		return is_listed(c, v) ? interval_number(c, v) : NO_HINT;
	}
	if (o->kind != OPND_REG)
		return NO_HINT;
	FOR_UNITS(unit, t, o->val) {
		Slice segs = c->c1->s->live->units[*unit].segs;

		if (segs.start < segs.end)
			return *unit;
	}
	return NO_HINT;
}

/* What a copy has on one side is asked for on the other; the first copy that
 * names a register counts. */
static void
hints_find(List *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->c1->f, insn);

	if (!insn_is(c->c1->f, insn, WK_COPY) || insn->nopnds < 2)
		return;
	for (unsigned i = 0; i < 2; i++) {
		if (o[i].kind != OPND_VREG)
			continue;
		int64_t *hint = &c->hint[interval_of(c, o[i].val)];
		if (*hint == NO_HINT &&
		    operand_number(c, &o[!i]) != operand_number(c, &o[i]))
			*hint = operand_number(c, &o[!i]);
	}
}

/* Count the uses of each register (STORE is false), or put them behind each
 * other; at one position a register is used once. */
static void
uses_scan(List *c, bool store)
{
	const Func *f = c->c1->f;
	const Slots *slots = &c->c1->s->live->slots;
	uint32_t *last = ARENA_NEW(c->c1->r->tmp, uint32_t, f->vregs.n + 1);

	for (InsnId i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		for (uint32_t k = 0; c1_shows(f, i) && k < insn->nopnds; k++) {
			if (o[k].kind != OPND_VREG)
				continue;
			VregId v = interval_of(c, o[k].val);
			if (last[v] == slots->insn_pos[i] + 1)
				continue;
			last[v] = slots->insn_pos[i] + 1;
			if (store)
				c->uses[c->use_start[v]++] =
					(Use){slots->insn_pos[i],
					      insn_is(f, insn, WK_COPY)};
			else
				c->use_start[v + 1]++;
		}
	}
}

static void
uses_find(List *c)
{
	const Func *f = c->c1->f;

	c->hint = ARENA_RAW(c->c1->r->tmp, int64_t, f->vregs.n + 1);
	for (VregId v = 0; v < f->vregs.n; v++)
		c->hint[v] = NO_HINT;
	FOR_VEC(Insn, insn, f->insns)
		hints_find(c, insn);
	c->use_start = ARENA_NEW(c->c1->r->tmp, uint32_t, f->vregs.n + 2);
	uses_scan(c, false);
	for (VregId v = 0; v < f->vregs.n; v++)
		c->use_start[v + 1] += c->use_start[v];
	c->uses = ARENA_RAW(c->c1->r->tmp, Use, c->use_start[f->vregs.n] + 1);
	uses_scan(c, true);
	/* Storing has moved each start to where the next one was. */
	memmove(c->use_start + 1, c->use_start,
		f->vregs.n * sizeof(*c->use_start));
	c->use_start[0] = 0;
}

/* Those of N segments at S, as few as there can be. */
static void
ranges_put(const List *c, const Segment *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t from = number_of(c, s[i].start);
		uint32_t to = number_of(c, s[i].end);
		while (i + 1 < n && number_of(c, s[i + 1].start) <= to)
			to = number_of(c, s[++i].end);
		buf_printf(c->c1->out, " [%u, %u[", from,
			   to > from ? to : from + 1);
	}
}

static void
uses_put(const List *c, VregId v)
{
	for (uint32_t i = c->use_start[v]; i < c->use_start[v + 1]; i++)
		buf_printf(c->c1->out, " %u %c", c->uses[i].pos * 2,
			   c->uses[i].copy ? 'S' : 'M');
}

static void
units_put(const List *c)
{
	const Live *live = c->c1->s->live;
	const Target *t = c->c1->f->target;

	for (uint32_t u = 0; u < t->n_unit_regs; u++) {
		Slice segs = live->units[u].segs;

		if (segs.start == segs.end)
			continue;
		buf_printf(c->c1->out, "  %u fixed \"$%s\" %u %d", u,
			   unit_name(t, (UnitId)u).at, u, NO_HINT);
		ranges_put(c, &live->segs.at[segs.start],
			   segs.end - segs.start);
		buf_str(c->c1->out, " \"fixed\"\n");
	}
}

/* Up to the ranges; OF: the first one that was split from the same. */
static void
interval_head(const List *c, VregId v, VregId of)
{
	Buf text = {0};

	buf_printf(c->c1->out, "  %lld ", (long long)interval_number(c, v));
	c1_word(story_class(c->c1->s, v), c->c1->out);
	buf_printf(&text, "%s", vreg_name(c->c1->f, v).at);
	if (c->split) {
		buf_printf(&text, " %s", story_place(c->c1->s, v).at);
	}
	buf_char(c->c1->out, ' ');
	c1_string(&text, c->c1->out);
	buf_printf(c->c1->out, " %lld %lld", (long long)interval_number(c, of),
		   (long long)c->hint[v]);
	buf_free(&text);
}

/* What C1 says about spilling: the name that -explain has for it, its weight,
 * and whether its value is in memory. */
static void
interval_state(const List *c, VregId v)
{
	const LogInterval *p = &c->c1->s->log->intervals[v];
	Buf text = {0};

	buf_str(&text, story_name(c->c1->s, v).at);
	if (c->split) {
		buf_printf(&text, ", weight %s%s", story_weight(p->weight).at,
			   !p->memory ? ", not spilled"
			   : p->reg   ? ", in memory, too"
				      : ", in memory");
	}
	buf_char(c->c1->out, ' ');
	c1_string(&text, c->c1->out);
	buf_char(c->c1->out, '\n');
	buf_free(&text);
}

static void
before_put(List *c)
{
	const Live *live = c->c1->s->live;

	uses_find(c);
	for (VregId v = 0; v < live->nvregs; v++) {
		Slice segs = live->vregs[v].main.segs;

		if (!is_listed(c, v))
			continue;
		interval_head(c, v, v);
		ranges_put(c, &live->segs.at[segs.start],
			   segs.end - segs.start);
		uses_put(c, v);
		interval_state(c, v);
	}
}

static void
after_put(List *c)
{
	const AllocLog *log = c->c1->s->log;

	uses_find(c);
	for (VregId v = 0; v < log->nintervals; v++) {
		if (c->c1->f->vregs.at[v].parent != v)
			continue;
		for (VregId k = v, first = NONE; k != NONE;
		     k = c->c1->s->next[k]) {
			Slice segs = log->intervals[k].segs;

			if (!is_listed(c, k))
				continue;
			first = first == NONE ? k : first;
			interval_head(c, k, first);
			ranges_put(c, &log->segs.at[segs.start],
				   segs.end - segs.start);
			uses_put(c, k);
			interval_state(c, k);
		}
	}
}

void
c1_intervals(const C1 *c1, const char *name, bool split)
{
	List c = {.c1 = c1, .split = split};

	buf_printf(c1->out, "begin_intervals\n  name \"%s\"\n", name);
	units_put(&c);
	if (split)
		after_put(&c);
	else
		before_put(&c);
	buf_str(c1->out, "end_intervals\n");
}
