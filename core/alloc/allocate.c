/*
 * The allocator proper: take intervals from the queue, give each a free
 * register, a hinted one first; else evict lighter intervals; else split; else
 * spill.
 *
 * It ends: an evicted interval carries the cascade number of its evictor and
 * can only be evicted by a higher one; splitting makes intervals with fewer
 * instructions; intervals of one instruction are neither split nor spilled.
 */
#include "core/alloc/allocate.h"

#include "core/base/bits.h"
#include "core/base/bound.h"

#include <math.h>
#include <string.h>

enum {
	HINTS_MAX = 8,
	GROUP_MAX = 16,
	HINT_EVICT_MAX = 3,   /* intervals that move for one hint */
	HINT_LENGTH_MAX = 64, /* occurrences and segments of one that does */
};

typedef struct {
	RegId reg[HINTS_MAX];
	float weight[HINTS_MAX];
	uint32_t n;
	/* Registers that would close a cycle of parallel copies. */
	RegId avoid[HINTS_MAX];
	uint32_t navoid;
} Hints;

static void
hint_add(Hints *h, RegId reg, float weight)
{
	uint32_t i, least = 0;

	for (i = 0; i < h->n; i++) {
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
	const Order *order;
	uint32_t i;

	if (!target_class_gives(s->t, cls, reg) || bits_has(s->reserved, reg))
		return false;
	if (!s->options->stress)
		return true;
	order = &s->classes[cls]->order;
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
		RegId reg;

		if (k > first && !(insn->flags & INSN_PARALLEL))
			break;
		if (k == m->insn || !insn_is(f, insn, WK_COPY) ||
		    insn->nopnds < 2)
			continue;
		reg = operand_reg(s, &o[1 - mine]);
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

/* What COPY M asks V for, and what to avoid for the copies beside it. */
static void
hint_of_copy(const Scan *s, VregId v, const IntervalOccurrence *m, Hints *h)
{
	const Operand *mine, *side = copy_sides(s, m, &mine);
	RegId other = operand_reg(s, side), reg;

	if (!other)
		return;
	reg = copy_register(s, v, mine->sub, other, side->sub);
	if (reg)
		hint_add(h, reg, s->freq[occurrence_block(s, m)]);
	avoid_cycles(s, m, other, h);
}

/* What occurrence M, of an edit, asks V for. */
static void
hint_of_edit(const Scan *s, VregId v, const IntervalOccurrence *m, Hints *h)
{
	const Edit *e = &s->edits.at[m->ref];
	RegId other, reg;

	if (e->kind != EDIT_COPY)
		return;
	other = s->regs.at[m->flags & OCC_WRITE ? e->src : e->dst];
	reg = other ? copy_register(s, v, 0, other, 0) : 0;
	if (reg)
		hint_add(h, reg, s->freq[occurrence_block(s, m)]);
}

/* Hints from the copies that name V. */
static void
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

static bool
is_avoided(const Scan *s, const Hints *h, RegId reg)
{
	uint32_t i;

	for (i = 0; i < h->navoid; i++)
		if (target_overlap(s->t, h->avoid[i], reg))
			return true;
	return false;
}

/* Has interval V, which has a register, the one that its copies ask for? */
static bool
has_hinted(const Scan *s, VregId v)
{
	Hints h;
	uint32_t i;

	hints_find(s, v, &h);
	for (i = 0; i < h.n; i++)
		if (h.reg[i] == s->regs.at[v])
			return true;
	return false;
}

static void
evict_for(Scan *s, VregId v, RegId reg, uint32_t cascade)
{
	uint32_t i;

	if (!s->intervals.at[v].cascade)
		s->intervals.at[v].cascade = ++s->cascade;
	for (i = 0; i < s->evictees.n; i++) {
		VregId w = s->evictees.at[i];

		log_evicted(s, w, v);
		units_release(s, w);
		s->intervals.at[w].cascade = cascade;
		queue_put(s, w);
	}
	units_assign(s, v, reg);
	log_taken(s, v, reg, TAKEN_EVICTING);
}

/* A register that is free for W right now and overlaps neither its present one
 * nor REG; 0: there is none. */
static RegId
other_register(Scan *s, VregId w, RegId reg)
{
	const Order *order = class_order(s, s->f->vregs.at[w].cls);
	uint32_t i;

	for (i = 0; i < order->n; i++)
		if (!target_overlap(s->t, order->regs[i], s->regs.at[w]) &&
		    !target_overlap(s->t, order->regs[i], reg) &&
		    units_fit(s, w, order->regs[i]))
			return order->regs[i];
	return 0;
}

/* Is W, which has REG, the other side of all copies of V that ask for REG? */
static bool
asks_alone(const Scan *s, VregId v, RegId reg, VregId w)
{
	const AllocInterval *p = &s->intervals.at[v];
	bool asks = false;
	uint32_t i;

	for (i = 0; i < p->noccurrences; i++) {
		const IntervalOccurrence *m = &p->occurrences[i];
		const Operand *mine, *side;
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
			side = copy_sides(s, m, &mine);
			if (side->kind == OPND_VREG)
				other = side->val;
		}
		if (other != w)
			return false;
		asks = true;
	}
	return asks;
}

/*
 * Take hinted register REG, in which V does not fit, from intervals that do not
 * care which one they have and for which another one is free.  Long ones stay:
 * many others ask for the register of such an interval, and each would look at
 * all of it.
 */
static bool
hint_evict(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	RegId other[HINT_EVICT_MAX];
	float heaviest;
	uint32_t i;

	if (p->stage != STAGE_NEW || !units_may_clear(s, v, reg) ||
	    !units_evictees(s, v, reg, HUGE_VALF, UINT32_MAX, &heaviest) ||
	    s->evictees.n > HINT_EVICT_MAX)
		return false;
	for (i = 0; i < s->evictees.n; i++) {
		VregId w = s->evictees.at[i];
		const AllocInterval *q = &s->intervals.at[w];

		if (q->noccurrences + q->main.n > HINT_LENGTH_MAX)
			return false;
		if (has_hinted(s, w) || asks_alone(s, v, reg, w) ||
		    !(other[i] = other_register(s, w, reg)))
			return false;
	}
	for (i = 0; i < s->evictees.n; i++) {
		VregId w = s->evictees.at[i];

		log_moved(s, w, v, other[i]);
		units_release(s, w);
		if (units_fit(s, w, other[i]))
			units_assign(s, w, other[i]);
		else
			queue_put(s, w);
	}
	units_assign(s, v, reg);
	log_taken(s, v, reg, TAKEN_HINT);
	return true;
}

/* Give V the register that its copies ask for most, or the next. */
static bool
assign_hinted(Scan *s, VregId v, const Hints *hints)
{
	float weight[HINTS_MAX];
	RegId wanted = 0;
	uint32_t i, k, best;

	memcpy(weight, hints->weight, sizeof(weight));
	for (i = 0; i < hints->n; i++) {
		for (best = k = 0; k < hints->n; k++)
			if (weight[k] > weight[best])
				best = k;
		if (!i && weight[best] > 0)
			wanted = hints->reg[best];
		if (units_fit(s, v, hints->reg[best])) {
			units_assign(s, v, hints->reg[best]);
			log_taken(s, v, hints->reg[best], TAKEN_HINT);
			return true;
		}
		if (hint_evict(s, v, hints->reg[best]))
			return true;
		weight[best] = -1;
	}
	return wanted && region_split_hint(s, v, wanted);
}

/* A free register for V, if possible none to be avoided; 0: none. */
static RegId
free_register(Scan *s, VregId v, const Hints *hints)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	uint32_t i;

	for (i = 0; hints->navoid && i < order->n; i++)
		if (!is_avoided(s, hints, order->regs[i]) &&
		    units_fit(s, v, order->regs[i]))
			return order->regs[i];
	return units_first(s, v, order);
}

