/*
 * Moves as instructions.
 *
 * Both sides of a move may be registers, slots, or parts of them.  Direct
 * forms first; what has none goes through a scratch register, for which, if
 * none is free, some register is saved in a slot of its own for the moment.
 */
#include "core/rewrite/moves.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <string.h>

/* Numbers of slots for registers saved here, apart from those of parallel.c. */
#define SAVED_SLOTS 0x10000u

Insn *
open_insn(Rewriter *r, OpcodeId op, unsigned flags, uint32_t nleft)
{
	Insn insn = {.op = op,
		     .flags = (uint16_t)(INSN_MADE | flags),
		     .opnd0 = r->out->opnds.n,
		     .nleft = nleft,
		     .origin = NONE,
		     .loc = r->loc};

	VEC_PUSH(r->out->arena, r->out->insns, insn);
	return &r->out->insns.at[r->out->insns.n - 1];
}

void
append_operand(Rewriter *r, Operand o)
{
	VEC_PUSH(r->out->arena, r->out->opnds, o);
	r->out->insns.at[r->out->insns.n - 1].nopnds++;
}

static void
append_reg(Rewriter *r, RegId reg, unsigned flags)
{
	append_operand(r, (Operand){.kind = OPND_REG,
				    .tied = TIED_NONE,
				    .flags = (uint16_t)flags,
				    .val = reg,
				    .loc = LOC_NONE});
}

void
append_whole(Rewriter *r, RegId whole, bool undef)
{
	const Insn *insn = &r->out->insns.at[r->out->insns.n - 1];
	const Operand *o = insn_opnds(r->out, insn);
	uint32_t k;

	if (!whole)
		return;
	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].val == whole &&
		    (o[k].flags & OPND_DEF))
			return;
	if (!undef)
		append_reg(r, whole, OPND_IMPLICIT);
	append_reg(r, whole, OPND_IMPLICIT | OPND_DEF);
}

Side
side_of_vreg(const Rewriter *r, VregId v, SubId sub, bool undef)
{
	Side s = {.renamable = true,
		  .undef = undef,
		  .sub = sub,
		  .cls = r->in->vregs.at[v].cls};
	RegId reg = r->alloc->reg[v];

	if (reg) {
		s.kind = SIDE_REG;
		s.reg = target_subreg(r->t, reg, sub);
		if (sub && !r->in->lane_liveness)
			s.whole = reg;
		if (!s.reg)
			s.kind = SIDE_NOWHERE;
	} else if (r->alloc->slot[v] != NONE) {
		s.kind = SIDE_SLOT;
		s.slot = r->alloc->slot[v];
	}
	return s;
}

Side
side_of(const Rewriter *r, const Operand *o)
{
	Side s = {.cls = CLASS_NONE};

	if (o->kind == OPND_VREG)
		return side_of_vreg(r, o->val, o->sub, o->flags & OPND_UNDEF);
	if (o->kind == OPND_REG && o->val) {
		s.kind = SIDE_REG;
		s.reg = (RegId)o->val;
		s.renamable = o->flags & OPND_RENAMABLE;
	}
	return s;
}

Side
side_of_scratch(RegId reg, ClassId cls)
{
	return (Side){
		.kind = SIDE_REG, .renamable = true, .reg = reg, .cls = cls};
}

static unsigned
side_flags(const Side *s)
{
	return s->renamable ? OPND_RENAMABLE : 0;
}

uint32_t
spare_slot(void *context, ClassId cls, uint32_t n)
{
	Rewriter *r = context;
	const SpillRule *rule;
	SpareSlot s = {.cls = cls, .n = n, .slot = 0};
	uint32_t i;

	for (i = 0; i < r->spare.n; i++)
		if (r->spare.at[i].cls == cls && r->spare.at[i].n == n)
			return r->spare.at[i].slot;
	rule = func_spill(r->in, cls, r->t->stack_align);
	if (!rule) {
		diag_error(r->in->diag, r->loc,
			   "no register is free for a copy of class %s, which "
			   "cannot be spilled",
			   target_str(r->t, r->t->classes[cls].name));
		r->errors++;
		return 0;
	}
	s.slot = func_add_slot(r->out, rule->size, rule->align, rule->stack_id);
	VEC_PUSH(r->tmp, r->spare, s);
	return s.slot;
}

