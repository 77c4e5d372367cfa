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
	unsigned i;

	for (i = 0; i < NPASSES; i++)
		if (strlen(PASSES[i].name) == len &&
		    !memcmp(PASSES[i].name, name, len))
			return (int)i;
	return -1;
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
	unsigned i;

	for (i = 0; i < sizeof(llvm) / sizeof(llvm[0]); i++)
		if (!strcmp(llvm[i], name))
			return true;
	for (i = 0; i < NPASSES; i++) {
		allocated |= (PASSES[i].flags & PASS_START_AFTER) != 0;
		if (allocated && !strcmp(PASSES[i].name, name))
			return true;
	}
	return false;
}

/* Does -stop-after let pass I run? */
static bool
reaches(const PipelineOptions *options, unsigned i)
{
	const char *stop = options->stop_after;

	return !stop || pipeline_pass(stop, strlen(stop)) >= (int)i;
}

/* Does a pass that makes some of PRINT run? */
static bool
is_made(const PipelineOptions *options, uint32_t print)
{
	unsigned i;

	for (i = 0; i < NPASSES; i++)
		if (PASSES[i].print & print && reaches(options, i))
			return true;
	return false;
}

static bool
allocates(const PipelineOptions *options)
{
	return !options->start_after && is_made(options, PRINT_ALLOCATED);
}

const char *
pipeline_unmade(const PipelineOptions *o, uint32_t print)
{
	if ((print & PRINT_ALLOCATED && !allocates(o)) ||
	    (print & PRINT_COST && o->stop_after && !allocates(o)))
		return "nothing is allocated with these -start-after or "
		       "-stop-after";
	if (!(print & PRINT_COST) && !is_made(o, print))
		return "-stop-after leaves out the pass that makes it";
	if (print & PRINT_ANTIDEP && o->break_mode == BREAK_NONE)
		return "nothing is renamed without -break-anti-dependencies";
	return NULL;
}

void
pipeline_print_passes(FILE *out)
{
	unsigned i;

	for (i = 0; i < NPASSES; i++)
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
	unsigned i;

	for (i = 0; i <= NPASSES; i++)
		all += stats->seconds[i];
	for (i = 0; i <= NPASSES; i++)
		time_print(i < NPASSES ? PASSES[i].name : "print",
			   stats->seconds[i], all, out);
	time_print("liveness, intervals and lanes, in these",
		   stats->live_seconds, all, out);
}
