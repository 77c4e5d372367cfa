/*
 * Every instruction gives its definitions fresh values, the same ones on both
 * sides; one that could be computed again gives a value made of its text.
 */
#include "testdata/checker/simulate.h"

#include "core/base/bits.h"
#include "core/check/steps.h"
#include "testdata/checker/held.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	Check *c;
	const Func *b, *a;
	const Target *t;
	Arena arena;
	Held regs;
	Bits *slots;	   /* by slot of AFTER */
	uint32_t *offsets; /* the same: where that was stored */
	uint64_t random;
	/* by instruction of BEFORE: when it last ran, and what its operands
	 * were if AFTER did not run it then */
	uint64_t *fresh_of;
	Bits **read_of;
	const Bits *late; /* the operands of the one that AFTER runs now */
	BlockId *to;	  /* by block of BEFORE: that of AFTER, or NONE */
	uint8_t *added;	  /* by block of AFTER: BEFORE has not got it */
	bool differs, ambiguous, verbose;
} Sim;

static uint64_t
next_random(Sim *s)
{
	s->random += 0x9e3779b97f4a7c15u;
	return value_mix(s->random);
}

/* --- renamings --- */

/* The part SUB of a value of N parts as big as that of O. */
static void
take_part(Sim *s, Bits *whole, const Operand *def, SubId sub, const Bits *part)
{
	uint32_t at[UNITS_MAX], n, i;
	bool upper;

	if (def->kind != OPND_VREG)
		return;
	n = held_part_units(&s->regs, def->val, sub, at, &upper);
	for (i = 0; i < n; i++)
		whole->unit[at[i]] = i < part->n ? part->unit[i] : 0;
}

static SubId
sub_of(const Func *f, const Operand *o)
{
	return (SubId)(o->kind == OPND_IMM ? opnd_imm(f, o) : o->val);
}

static Bits
read_or_undef(Sim *s, const Operand *o)
{
	if (o->flags & OPND_UNDEF)
		return (Bits){.n = UNITS_MAX};
	return held_read(&s->regs, o);
}

static void
run_naming(Sim *s, const Insn *insn)
{
	const Operand *o = insn_opnds(s->b, insn);
	Bits bits = {.n = UNITS_MAX}, part;
	uint32_t i;

	if (insn_is(s->b, insn, WK_KILL) && o[0].kind == OPND_REG)
		return;
	if (insn_is(s->b, insn, WK_COPY) || insn_is(s->b, insn, WK_KILL) ||
	    check_moves_only(s->c, insn)) {
		bits = read_or_undef(s, &o[1]);
		/* A narrow value in a wide register: what is above is open. */
	} else if (insn_is(s->b, insn, WK_REG_SEQUENCE)) {
		for (i = 1; i + 1 < insn->nopnds; i += 2) {
			part = read_or_undef(s, &o[i]);
			take_part(s, &bits, &o[0], sub_of(s->b, &o[i + 1]),
				  &part);
		}
	} else if (insn_is(s->b, insn, WK_INSERT_SUBREG)) {
		bits = read_or_undef(s, &o[1]);
		part = read_or_undef(s, &o[2]);
		take_part(s, &bits, &o[0], sub_of(s->b, &o[3]), &part);
	} else if (insn_is(s->b, insn, WK_SUBREG_TO_REG)) {
		part = read_or_undef(s, &o[2]);
		take_part(s, &bits, &o[0], sub_of(s->b, &o[3]), &part);
		bits.upper = 1;
	} else if (insn_is(s->b, insn, WK_EXTRACT_SUBREG)) {
		Operand src = o[1];

		src.sub = target_compose(s->t, src.sub, sub_of(s->b, &o[2]));
		bits = read_or_undef(s, &src);
	}
	held_write(&s->regs, &o[0], &bits);
}

/* --- instructions --- */

/* Does A call undefined what its original reads by operand O, P in A? */
static bool
marked_undef(const Sim *s, const Operand *o, InsnId a, const Operand *p)
{
	const Insn *insn = func_insn(s->a, a);
	const Operand *q = insn_opnds(s->a, insn);
	bool marked = false;
	uint32_t k;

	if (o->kind != OPND_REG)
		return p && p->flags & OPND_UNDEF;
	for (k = 0; k < insn->nopnds; k++) {
		if (!check_same_opnd(s->c, o, &q[k]))
			continue;
		if (!(q[k].flags & OPND_UNDEF))
			return false;
		marked = true;
	}
	return marked;
}

