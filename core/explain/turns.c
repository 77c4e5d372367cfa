/*
 * The turns of a register's intervals: what each found in its way, what it got,
 * and what it lost in between.
 */
#include "core/explain/explain_internal.h"

#include <string.h>

static void
obstacle_tell(const Teller *t, const LogEvent *e, Buf *out)
{
	switch ((LogKind)e->kind) {
	case LOG_FREE:
		buf_str(out, "free");
		break;
	case LOG_CLOBBER:
		buf_printf(out, "the call at %s", story_at(t->s, e->at).at);
		if (e->more)
			buf_printf(out, " and %u more", e->more);
		buf_str(out, e->more ? " destroy it" : " destroys it");
		break;
	case LOG_FIXED:
		buf_printf(out, "in use itself [%s,%s) from %s",
			   slot_name(e->at).at, slot_name(e->end).at,
			   story_at(t->s, e->at).at);
		break;
	case LOG_HELD:
		buf_printf(out, "%s weight %s", story_name(t->s, e->other).at,
			   story_weight(e->other_weight).at);
		if (e->how)
			buf_str(out, ", which won it by eviction");
		break;
	default:
		buf_printf(out, "%u more", e->more);
	}
}

void
explain_obstacles(const Teller *t, uint32_t i, uint32_t end, RegId reg,
		  Buf *out)
{
	bool any = false;

	for (; i < end; i++) {
		const LogEvent *e = &t->log->events.at[i];

		if (!event_is_obstacle(e) || e->reg != reg)
			continue;
		if (any)
			buf_str(out, ", ");
		obstacle_tell(t, e, out);
		any = true;
	}
}

/* "    $a: text", or "    $a to $c: text". */
static void
table_line(const Teller *t, Buf *table, RegId first, RegId last,
	   const Buf *text)
{
	if (!first)
		return;
	buf_printf(table, "    $%s", story_reg(t->s, first));
	if (last != first)
		buf_printf(table, " to $%s", story_reg(t->s, last));
	buf_str(table, ": ");
	buf_put(table, text->at, text->len);
	buf_char(table, '\n');
}

/* Registers in the order in which they were tried, those behind each other
 * that the same keeps away in one line; up to register STOP. */
static void
table_make(const Teller *t, uint32_t i, uint32_t end, RegId stop, Buf *table)
{
	RegId first = 0, last = 0;
	Buf text = {0}, next = {0};

	for (; i < end; i++) {
		const LogEvent *e = &t->log->events.at[i];

		if (!event_is_obstacle(e) || e->reg == last)
			continue;
		if (e->reg == stop)
			break;
		buf_reset(&next);
		explain_obstacles(t, i, end, e->reg, &next);
		if (!first || next.len != text.len ||
		    memcmp(next.at, text.at, text.len) != 0) {
			table_line(t, table, first, last, &text);
			first = e->reg;
			buf_reset(&text);
			buf_put(&text, next.at, next.len);
		}
		last = e->reg;
	}
	table_line(t, table, first, last, &text);
	buf_free(&text);
	buf_free(&next);
}

void
explain_displaced(const Teller *t, uint32_t i, uint32_t end, const char *what,
		  Buf *out)
{
	const LogEvent *e = &t->log->events.at[i];
	Buf table = {0};

	table_make(t, i, end, 0, &table);
	buf_printf(out, "%s (weight %s) %s", story_name(t->s, e->interval).at,
		   story_weight(e->weight).at, what);
	if (table.len) {
		buf_str(out, ", when it found in the registers of its "
			     "class:\n");
		buf_put(out, table.at, table.len);
	} else {
		buf_str(out, ".\n");
	}
	buf_free(&table);
}

/* The table, unless it is the one told last. */
static void
table_tell(Teller *t, uint32_t i, uint32_t end, RegId stop)
{
	VregId interval = t->log->events.at[i].interval;
	Buf table = {0};

	table_make(t, i, end, stop, &table);
	if (t->table_of == interval && table.len && table.len == t->table.len &&
	    !memcmp(table.at, t->table.at, table.len))
		buf_str(t->out, "    the same as before\n");
	else
		buf_put(t->out, table.at, table.len);
	buf_free(&t->table);
	t->table = table;
	t->table_of = interval;
}

