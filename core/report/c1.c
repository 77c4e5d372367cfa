/*
 * -emit c1: a function in the form of C1Visualizer, which draws intervals and
 * control flow as HotSpot's client compiler tells of them (PrintCFGToFile).
 *
 * Two graphs, of the code that allocation began with and of the allocated code.
 * Behind the first stand two lists of intervals, which count as it does: before
 * allocation, and after it, with what was split and where each is.
 *
 * As in C1, instructions have even numbers, twice their position; what is at
 * the beginning of an instruction has the odd one before it.  So a value is
 * [def, use[.  Debug instructions and what joining emptied are left out.  What
 * allocation made has -1, and so have, of copies that happen at one time, all
 * but the first.
 */
#include "core/report/report_internal.h"

#include "core/analysis/cfg.h"
#include "core/mirtext/mir.h"

#include <ctype.h>
#include <string.h>

enum { NO_HINT = -1 };

/* An instruction that names a register. */
typedef struct {
	uint32_t pos;
	bool copy; /* which does with a slot as well */
} Use;

typedef struct {
	const Report *r;
	const Story *s;
	const Func *f;	     /* lowered */
	bool split;	     /* the intervals after allocation, not before */
	Use *uses;	     /* by register, in order */
	uint32_t *use_start; /* by VregId, and one more */
	int64_t *hint;	     /* by VregId: number of an interval, or NO_HINT */
	Buf *out;
} C1;

/* --- what may stand in the text --- */

/* A name between quotes, which have no escapes. */
static void
string_put(const Buf *text, Buf *out)
{
	size_t i;

	buf_char(out, '"');
	for (i = 0; i < text->len; i++)
		buf_char(out, text->at[i] == '"' ? '\'' : text->at[i]);
	buf_char(out, '"');
}

static void
name_line(const Func *f, const char *key, Buf *out)
{
	Buf name = {0};

	buf_span(&name, f->source, f->name);
	buf_printf(out, "  %s ", key);
	string_put(&name, out);
	buf_char(out, '\n');
	buf_free(&name);
}

/* One word: what types are. */
static void
word_put(const char *text, Buf *out)
{
	for (; *text; text++)
		buf_char(out, isalnum((unsigned char)*text) ? *text : '_');
}

/* Instruction I under NUMBER.  Its text ends with a sign that it cannot hold
 * itself. */
static void
insn_put(const Func *f, InsnId i, int64_t number, Buf *out)
{
	Buf text = {0};
	size_t k;

	mir_print_insn(f, i, &text);
	buf_printf(out, "      %lld ", (long long)number);
	for (k = 0; k < text.len; k++) {
		buf_char(out, text.at[k]);
		if (text.at[k] == '<' && k + 1 < text.len &&
		    text.at[k + 1] == '|')
			buf_char(out, ' ');
	}
	buf_str(out, " <|@\n");
	buf_free(&text);
}

/* --- numbers --- */

/* The number of place AT. */
static uint32_t
number_of(const C1 *c, SlotIdx at)
{
	const Slots *slots = &c->s->live->slots;
	uint32_t pos = at >> 2, slot = at & 3;

	if (pos >= slots->npos || slots->pos_insn[pos] == NONE)
		return pos * 2 + (slot == SLOT_DEAD);
	return slot == SLOT_DEAD  ? pos * 2 + 1
	       : slot == SLOT_REG ? pos * 2
				  : pos * 2 - 1;
}

/* Is there anything to show of I? */
static bool
is_shown(const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);

	return !(insn->flags & INSN_DEBUG) &&
	       !(insn_is(f, insn, WK_KILL) && !insn->nopnds);
}

/* The number of I before allocation, that of its position; -1 if an instruction
 * before it has that. */
static int64_t
insn_number(const C1 *c, InsnId i)
{
	const uint32_t *pos = c->s->live->slots.insn_pos;
	InsnId k;

	for (k = i; k > 0 && pos[k - 1] == pos[i]; k--)
		if (is_shown(c->f, k - 1))
			return -1;
	return is_shown(c->f, i) ? (int64_t)pos[i] * 2 : -1;
}

/* By instruction of the allocated code: its number or -1.  Of those that stem
 * from one the first has its number. */
static int64_t *
code_numbers(const C1 *c)
{
	const Func *code = c->r->code;
	InsnId *lowered = report_lowered(c->r), i;
	int64_t *numbers = ARENA_RAW(c->r->tmp, int64_t, code->insns.n + 1);

	for (i = 0; i < code->insns.n; i++) {
		InsnId from = func_insn(code, i)->origin;

		numbers[i] = -1;
		if (from == NONE || lowered[from] == NONE)
			continue;
		numbers[i] = insn_number(c, lowered[from]);
		lowered[from] = NONE;
	}
	return numbers;
}