/* Does instruction ID of BEFORE write a part of REG, or around it, itself? */
static bool
defines_some_of(const Sim *s, InsnId id, RegId reg)
{
	const Insn *b = func_insn(s->b, id);
	const Operand *o = insn_opnds(s->b, b);
	uint32_t k;

	for (k = 0; k < b->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].flags & OPND_DEF &&
		    target_overlap(s->t, (RegId)o[k].val, reg))
			return true;
	return false;
}

/* What A of AFTER, which is BEFORE (or NONE), says it writes besides is lost.
 */
static void
run_besides(Sim *s, InsnId before, InsnId a)
{
	const Step step = {before, a};
	const Insn *insn = func_insn(s->a, a);
	const Operand *o = insn_opnds(s->a, insn);
	uint32_t k;
	Bits lost;

	for (k = 0; k < insn->nopnds; k++) {
		if (!check_is_beside(s->c, &step, k) ||
		    (before != NONE &&
		     defines_some_of(s, before, (RegId)o[k].val)))
			continue;
		lost = bits_fresh(++s->regs.fresh * 1024);
		held_write_phys(&s->regs, &s->regs.after, (RegId)o[k].val,
				&lost);
	}
}

/* Does operand I of A's original, O, find its value? */
static void
compare(Sim *s, const Operand *o, InsnId a, uint32_t i)
{
	const Operand *p = check_opnd(s->c, a, i);
	Bits x = s->late ? s->late[i] : held_read(&s->regs, o), y;
	uint32_t k;

	if (p && !p->val)
		return;
	if (marked_undef(s, o, a, p))
		for (k = 0; k < x.n; k++)
			s->differs |= x.unit[k] != 0;
	if (p)
		y = held_read_phys(&s->regs, &s->regs.after, (RegId)p->val);
	else if (check_fold_of(s->c, a)->slot != NONE)
		y = s->slots[check_fold_of(s->c, a)->slot];
	else
		return;
	for (k = 0; k < x.n && k < y.n; k++)
		if (x.unit[k] && x.unit[k] != y.unit[k])
			s->differs = true;
	if (p && x.upper && x.upper != y.upper && x.upper != 1)
		s->differs = true;
	if (s->differs && s->verbose)
		printf("simulation: offset %u, operand %u\n",
		       (unsigned)func_insn(s->a, a)->loc, i);
}

/* Operand I of A's original gets BITS. */
static void
write_after(Sim *s, InsnId a, uint32_t i, const Bits *bits)
{
	const Operand *p = check_opnd(s->c, a, i);
	const Fold *fold = check_fold_of(s->c, a);
	Bits lost;

	if (p && fold && fold->whole && fold->whole != p->val && !i) {
		lost = bits_fresh(++s->regs.fresh * 1024);
		held_write_phys(&s->regs, &s->regs.after, fold->whole, &lost);
	}
	if (p && p->kind == OPND_REG && p->val)
		held_write_phys(&s->regs, &s->regs.after, (RegId)p->val, bits);
	else if (!p && fold->def == i)
		s->slots[fold->slot] = *bits;
}

static void
compare_reads(Sim *s, const Insn *b, InsnId a)
{
	const Operand *o = insn_opnds(s->b, b);
	uint32_t i;

	for (i = 0; i < b->nopnds; i++)
		if (opnd_is_reg(&o[i]) &&
		    !(o[i].flags & (OPND_DEF | OPND_UNDEF | OPND_DEBUG)))
			compare(s, &o[i], a, i);
}

/* Do all operands of A's original, B, find their values?  Where nobody says
 * whether two of them changed places, in one way at least. */
static void
compare_all(Sim *s, const Insn *b, InsnId a)
{
	uint32_t first = s->c->pairs.aux[a], n, k;

	n = first ? s->c->pairs.folds.at[first - 1].others : 0;
	s->differs = true;
	for (k = 0; s->differs && k <= n; k++) {
		s->c->pairs.aux[a] = first + k;
		s->differs = false;
		compare_reads(s, b, a);
	}
	s->c->pairs.aux[a] = first;
}

/* Instruction ID of BEFORE runs; what it reads, for when AFTER runs it. */
static void
keep_reads(Sim *s, InsnId id)
{
	const Insn *b = func_insn(s->b, id);
	const Operand *o = insn_opnds(s->b, b);
	uint32_t i;

	if (!s->read_of[id])
		s->read_of[id] = ARENA_NEW(&s->arena, Bits, b->nopnds + 1);
	for (i = 0; i < b->nopnds; i++)
		if (opnd_is_reg(&o[i]) && !(o[i].flags & OPND_DEF))
			s->read_of[id][i] = held_read(&s->regs, &o[i]);
}

