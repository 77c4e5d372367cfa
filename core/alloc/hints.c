/*
 * Hints: the registers that an interval's copies ask for, each by how often
 * they are executed, and those that would make parallel copies go in a circle.
 * Source: simple hints of LLVM's CalcSpillWeights.
 */
#include "core/alloc/hints.h"

#include "core/alloc/cost.h"
#include "core/base/bits.h"

enum { GROUP_MAX = 16 };

static void
hint_add(Hints *h, RegId reg, float weight)
{
	uint32_t least = 0;

	for (uint32_t i = 0; i < h->n; i++) {
		if (h->reg[i] == reg) {
			h->weight[i] += weight;
			return;
		}
		if (h->weight[i] < h->weight[least])
			least = i;
	}
	if (h->n < HINTS_MAX)
		least = h->n++;
	else if (h->weight[least] >= weight)
		return;
	h->reg[least] = reg;
	h->weight[least] = weight;
}

/* May intervals of class CLS have REG?  With -stress it is one of the first. */
static inline bool
class_has(const Scan *s, ClassId cls, RegId reg)
{
	uint32_t i;

	if (!target_class_gives(s->t, cls, reg) || bits_has(s->reserved, reg))
		return false;
	if (!s->options->stress)
		return true;
	const Order *order = &s->classes[cls]->order;
	for (i = 0; i < order->n && order->regs[i] != reg;)
		i++;
	return i < order->n;
}

RegId
copy_register(const Scan *s, VregId v, SubId sub, RegId other, SubId other_sub)
{
	ClassId cls = s->f->vregs.at[v].cls;
	RegId reg = other;

	if (other_sub)
		reg = target_subreg(s->t, other, other_sub);
	if (reg && sub)
		reg = target_superreg(s->t, reg, sub, cls);
	return reg && class_has(s, cls, reg) ? reg : 0;
}

static RegId
operand_reg(const Scan *s, const Operand *o)
{
	if (o->kind == OPND_REG)
		return (RegId)o->val;
	return s->regs.at[o->val];
}

/*
 * M is a side of a COPY, perhaps in a group of parallel ones, and the other
 * side has register OTHER.  If a second copy of the group connects OTHER the
 * other way round with a register R, the interval in R would make the two
 * exchange their registers, which costs a copy more.
 */
static void
avoid_cycles(const Scan *s, const IntervalOccurrence *m, RegId other, Hints *h)
{
	const Func *f = s->f;
	uint32_t mine = m->flags & OCC_WRITE ? 0 : 1;
	InsnId first = s->live->slots.pos_insn[m->pos], k = first;

	for (; k < f->insns.n && k < first + GROUP_MAX; k++) {
		const Insn *insn = func_insn(f, k);
		const Operand *o = insn_opnds(f, insn);

		if (k > first && !(insn->flags & INSN_PARALLEL))
			break;
		if (k == m->insn || !insn_is(f, insn, WK_COPY) ||
		    insn->nopnds < 2)
			continue;
		RegId reg = operand_reg(s, &o[1 - mine]);
		if (reg && operand_reg(s, &o[mine]) == other &&
		    h->navoid < HINTS_MAX)
			h->avoid[h->navoid++] = reg;
	}
}

/* The two sides of the COPY that is occurrence M: its own in *MINE; NULL: it is
 * none of one register to another. */
static const Operand *
copy_sides(const Scan *s, const IntervalOccurrence *m, const Operand **mine)
{
	const Operand *o = &s->f->opnds.at[m->ref];

	if (!(m->flags & OCC_SIDE))
		return NULL;
	*mine = o;
	return m->flags & OCC_WRITE ? o + 1 : o - 1;
}

RegId
copy_hint(const Scan *s, VregId v, const IntervalOccurrence *m)
{
	const Operand *mine, *other = copy_sides(s, m, &mine);
	RegId reg = other ? operand_reg(s, other) : 0;

	return reg ? copy_register(s, v, mine->sub, reg, other->sub) : 0;
}

/* Can what makes the value that M, a COPY of P to another register, reads for
 * the last time, write there itself?  Then the COPY costs nothing, whichever
 * register P has: see convert_three_address. */
static bool
copy_is_free(const Scan *s, const AllocInterval *p, const IntervalOccurrence *m)
{
	const IntervalOccurrence *end = p->occurrences + p->noccurrences, *w;

	if (m->flags & OCC_WRITE || m == p->occurrences ||
	    (m + 1 < end && m[1].flags & OCC_READ))
		return false;
	for (w = m - 1; w > p->occurrences && w[-1].pos == w->pos;)
		w--;
	for (; w < m; w++)
		if (!(w->flags & OCC_EDIT) && w->flags & OCC_WRITE &&
		    s->f->opnds.at[w->ref].tied == TIED_NONE)
			break;
	return w < m && occurrence_block(s, w) == occurrence_block(s, m) &&
	       insn_spares_source(s->f, func_insn(s->f, w->insn));
}

