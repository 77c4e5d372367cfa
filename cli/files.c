/*
 * Several files in one run.  The names of their outputs follow from theirs, so
 * that all that could be overwritten is known before anything is written: they
 * are sorted, and neighbours compared.
 */
#include "cli/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
	const char *path;
	uint32_t index;
} Named;

/* A file, whatever its name. */
typedef struct {
	dev_t device;
	ino_t inode;
} Identity;

static Result
refuse(Result result, const char *what, const char *why, const char *whom)
{
	fprintf(stderr, "regalloc: %s: %s%s\n", what, why, whom);
	return result;
}

bool
files_to_folder(const Options *o)
{
	struct stat st;
	size_t len = o->output ? strlen(o->output) : 0;

	return len && (o->output[len - 1] == '/' ||
		       (!stat(o->output, &st) && S_ISDIR(st.st_mode)));
}

/* What the names of output end in; NULL: none is made. */
static const char *
suffix_of(const PipelineOptions *p)
{
	if (!pipeline_prints_code(p))
		return ".txt";
	if (pipeline_prints_mir(p))
		return ".mir";
	return p->emit == EMIT_JSON   ? ".json"
	       : p->emit == EMIT_HTML ? ".html"
	       : p->emit == EMIT_C1   ? ".cfg"
	       : p->emit == EMIT_ASM  ? ".s"
				      : NULL;
}

/* In FOLDER, INPUT's name without its own .mir. */
static const char *
path_in(const char *folder, const char *input, const char *suffix, Arena *arena)
{
	const char *slash = strrchr(input, '/');
	const char *base = slash ? slash + 1 : input;
	size_t len = strlen(base), in = strlen(folder), room;

	if (len > 4 && !strcmp(base + len - 4, ".mir"))
		len -= 4;
	room = in + len + strlen(suffix) + 2;
	char *path = arena_alloc(arena, room);
	snprintf(path, room, "%s%s%.*s%s", folder,
		 folder[in - 1] == '/' ? "" : "/", (int)len, base, suffix);
	return path;
}

static int
named_compare(const void *a, const void *b)
{
	const Named *x = a, *y = b;
	int order = strcmp(x->path, y->path);

	return order ? order : (x->index > y->index) - (x->index < y->index);
}

static int
identity_compare(const void *a, const void *b)
{
	const Identity *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->inode > y->inode) - (x->inode < y->inode);
}

/* The file at PATH, if there is one. */
static bool
identity_of(const char *path, Identity *identity)
{
	struct stat st;

	if (stat(path, &st))
		return false;
	*identity = (Identity){st.st_dev, st.st_ino};
	return true;
}

/* Two inputs of one name in different folders would have the same output. */
static Result
outputs_differ(const Options *o, const char *const *paths, Arena *arena)
{
	uint32_t n = o->nfiles;
	Named *named = ARENA_RAW(arena, Named, n);

	for (uint32_t i = 0; i < n; i++)
		named[i] = (Named){paths[i], i};
	qsort(named, n, sizeof(*named), named_compare);
	for (uint32_t i = 1; i < n; i++)
		if (!strcmp(named[i - 1].path, named[i].path)) {
			fprintf(stderr,
				"regalloc: %s: the output of %s and of %s\n",
				named[i].path, o->files[named[i - 1].index],
				o->files[named[i].index]);
			return RESULT_USAGE;
		}
	return RESULT_OK;
}

/* No input may be lost. */
static Result
inputs_kept(const Options *o, const char *const *paths, Arena *arena)
{
	uint32_t n = 0;
	Identity *inputs = ARENA_RAW(arena, Identity, o->nfiles), output;

	for (uint32_t i = 0; i < o->nfiles; i++)
		n += identity_of(o->files[i], &inputs[n]);
	qsort(inputs, n, sizeof(*inputs), identity_compare);
	for (uint32_t i = 0; i < o->nfiles; i++)
		if (identity_of(paths[i], &output) &&
		    bsearch(&output, inputs, n, sizeof(output),
			    identity_compare))
			return refuse(RESULT_USAGE, paths[i],
				      "is an input, and would be overwritten",
				      "");
	return RESULT_OK;
}

Result
files_compared_kept(const Options *o)
{
	const char *read[] = {o->pipeline.compare,
			      o->nfiles ? o->files[0] : "-"};
	Identity output, input;

	if (!o->output || !identity_of(o->output, &output))
		return RESULT_OK;
	for (uint32_t i = 0; i < 2; i++)
		if (identity_of(read[i], &input) &&
		    !identity_compare(&input, &output))
			return refuse(RESULT_USAGE, o->output,
				      "is an input, and would be overwritten",
				      "");
	return RESULT_OK;
}

Result
files_place(const Options *o, Arena *arena, const char **paths)
{
	const char *suffix = suffix_of(&o->pipeline);

	if (!files_to_folder(o)) {
		for (uint32_t i = 0; i < o->nfiles; i++)
			paths[i] = NULL;
		return !o->output && (!suffix || !strcmp(suffix, ".txt"))
			       ? RESULT_OK
			       : refuse(RESULT_USAGE, o->files[1],
					"code of several files goes to a "
					"folder, -o DIR/",
					"");
	}
	if (!suffix)
		return refuse(RESULT_USAGE, "-o", o->output,
			      ": -emit none writes nothing there");
	for (uint32_t i = 0; i < o->nfiles; i++) {
		if (!strcmp(o->files[i], "-"))
			return refuse(RESULT_USAGE, "-o", o->output,
				      ": standard input has no name");
		paths[i] = path_in(o->output, o->files[i], suffix, arena);
	}
	Result result = outputs_differ(o, paths, arena);
	if (result == RESULT_OK)
		result = inputs_kept(o, paths, arena);
	if (result == RESULT_OK && mkdir(o->output, 0777) && errno != EEXIST)
		result = refuse(RESULT_INPUT, o->output, strerror(errno), "");
	return result;
}