RegId
free_register(void *context, ClassId cls, const uint64_t *busy)
{
	const Rewriter *r = context;

	return alloc_scratch(r->alloc, cls, r->pos, busy);
}

RegId
used_register(const Rewriter *r, ClassId cls, const uint64_t *busy)
{
	Slice s = r->t->classes[cls].order;
	uint32_t i;

	for (i = s.start; i < s.end; i++) {
		RegId reg = r->t->class_regs[i];

		if (!bits_has(r->alloc->reserved, reg) &&
		    !(busy && unitset_meets(r->t, busy, reg)))
			return reg;
	}
	return 0;
}

/* func_spill for values of class CLS in a slot of alignment ALIGN. */
static const SpillRule *
spill_rule(Rewriter *r, ClassId cls, uint32_t align)
{
	RuleAsked *a =
		&r->rules[cls % (sizeof(r->rules) / sizeof(r->rules[0]))];

	if (!a->rule || a->cls != cls || a->align != align)
		*a = (RuleAsked){func_spill(r->in, cls, align), align, cls};
	return a->rule;
}

/* The rule for moving REG, a value of class CLS (NONE: any of SIZE bytes),
 * to and from SLOT. */
static const SpillRule *
slot_rule(Rewriter *r, ClassId cls, RegId reg, uint32_t slot, uint32_t size)
{
	const StackObject *object = &r->out->stack.at[slot];
	const SpillRule *rule = NULL;
	uint32_t i;

	if (cls != CLASS_NONE) {
		rule = spill_rule(r, cls, object->align);
		if (!rule)
			return NULL;
		if (target_class_has(r->t, rule->cls, reg))
			return rule;
		size = rule->size;
	}
	for (i = 0; i < r->t->n_spills; i++) {
		rule = &r->t->spills[i];
		if (rule->size == size && rule->align <= object->align &&
		    rule->stack_id == object->stack_id &&
		    target_class_has(r->t, rule->cls, reg) &&
		    func_takes_rule(r->in, rule))
			return rule;
	}
	return NULL;
}

/* The rule for moving the part SUB, which starts where the value in SLOT
 * starts, between REG and memory; NULL: there is none. */
static const SpillRule *
part_rule(Rewriter *r, RegId reg, uint32_t slot, SubId sub)
{
	const TargetSub *s = &r->t->subs[sub];

	if (s->offset || s->size < 8 || s->size % 8 ||
	    r->out->stack.at[slot].stack_id)
		return NULL;
	return slot_rule(r, CLASS_NONE, reg, slot, (uint32_t)s->size / 8);
}

void
append_imm(Rewriter *r, int64_t value)
{
	append_operand(r, (Operand){.kind = OPND_IMM,
				    .tied = TIED_NONE,
				    .val = r->out->imms.n,
				    .loc = LOC_NONE});
	VEC_PUSH(r->out->arena, r->out->imms, value);
}

/* func_recipe_reg, whose answer depends on the value alone. */
static RegId
recipe_reg(Rewriter *r, const RecipeOpnd *o)
{
	if (!r->recipe || r->recipe->value != o->value) {
		r->recipe_reg = func_recipe_reg(r->in, o);
		r->recipe = o;
	}
	return r->recipe_reg;
}

/* One operand of a load or store from its recipe. */
static void
append_place(Rewriter *r, const RecipeOpnd *from, RegId reg, uint32_t slot,
	     unsigned flags)
{
	Operand o = {.kind = OPND_REG,
		     .tied = TIED_NONE,
		     .val = (uint32_t)from->value,
		     .loc = LOC_NONE};

	if (from->flags & RECIPE_DEF)
		o.flags |= OPND_DEF;
	if (from->flags & RECIPE_IMPLICIT)
		o.flags |= OPND_IMPLICIT;
	if (from->flags & RECIPE_UNDEF)
		o.flags |= OPND_UNDEF;
	if (from->flags & RECIPE_DEAD)
		o.flags |= OPND_DEAD;
	if (from->kind == RECIPE_IMM) {
		append_imm(r, from->value);
		return;
	}
	if (from->kind == RECIPE_VALUE) {
		o.val = target_subreg(r->t, reg, (SubId)from->value);
		o.flags |= flags;
	} else if (from->kind == RECIPE_SLOT) {
		o.kind = OPND_STACK;
		o.val = slot;
	} else if (from->kind == RECIPE_REG) {
		o.val = recipe_reg(r, from);
	} else {
		diag_error(r->in->diag, r->loc,
			   "the target's spill rule needs a scratch register");
		r->errors++;
	}
	append_operand(r, o);
}

