/*
 * Register demand: worked numbers, the identities on random numbers, flags of
 * operands case by case, and random functions against the slow computation of
 * what is live where; the bound that needs no liveness.
 *
 *   test-demand [FUNCTIONS [SEED]]
 */
#include "random-func.h"
#include "slow-live.h"

#include "core/analysis/demand.h"
#include "core/analysis/kills.h"

#include <stdlib.h>
#include <string.h>

static uint32_t failures;
static uint32_t nfit; /* random functions of which a bound tells that they do */

static void
expect(bool ok, const char *what, uint32_t number)
{
	if (ok)
		return;
	printf("FAIL %s %u\n", what, number);
	failures++;
}

/* Cases of LT LD DD EK LK EC LC -> stages; demand, changes, temporaries. */
static void
test_numbers(void)
{
	static const struct {
		const char *name;
		DemandSets sets;
		uint32_t stage[DEMAND_STAGES], demand;
		int32_t changes;
		uint32_t temps;
	} rows[] = {
		{"plain kill",
		 {4, 1, 0, 1, 0, 0, 0, 0},
		 {5, 5, 4, 5, 5},
		 5,
		 0,
		 0},
		{"late kill",
		 {4, 1, 0, 0, 1, 0, 0, 0},
		 {5, 5, 5, 6, 5},
		 6,
		 0,
		 1},
		{"dead def",
		 {4, 0, 1, 1, 0, 0, 0, 0},
		 {5, 5, 4, 5, 4},
		 5,
		 -1,
		 1},
		{"clobbered live operand",
		 {4, 1, 0, 0, 0, 1, 0, 0},
		 {4, 5, 4, 5, 5},
		 5,
		 1,
		 0},
		{"two tied defs of one dying temp",
		 {3, 2, 0, 1, 0, 1, 0, 0},
		 {4, 5, 3, 5, 5},
		 5,
		 1,
		 0},
		{"two vectors sharing a temp, all die",
		 {0, 0, 0, 0, 3, 0, 1, 0},
		 {3, 4, 4, 4, 0},
		 4,
		 -3,
		 4},
		{"mix", {2, 4, 1, 2, 1, 1, 1, 0}, {5, 7, 4, 9, 6}, 9, 1, 3},
	};
	uint32_t i, k;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const DemandSets *s = &rows[i].sets;

		for (k = 0; k < DEMAND_STAGES; k++)
			expect(demand_stage(s, k) == rows[i].stage[k],
			       rows[i].name, k);
		expect(demand_peak(s) == rows[i].demand, rows[i].name, 10);
		expect(demand_changes(s) == rows[i].changes, rows[i].name, 11);
		expect(demand_temps(s) == rows[i].temps, rows[i].name, 12);
		expect(demand_temp_changes(s) ==
			       (int32_t)(rows[i].stage[3] - rows[i].stage[1]),
		       rows[i].name, 13);
	}
}

static uint32_t
most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Are the stages of S those of WANT, a row of the document? */
static void
expect_stages(const DemandSets *s, const uint32_t *want, const char *what,
	      uint32_t number)
{
	uint32_t i;

	for (i = 0; i < DEMAND_STAGES; i++)
		expect(demand_stage(s, i) == want[i], what, number);
}

/* The document's three breakdowns of the stages: from what is live before,
 * through and behind; early definitions are set up with the operands. */
