/*
 * Loads of constants that become operands, by the target's table of forms; and
 * what allocation made in vain.
 */
#include "core/rewrite/loads.h"

#include "core/alloc/spill/fold.h"

/* Is REG read by operand K of INSN alone, for the last time, and nothing
 * needed that RULE's form does not write? */
static bool
reads_once(const Func *f, const Insn *insn, const FoldRule *rule, RegId reg)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t i = 0; i < insn->nopnds; i++) {
		if (i == rule->opnd) {
			if (o[i].kind != OPND_REG || o[i].val != reg ||
			    !(o[i].flags & OPND_KILL) ||
			    o[i].flags & (OPND_UNDEF | OPND_IMPLICIT))
				return false;
			continue;
		}
		if (o[i].kind == OPND_REG && !(o[i].flags & OPND_DEF) &&
		    target_overlap(f->target, (RegId)o[i].val, reg))
			return false;
		if (fold_loses(f->target, rule, &o[i]) &&
		    !(o[i].flags & OPND_DEAD))
			return false;
	}
	return true;
}

/* The form of INSN with what LOAD, of ADDRESS operands, loads into REG in
 * memory; NULL: it has none. */
static const FoldRule *
rule_find(const Func *f, const Insn *insn, RegId reg, const MemoryLoad *load,
	  uint32_t address)
{
	const Target *t = f->target;
	const Operand *o = insn_opnds(f, insn);
	Slice s = target_folds(t, insn->op);

	/* One whose own load came apart would be taken for what it was. */
	if (!insn->op || insn_is_hoisted(f, insn) ||
	    insn->flags &
		    (INSN_BUNDLE | INSN_BUNDLED | INSN_BARE | INSN_RENAMED))
		return NULL;
	FOR_SLICE(FoldRule, rule, t->folds, s) {
		if (rule->opnd < insn->nopnds &&
		    o[rule->opnd].tied == TIED_NONE &&
		    fold_takes(t, rule, load, address) &&
		    reads_once(f, insn, rule, reg))
			return rule;
	}
	return NULL;
}

/* Let INSN, by RULE, read what LOAD does.  What is said of the memory goes with
 * it, unless something else is said of INSN. */
static void
insn_fold(Func *f, Insn *insn, const Insn *load, const FoldRule *rule)
{
	uint32_t first = f->opnds.n;

	for (uint32_t i = 0; i < insn->nopnds; i++) {
		Operand o = insn_opnds(f, insn)[i];

		for (uint32_t k = 1; i == rule->opnd && k < load->nopnds; k++) {
			o = insn_opnds(f, load)[k];
			VEC_PUSH(f->arena, f->opnds, o);
		}
		if (i != rule->opnd && !fold_loses(f->target, rule, &o))
			VEC_PUSH(f->arena, f->opnds, o);
	}
	insn->opnd0 = first;
	insn->nopnds = f->opnds.n - first;
	insn_rename(f, insn, rule->to);
	if (!insn->tail.len)
		insn->tail = load->tail;
}

/* The next instruction behind I, before END, that is code; END. */
static InsnId
next_insn(const Func *f, InsnId i, InsnId end)
{
	for (i++; i < end; i++)
		if (!(func_insn(f, i)->flags & INSN_DEBUG))
			break;
	return i;
}

/* Make one of instruction I of block B, which computes again, and the next one,
 * if it loads a constant for that alone and there is such a form. */
static bool
load_fold(Func *f, BlockId b, InsnId i)
{
	const Insn *load = func_insn(f, i);
	InsnId k = next_insn(f, i, f->blocks.at[b].end);
	MemoryLoad memory;

	if (k == f->blocks.at[b].end || !(load->flags & INSN_REMAT) ||
	    !loads_constant(f, load, &memory))
		return false;
	const FoldRule *rule =
		rule_find(f, func_insn(f, k), (RegId)insn_opnds(f, load)->val,
			  &memory, load->nopnds - 1);
	if (!rule)
		return false;
	insn_fold(f, &f->insns.at[k], load, rule);
	f->blocks.at[b].flags |= BLOCK_STALE;
	return true;
}

static bool
is_made_copy(const Func *f, const Insn *insn)
{
	return insn->flags & INSN_MADE && insn_is(f, insn, WK_COPY);
}

/* Is nothing read of all that INSN writes? */
static bool
is_vain(const Func *f, const Insn *insn)
{
	bool writes = false;

	FOR_OPNDS(o, f, insn) {
		if (o->kind != OPND_REG || !(o->flags & OPND_DEF))
			continue;
		if (!(o->flags & OPND_DEAD))
			return false;
		writes = true;
	}
	return writes;
}

bool
loads_fold(Func *f, Arena *tmp)
{
	uint8_t *gone = NULL;
	bool copies = false;
	BlockId b = 0;

	for (uint32_t n = 0; n < f->joints.n; n++) {
		InsnId i = f->joints.at[n];
		const Insn *insn = func_insn(f, i);

		if (!(insn->flags & INSN_REMAT) && !is_made_copy(f, insn))
			continue;
		while (f->blocks.at[b].end <= i)
			b++;
		bool vain = is_vain(f, insn);
		if (!vain && !(insn->flags & INSN_REMAT && f->target->n_folds &&
			       load_fold(f, b, i)))
			continue;
		copies |= vain && !(insn->flags & INSN_REMAT);
		if (!gone)
			gone = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
		gone[i] = 1;
	}
	if (gone)
		func_remove(f, gone, tmp);
	return copies;
}
