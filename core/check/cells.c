/*
 * Partition refinement of register units by the registers named.
 *
 * A register splits every cell that it covers in part.  Beside the registers
 * of the text, all members of the largest class of each narrow one do, so that
 * registers which can hold the same values are cut in the same way.
 * Cost: units of the registers named.
 */
#include "core/check/cells.h"

#include "core/base/bits.h"

/* Widest register, in units, whose class is cut with it. */
#define NARROW_UNITS 3

/* Answers of cells_share that are kept. */
enum { CELL_SHARES = 64 };

typedef struct {
	Cells *cells;
	bool fine;	 /* the cells stay as they are */
	uint32_t *size;	 /* by cell: units */
	uint32_t *count; /* by cell: units of the present register */
	uint32_t *twin;	 /* by cell: where these go; NONE */
	uint32_t *cut;	 /* the cells that have a twin */
	uint8_t *seen_reg, *seen_class;
} Split;

/* REG is what to call the cells of its units by. */
static void
name_cells(Cells *cells, RegId reg)
{
	FOR_SLICE(UnitId, unit, cells->target->reg_units,
		  cells->target->regs[reg].units) {
		for (Slice s = cells_of_unit(cells, *unit); s.start < s.end;
		     s.start++)
			cells->name[s.start] = reg;
	}
}

/* Are UNITS all of one cell? */
static bool
are_cell(const Split *s, Slice units)
{
	const UnitId *unit = s->cells->target->reg_units;

	if (units.start == units.end)
		return true;
	uint32_t cell = s->cells->of_unit[unit[units.start]];
	for (uint32_t i = units.start + 1; i < units.end; i++)
		if (s->cells->of_unit[unit[i]] != cell)
			return false;
	return s->size[cell] == units.end - units.start;
}

/* Separate the units of REG from the others of their cells. */
static void
split_by(Split *s, RegId reg)
{
	Cells *cells = s->cells;
	const Target *t = cells->target;
	Slice units = t->regs[reg].units;
	uint32_t ncut = 0;

	if (are_cell(s, units)) {
		name_cells(cells, reg);
		return;
	}
	FOR_SLICE(UnitId, unit, t->reg_units, units)
		s->count[cells->of_unit[*unit]]++;
	FOR_SLICE(UnitId, u, t->reg_units, units) {
		uint32_t *at = &cells->of_unit[*u];
		uint32_t old = *at;

		if (!s->count[old] || s->count[old] == s->size[old])
			continue;
		if (s->twin[old] == NONE) {
			s->twin[old] = cells->ncells++;
			s->cut[ncut++] = old;
		}
		*at = s->twin[old];
		s->size[*at]++;
	}
	for (uint32_t i = units.start; i < units.end; i++)
		s->count[cells->of_unit[t->reg_units[i]]] = 0;
	name_cells(cells, reg);
	FOR_ARRAY(uint32_t, old, s->cut, ncut) {
		s->size[*old] -= s->size[s->twin[*old]];
		s->twin[*old] = NONE;
		s->count[*old] = 0;
	}
}

/* REG is named for the first time. */
static void
split_by_occurrence(Split *s, RegId reg)
{
	const Target *t = s->cells->target;
	Slice units = t->regs[reg].units;

	s->seen_reg[reg] = 1;
	if (s->fine) {
		name_cells(s->cells, reg);
		return;
	}
	split_by(s, reg);
	if (units.end - units.start > NARROW_UNITS)
		return;
	ClassId cls = t->regs[reg].cls;
	if (cls == CLASS_NONE || s->seen_class[cls])
		return;
	s->seen_class[cls] = 1;
	FOR_SLICE(RegId, r, t->class_regs, t->classes[cls].order)
		split_by(s, *r);
}

static void
split_by_func(Split *s, const Func *f)
{
	const Operand *o = f->opnds.at, *end = o + f->opnds.n;

	for (; o < end; o++)
		if (o->kind == OPND_REG && !s->seen_reg[o->val] && o->val &&
		    !(o->flags & OPND_DEBUG))
			split_by_occurrence(s, (RegId)o->val);
}

