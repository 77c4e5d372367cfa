/*
 * Copies of what can be computed again.
 */
#include "core/coalesce/remat_copies.h"

#include "core/analysis/unit_needs.h"
#include "core/base/bits.h"
#include "core/base/search.h"
#include "core/coalesce/narrow.h"
#include "core/coalesce/rematerializable.h"
#include "core/model/unitset.h"

#include <string.h>

/* How many copies that run at one time are searched. */
enum { GROUP_SEARCHED = 64 };

typedef struct {
	Func *f;
	const Slots *slots;
	const FoundConstants *found; /* in the function before coalescing */
	const VregId *copied;
	const uint64_t *reserved;
	UnitNeeds *needs; /* of units that computing again may clobber */
	SubId *part; /* by register: it becomes this part of a wider one, so
			that a constant can be computed into it; 0: not */
	VEC(OpndId) wholes; /* what defines the wider ones whole, ascending */
	InsnId *def;	 /* by register: its only movable definition, or NONE */
	uint8_t *again;	 /* by register: its only definition is movable */
	NamedReg *named; /* by register: see Joined */
	VEC(VregId) defined;	  /* those in `def` */
	OpcodeId zero, zero_move; /* what clobbers and what does not; 0 */
	uint32_t *dear; /* by register: if it is dearer than a copy: how many
			   of these are not yet known to be copies that could
			   compute it; 0: it is not */
} Constants;

/* Is INSN, which is movable, perhaps worth computing in place of a copy?  Not
 * if it loads, nor if it stands for several instructions. */
static bool
definition_pays(const Constants *c, const Insn *insn)
{
	uint32_t flags = insn_flags(c->f, insn);

	return flags & OP_AS_CHEAP_AS_MOVE ||
	       (!(flags & (OP_MAY_LOAD | OP_PSEUDO)) &&
		!insn_opnds(c->f, insn)[0].sub);
}

/* Note the computations that alone define their registers.  Returns whether
 * there is something to compute again. */
static bool
definitions_find(Constants *c, const Candidates *marks, Arena *tmp)
{
	const Func *f = c->f;
	bool any = false;

	FOR_VEC(InsnId, i, marks->computations) {
		const Insn *insn = func_insn(f, *i);
		const Operand *o = insn_opnds(f, insn);

		any |= (insn_flags(f, insn) & OP_AS_CHEAP_AS_MOVE) != 0;
		if (!insn->nopnds || !computes_register(f, insn) ||
		    c->named[o->val].defs != 1)
			continue;
		c->again[o->val] = !o->sub;
		any |= c->again[o->val];
		if (!definition_pays(c, insn))
			continue;
		c->def[o->val] = *i;
		VEC_PUSH(tmp, c->defined, o->val);
		if (!(insn_flags(f, insn) & OP_AS_CHEAP_AS_MOVE))
			c->dear[o->val] = c->named[o->val].uses;
		any = true;
	}
	return any;
}

/*
 * DEF computes a part of its register, or all of it, and a copy reads part SUB
 * of that.  In *SPREAD: the part of the copy's destination that DEF would
 * write; in *REST: the part of what DEF computes that the copy wants.  False:
 * neither is all.
 */
static bool
parts_relate(const Func *f, const Insn *def, SubId sub, SubId *spread,
	     SubId *rest)
{
	SubId own = insn_opnds(f, def)[0].sub;

	*spread = sub ? 0 : own;
	*rest = own ? 0 : sub;
	if (!own || !sub || own == sub)
		return true;
	for (SubId x = 1; x < f->target->n_subs; x++)
		if (target_compose(f->target, own, x) == sub) {
			*rest = x;
			return true;
		}
	return false;
}

/* Can the instruction that computes the source write part SPREAD of the
 * destination of the copy? */
