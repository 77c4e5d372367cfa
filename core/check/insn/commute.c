/*
 * Sources that changed places: by themselves where the opcode says that they
 * commute, or together with an immediate or the opcode by the target's
 * commutations.
 */
#include "core/check/insn/insns.h"

/* What immediate N of B becomes by HOW. */
static int64_t
changed(const Check *c, const Insn *b, const Commutation *how, int64_t n)
{
	const Operand *o = insn_opnds(c->before, b);
	int64_t low = how->low, high = low << how->apart;

	if (how->bits)
		return how->bits - n;
	n ^= how->flip;
	if (how->flip_by)
		n ^= opnd_imm(c->before, &o[how->flip_by]);
	return (n & ~(low | high)) | ((n & high) >> how->apart) |
	       ((n & low) << how->apart);
}

/* Is operand K of B a number below END? */
static bool
number_lies(const Check *c, const Insn *b, uint32_t k, int64_t end)
{
	const Operand *o = insn_opnds(c->before, b) + k;

	return k < b->nopnds && o->kind == OPND_IMM &&
	       opnd_imm(c->before, o) >= 0 && opnd_imm(c->before, o) < end;
}

/* Has the mask of B that HOW speaks of a bit that is not in it? */
static bool
mask_turns(const Check *c, const Insn *b, const Commutation *how)
{
	const Operand *o = insn_opnds(c->before, b) + how->imm;

	if (!number_lies(c, b, how->imm, how->mask) ||
	    !number_lies(c, b, how->imm + 1u, how->mask))
		return false;
	int64_t first = opnd_imm(c->before, o);
	int64_t behind = opnd_imm(c->before, o + 1) + 1;
	return behind != first && behind - first != how->mask;
}

/* Does B define nothing that is needed, but operand 0? */
static bool
makes_one(const Check *c, const Insn *b)
{
	const Operand *o = insn_opnds(c->before, b);

	for (uint32_t k = 1; k < b->nopnds; k++)
		if ((o[k].flags & (OPND_DEF | OPND_DEAD)) == OPND_DEF)
			return false;
	return true;
}

static bool
row_allows(const Check *c, const Insn *b, const Commutation *how)
{
	const Operand *o = insn_opnds(c->before, b) + how->imm;

	if (how->zero && !number_lies(c, b, how->zero, 1))
		return false;
	if (!how->imm)
		return true;
	if (how->mask)
		return mask_turns(c, b, how);
	if (how->imm >= b->nopnds || o->kind != OPND_IMM)
		return false;
	if (how->flip_by &&
	    (how->flip_by >= b->nopnds ||
	     insn_opnds(c->before, b)[how->flip_by].kind != OPND_IMM))
		return false;
	int64_t n = opnd_imm(c->before, o);
	if (how->bits)
		return n > 0 && n < how->bits && makes_one(c, b);
	return !how->values || (n >= 0 && n < 32 && (how->values >> n & 1));
}

bool
check_swaps_plainly(const Check *c, const Insn *b)
{
	const OpcodeDesc *desc = insn_desc(c->before, b);

	return (desc->flags & OP_COMMUTABLE) &&
	       desc->opnds.end - desc->opnds.start == desc->ndefs + 2u;
}

bool
check_commutation(const Check *c, const Insn *b, uint32_t k, Commutation *how)
{
	const Operand *o = insn_opnds(c->before, b);

	if (insn_desc(c->before, b)->ndefs != 1 || k >= b->nopnds ||
	    o[1].kind != OPND_VREG || o[k].kind != OPND_VREG ||
	    (o[k].flags & OPND_DEF))
		return false;
	*how = (Commutation){
		.from = b->op, .to = b->op, .first = 1, .other = 2};
	if (check_swaps_plainly(c, b))
		return k == 2 && o[1].tied == 0;
	for (Slice s = target_commutations(c->t, b->op); s.start < s.end;
	     s.start++) {
		*how = c->t->commutations[s.start];
		if (how->first == 1 && how->other == k && row_allows(c, b, how))
			return true;
	}
	return false;
}

bool
check_beside_commutes(const Check *c, const Insn *b, const Commutation *how)
{
	const Operand *o = insn_opnds(c->before, b);

	return how->first > 1 && how->first < b->nopnds &&
	       how->other < b->nopnds && o[how->first].kind == OPND_VREG &&
	       o[how->other].kind == OPND_VREG && row_allows(c, b, how);
}

bool
check_commutes(const Check *c, const Insn *b)
{
	Commutation how;

	return check_swaps_plainly(c, b) && check_commutation(c, b, 2, &how);
}

bool
check_may_commute(const Check *c, const Insn *b, const Insn *y)
{
	return (y->flags & INSN_COMMUTED) && check_commutes(c, b);
}

