/*
 * What an allocator may insert: copies, stores to and loads from slots of its
 * own, and instructions that compute a value again.
 *
 * They are told from opcode and operands by the target's spill recipes, never
 * from marks that the allocator put on them.
 */
#include "core/base/bits.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/check/insn/insns.h"

enum { LANES = 64 }; /* of a vector register */

/* The opcodes that move a word between a register and a lane. */
static void
find_lane_opcodes(Check *c)
{
	c->slots.lane_store = c->slots.lane_load = NONE;
	FOR_ARRAY(SpillRule, rule, c->t->spills, c->t->n_spills) {
		if (rule->step_store && rule->step_load) {
			c->slots.lane_store = rule->step_store;
			c->slots.lane_load = rule->step_load;
		}
	}
}

/* Which physical registers do the input's copies write and read? */
static void
find_copied(Check *c)
{
	const Func *f = c->before;

	c->pairs.copied_to =
		ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->t->n_regs));
	c->pairs.copied_from =
		ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->t->n_regs));
	FOR_VEC(Insn, b, f->insns) {
		const Operand *o = insn_opnds(f, b);

		if (!insn_is(f, b, WK_COPY))
			continue;
		if (o[0].kind == OPND_REG)
			bits_add(c->pairs.copied_to, o[0].val);
		if (o[1].kind == OPND_REG)
			bits_add(c->pairs.copied_from, o[1].val);
	}
}

/* The numbers of F's slots with their indexes, in order. */
static uint64_t *
slots_sorted(const Func *f, Arena *arena)
{
	uint64_t *keys = ARENA_RAW(arena, uint64_t, f->stack.n + 1);

	for (uint32_t i = 0; i < f->stack.n; i++)
		keys[i] = (uint64_t)f->stack.at[i].id << 32 | i;
	sort_numbers(keys, f->stack.n, arena);
	return keys;
}

/* The index of slot ID among the N of KEYS; NONE: there is none. */
static uint32_t
slot_find(const uint64_t *keys, uint32_t n, uint32_t id)
{
	uint32_t i = 0;

	SEARCH_FIRST(i, n, keys[i] >> 32 < id);
	return i < n && keys[i] >> 32 == id ? (uint32_t)keys[i] : NONE;
}

/* Are the objects of BEFORE the first ones of AFTER, with numbers of their own?
 * llc numbers those that it reads without gaps. */
static bool
slots_renumbered(const Check *c)
{
	const Func *b = c->before, *a = c->after;
	bool gap = false;

	if (!c->options->match || a->stack.n < b->stack.n)
		return false;
	for (uint32_t i = 0; i < b->stack.n; i++) {
		const StackObject *s = &b->stack.at[i], *t = &a->stack.at[i];

		gap |= s->id != i;
		if (t->id != i || s->size != t->size || s->align != t->align)
			return false;
	}
	return gap;
}

void
check_slots(Check *c)
{
	const Func *b = c->before, *a = c->after;
	const uint64_t *keys = slots_sorted(b, &c->arena);

	find_lane_opcodes(c);
	find_copied(c);
	c->slots.renumbered = slots_renumbered(c);
	c->slots.n = a->stack.n;
	c->slots.made = ARENA_NEW(&c->arena, uint8_t, a->stack.n + 1);
	c->slots.before = ARENA_NEW(&c->arena, uint32_t, a->stack.n + 1);
	for (uint32_t i = 0; i < a->stack.n; i++) {
		const StackObject *s = &a->stack.at[i];

		uint32_t k = !c->slots.renumbered
				     ? slot_find(keys, b->stack.n, s->id)
			     : i < b->stack.n ? i
					      : NONE;
		c->slots.before[i] = k;
		c->slots.made[i] = k == NONE;
		if (k != NONE && (b->stack.at[k].size != s->size ||
				  b->stack.at[k].align != s->align))
			check_error(c, NONE,
				    "%%stack.%u of the input has another size "
				    "or alignment now",
				    s->id);
	}
}

