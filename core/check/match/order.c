/*
 * Instructions that stand elsewhere in their block than BEFORE has them.
 *
 * An instruction that only computes or loads a value may come later if nothing
 * that it is put behind reads the value or changes what it reads, memory
 * included.  What it writes besides (flags) comes along if nothing that it is
 * put behind reads or writes that; else it counts as written where BEFORE has
 * it, see check_steps: a read of that is never met.
 */
#include "core/check/insn/insns.h"

#include "core/model/memory.h"

/* How many instructions one may be put behind. */
enum { ORDER_MAX = 256 };

/* Does instruction I of BEFORE only compute virtual registers, or load them
 * from memory that changes only where it is stored to? */
static bool
only_computes(const Check *c, InsnId i)
{
	const Insn *insn = func_insn(c->before, i);

	return check_is_pure(c->before, insn) &&
	       !(insn->flags &
		 (INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN)) &&
	       !(insn_flags(c->before, insn) & OP_CONVERGENT) &&
	       (!(insn_flags(c->before, insn) & OP_MAY_LOAD) ||
		memory_effect(c->before, i).kind != MEMORY_ALL);
}

/* Does X write what operand O reads? */
static bool
changes(const Check *c, const Insn *x, const Operand *o)
{
	if (!opnd_is_reg(o) || (o->kind == OPND_REG && !o->val))
		return false;
	FOR_OPNDS(p, c->before, x) {
		if (p->kind == OPND_MASK && o->kind == OPND_REG)
			return true;
		if (!opnd_is_reg(p) || !(p->flags & OPND_DEF) ||
		    p->kind != o->kind)
			continue;
		if (o->kind == OPND_VREG ? p->val == o->val
					 : target_overlap(c->t, (RegId)p->val,
							  (RegId)o->val))
			return true;
	}
	return false;
}

/* Does INSN give a physical register a name that X reads or writes?  Nothing
 * but its place says when the register has it. */
static bool
names_used(const Check *c, const Insn *insn, const Insn *x)
{
	const Operand *o = insn_opnds(c->before, insn);

	if (!check_is_naming(c, insn) || o->kind != OPND_REG || !o->val)
		return false;
	FOR_OPNDS(p, c->before, x)
		if (p->kind == OPND_MASK ||
		    (p->kind == OPND_REG && p->val &&
		     target_overlap(c->t, (RegId)p->val, (RegId)o->val)))
			return true;
	return false;
}

/* May X come before INSN, which stands before it in BEFORE? */
static bool
may_pass(const Check *c, const Insn *insn, const Insn *x)
{
	if (insn_flags(c->before, insn) & OP_MAY_LOAD &&
	    (insn_flags(c->before, x) &
		     (OP_MAY_STORE | OP_CALL | OP_SIDE_EFFECTS) ||
	     x->flags & INSN_UNKNOWN))
		return false;
	if (names_used(c, insn, x))
		return false;
	FOR_OPNDS(o, c->before, insn) {
		if (!opnd_is_reg(o))
			continue;
		if (!(o->flags & OPND_DEF) || o->kind == OPND_VREG)
			if (changes(c, x, o))
				return false;
		if (!(o->flags & OPND_DEF) || o->kind != OPND_VREG)
			continue;
		FOR_OPNDS(p, c->before, x)
			if (p->kind == OPND_VREG && p->val == o->val)
				return false;
	}
	return true;
}

bool
check_may_sink(const Check *c, InsnId b, InsnId end, const uint8_t *waits)
{
	const Insn *insn = func_insn(c->before, b);
	uint32_t passed = 0;

	if (!only_computes(c, b))
		return false;
	for (InsnId x = b + 1; x < end; x++) {
		const Insn *other = func_insn(c->before, x);

		if ((other->flags & INSN_DEBUG) || waits[x])
			continue;
		if (++passed > ORDER_MAX || !may_pass(c, insn, other))
			return false;
	}
	return true;
}

