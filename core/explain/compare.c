/*
 * What two allocations of a function cost, as a whole and by block: each by the
 * frequencies of its own text.  Blocks keep their numbers in allocation, unless
 * theirs was made from text and gave them new ones; those that are made on
 * edges have others, and are told by what they lie between.
 */
#include "core/explain/compare_internal.h"

#include "core/analysis/cfg.h"
#include "core/base/intmap.h"

#include <stdlib.h>
#include <string.h>

/* What a block is compared by: the number that it was read with, twice, or,
 * with `edge`, those of the blocks that it lies between. */
typedef struct {
	uint32_t from, to;
	bool edge;
	BlockId block;
} BlockKey;

/* Less is not seen with four digits behind the point. */
static const double LEAST_LOSS = 0.0001;

double
compare_ratio(double ours, double theirs)
{
	return (ours + 1) / (theirs + 1);
}

double
compare_cost(const CompareFunc *f, unsigned side)
{
	return cost_against(&f->cost[side], &f->cost[!side]);
}

void
compare_total(const Comparison *all, double total[COMPARE_SIDES])
{
	total[COMPARE_OURS] = total[COMPARE_THEIRS] = 0;
	for (uint32_t i = 0; i < all->funcs.n; i++) {
		total[COMPARE_OURS] +=
			compare_cost(&all->funcs.at[i], COMPARE_OURS);
		total[COMPARE_THEIRS] +=
			compare_cost(&all->funcs.at[i], COMPARE_THEIRS);
	}
}

/* --- which block is which --- */

/* What the numbers of blocks were when these were read. */
static void
numbers_find(const Func *read, IntMap *numbers, Arena *tmp)
{
	for (BlockId b = 0; b < read->blocks.n; b++) {
		uint32_t number = read->blocks.at[b].number;

		*intmap_at(numbers, tmp, number) = number;
	}
}

/* Has F the blocks of READ, of NUMBERS, in their order, and beside them only
 * such as have numbers behind all of these? */
static bool
numbers_kept(const Func *f, const Func *read, const IntMap *numbers)
{
	uint32_t last = 0;
	BlockId next = 0;

	for (BlockId b = 0; b < read->blocks.n; b++)
		if (read->blocks.at[b].number > last)
			last = read->blocks.at[b].number;
	for (BlockId b = 0; b < f->blocks.n; b++) {
		uint32_t number = f->blocks.at[b].number;

		if (intmap_get(numbers, number) == UINT32_MAX) {
			if (number < last)
				return false;
			continue;
		}
		while (next < read->blocks.n &&
		       read->blocks.at[next].number != number)
			next++;
		if (next++ == read->blocks.n)
			return false;
	}
	return true;
}

/* Are the blocks of F that READ has numbered by their places there? */
static bool
numbers_are_places(const Func *f, const Func *read)
{
	BlockId next = 0;

	for (BlockId b = 0; b < f->blocks.n; b++)
		if (f->blocks.at[b].number < read->blocks.n &&
		    f->blocks.at[b].number != next++)
			return false;
	return next == read->blocks.n;
}

/* The same as numbers_find for theirs, F, of OURS for ours.  Who reads text
 * with gaps in its numbers may number its blocks anew, in its order. */
static IntMap
numbers_of_theirs(const Func *f, const Func *read, const IntMap *ours,
		  Arena *tmp)
{
	IntMap numbers = {0};

	if (numbers_kept(f, read, ours) || !numbers_are_places(f, read))
		return *ours;
	for (BlockId b = 0; b < read->blocks.n; b++)
		*intmap_at(&numbers, tmp, b) = read->blocks.at[b].number;
	return numbers;
}

/* Does B lie on an edge, as far as NUMBERS say? */
static bool
on_edge(const Block *b, const IntMap *numbers)
{
	return intmap_get(numbers, b->number) == UINT32_MAX &&
	       b->preds.end - b->preds.start == 1 &&
	       b->succs.end - b->succs.start == 1;
}

