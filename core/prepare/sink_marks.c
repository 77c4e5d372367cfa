/*
 * Instructions whose result is to take the place of a value that is read behind
 * them: by a tie, because both come into one PHI, or because it is returned
 * where the other one came as an argument.
 */
#include "core/prepare/sink_internal.h"

#include "core/prepare/phi_rotate.h"

#include <string.h>

/* Is some read of V, in the block of instruction I, behind I, or could it be
 * that of another name? */
static bool
read_behind(const VregFacts *v, InsnId i)
{
	return v->renamed || (v->last != NONE && v->last > i);
}

/* Note which PHIs of block B are read by copies that come early. */
static void
copies_note(Sinker *s, const OperandFacts *facts, BlockId b)
{
	const Func *f = s->in;
	const Block *block = &f->blocks.at[b];

	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		if (!insn_is(f, insn, WK_PHI))
			break;
		if (s->early[o->val] < block->first ||
		    s->early[o->val] > block->end)
			continue;
		for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2)
			if (rotation_reads(f, facts, b, i, &o[k]))
				s->copied[o[k].val] = s->early[o->val];
	}
}

/* Mark what could overwrite D, as the result of a PHI: VALUE, which comes into
 * it.
 * Most are where D is not read any more.  Returns whether it could. */
static bool
incoming_mark(Sinker *s, VregId d, VregId value)
{
	const VregFacts *to = &s->regs[d];
	InsnId i = s->regs[value].def;

	if (i >= DEF_MANY || insn_is(s->in, func_insn(s->in, i), WK_PHI) ||
	    to->home == NONE ||
	    (to->home == HOME_MANY && !(to->flags & OPND_KILL) &&
	     copied_at(s, d) == NONE) ||
	    !read_behind(to, i))
		return false;
	bits_add(s->may, i);
	return true;
}

/* The value of which VALUE is only a copy or, for those that rise, a copy of
 * the lowest part; NONE. */
static VregId
copied_value(const Sinker *s, VregId value)
{
	InsnId i = s->regs[value].def;

	if (i >= DEF_MANY)
		return NONE;
	const Insn *insn = func_insn(s->in, i);
	const Operand *o = insn_opnds(s->in, insn);
	return insn_is(s->in, insn, WK_COPY) && insn->nopnds == 2 &&
			       o[1].kind == OPND_VREG && !o[0].sub &&
			       (!o[1].sub ||
				(s->raises &&
				 !s->in->target->subs[o[1].sub].offset))
		       ? o[1].val
		       : NONE;
}

bool
ends_at(const Sinker *s, VregId v, InsnId i)
{
	const VregFacts *facts = &s->regs[v];

	return facts->last == i && facts->home != HOME_MANY && facts->def < i &&
	       facts->def >= s->in->blocks.at[facts->home].first;
}

/* The value that ends where VALUE is computed, which overwrites it; NONE. */
static VregId
overwritten_by(const Sinker *s, VregId value)
{
	const Func *f = s->in;
	InsnId i = s->regs[value].def;
	Commutation how;

	if (i >= DEF_MANY || !(s->odd[i] & ODD_TIED))
		return NONE;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && !o[k].sub &&
		    (o[k].tied == 0 || (k <= COMMUTE_LAST &&
					insn_commutation(f, insn, k, &how))) &&
		    ends_at(s, o[k].val, i))
			return o[k].val;
	return NONE;
}

/* The same for VALUE, for what it is a copy of, which comes into D under that
 * name, and for what becomes VALUE in one register. */
static bool
names_mark(Sinker *s, VregId d, VregId value)
{
	bool any = incoming_mark(s, d, value);
	VregId first = copied_value(s, value), into = d;

	for (uint32_t n = 0;
	     n < PHIS_MAX && (into = s->regs[into].into) != NONE; n++) {
		any |= incoming_mark(s, into, value);
		if (first != NONE)
			any |= incoming_mark(s, into, first);
	}
	if (first != NONE) {
		if (s->regs[first].into == NONE)
			s->regs[first].into = d;
		any |= incoming_mark(s, d, first);
	}
	for (uint32_t n = 0; n < TIES_MAX && !s->raises; n++) {
		value = overwritten_by(s, value);
		if (value == NONE || value == d || s->regs[value].into != NONE)
			break;
		s->regs[value].into = d;
		any |= incoming_mark(s, d, value);
	}
	return any;
}

/* Does the instruction that defines VALUE read OTHER? */
static bool
made_of(const Sinker *s, VregId value, VregId other)
{
	InsnId i = s->regs[value].def;

	if (i >= DEF_MANY)
		return false;
	const Operand *o = insn_opnds(s->in, func_insn(s->in, i));
	for (uint32_t k = 1; k < func_insn(s->in, i)->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].val == other)
			return true;
	return false;
}

