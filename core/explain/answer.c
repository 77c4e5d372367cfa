/*
 * What is where at a line of the input.  Of a line from which no instruction is
 * left, for its copies were joined, the next instruction speaks.
 */
#include "core/explain/answer.h"

#include <math.h>

/* Where all is looked at: an instruction, its position and its line. */
typedef struct {
	const Insn *insn;
	uint32_t pos, line;
} Spot;

/* The first instruction at line LINE or behind it that was in the input. */
static bool
spot_find(const Story *s, uint32_t line, Spot *spot)
{
	const Slots *slots = &s->live->slots;

	spot->insn = NULL;
	for (uint32_t pos = 0; pos < slots->npos; pos++) {
		InsnId i = slots->pos_insn[pos];
		const Insn *insn = i == NONE ? NULL : func_insn(s->lowered, i);

		if (!insn || insn->flags & (INSN_MADE | INSN_DEBUG))
			continue;
		uint32_t at = story_pos(s, insn->loc).line;
		if (at >= line && (!spot->insn || at < spot->line))
			*spot = (Spot){insn, pos, at};
	}
	return spot->insn != NULL;
}

/* The segment of interval V in which it is live at SPOT, or NULL. */
static const Segment *
live_at(const Story *s, VregId v, const Spot *spot)
{
	FOR_SLICE(Segment, seg, s->log->segs.at, s->log->intervals[v].segs)
		if (seg->start < slot_at(spot->pos + 1, SLOT_BLOCK) &&
		    seg->end > slot_at(spot->pos, SLOT_BLOCK))
			return seg;
	return NULL;
}

static void
opcode_put(const Story *s, const Insn *insn, Buf *out)
{
	const Func *f = s->lowered;

	buf_str(out,
		insn->op ? insn_opcode_name(f, insn) : "unknown instruction");
}

/* "line 12 of f, LOAD" */
static void
spot_put(const Story *s, const Question *q, const Spot *spot, Buf *out)
{
	const Func *f = s->lowered;

	if (spot->line != q->line)
		buf_printf(out,
			   "No instruction is left of line %u; the next one is "
			   "at line %u.\n",
			   q->line, spot->line);
	buf_printf(out, "At line %u of ", spot->line);
	buf_span(out, f->source, f->name);
	buf_str(out, ", ");
	opcode_put(s, spot->insn, out);
}

/* " The instruction reads it." */
static void
use_put(const Story *s, VregId v, const Spot *spot, Buf *out)
{
	bool reads = false, writes = false;

	FOR_OPNDS(o, s->lowered, spot->insn) {
		if (o->kind != OPND_VREG || o->val != v)
			continue;
		reads |= opnd_reads(o);
		writes |= (o->flags & OPND_DEF) != 0;
	}
	if (reads || writes)
		buf_printf(out, " The instruction %s it.",
			   !writes  ? "reads"
			   : !reads ? "writes"
				    : "reads and writes");
}

/* "%1 is in $a from line 13 to line 26." */
static void
value_put(const Story *s, VregId v, const Segment *seg, Buf *out)
{
	uint32_t first, last;

	story_lines(s, seg, &first, &last);
	buf_printf(out, "    %s is in %s", story_name(s, v).at,
		   story_place(s, v).at);
	if (first == last)
		buf_printf(out, " at line %u.", first);
	else
		buf_printf(out, " from line %u to line %u.", first, last);
}

/* Is interval V in a register or a slot at SPOT?  Where, or NULL. */
static const Segment *
placed_at(const Story *s, VregId v, const Spot *spot)
{
	const LogInterval *p = &s->log->intervals[v];

	if (!p->reg && !(p->memory && s->alloc && s->alloc->slot[v] != NONE))
		return NULL;
	return live_at(s, v, spot);
}

static void
line_print(const Story *s, const Question *q, const Spot *spot, Buf *out)
{
	uint32_t registers = 0, slots = 0;

	for (VregId v = 0; v < s->log->nintervals; v++) {
		if (!placed_at(s, v, spot))
			continue;
		registers += s->log->intervals[v].reg != 0;
		slots += s->log->intervals[v].reg == 0;
	}
	spot_put(s, q, spot, out);
	buf_printf(out, ", registers hold %u value%s and the stack %u.\n",
		   registers, registers == 1 ? "" : "s", slots);
	for (VregId v = 0; v < s->log->nintervals; v++) {
		const Segment *seg = placed_at(s, v, spot);
		if (!seg)
			continue;
		value_put(s, v, seg, out);
		use_put(s, v, spot, out);
		buf_char(out, '\n');
	}
}