/* A register that a recipe names by its parts: the one of the rule's class
 * that has them all. */
static void
whole_register(const Check *c, const SpillRule *rule, const Recipe *recipe,
	       const Insn *a, Access *access)
{
	const Operand *o = insn_opnds(c->after, a);
	uint32_t n = recipe->opnds.end - recipe->opnds.start;

	for (uint32_t i = 0; i < n && !access->reg; i++) {
		const RecipeOpnd *p =
			&c->t->recipe_opnds[recipe->opnds.start + i];

		if (p->kind == RECIPE_VALUE && p->value)
			access->reg =
				target_superreg(c->t, (RegId)o[i].val,
						(SubId)p->value, rule->cls);
	}
}

/* Is the slot of ACCESS big enough for it? */
static bool
in_bounds(const Check *c, const Access *access)
{
	const StackObject *s = &c->after->stack.at[access->slot];

	return access->offset + (uint64_t)access->size <= s->size;
}

/* Is it aligned as its rule wants? */
static bool
is_aligned(const Check *c, const Access *access)
{
	return c->after->stack.at[access->slot].align >=
	       c->t->spills[access->rule].align;
}

/* Is the slot of ACCESS, the work of RULE, big enough and aligned? */
static void
check_bounds(Check *c, InsnId i, const Access *access, const SpillRule *rule)
{
	const StackObject *s = &c->after->stack.at[access->slot];

	if (access->offset + (uint64_t)access->size > s->size)
		check_error_after(c, i,
				  "%%stack.%u has %u bytes, %u are wanted at "
				  "%u",
				  s->id, (unsigned)s->size, access->size,
				  access->offset);
	else if (s->align < rule->align)
		check_error_after(c, i,
				  "%%stack.%u is aligned to %u bytes, not %u",
				  s->id, s->align, rule->align);
}

/* Is instruction I of AFTER a store or a load by rule K, and, if FITS, the slot
 * one that the rule can do with? */
static bool
is_access_by(Check *c, InsnId i, uint32_t k, bool fits)
{
	const Insn *a = func_insn(c->after, i);
	const SpillRule *rule = &c->t->spills[k];

	for (uint32_t way = 0; way < 2; way++) {
		const Recipe *recipe =
			&c->t->recipes[way ? rule->load : rule->store];
		Access access;

		if (recipe->op != a->op || !check_recipe(c, recipe, a, &access))
			continue;
		whole_register(c, rule, recipe, a, &access);
		if (!access.reg ||
		    !target_class_has(c->t, rule->cls, access.reg))
			continue;
		access.size = rule->size;
		access.rule = k;
		if (fits && !(in_bounds(c, &access) && is_aligned(c, &access)))
			continue;
		c->pairs.kind[i] = way ? MOVE_LOAD : MOVE_STORE;
		c->pairs.aux[i] = c->pairs.accesses.n;
		VEC_PUSH(&c->arena, c->pairs.accesses, access);
		return true;
	}
	return false;
}

/* The function's own rules come first, as rules may differ in size alone, and
 * of these the ones that the slot is good for. */
static bool
classify_access(Check *c, InsnId i)
{
	const Insn *a = func_insn(c->after, i);
	const Recipe *recipes = c->t->recipes;

	if (!check_names_made_slot(c, a))
		return false;
	for (uint32_t turn = 0; turn < 4; turn++)
		for (uint32_t k = 0; k < c->t->n_spills; k++) {
			const SpillRule *rule = &c->t->spills[k];

			if ((recipes[rule->store].op == a->op ||
			     recipes[rule->load].op == a->op) &&
			    func_takes_rule(c->before, rule) == (turn < 2) &&
			    is_access_by(c, i, k, turn % 2 == 0))
				return true;
		}
	return false;
}