/* Instruction ID of BEFORE is A of AFTER; NONE: it has none, or has it later.
 * LATE: A is where AFTER comes to it, BEFORE has run it already. */
static void
run_pair(Sim *s, InsnId id, InsnId a, bool late)
{
	const Insn *b = func_insn(s->b, id);
	const Operand *o = insn_opnds(s->b, b);
	uint64_t seed = value_of_text(s->b, b), fresh;
	uint32_t i;

	if (!late)
		s->fresh_of[id] = s->regs.fresh += 128;
	fresh = s->fresh_of[id];
	if (a == NONE)
		keep_reads(s, id);
	s->late = late ? s->read_of[id] : NULL;
	if (a != NONE)
		compare_all(s, b, a);
	s->late = NULL;
	for (i = 0; i < b->nopnds && a != NONE; i++)
		if (o[i].kind == OPND_MASK)
			held_clobber(&s->regs, s->b->masks.at[o[i].val].words,
				     fresh << 20);
	for (i = 0; i < b->nopnds; i++) {
		Bits bits;

		if (!opnd_is_reg(&o[i]) || !(o[i].flags & OPND_DEF) ||
		    !o[i].val)
			if (o[i].kind != OPND_VREG || !(o[i].flags & OPND_DEF))
				continue;
		/* A mark on a part of what the instruction computes. */
		if (seed && i && o[0].kind == OPND_REG &&
		    o[i].kind == OPND_REG &&
		    target_overlap(s->t, (RegId)o[0].val, (RegId)o[i].val))
			continue;
		bits = bits_fresh((seed && !i ? seed : fresh) * 1024 + i * 128);
		if (a != NONE)
			write_after(s, a, i, &bits);
		if (!late)
			held_write(&s->regs, &o[i], &bits);
	}
	if (a != NONE)
		run_besides(s, id, a);
}

static void
run_again(Sim *s, const Insn *a)
{
	const Operand *o = insn_opnds(s->a, a);
	Slice implied = insn_implied(s->a, a)->defs;
	uint64_t seed = value_of_text(s->a, a);
	uint32_t i;
	Bits bits;

	s->regs.fresh += 128;
	for (i = implied.start; i < implied.end; i++) {
		bits = bits_fresh(s->regs.fresh * 1024 + i);
		held_write_phys(&s->regs, &s->regs.after,
				s->t->implicit_regs[i], &bits);
	}
	bits = bits_fresh((seed ? seed : s->regs.fresh) * 1024);
	held_write_phys(&s->regs, &s->regs.after, (RegId)o[0].val, &bits);
}

static void
run_made(Sim *s, InsnId j)
{
	const Insn *a = func_insn(s->a, j);
	RegMove move;
	Access access;
	Bits bits;

	switch ((MoveKind)s->c->pairs.kind[j]) {
	case MOVE_COPY:
		move = check_copy(s->c, j);
		if (move.undef)
			bits = bits_fresh(++s->regs.fresh * 1024);
		else
			bits = held_read_phys(&s->regs, &s->regs.after,
					      move.src);
		held_write_phys(&s->regs, &s->regs.after, move.dst, &bits);
		break;
	case MOVE_STORE:
		access = s->c->pairs.accesses.at[s->c->pairs.aux[j]];
		bits = held_read_phys(&s->regs, &s->regs.after, access.reg);
		if (access.size * 8 < cells_width(&s->c->cells, access.reg))
			bits.upper = ++s->regs.fresh;
		s->slots[access.slot] = bits;
		s->offsets[access.slot] = access.offset;
		break;
	case MOVE_LOAD:
		access = s->c->pairs.accesses.at[s->c->pairs.aux[j]];
		bits = s->slots[access.slot];
		if (access.offset != s->offsets[access.slot])
			bits = bits_fresh(++s->regs.fresh * 1024);
		held_write_phys(&s->regs, &s->regs.after, access.reg, &bits);
		break;
	case MOVE_AGAIN:
		run_again(s, a);
		break;
	default:
		return;
	}
	run_besides(s, NONE, j);
}

/* Run BEFORE's instructions from *AT up to END, which have no counterpart, or
 * have it later. */
static void
run_missing(Sim *s, InsnId *at, InsnId end)
{
	for (; *at < end; ++*at) {
		const Insn *b = func_insn(s->b, *at);

		if ((b->flags & INSN_DEBUG) || insn_is(s->b, b, WK_PHI))
			continue;
		if (check_is_naming(s->c, b) || check_moves_only(s->c, b))
			run_naming(s, b);
		else
			run_pair(s, *at, NONE, false);
	}
}

