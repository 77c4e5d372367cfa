/*
 * Instructions of AFTER that compute a value again: do they compute what the
 * instruction of BEFORE did, wherever they stand?
 *
 * Such an instruction is a place that a demand can come to.  Nothing writes to
 * it; when the demand meets the definition of its value, the two are compared.
 */
#include "core/base/bits.h"
#include "core/base/search.h"
#include "core/check/demand/demands.h"

bool
check_place_has(Check *c, uint32_t cell, RegId reg, SubId sub, LaneMask lanes)
{
	const CellPart *part = cells_part(&c->cells, reg, cell);
	Slice s = cells_of(&c->cells, reg);

	if (!part)
		return false;
	if (s.end - s.start == 1 && !sub)
		return true;
	return !(lanes & ~cells_lanes_up(&c->cells, sub, part->lanes));
}

/* The block of AFTER's instruction. */
static BlockId
insn_block(const Check *c, InsnId after)
{
	BlockId b = 1;

	SEARCH_FIRST(b, c->after->blocks.n,
		     c->blocks.step[b] <= c->pairs.aux[after]);
	return b - 1;
}

/* How often does BEFORE give V a value? */
static uint32_t
times_given(const Check *c, Value v)
{
	return c->events.values.start[v + 1] - c->events.values.start[v];
}

/* Does BEFORE leave in register REG what was there at its start? */
static bool
is_left(Check *c, RegId reg)
{
	FOR_CELLS(part, &c->cells, reg)
		if (times_given(c, c->nvregs + part->cell))
			return false;
	return true;
}

/* Is register operand O of BEFORE the same whenever it is read? */
static bool
is_steady(Check *c, const Operand *o)
{
	if (o->kind == OPND_VREG)
		return times_given(c, o->val) == 1;
	return !o->val || steady_reads(&c->steady, o) ||
	       is_left(c, (RegId)o->val);
}

/* Is INSN the opcode that the target's setting KEY names? */
static bool
is_setting(const Check *c, const Insn *insn, const char *key)
{
	return insn->op && insn->op == target_setting_opcode(c->t, key);
}

/* Does B compute from nothing: does it name what it writes alone? */
static bool
reads_nothing(const Check *c, const Insn *b)
{
	FOR_OPNDS(o, c->before, b)
		if (!(o->flags & OPND_DEF))
			return false;
	return true;
}

/* Is A the instruction B, or the form that one which makes a constant and
 * writes the flags takes where they must not be written: a move of it? */
static bool
same_computation(const Check *c, const Insn *b, const Insn *a)
{
	const Operand *p = insn_opnds(c->after, a);

	if (check_same_insn(c, b, a) ||
	    (reads_nothing(c, b) && check_converts(c, b, a)))
		return true;
	return a->nopnds > 1 && p[1].kind == OPND_IMM &&
	       !opnd_imm(c->after, &p[1]) && is_setting(c, b, "zero") &&
	       is_setting(c, a, "zero-move");
}

/* A load was folded into A: is B the load? */
static void
again_folded(Check *c, const Demand *d, InsnId b, InsnId a)
{
	const Insn *x = func_insn(c->before, b), *y = func_insn(c->after, a);

	const Fold *fold = check_fold_of(c, a);
	const Operand *user = &c->before->opnds.at[d->root];
	uint32_t bytes = fold->reads;

	if (!bytes)
		bytes = check_natural(c, insn_opnds(c->before, x)) / 8;
	if (insn_opnds(c->before, x)[0].val != d->value)
		check_fail(c, d, b, a, "it loads something else");
	else if (check_uniform(c, x, y, fold, bytes))
		return;
	else if (!check_same_address(c, x, y, fold) ||
		 !check_loads_as_read(c, x, fold, user, d->lanes))
		check_fail(c, d, b, a, "it loads something else");
	else if (!check_loads_constant(c->before, x))
		check_fail(c, d, b, a, "the memory may have changed");
}