/* Does X read or write a physical register that INSN writes? */
static bool
touches_written(const Check *c, const Insn *insn, const Insn *x)
{
	FOR_OPNDS(o, c->before, insn)
		FOR_OPNDS(p, c->before, x)
			if (o->kind == OPND_REG && o->flags & OPND_DEF &&
			    (p->kind == OPND_MASK ||
			     (p->kind == OPND_REG && p->val &&
			      target_overlap(c->t, (RegId)o->val,
					     (RegId)p->val))))
				return true;
	return false;
}

bool
check_comes_along(const Check *c, InsnId b, InsnId end, const uint8_t *waits)
{
	const Insn *insn = func_insn(c->before, b);

	for (InsnId x = b + 1; x < end; x++)
		if (!(func_insn(c->before, x)->flags & INSN_DEBUG) &&
		    !waits[x] &&
		    touches_written(c, insn, func_insn(c->before, x)))
			return false;
	return true;
}

bool
check_reads_waiting(const Check *c, InsnId first, InsnId i)
{
	const Insn *insn = func_insn(c->before, i);
	uint32_t n = c->pairs.nwaiting;

	while (n && i-- > first) {
		const Insn *w = func_insn(c->before, i);

		if (!c->pairs.waits[i])
			continue;
		n--;
		FOR_OPNDS(o, c->before, insn)
			if (changes(c, w, o))
				return true;
	}
	return false;
}

/* The instruction of BEFORE that J of AFTER is; NONE: it is none, or names. */
static InsnId
original_of(const Check *c, InsnId j)
{
	const Insn *a = func_insn(c->after, j);
	InsnId o = c->pairs.origin[j];

	if (o == NONE || a->flags & INSN_DEBUG || check_is_naming(c, a) ||
	    check_is_naming(c, func_insn(c->before, o)))
		return NONE;
	return o;
}

/* Those of BEFORE from I up to O come later or not at all, by PAIRED. */
static void
wait_behind(Check *c, InsnId first, InsnId i, InsnId o, const uint8_t *paired)
{
	for (; i < o; i++)
		if (paired[i] || (check_is_naming(c, func_insn(c->before, i)) &&
				  check_reads_waiting(c, first, i))) {
			c->pairs.waits[i] = 1;
			c->pairs.nwaiting++;
		}
}

/* O, which waited, comes where I was to come: may it?  It waits no more, nor do
 * the names that waited for it. */
static bool
comes_late(Check *c, InsnId first, InsnId o, InsnId i, const uint8_t *paired)
{
	if (!check_may_sink(c, o, i, c->pairs.waits))
		return false;
	c->pairs.waits[o] = 0;
	c->pairs.nwaiting--;
	while (++o < i)
		if (c->pairs.waits[o] && !paired[o] &&
		    !check_reads_waiting(c, first, o) &&
		    check_may_sink(c, o, i, c->pairs.waits)) {
			c->pairs.waits[o] = 0;
			c->pairs.nwaiting--;
		}
	return true;
}

bool
check_keeps_order(Check *c, BlockId block, uint8_t *paired)
{
	const Block *x = &c->before->blocks.at[block];
	const Block *y = &c->after->blocks.at[block];
	InsnId i = x->first;
	bool keeps = true;

	for (InsnId j = y->first; j < y->end; j++)
		if (original_of(c, j) != NONE)
			paired[original_of(c, j)] = 1;
	c->pairs.nwaiting = 0;
	for (InsnId j = y->first; keeps && j < y->end; j++) {
		InsnId o = original_of(c, j);

		if (o == NONE)
			continue;
		while (i < x->end && !paired[i] &&
		       !check_reads_waiting(c, x->first, i))
			i++;
		if (c->pairs.waits[o]) {
			keeps = comes_late(c, x->first, o, i, paired);
		} else if ((keeps = o >= i)) {
			wait_behind(c, x->first, i, o, paired);
			i = o + 1;
		}
	}
	for (i = x->first; c->pairs.nwaiting; i++) {
		c->pairs.nwaiting -= c->pairs.waits[i];
		c->pairs.waits[i] = 0;
	}
	return keeps;
}
