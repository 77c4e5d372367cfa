/*
 * Block frequency.  Each loop, inner ones first, is solved by itself: its head
 * gets mass 1, which flows along the probabilities in reverse post-order; an
 * inner loop counts as one node with the exits found for it.  What comes back
 * to the head makes the loop's scale, 1 / (1 - back), as in LLVM's
 * BlockFrequencyInfo, whose bound for loops without exits (4096) is kept.  Then
 * scales multiply from the outermost loop inwards.
 *
 * Irreducible cycles have no head: for functions with such edges a bounded
 * number of rounds of the flow equations follows.
 */
#include "core/analysis/frequency.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 256, EDGE_VISITS = 1 << 24 };
#define ENDLESS_SCALE 4096.0
#define GREATEST      1e18	 /* of frequencies, as LLVM's 64 bits allow */
#define LOOP_FULL     (1 - 1e-9) /* as good as no exit */
#define LITTLE	      1e-5	 /* relative change of a frequency */

/* Mass that leaves a loop, for each 1 that enters it. */
typedef struct {
	BlockId to;
	double mass;
} Exit;

typedef struct {
	const Func *f;
	const Cfg *cfg;
	Arena *tmp;
	double *share;	 /* by Func.succs index: probability */
	double *mass;	 /* by block: within its loop; a loop's head: within
			    the loop around */
	double *scale;	 /* by loop */
	uint32_t *node0; /* by loop + 1 (0: none): its nodes */
	BlockId *nodes;	 /* blocks and heads of inner loops, in order */
	Slice *exits_of; /* by loop */
	VEC(Exit) exits;
	uint32_t exit0;	   /* where those of the loop at hand begin */
	uint32_t *exit_at; /* by block: where it is in exits, if it is */
	bool irreducible;
} Flow;

/* Probabilities of B's successors that sum up to 1; missing ones share what
 * the others leave, equally. */
static void
shares_fill(const Func *f, const Block *block, double *share)
{
	uint32_t unknown = 0;
	double sum = 0;

	if (block->succs.end - block->succs.start == 1) {
		share[block->succs.start] = 1;
		return;
	}
	FOR_SLICE(Succ, succ, f->succs.at, block->succs) {
		if (succ->prob == UINT32_MAX)
			unknown++;
		else
			sum += succ->prob / 2147483648.0;
	}
	double rest = sum < 1 ? 1 - sum : 0;
	for (uint32_t i = block->succs.start; i < block->succs.end; i++) {
		uint32_t prob = f->succs.at[i].prob;

		share[i] = prob == UINT32_MAX ? rest / unknown
					      : prob / 2147483648.0;
	}
	if (unknown && sum < 1)
		sum = 1;
	for (uint32_t i = block->succs.start; i < block->succs.end; i++)
		share[i] =
			sum > 0 ? share[i] / sum
				: 1.0 / (block->succs.end - block->succs.start);
}

/* The loop in which B is a node: the innermost, or the one around it if B is
 * its head. */
static uint32_t
node_loop(const Cfg *cfg, BlockId b, uint32_t loop)
{
	uint32_t l = cfg->loop_of[b];

	if (l != NONE && l != loop && cfg->loops[l].head == b)
		return cfg->loops[l].parent;
	return l;
}

/* Put the nodes of each loop (and of no loop) together, in order. */
static void
nodes_fill(Flow *w)
{
	const Cfg *cfg = w->cfg;
	uint32_t n = cfg->nloops + 1, at = 0;
	uint32_t *next = ARENA_RAW(w->tmp, uint32_t, n);

	w->node0 = ARENA_NEW(w->tmp, uint32_t, n + 1);
	for (uint32_t i = 0; i < cfg->nrpo; i++)
		w->node0[cfg->loop_of[cfg->rpo[i]] + 1]++;
	for (uint32_t i = 0; i < cfg->nloops; i++)
		w->node0[cfg->loops[i].parent + 1]++;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t count = w->node0[i];

		w->node0[i] = next[i] = at;
		at += count;
	}
	w->node0[n] = at;
	w->nodes = ARENA_RAW(w->tmp, BlockId, at + 1);
	FOR_ARRAY(BlockId, b, cfg->rpo, cfg->nrpo) {
		uint32_t l = cfg->loop_of[*b];

		w->nodes[next[l + 1]++] = *b;
		if (l != NONE && cfg->loops[l].head == *b) {
			l = cfg->loops[l].parent;
			w->nodes[next[l + 1]++] = *b;
		}
	}
}