static bool
destination_fits(Constants *c, const Insn *def, const Operand *dst,
		 SubId spread)
{
	const Target *t = c->f->target;
	const OpcodeDesc *desc = insn_desc(c->f, def);

	if (desc->opnds.start == desc->opnds.end)
		return false;
	ClassId cls = t->opnd_descs[desc->opnds.start].cls;
	if (cls == CLASS_NONE || (dst->sub && spread))
		return false;
	if (dst->kind == OPND_REG) {
		RegId reg = target_subreg(t, (RegId)dst->val, spread);
		return reg && target_class_has(t, cls, reg) &&
		       !bits_has(c->reserved, dst->val);
	}
	ClassId own = c->f->vregs.at[dst->val].cls;
	if (dst->sub)
		spread = dst->sub;
	return spread ? vreg_narrow(c->f, c->reserved, dst->val,
				    target_class_with_sub(t, own, spread, cls))
		      : target_class_contains(t, cls, own);
}

/*
 * COPY takes part of a constant into a register of its own, DST: can DST
 * become that part of a register as wide as the constant?  Then it does.
 */
static bool
destination_widens(Constants *c, const Insn *def, const Operand *dst, SubId sub)
{
	Func *f = c->f;
	const Target *t = f->target;
	const OpcodeDesc *desc = insn_desc(f, def);

	if (dst->kind != OPND_VREG || dst->sub ||
	    desc->opnds.start == desc->opnds.end)
		return false;
	if (c->part[dst->val])
		return c->part[dst->val] == sub;
	ClassId cls = t->opnd_descs[desc->opnds.start].cls;
	if (cls == CLASS_NONE || c->def[dst->val] != NONE)
		return false;
	ClassId wide =
		target_class_with_sub(t, cls, sub, f->vregs.at[dst->val].cls);
	if (wide == CLASS_NONE)
		return false;
	f->vregs.at[dst->val].cls = wide;
	f->traits.reclassed = true;
	c->part[dst->val] = sub;
	return true;
}

/*
 * COPY takes part SUB of a constant into physical register REG: the register
 * around it that the constant can be computed into, if nothing else of that is
 * needed there; 0: there is none.
 */
static RegId
register_widens(const Constants *c, const Insn *def, RegId reg, SubId sub,
		InsnId copy)
{
	const Target *t = c->f->target;
	const OpcodeDesc *desc = insn_desc(c->f, def);

	if (desc->opnds.start == desc->opnds.end)
		return 0;
	RegId wide = target_superreg(t, reg, sub,
				     t->opnd_descs[desc->opnds.start].cls);
	if (!wide || bits_has(c->reserved, wide))
		return 0;
	return reg_needed(c->needs, wide, reg, copy) ? 0 : wide;
}

/* Rewrite the occurrences of registers that became parts, but for what defines
 * them whole. */
static void
parts_rename(Constants *c)
{
	Func *f = c->f;
	uint32_t whole = 0;

	for (OpndId i = 0; i < f->opnds.n; i++) {
		Operand *o = &f->opnds.at[i];
		SubId part;

		if (whole < c->wholes.n && c->wholes.at[whole] == i) {
			whole++;
			continue;
		}
		if (o->kind != OPND_VREG || !(part = c->part[o->val]))
			continue;
		if ((o->flags & OPND_DEF) && !o->sub)
			o->flags |= OPND_UNDEF;
		o->sub = target_compose(f->target, part, o->sub);
	}
}

/* Does instruction DEF write what SRC reads, and no more? */
static bool
writes_just(const Func *f, InsnId def, const Operand *src)
{
	const Operand *o = insn_opnds(f, func_insn(f, def));

	return o->val == src->val && o->sub == src->sub;
}

/* The same as copied_constant, of a part of what was register V. */
static InsnId
part_constant(const Constants *c, VregId v, const Operand *src)
{
	uint32_t low = 0;

	SEARCH_FIRST(low, c->found->parts.n, c->found->parts.at[low].v < v);
	for (; low < c->found->parts.n && c->found->parts.at[low].v == v; low++)
		if (writes_just(c->f, c->found->parts.at[low].insn, src))
			return c->found->parts.at[low].insn;
	return NONE;
}

