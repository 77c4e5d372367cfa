/*
 * The table of options, and the parser that it drives: one dash or two,
 * "-name value" or "-name=value", before or behind the file.
 */
#include "cli/options.h"

#include "cli/suggest.h"

#include "targets/targets.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What an option does: SET is called with its value and returns NULL, or what
 * is wrong with it; or the value goes to the member at TEXT; or the member at
 * FLAG becomes true.  VALUES: see OptionText. */
typedef struct {
	const char *(*set)(Options *options, const char *value);
	size_t text, flag; /* offsets in Options; 0: neither */
	const char *values;
} OptionAct;

#define SET(function, words)                                                   \
	{                                                                      \
		.set = (function), .values = (words)                           \
	}
#define TEXT(member, words)                                                    \
	{                                                                      \
		.text = offsetof(Options, member), .values = (words)           \
	}
#define FLAG(member)                                                           \
	{                                                                      \
		.flag = offsetof(Options, member)                              \
	}

typedef struct {
	const char *name, *argument; /* argument NULL: takes none */
	const char *help;
	OptionAct act;
} OptionRow;

/* Which of the N NAMES is VALUE?  N: none. */
static int
choice(const char *value, const char *const *names, int n)
{
	int i = 0;

	while (i < n && strcmp(names[i], value))
		i++;
	return i;
}

static const char *
set_emit(Options *o, const char *value)
{
	static const char *const names[] = {
		[EMIT_ASM] = "asm",   [EMIT_MIR] = "mir", [EMIT_JSON] = "json",
		[EMIT_HTML] = "html", [EMIT_C1] = "c1",	  [EMIT_NONE] = "none",
	};
	int i = choice(value, names, EMIT_NONE + 1);

	o->pipeline.emit = (EmitKind)i;
	return i <= EMIT_NONE ? NULL
			      : "asm, mir, json, html, c1 or none expected";
}

/* The words of -print that passes make. */
static const struct {
	const char *name;
	uint32_t bit;
} PRINTS[] = {
	{"cfg", PRINT_CFG},
	{"cfg-dot", PRINT_CFG_DOT},
	{"liveness", PRINT_LIVENESS},
	{"kills", PRINT_KILLS},
	{"intervals", PRINT_INTERVALS},
	{"lanes", PRINT_LANES},
	{"demand", PRINT_DEMAND},
	{"flag-differences", PRINT_FLAG_DIFFERENCES},
	{"scan", PRINT_SCAN},
	{"allocation", PRINT_ALLOCATION},
	{"interference-dot", PRINT_INTERFERENCE_DOT},
	{"frame", PRINT_FRAME},
	{"deps", PRINT_DEPS},
	{"deps-dot", PRINT_DEPS_DOT},
	{"antidep", PRINT_ANTIDEP},
	{"cost", PRINT_COST},
};

enum { NPRINTS = sizeof(PRINTS) / sizeof(PRINTS[0]) };

const char *
options_unmade(const Options *o, const char **why)
{
	size_t i;

	for (i = 0; i < NPRINTS; i++)
		if (o->pipeline.print & PRINTS[i].bit &&
		    (*why = pipeline_unmade(&o->pipeline, PRINTS[i].bit)))
			return PRINTS[i].name;
	return NULL;
}

/* One word of -print, LEN bytes. */
static bool
print_word(Options *o, const char *word, size_t len)
{
	size_t i;

	if (len == 6 && !memcmp(word, "target", 6)) {
		o->print_target = true;
		return true;
	}
	for (i = 0; i < NPRINTS; i++)
		if (strlen(PRINTS[i].name) == len &&
		    !memcmp(PRINTS[i].name, word, len)) {
			o->pipeline.print |= PRINTS[i].bit;
			return true;
		}
	return false;
}

static const char *
set_print(Options *o, const char *value)
{
	size_t len;

	for (;; value += len + 1) {
		len = strcspn(value, ",");
		if (!print_word(o, value, len))
			return "target, cfg, cfg-dot, liveness, kills, "
			       "intervals, lanes, demand, scan, allocation, "
			       "interference-dot, frame, deps, deps-dot, "
			       "antidep, cost or flag-differences expected";
		if (!value[len])
			return NULL;
	}
}

static const char *
set_print_after(Options *o, const char *value)
{
	size_t len;
	int pass;

	for (;; value += len + 1) {
		len = strcspn(value, ",");
		pass = pipeline_pass(value, len);
		if (pass >= 0)
			o->pipeline.print_after |= (uint64_t)1 << pass;
		else if (len == 3 && !memcmp(value, "all", 3))
			o->pipeline.print_after = UINT64_MAX;
		else
			return "a pass or all expected; see -print-passes";
		if (!value[len])
			return NULL;
	}
}

