/*
 * Kills and deaths, read off the live ranges (the tables of LLVM's
 * LiveVariables: RegistersKilled, RegistersDead, VarInfo).
 */
#include "core/analysis/kills.h"

/* Does the value that RANGE holds before position POS end there? */
static bool
range_ends(const Live *live, const LiveRange *range, uint32_t pos)
{
	const Segment *s = range_find(live, range, slot_at(pos, SLOT_BLOCK));

	return s && s->end <= slot_at(pos, SLOT_DEAD);
}

static bool
range_dead(const Live *live, const LiveRange *range, SlotIdx def)
{
	const Segment *s = range_find(live, range, def);

	return s && s->end == (def | SLOT_DEAD);
}

typedef bool RangeAsk(const Live *, const LiveRange *, uint32_t);

/* Is the answer yes for all units of REG that have a range at all? */
static bool
units_ask(const Live *live, const Func *f, RegId reg, uint32_t at,
	  RangeAsk *ask)
{
	bool any = false;

	FOR_UNITS(unit, f->target, reg) {
		const LiveRange *r = &live->units[*unit];

		if (r->segs.start == r->segs.end)
			continue;
		if (!ask(live, r, at))
			return false;
		any = true;
	}
	return any;
}

/* Does INSN write a part of register V and keep the rest? */
static bool
insn_keeps(const Func *f, const Insn *insn, VregId v)
{
	const Operand *o = insn_opnds(f, insn), *end = o + insn->nopnds;

	for (; o < end; o++)
		if (o->kind == OPND_VREG && o->val == v &&
		    (o->flags & OPND_DEF) && opnd_reads(o))
			return true;
	return false;
}

bool
operand_kills(const Live *live, const Func *f, InsnId i, const Operand *o)
{
	const Insn *insn = func_insn(f, i);
	uint32_t pos = live->slots.insn_pos[i];

	if ((o->flags & (OPND_DEF | OPND_INTERNAL)) || !opnd_reads(o) ||
	    insn_is(f, insn, WK_PHI))
		return false;
	if (o->kind == OPND_VREG)
		return range_ends(live, &live->vregs[o->val].main, pos) &&
		       !insn_keeps(f, insn, o->val);
	return o->val && units_ask(live, f, (RegId)o->val, pos, range_ends);
}

bool
operand_dead(const Live *live, const Func *f, InsnId i, BlockId b,
	     const Operand *o)
{
	SlotIdx def = slot_of(&live->slots, i,
			      o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG);

	if (!(o->flags & OPND_DEF))
		return false;
	if (insn_is(f, func_insn(f, i), WK_PHI))
		def = slot_block_start(&live->slots, b);
	if (o->kind == OPND_VREG)
		return range_dead(live, &live->vregs[o->val].main, def);
	return o->val && units_ask(live, f, (RegId)o->val, def, range_dead);
}

/* Has one of the operands before number N the same register and role? */
static bool
seen_before(const Operand *o, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (o[i].kind == o[n].kind && o[i].val == o[n].val &&
		    !((o[i].flags ^ o[n].flags) & OPND_DEF) &&
		    !(o[i].flags & OPND_UNDEF))
			return true;
	return false;
}

static void
insn_print(const Live *live, const Func *f, InsnId i, BlockId b, FILE *out)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	uint32_t j, n = 0;

	fprintf(out, "  %s ",
		slot_name(slot_of(&live->slots, i, SLOT_BLOCK)).at);
	insn_name_print(f, i, out);
	for (j = 0; j < insn->nopnds; j++) {
		if (!opnd_is_reg(&o[j]) || seen_before(o, j) ||
		    !operand_kills(live, f, i, &o[j]))
			continue;
		fprintf(out, "%s %s",
			n++ ? "" : " killed:", opnd_name(f, &o[j]).at);
	}
	for (j = 0, n = 0; j < insn->nopnds; j++) {
		if (!opnd_is_reg(&o[j]) || seen_before(o, j) ||
		    !operand_dead(live, f, i, b, &o[j]))
			continue;
		fprintf(out, "%s %s",
			n++ ? "" : " dead:", opnd_name(f, &o[j]).at);
	}
	putc('\n', out);
}

/* The blocks that lie wholly in one segment of V. */
static void
through_print(const Live *live, const Func *f, VregId v, FILE *out)
{
	const Slots *slots = &live->slots;

	fputs(" alive:", out);
	FOR_SLICE(Segment, s, live->segs.at, live->vregs[v].main.segs) {
		const Value *value = &live->values.at[s->value];

		BlockId b = slot_block(slots, s->start);
		if (s->start != slot_block_start(slots, b))
			b++;
		for (; b < f->blocks.n && slot_block_end(slots, b) <= s->end;
		     b++)
			if (!value_is_phi(value, slot_block_start(slots, b)))
				fprintf(out, " bb.%u", f->blocks.at[b].number);
	}
}

static void
vreg_print(const Live *live, const Func *f, VregId v, FILE *out)
{
	uint32_t last = NONE;

	fprintf(out, "%s def:", vreg_name(f, v).at);
	FOR_SLICE(Value, value, live->values.at, live->vregs[v].main.values)
		if (value->opnd != NONE)
			fprintf(out, " %s", slot_name(value->def).at);
	through_print(live, f, v, out);
	fputs(" kills:", out);
	FOR_OCCURRENCES(m, live, v) {
		uint32_t pos = live->slots.insn_pos[m->insn];

		if ((func_insn(f, m->insn)->flags & INSN_DEBUG) ||
		    pos == last ||
		    !operand_kills(live, f, m->insn, &f->opnds.at[m->opnd]))
			continue;
		fprintf(out, " %s", pos_name(pos).at);
		last = pos;
	}
	putc('\n', out);
}

void
kills_print(const Live *live, const Func *f, FILE *out)
{
	for (BlockId b = 0; b < f->blocks.n; b++) {
		fprintf(out, "bb.%u\n", f->blocks.at[b].number);
		for (InsnId i = f->blocks.at[b].first; i < f->blocks.at[b].end;
		     i++)
			if (!(func_insn(f, i)->flags & INSN_DEBUG))
				insn_print(live, f, i, b, out);
	}
	for (VregId v = 0; v < f->vregs.n; v++)
		if (live->occurrence_start[v] < live->occurrence_start[v + 1])
			vreg_print(live, f, v, out);
}
