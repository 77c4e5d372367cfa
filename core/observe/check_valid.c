/*
 * What must hold of AFTER by itself, like of any input: nothing but terminators
 * follows a terminator, registers are physical and of the classes that opcodes
 * take, and an instruction has the operands that its opcode implies.  What such
 * operands write and read is then seen like all others.  O(AFTER).
 */
#include "core/observe/check_internal.h"

/* Has INSN an operand of register REG, a definition (OPND_DEF) or not (0)? */
static bool
has_implied(const Func *f, const Insn *insn, RegId reg, unsigned def)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k = insn->nopnds;

	/* They stand last. */
	while (k-- > 0)
		if (o[k].kind == OPND_REG && o[k].val == reg &&
		    (o[k].flags & OPND_DEF) == def)
			return true;
	return false;
}

static void
check_implied(Check *c, InsnId i, Slice regs, unsigned def)
{
	const Insn *insn = func_insn(c->after, i);

	for (; regs.start < regs.end; regs.start++) {
		RegId reg = c->t->implicit_regs[regs.start];

		if (!has_implied(c->after, insn, reg, def) &&
		    !(def && !insn_writes_implied(c->after, insn, reg)))
			check_error_after(
				c, i, "%s $%s of its opcode is missing",
				def ? "implicit-def" : "implicit",
				target_str(c->t, c->t->regs[reg].name));
	}
}

/* Calls are said to clobber more, or less, than their opcodes imply. */
static void
check_implicit(Check *c, InsnId i)
{
	const Insn *insn = func_insn(c->after, i);
	const OpcodeDesc *desc = insn_desc(c->after, insn);

	if (desc->flags & OP_CALL)
		return;
	check_implied(c, i, desc->implicit_defs, OPND_DEF);
	check_implied(c, i, desc->implicit_uses, 0);
}

/* The explicit operands. */
static void
check_explicit(Check *c, InsnId i)
{
	const Insn *insn = func_insn(c->after, i);
	const OpcodeDesc *desc = insn_desc(c->after, insn);
	const OpndDesc *d = c->t->opnd_descs + desc->opnds.start;
	const Operand *o = insn_opnds(c->after, insn);
	uint32_t k, n = desc->opnds.end - desc->opnds.start;

	for (k = 0; k < insn->nopnds; k++) {
		if (o[k].kind == OPND_VREG)
			check_error_after(c, i, "operand %u has no register",
					  k);
		if (k < n && o[k].kind == OPND_REG && o[k].val &&
		    d[k].cls != CLASS_NONE &&
		    !target_class_has(c->t, d[k].cls, (RegId)o[k].val))
			check_error_after(
				c, i, "operand %u: $%s is not in class %s", k,
				target_str(c->t, c->t->regs[o[k].val].name),
				target_str(c->t, c->t->classes[d[k].cls].name));
	}
}

static void
check_block(Check *c, const Block *block)
{
	const Func *f = c->after;
	bool end = false;
	InsnId i;

	for (i = block->first; i < block->end && !check_full(c); i++) {
		const Insn *insn = func_insn(f, i);
		uint32_t flags = insn_flags(f, insn);

		if (insn->flags & (INSN_DEBUG | INSN_UNKNOWN))
			continue;
		check_explicit(c, i);
		check_implicit(c, i);
		if (insn->flags & INSN_BUNDLED)
			continue;
		if (end && !(flags & OP_TERMINATOR))
			check_error_after(c, i, "stands behind a terminator");
		end |= (flags & OP_TERMINATOR) != 0;
	}
}

void
check_valid(Check *c)
{
	BlockId b;

	for (b = 0; b < c->after->blocks.n; b++)
		check_block(c, &c->after->blocks.at[b]);
}
