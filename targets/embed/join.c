/*
 * One table of strings: kin among targets have thousands of names in common,
 * and the names of tuples of registers end with those of shorter ones.
 */
#include "targets/embed/join.h"

#include "core/base/intmap.h"
#include "core/base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef struct Text Text;
struct Text {
	const char *at;
	size_t len;
	Text *whole; /* a longer one that ends with it; itself: there is none */
	StrId id;    /* of a whole one, when it is PLACED */
	bool placed;
};

typedef struct {
	Target **targets;
	uint32_t n;
	Arena *arena;
	IntMap map; /* by hash of the text: texts */
	VEC(Text) texts;
	VEC(char) strings;
	const char *old; /* strings of the target at work */
} Joiner;

/* What is to be done with each string of a target. */
typedef void Visit(Joiner *j, StrId *id);

/* The arrays are const for users of the target only. */
#define VISIT(array, field)                                                    \
	for (k = 0; k < j->n; k++) {                                           \
		const Target *t = j->targets[k];                               \
		j->old = t->strings;                                           \
		for (i = 0; i < t->n_##array; i++)                             \
			visit(j, (StrId *)&t->array[i] field);                 \
	}

/* All strings, in the order in which they are to stand: what is read when any
 * target is opened comes first. */
static void
strings_visit(Joiner *j, Visit *visit)
{
	uint32_t i, k;

	for (k = 0; k < j->n; k++) {
		j->old = j->targets[k]->strings;
		visit(j, &j->targets[k]->name);
		visit(j, &j->targets[k]->triple);
	}
	TARGET_STRINGS(VISIT)
}

/* The place of the text at S; if it is new UINT32_MAX, to be overwritten. */
static uint32_t *
text_place(Joiner *j, const char *s)
{
	uint32_t *at;

	INTMAP_SEEK(at, &j->map, j->arena, target_hash(s, strlen(s)),
		    !strcmp(j->texts.at[*at].at, s));
	return at;
}

static void
string_collect(Joiner *j, StrId *id)
{
	const char *s = j->old + *id;
	uint32_t *at = text_place(j, s);

	if (*at != UINT32_MAX)
		return;
	*at = j->texts.n;
	VEC_PUSH(j->arena, j->texts, ((Text){.at = s, .len = strlen(s)}));
}

/* By the last letter, then the last but one, ...; ends before wholes. */
static int
ending_compare(const void *a, const void *b)
{
	const Text *x = *(Text *const *)a, *y = *(Text *const *)b;
	size_t i, n = x->len < y->len ? x->len : y->len;

	for (i = 1; i <= n; i++) {
		unsigned char c = (unsigned char)x->at[x->len - i];
		unsigned char d = (unsigned char)y->at[y->len - i];

		if (c != d)
			return c < d ? -1 : 1;
	}
	return (x->len > y->len) - (x->len < y->len);
}

/* Find the whole of each text: what ends with it stands right behind it. */
static void
wholes_find(Joiner *j)
{
	uint32_t n = j->texts.n, i;
	Text **order = ARENA_RAW(j->arena, Text *, n);

	for (i = 0; i < n; i++)
		order[i] = &j->texts.at[i];
	qsort(order, n, sizeof(*order), ending_compare);
	for (i = n; i-- > 0;) {
		Text *x = order[i], *y = i + 1 < n ? order[i + 1] : x;
		bool ends = y->len >= x->len &&
			    !memcmp(y->at + y->len - x->len, x->at, x->len);

		x->whole = ends && x != y ? y->whole : x;
	}
}

/* Wholes stand in the order in which they, or ends of theirs, are first met. */
static void
string_replace(Joiner *j, StrId *id)
{
	Text *text = &j->texts.at[*text_place(j, j->old + *id)];
	Text *whole = text->whole;
	size_t i;

	if (!text->len) {
		*id = 0;
		return;
	}
	if (!whole->placed) {
		whole->id = j->strings.n;
		whole->placed = true;
		for (i = 0; i <= whole->len; i++)
			VEC_PUSH(j->arena, j->strings, whole->at[i]);
	}
	*id = whole->id + (StrId)(whole->len - text->len);
}

void
strings_join(Target **targets, uint32_t n, Arena *arena)
{
	Joiner j = {.targets = targets, .n = n, .arena = arena};
	uint32_t i;

	VEC_PUSH(arena, j.strings, 0);
	strings_visit(&j, string_collect);
	wholes_find(&j);
	strings_visit(&j, string_replace);
	for (i = 0; i < n; i++) {
		targets[i]->strings = j.strings.at;
		targets[i]->n_strings = j.strings.n;
	}
}