/* Does opcode OP copy as many bytes as it says from memory to memory? */
static bool
copies_memory(const Target *t, OpcodeId op)
{
	for (Slice s = target_folds_to(t, op); s.start < s.end; s.start++)
		if (t->folds[t->folds_to[s.start]].copies)
			return true;
	return false;
}

/* Is there an address of a slot that the rules know, of N operands from O on?
 */
static bool
is_slot_address(const Check *c, const Operand *o, uint32_t n, Access *access)
{
	*access = (Access){.slot = NONE};
	FOR_ARRAY(SpillRule, rule, c->t->spills, c->t->n_spills)
		if (check_slot_address(c, rule, o, n, access))
			return true;
	return false;
}

/* A copy from slot to slot. */
static bool
classify_slot_copy(Check *c, InsnId i)
{
	const Insn *a = func_insn(c->after, i);
	const Operand *o = insn_opnds(c->after, a);
	uint32_t n = (check_explicits(c, a->op) - 1) / 2;
	Access to, from;

	if (!copies_memory(c->t, a->op) || a->nopnds != 2 * n + 1 ||
	    o[n].kind != OPND_IMM || opnd_imm(c->after, &o[n]) < 1 ||
	    opnd_imm(c->after, &o[n]) > UINT16_MAX ||
	    !is_slot_address(c, o, n, &to) ||
	    !is_slot_address(c, o + n + 1, n, &from))
		return false;
	to.size = from.size = (uint32_t)opnd_imm(c->after, &o[n]);
	if (!in_bounds(c, &to) || !in_bounds(c, &from))
		return false;
	to.from = from.slot;
	to.from_offset = from.offset;
	c->pairs.kind[i] = MOVE_SLOT;
	c->pairs.aux[i] = c->pairs.accesses.n;
	VEC_PUSH(&c->arena, c->pairs.accesses, to);
	return true;
}

/* A scalar register kept in a lane of a vector register, of which the rest
 * stays what it is. */
static bool
classify_lane(Check *c, InsnId i)
{
	const Insn *a = func_insn(c->after, i);
	const Operand *o = insn_opnds(c->after, a);
	bool store = a->op == c->slots.lane_store;
	uint32_t k;

	if (!store && a->op != c->slots.lane_load)
		return false;
	if (a->nopnds < 3 || o[0].kind != OPND_REG || o[1].kind != OPND_REG ||
	    o[2].kind != OPND_IMM || opnd_imm(c->after, &o[2]) < 0 ||
	    opnd_imm(c->after, &o[2]) >= LANES)
		return false;
	uint64_t lane = (uint64_t)o[store ? 0 : 1].val << 32 |
			(uint32_t)opnd_imm(c->after, &o[2]);
	for (k = 0; k < c->slots.lanes.n; k++)
		if (c->slots.lanes.at[k] == lane)
			break;
	if (k == c->slots.lanes.n)
		VEC_PUSH(&c->arena, c->slots.lanes, lane);
	c->pairs.kind[i] = store ? MOVE_STORE : MOVE_LOAD;
	c->pairs.aux[i] = c->pairs.accesses.n;
	VEC_PUSH(&c->arena, c->pairs.accesses,
		 ((Access){.slot = c->after->stack.n + k,
			   .size = 4,
			   .reg = (RegId)o[store ? 1 : 0].val,
			   .undef = store && o[1].flags & OPND_UNDEF}));
	return true;
}

/* May a move write REG?  A reserved one only if BEFORE copies to it. */
static void
check_target(Check *c, InsnId i, RegId reg)
{
	if (c->reserved && bits_has(c->reserved, reg) &&
	    !bits_has(c->pairs.copied_to, reg))
		check_error_after(c, i, "$%s is reserved",
				  target_reg_name(c->t, reg));
}

