/*
 * Rematerialisation: a value that one instruction computes from nothing that
 * can change (a constant, an address) needs no slot; each reader gets it
 * computed again right before, and the first computation is left out when its
 * own interval went that way.
 * Source: Briggs, Cooper, Torczon 1992, in the form "never store, recompute"
 * of LLVM's inline spiller.
 */
#include "core/alloc/cost.h"
#include "core/alloc/spill/fold.h"
#include "core/alloc/spill/spill.h"
#include "core/coalesce/rematerializable.h"

/* It may clobber something if it has a form that does not. */
bool
remat_fits(const Scan *s, InsnId def, uint32_t pos)
{
	const Insn *insn = func_insn(s->f, def);

	return !remat_clobbers(s->f, s->live, s->reserved, insn,
			       slot_at(pos, SLOT_BLOCK)) ||
	       insn_has_other_form(s->f, insn);
}

/* Is there a read of P where it cannot be computed again, because that would
 * clobber something? */
static bool
clobbers_any(const Scan *s, const AllocInterval *p, InsnId def)
{
	for (uint32_t i = 0; i < p->noccurrences; i++)
		if (p->occurrences[i].insn != def &&
		    (insn_in_group(s->f, p->occurrences[i].insn) ||
		     !remat_fits(s, def,
				 occurrence_point(s, &p->occurrences[i]))))
			return true;
	return false;
}

bool
remat_finds(const Scan *s, VregId v, InsnId def)
{
	return is_rematerializable(s->f, s->live, s->steady, def) &&
	       !clobbers_any(s, &s->intervals.at[v], def);
}

/* An interval of its own for the N reads at M, filled right before the first.
 */
static void
reads_take(Scan *s, VregId v, const IntervalOccurrence *m, uint32_t n,
	   InsnId def)
{
	VregId t = interval_add(s, v);
	OccurrenceVec occurrences = {0};
	Edit e = {.kind = EDIT_REMAT,
		  .dst = t,
		  .src = NONE,
		  .slot = NONE,
		  .remat = def};

	for (uint32_t i = 0; i < n; i++) {
		occurrence_insert(s, &occurrences, m[i]);
		s->f->opnds.at[m[i].ref].val = t;
	}
	edit_place_before(s, m->insn, &e);
	occurrence_insert(s, &occurrences,
			  edit_occurrence(s, edit_add(s, e), true));
	if (m[n - 1].insn == m->insn)
		s->intervals.at[t].stage = STAGE_DONE;
	s->intervals.at[t].occurrences = occurrences.at;
	s->intervals.at[t].noccurrences = occurrences.n;
	interval_compute(s, t);
	queue_put(s, t);
}

/* Can the instruction of occurrence M, which reads V, read that in memory, and
 * does not read something else there yet?  Then it does. */
static bool
read_fold(Scan *s, VregId v, const IntervalOccurrence *m)
{
	if (!(m->flags & OCC_FREE) || s->folded[m->insn])
		return false;
	VregId t = interval_add(s, v);
	interval_empty(s, t);
	s->f->opnds.at[m->ref].val = t;
	s->folded[m->insn] = FOLDED_CONSTANT;
	return true;
}

/* One carrier may fill another one of a lower number: rounds over all. */
enum { CARRIER_ROUNDS = 4 };

/* Can what edit E copies be computed there by DEF instead? */
static bool
copy_computes(const Scan *s, const Edit *e, InsnId def)
{
	const Insn *insn = func_insn(s->f, def);
	const OpcodeDesc *desc = insn_desc(s->f, insn);

	if (e->kind != EDIT_COPY || !s->regs.at[e->dst] ||
	    desc->opnds.start == desc->opnds.end)
		return false;
	ClassId cls = s->t->opnd_descs[desc->opnds.start].cls;
	RegId reg = target_subreg(s->t, s->regs.at[e->dst],
				  insn_opnds(s->f, insn)->sub);
	return cls != CLASS_NONE && target_class_has(s->t, cls, reg) &&
	       remat_fits(s, def, edit_point(s, e));
}

/* What computes the value of occurrence M, which writes V, at no more than a
 * copy, wherever that is; NONE. */
static InsnId
occurrence_computes(const Scan *s, const IntervalOccurrence *m)
{
	const Insn *insn = func_insn(s->f, m->insn);

	if (m->flags & OCC_EDIT)
		return s->edits.at[m->ref].kind == EDIT_REMAT
			       ? s->edits.at[m->ref].remat
			       : NONE;
	return !(m->flags & OCC_READ) && m->ref == insn->opnd0 &&
			       insn_flags(s->f, insn) & OP_AS_CHEAP_AS_MOVE &&
			       is_rematerializable(s->f, s->live, s->steady,
						   m->insn)
		       ? m->insn
		       : NONE;
}

/* V is nowhere from now on. */
static void
interval_vanish(Scan *s, VregId v)
{
	log_end(s, v, LOG_REMAT);
	interval_empty(s, v);
	s->regs.at[v] = 0;
}

/* Edit E computes what it copied by DEF. */
static void
copy_compute(Edit *e, InsnId def)
{
	e->kind = EDIT_REMAT;
	e->src = NONE;
	e->remat = def;
}

/* Copies of V from one register to another compute themselves what DEF does.
 * Returns whether V is there for nothing else. */
