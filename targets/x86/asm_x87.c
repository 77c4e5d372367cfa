/*
 * The x87 stack.
 *
 * Allocation takes $fp0 to $fp6 for registers; the machine has a stack.  Going
 * down a block, what is on it is known: it holds the live registers and no
 * others, each popped by its last reader.  An instruction needs one operand on
 * top, which fxch brings there, and can leave its result in the place of the
 * top or of the other operand.
 *
 * Where blocks meet, what comes in must be the same from everywhere.  Ends and
 * heads of blocks that edges join are one junction; there the stack holds all
 * registers that any of its heads needs, the lowest on top.  An end pushes a
 * zero for what it does not have, a head pops what it does not need.
 *
 * Templates are those of the pseudo instructions, without stack registers:
 * "(p)" in one is the "p" of the form that pops, "(r)" the "r" of the one with
 * its operands exchanged.
 */
#include "targets/x86/x87.h"

#include "core/base/bound.h"
#include "core/base/unionfind.h"

#include <stdio.h>

X87 *
x87_of(const Asm *a)
{
	return a->machine;
}

unsigned
x87_number_of(const Asm *a, const X87 *x, const Operand *o)
{
	if (o->kind != OPND_REG || !o->val || o->flags & OPND_DEBUG ||
	    !target_class_has(a->t, x->cls, (RegId)o->val))
		return NREGS;
	const char *name = target_reg_name(a->t, o->val);
	return (unsigned)(name[2] - '0') % NREGS;
}

unsigned
x87_registers_of(const Asm *a, const X87 *x, const Insn *insn, unsigned *def)
{
	const Operand *o = insn_opnds(a->f, insn);
	unsigned use = 0;

	*def = 0;
	for (unsigned i = 0; i < insn->nopnds; i++) {
		unsigned r = x87_number_of(a, x, &o[i]);

		if (r == NREGS)
			continue;
		if (o[i].flags & OPND_DEF)
			*def |= 1u << r;
		else if (!(o[i].flags & OPND_UNDEF))
			use |= 1u << r;
	}
	return use;
}

/* --- before anything is printed --- */

/* Liveness through block B upwards from its end; true: its head has changed. */
static bool
block_live(const Asm *a, X87 *x, BlockId b)
{
	const Block *block = &a->f->blocks.at[b];
	unsigned live = 0, def, use;

	FOR_SLICE(Succ, succ, a->f->succs.at, block->succs)
		live |= x->head[succ->block];
	for (uint32_t i = block->end; i-- > block->first;) {
		x->after[i] = (uint8_t)live;
		use = x87_registers_of(a, x, func_insn(a->f, i), &def);
		live = (live & ~def) | use;
	}
	if (x->head[b] == live)
		return false;
	x->head[b] = (uint8_t)live;
	return true;
}

static void
find_junctions(const Asm *a, X87 *x)
{
	const Func *f = a->f;
	uint32_t n = f->blocks.n;

	unionfind_init(x->junction, 2 * n);
	for (uint32_t b = 0; b < n; b++) {
		FOR_SLICE(Succ, succ, f->succs.at, f->blocks.at[b].succs) {
			uint32_t to = succ->block;

			/* The unwinder comes with an empty stack. */
			if (!(f->blocks.at[to].flags & BLOCK_LANDING_PAD))
				x->junction[unionfind_root(x->junction,
							   n + b)] =
					unionfind_root(x->junction, to);
		}
	}
	for (uint32_t i = 0; i < 2 * n; i++)
		x->junction[i] = unionfind_root(x->junction, i);
	for (uint32_t b = 0; b < n; b++)
		x->held[x->junction[b]] |= x->head[b];
}

