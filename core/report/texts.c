/*
 * Texts without their numbers and names.  What is a number or a name is seen
 * from the characters alone, so that any text can be put together again: a name
 * is what follows a dollar sign, a number is one in decimal as it is printed,
 * which does not follow a letter.
 */
#include "core/report/texts.h"

#include <ctype.h>
#include <string.h>

enum {
	TEXT_ARGUMENT = 0xff, /* is in no UTF-8 */
	DIGITS_MAX = 9	      /* more do not fit */
};

static bool
pool_has(const TextPool *pool, uint32_t i, const char *text, size_t len)
{
	Slice at = pool->of.at[i];

	return at.end - at.start == len &&
	       !memcmp(pool->bytes.at + at.start, text, len);
}

/* The number of the LEN bytes at TEXT. */
static uint32_t
pool_add(TextPool *pool, Arena *arena, const char *text, size_t len)
{
	uint32_t *at, start = pool->bytes.n;

	INTMAP_SEEK(at, &pool->by_hash, arena, target_hash(text, len),
		    pool_has(pool, *at, text, len));
	if (*at != UINT32_MAX)
		return *at;
	*at = pool->of.n;
	for (size_t i = 0; i < len; i++)
		VEC_PUSH(arena, pool->bytes, text[i]);
	VEC_PUSH(arena, pool->of, ((Slice){start, pool->bytes.n}));
	return pool->of.n - 1;
}

static bool
in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* How many digits the word of LEN characters at TEXT begins with; 0 if a number
 * would not be printed as these. */
static size_t
number_length(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && isdigit((unsigned char)text[n]))
		n++;
	return n > DIGITS_MAX || (n > 1 && *text == '0') ? 0 : n;
}

static int32_t
number_of(const char *text, size_t len)
{
	int32_t n = 0;

	for (; len--; text++)
		n = n * 10 + (*text - '0');
	return n;
}

/* Take the word of LEN characters at TEXT apart; AFTER: what is before it. */
static void
word_add(Texts *t, const char *text, size_t len, char after, TextWords *words)
{
	size_t digits = number_length(text, len);

	if (after == '$' && !isdigit((unsigned char)*text)) {
		VEC_PUSH(
			t->arena, *words,
			-1 - (int32_t)pool_add(&t->names, t->arena, text, len));
		digits = len;
	} else if (digits) {
		VEC_PUSH(t->arena, *words, number_of(text, digits));
	}
	if (digits)
		buf_char(&t->without, (char)TEXT_ARGUMENT);
	buf_put(&t->without, text + digits, len - digits);
}

void
texts_add(Texts *t, const char *text, size_t len, TextWords *words)
{
	uint32_t first = words->n;
	char after = ' ';
	size_t end;

	buf_reset(&t->without);
	VEC_PUSH(t->arena, *words, 0);
	for (size_t i = 0; i < len; i = end) {
		end = i + 1;
		if (in_word(text[i])) {
			while (end < len && in_word(text[end]))
				end++;
			word_add(t, text + i, end - i, after, words);
		} else if ((unsigned char)text[i] != TEXT_ARGUMENT) {
			buf_char(&t->without, text[i]);
		}
		after = text[end - 1];
	}
	words->at[first] = (int32_t)pool_add(&t->texts, t->arena, t->without.at,
					     t->without.len);
}

void
texts_put(const int32_t *words, uint32_t n, Buf *out)
{
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			buf_char(out, ',');
		buf_int(out, words[i]);
	}
}

/* What is between the arguments of text AT. */
static void
parts_json(const TextPool *pool, Slice at, Buf *out)
{
	const char *text = pool->bytes.at + at.start, *next;
	const char *end = pool->bytes.at + at.end;

	buf_char(out, '[');
	while ((next = memchr(text, TEXT_ARGUMENT, (size_t)(end - text)))) {
		buf_json(out, text, (size_t)(next - text));
		buf_char(out, ',');
		text = next + 1;
	}
	buf_json(out, text, (size_t)(end - text));
	buf_char(out, ']');
}

void
texts_json(const Texts *t, Buf *out)
{
	buf_str(out, ",\n\"texts\": [");
	for (uint32_t i = 0; i < t->texts.of.n; i++) {
		buf_str(out, i ? ",\n" : "\n");
		parts_json(&t->texts, t->texts.of.at[i], out);
	}
	buf_str(out, "],\n\"names\": [");
	for (uint32_t i = 0; i < t->names.of.n; i++) {
		Slice at = t->names.of.at[i];

		buf_str(out, i ? "," : "");
		buf_json(out, t->names.bytes.at + at.start, at.end - at.start);
	}
	buf_char(out, ']');
}

void
texts_free(Texts *t)
{
	buf_free(&t->without);
}
