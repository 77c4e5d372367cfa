/*
 * A comparison as text and as JSON.
 */
#include "core/explain/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	COLUMN = 46, /* characters of an instruction; longer ones are cut */
	LINE = 7,    /* of its line */
};

static double
loss_of(const CompareFunc *f)
{
	return compare_cost(f, COMPARE_OURS) - compare_cost(f, COMPARE_THEIRS);
}

/* Is anything that is counted another on the other side? */
static bool
differs(const CompareFunc *f)
{
	const Cost *ours = &f->cost[COMPARE_OURS];
	const Cost *theirs = &f->cost[COMPARE_THEIRS];
	const char *name;

	for (CostPart part = 0; part < COST_PARTS; part++)
		if (cost_part(ours, part, &name)->n !=
		    cost_part(theirs, part, &name)->n)
			return true;
	return ours->frame != theirs->frame || loss_of(f) > 0 || loss_of(f) < 0;
}

static int
loss_compare(const void *a, const void *b)
{
	const CompareFunc *const *x = a, *const *y = b;
	double p = loss_of(*x), q = loss_of(*y);

	if (p < q || p > q)
		return p > q ? -1 : 1;
	return (*x > *y) - (*x < *y); /* as in the file */
}

/* The functions, what most is lost in first. */
static const CompareFunc **
funcs_rank(const Comparison *all)
{
	const CompareFunc **ranked =
		ARENA_RAW(all->arena, const CompareFunc *, all->funcs.n + 1);

	for (uint32_t i = 0; i < all->funcs.n; i++)
		ranked[i] = &all->funcs.at[i];
	qsort(ranked, all->funcs.n, sizeof(*ranked), loss_compare);
	return ranked;
}

/* What all functions cost together, part by part. */
static CompareFunc
sum_find(const Comparison *all)
{
	CompareFunc sum = {0};

	for (uint32_t i = 0; i < all->funcs.n; i++)
		for (unsigned side = 0; side < COMPARE_SIDES; side++)
			cost_add(&sum.cost[side], &all->funcs.at[i].cost[side]);
	return sum;
}

static double
mean_find(const Comparison *all)
{
	double logs = 0;

	FOR_VEC(CompareFunc, f, all->funcs)
		logs += log(compare_ratio(compare_cost(f, COMPARE_OURS),
					  compare_cost(f, COMPARE_THEIRS)));
	return all->funcs.n ? exp(logs / all->funcs.n) : 1;
}

/* --- text --- */

static void
pair_print(uint64_t ours, uint64_t theirs, Buf *out)
{
	char text[48];

	snprintf(text, sizeof(text), "%llu/%llu", (unsigned long long)ours,
		 (unsigned long long)theirs);
	buf_printf(out, " %11s", text);
}

static void
counts_print(const CompareFunc *f, const double cost[COMPARE_SIDES], Buf *out)
{
	const Cost *ours = &f->cost[COMPARE_OURS];
	const Cost *theirs = &f->cost[COMPARE_THEIRS];
	const char *name;

	buf_printf(out, "%14.4f %14.4f %8.3f", cost[COMPARE_OURS],
		   cost[COMPARE_THEIRS],
		   compare_ratio(cost[COMPARE_OURS], cost[COMPARE_THEIRS]));
	for (CostPart part = 0; part < COST_PARTS; part++)
		pair_print(cost_part(ours, part, &name)->n,
			   cost_part(theirs, part, &name)->n, out);
	pair_print(ours->frame, theirs->frame, out);
}

static void
func_print(const CompareFunc *f, Buf *out)
{
	double cost[COMPARE_SIDES] = {compare_cost(f, COMPARE_OURS),
				      compare_cost(f, COMPARE_THEIRS)};

	counts_print(f, cost, out);
	buf_printf(out, "  %s\n", f->name);
}

static void
heading_print(Buf *out)
{
	const Cost none = {0};
	const char *name;

	buf_printf(out, "%14s %14s %8s", "ours", "theirs", "ratio");
	for (CostPart part = 0; part < COST_PARTS; part++) {
		cost_part(&none, part, &name);
		buf_printf(out, " %11s", name);
	}
	buf_printf(out, " %11s  function\n", "frame");
}

static void
totals_print(const Comparison *all, Buf *out)
{
	CompareFunc sum = sum_find(all);
	double total[COMPARE_SIDES];
	uint32_t more = 0, less = 0, judged = 0;

	compare_total(all, total);
	for (uint32_t i = 0; i < all->funcs.n; i++) {
		double loss = loss_of(&all->funcs.at[i]);

		more += loss > 0;
		less += loss < 0;
		judged += all->funcs.at[i].judged;
	}
	counts_print(&sum, total, out);
	buf_printf(out,
		   "  total of %u, theirs right in %u\n%14s %14s %8.3f  "
		   "geometric mean; %u cost more, %u less, %u the same\n",
		   all->funcs.n, judged, "", "", mean_find(all), more, less,
		   all->funcs.n - more - less);
}

/* "*  208 INSTRUCTION", in a column of its own width. */
static void
insn_print(const CompareInsn *insn, Buf *out)
{
	char line[16] = "";

	if (!insn->text) {
		buf_printf(out, "%*s", COLUMN + LINE + 3, "");
		return;
	}
	size_t len = strlen(insn->text);
	if (insn->line)
		snprintf(line, sizeof(line), "%u", insn->line);
	buf_printf(out, "%c%*s  ", insn->costs ? '*' : ' ', LINE, line);
	if (len <= COLUMN)
		buf_printf(out, "%-*s", COLUMN, insn->text);
	else
		buf_printf(out, "%.*s...", COLUMN - 3, insn->text);
}

