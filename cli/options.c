/*
 * The table of options, and the parser that it drives: one dash or two,
 * "-name value" or "-name=value", before or behind the file.
 */
#include "cli/options.h"

#include "cli/suggest.h"

#include "parser/parser.h"
#include "targets/targets.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* How the value of an option gets into a member of Options. */
typedef enum {
	ACT_TEXT,   /* as it is */
	ACT_TRUE,   /* takes none: the member is true */
	ACT_FALSE,  /* takes none: the member is false */
	ACT_WORD,   /* one of the words, by its number */
	ACT_WORDS,  /* some of the words: a bit for each */
	ACT_NUMBER, /* from `low` to `high` */
	ACT_SET,    /* by a function: NULL, or what is wrong */
} ActKind;

typedef struct {
	ActKind kind;
	size_t at, size;    /* of the member */
	const char *values; /* see OptionText */
	uint32_t low, high;
	const char *(*set)(Options *options, const char *value);
} OptionAct;

#define ACT(how, member, ...)                                                  \
	{                                                                      \
		.kind = ACT_##how, .at = offsetof(Options, member),            \
		.size = sizeof(((Options *)NULL)->member),                     \
		.values = __VA_ARGS__                                          \
	}

typedef struct {
	const char *name, *argument; /* argument NULL: takes none */
	const char *help;
	OptionAct act;
	uint32_t unfit; /* bits of OptionMode: it asks for what is not done */
} OptionRow;

/* What holds until an option says otherwise. */
static const Options DEFAULTS = {
	.pipeline = {.verify = true,
		     .alloc.again = UINT32_MAX,
		     .alloc.attempts = ATTEMPTS_BY_COST,
		     .subreg_liveness = SUBREG_AS_TARGET},
};

/* The words of -print, in the order of PRINT_*. */
#define PRINTS                                                                 \
	"target cfg cfg-dot liveness kills intervals lanes demand scan "       \
	"allocation interference-dot frame deps deps-dot antidep cost "        \
	"flag-differences"

/* The first of WORDS, of LEN bytes; 0: there is none. */
static const char *
word_first(const char *words, size_t *len)
{
	words += strspn(words, " ");
	*len = strcspn(words, " ");
	return words;
}

/* The number of the word with LEN bytes at NAME; -1: none of WORDS. */
static int
word_find(const char *words, const char *name, size_t len)
{
	size_t n;

	for (int i = 0; *(words = word_first(words, &n)); words += n, i++)
		if (n == len && !memcmp(words, name, len))
			return i;
	return -1;
}

