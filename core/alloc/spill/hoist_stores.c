/*
 * Stores that stand where the value is written.
 *
 * Splitting stores a value where a part of it leaves its register, which may be
 * in a loop that does not change it.  A store right behind each instruction
 * that writes it is enough for all places: its slot holds the value from there
 * on.  (LLVM's HoistSpillHelper.)
 */
#include "core/alloc/spill/spill.h"
#include "core/base/sort.h"

/* Behind more writes no stores are tried: each is put into a list. */
enum { STORES_MAX = 64 };

/* The stores of an origin. */
typedef struct {
	float price; /* of them all */
	bool hoists; /* others take their place */
} Stores;

/* An instruction that writes an origin, in a part of it. */
typedef struct {
	const IntervalOccurrence *m;
	VregId part;
} Write;

/* An origin's writes and the places where its slot is read, both as numbers
 * that begin with the position; and the stores behind those writes. */
typedef struct {
	Scan *s;
	Arena tmp; /* of all that follows */
	VEC(Write) writes;
	VEC(uint64_t) order; /* their positions, then their numbers */
	VEC(uint64_t) reads; /* positions */
	FoldedUses folded;
	VEC(Edit) stores;
	float price;
} Homes;

static inline Stores *
stores_of(const Scan *s, Stores *stores, const Edit *e)
{
	return &stores[s->intervals.at[e->src].origin];
}

/* The stores of each origin; NULL: there are none. */
static Stores *
stores_find(const Scan *s, Arena *tmp)
{
	Stores *stores = NULL;

	FOR_VEC(Edit, e, s->edits) {
		if (!edit_is_store(s, e))
			continue;
		if (!stores)
			stores = ARENA_NEW(tmp, Stores, s->origins.n + 1);
		stores_of(s, stores, e)->price +=
			s->price[slots_insn_block(&s->live->slots, e->at)];
	}
	return stores;
}

/* Note occurrence M of part V, if it writes, or reads the slot. */
static void
occurrence_note(Homes *h, VregId v, const IntervalOccurrence *m)
{
	Scan *s = h->s;
	bool edit = m->flags & OCC_EDIT, write = m->flags & OCC_WRITE;

	if ((m->flags & OCC_READ && !s->regs.at[v]) ||
	    (edit && write && s->edits.at[m->ref].kind == EDIT_RELOAD))
		VEC_PUSH(&h->tmp, h->reads, m->pos);
	if (edit || !write)
		return;
	VEC_PUSH(&h->tmp, h->order, (uint64_t)m->pos << 32 | h->writes.n);
	VEC_PUSH(&h->tmp, h->writes, ((Write){m, v}));
}

/* The writes of ORIGIN, and the reads of its slot, in order. */
static void
homes_open(Homes *h, VregId origin)
{
	Scan *s = h->s;
	Slice folded = folded_of(&h->folded, origin);

	h->writes.n = h->order.n = h->reads.n = h->stores.n = 0;
	h->price = 0;
	for (uint32_t i = folded.start; i < folded.end; i++)
		VEC_PUSH(&h->tmp, h->reads,
			 s->live->slots.insn_pos[(InsnId)h->folded.at[i]]);
	for (VregId v = origin; v != NONE; v = s->intervals.at[v].sibling) {
		const AllocInterval *p = &s->intervals.at[v];

		for (uint32_t i = 0; i < p->noccurrences; i++)
			occurrence_note(h, v, &p->occurrences[i]);
	}
	sort_numbers(h->order.at, h->order.n, &h->tmp);
	sort_numbers(h->reads.at, h->reads.n, &h->tmp);
}

/* Does a write of the same block follow the I-th one, in the same lanes, and
 * nobody reads the slot in between?  *READ: the first read behind it. */
static bool
is_overwritten(const Homes *h, uint32_t i, uint32_t *read)
{
	const Scan *s = h->s;

	if (i + 1 == h->order.n || s->t->lane_mask)
		return false;
	const IntervalOccurrence *m = h->writes.at[(uint32_t)h->order.at[i]].m;
	const IntervalOccurrence *next =
		h->writes.at[(uint32_t)h->order.at[i + 1]].m;
	while (*read < h->reads.n && h->reads.at[*read] <= m->pos)
		++*read;
	return occurrence_block(s, m) == occurrence_block(s, next) &&
	       (*read == h->reads.n || h->reads.at[*read] > next->pos);
}

/* Add the store behind write W, if it needs one.  False: there can be none. */
static bool
home_add(Homes *h, const Write *w)
{
	Scan *s = h->s;
	const AllocInterval *p = &s->intervals.at[w->part];
	BlockId b = occurrence_block(s, w->m);
	Edit e = {.kind = EDIT_SPILL,
		  .src = w->part,
		  .dst = NONE,
		  .slot = NONE,
		  .remat = NONE};

	if (!s->regs.at[w->part])
		return p->stage == STAGE_MEMORY; /* the slot is written */
	if (w->m->flags & OCC_PINNED || block_leaves_early(s->f, b))
		return false;
	edit_place_behind(s, w->m->insn, &e);
	if (!segs_contain(&p->main, slot_at(edit_point(s, &e), SLOT_BLOCK) - 1))
		return !segs_contain(&p->main, slot_at(w->m->pos, SLOT_DEAD));
	h->price += s->price[b];
	VEC_PUSH(&h->tmp, h->stores, e);
	return true;
}

/* Find the stores behind what writes ORIGIN.  False: there cannot be all of
 * them, or they cost MAX or more. */
static bool
homes_find(Homes *h, VregId origin, float max)
{
	uint32_t read = 0;

	if (h->s->origins.remat[origin] != NONE)
		return false;
	homes_open(h, origin);
	for (uint32_t i = 0; i < h->order.n; i++)
		if (!is_overwritten(h, i, &read) &&
		    (!home_add(h, &h->writes.at[(uint32_t)h->order.at[i]]) ||
		     h->price >= max || h->stores.n > STORES_MAX))
			return false;
	return h->price < max;
}

static void
store_add(Scan *s, Edit e)
{
	uint32_t index = edit_add(s, e);

	occurrence_add(s, e.src, edit_occurrence(s, index, false));
}

/* Add the stores found for ORIGIN, whose slot is kept wherever it lives. */
static void
homes_add(Homes *h, VregId origin)
{
	Scan *s = h->s;

	for (uint32_t i = 0; i < h->stores.n; i++)
		store_add(s, h->stores.at[i]);
	for (VregId v = origin; v != NONE; v = s->intervals.at[v].sibling)
		s->intervals.at[v].slot_kept |= s->regs.at[v] != 0;
}

void
stores_hoist(Scan *s)
{
	Homes h = {.s = s};
	Stores *stores = stores_find(s, &h.tmp);
	uint32_t n = s->edits.n;

	if (!stores)
		return;
	h.folded = folded_find(s, &h.tmp);
	for (VregId v = 0; v < s->origins.n; v++) {
		stores[v].hoists = stores[v].price > 0 &&
				   homes_find(&h, v, stores[v].price);
		if (stores[v].hoists)
			homes_add(&h, v);
	}
	for (uint32_t i = 0; i < n; i++) {
		Edit *e = &s->edits.at[i];

		if (edit_is_store(s, e) && stores_of(s, stores, e)->hoists)
			e->kind = EDIT_NONE;
	}
	arena_free(&h.tmp);
}
