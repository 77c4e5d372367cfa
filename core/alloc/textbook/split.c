/*
 * Splitting inside blocks, before anything is allocated, of every piece that
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

/* The mentions of one place: one instruction, one group of parallel copies. */
typedef struct {
	uint32_t start, end; /* half-open */
	bool write;
	bool phi; /* it is a PHI's */
} Place;

/* Is M of a copy from or to a register that lowering made? */
static bool
is_phi_copy(const Scan *s, const PieceMention *m)
{
	const Operand *o = &s->f->opnds.at[m->ref];

	o = m->flags & MENTION_WRITE ? o + 1 : o - 1;
	return (m->flags & MENTION_SIDE) && o->kind == OPND_VREG &&
	       o->val >= s->input->vregs.n && o->val < s->norigins;
}

/* The place that begins at mention I of P, whose mentions are all old. */
static Place
place_at(const Scan *s, const Piece *p, uint32_t i)
{
	Place place = {.start = i, .end = i, .phi = true};

	for (; place.end < p->nmentions &&
	       p->mentions[place.end].pos == p->mentions[i].pos;
	     place.end++) {
		const PieceMention *m = &p->mentions[place.end];

		place.write |= (m->flags & MENTION_WRITE) != 0;
		place.phi &= is_phi_copy(s, m);
	}
	return place;
}

/* Can a copy stand behind mention M, in front of the next one of its block? */
static bool
copy_fits(const Scan *s, const PieceMention *m, const PieceMention *next)
{
	return mention_block(s, m) == mention_block(s, next) &&
	       !(insn_flags(s->f, func_insn(s->f, m->insn)) & OP_TERMINATOR) &&
	       mention_point(s, next) > m->pos;
}

/* New part of V: a copy of T[V], FROM, behind mention M. */
static VregId
part_add(Scan *s, VregId v, VregId from, const PieceMention *m,
	 MentionVec *mentions, MentionVec *own)
{
	Edit e = {.kind = EDIT_COPY,
		  .slot = NONE,
		  .remat = NONE,
		  .src = from,
		  .dst = piece_add(s, v)};

	edit_place_behind(s, m->insn, &e);
	*own = (MentionVec){0};
	copy_add(s, e, mentions, own);
	return e.dst;
}

/* T[V], which has MENTIONS, is complete. */
static void
part_close(Scan *s, VregId t, const MentionVec *mentions)
{
	s->pieces.at[t].mentions = mentions->at;
	s->pieces.at[t].nmentions = mentions->n;
	piece_compute(s, t);
}

/* V, being split. */
typedef struct {
	VregId v, t; /* t: T[V] */
	MentionVec rest,
		chain; /* mentions of V, and of T[V] if that is not V */
} Splitting;

/* T[V] is V again. */
static void
chain_end(Scan *s, Splitting *x)
{
	if (x->t != x->v)
		part_close(s, x->t, &x->chain);
	x->t = x->v;
}

/* The mentions of PLACE in M are those of T[V], or of V. */
static void
place_take(Scan *s, Splitting *x, const PieceMention *m, Place place)
{
	bool own = x->t != x->v && !place.phi;
	uint32_t k;

	for (k = place.start; k < place.end; k++) {
		mention_insert(s, own ? &x->chain : &x->rest, m[k]);
		if (own)
			mention_rename(s, &m[k], x->t);
	}
}

/* A copy of T[V] behind M is T[V] from there on. */
static void
chain_grow(Scan *s, Splitting *x, const PieceMention *m)
{
	MentionVec next;
	VregId part = part_add(s, x->v, x->t, m,
			       x->t == x->v ? &x->rest : &x->chain, &next);

	if (x->t != x->v)
		part_close(s, x->t, &x->chain);
	x->t = part;
	x->chain = next;
}

/* Does a copy belong behind place A of P, for the use behind it? */
static bool
copy_belongs(const Scan *s, const Piece *p, Place a)
{
	Place next;

	if (a.phi || a.end == p->nmentions)
		return false;
	next = place_at(s, p, a.end);
	return !next.write && !next.phi &&
	       copy_fits(s, &p->mentions[a.end - 1], &p->mentions[a.end]);
}

/* Split V in all its blocks. */
static void
piece_split(Scan *s, VregId v)
{
	const Piece old = s->pieces.at[v];
	Splitting x = {.v = v, .t = v};
	BlockId block = NONE;
	Place place;
	uint32_t i;

	for (i = 0; i < old.nmentions; i = place.end) {
		const PieceMention *m = old.mentions;

		place = place_at(s, &old, i);
		if (place.write || mention_block(s, &m[i]) != block)
			chain_end(s, &x);
		block = mention_block(s, &m[i]);
		place_take(s, &x, m, place);
		if (copy_belongs(s, &old, place))
			chain_grow(s, &x, &m[place.end - 1]);
	}
	chain_end(s, &x);
	part_close(s, v, &x.rest);
}

/* May V have a register or not, and has a place where it can be split? */
static bool
piece_splits(Scan *s, VregId v)
{
	const Piece *p = &s->pieces.at[v];
	bool splits = false;
	Place place;
	uint32_t i;

	if (p->stage == STAGE_DONE || !p->main.n ||
	    !class_spill(s, s->f->vregs.at[v].cls))
		return false;
	for (i = 0; i < p->nmentions; i = place.end) {
		place = place_at(s, p, i);
		if (p->mentions[i].flags & MENTION_PINNED)
			return false;
		splits |= copy_belongs(s, p, place);
	}
	return splits;
}

void
textbook_split(Scan *s)
{
	VregId v, n = s->input->vregs.n;

	for (v = 0; v < n; v++) {
		if (!register_mentioned(s, v) || !piece_splits(s, v))
			continue;
		log_split(s, v, CUT_USES, 0);
		piece_split(s, v);
	}
}
