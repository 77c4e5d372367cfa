/*
 * Instructions that take an operand from memory, or put it there, where the
 * input had a register.
 *
 * Known by the target's table: a register operand, or a definition and the use
 * tied to it, or two uses of one register, has become the operands of an
 * address, and a zero may follow; two operands that commute may have changed
 * places first.
 */
#include "core/check/insn/insns.h"
#include "core/model/memory.h"

/* The rule by which what operand K of B, a virtual register, is could be loaded
 * from the object that Q names; NULL: there is none. */
static const SpillRule *
address_rule(const Check *c, const Insn *b, uint32_t k, const Operand *q)
{
	VregId v = insn_opnds(c->before, b)[k].val;
	const SpillRule *any = NULL;

	FOR_ARRAY(SpillRule, rule, c->t->spills, c->t->n_spills) {
		if (!target_class_contains(c->t, rule->cls,
					   c->before->vregs.at[v].cls))
			continue;
		if (rule->align <= c->after->stack.at[q->val].align)
			return rule;
		any = any ? any : rule;
	}
	return any;
}

/* Operands of the address Q in A, where operand K of B was: a slot tells by its
 * rule, unless the opcodes say that there are fewer. */
static uint32_t
address_length(const Check *c, const Insn *b, uint32_t k, const Insn *a,
	       const Operand *q, const Fold *fold)
{
	const SpillRule *rule =
		q->kind == OPND_STACK ? address_rule(c, b, k, q) : NULL;
	uint32_t n = check_explicits(c, a->op) - check_explicits(c, b->op) +
		     (fold->def != NONE) + (fold->use != NONE) +
		     (fold->use2 != NONE) + (fold->lacked != NONE) -
		     (fold->extra_at != NONE);

	if (rule && n > check_address_length(c, rule))
		return check_address_length(c, rule);
	return n;
}

/* Is operand *J of A the number N?  Goes on to the next. */
static bool
takes_number(const Check *c, const Insn *a, uint32_t *j, int64_t n)
{
	const Operand *q = insn_opnds(c->after, a) + *j;

	return (*j)++ < a->nopnds && q->kind == OPND_IMM &&
	       opnd_imm(c->after, q) == n;
}

/* Go past what A, from operand *J on, writes without being told, and B, which
 * has O there, does not: forms can set flags that B leaves alone. */
static void
skip_written(const Insn *a, const Operand *p, const Operand *o, uint32_t *j)
{
	if (o->kind != OPND_REG || !(o->flags & OPND_IMPLICIT))
		return;
	while (*j < a->nopnds && p[*j].kind == OPND_REG &&
	       (p[*j].flags & OPND_IMPLICIT) && (p[*j].flags & OPND_DEF) &&
	       (!(o->flags & OPND_DEF) || p[*j].val != o->val))
		++*j;
}

/* Is there an address in A, from operand *J on, for operand K of B?  Goes on
 * behind it. */
static bool
takes_address(const Check *c, const Insn *b, uint32_t k, const Insn *a,
	      Fold *fold, uint32_t *j)
{
	if (*j >= a->nopnds)
		return false;
	fold->at = *j;
	fold->address =
		address_length(c, b, k, a, insn_opnds(c->after, a) + *j, fold);
	*j += fold->address;
	return *j <= a->nopnds;
}

/* Does A have B's operands in order, and an address where FOLD says? */
static bool
fold_fits(const Check *c, const Insn *b, const Insn *a, Fold *fold)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *p = insn_opnds(c->after, a);
	uint32_t j = 0;

	fold->at = NONE;
	for (uint32_t i = 0; i < b->nopnds; i++) {
		uint32_t k = check_commuted(fold, i);

		if (i == fold->extra_at && !takes_number(c, a, &j, fold->extra))
			return false;
		if (check_is_folded(fold, k)) {
			if (!fold->last && fold->at == NONE &&
			    !takes_address(c, b, k, a, fold, &j))
				return false;
			continue;
		}
		if (k == fold->lacked)
			continue;
		skip_written(a, p, &o[k], &j);
		if (j >= a->nopnds || !check_opnd_became(c, fold, b, k, &p[j]))
			return false;
		j++;
	}
	if (fold->extra_at == b->nopnds && !takes_number(c, a, &j, fold->extra))
		return false;
	if (fold->last && !takes_address(c, b, fold->use, a, fold, &j))
		return false;
	return j <= a->nopnds && check_only_implicit(c, a, j);
}

