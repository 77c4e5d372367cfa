/*
 * Marks again where instructions have changed: what is live at the heads of
 * blocks mostly stays the same.
 */
#include "core/rewrite/flags.h"

#include "core/base/bound.h"
#include "core/rewrite/flags_internal.h"

#include <string.h>

typedef struct {
	Flags *g;
	uint8_t *dirty;	  /* by block: what is live there must be found */
	uint8_t *scanned; /* by block: its marks must be found */
	uint8_t *changed; /* by block: what is live at its head is not what it
			     was */
	uint8_t *gains;	  /* by block: more is live at its head than `live`
			     says */
	bool again;
} Update;

/* Take over what is known of blocks that are still there; others must be looked
 * at.  LIVE and DEFINED (or NULL) are by block as these were before. */
static void
rows_take(Update *u, uint64_t *live, uint64_t *defined)
{
	Flags *g = u->g;
	BlockId old = 0;

	for (BlockId b = 0; b < g->f->blocks.n; b++) {
		const Block *block = &g->f->blocks.at[b];

		if (!(block->flags & BLOCK_MARKED)) {
			row_clear(g, row_of(g, g->rows.live, b));
			u->dirty[b] = u->changed[b] = 1;
			continue;
		}
		while (g->numbers[old] != block->number)
			old++;
		row_copy(g, row_of(g, g->rows.live, b), row_of(g, live, old));
		if (defined)
			row_copy(g, row_of(g, g->rows.defined, b),
				 row_of(g, defined, old));
		u->dirty[b] = (block->flags & BLOCK_STALE) != 0;
	}
}

/* Look at the blocks that must be.  A new one lies on an edge. */
static void
blocks_scan(Update *u)
{
	Flags *g = u->g;
	const Block *blocks = g->f->blocks.at;
	BlockId n = g->f->blocks.n;

	for (BlockId b = 0; b < n; b++)
		if (u->dirty[b]) {
			block_scan(g, b);
			u->scanned[b] = 1;
		}
	if (!g->rows.defined)
		return;
	for (BlockId b = 0; b < n; b++)
		if (!(blocks[b].flags & BLOCK_MARKED))
			defined_out(g, g->preds.from[g->preds.first[b]],
				    row_of(g, g->rows.defined, b));
	for (BlockId b = 0; b < n; b++)
		if (u->dirty[b])
			undefined_settle(g, b);
}

/* What new blocks, which lie on edges, let through is live at their heads: to
 * begin with nothing there would be taken away from all blocks before them, and
 * given back.  ROW is room. */
static void
blocks_open(Update *u, uint64_t *row)
{
	Flags *g = u->g;

	for (BlockId b = g->f->blocks.n; b-- > 0;)
		if (!(g->f->blocks.at[b].flags & BLOCK_MARKED)) {
			live_out(g, b, row);
			live_pass(g, b, row);
			row_copy(g, row_of(g, g->rows.live, b), row);
		}
}

/* The blocks before B must be looked at: more, or less, is live at its head. */
static void
preds_dirty(Update *u, BlockId b)
{
	Flags *g = u->g;

	u->changed[b] = 1;
	for (uint32_t k = g->preds.first[b]; k; k = g->preds.next[k]) {
		BlockId from = g->preds.from[k];

		u->dirty[from] = 1;
		u->again |= from >= b;
	}
}

/* What is live at the head of block B, into ROW. */
static void
block_update(Update *u, BlockId b, uint64_t *row)
{
	Flags *g = u->g;

	if (!u->scanned[b]) {
		block_scan(g, b);
		if (g->rows.defined)
			undefined_settle(g, b);
	}
	u->scanned[b] = 1;
	live_out(g, b, row);
	live_pass(g, b, row);
}

/* Sweeps over dirty blocks, in which rows of `live` only lose units (LESS), or
 * only gain some: to do both at a time might send what has been and what will
 * be round a loop for ever, one behind the other.  Ends: each sweep but the
 * last changes a row. */
static void
live_sweep(Update *u, bool less, uint64_t *row)
{
	Flags *g = u->g;
	uint64_t left = turns_most(g);

	do {
		BOUND_COUNT(left);
		u->again = false;
		for (BlockId b = g->f->blocks.n; b-- > 0;) {
			uint64_t *live = row_of(g, g->rows.live, b);

			if (!u->dirty[b])
				continue;
			u->dirty[b] = 0;
			block_update(u, b, row);
			if (less)
				u->gains[b] = row_exceeds(g, row, live);
			if (less ? row_meet(g, live, row)
				 : row_join(g, live, row))
				preds_dirty(u, b);
		}
	} while (u->again);
}

/*
 * Find what is live now.  False: more of that may be undefined than before.
 *
 * Rows are those of before but where that takes something away; then what is
 * missing is added, which gives a solution.
 */
static bool
live_update(Update *u, uint64_t *row)
{
	Flags *g = u->g;

	blocks_open(u, row);
	live_sweep(u, true, row);
	memcpy(u->dirty, u->gains, g->f->blocks.n);
	live_sweep(u, false, row);
	if (g->rows.defined)
		return true;
	for (BlockId b = 0; b < g->f->blocks.n; b++)
		if (u->scanned[b] && !block_defines_live(g, b, row))
			return false;
	return !u->changed[0];
}

void
flags_update(Flags *g, Arena *tmp)
{
	uint32_t nblocks = g->f->blocks.n, nseen = g->regs.n;
	uint8_t *by_block = ARENA_NEW(tmp, uint8_t, 4 * (size_t)nblocks);
	uint64_t *row = ARENA_RAW(tmp, uint64_t, 2 * g->rows.words);
	uint64_t *live = g->rows.live, *defined = g->rows.defined;
	Update u = {.g = g,
		    .dirty = by_block,
		    .scanned = by_block + nblocks,
		    .changed = by_block + 2 * (size_t)nblocks,
		    .gains = by_block + 3 * (size_t)nblocks};

	g->keep = g->tmp = tmp;
	flags_open(g);
	if (defined)
		g->rows.defined = ARENA_RAW(tmp, uint64_t,
					    (size_t)g->rows.words * nblocks);
	preds_find(g);
	rows_take(&u, live, defined);
	blocks_scan(&u);
	if (!live_update(&u, row)) {
		flags_mark(g->f, g->reserved, tmp, tmp);
		return;
	}
	for (BlockId b = 0; b < nblocks; b++)
		if (u.scanned[b])
			mark_block(g, b, row, row + g->rows.words);
	/* A register that is named now may be live elsewhere, too. */
	liveins_write(g, g->unnamed || g->regs.n > nseen ? NULL : u.changed);
}
