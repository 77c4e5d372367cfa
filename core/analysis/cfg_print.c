/*
 * Control flow as text.
 */
#include "core/analysis/cfg.h"

static void
blocks_print(const Func *f, const char *what, const BlockId *list, Slice s,
	     FILE *out)
{
	fprintf(out, "  %s:", what);
	for (; s.start < s.end; s.start++)
		fprintf(out, " bb.%u", f->blocks.at[list[s.start]].number);
	putc('\n', out);
}

static void
succs_print(const Func *f, const Block *block, FILE *out)
{
	fputs("  successors:", out);
	FOR_SLICE(Succ, s, f->succs.at, block->succs) {
		fprintf(out, " bb.%u", f->blocks.at[s->block].number);
		if (s->prob != UINT32_MAX)
			fprintf(out, "(0x%08x)", s->prob);
	}
	putc('\n', out);
}

void
cfg_print(const Cfg *cfg, const Func *f, const float *freq, FILE *out)
{
	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		uint32_t loop = cfg->loop_of[b];

		fprintf(out, "bb.%u", block->number);
		if (cfg->part[b])
			fprintf(out, " unreachable, part %u", cfg->part[b]);
		if (loop != NONE)
			fprintf(out, " depth %u, loop of bb.%u",
				cfg->loops[loop].depth,
				f->blocks.at[cfg->loops[loop].head].number);
		if (freq)
			fprintf(out, " frequency %.4g", (double)freq[b]);
		putc('\n', out);
		blocks_print(f, "predecessors", f->preds.at, block->preds, out);
		succs_print(f, block, out);
		blocks_print(f, "dominator", cfg->idom,
			     (Slice){b, b + !cfg_is_root(cfg, b)}, out);
	}
	blocks_print(f, "order", cfg->rpo, (Slice){0, cfg->nrpo}, out);
}
