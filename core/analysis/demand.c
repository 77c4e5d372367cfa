/*
 * Register demand of a function.  What is live before and after each position
 * is counted from the ranges, by differences that are summed up once; what an
 * instruction kills, defines and copies is read from its operands.  That the
 * two agree is what demand_verify checks.
 */
#include "core/analysis/demand_internal.h"

#include "core/base/bound.h"
#include "core/base/search.h"

/* What a temporary does at a position. */
typedef struct {
	bool before, ends; /* live before; its value ends there */
	bool late;	   /* ... once definitions are written */
	bool begins, dead; /* a value begins; and ends there too */
} TempState;

static TempState
temp_state(const Demand *d, const DemandTemp *temp, uint32_t pos)
{
	SlotIdx at = slot_at(pos, SLOT_BLOCK), dead = slot_at(pos, SLOT_DEAD);
	uint32_t lo = temp->segs.start;
	TempState s = {0};

	SEARCH_FIRST(lo, temp->segs.end, d->segs.at[lo].end <= at);
	if (lo < temp->segs.end && d->segs.at[lo].start <= at) {
		s.before = true;
		s.ends = d->segs.at[lo].end <= dead;
		s.late = d->segs.at[lo].end == dead;
		lo++;
	}
	if (lo < temp->segs.end && d->segs.at[lo].start < dead &&
	    (!s.before || s.ends)) {
		s.begins = true;
		s.dead = d->segs.at[lo].end <= dead;
	}
	return s;
}

/* Is O tied to a definition, operand TIED, that names the same register of the
 * machine? */
static bool
is_in_place(const Func *f, const Operand *o, uint32_t tied)
{
	return tied != DEMAND_UNTIED && o->kind == OPND_REG &&
	       f->opnds.at[tied].kind == OPND_REG &&
	       f->opnds.at[tied].val == o->val;
}

/* One occurrence of an operand's temporary. */
static void
use_add(Demand *d, const Operand *o, uint32_t temp, uint32_t pos,
	uint32_t flags, uint32_t tied)
{
	const Target *t = d->f->target;
	const DemandTemp *at = &d->temps.at[temp];
	TempState s = temp_state(d, at, pos);
	DemandOpnd use = {.temp = temp,
			  .file = at->file,
			  .size = at->size,
			  .copy = at->size,
			  .tied = tied,
			  .flags = flags,
			  .opnd = (OpndId)(o - d->f->opnds.at)};

	if (!s.before)
		return; /* nothing was there to be read */
	if (o->flags & OPND_DEF && !s.late)
		return; /* the rest is kept for others */
	if (o->kind == OPND_VREG && o->sub && at->lanes == LANES_ALL) {
		int32_t bits = t->subs[o->sub].size;
		uint32_t n = demand_registers(t, at->file, bits > 0 ? bits : 0);

		if (n < use.copy)
			use.copy = n;
	}
	if (s.ends)
		use.flags |= DEMAND_KILL;
	else if (is_in_place(d->f, o, tied))
		/* What lives on is another part of the register. */
		use.tied = DEMAND_UNTIED;
	VEC_PUSH(d->arena, d->opnds, use);
}

static void
def_add(Demand *d, const Operand *o, uint32_t temp, uint32_t pos,
	uint32_t flags)
{
	const DemandTemp *at = &d->temps.at[temp];
	TempState s = temp_state(d, at, pos);
	DemandOpnd def = {.temp = temp,
			  .file = at->file,
			  .size = at->size,
			  .tied = DEMAND_UNTIED,
			  .flags = flags,
			  .opnd = (OpndId)(o - d->f->opnds.at)};

	if (!s.begins || d->marks[temp].stamp == d->stamp)
		return; /* one part of a value, or one more that begins it */
	d->marks[temp].stamp = d->stamp;
	if (s.dead)
		def.flags |= DEMAND_DEAD;
	if (o->kind == OPND_REG && s.before)
		/* The register is taken already: what is read in it is read
		 * around the definition, as of a tuple the other parts. */
		def.flags &= ~(uint32_t)DEMAND_EARLY;
	VEC_PUSH(d->arena, d->opnds, def);
}