bool
x87_read(Asm *a)
{
	const Func *f = a->f;
	X87 *x = ARENA_NEW(a->tmp, X87, 1);
	bool any = false, changed = true;
	uint32_t b;

	x->cls = target_class(a->t, "rfp80", 5);
	if (x->cls == CLASS_NONE)
		return true;
	for (uint32_t i = 0; i < f->opnds.n && !any; i++)
		any = x87_number_of(a, x, &f->opnds.at[i]) != NREGS;
	if (!any)
		return true;
	x->after = ARENA_NEW(a->tmp, uint8_t, f->insns.n + 1);
	x->head = ARENA_NEW(a->tmp, uint8_t, f->blocks.n);
	x->junction = ARENA_RAW(a->tmp, uint32_t, 2 * f->blocks.n);
	x->held = ARENA_NEW(a->tmp, uint8_t, 2 * f->blocks.n);
	/* Ends: each turn but the last makes some register live at a head. */
	uint64_t left = (uint64_t)NREGS * f->blocks.n + 1;
	while (changed) {
		BOUND_COUNT(left);
		for (changed = false, b = f->blocks.n; b-- > 0;)
			changed |= block_live(a, x, b);
	}
	find_junctions(a, x);
	a->machine = x;
	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		if ((b == 0 || block->flags & BLOCK_LANDING_PAD) &&
		    x->held[x->junction[b]])
			return asm_error(a, f->insns.at[block->first].loc,
					 "x87 registers are live into a block "
					 "that starts with an empty stack");
	}
	return true;
}

/* --- the stack --- */

unsigned
x87_depth(const X87 *x, unsigned r)
{
	for (unsigned k = 0; k < x->n; k++)
		if (x->stack[x->n - 1 - k] == r)
			return k;
	return NREGS;
}

void
x87_push(X87 *x, unsigned r)
{
	x->stack[x->n++] = (uint8_t)r;
}

void
x87_rename_value(X87 *x, unsigned r, unsigned to)
{
	x->stack[x->n - 1 - x87_depth(x, r)] = (uint8_t)to;
}

void
x87_to_top(Asm *a, unsigned r)
{
	X87 *x = x87_of(a);
	unsigned k = x87_depth(x, r);

	if (!k)
		return;
	buf_printf(a->out, "\tfxch %%st(%u)\n", k);
	x->stack[x->n - 1 - k] = x->stack[x->n - 1];
	x->stack[x->n - 1] = (uint8_t)r;
}

void
x87_duplicate(Asm *a, unsigned r, unsigned to)
{
	buf_printf(a->out, "\tfld %%st(%u)\n", x87_depth(x87_of(a), r));
	x87_push(x87_of(a), to);
}

void
x87_push_zero(Asm *a, unsigned r)
{
	buf_str(a->out, "\tfldz\n");
	x87_push(x87_of(a), r);
}

void
x87_drop(Asm *a, unsigned r)
{
	X87 *x = x87_of(a);
	unsigned k = x87_depth(x, r);

	if (k == NREGS)
		return;
	buf_printf(a->out, "\tfstp %%st(%u)\n", k);
	x->stack[x->n - 1 - k] = x->stack[x->n - 1];
	x->n--;
}

void
x87_drop_others(Asm *a, unsigned live)
{
	for (unsigned r = 0; r <= NREGS; r++)
		if (!(live >> r & 1))
			x87_drop(a, r);
}

void
x87_arrange(Asm *a, const uint8_t *wanted, unsigned n)
{
	X87 *x = x87_of(a);
	unsigned live = 0;

	for (unsigned k = 0; k < n; k++)
		live |= 1u << wanted[k];
	x87_drop_others(a, live);
	for (unsigned k = 0; k < n; k++)
		if (x87_depth(x, wanted[k]) == NREGS)
			x87_push_zero(a, wanted[k]);
	for (unsigned k = 0; k < n; k++) {
		if (x->stack[k] == wanted[k])
			continue;
		x87_to_top(a, wanted[k]);
		x87_to_top(a, x->stack[k]);
	}
}

static unsigned
junction_order(const X87 *x, uint32_t junction, uint8_t *order)
{
	unsigned n = 0;

	for (unsigned r = NREGS; r-- > 0;)
		if (x->held[junction] >> r & 1)
			order[n++] = (uint8_t)r;
	return n;
}

void
x87_head(Asm *a, BlockId b)
{
	X87 *x = x87_of(a);

	if (!x)
		return;
	x->n = junction_order(x, x->junction[b], x->stack);
	x87_drop_others(a, x->head[b]);
}

void
x87_end(Asm *a, BlockId b)
{
	X87 *x = x87_of(a);
	Slice s = a->f->blocks.at[b].succs;
	uint8_t order[NREGS];

	if (x && s.start < s.end)
		x87_arrange(a, order,
			    junction_order(x, x->junction[a->f->blocks.n + b],
					   order));
}
