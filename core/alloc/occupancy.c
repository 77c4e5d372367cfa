/*
 * Waves: a processor shares its registers among as many as fit, and what a
 * function takes of a file is all up to the highest register in use.  The scan
 * takes the first that are free, in the order of the code; that leaves holes
 * which a tuple does not fit into, and the highest register may be above what
 * the function needs at any place.  Where this costs waves, the function is
 * allocated again without the registers that do, and a tuple has to evict.
 *
 * What a function takes counts for the kernels that call it, too.
 *
 * Scalars are spilled to, and for its callers saved in, lanes of vector
 * registers, which are found when the spills are lowered.  Where a function
 * takes all that could be used for that, it is allocated again without those
 * for the lanes.
 */
#include "core/alloc/occupancy.h"

#include "core/alloc/total.h"
#include "core/analysis/demand.h"
#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <string.h>

/* Registers of every file up to the highest that the intervals take. */
static uint32_t *
used_find(const Scan *s, Arena *arena)
{
	const Target *t = s->t;
	const uint64_t *units = total_units(s, arena);
	uint32_t *used = ARENA_NEW(arena, uint32_t, t->n_files), i;

	for (i = 0; i < t->n_files; i++) {
		Slice regs = target_file_registers(t, i);

		while (regs.end > regs.start &&
		       !unitset_meets(t, units, t->reg_lists[regs.end - 1]))
			regs.end--;
		used[i] = regs.end - regs.start;
	}
	return used;
}

/* The file whose name is NAME; NONE: there is none. */
static uint32_t
file_named(const Target *t, const char *name)
{
	for (uint32_t i = 0; i < t->n_files; i++)
		if (!strcmp(target_str(t, t->files[i].name), name))
			return i;
	return NONE;
}

/* The file of which a function takes one more, to keep scalar registers in its
 * lanes through the calls it makes; NONE: it makes none, or returns nowhere. */
static uint32_t
lanes_file(const Func *f)
{
	if (func_field_true(f, "machineFunctionInfo.isEntryFunction") ||
	    !func_field_true(f, "frameInfo.hasCalls"))
		return NONE;
	return file_named(f->target, "vector");
}

/* Add to SET the registers that a wave cannot have if WAVES are to fit.  Of
 * every file in turn as many stay as fit beside those NEEDed of the others; of
 * LANES, a file or NONE, one is taken otherwise. */
static void
rest_reserve(const Demand *d, uint32_t *need, uint32_t waves, uint32_t lanes,
	     uint64_t *set)
{
	const Target *t = d->f->target;

	for (uint32_t i = 0; i < d->nfiles; i++) {
		Slice regs = target_file_registers(t, i);
		uint32_t n = regs.end - regs.start;

		for (; need[i] < n; need[i]++) {
			need[i]++;
			uint32_t fit = demand_occupancy(d, need);
			need[i]--;
			if (fit < waves)
				break;
		}
		n = need[i] < n ? need[i] : n;
		regs.start += n - (n && i == lanes);
		registers_reserve(t, regs, set);
	}
}

uint32_t
occupancy_waves(const Scan *s)
{
	Demand d = {.f = s->f, .nfiles = s->t->n_files};
	uint32_t most = func_feature_number(s->f, "waves");
	Arena scratch = {0};

	if (!most)
		return UINT32_MAX;
	uint32_t waves = demand_occupancy(&d, used_find(s, &scratch));
	arena_free(&scratch);
	return waves < most ? waves : UINT32_MAX;
}

bool
occupancy_reserve(const Scan *s, const Func *f, uint64_t *set, Arena *scratch)
{
	Demand d;
	uint32_t *used = used_find(s, scratch), i;
	uint32_t *need = ARENA_NEW(scratch, uint32_t, s->t->n_files);

	demand_build(&d, f, s->live, s->reserved, scratch);
	demand_fixed_find(&d, s->reserved);
	for (i = 0; i < d.nfiles; i++) {
		uint32_t fixed = d.fixed[i].demand;

		need[i] = d.peak[i].demand > fixed ? d.peak[i].demand : fixed;
		used[i] = used[i] > fixed ? used[i] : fixed;
	}
	uint32_t lanes = lanes_file(f);
	if (lanes != NONE) {
		need[lanes]++;
		used[lanes]++;
	}
	uint32_t waves = demand_occupancy(&d, need);
	if (waves <= demand_occupancy(&d, used))
		return false;
	rest_reserve(&d, need, waves, lanes, set);
	return true;
}

/* Vector registers whose lanes hold scalars, at the most: those that S spills,
 * those of UNITS that it saves for its callers, the frame pointer. */