static void
run_phis(Sim *s, BlockId block, BlockId from)
{
	const Block *x = &s->b->blocks.at[block];
	Bits *values = ARENA_RAW(&s->arena, Bits, x->end - x->first + 1);
	InsnId i;

	for (i = x->first; i < x->end; i++) {
		const Insn *b = func_insn(s->b, i);
		const Operand *o = insn_opnds(s->b, b);
		uint32_t k;

		values[i - x->first] = (Bits){.n = UNITS_MAX};
		if (!insn_is(s->b, b, WK_PHI))
			break;
		for (k = 1; k + 1 < b->nopnds; k += 2)
			if (o[k + 1].val == from)
				values[i - x->first] = read_or_undef(s, &o[k]);
	}
	for (i = x->first; i < x->end; i++) {
		const Insn *b = func_insn(s->b, i);

		if (!insn_is(s->b, b, WK_PHI))
			break;
		held_write(&s->regs, insn_opnds(s->b, b),
			   &values[i - x->first]);
	}
}

static void
run_block(Sim *s, BlockId block, BlockId from)
{
	const Block *x = &s->b->blocks.at[block];
	const Block *y = &s->a->blocks.at[s->to[block]];
	InsnId i = x->first, j;

	if (from != NONE)
		run_phis(s, block, from);
	for (j = y->first; j < y->end && !s->differs; j++) {
		InsnId o = s->c->pairs.origin[j];

		if (s->c->pairs.kind[j] != MOVE_ORIGINAL) {
			run_made(s, j);
			continue;
		}
		if (o < i) {
			run_pair(s, o, j, true);
			continue;
		}
		run_missing(s, &i, o);
		run_pair(s, o, j, false);
		i = o + 1;
	}
	run_missing(s, &i, x->end);
}

static BlockId
pick_successor(Sim *s, BlockId block)
{
	Slice x = s->b->blocks.at[block].succs;
	uint32_t n = x.end - x.start, i;

	for (i = 0; i < 4 && n; i++) {
		BlockId to = s->b->succs.at[x.start + next_random(s) % n].block;

		if (!(s->b->blocks.at[to].flags &
		      (BLOCK_LANDING_PAD | BLOCK_ASM_TARGET)))
			return to;
	}
	return NONE;
}

static bool
is_branch(const Func *f, const Insn *insn)
{
	return !(insn->flags & INSN_DEBUG) && insn_flags(f, insn) & OP_BRANCH;
}

/* The block that branch INSN names; NONE. */
static BlockId
branch_target(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds && is_branch(f, insn); k++)
		if (o[k].kind == OPND_BLOCK)
			return o[k].val;
	return NONE;
}

/* Where AFTER goes first when BEFORE goes from BLOCK to TO: where its
 * counterpart of one of BEFORE's branches there says, else on. */
static BlockId
leave_block(Sim *s, BlockId block, BlockId to)
{
	const Block *x = &s->b->blocks.at[block];
	const Block *y = &s->a->blocks.at[s->to[block]];
	BlockId at = NONE;
	bool indirect = false;
	uint32_t n = 0;
	InsnId i, j;

	for (i = x->first; i < x->end; i++) {
		const Insn *b = func_insn(s->b, i);

		indirect |= is_branch(s->b, b) &&
			    insn_flags(s->b, b) & OP_INDIRECT_BRANCH;
		if (branch_target(s->b, b) != to)
			continue;
		for (j = y->first; j < y->end; j++)
			if (s->c->pairs.origin[j] == i &&
			    next_random(s) % ++n == 0)
				at = branch_target(s->a, func_insn(s->a, j));
	}
	if (n)
		return at;
	return indirect ? s->to[to] : s->to[block] + 1;
}

/* Run the blocks that only AFTER has, on the way from BLOCK to TO. */
static void
run_added(Sim *s, BlockId block, BlockId to)
{
	BlockId at = leave_block(s, block, to);
	unsigned left = 4;
	InsnId j;

	while (at != NONE && at < s->a->blocks.n && s->added[at] && left--) {
		const Block *y = &s->a->blocks.at[at++];

		for (j = y->first; j < y->end; j++) {
			if (is_branch(s->a, func_insn(s->a, j))) {
				at = branch_target(s->a, func_insn(s->a, j));
				break;
			}
			run_made(s, j);
		}
	}
	s->differs |= at != s->to[to];
}