static void
test_stages(Random *r)
{
	uint32_t i, k, n[8];

	for (i = 0; i < 200000; i++) {
		for (k = 0; k < 8; k++)
			n[k] = random_below(r, 9);

		uint32_t lt = n[0], ld = n[1], dd = n[2], ek = n[3];
		uint32_t lk = n[4], lc = n[6];
		uint32_t ec = n[5] + n[7]; /* with early definitions */
		DemandSets s = {lt, ld, dd, ek, lk, n[5], lc, n[7]};
		uint32_t in = demand_live_in(&s), out = demand_live_out(&s);
		int32_t changes = demand_changes(&s);
		const uint32_t from_in[] = {in, in + ec + lc, in - ek + lc,
					    in - ek + lc + ld + dd,
					    in - ek - lk + ld};
		const uint32_t from_through[] = {
			lt + lk + ek, lt + lk + ek + ec + lc, lt + lk + lc,
			lt + lk + lc + ld + dd, lt + ld};
		const uint32_t from_out[] = {
			out - ld + lk + ek, out - ld + lk + ek + ec + lc,
			out - ld + lk + lc, out + dd + lk + lc, out};

		expect_stages(&s, from_in, "stages from live in", i);
		expect_stages(&s, from_through, "stages from live through", i);
		expect_stages(&s, from_out, "stages from live out", i);
		expect(out == in - ek - lk + ld, "live out", i);
		expect(in == out - ld + ek + lk, "live in", i);
		expect(lt == out - ld && lt == in - ek - lk, "through", i);
		expect(changes == (int32_t)(out - in), "changes", i);
		expect(demand_peak(&s) ==
			       in + (uint32_t)changes + demand_temps(&s),
		       "demand from live in", i);
	}
}

/* Marking an operand as killed, and a swap of neighbours, predicted by the
 * formulas and computed. */
static void
test_algebra(Random *r)
{
	uint32_t i, k, n[8];

	for (i = 0; i < 200000; i++) {
		DemandSets s, killed;
		uint32_t out, peak = 0;

		for (k = 0; k < 8; k++)
			n[k] = random_below(r, 9);
		/* Early definitions are some of the definitions. */
		n[7] = n[7] < n[1] + n[2] ? n[7] : n[1] + n[2];
		s = (DemandSets){n[0], n[1], n[2], n[3],
				 n[4], n[5], n[6], n[7]};
		out = demand_live_out(&s);
		for (k = 0; k < DEMAND_STAGES; k++)
			peak = most(peak, demand_stage(&s, k));
		expect(peak == demand_peak(&s), "most of all stages", i);
		expect(demand_peak(&s) == out + demand_temps(&s), "temps", i);
		expect(most(n[0] + n[1], n[0] + n[2]) - most(n[1], n[2]) ==
			       n[0],
		       "difference of maxima", i);
		expect(n[0] + most(n[1], n[2]) ==
			       most(n[0] + n[1], n[0] + n[2]),
		       "sum and maximum", i);
		/* One register more dies early instead of living through. */
		killed = s;
		killed.through += 1;
		expect(demand_stage(&killed, 0) == demand_live_in(&s) + 1,
		       "one more", i);
		s.early_kills++;
		expect(demand_temp_changes(&killed) - 1 ==
			       demand_temp_changes(&s),
		       "effect of a kill", i);
		expect(demand_peak(&s) == most(demand_stage(&killed, 1),
					       demand_stage(&killed, 3) - 1),
		       "demand after a kill", i);
	}
}

/* Two files whose maxima come from different stages. */
static void
test_files(void)
{
	DemandMark marks[4] = {{0}};
	DemandSets sets[2] = {{0}};
	DemandOpnd o[] = {
		{0, 0, 3, 3, DEMAND_UNTIED, DEMAND_KILL, 0},
		{1, 1, 1, 1, DEMAND_UNTIED, DEMAND_KILL, 1},
		{2, 1, 4, 4, DEMAND_UNTIED, DEMAND_DEF, 2},
	};

	demand_flags(o, 2, marks, 1);
	demand_add(sets, o, 3);
	expect(demand_stage(&sets[0], 1) == 3 && demand_stage(&sets[0], 3) == 0,
	       "scalar peaks in stage 1", 0);
	expect(demand_stage(&sets[1], 1) == 1 && demand_stage(&sets[1], 3) == 4,
	       "vector peaks in stage 3", 0);
	expect(demand_peak(&sets[0]) == 3 && demand_peak(&sets[1]) == 4,
	       "each file for itself", 0);
}

