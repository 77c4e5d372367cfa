/*
 * Dependence graphs as text, and as input for dot(1).
 */
#include "core/schedule/deps.h"

static const char *const KINDS[] = {
	[DEP_DATA] = "data",
	[DEP_ANTI] = "anti",
	[DEP_OUTPUT] = "output",
	[DEP_ORDER] = "order",
};

static const char *
node_name(const DepGraph *g, uint32_t n)
{
	const Func *f = g->f;

	return insn_opcode_name(f, func_insn(f, g->insn[n]));
}

static void
print_edge(const DepGraph *g, const DepEdge *e, FILE *out)
{
	const Target *t = g->f->target;

	fprintf(out, "      %s", KINDS[e->kind]);
	if (e->kind != DEP_ORDER)
		fprintf(out, " $%s", target_reg_name(t, e->reg));
	fprintf(out, " from %u, latency %u\n", e->from, e->latency);
}

static void
print_text(const DepGraph *g, InsnId first, FILE *out)
{
	fprintf(out, "  region %u to %u, critical path %u\n", g->start - first,
		g->end - 1 - first, g->length);
	for (uint32_t n = 0; n < g->n; n++) {
		fprintf(out, "    %u %s: latency %u depth %u height %u\n", n,
			node_name(g, n), g->latency[n], g->depth[n],
			g->height[n]);
		for (uint32_t i = g->pred_start[n]; i < g->pred_start[n + 1];
		     i++)
			print_edge(g, &g->edges.at[i], out);
	}
}

static void
print_dot(const DepGraph *g, unsigned block, InsnId first, FILE *out)
{
	static const char *const styles[] = {
		[DEP_DATA] = "solid",
		[DEP_ANTI] = "dashed",
		[DEP_OUTPUT] = "dotted",
		[DEP_ORDER] = "bold",
	};
	const Target *t = g->f->target;

	fprintf(out, "digraph \"bb.%u, %u to %u\" {\n", block, g->start - first,
		g->end - 1 - first);
	for (uint32_t n = 0; n < g->n; n++)
		fprintf(out, "  n%u [label=\"%u %s\"];\n", n, n,
			node_name(g, n));
	FOR_VEC(DepEdge, e, g->edges) {
		fprintf(out, "  n%u -> n%u [style=%s, label=\"%s %u\"];\n",
			e->from, e->to, styles[e->kind],
			e->kind == DEP_ORDER ? "order"
					     : target_reg_name(t, e->reg),
			e->latency);
	}
	fprintf(out, "}\n");
}

static void
print_block(const Func *f, const Block *block, DepBuilder *b, bool dot,
	    FILE *out)
{
	InsnId start, end = block->end;
	VEC(Slice) regions = {0};
	Arena arena = {0};

	for (;; end = start) {
		end = region_before(f, block->first, end, &start);
		if (start == end)
			break;
		VEC_PUSH(&arena, regions, ((Slice){start, end}));
	}
	while (regions.n) {
		Slice r = regions.at[--regions.n];
		Arena scratch = {0};
		DepGraph g;

		deps_build(b, f, r.start, r.end, &g, &scratch);
		if (dot)
			print_dot(&g, block->number, block->first, out);
		else
			print_text(&g, block->first, out);
		arena_free(&scratch);
	}
	arena_free(&arena);
}

void
deps_print(const Func *f, bool dot, FILE *out, Arena *tmp)
{
	DepBuilder *b = deps_begin(f, tmp);

	for (BlockId n = 0; n < f->blocks.n; n++) {
		if (!dot)
			fprintf(out, "bb.%u\n", f->blocks.at[n].number);
		print_block(f, &f->blocks.at[n], b, dot, out);
	}
	if (dot)
		return;
	DepCounts c = deps_count(f, tmp);
	fprintf(out,
		"%u data, %u anti, %u output, %u order, critical paths %llu\n",
		c.edges[DEP_DATA], c.edges[DEP_ANTI], c.edges[DEP_OUTPUT],
		c.edges[DEP_ORDER], (unsigned long long)c.length);
}