/* Give V a free register, or parts of it better ones. */
static bool
interval_assign(Scan *s, VregId v)
{
	Hints hints;
	RegId reg;

	hints_find(s, v, &hints);
	if (s->log)
		log_hints(s, v, hints.reg, hints.weight, hints.n);
	if (assign_hinted(s, v, &hints))
		return true;
	reg = free_register(s, v, &hints);
	if (!reg)
		return false;
	units_assign(s, v, reg);
	log_taken(s, v, reg, TAKEN_FREE);
	return true;
}

/* Evict the lightest set of intervals that makes a register free for V, if that
 * pays. */
static bool
interval_evict(Scan *s, VregId v)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	AllocInterval *p = &s->intervals.at[v];
	uint32_t cascade = p->cascade ? p->cascade : s->cascade + 1, i;
	float max = p->weight, heaviest;
	const uint64_t *mask = interval_preserved(s, v);
	double gain = evict_gain(s, v);
	RegId best = 0;

	for (i = 0; i < order->n; i++) {
		RegId reg = order->regs[i];

		if ((mask && !mask_preserves(mask, reg)) ||
		    !units_evictees(s, v, reg, max, cascade, &heaviest) ||
		    !evict_pays(s, v, gain) || !units_may_clear(s, v, reg))
			continue;
		best = reg;
		max = heaviest;
	}
	if (!best)
		return false;
	units_evictees(s, v, best, p->weight, cascade, &heaviest);
	evict_for(s, v, best, cascade);
	return true;
}

static bool
interval_place(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];

	if (!p->main.n) {
		const Order *order = class_order(s, s->f->vregs.at[v].cls);

		/* Never live: any register will do. */
		s->regs.at[v] = order->n ? order->regs[0] : 0;
		log_taken(s, v, s->regs.at[v], TAKEN_ANY);
		return true;
	}
	if (s->options->kind != REGALLOC_FAST || p->stage != STAGE_SPILL) {
		s->counts.turns++;
		if (s->log)
			log_tried(s, v);
		if (interval_assign(s, v))
			return true;
		if (p->stage != STAGE_SPLIT && interval_evict(s, v))
			return true;
	}
	p = &s->intervals.at[v];
	switch ((Stage)p->stage) {
	case STAGE_NEW:
		log_end(s, v, LOG_WAITS);
		p->stage = STAGE_SPLIT;
		queue_put(s, v);
		return true;
	case STAGE_SPLIT:
		if (split_interval(s, v))
			return true;
		break;
	case STAGE_SPILL:
		break;
	default:
		return last_chance(s, v);
	}
	return remat_interval(s, v) || spill_interval(s, v) ||
	       last_chance(s, v);
}

/* Can there be so many TURNS?  An interval has one for each of its stages, and
 * one for each time it is evicted, each time by a higher cascade; of these
 * there are two for each interval at most, its own and one for its last chance.
 */
static bool
turns_possible(const Scan *s, uint64_t turns)
{
	uint64_t intervals = s->intervals.n + 1;

	return turns <= intervals * (2 * intervals + STAGE_DONE + 1);
}

bool
scan_run(Scan *s)
{
	uint64_t turns = 0;
	VregId v;

	if (s->options->kind == REGALLOC_FAST)
		fast_queue(s);
	else
		queue_fill(s);
	while ((v = queue_take(s)) != NONE) {
		BOUND_HOLDS(turns_possible(s, ++turns));
		if (s->regs.at[v])
			continue;
		if (!interval_place(s, v))
			return false;
	}
	return true;
}
