/*
 * Why our code has an instruction that costs something: the decision that it
 * stems from, found by its slot, by its place and by its registers, in one
 * sentence.  O(edits + events) each.
 */
#include "core/explain/compare_internal.h"
#include "core/explain/explain_internal.h"

#include <math.h>

/* An instruction of ours, and who is asked. */
typedef struct {
	const ComparePair *pair;
	const Story *s;
	const Insn *insn;
	Buf *out;
} Why;

/* The instruction's line, in the input. */
static void
line_put(const Why *w, Loc loc)
{
	buf_printf(w->out, " at line %u", story_pos(w->s, loc).line);
}

/* Edit E was made at the instruction's place. */
static bool
is_here(const Why *w, const Edit *e)
{
	return func_insn(w->s->lowered, e->at)->loc == w->insn->loc;
}

/* --- memory --- */

static bool
in_slot(const Why *w, VregId v, uint32_t number)
{
	uint32_t slot = v == NONE ? NONE : w->s->alloc->slot[v];

	return slot != NONE && w->s->lowered->stack.at[slot].id == number;
}

/* Who is in the slot with that number, here if an edit says so. */
static VregId
slot_value(const Why *w, uint32_t number)
{
	const Alloc *alloc = w->s->alloc;

	FOR_VEC(Edit, e, alloc->edits) {
		if (!is_here(w, e))
			continue;
		if (in_slot(w, e->src, number))
			return e->src;
		if (in_slot(w, e->dst, number))
			return e->dst;
	}
	for (VregId v = 0; v < w->s->lowered->vregs.n; v++)
		if (in_slot(w, v, number) && story_lives(w->s, v))
			return v;
	return NONE;
}

/* The last event of KIND of V's family; NONE. */
static uint32_t
event_find(const Why *w, LogKind kind, VregId v)
{
	const Func *f = w->s->lowered;
	const AllocLog *log = w->s->log;
	uint32_t i = log->events.n;

	while (i-- > 0) {
		const LogEvent *e = &log->events.at[i];

		if (e->kind == kind &&
		    f->vregs.at[e->interval].parent == f->vregs.at[v].parent)
			return i;
	}
	return NONE;
}

/* Where the turn that event I belongs to begins; NONE: it is in none of its
 * interval's. */
static uint32_t
turn_of(const AllocLog *log, uint32_t i)
{
	VregId interval = log->events.at[i].interval;

	while (log->events.at[i].kind > LOG_TRIED)
		if (i-- == 0)
			return NONE;
	return log->events.at[i].kind == LOG_TRIED &&
			       log->events.at[i].interval == interval
		       ? i
		       : NONE;
}

/* The register of those tried in events [i, end) that would have been emptied
 * at the lowest *WEIGHT; 0: calls and the code itself use all of them. */
static RegId
lightest_find(const AllocLog *log, uint32_t i, uint32_t end, float *weight)
{
	RegId best = 0;

	*weight = HUGE_VALF;
	while (i < end) {
		RegId reg = log->events.at[i].reg;
		float sum = 0;
		bool any = false;

		if (!event_is_obstacle(&log->events.at[i])) {
			i++;
			continue;
		}
		for (; i < end && event_is_obstacle(&log->events.at[i]) &&
		       log->events.at[i].reg == reg;
		     i++) {
			const LogEvent *e = &log->events.at[i];

			any |= e->kind == LOG_HELD;
			sum += e->kind == LOG_HELD ? e->other_weight
						   : HUGE_VALF;
		}
		if (!any || sum >= *weight)
			continue;
		*weight = sum;
		best = reg;
	}
	return best;
}

