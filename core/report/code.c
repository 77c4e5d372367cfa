/*
 * The code of the page: instructions as they were read, with the position that
 * intervals count by, and as they are printed, with the one that each stems
 * from; blocks with their edges.
 */
#include "core/report/report_internal.h"

#include "core/analysis/cfg.h"
#include "core/mirtext/mir.h"

/* What the rows of instructions are written with. */
typedef struct {
	const Report *r;
	Texts *texts;
	TextWords words;
	Buf text;
	Buf *out;
} Rows;

/* The end of an instruction's row: its text. */
static void
text_json(Rows *w, const Func *f, InsnId i)
{
	buf_reset(&w->text);
	w->words.n = 0;
	if (func_insn(f, i)->flags & INSN_BUNDLED)
		buf_str(&w->text, "  ");
	mir_print_insn(f, i, &w->text);
	texts_add(w->texts, w->text.at, w->text.len, &w->words);
	texts_put(w->words.at, w->words.n, w->out);
	buf_char(w->out, ']');
}

/* --- blocks --- */

static void
block_json(const Func *f, const Cfg *cfg, const float *freq, BlockId b,
	   Buf *out)
{
	const Block *block = &f->blocks.at[b];
	uint32_t loop = cfg->loop_of[b];

	buf_printf(out,
		   "{\"number\":%u,\"first\":%u,\"end\":%u,\"frequency\":%.4f,"
		   "\"depth\":%u,\"label\":",
		   block->number, block->first, block->end, (double)freq[b],
		   loop == NONE ? 0 : cfg->loops[loop].depth);
	buf_json(out, f->source->text + block->label.at, block->label.len);
	buf_str(out, ",\"successors\":[");
	for (uint32_t i = block->succs.start; i < block->succs.end; i++) {
		const Succ *s = &f->succs.at[i];

		buf_printf(out, "%s[%u,%.4f]",
			   i > block->succs.start ? "," : "", s->block,
			   s->prob == UINT32_MAX ? -1.0
						 : s->prob / 2147483648.0);
	}
	buf_str(out, "]}");
}

static void
blocks_json(Func *f, const float *freq, Arena *tmp, Buf *out)
{
	Cfg cfg;

	cfg_build(f, &cfg, tmp, tmp);
	buf_char(out, '[');
	for (BlockId b = 0; b < f->blocks.n; b++) {
		buf_str(out, b ? ",\n" : "\n");
		block_json(f, &cfg, freq, b, out);
	}
	buf_char(out, ']');
}

/* --- instructions --- */

InsnId *
report_lowered(const Report *r)
{
	const Func *f = r->story->lowered;
	InsnId *of = ARENA_RAW(r->tmp, InsnId, r->read->insns.n + 1);

	for (InsnId i = 0; i < r->read->insns.n; i++)
		of[i] = NONE;
	for (InsnId i = f->insns.n; i-- > 0;)
		if (func_insn(f, i)->origin != NONE)
			of[func_insn(f, i)->origin] = i;
	return of;
}

/* [line, position or -1, what it is, text...]. */
static void
input_json(Rows *w)
{
	const Report *r = w->r;
	const Func *f = r->read;
	const Slots *slots = &r->story->live->slots;
	const InsnId *lowered = report_lowered(r);

	buf_str(w->out, ",\n\"input\": [");
	for (InsnId i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		bool known = lowered[i] != NONE && !(insn->flags & INSN_DEBUG);

		buf_printf(w->out, "%s[%u,%d,\"%s\",", i ? ",\n" : "\n",
			   story_pos(r->story, insn->loc).line,
			   known ? (int)slots->insn_pos[lowered[i]] : -1,
			   insn->flags & INSN_DEBUG ? "debug"
			   : insn->op && insn_desc(f, insn)->flags & OP_CALL
				   ? "call"
				   : "");
		text_json(w, f, i);
	}
	buf_char(w->out, ']');
}

static const char *
made_kind(const Func *f, const Insn *insn)
{
	return insn->flags & INSN_SPILL	   ? "spill"
	       : insn->flags & INSN_RELOAD ? "reload"
	       : insn->flags & INSN_REMAT  ? "remat"
	       : insn_is(f, insn, WK_COPY) ? "copy"
	       : insn->origin == NONE	   ? "made"
	       : insn->flags & INSN_FOLDED ? "folded"
					   : "";
}

/* [line, what it stems from or -1, what it is, text...]. */
static void
output_json(Rows *w)
{
	const Report *r = w->r;
	const Func *f = r->code;

	buf_str(w->out, ",\n\"output\": [");
	for (InsnId i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);

		buf_printf(w->out, "%s[%u,%d,\"%s\",", i ? ",\n" : "\n",
			   story_pos(r->story, insn->loc).line,
			   insn->origin == NONE ? -1 : (int)insn->origin,
			   made_kind(f, insn));
		text_json(w, f, i);
	}
	buf_char(w->out, ']');
}

/* [number, position] of the heads of blocks that intervals count by. */
static void
heads_json(const Report *r, Buf *out)
{
	const Func *f = r->story->lowered;
	const Slots *slots = &r->story->live->slots;

	buf_str(out, ",\n\"heads\": [");
	for (BlockId b = 0; b < f->blocks.n; b++)
		buf_printf(out, "%s[%u,%u]", b ? "," : "",
			   f->blocks.at[b].number, slots->block_start[b] / 4);
	buf_char(out, ']');
}

void
report_code(const Report *r, Texts *texts, Buf *out)
{
	Rows rows = {.r = r, .texts = texts, .out = out};

	buf_str(out, ",\n\"input_blocks\": ");
	blocks_json(r->read, r->read_freq, r->tmp, out);
	buf_str(out, ",\n\"output_blocks\": ");
	blocks_json(r->code, r->code_freq, r->tmp, out);
	heads_json(r, out);
	input_json(&rows);
	output_json(&rows);
	buf_free(&rows.text);
}
