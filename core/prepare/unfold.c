/*
 * Loads that come apart from what uses them.
 *
 * An instruction that overwrites one source and loads the other needs a copy if
 * the first lives on.  If its sources can change places it can overwrite the
 * loaded one instead: then the load stands where the copy was.
 */
#include "core/prepare/unfold.h"

#include "core/model/memory.h"

/* Copies of copies looked at. */
enum { COPIES_MAX = 4 };

/* Operands that the opcode names. */
static uint32_t
explicits(const Func *f, OpcodeId op)
{
	Slice s = target_desc(f->target, op)->opnds;

	return s.end - s.start;
}

/* Does V, read at slot AT, live on behind slot BEHIND, or what it is a copy of,
 * or of a part of? */
static bool
lives_on(const Func *f, const Live *live, VregId v, SlotIdx at, SlotIdx behind)
{
	for (uint32_t n = 0; n < COPIES_MAX; n++) {
		if (range_find(live, &live->vregs[v].main, behind))
			return true;
		const Segment *seg = range_find(live, &live->vregs[v].main, at);
		if (!seg)
			return false;
		at = live->values.at[seg->value].def;
		if (slot_insn(&live->slots, at) >= f->insns.n)
			return false;
		const Insn *copy = func_insn(f, slot_insn(&live->slots, at));
		const Operand *o = insn_opnds(f, copy);
		if (!insn_is(f, copy, WK_COPY) || o[1].kind != OPND_VREG)
			return false;
		v = o[1].val;
		at = (at & ~3u) + SLOT_EARLY;
	}
	return false;
}

/* The instruction behind COPY I, whose tied operand that fills, if it loads a
 * source and the copied value lives on; NULL. */
static const Insn *
copy_user(const Func *f, const Live *live, InsnId i)
{
	const Slots *slots = &live->slots;
	const Insn *copy = func_insn(f, i), *insn = copy + 1;
	const Operand *d = insn_opnds(f, copy), *o = insn_opnds(f, insn);

	if (!(insn_flags(f, insn) & OP_MAY_LOAD) || copy->nopnds != 2 ||
	    d[1].kind != OPND_VREG || d[1].sub || d[1].val == d[0].val ||
	    (d[1].flags & OPND_UNDEF) || o[0].kind != OPND_VREG || o[0].sub ||
	    o[0].val != d[0].val ||
	    slots_insn_block(slots, i) != slots_insn_block(slots, i + 1) ||
	    !lives_on(f, live, d[1].val, slot_of(slots, i, SLOT_EARLY),
		      slot_of(slots, i + 1, SLOT_REG)))
		return NULL;
	return insn;
}

/* The operands of INSN with register V in place of its address, by RULE. */
static uint32_t
push_apart(Func *f, const Insn *insn, const FoldRule *rule, uint32_t address,
	   VregId v)
{
	uint32_t first = f->opnds.n;

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		Operand o = insn_opnds(f, insn)[k];

		if (k == rule->opnd) {
			o = operand_vreg(v, 0, 0);
			k += address - 1;
		}
		VEC_PUSH(f->arena, f->opnds, o);
	}
	return first;
}

/* How BYTES of memory, aligned to ALIGN, are loaded into the register that
 * takes the place of INSN's address by RULE; NULL: not at all.  It is what
 * operand 0 of INSN is, or less: a scalar, which is computed in a vector
 * register. */
static const SpillRule *
load_rule(const Func *f, const Insn *insn, const FoldRule *rule, uint32_t align,
	  uint32_t bytes)
{
	const Target *t = f->target;
	Slice opnds = target_desc(t, rule->from)->opnds;
	ClassId as[] = {f->vregs.at[insn_opnds(f, insn)->val].cls,
			t->opnd_descs[opnds.start + rule->opnd].cls};

	for (uint32_t i = 0; i < 2; i++) {
		const SpillRule *spill = as[i] != CLASS_NONE
						 ? func_spill(f, as[i], align)
						 : NULL;

		if (spill && spill->size == bytes)
			return spill;
	}
	return NULL;
}

/* How what INSN loads by RULE is loaded into a register, if that is all that
 * RULE's load, which is LOAD, does; NULL.  LOAD may be said to be less: where
 * the rest is not looked at, the instruction loads it all the same.  A pseudo
 * instruction can mean less than what it becomes. */
static const Recipe *
plain_load(const Func *f, const Insn *insn, const FoldRule *rule,
	   uint32_t address, const MemoryLoad *load)
{
	uint32_t align = rule->align > load->align ? rule->align : load->align;
	const Operand *o = insn_opnds(f, insn);
	const SpillRule *spill = load_rule(f, insn, rule, align, rule->bytes);

	if (!spill || rule->opnd2 != FOLD_NONE || rule->zero || rule->spread ||
	    rule->at || rule->pick || rule->opnd < 2 ||
	    target_desc(f->target, rule->from)->flags & OP_PSEUDO ||
	    rule->opnd + address > insn->nopnds || load->bytes > rule->bytes)
		return NULL;
	for (uint32_t i = 2; i < insn->nopnds; i++)
		if (o[i].kind == OPND_VREG && o[i].val == o[0].val)
			return NULL;
	const Recipe *recipe = &f->target->recipes[spill->load];
	return recipe->opnds.end - recipe->opnds.start == address + 1 ? recipe
								      : NULL;
}