/* MASS leaves the loop at hand to block TO. */
static void
exit_add(Flow *w, BlockId to, double mass)
{
	uint32_t i = w->exit_at[to];

	if (i >= w->exit0 && i < w->exits.n && w->exits.at[i].to == to) {
		w->exits.at[i].mass += mass;
		return;
	}
	w->exit_at[to] = w->exits.n;
	VEC_PUSH(w->tmp, w->exits, ((Exit){to, mass}));
}

/* Within LOOP, MASS flows from node FROM to block TO.  Returns the part that
 * comes back to the loop's head. */
static double
flow_to(Flow *w, uint32_t loop, BlockId from, BlockId to, double mass)
{
	const Cfg *cfg = w->cfg;

	if (loop != NONE && to == cfg->loops[loop].head)
		return mass;
	if (node_loop(cfg, to, loop) != loop) {
		exit_add(w, to, mass);
		return 0;
	}
	if (cfg->rpo_at[to] <= cfg->rpo_at[from])
		w->irreducible = true;
	else
		w->mass[to] += mass;
	return 0;
}

/* The mass M of node B flows on, within LOOP. */
static double
node_flow(Flow *w, uint32_t loop, BlockId b, double m)
{
	const Block *block = &w->f->blocks.at[b];
	uint32_t inner = w->cfg->loop_of[b];
	double back = 0;

	if (inner != loop) {
		FOR_SLICE(Exit, e, w->exits.at, w->exits_of[inner])
			back += flow_to(w, loop, b, e->to, m * e->mass);
		return back;
	}
	for (uint32_t i = block->succs.start; i < block->succs.end; i++)
		back += flow_to(w, loop, b, w->f->succs.at[i].block,
				m * w->share[i]);
	return back;
}

static void
loop_flow(Flow *w, uint32_t loop)
{
	uint32_t i = w->node0[loop + 1], end = w->node0[loop + 2];
	BlockId head = loop == NONE ? w->cfg->rpo[0] : w->cfg->loops[loop].head;
	Slice exits = {w->exits.n, w->exits.n};
	double back = 0;

	w->exit0 = w->exits.n;
	for (; i < end; i++) {
		BlockId b = w->nodes[i];

		back += node_flow(w, loop, b, b == head ? 1 : w->mass[b]);
	}
	if (loop == NONE)
		return;
	double scale = back < LOOP_FULL ? 1 / (1 - back) : ENDLESS_SCALE;
	exits.end = w->exits.n;
	for (i = exits.start; i < exits.end; i++)
		w->exits.at[i].mass *= scale;
	w->scale[loop] = scale;
	w->exits_of[loop] = exits;
}

/* From masses within loops to frequencies. */
static void
scales_apply(Flow *w, double *freq)
{
	const Cfg *cfg = w->cfg;
	double *factor = ARENA_RAW(w->tmp, double, cfg->nloops + 1);
	BlockId entry = cfg->rpo[0];

	w->mass[entry] = 1;
	for (uint32_t i = 0; i < cfg->nloops; i++) {
		uint32_t up = cfg->loops[i].parent;

		factor[i] = w->mass[cfg->loops[i].head] * w->scale[i] *
			    (up == NONE ? 1 : factor[up]);
		if (factor[i] > GREATEST)
			factor[i] = GREATEST;
	}
	for (uint32_t i = 0; i < cfg->nrpo; i++) {
		BlockId b = cfg->rpo[i];
		uint32_t l = cfg->loop_of[b];

		if (l == NONE)
			freq[b] = w->mass[b];
		else if (cfg->loops[l].head == b)
			freq[b] = factor[l];
		else
			freq[b] = w->mass[b] * factor[l];
	}
}

