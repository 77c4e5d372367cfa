/*
 * Pairs functions by name.
 */
#include "cli/pairs.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	const char *name;
	uint32_t index;
} NamedDoc;

static int
doc_compare(const void *a, const void *b)
{
	return strcmp(((const NamedDoc *)a)->name, ((const NamedDoc *)b)->name);
}

static NamedDoc *
docs_sorted(const MirFile *file, Arena *arena)
{
	NamedDoc *docs = ARENA_NEW(arena, NamedDoc, file->docs.n + 1);

	for (uint32_t i = 0; i < file->docs.n; i++)
		docs[i] = (NamedDoc){file->docs.at[i].name, i};
	qsort(docs, file->docs.n, sizeof(*docs), doc_compare);
	return docs;
}

/* That of N DOCS with NAME, or NULL. */
static const NamedDoc *
doc_find(const NamedDoc *docs, uint32_t n, const char *name)
{
	NamedDoc key = {name, 0};

	return bsearch(&key, docs, n, sizeof(key), doc_compare);
}

static void
missing(const char *name, const MirFile *file)
{
	fprintf(stderr, "regalloc: no function '%s' in %s\n", name,
		file->source->path);
}

Result
pairs_each(const MirFile *before, const MirFile *after, const char *only,
	   PairDo *pair, void *data)
{
	Arena arena = {0};
	const NamedDoc *docs = docs_sorted(after, &arena), *found;
	Result result = RESULT_OK, r;
	uint32_t pairs = 0;

	for (uint32_t i = 0; i < before->docs.n; i++) {
		const char *name = before->docs.at[i].name;

		if (only && strcmp(only, name))
			continue;
		found = doc_find(docs, after->docs.n, name);
		if (found) {
			r = pair(data, i, found->index);
		} else {
			missing(name, after);
			r = RESULT_INPUT;
		}
		pairs++;
		result = result_worse(result, r);
	}
	if (only && !pairs) {
		missing(only, before);
		result = RESULT_INPUT;
	}
	arena_free(&arena);
	return result;
}

Result
pairs_surplus(const MirFile *before, const MirFile *after, const char *only)
{
	Arena arena = {0};
	const NamedDoc *docs = docs_sorted(before, &arena);
	Result result = RESULT_OK;

	for (uint32_t i = 0; i < after->docs.n; i++) {
		const char *name = after->docs.at[i].name;

		if ((only && strcmp(only, name)) ||
		    doc_find(docs, before->docs.n, name))
			continue;
		missing(name, before);
		result = RESULT_INPUT;
	}
	arena_free(&arena);
	return result;
}
