/*
 * What became of a register of the input, in a few sentences: what makes it,
 * where it is, what was decided about it, what that costs.  All that was tried
 * is told behind them; so lists end where they get long.
 */
#include "core/explain/explain_internal.h"
#include "core/explain/remedy.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_MAKERS = 3, MAX_PLACES = 6, MAX_RANGES = 3, MAX_DEEDS = 8 };

/* --- what makes it --- */

/* " (collatz.c:12)", the line of the source program that INSN is from. */
static void
source_put(const Teller *t, const Insn *insn)
{
	const Debug *d = t->s->debug;
	const char *name = "";
	DebugPlace place = {0};

	if (!d || !insn->tail.len || !debug_place(d, insn->tail, &place) ||
	    !place.line)
		return;
	DebugNode file = debug_ref(d, place.scope, "file");
	if (file)
		name = debug_text(d, file, "filename", t->s->tmp);
	buf_printf(t->out, " (%s%s%u)", *name ? name : "line ",
		   *name ? ":" : "", place.line);
}

/* "ADD at line 12" */
static void
maker_put(const Teller *t, const Insn *insn)
{
	buf_printf(t->out, "%s at line %u",
		   insn->op ? insn_opcode_name(t->f, insn)
			    : "an unknown instruction",
		   story_pos(t->s, insn->loc).line);
	source_put(t, insn);
}

/* Definitions of register ORIGIN, as those from number N on; returns how many
 * there are then. */
static uint32_t
makers_put(const Teller *t, VregId origin, uint32_t n)
{
	FOR_OCCURRENCES(m, t->s->live, origin) {
		const Operand *o = &t->f->opnds.at[m->opnd];

		if (!(o->flags & OPND_DEF) || o->flags & OPND_DEBUG)
			continue;
		if (n < MAX_MAKERS) {
			buf_str(t->out, n ? ", by " : "  It is made by ");
			maker_put(t, func_insn(t->f, m->insn));
		}
		n++;
	}
	return n;
}

static void
making_tell(const Teller *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->log->nwatched; i++)
		if (bits_has(t->mine, i))
			n = makers_put(t, i, n);
	if (n > MAX_MAKERS)
		buf_printf(t->out, ", and by %u more", n - MAX_MAKERS);
	buf_str(t->out,
		n ? ".\n" : "  No instruction is left that makes it.\n");
}

/* --- where it is --- */

/* " from line 13 to line 26 and at line 30" */
static void
ranges_put(const Teller *t, Slice segs)
{
	uint32_t first, last, n = 0, told = 0;

	FOR_SLICE(Segment, seg, t->log->segs.at, segs) {
		story_lines(t->s, seg, &first, &last);
		if (n++ && last == told)
			continue;
		told = last;
		if (n > MAX_RANGES) {
			buf_str(t->out, " and later");
			return;
		}
		buf_str(t->out, n > 1 ? " and" : "");
		if (first == last)
			buf_printf(t->out, " at line %u", first);
		else
			buf_printf(t->out, " from line %u to line %u", first,
				   last);
	}
}

static void
places_tell(const Teller *t)
{
	uint32_t n = 0;

	FOR_ARRAY(VregId, v, t->intervals, t->nintervals) {
		const LogInterval *p = &t->log->intervals[*v];

		if (!story_lives(t->s, *v) || (!p->reg && !p->memory))
			continue;
		if (n++ >= MAX_PLACES)
			continue;
		buf_printf(t->out, "  %s is in %s", story_name(t->s, *v).at,
			   story_place(t->s, *v).at);
		ranges_put(t, p->segs);
		buf_str(t->out, ".\n");
	}
	if (n > MAX_PLACES)
		buf_printf(t->out, "  %u more intervals are told of below.\n",
			   n - MAX_PLACES);
	if (!n)
		buf_str(t->out, "  No register or slot holds it.\n");
}

/* --- what was decided --- */

static void
weighed_put(const Teller *t, VregId v, float weight)
{
	buf_str(t->out, story_name(t->s, v).at);
	if (weight == HUGE_VALF) {
		buf_str(t->out, " (which must have a register)");
		return;
	}
	buf_printf(t->out, " (weight %s)", story_weight(weight).at);
}

static void
lost_put(const Teller *t, const LogEvent *e)
{
	if (e->kind == LOG_EVICTED) {
		weighed_put(t, e->interval, e->weight);
		buf_printf(t->out, " lost $%s to ", story_reg(t->s, e->reg));
		weighed_put(t, e->other, e->other_weight);
		buf_str(t->out, ".\n");
		return;
	}
	buf_printf(t->out, "%s left $%s to %s",
		   story_name(t->s, e->interval).at, story_reg(t->s, e->reg),
		   story_name(t->s, e->other).at);
	if (e->to)
		buf_printf(t->out, ", and went to $%s.\n",
			   story_reg(t->s, e->to));
	else
		buf_str(t->out, ", and had another turn.\n");
}

/* The turn [i, end) ends with a split or a spill: where the parts are, and who
 * was in the way. */
