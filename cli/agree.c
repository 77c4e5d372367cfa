/*
 * Options that contradict each other.  Which ones -check and -compare do not
 * take is a column of the table (options.c); what a pass has to run for is the
 * pipeline's (core/options.c); the rest is here.
 */
#include "cli/agree.h"

#include "cli/suggest.h"

#include <string.h>

static bool
wrong(const char *what, const char *why)
{
	fprintf(stderr, "regalloc: %s: %s\n", what, why);
	return false;
}

/* Is NAME, if it is one, of a pass? */
static bool
is_pass(const char *name)
{
	const char *pass;

	if (!name || pipeline_pass(name, strlen(name)) >= 0)
		return true;
	Suggest near = suggest_start(name, strlen(name));
	for (unsigned i = 0; (pass = pipeline_name(i)); i++)
		suggest_offer(&near, pass);
	fprintf(stderr, "regalloc: %s: no such pass", name);
	suggest_end(&near, "", "see -print-passes");
	return false;
}

/* Is all that MODE does not do left out? */
static bool
mode_fits(const Options *o, OptionMode mode, const char *why)
{
	const char *what = options_unfit(o, mode);

	if (what)
		fprintf(stderr, "regalloc: -%s: %s\n", what, why);
	return !what;
}

static bool
compare_fits(const Options *o)
{
	const char *why = "-compare only allocates and compares", *what;

	if (o->pipeline.emit != EMIT_ASM && o->pipeline.emit != EMIT_JSON)
		return wrong("-emit", why);
	if (!mode_fits(o, MODE_COMPARE, why))
		return false;
	why = pipeline_contradiction(&o->pipeline, &what);
	return !why || wrong(what, why);
}

/* Is all that is to be printed made? */
static bool
prints_made(const Options *o)
{
	const char *what, *why = NULL;
	size_t len;

	if (o->pipeline.nexplain &&
	    (why = pipeline_unmade(&o->pipeline, PRINT_ALLOCATION)))
		return wrong("-explain", why);
	what = options_unmade(o, &len, &why);
	if (what)
		fprintf(stderr, "regalloc: -print %.*s: %s\n", (int)len, what,
			why);
	return !what;
}

bool
options_agree(const Options *o)
{
	const PipelineOptions *p = &o->pipeline;
	const char *what;

	if (p->compare)
		return compare_fits(o);
	if (o->compare_limit.total > 0)
		return wrong("-compare-limit",
			     "nothing is compared without -compare");
	if (o->check)
		return mode_fits(o, MODE_CHECK, "-check only judges");
	if (!is_pass(p->stop_after))
		return false;
	if (p->start_after && !pipeline_starts_after(p->start_after))
		return wrong(p->start_after,
			     "not the last pass of an allocation: check or "
			     "virtregrewriter, or a pass behind them");
	if (!prints_made(o))
		return false;
	if (p->start_after && (o->reg_use || o->reg_exclude))
		return wrong(o->reg_use ? "-reg-use" : "-reg-exclude",
			     "nothing is allocated with -start-after");
	const char *why = pipeline_contradiction(p, &what);
	return !why || wrong(what, why);
}