static void
run_path(Sim *s, unsigned nblocks)
{
	BlockId block = 0, from = NONE, next;
	uint32_t u;

	memset(s->regs.vregs, 0, sizeof(Bits) * s->b->vregs.n);
	for (u = 0; u < s->t->n_unit_regs; u++) {
		held_set_unit(&s->regs, u, 1000);
	}
	while (nblocks-- && block != NONE && !s->differs) {
		run_block(s, block, from);
		next = pick_successor(s, block);
		if (next != NONE && s->a->blocks.n > s->b->blocks.n)
			run_added(s, block, next);
		from = block;
		block = next;
	}
}

static void
classify_original(Sim *s, InsnId j)
{
	Check *c = s->c;
	const Fold *fold;

	c->pairs.kind[j] = MOVE_ORIGINAL;
	if (!check_forms(c, c->pairs.origin[j], j)) {
		s->differs |= !is_branch(s->a, func_insn(s->a, j));
		return;
	}
	/* Which of two was folded is for the checker to find out. */
	fold = check_fold_of(c, j);
	s->ambiguous |= fold && fold->at != NONE && fold->others;
}

/* What each instruction of AFTER is, by the checker's own recognition. */
static void
classify(Sim *s)
{
	uint32_t n = s->a->insns.n, j;
	Check *c = s->c;

	c->pairs.kind = ARENA_NEW(&c->arena, uint8_t, n + 1);
	c->pairs.aux = ARENA_NEW(&c->arena, uint32_t, n + 1);
	c->pairs.origin = ARENA_NEW(&c->arena, InsnId, n + 1);
	check_set_naming(c);
	c->messages.limit = 1;
	check_slots(c);
	for (j = 0; j < n; j++)
		c->pairs.origin[j] = func_insn(s->a, j)->origin;
	check_unfold(c);
	s->b = c->before;
	cells_build(&c->cells, c->before, c->after, false, &c->arena);
	for (j = 0; j < n; j++) {
		const Insn *a = func_insn(s->a, j);

		if (c->pairs.origin[j] != NONE && !(a->flags & INSN_DEBUG) &&
		    !check_is_naming(s->c, a) &&
		    !check_is_naming(s->c, func_insn(s->b, c->pairs.origin[j])))
			classify_original(s, j);
		else if (is_branch(s->a, a) && c->pairs.origin[j] == NONE)
			c->pairs.kind[j] = MOVE_NOTHING;
		else if (!check_classify(c, j))
			s->differs = true;
		s->ambiguous |= c->pairs.kind[j] == MOVE_KEEP;
	}
}

/* Which blocks of the two are the same?  Those of one number, in order. */
static void
pair_blocks(Sim *s)
{
	BlockId i = 0, k;

	s->to = ARENA_RAW(&s->arena, BlockId, s->b->blocks.n + 1);
	s->added = ARENA_NEW(&s->arena, uint8_t, s->a->blocks.n + 1);
	for (k = 0; k < s->b->blocks.n; k++)
		s->to[k] = k;
	if (s->a->blocks.n == s->b->blocks.n)
		return;
	for (k = 0; k < s->a->blocks.n; k++)
		if (i < s->b->blocks.n &&
		    s->b->blocks.at[i].number == s->a->blocks.at[k].number)
			s->to[i++] = k;
		else
			s->added[k] = 1;
}

bool
simulate(const Func *before, const Func *after, unsigned npaths,
	 unsigned nblocks, uint64_t seed)
{
	CheckOptions options = {.unmarked = true};
	Check c = {.before = before,
		   .after = after,
		   .t = before->target,
		   .options = &options};
	Sim s = {.c = &c,
		 .b = before,
		 .a = after,
		 .t = before->target,
		 .random = seed,
		 .verbose = getenv("CHECK_VERBOSE") != NULL};

	steady_find(&c.steady, before, NULL, &c.arena);
	pair_blocks(&s);
	classify(&s);
	held_init(&s.regs, s.b, &c.cells, &s.arena);
	s.fresh_of = ARENA_NEW(&s.arena, uint64_t, s.b->insns.n + 1);
	s.read_of = ARENA_NEW(&s.arena, Bits *, s.b->insns.n + 1);
	s.slots =
		ARENA_NEW(&s.arena, Bits, after->stack.n + c.slots.lanes.n + 1);
	s.offsets = ARENA_NEW(&s.arena, uint32_t,
			      after->stack.n + c.slots.lanes.n + 1);
	while (npaths-- && !s.differs && !s.ambiguous)
		run_path(&s, nblocks);
	arena_free(&c.arena);
	arena_free(&s.arena);
	return !s.differs;
}
