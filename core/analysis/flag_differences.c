/*
 * The input's own `killed` and `dead` against what liveness finds, and what it
 * finds in their place.
 *
 * A mark is missing if no occurrence of the register in the instruction carries
 * it though its value ends there, and wrong if one does though the value lives
 * on.  Some things may be marked or not: uses of a register that is tied to a
 * definition of itself, where one value takes the place of the other; a use of
 * lanes that die while others live; a physical register that another
 * definition of the instruction overlaps, which speaks for it.  Registers
 * without a range, reserved ones, are passed over.
 */
#include "core/analysis/kills.h"

enum { MISSING_KILLED, WRONG_KILLED, MISSING_DEAD, WRONG_DEAD, NKINDS };

static const char *const kinds[NKINDS] = {
	[MISSING_KILLED] = "missing killed",
	[WRONG_KILLED] = "wrong killed",
	[MISSING_DEAD] = "missing dead",
	[WRONG_DEAD] = "wrong dead",
};

typedef struct {
	const Live *live;
	const Func *f;
	FILE *out;
	InsnId insn;
	BlockId block;
	uint32_t counts[NKINDS];
} Report;

static void
report(Report *r, unsigned kind, const Operand *o)
{
	const Func *f = r->f;
	const Insn *insn = func_insn(f, r->insn);

	fprintf(r->out, "  %s %.*s: %s %s\n",
		slot_name(slot_of(&r->live->slots, r->insn, SLOT_BLOCK)).at,
		(int)insn->name.len, f->source->text + insn->name.at,
		kinds[kind], opnd_name(f, o).at);
	r->counts[kind]++;
}

/* Has O's register any range?  One that has none cannot be judged. */
static bool
has_range(const Live *live, const Func *f, const Operand *o)
{
	const Target *t = f->target;

	if (o->kind == OPND_VREG)
		return true;
	FOR_SLICE(UnitId, unit, t->reg_units, t->regs[o->val].units) {
		Slice segs = live->units[*unit].segs;

		if (segs.start < segs.end)
			return true;
	}
	return false;
}

/* Do the lanes that use O occurrences end at its instruction? */
static bool
lanes_end(const Report *r, const Operand *o)
{
	uint32_t pos = r->live->slots.insn_pos[r->insn];

	if (o->kind != OPND_VREG || !o->sub)
		return false;
	Slice subs = r->live->vregs[o->val].subs;
	LaneMask lanes = target_sub_lanes(r->f->target, o->sub);
	FOR_SLICE(SubRange, sub, r->live->subs.at, subs) {
		if (!(sub->lanes & lanes))
			continue;
		const Segment *s = range_find(r->live, &sub->range,
					      slot_at(pos, SLOT_BLOCK));
		if (s && s->end > slot_at(pos, SLOT_DEAD))
			return false;
	}
	return subs.start < subs.end;
}

/* Is O tied to a definition of the same register? */
static bool
is_redefined(const Operand *all, const Operand *o)
{
	if (o->tied == TIED_NONE)
		return false;
	const Operand *def = &all[o->tied];
	return def->kind == o->kind && def->val == o->val;
}

static bool
same_role(const Operand *a, const Operand *b)
{
	return a->kind == b->kind && a->val == b->val &&
	       !((a->flags ^ b->flags) & OPND_DEF);
}

/* Compare for the register of O, the first operand of its role in the
 * instruction. */
static void
use_compare(Report *r, const Operand *all, uint32_t n, const Operand *o)
{
	bool marked = false, allowed = false, needed = false, redefined = false;
	const Operand *p;

	for (p = o; p < all + n; p++) {
		if (!same_role(p, o) || !opnd_reads(p) ||
		    p->flags & OPND_INTERNAL)
			continue;
		bool ends = operand_kills(r->live, r->f, r->insn, p);
		marked |= (p->flags & OPND_KILL) != 0;
		needed |= ends;
		redefined |= is_redefined(all, p);
		allowed |= ends || lanes_end(r, p);
	}
	if (needed && !marked && !redefined)
		report(r, MISSING_KILLED, o);
	if (marked && !allowed)
		report(r, WRONG_KILLED, o);
}