/* The instruction that computes what COPY I reads, a virtual register; NONE:
 * there is none that could do that again. */
static InsnId
copied_constant(const Constants *c, InsnId i)
{
	const Operand *src = &insn_opnds(c->f, func_insn(c->f, i))[1];
	InsnId def = c->def[src->val];

	/* The register holds other values, too; that of the copy is known from
	 * when it had one of its own, or the part that the copy reads had. */
	if (def == NONE) {
		def = c->found->of[c->copied[i]];
		if (def != NONE &&
		    insn_opnds(c->f, func_insn(c->f, def))->sub != src->sub)
			def = NONE;
	}
	if (def == NONE && src->sub)
		def = part_constant(c, c->copied[i], src);
	return def;
}

static bool
is_vreg_copy(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
	       insn_opnds(f, insn)[1].kind == OPND_VREG;
}

/* Add the units that DEF writes besides its result. */
static void
units_written(const Constants *c, InsnId def, uint64_t *units)
{
	if (def == NONE)
		return;
	const Insn *insn = func_insn(c->f, def);
	const Operand *o = insn_opnds(c->f, insn);
	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].flags & OPND_DEF)
			unitset_add(c->f->target, units, (RegId)o[k].val);
}

/* Find the units that definition_clobbers and register_widens are to ask
 * about. */
static void
units_find(Constants *c, const Joined *joined, Arena *tmp)
{
	const Func *f = c->f;
	const Target *t = f->target;
	uint64_t *units = ARENA_NEW(tmp, uint64_t, BITS_WORDS(t->n_unit_regs)),
		 any = 0;

	FOR_VEC(InsnId, i, joined->copies) {
		const Operand *o = insn_opnds(f, func_insn(f, *i));
		RegId reg = (RegId)o[0].val;

		InsnId def = c->def[o[1].val];
		InsnId found = c->found->of[c->copied[*i]];
		InsnId part = o[1].sub ? part_constant(c, c->copied[*i], &o[1])
				       : NONE;
		units_written(c, def, units);
		units_written(c, found, units);
		units_written(c, part, units);
		if ((def == NONE && found == NONE) || o[0].kind != OPND_REG ||
		    !o[1].sub)
			continue;
		for (Slice s = t->regs[reg].supers; s.start < s.end; s.start++)
			unitset_add(t, units, target_super_at(t, reg, s.start));
	}
	for (uint32_t k = 0; k < BITS_WORDS(t->n_unit_regs); k++)
		any |= units[k];
	if (any)
		c->needs = unit_needs_new(f, c->slots, c->reserved, units, tmp);
}

/* Would DEF, in the place of COPY, clobber a physical register that is needed
 * there? */
static bool
definition_clobbers(const Constants *c, const Insn *def, InsnId copy)
{
	const Operand *o = insn_opnds(c->f, def);

	for (uint32_t k = 1; k < def->nopnds; k++)
		if (o[k].kind == OPND_REG && (o[k].flags & OPND_DEF) &&
		    !bits_has(c->reserved, o[k].val) &&
		    reg_needed(c->needs, (RegId)o[k].val, 0, copy))
			return true;
	return false;
}

/* Does DEF make zero, and is there a move of 0 for where it would clobber what
 * is needed? */
static bool
has_zero_move(const Constants *c, const Insn *def)
{
	return c->zero_move && def->op == c->zero;
}

/* Is COPY I one to replace? */
static bool
copy_is_constant(Constants *c, InsnId i)
{
	const Func *f = c->f;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	SubId spread, rest;
	InsnId from;

	if (!is_vreg_copy(f, insn) || (o[1].flags & OPND_UNDEF) ||
	    (insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) ||
	    (from = copied_constant(c, i)) == NONE || from == i)
		return false;
	const Insn *def = func_insn(f, from);
	if (definition_clobbers(c, def, i) && !has_zero_move(c, def))
		return false;
	if (!parts_relate(f, def, o[1].sub, &spread, &rest))
		return false;
	if (rest && o[0].kind == OPND_REG)
		return register_widens(c, def, (RegId)o[0].val, rest, i);
	if (rest)
		return destination_widens(c, def, o, rest);
	return (o[0].kind != OPND_VREG || !c->part[o[0].val]) &&
	       destination_fits(c, def, o, spread);
}

