/*
 * Which target and which of its variants a file is for: as -target and -mcpu
 * say, or the triple of the file.
 */
#include "cli/target.h"

#include "cli/suggest.h"

#include "targets/targets.h"

#include <string.h>

Result
target_none(const char *what, const char *why, const char *name, Arena *arena)
{
	Suggest near = suggest_start(name, name ? strlen(name) : 0);
	const Target *t;

	fprintf(stderr, "regalloc: %s: %s; -target takes", what, why);
	for (uint32_t i = 0; (t = targets_at(i, arena)); i++) {
		fprintf(stderr, " %s,", target_str(t, t->name));
		suggest_offer(&near, target_str(t, t->name));
	}
	fprintf(stderr, " or a file");
	suggest_end(&near, "", "");
	return RESULT_USAGE;
}

/* Does NAME, given as a target, name a file? */
static bool
is_target_file(const char *name)
{
	return strchr(name, '/') || strchr(name, '.');
}

Result
target_named(const char *name, Arena *arena, DiagPrinter *printer,
	     const Target **target)
{
	Diag diag = {.arena = arena};
	bool is_file = is_target_file(name);

	*target = is_file ? NULL : targets_builtin(name, arena);
	if (*target)
		return RESULT_OK;
	if (!is_file)
		return target_none(name, "no such target", name, arena);
	*target = targets_load(name, arena, &diag);
	printer_put(printer, &diag);
	return *target ? RESULT_OK : RESULT_INPUT;
}

/* The triple of FILE; "" if it has none. */
static const char *
triple_of_file(const MirFile *file, Arena *arena)
{
	char *triple = arena_alloc(arena, file->triple.len + 1);

	return memcpy(triple, file->source->text + file->triple.at,
		      file->triple.len);
}

/* The target for the file's triple. */
static Result
target_of_file(const MirFile *file, Arena *arena, const Target **target)
{
	const char *triple = triple_of_file(file, arena);

	if (!*triple)
		return target_none(file->source->path, "no target triple", NULL,
				   arena);
	*target = targets_for_triple(triple, arena);
	if (*target)
		return RESULT_OK;
	return target_none(triple, "no target for this triple", NULL, arena);
}

/* Is FILE for the built-in TARGET that was named, as far as its triple says? */
static Result
check_triple(const MirFile *file, Arena *arena, const Target *target)
{
	const char *triple = triple_of_file(file, arena);

	if (!*triple || target_takes(target, triple))
		return RESULT_OK;
	const Target *own = targets_for_triple(triple, arena);
	if (!own)
		return RESULT_OK;
	fprintf(stderr, "regalloc: %s: its triple is %s: -target %s, not %s\n",
		file->source->path, triple, target_str(own, own->name),
		target_str(target, target->name));
	return RESULT_USAGE;
}

static Result
no_variant(const char *name, const Target *t)
{
	Suggest near = suggest_start(name, strlen(name));

	fprintf(stderr, "regalloc: %s: %s has no such variant", name,
		target_str(t, t->name));
	for (uint32_t i = 0; i < t->n_variants; i++) {
		const char *variant = target_str(t, t->variants[i].name);

		fprintf(stderr, "%s %s", i ? "," : "; -mcpu takes", variant);
		suggest_offer(&near, variant);
	}
	suggest_end(&near, "", "");
	return RESULT_USAGE;
}

Result
target_choose(const MirFile *file, Options *options, Arena *arena,
	      const Target **target)
{
	Result result = RESULT_OK;

	if (!*target)
		result = target_of_file(file, arena, target);
	else if (!is_target_file(options->target))
		result = check_triple(file, arena, *target);
	if (result != RESULT_OK || !options->mcpu)
		return result;
	options->pipeline.variant = target_variant(*target, options->mcpu);
	return options->pipeline.variant ? RESULT_OK
					 : no_variant(options->mcpu, *target);
}