const char *
options_unmade(const Options *o, size_t *len, const char **why)
{
	const char *word = PRINTS;

	for (uint32_t bit = 1; *(word = word_first(word, len));
	     word += *len, bit <<= 1)
		if (o->pipeline.print & bit & ~(uint32_t)PRINT_TARGET &&
		    (*why = pipeline_unmade(&o->pipeline, bit)))
			return word;
	return NULL;
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

static const OptionRow rows[] = {
	{"target", "NAME|FILE", "a target file or one built in:",
	 ACT(TEXT, target, "TARGETS FILE"), 0},
	{"mcpu", "NAME", "a variant that the target file names",
	 ACT(TEXT, mcpu, "VARIANTS"), 0},
	{"mllvm-version", "N", "the input is of LLVM N, whatever it says",
	 ACT(NUMBER, pipeline.llvm, "14 15 16 17 18 19 20 21 22", .low = 14,
	     .high = 22),
	 0},
	{"emit", "WHAT", "asm (default), mir, json, html, c1 or none",
	 ACT(WORD, pipeline.emit, "asm mir json html c1 none"), MODE_CHECK},
	{"o", "FILE|DIR", "write there, whole or not at all",
	 ACT(TEXT, output, "FILE"), MODE_CHECK},
	{"keep-going", NULL, "go on behind a file that fails",
	 ACT(TRUE, keep_going, NULL), 0},
	{"print", "WHAT[,WHAT]", "print an analysis instead of code",
	 ACT(WORDS, pipeline.print, PRINTS), MODE_BOTH},
	{"stop-after", "PASS", "stop there and print MIR",
	 ACT(TEXT, pipeline.stop_after, "PASSES"), MODE_BOTH},
	{"start-after", "PASS", "the input has been through PASS",
	 ACT(TEXT, pipeline.start_after, "STARTS virtregrewriter"), MODE_BOTH},
	{"print-after", "PASS[,PASS]|all",
	 "print MIR after passes on standard error",
	 ACT(SET, pipeline.print_after, "PASSES all", .set = set_print_after),
	 MODE_BOTH},
	{"print-passes", NULL, "list the passes in order",
	 ACT(TRUE, print_passes, NULL), 0},
	{"regalloc", "NAME", "linear (default), scan or fast",
	 ACT(WORD, pipeline.alloc.kind, "linear scan fast"), MODE_CHECK},
	{"split", "WHERE", "of scan: local (default) or none",
	 ACT(WORD, pipeline.alloc.whole, "local none"), MODE_CHECK},
	{"regalloc-repeat", "N",
	 "of scan: rounds for what lost its register (default: any)",
	 ACT(NUMBER, pipeline.alloc.again, "", .low = 0, .high = 1000000),
	 MODE_CHECK},
	{"attempts", "N",
	 "of linear: for less cost allocate N times more (default: by cost)",
	 ACT(NUMBER, pipeline.alloc.attempts, "", .low = 0, .high = 1000000),
	 MODE_CHECK},
	{"reg-use", "REG[,REG]", "of classes with these allocate these only",
	 ACT(TEXT, reg_use, ""), MODE_CHECK},
	{"reg-exclude", "REG[,REG]", "do not allocate these",
	 ACT(TEXT, reg_exclude, ""), MODE_CHECK},
	{"stress", "N", "allocate the first N registers of each class only",
	 ACT(NUMBER, pipeline.alloc.stress, "", .low = 1, .high = 1000000),
	 MODE_CHECK},
	{"verify", NULL, "check the allocation (default)",
	 ACT(TRUE, pipeline.verify, NULL), 0},
	{"no-verify", NULL, "do not", ACT(FALSE, pipeline.verify, NULL),
	 MODE_CHECK},
	{"subreg-liveness", "on|off", "override the target file's choice",
	 ACT(WORD, pipeline.subreg_liveness, "on off"), 0},
	{"pre-ra-sched", "WHERE",
	 "schedule before allocation: demand (default), all or none",
	 ACT(WORD, pipeline.schedule_before, "demand all none"), MODE_CHECK},
	{"break-anti-dependencies", "WHICH", "none, critical or all",
	 ACT(WORD, pipeline.break_mode, "none critical all"), MODE_CHECK},
	{"post-ra-cleanup", NULL, "remove needless copies and reloads",
	 ACT(TRUE, pipeline.cleanup, NULL), MODE_CHECK},
	{"post-ra-sched", NULL, "schedule after allocation",
	 ACT(TRUE, pipeline.schedule, NULL), MODE_CHECK},
	{"function", "NAME", "only this function", ACT(TEXT, function, ""), 0},
	{"j", "N", "threads (default: one a processor)",
	 ACT(NUMBER, jobs, "", .low = 1, .high = 256), 0},
	{"stats", NULL, "counts on standard error",
	 ACT(TRUE, pipeline.stats, NULL), MODE_BOTH},
	{"time-passes", NULL, "times on standard error",
	 ACT(TRUE, pipeline.time_passes, NULL), MODE_BOTH},
	{"demand-limit", "FILE=N[,..]",
	 "end with status 4 if more registers are needed",
	 ACT(SET, pipeline.demand_limit, "", .set = set_demand_limit),
	 MODE_BOTH},
	{"explain", "WHAT",
	 "%N, spilled, LINE, REG@LINE: why it is where it is",
	 ACT(SET, pipeline.nexplain, "", .set = set_explain), MODE_BOTH},
	{"asm-comments", NULL, "comments in assembly",
	 ACT(TRUE, pipeline.asm_comments, NULL), MODE_BOTH},
	{"strict", NULL, "refuse what is otherwise read with a warning",
	 ACT(TRUE, pipeline.strict, NULL), 0},
	{"diagnostics", "FORM", "messages as text (default) or json",
	 ACT(WORD, json, "text json"), 0},
	{"compare", "THEIRS.mir", "cost beside another allocation of the file",
	 ACT(TEXT, pipeline.compare, "FILE"), 0},
	{"compare-limit", "N[,M]",
	 "end with status 6 if more than N times, a function M times",
	 ACT(SET, compare_limit, "", .set = set_compare_limit), 0},
	{"check", NULL, "judge AFTER.mir as an allocation of BEFORE.mir",
	 ACT(TRUE, check, NULL), MODE_COMPARE},
	{"completion", NULL, "this table, for shells' completions",
	 ACT(TRUE, completion, NULL), 0},
	{"help", NULL, "this text; -h, too", ACT(TRUE, help, NULL), 0},
	{"version", NULL, "the program's version", ACT(TRUE, version, NULL), 0},
};

enum { NROWS = sizeof(rows) / sizeof(*rows) };

/* The names of the built-in targets, in a row. */
static void
targets_help(FILE *out)
{
	Arena arena = {0};
	const Target *t;

	for (uint32_t i = 0; (t = targets_at(i, &arena)); i++)
		fprintf(out, "%s%s", i ? ", " : " ", target_str(t, t->name));
	arena_free(&arena);
}

void
options_help(FILE *out)
{
	char left[64];

	fputs("usage: regalloc [options] [FILE.mir... | -]\n"
	      "       regalloc -compare THEIRS.mir [options] FILE.mir\n"
	      "       regalloc -check BEFORE.mir AFTER.mir\n\n"
	      "Allocates the registers of machine IR; assembly on standard "
	      "output.\n\n",
	      out);
	for (size_t i = 0; i < NROWS; i++) {
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
	for (size_t i = 0; i < NROWS; i++)
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

	for (size_t i = 0; i < NROWS; i++)
		suggest_offer(&near, rows[i].name);
	fprintf(stderr, "regalloc: %s: unknown option", arg);
	suggest_end(&near, "-", "see -help");
	return false;
}

/* ARG should have been one of WORDS. */
static bool
word_expected(const char *arg, const char *words)
{
	const char *word = words, *next;
	size_t len, n;

	fprintf(stderr, "regalloc: %s: ", arg);
	for (word = word_first(words, &len); *word; word = next, len = n) {
		next = word_first(word + len, &n);
		fprintf(stderr, "%s%.*s",
			word == words ? ""
			: *next	      ? ", "
				      : " or ",
			(int)len, word);
	}
	fputs(" expected\n", stderr);
	return false;
}

static bool
number_expected(const char *arg, uint32_t low, uint32_t high)
{
	fprintf(stderr, "regalloc: %s: a number ", arg);
	if (low)
		fprintf(stderr, "from %u to %u expected\n", low, high);
	else
		fprintf(stderr, "up to %u expected\n", high);
	return false;
}

/* VALUE is word I of ACT, whose member is at AT. */
static bool
take_word(char *at, const OptionAct *act, const char *value)
{
	int i = word_find(act->values, value, strlen(value));

	if (i < 0)
		return false;
	if (act->size == 1)
		*at = (char)i;
	else
		memcpy(at, &i, sizeof(i));
	return true;
}

/* VALUE is words with commas between them. */
static bool
take_words(uint32_t *bits, const char *words, const char *value)
{
	size_t len;
	int i;

	for (;; value += len + 1) {
		len = strcspn(value, ",");
		i = word_find(words, value, len);
		if (i < 0)
			return false;
		*bits |= (uint32_t)1 << i;
		if (!value[len])
			return true;
	}
}

/* VALUE is a number from LOW to HIGH, which has seven digits at most. */
static bool
take_number(uint32_t *number, uint32_t low, uint32_t high, const char *value)
{
	size_t digits = strspn(value, "0123456789");

	if (!digits || digits > 7 || value[digits])
		return false;
	*number = (uint32_t)strtoul(value, NULL, 10);
	return *number >= low && *number <= high;
}

/* Do what ACT says with VALUE; ARG is what was given.  False after a message.
 */
static bool
option_act(Options *options, const OptionAct *act, const char *arg,
	   const char *value)
{
	void *at = (char *)options + act->at;
	const char *wrong;

	switch (act->kind) {
	case ACT_TEXT:
		*(const char **)at = value;
		return true;
	case ACT_TRUE:
	case ACT_FALSE:
		*(bool *)at = act->kind == ACT_TRUE;
		return true;
	case ACT_WORD:
		return take_word(at, act, value) ||
		       word_expected(arg, act->values);
	case ACT_WORDS:
		return take_words(at, act->values, value) ||
		       word_expected(arg, act->values);
	case ACT_NUMBER:
		return take_number(at, act->low, act->high, value) ||
		       number_expected(arg, act->low, act->high);
	case ACT_SET:
		wrong = act->set(options, value);
		return !wrong || usage_error(arg, wrong);
	}
	return false;
}

unsigned
options_parse_flags(const PipelineOptions *options)
{
	return (options->strict ? PARSE_STRICT : 0) +
	       options->llvm * PARSE_LLVM;
}

const char *
options_unfit(const Options *options, OptionMode mode)
{
	const OptionRow *row;

	for (row = rows; row < rows + NROWS; row++)
		if (row->unfit & mode &&
		    memcmp((const char *)options + row->act.at,
			   (const char *)&DEFAULTS + row->act.at,
			   row->act.size))
			return row->name;
	return NULL;
}

/* The option ARGV[*I]; advances *I past a separate value. */
static bool
option_take(Options *options, int argc, char **argv, int *i)
{
	const char *arg = argv[*i], *name = arg + 1, *value;

	name += *name == '-';
	size_t len = strcspn(name, "=");
	value = name[len] ? name + len + 1 : NULL;
	const OptionRow *row = row_find(name, len);
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
	return option_act(options, &row->act, arg, value);
}

/* Are the files as many as the options take? */
static bool
files_fit(const Options *o)
{
	uint32_t streams = 0;

	for (uint32_t i = 0; i < o->nfiles; i++)
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

	/* The names move to the front: what was there has been read. */
	*options = DEFAULTS;
	options->files = argv;
	for (int i = 1; i < argc; i++) {
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