/* A stores a constant: is it the one that B computes? */
static void
again_stored(Check *c, const Demand *d, InsnId b, InsnId a)
{
	const Insn *x = func_insn(c->before, b), *y = func_insn(c->after, a);
	Forms forms;

	if (!check_fold(c, x, y, &forms) || forms.at[0].def != 0 ||
	    insn_opnds(c->before, x)[0].val != d->value)
		check_fail(c, d, b, a, "it is another constant");
}

/* Does A say of something that B reads that it has no value? */
static bool
reads_less(const Check *c, const Insn *b, const Insn *a)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *p = insn_opnds(c->after, a);

	for (uint32_t i = 0; i < b->nopnds && i < a->nopnds; i++)
		if (opnd_is_reg(&o[i]) && p[i].kind == OPND_REG &&
		    !((o[i].flags | p[i].flags) & OPND_DEF) &&
		    p[i].flags & ~o[i].flags & OPND_UNDEF)
			return true;
	return false;
}

/* Does B compute what D wants, and A the same into the same lanes? */
static bool
again_same(Check *c, const Demand *d, const Insn *b, const Insn *a,
	   LaneMask lanes)
{
	const Operand *o = insn_opnds(c->before, b);
	const Operand *p = insn_opnds(c->after, a);

	if (!same_computation(c, b, a) ||
	    (b->op == a->op && !check_says_no_more(c, b, a)) ||
	    reads_less(c, b, a))
		return false;
	if (o[0].kind != OPND_VREG)
		return d->cell == d->value - c->nvregs;
	return o[0].val == d->value &&
	       check_place_has(c, d->cell, (RegId)p[0].val, o[0].sub, lanes);
}

/* Demand what operand I of B reads from register REG where A stands: all of it,
 * however little D wants of the result. */
static void
again_operand(Check *c, const Demand *d, const Insn *b, uint32_t i, RegId reg,
	      InsnId a)
{
	const Operand *o = insn_opnds(c->before, b) + i;
	Demand use = *d;
	Slice s = cells_of(&c->cells, reg);
	uint32_t bits = check_bits(c, insn_desc(c->before, b), i, o);

	use.extended = false;
	use.kept = 0;
	use.portion = 0;
	use.step = c->pairs.aux[a];
	use.block = insn_block(c, a);
	check_on_begin(c, &use, reg);
	for (; s.start < s.end; s.start++) {
		CellPart part = c->cells.parts.at[s.start];

		use.width = (uint16_t)(part.bits < bits ? part.bits : bits);
		check_set_cell(c, &use, o, part);
		check_push(c, &use);
	}
}

/* The last step in [LOW, HIGH) that writes some of LANES of virtual register
 * V, or leaves them undefined; NONE. */
static uint32_t
last_written(Check *c, VregId v, LaneMask lanes, uint32_t low, uint32_t high)
{
	uint32_t step;

	while ((step = check_last_event(&c->events.values, v, low, high)) !=
	       NONE) {
		const Insn *b = func_insn(c->before, c->steps.at[step].before);

		FOR_OPNDS(o, c->before, b)
			if (o->kind == OPND_VREG && o->val == v &&
			    (o->flags & OPND_DEF) &&
			    ((o->flags & OPND_UNDEF) ||
			     lanes & cells_sub_lanes(&c->cells, o->sub)))
				return step;
		high = step;
	}
	return NONE;
}

/* A computes again what the definition that D came to does, and reads virtual
 * register O as that does.  Has nothing written it in between, on whatever way:
 * as far back from A as LANES of D's value are those? */
