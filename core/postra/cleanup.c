/*
 * Down each block with names for values: by register unit, what it holds and
 * how many bits of that, and by slot, what was saved there whole.  Then up with
 * the units that live.
 *
 * Registers of different width can have the same units (half of one, and the
 * whole): a copy of the narrow one says nothing of the rest of the wide one.
 */
#include "core/postra/cleanup.h"

#include "core/base/bits.h"
#include "core/model/memory.h"
#include "core/model/preserved.h"
#include "core/model/unitset.h"
#include "core/schedule/region.h"

#include <string.h>

/* A value, of which the low `bits` bits are there. */
typedef struct {
	uint64_t name;
	uint16_t bits;
} Value;

/* What a slot holds: the values that `reg` had in its units; see slot_holds. */
typedef struct {
	uint32_t epoch;
	RegId reg;
	uint32_t first; /* in `saved` */
} SlotValue;

typedef struct {
	Func *f;
	const Target *t;
	const uint64_t *reserved;
	Arena *tmp;
	uint8_t *kept;
	Preserved preserved;
	Value *units;	 /* what they hold */
	uint16_t *width; /* their bits that the function can tell apart */
	uint64_t next;	 /* name */
	uint64_t *masks; /* units that say what copies copy */
	RegId *source;	 /* by register: copied from; 0: not known */
	SlotValue *slots;
	uint32_t epoch;
	VEC(Value) saved; /* in slots */
	EffectList effects;
	uint64_t *live;
} Cleanup;

static uint32_t
units_of(const Cleanup *c, RegId reg)
{
	return c->t->regs[reg].units.end - c->t->regs[reg].units.start;
}

static Value *
unit_at(const Cleanup *c, RegId reg, uint32_t u)
{
	return &c->units[c->t->reg_units[c->t->regs[reg].units.start + u]];
}

/* Do A and B have as many units, of the same lanes in the same order? */
static bool
same_shape(const Cleanup *c, RegId a, RegId b)
{
	uint32_t n = units_of(c, a);

	if (n != units_of(c, b))
		return false;
	for (uint32_t u = 0; u < n; u++)
		if (c->t->unit_lanes[c->t->regs[a].lanes + u] !=
		    c->t->unit_lanes[c->t->regs[b].lanes + u])
			return false;
	return true;
}

/* The part of V that a register of WIDTH bits has. */
static Value
value_part(Value v, uint16_t width)
{
	return (Value){v.name, v.bits < width ? v.bits : width};
}

static bool
same_part(Value a, Value b)
{
	return a.name == b.name && a.bits == b.bits;
}

/* Do reads of A and of B give the same? */
static bool
same_value(const Cleanup *c, RegId a, RegId b)
{
	uint16_t width = target_reg_width(c->t, a);
	uint32_t n = units_of(c, a);

	if (!same_shape(c, a, b) || width != target_reg_width(c->t, b))
		return false;
	for (uint32_t u = 0; u < n; u++)
		if (unit_at(c, a, u)->bits < width ||
		    !same_part(value_part(*unit_at(c, a, u), width),
			       value_part(*unit_at(c, b, u), width)))
			return false;
	return true;
}

/* Does a copy of SRC leave DST as it is? */
static bool
copy_is_idle(const Cleanup *c, RegId dst, RegId src)
{
	uint16_t width = target_reg_width(c->t, dst);
	uint32_t n = units_of(c, dst);

	if (!same_shape(c, dst, src))
		return false;
	for (uint32_t u = 0; u < n; u++)
		if (!same_part(*unit_at(c, dst, u),
			       value_part(*unit_at(c, src, u), width)))
			return false;
	return true;
}

/* Is INSN a copy of a register and nothing else? */
static bool
is_copy(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
	       o[0].kind == OPND_REG && o[0].flags & OPND_DEF && o[0].val &&
	       o[1].kind == OPND_REG && o[1].val &&
	       !(o[1].flags & OPND_UNDEF) &&
	       !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED));
}