/* What is dearer than a copy is computed again only if all its reads are copies
 * that can compute it: then it is not computed where it was, too. */
static void
dear_check(Constants *c, const Joined *joined)
{
	const Func *f = c->f;

	FOR_VEC(InsnId, i, joined->copies) {
		const Operand *o = insn_opnds(f, func_insn(f, *i));

		if (!o[1].sub && c->dear[o[1].val] && copy_is_constant(c, *i))
			c->dear[o[1].val]--;
	}
	for (uint32_t k = 0; k < c->defined.n; k++)
		if (c->dear[c->defined.at[k]])
			c->def[c->defined.at[k]] = NONE;
}

/* Turn COPY I into the computation of its source. */
static void
copy_replace(Constants *c, InsnId i, Arena *tmp)
{
	Func *f = c->f;
	Insn *insn = &f->insns.at[i];
	Operand dst = insn_opnds(f, insn)[0], whole = dst;
	VregId src = insn_opnds(f, insn)[1].val;
	Insn def = *func_insn(f, copied_constant(c, i));
	bool moved = definition_clobbers(c, &def, i);
	SubId spread, rest;

	parts_relate(f, &def, insn_opnds(f, insn)[1].sub, &spread, &rest);
	if (spread && dst.kind == OPND_VREG) {
		dst.sub = spread;
		dst.flags |= OPND_UNDEF;
	} else if (spread) {
		dst.val = target_subreg(f->target, (RegId)dst.val, spread);
	} else if (rest && dst.kind == OPND_REG) {
		dst.val = register_widens(c, &def, (RegId)dst.val, rest, i);
		dst.flags |= OPND_DEAD;
	} else if (rest) {
		VEC_PUSH(tmp, c->wholes, f->opnds.n);
	}
	insn->op = moved ? c->zero_move : def.op;
	insn->flags =
		(uint16_t)(INSN_MADE | INSN_REMAT | (def.flags & INSN_BARE));
	insn->origin = NONE;
	insn->opnd0 = f->opnds.n;
	insn->nopnds = def.nopnds;
	insn->nleft = def.nleft;
	insn->name = insn->tail = (Span){0, 0};
	VEC_PUSH(f->arena, f->opnds, dst);
	for (uint32_t k = 1; !moved && k < def.nopnds; k++) {
		Operand o = f->opnds.at[def.opnd0 + k];

		VEC_PUSH(f->arena, f->opnds, o);
	}
	if (moved) {
		VEC_PUSH(f->arena, f->imms, 0);
		VEC_PUSH(f->arena, f->opnds,
			 ((Operand){.kind = OPND_IMM,
				    .val = f->imms.n - 1,
				    .tied = TIED_NONE,
				    .loc = LOC_NONE}));
		insn->nopnds = insn->nleft + 1;
	}
	if ((spread || rest) && dst.kind == OPND_REG) {
		whole.flags |= OPND_DEF | OPND_IMPLICIT;
		VEC_PUSH(f->arena, f->opnds, whole);
		insn->nopnds++;
	}
	c->named[src].uses--;
}

/*
 * Does COPY I, one of several that run at one time, read what can be computed
 * again, and not alone?  Behind the others it can be computed for it.
 */
static bool
copy_is_apart(const Constants *c, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn);

	return insn_is(c->f, insn, WK_COPY) && insn->nopnds == 2 &&
	       o[0].kind == OPND_VREG && !o[0].sub && o[1].kind == OPND_VREG &&
	       !o[1].sub && c->again[o[1].val] && c->named[o[1].val].uses > 1;
}

/* Of the copies [first, end), which run at one time: does none but COPY I write
 * its register? */
