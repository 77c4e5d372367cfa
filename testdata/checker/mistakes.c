#include "testdata/checker/mistakes.h"

#include <string.h>

enum {
	TRIES = 60,
	FAR = 10 /* how far something moves */
};

uint32_t
random_below(uint64_t *random, uint32_t n)
{
	uint64_t x;

	*random += 0x9e3779b97f4a7c15u;
	x = *random;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return n ? (uint32_t)((x ^ x >> 31) % n) : 0;
}

static Insn *
pick_insn(Func *f, uint64_t *random)
{
	return &f->insns.at[random_below(random, f->insns.n)];
}

/* A register operand of INSN with all FLAGS and none of NOT; NULL: by chance
 * none was found. */
static Operand *
pick_register_of(Func *f, uint64_t *random, const Insn *insn, unsigned flags,
		 unsigned not )
{
	Operand *o;

	if (!insn->nopnds || insn->flags & INSN_DEBUG)
		return NULL;
	o = insn_opnds(f, insn) + random_below(random, insn->nopnds);
	return o->kind == OPND_REG && o->val &&
			       (o->flags & (flags | not )) == flags
		       ? o
		       : NULL;
}

BlockId
block_of(const Func *f, InsnId i)
{
	BlockId b = 0;

	while (f->blocks.at[b].end <= i)
		b++;
	return b;
}

static bool
is_made(const Func *f, const Insn *insn)
{
	return insn->origin == NONE && !(insn->flags & INSN_DEBUG) &&
	       insn->nopnds && !insn_is(f, insn, WK_KILL) &&
	       !insn_is(f, insn, WK_IMPLICIT_DEF);
}

/* Instruction FROM stands at TO, and those between one further. */
void
move_insn(Func *f, InsnId from, InsnId to)
{
	Insn save = f->insns.at[from];

	if (from < to)
		memmove(f->insns.at + from, f->insns.at + from + 1,
			sizeof(Insn) * (to - from));
	else
		memmove(f->insns.at + to + 1, f->insns.at + to,
			sizeof(Insn) * (from - to));
	f->insns.at[to] = save;
}

/* INSN gets its operands anew, with room for one more, where its PLACE is. */
static Operand *
add_operand(Func *f, Insn *insn, uint32_t place)
{
	Operand *o = insn_opnds(f, insn), *to = f->opnds.at + f->opnds.n;

	memcpy(to, o, sizeof(Operand) * place);
	memcpy(to + place + 1, o + place,
	       sizeof(Operand) * (insn->nopnds - place));
	to[place] =
		(Operand){.kind = OPND_REG, .tied = TIED_NONE, .loc = LOC_NONE};
	insn->opnd0 = f->opnds.n;
	insn->nopnds++;
	f->opnds.n += insn->nopnds;
	return to + place;
}

/* INSN at I, and the rest one further. */
static void
insert_insn(Func *f, InsnId i, Insn insn)
{
	BlockId b;

	memmove(f->insns.at + i + 1, f->insns.at + i,
		sizeof(Insn) * (f->insns.n - i));
	f->insns.at[i] = insn;
	f->insns.n++;
	for (b = 0; b < f->blocks.n; b++) {
		f->blocks.at[b].first += f->blocks.at[b].first > i;
		f->blocks.at[b].end += f->blocks.at[b].end > i;
	}
}

/* A register beside REG in one around both, of as many units; 0. */
static RegId
pick_sibling(const Func *f, uint64_t *random, RegId reg)
{
	const Target *t = f->target;
	Slice s = t->regs[reg].supers, subs;
	uint32_t n = t->regs[reg].units.end - t->regs[reg].units.start;
	uint32_t tries;
	RegId other, super;

	for (tries = 0; tries < 10 && s.start < s.end; tries++) {
		super = target_super_at(
			t, reg,
			s.start + random_below(random, s.end - s.start));
		subs = t->regs[super].subs;
		if (subs.start == subs.end)
			continue;
		other = target_sub_at(
			t, super,
			subs.start +
				random_below(random, subs.end - subs.start));
		if (other != reg &&
		    t->regs[other].units.end - t->regs[other].units.start == n)
			return other;
	}
	return 0;
}

