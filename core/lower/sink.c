/*
 * Which instructions sink: each block once from its end to its head, knowing
 * for each value its last read in the block.
 */
#include "core/lower/sink.h"

#include <string.h>

/* How many instructions one may sink over. */
enum { SINK_MAX = 32 };

#define HOME_MANY (NONE - 1)

typedef struct {
	Sinks *sinks;
	const Func *in;
	const Phis *phis;
	BlockId *home; /* by VregId: the block of all its reads; NONE: never
			  read; HOME_MANY: several blocks, or PHIs */
	InsnId *last;  /* by VregId: its last read in its home, once the walk
			  has met it */
} Sinker;

static void
homes_find(Sinker *s)
{
	const Func *f = s->in;
	BlockId b;
	InsnId i;
	uint32_t k;

	for (b = 0; b < f->blocks.n; b++) {
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			const Insn *insn = func_insn(f, i);
			const Operand *o = insn_opnds(f, insn);
			bool phi = insn_is(f, insn, WK_PHI);

			for (k = 0; k < insn->nopnds; k++) {
				if (o[k].kind != OPND_VREG ||
				    !opnd_reads(&o[k]))
					continue;
				if (phi || (s->home[o[k].val] != NONE &&
					    s->home[o[k].val] != b))
					s->home[o[k].val] = HOME_MANY;
				else
					s->home[o[k].val] = b;
			}
		}
	}
}

/* The register that INSN only gives another name to, by defining it; NONE. */
static VregId
renamed(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	if ((insn_is(f, insn, WK_COPY) || insn_is(f, insn, WK_SUBREG_TO_REG) ||
	     insn_is(f, insn, WK_INSERT_SUBREG) ||
	     insn_is(f, insn, WK_EXTRACT_SUBREG) ||
	     insn_is(f, insn, WK_REG_SEQUENCE)) &&
	    o[0].kind == OPND_VREG)
		return o[0].val;
	return NONE;
}

/* Note what instruction I of block B reads.  A value lives on under the names
 * that it gets. */
static void
reads_note(Sinker *s, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(s->in, i);
	const Operand *o = insn_opnds(s->in, insn);
	VregId name = renamed(s->in, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++) {
		InsnId *last;

		if (o[k].kind != OPND_VREG || !opnd_reads(&o[k]))
			continue;
		last = &s->last[o[k].val];
		if (*last == NONE)
			*last = i;
		if (name == NONE)
			continue;
		if (s->home[name] != b && s->home[name] != NONE)
			s->home[o[k].val] = HOME_MANY;
		else if (s->last[name] != NONE && s->last[name] > *last)
			*last = s->last[name];
	}
}

/* Does INSN do nothing but compute its first operand from values that no
 * instruction nearby changes? */
static bool
may_move(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	if (!insn->op || !insn->nopnds || o[0].kind != OPND_VREG || o[0].sub ||
	    !(o[0].flags & OPND_DEF) ||
	    (insn->flags &
	     (INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN)) ||
	    (insn_flags(f, insn) &
	     (OP_TERMINATOR | OP_CALL | OP_MAY_LOAD | OP_MAY_STORE |
	      OP_SIDE_EFFECTS | OP_META | OP_CONVERGENT)))
		return false;
	for (k = 1; k < insn->nopnds; k++) {
		if (o[k].kind == OPND_MASK)
			return false;
		if (o[k].flags & OPND_DEF) {
			if (o[k].kind != OPND_REG || !(o[k].flags & OPND_DEAD))
				return false;
		} else if (o[k].kind == OPND_REG && o[k].val &&
			   !(f->target->regs[o[k].val].flags &
			     (REG_CONSTANT | REG_RESERVED))) {
			return false;
		}
	}
	return true;
}

/* May instruction X come before INSN, which stands before it?  Those of one
 * opcode keep their order: who compares the two functions by their text alone
 * takes them for each other otherwise. */
static bool
may_pass(const Func *f, const Insn *insn, const Insn *x)
{
	const Operand *o = insn_opnds(f, insn), *p = insn_opnds(f, x);
	uint32_t i, k;

	if ((x->flags & (INSN_BUNDLE | INSN_BUNDLED)) || x->op == insn->op ||
	    target_conversion(f->target, insn->op, x->op) ||
	    (insn_flags(f, x) & (OP_CALL | OP_TERMINATOR)))
		return false;
	for (i = 0; i < x->nopnds; i++) {
		if (p[i].kind == OPND_MASK ||
		    (p[i].kind == OPND_VREG && p[i].val == o[0].val))
			return false;
		if (p[i].kind != OPND_REG || !(p[i].flags & OPND_DEF))
			continue;
		for (k = 1; k < insn->nopnds; k++)
			if (o[k].kind == OPND_REG && o[k].val &&
			    !(o[k].flags & OPND_DEF) &&
			    target_overlap(f->target, (RegId)o[k].val,
					   (RegId)p[i].val))
				return false;
	}
	return true;
}

/* Is a physical register that INSN writes needed behind instruction K of the
 * block that ends at END? */
