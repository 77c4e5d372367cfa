/*
 * The checker's order of work.
 *
 * After Rideau and Leroy 2010 and regalloc2's checker, with one departure:
 * instead of carrying forward, for every place, the set of values that it
 * holds, each use walks back from its place to the definition of its value,
 * through the moves of AFTER and the renamings of BEFORE.  What is met twice is
 * followed once, so that the cost is that of liveness.  A demand that meets no
 * failure on any path is met: the largest fixed point, as with sets.
 */
#include "core/check/check.h"

#include "core/check/demand/demands.h"

#define MESSAGES 10

static void
take_origins(Check *c)
{
	for (uint32_t j = 0; j < c->after->insns.n; j++)
		c->pairs.origin[j] =
			c->options->match ? NONE : c->after->insns.at[j].origin;
}

/* Everything before the steps.  False: there is no point in going on. */
static bool
prepare(Check *c)
{
	uint32_t n = c->after->insns.n + 1;

	steady_find(&c->steady, c->before, c->reserved, &c->arena);
	c->open_extension = *target_setting(c->t, "open-extension");
	check_set_naming(c);
	c->pairs.origin = ARENA_RAW(&c->arena, InsnId, n);
	c->pairs.kind = ARENA_NEW(&c->arena, uint8_t, n);
	c->pairs.aux = ARENA_NEW(&c->arena, uint32_t, n);
	check_cfg(c);
	if (c->messages.hopeless)
		return false;
	check_valid(c);
	if (c->messages.hopeless)
		return false;
	check_slots(c);
	take_origins(c);
	check_unfold(c);
	c->walk.asked = ARENA_NEW(&c->arena, uint8_t, n);
	c->pairs.waits = ARENA_NEW(&c->arena, uint8_t, c->before->insns.n + 1);
	c->pairs.sunk = ARENA_NEW(&c->arena, uint8_t, c->before->insns.n + 1);
	c->messages.seen =
		ARENA_NEW(&c->arena, uint8_t, c->before->insns.n + 1);
	c->nvregs = c->before->vregs.n;
	cells_build(&c->cells, c->before, c->after, c->way.fine, &c->arena);
	if (c->options->match)
		check_match(c);
	return !c->messages.hopeless;
}

static void
run(Check *c)
{
	if (prepare(c))
		check_steps(c);
	if (c->messages.hopeless)
		return;
	check_on_find(c);
	check_events(c);
	check_open_find(c);
	check_demands(c);
	if (c->options->match && c->messages.source != NONE)
		c->messages.crossed = check_crossed(c, c->messages.source);
}

static Verdict
verdict(const Check *c)
{
	if (!c->messages.errors)
		return CHECK_RIGHT;
	return c->messages.hopeless || c->messages.guess != NONE ||
			       c->messages.crossed != NONE
		       ? CHECK_UNMATCHED
		       : CHECK_WRONG;
}

/* Run START; again if it finds that it must look closer. */
static Check
run_fully(const Check *start)
{
	Check c = *start;

	run(&c);
	if (c.way.coarse) {
		arena_free(&c.arena);
		c = *start;
		c.way.fine = true;
		run(&c);
	}
	arena_free(&c.arena);
	return c;
}

/* Run START, without messages. */
static Check
run_quietly(const Check *start)
{
	Arena arena = {0};
	Diag quiet = {.source = start->messages.diag->source, .arena = &arena};
	Check c = *start;

	c.messages.diag = &quiet;
	c = run_fully(&c);
	arena_free(&arena);
	return c;
}

/* Text does not tell which instruction is which, and START did not get far by
 * their order, with so many ERRORS, taking the likeliest of several alike.  Is
 * AFTER right if it is the first or the last, or if data tell?  Some way is
 * enough.  If not, GUESS gets a guess that some of them rest on, or NONE; and
 * BEST the way that gets further, but for a load that may have crossed a store,
 * or NULL. */
static bool
right_otherwise(const Check *start, uint32_t errors, InsnId *guess,
		const CheckWay **best)
{
	static const CheckWay ways[] = {
		{.unsure = true},
		{.flow = true},
		{.first = true},
		{.last = true},
		{.flow = true, .last = true},
	};
	Check way = *start;

	*guess = NONE;
	*best = NULL;
	for (uint32_t n = 0; n < sizeof(ways) / sizeof(*ways); n++) {
		way.way = ways[n];
		Check c = run_quietly(&way);
		if (verdict(&c) == CHECK_RIGHT)
			return true;
		if (*guess == NONE)
			*guess = c.messages.guess;
		if (c.messages.crossed != NONE && c.messages.errors < errors) {
			errors = c.messages.errors;
			*best = &ways[n];
		}
	}
	return false;
}

Verdict
check_allocation(const Func *before, const Func *after,
		 const uint64_t *reserved, const CheckOptions *options,
		 Diag *diag)
{
	const Check start = {.before = before,
			     .after = after,
			     .t = before->target,
			     .reserved = reserved,
			     .options = options,
			     .messages.guess = NONE,
			     .messages.source = NONE,
			     .messages.crossed = NONE,
			     .messages.diag = diag,
			     .messages.limit = options->limit ? options->limit
							      : MESSAGES};
	DiagMark mark = diag_mark(diag);
	Check c = run_fully(&start);
	const CheckWay *best = NULL;
	InsnId guess = NONE;

	if (verdict(&c) != CHECK_RIGHT && options->match &&
	    right_otherwise(&start, c.messages.errors, &guess, &best)) {
		diag_forget(diag, mark);
		return CHECK_RIGHT;
	}
	if (best) {
		Check further = start;

		further.way = *best;
		diag_forget(diag, mark);
		c = run_fully(&further);
	}
	if (c.messages.reordered && c.messages.guess == NONE)
		c.messages.guess = guess;
	if (c.messages.hopeless && options->match)
		diag_note(diag, before->text.document.at,
			  "give the input of the allocator and its output; "
			  "llc's are those of -stop-before=greedy and "
			  "-stop-after=virtregrewriter");
	else if (verdict(&c) == CHECK_UNMATCHED && !c.messages.hopeless)
		check_note_unsure(&start, c.messages.guess, c.messages.crossed);
	return verdict(&c);
}

bool
check_origins(const Func *before, Func *after, Diag *diag)
{
	CheckOptions options = {.match = true};
	Check c = {.before = before,
		   .after = after,
		   .t = before->target,
		   .options = &options,
		   .messages.guess = NONE,
		   .messages.source = NONE,
		   .messages.crossed = NONE,
		   .messages.diag = diag,
		   .messages.limit = MESSAGES};

	if (prepare(&c))
		for (uint32_t j = 0; j < after->insns.n; j++)
			after->insns.at[j].origin =
				c.pairs.parsed && c.pairs.origin[j] != NONE
					? c.pairs.parsed[c.pairs.origin[j]]
					: c.pairs.origin[j];
	arena_free(&c.arena);
	return !c.messages.errors;
}