/* Does another of the N definitions at ALL overlap physical register O? */
static bool
defined_twice(const Report *r, const Operand *all, uint32_t n, const Operand *o)
{
	const Operand *p;

	for (p = all; o->kind == OPND_REG && p < all + n; p++)
		if (p != o && p->kind == OPND_REG && p->flags & OPND_DEF &&
		    p->val &&
		    target_overlap(r->f->target, (RegId)p->val, (RegId)o->val))
			return true;
	return false;
}

static void
insn_compare(Report *r)
{
	const Insn *insn = func_insn(r->f, r->insn);
	const Operand *o = insn_opnds(r->f, insn), *p, *q;

	for (p = o; p < o + insn->nopnds; p++) {
		if (!opnd_is_reg(p) || !has_range(r->live, r->f, p) ||
		    p->flags & OPND_DEBUG)
			continue;
		if (!(p->flags & OPND_DEF)) {
			for (q = o; q < p && !same_role(p, q); q++)
				;
			if (q == p)
				use_compare(r, o, insn->nopnds, p);
			continue;
		}
		bool dead = operand_dead(r->live, r->f, r->insn, r->block, p);
		if (dead && !(p->flags & OPND_DEAD) &&
		    !defined_twice(r, o, insn->nopnds, p))
			report(r, MISSING_DEAD, p);
		if (!dead && p->flags & OPND_DEAD &&
		    !defined_twice(r, o, insn->nopnds, p))
			report(r, WRONG_DEAD, p);
	}
}

void
flag_differences_print(const Live *live, const Func *f, FILE *out)
{
	Report r = {.live = live, .f = f, .out = out};

	for (r.block = 0; r.block < f->blocks.n; r.block++) {
		const Block *b = &f->blocks.at[r.block];

		for (r.insn = b->first; r.insn < b->end; r.insn++)
			if (!(func_insn(f, r.insn)->flags & INSN_DEBUG) &&
			    !insn_is(f, func_insn(f, r.insn), WK_PHI))
				insn_compare(&r);
	}
	for (unsigned i = 0; i < NKINDS; i++)
		fprintf(out, "%s %u%s", kinds[i], r.counts[i],
			i + 1 < NKINDS ? ", " : "\n");
}

/* Mark operand number K of instruction I, which stands in block B.  Of several
 * reads of one register the last is marked, and none if the instruction writes
 * a value tied to it. */
static void
flags_set(const Live *live, const Func *f, InsnId i, BlockId b, uint32_t k)
{
	const Insn *insn = func_insn(f, i);
	Operand *all = insn_opnds(f, insn), *o = &all[k];

	if (o->flags & OPND_DEF) {
		o->flags &= (uint16_t)~OPND_DEAD;
		if (operand_dead(live, f, i, b, o))
			o->flags |= OPND_DEAD;
		return;
	}
	o->flags &= (uint16_t)~OPND_KILL;
	if (!operand_kills(live, f, i, o))
		return;
	for (uint32_t n = 0; n < insn->nopnds; n++)
		if (same_role(&all[n], o) && opnd_reads(&all[n]) &&
		    (n > k || is_redefined(all, &all[n])))
			return;
	o->flags |= OPND_KILL;
}

void
flags_recompute(const Live *live, const Func *f)
{
	for (BlockId b = 0; b < f->blocks.n; b++) {
		for (InsnId i = f->blocks.at[b].first; i < f->blocks.at[b].end;
		     i++) {
			const Insn *insn = func_insn(f, i);
			const Operand *o = insn_opnds(f, insn);

			if (insn->flags & INSN_DEBUG)
				continue;
			for (uint32_t k = 0; k < insn->nopnds; k++)
				if (opnd_is_reg(&o[k]) &&
				    !(o[k].flags & OPND_DEBUG) &&
				    has_range(live, f, &o[k]))
					flags_set(live, f, i, b, k);
		}
	}
}
