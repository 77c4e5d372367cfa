/*
 * Demand that has its place: what a function takes of a file is all up to its
 * highest register, and that one may be fixed.  The code names it, in a copy
 * for a call or in inline assembly; or so many values live through a call that
 * they fill the registers that it preserves up to there.
 */
#include "core/analysis/demand_internal.h"

#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/model/preserved.h"
#include "core/model/unitset.h"

typedef struct {
	Demand *d;
	Preserved preserved;
	uint32_t *file, *number; /* by UnitId: NONE in FILE for what no file has
				  */
} Fixed;

static void
units_number(Fixed *x, const uint64_t *reserved)
{
	const Target *t = x->d->f->target;

	for (uint32_t i = 0; i < t->n_unit_regs; i++)
		x->file[i] = NONE;
	for (uint32_t file = 0; file < x->d->nfiles; file++) {
		Slice regs = target_file_registers(t, file);

		for (uint32_t i = regs.start; i < regs.end; i++) {
			if (bits_has(reserved, t->reg_lists[i]))
				continue;
			FOR_UNITS(unit, t, t->reg_lists[i]) {
				x->file[*unit] = file;
				x->number[*unit] = i - regs.start;
			}
		}
	}
}

static void
unit_raise(const Fixed *x, UnitId unit, uint32_t pos)
{
	DemandPeak *peak = &x->d->fixed[x->file[unit]];

	if (x->number[unit] + 1 > peak->demand)
		*peak = (DemandPeak){x->number[unit] + 1, pos};
}

static void
reg_raise(const Fixed *x, RegId reg, uint32_t pos)
{
	const Target *t = x->d->f->target;

	FOR_UNITS(unit, t, reg)
		if (x->file[*unit] != NONE)
			unit_raise(x, *unit, pos);
}

/* Does INSN write UNIT by a name of it? */
static bool
unit_written(const Func *f, const Insn *insn, UnitId unit)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && o->flags & OPND_DEF &&
		    reg_has_unit(f->target, (RegId)o->val, unit))
			return true;
	return false;
}

/* Call INSN at POS preserves what MASK says: as many registers of each file as
 * live through it, lowest first, are in use at least. */
static void
call_raise(Fixed *x, const Insn *insn, uint32_t mask, uint32_t pos)
{
	const Target *t = x->d->f->target;
	const uint64_t *kept = preserved_units(&x->preserved, mask);

	demand_at(x->d, pos);
	for (uint32_t file = 0; file < x->d->nfiles; file++) {
		uint32_t n = x->d->sets[file].through;
		for (Slice regs = target_file_registers(t, file);
		     n && regs.start < regs.end; regs.start++) {
			Slice units = t->regs[t->reg_lists[regs.start]].units;
			UnitId unit = t->reg_units[units.start];

			if (x->file[unit] == NONE || !bits_has(kept, unit) ||
			    unit_written(x->d->f, insn, unit))
				continue;
			unit_raise(x, unit, pos);
			n--;
		}
	}
}

void
demand_fixed_find(Demand *d, const uint64_t *reserved)
{
	const Slots *slots = &d->live->slots;
	uint32_t n = d->f->target->n_unit_regs;
	Fixed x = {.d = d,
		   .file = ARENA_RAW(d->arena, uint32_t, n),
		   .number = ARENA_RAW(d->arena, uint32_t, n)};

	d->fixed = ARENA_RAW(d->arena, DemandPeak, d->nfiles);
	for (uint32_t i = 0; i < d->nfiles; i++)
		d->fixed[i] = (DemandPeak){0, NONE};
	preserved_init(&x.preserved, d->f, d->arena);
	units_number(&x, reserved);
	for (uint32_t i = 0; i < d->f->insns.n; i++) {
		const Insn *insn = func_insn(d->f, i);

		if (insn->flags & INSN_DEBUG)
			continue;
		FOR_OPNDS(o, d->f, insn)
			if (o->kind == OPND_REG)
				reg_raise(&x, (RegId)o->val,
					  slots->insn_pos[i]);
			else if (o->kind == OPND_MASK)
				call_raise(&x, insn, (uint32_t)o->val,
					   slots->insn_pos[i]);
	}
}