static void
row_print(const CompareRow *row, Buf *out)
{
	if (!row->side[COMPARE_OURS].text && !row->side[COMPARE_THEIRS].text) {
		buf_printf(out, "%*s...\n", LINE + 3, "");
		return;
	}
	insn_print(&row->side[COMPARE_OURS], out);
	buf_str(out, " |");
	if (row->side[COMPARE_THEIRS].text)
		insn_print(&row->side[COMPARE_THEIRS], out);
	while (out->at[out->len - 1] == ' ')
		out->len--;
	buf_char(out, '\n');
}

static void
place_print(const ComparePlace *p, uint32_t number, Buf *out)
{
	buf_printf(out,
		   "\nplace %u: %s of %s costs %.4f, theirs %.4f; it runs "
		   "%.4f times",
		   number, p->block, p->function, p->cost[COMPARE_OURS],
		   p->cost[COMPARE_THEIRS], (double)p->freq[COMPARE_OURS]);
	if (p->freq[COMPARE_THEIRS] < p->freq[COMPARE_OURS] ||
	    p->freq[COMPARE_THEIRS] > p->freq[COMPARE_OURS])
		buf_printf(out, ", theirs %.4f",
			   (double)p->freq[COMPARE_THEIRS]);
	buf_printf(out, "\n  %s.\n", p->why);
	for (uint32_t i = 0; i < p->nrows; i++)
		row_print(&p->rows[i], out);
	if (p->more)
		buf_printf(out, "%*sand %u more\n", LINE + 3, "", p->more);
}

void
compare_print(const Comparison *all, Buf *out)
{
	const CompareFunc **ranked = funcs_rank(all);

	heading_print(out);
	for (uint32_t i = 0; i < all->funcs.n; i++)
		if (differs(ranked[i]))
			func_print(ranked[i], out);
	totals_print(all, out);
	for (uint32_t i = 0; i < all->nplaces; i++)
		place_print(&all->places[i], i + 1, out);
}

/* --- JSON --- */

static void
func_json(const CompareFunc *f, Buf *out)
{
	double ours = compare_cost(f, COMPARE_OURS);
	double theirs = compare_cost(f, COMPARE_THEIRS);

	buf_str(out, "{\"name\": ");
	buf_json_str(out, f->name);
	buf_printf(out,
		   ", \"judged\": %s, \"ours\": %.4f, \"theirs\": %.4f, "
		   "\"ratio\": %.6f,\n    \"our_cost\": ",
		   f->judged ? "true" : "false", ours, theirs,
		   compare_ratio(ours, theirs));
	cost_put_json(&f->cost[COMPARE_OURS], out);
	buf_str(out, ",\n    \"their_cost\": ");
	cost_put_json(&f->cost[COMPARE_THEIRS], out);
	buf_char(out, '}');
}

/* [line or 0, text, does it cost anything]; null: there is none. */
static void
insn_json(const CompareInsn *insn, Buf *out)
{
	if (!insn->text) {
		buf_str(out, "null");
		return;
	}
	buf_printf(out, "[%u,", insn->line);
	buf_json_str(out, insn->text);
	buf_printf(out, ",%s]", insn->costs ? "true" : "false");
}

static void
place_json(const ComparePlace *p, Buf *out)
{
	buf_str(out, "{\"function\": ");
	buf_json_str(out, p->function);
	buf_str(out, ", \"block\": ");
	buf_json_str(out, p->block);
	buf_printf(out,
		   ", \"ours\": %.4f, \"theirs\": %.4f, \"our_frequency\": "
		   "%.4f, \"their_frequency\": %.4f,\n    \"why\": ",
		   p->cost[COMPARE_OURS], p->cost[COMPARE_THEIRS],
		   (double)p->freq[COMPARE_OURS],
		   (double)p->freq[COMPARE_THEIRS]);
	buf_json_str(out, p->why);
	buf_printf(out, ", \"more\": %u, \"code\": [", p->more);
	for (uint32_t i = 0; i < p->nrows; i++) {
		buf_str(out, i ? ",\n     [" : "\n     [");
		insn_json(&p->rows[i].side[COMPARE_OURS], out);
		buf_char(out, ',');
		insn_json(&p->rows[i].side[COMPARE_THEIRS], out);
		buf_char(out, ']');
	}
	buf_str(out, "]}");
}

void
compare_json(const Comparison *all, Buf *out)
{
	const CompareFunc **ranked = funcs_rank(all);
	double total[COMPARE_SIDES];

	buf_printf(out, "{\"version\": %d,\n \"functions\": [",
		   COMPARE_VERSION);
	for (uint32_t i = 0; i < all->funcs.n; i++) {
		buf_str(out, i ? ",\n   " : "\n   ");
		func_json(ranked[i], out);
	}
	compare_total(all, total);
	buf_printf(
		out,
		"],\n \"total\": {\"ours\": %.4f, \"theirs\": %.4f, \"ratio\": "
		"%.6f, \"geometric_mean\": %.6f},\n \"places\": [",
		total[COMPARE_OURS], total[COMPARE_THEIRS],
		compare_ratio(total[COMPARE_OURS], total[COMPARE_THEIRS]),
		mean_find(all));
	for (uint32_t i = 0; i < all->nplaces; i++) {
		buf_str(out, i ? ",\n   " : "\n   ");
		place_json(&all->places[i], out);
	}
	buf_str(out, "]}\n");
}