bool
change_part(Func *f, uint64_t *random)
{
	uint32_t tries;

	for (tries = 0; tries < TRIES; tries++) {
		Operand *o = pick_register_of(f, random, pick_insn(f, random),
					      0, OPND_IMPLICIT | OPND_UNDEF);
		RegId reg = o ? pick_sibling(f, random, (RegId)o->val) : 0;

		if (!reg)
			continue;
		o->val = reg;
		return true;
	}
	return false;
}

/* Does the opcode of INSN imply O? */
static bool
is_implied(const Func *f, const Insn *insn, const Operand *o)
{
	const OpcodeDesc *d = insn_desc(f, insn);
	Slice s = o->flags & OPND_DEF ? insn_implied(f, insn)->defs
				      : insn_implied(f, insn)->uses;

	while (s.start < s.end && f->target->implicit_regs[s.start] != o->val)
		s.start++;
	return s.start < s.end && !(d->flags & OP_CALL);
}

bool
drop_implied(Func *f, uint64_t *random)
{
	uint32_t tries, k;

	for (tries = 0; tries < TRIES; tries++) {
		Insn *insn = pick_insn(f, random);
		Operand *o =
			pick_register_of(f, random, insn, OPND_IMPLICIT, 0);

		if (!o || !insn->op || !is_implied(f, insn, o))
			continue;
		k = (uint32_t)(o - insn_opnds(f, insn));
		memmove(o, o + 1, sizeof(Operand) * (insn->nopnds - k - 1));
		insn->nopnds--;
		return true;
	}
	return false;
}

bool
put_behind(Func *f, uint64_t *random)
{
	uint32_t tries;
	InsnId first, end, i;
	BlockId b;

	for (tries = 0; tries < TRIES; tries++) {
		b = random_below(random, f->blocks.n);
		first = block_first_terminator(f, b);
		end = f->blocks.at[b].end;
		if (first == end || first == f->blocks.at[b].first ||
		    f->insns.at[end - 1].flags & INSN_DEBUG)
			continue;
		i = first - 1;
		if (f->insns.at[i].flags & INSN_DEBUG || !f->insns.at[i].nopnds)
			continue;
		move_insn(f, i, end - 1);
		return true;
	}
	return false;
}

/* A number of INSN, behind a slot of the allocator's if SLOT; NULL. */
static Operand *
find_number(const Func *f, uint64_t *random, const Insn *insn, bool slot)
{
	Operand *o = insn_opnds(f, insn);
	uint32_t k, n = 0;
	Operand *found = NULL;
	bool behind = !slot;

	for (k = 0; k < insn->nopnds; k++) {
		behind |= o[k].kind == OPND_STACK &&
			  f->stack.at[o[k].val].kind == STACK_SPILL;
		if (behind && o[k].kind == OPND_IMM &&
		    !random_below(random, ++n))
			found = &o[k];
	}
	return found;
}

static bool
change_some_number(Func *f, uint64_t *random, bool slot)
{
	static const int64_t by[] = {1, 4, 8, 16, -1, -4};
	uint32_t tries;

	for (tries = 0; tries < TRIES * 4; tries++) {
		Insn *insn = pick_insn(f, random);
		Operand *o = insn->flags & INSN_DEBUG
				     ? NULL
				     : find_number(f, random, insn, slot);
		int64_t n;

		if (!o)
			continue;
		n = opnd_imm(f, o) +
		    by[random_below(random, sizeof(by) / sizeof(*by))];
		o->val = f->imms.n;
		VEC_PUSH(f->arena, f->imms, n);
		return true;
	}
	return false;
}

bool
change_offset(Func *f, uint64_t *random)
{
	return change_some_number(f, random, true);
}