static bool
copies_compute(Scan *s, VregId v, InsnId def, bool *any)
{
	const AllocInterval *p = &s->intervals.at[v];
	bool all = true;

	for (uint32_t i = 1; i < p->noccurrences; i++) {
		const IntervalOccurrence *m = &p->occurrences[i];
		Edit *e = m->flags & OCC_EDIT ? &s->edits.at[m->ref] : NULL;

		if (e && e->src != v && !(m->flags & OCC_WRITE))
			continue;
		if (!e || m->flags & OCC_WRITE || !copy_computes(s, e, def)) {
			all = false;
		} else if (s->regs.at[e->dst] != s->regs.at[v]) {
			copy_compute(e, def);
			*any = true;
		}
	}
	return all;
}

/* Does one instruction compute what is ever in V, a part of an interval?  Then
 * its copies compute it themselves, and V is nowhere if it is there for nothing
 * else.  Returns whether anything changed. */
static bool
carrier_remat(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];
	const IntervalOccurrence *m = p->occurrences;
	uint32_t n = p->noccurrences;
	bool any = false;
	InsnId def;

	if (!s->regs.at[v] || v == p->origin || n < 2 ||
	    !(m->flags & OCC_WRITE) ||
	    (def = occurrence_computes(s, m)) == NONE ||
	    occurrences_write(m, 1, n))
		return false;
	if (!copies_compute(s, v, def, &any))
		return any;
	interval_vanish(s, v);
	if (m->flags & OCC_EDIT)
		s->edits.at[m->ref].kind = EDIT_NONE;
	else
		s->drop[def] = 1;
	for (uint32_t i = 1; i < n; i++)
		if (s->edits.at[m[i].ref].src == v)
			copy_compute(&s->edits.at[m[i].ref], def);
	return true;
}

/* Does V, which holds only what DEF computes, only hand it on from one copy to
 * others, and would these cost less if they computed it? */
static bool
passing_pays(const Scan *s, VregId v, InsnId def)
{
	const AllocInterval *p = &s->intervals.at[v];
	double gain = 0;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		const Edit *e = &s->edits.at[m->ref];
		bool in = m->flags & OCC_WRITE;
		double price = (double)s->price[occurrence_block(s, m)];

		if (e->src != NONE && s->regs.at[e->src] != s->regs.at[e->dst])
			gain += price;
		if (in)
			continue;
		if (!copy_computes(s, e, def))
			return false;
		gain -= price;
	}
	return gain > 0;
}

/* Where a part of what can be computed again is there only to be copied, to get
 * past a call, its copies compute it, if that costs less. */
static void
passing_remat(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (s->regs.at[v] && p->noccurrences && part_only_passes(s, v) &&
	    passing_pays(s, v, s->origins.remat[p->origin]))
		remat_interval(s, v);
}

void
remat_carriers(Scan *s)
{
	bool again = true;

	for (VregId v = 0; v < s->intervals.n; v++)
		passing_remat(s, v);
	for (uint32_t round = 0; again && round < CARRIER_ROUNDS; round++) {
		again = false;
		for (VregId v = 0; v < s->intervals.n; v++)
			again |= carrier_remat(s, v);
	}
}

/* The occurrence behind the reads of one instruction that start with M[I], of
 * N. */
static uint32_t
insn_end(const IntervalOccurrence *m, uint32_t n, uint32_t i)
{
	uint32_t k = i + 1;

	while (k < n && m[k].insn == m[i].insn && !(m[k].flags & OCC_EDIT))
		k++;
	return k;
}

/* The same for all reads of one block that no call comes between. */
static uint32_t
stretch_end(const Scan *s, const IntervalOccurrence *m, uint32_t n, uint32_t i)
{
	uint32_t k = insn_end(m, n, i);

	while (k < n && !(m[k].flags & (OCC_EDIT | OCC_WRITE)) &&
	       occurrence_block(s, &m[k]) == occurrence_block(s, &m[i]) &&
	       !calls_between(s, m[k - 1].pos, m[k].pos))
		k = insn_end(m, n, k);
	return k;
}

/* Are there reads of P in two stretches? */
static bool
has_stretches(const Scan *s, const AllocInterval *p)
{
	const IntervalOccurrence *m = p->occurrences;
	uint32_t n = p->noccurrences, i = 0;

	while (i < n && m[i].flags & (OCC_EDIT | OCC_WRITE))
		i++;
	if (i == n)
		return false;
	for (i = stretch_end(s, m, n, i); i < n; i++)
		if (!(m[i].flags & (OCC_EDIT | OCC_WRITE)))
			return true;
	return false;
}

bool
remat_interval(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];
	InsnId def = s->origins.remat[p->origin];
	IntervalOccurrence *m = p->occurrences;
	uint32_t all = p->noccurrences, n, i, k;

	if (def == NONE)
		return false;
	for (n = i = 0; i < all; i++)
		if (!read_fold(s, v, &m[i]))
			m[n++] = m[i];
	p = &s->intervals.at[v];
	p->noccurrences = n;
	bool stretches = has_stretches(s, p);
	interval_vanish(s, v);
	for (i = 0; i < n; i = k) {
		k = i + 1;
		if (m[i].flags & OCC_EDIT) {
			Edit *e = &s->edits.at[m[i].ref];

			if (m[i].flags & OCC_WRITE) {
				e->kind = EDIT_NONE;
			} else if (e->kind != EDIT_NONE) {
				e->kind = EDIT_REMAT;
				e->src = NONE;
				e->remat = def;
			}
			continue;
		}
		if (m[i].flags & OCC_WRITE) {
			s->drop[def] = 1;
			continue;
		}
		k = stretches ? stretch_end(s, m, n, i) : insn_end(m, n, i);
		reads_take(s, v, m + i, k - i, def);
	}
	return true;
}
