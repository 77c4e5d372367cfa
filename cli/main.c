/*
 * Entry of the command-line tool: options, target, file, jobs, output.
 */
#include "cli/agree.h"
#include "cli/check.h"
#include "cli/compare.h"
#include "cli/complete.h"
#include "cli/files.h"
#include "cli/jobs.h"
#include "cli/registers.h"
#include "cli/target.h"
#include "cli/threads.h"

#include "core/base/memory.h"
#include "targets/targets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION "0.2"

/* The LLVM whose machine IR is read, and goes on from what is printed. */
#define LLVM_VERSION "19"

/* What a run consists of. */
typedef struct {
	Options options;
	Arena arena;
	DiagPrinter printer;
	Result result;
	const char *heading; /* over what is printed; NULL: none */
} Run;

static Result
fail(Result result, const char *what, const char *why)
{
	fprintf(stderr, "regalloc: %s: %s\n", what, why);
	return result;
}

/* What was printed on standard output must have got there. */
static Result
printed(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return RESULT_OK;
	return fail(RESULT_INPUT, "<stdout>", strerror(errno));
}

static Result
choose_registers(Run *r, const Target *target)
{
	const char *wrong = registers_choose(&r->options, target, &r->arena);

	return wrong ? fail(RESULT_USAGE, wrong,
			    "the target has no such register")
		     : RESULT_OK;
}

static void
put_output_heading(Output *out, const char *name)
{
	output_put(out, "==> ", 4);
	output_put(out, name, strlen(name));
	output_put(out, " <==\n", 5);
}

static void
put_target(Output *out, const Target *target)
{
	TextStream text;

	target_print(target, text_open(&text));
	text_close(&text);
	output_put(out, text.text, text.len);
	free(text.text);
}

/* OUT of a run that ended with RESULT: analyses are printed even then, code is
 * not.  What the whole ends with. */
static Result
output_close(const Options *o, Output *out, Result result)
{
	bool code = pipeline_prints_code(&o->pipeline) && !o->pipeline.compare;

	if (result != RESULT_OK && (!out->any || code))
		output_abandon(out);
	else if (!output_commit(out))
		result = fail(RESULT_INPUT, o->output ? o->output : "<stdout>",
			      strerror(errno));
	return result;
}

/* The target, if it is to be printed, and the functions of FILE (NULL: none),
 * to their output. */
static Result
run_jobs(Run *r, const MirFile *file, const Target *target)
{
	const Options *o = &r->options;
	Result result = RESULT_OK;
	Output out;

	if (!output_open(&out, o->output))
		return fail(RESULT_INPUT, o->output, strerror(errno));
	if (r->heading && !pipeline_prints_code(&o->pipeline))
		put_output_heading(&out, r->heading);
	if (o->pipeline.print & PRINT_TARGET)
		put_target(&out, target);
	if (file)
		result = jobs_run(file, target, o, &out, &r->printer);
	return output_close(o, &out, result);
}

/* Read and split the file at PATH. */
static Result
file_open(Run *r, Source *source, const char *path, MirFile *file)
{
	Diag diag = {.source = source, .arena = &r->arena};

	if (!source_open(source, path))
		return fail(RESULT_INPUT, source->path,
			    errno == ESTALE
				    ? "the file got shorter while it was read"
				    : strerror(errno));
	bool ok = mirfile_split(source, &r->arena, file, &diag);
	printer_put(&r->printer, &diag);
	return ok ? RESULT_OK : RESULT_INPUT;
}

/* Open the second file of -check and compare. */
static Result
run_check(Run *r, const MirFile *before, const Target *target)
{
	Source source;
	MirFile after;
	Result result = file_open(r, &source, r->options.files[1], &after);

	if (result == RESULT_OK) {
		mirfile_lines(&after);
		result = check_files(before, &after, target, &r->options,
				     &r->printer);
	}
	source_close(&source);
	return result;
}

/* Open the file of -compare, allocate INPUT and compare. */
static Result
run_compare(Run *r, const MirFile *input, const Target *target)
{
	const Options *o = &r->options;
	Source source;
	MirFile theirs;
	Output out;
	Result result = files_compared_kept(o);

	if (result != RESULT_OK)
		return result;
	result = file_open(r, &source, o->pipeline.compare, &theirs);
	if (result != RESULT_OK || !output_open(&out, o->output)) {
		source_close(&source);
		return result != RESULT_OK
			       ? result
			       : fail(RESULT_INPUT, o->output, strerror(errno));
	}
	mirfile_lines(&theirs);
	result = compare_files(input, &theirs, target, o, &out, &r->printer);
	source_close(&source);
	return output_close(o, &out, result);
}

