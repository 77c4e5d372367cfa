/*
 * Judges an allocation made by someone else: pairs the functions of two files
 * by name, and asks the checker about each pair.
 */
#include "cli/check.h"

#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/prepare/lower.h"
#include "core/check/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	const char *name;
	uint32_t index;
} NamedDoc;

typedef struct {
	const MirFile *before, *after;
	const Target *target;
	const Options *options;
	DiagPrinter *printer;
	Arena keep, tmp;
} Checker;

static int
doc_compare(const void *a, const void *b)
{
	return strcmp(((const NamedDoc *)a)->name, ((const NamedDoc *)b)->name);
}

static NamedDoc *
docs_sorted(const MirFile *file, Arena *arena)
{
	NamedDoc *docs = ARENA_NEW(arena, NamedDoc, file->docs.n + 1);
	uint32_t i;

	for (i = 0; i < file->docs.n; i++)
		docs[i] = (NamedDoc){file->docs.at[i].name, i};
	qsort(docs, file->docs.n, sizeof(*docs), doc_compare);
	return docs;
}

/* Function INDEX of FILE. */
static Func *
function_of(Checker *c, const MirFile *file, uint32_t index, Diag *diag)
{
	unsigned flags = c->options->pipeline.strict ? PARSE_STRICT : 0;
	Func *f = mir_parse(file, index, c->target, &c->keep, &c->tmp, diag,
			    flags);

	arena_reset(&c->tmp);
	return f;
}

static Result
check_pair(Checker *c, uint32_t before, uint32_t after)
{
	CheckOptions options = {.match = true};
	Diag old = {.source = c->before->source, .arena = &c->keep};
	Diag new = {.source = c->after->source, .arena = &c->keep};
	Diag said = old;
	Func *f = function_of(c, c->before, before, &old);
	Func *g = function_of(c, c->after, after, &new);
	uint64_t *reserved =
		ARENA_NEW(&c->keep, uint64_t, BITS_WORDS(c->target->n_regs));
	Verdict verdict;

	if (f)
		f = expand_func(f, &c->keep);
	printer_put(c->printer, &old);
	printer_put(c->printer, &new);
	if (!f || !g)
		return RESULT_INPUT;
	func_reserved(f, reserved);
	verdict = check_allocation(f, g, reserved, &options, &said);
	printer_put(c->printer, &said);
	arena_reset(&c->keep);
	return verdict == CHECK_RIGHT	? RESULT_OK
	       : verdict == CHECK_WRONG ? RESULT_VERIFY
					: RESULT_UNMATCHED;
}

static void
missing(const char *name, const MirFile *file)
{
	fprintf(stderr, "regalloc: no function '%s' in %s\n", name,
		file->source->path);
}

/* All functions of BEFORE, in its order, against those of AFTER. */
static Result
check_all(Checker *c, const NamedDoc *docs)
{
	const char *only = c->options->function;
	Result result = RESULT_OK, r;
	uint32_t i, pairs = 0;

	for (i = 0; i < c->before->docs.n; i++) {
		NamedDoc key = {c->before->docs.at[i].name, 0};
		const NamedDoc *found;

		if (only && strcmp(only, key.name))
			continue;
		found = bsearch(&key, docs, c->after->docs.n, sizeof(key),
				doc_compare);
		if (found) {
			r = check_pair(c, i, found->index);
		} else {
			missing(key.name, c->after);
			r = RESULT_INPUT;
		}
		pairs++;
		result = result_worse(result, r);
	}
	if (only && !pairs) {
		missing(only, c->before);
		result = RESULT_INPUT;
	}
	return result;
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
	Arena arena = {0};
	Result result;

	result = check_all(&c, docs_sorted(after, &arena));
	arena_free(&c.keep);
	arena_free(&c.tmp);
	arena_free(&arena);
	return result;
}
