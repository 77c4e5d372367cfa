/*
 * Copies of reserved registers: each is followed through its block until all
 * its readers are met.
 */
#include "core/lower/forward.h"

#include "core/base/bits.h"

/* How far behind a COPY its last reader may stand. */
enum { FORWARD_MAX = 64 };

typedef struct {
	Func *f;
	const uint64_t *reserved;
	uint32_t *reads; /* by VregId: operands that read it */
	uint8_t *writes; /* by VregId: 0, 1 or, for more, 2 */
	uint8_t *gone;	 /* by VregId: it is the reserved register now */
	uint8_t *copies; /* by InsnId: it made such a register */
} Forward;

/* Is INSN a COPY of a reserved register to a virtual one of a class that has
 * it? */
static bool
is_copy_of_reserved(const Forward *w, const Insn *insn)
{
	const Operand *o = insn_opnds(w->f, insn);

	return insn_is(w->f, insn, WK_COPY) && insn->nopnds == 2 &&
	       !(insn->flags & (INSN_PARALLEL | INSN_BUNDLE | INSN_BUNDLED)) &&
	       o[0].kind == OPND_VREG && !o[0].sub && o[1].kind == OPND_REG &&
	       o[1].val && !(o[1].flags & OPND_UNDEF) &&
	       bits_has(w->reserved, o[1].val) &&
	       target_class_has(w->f->target, w->f->vregs.at[o[0].val].cls,
				(RegId)o[1].val);
}

/* The first of these from I on, before END; END: there is none. */
static InsnId
next_copy(const Forward *w, InsnId i, InsnId end)
{
	const Insn *insns = w->f->insns.at;
	OpcodeId copy = w->f->target->known[WK_COPY];

	for (; i < end; i++)
		if (insns[i].op == copy && is_copy_of_reserved(w, &insns[i]))
			break;
	return i;
}

/* Make the tables and count what reads and writes each register. */
static void
mentions_count(Forward *w, Arena *tmp)
{
	const Func *f = w->f;
	const Insn *insn = f->insns.at, *last = insn + f->insns.n;
	uint32_t *reads = ARENA_NEW(tmp, uint32_t, f->vregs.n + 1);
	uint8_t *writes = ARENA_NEW(tmp, uint8_t, f->vregs.n + 1);

	w->reads = reads;
	w->writes = writes;
	w->gone = ARENA_NEW(tmp, uint8_t, f->vregs.n + 1);
	w->copies = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
	for (; insn < last; insn++) {
		const Operand *o = insn_opnds(f, insn), *end = o + insn->nopnds;

		for (; o < end; o++) {
			if (o->kind != OPND_VREG || o->flags & OPND_DEBUG)
				continue;
			if (!(o->flags & OPND_DEF))
				reads[o->val]++;
			else if (writes[o->val] < 2)
				writes[o->val]++;
		}
	}
}

static bool
writes_register(const Func *f, const Insn *insn, RegId reg)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++) {
		if (o[k].kind == OPND_MASK &&
		    !mask_preserves(f->masks.at[o[k].val].words, reg))
			return true;
		if (o[k].kind == OPND_REG && o[k].val &&
		    o[k].flags & OPND_DEF &&
		    target_overlap(f->target, (RegId)o[k].val, reg))
			return true;
	}
	return false;
}

/* Operands of INSN that read V and could read a register instead; NONE: one
 * could not. */
static uint32_t
reads_plainly(const Func *f, const Insn *insn, VregId v)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k, n = 0;

	for (k = 0; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG || o[k].val != v ||
		    o[k].flags & OPND_DEBUG)
			continue;
		if (o[k].sub || o[k].tied != TIED_NONE ||
		    o[k].flags & (OPND_DEF | OPND_UNDEF | OPND_IMPLICIT) ||
		    insn->flags & INSN_BUNDLED)
			return NONE;
		n++;
	}
	return n;
}

/* The last reader of COPY I's destination, before END; NONE: not all can read
 * its source. */
static InsnId
last_reader(const Forward *w, InsnId i, InsnId end)
{
	const Operand *o = insn_opnds(w->f, func_insn(w->f, i));
	uint32_t left = w->reads[o[0].val], passed = 0, n;

	if (!left || w->writes[o[0].val] != 1)
		return NONE;
	while (++i < end && passed++ < FORWARD_MAX) {
		const Insn *x = func_insn(w->f, i);

		n = reads_plainly(w->f, x, o[0].val);
		if (n == NONE)
			return NONE;
		left -= n;
		if (!left)
			return i;
		if (writes_register(w->f, x, (RegId)o[1].val))
			return NONE;
	}
	return NONE;
}

/* Let the instructions behind COPY up to LAST read its source. */
static void
readers_forward(Forward *w, InsnId copy, InsnId last)
{
	Func *f = w->f;
	const Operand *o = insn_opnds(f, func_insn(f, copy));
	VregId v = o[0].val;
	uint32_t reg = o[1].val, k;
	InsnId i;

	for (i = copy + 1; i <= last; i++) {
		const Insn *insn = func_insn(f, i);
		Operand *p = insn_opnds(f, insn);

		for (k = 0; k < insn->nopnds; k++) {
			if (p[k].kind != OPND_VREG || p[k].val != v ||
			    p[k].flags & OPND_DEBUG)
				continue;
			p[k].kind = OPND_REG;
			p[k].val = reg;
			p[k].flags &= (uint16_t)~OPND_KILL;
		}
	}
	w->gone[v] = w->copies[copy] = 1;
}

/* Debug instructions know nothing of what is gone. */
static void
debug_forget(Forward *w)
{
	const Func *f = w->f;
	Operand *o = f->opnds.at, *end = o + f->opnds.n;

	for (; o < end; o++) {
		if (o->kind != OPND_VREG || !(o->flags & OPND_DEBUG) ||
		    !w->gone[o->val])
			continue;
		o->kind = OPND_REG;
		o->sub = 0;
		o->val = 0;
	}
}

void
forward_reserved(Func *f, const uint64_t *reserved, Arena *tmp)
{
	Forward w = {.f = f, .reserved = reserved};
	bool any = false;
	InsnId i, last;
	BlockId b;

	/* Most functions have none. */
	if (next_copy(&w, 0, f->insns.n) == f->insns.n)
		return;
	mentions_count(&w, tmp);
	for (b = 0; b < f->blocks.n; b++) {
		InsnId end = f->blocks.at[b].end;

		for (i = next_copy(&w, f->blocks.at[b].first, end); i < end;
		     i = next_copy(&w, i + 1, end)) {
			last = last_reader(&w, i, end);
			if (last == NONE)
				continue;
			readers_forward(&w, i, last);
			any = true;
		}
	}
	if (!any)
		return;
	debug_forget(&w);
	func_remove(f, w.copies, tmp);
}
