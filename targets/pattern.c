/*
 * Patterns: ranges and small sums in braces.
 */
#include "targets/pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN_MAX = 1024, RANGE_MAX = 65536 };

typedef struct {
	int32_t first, last, step;
} Range;

/* "a..b" or "a..b/step" between the braces at TEXT. */
static bool
range_parse(const char *text, Range *range)
{
	char *end;

	range->step = 1;
	range->first = (int32_t)strtol(text, &end, 10);
	if (end == text || strncmp(end, "..", 2))
		return false;
	text = end + 2;
	range->last = (int32_t)strtol(text, &end, 10);
	if (end == text)
		return false;
	if (*end == '/') {
		text = end + 1;
		range->step = (int32_t)strtol(text, &end, 10);
		if (end == text)
			return false;
	}
	return *end == '}' && range->step > 0 && range->first >= 0 &&
	       range->last >= range->first &&
	       range->last - range->first < RANGE_MAX;
}

/* "n", "2n", "n+3", "2n-1", "n/2", "n%2" up to the closing brace. */
static bool
sum_parse(const char *text, int32_t n, int32_t *value)
{
	char *end;
	long factor = 1, add = 0;

	if (*text != 'n') {
		factor = strtol(text, &end, 10);
		if (end == text)
			return false;
		text = end;
	}
	if (*text++ != 'n')
		return false;
	if (*text == '+' || *text == '-') {
		add = strtol(text, &end, 10);
		if (end == text + 1)
			return false;
		text = end;
	}
	if (factor < INT16_MIN || factor > INT16_MAX || add < INT16_MIN ||
	    add > INT16_MAX)
		return false;
	*value = (int32_t)(factor * n + add);
	if (*text == '/' || *text == '%') {
		long by = strtol(text + 1, &end, 10);

		if (by < 1)
			return false;
		*value = (int32_t)(*text == '/' ? *value / by : *value % by);
		text = end;
	}
	return *text == '}';
}

const char *
pattern_text(const YamlNode *node, const char *text, int32_t n, Arena *arena,
	     Diag *diag)
{
	char out[PATTERN_MAX];
	size_t len = 0;
	char *copy;
	Range range;

	while (*text && len + 16 < sizeof(out)) {
		int32_t value = n;

		if (*text != '{') {
			out[len++] = *text++;
			continue;
		}
		if (!range_parse(text + 1, &range) &&
		    !sum_parse(text + 1, n, &value)) {
			diag_error(diag, node->at,
				   "'%s' is neither a range nor a sum of n",
				   text);
			return NULL;
		}
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%d",
					value);
		text = strchr(text, '}') + 1;
	}
	if (*text) {
		diag_error(diag, node->at, "the name is too long");
		return NULL;
	}
	copy = memcpy(arena_raw(arena, len + 1), out, len);
	copy[len] = 0;
	return copy;
}

/* Split " xW byS" off the end of TEXT.  The rest is PIECE. */
static bool
repeat_parse(const YamlNode *node, Name *name, Arena *arena, Diag *diag)
{
	const char *x = strstr(node->text, " x");
	int pieces = 1, step = 1, used = 0, len;
	char *piece;

	if (!x) {
		name->piece = node->text;
		name->pieces = name->step = 1;
		return true;
	}
	len = (int)strlen(x);
	if ((sscanf(x, " x%d%n", &pieces, &used) != 1 || used != len) &&
	    (sscanf(x, " x%d by%d%n", &pieces, &step, &used) != 2 ||
	     used != len)) {
		diag_error(diag, node->at, "expected ' xN' or ' xN byN'");
		return false;
	}
	if (pieces < 1 || pieces > 64 || step < 1 || step > 64) {
		diag_error(diag, node->at, "repetition outside 1 to 64");
		return false;
	}
	name->pieces = (uint16_t)pieces;
	name->step = (uint16_t)step;
	piece = arena_alloc(arena, (size_t)(x - node->text) + 1);
	name->piece = memcpy(piece, node->text, (size_t)(x - node->text));
	return true;
}