/* The number that B of F was read with; one that no such block has. */
static uint32_t
number_read(const Func *f, BlockId b, const IntMap *numbers)
{
	uint32_t number = f->blocks.at[b].number;
	uint32_t read = intmap_get(numbers, number);

	return read == UINT32_MAX ? ~number : read;
}

static BlockKey
block_key(const Func *f, BlockId b, const IntMap *numbers)
{
	const Block *block = &f->blocks.at[b];
	uint32_t number = number_read(f, b, numbers);

	if (!on_edge(block, numbers))
		return (BlockKey){number, number, false, b};
	return (BlockKey){
		number_read(f, f->preds.at[block->preds.start], numbers),
		number_read(f, f->succs.at[block->succs.start].block, numbers),
		true, b};
}

static int
key_compare(const void *a, const void *b)
{
	const BlockKey *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	return x->edge - y->edge;
}

/* Blocks of F with their keys, sorted. */
static BlockKey *
keys_find(const Func *f, const IntMap *numbers, Arena *tmp)
{
	BlockKey *keys = ARENA_RAW(tmp, BlockKey, f->blocks.n + 1);

	for (BlockId b = 0; b < f->blocks.n; b++)
		keys[b] = block_key(f, b, numbers);
	qsort(keys, f->blocks.n, sizeof(*keys), key_compare);
	return keys;
}

static void
block_count(const Func *f, BlockId b, float freq, Cost *cost)
{
	*cost = (Cost){0};
	if (b == NONE)
		return;
	FOR_INSNS(insn, f, &f->blocks.at[b])
		cost_insn(f, insn, freq, cost);
}

/* The blocks of ours, each with theirs.  What theirs alone has is no place
 * where ours costs more. */
static CompareBlock *
blocks_pair(const ComparePair *pair)
{
	const Func *ours = pair->code[COMPARE_OURS];
	const Func *theirs = pair->code[COMPARE_THEIRS];
	CompareBlock *blocks =
		ARENA_RAW(pair->tmp, CompareBlock, ours->blocks.n + 1);
	IntMap numbers = {0};

	numbers_find(pair->read, &numbers, pair->tmp);
	IntMap others =
		numbers_of_theirs(theirs, pair->read, &numbers, pair->tmp);
	const BlockKey *keys = keys_find(theirs, &others, pair->tmp);
	for (BlockId b = 0; b < ours->blocks.n; b++) {
		BlockKey key = block_key(ours, b, &numbers);

		const BlockKey *found = bsearch(&key, keys, theirs->blocks.n,
						sizeof(key), key_compare);
		BlockId other = found ? found->block : NONE;
		blocks[b].block[COMPARE_OURS] = b;
		blocks[b].block[COMPARE_THEIRS] = other;
		block_count(ours, b, pair->freq[COMPARE_OURS][b],
			    &blocks[b].cost[COMPARE_OURS]);
		block_count(theirs, other,
			    found ? pair->freq[COMPARE_THEIRS][other] : 0,
			    &blocks[b].cost[COMPARE_THEIRS]);
	}
	return blocks;
}

/* --- places --- */

static double
place_loss(const ComparePlace *p)
{
	return p->cost[COMPARE_OURS] - p->cost[COMPARE_THEIRS];
}

/* Room for a place with that loss: its index; COMPARE_PLACES: it is not among
 * the worst.  What is as bad as another stands behind it. */
static uint32_t
place_room(Comparison *all, double loss)
{
	uint32_t i = all->nplaces;

	while (i > 0 && place_loss(&all->places[i - 1]) < loss)
		i--;
	if (i == COMPARE_PLACES)
		return i;
	if (all->nplaces < COMPARE_PLACES)
		all->nplaces++;
	for (uint32_t k = all->nplaces - 1; k > i; k--)
		all->places[k] = all->places[k - 1];
	return i;
}

