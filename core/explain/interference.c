/*
 * The interference graph by a sweep over the segments of all intervals in the
 * order of their starts, with those that have not ended yet beside it.
 */
#include "core/explain/interference.h"

#include "core/base/bits.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
	SlotIdx start, end;
	uint32_t node;
} LiveSegment;

typedef struct {
	const Story *story;
	VregId *nodes;
	uint32_t n;
	uint64_t **units; /* by class: those of its registers; NULL: unknown */
	uint64_t *adjacent; /* bits, n * n */
	LiveSegment *segments;
	uint32_t nsegments;
} Graph;

/* Collect the intervals; false: there are too many. */
static bool
nodes_find(Graph *g)
{
	const Story *s = g->story;

	g->nodes = ARENA_RAW(s->tmp, VregId, INTERFERENCE_NODES);
	for (VregId v = 0; v < s->log->nintervals; v++) {
		const Slice segs = s->log->intervals[v].segs;

		if (!story_lives(s, v))
			continue;
		if (g->n == INTERFERENCE_NODES)
			return false;
		g->nodes[g->n++] = v;
		g->nsegments += segs.end - segs.start;
	}
	return true;
}

static int
by_start(const void *a, const void *b)
{
	const LiveSegment *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->node > y->node) - (x->node < y->node);
}

static void
segments_sort(Graph *g)
{
	const AllocLog *log = g->story->log;
	uint32_t n = 0;

	g->segments = ARENA_NEW(g->story->tmp, LiveSegment, g->nsegments);
	for (uint32_t i = 0; i < g->n; i++) {
		const Slice segs = log->intervals[g->nodes[i]].segs;

		FOR_SLICE(Segment, seg, log->segs.at, segs)
			g->segments[n++] =
				(LiveSegment){seg->start, seg->end, i};
	}
	if (n)
		qsort(g->segments, n, sizeof(*g->segments), by_start);
}

/* The units of all registers of node I's class. */
static const uint64_t *
class_units(Graph *g, uint32_t i)
{
	const Func *f = g->story->lowered;
	const Target *t = f->target;
	ClassId cls = f->vregs.at[g->nodes[i]].cls;
	uint64_t *units = g->units[cls];

	if (units)
		return units;
	units = ARENA_NEW(g->story->tmp, uint64_t, BITS_WORDS(t->n_unit_regs));
	FOR_CLASS_REGS(reg, t, cls)
		FOR_UNITS(unit, t, *reg)
			bits_add(units, *unit);
	return g->units[cls] = units;
}

static bool
classes_meet(Graph *g, uint32_t a, uint32_t b)
{
	uint32_t n = BITS_WORDS(g->story->lowered->target->n_unit_regs);
	const uint64_t *x = class_units(g, a), *y = class_units(g, b);

	for (uint32_t i = 0; i < n; i++)
		if (x[i] & y[i])
			return true;
	return false;
}

static void
edges_find(Graph *g)
{
	LiveSegment *active =
		ARENA_RAW(g->story->tmp, LiveSegment, g->nsegments);
	uint32_t nactive = 0, kept;

	FOR_ARRAY(LiveSegment, s, g->segments, g->nsegments) {
		for (uint32_t k = kept = 0; k < nactive; k++) {
			uint32_t a = active[k].node, b = s->node;

			if (active[k].end <= s->start)
				continue;
			active[kept++] = active[k];
			if (classes_meet(g, a, b))
				bits_add(g->adjacent,
					 a < b ? a * g->n + b : b * g->n + a);
		}
		nactive = kept;
		active[nactive++] = *s;
	}
}

/* The colour of a register goes by its first unit, so that its parts have the
 * same; steps of the golden ratio keep neighbours apart. */
static void
node_put(const Graph *g, uint32_t i, Buf *out)
{
	const Story *s = g->story;
	const Target *t = s->lowered->target;
	VregId v = g->nodes[i];
	RegId reg = s->log->intervals[v].reg;

	buf_printf(out, "  n%u [label=\"%s\\n%s\\n%s\"", i, story_name(s, v).at,
		   story_class(s, v), story_place(s, v).at);
	if (reg && t->regs[reg].units.start < t->regs[reg].units.end) {
		double turn = 0.618034 * t->reg_units[t->regs[reg].units.start];

		buf_printf(out, ", fillcolor=\"%.3f 0.4 1.0\"",
			   turn - floor(turn));
	}
	buf_str(out, "];\n");
}

static void
graph_put(const Graph *g, Buf *out)
{
	for (uint32_t i = 0; i < g->n; i++)
		node_put(g, i, out);
	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = i + 1; k < g->n; k++)
			if (bits_has(g->adjacent, i * g->n + k))
				buf_printf(out, "  n%u -- n%u;\n", i, k);
}

void
interference_dot(const Story *story, Buf *out)
{
	const Target *t = story->lowered->target;
	Graph g = {.story = story};

	buf_str(out, "graph interference {\n"
		     "  node [style=filled, fillcolor=white];\n");
	if (nodes_find(&g)) {
		g.units = ARENA_NEW(story->tmp, uint64_t *, t->n_classes);
		g.adjacent =
			ARENA_NEW(story->tmp, uint64_t, BITS_WORDS(g.n * g.n));
		segments_sort(&g);
		edges_find(&g);
		graph_put(&g, out);
	} else {
		buf_printf(out, "  label=\"more than %u intervals\";\n",
			   INTERFERENCE_NODES);
	}
	buf_str(out, "}\n");
}