bool
change_number(Func *f, uint64_t *random)
{
	return change_some_number(f, random, false);
}

bool
move_made(Func *f, uint64_t *random)
{
	uint32_t tries;

	for (tries = 0; tries < TRIES; tries++) {
		InsnId i = random_below(random, f->insns.n), to;
		const Block *block;

		if (!is_made(f, &f->insns.at[i]))
			continue;
		block = &f->blocks.at[block_of(f, i)];
		to = i + random_below(random, 2 * FAR + 1);
		if (to < FAR || to - FAR == i || to - FAR < block->first ||
		    to - FAR >= block->end)
			continue;
		move_insn(f, i, to - FAR);
		return true;
	}
	return false;
}

bool
mark_undef(Func *f, uint64_t *random)
{
	const unsigned not = OPND_DEF | OPND_UNDEF | OPND_INTERNAL;
	uint32_t tries;

	for (tries = 0; tries < TRIES; tries++) {
		Operand *o = pick_register_of(f, random, pick_insn(f, random),
					      0, not );

		if (!o)
			continue;
		o->flags |= OPND_UNDEF;
		return true;
	}
	return false;
}

bool
add_beside(Func *f, uint64_t *random)
{
	uint32_t tries;

	for (tries = 0; tries < TRIES; tries++) {
		Insn *insn = pick_insn(f, random);
		const Operand *other =
			pick_register_of(f, random, pick_insn(f, random), 0, 0);
		Operand *o;

		if (!other || insn->flags & INSN_DEBUG || !insn->nopnds ||
		    insn_is(f, insn, WK_INLINEASM) ||
		    insn->nopnds + 1 > MORE_OPNDS)
			continue;
		o = add_operand(f, insn, insn->nopnds);
		o->val = other->val;
		o->flags = OPND_DEF | OPND_IMPLICIT;
		return true;
	}
	return false;
}

/* The part of REG, or the register around it, that CLS has; 0. */
static RegId
fit_register(const Target *t, ClassId cls, RegId reg)
{
	Slice s = t->regs[reg].subs;

	for (; s.start < s.end; s.start++)
		if (target_class_has(t, cls, target_sub_at(t, reg, s.start)))
			return target_sub_at(t, reg, s.start);
	for (s = t->regs[reg].supers; s.start < s.end; s.start++)
		if (target_class_has(t, cls, target_super_at(t, reg, s.start)))
			return target_super_at(t, reg, s.start);
	return 0;
}

/* A rule of another size, but the same operands, than RULE, for REG or a part;
 * LOAD: its other opcode. */
static bool
apply_other_rule(Func *f, uint64_t *random, Insn *insn, Operand *o,
		 const SpillRule *rule, bool load)
{
	const Target *t = f->target;
	uint32_t k = random_below(random, t->n_spills), i;

	for (i = 0; i < t->n_spills; i++) {
		const SpillRule *x = &t->spills[(k + i) % t->n_spills];
		const Recipe *p = &t->recipes[load ? rule->load : rule->store];
		const Recipe *q = &t->recipes[load ? x->load : x->store];
		RegId reg = fit_register(t, x->cls, (RegId)o->val);

		if (x->size == rule->size || !reg ||
		    p->opnds.end - p->opnds.start !=
			    q->opnds.end - q->opnds.start)
			continue;
		insn->op = q->op;
		o->val = reg;
		return true;
	}
	return false;
}

bool
change_size(Func *f, uint64_t *random)
{
	const Target *t = f->target;
	uint32_t tries, k, way, i;

	for (tries = 0; tries < TRIES; tries++) {
		Insn *insn = pick_insn(f, random);
		Operand *o = insn_opnds(f, insn);

		for (k = 0; is_made(f, insn) && k < t->n_spills; k++)
			for (way = 0; way < 2; way++) {
				const SpillRule *rule = &t->spills[k];
				const Recipe *r =
					&t->recipes[way ? rule->load
							: rule->store];

				if (r->op != insn->op)
					continue;
				for (i = 0; i < insn->nopnds; i++)
					if (o[i].kind == OPND_REG &&
					    target_class_has(t, rule->cls,
							     (RegId)o[i].val) &&
					    apply_other_rule(f, random, insn,
							     &o[i], rule, way))
						return true;
			}
	}
	return false;
}