/* Calls use_add or def_add for each temporary of O. */
static void
opnd_add(Demand *d, const Operand *o, uint32_t pos, uint32_t flags,
	 uint32_t tied)
{
	const Target *t = d->f->target;
	uint32_t last = NONE;

	if (o->kind == OPND_VREG) {
		LaneMask lanes = target_sub_lanes(t, o->sub);

		for (uint32_t i = d->vreg_temps[o->val];
		     i < d->vreg_temps[o->val + 1]; i++) {
			if (!(d->temps.at[i].lanes & lanes))
				continue;
			if (flags & DEMAND_DEF)
				def_add(d, o, i, pos, flags);
			else
				use_add(d, o, i, pos, flags, tied);
		}
		return;
	}
	FOR_SLICE(UnitId, unit, t->reg_units, t->regs[o->val].units) {
		uint32_t temp = d->unit_temp[*unit];
		if (temp == NONE || temp == last)
			continue;
		last = temp;
		if (flags & DEMAND_DEF)
			def_add(d, o, temp, pos, flags);
		else
			use_add(d, o, temp, pos, flags, tied);
	}
}

/* Does O name registers that demand counts? */
static bool
opnd_counts(const Demand *d, const Operand *o)
{
	const Target *t = d->f->target;

	if (!opnd_is_reg(o) || o->kind == OPND_VREG)
		return opnd_is_reg(o);
	Slice units = t->regs[o->val].units;
	return units.start < units.end &&
	       d->unit_temp[t->reg_units[units.start]] != NONE;
}

/* Are all definitions of INSN that take registers early-clobber?  Then its
 * operands cannot be where any of them is. */
static bool
defs_early(const Demand *d, const Insn *insn)
{
	bool any = false;

	FOR_OPNDS(o, d->f, insn) {
		if (!opnd_counts(d, o) || !(o->flags & OPND_DEF))
			continue;
		if (!(o->flags & OPND_EARLY))
			return false;
		any = true;
	}
	return any;
}

/* Is operand K of INSN a member of a vector, *FIRST: its first one?  Those of
 * a REG_SEQUENCE are one; what is in one register already needs no place. */
static bool
in_vector(const Demand *d, const Insn *insn, uint32_t k, bool *first)
{
	const Func *f = d->f;
	Slice s = target_vectors(f->target, insn->op);

	if (insn_is(f, insn, WK_REG_SEQUENCE)) {
		*first = k == 1;
		return !(insn_opnds(f, insn)[k].flags & OPND_DEF);
	}
	FOR_SLICE(VectorRule, rule, f->target->vectors, s) {
		*first = k == rule->first;
		if (k >= rule->first && k <= rule->last)
			return !insn_has_vector(f, insn, rule);
	}
	return false;
}

/* The uses of INSN, with what its opcode says of them. */
static void
uses_add(Demand *d, const Insn *insn, uint32_t pos)
{
	const Func *f = d->f;
	const Operand *o = insn_opnds(f, insn);
	bool early = defs_early(d, insn), vector = false, first;
	uint32_t before = NONE;

	for (uint32_t i = 0; i < insn->nopnds; i++) {
		uint32_t flags = 0, tied = DEMAND_UNTIED;

		vector = in_vector(d, insn, i, &first);
		if (!vector || first)
			before = NONE;
		if (!opnd_is_reg(&o[i]) || !opnd_reads(&o[i]) ||
		    o[i].flags & (OPND_INTERNAL | OPND_WHOLE))
			continue;
		if (o[i].flags & (OPND_LATE | OPND_DEF) || early)
			flags |= DEMAND_LATE_KILL;
		if (o[i].tied != TIED_NONE && o[i].tied < insn->nopnds) {
			tied = insn->opnd0 + o[i].tied;
			if (o[o[i].tied].flags & OPND_EARLY)
				flags |= DEMAND_EARLY;
		}
		if (vector) {
			flags |= DEMAND_IN_VECTOR;
			if (insn_is(f, insn, WK_REG_SEQUENCE))
				/* In the places of the definition. */
				tied = insn->opnd0;
			if (before != NONE)
				d->opnds.at[before].flags |= DEMAND_VECTOR;
		}
		opnd_add(d, &o[i], pos, flags, tied);
		if (vector && d->opnds.n)
			before = d->opnds.n - 1;
	}
}

