/*
 * Control flow and frequencies of random functions, compared with dominance by
 * removing blocks and with frequencies by elimination.
 *
 *   test-cfg [FUNCTIONS [SEED]]
 */
#include "random-func.h"
#include "slow-cfg.h"

#include "core/analysis/frequency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What has been seen. */
typedef struct {
	uint32_t solved, irreducible, rough;
} Counts;

static void
fail(const Func *f, const char *what, uint32_t a, uint32_t b)
{
	printf("FAIL: %s (%u, %u)\n", what, a, b);
	random_func_print(f, stdout);
	exit(1);
}

/* Blocks of the natural loop of H, into BODY. Returns whether there is one. */
static bool
slow_loop(const Func *f, const SlowCfg *s, BlockId h, bool *body)
{
	bool any = false, more = true;
	BlockId a, b;

	memset(body, 0, MAXB * sizeof(*body));
	for (a = 0; a < f->blocks.n; a++)
		if (!s->part[a] && s->dom[h][a] && slow_edge(f, a, h))
			any = body[a] = true;
	body[h] = true;
	while (more) {
		more = false;
		for (a = 0; a < f->blocks.n; a++)
			for (b = 0; b < f->blocks.n; b++)
				if (!body[a] && !s->part[a] && body[b] &&
				    b != h && slow_edge(f, a, b))
					more = body[a] = true;
	}
	return any;
}

static void
check_loops(const Func *f, const Cfg *cfg, const SlowCfg *s)
{
	bool body[MAXB];
	uint32_t depth[MAXB] = {0}, size[MAXB] = {0}, n;
	BlockId head[MAXB], h, b;

	for (h = 0; h < f->blocks.n; h++) {
		if (s->part[h] || !slow_loop(f, s, h, body))
			continue;
		for (n = 0, b = 0; b < f->blocks.n; b++)
			n += body[b];
		for (b = 0; b < f->blocks.n; b++) {
			if (!body[b])
				continue;
			depth[b]++;
			if (!size[b] || n < size[b]) {
				size[b] = n;
				head[b] = h;
			}
		}
	}
	for (b = 0; b < f->blocks.n; b++) {
		uint32_t l = cfg->loop_of[b];

		if ((l == NONE) != !depth[b])
			fail(f, "in a loop", b, depth[b]);
		if (l != NONE && (cfg->loops[l].head != head[b] ||
				  cfg->loops[l].depth != depth[b]))
			fail(f, "loop", b, cfg->loops[l].head);
	}
}

static void
check_cfg(const Func *f, const Cfg *cfg, const SlowCfg *s)
{
	BlockId a, b;
	uint32_t n;

	for (b = 0; b < f->blocks.n; b++) {
		if (cfg->part[b] != s->part[b])
			fail(f, "part", b, cfg->part[b]);
		if ((cfg->rpo_at[b] == NONE) != (s->part[b] != 0))
			fail(f, "reachable", b, 0);
		if (cfg->rpo[cfg->order_at[b]] != b)
			fail(f, "order", b, 0);
		for (a = 0; a < f->blocks.n; a++)
			if (cfg_dominates(cfg, a, b) != s->dom[a][b])
				fail(f, "dominates", a, b);
		if ((cfg->idom[b] == NONE) != (s->root[b] == b))
			fail(f, "root", b, 0);
		for (n = 0, a = 0; a < f->blocks.n; a++)
			n += s->dom[a][b];
		if (cfg->idom[b] != NONE) {
			uint32_t up = 0;

			for (a = 0; a < f->blocks.n; a++)
				up += s->dom[a][cfg->idom[b]];
			if (!s->dom[cfg->idom[b]][b] || up != n - 1)
				fail(f, "dominator", b, cfg->idom[b]);
		}
		for (a = f->blocks.at[b].preds.start;
		     a < f->blocks.at[b].preds.end; a++)
			if (!slow_edge(f, f->preds.at[a], b))
				fail(f, "predecessor", b, a);
	}
	if (f->preds.n != f->succs.n)
		fail(f, "edges", f->preds.n, f->succs.n);
	check_loops(f, cfg, s);
}