static bool
writes_alone(const Func *f, InsnId first, InsnId i, InsnId end)
{
	const Operand *o = insn_opnds(f, func_insn(f, i));

	if (!o->sub)
		return true;
	if (end - first > GROUP_SEARCHED)
		return false;
	for (InsnId k = first; k < end; k++) {
		const Insn *insn = func_insn(f, k);

		if (k != i && insn->nopnds &&
		    insn_opnds(f, insn)->kind == o->kind &&
		    insn_opnds(f, insn)->val == o->val)
			return false;
	}
	return true;
}

/* The copies [first, end) run at one time: replace those of constants, and
 * move them behind the others. */
static void
group_replace(Constants *c, InsnId first, InsnId end, Arena *tmp)
{
	Func *f = c->f;
	VEC(Insn) moved = {0};
	InsnId to = first;
	bool head = true, *constant = ARENA_RAW(tmp, bool, end - first);

	for (InsnId i = first; i < end; i++)
		constant[i - first] = copy_is_constant(c, i) &&
				      writes_alone(f, first, i, end);
	for (InsnId i = first; i < end; i++) {
		if (constant[i - first]) {
			copy_replace(c, i, tmp);
			VEC_PUSH(tmp, moved, f->insns.at[i]);
			continue;
		}
		Insn insn = f->insns.at[i];
		if (copy_is_apart(c, i)) {
			insn.flags &= (uint16_t)~INSN_PARALLEL;
			VEC_PUSH(tmp, moved, insn);
			continue;
		}
		if (head)
			insn.flags &= (uint16_t)~INSN_PARALLEL;
		head = false;
		f->insns.at[to++] = insn;
	}
	if (moved.n)
		memcpy(f->insns.at + to, moved.at, moved.n * sizeof(Insn));
}

/* Is INSN a COPY of a register into itself, one that was to be computed? */
static bool
copies_itself(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	return is_vreg_copy(f, insn) && o[0].kind == OPND_VREG &&
	       o[0].val == o[1].val && o[0].sub == o[1].sub;
}

void
constants_recompute(const CoalesceInput *in, Joined *joined)
{
	Func *f = in->f;
	Arena *tmp = in->tmp;
	Constants c = {.f = f,
		       .slots = &in->live->slots,
		       .found = in->constants,
		       .copied = joined->copied,
		       .reserved = in->reserved,
		       .named = joined->named};
	InsnId end = 0;

	c.def = ARENA_RAW(tmp, InsnId, f->vregs.n + 1);
	memset(c.def, 0xff, f->vregs.n * sizeof(*c.def));
	c.dear = ARENA_NEW(tmp, uint32_t, f->vregs.n + 1);
	c.zero = target_setting_opcode(f->target, "zero");
	c.zero_move = target_setting_opcode(f->target, "zero-move");
	c.again = ARENA_NEW(tmp, uint8_t, f->vregs.n + 1);
	if (!definitions_find(&c, in->marks, tmp))
		return;
	c.part = ARENA_NEW(tmp, SubId, f->vregs.n + 1);
	units_find(&c, joined, tmp);
	dear_check(&c, joined);
	for (uint32_t k = 0; k < joined->copies.n; k++) {
		InsnId i = joined->copies.at[k];
		if (i < end)
			continue;
		for (end = i + 1; end < f->insns.n &&
				  (f->insns.at[end].flags & INSN_PARALLEL);)
			end++;
		while (f->insns.at[i].flags & INSN_PARALLEL)
			i--;
		if (end > i + 1)
			group_replace(&c, i, end, tmp);
		else if (copy_is_constant(&c, i))
			copy_replace(&c, i, tmp);
	}
	for (uint32_t k = 0; k < joined->copies.n; k++)
		if (copies_itself(f, func_insn(f, joined->copies.at[k])))
			func_erase(f, joined->copies.at[k]);
	if (c.wholes.n)
		parts_rename(&c);
	FOR_VEC(VregId, v, c.defined)
		if (c.def[*v] != NONE && !c.named[*v].uses)
			func_erase(f, c.def[*v]);
}