/* How V came to its register REG: its last turn says. */
static void
taken_put(const Story *s, VregId v, RegId reg, Buf *out)
{
	const LogEvent *taken = NULL;

	FOR_VEC(LogEvent, e, s->log->events)
		if (e->kind == LOG_TAKEN && e->interval == v && e->reg == reg)
			taken = e;
	if (taken)
		buf_printf(out, " It got the register %s.",
			   story_taken(taken->how));
	buf_str(out, s->log->intervals[v].weight == HUGE_VALF
			     ? " It must have a register."
			     : " Its weight is ");
	if (s->log->intervals[v].weight != HUGE_VALF) {
		buf_printf(out, "%s.",
			   story_weight(s->log->intervals[v].weight).at);
	}
}

/* Who lost REG to V, and what both weighed. */
static void
losers_put(const Story *s, VregId v, RegId reg, Buf *out)
{
	FOR_VEC(LogEvent, e, s->log->events) {
		if (e->kind != LOG_EVICTED || e->other != v ||
		    !target_overlap(s->lowered->target, e->reg, reg))
			continue;
		buf_printf(out, " %s, with weight %s, lost it.",
			   story_name(s, e->interval).at,
			   story_weight(e->weight).at);
	}
}

/* Does the code itself have a value in a unit of REG at SPOT? */
static bool
is_fixed(const Story *s, RegId reg, const Spot *spot)
{
	for (unsigned slot = SLOT_BLOCK; s->live->units && slot <= SLOT_DEAD;
	     slot++)
		if (reg_lives_at(s->live, s->lowered->target, reg,
				 slot_at(spot->pos, slot)))
			return true;
	return false;
}

/* Is SPOT a call that destroys REG? */
static bool
is_clobbered(const Story *s, RegId reg, const Spot *spot)
{
	FOR_ARRAY(Clobber, call, s->live->clobbers, s->live->nclobbers)
		if (call->at / 4 == spot->pos &&
		    !bits_has(call->preserved, reg))
			return true;
	return false;
}

static void
register_print(const Story *s, const Question *q, const Spot *spot, Buf *out)
{
	bool any = false, reserved = bits_has(s->log->reserved, q->reg);

	spot_put(s, q, spot, out);
	buf_printf(out, ", this is in $%s:\n", story_reg(s, q->reg));
	for (VregId v = 0; v < s->log->nintervals; v++) {
		RegId reg = s->log->intervals[v].reg;

		const Segment *seg = reg ? placed_at(s, v, spot) : NULL;
		if (!seg || !target_overlap(s->lowered->target, reg, q->reg))
			continue;
		value_put(s, v, seg, out);
		use_put(s, v, spot, out);
		taken_put(s, v, reg, out);
		losers_put(s, v, reg, out);
		buf_char(out, '\n');
		any = true;
	}
	if (reserved)
		buf_str(out, "    It is reserved: no value of the function is "
			     "ever put there.\n");
	if (is_clobbered(s, q->reg, spot))
		buf_str(out, "    The instruction is a call that destroys "
			     "it.\n");
	if (is_fixed(s, q->reg, spot))
		buf_str(out, "    The code itself uses it here, by its "
			     "name.\n");
	else if (!any && !reserved)
		buf_str(out, "    No value is in it.\n");
}

void
answer_print(const Story *story, const Question *q, Buf *out)
{
	Spot spot;

	if (q->kind == QUESTION_SPILLED)
		spilled_print(story, out);
	if (q->kind != QUESTION_LINE && q->kind != QUESTION_PLACE)
		return;
	if (!spot_find(story, q->line, &spot)) {
		buf_printf(out, "No instruction is left from line %u on.\n",
			   q->line);
		return;
	}
	if (q->kind == QUESTION_LINE)
		line_print(story, q, &spot, out);
	else
		register_print(story, q, &spot, out);
}