static bool
is_unchanged(Check *c, const Demand *d, LaneMask lanes, const Operand *o,
	     InsnId a)
{
	LaneMask reads = cells_sub_lanes(&c->cells, o->sub);
	uint64_t *seen =
		ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->before->blocks.n));
	VEC(BlockId) work = {0};
	BlockId block = insn_block(c, a);
	uint32_t high = c->pairs.aux[a];

	for (;;) {
		uint32_t low = c->blocks.step[block];
		uint32_t from = last_written(c, d->value, lanes, low, high);
		Slice s = c->blocks.preds[block];

		if (last_written(c, o->val, reads, from == NONE ? low : from,
				 high) != NONE)
			return false;
		for (; s.start < s.end && from == NONE; s.start++)
			if (!bits_has(seen, c->blocks.pred_blocks[s.start])) {
				bits_add(seen, c->blocks.pred_blocks[s.start]);
				VEC_PUSH(&c->arena, work,
					 c->blocks.pred_blocks[s.start]);
			}
		if (!work.n)
			return true;
		block = work.at[--work.n];
		high = c->blocks.step[block + 1];
	}
}

uint32_t
check_last_changed(Check *c, const Demand *d, BlockId block, uint32_t step)
{
	const Insn *b = func_insn(c->before, d->missing);
	uint32_t low = c->blocks.step[block], best = NONE;

	FOR_OPNDS(o, c->before, b) {
		Slice s = {0, 1};

		if (!opnd_is_reg(o) || (o->flags & OPND_DEF) ||
		    (o->kind == OPND_REG &&
		     (!o->val || c->t->regs[o->val].flags & REG_CONSTANT)))
			continue;
		if (o->kind == OPND_REG)
			s = cells_of(&c->cells, (RegId)o->val);
		for (; s.start < s.end; s.start++) {
			Value v =
				o->kind == OPND_VREG
					? o->val
					: c->nvregs + c->cells.parts.at[s.start]
							      .cell;

			uint32_t last = check_last_event(&c->events.values, v,
							 low, step);
			if (last != NONE && (best == NONE || last > best))
				best = last;
		}
	}
	return best;
}

void
check_meet_again(Check *c, Demand *d, InsnId a)
{
	InsnId b = d->missing;

	c->walk.asked[a] = 1;
	d->place = a | PLACE_AGAIN;
	if (b == NONE) {
		check_push(c, d);
		return;
	}
	const Insn *insn = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, insn);
	d->missing = NONE;
	uint32_t bits = check_bits(c, insn_desc(c->before, insn), 0, o);
	if (o->kind == OPND_VREG) {
		uint32_t part = check_part(
			c, o, cells_lanes_down(&c->cells, o->sub, d->lanes));
		bits = part < bits ? part : bits;
	}
	if ((d->extended && bits > d->width) || !check_all_kept(d, bits))
		check_fail(c, d, b, NONE,
			   "only the lower part of the value was moved");
	else
		check_again(c, d, b, a, d->lanes);
}

void
check_again(Check *c, const Demand *d, InsnId b, InsnId a, LaneMask lanes)
{
	const Insn *x = func_insn(c->before, b), *y = func_insn(c->after, a);
	const Operand *o = insn_opnds(c->before, x);
	const Operand *p = insn_opnds(c->after, y);

	if (c->pairs.kind[a] == MOVE_ORIGINAL) {
		again_folded(c, d, b, a);
		return;
	}
	if (c->pairs.kind[a] == MOVE_KEEP) {
		again_stored(c, d, b, a);
		return;
	}
	if (!check_loads_constant(c->before, x)) {
		check_fail(c, d, b, a, "the memory may have changed");
		return;
	}
	if (!again_same(c, d, x, y, lanes)) {
		check_fail(c, d, b, a, "it computes something else");
		return;
	}
	for (uint32_t i = 0; i < x->nopnds; i++) {
		if (!opnd_is_reg(&o[i]) ||
		    (o[i].flags & (OPND_DEF | OPND_UNDEF)))
			continue;
		if (!is_steady(c, &o[i]) &&
		    (o[i].kind != OPND_VREG || d->value >= c->nvregs ||
		     !is_unchanged(c, d, lanes, &o[i], a))) {
			check_fail(c, d, b, a, "its operand has changed");
			return;
		}
		if (o[i].kind == OPND_VREG)
			again_operand(c, d, x, i, (RegId)p[i].val, a);
		else if (o[i].val && !steady_reads(&c->steady, &o[i]))
			again_operand(c, d, x, i, (RegId)o[i].val, a);
	}
}
