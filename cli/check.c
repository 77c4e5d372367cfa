/*
 * Judges an allocation made by someone else: asks the checker about each pair
 * of functions of the same name.
 */
#include "cli/check.h"

#include "cli/pairs.h"

#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/check/post/post.h"
#include "core/prepare/lower.h"
#include "core/prepare/raise.h"
#include "core/prepare/scheduled.h"

typedef struct {
	const MirFile *before, *after;
	const Target *target;
	const Options *options;
	DiagPrinter *printer;
	Arena keep, tmp;
} Checker;

/* Function INDEX of FILE. */
static Func *
function_of(Checker *c, const MirFile *file, uint32_t index, Diag *diag)
{
	Func *f = mir_parse(file, index, c->target, &c->keep, &c->tmp, diag,
			    options_parse_flags(&c->options->pipeline));

	arena_reset(&c->tmp);
	return f;
}

/* Is AFTER right for BEFORE in the order that MODE gives it, and with reads
 * that stood too late where our own allocation has them?  False, too, if that
 * is its own order, or MODE leaves it to SCHED_NONE. */
static bool
check_reordered(Func *before, const Func *after, SchedMode mode,
		const uint64_t *reserved, Arena *arena, const Source *source)
{
	CheckOptions options = {.match = true};
	Diag unsaid = {.source = source, .arena = arena};
	uint64_t *saved =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(before->target->n_regs));
	OperandFacts facts;
	Cfg cfg;

	func_saved(before, saved);
	cfg_build(before, &cfg, arena, arena);
	Reordered s = func_scheduled(before, mode, &cfg, reserved, arena);
	if (!s.f || (s.f == before && mode != SCHED_NONE))
		return false;
	operand_facts_find(&facts, s.f, reserved, arena);
	facts.in_order = false;
	Reordered r = func_raised(s.f, &facts, arena, arena);
	return r.f != before &&
	       (s.f == before ||
		check_post(before, s.f, s.from, reserved, saved, &unsaid)) &&
	       (r.f == s.f ||
		check_post(s.f, r.f, r.from, reserved, saved, &unsaid)) &&
	       check_allocation(r.f, after, reserved, &options, &unsaid) ==
		       CHECK_RIGHT;
}

Verdict
check_funcs(Func *before, const Func *after, const PipelineOptions *pipeline,
	    Arena *arena, Diag *said)
{
	CheckOptions options = {.match = true};
	uint64_t *reserved =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(before->target->n_regs));
	Diag first = {.source = said->source, .arena = arena};

	before->traits.lane_liveness =
		pipeline_lane_liveness(pipeline, before->target);
	func_reserved(before, reserved);
	Verdict verdict =
		check_allocation(before, after, reserved, &options, &first);
	if (verdict != CHECK_RIGHT &&
	    (check_reordered(before, after, SCHED_NONE, reserved, arena,
			     said->source) ||
	     check_reordered(before, after, SCHED_DEMAND, reserved, arena,
			     said->source) ||
	     check_reordered(before, after, SCHED_ALL, reserved, arena,
			     said->source)))
		return CHECK_RIGHT;
	*said = first;
	return verdict;
}

static Result
check_pair(void *data, uint32_t before, uint32_t after)
{
	Checker *c = data;
	Diag old = {.source = c->before->source, .arena = &c->keep};
	Diag new = {.source = c->after->source, .arena = &c->keep};
	Diag said = old;
	Func *f = function_of(c, c->before, before, &old);
	Func *g = function_of(c, c->after, after, &new);

	if (f)
		f = expand_func(f, false, &c->keep);
	printer_put(c->printer, &old);
	printer_put(c->printer, &new);
	if (!f || !g)
		return RESULT_INPUT;
	Verdict verdict =
		check_funcs(f, g, &c->options->pipeline, &c->keep, &said);
	printer_put(c->printer, &said);
	arena_reset(&c->keep);
	return verdict == CHECK_RIGHT	? RESULT_OK
	       : verdict == CHECK_WRONG ? RESULT_VERIFY
					: RESULT_UNMATCHED;
}

Result
check_files(const MirFile *before, const MirFile *after, const Target *target,
	    const Options *options, DiagPrinter *printer)
{
	Checker c = {.before = before,
		     .after = after,
		     .target = target,
		     .options = options,
		     .printer = printer};
	Result result =
		pairs_each(before, after, options->function, check_pair, &c);

	arena_free(&c.keep);
	arena_free(&c.tmp);
	return result;
}
