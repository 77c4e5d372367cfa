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
#include "targets/x86/asm.h"

#include "core/base/bits.h"
#include "core/base/bound.h"

#include <stdio.h>
#include <string.h>

#define NREGS 8

typedef struct {
	ClassId cls;		  /* of the registers */
	uint8_t *after;		  /* by instruction: registers live behind it */
	uint8_t *head;		  /* by block: registers live at its head */
	uint32_t *junction;	  /* by block: of its head; then of its end */
	uint8_t *held;		  /* by junction: what is on the stack */
	uint8_t stack[NREGS + 1]; /* the last of N is on top */
	unsigned n;
} X87;

/* The function's stack; NULL: it has none. */
static X87 *
x87_of(const Asm *a)
{
	return a->machine;
}

/* The number of register operand O; NREGS: it is another one. */
static unsigned
number_of(const Asm *a, const X87 *x, const Operand *o)
{
	const char *name;

	if (o->kind != OPND_REG || !o->val || o->flags & OPND_DEBUG ||
	    !target_class_has(a->t, x->cls, (RegId)o->val))
		return NREGS;
	name = target_str(a->t, a->t->regs[o->val].name);
	return (unsigned)(name[2] - '0') % NREGS;
}

/* What INSN reads and writes; DEF: the registers written. */
static unsigned
registers_of(const Asm *a, const X87 *x, const Insn *insn, unsigned *def)
{
	const Operand *o = insn_opnds(a->f, insn);
	unsigned use = 0, i;

	*def = 0;
	for (i = 0; i < insn->nopnds; i++) {
		unsigned r = number_of(a, x, &o[i]);

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
	uint32_t i;

	for (i = block->succs.start; i < block->succs.end; i++)
		live |= x->head[a->f->succs.at[i].block];
	for (i = block->end; i-- > block->first;) {
		x->after[i] = (uint8_t)live;
		use = registers_of(a, x, func_insn(a->f, i), &def);
		live = (live & ~def) | use;
	}
	if (x->head[b] == live)
		return false;
	x->head[b] = (uint8_t)live;
	return true;
}

static uint32_t
junction_root(const X87 *x, uint32_t j)
{
	while (x->junction[j] != j)
		j = x->junction[j];
	return j;
}

static void
find_junctions(const Asm *a, X87 *x)
{
	const Func *f = a->f;
	uint32_t n = f->blocks.n, i, b;

	for (i = 0; i < 2 * n; i++)
		x->junction[i] = i;
	for (b = 0; b < n; b++) {
		Slice s = f->blocks.at[b].succs;

		for (; s.start < s.end; s.start++) {
			uint32_t to = f->succs.at[s.start].block;

			/* The unwinder comes with an empty stack. */
			if (!(f->blocks.at[to].flags & BLOCK_LANDING_PAD))
				x->junction[junction_root(x, n + b)] =
					junction_root(x, to);
		}
	}
	for (i = 0; i < 2 * n; i++)
		x->junction[i] = junction_root(x, i);
	for (b = 0; b < n; b++)
		x->held[x->junction[b]] |= x->head[b];
}

bool
x87_read(Asm *a)
{
	const Func *f = a->f;
	X87 *x = ARENA_NEW(a->tmp, X87, 1);
	bool any = false, changed = true;
	uint64_t left;
	uint32_t i, b;

	x->cls = target_class(a->t, "rfp80", 5);
	if (x->cls == CLASS_NONE)
		return true;
	for (i = 0; i < f->opnds.n && !any; i++)
		any = number_of(a, x, &f->opnds.at[i]) != NREGS;
	if (!any)
		return true;
	x->after = ARENA_NEW(a->tmp, uint8_t, f->insns.n + 1);
	x->head = ARENA_NEW(a->tmp, uint8_t, f->blocks.n);
	x->junction = ARENA_RAW(a->tmp, uint32_t, 2 * f->blocks.n);
	x->held = ARENA_NEW(a->tmp, uint8_t, 2 * f->blocks.n);
	/* Ends: each turn but the last makes some register live at a head. */
	left = (uint64_t)NREGS * f->blocks.n + 1;
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

/* How deep register R lies: 0 is the top; NREGS: it is not there. */
static unsigned
depth(const X87 *x, unsigned r)
{
	unsigned k;

	for (k = 0; k < x->n; k++)
		if (x->stack[x->n - 1 - k] == r)
			return k;
	return NREGS;
}

static void
push(X87 *x, unsigned r)
{
	x->stack[x->n++] = (uint8_t)r;
}

/* Gives the value of register R the name TO. */
static void
rename_value(X87 *x, unsigned r, unsigned to)
{
	x->stack[x->n - 1 - depth(x, r)] = (uint8_t)to;
}

static void
to_top(Asm *a, unsigned r)
{
	X87 *x = x87_of(a);
	unsigned k = depth(x, r);

	if (!k)
		return;
	buf_printf(a->out, "\tfxch %%st(%u)\n", k);
	x->stack[x->n - 1 - k] = x->stack[x->n - 1];
	x->stack[x->n - 1] = (uint8_t)r;
}

/* A second value like that of R on top, named TO. */
static void
duplicate(Asm *a, unsigned r, unsigned to)
{
	buf_printf(a->out, "\tfld %%st(%u)\n", depth(x87_of(a), r));
	push(x87_of(a), to);
}

static void
push_zero(Asm *a, unsigned r)
{
	buf_str(a->out, "\tfldz\n");
	push(x87_of(a), r);
}

/* Takes R off the stack; the top comes into its place. */
static void
drop(Asm *a, unsigned r)
{
	X87 *x = x87_of(a);
	unsigned k = depth(x, r);

	if (k == NREGS)
		return;
	buf_printf(a->out, "\tfstp %%st(%u)\n", k);
	x->stack[x->n - 1 - k] = x->stack[x->n - 1];
	x->n--;
}

static void
drop_others(Asm *a, unsigned live)
{
	unsigned r;

	for (r = 0; r <= NREGS; r++)
		if (!(live >> r & 1))
			drop(a, r);
}

/* Makes the stack that of WANTED, the last on top. */
static void
arrange(Asm *a, const uint8_t *wanted, unsigned n)
{
	X87 *x = x87_of(a);
	unsigned live = 0, k;

	for (k = 0; k < n; k++)
		live |= 1u << wanted[k];
	drop_others(a, live);
	for (k = 0; k < n; k++)
		if (depth(x, wanted[k]) == NREGS)
			push_zero(a, wanted[k]);
	for (k = 0; k < n; k++) {
		if (x->stack[k] == wanted[k])
			continue;
		to_top(a, wanted[k]);
		to_top(a, x->stack[k]);
	}
}

static unsigned
junction_order(const X87 *x, uint32_t junction, uint8_t *order)
{
	unsigned n = 0, r;

	for (r = NREGS; r-- > 0;)
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
	drop_others(a, x->head[b]);
}

void
x87_end(Asm *a, BlockId b)
{
	X87 *x = x87_of(a);
	Slice s = a->f->blocks.at[b].succs;
	uint8_t order[NREGS];

	if (x && s.start < s.end)
		arrange(a, order,
			junction_order(x, x->junction[a->f->blocks.n + b],
				       order));
}

/* --- instructions --- */

typedef struct {
	const AsmInsn *insn;
	const char *text;
	unsigned use[2], nuse; /* registers read, in order */
	unsigned def;	       /* the register written; NREGS: none */
	unsigned dies;	       /* registers read for the last time */
} Op;

/* Prints OP's template with or without its two letters, and TAIL. */
static bool
print_op(Asm *a, const Op *op, bool reversed, bool pops, const char *tail)
{
	char *text = arena_raw(a->line, strlen(op->text) + 1), *to = text;
	const char *p = op->text;

	for (; *p; p++) {
		bool mark = p[0] == '(' && p[1] && p[2] == ')' &&
			    (p[1] == 'r' || p[1] == 'p');

		if (!mark) {
			*to++ = *p;
			continue;
		}
		if (p[1] == 'r' ? reversed : pops)
			*to++ = p[1];
		p += 2;
	}
	*to = 0;
	if (!*tail)
		return asm_template(a, text, op->insn);
	buf_printf(a->out, "\t%s %s\n", text, tail);
	return true;
}

static bool
can_pop(const Op *op)
{
	return strstr(op->text, "(p)") != NULL;
}

/* Behind the printing of OP, which has not popped: registers read for the last
 * time. */
static void
drop_dead(Asm *a, const Op *op)
{
	unsigned r;

	for (r = 0; r < NREGS; r++)
		if (op->dies >> r & 1)
			drop(a, r);
}

/* One register is read and one written, in place; memory may be read. */
static bool
print_unary(Asm *a, const Op *op)
{
	if (op->dies >> op->use[0] & 1) {
		to_top(a, op->use[0]);
		rename_value(x87_of(a), op->use[0], op->def);
	} else {
		duplicate(a, op->use[0], op->def);
	}
	return print_op(a, op, false, false, "");
}

static bool
print_store(Asm *a, const Op *op)
{
	unsigned r = op->use[0];
	bool dies = op->dies >> r & 1, ok;

	if (dies || can_pop(op))
		to_top(a, r);
	else
		duplicate(a, r, NREGS);
	ok = print_op(a, op, false, dies, "");
	if (dies || !can_pop(op))
		x87_of(a)->n--;
	return ok;
}

/* Brings one operand to the top; a copy of the left one if both live on. */
static void
bring_operand(Asm *a, Op *op)
{
	unsigned left = op->use[0], right = op->use[1];
	bool dies[2] = {op->dies >> left & 1, op->dies >> right & 1};

	if (!dies[0] && !dies[1]) {
		duplicate(a, left, NREGS);
		op->use[0] = NREGS;
		if (left == right)
			op->use[1] = NREGS;
		op->dies |= 1u << NREGS;
	} else if (depth(x87_of(a), left) && depth(x87_of(a), right)) {
		to_top(a, dies[0] ? left : right);
	}
}

static bool
print_binary(Asm *a, const Op *from)
{
	Op op = *from;
	X87 *x = x87_of(a);
	unsigned top, other;
	bool reversed, top_dies, other_dies, ok;
	char tail[32];

	bring_operand(a, &op);
	top = x->stack[x->n - 1];
	reversed = top != op.use[0];
	other = reversed ? op.use[0] : op.use[1];
	top_dies = op.dies >> top & 1;
	other_dies = op.dies >> other & 1;
	sprintf(tail,
		top_dies && (!other_dies || top == other) ? "%%st(%u), %%st"
							  : "%%st, %%st(%u)",
		depth(x, other));
	ok = print_op(a, &op, reversed, top_dies && other_dies && top != other,
		      tail);
	if (top_dies && other_dies && top != other)
		x->n--;
	rename_value(x, other_dies ? other : top, op.def);
	return ok;
}

static bool
print_compare(Asm *a, const Op *op)
{
	unsigned left = op->use[0];
	bool pops = op->dies >> left & 1 && left != op->use[1], ok;
	char tail[32];

	to_top(a, left);
	sprintf(tail, "%%st(%u), %%st", depth(x87_of(a), op->use[1]));
	ok = print_op(a, op, false, pops, tail);
	if (pops)
		x87_of(a)->n--;
	drop_dead(a, op);
	return ok;
}

/* The first operand becomes the second if the condition holds. */
static bool
print_select(Asm *a, const Op *op)
{
	unsigned first = op->use[0], second = op->use[1];
	char tail[32];
	bool ok;

	if (op->dies >> first & 1 && first != second) {
		to_top(a, first);
	} else {
		duplicate(a, first, NREGS);
		first = NREGS;
	}
	sprintf(tail, "%%st(%u), %%st", depth(x87_of(a), second));
	ok = print_op(a, op, false, false, tail);
	rename_value(x87_of(a), first, NREGS);
	drop_dead(a, op);
	rename_value(x87_of(a), NREGS, op->def);
	return ok;
}

/* Behind a call, results lie on the stack, the first on top.  One that writes
 * more registers than two leaves nothing in any. */
static bool
take_results(Asm *a, const Insn *insn, unsigned def)
{
	X87 *x = x87_of(a);
	unsigned r;

	if (x->n)
		return asm_error(a, insn->loc,
				 "an x87 register is live over a call");
	for (r = 2; r-- > 0 && !(def & ~3u);)
		if (def >> r & 1)
			push(x, r);
	return true;
}

/* Results are left on the stack, the first on top. */
static void
leave_results(Asm *a, const Op *op)
{
	uint8_t order[2];
	unsigned n = op->nuse, k;

	for (k = 0; k < n; k++)
		order[k] = (uint8_t)op->use[n - 1 - k];
	if (n == 2 && order[0] == order[1])
		n = 1;
	arrange(a, order, n);
	if (n < op->nuse)
		duplicate(a, order[0], NREGS);
	x87_of(a)->n = 0;
}

/* What becomes of the stack at an instruction that says it by its operands
 * only.  Returns true if that was all. */
static bool
print_plain(Asm *a, const Insn *insn, const Op *op, bool *ok)
{
	X87 *x = x87_of(a);

	*ok = true;
	if (insn_is(a->f, insn, WK_COPY) && op->nuse && op->def != NREGS) {
		if (op->dies >> op->use[0] & 1)
			rename_value(x, op->use[0], op->def);
		else
			duplicate(a, op->use[0], op->def);
	} else if (insn_is(a->f, insn, WK_IMPLICIT_DEF)) {
		push_zero(a, op->def);
	} else if (insn_is(a->f, insn, WK_KILL)) {
		drop_dead(a, op);
	} else if (insn_is(a->f, insn, WK_INLINEASM) ||
		   insn_is(a->f, insn, WK_INLINEASM_BR)) {
		*ok = asm_error(a, insn->loc,
				"inline assembly with x87 registers has no "
				"assembly");
	} else {
		return false;
	}
	return true;
}

static bool
print_by_shape(Asm *a, const Insn *insn, const Op *op)
{
	if (!*op->text)
		return asm_error(a, insn->loc, "opcode %s has no assembly text",
				 target_str(a->t, insn_desc(a->f, insn)->name));
	if (op->nuse == 2 && op->def == NREGS)
		return print_compare(a, op);
	if (op->nuse == 2)
		return strncmp(op->text, "fcmov", 5) != 0 ? print_binary(a, op)
							  : print_select(a, op);
	if (op->nuse == 1 && op->def == NREGS)
		return print_store(a, op);
	if (op->nuse == 1)
		return print_unary(a, op);
	push(x87_of(a), op->def);
	return print_op(a, op, false, false, "");
}

/* The registers of INSN I; those that are read although nobody has written
 * them are pushed.  False: after an error. */
static bool
read_op(Asm *a, InsnId i, Op *op)
{
	const Insn *insn = func_insn(a->f, i);
	const Operand *o = insn_opnds(a->f, insn);
	X87 *x = x87_of(a);
	unsigned def, k;

	registers_of(a, x, insn, &def);
	for (k = 0; k < insn->nopnds; k++) {
		unsigned r = number_of(a, x, &o[k]);

		if (r == NREGS)
			continue;
		if (o[k].flags & OPND_DEF) {
			op->def = r;
			continue;
		}
		if (depth(x, r) == NREGS && o[k].flags & OPND_UNDEF)
			push_zero(a, r);
		if (depth(x, r) == NREGS || op->nuse == 2)
			return asm_error(a, insn->loc,
					 "an x87 register is read that is not "
					 "on the stack");
		op->use[op->nuse++] = r;
		if (!(x->after[i] >> r & 1) || def >> r & 1)
			op->dies |= 1u << r;
	}
	return true;
}

bool
x87_insn(Asm *a, InsnId i, bool *ok)
{
	const Insn *insn = func_insn(a->f, i);
	const OpcodeDesc *d = insn_desc(a->f, insn);
	AsmInsn read = {0};
	Op op = {
		.insn = &read, .text = target_str(a->t, d->text), .def = NREGS};
	unsigned def, use;

	*ok = true;
	if (!x87_of(a) || insn->flags & INSN_DEBUG)
		return false;
	use = registers_of(a, x87_of(a), insn, &def);
	if (d->flags & OP_CALL && !(d->flags & OP_RETURN)) {
		*ok = take_results(a, insn, def);
		return !*ok;
	}
	if (!use && !def)
		return false;
	*ok = read_op(a, i, &op);
	if (*ok && d->flags & OP_RETURN) {
		leave_results(a, &op);
		return false;
	}
	if (*ok && !print_plain(a, insn, &op, ok))
		*ok = asm_insn_read(a, insn, &read) &&
		      print_by_shape(a, insn, &op);
	return true;
}

void
x87_behind(Asm *a, InsnId i)
{
	if (x87_of(a))
		drop_others(a, x87_of(a)->after[i]);
}
