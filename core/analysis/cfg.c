/*
 * Control flow.  Predecessors by counting, one depth-first walk for all orders,
 * semi-dominators with nearest common ancestors for the dominator tree
 * (Georgiadis 2005), natural loops from back edges, inner ones first.
 */
#include "core/analysis/cfg.h"

#include "core/base/unionfind.h"

#include <string.h>

/* A depth-first walk of all blocks: arrays by number of discovery, but for
 * `number`. */
typedef struct {
	uint32_t *number; /* by block; NONE: not seen */
	BlockId *block;
	uint32_t *parent; /* number; NONE: a root */
	uint32_t *ancestor, *label, *semi, *idom, *stack;
	uint32_t *cursor; /* by block: the next of its successors */
	uint32_t n, part; /* blocks seen; trees */
} Walk;

void
cfg_preds(Func *f)
{
	uint32_t nblocks = f->blocks.n, n = 0;
	BlockId b;

	for (b = 0; b < nblocks; b++)
		f->blocks.at[b].preds = (Slice){0, 0};
	for (b = 0; b < nblocks; b++) {
		Slice s = f->blocks.at[b].succs;

		n += s.end - s.start;
		FOR_SLICE(Succ, succ, f->succs.at, s)
			f->blocks.at[succ->block].preds.end++;
	}
	if (n > f->preds.cap) {
		f->preds.at = ARENA_RAW(f->arena, BlockId, n);
		f->preds.cap = n;
	}
	f->preds.n = n;
	for (n = 0, b = 0; b < nblocks; b++) {
		Slice *p = &f->blocks.at[b].preds;
		uint32_t count = p->end;

		p->start = p->end = n;
		n += count;
	}
	for (b = 0; b < nblocks; b++) {
		Slice s = f->blocks.at[b].succs;

		for (uint32_t i = s.start; i < s.end; i++) {
			BlockId to = f->succs.at[i].block;

			f->preds.at[f->blocks.at[to].preds.end++] = b;
		}
	}
}

/* Visit what ROOT reaches and nothing else did; its blocks go to RPO from
 * index BASE on. Returns the index behind them. */
static uint32_t
walk_from(const Func *f, Walk *w, Cfg *cfg, BlockId root, uint32_t base)
{
	uint32_t *cursor = w->cursor;
	uint32_t first = w->n, depth = 0;

	w->number[root] = w->n;
	w->parent[w->n] = NONE;
	w->block[w->n++] = root;
	w->stack[depth++] = root;
	cursor[root] = f->blocks.at[root].succs.start;
	uint32_t at = base;
	while (depth) {
		BlockId b = w->stack[depth - 1], to = NONE;
		uint32_t k = cursor[b], end = f->blocks.at[b].succs.end;

		for (; k < end; k++) {
			to = f->succs.at[k].block;
			if (w->number[to] == NONE)
				break;
		}
		cursor[b] = k + 1;
		if (k >= end) {
			cfg->part[b] = w->part;
			cfg->rpo[at++] = b; /* post-order, turned below */
			depth--;
			continue;
		}
		w->number[to] = w->n;
		w->parent[w->n] = w->number[b];
		w->block[w->n++] = to;
		cursor[to] = f->blocks.at[to].succs.start;
		w->stack[depth++] = to;
	}
	for (depth = 0; depth < (w->n - first) / 2; depth++) {
		BlockId b = cfg->rpo[base + depth];

		cfg->rpo[base + depth] = cfg->rpo[at - 1 - depth];
		cfg->rpo[at - 1 - depth] = b;
	}
	w->part++;
	return at;
}

static void
orders_fill(const Func *f, Walk *w, Cfg *cfg)
{
	uint32_t at = 0;

	for (BlockId b = 0; b < f->blocks.n; b++) {
		if (w->number[b] != NONE)
			continue;
		at = walk_from(f, w, cfg, b, at);
		if (!b)
			cfg->nrpo = at;
	}
	for (uint32_t i = 0; i < at; i++)
		cfg->order_at[cfg->rpo[i]] = i;
	memcpy(cfg->rpo_at, cfg->order_at, sizeof(*cfg->rpo_at) * at);
	for (uint32_t i = cfg->nrpo; i < at; i++)
		cfg->rpo_at[cfg->rpo[i]] = NONE;
}

