/*
 * Which of several registers an interval should have, and whether it may share
 * that one.
 *
 * Where V is assigned by V = f(S1, S2, ...), and the range of some Sn ends
 * there, the register of Sn is a good one for V: if the instruction is a copy,
 * it vanishes.  A copy of a value that lives on can have its register, too, as
 * long as neither of them is written while the other one is live, but by copies
 * of each other.  So all parts of a chain that splitting made can have one,
 * where the value lives on behind the chain.
 *
 * That holds for V and the copy that a PHI has of it at the end of its block,
 * too, where V lives on: lowering makes it as edges have no blocks of their
 * own, while the document's PHIs are on the edges.  So what the document has no
 * need for, the copy's turn may come first.
 */
#include "core/alloc/hints.h"
#include "core/alloc/textbook/scan.h"

/* Where occurrence M writes. */
static SlotIdx
written_at(const Scan *s, const IntervalOccurrence *m)
{
	if (m->flags & OCC_EDIT)
		return slot_at(m->pos, SLOT_BLOCK);
	return slot_at(m->pos, s->f->opnds.at[m->ref].flags & OPND_EARLY
				       ? SLOT_EARLY
				       : SLOT_REG);
}

/* The first occurrence of V that writes it; NULL: it has none. */
static const IntervalOccurrence *
definition_find(const AllocInterval *p)
{
	for (uint32_t i = 0; i < p->noccurrences; i++)
		if (p->occurrences[i].flags & OCC_WRITE)
			return &p->occurrences[i];
	return NULL;
}

/* Who is copied as a whole by what M writes as a whole; NONE: nobody. */
static VregId
copy_source(const Scan *s, const IntervalOccurrence *m)
{
	if (m->flags & OCC_EDIT) {
		const Edit *e = &s->edits.at[m->ref];

		return e->kind == EDIT_COPY ? e->src : NONE;
	}
	const Operand *o = &s->f->opnds.at[m->ref];
	if (!(m->flags & OCC_SIDE) || o[0].sub || o[1].sub ||
	    o[1].kind != OPND_VREG || !opnd_reads(&o[1]))
		return NONE;
	return o[1].val;
}

/* Does M write a copy of somebody who is in REG? */
static bool
is_copy_from(const Scan *s, const IntervalOccurrence *m, RegId reg)
{
	VregId source = copy_source(s, m);

	return source != NONE && s->regs.at[source] == reg;
}

/* Does W hold what is in REG as M copies that?  It is there itself, or becomes
 * a copy of it at the same time. */
static bool
holds_copied(const Scan *s, const IntervalOccurrence *m, VregId w, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[w];
	SlotIdx at = written_at(s, m);

	if (segs_contain(&p->main, at - 1))
		return true;
	for (uint32_t i = occurrence_from(p, m->pos);
	     i < p->noccurrences && p->occurrences[i].pos == m->pos; i++)
		if (p->occurrences[i].flags & OCC_WRITE)
			return written_at(s, &p->occurrences[i]) == at &&
			       is_copy_from(s, &p->occurrences[i], reg);
	return false;
}

/* Is what M writes a copy of all of W, directly or since they share REG with
 * who is copied? */
static bool
is_copy_of(const Scan *s, const IntervalOccurrence *m, VregId w, RegId reg)
{
	return copy_source(s, m) == w ||
	       (is_copy_from(s, m, reg) && holds_copied(s, m, w, reg));
}

/* Is V written where W is live, but by copies of W? */
static bool
is_written_in(const Scan *s, VregId v, VregId w, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	const Segs *segs = &s->intervals.at[w].main;
	uint32_t end = segs->segs[segs->n - 1].end / 4;

	for (uint32_t i = occurrence_from(p, segs->segs[0].start / 4);
	     i < p->noccurrences && p->occurrences[i].pos <= end; i++)
		if ((p->occurrences[i].flags & OCC_WRITE) &&
		    !is_copy_of(s, &p->occurrences[i], w, reg) &&
		    segs_contain(segs, written_at(s, &p->occurrences[i])))
			return true;
	return false;
}

