/*
 * How libFuzzer changes inputs that are text in lines: lines and tokens are
 * removed, doubled, swapped, taken from elsewhere or from another input,
 * numbers become others, the end is cut off; and what libFuzzer does itself,
 * which works on bytes and with a dictionary.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
				 const uint8_t *other, size_t other_size,
				 uint8_t *out, size_t max, unsigned seed);

/* A text with room for changes. */
typedef struct {
	char *at;
	size_t len, max;
} Text;

typedef struct {
	size_t from, to;
} AllocInterval;

static size_t
roll(uint64_t *state, size_t n)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return n ? (size_t)((*state >> 11) % n) : 0;
}

static uint64_t
roll_start(unsigned seed)
{
	return ((uint64_t)seed << 20 | 1) * 0x9e3779b97f4a7c15u;
}

/* Put LEN bytes WITH, which may not lie in T, in the place of P, if there is
 * room for them. */
static void
splice(Text *t, AllocInterval p, const char *with, size_t len)
{
	size_t rest = t->len - p.to;

	if (p.from + len + rest > t->max)
		return;
	memmove(t->at + p.from + len, t->at + p.to, rest);
	memcpy(t->at + p.from, with, len);
	t->len = p.from + len + rest;
}

static bool
in_token(char c)
{
	return c && !strchr(" ,:()={}[]\n", c);
}

/* A line, with its end, or a token of AT's LEN bytes. */
static AllocInterval
piece(const char *at, size_t len, bool line, uint64_t *s)
{
	size_t from = roll(s, len), to;

	if (line) {
		while (from && at[from - 1] != '\n')
			from--;
		for (to = from; to < len && at[to++] != '\n';)
			;
		return (AllocInterval){from, to};
	}
	while (from < len && !in_token(at[from]))
		from++;
	while (from && in_token(at[from - 1]))
		from--;
	for (to = from; to < len && in_token(at[to]);)
		to++;
	return (AllocInterval){from, to};
}

/* Copy a piece of FROM's LEN bytes over one of T, or before it. */
static void
take_piece(Text *t, const char *from, size_t len, bool line, uint64_t *s)
{
	AllocInterval source = piece(from, len, line, s);
	AllocInterval place = piece(t->at, t->len, line, s);
	size_t n = source.to - source.from;
	char *copy = malloc(n + 1);

	memcpy(copy, from + source.from, n);
	if (roll(s, 2))
		place.to = place.from;
	splice(t, place, copy, n);
	free(copy);
}

/* A token is replaced by one of its kind from elsewhere: the same first
 * character, as in "%5" and "$eax". */
static void
swap_like(Text *t, uint64_t *s)
{
	AllocInterval place = piece(t->at, t->len, false, s), source;
	char copy[64];
	int tries;

	for (tries = 0; tries < 50; tries++) {
		source = piece(t->at, t->len, false, s);
		if (source.to > source.from && place.to > place.from &&
		    t->at[source.from] == t->at[place.from] &&
		    source.to - source.from < sizeof(copy) &&
		    source.from != place.from)
			break;
	}
	if (tries == 50)
		return;
	memcpy(copy, t->at + source.from, source.to - source.from);
	splice(t, place, copy, source.to - source.from);
}

/* A number becomes another one. */
static void
other_number(Text *t, uint64_t *s)
{
	static const char *const numbers[] = {
		"0",
		"1",
		"2",
		"-1",
		"7",
		"31",
		"32",
		"63",
		"64",
		"127",
		"128",
		"255",
		"256",
		"4095",
		"65535",
		"65536",
		"2147483647",
		"2147483648",
		"4294967295",
		"4294967296",
		"-9223372036854775808",
		"9223372036854775807",
		"18446744073709551615",
		"99999999999999999999",
	};
	const char *with = numbers[roll(s, sizeof(numbers) / sizeof(*numbers))];
	AllocInterval p = {roll(s, t->len), 0};

	while (p.from < t->len && (t->at[p.from] < '0' || t->at[p.from] > '9'))
		p.from++;
	for (p.to = p.from;
	     p.to < t->len && t->at[p.to] >= '0' && t->at[p.to] <= '9';)
		p.to++;
	if (p.to > p.from)
		splice(t, p, with, strlen(with));
}

static void
change(Text *t, uint64_t *s)
{
	bool line = roll(s, 2);
	AllocInterval p = piece(t->at, t->len, line, s);

	switch (roll(s, 8)) {
	case 0:
		splice(t, p, "", 0);
		break;
	case 1:
	case 2:
		take_piece(t, t->at, t->len, line, s);
		break;
	case 3:
	case 4:
		swap_like(t, s);
		break;
	case 5:
		other_number(t, s);
		break;
	case 6:
		if (!roll(s, 8))
			t->len = p.to;
		break;
	default:
		t->len = LLVMFuzzerMutate((uint8_t *)t->at, t->len, t->max);
	}
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	Text t = {(char *)data, size, max};
	uint64_t s = roll_start(seed);
	size_t n = 1 + roll(&s, 4);

	while (n--)
		change(&t, &s);
	return t.len;
}

size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
			  const uint8_t *other, size_t other_size, uint8_t *out,
			  size_t max, unsigned seed)
{
	Text t = {(char *)out, size < max ? size : max, max};
	uint64_t s = roll_start(seed);
	size_t n = 1 + roll(&s, 6);

	memcpy(out, data, t.len);
	while (n--)
		take_piece(&t, (const char *)other, other_size, roll(&s, 3),
			   &s);
	return t.len;
}
