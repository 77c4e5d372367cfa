/*
 * Instructions that take an operand from memory, or put it there, where the
 * input had a register.
 *
 * Known by the target's table, or by their names, as LLVM forms them on x86:
 * one letter r has become m (ADD32rr, ADD32rm; SETCCr, SETCCm); a register
 * operand, or a definition and the use tied to it, has become the operands of
 * an address, five on x86 and elsewhere those of the recipe that loads such a
 * register; two operands that commute may have changed places first.
 */
#include "core/check/insns.h"

#include <stdio.h>
#include <string.h>

static const char *
name_of(const Check *c, const Insn *insn)
{
	return target_str(c->t, c->t->opcodes[insn->op].name);
}

/* Do the names differ by one r that became m? */
static bool
folded_name(const char *b, const char *a)
{
	uint32_t diffs = 0;

	for (; *b && *a; b++, a++) {
		if (*b == *a)
			continue;
		if (*b != 'r' || *a != 'm')
			return false;
		diffs++;
	}
	return !*b && !*a && diffs == 1;
}

/* The rule by which what operand K of B, a virtual register, is could be loaded
 * from the object that Q names; NULL: there is none. */
static const SpillRule *
address_rule(const Check *c, const Insn *b, uint32_t k, const Operand *q)
{
	VregId v = insn_opnds(c->before, b)[k].val;
	const SpillRule *any = NULL;
	uint32_t i;

	for (i = 0; i < c->t->n_spills; i++) {
		const SpillRule *rule = &c->t->spills[i];

		if (!target_class_contains(c->t, rule->cls,
					   c->before->vregs.at[v].cls))
			continue;
		if (rule->align <= c->after->stack.at[q->val].align)
			return rule;
		any = any ? any : rule;
	}
	return any;
}

/* Operands of the address Q of one: a slot tells by its rule. */
static uint32_t
address_length(const Check *c, const Insn *b, uint32_t k, const Operand *q)
{
	const SpillRule *rule =
		q->kind == OPND_STACK ? address_rule(c, b, k, q) : NULL;

	return rule ? check_address_length(c, rule) : ADDRESS_OPNDS;
}

/* Does A have B's operands in order, and an address where FOLD says? */
static bool
fold_fits(const Check *c, const Insn *b, const Insn *a, Fold *fold)
{
	const Operand *p = insn_opnds(c->after, a);
	uint32_t i, j = 0;

	fold->at = NONE;
	for (i = 0; i < b->nopnds; i++) {
		uint32_t k = check_commuted(fold, i);

		if (check_is_folded(fold, k)) {
			if (fold->at == NONE && j >= a->nopnds)
				return false;
			if (fold->at == NONE) {
				fold->at = j;
				fold->address = address_length(c, b, k, &p[j]);
				j += fold->address;
			}
			continue;
		}
		if (j >= a->nopnds || !check_opnd_became(c, fold, b, k, &p[j]))
			return false;
		j++;
	}
	if (j > a->nopnds)
		return false;
	for (; j < a->nopnds; j++)
		if (p[j].kind != OPND_REG || !(p[j].flags & OPND_IMPLICIT))
			return false;
	return true;
}

/* Is the address of A, for an operand of B, a slot of the allocator's, or one
 * that does not change (a constant)? */
static bool
fold_address(const Check *c, const Insn *b, const Insn *a, Fold *fold)
{
	const Operand *p = insn_opnds(c->after, a) + fold->at;
	Access access = {.slot = NONE};
	const SpillRule *rule;
	uint32_t i;

	fold->load = false;
	if (p[0].kind == OPND_STACK && c->slots.made[p[0].val]) {
		rule = address_rule(
			c, b, fold->use != NONE ? fold->use : fold->def, p);
		if (!rule || !check_slot_address(c, rule, p, &access))
			return false;
		fold->slot = access.slot;
		fold->offset = access.offset;
		return true;
	}
	fold->slot = NONE;
	fold->load = fold->def == NONE;
	for (i = 0; i < fold->address; i++)
		if (p[i].kind == OPND_REG && p[i].val &&
		    !steady_reads(&c->steady, &p[i]))
			return false;
	return fold->load;
}

/* Try operand K of B, and the use tied to it, as the folded ones. */
static bool
try_operand(const Check *c, const Insn *b, const Insn *a, uint32_t k,
	    Fold *fold)
{
	const Operand *o = insn_opnds(c->before, b);
	uint32_t i;

	*fold = check_no_fold();
	if (o[k].flags & OPND_DEF) {
		fold->def = k;
		for (i = 0; i < b->nopnds; i++)
			if (opnd_is_reg(&o[i]) && !(o[i].flags & OPND_DEF) &&
			    o[i].tied == k)
				fold->use = i;
	} else {
		if (o[k].tied != TIED_NONE)
			return false;
		fold->use = k;
	}
	return fold_fits(c, b, a, fold) && fold_address(c, b, a, fold);
}

