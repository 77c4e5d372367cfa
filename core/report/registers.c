/*
 * The columns of the page: registers as wide as their file counts, or, where no
 * file has one, the narrowest that there are.  A column has parts, its register
 * units; where a register is, is told by column and a mask of the column's
 * units.
 */
#include "core/report/report_internal.h"

enum { PARTS_MAX = 31 }; /* of a column; those behind them are not shown */

typedef struct {
	const Report *r;
	const Target *t;
	RegId *root;	  /* by UnitId: the register of its column; 0: none */
	uint32_t *column; /* by RegId: its number, or NONE */
	Buf *out;
} Columns;

static Slice
units_of(const Columns *c, RegId reg)
{
	return c->t->regs[reg].units;
}

/* --- which columns there are --- */

static void
wide_roots(Columns *c)
{
	const Target *t = c->t;

	FOR_ARRAY(TargetClass, class, t->classes, t->n_classes) {
		if (class->bits != t->files[class->file].unit_bits)
			continue;
		FOR_SLICE(RegId, reg, t->class_regs, class->order) {
			Slice units = units_of(c, *reg);

			FOR_SLICE(UnitId, unit, t->reg_units, units)
				if (!c->root[*unit])
					c->root[*unit] = *reg;
		}
	}
}

static void
narrow_root(Columns *c, UnitId unit)
{
	const Target *t = c->t;
	Slice regs = t->unit_regs[unit];
	RegId best = 0;
	uint32_t n = UINT32_MAX;

	for (uint32_t i = regs.start; i < regs.end; i++) {
		RegId reg = target_unit_reg(t, unit, i);
		Slice units = units_of(c, reg);

		if (t->regs[reg].flags & REG_ARTIFICIAL ||
		    units.end - units.start >= n)
			continue;
		best = reg;
		n = units.end - units.start;
	}
	c->root[unit] = best;
}

static void
unit_use(Columns *c, UnitId unit)
{
	if (!c->root[unit])
		narrow_root(c, unit);
	if (c->root[unit])
		c->column[c->root[unit]] = 0;
}

static void
reg_use(Columns *c, RegId reg)
{
	Slice units = units_of(c, reg);

	FOR_SLICE(UnitId, unit, c->t->reg_units, units)
		unit_use(c, *unit);
}

/* Does something hold unit U by its own name? */
static bool
unit_is_held(const Columns *c, uint32_t u)
{
	const LiveRange *range = &c->r->story->live->units[u];

	return range->segs.start < range->segs.end;
}

static void
columns_find(Columns *c)
{
	const AllocLog *log = c->r->story->log;
	const Target *t = c->t;
	uint32_t n = 0;

	c->root = ARENA_NEW(c->r->tmp, RegId, t->n_unit_regs + 1);
	c->column = ARENA_RAW(c->r->tmp, uint32_t, t->n_regs);
	for (uint32_t i = 0; i < t->n_regs; i++)
		c->column[i] = NONE;
	wide_roots(c);
	for (uint32_t i = 0; i < t->n_unit_regs; i++)
		if (unit_is_held(c, i))
			unit_use(c, (UnitId)i);
	for (uint32_t i = 0; i < log->nintervals; i++)
		if (log->intervals[i].reg && story_lives(c->r->story, i))
			reg_use(c, log->intervals[i].reg);
	for (uint32_t i = 0; i < t->n_regs; i++)
		if (c->column[i] != NONE)
			c->column[i] = n++;
}

static void
columns_json(const Columns *c)
{
	bool any = false;

	buf_str(c->out, ",\n\"columns\": [");
	for (uint32_t i = 0; i < c->t->n_regs; i++) {
		Slice units = units_of(c, (RegId)i);

		if (c->column[i] == NONE)
			continue;
		buf_printf(c->out, "%s[\"%s\",%u]", any ? "," : "",
			   story_reg(c->r->story, (RegId)i),
			   units.end - units.start);
		any = true;
	}
	buf_char(c->out, ']');
}

/* --- where things are --- */

/* The number of UNIT in its column. */
static uint32_t
part_of(const Columns *c, UnitId unit)
{
	Slice units = units_of(c, c->root[unit]);
	uint32_t i;

	for (i = units.start; i < units.end; i++)
		if (c->t->reg_units[i] == unit)
			break;
	return i - units.start;
}

/* "[[column,mask], ...]": the units of REG that hold some of LANES. */
static void
place_json(const Columns *c, RegId reg, LaneMask lanes)
{
	Slice units = units_of(c, reg);
	uint32_t column = NONE, mask = 0;
	bool any = false;

	buf_char(c->out, '[');
	for (uint32_t i = units.start; i <= units.end; i++) {
		UnitId unit = i < units.end ? c->t->reg_units[i] : 0;
		uint32_t at = i == units.end  ? NONE
			      : c->root[unit] ? c->column[c->root[unit]]
					      : NONE;

		if (mask && at != column) {
			buf_printf(c->out, "%s[%u,%u]", any ? "," : "", column,
				   mask);
			any = true;
			mask = 0;
		}
		column = at;
		if (at != NONE && target_unit_lanes(c->t, reg, i) & lanes &&
		    part_of(c, unit) < PARTS_MAX)
			mask |= 1u << part_of(c, unit);
	}
	buf_char(c->out, ']');
}