static const char *
set_regalloc(Options *o, const char *value)
{
	static const char *const names[] = {
		[REGALLOC_LINEAR] = "linear",
		[REGALLOC_SCAN] = "scan",
		[REGALLOC_FAST] = "fast",
	};
	int i = choice(value, names, REGALLOC_FAST + 1);

	o->pipeline.alloc.kind = (uint8_t)i;
	return i <= REGALLOC_FAST ? NULL : "linear, scan or fast expected";
}

static const char *
set_split(Options *o, const char *value)
{
	o->pipeline.alloc.whole = !strcmp(value, "none");
	return o->pipeline.alloc.whole || !strcmp(value, "local")
		       ? NULL
		       : "local or none expected";
}

/* VALUE is a number up to a million. */
static bool
read_number(const char *value, uint32_t *n)
{
	size_t digits = strspn(value, "0123456789");

	if (!digits || digits > 7 || value[digits])
		return false;
	*n = (uint32_t)strtoul(value, NULL, 10);
	return *n <= 1000000;
}

static const char *
set_repeat(Options *o, const char *value)
{
	return read_number(value, &o->pipeline.alloc.again)
		       ? NULL
		       : "a number up to 1000000 expected";
}

static const char *
set_stress(Options *o, const char *value)
{
	return read_number(value, &o->pipeline.alloc.stress) &&
			       o->pipeline.alloc.stress
		       ? NULL
		       : "a number from 1 to 1000000 expected";
}

static const char *
set_no_verify(Options *o, const char *value)
{
	(void)value;
	o->pipeline.verify = false;
	return NULL;
}

static const char *
set_subreg_liveness(Options *o, const char *value)
{
	o->pipeline.subreg_liveness = !strcmp(value, "on");
	return !strcmp(value, "on") || !strcmp(value, "off")
		       ? NULL
		       : "on or off expected";
}

static const char *
set_schedule_before(Options *o, const char *value)
{
	static const char *const names[] = {
		[SCHED_NONE] = "none",
		[SCHED_DEMAND] = "demand",
		[SCHED_ALL] = "all",
	};
	int i = choice(value, names, SCHED_ALL + 1);

	o->pipeline.schedule_before = (SchedMode)i;
	return i <= SCHED_ALL ? NULL : "none, demand or all expected";
}

static const char *
set_antidep(Options *o, const char *value)
{
	static const char *const names[] = {
		[BREAK_NONE] = "none",
		[BREAK_CRITICAL] = "critical",
		[BREAK_ALL] = "all",
	};
	int i = choice(value, names, BREAK_ALL + 1);

	o->pipeline.break_mode = (BreakMode)i;
	return i <= BREAK_ALL ? NULL : "none, critical or all expected";
}

static const char *
set_jobs(Options *o, const char *value)
{
	char *end;
	unsigned long n = strtoul(value, &end, 10);

	if (*value < '0' || *value > '9' || *end || n < 1 || n > 256)
		return "a number from 1 to 256 expected";
	o->jobs = (uint32_t)n;
	return NULL;
}

static const char *
set_explain(Options *o, const char *value)
{
	Span reg;
	uint32_t line;

	if (!question_kind(value, &reg, &line))
		return "a register such as %5, spilled, a line such as 12 or a "
		       "register at a line such as eax@12 expected";
	if (o->pipeline.nexplain == EXPLAIN_MAX)
		return "too much to explain";
	o->pipeline.explain[o->pipeline.nexplain++] = value;
	return NULL;
}

/* FILE=N[,FILE=N]; the names are the target's. */
static const char *
set_demand_limit(Options *o, const char *value)
{
	const char *at = value;
	size_t name, digits;

	for (;; at++) {
		name = strcspn(at, "=,");
		if (!name || at[name] != '=')
			break;
		at += name + 1;
		digits = strspn(at, "0123456789");
		if (!digits || digits > 9)
			break;
		at += digits;
		if (*at != ',') {
			o->pipeline.demand_limit = value;
			if (!*at)
				return NULL;
			break;
		}
	}
	return "FILE=N expected, a register file and a number";
}

static const char *
set_compare_limit(Options *o, const char *value)
{
	return limit_read(&o->compare_limit, value)
		       ? NULL
		       : "a ratio such as 1.05 expected, or two";
}

static const char *
set_diagnostics(Options *o, const char *value)
{
	o->json = !strcmp(value, "json");
	return o->json || !strcmp(value, "text") ? NULL
						 : "text or json expected";
}