/* " (weight 0.0588) was spilled: ..." */
static void
spilling_put(const Why *w, uint32_t i)
{
	const AllocLog *log = w->s->log;
	Teller t = {.s = w->s, .log = log, .f = w->s->lowered};
	uint32_t turn = turn_of(log, i);
	float weight;

	buf_str(w->out, story_name(w->s, log->events.at[i].interval).at);
	if (turn == NONE) {
		buf_str(w->out, " was spilled");
		return;
	}
	buf_printf(w->out, " (weight %s) was spilled when ",
		   story_weight(log->events.at[turn].weight).at);
	RegId reg = lightest_find(log, turn, i, &weight);
	if (!reg) {
		buf_str(w->out, "calls, the code itself or what must have a "
				"register need all that it can have");
		return;
	}
	buf_printf(w->out, "the register with least in it, $%s, had ",
		   story_reg(w->s, reg));
	explain_obstacles(&t, turn, i, reg, w->out);
}

static void
memory_put(const Why *w)
{
	const StackObject *slot =
		cost_slot(w->pair->code[COMPARE_OURS], w->insn);
	VregId v = slot ? slot_value(w, slot->id) : NONE;

	if (v == NONE) {
		buf_str(w->out, "What is in this slot was not recorded");
		return;
	}
	uint32_t i = event_find(w, LOG_SPILLED, v);
	if (i != NONE) {
		spilling_put(w, i);
		return;
	}
	buf_printf(w->out, "%s is in %s", story_name(w->s, v).at,
		   story_place(w->s, v).at);
}

/* --- copies --- */

/* Are these the registers that the instruction copies to and from? */
static bool
moves(const Why *w, RegId dst, RegId src)
{
	const Operand *o = insn_opnds(w->pair->code[COMPARE_OURS], w->insn);
	const Target *t = w->s->lowered->target;

	return dst && src && target_overlap(t, dst, (RegId)o[0].val) &&
	       target_overlap(t, src, (RegId)o[1].val);
}

/* Does the edit do what the instruction does? */
static bool
copies_here(const Why *w, const Edit *e)
{
	const RegId *reg = w->s->alloc->reg;

	return e->kind == EDIT_COPY && is_here(w, e) &&
	       moves(w, reg[e->dst], reg[e->src]);
}

/* "%3 in $a goes on as %5 in $b" */
static void
moved_put(const Why *w, VregId src, VregId dst)
{
	buf_printf(w->out, "%s in %s goes on as %s in %s",
		   story_name(w->s, src).at, story_place(w->s, src).at,
		   story_name(w->s, dst).at, story_place(w->s, dst).at);
}

/* The split that made V; NONE. */
static uint32_t
split_of(const Why *w, VregId v)
{
	const AllocLog *log = w->s->log;
	uint32_t i = log->events.n;

	while (i-- > 0) {
		const LogEvent *e = &log->events.at[i];

		if (e->kind != LOG_PART || e->other != v)
			continue;
		while (i > 0 && log->events.at[i].kind == LOG_PART)
			i--;
		return log->events.at[i].kind == LOG_SPLIT ? i : NONE;
	}
	return NONE;
}

/* "%3 was split at calls: %3#1 in $a goes on as %3#2 in $b" */
static bool
split_put(const Why *w)
{
	const Alloc *alloc = w->s->alloc;
	uint32_t i, at = NONE;

	for (i = 0; i < alloc->edits.n; i++)
		if (copies_here(w, &alloc->edits.at[i]))
			break;
	if (i == alloc->edits.n)
		return false;
	at = split_of(w, alloc->edits.at[i].dst);
	if (at == NONE)
		at = split_of(w, alloc->edits.at[i].src);
	if (at != NONE) {
		const LogEvent *e = &w->s->log->events.at[at];

		buf_printf(w->out, "%s %s: ", story_name(w->s, e->interval).at,
			   story_cut(e->how));
	}
	moved_put(w, alloc->edits.at[i].src, alloc->edits.at[i].dst);
	return true;
}

/* "The copy of %3 to %5 at line 12 stays: ..." */
static bool
join_put(const Why *w)
{
	const AllocLog *log = w->s->log;

	FOR_VEC(LogCopy, c, log->copies) {
		if (c->loc != w->insn->loc || c->result <= JOIN_NEEDLESS)
			continue;
		buf_printf(w->out, "The copy of %s to %s",
			   vreg_name(w->s->lowered, c->src).at,
			   vreg_name(w->s->lowered, c->dst).at);
		line_put(w, c->loc);
		buf_printf(w->out, " %s", story_join(c->result));
		return true;
	}
	return false;
}