/* The number with the least semi-dominator on the path from V up to where the
 * forest ends; the path becomes flat. */
static uint32_t
forest_eval(Walk *w, uint32_t v)
{
	uint32_t depth = 0, u = v;

	if (w->ancestor[v] == NONE)
		return v;
	while (w->ancestor[w->ancestor[u]] != NONE) {
		w->stack[depth++] = u;
		u = w->ancestor[u];
	}
	while (depth) {
		uint32_t x = w->stack[--depth], up = w->ancestor[x];

		if (w->semi[w->label[up]] < w->semi[w->label[x]])
			w->label[x] = w->label[up];
		w->ancestor[x] = w->ancestor[up];
	}
	return w->label[v];
}

static void
dominators_fill(const Func *f, Walk *w, Cfg *cfg)
{
	for (uint32_t v = 0; v < w->n; v++) {
		w->semi[v] = w->label[v] = v;
		w->ancestor[v] = NONE;
	}
	for (uint32_t v = w->n; v-- > 0;) {
		Slice p = f->blocks.at[w->block[v]].preds;

		if (w->parent[v] == NONE)
			continue;
		/* The only way in is the tree's. */
		if (p.end - p.start == 1) {
			w->semi[v] = w->ancestor[v] = w->parent[v];
			continue;
		}
		FOR_SLICE(BlockId, pred, f->preds.at, p) {
			BlockId from = *pred;

			if (cfg->part[from] != cfg->part[w->block[v]])
				continue;
			uint32_t u = forest_eval(w, w->number[from]);
			if (w->semi[u] < w->semi[v])
				w->semi[v] = w->semi[u];
		}
		w->ancestor[v] = w->parent[v];
	}
	for (uint32_t v = 0; v < w->n; v++) {
		uint32_t up = w->parent[v];

		while (up != NONE && up > w->semi[v])
			up = w->idom[up];
		w->idom[v] = up;
		cfg->idom[w->block[v]] = up == NONE ? NONE : w->block[up];
	}
}

/* Number the dominator tree: a subtree is a range.  A dominator stands before
 * what it dominates in order of discovery. */
static void
domtree_number(const Walk *w, Cfg *cfg, uint32_t *next)
{
	uint32_t at = 0;

	for (uint32_t v = 0; v < w->n; v++)
		cfg->dom_end[w->block[v]] = 1;
	for (uint32_t v = w->n; v-- > 0;)
		if (w->idom[v] != NONE)
			cfg->dom_end[w->block[w->idom[v]]] +=
				cfg->dom_end[w->block[v]];
	for (uint32_t v = 0; v < w->n; v++) {
		BlockId b = w->block[v];
		uint32_t size = cfg->dom_end[b];
		uint32_t *from = w->idom[v] == NONE ? &at : &next[cfg->idom[b]];

		cfg->dom_first[b] = *from;
		*from += size;
		cfg->dom_end[b] = cfg->dom_first[b] + size;
		next[b] = cfg->dom_first[b] + 1;
	}
}

static inline bool
edge_is_back(const Cfg *cfg, BlockId from, BlockId to)
{
	return cfg->rpo_at[from] >= cfg->rpo_at[to] &&
	       cfg->rpo_at[from] != NONE && cfg_dominates(cfg, to, from);
}

/* Put B, and what stands for it if it lies in an inner loop, into LOOP; returns
 * the block whose predecessors are to be looked at, or NONE.  TOP leads to the
 * outermost loop found so far around a loop. */
static BlockId
loop_take(Cfg *cfg, uint32_t *top, uint32_t loop, BlockId b)
{
	uint32_t inner = cfg->loop_of[b];

	if (inner == NONE) {
		cfg->loop_of[b] = loop;
		return b == cfg->loops[loop].head ? NONE : b;
	}
	inner = unionfind_root(top, inner);
	if (inner == loop)
		return NONE;
	top[inner] = loop;
	cfg->loops[inner].parent = loop;
	return cfg->loops[inner].head;
}