/* An instruction of the input that has code; NONE. */
static InsnId
pick_original(const Func *before, const Func *f, uint64_t *random)
{
	uint32_t tries;

	for (tries = 0; tries < TRIES; tries++) {
		InsnId i = random_below(random, f->insns.n);
		const Insn *insn = &f->insns.at[i];

		if (insn->origin != NONE && insn->nopnds && insn->op &&
		    !(insn->flags & INSN_DEBUG) &&
		    !(insn_flags(f, insn) & OP_META) &&
		    func_insn(before, insn->origin)->op == insn->op)
			return i;
	}
	return NONE;
}

bool
drop_original(const Func *before, Func *f, uint64_t *random)
{
	InsnId i = pick_original(before, f, random);

	if (i == NONE)
		return false;
	f->insns.at[i].op = f->target->known[WK_KILL];
	f->insns.at[i].nopnds = f->insns.at[i].nleft = 0;
	f->insns.at[i].origin = NONE;
	return true;
}

bool
repeat_original(const Func *before, Func *f, uint64_t *random)
{
	InsnId i = pick_original(before, f, random);

	if (i == NONE)
		return false;
	insert_insn(f, i, f->insns.at[i]);
	return true;
}

bool
change_opcode(Func *f, uint64_t *random)
{
	const Target *t = f->target;
	uint32_t tries;

	for (tries = 0; tries < TRIES; tries++) {
		Insn *insn = pick_insn(f, random);
		OpcodeId op = (OpcodeId)(insn->op + 1);
		const OpcodeDesc *x = target_desc(t, insn->op), *y;

		if (!insn->op || op >= t->n_opcodes ||
		    insn->flags & INSN_DEBUG ||
		    x->flags & (OP_META | OP_MOVE_REG))
			continue;
		y = target_desc(t, op);
		if (x->ndefs != y->ndefs ||
		    x->opnds.end - x->opnds.start !=
			    y->opnds.end - y->opnds.start)
			continue;
		insn->op = op;
		return true;
	}
	return false;
}

bool
change_branch(Func *f, uint64_t *random)
{
	uint32_t tries, k;

	for (tries = 0; tries < TRIES; tries++) {
		InsnId i = random_below(random, f->insns.n);
		const Insn *insn = &f->insns.at[i];
		Slice s = f->blocks.at[block_of(f, i)].succs;
		Operand *o = insn_opnds(f, insn);
		BlockId to;

		if (s.end - s.start < 2 || insn->flags & INSN_DEBUG)
			continue;
		to = f->succs.at[s.start +
				 random_below(random, s.end - s.start)]
			     .block;
		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_BLOCK && o[k].val != to) {
				o[k].val = to;
				return true;
			}
	}
	return false;
}

/* A register of the class of operand K of INSN that INSN does not have; 0. */
static RegId
pick_free(const Func *f, uint64_t *random, const Insn *insn, uint32_t k)
{
	const Target *t = f->target;
	Slice s = insn_desc(f, insn)->opnds;
	ClassId cls = s.start + k < s.end ? t->opnd_descs[s.start + k].cls
					  : CLASS_NONE;
	const Operand *o = insn_opnds(f, insn);
	uint32_t i;
	RegId reg;

	if (cls == CLASS_NONE)
		return 0;
	s = t->classes[cls].order;
	if (s.start == s.end)
		return 0;
	reg = t->class_regs[s.start + random_below(random, s.end - s.start)];
	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    target_overlap(t, reg, (RegId)o[i].val))
			return 0;
	return reg;
}