/* Is a use of INSN tied to its operand K? */
static bool
def_tied(const Demand *d, const Insn *insn, uint32_t k)
{
	FOR_OPNDS(o, d->f, insn)
		if (opnd_is_reg(o) && opnd_is_tied_to(o, k))
			return true;
	return false;
}

static void
defs_add(Demand *d, const Insn *insn, uint32_t pos)
{
	const Operand *o = insn_opnds(d->f, insn);

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		uint32_t flags = DEMAND_DEF;

		if (!opnd_is_reg(&o[k]) || !(o[k].flags & OPND_DEF))
			continue;
		if (o[k].flags & OPND_EARLY && !def_tied(d, insn, k))
			flags |= DEMAND_EARLY;
		opnd_add(d, &o[k], pos, flags, DEMAND_UNTIED);
	}
}

/* Definitions at the head of a block. */
static void
head_add(Demand *d, BlockId b)
{
	uint32_t pos = slot_block_start(&d->live->slots, b) >> 2;

	for (uint32_t i = d->head_first[b]; i < d->head_first[b + 1]; i++) {
		const DemandTemp *temp = &d->temps.at[d->heads[i]];
		TempState s = temp_state(d, temp, pos);
		DemandOpnd def = {.temp = d->heads[i],
				  .file = temp->file,
				  .size = temp->size,
				  .tied = DEMAND_UNTIED,
				  .flags = DEMAND_DEF,
				  .opnd = NONE};

		if (s.ends)
			def.flags |= DEMAND_DEAD;
		VEC_PUSH(d->arena, d->opnds, def);
	}
}

static void
sets_through(Demand *d, uint32_t pos)
{
	for (uint32_t i = 0; i < d->nfiles; i++) {
		DemandSets *s = &d->sets[i];

		s->through = d->out[i][pos] - s->live_defs;
	}
}

void
demand_at(Demand *d, uint32_t pos)
{
	const Slots *slots = &d->live->slots;
	const Func *f = d->f;
	BlockId b = slots->pos_block[pos];
	InsnId first = slots->pos_insn[pos], end = f->blocks.at[b].end;

	d->opnds.n = 0;
	for (uint32_t j = 0; j < d->nfiles; j++)
		d->sets[j] = (DemandSets){0};
	if (first == NONE) {
		head_add(d, b);
		end = first = 0;
	}
	for (InsnId i = first; i < end && slots->insn_pos[i] == pos; i++) {
		const Insn *insn = func_insn(f, i);

		if (insn->flags & INSN_DEBUG || insn_is(f, insn, WK_PHI))
			continue;
		uses_add(d, insn, pos);
	}
	demand_flags(d->opnds.at, d->opnds.n, d->marks, ++d->stamp);
	d->stamp++;
	for (InsnId i = first; i < end && slots->insn_pos[i] == pos; i++) {
		const Insn *insn = func_insn(f, i);

		if (!(insn->flags & INSN_DEBUG) && !insn_is(f, insn, WK_PHI))
			defs_add(d, insn, pos);
	}
	demand_add(d->sets, d->opnds.at, d->opnds.n);
	sets_through(d, pos);
}

uint32_t **
demand_counts(const Demand *d, Arena *arena)
{
	uint32_t n = d->live->slots.npos + 1;
	uint32_t *nothing = ARENA_NEW(arena, uint32_t, n);
	uint32_t **counts = ARENA_RAW(arena, uint32_t *, d->nfiles + 1);

	for (uint32_t i = 0; i < d->nfiles; i++)
		counts[i] =
			d->lives[i] ? ARENA_NEW(arena, uint32_t, n) : nothing;
	return counts;
}

