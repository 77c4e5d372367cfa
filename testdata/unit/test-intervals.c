/*
 * Control flow, frequencies and live intervals of random functions, compared
 * with the most obvious slow computation: bits by slot, dominance by removing
 * blocks, frequencies by elimination, values by starting from a meeting at each
 * live block and taking away sets of meetings that bring one value only.
 *
 *   test-intervals [FUNCTIONS [SEED]]
 */
#include "random-func.h"

#include "core/analysis/frequency.h"
#include "core/analysis/intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAXB = 16, MAXSLOT = 4096, MAXV = 512 };

static uint64_t seed_now;
static uint32_t compared, segments, meetings, irreducible, frequencies, rough;

static void
fail(const Func *f, const Live *live, const char *what, uint32_t a, uint32_t b)
{
	printf("FAIL seed %llu: %s (%u, %u)\n", (unsigned long long)seed_now,
	       what, a, b);
	random_func_print(f, stdout);
	if (live && live->vregs)
		intervals_print(live, f, stdout);
	exit(1);
}

/* ---- control flow ---- */

static bool
edge(const Func *f, BlockId a, BlockId b)
{
	Slice s = f->blocks.at[a].succs;
	uint32_t i;

	for (i = s.start; i < s.end; i++)
		if (f->succs.at[i].block == b)
			return true;
	return false;
}

/* Mark in SEEN what FROM reaches, where SEEN is not set. */
static void
reach(const Func *f, BlockId from, bool *seen)
{
	BlockId b;

	if (seen[from])
		return;
	seen[from] = true;
	for (b = 0; b < f->blocks.n; b++)
		if (edge(f, from, b))
			reach(f, b, seen);
}

typedef struct {
	uint32_t part[MAXB];
	BlockId root[MAXB]; /* of the block's part */
	bool dom[MAXB][MAXB];
} SlowCfg;

static void
slow_parts(const Func *f, SlowCfg *s)
{
	bool seen[MAXB] = {0}, before[MAXB];
	uint32_t part = 0;
	BlockId b, x;

	for (b = 0; b < f->blocks.n; b++) {
		if (seen[b])
			continue;
		memcpy(before, seen, sizeof(seen));
		reach(f, b, seen);
		for (x = 0; x < f->blocks.n; x++)
			if (seen[x] && !before[x]) {
				s->part[x] = part;
				s->root[x] = b;
			}
		part++;
	}
}

static void
slow_cfg(const Func *f, SlowCfg *s)
{
	BlockId a, b, x;

	memset(s, 0, sizeof(*s));
	slow_parts(f, s);
	for (a = 0; a < f->blocks.n; a++) {
		bool seen[MAXB] = {0};

		for (x = 0; x < f->blocks.n; x++)
			seen[x] = s->part[x] != s->part[a];
		seen[a] = true;
		reach(f, s->root[a], seen);
		for (b = 0; b < f->blocks.n; b++)
			s->dom[a][b] = s->part[a] == s->part[b] &&
				       (a == b || s->root[a] == a || !seen[b]);
	}
}

/* Blocks of the natural loop of H, into BODY. Returns whether there is one. */
static bool
slow_loop(const Func *f, const SlowCfg *s, BlockId h, bool *body)
{
	bool any = false, more = true;
	BlockId a, b;

	memset(body, 0, MAXB * sizeof(*body));
	for (a = 0; a < f->blocks.n; a++)
		if (!s->part[a] && s->dom[h][a] && edge(f, a, h))
			any = body[a] = true;
	body[h] = true;
	while (more) {
		more = false;
		for (a = 0; a < f->blocks.n; a++)
			for (b = 0; b < f->blocks.n; b++)
				if (!body[a] && !s->part[a] && body[b] &&
				    b != h && edge(f, a, b))
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
			fail(f, NULL, "in a loop", b, depth[b]);
		if (l != NONE && (cfg->loops[l].head != head[b] ||
				  cfg->loops[l].depth != depth[b]))
			fail(f, NULL, "loop", b, cfg->loops[l].head);
	}
}