/* The registers that intervals are in, and that the code names. */
static uint64_t *
named_find(const Columns *c)
{
	const AllocLog *log = c->r->story->log;
	const Func *code = c->r->code;
	uint64_t *named =
		ARENA_NEW(c->r->tmp, uint64_t, BITS_WORDS(c->t->n_regs));

	for (uint32_t i = 0; i < log->nintervals; i++)
		if (log->intervals[i].reg && story_lives(c->r->story, i))
			bits_add(named, log->intervals[i].reg);
	FOR_VEC(Operand, o, code->opnds)
		if (o->kind == OPND_REG)
			bits_add(named, o->val);
	return named;
}

static void
registers_json(const Columns *c)
{
	uint64_t *named = named_find(c);
	bool any = false;

	buf_str(c->out, ",\n\"registers\": {");
	for (uint32_t i = 1; i < c->t->n_regs; i++) {
		if (!bits_has(named, i))
			continue;
		buf_printf(c->out, "%s\"$%s\": ", any ? ", " : "",
			   story_reg(c->r->story, (RegId)i));
		place_json(c, (RegId)i, LANES_ALL);
		any = true;
	}
	buf_char(c->out, '}');
}

/* [[18,34], ...], segments that touch as one. */
static void
range_json(const Segment *seg, Slice segs, Buf *out)
{
	uint32_t i = segs.start, k;

	buf_char(out, '[');
	for (; i < segs.end; i = k + 1) {
		for (k = i; k + 1 < segs.end && seg[k].end == seg[k + 1].start;)
			k++;
		buf_printf(out, "%s[%u,%u]", i > segs.start ? "," : "",
			   seg[i].start, seg[k].end);
	}
	buf_char(out, ']');
}

/* [column, unit, range] of all units that code names itself. */
static void
fixed_json(const Columns *c)
{
	const Live *live = c->r->story->live;
	bool any = false;

	buf_str(c->out, ",\n\"fixed\": [");
	for (uint32_t i = 0; i < c->t->n_unit_regs; i++) {
		if (!unit_is_held(c, i) || !c->root[i])
			continue;
		buf_printf(c->out, "%s[%u,%u,", any ? ",\n" : "\n",
			   c->column[c->root[i]], part_of(c, (UnitId)i));
		range_json(live->segs.at, live->units[i].segs, c->out);
		buf_char(c->out, ']');
		any = true;
	}
	buf_char(c->out, ']');
}

/* [slot, [columns]] of all calls that destroy registers. */
static void
clobbers_json(const Columns *c)
{
	const Live *live = c->r->story->live;

	buf_str(c->out, ",\n\"clobbers\": [");
	for (uint32_t i = 0; i < live->nclobbers; i++) {
		const Clobber *clobber = &live->clobbers[i];
		bool any = false;

		buf_printf(c->out, "%s[%u,[", i ? ",\n" : "\n", clobber->at);
		for (uint32_t k = 0; k < c->t->n_regs; k++) {
			if (c->column[k] == NONE ||
			    mask_preserves(clobber->preserved, (RegId)k))
				continue;
			buf_printf(c->out, "%s%u", any ? "," : "",
				   c->column[k]);
			any = true;
		}
		buf_str(c->out, "]]");
	}
	buf_char(c->out, ']');
}

/* Of interval V, whose lanes live and die apart: [places, range] of each. */
static void
interval_lanes(const Columns *c, VregId v)
{
	const AllocLog *log = c->r->story->log;
	const LogInterval *p = &log->intervals[v];

	buf_json_str(c->out, story_name(c->r->story, v).at);
	buf_str(c->out, ": [");
	for (uint32_t i = p->lanes.start; i < p->lanes.end; i++) {
		const LogLanes *part = &log->lanes.at[i];

		buf_str(c->out, i > p->lanes.start ? ",[" : "[");
		place_json(c, p->reg, part->lanes);
		buf_char(c->out, ',');
		range_json(log->segs.at, part->segs, c->out);
		buf_char(c->out, ']');
	}
	buf_char(c->out, ']');
}

static void
lanes_json(const Columns *c)
{
	const AllocLog *log = c->r->story->log;
	bool any = false;

	buf_str(c->out, ",\n\"lanes\": {");
	for (uint32_t i = 0; i < log->nintervals; i++) {
		const LogInterval *p = &log->intervals[i];

		if (!p->reg || !story_lives(c->r->story, i) ||
		    p->lanes.start == p->lanes.end)
			continue;
		buf_str(c->out, any ? ",\n" : "\n");
		any = true;
		interval_lanes(c, i);
	}
	buf_char(c->out, '}');
}

void
report_registers(const Report *r, Buf *out)
{
	Columns c = {.r = r, .t = r->code->target, .out = out};

	columns_find(&c);
	columns_json(&c);
	registers_json(&c);
	fixed_json(&c);
	clobbers_json(&c);
	lanes_json(&c);
}