/* Is the target all that is to be printed? */
static bool
only_target(const Options *o)
{
	return o->pipeline.print == PRINT_TARGET && !o->pipeline.nexplain;
}

/* What is asked of FILE. TARGET may be NULL: the one that the file names. */
static Result
run_file(Run *r, const MirFile *file, const Target *target)
{
	Result result = target_choose(file, &r->options, &r->arena, &target);

	if (result == RESULT_OK)
		result = choose_registers(r, target);
	if (result != RESULT_OK)
		return result;
	return r->options.check		     ? run_check(r, file, target)
	       : r->options.pipeline.compare ? run_compare(r, file, target)
	       : only_target(&r->options)    ? run_jobs(r, NULL, target)
					     : run_jobs(r, file, target);
}

/* What is asked of the input at PATH. */
static Result
run_input(Run *r, const char *path, const Target *target)
{
	Source source;
	MirFile file;
	Result result = file_open(r, &source, path, &file);

	if (result == RESULT_OK && pipeline_tells_lines(&r->options.pipeline))
		mirfile_lines(&file);
	if (result == RESULT_OK)
		result = run_file(r, &file, target);
	printer_close(&r->printer);
	source_close(&source);
	return result;
}

/* The name of file I over what is told of it on standard error. */
static void
put_heading(const Options *o, uint32_t i)
{
	if (o->pipeline.stats || o->pipeline.time_passes ||
	    o->pipeline.print_after)
		fprintf(stderr, "==> %s <==\n", o->files[i]);
}

/* Each file by itself, as if it were the only one, with its output in a place
 * of its own. */
static Result
run_files(Run *r, const Target *target)
{
	const Options *o = &r->options;
	const char **paths = ARENA_NEW(&r->arena, const char *, o->nfiles);
	Result result = files_place(o, &r->arena, paths), own;

	if (result != RESULT_OK)
		return result;
	for (uint32_t i = 0; i < o->nfiles; i++) {
		Run one = {.options = *o, .printer = r->printer};

		one.options.output = paths[i];
		one.heading = paths[i] ? NULL : o->files[i];
		if (o->nfiles > 1)
			put_heading(o, i);
		own = run_input(&one, o->files[i], target);
		arena_free(&one.arena);
		result = result_worse(result, own);
		if (result != RESULT_OK && !o->keep_going)
			break;
	}
	return result;
}

static Result
run(Run *r)
{
	const Options *o = &r->options;
	const Target *target = NULL;
	Result result = RESULT_OK;

	if (o->target)
		result = target_named(o->target, &r->arena, &r->printer,
				      &target);
	if (result != RESULT_OK)
		return result;
	if (only_target(o) && target)
		return run_jobs(r, NULL, target);
	if (!o->nfiles && isatty(STDIN_FILENO))
		return only_target(o)
			       ? target_none("-print target", "which one?",
					     NULL, &r->arena)
			       : fail(RESULT_USAGE, "no file", "see -help");
	if (!o->check && (o->nfiles > 1 || (o->nfiles && files_to_folder(o))))
		return run_files(r, target);
	return run_input(r, o->nfiles ? o->files[0] : "-", target);
}

static void
version_print(void)
{
	Arena arena = {0};
	const Target *t;

	fputs("regalloc " VERSION "\nmachine IR of LLVM " LLVM_VERSION
	      "\ntargets:",
	      stdout);
	for (uint32_t i = 0; (t = targets_at(i, &arena)); i++)
		printf(" %s", target_str(t, t->name));
	putchar('\n');
	arena_free(&arena);
}

static void *
run_main(void *data)
{
	Run *r = data;

	r->printer = (DiagPrinter){.out = stderr,
				   .colour = isatty(STDERR_FILENO),
				   .json = r->options.json};
	r->result = options_agree(&r->options) ? run(r) : RESULT_USAGE;
	printer_close(&r->printer);
	arena_free(&r->arena);
	return NULL;
}

/* A file that is opened must not get the number of a standard one: what is
 * written there would get into it.  Reading and writing fail as before. */
static bool
streams_open(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null",
			 fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return false;
	return true;
}

int
main(int argc, char **argv)
{
	Run r = {.result = RESULT_OK};

	memory_retain();
	if (!streams_open())
		return RESULT_INPUT;
	if (!options_parse(&r.options, argc, argv))
		return RESULT_USAGE;
	if (r.options.help) {
		options_help(stdout);
		return printed();
	}
	if (r.options.version) {
		version_print();
		return printed();
	}
	if (r.options.completion) {
		completion_print(stdout);
		return printed();
	}
	if (r.options.print_passes) {
		pipeline_print_passes(stdout);
		return printed();
	}
	if (!thread_run(run_main, &r))
		return fail(RESULT_INPUT, "no thread", strerror(errno));
	return r.result;
}