static void
check_cfg(const Func *f, const Cfg *cfg, const SlowCfg *s)
{
	BlockId a, b;
	uint32_t n;

	for (b = 0; b < f->blocks.n; b++) {
		if (cfg->part[b] != s->part[b])
			fail(f, NULL, "part", b, cfg->part[b]);
		if ((cfg->rpo_at[b] == NONE) != (s->part[b] != 0))
			fail(f, NULL, "reachable", b, 0);
		if (cfg->rpo[cfg->order_at[b]] != b)
			fail(f, NULL, "order", b, 0);
		for (a = 0; a < f->blocks.n; a++)
			if (cfg_dominates(cfg, a, b) != s->dom[a][b])
				fail(f, NULL, "dominates", a, b);
		if ((cfg->idom[b] == NONE) != (s->root[b] == b))
			fail(f, NULL, "root", b, 0);
		for (n = 0, a = 0; a < f->blocks.n; a++)
			n += s->dom[a][b];
		if (cfg->idom[b] != NONE) {
			uint32_t up = 0;

			for (a = 0; a < f->blocks.n; a++)
				up += s->dom[a][cfg->idom[b]];
			if (!s->dom[cfg->idom[b]][b] || up != n - 1)
				fail(f, NULL, "dominator", b, cfg->idom[b]);
		}
		for (a = f->blocks.at[b].preds.start;
		     a < f->blocks.at[b].preds.end; a++)
			if (!edge(f, f->preds.at[a], b))
				fail(f, NULL, "predecessor", b, a);
	}
	if (f->preds.n != f->succs.n)
		fail(f, NULL, "edges", f->preds.n, f->succs.n);
	check_loops(f, cfg, s);
}

/* ---- frequencies ---- */

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
check_frequency(const Func *f, const Cfg *cfg, const float *freq)
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
	frequencies++;
	irreducible += !reducible;
	for (b = 0; b < n; b++) {
		double want = m[b][n], off = fabs(freq[b] - want);

		if (reducible && off > 1e-3 * (want + 0.01))
			fail(f, NULL, "frequency of a block, times 1000", b,
			     (uint32_t)(1000 * want));
		if (off > 0.05 * (want + 0.01)) {
			rough++;
			break;
		}
	}
}

/* ---- live ranges ---- */

typedef struct {
	SlotIdx def;
	OpndId opnd;
	bool real, meeting;
	BlockId block;
} Label;

/* One register, unit, or part of a register. */
typedef struct {
	const Func *f;
	const Slots *slots;
	const SlowCfg *cfg;
	bool implicit;	       /* defined at the entry */
	bool whole;	       /* not a part */
	bool read[MAXSLOT];    /* by slot: a read before it */
	uint32_t def[MAXSLOT]; /* by slot: label, or NONE */
	bool edge_read[MAXB];
	bool need[MAXSLOT], live[MAXSLOT];
	uint32_t head[MAXB], label[MAXSLOT];
	Label labels[MAXV];
	uint32_t nlabels;
} Slow;

typedef struct {
	SlotIdx read, def, forget;
	OpndId opnd;
	bool rest, fresh;
} At;

/* Operand O, whose lanes meet the part if HIT, does this at a position. */
static void
at_add(At *at, const Func *f, InsnId i, const Operand *o, SlotIdx pos, bool hit)
{
	const Insn *insn = func_insn(f, i);
	const Operand *all = insn_opnds(f, insn);
	SlotIdx slot = pos + SLOT_REG;

	if (o->flags & OPND_DEF) {
		slot = pos + (o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG);
		if (hit && at->def == NONE)
			at->opnd = (OpndId)(o - f->opnds.at);
		if (hit && slot < at->def)
			at->def = slot;
		if (!hit && (o->flags & OPND_UNDEF) && slot < at->forget)
			at->forget = slot;
		if (o->kind == OPND_VREG && o->sub && !(o->flags & OPND_UNDEF))
			at->rest = true;
		else
			at->fresh = true;
		return;
	}
	if (!hit || (o->flags & (OPND_UNDEF | OPND_INTERNAL)))
		return;
	if (o->flags & OPND_LATE)
		slot = pos + SLOT_DEAD;
	if (o->tied != TIED_NONE && (all[o->tied].flags & OPND_DEF) &&
	    (all[o->tied].flags & OPND_EARLY))
		slot = pos + SLOT_EARLY;
	if (slot > at->read)
		at->read = slot;
}

static void
slow_label(Slow *s, SlotIdx at, OpndId opnd, bool real)
{
	if (s->nlabels == MAXV)
		abort();
	s->labels[s->nlabels] =
		(Label){at, opnd, real, false, slot_block(s->slots, at)};
	s->def[at] = s->nlabels++;
}

