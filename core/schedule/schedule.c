/*
 * Two heaps: `ready` by height, of instructions that can start in this cycle,
 * `waiting` by cycle, of those whose predecessors have started.
 */
#include "core/schedule/schedule.h"

#include "core/base/heap.h"
#include "core/schedule/deps.h"

typedef struct {
	const DepGraph *g;
	Heap ready, waiting;
	uint32_t *npreds; /* by node: not scheduled yet */
	uint32_t *cycle;  /* by node: when its operands are there */
	Arena *tmp;
} Schedule;

static void
node_push(Schedule *s, Heap *h, uint32_t key, uint32_t node)
{
	heap_push(h, (HeapEntry){key, node, 0}, s->tmp);
}

/* Higher nodes first. */
static void
ready_push(Schedule *s, uint32_t node)
{
	node_push(s, &s->ready, UINT32_MAX - s->g->height[node], node);
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
			ready_push(s, e->to);
		else
			node_push(s, &s->waiting, s->cycle[e->to], e->to);
	}
}

/* The nodes of G in their new order. */
static void
region_order(const DepGraph *g, uint32_t width, uint32_t *nodes, Arena *tmp)
{
	Schedule s = {.g = g, .tmp = tmp};
	uint32_t n = 0, cycle = 0, started = 0;

	s.npreds = ARENA_RAW(tmp, uint32_t, g->n + 1);
	s.cycle = ARENA_NEW(tmp, uint32_t, g->n + 1);
	for (uint32_t i = 0; i < g->n; i++) {
		s.npreds[i] = g->pred_start[i + 1] - g->pred_start[i];
		if (!s.npreds[i])
			ready_push(&s, i);
	}
	while (n < g->n) {
		if (!s.ready.n || started == width) {
			cycle = s.ready.n ? cycle + 1
					  : (uint32_t)s.waiting.at[0].key;
			started = 0;
		}
		while (s.waiting.n && s.waiting.at[0].key <= cycle)
			ready_push(&s, heap_pop(&s.waiting).tie);
		nodes[n] = heap_pop(&s.ready).tie;
		started += g->latency[nodes[n]] != 0;
		node_start(&s, nodes[n], cycle);
		n++;
	}
}

static void
block_schedule(const Func *f, const Block *block, DepBuilder *b, uint32_t width,
	       InsnId *order)
{
	InsnId end = block->end;
	Arena scratch = {0};
	DepGraph g;

	for (InsnId i = block->first; i < block->end; i++)
		order[i] = i;
	for (; deps_before(b, f, block->first, end, &g, &scratch);
	     end = g.start) {
		uint32_t *nodes = ARENA_RAW(&scratch, uint32_t, g.n + 1);

		region_order(&g, width, nodes, &scratch);
		deps_write(&g, nodes, order + g.start);
	}
	arena_free(&scratch);
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
