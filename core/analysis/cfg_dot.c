/*
 * Control flow as a graph that Graphviz draws.
 */
#include "core/analysis/cfg.h"

/* A name of LLVM may have any byte in it; a quote would end the label, and a
 * backslash would begin an escape. */
static void
name_put(const Func *f, FILE *out)
{
	const char *s = f->source->text + f->name.at;

	for (uint32_t i = 0; i < f->name.len; i++) {
		if (s[i] == '"' || s[i] == '\\')
			putc('\\', out);
		putc(s[i], out);
	}
}

static void
node_put(const Cfg *cfg, const Func *f, const float *freq, BlockId b, FILE *out)
{
	uint32_t number = f->blocks.at[b].number;
	uint32_t loop = cfg->loop_of[b];

	fprintf(out, "  bb%u [label=\"bb.%u\\nfrequency %.4g", number, number,
		(double)freq[b]);
	if (loop != NONE)
		fprintf(out, "\\ndepth %u", cfg->loops[loop].depth);
	fprintf(out, "\"%s];\n", cfg->part[b] ? ", style=dashed" : "");
}

static void
edges_put(const Func *f, const Block *block, FILE *out)
{
	FOR_SLICE(Succ, s, f->succs.at, block->succs) {
		fprintf(out, "  bb%u -> bb%u", block->number,
			f->blocks.at[s->block].number);
		if (s->prob != UINT32_MAX)
			fprintf(out, " [label=\"%.4g\"]",
				s->prob / 2147483648.0);
		fputs(";\n", out);
	}
}

void
cfg_dot(const Cfg *cfg, const Func *f, const float *freq, FILE *out)
{
	fputs("digraph cfg {\n  label=\"", out);
	name_put(f, out);
	fputs("\";\n  node [shape=box];\n", out);
	for (BlockId b = 0; b < f->blocks.n; b++)
		node_put(cfg, f, freq, b, out);
	for (BlockId b = 0; b < f->blocks.n; b++)
		edges_put(f, &f->blocks.at[b], out);
	fputs("}\n", out);
}