static void
at_apply(Slow *s, At *at)
{
	if (s->whole && at->rest && !at->fresh && at->def > at->read)
		at->read = at->def;
	if (at->def == NONE && at->forget != NONE) {
		slow_label(s, at->forget, NONE, false);
		at->def = at->forget;
	} else if (at->def != NONE) {
		slow_label(s, at->def, at->opnd, true);
	}
	if (at->read > at->def)
		at->read = at->def;
	if (at->read)
		s->read[at->read] = true;
}

/* Everything the operands do to register REG of KIND (a unit: OPND_REG), as
 * far as it meets LANES. */
static void
slow_events(Slow *s, OpndKind kind, uint32_t reg, LaneMask lanes)
{
	const Func *f = s->f;
	const Target *t = f->target;
	BlockId b;
	InsnId i;
	uint32_t j, k, pos;

	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		SlotIdx start = slot_block_start(s->slots, b);

		for (j = block->liveins.start;
		     kind == OPND_REG && (!b || block->flags) &&
		     j < block->liveins.end;
		     j++) {
			Slice u = t->regs[f->liveins.at[j].reg].units;

			for (k = u.start; k < u.end; k++)
				if (t->reg_units[k] == reg &&
				    (t->unit_lanes[k] &
				     f->liveins.at[j].lanes) &&
				    s->def[start] == NONE)
					slow_label(s, start, NONE, true);
		}
		for (pos = (start >> 2);
		     pos < s->slots->block_start[b + 1] >> 2; pos++) {
			At at = {0, NONE, NONE, NONE, false, false};

			for (i = block->first; i < block->end; i++) {
				const Insn *insn = func_insn(f, i);
				const Operand *o = insn_opnds(f, insn);

				if (s->slots->insn_pos[i] != pos ||
				    (insn->flags & INSN_DEBUG))
					continue;
				for (j = 0; j < insn->nopnds; j++, o++) {
					bool hit = kind == OPND_REG;

					if (o->kind != kind ||
					    (kind == OPND_VREG &&
					     o->val != reg))
						continue;
					if (kind == OPND_REG) {
						Slice u = t->regs[o->val].units;

						for (k = u.start; k < u.end;
						     k++)
							if (t->reg_units[k] ==
							    reg)
								break;
						if (!o->val || k == u.end)
							continue;
					} else {
						hit = s->whole || !o->sub ||
						      (t->subs[o->sub].lanes &
						       lanes);
					}
					if (insn->op == 1 && j == 0) {
						slow_label(
							s, start,
							(OpndId)(o -
								 f->opnds.at),
							true);
						continue;
					}
					if (insn->op == 1) {
						if (hit &&
						    !(o->flags & OPND_UNDEF))
							s->edge_read[o[1].val] =
								true;
						continue;
					}
					at_add(&at, f, i, o, pos * 4, hit);
				}
			}
			at_apply(s, &at);
		}
	}
}

static bool
same_part(const Slow *s, BlockId a, BlockId b)
{
	return s->cfg->part[a] == s->cfg->part[b];
}

static void
slow_live(Slow *s)
{
	const Func *f = s->f;
	bool more = true;
	BlockId b, x;
	SlotIdx at;

	while (more) {
		more = false;
		for (b = 0; b < f->blocks.n; b++) {
			bool after = s->edge_read[b];

			for (x = 0; x < f->blocks.n; x++)
				if (edge(f, b, x) && same_part(s, b, x))
					after |= s->need[slot_block_start(
						s->slots, x)];
			for (at = slot_block_end(s->slots, b);
			     at-- > slot_block_start(s->slots, b);) {
				s->live[at] = after;
				after = s->read[at] ||
					(after && s->def[at] == NONE);
				more |= after != s->need[at];
				s->need[at] = after;
			}
		}
	}
}

static uint32_t
slow_out(const Slow *s, BlockId b)
{
	SlotIdx at = slot_block_end(s->slots, b);

	while (at-- > slot_block_start(s->slots, b))
		if (s->def[at] != NONE)
			return s->def[at];
	return s->head[b];
}

static bool
is_root(const Slow *s, BlockId b)
{
	return s->cfg->root[b] == b;
}

