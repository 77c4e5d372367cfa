/*
 * Constants in loops.  Nobody asks whether a loop has a register to spare: the
 * allocator computes them again where it has none, and chooses which ones
 * better than any estimate of the demand does here.
 */
#include "core/coalesce/hoist_internal.h"

#include "core/coalesce/rematerializable.h"
#include "core/model/unitset.h"

/* Does OP read a physical register that the function changes?  A constant that
 * obeys a mask of lanes can be made again where it is read, but in front of a
 * loop other lanes may be on. */
static bool
obeys_changes(const Hoister *h, const Insn *op)
{
	const Steady *steady = h->in->steady;

	FOR_OPNDS(o, h->f, op)
		if (o->kind == OPND_REG && o->val && !(o->flags & OPND_DEF) &&
		    unitset_meets(steady->t, steady->written, (RegId)o->val))
			return true;
	return false;
}

/* Is OP, instruction I, all that gives a register its value, from nothing that
 * can change? */
static bool
is_constant(const Hoister *h, const Insn *op, InsnId i)
{
	if (!(insn_flags(h->f, op) & OP_REMATERIALIZABLE) ||
	    !is_rematerializable(h->f, h->live, h->in->steady, i) ||
	    obeys_changes(h, op))
		return false;
	VregId v = insn_opnds(h->f, op)->val;
	Slice values = h->live->vregs[v].main.values;
	return values.end == values.start + 1;
}

void
constant_hoist(Hoister *h, BlockId b, InsnId i)
{
	const Insn *op = func_insn(h->f, i);
	Hoisted go = {NONE, i, NONE, NONE, NONE};
	uint32_t loop = h->cfg->loop_of[b];
	float saved = 0;

	if (!is_constant(h, op, i))
		return;
	for (; loop != NONE; loop = h->cfg->loops[loop].parent) {
		float more = saved_outside(h, b, loop);

		if (more <= saved)
			continue;
		BlockId to = outside_of(h, loop);
		InsnId before =
			place_find(h, to, op, insn_opnds(h->f, op)->val);
		if (before == NONE)
			break;
		go.to = to;
		go.before = before;
		saved = more;
	}
	if (go.to != NONE)
		VEC_PUSH(h->tmp, h->hoisted, go);
}