/* Does a load of REG from the slot leave it as it is? */
static bool
slot_holds(const Cleanup *c, uint32_t slot, RegId reg)
{
	const SlotValue *s = &c->slots[slot];
	uint16_t width = target_reg_width(c->t, reg);
	uint32_t n = units_of(c, reg);

	if (s->epoch != c->epoch || !same_shape(c, s->reg, reg))
		return false;
	for (uint32_t u = 0; u < n; u++)
		if (!same_part(*unit_at(c, reg, u),
			       value_part(c->saved.at[s->first + u], width)))
			return false;
	return true;
}

static void
slot_set(Cleanup *c, uint32_t slot, RegId reg)
{
	uint16_t width = target_reg_width(c->t, reg);
	uint32_t n = units_of(c, reg);

	c->slots[slot] = (SlotValue){c->epoch, reg, c->saved.n};
	for (uint32_t u = 0; u < n; u++)
		VEC_PUSH(c->tmp, c->saved,
			 value_part(*unit_at(c, reg, u), width));
}

/* REG has a new value. */
static void
reg_new(Cleanup *c, RegId reg)
{
	uint16_t width = target_reg_width(c->t, reg);
	uint32_t n = units_of(c, reg);

	for (uint32_t u = 0; u < n; u++)
		*unit_at(c, reg, u) = (Value){c->next++, width};
	c->source[reg] = 0;
}

/* DST gets what SRC holds.  ALIKE: reads of one can be reads of the other. */
static void
reg_copy(Cleanup *c, RegId dst, RegId src, bool alike)
{
	uint16_t width = target_reg_width(c->t, dst);
	uint32_t n = units_of(c, dst);

	if (!same_shape(c, dst, src) || target_overlap(c->t, dst, src)) {
		reg_new(c, dst);
		return;
	}
	for (uint32_t u = 0; u < n; u++)
		*unit_at(c, dst, u) = value_part(*unit_at(c, src, u), width);
	c->source[dst] = 0;
	if (!alike)
		return;
	/* A copy of a copy is a copy of the first. */
	c->source[dst] = c->source[src] && same_value(c, c->source[src], src)
				 ? c->source[src]
				 : src;
}

static void
clobber(Cleanup *c, uint32_t mask)
{
	const uint64_t *kept = preserved_units(&c->preserved, mask);

	for (uint32_t u = 0; u < c->t->n_unit_regs; u++)
		if (!bits_has(kept, u))
			c->units[u] = (Value){c->next++, c->width[u]};
}

/* Is some other register operand of INSN about the same bits as O? */
static bool
has_companion(const Cleanup *c, const Insn *insn, const Operand *o)
{
	FOR_OPNDS(all, c->f, insn)
		if (all != o && all->kind == OPND_REG && all->val &&
		    all->flags & OPND_IMPLICIT &&
		    target_overlap(c->t, (RegId)all->val, (RegId)o->val))
			return true;
	return false;
}

/* Let the read E of INSN take its value from where it was copied from. */
static void
read_source(Cleanup *c, const Insn *insn, const Effect *e)
{
	if (e->opnd == NONE || e->cls == CLASS_NONE ||
	    e->flags & (EFFECT_DEF | EFFECT_FIXED | EFFECT_SPECIAL |
			EFFECT_UNDEF | EFFECT_IMPLICIT | EFFECT_DEBUG))
		return;
	Operand *o = &c->f->opnds.at[e->opnd];
	RegId from = c->source[e->reg];
	if (!from || o->tied != TIED_NONE || bits_has(c->reserved, from) ||
	    bits_has(c->reserved, e->reg) ||
	    !target_class_has(c->t, e->cls, from) ||
	    !same_value(c, e->reg, from) || has_companion(c, insn, o) ||
	    (target_starts_odd(c->t, from) && !target_starts_odd(c->t, e->reg)))
		return;
	o->val = from;
}

/* Is an early-clobber definition among the effects? */
static bool
writes_early(const Cleanup *c)
{
	for (uint32_t k = 0; k < c->effects.n; k++)
		if (c->effects.at[k].flags & EFFECT_EARLY)
			return true;
	return false;
}