/* One case: operands "TEMP FLAGS TIED", then the flags that must come out, and
 * what they add up to. */
typedef struct {
	const char *name;
	struct {
		uint32_t temp, flags, tied, want;
	} o[5];
	uint32_t n;
	uint32_t early, late, early_copies, late_copies;
} FlagCase;

enum {
	K = DEMAND_KILL,
	F = DEMAND_FIRST_KILL,
	L = DEMAND_LATE_KILL,
	C = DEMAND_CLOBBERED,
	P = DEMAND_COPY_KILL,
	V = DEMAND_VECTOR | DEMAND_IN_VECTOR,
	I = DEMAND_IN_VECTOR,
	E = DEMAND_EARLY,
	U = DEMAND_UNTIED,
};

static const FlagCase flag_cases[] = {
	{"kill twice", {{0, K, U, K | F}, {0, K, U, K}}, 2, 1, 0, 0, 0},
	{"live on", {{0, 0, U, 0}}, 1, 0, 0, 0, 0},
	{"late kill", {{0, K | L, U, K | F | L}}, 1, 0, 1, 0, 0},
	{"late on the second operand",
	 {{0, K, U, K | F | L}, {0, K | L, U, K}},
	 2,
	 0,
	 1,
	 0,
	 0},
	{"tied and dying", {{0, K, 9, K | F | C}}, 1, 1, 0, 0, 0},
	{"tied and live", {{0, 0, 9, C}}, 1, 0, 0, 1, 0},
	{"tied is not late", {{0, K | L, 9, K | F | C}}, 1, 1, 0, 0, 0},
	{"tied to two, dying",
	 {{0, K, 8, K | F | C}, {0, K, 9, K | C | P}},
	 2,
	 1,
	 0,
	 1,
	 0},
	{"tied to two, live",
	 {{0, 0, 8, C}, {0, 0, 9, K | C | P}},
	 2,
	 0,
	 0,
	 2,
	 0},
	{"tied, then late",
	 {{0, K, 9, K | F | C}, {0, K | L, U, K | L | P}},
	 2,
	 1,
	 0,
	 0,
	 1},
	{"late, then tied",
	 {{0, K | L, U, K | F | L}, {0, K, 9, K | C | P}},
	 2,
	 0,
	 1,
	 1,
	 0},
	{"tied to early, then read",
	 {{0, K | E, 9, K | E | F | C}, {0, K, U, K | P}},
	 2,
	 1,
	 0,
	 1,
	 0},
	{"read, then tied to early",
	 {{0, K, U, K | F}, {0, K | E, 9, K | E | C | P}},
	 2,
	 1,
	 0,
	 1,
	 0},
	{"late twice, and tied",
	 {{0, K | L, U, K | F | L}, {0, K, 9, K | C | P}, {0, K | L, U, K}},
	 3,
	 0,
	 1,
	 1,
	 0},
	{"two vectors share a temp",
	 {{0, K | V, U, K | F | L | V},
	  {1, K | I, U, K | F | L | I},
	  {2, K | V, U, K | F | L | V},
	  {1, K | I, U, K | L | P | I}},
	 4,
	 0,
	 3,
	 0,
	 1},
	{"vector and scalar share a temp",
	 {{0, K | V, U, K | F | L | V},
	  {1, K | I, U, K | F | L | I},
	  {1, K, U, K}},
	 3,
	 0,
	 2,
	 0,
	 0},
	{"shared by vectors, live on",
	 {{0, V, U, L | V},
	  {1, I, U, L | I},
	  {1, V, U, K | L | P | V},
	  {2, I, U, L | I}},
	 4,
	 0,
	 0,
	 0,
	 1},
	{"tied vector dies early",
	 {{0, K | V, 9, K | F | C | V}, {1, K | I, 9, K | F | C | I}},
	 2,
	 2,
	 0,
	 0,
	 0},
	{"tied vector of one temp twice",
	 {{0, K | V, 9, K | F | C | V}, {0, K | I, 9, K | C | P | I}},
	 2,
	 1,
	 0,
	 1,
	 0},
};