/* Take away meetings that only bring V and each other. */
static bool
reduce(Slow *s, uint32_t v)
{
	bool in[MAXV], more = true, any = false;
	const Func *f = s->f;
	BlockId b, x;
	uint32_t m;

	for (m = 0; m < s->nlabels; m++)
		in[m] = s->labels[m].meeting && m != v &&
			s->head[s->labels[m].block] == m &&
			!is_root(s, s->labels[m].block);
	while (more) {
		more = false;
		for (m = 0; m < s->nlabels; m++) {
			b = s->labels[m].block;
			for (x = 0; in[m] && x < f->blocks.n; x++) {
				uint32_t o;

				if (!edge(f, x, b) || !same_part(s, x, b))
					continue;
				o = slow_out(s, x);
				if (o != v && !in[o]) {
					in[m] = false;
					more = true;
				}
			}
		}
	}
	for (b = 0; b < f->blocks.n; b++)
		if (s->head[b] != NONE && in[s->head[b]]) {
			s->head[b] = v;
			any = true;
		}
	return any;
}

static void
slow_reals(Slow *s)
{
	bool more = true;
	BlockId b, x;

	while (more) {
		more = false;
		for (b = 0; b < s->f->blocks.n; b++) {
			Label *l;

			if (s->head[b] == NONE)
				continue;
			l = &s->labels[s->head[b]];
			if (!l->meeting || l->block != b || l->real)
				continue;
			if (is_root(s, b) &&
			    (s->implicit || (s->whole && s->cfg->part[b])))
				l->real = more = true;
			for (x = 0; x < s->f->blocks.n && !l->real; x++)
				if (edge(s->f, x, b) && same_part(s, x, b) &&
				    s->labels[slow_out(s, x)].real)
					l->real = more = true;
		}
	}
}

static void
slow_values(Slow *s)
{
	BlockId b;
	SlotIdx at, i;
	uint32_t v;
	bool more = true;

	for (b = 0; b < s->f->blocks.n; b++) {
		at = slot_block_start(s->slots, b);
		s->head[b] = NONE;
		if (!s->need[at])
			continue;
		s->labels[s->nlabels] = (Label){at, NONE, false, true, b};
		s->head[b] = s->nlabels++;
	}
	while (more) {
		more = false;
		for (v = 0; v < s->nlabels; v++)
			more |= reduce(s, v);
	}
	slow_reals(s);
	for (b = 0; b < s->f->blocks.n; b++) {
		v = s->head[b];
		for (at = slot_block_start(s->slots, b);
		     at < slot_block_end(s->slots, b); at++) {
			if (s->def[at] != NONE) {
				v = s->def[at];
				for (i = at; i < (at | 3); i++)
					s->live[i] = true;
			}
			s->label[at] = v;
		}
	}
}

static void
slow_build(Slow *s, const Func *f, const Live *live, const SlowCfg *cfg,
	   OpndKind kind, uint32_t reg, LaneMask lanes)
{
	memset(s, 0, sizeof(*s));
	s->f = f;
	s->slots = &live->slots;
	s->cfg = cfg;
	s->implicit = kind == OPND_REG;
	s->whole = lanes == LANES_ALL;
	memset(s->def, 0xff, sizeof(s->def));
	slow_events(s, kind, reg, lanes);
	slow_live(s);
	slow_values(s);
}

/* Compare; returns whether the range holds anything. */
static bool
compare(const Func *f, const Live *live, const Slow *s, const LiveRange *range,
	uint32_t reg)
{
	uint32_t i = range->segs.start;
	bool any = false;
	SlotIdx at;

	for (at = 0; at < live->slots.npos * 4; at++) {
		bool want = s->live[at] && s->label[at] != NONE &&
			    s->labels[s->label[at]].real,
		     have;
		const Value *v;

		while (i < range->segs.end && live->segs.at[i].end <= at)
			i++;
		have = i < range->segs.end && live->segs.at[i].start <= at;
		if (have != want)
			fail(f, live, want ? "not live" : "live", reg, at);
		if (!have)
			continue;
		any = true;
		v = &live->values.at[live->segs.at[i].value];
		if (v->def != s->labels[s->label[at]].def ||
		    v->opnd != s->labels[s->label[at]].opnd)
			fail(f, live, "value", reg, at);
	}
	for (i = range->segs.start; i < range->segs.end; i++) {
		const Segment *seg = &live->segs.at[i];
		const Value *v;

		segments++;
		if (seg->start >= seg->end)
			fail(f, live, "empty segment", reg, seg->start);
		v = &live->values.at[seg->value];
		if (i > range->segs.start &&
		    (seg[-1].end > seg->start ||
		     (seg[-1].end == seg->start &&
		      seg[-1].value == seg->value &&
		      (v->def != seg->start || v->opnd == NONE))))
			fail(f, live, "order of segments", reg, seg->start);
		if (seg->value < range->values.start ||
		    seg->value >= range->values.end)
			fail(f, live, "number of a value", reg, seg->start);
	}
	for (i = range->values.start; i < range->values.end; i++) {
		const Value *v = &live->values.at[i];

		if (i > range->values.start && v[-1].def >= v->def)
			fail(f, live, "order of values", reg, i);
		meetings += v->opnd == NONE;
	}
	compared++;
	return any;
}