/* Is the address of A, for an operand of B, a slot of the allocator's, or one
 * that does not change (a constant)? */
static bool
fold_address(const Check *c, const Insn *b, const Insn *a, Fold *fold)
{
	const Operand *p = insn_opnds(c->after, a) + fold->at;
	Access access = {.slot = NONE};

	fold->load = false;
	if (p[0].kind == OPND_STACK && c->slots.made[p[0].val]) {
		if (fold->spread)
			return false;
		const SpillRule *rule = address_rule(
			c, b, fold->use != NONE ? fold->use : fold->def, p);
		if (!rule ||
		    !check_slot_address(c, rule, p, fold->address, &access) ||
		    access.offset < fold->ahead)
			return false;
		fold->slot = access.slot;
		fold->offset = access.offset - fold->ahead;
		return true;
	}
	fold->slot = NONE;
	fold->load = fold->def == NONE && !fold->ahead;
	for (uint32_t i = 0; i < fold->address; i++)
		if (p[i].kind == OPND_REG && p[i].val &&
		    !steady_reads(&c->steady, &p[i]))
			return false;
	return fold->load;
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

/* Does A store zero where FOLD says, and nothing else?  What B writes besides
 * it does not. */
static bool
zero_stored(const Check *c, const Insn *b, const Insn *a, Fold *fold)
{
	const Operand *p = insn_opnds(c->after, a);

	fold->stored = true;
	fold->at = 0;
	fold->address = address_length(c, b, 0, a, p, fold);
	uint32_t zero = fold->address;
	return a->nopnds == zero + 1 && takes_number(c, a, &zero, 0);
}

/* Is operand K of B what RULE's form does without? */
static bool
is_lacked(const Check *c, const Insn *b, const FoldRule *rule, uint32_t k)
{
	const Operand *o = insn_opnds(c->before, b) + k;

	if (k >= b->nopnds)
		return false;
	if (rule->lacks == FOLD_LACKS_NUM)
		return o->kind == OPND_IMM &&
		       opnd_imm(c->before, o) == rule->lacked;
	return o->kind == OPND_REG && o->val == rule->lacked;
}

/* Set in FOLD where of an operand of B a form by RULE reads, if that is not its
 * start.  False: B does not say so. */
static bool
set_ahead(const Check *c, const Insn *b, const FoldRule *rule, Fold *fold)
{
	uint32_t last = check_explicits(c, b->op) - 1;
	const Operand *o = insn_opnds(c->before, b) + last;

	fold->ahead = rule->at;
	if (!rule->pick)
		return true;
	if (last >= b->nopnds || o->kind != OPND_IMM || fold->imm != NONE)
		return false;
	uint32_t n = (uint8_t)opnd_imm(c->before, o);
	fold->imm = last;
	fold->number = n & ((1u << rule->pick) - 1);
	fold->ahead = (n >> rule->pick) * rule->reads;
	return true;
}

/* Is A what RULE makes of B, once operands have changed places as WAY says? */
static bool
try_rule(const Check *c, const Insn *b, const Insn *a, const FoldRule *rule,
	 const Fold *way, Fold *fold)
{
	const OpcodeDesc *desc = insn_desc(c->before, b);
	const Operand *o = insn_opnds(c->before, b);
	bool second = rule->opnd2 != FOLD_NONE;

	if (rule->to != a->op || rule->opnd >= b->nopnds ||
	    o[rule->opnd].kind != OPND_VREG ||
	    (second &&
	     (rule->opnd2 >= b->nopnds || o[rule->opnd2].kind != OPND_VREG)))
		return false;
	if (rule->first && way->swap != NONE)
		return false;
	*fold = *way;
	if (rule->first) {
		fold->swap = 1;
		fold->with = rule->first;
		fold->others_swap = rule->opnd == 2;
		fold->use = rule->opnd;
	} else if (rule->opnd < desc->ndefs) {
		fold->def = rule->opnd;
		fold->use = second ? check_commuted(fold, rule->opnd2) : NONE;
	} else {
		fold->use = check_commuted(fold, rule->opnd);
		fold->use2 = second ? check_commuted(fold, rule->opnd2) : NONE;
	}
	fold->bytes = rule->bytes;
	fold->reads = rule->reads;
	fold->spread = rule->spread;
	if (!set_ahead(c, b, rule, fold))
		return false;
	if (rule->lacks) {
		fold->lacked = check_explicits(c, b->op) - 1;
		if (!is_lacked(c, b, rule, fold->lacked))
			return false;
	}
	if (rule->zero || rule->copies)
		fold->extra_at = check_explicits(c, b->op);
	if (rule->copies) {
		fold->extra = rule->bytes;
		fold->last = fold->def == NONE;
		if (fold->def != NONE)
			fold->extra_at = fold->def + 1;
	}
	if (rule->zero && fold->def != NONE && fold->use == NONE
		    ? !zero_stored(c, b, a, fold)
		    : !fold_fits(c, b, a, fold))
		return false;
	return fold_address(c, b, a, fold);
}

/* The same by any rule of the target's table for opcode OP, B's then. */
static bool
try_rules(const Check *c, const Insn *b, const Insn *a, OpcodeId op,
	  const Fold *way, Fold *fold)
{
	Slice s = target_folds(c->t, op);

	FOR_SLICE(FoldRule, rule, c->t->folds, s)
		if (!rule->first && try_rule(c, b, a, rule, way, fold))
			return true;
	return false;
}

/* The same by the rules whose forms have another operand first: nobody tells
 * which of the other two is in memory. */
static void
try_turned(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	Slice s = target_folds(c->t, b->op);
	Fold way = check_no_fold(), fold;

	FOR_SLICE(FoldRule, rule, c->t->folds, s)
		if (rule->first && check_claims(c, a, 0) &&
		    try_rule(c, b, a, rule, &way, &fold))
			check_add_form(forms, &fold);
}

/* The same where sources change places together with something else; with
 * OTHERS, then those at places 2 and 3, too. */
static void
try_commutations(const Check *c, const Insn *b, const Insn *a, bool others,
		 Forms *forms)
{
	Commutation how;
	Fold fold;

	for (uint32_t k = 2; k <= COMMUTE_LAST; k++) {
		if (!check_claims(c, a, k) || !check_commutation(c, b, k, &how))
			continue;
		Fold way = check_no_fold();
		check_set_commuted(c, b, &how, &way);
		way.others_swap =
			others && check_others_follow(c, b, &how.to, &way);
		if (way.others_swap == others &&
		    try_rules(c, b, a, how.to, &way, &fold))
			check_add_form(forms, &fold);
	}
}

/* The same where two sources behind the first one change places, such as those
 * behind a mask: nobody marks that. */
static void
try_beside(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	Slice s = target_commutations(c->t, b->op);
	Fold way, fold;

	for (; s.start < s.end; s.start++) {
		const Commutation *how = &c->t->commutations[s.start];

		if (!check_claims(c, a, 0) || !check_beside_commutes(c, b, how))
			continue;
		way = check_no_fold();
		check_set_commuted(c, b, how, &way);
		if (try_rules(c, b, a, how->to, &way, &fold))
			check_add_form(forms, &fold);
	}
}

/* The same where operands 2 and 3 change places: nobody marks that. */
static void
try_others(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	Fold way = check_no_fold(), fold;
	OpcodeId op = b->op;

	way.swap = 2;
	way.with = 3;
	if (check_claims(c, a, 0) && check_others_swap(c, b, &op) &&
	    try_rules(c, b, a, op, &way, &fold))
		check_add_form(forms, &fold);
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
	if (use == NONE || !check_swaps_plainly(c, b))
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

bool
check_fold(const Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	Fold way = check_no_fold(), fold;
	bool plain = check_swaps_plainly(c, b);

	forms->n = 0;
	if (!b->op || !a->op || b->op == a->op)
		return false;
	if ((plain || check_claims(c, a, 0)) &&
	    try_rules(c, b, a, b->op, &way, &fold))
		add_both(c, b, a, &fold, forms);
	if (!forms->n || !plain)
		try_commutations(c, b, a, false, forms);
	if (!plain) {
		try_turned(c, b, a, forms);
		try_others(c, b, a, forms);
		try_beside(c, b, a, forms);
		try_commutations(c, b, a, true, forms);
	}
	return forms->n;
}

bool
check_constant_store(const Check *c, const Insn *a, Access *access)
{
	const Operand *p = insn_opnds(c->after, a);
	const FoldRule *rule = NULL;

	for (Slice s = target_folds_to(c->t, a->op); s.start < s.end && !rule;
	     s.start++) {
		rule = &c->t->folds[c->t->folds_to[s.start]];
		if (!(target_desc(c->t, rule->from)->flags & OP_MOVE_IMM) ||
		    rule->opnd || rule->opnd2 != FOLD_NONE)
			rule = NULL;
	}
	for (uint32_t i = 0; rule && i < c->t->n_spills; i++) {
		uint32_t n = check_address_length(c, &c->t->spills[i]);
		if (n > check_explicits(c, a->op) - 1)
			n = check_explicits(c, a->op) - 1;
		*access = (Access){.size = rule->bytes};
		if (a->nopnds == n + 1 && p[n].kind != OPND_REG &&
		    check_slot_address(c, &c->t->spills[i], p, n, access))
			return true;
	}
	return false;
}

bool
check_same_address(const Check *c, const Insn *b, const Insn *a,
		   const Fold *fold)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *p = insn_opnds(c->after, a) + fold->at;

	if (!(insn_flags(c->before, b) & OP_MAY_LOAD) ||
	    b->nopnds < 1 + fold->address)
		return false;
	/* AFTER's reads nothing that changes: no virtual register. */
	for (uint32_t i = 0; i < fold->address; i++)
		if (o[1 + i].kind == OPND_VREG ||
		    !check_same_opnd(c, &o[1 + i], &p[i]))
			return false;
	return true;
}

bool
check_is_reload(const Check *c, OpcodeId op)
{
	FOR_ARRAY(SpillRule, rule, c->t->spills, c->t->n_spills)
		if (c->t->recipes[rule->load].op == op)
			return true;
	return false;
}

/* The bytes that B puts into the low end of a register as they are in memory;
 * 0: none, or not known.  Loads that compute something can seldom be done
 * anywhere else; those that can may clear, or repeat, above what they load. */
static uint32_t
bytes_loaded(Check *c, const Insn *b)
{
	uint32_t flags = insn_flags(c->before, b);
	bool reload = check_is_reload(c, b->op);
	MemoryLoad load;

	if (insn_desc(c->before, b)->ndefs != 1 ||
	    !(reload || flags & OP_REMATERIALIZABLE))
		return 0;
	if (memory_load(c->before, b, &load) && !load.is_volatile)
		return load.bytes;
	return reload ? check_natural(c, insn_opnds(c->before, b)) / 8 : 0;
}

/* Are LANES all that operand O of BEFORE defines, or its lowest BITS? */
static bool
are_lowest(const Check *c, const Operand *o, LaneMask lanes, uint32_t bits)
{
	LaneMask all =
		o->sub ? cells_sub_lanes(&c->cells, o->sub)
		       : c->t->classes[c->before->vregs.at[o->val].cls].lanes;

	if (!(all & ~lanes))
		return true;
	for (SubId sub = 1; !o->sub && sub < c->t->n_subs; sub++)
		if (!c->t->subs[sub].offset &&
		    c->t->subs[sub].size == (int32_t)bits &&
		    cells_sub_lanes(&c->cells, sub) == lanes)
			return true;
	return false;
}

/* Does B load what A spreads over USER, and spread it over at least as much, of
 * which LANES are that? */
static bool
spreads_as_read(Check *c, const Insn *b, const Fold *fold, const Operand *user,
		LaneMask lanes)
{
	const Operand *o = insn_opnds(c->before, b);
	uint32_t bits = check_natural(c, user);

	return insn_desc(c->before, b)->spread == fold->reads && bits &&
	       bits <= check_natural(c, o) && are_lowest(c, o, lanes, bits);
}

bool
check_loads_as_read(Check *c, const Insn *b, const Fold *fold,
		    const Operand *user, LaneMask lanes)
{
	const Operand *o = insn_opnds(c->before, b);
	uint32_t bytes = fold->reads ? fold->reads : check_natural(c, o) / 8;

	if (fold->spread)
		return spreads_as_read(c, b, fold, user, lanes);
	return bytes <= bytes_loaded(c, b) &&
	       are_lowest(c, o, lanes, 8 * bytes);
}