bool
break_tie(Func *f, uint64_t *random)
{
	uint32_t tries, k;

	for (tries = 0; tries < TRIES * 4; tries++) {
		InsnId i = random_below(random, f->insns.n);
		Insn *insn = &f->insns.at[i];
		Operand *o =
			pick_register_of(f, random, insn, 0,
					 OPND_DEF | OPND_UNDEF | OPND_IMPLICIT);
		Operand *to = f->opnds.at + f->opnds.n;
		RegId reg;

		if (!o || o->tied == TIED_NONE ||
		    insn->flags & (INSN_BUNDLE | INSN_BUNDLED))
			continue;
		k = (uint32_t)(o - insn_opnds(f, insn));
		reg = pick_free(f, random, insn, k);
		if (!reg)
			continue;
		to[0] = to[1] = (Operand){
			.kind = OPND_REG, .tied = TIED_NONE, .loc = LOC_NONE};
		to[0].flags = OPND_DEF;
		to[0].val = reg;
		to[1].val = o->val;
		o->val = reg;
		insert_insn(f, i,
			    (Insn){.op = f->target->known[WK_COPY],
				   .opnd0 = f->opnds.n,
				   .nopnds = 2,
				   .nleft = 1,
				   .origin = NONE,
				   .loc = LOC_NONE});
		f->opnds.n += 2;
		return true;
	}
	return false;
}

/* Some block of G that BEFORE has not got; NONE. */
static BlockId
pick_added(const Func *before, const Func *g, uint64_t *random)
{
	BlockId found = NONE, i = 0, k;
	uint32_t n = 0;

	for (k = 0; k < g->blocks.n; k++) {
		if (i < before->blocks.n &&
		    before->blocks.at[i].number == g->blocks.at[k].number)
			i++;
		else if (random_below(random, ++n) == 0)
			found = k;
	}
	return found;
}

/* Operands of G's instructions that name block FROM name TO. */
static void
lead_elsewhere(Func *g, BlockId from, BlockId to)
{
	uint32_t i;

	for (i = 0; i < g->opnds.n; i++)
		if (g->opnds.at[i].kind == OPND_BLOCK &&
		    g->opnds.at[i].val == from)
			g->opnds.at[i].val = to;
}

/* Branches of G to A go to B and the other way around. */
static void
cross_branches(Func *g, BlockId a, BlockId b)
{
	lead_elsewhere(g, a, NONE);
	lead_elsewhere(g, b, a);
	lead_elsewhere(g, NONE, b);
}

bool
move_block(const Func *before, Func *g, uint64_t *random)
{
	BlockId n = pick_added(before, g, random), other, k;
	Block *block, save;

	if (n == NONE || !g->succs.n)
		return false;
	block = &g->blocks.at[n];
	other = random_below(random, g->blocks.n);
	switch (random_below(random, 5)) {
	case 0: /* another goes where it goes */
		lead_elsewhere(g, g->succs.at[block->succs.start].block, other);
		return true;
	case 1: /* it goes elsewhere, as its list of successors says */
		g->succs.at[block->succs.start].block = other;
		for (k = block->first; k < block->end; k++)
			if (g->insns.at[k].nopnds &&
			    insn_opnds(g, &g->insns.at[k])->kind == OPND_BLOCK)
				insn_opnds(g, &g->insns.at[k])->val = other;
		return true;
	case 2: /* it is passed by */
		other = g->succs.at[block->succs.start].block;
		lead_elsewhere(g, n, other);
		for (k = 0; k < g->succs.n; k++)
			if (g->succs.at[k].block == n)
				g->succs.at[k].block = other;
		return true;
	case 3: /* another is come to in its place */
		cross_branches(g, n, other);
		return true;
	default: /* another has its instructions */
		other = pick_added(before, g, random);
		save = g->blocks.at[other];
		g->blocks.at[other].first = block->first;
		g->blocks.at[other].end = block->end;
		block->first = save.first;
		block->end = save.end;
		return other != n;
	}
}
