/*
 * Values of BEFORE that may have anything in the bits above them, on targets
 * where SUBREG_TO_REG leaves these open if the value's maker has not cleared
 * them: parts of something, arguments, results of calls and of inline assembly,
 * and what PHIs and copies make of such values.
 *
 * From each of these on to what is made of it; linear.
 */
#include "core/base/bits.h"
#include "core/base/bound.h"
#include "core/check/demand/demands.h"

typedef struct {
	Check *c;
	uint32_t *start; /* by value, one more than there are: into to */
	VregId *to;	 /* what PHIs and copies make of it */
	VEC(VregId) work;
} OpenAbove;

/* The one instruction that writes V; NULL: none, or several do. */
static const Insn *
only_maker(const Check *c, VregId v)
{
	const EventList *defs = &c->events.values;
	uint32_t first = defs->start[v];

	return defs->start[v + 1] - first == 1
		       ? func_insn(c->before,
				   c->steps.at[defs->steps[first]].before)
		       : NULL;
}

/* Does INSN leave anything in the bits above what it makes, whatever it
 * reads? */
static bool
makes_open(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_EXTRACT_SUBREG) ||
	       insn_is(f, insn, WK_REG_SEQUENCE) ||
	       insn_is(f, insn, WK_INLINEASM) ||
	       insn_is(f, insn, WK_INLINEASM_BR) ||
	       insn_flags(f, insn) & OP_CALL;
}

/* Of INSN's operands each second one, from the one behind the definition up to
 * this, is what it makes its result of without computing. */
static uint32_t
sources_end(const Func *f, const Insn *insn)
{
	if (insn_is(f, insn, WK_PHI))
		return insn->nopnds;
	return insn_is(f, insn, WK_COPY) || insn_is(f, insn, WK_INSERT_SUBREG)
		       ? 2
		       : 0;
}

static bool
is_whole_value(const Operand *o)
{
	return o->kind == OPND_VREG && !o->sub;
}

static void
open_add(OpenAbove *x, VregId v)
{
	if (bits_has(x->c->events.open_above, v))
		return;
	bits_add(x->c->events.open_above, v);
	VEC_PUSH(&x->c->arena, x->work, v);
}

/* Note V as open if what makes it says so; count, or with X->to list, V with
 * the values that it is made of. */
static void
value_note(OpenAbove *x, VregId v)
{
	const Func *f = x->c->before;
	const Insn *insn = only_maker(x->c, v);
	const Operand *o = insn ? insn_opnds(f, insn) : NULL;
	uint32_t end = insn ? sources_end(f, insn) : 0;

	if (!insn || makes_open(f, insn))
		open_add(x, v);
	for (uint32_t i = 1; i < end; i += 2) {
		if (o[i].flags & OPND_UNDEF)
			continue;
		if (!is_whole_value(&o[i]))
			open_add(x, v);
		else if (x->to)
			x->to[x->start[o[i].val + 1]++] = v;
		else
			x->start[o[i].val + 2]++;
	}
}

void
check_open_find(Check *c)
{
	OpenAbove x = {.c = c};
	uint32_t n = c->before->vregs.n;
	uint64_t left = n;
	VregId v;

	if (!c->open_extension)
		return;
	c->events.open_above = ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(n));
	ArenaMark mark = arena_mark(&c->arena);
	x.start = ARENA_NEW(&c->arena, uint32_t, n + 2);
	for (v = 0; v < n; v++)
		value_note(&x, v);
	for (uint32_t i = 2; i < n + 2; i++)
		x.start[i] += x.start[i - 1];
	x.to = ARENA_RAW(&c->arena, VregId, x.start[n + 1] + 1);
	for (v = 0; v < n; v++)
		value_note(&x, v);
	/* Ends: a value is put there once. */
	while (x.work.n) {
		BOUND_COUNT(left);
		v = x.work.at[--x.work.n];
		for (uint32_t i = x.start[v]; i < x.start[v + 1]; i++)
			open_add(&x, x.to[i]);
	}
	arena_release(&c->arena, mark);
}

bool
check_is_open_above(const Check *c, const Operand *o)
{
	if (o->flags & OPND_UNDEF)
		return false;
	return !is_whole_value(o) || bits_has(c->events.open_above, o->val);
}