/* INSN's operands with register V in place of its address; nothing is said of
 * memory any more. */
static Insn
form_apart(Func *f, const Insn *insn, const FoldRule *rule, uint32_t address,
	   VregId v, const MemoryLoad *load)
{
	Insn apart = *insn;

	apart.nopnds -= address - 1;
	apart.opnd0 = push_apart(f, insn, rule, address, v);
	apart.tail.len = load->at - apart.tail.at;
	while (apart.tail.len &&
	       f->source->text[apart.tail.at + apart.tail.len - 1] == ' ')
		apart.tail.len--;
	insn_rename(f, &apart, rule->from);
	return apart;
}

/* Let COPY, which fills the tied operand of INSN, become the load that INSN
 * does, by RULE, if it can overwrite what that loads. */
static bool
load_unfold(Func *f, Insn *copy, Insn *insn, const FoldRule *rule)
{
	uint32_t address =
		explicits(f, rule->to) - explicits(f, rule->from) + 1;
	Insn load = {.flags = INSN_MADE,
		     .nleft = 1,
		     .origin = insn->origin,
		     .loc = insn->loc,
		     .tail = anonymous_tail(f, insn->tail)};
	const Recipe *recipe;
	Commutation how;
	MemoryLoad memory;

	if (!memory_load(f, insn, &memory) ||
	    !(recipe = plain_load(f, insn, rule, address, &memory)))
		return false;
	Insn apart = form_apart(f, insn, rule, address,
				insn_opnds(f, copy)[1].val, &memory);
	if (!insn_commutation(f, &apart, rule->opnd, &how)) {
		f->opnds.n = apart.opnd0;
		return false;
	}
	insn_commuted(f, &apart, &how);
	load.op = recipe->op;
	load.opnd0 = f->opnds.n;
	load.nopnds = address + 1;
	VEC_PUSH(f->arena, f->opnds, insn_opnds(f, copy)[0]);
	for (uint32_t k = 0; k < address; k++)
		VEC_PUSH(f->arena, f->opnds,
			 insn_opnds(f, insn)[rule->opnd + k]);
	*copy = load;
	*insn = apart;
	return true;
}

/* Let what lives at slot AT by RANGE live until END. */
static void
range_lengthen(Live *live, const LiveRange *range, SlotIdx at, SlotIdx end)
{
	const Segment *seg = range_find(live, range, at);

	if (seg && seg->end < end)
		live->segs.at[seg - live->segs.at].end = end;
}

/* V, which COPY I read, is read by the instruction behind it instead. */
static void
source_lengthen(Live *live, VregId v, InsnId i)
{
	SlotIdx at = slot_of(&live->slots, i, SLOT_EARLY);
	SlotIdx end = slot_of(&live->slots, i + 1, SLOT_REG);

	range_lengthen(live, &live->vregs[v].main, at, end);
	FOR_SLICE(SubRange, sub, live->subs.at, live->vregs[v].subs)
		range_lengthen(live, &sub->range, at, end);
}

/* Let COPY I become a load, if it can. */
static bool
copy_unfold(Func *f, Live *live, InsnId i)
{
	const Target *t = f->target;
	const Insn *insn = copy_user(f, live, i);

	if (!insn)
		return false;
	VregId v = insn_opnds(f, func_insn(f, i))[1].val;
	for (Slice s = target_folds_to(t, insn->op); s.start < s.end; s.start++)
		if (load_unfold(f, &f->insns.at[i], &f->insns.at[i + 1],
				&t->folds[t->folds_to[s.start]])) {
			source_lengthen(live, v, i);
			return true;
		}
	return false;
}

void
loads_unfold(Func *f, Live *live, Candidates *marks, Arena *tmp)
{
	uint32_t n = f->target->n_folds_to ? marks->copies.n : 0, stay = 0;

	for (uint32_t k = 0; k < n; k++) {
		CopyMark copy = marks->copies.at[k];

		if (!copy.tied || !copy_unfold(f, live, copy.insn)) {
			marks->copies.at[stay++] = copy;
			continue;
		}
		VEC_PUSH(tmp, marks->unfolded, copy.insn);
		if (insn_flags(f, func_insn(f, copy.insn)) &
		    OP_REMATERIALIZABLE)
			VEC_PUSH(tmp, marks->computations, copy.insn);
	}
	if (n)
		marks->copies.n = stay;
}