/* Find lanes that stand for the same bits under two names. */
static void
find_twins(Cells *cells)
{
	const Target *t = cells->target;
	SubId leaf[64];
	uint32_t n = 0;

	for (uint32_t i = 1; i < t->n_subs && n < 64; i++)
		if (bits_count(t->subs[i].lanes) == 1 && t->subs[i].size > 0 &&
		    t->subs[i].offset >= 0)
			leaf[n++] = (SubId)i;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < i; k++) {
			const TargetSub *x = &t->subs[leaf[i]];
			const TargetSub *y = &t->subs[leaf[k]];

			if (x->size != y->size || x->offset != y->offset ||
			    x->lanes == y->lanes)
				continue;
			cells->twinned |= x->lanes | y->lanes;
			cells->twins[bits_lowest(x->lanes)] |= y->lanes;
			cells->twins[bits_lowest(y->lanes)] |= x->lanes;
		}
}

/* LANES with all lanes that mean the same bits of a register: the high byte of
 * one and the same byte of another that has no name for it have different ones.
 */
static LaneMask
cells_twins(const Cells *cells, LaneMask lanes)
{
	LaneMask twinned = lanes & cells->twinned;

	if (lanes == LANES_ALL)
		return lanes;
	for (; twinned; twinned &= twinned - 1)
		lanes |= cells->twins[bits_lowest(twinned)];
	return lanes;
}

LaneMask
cells_lanes_up(const Cells *cells, SubId sub, LaneMask lanes)
{
	return cells_twins(cells, target_lanes_up(cells->target, sub, lanes));
}

LaneMask
cells_lanes_down(const Cells *cells, SubId sub, LaneMask lanes)
{
	return cells_twins(cells, target_lanes_down(cells->target, sub, lanes));
}

LaneMask
cells_sub_lanes(const Cells *cells, SubId sub)
{
	return cells_twins(cells, target_sub_lanes(cells->target, sub));
}

/* Does a unit with LANES of a register have more than one of its lanes? */
static bool
has_halves(LaneMask lanes)
{
	return lanes != LANES_ALL && bits_count(lanes) > 1;
}

/* Every unit is a cell; one that has several lanes of some register, two. */
static void
split_all(Cells *cells)
{
	const Target *t = cells->target;

	cells->ncells = 2 * t->n_unit_regs;
	cells->is_double = ARENA_NEW(cells->arena, uint8_t, t->n_unit_regs + 1);
	for (uint32_t i = 0; i < t->n_unit_regs; i++)
		cells->of_unit[i] = 2 * i;
	for (uint32_t r = 1; r < t->n_regs; r++)
		for (uint32_t i = t->regs[r].units.start;
		     i < t->regs[r].units.end; i++)
			if (has_halves(target_unit_lanes(t, (RegId)r, i)))
				cells->is_double[t->reg_units[i]] = 1;
}

void
cells_build(Cells *cells, const Func *before, const Func *after, bool fine,
	    Arena *arena)
{
	const Target *t = before->target;
	uint32_t units = t->n_unit_regs + 1;
	Split s = {.cells = cells, .fine = fine};

	*cells = (Cells){.target = t, .arena = arena, .ncells = 1};
	cells->of_unit = ARENA_NEW(arena, uint32_t, units);
	cells->shares = ARENA_NEW(arena, CellShare, CELL_SHARES);
	cells->name = ARENA_NEW(arena, RegId, 2 * units);
	cells->of_reg = ARENA_RAW(arena, Slice, t->n_regs);
	for (uint32_t i = 0; i < t->n_regs; i++)
		cells->of_reg[i].start = NONE;
	if (fine)
		split_all(cells);
	s.size = ARENA_NEW(arena, uint32_t, units);
	s.count = ARENA_NEW(arena, uint32_t, units);
	s.twin = ARENA_RAW(arena, uint32_t, units);
	s.cut = ARENA_RAW(arena, uint32_t, units);
	for (uint32_t i = 0; i < units; i++)
		s.twin[i] = NONE;
	s.size[0] = t->n_unit_regs;
	s.seen_reg = ARENA_NEW(arena, uint8_t, t->n_regs);
	s.seen_class = ARENA_NEW(arena, uint8_t, t->n_classes);
	find_twins(cells);
	split_by_func(&s, before);
	split_by_func(&s, after);
}

/* Lanes of REG that its UNIT has, of which it may be the only one: then they
 * are what a register around it has there. */