/* Join the pieces of NAME into its text. */
static bool
pieces_join(Name *name, Arena *arena, Diag *diag)
{
	const char *text[64] = {NULL};
	size_t len = 0;
	uint16_t i;
	char *out;

	for (i = 0; i < name->pieces; i++) {
		text[i] = pattern_text(name->node, name->piece,
				       name->n + i * name->step, arena, diag);
		if (!text[i])
			return false;
		len += strlen(text[i]) + 1;
	}
	name->text = text[0];
	if (name->pieces == 1)
		return true;
	name->text = out = arena_raw(arena, len);
	for (i = 0; i < name->pieces; i++) {
		len = strlen(text[i]);
		memcpy(out, text[i], len);
		out += len;
		*out++ = '_';
	}
	out[-1] = 0;
	return true;
}

/* TEXT with its first "{a|b|c}" replaced by alternative I; TEXT itself if it
 * has none; NULL if there are fewer alternatives. */
static const char *
choice_text(const char *text, uint32_t i, Arena *arena)
{
	const char *bar = strchr(text, '|'), *open = bar, *close, *end;
	size_t head;
	char *out;

	if (!bar)
		return i ? NULL : text;
	while (open > text && *open != '{')
		open--;
	close = strchr(bar, '}');
	if (*open != '{' || !close)
		return i ? NULL : text;
	head = (size_t)(open - text);
	for (open++; i > 0; i--) {
		open += strcspn(open, "|}");
		if (*open++ != '|')
			return NULL;
	}
	end = open + strcspn(open, "|}");
	out = arena_alloc(arena, strlen(text) + 1);
	memcpy(out, text, head);
	memcpy(out + head, open, (size_t)(end - open));
	strcpy(out + head + (end - open), close + 1);
	return out;
}

/* The names of one number: one for each choice of alternatives. */
static bool
choices_expand(Names *names, Name name, Arena *arena, Diag *diag)
{
	const char *piece = name.piece;

	if (!strchr(piece, '|')) {
		if (!pieces_join(&name, arena, diag))
			return false;
		VEC_PUSH(arena, *names, name);
		return true;
	}
	for (uint32_t i = 0; (name.piece = choice_text(piece, i, arena)); i++) {
		if (name.piece == piece) {
			diag_error(diag, name.node->at,
				   "expected '{' before and '}' after '|'");
			return false;
		}
		if (!choices_expand(names, name, arena, diag))
			return false;
	}
	return true;
}

static bool
scalar_expand(Names *names, const YamlNode *node, int32_t outer, Arena *arena,
	      Diag *diag)
{
	Name name = {.node = node};
	const char *dots = strstr(node->text, "..");
	const char *open = dots;
	Range range = {outer, outer, 1};

	if (!repeat_parse(node, &name, arena, diag))
		return false;
	while (open && open > node->text && *open != '{')
		open--;
	if (dots && !range_parse(open + 1, &range)) {
		diag_error(diag, node->at,
			   "expected a range as in '{0..7}' or '{0..6/2}'");
		return false;
	}
	for (int32_t n = range.first; n <= range.last; n += range.step) {
		name.n = n;
		if (!choices_expand(names, name, arena, diag))
			return false;
	}
	return true;
}

bool
names_expand_with(Names *names, const YamlNode *node, int32_t n, Arena *arena,
		  Diag *diag)
{
	if (node->kind == YAML_SCALAR)
		return scalar_expand(names, node, n, arena, diag);
	if (!yaml_expect(node, YAML_LIST, diag))
		return false;
	for (uint32_t i = 0; i < node->n; i++)
		if (!yaml_expect(&node->items[i], YAML_SCALAR, diag) ||
		    !scalar_expand(names, &node->items[i], n, arena, diag))
			return false;
	return true;
}

bool
names_expand(Names *names, const YamlNode *node, Arena *arena, Diag *diag)
{
	return names_expand_with(names, node, 0, arena, diag);
}