static const OptionRow rows[] = {
	{"target", "NAME|FILE",
	 "a target file or one built in:", TEXT(target, "TARGETS FILE")},
	{"mcpu", "NAME", "a variant that the target file names",
	 TEXT(mcpu, "VARIANTS")},
	{"emit", "WHAT", "asm (default), mir, json, html, c1 or none",
	 SET(set_emit, "asm mir json html c1 none")},
	{"o", "FILE|DIR", "write there, whole or not at all",
	 TEXT(output, "FILE")},
	{"keep-going", NULL, "go on behind a file that fails",
	 FLAG(keep_going)},
	{"print", "WHAT[,WHAT]", "print an analysis instead of code",
	 SET(set_print, "target cfg cfg-dot liveness kills intervals lanes "
			"demand scan allocation interference-dot frame deps "
			"deps-dot antidep cost flag-differences")},
	{"stop-after", "PASS", "stop there and print MIR",
	 TEXT(pipeline.stop_after, "PASSES")},
	{"start-after", "PASS", "the input has been through PASS",
	 TEXT(pipeline.start_after, "STARTS virtregrewriter")},
	{"print-after", "PASS[,PASS]|all",
	 "print MIR after passes on standard error",
	 SET(set_print_after, "PASSES all")},
	{"print-passes", NULL, "list the passes in order", FLAG(print_passes)},
	{"regalloc", "NAME", "linear (default), scan or fast",
	 SET(set_regalloc, "linear scan fast")},
	{"split", "WHERE", "of scan: local (default) or none",
	 SET(set_split, "local none")},
	{"regalloc-repeat", "N",
	 "of scan: rounds for what lost its register (default: any)",
	 SET(set_repeat, "")},
	{"reg-use", "REG[,REG]", "of classes with these allocate these only",
	 TEXT(reg_use, "")},
	{"reg-exclude", "REG[,REG]", "do not allocate these",
	 TEXT(reg_exclude, "")},
	{"stress", "N", "allocate the first N registers of each class only",
	 SET(set_stress, "")},
	{"verify", NULL, "check the allocation (default)",
	 FLAG(pipeline.verify)},
	{"no-verify", NULL, "do not", SET(set_no_verify, "")},
	{"subreg-liveness", "on|off", "override the target file's choice",
	 SET(set_subreg_liveness, "on off")},
	{"pre-ra-sched", "WHERE",
	 "schedule before allocation: none (default), demand or all",
	 SET(set_schedule_before, "none demand all")},
	{"break-anti-dependencies", "WHICH", "none, critical or all",
	 SET(set_antidep, "none critical all")},
	{"post-ra-cleanup", NULL, "remove needless copies and reloads",
	 FLAG(pipeline.cleanup)},
	{"post-ra-sched", NULL, "schedule after allocation",
	 FLAG(pipeline.schedule)},
	{"function", "NAME", "only this function", TEXT(function, "")},
	{"j", "N", "threads (default: one a processor)", SET(set_jobs, "")},
	{"stats", NULL, "counts on standard error", FLAG(pipeline.stats)},
	{"time-passes", NULL, "times on standard error",
	 FLAG(pipeline.time_passes)},
	{"demand-limit", "FILE=N[,..]",
	 "end with status 4 if more registers are needed",
	 SET(set_demand_limit, "")},
	{"explain", "WHAT",
	 "%N, spilled, LINE, REG@LINE: why it is where it is",
	 SET(set_explain, "")},
	{"asm-comments", NULL, "comments in assembly",
	 FLAG(pipeline.asm_comments)},
	{"strict", NULL, "refuse what is otherwise read with a warning",
	 FLAG(pipeline.strict)},
	{"diagnostics", "FORM", "messages as text (default) or json",
	 SET(set_diagnostics, "text json")},
	{"compare", "THEIRS.mir", "cost beside another allocation of the file",
	 TEXT(pipeline.compare, "FILE")},
	{"compare-limit", "N[,M]",
	 "end with status 6 if more than N times, a function M times",
	 SET(set_compare_limit, "")},
	{"check", NULL, "judge AFTER.mir as an allocation of BEFORE.mir",
	 FLAG(check)},
	{"completion", NULL, "this table, for shells' completions",
	 FLAG(completion)},
	{"help", NULL, "this text; -h, too", FLAG(help)},
	{"version", NULL, "the program's version", FLAG(version)},
};

enum { NROWS = sizeof(rows) / sizeof(*rows) };

/* The names of the built-in targets, in a row. */
static void
targets_help(FILE *out)
{
	Arena arena = {0};
	const Target *t;
	uint32_t i;

	for (i = 0; (t = targets_at(i, &arena)); i++)
		fprintf(out, "%s%s", i ? ", " : " ", target_str(t, t->name));
	arena_free(&arena);
}