static void
check_lists(const Func *f, const Live *live, Arena *arena)
{
	uint32_t *start, *in_start;
	VregId *ins = liveins_list(live, f, &in_start, arena);
	VregId *outs = liveouts_list(live, f, &start, arena);
	BlockId b;
	VregId v;

	for (b = 0; b < f->blocks.n; b++) {
		uint32_t in = in_start[b], out = start[b];

		for (v = 0; v < f->vregs.n; v++) {
			const LiveRange *r = &live->vregs[v].main;
			SlotIdx at = slot_block_start(&live->slots, b);
			const Segment *seg = range_find(live, r, at);
			bool want = seg &&
				    (live->values.at[seg->value].def != at ||
				     live->values.at[seg->value].opnd == NONE);

			if (want != (in < in_start[b + 1] && ins[in] == v))
				fail(f, live, "list of live-ins", b, v);
			in += want;
			at = slot_block_end(&live->slots, b) - 1;
			want = range_find(live, r, at) != NULL;
			if (want != (out < start[b + 1] && outs[out] == v))
				fail(f, live, "list of live-outs", b, v);
			out += want;
		}
	}
}

static void
check_lanes(const Func *f, const Live *live, const SlowCfg *cfg, Slow *s,
	    VregId v)
{
	Slice subs = live->vregs[v].subs;
	LaneMask seen = 0;
	uint32_t lane, i;

	for (i = subs.start; i < subs.end; i++) {
		if (seen & live->subs.at[i].lanes)
			fail(f, live, "lanes overlap", v, i);
		seen |= live->subs.at[i].lanes;
	}
	if (subs.start == subs.end)
		return;
	for (lane = 0; lane < 4; lane++) {
		LiveRange none = {{0, 0}, {0, 0}};
		const LiveRange *r = &none;

		for (i = subs.start; i < subs.end; i++)
			if (live->subs.at[i].lanes >> lane & 1)
				r = &live->subs.at[i].range;
		slow_build(s, f, live, cfg, OPND_VREG, v, 1u << lane);
		compare(f, live, s, r, v);
	}
}

static void
check_func(Func *f, Slow *s)
{
	Arena arena = {0};
	SlowCfg slow;
	float *freq;
	Live live;
	Cfg cfg;
	uint32_t u;
	VregId v;

	cfg_build(f, &cfg, &arena);
	slow_cfg(f, &slow);
	check_cfg(f, &cfg, &slow);
	freq = frequency_estimate(f, &cfg, &arena);
	check_frequency(f, &cfg, freq);
	intervals_build(&live, f, &cfg, random_reserved, true, &arena);
	for (v = 0; v < f->vregs.n; v++) {
		slow_build(s, f, &live, &slow, OPND_VREG, v, LANES_ALL);
		compare(f, &live, s, &live.vregs[v].main, v);
		check_lanes(f, &live, &slow, s, v);
	}
	for (u = 0; u < NUNITS; u++) {
		slow_build(s, f, &live, &slow, OPND_REG, u, LANES_ALL);
		if (u == UNIT_Z) {
			if (live.units[u].segs.start < live.units[u].segs.end)
				fail(f, &live, "range of a reserved unit", u,
				     0);
			continue;
		}
		compare(f, &live, s, &live.units[u], 1000 + u);
	}
	check_lists(f, &live, &arena);
	arena_free(&arena);
}

int
main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 2000, i;
	uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	Slow *s = malloc(sizeof(*s));

	for (i = 0; i < n; i++) {
		Arena arena = {0};
		Random r = {(seed + i) * 0x9e3779b97f4a7c15u + 1};
		Func f;

		seed_now = seed + i;
		random_func(&f, &r, 2 + i % 9, i % 4 == 3 ? 30 : 3, &arena);
		check_func(&f, s);
		arena_free(&arena);
	}
	free(s);
	printf("%u functions, %u ranges, %u segments, %u meetings and "
	       "live-ins\n"
	       "%u frequencies solved, %u of them with irreducible cycles, of "
	       "which %u are off by more than 5%%\n",
	       n, compared, segments, meetings, frequencies, irreducible,
	       rough);
	if (rough * 4 > irreducible)
		return 1;
	return 0;
}