/* --- blocks --- */

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
	InsnId i;

	for (i = block->first; i < block->end; i++) {
		uint32_t line = story_pos(c->s, func_insn(f, i)->loc).line;

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
	uint32_t i;
	unsigned pads;

	buf_str(c->out, "    predecessors");
	for (i = block->preds.start; i < block->preds.end; i++)
		block_name(f, f->preds.at[i], c->out);
	for (pads = 0; pads <= BLOCK_LANDING_PAD; pads++) {
		buf_str(c->out, pads ? "\n    xhandlers" : "\n    successors");
		for (i = block->succs.start; i < block->succs.end; i++) {
			BlockId to = f->succs.at[i].block;

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
	InsnId i;

	for (i = block->first; numbers && i < block->end; i++) {
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
	InsnId i;

	buf_str(c->out, "    begin_LIR\n");
	for (i = block->first; i < block->end; i++)
		if (is_shown(f, i))
			insn_put(f, i, numbers ? numbers[i] : insn_number(c, i),
				 c->out);
	buf_str(c->out, "    end_LIR\n");
}

static void
graph_put(const C1 *c, Func *f, const char *name, const int64_t *numbers)
{
	BlockId b;
	Cfg cfg;

	cfg_build(f, &cfg, c->r->tmp, c->r->tmp);
	buf_printf(c->out, "begin_cfg\n  name \"%s\"\n", name);
	for (b = 0; b < f->blocks.n; b++) {
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

/* --- intervals --- */

/* Before allocation a register is what was split from it. */
static VregId
interval_of(const C1 *c, VregId v)
{
	return c->split ? v : c->s->log->intervals[v].origin;
}

/* Is there an interval of V?  Not of what only undefined uses name. */
static bool
is_listed(const C1 *c, VregId v)
{
	Slice segs;

	if (c->split)
		return story_lives(c->s, v);
	if (v >= c->s->live->nvregs)
		return false;
	segs = c->s->live->vregs[v].main.segs;
	return segs.start < segs.end;
}

/* Those of units come first. */
static int64_t
interval_number(const C1 *c, VregId v)
{
	return (int64_t)c->f->target->n_unit_regs + v;
}

/* The interval of what O names; that of a physical register is one of its
 * units. */
static int64_t
operand_number(const C1 *c, const Operand *o)
{
	const Target *t = c->f->target;
	Slice units;

	if (o->kind == OPND_VREG) {
		VregId v = interval_of(c, o->val);

		return is_listed(c, v) ? interval_number(c, v) : NO_HINT;
	}
	if (o->kind != OPND_REG)
		return NO_HINT;
	for (units = t->regs[o->val].units; units.start < units.end;
	     units.start++) {
		UnitId unit = t->reg_units[units.start];
		Slice segs = c->s->live->units[unit].segs;

		if (segs.start < segs.end)
			return unit;
	}
	return NO_HINT;
}

/* What a copy has on one side is asked for on the other; the first copy that
 * names a register counts. */
static void
hints_find(C1 *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->f, insn);
	unsigned i;

	if (!insn_is(c->f, insn, WK_COPY) || insn->nopnds < 2)
		return;
	for (i = 0; i < 2; i++) {
		int64_t *hint;

		if (o[i].kind != OPND_VREG)
			continue;
		hint = &c->hint[interval_of(c, o[i].val)];
		if (*hint == NO_HINT &&
		    operand_number(c, &o[!i]) != operand_number(c, &o[i]))
			*hint = operand_number(c, &o[!i]);
	}
}

/* Count the uses of each register (STORE is false), or put them behind each
 * other; at one position a register is used once. */
static void
uses_scan(C1 *c, bool store)
{
	const Func *f = c->f;
	const Slots *slots = &c->s->live->slots;
	uint32_t *last = ARENA_NEW(c->r->tmp, uint32_t, f->vregs.n + 1), k;
	InsnId i;

	for (i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		for (k = 0; is_shown(f, i) && k < insn->nopnds; k++) {
			VregId v;

			if (o[k].kind != OPND_VREG)
				continue;
			v = interval_of(c, o[k].val);
			if (last[v] == slots->insn_pos[i] + 1)
				continue;
			last[v] = slots->insn_pos[i] + 1;
			if (store)
				c->uses[c->use_start[v]++] =
					(Use){slots->insn_pos[i],
					      insn_is(f, insn, WK_COPY)};
			else
				c->use_start[v + 1]++;
		}
	}
}

static void
uses_find(C1 *c)
{
	const Func *f = c->f;
	VregId v;
	InsnId i;

	c->hint = ARENA_RAW(c->r->tmp, int64_t, f->vregs.n + 1);
	for (v = 0; v < f->vregs.n; v++)
		c->hint[v] = NO_HINT;
	for (i = 0; i < f->insns.n; i++)
		hints_find(c, func_insn(f, i));
	c->use_start = ARENA_NEW(c->r->tmp, uint32_t, f->vregs.n + 2);
	uses_scan(c, false);
	for (v = 0; v < f->vregs.n; v++)
		c->use_start[v + 1] += c->use_start[v];
	c->uses = ARENA_RAW(c->r->tmp, Use, c->use_start[f->vregs.n] + 1);
	uses_scan(c, true);
	/* Storing has moved each start to where the next one was. */
	memmove(c->use_start + 1, c->use_start,
		f->vregs.n * sizeof(*c->use_start));
	c->use_start[0] = 0;
}

/* Those of N segments at S, as few as there can be. */
static void
ranges_put(const C1 *c, const Segment *s, uint32_t n)
{
	uint32_t i, from, to;

	for (i = 0; i < n; i++) {
		from = number_of(c, s[i].start);
		to = number_of(c, s[i].end);
		while (i + 1 < n && number_of(c, s[i + 1].start) <= to)
			to = number_of(c, s[++i].end);
		buf_printf(c->out, " [%u, %u[", from,
			   to > from ? to : from + 1);
	}
}

static void
uses_put(const C1 *c, VregId v)
{
	uint32_t i;

	for (i = c->use_start[v]; i < c->use_start[v + 1]; i++)
		buf_printf(c->out, " %u %c", c->uses[i].pos * 2,
			   c->uses[i].copy ? 'S' : 'M');
}

static void
units_put(const C1 *c)
{
	const Live *live = c->s->live;
	const Target *t = c->f->target;
	char name[64];
	uint32_t u;

	for (u = 0; u < t->n_unit_regs; u++) {
		Slice segs = live->units[u].segs;

		if (segs.start == segs.end)
			continue;
		buf_printf(c->out, "  %u fixed \"$%s\" %u %d", u,
			   unit_format(t, (UnitId)u, name, sizeof(name)), u,
			   NO_HINT);
		ranges_put(c, &live->segs.at[segs.start],
			   segs.end - segs.start);
		buf_str(c->out, " \"fixed\"\n");
	}
}

/* Up to the ranges; OF: the first one that was split from the same. */
static void
interval_head(const C1 *c, VregId v, VregId of)
{
	char name[96];
	Buf text = {0};

	buf_printf(c->out, "  %lld ", (long long)interval_number(c, v));
	word_put(story_class(c->s, v), c->out);
	buf_printf(&text, "%s", vreg_format(c->f, v, name, sizeof(name)));
	if (c->split) {
		buf_char(&text, ' ');
		story_place(c->s, v, &text);
	}
	buf_char(c->out, ' ');
	string_put(&text, c->out);
	buf_printf(c->out, " %lld %lld", (long long)interval_number(c, of),
		   (long long)c->hint[v]);
	buf_free(&text);
}

/* What C1 says about spilling: the name that -explain has for it, its weight,
 * and whether its value is in memory. */
static void
interval_state(const C1 *c, VregId v)
{
	const LogInterval *p = &c->s->log->intervals[v];
	Buf text = {0};

	story_name(c->s, v, &text);
	if (c->split) {
		buf_str(&text, ", weight ");
		story_weight(p->weight, &text);
		buf_str(&text, !p->memory ? ", not spilled"
			       : p->reg	  ? ", in memory, too"
					  : ", in memory");
	}
	buf_char(c->out, ' ');
	string_put(&text, c->out);
	buf_char(c->out, '\n');
	buf_free(&text);
}

static void
before_put(C1 *c)
{
	const Live *live = c->s->live;
	VregId v;

	uses_find(c);
	for (v = 0; v < live->nvregs; v++) {
		Slice segs = live->vregs[v].main.segs;

		if (!is_listed(c, v))
			continue;
		interval_head(c, v, v);
		ranges_put(c, &live->segs.at[segs.start],
			   segs.end - segs.start);
		uses_put(c, v);
		interval_state(c, v);
	}
}

static void
after_put(C1 *c)
{
	const AllocLog *log = c->s->log;
	VregId v, k, first;

	uses_find(c);
	for (v = 0; v < log->nintervals; v++) {
		if (c->f->vregs.at[v].parent != v)
			continue;
		for (k = v, first = NONE; k != NONE; k = c->s->next[k]) {
			Slice segs = log->intervals[k].segs;

			if (!is_listed(c, k))
				continue;
			first = first == NONE ? k : first;
			interval_head(c, k, first);
			ranges_put(c, &log->segs.at[segs.start],
				   segs.end - segs.start);
			uses_put(c, k);
			interval_state(c, k);
		}
	}
}

static void
intervals_put(C1 *c, const char *name, bool split)
{
	c->split = split;
	buf_printf(c->out, "begin_intervals\n  name \"%s\"\n", name);
	units_put(c);
	if (split)
		after_put(c);
	else
		before_put(c);
	buf_str(c->out, "end_intervals\n");
}

void
report_c1(const Report *r, Buf *out)
{
	C1 c = {.r = r, .s = r->story, .f = r->story->lowered, .out = out};

	buf_str(out, "begin_compilation\n");
	name_line(c.f, "name", out);
	name_line(c.f, "method", out);
	/* The time would make two runs differ. */
	buf_str(out, "  date 0\nend_compilation\n");
	if (!c.f->blocks.n)
		return;
	graph_put(&c, r->lowered, "Before allocation", NULL);
	intervals_put(&c, "Before allocation", false);
	intervals_put(&c, "After allocation", true);
	graph_put(&c, r->code, "After allocation", code_numbers(&c));
}