/* V is copied from or to REG by the code, and has another register. */
static void
hint_put(const Why *w, VregId v, RegId reg)
{
	const AllocLog *log = w->s->log;
	Teller t = {.s = w->s, .log = log, .f = w->s->lowered};
	uint32_t taken = event_find(w, LOG_TAKEN, v);
	uint32_t turn = taken == NONE ? NONE : turn_of(log, taken);

	buf_printf(w->out, "%s is in %s, though the copy",
		   story_name(w->s, v).at, story_place(w->s, v).at);
	line_put(w, w->insn->loc);
	buf_printf(w->out, " asks for $%s", story_reg(w->s, reg));
	if (bits_has(log->reserved, reg)) {
		buf_str(w->out, ", which is reserved");
		return;
	}
	for (uint32_t i = turn; turn != NONE && i < taken; i++)
		if (event_is_obstacle(&log->events.at[i]) &&
		    target_overlap(w->s->lowered->target, log->events.at[i].reg,
				   reg)) {
			if (log->events.at[i].kind == LOG_FREE) {
				buf_str(w->out, ", which was free");
				return;
			}
			buf_str(w->out, ", where it found ");
			explain_obstacles(&t, turn, taken,
					  log->events.at[i].reg, w->out);
			return;
		}
}

/* A copy of the input, or one that lowering made. */
static bool
code_put(const Why *w)
{
	const Func *f = w->s->lowered;
	const RegId *reg = w->s->alloc->reg;

	FOR_VEC(Insn, insn, f->insns) {
		const Operand *o = insn_opnds(f, insn);

		if (insn->loc != w->insn->loc || !insn_is(f, insn, WK_COPY))
			continue;
		RegId dst = o[0].kind == OPND_VREG ? reg[o[0].val]
						   : (RegId)o[0].val;
		RegId src = o[1].kind == OPND_VREG ? reg[o[1].val]
						   : (RegId)o[1].val;
		if (!moves(w, dst, src) ||
		    (o[0].kind == OPND_REG && o[1].kind == OPND_REG))
			continue;
		if (o[0].kind == OPND_REG) {
			hint_put(w, o[1].val, dst);
		} else if (o[1].kind == OPND_REG) {
			hint_put(w, o[0].val, src);
		} else {
			moved_put(w, o[1].val, o[0].val);
			buf_str(w->out, ": the two were not joined");
		}
		return true;
	}
	return false;
}

/* --- values computed again --- */

static void
constant_put(const Why *w)
{
	const Alloc *alloc = w->s->alloc;

	for (uint32_t i = 0; w->insn->flags & INSN_REMAT && i < alloc->edits.n;
	     i++) {
		const Edit *e = &alloc->edits.at[i];

		if (e->kind != EDIT_REMAT || !is_here(w, e))
			continue;
		buf_printf(w->out,
			   "%s is computed again here: it has no register in "
			   "between",
			   story_name(w->s, e->dst).at);
		return;
	}
	buf_str(w->out, w->insn->flags & INSN_MADE
				? "It is computed here in place of a copy"
				: "The code of the input computes it here");
}

void
compare_why(const ComparePair *pair, InsnId insn, CostPart part, Buf *out)
{
	Why w = {.pair = pair, .s = pair->story, .out = out};

	if (!w.s || !w.s->alloc || insn == NONE) {
		buf_str(out, "Nothing was allocated here");
		return;
	}
	w.insn = func_insn(pair->code[COMPARE_OURS], insn);
	if (part == COST_CONSTANTS)
		constant_put(&w);
	else if (part != COST_COPIES)
		memory_put(&w);
	else if (!split_put(&w) && !join_put(&w) && !code_put(&w))
		buf_str(out, "It is a step of copies that happen at one time");
}
