/*
 * Splitting inside blocks, before anything is allocated, of every interval that
 * may have a register and is used more than once in a block.
 *
 * T[V] is V at the start of each block.  An instruction that uses V uses T[V]
 * in its place; behind it V' = T[V] is added, V' being new, and T[V] is V' from
 * there on.  So V has a chain of copies through the block; each is in its range
 * where another one ends, and prefers its register.  All are parts of V, with
 * its slot: no copy from slot to slot is ever needed.
 *
 * An instruction that writes V ends the chain: it uses and writes V itself, and
 * T[V] is V again.  No copy is added that nobody would read.  What a PHI reads
 * and writes is V: its copies, which lowering has put into the block, stand for
 * the edge.
 */
#include "core/alloc/textbook/scan.h"

/* The occurrences of one place: one instruction, one group of parallel copies.
 */
typedef struct {
	uint32_t start, end; /* half-open */
	bool write;
	bool phi; /* it is a PHI's */
} Place;

/* Is M of a copy from or to a register that lowering made? */
static bool
is_phi_copy(const Scan *s, const IntervalOccurrence *m)
{
	const Operand *o = &s->f->opnds.at[m->ref];

	o = m->flags & OCC_WRITE ? o + 1 : o - 1;
	return (m->flags & OCC_SIDE) && o->kind == OPND_VREG &&
	       o->val >= s->input->vregs.n && o->val < s->origins.n;
}

/* The place that begins at occurrence I of P, whose occurrences are all old. */
static Place
place_at(const Scan *s, const AllocInterval *p, uint32_t i)
{
	Place place = {.start = i, .end = i, .phi = true};

	for (; place.end < p->noccurrences &&
	       p->occurrences[place.end].pos == p->occurrences[i].pos;
	     place.end++) {
		const IntervalOccurrence *m = &p->occurrences[place.end];

		place.write |= (m->flags & OCC_WRITE) != 0;
		place.phi &= is_phi_copy(s, m);
	}
	return place;
}

/* Can a copy stand behind occurrence M, in front of the next one of its block?
 */
static bool
copy_fits(const Scan *s, const IntervalOccurrence *m,
	  const IntervalOccurrence *next)
{
	return occurrence_block(s, m) == occurrence_block(s, next) &&
	       !(insn_flags(s->f, func_insn(s->f, m->insn)) & OP_TERMINATOR) &&
	       occurrence_point(s, next) > m->pos;
}

/* New part of V: a copy of T[V], FROM, behind occurrence M. */
static VregId
part_add(Scan *s, VregId v, VregId from, const IntervalOccurrence *m,
	 OccurrenceVec *occurrences, OccurrenceVec *own)
{
	Edit e = {.kind = EDIT_COPY,
		  .slot = NONE,
		  .remat = NONE,
		  .src = from,
		  .dst = interval_add(s, v)};

	edit_place_behind(s, m->insn, &e);
	*own = (OccurrenceVec){0};
	copy_add(s, e, occurrences, own);
	return e.dst;
}

/* T[V], which has OCCURRENCES, is complete. */
static void
part_close(Scan *s, VregId t, const OccurrenceVec *occurrences)
{
	s->intervals.at[t].occurrences = occurrences->at;
	s->intervals.at[t].noccurrences = occurrences->n;
	interval_compute(s, t);
}

/* V, being split. */
typedef struct {
	VregId v, t; /* t: T[V] */
	OccurrenceVec rest,
		chain; /* occurrences of V, and of T[V] if that is not V */
} Splitting;

/* T[V] is V again. */
static void
chain_end(Scan *s, Splitting *x)
{
	if (x->t != x->v)
		part_close(s, x->t, &x->chain);
	x->t = x->v;
}

/* The occurrences of PLACE in M are those of T[V], or of V. */
static void
place_take(Scan *s, Splitting *x, const IntervalOccurrence *m, Place place)
{
	bool own = x->t != x->v && !place.phi;

	for (uint32_t k = place.start; k < place.end; k++) {
		occurrence_insert(s, own ? &x->chain : &x->rest, m[k]);
		if (own)
			occurrence_rename(s, &m[k], x->t);
	}
}

/* A copy of T[V] behind M is T[V] from there on. */
static void
chain_grow(Scan *s, Splitting *x, const IntervalOccurrence *m)
{
	OccurrenceVec next;
	VregId part = part_add(s, x->v, x->t, m,
			       x->t == x->v ? &x->rest : &x->chain, &next);

	if (x->t != x->v)
		part_close(s, x->t, &x->chain);
	x->t = part;
	x->chain = next;
}

/* Does a copy belong behind place A of P, for the use behind it? */
static bool
copy_belongs(const Scan *s, const AllocInterval *p, Place a)
{
	if (a.phi || a.end == p->noccurrences)
		return false;
	Place next = place_at(s, p, a.end);
	return !next.write && !next.phi &&
	       copy_fits(s, &p->occurrences[a.end - 1], &p->occurrences[a.end]);
}

/* Split V in all its blocks. */
static void
interval_split(Scan *s, VregId v)
{
	const AllocInterval old = s->intervals.at[v];
	Splitting x = {.v = v, .t = v};
	BlockId block = NONE;
	Place place;

	for (uint32_t i = 0; i < old.noccurrences; i = place.end) {
		const IntervalOccurrence *m = old.occurrences;

		place = place_at(s, &old, i);
		if (place.write || occurrence_block(s, &m[i]) != block)
			chain_end(s, &x);
		block = occurrence_block(s, &m[i]);
		place_take(s, &x, m, place);
		if (copy_belongs(s, &old, place))
			chain_grow(s, &x, &m[place.end - 1]);
	}
	chain_end(s, &x);
	part_close(s, v, &x.rest);
}

/* May V have a register or not, and has a place where it can be split? */
static bool
interval_splits(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];
	bool splits = false;
	Place place;

	if (p->stage == STAGE_DONE || !p->main.n ||
	    !class_spill(s, s->f->vregs.at[v].cls))
		return false;
	for (uint32_t i = 0; i < p->noccurrences; i = place.end) {
		place = place_at(s, p, i);
		if (p->occurrences[i].flags & OCC_PINNED)
			return false;
		splits |= copy_belongs(s, p, place);
	}
	return splits;
}

void
textbook_split(Scan *s)
{
	VregId n = s->input->vregs.n;

	for (VregId v = 0; v < n; v++) {
		if (!register_occurs(s, v) || !interval_splits(s, v))
			continue;
		log_split(s, v, CUT_USES, 0);
		interval_split(s, v);
	}
}