static void
append_recipe(Rewriter *r, const Recipe *recipe, RegId reg, uint32_t slot,
	      unsigned flags)
{
	uint32_t i;

	for (i = recipe->opnds.start; i < recipe->opnds.end; i++)
		append_place(r, &r->t->recipe_opnds[i], reg, slot, flags);
}

void
append_address(Rewriter *r, ClassId cls, uint32_t slot)
{
	const SpillRule *rule =
		spill_rule(r, cls, r->out->stack.at[slot].align);
	Slice s = r->t->recipes[rule->load].opnds;

	for (; s.start < s.end; s.start++) {
		const RecipeOpnd *o = &r->t->recipe_opnds[s.start];

		if (o->kind != RECIPE_VALUE && !(o->flags & RECIPE_IMPLICIT))
			append_place(r, o, 0, slot, 0);
	}
}

/* Load REG from SLOT, or store it, by RULE. */
static void
emit_access(Rewriter *r, const SpillRule *rule, RegId reg, uint32_t slot,
	    unsigned flags, bool load)
{
	const Recipe *recipe = &r->t->recipes[load ? rule->load : rule->store];
	MadeAccess access = {.insn = r->out->insns.n,
			     .slot = slot,
			     .size = rule->size,
			     .load = load,
			     .store = !load};

	open_insn(r, recipe->op, load ? INSN_RELOAD : INSN_SPILL,
		  recipe->ndefs);
	append_recipe(r, recipe, reg, slot, flags);
	VEC_PUSH(r->out->arena, r->out->accesses, access);
}

/* A load or store of a whole register that must have a rule. */
static void
emit_whole_access(Rewriter *r, ClassId cls, RegId reg, uint32_t slot,
		  unsigned flags, bool load)
{
	const SpillRule *rule = slot_rule(r, cls, reg, slot, 0);

	if (rule) {
		emit_access(r, rule, reg, slot, flags, load);
		return;
	}
	diag_error(r->in->diag, r->loc,
		   "no rule to spill $%s, a value of class %s",
		   target_str(r->t, r->t->regs[reg].name),
		   cls == CLASS_NONE
			   ? "unknown"
			   : target_str(r->t, r->t->classes[cls].name));
	r->errors++;
}