bool
phi_pair(const Func *f, InsnId phi, VregId two[2])
{
	const Insn *insn = func_insn(f, phi);
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = 0;

	if (!insn_is(f, insn, WK_PHI))
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k += 2) {
		if (o[k].kind != OPND_VREG)
			return false;
		if ((n > 0 && o[k].val == two[0]) ||
		    (n > 1 && o[k].val == two[1]))
			continue;
		if (n == 2)
			return false;
		two[n++] = o[k].val;
	}
	return n == 2;
}

/* Mark what could overwrite one of the two values that come into instruction
 * PHI by the other. */
static bool
pair_mark(Sinker *s, InsnId phi)
{
	VregId two[2];
	bool any = false;

	if (!phi_pair(s->in, phi, two))
		return false;
	for (uint32_t k = 0; k < 2; k++)
		if (made_of(s, two[k], two[1 - k]))
			any |= incoming_mark(s, two[1 - k], two[k]);
	return any;
}

/* Mark what could overwrite the PHIs of block B.  Returns whether anything
 * could. */
static bool
phis_mark(Sinker *s, BlockId b)
{
	const Func *f = s->in;
	const Block *block = &f->blocks.at[b];
	bool any = false;

	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		if (!insn_is(f, insn, WK_PHI))
			break;
		for (uint32_t k = 1; k < insn->nopnds; k += 2)
			if (o[k].kind == OPND_VREG)
				any |= names_mark(s, o->val, o[k].val);
		any |= pair_mark(s, i);
	}
	return any;
}

/* Mark T if it could sink, and return whether it could. */
static bool
tied_mark(Sinker *s, const TiedInsn *t)
{
	const Insn *insn = func_insn(s->in, t->insn);
	const Operand *o = insn_opnds(s->in, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].tied == 0 &&
		    s->regs[o[k].val].home == t->block &&
		    read_behind(&s->regs[o[k].val], t->insn)) {
			bits_add(s->may, t->insn);
			return true;
		}
	return false;
}

/* Is INSN a COPY from a register to a virtual one, or (OUT) the other way
 * round? */
static bool
copies_register(const Func *f, const Insn *insn, bool out)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
	       o[out].kind == OPND_VREG && !o[out].sub &&
	       o[!out].kind == OPND_REG;
}

/* The argument that comes to block B in register REG; NONE. */
static VregId
argument_in(const Func *f, const Block *block, RegId reg)
{
	FOR_INSNS(insn, f, block) {
		const Operand *o = insn_opnds(f, insn);

		if (insn->flags & INSN_DEBUG)
			continue;
		if (!copies_register(f, insn, false))
			break;
		if (o[1].val == reg)
			return o[0].val;
	}
	return NONE;
}

/* Mark what could go to the register of an argument, from which it is returned,
 * if the function is one block.  Returns whether anything could. */
static bool
results_mark(Sinker *s)
{
	const Func *f = s->in;
	const Block *block = f->blocks.at;
	bool any = false;

	if (f->blocks.n != 1 || s->raises)
		return false;
	for (InsnId i = block->end; i-- > block->first;) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		if (insn->flags & INSN_DEBUG ||
		    insn_flags(f, insn) & OP_TERMINATOR)
			continue;
		if (!copies_register(f, insn, true))
			break;
		VregId v = argument_in(f, block, (RegId)o->val);
		if (v == NONE || v == o[1].val ||
		    s->regs[o[1].val].into != NONE)
			continue;
		s->regs[o[1].val].into = v;
		any |= names_mark(s, v, o[1].val);
	}
	return any;
}

bool
sinks_mark(Sinker *s, const OperandFacts *facts, Arena *tmp)
{
	uint32_t nvregs = s->in->vregs.n + 1;
	bool any = false;

	if (s->early) {
		s->copied = ARENA_RAW(tmp, InsnId, nvregs);
		memset(s->copied, 0xff, sizeof(InsnId) * nvregs);
		for (uint32_t k = 0; k < facts->phi_blocks.n; k++)
			copies_note(s, facts, facts->phi_blocks.at[k]);
	}
	for (uint32_t k = 0; k < facts->phi_blocks.n; k++)
		any |= phis_mark(s, facts->phi_blocks.at[k]);
	for (uint32_t k = 0; k < facts->tied.n; k++)
		any |= tied_mark(s, &facts->tied.at[k]);
	return any | results_mark(s);
}