static bool
writes_live(const Func *f, const Insn *insn, InsnId k, InsnId end)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t i, n;

	for (n = 1; n < insn->nopnds; n++) {
		bool written = false;
		InsnId at;

		if (!(o[n].flags & OPND_DEF))
			continue;
		for (at = k + 1; at < end && !written; at++) {
			const Insn *x = func_insn(f, at);
			const Operand *p = insn_opnds(f, x);

			if (x->flags & INSN_DEBUG)
				continue;
			for (i = 0; i < x->nopnds; i++) {
				if (p[i].kind != OPND_REG || !p[i].val ||
				    !target_overlap(f->target, (RegId)o[n].val,
						    (RegId)p[i].val))
					continue;
				if (!(p[i].flags & OPND_DEF))
					return true;
				written |= p[i].val == o[n].val;
			}
		}
		if (!written && o[n].val)
			return true;
	}
	return false;
}

/* Has INSN a three-address form that leaves its other definitions alone? */
static bool
has_other_form(const Func *f, const Insn *insn)
{
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = desc->opnds.end - desc->opnds.start, k;

	if (!target_conversion(f->target, insn->op, 0) || insn->nopnds < n)
		return false;
	for (k = 1; k < insn->nopnds; k++)
		if (k >= n ? !(o[k].flags & OPND_DEF)
			   : !(o[k].kind == OPND_IMM ||
			       (o[k].kind == OPND_VREG &&
				!(o[k].flags & OPND_UNDEF))))
			return false;
	return true;
}

/* Is instruction PHI a PHI that V comes into? */
static bool
comes_into(const Func *f, VregId v, InsnId phi)
{
	const Insn *insn = func_insn(f, phi);
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	if (!insn_is(f, insn, WK_PHI))
		return false;
	for (k = 1; k < insn->nopnds; k += 2)
		if (o[k].kind == OPND_VREG && o[k].val == v)
			return true;
	return false;
}

/* The operand of INSN, in block B, whose place the result is to take; NULL:
 * none. */
static const Operand *
overwritten(const Sinker *s, const Insn *insn, const Block *b)
{
	const Operand *o = insn_opnds(s->in, insn), *found = NULL;
	uint32_t k;

	for (k = 1; k < insn->nopnds; k++) {
		InsnId def;

		if (o[k].kind != OPND_VREG || o[k].sub || !opnd_reads(&o[k]))
			continue;
		def = s->phis->def[o[k].val];
		if (def < b->first || def >= b->end)
			continue;
		if (comes_into(s->in, o[0].val, def))
			return &o[k];
		if (o[k].tied == 0)
			found = &o[k];
	}
	return found && !has_other_form(s->in, insn) ? found : NULL;
}

static bool
is_tied(const Func *f, const Insn *insn, VregId v)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].val == v &&
		    o[k].tied != TIED_NONE)
			return true;
	return false;
}

/* The instruction behind which I of block B should go; NONE. */
static InsnId
sink_place(const Sinker *s, BlockId b, InsnId i)
{
	const Func *f = s->in;
	const Block *block = &f->blocks.at[b];
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn), *old;
	uint32_t passed = 0;
	InsnId x, to;

	if (!may_move(f, insn) || s->phis->def[o[0].val] != i ||
	    !(old = overwritten(s, insn, block)) || s->home[old->val] != b)
		return NONE;
	to = s->last[old->val];
	if (to == NONE || to <= i || s->sinks->behind[to] != NONE ||
	    is_tied(f, func_insn(f, to), old->val))
		return NONE;
	for (x = i + 1; x <= to; x++) {
		if (func_insn(f, x)->flags & INSN_DEBUG)
			continue;
		if (++passed > SINK_MAX || !may_pass(f, insn, func_insn(f, x)))
			return NONE;
	}
	return to;
}

static void
block_sink(Sinker *s, BlockId b)
{
	const Func *f = s->in;
	const Block *block = &f->blocks.at[b];
	InsnId i;

	for (i = block->end; i-- > block->first;) {
		const Insn *insn = func_insn(f, i);
		InsnId to;

		if (insn_is(f, insn, WK_PHI))
			break;
		if (insn->flags & INSN_DEBUG)
			continue;
		to = sink_place(s, b, i);
		if (to != NONE && writes_live(f, insn, to, block->end)) {
			s->sinks->bare[i] = has_other_form(f, insn);
			if (!s->sinks->bare[i])
				to = NONE;
		}
		if (to != NONE) {
			s->sinks->behind[i] = to;
			s->sinks->next[i] = s->sinks->first[to];
			s->sinks->first[to] = i;
		}
		reads_note(s, b, i);
	}
}

void
sinks_plan(Sinks *sinks, const Func *in, const Phis *phis, Arena *tmp)
{
	Sinker s = {.sinks = sinks, .in = in, .phis = phis};
	uint32_t n = in->insns.n + 1, nvregs = in->vregs.n + 1;
	BlockId b;

	sinks->behind = ARENA_RAW(tmp, InsnId, n * 3);
	memset(sinks->behind, 0xff, sizeof(InsnId) * n * 3);
	sinks->first = sinks->behind + n;
	sinks->next = sinks->first + n;
	sinks->bare = ARENA_NEW(tmp, uint8_t, n);
	s.home = ARENA_RAW(tmp, uint32_t, nvregs * 2);
	memset(s.home, 0xff, sizeof(uint32_t) * nvregs * 2);
	s.last = s.home + nvregs;
	homes_find(&s);
	for (b = 0; b < in->blocks.n; b++)
		block_sink(&s, b);
}