static void
test_flags(void)
{
	uint32_t i, k;

	for (i = 0; i < sizeof(flag_cases) / sizeof(*flag_cases); i++) {
		const FlagCase *c = &flag_cases[i];
		DemandMark marks[4] = {{0}};
		DemandSets s = {0};
		DemandOpnd o[5] = {{0}};

		for (k = 0; k < c->n; k++)
			o[k] = (DemandOpnd){
				c->o[k].temp,  0, 1, 1, c->o[k].tied,
				c->o[k].flags, k};
		demand_flags(o, c->n, marks, 1);
		for (k = 0; k < c->n; k++)
			expect(o[k].flags == c->o[k].want, c->name, k);
		expect(!demand_flags_wrong(o, c->n), c->name, 20);
		demand_add(&s, o, c->n);
		expect(s.early_kills == c->early && s.late_kills == c->late &&
			       s.early_copies == c->early_copies &&
			       s.late_copies == c->late_copies,
		       c->name, 21);
	}
}

/* Flags that must be refused. */
static void
test_refused(void)
{
	static const struct {
		uint32_t flags, tied;
		const char *why;
	} rows[] = {
		{F, U, "first-kill without kill"},
		{P, U, "copy-kill without kill"},
		{K | F | P, U, "first-kill and copy-kill"},
		{K | L, U, "late-kill of neither first-kill nor copy-kill"},
		{K | F | L | C, U, "late-kill and clobbered"},
		{K | F, 9, "tied and not clobbered"},
		{K | F | L | V, U, "vector without an end"},
	};
	uint32_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		DemandOpnd o = {0, 0, 1, 1, rows[i].tied, rows[i].flags, 0};
		const char *why = demand_flags_wrong(&o, 1);

		expect(why && !strcmp(why, rows[i].why), rows[i].why, i);
	}
}

/* What the slow computation finds at each position. */
typedef struct {
	uint32_t in[MAXSLOT], out[MAXSLOT]; /* by position */
	uint32_t kills[MAXSLOT], live_defs[MAXSLOT], dead_defs[MAXSLOT];
} SlowDemand;

/* Add SIZE registers that live as S says. */
static void
slow_count(SlowDemand *d, const Slow *s, uint32_t size, const Func *f)
{
	uint32_t pos, i;

	for (pos = 0; pos < s->slots->npos; pos++) {
		bool before = slow_is_live(s, pos * 4);
		bool after = slow_is_live(s, pos * 4 + 3), def = false;
		bool keeps = false;

		for (i = pos * 4 + 1; i < pos * 4 + 3; i++)
			if (s->def[i] != NONE && s->labels[s->def[i]].real) {
				OpndId o = s->labels[s->def[i]].opnd;

				def = true;
				keeps |= s->whole && slow_is_live(s, i - 1) &&
					 f->opnds.at[o].sub &&
					 !(f->opnds.at[o].flags & OPND_UNDEF);
			}
		d->in[pos] += before * size;
		d->out[pos] += after * size;
		if (s->slots->pos_insn[pos] == NONE)
			continue;
		if (before && keeps)
			def = false; /* the rest lives on */
		d->kills[pos] += (before && (!after || def)) * size;
		d->live_defs[pos] += (after && (def || !before)) * size;
		d->dead_defs[pos] += (!after && def) * size;
	}
}

