/*
 * Copies of reserved registers: each is followed through its block until all
 * its readers are met.
 */
#include "core/prepare/forward.h"

#include "core/analysis/price.h"
#include "core/base/bits.h"
#include "core/base/bound.h"

#include <string.h>

/* How far behind a COPY its last reader may stand in its block, and how many
 * COPYs may have readers in others. */
enum { FORWARD_MAX = 256, FAR_MAX = 8 };

enum {		 /* Forward.plain */
       FAR_NO,	 /* none of the noted COPYs makes it, or a reader needs it */
       FAR_YES,	 /* all that read it could read the source */
       FAR_LOST, /* the same, but the source is written in this block */
};

typedef struct {
	Func *f;
	const OperandFacts *facts;
	uint32_t *reads; /* by VregId: operands that read it, as far as they
			    are counted */
	uint8_t *writes; /* by VregId: 0, 1 or, for more, 2 */
	uint8_t *gone;	 /* by VregId: it is the reserved register now */
	uint8_t *copies; /* by InsnId: it made such a register */
	bool counted;	 /* all operands are */
	BlockId block;	 /* whose operands are counted, too; NONE */
	VEC(ReservedCopy) work; /* in BLOCK, to be looked at */
	VEC(InsnId) far;	/* COPYs whose readers are in several blocks */
	uint8_t *plain;		/* by VregId: FAR_*; NULL: no such COPY */
	VEC(InsnId) constant;	/* such COPYs of constant registers */
	RegId *holds;		/* by VregId: what they make; NULL: none */
	const float *freq;	/* of F's blocks; NULL: not known */
	Arena *tmp;
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
	       bits_has(w->facts->reserved, o[1].val) &&
	       target_class_has(w->f->target, w->f->vregs.at[o[0].val].cls,
				(RegId)o[1].val);
}

/* Count what reads and writes each register from instruction I on, before
 * END. */
static void
insns_count(Forward *w, InsnId i, InsnId end)
{
	const Func *f = w->f;

	for (; i < end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn),
			      *last = o + insn->nopnds;

		for (; o < last; o++) {
			if (o->kind != OPND_VREG || o->flags & OPND_DEBUG)
				continue;
			if (!(o->flags & OPND_DEF))
				w->reads[o->val]++;
			else if (w->writes[o->val] < 2)
				w->writes[o->val]++;
		}
	}
}

/* See to it that all reads and writes of V are counted, which COPY of block B
 * makes.  Most are read in the block of their COPY alone. */
static void
occurrences_count(Forward *w, const ReservedCopy *copy, BlockId b, VregId v)
{
	const Func *f = w->f;
	const Block *block = &f->blocks.at[b];

	if (w->counted)
		return;
	if (copy->block == NONE || v >= w->facts->nregs ||
	    w->facts->regs[v].def == DEF_MANY ||
	    w->facts->regs[v].home != copy->block) {
		memset(w->reads, 0, sizeof(*w->reads) * f->vregs.n);
		memset(w->writes, 0, f->vregs.n);
		insns_count(w, 0, f->insns.n);
		w->counted = true;
	} else if (w->block != b) {
		insns_count(w, block->first, block->end);
		w->block = b;
	}
}

/* Operands of INSN that read V and could read a register instead; NONE: one
 * could not. */
