/*
 * Folding of a spill slot, or of the load of a constant, into an operand, by
 * the target's table of forms.
 */
#include "core/alloc/spill/fold.h"

bool
fold_loses(const Target *t, const FoldRule *rule, const Operand *o)
{
	return o->kind == OPND_REG && (o->flags & OPND_IMPLICIT) &&
	       (o->flags & OPND_DEF) &&
	       target_implicit_has(t, target_implied(t, rule->from)->defs,
				   o->val) &&
	       !target_implicit_has(t, target_implied(t, rule->to)->defs,
				    o->val);
}

/* Can RULE's access be that of operand O?  A store writes all of the value;
 * a load may read its lowest part. */
static bool
operand_fits(const Target *t, const FoldRule *rule, const Operand *o,
	     uint32_t size)
{
	const TargetSub *sub = &t->subs[o->sub];

	if (o->flags & (OPND_UNDEF | OPND_EARLY | OPND_IMPLICIT))
		return false;
	if (fold_stores(t, rule))
		return !o->sub && rule->bytes == size;
	if (o->sub)
		return !sub->offset && sub->size >= rule->bytes * 8;
	return rule->bytes <= size;
}

/* Can INSN have another form?  One whose own load came apart would be taken for
 * what it was. */
static bool
may_fold(const Func *f, const Insn *insn)
{
	return insn->op &&
	       !(insn->flags &
		 (INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED | INSN_BARE)) &&
	       !insn_is_hoisted(f, insn);
}

/* Does V stand at RULE's operands of INSN and nowhere else, and is what would
 * be lost not needed? */
static bool
rule_fits(const Func *f, const Live *live, InsnId i, VregId v, uint32_t size,
	  const FoldRule *rule)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		bool here = k == rule->opnd || k == rule->opnd2;

		if (here != (o[k].kind == OPND_VREG && o[k].val == v))
			return false;
		if (here && !operand_fits(f->target, rule, &o[k], size))
			return false;
		if (fold_loses(f->target, rule, &o[k]) &&
		    reg_lives_at(live, f->target, o[k].val,
				 slot_of(&live->slots, i, SLOT_DEAD)))
			return false;
	}
	return true;
}

bool
loads_constant(const Func *f, const Insn *insn, MemoryLoad *load)
{
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Operand *o = insn_opnds(f, insn);

	if (!(desc->flags & OP_MAY_LOAD) || desc->ndefs != 1 ||
	    insn->nopnds != desc->opnds.end - desc->opnds.start)
		return false;
	for (uint32_t i = 1; i < insn->nopnds; i++)
		if (o[i].kind == OPND_VREG ||
		    (o[i].kind == OPND_REG && o[i].val &&
		     !(f->target->regs[o[i].val].flags &
		       (REG_CONSTANT | REG_RESERVED))))
			return false;
	return memory_load(f, insn, load) && !load->is_volatile;
}

bool
fold_takes(const Target *t, const FoldRule *rule, const MemoryLoad *load,
	   uint32_t address)
{
	Slice from = target_desc(t, rule->from)->opnds;
	Slice to = target_desc(t, rule->to)->opnds;

	if (rule->opnd2 != FOLD_NONE || rule->zero || fold_stores(t, rule) ||
	    to.end - to.start != from.end - from.start + address - 1 ||
	    rule->align > load->align)
		return false;
	return rule->spread ? rule->reads == load->spread
			    : !rule->slow && rule->bytes <= load->bytes;
}

const FoldRule *
fold_constant(const Func *f, const Live *live, InsnId i, VregId v, InsnId def)
{
	const Insn *insn = func_insn(f, i), *from = func_insn(f, def);
	const Operand *o = insn_opnds(f, insn);
	Slice s = target_folds(f->target, insn->op);
	MemoryLoad load;

	if (s.start == s.end || !may_fold(f, insn) ||
	    insn->flags & INSN_RENAMED || !loads_constant(f, from, &load))
		return NULL;
	FOR_SLICE(FoldRule, rule, f->target->folds, s) {
		if (rule->opnd < insn->nopnds && !o[rule->opnd].sub &&
		    o[rule->opnd].tied == TIED_NONE &&
		    fold_takes(f->target, rule, &load, from->nopnds - 1) &&
		    rule_fits(f, live, i, v, load.bytes, rule))
			return rule;
	}
	return NULL;
}

const FoldRule *
fold_find(const Func *f, const Live *live, InsnId i, VregId v, uint32_t size,
	  uint32_t align)
{
	const Target *t = f->target;
	const Insn *insn = func_insn(f, i);
	Slice s = target_folds(t, insn->op);

	if (!may_fold(f, insn))
		return NULL;
	FOR_SLICE(FoldRule, rule, t->folds, s) {
		if (!rule->slow && rule->align <= align &&
		    rule->opnd < insn->nopnds &&
		    (rule->opnd2 == FOLD_NONE || rule->opnd2 < insn->nopnds) &&
		    rule_fits(f, live, i, v, size, rule))
			return rule;
	}
	return NULL;
}
