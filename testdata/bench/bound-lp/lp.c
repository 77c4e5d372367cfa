/*
 * Linear programs: made row by row, written in the LP format of CPLEX.
 */
#include "lp.h"

enum { TERMS_A_LINE = 5 };

uint32_t
lp_free(Lp *lp)
{
	return lp_priced(lp, 0, "x", 0, (Site){0, 0, 0});
}

uint32_t
lp_priced(Lp *lp, double cost, const char *what, uint32_t value, Site site)
{
	Var v = {cost, what, value, site, false};

	VEC_PUSH(lp->arena, lp->vars, v);
	return lp->vars.n - 1;
}

uint32_t
lp_constant(Lp *lp, double cost, const char *what, uint32_t value, Site site)
{
	uint32_t v = lp_priced(lp, cost, what, value, site);

	lp->vars.at[v].constant = true;
	return v;
}

void
lp_row(Lp *lp, double right)
{
	VEC_PUSH(lp->arena, lp->starts, lp->terms.n);
	VEC_PUSH(lp->arena, lp->rights, right);
}

void
lp_term(Lp *lp, double by, uint32_t var)
{
	Term t = {var, by};

	if (var != NOVAR)
		VEC_PUSH(lp->arena, lp->terms, t);
}

void
lp_once(Lp *lp, uint32_t var)
{
	uint32_t k;

	for (k = lp->starts.at[lp->starts.n - 1]; k < lp->terms.n; k++)
		if (lp->terms.at[k].var == var)
			return;
	lp_term(lp, 1, var);
}

static void
term_print(const Lp *lp, uint32_t k, double by, uint32_t var, FILE *out)
{
	const Var *v = &lp->vars.at[var];

	fprintf(out, " %c %.9g x%u", by < 0 ? '-' : '+', by < 0 ? -by : by,
		var);
	if (v->cost > 0 && v->site.line)
		fprintf(out, ".%s.%u.line%u", v->what, v->value, v->site.line);
	else if (v->cost > 0)
		fprintf(out, ".%s.%u.bb%u.bb%u", v->what, v->value,
			v->site.from, v->site.to);
	if (k % TERMS_A_LINE == TERMS_A_LINE - 1)
		fputc('\n', out);
}

/* All variables with cost, or those of CONSTANTS alone, by it. */
static void
costs_print(const Lp *lp, bool constants, double sign, FILE *out)
{
	uint32_t i, k = 0;

	for (i = 0; i < lp->vars.n; i++)
		if (lp->vars.at[i].cost > 0 &&
		    (!constants || lp->vars.at[i].constant))
			term_print(lp, k++, sign * lp->vars.at[i].cost, i, out);
}

void
lp_print(const Lp *lp, FILE *out)
{
	uint32_t i, k, end;

	fprintf(out, "Minimize\n cost:");
	costs_print(lp, false, 1, out);
	fprintf(out, " + 0 constants\nSubject To\n");
	for (i = 0; i < lp->starts.n; i++) {
		end = i + 1 < lp->starts.n ? lp->starts.at[i + 1] : lp->terms.n;
		if (lp->starts.at[i] == end)
			continue;
		fprintf(out, " r%u:", i);
		for (k = lp->starts.at[i]; k < end; k++)
			term_print(lp, k - lp->starts.at[i], lp->terms.at[k].by,
				   lp->terms.at[k].var, out);
		fprintf(out, " >= %.9g\n", lp->rights.at[i]);
	}
	fprintf(out, " constants: constants");
	costs_print(lp, true, -1, out);
	fprintf(out, " = 0\nEnd\n");
}