static void
slow_demand(SlowDemand *d, Slow *s, const Func *f, const Live *live,
	    const SlowCfg *cfg, bool lanes)
{
	uint32_t u, lane;
	VregId v;

	memset(d, 0, sizeof(*d));
	for (v = 0; v < f->vregs.n; v++) {
		bool parts = lanes && live->vregs[v].subs.start <
					      live->vregs[v].subs.end;

		for (lane = 0; lane < (parts ? 4 : 1); lane++) {
			slow_build(s, f, live, cfg, OPND_VREG, v,
				   parts ? 1u << lane : LANES_ALL);
			slow_count(d, s, parts ? 1 : 4, f);
		}
	}
	for (u = 0; u < NUNITS; u++) {
		if (u == UNIT_Z)
			continue;
		slow_build(s, f, live, cfg, OPND_REG, u, LANES_ALL);
		s->whole = false;
		slow_count(d, s, 1, f);
	}
}

static bool
same(const Demand *d, const SlowDemand *slow, uint32_t pos, bool exact)
{
	const DemandSets *s = &d->sets[0];

	if (d->in[0][pos] != slow->in[pos] || d->out[0][pos] != slow->out[pos])
		return false;
	if (d->live->slots.pos_insn[pos] == NONE || !exact)
		return true;
	return s->early_kills + s->late_kills == slow->kills[pos] &&
	       s->live_defs == slow->live_defs[pos] &&
	       s->dead_defs == slow->dead_defs[pos];
}

/* Does instruction I write a part of V and keep the rest? */
static bool
slow_keeps(const Func *f, InsnId i, VregId v)
{
	const Operand *o = insn_opnds(f, func_insn(f, i));
	uint32_t k;

	for (k = 0; k < func_insn(f, i)->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].val == v && o[k].sub &&
		    (o[k].flags & (OPND_DEF | OPND_UNDEF)) == OPND_DEF)
			return true;
	return false;
}

/* operand_kills and operand_dead of every occurrence of register V. */
static void
check_kills(const Func *f, const Live *live, Slow *s, const SlowCfg *cfg,
	    VregId v, uint64_t seed)
{
	uint32_t i;

	slow_build(s, f, live, cfg, OPND_VREG, v, LANES_ALL);
	for (i = live->occurrence_start[v]; i < live->occurrence_start[v + 1];
	     i++) {
		const Occurrence *m = &live->occurrences[i];
		const Operand *o = &f->opnds.at[m->opnd];
		uint32_t pos = live->slots.insn_pos[m->insn] * 4, at;
		bool kill, want = false;

		if (func_insn(f, m->insn)->flags & INSN_DEBUG ||
		    insn_is(f, func_insn(f, m->insn), WK_PHI))
			continue;
		if (o->flags & OPND_DEF) {
			at = pos + (o->flags & OPND_EARLY ? 1 : 2);
			kill = operand_dead(live, f, m->insn,
					    slot_block(&live->slots, pos), o);
			/* Another operand may begin the value. */
			if (s->def[at] == NONE ||
			    s->labels[s->def[at]].opnd != m->opnd)
				continue;
			want = !slow_is_live(s, pos + 3);
		} else {
			kill = operand_kills(live, f, m->insn, o);
			if (!opnd_reads(o) || o->flags & OPND_INTERNAL ||
			    !slow_is_live(s, pos))
				continue;
			want = !slow_is_live(s, pos + 3);
			for (at = pos + 1; at < pos + 3; at++)
				want |= s->def[at] != NONE;
			/* The rest goes on into the new value. */
			want &= !slow_keeps(f, m->insn, v);
		}
		if (kill == want)
			continue;
		printf("FAIL seed %llu: %s of %%%u at %u: %d\n",
		       (unsigned long long)seed,
		       o->flags & OPND_DEF ? "death" : "kill", v, pos * 4,
		       kill);
		random_func_print(f, stdout);
		intervals_print(live, f, NULL, stdout);
		exit(1);
	}
}

/* Is all that lives into a block written before on each way there, or (machine
 * registers) on its list, which random functions do not have? */
static bool
is_strict(const Func *f, const Live *live)
{
	uint32_t b, u;
	VregId v;

	for (v = 0; v < f->vregs.n; v++)
		if (range_find(live, &live->vregs[v].main, 0))
			return false;
	for (b = 0; b < f->blocks.n; b++)
		for (u = 0; u < NUNITS; u++)
			if (range_find(live, &live->units[u],
				       live->slots.block_start[b]))
				return false;
	return true;
}

