/*
 * Registers for a moment: one that nobody needs, or one in use, which is saved
 * in a slot of its own and restored.
 */
#include "core/rewrite/moves.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"

/* Numbers of slots for registers saved here, apart from those of parallel.c. */
#define SAVED_SLOTS 0x10000u

uint32_t
spare_slot(void *context, ClassId cls, uint32_t n)
{
	Rewriter *r = context;
	SpareSlot s = {.cls = cls, .n = n, .slot = 0};

	for (uint32_t i = 0; i < r->spare.n; i++)
		if (r->spare.at[i].cls == cls && r->spare.at[i].n == n)
			return r->spare.at[i].slot;
	const SpillRule *rule = func_spill(r->in, cls, r->t->stack_align);
	if (!rule) {
		diag_error(r->in->diag, r->loc,
			   "no register is free for a copy of class %s, which "
			   "cannot be spilled",
			   target_class_name(r->t, cls));
		r->errors++;
		return 0;
	}
	s.slot = func_add_slot(r->out, rule->size, rule->align, rule->stack_id);
	VEC_PUSH(r->tmp, r->spare, s);
	return s.slot;
}

RegId
free_register(void *context, ClassId cls, const uint64_t *barred)
{
	const Rewriter *r = context;

	return alloc_scratch(r->alloc, cls, r->pos, barred);
}

RegId
used_register(const Rewriter *r, ClassId cls, const uint64_t *barred)
{
	Slice s = r->t->classes[cls].order;

	for (uint32_t i = s.start; i < s.end; i++) {
		RegId reg = r->t->class_regs[i];

		if (!bits_has(r->alloc->reserved, reg) &&
		    !(barred && unitset_meets(r->t, barred, reg)))
			return reg;
	}
	return 0;
}

/* May UNIT be of a register that allocation gives out without REG? */
static bool
unit_is_elsewhere(const Rewriter *r, UnitId unit, RegId reg)
{
	for (Slice s = r->t->unit_regs[unit]; s.start < s.end; s.start++) {
		RegId other = target_unit_reg(r->t, unit, s.start);

		if ((r->t->regs[other].flags & REG_ALLOCATABLE) &&
		    !target_overlap(r->t, other, reg))
			return true;
	}
	return false;
}

static void
reg_name(Rewriter *r, RegId reg)
{
	Slice s = r->t->regs[reg].subs;

	bits_add(r->named, reg);
	for (; s.start < s.end; s.start++)
		bits_add(r->named, target_sub_at(r->t, reg, s.start));
}

/* Fill `named`. */
static void
regs_name(Rewriter *r)
{
	const Func *f = r->in;
	uint32_t words = BITS_WORDS(r->t->n_regs);
	uint8_t *seen = ARENA_NEW(r->tmp, uint8_t, r->t->n_classes);

	r->named = ARENA_NEW(r->tmp, uint64_t, words);
	FOR_VEC(Operand, o, f->opnds)
		if (o->kind == OPND_REG && o->val)
			reg_name(r, (RegId)o->val);
	FOR_VEC(LiveIn, livein, f->liveins)
		reg_name(r, livein->reg);
	FOR_VEC(Vreg, vreg, f->vregs) {
		ClassId cls = vreg->cls;

		if (cls == CLASS_NONE || seen[cls])
			continue;
		seen[cls] = 1;
		for (uint32_t w = 0; w < words; w++)
			r->named[w] |= target_class_word(r->t, cls, w);
	}
}

/* Is WHOLE just REG with more bits, all of them outside BARRED (may be NULL),
 * that the function knows of?  The machine may not have any others: wider
 * vectors. */
static bool
reg_is_widened(Rewriter *r, RegId whole, RegId reg, const uint64_t *barred)
{
	if (!r->named)
		regs_name(r);
	if (!bits_has(r->named, whole) || bits_has(r->alloc->reserved, whole) ||
	    (barred && unitset_meets(r->t, barred, whole)))
		return false;
	FOR_UNITS(unit, r->t, whole)
		if (unit_is_elsewhere(r, *unit, reg))
			return false;
	return true;
}