static void
preference_tell(const Teller *t, const LogEvent *e)
{
	buf_printf(t->out, "    prefers $%s", story_reg(t->s, e->reg));
	if (e->other != NONE) {
		buf_printf(t->out, ", as its definition reads %s",
			   story_name(t->s, e->other).at);
	}
	buf_char(t->out, '\n');
}

static void
hints_tell(const Teller *t, uint32_t i, uint32_t end)
{
	FOR_PART(LogEvent, e, t->log->events.at, i, end) {
		if (e->kind == LOG_PREFERS)
			preference_tell(t, e);
		if (e->kind != LOG_HINT)
			continue;
		buf_printf(t->out,
			   "    hint $%s %.4f: ", story_reg(t->s, e->reg),
			   (double)e->weight);
		explain_obstacles(t, i, end, e->reg, t->out);
		buf_char(t->out, '\n');
	}
}

/* WHAT, then the parts of PIECE that were made in events [i, end); NOTHING if
 * there are none. */
static void
parts_tell(const Teller *t, uint32_t i, uint32_t end, VregId interval,
	   const char *what, const char *nothing)
{
	bool any = false;

	for (; i < end; i++) {
		const LogEvent *e = &t->log->events.at[i];

		if (e->kind != LOG_PART || e->interval != interval)
			continue;
		buf_printf(t->out, "%s%s", any ? " " : what,
			   story_name(t->s, e->other).at);
		any = true;
	}
	buf_str(t->out, any ? "\n" : nothing);
}

static void
taken_tell(const Teller *t, const LogEvent *e)
{
	static const char *const how[] = {
		[TAKEN_FREE] = ", the first that is free",
		[TAKEN_HINT] = ", which it asks for",
		[TAKEN_SHARED] = ", which it shares as a copy",
		[TAKEN_EVICTING] = "",
		[TAKEN_MOVING] = ", whose holders can move",
		[TAKEN_SHIFTING] = ", by shifting",
		[TAKEN_ANY] = ", as any would do: it is never live",
		[TAKEN_LOOP] = ", left free all over a loop, or the function",
	};

	buf_printf(t->out, " gets $%s%s\n", story_reg(t->s, e->reg),
		   how[e->how]);
}

static void
split_tell(const Teller *t, const LogEvent *e)
{
	static const char *const how[] = {
		[CUT_REGION] = "is split into the blocks where",
		[CUT_LOOP] = "is split for a loop:",
		[CUT_BLOCKS] = "is split by blocks:",
		[CUT_CALLS] = "is split at calls:",
		[CUT_GAP] = "is split where it is idle longest:",
		[CUT_FREE] = "is split where others leave a register free:",
		[CUT_CLASS] =
			"leaves the instructions that take few registers:",
		[CUT_WIDER] =
			"gets the wider class that its instructions take:",
		[CUT_USES] = "is copied behind each instruction that names it:",
		[CUT_SHIFT] = "is split to shift for a tuple:",
		[CUT_VALUES] =
			"is several intervals, as their values never meet:",
	};

	buf_printf(t->out, " %s", how[e->how]);
	if (e->reg)
		buf_printf(t->out, " $%s is free, and the rest:",
			   story_reg(t->s, e->reg));
}

static void
lost_tell(const Teller *t, const LogEvent *e)
{
	buf_printf(t->out, " loses $%s to %s", story_reg(t->s, e->reg),
		   story_name(t->s, e->other).at);
	if (e->kind == LOG_MOVED) {
		buf_printf(t->out, "; $%s does as well\n",
			   story_reg(t->s, e->to));
		return;
	}
	buf_printf(t->out, ": %s against %s\n", story_weight(e->weight).at,
		   story_weight(e->other_weight).at);
}