/* What fits by the bound that needs no liveness fits. */
static void
check_bound(const Func *f, const Demand *d, Arena *arena, uint64_t seed)
{
	uint32_t pos;

	if (!is_strict(f, d->live) ||
	    !demand_surely_fits(f, random_reserved, arena))
		return;
	nfit++;
	for (pos = 0; pos < d->live->slots.npos; pos++) {
		if (d->in[0][pos] <= d->limit[0] &&
		    d->out[0][pos] <= d->limit[0])
			continue;
		printf("FAIL seed %llu: position %u: %u and %u do not fit\n",
		       (unsigned long long)seed, pos * 16, d->in[0][pos],
		       d->out[0][pos]);
		random_func_print(f, stdout);
		intervals_print(d->live, f, NULL, stdout);
		exit(1);
	}
}

static void
check_func(Func *f, Slow *s, SlowDemand *slow, bool lanes, uint64_t seed)
{
	Arena arena = {0};
	SlowCfg slow_cfg_;
	Demand demand;
	Live live;
	Cfg cfg;
	uint32_t pos;
	VregId v;

	cfg_build(f, &cfg, &arena, &arena);
	slow_cfg(f, &slow_cfg_);
	intervals_build(&live, f, &cfg, random_reserved, lanes, &arena);
	demand_build(&demand, f, &live, random_reserved, &arena);
	check_bound(f, &demand, &arena, seed);
	slow_demand(slow, s, f, &live, &slow_cfg_, lanes);
	for (v = 0; v < f->vregs.n; v++)
		check_kills(f, &live, s, &slow_cfg_, v, seed);
	for (pos = 0; pos < live.slots.npos; pos++) {
		demand_at(&demand, pos);
		if (same(&demand, slow, pos, true))
			continue;
		printf("FAIL seed %llu: position %u: slow in %u out %u kills "
		       "%u live-defs %u dead-defs %u\n",
		       (unsigned long long)seed, pos * 16, slow->in[pos],
		       slow->out[pos], slow->kills[pos], slow->live_defs[pos],
		       slow->dead_defs[pos]);
		random_func_print(f, stdout);
		intervals_print(&live, f, NULL, stdout);
		printf("in %u out %u kills %u live-defs %u dead-defs %u\n",
		       demand.in[0][pos], demand.out[0][pos],
		       demand.sets[0].early_kills + demand.sets[0].late_kills,
		       demand.sets[0].live_defs, demand.sets[0].dead_defs);
		exit(1);
	}
	if (!demand_verify(&demand)) {
		printf("FAIL seed %llu: %s\n", (unsigned long long)seed,
		       f->diag->messages.at[f->diag->messages.n - 1].text);
		random_func_print(f, stdout);
		exit(1);
	}
	arena_free(&arena);
}

int
main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 2000, i;
	uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	Random numbers = {0x9e3779b97f4a7c15u};
	Slow *s = calloc(1, sizeof(*s));
	SlowDemand *slow = calloc(1, sizeof(*slow));

	test_numbers();
	test_algebra(&numbers);
	test_stages(&numbers);
	test_files();
	test_flags();
	test_refused();
	for (i = 0; i < n; i++) {
		Arena arena = {0};
		Random r = {(seed + i) * 0x9e3779b97f4a7c15u + 1};
		Func f;

		random_func(&f, &r, 2 + i % 9, i % 4 == 3 ? 30 : 3, &arena);
		check_func(&f, s, slow, i & 1, seed + i);
		arena_free(&arena);
	}
	free(s);
	free(slow);
	expect(n < 1000 || nfit * 100 > n, "functions that fit", nfit);
	printf("%u functions, %u fit, %u failures\n", n, nfit, failures);
	return failures != 0;
}