void
demand_counts_sum(const Demand *d, uint32_t **counts)
{
	uint32_t npos = d->live->slots.npos;

	for (uint32_t i = 0; i < d->nfiles; i++)
		for (uint32_t k = 1; d->lives[i] && k < npos; k++)
			counts[i][k] += counts[i][k - 1];
}

/* Count live temporaries before and after each position. */
static void
live_count(Demand *d)
{
	/* Behind the last position, segments that reach the end stop. */
	d->in = demand_counts(d, d->arena);
	d->out = demand_counts(d, d->arena);
	FOR_VEC(DemandTemp, t, d->temps) {
		uint32_t *in = d->in[t->file], *out = d->out[t->file];

		FOR_SLICE(DemandSeg, s, d->segs.at, t->segs) {
			in[(s->start + 3) / 4] += t->size;
			in[(s->end + 3) / 4] -= t->size;
			out[s->start / 4] += t->size;
			out[s->end / 4] -= t->size;
		}
	}
	demand_counts_sum(d, d->in);
	demand_counts_sum(d, d->out);
}

/* Does the segment begin at a block's head and count as defined there? */
static bool
seg_at_head(const DemandSeg *s)
{
	return !(s->start & 3) && (s->fresh || s->end <= s->start + 3);
}

/* Sort what begins at heads by block. */
static void
heads_find(Demand *d)
{
	const Slots *slots = &d->live->slots;
	uint32_t nblocks = d->f->blocks.n, total = 0;
	uint32_t *first = ARENA_NEW(d->arena, uint32_t, nblocks + 2);

	for (uint32_t k = 0; k < d->segs.n; k++)
		if (seg_at_head(&d->segs.at[k])) {
			first[slots->pos_block[d->segs.at[k].start >> 2] + 2]++;
			total++;
		}
	for (uint32_t i = 2; i < nblocks + 2; i++)
		first[i] += first[i - 1];
	d->heads = ARENA_RAW(d->arena, uint32_t, total + 1);
	for (uint32_t i = 0; i < d->temps.n; i++) {
		FOR_SLICE(DemandSeg, s, d->segs.at, d->temps.at[i].segs)
			if (seg_at_head(s))
				d->heads[first[slots->pos_block[s->start >> 2] +
					       1]++] = i;
	}
	d->head_first = first;
}

static void
peak_raise(DemandPeak *peak, uint32_t demand, uint32_t pos)
{
	if (peak->at == NONE || demand > peak->demand)
		*peak = (DemandPeak){demand, pos};
}

static void
peaks_find(Demand *d)
{
	uint32_t n = d->nfiles, nblocks = d->f->blocks.n;

	d->peak = ARENA_RAW(d->arena, DemandPeak, n);
	d->block_peak = ARENA_RAW(d->arena, DemandPeak, (size_t)nblocks * n);
	for (uint32_t i = 0; i < n; i++)
		d->peak[i] = (DemandPeak){0, NONE};
	for (uint32_t i = 0; i < nblocks * n; i++)
		d->block_peak[i] = (DemandPeak){0, NONE};
	for (uint32_t pos = 0; pos < d->live->slots.npos; pos++) {
		BlockId b = d->live->slots.pos_block[pos];

		demand_at(d, pos);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t demand = demand_peak(&d->sets[i]);

			peak_raise(&d->peak[i], demand, pos);
			peak_raise(&d->block_peak[b * n + i], demand, pos);
		}
	}
}

void
demand_count(Demand *d, const Func *f, const Live *live,
	     const uint64_t *reserved, Arena *arena)
{
	*d = (Demand){.f = f,
		      .live = live,
		      .arena = arena,
		      .nfiles = f->target->n_files};
	demand_temps_find(d, reserved);
	live_count(d);
}

void
demand_build(Demand *d, const Func *f, const Live *live,
	     const uint64_t *reserved, Arena *arena)
{
	demand_count(d, f, live, reserved, arena);
	d->sets = ARENA_NEW(arena, DemandSets, d->nfiles);
	d->marks = ARENA_NEW(arena, DemandMark, d->temps.n + 1);
	heads_find(d);
	peaks_find(d);
}

