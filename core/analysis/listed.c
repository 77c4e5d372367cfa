/*
 * Physical registers live inside blocks: what goes from one to another stands
 * in the live-ins of the block that it enters.  So a walk over each block by
 * itself finds what is read where nothing can have defined it (LLVM's notes of
 * 2006: "a single, local analysis"; what counts as defined is as in its
 * machine verifier).
 */
#include "core/analysis/listed.h"

#include "core/model/preserved.h"
#include "core/model/unitset.h"

#include <string.h>

typedef struct {
	Func *f;
	const uint64_t *reserved;
	Preserved preserved;
	uint64_t *known; /* units that hold something, in the block at hand */
	uint64_t *lost;	 /* of the others: those that a call has clobbered */
	uint64_t *told;	 /* those that something was said about */
	uint32_t words;
} Listed;

static bool
is_reserved(const Listed *l, uint32_t reg)
{
	return bits_has(l->reserved, reg);
}

/* Does a register that INSN reads without naming it contain REG?  Then that one
 * is looked at in its place. */
static bool
is_read_around(const Listed *l, const Insn *insn, RegId reg)
{
	const Operand *o = insn_opnds(l->f, insn), *end = o + insn->nopnds;
	const Target *t = l->f->target;
	Slice s = t->regs[reg].supers;

	for (; o < end; o++) {
		if (o->kind != OPND_REG || !(o->flags & OPND_IMPLICIT) ||
		    o->flags & OPND_DEF)
			continue;
		for (uint32_t i = s.start; i < s.end; i++)
			if (target_super_at(t, reg, i) == o->val)
				return true;
	}
	return false;
}

static void
read_report(Listed *l, const Block *block, const Insn *insn, const Operand *o)
{
	const Func *f = l->f;
	const char *name = target_reg_name(f->target, o->val);
	Loc at = o->loc == LOC_NONE ? insn->loc : o->loc;
	DiagLevel level = f->traits.strict ? DIAG_ERROR : DIAG_WARNING;

	if (unitset_meets(f->target, l->told, (RegId)o->val))
		return;
	unitset_add(f->target, l->told, (RegId)o->val);
	if (unitset_meets(f->target, l->lost, (RegId)o->val))
		diag_add(f->diag, level, at,
			 "$%s is read behind a call that does not preserve it",
			 name);
	else
		diag_add(f->diag, level, at,
			 "$%s is read in bb.%u, which neither defines it nor "
			 "has it among its live-ins",
			 name, block->number);
}

/* O, of INSN, reads a register of the machine. */
static inline void
read_look(Listed *l, const Block *block, const Insn *insn, const Operand *o)
{
	if (!(o->flags & (OPND_UNDEF | OPND_DEBUG | OPND_INTERNAL)) &&
	    !unitset_meets(l->f->target, l->known, (RegId)o->val) &&
	    !is_reserved(l, o->val) && !is_read_around(l, insn, (RegId)o->val))
		read_report(l, block, insn, o);
}

/* A call clobbers what MASK does not keep. */
static void
mask_note(Listed *l, uint32_t mask)
{
	const uint64_t *kept = preserved_units(&l->preserved, mask);

	for (uint32_t w = 0; w < l->words; w++) {
		l->lost[w] |= l->known[w] & ~kept[w];
		l->known[w] &= kept[w];
	}
}

/* What INSN reads, and then what it leaves in registers. */
static inline void
insn_look(Listed *l, const Block *block, const Insn *insn)
{
	const Operand *first = insn_opnds(l->f, insn), *o;
	const Operand *end = first + insn->nopnds;
	bool writes = false, masks = false;

	for (o = first; o < end; o++) {
		masks |= o->kind == OPND_MASK;
		if (o->kind != OPND_REG || !o->val)
			continue;
		if (o->flags & OPND_DEF)
			writes = true;
		else
			read_look(l, block, insn, o);
	}
	for (o = first; masks && o < end; o++)
		if (o->kind == OPND_MASK)
			mask_note(l, o->val);
	for (o = first; writes && o < end; o++)
		if (o->kind == OPND_REG && o->flags & OPND_DEF)
			unitset_add(l->f->target, l->known, (RegId)o->val);
}

/* What the list of BLOCK says. */
static void
list_take(Listed *l, const Block *block)
{
	const Target *t = l->f->target;

	memset(l->known, 0, l->words * sizeof(uint64_t));
	memset(l->lost, 0, l->words * sizeof(uint64_t));
	FOR_SLICE(LiveIn, livein, l->f->liveins.at, block->liveins) {
		LiveIn in = *livein;
		Slice s = t->regs[in.reg].units;

		for (uint32_t k = s.start; k < s.end; k++)
			if (target_unit_lanes(t, in.reg, k) & in.lanes)
				bits_add(l->known, t->reg_units[k]);
	}
}

/* What successors of BLOCK, which has been walked over, take for granted.  Not
 * asked of allocated code: there LLVM lists what a later block saves, or keeps
 * spilled values in, from that block on only. */
static void
successors_look(Listed *l, const Block *block)
{
	const Func *f = l->f;
	const Target *t = f->target;

	FOR_SLICE(Succ, succ, f->succs.at, block->succs) {
		const Block *to = &f->blocks.at[succ->block];

		if (to->flags & BLOCK_EARLY_TARGET)
			continue;
		FOR_SLICE(LiveIn, livein, f->liveins.at, to->liveins) {
			RegId reg = livein->reg;

			if (is_reserved(l, reg) ||
			    unitset_meets(t, l->known, reg) ||
			    unitset_meets(t, l->told, reg))
				continue;
			unitset_add(t, l->told, reg);
			diag_add(f->diag,
				 f->traits.strict ? DIAG_ERROR : DIAG_WARNING,
				 to->label.len ? to->label.at : LOC_NONE,
				 "$%s lives into bb.%u from bb.%u, which "
				 "neither defines it nor has it among its "
				 "live-ins",
				 target_reg_name(t, reg), to->number,
				 block->number);
		}
	}
}

bool
livein_lists_check(Func *f, const uint64_t *reserved, Arena *tmp)
{
	uint32_t words = BITS_WORDS(f->target->n_unit_regs);
	uint32_t errors = f->diag->errors;
	Listed l = {.f = f, .reserved = reserved, .words = words};

	if (!f->traits.tracks_liveness)
		return true;
	preserved_init(&l.preserved, f, tmp);
	l.known = ARENA_NEW(tmp, uint64_t, words);
	l.lost = ARENA_NEW(tmp, uint64_t, words);
	l.told = ARENA_NEW(tmp, uint64_t, words);
	FOR_VEC(Block, block, f->blocks) {
		list_take(&l, block);
		FOR_INSNS(insn, f, block)
			insn_look(&l, block, insn);
		if (f->vregs.n)
			successors_look(&l, block);
	}
	return f->diag->errors == errors;
}