/* The occurrence by which instruction I reads P; NULL: it does not. */
static const IntervalOccurrence *
occurrence_read(const Scan *s, const AllocInterval *p, InsnId i)
{
	uint32_t pos = s->live->slots.insn_pos[i];

	for (uint32_t k = occurrence_from(p, pos);
	     k < p->noccurrences && p->occurrences[k].pos == pos; k++)
		if (p->occurrences[k].insn == i &&
		    (p->occurrences[k].flags & (OCC_READ | OCC_EDIT)) ==
			    OCC_READ)
			return &p->occurrences[k];
	return NULL;
}

bool
copy_is_forgone(const Scan *s, InsnId i)
{
	const Operand *o = insn_opnds(s->f, func_insn(s->f, i));

	if (o[0].kind == OPND_VREG && copy_is_spared(s->f, i))
		return s->regs.at[o[0].val] != 0;
	if (o[1].kind != OPND_VREG || !s->regs.at[o[1].val])
		return false;
	const AllocInterval *p = &s->intervals.at[o[1].val];
	const IntervalOccurrence *m = occurrence_read(s, p, i);
	return m && copy_is_free(s, p, m);
}

/* What COPY M asks V for, and what to avoid for the copies beside it. */
static void
hint_of_copy(const Scan *s, VregId v, const IntervalOccurrence *m, Hints *h)
{
	const Operand *mine, *side = copy_sides(s, m, &mine);
	RegId other = operand_reg(s, side);

	if (!other)
		return;
	RegId reg = copy_register(s, v, mine->sub, other, side->sub);
	float price = s->price[occurrence_block(s, m)];
	if (copy_is_free(s, &s->intervals.at[v], m) ||
	    (m->flags & OCC_WRITE && copy_is_spared(s->f, m->insn)))
		price *= FREE_COPY_SHARE;
	if (reg)
		hint_add(h, reg, price);
	avoid_cycles(s, m, other, h);
}

/* What occurrence M, of an edit, asks V for. */
static void
hint_of_edit(const Scan *s, VregId v, const IntervalOccurrence *m, Hints *h)
{
	const Edit *e = &s->edits.at[m->ref];

	if (e->kind != EDIT_COPY)
		return;
	RegId other = s->regs.at[m->flags & OCC_WRITE ? e->src : e->dst];
	RegId reg = other ? copy_register(s, v, 0, other, 0) : 0;
	if (reg)
		hint_add(h, reg, s->price[occurrence_block(s, m)]);
}

void
hints_find(const Scan *s, VregId v, Hints *h)
{
	const AllocInterval *p = &s->intervals.at[v];
	const IntervalOccurrence *m = p->occurrences,
				 *end = m + p->noccurrences;

	h->n = h->navoid = 0;
	if (p->hint && copy_register(s, v, 0, p->hint, 0))
		hint_add(h, p->hint, 0);
	for (; p->copied && m < end; m++) {
		if (m->flags & OCC_EDIT)
			hint_of_edit(s, v, m, h);
		else if (m->flags & OCC_SIDE)
			hint_of_copy(s, v, m, h);
	}
}

bool
hints_avoid(const Scan *s, const Hints *h, RegId reg)
{
	for (uint32_t i = 0; i < h->navoid; i++)
		if (target_overlap(s->t, h->avoid[i], reg))
			return true;
	return false;
}

float
hint_met(const Scan *s, VregId v)
{
	Hints h;

	hints_find(s, v, &h);
	for (uint32_t i = 0; i < h.n; i++)
		if (h.reg[i] == s->regs.at[v])
			return h.weight[i];
	return 0;
}

bool
hint_is_from(const Scan *s, VregId v, RegId reg, VregId w)
{
	const AllocInterval *p = &s->intervals.at[v];
	bool asks = false;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		const Operand *mine;
		VregId other = NONE;

		if (m->flags & OCC_EDIT) {
			const Edit *e = &s->edits.at[m->ref];

			if (e->kind != EDIT_COPY)
				continue;
			other = m->flags & OCC_WRITE ? e->src : e->dst;
			if (s->regs.at[other] != reg)
				continue;
		} else {
			if (copy_hint(s, v, m) != reg)
				continue;
			const Operand *side = copy_sides(s, m, &mine);
			if (side->kind == OPND_VREG)
				other = side->val;
		}
		if (other != w)
			return false;
		asks = true;
	}
	return asks;
}