/* What instruction I does to slots. */
static void
slots_pass(Cleanup *c, InsnId i)
{
	MemoryEffect e = memory_effect(c->f, i);

	if (e.kind == MEMORY_ALL)
		c->epoch++;
	else if (e.kind == MEMORY_SLOT && e.store)
		c->slots[e.slot].epoch = 0;
}

/* All registers and slots have new values, as far as it is known. */
static void
forget_all(Cleanup *c)
{
	c->epoch++;
	for (uint32_t u = 0; u < c->t->n_unit_regs; u++)
		c->units[u] = (Value){c->next++, c->width[u]};
}

/* What instruction I does to registers, but KEEP, which may be 0. */
static void
registers_pass(Cleanup *c, InsnId i, RegId keep)
{
	const Insn *insn = func_insn(c->f, i);
	bool masks = false;

	FOR_OPNDS(o, c->f, insn)
		if (o->kind == OPND_MASK)
			clobber(c, o->val);
	FOR_VEC(Effect, e, c->effects) {
		if (!(e->flags & EFFECT_DEF) || e->reg == keep)
			continue;
		reg_new(c, e->reg);
		masks |= unitset_meets(c->t, c->masks, e->reg);
	}
	if (masks)
		forget_all(c);
}

/* Do the effects define more than REG?  A reload of a part of a tuple says so
 * of the rest, which has a value from there on, whichever. */
static bool
defines_beside(const Cleanup *c, RegId reg)
{
	for (uint32_t k = 0; k < c->effects.n; k++)
		if (c->effects.at[k].flags & EFFECT_DEF &&
		    c->effects.at[k].reg != reg)
			return true;
	return false;
}

static void
insn_down(Cleanup *c, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn);
	SlotMove move;

	if (insn->flags & INSN_DEBUG)
		return;
	if (is_copy(c->f, insn)) {
		RegId dst = (RegId)o[0].val, src = (RegId)o[1].val;

		if (copy_is_idle(c, dst, src) && !bits_has(c->reserved, dst))
			c->kept[i] = 0;
		else
			reg_copy(c, dst, src, copy_within_class(c->f, insn));
		return;
	}
	c->effects.n = 0;
	insn_effects(c->f, insn, &c->effects, c->tmp);
	if (memory_slot_move(c->f, i, &move)) {
		if (move.load && slot_holds(c, move.slot, move.reg) &&
		    !defines_beside(c, move.reg)) {
			c->kept[i] = 0;
			return;
		}
		registers_pass(c, i, move.reg);
		if (move.load)
			reg_new(c, move.reg);
		slot_set(c, move.slot, move.reg);
		return;
	}
	if (!insn_is_boundary(c->f, insn) && !writes_early(c))
		for (uint32_t k = 0; k < c->effects.n; k++)
			read_source(c, insn, &c->effects.at[k]);
	slots_pass(c, i);
	registers_pass(c, i, 0);
}

/* --- upwards --- */

/* What lives behind block B: at an end without successors, all that has to be
 * preserved. */
static void
live_start(Cleanup *c, BlockId b, const uint64_t *saved)
{
	const Func *f = c->f;
	Slice s = f->blocks.at[b].succs;

	memset(c->live, 0, BITS_WORDS(c->t->n_unit_regs) * sizeof(uint64_t));
	for (uint32_t i = 1; s.start == s.end && i < c->t->n_regs; i++)
		if (bits_has(saved, i))
			unitset_add(c->t, c->live, (RegId)i);
	FOR_SLICE(Succ, succ, f->succs.at, s) {
		FOR_LIVEINS(livein, f, succ->block)
			unitset_add(c->t, c->live, livein->reg);
	}
}

/* At INSN, in block B: what lives where control can go from within. */
static void
live_pads(Cleanup *c, BlockId b, const Insn *insn)
{
	const Func *f = c->f;

	if (!(insn_flags(f, insn) & OP_CALL) &&
	    !insn_is(f, insn, WK_INLINEASM_BR))
		return;
	FOR_SUCCS(succ, f, b) {
		const Block *to = &f->blocks.at[succ->block];
		Slice in = to->liveins;

		if (to->flags &
		    (BLOCK_LANDING_PAD | BLOCK_FUNCLET | BLOCK_ASM_TARGET))
			FOR_SLICE(LiveIn, livein, f->liveins.at, in)
				unitset_add(c->t, c->live, livein->reg);
	}
}