/* May UNIT be of a register that allocation gives out without REG? */
static bool
unit_is_elsewhere(const Rewriter *r, UnitId unit, RegId reg)
{
	Slice s = r->t->unit_regs[unit];

	for (; s.start < s.end; s.start++) {
		RegId other = r->t->unit_reg_ids[s.start];

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
		bits_add(r->named, r->t->reg_subs[s.start].reg);
}

/* Fill `named`. */
static void
regs_name(Rewriter *r)
{
	const Func *f = r->in;
	uint32_t words = BITS_WORDS(r->t->n_regs), i, w;
	uint8_t *seen = ARENA_NEW(r->tmp, uint8_t, r->t->n_classes);

	r->named = ARENA_NEW(r->tmp, uint64_t, words);
	for (i = 0; i < f->opnds.n; i++)
		if (f->opnds.at[i].kind == OPND_REG && f->opnds.at[i].val)
			reg_name(r, (RegId)f->opnds.at[i].val);
	for (i = 0; i < f->liveins.n; i++)
		reg_name(r, f->liveins.at[i].reg);
	for (i = 0; i < f->vregs.n; i++) {
		ClassId cls = f->vregs.at[i].cls;

		if (cls == CLASS_NONE || seen[cls])
			continue;
		seen[cls] = 1;
		for (w = 0; w < words; w++)
			r->named[w] |=
				r->t->class_sets[(size_t)cls * words + w];
	}
}

/* Is WHOLE just REG with more bits, all of them outside BUSY (may be NULL),
 * that the function knows of?  The machine may not have any others: wider
 * vectors. */
static bool
reg_is_widened(Rewriter *r, RegId whole, RegId reg, const uint64_t *busy)
{
	Slice s = r->t->regs[whole].units;

	if (!r->named)
		regs_name(r);
	if (!bits_has(r->named, whole) || bits_has(r->alloc->reserved, whole) ||
	    (busy && unitset_meets(r->t, busy, whole)))
		return false;
	for (; s.start < s.end; s.start++)
		if (unit_is_elsewhere(r, r->t->reg_units[s.start], reg))
			return false;
	return true;
}

/* The class whose spill rule moves the most of REG; CLASS_NONE: none does. */
static ClassId
widest_class(const Rewriter *r, RegId reg)
{
	ClassId best = CLASS_NONE;
	uint32_t c, size = 0;

	for (c = 0; c < r->t->n_classes; c++) {
		const SpillRule *rule;

		if (!target_class_has(r->t, (ClassId)c, reg))
			continue;
		rule = func_spill(r->in, (ClassId)c, r->t->stack_align);
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
 * taken for: a load of $eax clears the upper half of $rax, one of a double the
 * rest of its vector.  So the widest register around it is saved.
 */
static void
save_scratch(Rewriter *r, Scratch *s, const uint64_t *busy)
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
		RegId whole = r->t->reg_supers[supers.start];

		if (!reg_is_widened(r, whole, s->reg, busy))
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

/* Take a register of class CLS for a moment. */
static Side
take_scratch(Rewriter *r, ClassId cls)
{
	Scratch s = {.saved = NONE, .cls = cls};

	s.reg = cls == CLASS_NONE ? 0 : free_register(r, cls, r->busy);
	if (!s.reg && cls != CLASS_NONE) {
		const uint64_t *busy = r->busy;

		s.reg = used_register(r, cls, busy);
		if (!s.reg) {
			busy = r->own;
			s.reg = used_register(r, cls, busy);
		}
		if (s.reg)
			save_scratch(r, &s, busy);
	}
	if (!s.reg) {
		diag_error(r->in->diag, r->loc,
			   "no register can be freed for a copy");
		r->errors++;
		return (Side){.kind = SIDE_NOWHERE, .cls = cls};
	}
	unitset_add(r->t, r->busy, s.reg);
	unitset_add(r->t, r->own, s.reg);
	VEC_PUSH(r->tmp, r->held, s);
	return side_of_scratch(s.reg, cls);
}

/* Give back the registers taken since there were N. */
static void
drop_scratches(Rewriter *r, uint32_t n)
{
	while (r->held.n > n) {
		Scratch *s = &r->held.at[--r->held.n];

		unitset_del(r->t, r->busy, s->reg);
		if (s->saved != NONE)
			restore_scratch(r, s);
	}
}

/* SCRATCH's part SUB as a side; UNDEF as of a destination. */
static Side
scratch_part(const Rewriter *r, Side scratch, SubId sub, bool undef)
{
	RegId whole = scratch.reg;

	if (scratch.kind != SIDE_REG || !sub)
		return scratch;
	scratch.reg = target_subreg(r->t, whole, sub);
	scratch.whole = r->in->lane_liveness ? 0 : whole;
	scratch.undef = undef;
	scratch.cls = CLASS_NONE;
	if (!scratch.reg)
		scratch.kind = SIDE_NOWHERE;
	return scratch;
}

void
note_joint(Func *out)
{
	VEC_PUSH(out->arena, out->joints, out->insns.n - 1);
}

/* Register to register. */
static void
copy_registers(Rewriter *r, const Side *dst, const Side *src, const Insn *copy)
{
	bool same = dst->reg == src->reg, more = copy && copy->nopnds > 2;
	unsigned wk = same ? WK_KILL : WK_COPY;
	const Operand *o = copy ? insn_opnds(r->in, copy) : NULL;
	Insn *insn;
	uint32_t k;

	if (same && !more && !dst->whole)
		return;
	insn = open_insn(r, r->t->known[wk], 0, 1);
	if (copy && !same) {
		Insn was = *insn;

		*insn = *copy;
		insn->opnd0 = was.opnd0;
		insn->nopnds = 0;
	}
	if (!same)
		note_joint(r->out);
	append_reg(r, dst->reg, OPND_DEF | side_flags(dst));
	append_reg(r, src->reg, side_flags(src));
	for (k = 2; more && k < copy->nopnds; k++)
		if (o[k].kind != OPND_VREG) /* else the whole around it */
			append_operand(r, o[k]);
	append_whole(r, dst->whole, dst->undef);
}

/* Slot to register. */
static void
load_register(Rewriter *r, const Side *dst, const Side *src)
{
	const SpillRule *rule =
		src->sub ? part_rule(r, dst->reg, src->slot, src->sub)
			 : slot_rule(r, src->cls, dst->reg, src->slot,
				     r->out->stack.at[src->slot].size);
	Side scratch;

	if (rule) {
		emit_access(r, rule, dst->reg, src->slot, side_flags(dst),
			    true);
		append_whole(r, dst->whole, dst->undef);
		return;
	}
	scratch = take_scratch(r, src->cls);
	if (scratch.kind == SIDE_NOWHERE)
		return;
	emit_whole_access(r, src->cls, scratch.reg, src->slot, OPND_RENAMABLE,
			  true);
	scratch = scratch_part(r, scratch, src->sub, false);
	if (scratch.kind == SIDE_REG)
		copy_registers(r, dst, &scratch, NULL);
}

/* A part of a slot, or a register that cannot be stored, through a scratch
 * register. */
static void
store_through(Rewriter *r, const Side *dst, Side src)
{
	Side scratch = take_scratch(r, dst->cls);

	if (scratch.kind == SIDE_NOWHERE)
		return;
	if (dst->sub && !dst->undef)
		emit_whole_access(r, dst->cls, scratch.reg, dst->slot,
				  OPND_RENAMABLE, true);
	move_emit(r, scratch_part(r, scratch, dst->sub, dst->undef), src, NULL);
	emit_whole_access(r, dst->cls, scratch.reg, dst->slot, OPND_RENAMABLE,
			  false);
}

/* Register to slot. */
static void
store_register(Rewriter *r, const Side *dst, const Side *src)
{
	const SpillRule *rule = NULL;
	RegId reg = src->reg;

	if (!dst->sub) {
		rule = slot_rule(r, dst->cls, reg, dst->slot,
				 r->out->stack.at[dst->slot].size);
	} else if (!dst->undef) {
		rule = part_rule(r, reg, dst->slot, dst->sub);
	} else if (dst->cls != CLASS_NONE) {
		/* The whole register around the part, whatever the rest is:
		 * where it is known to be zero, it stays so. */
		reg = target_superreg(r->t, reg, dst->sub, dst->cls);
		rule = reg ? slot_rule(r, dst->cls, reg, dst->slot, 0) : NULL;
	}
	if (rule)
		emit_access(r, rule, reg, dst->slot, side_flags(src), false);
	else
		store_through(r, dst, *src);
}

/* Slot to slot. */
static void
move_slots(Rewriter *r, const Side *dst, const Side *src)
{
	Side scratch;

	if (dst->slot == src->slot && dst->sub == src->sub)
		return;
	if (dst->sub) {
		store_through(r, dst, *src);
		return;
	}
	scratch = take_scratch(r, dst->cls != CLASS_NONE ? dst->cls : src->cls);
	if (scratch.kind == SIDE_NOWHERE)
		return;
	load_register(r, &scratch, src);
	store_register(r, dst, &scratch);
}

/* Mark REG as one of the move's. */
static void
mark_own(Rewriter *r, RegId reg)
{
	if (!reg)
		return;
	unitset_add(r->t, r->busy, reg);
	unitset_add(r->t, r->own, reg);
}

/* Mark the registers of the move, and those that those around it hold. */
static void
mark_move(Rewriter *r, const Side *dst, const Side *src)
{
	uint32_t i;

	memset(r->own, 0, sizeof(uint64_t) * BITS_WORDS(r->t->n_unit_regs));
	for (i = 0; i < r->held.n; i++)
		mark_own(r, r->held.at[i].reg);
	if (dst->kind == SIDE_REG)
		mark_own(r, dst->reg);
	mark_own(r, dst->whole);
	if (src->kind == SIDE_REG)
		mark_own(r, src->reg);
}

void
move_emit(Rewriter *r, Side dst, Side src, const Insn *copy)
{
	uint32_t held = r->held.n;

	if (dst.kind == SIDE_NOWHERE || src.kind == SIDE_NOWHERE)
		return;
	if (dst.kind == SIDE_REG && src.kind == SIDE_REG) {
		copy_registers(r, &dst, &src, copy);
		return;
	}
	mark_move(r, &dst, &src);
	if (dst.kind == SIDE_REG)
		load_register(r, &dst, &src);
	else if (src.kind == SIDE_REG)
		store_register(r, &dst, &src);
	else
		move_slots(r, &dst, &src);
	drop_scratches(r, held);
}
