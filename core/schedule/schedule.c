/*
 * Two heaps: `ready` by height, of instructions that can start in this cycle,
 * `waiting` by cycle, of those whose predecessors have started.
 */
#include "core/schedule/schedule.h"

#include "core/schedule/deps.h"

/* Nodes in a binary heap: smallest key first. */
typedef struct {
	uint64_t *keys; /* key << 32 | node: ties by node */
	uint32_t n;
} Heap;

typedef struct {
	const DepGraph *g;
	Heap ready, waiting;
	uint32_t *npreds; /* by node: not scheduled yet */
	uint32_t *cycle;  /* by node: when its operands are there */
} Schedule;

static void
heap_push(Heap *h, uint32_t key, uint32_t node)
{
	uint64_t k = (uint64_t)key << 32 | node;
	uint32_t i = h->n++;

	for (; i && h->keys[(i - 1) / 2] > k; i = (i - 1) / 2)
		h->keys[i] = h->keys[(i - 1) / 2];
	h->keys[i] = k;
}

static uint32_t
heap_pop(Heap *h)
{
	uint32_t node = (uint32_t)h->keys[0], i = 0;
	uint64_t last = h->keys[--h->n];

	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child >= h->n)
			break;
		if (child + 1 < h->n && h->keys[child + 1] < h->keys[child])
			child++;
		if (h->keys[child] >= last)
			break;
		h->keys[i] = h->keys[child];
		i = child;
	}
	h->keys[i] = last;
	return node;
}

/* Higher nodes first. */
static uint32_t
height_key(const DepGraph *g, uint32_t node)
{
	return UINT32_MAX - g->height[node];
}

/* NODE starts at CYCLE: its successors may become ready. */
static void
node_start(Schedule *s, uint32_t node, uint32_t cycle)
{
	const DepGraph *g = s->g;

	for (uint32_t i = g->succ_start[node]; i < g->succ_start[node + 1];
	     i++) {
		const DepEdge *e = &g->edges.at[g->succs[i]];

		if (s->cycle[e->to] < cycle + e->latency)
			s->cycle[e->to] = cycle + e->latency;
		if (--s->npreds[e->to])
			continue;
		if (s->cycle[e->to] <= cycle)
			heap_push(&s->ready, height_key(g, e->to), e->to);
		else
			heap_push(&s->waiting, s->cycle[e->to], e->to);
	}
}

/* The nodes of G in their new order. */
static void
region_order(const DepGraph *g, uint32_t width, uint32_t *nodes, Arena *tmp)
{
	Schedule s = {.g = g};
	uint32_t n = 0, cycle = 0, started = 0;

	s.ready.keys = ARENA_RAW(tmp, uint64_t, g->n + 1);
	s.waiting.keys = ARENA_RAW(tmp, uint64_t, g->n + 1);
	s.npreds = ARENA_RAW(tmp, uint32_t, g->n + 1);
	s.cycle = ARENA_NEW(tmp, uint32_t, g->n + 1);
	for (uint32_t i = 0; i < g->n; i++) {
		s.npreds[i] = g->pred_start[i + 1] - g->pred_start[i];
		if (!s.npreds[i])
			heap_push(&s.ready, height_key(g, i), i);
	}
	while (n < g->n) {
		if (!s.ready.n || started == width) {
			cycle = s.ready.n ? cycle + 1
					  : (uint32_t)(s.waiting.keys[0] >> 32);
			started = 0;
		}
		while (s.waiting.n &&
		       (uint32_t)(s.waiting.keys[0] >> 32) <= cycle) {
			uint32_t node = heap_pop(&s.waiting);

			heap_push(&s.ready, height_key(g, node), node);
		}
		nodes[n] = heap_pop(&s.ready);
		started += g->latency[nodes[n]] != 0;
		node_start(&s, nodes[n], cycle);
		n++;
	}
}

static void
block_schedule(const Func *f, const Block *block, DepBuilder *b, uint32_t width,
	       InsnId *order)
{
	InsnId start, end = block->end;

	for (InsnId i = block->first; i < block->end; i++)
		order[i] = i;
	for (;; end = start) {
		Arena scratch = {0};
		DepGraph g;

		end = region_before(f, block->first, end, &start);
		if (start == end)
			break;
		deps_build(b, f, start, end, &g, &scratch);
		uint32_t *nodes = ARENA_RAW(&scratch, uint32_t, g.n + 1);
		region_order(&g, width, nodes, &scratch);
		deps_write(&g, nodes, order + start);
		arena_free(&scratch);
	}
}

void
schedule_run(const Func *f, InsnId *order, Arena *tmp)
{
	const LatencyModel *model = latency_model(f);
	DepBuilder *b = deps_begin(f, tmp);

	for (BlockId n = 0; n < f->blocks.n; n++)
		block_schedule(f, &f->blocks.at[n], b,
			       model && model->width ? model->width : 1, order);
}
