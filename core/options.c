/*
 * Options that name passes, and the passes as -print-passes and -time-passes
 * list them: all from the pipeline's table.
 */
#include "core/options.h"

#include "core/passes.h"

#include <string.h>

int
pipeline_pass(const char *name, size_t len)
{
	for (unsigned i = 0; i < NPASSES; i++)
		if (strlen(PASSES[i].name) == len &&
		    !memcmp(PASSES[i].name, name, len))
			return (int)i;
	return -1;
}

const char *
pipeline_name(unsigned i)
{
	return i < NPASSES ? PASSES[i].name : NULL;
}

bool
pipeline_starts_after(const char *name)
{
	static const char *const llvm[] = {
		"virtregrewriter", "virtregrewriter,1", "stack-slot-coloring",
		"machine-cp",	   "machinelicm",	"prologepilog",
		"postrapseudos",   "machine-scheduler",
	};
	bool allocated = false;

	for (unsigned i = 0; i < sizeof(llvm) / sizeof(llvm[0]); i++)
		if (!strcmp(llvm[i], name))
			return true;
	for (unsigned i = 0; i < NPASSES; i++) {
		allocated |= (PASSES[i].flags & PASS_START_AFTER) != 0;
		if (allocated && !strcmp(PASSES[i].name, name))
			return true;
	}
	return false;
}

/* Does pass I run? */
static bool
runs(const PipelineOptions *options, unsigned i)
{
	const char *stop = options->stop_after;

	return i >= pipeline_first(options) &&
	       (!stop || pipeline_pass(stop, strlen(stop)) >= (int)i);
}

/* Does a pass that makes some of PRINT run?  What has been allocated is
 * analysed, too, wherever it starts. */
static bool
is_made(const PipelineOptions *options, uint32_t print)
{
	if (options->start_after && print & PRINT_ANALYSES)
		return true;
	for (unsigned i = 0; i < NPASSES; i++)
		if (PASSES[i].print & print && runs(options, i))
			return true;
	return false;
}

const char *
pipeline_unmade(const PipelineOptions *o, uint32_t print)
{
	bool allocates = is_made(o, PRINT_ALLOCATED);

	if ((print & PRINT_ALLOCATED && !allocates) ||
	    (print & PRINT_COST && o->stop_after && !o->start_after &&
	     !allocates))
		return "nothing is allocated with these -start-after or "
		       "-stop-after";
	if (!(print & PRINT_COST) && !is_made(o, print))
		return "no pass makes it with these -start-after or "
		       "-stop-after";
	if (print & PRINT_ANTIDEP && o->break_mode == BREAK_NONE)
		return "nothing is renamed without -break-anti-dependencies";
	return NULL;
}

/* Is there a pass behind which code is to be printed that does not run? */
static bool
print_after_unmade(const PipelineOptions *o)
{
	if (o->print_after == UINT64_MAX)
		return false;
	for (unsigned i = 0; i < NPASSES; i++)
		if (o->print_after >> i & 1 && !runs(o, i))
			return true;
	return false;
}

static bool
name_runs(const PipelineOptions *o, const char *name)
{
	return runs(o, (unsigned)pipeline_pass(name, strlen(name)));
}

/* The option that asks for what no pass does, or NULL. */
static const char *
option_undone(const PipelineOptions *o)
{
	if (o->schedule_before == SCHED_ALL && !name_runs(o, "schedule-before"))
		return "-pre-ra-sched";
	if (o->cleanup && !name_runs(o, "cleanup"))
		return "-post-ra-cleanup";
	if (o->break_mode != BREAK_NONE && !name_runs(o, "antidep"))
		return "-break-anti-dependencies";
	if (o->schedule && !name_runs(o, "schedule"))
		return "-post-ra-sched";
	if (o->demand_limit && !is_made(o, PRINT_DEMAND))
		return "-demand-limit";
	return print_after_unmade(o) ? "-print-after" : NULL;
}

/* The option that says how to allocate where another allocator does, or none,
 * or NULL. */
static const char *
option_idle(const PipelineOptions *o)
{
	bool scans = o->alloc.kind == REGALLOC_SCAN && !o->start_after;

	if (o->alloc.whole && !scans)
		return "-split";
	if (o->alloc.again != UINT32_MAX && !scans)
		return "-regalloc-repeat";
	if (o->alloc.attempts != ATTEMPTS_BY_COST &&
	    (o->alloc.kind != REGALLOC_LINEAR || o->start_after))
		return "-attempts";
	if (!o->start_after)
		return NULL;
	return o->alloc.kind != REGALLOC_LINEAR ? "-regalloc"
	       : o->alloc.stress		? "-stress"
						: NULL;
}

const char *
pipeline_contradiction(const PipelineOptions *o, const char **option)
{
	*option = "-stop-after";
	if (o->stop_after && !name_runs(o, o->stop_after))
		return "that pass does not run behind that of -start-after";
	*option = o->emit == EMIT_JSON ? "-emit json"
		  : o->emit == EMIT_C1 ? "-emit c1"
				       : "-emit html";
	if (o->stop_after && (o->emit == EMIT_JSON || o->emit == EMIT_HTML ||
			      o->emit == EMIT_C1))
		return "-stop-after prints machine IR";
	if (o->start_after && (o->emit == EMIT_HTML || o->emit == EMIT_C1))
		return "nothing is allocated with -start-after";
	*option = option_undone(o);
	if (*option)
		return "no pass does it with these -start-after or -stop-after";
	*option = option_idle(o);
	return *option ? "no allocator that it is for runs" : NULL;
}

void
pipeline_print_passes(FILE *out)
{
	for (unsigned i = 0; i < NPASSES; i++)
		fprintf(out, "%s\n", PASSES[i].name);
}

static void
time_print(const char *name, double seconds, double all, FILE *out)
{
	fprintf(out, "%10.6f s %5.1f %% %s\n", seconds,
		all > 0 ? 100 * seconds / all : 0, name);
}

void
pipeline_print_times(const Stats *stats, FILE *out)
{
	double all = 0;

	for (unsigned i = 0; i <= NPASSES; i++)
		all += stats->seconds[i];
	for (unsigned i = 0; i <= NPASSES; i++)
		time_print(i < NPASSES ? PASSES[i].name : "print",
			   stats->seconds[i], all, out);
	time_print("liveness, intervals and lanes, in these",
		   stats->live_seconds, all, out);
}