/* Registers that are read by what is needed. */
typedef struct {
	uint8_t *used;
	VregId *queue; /* those whose definitions have not been looked at */
	uint32_t n;
} Needed;

static void
reads_need(Needed *q, const Func *f, const Insn *insn)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_VREG && opnd_reads(o) && !q->used[o->val]) {
			q->used[o->val] = 1;
			q->queue[q->n++] = o->val;
		}
}

/* PHIs by the register they define: those of V from (*FIRST)[V] on.  They stand
 * at the heads of blocks. */
static InsnId *
phis_sort(const Func *f, uint32_t **first, Arena *scratch)
{
	uint32_t *at = ARENA_NEW(scratch, uint32_t, f->vregs.n + 2);
	VEC(InsnId) heads = {0};
	VregId v;

	FOR_VEC(Block, block, f->blocks) {
		for (InsnId i = block->first;
		     i < block->end && insn_is(f, func_insn(f, i), WK_PHI);
		     i++) {
			at[insn_opnds(f, func_insn(f, i))->val + 2]++;
			VEC_PUSH(scratch, heads, i);
		}
	}
	for (v = 2; v < f->vregs.n + 2; v++)
		at[v] += at[v - 1];
	InsnId *phis = ARENA_RAW(scratch, InsnId, heads.n + 1);
	for (uint32_t k = 0; k < heads.n; k++) {
		v = insn_opnds(f, func_insn(f, heads.at[k]))->val;
		phis[at[v + 1]++] = heads.at[k];
	}
	*first = at;
	return phis;
}

/* PHIs whose value reaches an instruction that is none, by InsnId; and ALL
 * N of them. */
static uint8_t *
phis_needed(const Func *f, InsnId **all, uint32_t *n, Arena *scratch)
{
	uint8_t *needed = ARENA_NEW(scratch, uint8_t, f->insns.n + 1);
	Needed q = {ARENA_NEW(scratch, uint8_t, f->vregs.n + 1),
		    ARENA_RAW(scratch, VregId, f->vregs.n + 1), 0};
	uint64_t left = f->vregs.n;
	uint32_t *first;
	InsnId *phis = phis_sort(f, &first, scratch);

	*all = phis;
	*n = first[f->vregs.n];
	if (!*n)
		return needed;
	FOR_VEC(Insn, insn, f->insns)
		if (!insn_is(f, insn, WK_PHI))
			reads_need(&q, f, insn);
	/* Ends: a register is put there once. */
	while (q.n) {
		VregId v = q.queue[--q.n];

		BOUND_COUNT(left);
		for (uint32_t k = first[v]; k < first[v + 1]; k++) {
			needed[phis[k]] = 1;
			reads_need(&q, f, func_insn(f, phis[k]));
		}
	}
	return needed;
}

bool
demand_live(Live *live, Func *f, const Cfg *cfg, const uint64_t *reserved,
	    bool lanes, Arena *arena)
{
	Arena scratch = {0};
	InsnId *phis;
	uint32_t n;
	uint8_t *needed = phis_needed(f, &phis, &n, &scratch);
	VEC(OpndId) changed = {0};

	for (uint32_t i = 0; i < n; i++) {
		const Insn *insn = func_insn(f, phis[i]);
		Operand *o = insn_opnds(f, insn);

		if (needed[phis[i]])
			continue;
		for (uint32_t k = 1; k < insn->nopnds; k++)
			if (o[k].kind == OPND_VREG && opnd_reads(&o[k])) {
				o[k].flags |= OPND_UNDEF;
				VEC_PUSH(&scratch, changed, insn->opnd0 + k);
			}
	}
	bool ok = intervals_build(live, f, cfg, reserved, lanes, arena);
	for (uint32_t i = 0; i < changed.n; i++)
		f->opnds.at[changed.at[i]].flags &= (uint16_t)~OPND_UNDEF;
	arena_free(&scratch);
	return ok;
}