void
options_help(FILE *out)
{
	char left[64];
	size_t i;

	fputs("usage: regalloc [options] [FILE.mir... | -]\n"
	      "       regalloc -compare THEIRS.mir [options] FILE.mir\n"
	      "       regalloc -check BEFORE.mir AFTER.mir\n\n"
	      "Allocates the registers of machine IR; assembly on standard "
	      "output.\n\n",
	      out);
	for (i = 0; i < NROWS; i++) {
		snprintf(left, sizeof(left), "-%s%s%s", rows[i].name,
			 rows[i].argument ? " " : "",
			 rows[i].argument ? rows[i].argument : "");
		fprintf(out, "  %-32s %s", left, rows[i].help);
		if (!strcmp(rows[i].name, "target"))
			targets_help(out);
		fputc('\n', out);
	}
}

bool
options_at(size_t i, OptionText *text)
{
	if (i >= NROWS)
		return false;
	*text = (OptionText){
		.name = rows[i].name,
		.argument = rows[i].argument,
		.help = rows[i].help,
		.values = rows[i].act.values,
	};
	return true;
}

/* The row for NAME of LEN bytes, or NULL. */
static const OptionRow *
row_find(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < NROWS; i++)
		if (strlen(rows[i].name) == len &&
		    !memcmp(rows[i].name, name, len))
			return &rows[i];
	return NULL;
}

static bool
usage_error(const char *what, const char *why)
{
	fprintf(stderr, "regalloc: %s: %s\n", what, why);
	return false;
}

/* There is no option NAME of LEN bytes, given as ARG. */
static bool
unknown_option(const char *arg, const char *name, size_t len)
{
	Suggest near = suggest_start(name, len);
	size_t i;

	for (i = 0; i < NROWS; i++)
		suggest_offer(&near, rows[i].name);
	fprintf(stderr, "regalloc: %s: unknown option; %s%s%ssee -help\n", arg,
		near.best ? "did you mean -" : "", near.best ? near.best : "",
		near.best ? "?  " : "");
	return false;
}

static const char *
option_act(Options *options, const OptionAct *act, const char *value)
{
	char *at = (char *)options;

	if (act->set)
		return act->set(options, value);
	if (act->text)
		*(const char **)(void *)(at + act->text) = value;
	else
		*(bool *)(void *)(at + act->flag) = true;
	return NULL;
}

/* The option ARGV[*I]; advances *I past a separate value. */
static bool
option_take(Options *options, int argc, char **argv, int *i)
{
	const char *arg = argv[*i], *name = arg + 1, *value, *wrong;
	const OptionRow *row;
	size_t len;

	name += *name == '-';
	len = strcspn(name, "=");
	value = name[len] ? name + len + 1 : NULL;
	row = row_find(name, len);
	if (!row && len == 1 && *name == 'h')
		row = row_find("help", 4);
	if (!row && *name == 'j' && name[1] >= '0' && name[1] <= '9') {
		row = row_find("j", 1);
		value = name + 1;
	}
	if (!row)
		return unknown_option(arg, name, len);
	if (!row->argument && value)
		return usage_error(arg, "takes no value");
	if (row->argument && !value) {
		if (*i + 1 >= argc)
			return usage_error(arg, "value expected");
		value = argv[++*i];
	}
	wrong = option_act(options, &row->act, value);
	return wrong ? usage_error(arg, wrong) : true;
}

/* Are the files as many as the options take? */
static bool
files_fit(const Options *o)
{
	uint32_t i, streams = 0;

	for (i = 0; i < o->nfiles; i++)
		streams += !strcmp(o->files[i], "-");
	if (o->check && o->nfiles > 2)
		return usage_error(o->files[2], "too many files");
	if (o->check && o->nfiles < 2)
		return usage_error("-check", "two files expected");
	if (o->pipeline.compare && o->nfiles > 1)
		return usage_error("-compare", "takes one input");
	streams += o->pipeline.compare && !strcmp(o->pipeline.compare, "-");
	if (streams > 1)
		return usage_error(o->check		 ? "-check"
				   : o->pipeline.compare ? "-compare"
							 : "-",
				   "only one can be standard input");
	return true;
}

bool
options_parse(Options *options, int argc, char **argv)
{
	bool only_files = false;
	int i;

	/* The names move to the front: what was there has been read. */
	*options = (Options){.files = argv};
	options->pipeline.verify = true;
	options->pipeline.alloc.again = UINT32_MAX;
	options->pipeline.subreg_liveness = -1;
	for (i = 1; i < argc; i++) {
		const char *arg = argv[i];

		if (!only_files && !strcmp(arg, "--")) {
			only_files = true;
		} else if (!only_files && *arg == '-' && arg[1]) {
			if (!option_take(options, argc, argv, &i))
				return false;
		} else {
			argv[options->nfiles++] = argv[i];
		}
	}
	return files_fit(options);
}
