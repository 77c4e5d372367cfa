/*
 * One walk finds the computations, one writes the instructions in their new
 * order.  Nobody asks whether the loop has a register to spare: at worst the
 * result is reloaded where it was copied, a little dearer.  So only a few go.
 */
#include "core/coalesce/hoist_internal.h"

#include "core/prepare/sink.h"

#include <string.h>

/* How many computations go out of the loops of one outermost loop. */
enum { HOISTED_MAX = 4 };

/* In Hoister.defs. */
#define DEFS_MANY (NONE - 1)

/* Does LOOP give a new value to V? */
static bool
changes_in(const Hoister *h, VregId v, uint32_t loop)
{
	const Live *live = h->live;

	FOR_SLICE(Value, value, live->values.at, live->vregs[v].main.values)
		if (loop_contains(h->cfg, loop,
				  slot_block(&live->slots, value->def)))
			return true;
	return false;
}

/* Has V the two values that COPY and OP give it, and no others? */
static bool
is_copied_once(const Hoister *h, VregId v, const Insn *copy, const Insn *op)
{
	const Interval *iv = &h->live->vregs[v];
	const Value *value = h->live->values.at + iv->main.values.start;

	return iv->subs.start == iv->subs.end &&
	       iv->main.values.end == iv->main.values.start + 2 &&
	       value[0].opnd == copy->opnd0 && value[1].opnd == op->opnd0;
}

/* Does OP, whose first operand is V, compute the same at each turn of LOOP, but
 * for V? */
static bool
is_steady_in(const Hoister *h, const Insn *op, VregId v, uint32_t loop)
{
	const Target *t = h->f->target;
	const Operand *o = insn_opnds(h->f, op);

	for (uint32_t k = 1; k < op->nopnds; k++) {
		if (o[k].kind == OPND_VREG &&
		    (o[k].sub || o[k].flags & OPND_DEF ||
		     (o[k].val != v && changes_in(h, o[k].val, loop))))
			return false;
		if (o[k].kind == OPND_REG && o[k].val &&
		    !(o[k].flags & OPND_DEF
			      ? o[k].flags & OPND_DEAD
			      : t->regs[o[k].val].flags & REG_CONSTANT))
			return false;
	}
	return true;
}

/* Fill Hoister.defs and Hoister.lowered. */
static void
input_read(Hoister *h)
{
	const Func *in = h->in->parsed;
	BlockId to = 0;

	h->defs = ARENA_RAW(h->tmp, InsnId, in->vregs.n + 1);
	memset(h->defs, 0xff, (in->vregs.n + 1) * sizeof(*h->defs));
	for (InsnId i = 0; i < in->insns.n; i++) {
		const Operand *o = insn_opnds(in, func_insn(in, i));

		for (uint32_t k = 0; k < func_insn(in, i)->nopnds; k++)
			if (o[k].kind == OPND_VREG && o[k].flags & OPND_DEF)
				h->defs[o[k].val] = h->defs[o[k].val] == NONE
							    ? i
							    : DEFS_MANY;
	}
	h->lowered = ARENA_RAW(h->tmp, BlockId, in->blocks.n + 1);
	for (BlockId b = 0; b < in->blocks.n; b++, to++) {
		while (h->f->blocks.at[to].flags & BLOCK_MADE)
			to++;
		h->lowered[b] = to;
	}
}

/* Does the input, too, define all that its instruction I reads outside of LOOP,
 * and once?  Registers joined since then hide copies in the loop. */
static bool
was_steady_in(Hoister *h, InsnId i, uint32_t loop)
{
	if (i == NONE)
		return false;
	if (!h->defs)
		input_read(h);
	const Insn *insn = func_insn(h->in->parsed, i);
	FOR_OPNDS(o, h->in->parsed, insn) {
		if (o->kind != OPND_VREG || o->flags & OPND_DEF)
			continue;
		InsnId def = h->defs[o->val];
		if (def >= DEFS_MANY ||
		    loop_contains(
			    h->cfg, loop,
			    h->lowered[func_block_of(h->in->parsed, def)]))
			return false;
	}
	return true;
}

/* Is instruction I `d = COPY s`, and the next one an instruction that computes
 * its result from d in place, and has no form that needs no copy? */
static bool
is_candidate(const Hoister *h, InsnId i)
{
	const Insn *copy = func_insn(h->f, i), *op = func_insn(h->f, i + 1);
	const Operand *o = insn_opnds(h->f, copy), *d = insn_opnds(h->f, op);

	if (!insn_is(h->f, copy, WK_COPY) ||
	    (copy->flags | op->flags) & (INSN_PARALLEL | INSN_BUNDLE) ||
	    o[0].kind != OPND_VREG || o[0].sub || o[1].kind != OPND_VREG ||
	    o[1].sub || !op->nopnds || d->kind != OPND_VREG || d->sub ||
	    d->val != o->val || !(d->flags & OPND_DEF) ||
	    !may_move(h->f, i + 1) || insn_flags(h->f, op) & OP_MAY_LOAD ||
	    insn_has_other_form(h->f, op))
		return false;
	for (uint32_t k = 1; k < op->nopnds; k++)
		if (d[k].kind == OPND_VREG && d[k].val == o->val)
			return d[k].tied == 0;
	return false;
}