/* Do the effects define something that lives, or that is reserved? */
static bool
defines_live(const Cleanup *c)
{
	FOR_VEC(Effect, e, c->effects) {
		if (e->flags & EFFECT_DEF &&
		    (bits_has(c->reserved, e->reg) ||
		     unitset_meets(c->t, c->live, e->reg)))
			return true;
	}
	return false;
}

static void
insn_up(Cleanup *c, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	SlotMove move;

	if (!c->kept[i] || insn->flags & INSN_DEBUG)
		return;
	c->effects.n = 0;
	insn_effects(c->f, insn, &c->effects, c->tmp);
	if ((is_copy(c->f, insn) ||
	     (memory_slot_move(c->f, i, &move) && move.load)) &&
	    !defines_live(c)) {
		c->kept[i] = 0;
		return;
	}
	for (uint32_t k = 0; k < c->effects.n; k++)
		if (c->effects.at[k].flags & EFFECT_DEF)
			unitset_del(c->t, c->live, c->effects.at[k].reg);
	live_pads(c, b, insn);
	for (uint32_t k = 0; k < c->effects.n; k++)
		if (!(c->effects.at[k].flags & (EFFECT_DEF | EFFECT_UNDEF)))
			unitset_add(c->t, c->live, c->effects.at[k].reg);
}

/* The widest registers that the function names say how many bits of a unit
 * matter.  Calls and returns name those that carry arguments and results. */
static void
widths_find(Cleanup *c)
{
	const Func *f = c->f;
	uint64_t *named = ARENA_NEW(c->tmp, uint64_t, BITS_WORDS(c->t->n_regs));

	FOR_VEC(Operand, o, f->opnds)
		if (o->kind == OPND_REG)
			bits_add(named, o->val);
	for (RegId reg = 1; reg < c->t->n_regs; reg++) {
		uint16_t width = target_reg_width(c->t, reg);

		if (!bits_has(named, reg))
			continue;
		FOR_UNITS(unit, c->t, reg) {
			uint32_t u = *unit;
			if (c->width[u] < width)
				c->width[u] = width;
		}
	}
}

uint8_t *
cleanup_run(Func *f, const uint64_t *reserved, const uint64_t *saved,
	    Arena *tmp)
{
	Cleanup c = {.f = f,
		     .t = f->target,
		     .reserved = reserved,
		     .tmp = tmp,
		     .next = 1,
		     .epoch = 1};

	c.kept = ARENA_RAW(tmp, uint8_t, f->insns.n + 1);
	memset(c.kept, 1, f->insns.n);
	if (!f->traits.tracks_liveness)
		return c.kept;
	preserved_init(&c.preserved, f, tmp);
	c.masks = ARENA_NEW(tmp, uint64_t, BITS_WORDS(c.t->n_unit_regs) + 1);
	for (InsnId i = 0; i < c.t->n_copies; i++)
		target_copy_reads(c.t, &c.t->copies[i], c.masks);
	c.units = ARENA_NEW(tmp, Value, c.t->n_unit_regs + 1);
	c.width = ARENA_NEW(tmp, uint16_t, c.t->n_unit_regs + 1);
	widths_find(&c);
	c.source = ARENA_NEW(tmp, RegId, c.t->n_regs);
	c.slots = ARENA_NEW(tmp, SlotValue, f->stack.n + 1);
	c.live = ARENA_NEW(tmp, uint64_t, BITS_WORDS(c.t->n_unit_regs) + 1);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		c.saved.n = 0;
		forget_all(&c);
		for (InsnId i = block->first; i < block->end; i++)
			insn_down(&c, i);
		live_start(&c, b, saved);
		for (InsnId i = block->end; i-- > block->first;)
			insn_up(&c, b, i);
	}
	return c.kept;
}