RegMove
check_copy(const Check *c, InsnId i)
{
	const Insn *a = func_insn(c->after, i);
	const Operand *o = insn_opnds(c->after, a);
	RegMove move = {.dst = (RegId)o[0].val};

	if (insn_is(c->after, a, WK_SUBREG_TO_REG)) {
		move.dst = target_subreg(c->t, move.dst, (SubId)o[3].val);
		o++;
	}
	move.src = (RegId)o[1].val;
	move.undef = o[1].flags & OPND_UNDEF;
	return move;
}

/* Do the operands of made instruction I that its opcode ties have one register,
 * as far as they have any? */
static void
check_ties(Check *c, InsnId i)
{
	const Insn *a = func_insn(c->after, i);
	const OpcodeDesc *desc = insn_desc(c->after, a);
	const OpndDesc *d = c->t->opnd_descs + desc->opnds.start;
	const Operand *o = insn_opnds(c->after, a);
	uint32_t n = desc->opnds.end - desc->opnds.start;

	for (uint32_t k = 0; k < n && k < a->nopnds; k++)
		if (d[k].tied >= 0 && (uint32_t)d[k].tied < a->nopnds &&
		    o[k].val && o[k].val != o[d[k].tied].val)
			check_error_after(
				c, i,
				"operands %u and %d are tied but got $%s and "
				"$%s",
				k, d[k].tied, target_reg_name(c->t, o[k].val),
				target_reg_name(c->t, o[d[k].tied].val));
}

/* May made instruction I write what it defines? */
static void
check_targets(Check *c, InsnId i)
{
	const Insn *a = func_insn(c->after, i);

	FOR_OPNDS(o, c->after, a)
		if (o->kind == OPND_REG && o->flags & OPND_DEF &&
		    !(o->flags & OPND_IMPLICIT))
			check_target(c, i, (RegId)o->val);
}

void
check_moves(Check *c)
{
	const Func *f = c->after;
	const Access *access;

	for (InsnId i = 0; i < f->insns.n; i++) {
		if (c->pairs.kind[i] != MOVE_ORIGINAL &&
		    c->pairs.kind[i] != MOVE_NOTHING)
			check_ties(c, i);
		switch ((MoveKind)c->pairs.kind[i]) {
		case MOVE_COPY:
		case MOVE_AGAIN:
			check_targets(c, i);
			break;
		case MOVE_LOAD:
		case MOVE_STORE:
			access = &c->pairs.accesses.at[c->pairs.aux[i]];
			if (c->pairs.kind[i] == MOVE_LOAD)
				check_target(c, i, access->reg);
			if (access->slot < f->stack.n)
				check_bounds(c, i, access,
					     &c->t->spills[access->rule]);
			break;
		default:
			break;
		}
	}
}

/* Does opcode OP load SIZE bytes from a slot, or store them, as they are? */
static bool
is_access(const Target *t, OpcodeId op, bool load, uint32_t size)
{
	FOR_ARRAY(SpillRule, rule, t->spills, t->n_spills)
		if (rule->size == size &&
		    t->recipes[load ? rule->load : rule->store].op == op)
			return true;
	return false;
}

/* Does opcode OP move as many bits as REG can have, from as many?  What it
 * reads of a smaller register it extends, and of a larger one it may read any
 * part. */
static bool
moves_all(const Target *t, OpcodeId op, RegId reg)
{
	uint32_t first = target_desc(t, op)->opnds.start;
	ClassId to = t->opnd_descs[first].cls;
	ClassId from = t->opnd_descs[first + 1].cls;

	return to != CLASS_NONE && from != CLASS_NONE &&
	       t->classes[to].bits >= t->regs[reg].bits &&
	       t->classes[to].bits == t->classes[from].bits;
}

bool
check_moves_only(const Check *c, const Insn *b)
{
	const OpcodeDesc *desc = insn_desc(c->before, b);
	const Operand *o = insn_opnds(c->before, b);

	if (!(desc->flags & OP_MOVE_REG) || b->nopnds != 2 ||
	    desc->opnds.end - desc->opnds.start != 2 ||
	    o[0].kind != OPND_VREG || !opnd_is_reg(&o[1]) ||
	    !check_is_pure(c->before, b))
		return false;
	RegId reg = check_sample(c, &o[0]);
	return reg && moves_all(c->t, b->op, reg);
}