/* --- the walk --- */

static uint32_t
outermost(const Cfg *cfg, uint32_t loop)
{
	while (cfg->loops[loop].parent != NONE)
		loop = cfg->loops[loop].parent;
	return loop;
}

/* Move instruction I of block B and the one behind it if that is better. */
static void
try_insn(Hoister *h, BlockId b, InsnId i)
{
	const Insn *copy = func_insn(h->f, i), *op = func_insn(h->f, i + 1);
	const Operand *o = insn_opnds(h->f, copy);
	uint32_t loop = h->cfg->loop_of[b];

	if (!is_candidate(h, i) || !is_copied_once(h, o[0].val, copy, op) ||
	    changes_in(h, o[1].val, loop) ||
	    !is_steady_in(h, op, o->val, loop) ||
	    !was_steady_in(h, op->origin, loop))
		return;
	if (saved_outside(h, b, loop) == 0)
		return;
	BlockId to = outside_of(h, loop);
	loop = outermost(h->cfg, loop);
	if (h->count[loop] == HOISTED_MAX)
		return;
	InsnId before = place_find(h, to, op, o[1].val);
	if (before == NONE)
		return;
	h->count[loop]++;
	VEC_PUSH(h->tmp, h->hoisted, ((Hoisted){i, i + 1, before, to, NONE}));
}

/* --- the new order --- */

static void
insn_push(Func *f, const Insn *old, InsnId i, InsnId *map)
{
	map[i] = f->insns.n;
	VEC_PUSH(f->arena, f->insns, old[i]);
}

/* What goes in front of instruction I of block B, or to its end. */
static void
hoisted_push(const Hoister *h, const Insn *old, BlockId b, InsnId i,
	     const uint32_t *first, InsnId *map)
{
	for (uint32_t n = first[i]; n != NONE; n = h->hoisted.at[n].next) {
		const Hoisted *x = &h->hoisted.at[n];

		if (x->to != b)
			continue;
		if (x->copy != NONE)
			insn_push(h->f, old, x->copy, map);
		insn_push(h->f, old, x->op, map);
		Insn *op = &h->f->insns.at[h->f->insns.n - 1];
		op->flags |= INSN_MADE;
		op->origin = NONE;
	}
}

static void
order_apply(Hoister *h)
{
	Func *f = h->f;
	const Insn *old = f->insns.at;
	uint32_t ninsns = f->insns.n;
	InsnId *map = ARENA_RAW(h->tmp, InsnId, ninsns + 1), i;
	uint32_t *first = ARENA_RAW(h->tmp, uint32_t, ninsns + 1);
	uint8_t *gone = ARENA_NEW(h->tmp, uint8_t, ninsns + 1);

	memset(first, 0xff, (ninsns + 1) * sizeof(*first));
	for (uint32_t n = h->hoisted.n; n-- > 0;) {
		Hoisted *x = &h->hoisted.at[n];

		gone[x->op] = 1;
		if (x->copy != NONE)
			gone[x->copy] = 1;
		x->next = first[x->before];
		first[x->before] = n;
	}
	memset(&f->insns, 0, sizeof(f->insns));
	for (BlockId b = 0; b < f->blocks.n; b++) {
		Block *block = &f->blocks.at[b];
		InsnId begin = f->insns.n;

		for (i = block->first; i < block->end; i++) {
			hoisted_push(h, old, b, i, first, map);
			if (!gone[i])
				insn_push(f, old, i, map);
		}
		hoisted_push(h, old, b, i, first, map);
		block->first = begin;
		block->end = f->insns.n;
	}
	call_sites_map(f, map);
}

bool
hoist_computations(const HoistInput *in, Arena *tmp)
{
	Func *f = in->f;
	const Cfg *cfg = in->cfg;
	Hoister h = {.in = in,
		     .f = f,
		     .live = in->live,
		     .cfg = cfg,
		     .outside = ARENA_RAW(tmp, BlockId, cfg->nloops + 1),
		     .count = ARENA_NEW(tmp, uint8_t, cfg->nloops + 1),
		     .tmp = tmp};

	for (uint32_t n = 0; n < cfg->nloops; n++)
		h.outside[n] = OUTSIDE_UNKNOWN;
	for (BlockId b = 0; b < f->blocks.n; b++)
		if (cfg->loop_of[b] != NONE)
			for (InsnId i = f->blocks.at[b].first;
			     i + 1 < f->blocks.at[b].end; i++) {
				uint32_t n = h.hoisted.n;

				try_insn(&h, b, i);
				constant_hoist(&h, b, i);
				if (h.hoisted.n == n)
					copy_hoist(&h, b, i);
			}
	if (h.hoisted.n)
		order_apply(&h);
	return h.hoisted.n;
}