void
check_set_commuted(const Check *c, const Insn *b, const Commutation *how,
		   Fold *fold)
{
	const Operand *o = insn_opnds(c->before, b);

	fold->swap = how->first;
	fold->with = how->other;
	fold->imm = how->imm ? how->imm : NONE;
	if (how->mask) {
		int64_t first = opnd_imm(c->before, &o[how->imm]);
		int64_t last = opnd_imm(c->before, &o[how->imm + 1]);

		fold->number = last + 1 < how->mask ? last + 1 : 0;
		fold->imm2 = how->imm + 1u;
		fold->number2 = first ? first - 1 : how->mask - 1;
	} else if (how->imm)
		fold->number =
			changed(c, b, how, opnd_imm(c->before, &o[how->imm]));
}

bool
check_opnd_became(const Check *c, const Fold *fold, const Insn *b, uint32_t i,
		  const Operand *q)
{
	if (i == fold->imm)
		return q->kind == OPND_IMM &&
		       opnd_imm(c->after, q) == fold->number;
	if (i == fold->imm2)
		return q->kind == OPND_IMM &&
		       opnd_imm(c->after, q) == fold->number2;
	return check_same_opnd(c, insn_opnds(c->before, b) + i, q);
}

/* The opcode that *OP becomes if operand 1 and K change places, and nothing
 * else changes; false: there is none. */
static bool
turn(const Check *c, OpcodeId *op, uint32_t k)
{
	Slice s = target_commutations(c->t, *op);

	FOR_SLICE(Commutation, how, c->t->commutations, s) {
		if (how->first != 1 || how->other != k || how->imm)
			continue;
		*op = how->to;
		return true;
	}
	return false;
}

/* It is as much as that both change places with operand 1, there and back. */
bool
check_others_swap(const Check *c, const Insn *b, OpcodeId *op)
{
	const Operand *o = insn_opnds(c->before, b);
	OpcodeId to = *op;

	if (!check_unmarked(c) || b->nopnds < 4 ||
	    insn_desc(c->before, b)->ndefs != 1 || o[2].kind != OPND_VREG ||
	    o[3].kind != OPND_VREG || (o[2].flags | o[3].flags) & OPND_DEF ||
	    !turn(c, &to, 2) || !turn(c, &to, 3) || !turn(c, &to, 2))
		return false;
	*op = to;
	return true;
}

bool
check_others_follow(const Check *c, const Insn *b, OpcodeId *op, Fold *way)
{
	const Operand *o = insn_opnds(c->before, b);
	Slice s = target_commutations(c->t, *op);

	if (check_others_swap(c, b, op))
		return true;
	FOR_SLICE(Commutation, how, c->t->commutations, s) {
		if (how->first != 2 || how->other != 3 || !check_unmarked(c) ||
		    !check_beside_commutes(c, b, how) || how->values ||
		    how->mask || (way->imm != NONE && way->imm != how->imm))
			continue;
		if (how->imm)
			way->number = changed(
				c, b, how,
				way->imm == NONE
					? opnd_imm(c->before, &o[how->imm])
					: way->number);
		way->imm = how->imm ? how->imm : NONE;
		*op = how->to;
		return true;
	}
	return false;
}

/* Is A what B becomes as opcode OP, with its sources where WAY says? */
static bool
is_commuted(const Check *c, const Insn *b, const Insn *a, OpcodeId op,
	    const Fold *way)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *q = insn_opnds(c->after, a);
	uint32_t i;

	if (a->op != op || a->nopnds < b->nopnds)
		return false;
	for (i = 0; i < b->nopnds; i++)
		if (!check_opnd_became(c, way, b, i, &q[i]) &&
		    !check_has_implicit(c, a, i, o + i))
			return false;
	return check_only_implicit(c, a, i);
}

bool
check_claims(const Check *c, const Insn *a, uint32_t k)
{
	unsigned flags = a->flags & (INSN_COMMUTED | INSN_COMMUTED_THIRD);

	if (check_unmarked(c) && !flags)
		return true;
	return flags == (k == 2	  ? INSN_COMMUTED
			 : k == 3 ? INSN_COMMUTED_THIRD
				  : 0);
}

bool
check_places(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	bool same = check_same_insn(c, b, a);
	OpcodeId op = b->op;
	Commutation how;
	Fold way = check_no_fold();

	forms->n = 0;
	if (same && check_claims(c, a, 0))
		check_add_form(forms, &way);
	for (uint32_t k = 2; k <= COMMUTE_LAST; k++) {
		if (!check_commutation(c, b, k, &how) || !check_claims(c, a, k))
			continue;
		way = check_no_fold();
		check_set_commuted(c, b, &how, &way);
		if (is_commuted(c, b, a, how.to, &way))
			check_add_form(forms, &way);
		way.others_swap = check_others_follow(c, b, &how.to, &way);
		if (way.others_swap && is_commuted(c, b, a, how.to, &way))
			check_add_form(forms, &way);
	}
	way = check_no_fold();
	way.swap = 2;
	way.with = 3;
	if (check_claims(c, a, 0) && check_others_follow(c, b, &op, &way) &&
	    (way.imm == NONE ? same && op == a->op
			     : is_commuted(c, b, a, op, &way)))
		check_add_form(forms, &way);
	way = check_no_fold();
	if (same && !forms->n)
		check_add_form(forms, &way);
	return forms->n;
}