static LaneMask
lanes_of_unit(const Target *t, RegId reg, UnitId unit, LaneMask lanes)
{
	for (Slice s = t->regs[reg].supers;
	     s.start < s.end && !has_halves(lanes); s.start++) {
		RegId super = target_super_at(t, reg, s.start);
		SubId sub = target_subreg_index(t, super, reg);

		for (Slice u = t->regs[super].units; u.start < u.end; u.start++)
			if (sub && t->reg_units[u.start] == unit &&
			    has_halves(target_unit_lanes(t, super, u.start)))
				lanes = target_lanes_down(
					t, sub,
					target_unit_lanes(t, super, u.start));
	}
	return lanes;
}

/* The lanes of REG, whatever its class is. */
static LaneMask
lanes_of_reg(const Cells *cells, RegId reg)
{
	const Target *t = cells->target;
	LaneMask lanes = LANES_NONE;

	for (uint32_t i = t->regs[reg].units.start; i < t->regs[reg].units.end;
	     i++)
		lanes |= target_unit_lanes(t, reg, i);
	return cells_twins(cells, lanes);
}

/* cells_share of a register of several units with a width. */
static uint16_t
share_find(const Cells *cells, RegId reg, LaneMask lanes)
{
	const Target *t = cells->target;
	uint16_t bits = t->regs[reg].twin_bits;
	uint32_t least = bits_count(lanes_of_reg(cells, reg));
	for (Slice s = t->regs[reg].subs; s.start < s.end; s.start++) {
		uint16_t width =
			t->regs[target_sub_at(t, reg, s.start)].twin_bits;

		if (!width)
			continue;
		LaneMask has =
			cells_sub_lanes(cells, t->sub_steps[s.start].sub);
		if (lanes & ~has)
			continue;
		uint32_t n = bits_count(has);
		if (n > least || (n == least && width <= bits))
			continue;
		least = n;
		bits = width;
	}
	return bits;
}

uint16_t
cells_share(Cells *cells, RegId reg, LaneMask lanes)
{
	const TargetReg *r = &cells->target->regs[reg];

	if (!r->twin_bits || r->units.end - r->units.start == 1)
		return r->twin_bits;
	CellShare *known = &cells->shares[(reg ^ lanes) % CELL_SHARES];
	if (known->reg != reg || known->lanes != lanes)
		*known = (CellShare){reg, share_find(cells, reg, lanes), lanes};
	return known->bits;
}

/* REG, whose parts start at FIRST, has LANES in CELL. */
static void
add_part(Cells *cells, uint32_t first, uint32_t cell, LaneMask lanes)
{
	CellPart part = {.cell = cell, .lanes = cells_twins(cells, lanes)};
	uint32_t k = first;

	while (k < cells->parts.n && cells->parts.at[k].cell != cell)
		k++;
	if (k < cells->parts.n)
		cells->parts.at[k].lanes |= part.lanes;
	else
		VEC_PUSH(cells->arena, cells->parts, part);
}

Slice
cells_find(Cells *cells, RegId reg)
{
	const Target *t = cells->target;
	Slice units = t->regs[reg].units;
	Slice *out = &cells->of_reg[reg];

	out->start = cells->parts.n;
	for (uint32_t i = units.start; i < units.end; i++) {
		Slice s = cells_of_unit(cells, t->reg_units[i]);
		LaneMask lanes = target_unit_lanes(t, reg, i), low = LANES_NONE;

		if (s.end - s.start > 1) {
			lanes = lanes_of_unit(t, reg, t->reg_units[i], lanes);
			for (uint32_t n = bits_count(lanes) / 2; n; n--)
				low |= (lanes & ~low) & -(lanes & ~low);
			add_part(cells, out->start, s.start, low);
			add_part(cells, out->start, s.start + 1, lanes & ~low);
		} else {
			add_part(cells, out->start, s.start, lanes);
		}
	}
	out->end = cells->parts.n;
	for (uint32_t i = out->start; i < out->end; i++)
		cells->parts.at[i].bits =
			cells_share(cells, reg, cells->parts.at[i].lanes);
	return *out;
}

bool
cells_mask_loses(const Cells *cells, const uint64_t *mask, UnitId unit)
{
	bool kept = false, lost = false;

	for (Slice s = cells->target->unit_regs[unit];
	     s.start < s.end && !(kept && lost); s.start++) {
		RegId r = target_unit_reg(cells->target, unit, s.start);

		if (mask_preserves(mask, r))
			kept = true;
		else if (cells_width(cells, r))
			lost = true;
	}
	return !kept || lost;
}
