/*
 * Memory of demands: a sort of demand (place, value, lanes, width) gets a
 * number; under it stands the set of points it was put at, 64 to a word.  Most
 * sorts have one word, which stands in an array by number; the others are in a
 * hash table.  The same for blocks that it came to, by pages: walks over
 * blocks, of which there are the most, mostly stay on one.
 */
#include "core/check/demand/demands.h"

#define TABLE_FIRST 256

static uint32_t
key_hash(const Demand *d)
{
	uint32_t h = intmap_hash((uint64_t)d->place << 32 | d->value);

	h = intmap_hash(((uint64_t)h << 32 | d->cell) ^ d->lanes ^
			d->portion << 32 ^
			((uint64_t)d->kept << 32 | (uint64_t)d->width << 1 |
			 d->extended));
	h = intmap_hash(((uint64_t)h << 32 | d->wanted) ^ (uint64_t)d->within
								  << 24);
	return d->missing == NONE ? h
				  : intmap_hash((uint64_t)h << 32 | d->missing);
}

static bool
key_same(const MemoKey *x, const Demand *y)
{
	return x->place == y->place && x->value == y->value &&
	       x->cell == y->cell && x->lanes == y->lanes &&
	       x->width == y->width && x->kept == y->kept &&
	       x->extended == y->extended && x->wanted == y->wanted &&
	       x->within == y->within && x->portion == y->portion &&
	       x->missing == y->missing;
}

/* The number of D's sort. */
static uint32_t
key_number(Memo *m, Arena *arena, const Demand *d)
{
	uint32_t *at;

	INTMAP_SEEK(at, &m->key_numbers, arena, key_hash(d),
		    key_same(&m->keys.at[*at], d));
	if (*at == NONE) {
		*at = m->keys.n;
		VEC_PUSH(arena, m->keys,
			 ((MemoKey){.place = d->place,
				    .cell = d->cell,
				    .value = d->value,
				    .width = d->width,
				    .kept = d->kept,
				    .extended = d->extended,
				    .lanes = d->lanes,
				    .portion = d->portion,
				    .wanted = d->wanted,
				    .within = d->within,
				    .missing = d->missing}));
		VEC_PUSH(arena, m->firsts, ((MemoSlot){.key = 0}));
		VEC_PUSH(arena, m->pages, NULL);
		m->last = NULL; /* they may have moved */
	}
	return *at;
}

static MemoSlot *
memo_slot(const Memo *m, uint32_t key, uint32_t word)
{
	/* Some words of one key lie side by side, but not so many that keys
	 * would get in each other's way. */
	uint32_t h = intmap_hash((uint64_t)key << 32 | word >> 2) + (word & 3);

	for (;; h++) {
		MemoSlot *s = &m->slots[h & (m->cap - 1)];

		if (!s->key || (s->key == key && s->word == word))
			return s;
	}
}

static void
memo_grow(Memo *m, Arena *arena)
{
	MemoSlot *old = m->slots;
	uint32_t n = m->cap;

	m->cap = n ? n * 2 : TABLE_FIRST;
	m->slots = ARENA_NEW(arena, MemoSlot, m->cap);
	m->last = NULL;
	for (uint32_t i = 0; i < n; i++)
		if (old[i].key)
			*memo_slot(m, old[i].key, old[i].word) = old[i];
}

/* The slot of KEY (and 1) and WORD, made if it is new. */
static MemoSlot *
slot_of(Memo *m, Arena *arena, uint32_t key, uint32_t word)
{
	MemoSlot *slot = &m->firsts.at[key - 1];

	if (!slot->key) {
		slot->key = key;
		slot->word = word;
	}
	if (slot->word == word)
		return m->last = slot;
	slot = m->last;
	if (slot && slot->key == key && slot->word == word)
		return slot;
	if (m->n * 2 >= m->cap)
		memo_grow(m, arena);
	slot = memo_slot(m, key, word);
	if (!slot->key) {
		*slot = (MemoSlot){.key = key, .word = word};
		m->n++;
	}
	m->last = slot;
	return slot;
}

bool
memo_ask(Memo *m, Arena *arena, Demand *d, uint32_t at)
{
	uint64_t bit = (uint64_t)1 << (at & 63);

	if (d->key == NONE)
		d->key = key_number(m, arena, d);
	MemoSlot *slot = slot_of(m, arena, d->key + 1, at >> 6);
	if (slot->bits & bit)
		return true;
	slot->bits |= bit;
	if (m->trying) {
		MemoPoint point = {d->key, at};

		VEC_PUSH(arena, m->tried, point);
	}
	return false;
}

MemoPage *
memo_page(Memo *m, Arena *arena, Demand *d, BlockId b)
{
	uint32_t number = b / MEMO_BLOCKS, *at;

	if (d->key == NONE)
		d->key = key_number(m, arena, d);
	MemoPage *page = m->pages.at[d->key];
	if (page && page->number == number)
		return page;
	INTMAP_SEEK(at, &m->page_numbers, arena,
		    intmap_hash((uint64_t)d->key << 32 | number),
		    m->others.at[*at]->key == d->key &&
			    m->others.at[*at]->number == number);
	if (*at == NONE) {
		*at = m->others.n;
		page = ARENA_NEW(arena, MemoPage, 1);
		page->key = d->key;
		page->number = number;
		VEC_PUSH(arena, m->others, page);
	}
	return m->pages.at[d->key] = m->others.at[*at];
}

void
memo_try(Memo *m)
{
	m->trying = true;
	m->tried.n = m->tried_blocks.n = 0;
}

void
memo_tried(Memo *m, bool kept)
{
	m->trying = false;
	for (uint32_t i = 0; i < m->tried.n && !kept; i++) {
		MemoPoint p = m->tried.at[i];
		MemoSlot *s = &m->firsts.at[p.key];

		if (s->word != p.at >> 6)
			s = memo_slot(m, p.key + 1, p.at >> 6);
		s->bits &= ~((uint64_t)1 << (p.at & 63));
	}
	for (uint32_t i = 0; i < m->tried_blocks.n && !kept; i++)
		*m->tried_blocks.at[i].word &= ~m->tried_blocks.at[i].bit;
}

static bool
piece_same(const SlotPiece *x, const SlotPiece *y)
{
	return x->slot == y->slot && x->offset == y->offset &&
	       x->size == y->size && x->lanes == y->lanes;
}

Place
check_piece(Check *c, const SlotPiece *piece)
{
	uint32_t h = intmap_hash((uint64_t)piece->slot << 40 ^
				 (uint64_t)piece->offset << 20 ^ piece->size ^
				 piece->lanes * 0x9e3779b97f4a7c15u),
		 *at;

	INTMAP_SEEK(at, &c->pieces.by_hash, &c->arena, h,
		    piece_same(&c->pieces.list.at[*at], piece));
	if (*at == NONE) {
		*at = c->pieces.list.n;
		VEC_PUSH(&c->arena, c->pieces.list, *piece);
	}
	return *at | PLACE_SLOT;
}