static void
displaced_put(const Teller *t, uint32_t i, uint32_t end, const LogEvent *deed)
{
	const char *what = deed->kind == LOG_SPILLED ? "was spilled"
						     : story_cut(deed->how);

	if (t->log->events.at[i].kind == LOG_TRIED &&
	    t->log->events.at[i].interval == deed->interval) {
		explain_displaced(t, i, end, what, t->out);
		return;
	}
	buf_printf(t->out, "%s %s.\n", story_name(t->s, deed->interval).at,
		   what);
}

/* Event K of the turn [i, end). */
static void
deed_put(const Teller *t, uint32_t i, uint32_t end, uint32_t k)
{
	const LogEvent *e = &t->log->events.at[k];

	buf_str(t->out, "  ");
	if (e->kind == LOG_SPLIT || e->kind == LOG_SPILLED) {
		displaced_put(t, i, end, e);
		return;
	}
	if (e->kind == LOG_EVICTED || e->kind == LOG_MOVED) {
		lost_put(t, e);
		return;
	}
	buf_str(t->out, story_name(t->s, e->interval).at);
	if (e->kind == LOG_TAKEN)
		buf_printf(t->out, " got $%s %s.\n", story_reg(t->s, e->reg),
			   story_taken(e->how));
	else if (e->kind == LOG_REMAT)
		buf_str(t->out, " has no register in between: it is computed "
				"again where it is read.\n");
	else if (e->kind == LOG_RETURNED)
		buf_str(t->out, " gave back its register: its instructions can "
				"use the slot.\n");
	else
		buf_str(t->out, " found no register and cannot be spilled: "
				"there is no allocation.\n");
}

/* Is event E one to be told of the register?  What single instructions need is
 * not. */
static bool
is_decision(const Teller *t, const LogEvent *e)
{
	switch ((LogKind)e->kind) {
	case LOG_TAKEN:
		return explain_is_mine(t, e->interval) &&
		       t->log->intervals[e->interval].weight < HUGE_VALF;
	case LOG_SPLIT:
	case LOG_SPILLED:
	case LOG_REMAT:
	case LOG_RETURNED:
	case LOG_FAILED:
		return explain_is_mine(t, e->interval);
	case LOG_EVICTED:
	case LOG_MOVED:
		return explain_is_mine(t, e->interval) ||
		       explain_is_mine(t, e->other);
	default:
		return false;
	}
}

static void
decisions_tell(const Teller *t)
{
	uint32_t told = 0;

	for (uint32_t i = 0; i < t->nturns; i++) {
		uint32_t end = turn_end(t->log, t->turns[i]);
		for (uint32_t k = t->turns[i]; k < end; k++) {
			if (!is_decision(t, &t->log->events.at[k]))
				continue;
			if (told++ < MAX_DEEDS)
				deed_put(t, t->turns[i], end, k);
		}
	}
	if (told > MAX_DEEDS)
		buf_printf(t->out, "  %u more decisions are told of below.\n",
			   told - MAX_DEEDS);
}

/* --- what it costs --- */

Accesses
explain_accesses(const Teller *t)
{
	Accesses sum = {0};

	for (uint32_t i = 0; i < t->nintervals; i++)
		accesses_add(&sum, &t->index->accesses[t->intervals[i]]);
	return sum;
}

static void
costs_tell(const Teller *t)
{
	if (!t->index->accesses)
		return;
	Accesses sum = explain_accesses(t);
	buf_str(t->out, "  ");
	if (accesses_memory(&sum)) {
		accesses_put(&sum, t->out);
		buf_char(t->out, ' ');
	}
	if (sum.copies)
		buf_printf(
			t->out,
			"%u cop%s between its registers cost %.4f (1 each). ",
			sum.copies, sum.copies == 1 ? "y" : "ies", sum.copied);
	if (sum.computed)
		buf_printf(t->out, "It is computed again %u time%s. ",
			   sum.computed, sum.computed == 1 ? "" : "s");
	if (sum.memory > 0 || sum.copied > 0)
		buf_printf(t->out,
			   "In all that adds %.4f to the cost of the "
			   "function.\n",
			   2 * sum.memory + sum.copied);
	else
		buf_str(t->out, "No load, store or copy was made for it.\n");
}

/* --- what would keep it --- */

/* The class of the register's first interval in memory. */
static ClassId
spilled_class(const Teller *t)
{
	for (uint32_t i = 0; i < t->nintervals; i++) {
		const LogInterval *p = &t->log->intervals[t->intervals[i]];

		if (p->memory)
			return t->f->vregs.at[p->origin].cls;
	}
	return CLASS_NONE;
}

static void
remedy_tell(const Teller *t)
{
	RemedyQuestion q = {
		.regs = &t->v, .n = 1, .tries = REMEDY_TRIES, .indent = "  "};

	if (!t->s->remedies || !t->index->accesses)
		return;
	q.cls = spilled_class(t);
	if (q.cls != CLASS_NONE)
		remedy_print(t->s->remedies, &q, t->out);
}

void
explain_summary(const Teller *t)
{
	making_tell(t);
	places_tell(t);
	decisions_tell(t);
	costs_tell(t);
	remedy_tell(t);
	buf_str(t->out, "in detail\n");
	if (t->log->counts.attempts)
		buf_printf(t->out,
			   "  as attempt %" PRIu64 " at the function has it\n",
			   t->log->counts.attempts + 1);
}
