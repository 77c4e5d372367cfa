/*
 * Instructions of the x87 stack: their operands are brought where they want
 * them, and what has no reader any more is popped.
 */
#include "targets/x86/x87.h"

#include <stdio.h>
#include <string.h>

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
	for (unsigned r = 0; r < NREGS; r++)
		if (op->dies >> r & 1)
			x87_drop(a, r);
}

/* One register is read and one written, in place; memory may be read. */
static bool
print_unary(Asm *a, const Op *op)
{
	if (op->dies >> op->use[0] & 1) {
		x87_to_top(a, op->use[0]);
		x87_rename_value(x87_of(a), op->use[0], op->def);
	} else {
		x87_duplicate(a, op->use[0], op->def);
	}
	return print_op(a, op, false, false, "");
}

static bool
print_store(Asm *a, const Op *op)
{
	unsigned r = op->use[0];
	bool dies = op->dies >> r & 1, ok;

	if (dies || can_pop(op))
		x87_to_top(a, r);
	else
		x87_duplicate(a, r, NREGS);
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
		x87_duplicate(a, left, NREGS);
		op->use[0] = NREGS;
		if (left == right)
			op->use[1] = NREGS;
		op->dies |= 1u << NREGS;
	} else if (x87_depth(x87_of(a), left) && x87_depth(x87_of(a), right)) {
		x87_to_top(a, dies[0] ? left : right);
	}
}

static bool
print_binary(Asm *a, const Op *from)
{
	Op op = *from;
	X87 *x = x87_of(a);
	char tail[32];

	bring_operand(a, &op);
	unsigned top = x->stack[x->n - 1];
	bool reversed = top != op.use[0];
	unsigned other = reversed ? op.use[0] : op.use[1];
	bool top_dies = op.dies >> top & 1;
	bool other_dies = op.dies >> other & 1;
	sprintf(tail,
		top_dies && (!other_dies || top == other) ? "%%st(%u), %%st"
							  : "%%st, %%st(%u)",
		x87_depth(x, other));
	bool ok = print_op(a, &op, reversed,
			   top_dies && other_dies && top != other, tail);
	if (top_dies && other_dies && top != other)
		x->n--;
	x87_rename_value(x, other_dies ? other : top, op.def);
	return ok;
}

static bool
print_compare(Asm *a, const Op *op)
{
	unsigned left = op->use[0];
	bool pops = op->dies >> left & 1 && left != op->use[1], ok;
	char tail[32];

	x87_to_top(a, left);
	sprintf(tail, "%%st(%u), %%st", x87_depth(x87_of(a), op->use[1]));
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

	if (op->dies >> first & 1 && first != second) {
		x87_to_top(a, first);
	} else {
		x87_duplicate(a, first, NREGS);
		first = NREGS;
	}
	sprintf(tail, "%%st(%u), %%st", x87_depth(x87_of(a), second));
	bool ok = print_op(a, op, false, false, tail);
	x87_rename_value(x87_of(a), first, NREGS);
	drop_dead(a, op);
	x87_rename_value(x87_of(a), NREGS, op->def);
	return ok;
}

/* Behind a call, results lie on the stack, the first on top.  One that writes
 * more registers than two leaves nothing in any. */
static bool
take_results(Asm *a, const Insn *insn, unsigned def)
{
	X87 *x = x87_of(a);

	if (x->n)
		return asm_error(a, insn->loc,
				 "an x87 register is live over a call");
	for (unsigned r = 2; r-- > 0 && !(def & ~3u);)
		if (def >> r & 1)
			x87_push(x, r);
	return true;
}

/* Results are left on the stack, the first on top. */
static void
leave_results(Asm *a, const Op *op)
{
	uint8_t order[2];
	unsigned n = op->nuse;

	for (unsigned k = 0; k < n; k++)
		order[k] = (uint8_t)op->use[n - 1 - k];
	if (n == 2 && order[0] == order[1])
		n = 1;
	x87_arrange(a, order, n);
	if (n < op->nuse)
		x87_duplicate(a, order[0], NREGS);
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
			x87_rename_value(x, op->use[0], op->def);
		else
			x87_duplicate(a, op->use[0], op->def);
	} else if (insn_is(a->f, insn, WK_IMPLICIT_DEF)) {
		x87_push_zero(a, op->def);
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
				 insn_opcode_name(a->f, insn));
	if (op->nuse == 2 && op->def == NREGS)
		return print_compare(a, op);
	if (op->nuse == 2)
		return strncmp(op->text, "fcmov", 5) != 0 ? print_binary(a, op)
							  : print_select(a, op);
	if (op->nuse == 1 && op->def == NREGS)
		return print_store(a, op);
	if (op->nuse == 1)
		return print_unary(a, op);
	x87_push(x87_of(a), op->def);
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
	unsigned def;

	x87_registers_of(a, x, insn, &def);
	for (unsigned k = 0; k < insn->nopnds; k++) {
		unsigned r = x87_number_of(a, x, &o[k]);

		if (r == NREGS)
			continue;
		if (o[k].flags & OPND_DEF) {
			op->def = r;
			continue;
		}
		if (x87_depth(x, r) == NREGS && o[k].flags & OPND_UNDEF)
			x87_push_zero(a, r);
		if (x87_depth(x, r) == NREGS || op->nuse == 2)
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
	Op op = {.insn = &read,
		 .text = target_text(a->t, insn->op, false),
		 .def = NREGS};
	unsigned def;

	*ok = true;
	if (!x87_of(a) || insn->flags & INSN_DEBUG)
		return false;
	unsigned use = x87_registers_of(a, x87_of(a), insn, &def);
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
		x87_drop_others(a, x87_of(a)->after[i]);
}