bool
check_is_move(Check *c, InsnId b)
{
	const Insn *insn = func_insn(c->before, b);
	const OpcodeDesc *desc = insn_desc(c->before, insn);
	const Operand *o = insn_opnds(c->before, insn);
	Slice s = target_folds(c->t, insn->op);

	if (check_moves_only(c, insn))
		return true;
	if (insn->nopnds != 2 || o[0].kind != OPND_VREG || !opnd_is_reg(&o[1]))
		return false;
	FOR_SLICE(FoldRule, rule, c->t->folds, s) {
		if (rule->opnd < 2 && rule->opnd2 == FOLD_NONE && !rule->zero &&
		    !rule->spread &&
		    is_access(c->t, rule->to, rule->opnd, rule->bytes) &&
		    check_bits(c, desc, 0, &o[0]) == rule->bytes * 8u &&
		    check_bits(c, desc, 1, &o[1]) == rule->bytes * 8u)
			return true;
	}
	return false;
}

/* Does A, which target files say moves registers, do so by its operands? */
static bool
is_plain_move(const Check *c, const Insn *a)
{
	const OpcodeDesc *desc = insn_desc(c->after, a);
	const Operand *o = insn_opnds(c->after, a);

	return desc->flags & OP_MOVE_REG &&
	       desc->opnds.end - desc->opnds.start == 2 && a->nopnds >= 2 &&
	       o[0].kind == OPND_REG && o[0].flags & OPND_DEF && o[0].val &&
	       o[1].kind == OPND_REG && !(o[1].flags & OPND_DEF) && o[1].val &&
	       moves_all(c->t, a->op, (RegId)o[0].val);
}

bool
check_classify(Check *c, InsnId i)
{
	const Func *f = c->after;
	const Insn *a = func_insn(f, i);
	const Operand *o = insn_opnds(f, a);
	Access access;

	if ((a->flags & INSN_DEBUG) || insn_is(f, a, WK_KILL) ||
	    insn_is(f, a, WK_IMPLICIT_DEF) || insn_is(f, a, WK_INIT_UNDEF) ||
	    (c->blocks.edge_jumps && bits_has(c->blocks.edge_jumps, i))) {
		c->pairs.kind[i] = MOVE_NOTHING;
		return true;
	}
	if (insn_is(f, a, WK_COPY)) {
		c->pairs.kind[i] = MOVE_COPY;
		return a->nopnds >= 2 && o[0].kind == OPND_REG &&
		       o[1].kind == OPND_REG && o[0].val && o[1].val;
	}
	if (insn_is(f, a, WK_SUBREG_TO_REG)) {
		c->pairs.kind[i] = MOVE_COPY;
		return a->nopnds == 4 && o[0].kind == OPND_REG &&
		       o[2].kind == OPND_REG && o[3].kind == OPND_SUB &&
		       target_subreg(c->t, (RegId)o[0].val, (SubId)o[3].val) &&
		       o[2].val;
	}
	if (!a->op)
		return false;
	if (classify_access(c, i) || classify_lane(c, i) ||
	    classify_slot_copy(c, i))
		return true;
	if (check_constant_store(c, a, &access)) {
		c->pairs.kind[i] = MOVE_KEEP;
		c->pairs.aux[i] = c->pairs.accesses.n;
		VEC_PUSH(&c->arena, c->pairs.accesses, access);
		return true;
	}
	if (check_is_naming(c, a) || !check_is_pure(f, a))
		return false;
	c->pairs.kind[i] = is_plain_move(c, a) ? MOVE_COPY : MOVE_AGAIN;
	return true;
}