static uint32_t
reads_plainly(const Func *f, const Insn *insn, VregId v)
{
	uint32_t n = 0;

	FOR_OPNDS(o, f, insn) {
		if (o->kind != OPND_VREG || o->val != v ||
		    o->flags & OPND_DEBUG)
			continue;
		if (o->sub || o->tied != TIED_NONE ||
		    o->flags & (OPND_DEF | OPND_UNDEF | OPND_IMPLICIT) ||
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
	uint32_t left = w->reads[o[0].val], passed = 0;

	if (!left || w->writes[o[0].val] != 1)
		return NONE;
	while (++i < end && passed++ < FORWARD_MAX) {
		const Insn *x = func_insn(w->f, i);

		uint32_t n = reads_plainly(w->f, x, o[0].val);
		if (n == NONE)
			return NONE;
		left -= n;
		if (!left)
			return i;
		if (insn_clobbers(w->f, x, (RegId)o[1].val))
			return NONE;
	}
	return NONE;
}

/* Let operand O read REG. */
static void
operand_forward(Operand *o, uint32_t reg)
{
	o->kind = OPND_REG;
	o->val = reg;
	o->flags &= (uint16_t)~OPND_KILL;
}

/* Let the operands of INSN that read V read REG.  Returns whether any do. */
static bool
operands_forward(const Func *f, const Insn *insn, VregId v, uint32_t reg)
{
	bool changed = false;

	FOR_MUTABLE_OPNDS(p, f, insn) {
		if (p->kind != OPND_VREG || p->val != v ||
		    p->flags & OPND_DEBUG)
			continue;
		operand_forward(p, reg);
		changed = true;
	}
	return changed;
}

/* Let the instructions behind COPY up to LAST read its source.  Some may be
 * copies of it now. */
static void
readers_forward(Forward *w, const ReservedCopy *copy, InsnId last)
{
	Func *f = w->f;
	const Operand *o = insn_opnds(f, func_insn(f, copy->insn));
	VregId v = o[0].val;
	uint32_t reg = o[1].val;

	for (InsnId i = copy->insn + 1; i <= last; i++) {
		const Insn *insn = func_insn(f, i);

		if (operands_forward(f, insn, v, reg) &&
		    is_copy_of_reserved(w, insn))
			VEC_PUSH(w->tmp, w->work,
				 ((ReservedCopy){i, copy->block}));
	}
	w->gone[v] = w->copies[copy->insn] = 1;
}

/* Note COPY I of a constant register, not all of whose readers can read that,
 * or are near. */
static void
constant_note(Forward *w, InsnId i)
{
	const Operand *o = insn_opnds(w->f, func_insn(w->f, i));

	if (!w->holds)
		w->holds = ARENA_NEW(w->tmp, RegId, w->f->vregs.n + 1);
	w->holds[o[0].val] = (RegId)o[1].val;
	VEC_PUSH(w->tmp, w->constant, i);
}

/* Note COPY I, whose readers are elsewhere, too. */
static void
far_note(Forward *w, InsnId i)
{
	const Operand *o = insn_opnds(w->f, func_insn(w->f, i));

	if (!w->counted || w->writes[o[0].val] != 1)
		return;
	if (w->f->target->regs[o[1].val].flags & REG_CONSTANT) {
		constant_note(w, i);
		return;
	}
	if (w->far.n == FAR_MAX)
		return;
	if (!w->plain)
		w->plain = ARENA_NEW(w->tmp, uint8_t, w->f->vregs.n + 1);
	w->plain[o[0].val] = FAR_YES;
	VEC_PUSH(w->tmp, w->far, i);
}

/* Is INSN a COPY to a virtual register, which can be joined with its source? */
static bool
can_be_joined(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_COPY) &&
	       insn_opnds(f, insn)->kind == OPND_VREG;
}

/* Take back of what is noted what instruction I does not let be: it reads it as
 * a copy that can be joined, or not as it could read a register, or it writes
 * the source.  At the END of a way, that matters to what is behind it only. */
static void
far_refuse(Forward *w, InsnId i, bool end)
{
	const Func *f = w->f;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	bool copy = can_be_joined(f, insn);

	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && w->plain[o[k].val] &&
		    !(o[k].flags & (OPND_DEBUG | OPND_DEF)) &&
		    (copy || w->plain[o[k].val] == FAR_LOST ||
		     reads_plainly(f, insn, o[k].val) == NONE))
			w->plain[o[k].val] = FAR_NO;
	for (uint32_t k = 0; k < w->far.n; k++) {
		o = insn_opnds(f, func_insn(f, w->far.at[k]));
		uint8_t *plain = &w->plain[o[0].val];
		if (*plain && insn_clobbers(f, insn, (RegId)o[1].val))
			*plain = end ? FAR_LOST : FAR_NO;
	}
}

