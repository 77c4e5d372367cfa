/*
 * The limit of a comparison.
 */
#include "cli/limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Read a number such as 1.05 from *AT, and go past it. */
static bool
ratio_read(const char **at, double *ratio)
{
	size_t digits = strspn(*at, "0123456789");
	const char *end = *at + digits;

	if (!digits || digits > 9)
		return false;
	if (*end == '.') {
		digits = strspn(end + 1, "0123456789");
		if (!digits)
			return false;
		end += 1 + digits;
	}
	*ratio = strtod(*at, NULL);
	*at = end;
	return *ratio > 0;
}

bool
limit_read(CompareLimit *limit, const char *text)
{
	*limit = (CompareLimit){0};
	if (!ratio_read(&text, &limit->total))
		return false;
	if (*text != ',')
		return !*text;
	text++;
	return ratio_read(&text, &limit->each) && !*text;
}

/* Is RATIO, of WHAT, more than MOST?  Then a message. */
static bool
exceeds(const char *what, double ratio, double most)
{
	if (most <= 0 || ratio <= most)
		return false;
	fprintf(stderr,
		"regalloc: -compare-limit: %s: the ratio is %.3f, more than "
		"%g\n",
		what, ratio, most);
	return true;
}

bool
limit_kept(const CompareLimit *limit, const Comparison *all)
{
	double total[COMPARE_SIDES];

	compare_total(all, total);
	bool kept = !exceeds(
		"total",
		compare_ratio(total[COMPARE_OURS], total[COMPARE_THEIRS]),
		limit->total);
	FOR_VEC(CompareFunc, f, all->funcs) {
		if (exceeds(f->name,
			    compare_ratio(compare_cost(f, COMPARE_OURS),
					  compare_cost(f, COMPARE_THEIRS)),
			    limit->each))
			kept = false;
	}
	return kept;
}