/* What event I, one of those before END, does. */
static void
deed_tell(const Teller *t, uint32_t i, uint32_t end)
{
	const LogEvent *e = &t->log->events.at[i];

	buf_printf(t->out, "    %s", story_name(t->s, e->interval).at);
	switch ((LogKind)e->kind) {
	case LOG_TAKEN:
		taken_tell(t, e);
		break;
	case LOG_WAITS:
		buf_str(t->out, " waits until all the others had their turn\n");
		break;
	case LOG_LIGHTEST:
		buf_printf(t->out, " finds $%s the lightest, with %s in all\n",
			   story_reg(t->s, e->reg), story_weight(e->weight).at);
		break;
	case LOG_VAIN:
		buf_str(t->out, " finds none in this round\n");
		break;
	case LOG_SPLIT:
		split_tell(t, e);
		parts_tell(t, i + 1, end, e->interval, " ", "\n");
		break;
	case LOG_SPILLED:
		parts_tell(t, i + 1, end, e->interval,
			   " is spilled; in registers for single "
			   "instructions: ",
			   " is spilled; copies use the slot itself\n");
		break;
	case LOG_RETURNED:
		buf_str(t->out, " gives back its register: its instructions "
				"can use the slot\n");
		break;
	case LOG_REMAT:
		parts_tell(t, i + 1, end, e->interval,
			   " is computed again for each reader: ",
			   " is computed again by copies\n");
		break;
	case LOG_FAILED:
		buf_str(t->out, " finds no register, and cannot be spilled: "
				"no allocation\n");
		break;
	default:
		lost_tell(t, e);
	}
}

static void
deeds_tell(const Teller *t, uint32_t i, uint32_t end)
{
	for (; i < end; i++)
		if (event_is_deed(&t->log->events.at[i]) &&
		    (explain_is_mine(t, t->log->events.at[i].interval) ||
		     explain_is_mine(t, t->log->events.at[i].other)))
			deed_tell(t, i, end);
}

/* The register that the turn [i, end) ends with; HOW: Taken. */
static RegId
turn_result(const Teller *t, uint32_t i, uint32_t end, uint8_t *how)
{
	VregId interval = t->log->events.at[i].interval;

	for (; i < end; i++) {
		const LogEvent *e = &t->log->events.at[i];

		if (e->kind == LOG_TAKEN && e->interval == interval) {
			*how = e->how;
			return e->reg;
		}
	}
	return 0;
}

static void
turn_tell(Teller *t, uint32_t i, uint32_t end, uint32_t number)
{
	const LogEvent *e = &t->log->events.at[i];
	uint8_t how = TAKEN_FREE;
	RegId reg = turn_result(t, i, end, &how);

	buf_printf(t->out, "turn %u at %s: %s ", number,
		   story_at(t->s, t->log->segs.at[e->segs.start].start).at,
		   story_name(t->s, e->interval).at);
	story_range(t->s, e->segs, t->out);
	buf_printf(t->out, " weight %s\n", story_weight(e->weight).at);
	hints_tell(t, i, end);
	if (!reg || (how != TAKEN_HINT && how != TAKEN_SHARED))
		table_tell(t, i, end, how == TAKEN_FREE ? reg : 0);
	deeds_tell(t, i, end);
}

/* The turn, or what happens before the first one, that begins at event I;
 * NUMBER of them are told.  Returns its end. */
static uint32_t
events_tell(Teller *t, uint32_t i, uint32_t *number)
{
	uint32_t end = turn_end(t->log, i);
	const LogEvent *e = &t->log->events.at[i];

	if (e->kind == LOG_ROUND)
		buf_printf(t->out, "round %u\n", e->more);
	if (e->kind == LOG_TRIED && explain_is_mine(t, e->interval))
		turn_tell(t, i, end, ++*number);
	else
		deeds_tell(t, i, end);
	return end;
}

void
explain_turns(Teller *t)
{
	uint32_t i = 0, number = 0;

	/* Before the first turn: intervals that are never live. */
	while (!t->index && i < t->log->events.n)
		i = events_tell(t, i, &number);
	if (!t->index)
		return;
	for (i = 0; i < t->nturns; i++)
		events_tell(t, t->turns[i], &number);
}