/* The class whose spill rule moves the most of REG; CLASS_NONE: none does. */
static ClassId
widest_class(const Rewriter *r, RegId reg)
{
	ClassId best = CLASS_NONE;
	uint32_t size = 0;

	for (uint32_t c = 0; c < r->t->n_classes; c++) {
		if (!target_class_has(r->t, (ClassId)c, reg))
			continue;
		const SpillRule *rule =
			func_spill(r->in, (ClassId)c, r->t->stack_align);
		if (rule && rule->size > size &&
		    target_class_has(r->t, rule->cls, reg)) {
			best = (ClassId)c;
			size = rule->size;
		}
	}
	return best;
}

/* Restore what S's register held. */
static void
restore_scratch(Rewriter *r, const Scratch *s)
{
	r->restored = s->whole;
	r->restore = r->out->insns.n;
	emit_whole_access(r, s->cls, s->whole, s->saved, OPND_RENAMABLE, true);
}

/* Was what S's register holds restored from its slot just now?  Then it is not
 * any more: the slot still has it. */
static bool
restore_undone(Rewriter *r, const Scratch *s)
{
	Func *out = r->out;

	if (r->restore == NONE || r->restore + 1 != out->insns.n ||
	    r->restored != s->whole ||
	    out->accesses.at[out->accesses.n - 1].insn != r->restore ||
	    out->accesses.at[out->accesses.n - 1].slot != s->saved)
		return false;
	out->insns.n--;
	out->accesses.n--;
	r->restore = NONE;
	return true;
}

/*
 * Save what S's register holds.  A value may be wider than the class it is
 * taken for: a load of half a register may clear the other half, one of a
 * double the rest of its vector.  So the widest register around it is saved.
 */
static void
save_scratch(Rewriter *r, Scratch *s, const uint64_t *barred)
{
	Slice supers = r->t->regs[s->reg].supers;
	uint32_t bits = r->t->classes[s->cls].bits;
	ClassId cls = widest_class(r, s->reg);

	s->whole = s->reg;
	if (cls != CLASS_NONE && r->t->classes[cls].bits > bits) {
		s->cls = cls;
		bits = r->t->classes[cls].bits;
	}
	for (; supers.start < supers.end; supers.start++) {
		RegId whole = target_super_at(r->t, s->reg, supers.start);

		if (!reg_is_widened(r, whole, s->reg, barred))
			continue;
		cls = widest_class(r, whole);
		if (cls == CLASS_NONE || r->t->classes[cls].bits <= bits)
			continue;
		s->whole = whole;
		s->cls = cls;
		bits = r->t->classes[cls].bits;
	}
	s->saved = spare_slot(r, s->cls, SAVED_SLOTS + r->held.n);
	if (!restore_undone(r, s))
		emit_whole_access(r, s->cls, s->whole, s->saved, OPND_RENAMABLE,
				  false);
}

void
victim_save(Rewriter *r, RegId reg, ClassId cls)
{
	Scratch s = {.reg = reg, .saved = NONE, .cls = cls};

	save_scratch(r, &s, NULL);
	VEC_PUSH(r->tmp, r->held, s);
}

void
victim_restore(Rewriter *r)
{
	restore_scratch(r, &r->held.at[--r->held.n]);
}

Side
take_scratch(Rewriter *r, ClassId cls)
{
	Scratch s = {.saved = NONE, .cls = cls};

	s.reg = cls == CLASS_NONE ? 0 : free_register(r, cls, r->barred);
	if (!s.reg && cls != CLASS_NONE) {
		const uint64_t *barred = r->barred;

		s.reg = used_register(r, cls, barred);
		if (!s.reg) {
			barred = r->own;
			s.reg = used_register(r, cls, barred);
		}
		if (s.reg)
			save_scratch(r, &s, barred);
	}
	if (!s.reg) {
		diag_error(r->in->diag, r->loc,
			   "no register can be freed for a copy");
		r->errors++;
		return (Side){.kind = SIDE_NOWHERE, .cls = cls};
	}
	unitset_add(r->t, r->barred, s.reg);
	unitset_add(r->t, r->own, s.reg);
	VEC_PUSH(r->tmp, r->held, s);
	return side_of_scratch(s.reg, cls);
}

void
drop_scratches(Rewriter *r, uint32_t n)
{
	while (r->held.n > n) {
		Scratch *s = &r->held.at[--r->held.n];

		unitset_del(r->t, r->barred, s->reg);
		if (s->saved != NONE)
			restore_scratch(r, s);
	}
}

Side
side_of_scratch(RegId reg, ClassId cls)
{
	return (Side){
		.kind = SIDE_REG, .renamable = true, .reg = reg, .cls = cls};
}
