/*
 * Liveness and values, slowly.
 */
#include "slow-live.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	SlotIdx read, def, forget;
	OpndId opnd;
	bool rest, fresh;
} At;

/* Operand O, whose lanes meet the part if HIT, does this at a position. */
static void
at_add(At *at, const Func *f, InsnId i, const Operand *o, SlotIdx pos, bool hit)
{
	const Insn *insn = func_insn(f, i);
	const Operand *all = insn_opnds(f, insn);
	SlotIdx slot = pos + SLOT_REG;

	if (o->flags & OPND_DEF) {
		slot = pos + (o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG);
		if (hit && at->def == NONE)
			at->opnd = (OpndId)(o - f->opnds.at);
		if (hit && slot < at->def)
			at->def = slot;
		if (!hit && (o->flags & OPND_UNDEF) && slot < at->forget)
			at->forget = slot;
		if (o->kind == OPND_VREG && o->sub && !(o->flags & OPND_UNDEF))
			at->rest = true;
		else
			at->fresh = true;
		return;
	}
	if (!hit || (o->flags & (OPND_UNDEF | OPND_INTERNAL)))
		return;
	if (o->flags & OPND_LATE)
		slot = pos + SLOT_DEAD;
	if (o->tied != TIED_NONE && (all[o->tied].flags & OPND_DEF) &&
	    (all[o->tied].flags & OPND_EARLY))
		slot = pos + SLOT_EARLY;
	if (slot > at->read)
		at->read = slot;
}

static void
slow_label(Slow *s, SlotIdx at, OpndId opnd, bool real)
{
	if (s->nlabels == MAXV)
		abort();
	s->labels[s->nlabels] =
		(Label){at, opnd, real, false, slot_block(s->slots, at)};
	s->def[at] = s->nlabels++;
}

static void
at_apply(Slow *s, At *at)
{
	if (s->whole && at->rest && !at->fresh && at->def > at->read)
		at->read = at->def;
	if (at->def == NONE && at->forget != NONE) {
		slow_label(s, at->forget, NONE, false);
		at->def = at->forget;
	} else if (at->def != NONE) {
		slow_label(s, at->def, at->opnd, true);
	}
	if (at->read > at->def)
		at->read = at->def;
	if (at->read)
		s->read[at->read] = true;
}

/* Does REG consist of, among others, UNIT?  Lanes of it in *LANES. */
static bool
reg_has_unit(const Target *t, RegId reg, uint32_t unit, LaneMask *lanes)
{
	Slice u = t->regs[reg].units;
	uint32_t i;

	for (i = u.start; i < u.end; i++) {
		if (t->reg_units[i] != unit)
			continue;
		*lanes = target_unit_lanes(t, reg, i);
		return true;
	}
	return false;
}

static void
slow_liveins(Slow *s, BlockId b, uint32_t unit)
{
	const Block *block = &s->f->blocks.at[b];
	SlotIdx start = slot_block_start(s->slots, b);
	LaneMask lanes;
	uint32_t i;

	if (b && !block->flags)
		return;
	for (i = block->liveins.start; i < block->liveins.end; i++) {
		const LiveIn *in = &s->f->liveins.at[i];

		if (reg_has_unit(s->f->target, in->reg, unit, &lanes) &&
		    (lanes & in->lanes) && s->def[start] == NONE)
			slow_label(s, start, NONE, true);
	}
}

/* Operand O of a PHI in block B. */
static void
slow_phi(Slow *s, const Insn *insn, const Operand *o, BlockId b, bool hit)
{
	if (o == insn_opnds(s->f, insn))
		slow_label(s, slot_block_start(s->slots, b),
			   (OpndId)(o - s->f->opnds.at), true);
	else if (hit && !(o->flags & OPND_UNDEF))
		s->edge_read[o[1].val] = true;
}

/* Everything that operand O does to register REG of KIND (a unit: OPND_REG),
 * as far as it meets LANES. */
static void
slow_operand(Slow *s, At *at, OpndKind kind, uint32_t reg, LaneMask lanes,
	     BlockId b, InsnId i, const Operand *o)
{
	const Func *f = s->f;
	LaneMask have;
	bool hit = true;

	if (o->kind != kind)
		return;
	if (kind == OPND_REG) {
		if (!o->val ||
		    !reg_has_unit(f->target, (RegId)o->val, reg, &have))
			return;
	} else {
		if (o->val != reg)
			return;
		hit = s->whole || !o->sub ||
		      (f->target->subs[o->sub].lanes & lanes);
	}
	if (insn_is(f, func_insn(f, i), WK_PHI))
		slow_phi(s, func_insn(f, i), o, b, hit);
	else
		at_add(at, f, i, o, s->slots->insn_pos[i] * 4, hit);
}

static void
slow_events(Slow *s, OpndKind kind, uint32_t reg, LaneMask lanes)
{
	const Func *f = s->f;
	BlockId b;
	InsnId i;
	uint32_t j, pos;

	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		if (kind == OPND_REG)
			slow_liveins(s, b, reg);
		for (pos = slot_block_start(s->slots, b) >> 2;
		     pos < slot_block_end(s->slots, b) >> 2; pos++) {
			At at = {0, NONE, NONE, NONE, false, false};

			for (i = block->first; i < block->end; i++) {
				const Insn *insn = func_insn(f, i);

				if (s->slots->insn_pos[i] != pos ||
				    (insn->flags & INSN_DEBUG))
					continue;
				for (j = 0; j < insn->nopnds; j++)
					slow_operand(s, &at, kind, reg, lanes,
						     b, i,
						     insn_opnds(f, insn) + j);
			}
			at_apply(s, &at);
		}
	}
}