/* Solve M x = e0 of size N; false if it is (nearly) singular. */
static bool
solve(double m[MAXB][MAXB + 1], uint32_t n)
{
	uint32_t i, j, k;

	for (i = 0; i < n; i++) {
		uint32_t best = i;

		for (j = i; j < n; j++)
			if (fabs(m[j][i]) > fabs(m[best][i]))
				best = j;
		if (fabs(m[best][i]) < 1e-3)
			return false;
		for (k = 0; k <= n; k++) {
			double x = m[i][k];

			m[i][k] = m[best][k];
			m[best][k] = x;
		}
		for (j = 0; j < n; j++) {
			double x = m[j][i] / m[i][i];

			for (k = 0; j != i && k <= n; k++)
				m[j][k] -= x * m[i][k];
		}
	}
	for (i = 0; i < n; i++)
		m[i][n] /= m[i][i];
	return true;
}

static void
edge_shares(const Func *f, BlockId b, double *share)
{
	Slice s = f->blocks.at[b].succs;
	double sum = 0, unknown = 0, total = 0;
	uint32_t i;

	for (i = s.start; i < s.end; i++)
		if (f->succs.at[i].prob == UINT32_MAX)
			unknown++;
		else
			sum += f->succs.at[i].prob / 2147483648.0;
	for (i = s.start; i < s.end; i++) {
		share[i] = f->succs.at[i].prob == UINT32_MAX
				   ? (sum < 1 ? (1 - sum) / unknown : 0)
				   : f->succs.at[i].prob / 2147483648.0;
		total += share[i];
	}
	for (i = s.start; i < s.end; i++)
		share[i] /= total;
}

static bool
is_reducible(const Func *f, const Cfg *cfg)
{
	BlockId b;
	uint32_t i;

	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].succs.start;
		     i < f->blocks.at[b].succs.end; i++) {
			BlockId to = f->succs.at[i].block;

			if (cfg->rpo_at[b] != NONE &&
			    cfg->rpo_at[to] <= cfg->rpo_at[b] &&
			    !cfg_dominates(cfg, to, b))
				return false;
		}
	return true;
}

static void
check_frequency(const Func *f, const Cfg *cfg, const float *freq, Counts *n_of)
{
	double m[MAXB][MAXB + 1] = {{0}}, share[MAXB * 4];
	bool reducible = is_reducible(f, cfg);
	uint32_t n = f->blocks.n, i;
	BlockId b;

	for (b = 0; b < n; b++) {
		m[b][b] += 1;
		m[b][n] = b == 0;
		edge_shares(f, b, share);
		for (i = f->blocks.at[b].succs.start;
		     cfg->rpo_at[b] != NONE && i < f->blocks.at[b].succs.end;
		     i++)
			m[f->succs.at[i].block][b] -= share[i];
	}
	if (!solve(m, n))
		return;
	n_of->solved++;
	n_of->irreducible += !reducible;
	for (b = 0; b < n; b++) {
		double want = m[b][n], off = fabs(freq[b] - want);

		if (reducible && off > 1e-3 * (want + 0.01))
			fail(f, "frequency of a block, times 1000", b,
			     (uint32_t)(1000 * want));
		if (off > 0.05 * (want + 0.01)) {
			n_of->rough++;
			break;
		}
	}
}

int
main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 4000, i;
	uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	Counts counts = {0, 0, 0};

	for (i = 0; i < n; i++) {
		Arena arena = {0};
		Random r = {(seed + i) * 0x9e3779b97f4a7c15u + 1};
		SlowCfg slow;
		Func f;
		Cfg cfg;

		random_func(&f, &r, 2 + i % 14, 1, &arena);
		cfg_build(&f, &cfg, &arena, &arena);
		slow_cfg(&f, &slow);
		check_cfg(&f, &cfg, &slow);
		check_frequency(&f, &cfg,
				frequency_estimate(&f, &cfg, &arena, &arena),
				&counts);
		arena_free(&arena);
	}
	printf("%u functions, %u frequencies solved, %u of them with "
	       "irreducible cycles, of which %u are off by more than 5%%\n",
	       n, counts.solved, counts.irreducible, counts.rough);
	return counts.rough * 10 > counts.irreducible;
}