/* The same with operand USE in memory, after operands SWAP and SWAP + 1 have
 * changed places. */
static bool
try_commuted(const Check *c, const Insn *b, const Insn *a, uint32_t swap,
	     uint32_t use, Fold *fold)
{
	const Operand *o = insn_opnds(c->before, b);

	if (swap + 1 >= b->nopnds || o[swap].kind != OPND_VREG ||
	    o[swap + 1].kind != OPND_VREG ||
	    ((o[swap].flags | o[swap + 1].flags) & OPND_DEF))
		return false;
	*fold = check_no_fold();
	fold->swap = swap;
	fold->with = swap + 1;
	fold->use = use;
	return fold_fits(c, b, a, fold) && fold_address(c, b, a, fold);
}

/* TEST x, x became CMP memory, 0. */
static bool
try_test(const Check *c, const Insn *b, const Insn *a, Fold *fold)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *p = insn_opnds(c->after, a);

	if (strncmp(name_of(c, b), "TEST", 4) ||
	    strncmp(name_of(c, a), "CMP", 3) || b->nopnds < 2 ||
	    a->nopnds < ADDRESS_OPNDS + 1 || o[0].kind != OPND_VREG ||
	    o[1].kind != OPND_VREG || o[0].val != o[1].val ||
	    p[ADDRESS_OPNDS].kind != OPND_IMM ||
	    opnd_imm(c->after, &p[ADDRESS_OPNDS]) ||
	    strncmp(name_of(c, b) + 4, name_of(c, a) + 3,
		    strcspn(name_of(c, b) + 4, "r")))
		return false;
	*fold = check_no_fold();
	fold->use = 0;
	fold->use2 = 1;
	fold->at = 0;
	fold->skew = true;
	return fold_address(c, b, a, fold);
}

/* The zero of MOV32r0 is stored as it is computed. */
static bool
try_zero(const Check *c, const Insn *b, const Insn *a, Fold *fold)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *p = insn_opnds(c->after, a);

	if (strcmp(name_of(c, b), "MOV32r0") || o[0].kind != OPND_VREG ||
	    a->nopnds != ADDRESS_OPNDS + 1 ||
	    p[ADDRESS_OPNDS].kind != OPND_IMM ||
	    opnd_imm(c->after, &p[ADDRESS_OPNDS]))
		return false;
	*fold = check_no_fold();
	fold->def = 0;
	fold->at = 0;
	fold->zero = true;
	if (!strcmp(name_of(c, a), "MOV32mi"))
		fold->size = 4;
	else if (!strcmp(name_of(c, a), "MOV64mi32"))
		fold->size = 8;
	return fold->size && fold_address(c, b, a, fold) && fold->slot != NONE;
}

/* Is A what RULE makes of B? */
static bool
try_rule(const Check *c, const Insn *b, const Insn *a, const FoldRule *rule,
	 const Commutation *how, Fold *fold)
{
	const OpcodeDesc *desc = insn_desc(c->before, b);
	const Operand *o = insn_opnds(c->before, b);
	bool second = rule->opnd2 != FOLD_NONE;

	if (rule->to != a->op || rule->zero || rule->opnd >= b->nopnds ||
	    o[rule->opnd].kind != OPND_VREG ||
	    (second &&
	     (rule->opnd2 >= b->nopnds || o[rule->opnd2].kind != OPND_VREG)))
		return false;
	*fold = check_no_fold();
	if (how)
		check_set_commuted(c, b, how, fold);
	if (rule->opnd < desc->ndefs) {
		fold->def = rule->opnd;
		fold->use = second ? check_commuted(fold, rule->opnd2) : NONE;
	} else {
		fold->use = check_commuted(fold, rule->opnd);
		fold->use2 = second ? check_commuted(fold, rule->opnd2) : NONE;
	}
	fold->bytes = rule->bytes;
	if (!fold_fits(c, b, a, fold) || !fold_address(c, b, a, fold))
		return false;
	return fold->def == NONE || fold->slot == NONE ||
	       (uint64_t)fold->offset + rule->bytes <=
		       c->after->stack.at[fold->slot].size;
}

/* Is A what the target's table makes of B, or of the opcode that B becomes HOW
 * its sources change places? */