/* The part of the cost that makes up most of the loss. */
static CostPart
worst_part(const CompareBlock *b)
{
	const Cost *ours = &b->cost[COMPARE_OURS];
	const Cost *theirs = &b->cost[COMPARE_THEIRS];
	CostPart worst = COST_STORES;
	const char *name;
	double most = 0;

	for (CostPart part = 0; part < COST_PARTS; part++) {
		double loss = cost_part(ours, part, &name)->weighted -
			      cost_part(theirs, part, &name)->weighted;

		loss *= part == COST_COPIES	 ? 1
			: part == COST_CONSTANTS ? 0.5
						 : 2;
		if (loss <= most)
			continue;
		most = loss;
		worst = part;
	}
	return worst;
}

/* "%bb.3", or "%bb.3 to %bb.5" of a block that was made on that edge. */
static void
block_name(const ComparePair *pair, BlockId b, Buf *out)
{
	const Func *f = pair->code[COMPARE_OURS];
	const Block *block = &f->blocks.at[b];

	if (!(block->flags & BLOCK_MADE) ||
	    block->preds.start == block->preds.end ||
	    block->succs.start == block->succs.end) {
		buf_printf(out, "%%bb.%u", block->number);
		return;
	}
	buf_printf(out, "%%bb.%u to %%bb.%u",
		   f->blocks.at[f->preds.at[block->preds.start]].number,
		   f->blocks.at[f->succs.at[block->succs.start].block].number);
}

static const char *
text_keep(Buf *text, Arena *arena)
{
	buf_char(text, '\0');
	char *kept = arena_copy(arena, text->at, text->len, text->len);
	buf_reset(text);
	return kept;
}

/* What is told of PLACE, whose block is B. */
static void
place_fill(const ComparePair *pair, const CompareBlock *b, ComparePlace *place,
	   Arena *arena)
{
	CostPart part = worst_part(b);
	Buf text = {0};

	for (unsigned side = 0; side < COMPARE_SIDES; side++)
		if (b->block[side] != NONE)
			place->freq[side] = pair->freq[side][b->block[side]];
	block_name(pair, b->block[COMPARE_OURS], &text);
	place->block = text_keep(&text, arena);
	InsnId blamed = compare_code(pair, b, part, place, arena);
	compare_why(pair, blamed, part, &text);
	place->why = text_keep(&text, arena);
	buf_free(&text);
}

/* First which blocks are places, then what is told of these. */
static void
places_add(Comparison *all, const ComparePair *pair, const char *function)
{
	const CompareBlock *blocks = blocks_pair(pair);
	uint32_t n = pair->code[COMPARE_OURS]->blocks.n, at;
	ComparePlace *p;

	for (uint32_t b = 0; b < n; b++) {
		double ours = block_cost(&blocks[b], COMPARE_OURS);
		double theirs = block_cost(&blocks[b], COMPARE_THEIRS);

		if (ours - theirs < LEAST_LOSS)
			continue;
		at = place_room(all, ours - theirs);
		if (at == COMPARE_PLACES)
			continue;
		p = &all->places[at];
		*p = (ComparePlace){.function = function, .id = b};
		p->cost[COMPARE_OURS] = ours;
		p->cost[COMPARE_THEIRS] = theirs;
	}
	for (at = 0; at < all->nplaces; at++) {
		p = &all->places[at];
		if (p->function == function)
			place_fill(pair, &blocks[p->id], p, all->arena);
	}
}

void
compare_add(Comparison *all, const ComparePair *pair)
{
	const char *name = pair->read->plain_name;
	CompareFunc f = {.judged = pair->judged};

	f.name = arena_copy(all->arena, name, strlen(name) + 1,
			    strlen(name) + 1);
	for (unsigned side = 0; side < COMPARE_SIDES; side++)
		if (pair->code[side]->blocks.n)
			cost_count(pair->code[side], pair->freq[side],
				   &f.cost[side]);
	VEC_PUSH(all->arena, all->funcs, f);
	if (!pair->code[COMPARE_OURS]->blocks.n)
		return;
	for (unsigned side = 0; side < COMPARE_SIDES; side++)
		cfg_preds(pair->code[side]);
	places_add(all, pair, f.name);
}