static void
loop_fill(const Func *f, Cfg *cfg, uint32_t *top, uint32_t loop,
	  uint32_t *stack)
{
	BlockId head = cfg->loops[loop].head;
	Slice p = f->blocks.at[head].preds;
	uint32_t n = 0;

	loop_take(cfg, top, loop, head);
	FOR_SLICE(BlockId, pred, f->preds.at, p) {
		BlockId b = *pred;

		if (edge_is_back(cfg, b, head) &&
		    (b = loop_take(cfg, top, loop, b)) != NONE)
			stack[n++] = b;
	}
	while (n) {
		p = f->blocks.at[stack[--n]].preds;
		for (uint32_t i = p.start; i < p.end; i++) {
			BlockId b = f->preds.at[i];

			if (cfg->rpo_at[b] != NONE &&
			    (b = loop_take(cfg, top, loop, b)) != NONE)
				stack[n++] = b;
		}
	}
}

/* How deep each loop is, and which loops it contains.  NEXT: by loop, for the
 * place of the next one in it. */
static void
loops_number(Cfg *cfg, uint32_t *next)
{
	uint32_t outermost = 0;

	for (uint32_t i = cfg->nloops; i-- > 0;)
		if (cfg->loops[i].parent != NONE)
			cfg->loops[cfg->loops[i].parent].n += cfg->loops[i].n;
	for (uint32_t i = 0; i < cfg->nloops; i++) {
		Loop *loop = &cfg->loops[i];
		uint32_t up = loop->parent;
		uint32_t *at = up == NONE ? &outermost : &next[up];

		loop->depth = up == NONE ? 1 : cfg->loops[up].depth + 1;
		loop->at = *at;
		*at += loop->n;
		next[i] = loop->at + 1;
	}
}

static void
loops_fill(const Func *f, Cfg *cfg, uint32_t *top, uint32_t *stack,
	   Arena *arena)
{
	VEC(Loop) loops = {0};
	uint32_t j;

	for (uint32_t i = 0; i < f->blocks.n; i++)
		cfg->loop_of[i] = NONE;
	FOR_ARRAY(BlockId, b, cfg->rpo, cfg->nrpo) {
		Slice p = f->blocks.at[*b].preds;

		for (j = p.start; j < p.end; j++)
			if (edge_is_back(cfg, f->preds.at[j], *b))
				break;
		if (j < p.end)
			VEC_PUSH(arena, loops,
				 ((Loop){.head = *b, .parent = NONE, .n = 1}));
	}
	cfg->loops = loops.at;
	cfg->nloops = loops.n;
	unionfind_init(top, loops.n);
	for (uint32_t i = loops.n; i-- > 0;)
		loop_fill(f, cfg, top, i, stack);
	loops_number(cfg, stack);
}

/* The next N words of *TABLES. */
static uint32_t *
table_take(uint32_t **tables, uint32_t n)
{
	uint32_t *table = *tables;

	*tables += n;
	return table;
}

static void
tables_open(Cfg *cfg, Walk *w, uint32_t n, Arena *arena, Arena *tmp)
{
	uint32_t *kept = ARENA_RAW(arena, uint32_t, (size_t)n * 8);
	uint32_t *brief = ARENA_RAW(tmp, uint32_t, (size_t)n * 8 + 1);

	*cfg = (Cfg){.rpo = table_take(&kept, n),
		     .rpo_at = table_take(&kept, n),
		     .order_at = table_take(&kept, n),
		     .part = table_take(&kept, n),
		     .idom = table_take(&kept, n),
		     .dom_first = table_take(&kept, n),
		     .dom_end = table_take(&kept, n),
		     .loop_of = table_take(&kept, n)};
	*w = (Walk){.number = table_take(&brief, n),
		    .block = table_take(&brief, n),
		    .parent = table_take(&brief, n),
		    .ancestor = table_take(&brief, n),
		    .label = table_take(&brief, n),
		    .semi = table_take(&brief, n),
		    .idom = table_take(&brief, n),
		    .stack = brief};
	memset(w->number, 0xff, n * sizeof(*w->number));
}

void
cfg_build(Func *f, Cfg *cfg, Arena *arena, Arena *tmp)
{
	uint32_t n = f->blocks.n;
	uint32_t *cursor = ARENA_RAW(tmp, uint32_t, n);
	Walk w;

	if (!f->preds.n)
		cfg_preds(f);
	tables_open(cfg, &w, n, arena, tmp);
	w.cursor = cursor;
	orders_fill(f, &w, cfg);
	dominators_fill(f, &w, cfg);
	domtree_number(&w, cfg, cursor);
	loops_fill(f, cfg, w.parent, w.stack, arena);
}