static bool
same_part(const Slow *s, BlockId a, BlockId b)
{
	return s->cfg->part[a] == s->cfg->part[b];
}

static void
slow_live(Slow *s)
{
	const Func *f = s->f;
	bool more = true;
	BlockId b, x;
	SlotIdx at;

	while (more) {
		more = false;
		for (b = 0; b < f->blocks.n; b++) {
			bool after = s->edge_read[b];

			for (x = 0; x < f->blocks.n; x++)
				if (slow_edge(f, b, x) && same_part(s, b, x))
					after |= s->need[slot_block_start(
						s->slots, x)];
			for (at = slot_block_end(s->slots, b);
			     at-- > slot_block_start(s->slots, b);) {
				s->live[at] = after;
				after = s->read[at] ||
					(after && s->def[at] == NONE);
				more |= after != s->need[at];
				s->need[at] = after;
			}
		}
	}
}

static uint32_t
slow_out(const Slow *s, BlockId b)
{
	SlotIdx at = slot_block_end(s->slots, b);

	while (at-- > slot_block_start(s->slots, b))
		if (s->def[at] != NONE)
			return s->def[at];
	return s->head[b];
}

static bool
is_root(const Slow *s, BlockId b)
{
	return s->cfg->root[b] == b;
}

/* Take away meetings that only bring V and each other. */
static bool
reduce(Slow *s, uint32_t v)
{
	bool in[MAXV], more = true, any = false;
	const Func *f = s->f;
	BlockId b, x;
	uint32_t m;

	for (m = 0; m < s->nlabels; m++)
		in[m] = s->labels[m].meeting && m != v &&
			s->head[s->labels[m].block] == m &&
			!is_root(s, s->labels[m].block);
	while (more) {
		more = false;
		for (m = 0; m < s->nlabels; m++) {
			b = s->labels[m].block;
			for (x = 0; in[m] && x < f->blocks.n; x++) {
				uint32_t o;

				if (!slow_edge(f, x, b) || !same_part(s, x, b))
					continue;
				o = slow_out(s, x);
				if (o != v && !in[o]) {
					in[m] = false;
					more = true;
				}
			}
		}
	}
	for (b = 0; b < f->blocks.n; b++)
		if (s->head[b] != NONE && in[s->head[b]]) {
			s->head[b] = v;
			any = true;
		}
	return any;
}

static void
slow_reals(Slow *s)
{
	bool more = true;
	BlockId b, x;

	while (more) {
		more = false;
		for (b = 0; b < s->f->blocks.n; b++) {
			Label *l;

			if (s->head[b] == NONE)
				continue;
			l = &s->labels[s->head[b]];
			if (!l->meeting || l->block != b || l->real)
				continue;
			if (is_root(s, b) &&
			    (s->implicit || (s->whole && s->cfg->part[b])))
				l->real = more = true;
			for (x = 0; x < s->f->blocks.n && !l->real; x++)
				if (slow_edge(s->f, x, b) &&
				    same_part(s, x, b) &&
				    s->labels[slow_out(s, x)].real)
					l->real = more = true;
		}
	}
}

static void
slow_values(Slow *s)
{
	BlockId b;
	SlotIdx at, i;
	uint32_t v;
	bool more = true;

	for (b = 0; b < s->f->blocks.n; b++) {
		at = slot_block_start(s->slots, b);
		s->head[b] = NONE;
		if (!s->need[at])
			continue;
		s->labels[s->nlabels] = (Label){at, NONE, false, true, b};
		s->head[b] = s->nlabels++;
	}
	while (more) {
		more = false;
		for (v = 0; v < s->nlabels; v++)
			more |= reduce(s, v);
	}
	slow_reals(s);
	for (b = 0; b < s->f->blocks.n; b++) {
		v = s->head[b];
		for (at = slot_block_start(s->slots, b);
		     at < slot_block_end(s->slots, b); at++) {
			if (s->def[at] != NONE) {
				v = s->def[at];
				for (i = at; i < (at | 3); i++)
					s->live[i] = true;
			}
			s->label[at] = v;
		}
	}
}

void
slow_build(Slow *s, const Func *f, const Live *live, const SlowCfg *cfg,
	   OpndKind kind, uint32_t reg, LaneMask lanes)
{
	void *owner = s->owner;

	memset(s, 0, sizeof(*s));
	s->owner = owner;
	s->f = f;
	s->slots = &live->slots;
	s->cfg = cfg;
	s->implicit = kind == OPND_REG;
	s->whole = lanes == LANES_ALL;
	memset(s->def, 0xff, sizeof(s->def));
	slow_events(s, kind, reg, lanes);
	slow_live(s);
	slow_values(s);
}

bool
slow_is_live(const Slow *s, SlotIdx at)
{
	return s->live[at] && s->label[at] != NONE &&
	       s->labels[s->label[at]].real;
}