/* Probability of each edge, parallel to Func.preds. */
static double *
pred_shares(const Flow *w)
{
	const Func *f = w->f;
	double *share = ARENA_RAW(w->tmp, double, f->preds.n);
	uint32_t *next = ARENA_NEW(w->tmp, uint32_t, f->blocks.n);

	FOR_VEC(Block, block, f->blocks) {
		for (uint32_t i = block->succs.start; i < block->succs.end;
		     i++) {
			BlockId to = f->succs.at[i].block;

			share[f->blocks.at[to].preds.start + next[to]++] =
				w->share[i];
		}
	}
	return share;
}

/* The successors of B have to be looked at again. */
static void
flow_spread(const Flow *w, BlockId b, uint8_t *dirty)
{
	FOR_SUCCS(succ, w->f, b)
		dirty[w->cfg->rpo_at[succ->block]] = 1;
}

/* One round of the flow equations: a block gets what its predecessors send.
 * (Scaling the heads of loops by what comes back converges faster where it
 * does, but irreducible cycles make it swing.)  DIRTY, by place in rpo: those
 * for which something has changed.  Returns whether some frequency changed by
 * more than a little. */
static bool
round_flow(const Flow *w, double *freq, const double *share, uint8_t *dirty)
{
	const Cfg *cfg = w->cfg;
	bool much = false;

	for (uint32_t i = 0; i < cfg->nrpo; i++) {
		BlockId b = cfg->rpo[i];
		double now = i ? 0 : 1;

		if (!dirty[i])
			continue;
		dirty[i] = 0;
		Slice preds = w->f->blocks.at[b].preds;
		for (uint32_t j = preds.start; j < preds.end; j++)
			if (!cfg->part[w->f->preds.at[j]])
				now += freq[w->f->preds.at[j]] * share[j];
		if (now == freq[b])
			continue;
		much |= fabs(now - freq[b]) / (now + 1e-9) >= LITTLE;
		freq[b] = now;
		flow_spread(w, b, dirty);
	}
	return much;
}

/* Rounds until little changes; fewer in huge functions. */
static void
rounds_flow(const Flow *w, double *freq)
{
	const double *share = pred_shares(w);
	uint8_t *dirty = ARENA_RAW(w->tmp, uint8_t, w->cfg->nrpo);
	uint32_t rounds = EDGE_VISITS / (w->f->preds.n + 1);

	memset(dirty, 1, w->cfg->nrpo);
	for (uint32_t i = 0; i < ROUNDS && i <= rounds; i++)
		if (!round_flow(w, freq, share, dirty))
			break;
}

float *
frequency_estimate(const Func *f, const Cfg *cfg, Arena *arena, Arena *tmp)
{
	float *result = ARENA_RAW(arena, float, f->blocks.n);
	Flow w = {.f = f, .cfg = cfg, .tmp = tmp};
	double *freq = ARENA_NEW(tmp, double, f->blocks.n);

	w.share = ARENA_RAW(tmp, double, f->succs.n);
	w.mass = ARENA_NEW(tmp, double, f->blocks.n);
	w.exit_at = ARENA_NEW(tmp, uint32_t, f->blocks.n);
	w.scale = ARENA_NEW(tmp, double, cfg->nloops);
	w.exits_of = ARENA_NEW(tmp, Slice, cfg->nloops);
	for (BlockId b = 0; b < f->blocks.n; b++)
		shares_fill(f, &f->blocks.at[b], w.share);
	nodes_fill(&w);
	for (uint32_t i = cfg->nloops; i-- > 0;)
		loop_flow(&w, i);
	loop_flow(&w, NONE);
	scales_apply(&w, freq);
	if (w.irreducible)
		rounds_flow(&w, freq);
	for (BlockId b = 0; b < f->blocks.n; b++)
		result[b] = (float)freq[b];
	return result;
}