static bool
try_rules(const Check *c, const Insn *b, const Insn *a, const Commutation *how,
	  Fold *fold)
{
	Slice s = target_folds(c->t, how ? how->to : b->op);

	for (; s.start < s.end; s.start++)
		if (try_rule(c, b, a, &c->t->folds[s.start], how, fold))
			return true;
	return false;
}

/* The same where sources change places together with something else. */
static void
try_commutations(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	Commutation how;
	Fold fold;
	uint32_t k;

	for (k = 2; k <= COMMUTE_LAST; k++)
		if (check_claims(c, a, k) && check_commutation(c, b, k, &how) &&
		    try_rules(c, b, a, &how, &fold))
			check_add_form(forms, &fold);
}

/* Do any two sources side by side commute: are there just two, and no other
 * explicit operand? */
static bool
plainly_commutes(const Check *c, const Insn *b)
{
	const OpcodeDesc *desc = insn_desc(c->before, b);

	return (desc->flags & OP_COMMUTABLE) &&
	       desc->opnds.end - desc->opnds.start == desc->ndefs + 2u;
}

/* FOLD was found: add it, and, if a neighbour of the folded operand might be
 * the one in memory as well, after the two changed places, that. */
static void
add_both(const Check *c, const Insn *b, const Insn *a, const Fold *fold,
	 Forms *forms)
{
	uint32_t use = fold->use;
	Fold other = *fold;

	check_add_form(forms, fold);
	if (use == NONE || !plainly_commutes(c, b))
		return;
	if (fold->def != NONE) {
		/* The source that is not tied in the one that is. */
		other.swap = use;
		other.with = use + 1;
		other.use = use + 1;
		if (check_commutes(c, b) && use == 1 &&
		    fold_fits(c, b, a, &other))
			check_add_form(forms, &other);
		return;
	}
	if ((use && try_commuted(c, b, a, use - 1, use - 1, &other) &&
	     other.at == fold->at) ||
	    (try_commuted(c, b, a, use, use + 1, &other) &&
	     other.at == fold->at))
		check_add_form(forms, &other);
}

/* The same by the names of opcodes. */
static void
try_names(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	const Operand *o = insn_opnds(c->before, b);
	uint32_t i;
	Fold fold;

	if (!folded_name(name_of(c, b), name_of(c, a)))
		return;
	for (i = 0; i < b->nopnds && i < 6; i++)
		if (o[i].kind == OPND_VREG && try_operand(c, b, a, i, &fold)) {
			add_both(c, b, a, &fold, forms);
			return;
		}
	if (!plainly_commutes(c, b))
		return;
	for (i = 0; i + 1 < b->nopnds && i < 4 && !forms->n; i++)
		if (try_commuted(c, b, a, i, i, &fold))
			check_add_form(forms, &fold);
}

bool
check_fold(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	bool plain = plainly_commutes(c, b);
	Fold fold;

	forms->n = 0;
	if (!b->op || !a->op || b->op == a->op)
		return false;
	if (try_test(c, b, a, &fold) || try_zero(c, b, a, &fold))
		check_add_form(forms, &fold);
	else if ((plain || check_claims(c, a, 0)) &&
		 try_rules(c, b, a, NULL, &fold))
		add_both(c, b, a, &fold, forms);
	if (!forms->n || !plain)
		try_commutations(c, b, a, forms);
	if (!forms->n)
		try_names(c, b, a, forms);
	return forms->n;
}

bool
check_constant_store(const Check *c, const Insn *a, Access *access)
{
	const Operand *p = insn_opnds(c->after, a);
	const char *name = name_of(c, a);
	unsigned bits;

	if (a->nopnds != ADDRESS_OPNDS + 1 || p[0].kind != OPND_STACK ||
	    !c->slots.made[p[0].val] || p[2].kind != OPND_REG || p[2].val ||
	    p[3].kind != OPND_IMM || p[ADDRESS_OPNDS].kind != OPND_IMM ||
	    sscanf(name, "MOV%umi", &bits) != 1 || !strstr(name, "mi"))
		return false;
	*access = (Access){.slot = p[0].val,
			   .offset = (uint32_t)opnd_imm(c->after, &p[3]),
			   .size = bits / 8};
	return true;
}

bool
check_same_address(const Check *c, const Insn *b, const Insn *a, uint32_t at)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *p = insn_opnds(c->after, a) + at;
	uint32_t i;

	if (!(insn_flags(c->before, b) & OP_MAY_LOAD) ||
	    b->nopnds < 1 + ADDRESS_OPNDS)
		return false;
	for (i = 0; i < ADDRESS_OPNDS; i++)
		if (!check_same_opnd(c, &o[1 + i], &p[i]))
			return false;
	return true;
}