/* Take back what some instruction of block B does not let be. */
static void
block_refuse(Forward *w, BlockId b)
{
	const Block *block = &w->f->blocks.at[b];
	bool end = block->succs.start == block->succs.end;

	for (InsnId i = block->first; i < block->end; i++)
		far_refuse(w, i, end);
	for (uint32_t k = 0; k < w->far.n; k++) {
		VregId v = insn_opnds(w->f, func_insn(w->f, w->far.at[k]))->val;

		if (w->plain[v] == FAR_LOST)
			w->plain[v] = FAR_YES;
	}
}

/* Where no reader of a noted COPY can be behind a write to its source, all of
 * them read that.  Returns whether any do. */
static bool
far_forward(Forward *w)
{
	const Func *f = w->f;
	bool any = false;

	for (BlockId b = 0; b < f->blocks.n && w->far.n; b++)
		block_refuse(w, b);
	for (uint32_t k = 0; k < w->far.n; k++) {
		const Operand *o = insn_opnds(f, func_insn(f, w->far.at[k]));
		VregId v = o[0].val;
		uint32_t reg = o[1].val;

		if (!w->plain[v])
			continue;
		for (InsnId i = 0; i < f->insns.n; i++)
			if (i != w->far.at[k])
				operands_forward(f, func_insn(f, i), v, reg);
		w->gone[v] = w->copies[w->far.at[k]] = 1;
		any = true;
	}
	return any;
}

/* Could operand O read a constant register instead of what a noted COPY makes
 * of it? */
static inline bool
reads_constant(const Forward *w, const Operand *o)
{
	return o->kind == OPND_VREG && w->holds[o->val] && !o->sub &&
	       o->tied == TIED_NONE &&
	       !(o->flags &
		 (OPND_DEF | OPND_UNDEF | OPND_IMPLICIT | OPND_DEBUG));
}

/* Let what INSN reads of constant registers, through noted COPYs, be these. */
static void
constants_read(Forward *w, const Insn *insn)
{
	Operand *o = insn_opnds(w->f, insn), *end = o + insn->nopnds;

	if (insn->flags & INSN_BUNDLED || can_be_joined(w->f, insn))
		return;
	for (; o < end; o++) {
		if (!reads_constant(w, o))
			continue;
		w->reads[o->val]--;
		operand_forward(o, w->holds[o->val]);
	}
}

/* Those COPYs of what a noted COPY makes that could be joined with it. */
typedef struct {
	uint32_t n;
	float price; /* of their blocks, less that of the noted one */
} Joinable;

/* Is INSN a COPY that could be joined with a noted one, and read the constant
 * register as well? */
static bool
is_joinable(const Forward *w, const Insn *insn)
{
	const Operand *o = insn_opnds(w->f, insn);

	return can_be_joined(w->f, insn) && insn->nopnds == 2 &&
	       !(insn->flags & INSN_BUNDLED) && reads_constant(w, &o[1]);
}

/* What could be joined with noted COPYs, by VregId. */
static Joinable *
joinable_find(const Forward *w, const float *price)
{
	const Func *f = w->f;
	Joinable *all = ARENA_NEW(w->tmp, Joinable, f->vregs.n + 1);

	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		for (InsnId i = block->first; i < block->end; i++) {
			const Insn *insn = func_insn(f, i);
			const Operand *o = insn_opnds(f, insn);

			if (can_be_joined(f, insn) && w->holds[o->val])
				all[o->val].price -= price[b];
			if (!is_joinable(w, insn))
				continue;
			all[o[1].val].price += price[b];
			all[o[1].val].n++;
		}
	}
	return all;
}