static uint32_t
lanes_registers(Scan *s, const uint64_t *units)
{
	uint32_t words = total_saved(s, file_named(s->t, "scalar"), units) +
			 (lanes_file(s->f) != NONE);
	uint32_t lanes = func_feature_number(s->f, "wave-lanes");

	for (VregId v = 0; v < s->origins.n; v++) {
		if (s->origins.slot[v] != SLOT_WANTED)
			continue;
		const SpillRule *rule = class_spill(s, s->f->vregs.at[v].cls);
		if (rule->stack_id)
			words += rule->size / 4;
	}
	return lanes ? (words + lanes - 1) / lanes : 0;
}

/* The units that operands and live-in lists of F name, added to UNITS. */
static void
units_add_named(const Func *f, uint64_t *units)
{
	for (OpndId o = 0; o < f->opnds.n; o++)
		if (f->opnds.at[o].kind == OPND_REG && f->opnds.at[o].val)
			unitset_add(f->target, units,
				    (RegId)f->opnds.at[o].val);
	FOR_VEC(LiveIn, livein, f->liveins)
		unitset_add(f->target, units, livein->reg);
}

/* May lanes of REG hold scalars, unless an interval or an operand has it?  It
 * is not RESERVED, and all calls keep it or (not KEPT) one destroys it. */
static bool
lanes_may(const Scan *s, RegId reg, const uint64_t *reserved, bool kept)
{
	bool keep = true;

	for (uint32_t i = 0; i < s->calls.n && keep; i++)
		keep = mask_preserves(s->calls.masks[i].words, reg);
	return keep == kept && !bits_has(reserved, reg);
}

/* What occupancy_reserve_lanes looks at. */
typedef struct {
	const Scan *s;
	const uint64_t *reserved; /* registers that the function may not have */
	const uint64_t *named;	  /* units of registers in its text */
	const uint64_t *taken;	  /* and of those that intervals have, too */
	uint64_t *set;
	bool more; /* something was added to it */
} LanesSearch;

/* How many registers of the list REGS, KEPT by calls or not, are there that
 * nobody has: NEED, or less. */
static uint32_t
lanes_free(const LanesSearch *l, Slice regs, uint32_t need, bool kept)
{
	const RegId *reg = l->s->t->reg_lists;
	uint32_t there = 0;

	for (; regs.start < regs.end && there < need; regs.start++)
		there += lanes_may(l->s, reg[regs.start], l->reserved, kept) &&
			 !unitset_meets(l->s->t, l->taken, reg[regs.start]);
	return there;
}

/* Add NEED registers of the list REGS, KEPT by calls or not, to the set, unless
 * they are there and nobody has them.  How many are missing then. */
static uint32_t
lanes_find(LanesSearch *l, Slice regs, uint32_t need, bool kept)
{
	const Target *t = l->s->t;

	if (lanes_free(l, regs, need, kept) == need)
		return 0;
	for (uint32_t i = regs.end; i-- > regs.start && need;) {
		Slice one = {i, i + 1};

		if (!lanes_may(l->s, t->reg_lists[i], l->reserved, kept) ||
		    unitset_meets(t, l->named, t->reg_lists[i]))
			continue;
		l->more |= !bits_has(l->set, t->reg_lists[i]);
		registers_reserve(t, one, l->set);
		need--;
	}
	return need;
}

/* Begin to look at S in SCRATCH: how many registers of the list REGS it needs
 * for lanes.  False: its machine has no lanes for scalars. */
static bool
lanes_open(LanesSearch *l, Scan *s, Slice *regs, uint32_t *need, Arena *scratch)
{
	const Target *t = s->t;
	uint32_t file = file_named(t, "vector");
	uint64_t *named, *taken;

	if (file == NONE || file_named(t, "scalar") == NONE)
		return false;
	l->named = named =
		ARENA_NEW(scratch, uint64_t, BITS_WORDS(t->n_unit_regs));
	units_add_named(s->f, named);
	l->taken = taken = total_units(s, scratch);
	units_add_named(s->f, taken);
	*need = lanes_registers(s, taken);
	*regs = target_file_registers(t, file);
	return true;
}

bool
occupancy_reserve_lanes(Scan *s, const uint64_t *reserved, uint64_t *set,
			Arena *scratch)
{
	LanesSearch l = {.s = s, .reserved = reserved, .set = set};
	uint32_t need;
	Slice regs;

	if (!lanes_open(&l, s, &regs, &need, scratch))
		return false;
	need = lanes_find(&l, regs, need, true);
	/* Others are stored around calls. */
	lanes_find(&l, regs, need, false);
	return l.more;
}

bool
occupancy_has_lanes(Scan *s, const uint64_t *reserved)
{
	LanesSearch l = {.s = s, .reserved = reserved};
	Arena scratch = {0};
	uint32_t need;
	Slice regs;

	bool has = !lanes_open(&l, s, &regs, &need, &scratch) ||
		   lanes_free(&l, regs, need, true) == need;
	arena_free(&scratch);
	return has;
}
