/*
 * Blocks and their code in the form of C1Visualizer.
 */
#include "core/report/c1_internal.h"

#include "core/analysis/cfg.h"

/* The number of I before allocation, that of its position; -1 if an instruction
 * before it has that. */
static int64_t
insn_number(const C1 *c, InsnId i)
{
	const uint32_t *pos = c->s->live->slots.insn_pos;

	for (InsnId k = i; k > 0 && pos[k - 1] == pos[i]; k--)
		if (c1_shows(c->f, k - 1))
			return -1;
	return c1_shows(c->f, i) ? (int64_t)pos[i] * 2 : -1;
}

/* By instruction of the allocated code: its number or -1.  Of those that stem
 * from one the first has its number. */
static int64_t *
code_numbers(const C1 *c)
{
	const Func *code = c->r->code;
	InsnId *lowered = report_lowered(c->r);
	int64_t *numbers = ARENA_RAW(c->r->tmp, int64_t, code->insns.n + 1);

	for (InsnId i = 0; i < code->insns.n; i++) {
		InsnId from = func_insn(code, i)->origin;

		numbers[i] = -1;
		if (from == NONE || lowered[from] == NONE)
			continue;
		numbers[i] = insn_number(c, lowered[from]);
		lowered[from] = NONE;
	}
	return numbers;
}

static void
block_name(const Func *f, BlockId b, Buf *out)
{
	buf_printf(out, " \"bb.%u\"", f->blocks.at[b].number);
}

/* Lines of the input in place of bytecode indexes; -1: none. */
static void
lines_put(const C1 *c, const Func *f, const Block *block)
{
	int64_t first = -1, last = -1;

	FOR_INSNS(insn, f, block) {
		uint32_t line = story_pos(c->s, insn->loc).line;

		if (!line)
			continue;
		if (first < 0)
			first = line;
		last = line;
	}
	buf_printf(c->out, "    from_bci %lld\n    to_bci %lld\n",
		   (long long)first, (long long)last);
}

static void
edges_put(const C1 *c, const Func *f, const Block *block)
{
	buf_str(c->out, "    predecessors");
	FOR_SLICE(BlockId, pred, f->preds.at, block->preds)
		block_name(f, *pred, c->out);
	for (unsigned pads = 0; pads <= BLOCK_LANDING_PAD; pads++) {
		buf_str(c->out, pads ? "\n    xhandlers" : "\n    successors");
		FOR_SLICE(Succ, succ, f->succs.at, block->succs) {
			BlockId to = succ->block;

			if (pads ==
			    (f->blocks.at[to].flags & BLOCK_LANDING_PAD))
				block_name(f, to, c->out);
		}
	}
	buf_printf(c->out, "\n    flags%s\n",
		   block->flags & BLOCK_LANDING_PAD ? " \"ex\"" : "");
}

/* First and last number of block B; NUMBERS: see code_numbers, NULL: of the
 * code before allocation, where blocks begin with a number of their own. */
static void
numbers_put(const C1 *c, const Block *block, BlockId b, const int64_t *numbers)
{
	const Slots *slots = &c->s->live->slots;
	int64_t first = -1, last = -1;

	for (InsnId i = block->first; numbers && i < block->end; i++) {
		if (numbers[i] < 0)
			continue;
		if (first < 0 || numbers[i] < first)
			first = numbers[i];
		if (numbers[i] > last)
			last = numbers[i];
	}
	if (!numbers) {
		first = slots->block_start[b] / 2;
		last = slots->block_start[b + 1] / 2 - 2;
	}
	if (first >= 0)
		buf_printf(c->out,
			   "    first_lir_id %lld\n    last_lir_id %lld\n",
			   (long long)first, (long long)last);
}

static void
code_put(const C1 *c, const Func *f, const Block *block, const int64_t *numbers)
{
	buf_str(c->out, "    begin_LIR\n");
	for (InsnId i = block->first; i < block->end; i++)
		if (c1_shows(f, i))
			c1_insn(f, i, numbers ? numbers[i] : insn_number(c, i),
				c->out);
	buf_str(c->out, "    end_LIR\n");
}

void
c1_graph(const C1 *c, Func *f, const char *name, bool allocated)
{
	const int64_t *numbers = allocated ? code_numbers(c) : NULL;
	Cfg cfg;

	cfg_build(f, &cfg, c->r->tmp, c->r->tmp);
	buf_printf(c->out, "begin_cfg\n  name \"%s\"\n", name);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		uint32_t loop = cfg.loop_of[b];

		buf_str(c->out, "  begin_block\n    name");
		block_name(f, b, c->out);
		buf_char(c->out, '\n');
		lines_put(c, f, block);
		edges_put(c, f, block);
		if (!cfg_is_root(&cfg, b)) {
			buf_str(c->out, "    dominator");
			block_name(f, cfg.idom[b], c->out);
			buf_char(c->out, '\n');
		}
		buf_printf(c->out, "    loop_index %d\n    loop_depth %u\n",
			   loop == NONE ? -1 : (int)loop,
			   loop == NONE ? 0 : cfg.loops[loop].depth);
		numbers_put(c, block, b, numbers);
		code_put(c, f, block, numbers);
		buf_str(c->out, "  end_block\n");
	}
	buf_str(c->out, "end_cfg\n");
}