/* May one of V and W be reloaded into what holds the other, too? */
static bool
reload_is_all(const Scan *s, VregId v, VregId w)
{
	const TargetClass *classes = s->f->target->classes;

	return classes[s->f->vregs.at[v].cls].bits ==
	       classes[s->f->vregs.at[w].cls].bits;
}

/* Must V not be in REG together with W, which is there meanwhile?  Where both
 * are live they hold one value: whichever was written last is a copy of the
 * other one, or that was not live there.  A copy of what is spilled later
 * becomes a reload, which must not be of a part. */
static bool
overlap_forbidden(Textbook *tb, VregId v, RegId reg, VregId w)
{
	const Scan *s = tb->s;
	const AllocInterval *q = &s->intervals.at[w];

	return s->regs.at[w] != reg || q->nlanes || q->stage == STAGE_DONE ||
	       !reload_is_all(s, v, w) || is_written_in(s, w, v, reg) ||
	       is_written_in(s, v, w, reg);
}

/* May V be in REG together with all who are there meanwhile? */
static bool
overlap_allowed(Textbook *tb, VregId v, RegId reg)
{
	const AllocInterval *p = &tb->s->intervals.at[v];

	return !p->nlanes && p->stage != STAGE_DONE &&
	       !occupants_find(tb, v, reg, overlap_forbidden);
}

/* What source W of V's definition, which had REG, or REG itself (NONE), asks
 * for, if V can have it. */
static Preference
source_prefers(Textbook *tb, VregId v, RegId reg, VregId w)
{
	Preference prefer = {.reg = reg, .source = w};

	if (!units_may_clear(tb->s, v, reg))
		return (Preference){0};
	if (register_is_free(tb, v, reg))
		return prefer;
	prefer.overlap = w != NONE && overlap_allowed(tb, v, reg);
	return prefer.overlap ? prefer : (Preference){0};
}

/* What operand O, a source of instruction INSN, asks for; M: V's definition. */
static Preference
operand_prefers(Textbook *tb, VregId v, const IntervalOccurrence *m,
		const Insn *insn, const Operand *o)
{
	Scan *s = tb->s;
	const Operand *mine = &s->f->opnds.at[m->ref];
	bool copy = (m->flags & OCC_SIDE) != 0;
	VregId w = o->kind == OPND_VREG ? o->val : NONE;

	if ((w == NONE && (o->kind != OPND_REG || !copy)) || !opnd_reads(o) ||
	    (copy && o != insn_opnds(s->f, insn) + 1))
		return (Preference){0};
	RegId reg = w == NONE ? (RegId)o->val : s->regs.at[w];
	/* Does the range of W end here? */
	if (!reg ||
	    (!copy && segs_contain(&s->intervals.at[w].main, written_at(s, m))))
		return (Preference){0};
	reg = copy_register(s, v, mine->sub, reg, o->sub);
	if (!reg)
		return (Preference){0};
	return source_prefers(tb, v, reg, w);
}

Preference
preference_find(Textbook *tb, VregId v)
{
	Scan *s = tb->s;
	const IntervalOccurrence *m = definition_find(&s->intervals.at[v]);
	Preference prefer = {0};

	if (!m)
		return prefer;
	if (m->flags & OCC_EDIT) {
		const Edit *e = &s->edits.at[m->ref];
		RegId reg = e->kind == EDIT_COPY ? s->regs.at[e->src] : 0;

		reg = reg ? copy_register(s, v, 0, reg, 0) : 0;
		return reg ? source_prefers(tb, v, reg, e->src) : prefer;
	}
	const Insn *insn = func_insn(s->f, m->insn);
	for (uint32_t i = 0; i < insn->nopnds && !prefer.reg; i++)
		prefer = operand_prefers(tb, v, m, insn,
					 insn_opnds(s->f, insn) + i);
	return prefer;
}
