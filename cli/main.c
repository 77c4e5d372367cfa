/*
 * Entry of the command-line tool: options, target, file, jobs, output.
 */
#include "cli/jobs.h"

#include "targets/targets.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define VERSION "0.1"

static Result
fail(Result result, const char *what, const char *why)
{
	fprintf(stderr, "regalloc: %s: %s\n", what, why);
	return result;
}

static Result
no_target(const char *what, const char *why, Arena *arena)
{
	const Target *t;
	uint32_t i;

	fprintf(stderr, "regalloc: %s: %s; -target takes", what, why);
	for (i = 0; (t = targets_at(i, arena)); i++)
		fprintf(stderr, " %s,", target_str(t, t->name));
	fprintf(stderr, " or a file\n");
	return RESULT_USAGE;
}

/* The target that -target names. */
static Result
target_named(const char *name, Arena *arena, const Target **target)
{
	Diag diag = {.arena = arena};
	bool is_file = strchr(name, '/') || strchr(name, '.');

	*target = is_file ? NULL : targets_builtin(name, arena);
	if (*target)
		return RESULT_OK;
	if (!is_file)
		return no_target(name, "no such target", arena);
	*target = targets_load(name, arena, &diag);
	diag_print(&diag, stderr, isatty(STDERR_FILENO));
	return *target ? RESULT_OK : RESULT_INPUT;
}

/* The target for the file's triple. */
static Result
target_of_file(const MirFile *file, Arena *arena, const Target **target)
{
	const char *path = file->source->path;
	char *triple = arena_alloc(arena, file->triple.len + 1);

	if (!file->triple.len)
		return no_target(path, "no target triple", arena);
	memcpy(triple, file->source->text + file->triple.at, file->triple.len);
	*target = targets_for_triple(triple, arena);
	if (*target)
		return RESULT_OK;
	return no_target(triple, "no target for this triple", arena);
}

static Result
choose_variant(Options *o, const Target *target)
{
	if (!o->mcpu)
		return RESULT_OK;
	o->pipeline.variant = target_variant(target, o->mcpu);
	if (o->pipeline.variant)
		return RESULT_OK;
	return fail(RESULT_USAGE, o->mcpu, "the target has no such variant");
}

static Result
run_file(Options *o, Arena *arena, Source *source, const Target *target)
{
	Diag diag = {.source = source, .arena = arena};
	MirFile file;
	Output out;
	Result result;

	if (!mirfile_split(source, arena, &file, &diag)) {
		diag_print(&diag, stderr, isatty(STDERR_FILENO));
		return RESULT_INPUT;
	}
	result = target ? RESULT_OK : target_of_file(&file, arena, &target);
	if (result == RESULT_OK)
		result = choose_variant(o, target);
	if (result != RESULT_OK)
		return result;
	if (!output_open(&out, o->output))
		return fail(RESULT_INPUT, o->output, strerror(errno));
	result = jobs_run(&file, target, o, &out);
	if (result != RESULT_OK)
		output_abandon(&out);
	else if (!output_commit(&out))
		return fail(RESULT_INPUT, o->output ? o->output : "<stdout>",
			    strerror(errno));
	return result;
}

static Result
run(Options *o, Arena *arena)
{
	const Target *target = NULL;
	Result result = RESULT_OK;
	Source source;

	if (o->target)
		result = target_named(o->target, arena, &target);
	if (result != RESULT_OK)
		return result;
	if (o->print_target) {
		if (!target)
			return no_target("-print target", "which one?", arena);
		target_print(target, stdout);
		return RESULT_OK;
	}
	if (!o->input && isatty(STDIN_FILENO))
		return fail(RESULT_USAGE, "no file", "see -help");
	if (!source_open(&source, o->input ? o->input : "-"))
		return fail(RESULT_INPUT, o->input ? o->input : "-",
			    strerror(errno));
	result = run_file(o, arena, &source, target);
	source_close(&source);
	return result;
}

int
main(int argc, char **argv)
{
	Arena arena = {0};
	Options options;
	Result result;

	if (!options_parse(&options, argc, argv))
		return RESULT_USAGE;
	if (options.help) {
		options_help(stdout);
		return RESULT_OK;
	}
	if (options.version) {
		puts("regalloc " VERSION);
		return RESULT_OK;
	}
	result = run(&options, &arena);
	arena_free(&arena);
	return result;
}
