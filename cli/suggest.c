/*
 * The nearest name, by the distance of Levenshtein (1966).
 */
#include "cli/suggest.h"

#include <stdio.h>
#include <string.h>

/* Longer words are not compared. */
enum { LONGEST = 63 };

static size_t
least(size_t x, size_t y)
{
	return x < y ? x : y;
}

/* How many letters must be changed, added or left out to make WORD, of LEN
 * bytes, NAME. */
static size_t
distance(const char *word, size_t len, const char *name)
{
	size_t row[LONGEST + 1];

	for (size_t i = 0; i <= len; i++)
		row[i] = i;
	for (size_t k = 0; name[k]; k++) {
		size_t corner = row[0];

		row[0] = k + 1;
		for (size_t i = 1; i <= len; i++) {
			size_t change = corner + (word[i - 1] != name[k]);

			corner = row[i];
			row[i] = least(change, least(row[i], row[i - 1]) + 1);
		}
	}
	return row[len];
}

Suggest
suggest_start(const char *word, size_t len)
{
	return (Suggest){word, len, NULL, len / 3 + 1};
}

void
suggest_offer(Suggest *suggest, const char *name)
{
	if (suggest->len > LONGEST || strlen(name) > LONGEST)
		return;
	size_t far = distance(suggest->word, suggest->len, name);
	if (far < suggest->distance || (far == suggest->distance &&
					!suggest->best && far < suggest->len)) {
		suggest->best = name;
		suggest->distance = far;
	}
}

void
suggest_end(const Suggest *suggest, const char *dash, const char *see)
{
	if (suggest->best)
		fprintf(stderr, "; did you mean %s%s?", dash, suggest->best);
	if (*see)
		fprintf(stderr, "%s%s", suggest->best ? "  " : "; ", see);
	fputc('\n', stderr);
}