/* A COPY of a constant register that others could be joined with stays, unless
 * that costs more than they do without: it may be in a loop that they are
 * behind. */
static void
constants_sink(Forward *w)
{
	const Func *f = w->f;

	if (!w->holds || !w->freq)
		return;
	Joinable *all = joinable_find(w, prices_find(f, w->freq, w->tmp));
	for (InsnId i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		Operand *o = insn_opnds(f, insn);

		if (!is_joinable(w, insn) || all[o[1].val].price >= 0 ||
		    all[o[1].val].n != w->reads[o[1].val])
			continue;
		all[o[1].val].n--;
		w->reads[o[1].val]--;
		operand_forward(&o[1], w->holds[o[1].val]);
	}
}

/* Where constant registers can be read they are, wherever that is.  Returns
 * whether COPYs of them are needed no more. */
static bool
constants_forward(Forward *w)
{
	const Func *f = w->f;
	bool any = false;
	InsnId i;

	for (i = 0; w->holds && i < f->insns.n; i++)
		constants_read(w, func_insn(f, i));
	constants_sink(w);
	for (uint32_t k = 0; k < w->constant.n; k++) {
		i = w->constant.at[k];
		if (w->reads[insn_opnds(f, func_insn(f, i))->val])
			continue;
		w->gone[insn_opnds(f, func_insn(f, i))->val] = 1;
		w->copies[i] = 1;
		any = true;
	}
	return any;
}

/* Debug instructions know nothing of what is gone. */
static void
debug_forget(Forward *w)
{
	const Func *f = w->f;
	Operand *o = f->opnds.at, *end = o + f->opnds.n;

	if (!w->facts->debug)
		return;
	for (; o < end; o++) {
		if (o->kind != OPND_VREG || !(o->flags & OPND_DEBUG) ||
		    !w->gone[o->val])
			continue;
		o->kind = OPND_REG;
		o->sub = 0;
		o->val = 0;
	}
}

/* Look at COPY of block B and at those that come of it.  Returns whether any
 * went. */
static bool
copy_forward(Forward *w, ReservedCopy copy, BlockId b)
{
	InsnId end = w->f->blocks.at[b].end;
	uint64_t left = end - copy.insn;
	bool any = false;

	VEC_PUSH(w->tmp, w->work, copy);
	/* Ends: what comes of a copy stands behind it. */
	while (w->work.n) {
		BOUND_COUNT(left);
		copy = w->work.at[--w->work.n];
		const Insn *insn = func_insn(w->f, copy.insn);
		if (!is_copy_of_reserved(w, insn))
			continue;
		occurrences_count(w, &copy, b, insn_opnds(w->f, insn)->val);
		InsnId last = last_reader(w, copy.insn, end);
		if (last == NONE) {
			far_note(w, copy.insn);
			continue;
		}
		readers_forward(w, &copy, last);
		any = true;
	}
	return any;
}

void
forward_reserved(Func *f, const ReservedCopy *copies, uint32_t n,
		 const OperandFacts *facts, const float *freq, Arena *tmp)
{
	Forward w = {.f = f,
		     .facts = facts,
		     .block = NONE,
		     .freq = freq,
		     .tmp = tmp};
	bool any = false;
	BlockId b = 0;

	/* Most functions have none. */
	if (!n)
		return;
	w.reads = ARENA_NEW(tmp, uint32_t, f->vregs.n + 1);
	w.writes = ARENA_NEW(tmp, uint8_t, f->vregs.n + 1);
	w.gone = ARENA_NEW(tmp, uint8_t, f->vregs.n + 1);
	w.copies = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
	for (uint32_t k = 0; k < n; k++) {
		while (f->blocks.at[b].end <= copies[k].insn)
			b++;
		any |= copy_forward(&w, copies[k], b);
	}
	any |= far_forward(&w);
	any |= constants_forward(&w);
	if (!any)
		return;
	debug_forget(&w);
	func_remove(f, w.copies, tmp);
}
