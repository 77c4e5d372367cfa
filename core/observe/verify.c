/*
 * Internal consistency of a function, to be run between any two passes.
 */
#include "core/observe/verify.h"

#include <stdarg.h>

#define MESSAGES 10

typedef struct {
	const Func *f;
	Diag *diag;
	uint32_t errors;
} Verify;

__attribute__((format(printf, 3, 4))) static void
fail(Verify *v, Loc loc, const char *format, ...)
{
	char text[256];
	va_list args;

	if (v->errors++ >= MESSAGES)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	diag_error(v->diag, loc, "%.*s: internal: %s", (int)v->f->name.len,
		   v->f->source->text + v->f->name.at, text);
}

/* How many things an operand of KIND may refer to; UINT32_MAX: any number. */
static uint32_t
kind_count(const Func *f, OpndKind kind)
{
	switch (kind) {
	case OPND_REG:
		return f->target->n_regs;
	case OPND_VREG:
		return f->vregs.n;
	case OPND_IMM:
		return f->imms.n;
	case OPND_BLOCK:
		return f->blocks.n;
	case OPND_STACK:
		return f->stack.n;
	case OPND_FIXED:
		return f->fixed.n;
	case OPND_SUB:
		return f->target->n_subs;
	case OPND_MASK:
		return f->masks.n;
	default:
		return UINT32_MAX;
	}
}

static void
verify_reg(Verify *v, const Insn *insn, uint32_t i, const Operand *o)
{
	const Operand *all = insn_opnds(v->f, insn);

	if (o->sub >= v->f->target->n_subs)
		fail(v, insn->loc, "operand %u: no sub-register index %u", i,
		     o->sub);
	if (o->kind == OPND_REG && o->sub)
		fail(v, insn->loc,
		     "operand %u: a physical register with an index", i);
	if (o->kind == OPND_VREG && v->f->allocated)
		fail(v, insn->loc, "operand %u is a virtual register still", i);
	if ((o->flags & OPND_KILL) && (o->flags & OPND_DEF))
		fail(v, insn->loc, "operand %u: a definition that kills", i);
	if (o->tied == TIED_NONE || (o->flags & OPND_DEF))
		return;
	if (o->tied >= insn->nopnds || !opnd_is_reg(&all[o->tied]) ||
	    !(all[o->tied].flags & OPND_DEF))
		fail(v, insn->loc, "operand %u is tied to no definition", i);
	else if (v->f->allocated && all[o->tied].val != o->val)
		fail(v, insn->loc, "operands %u and %u are tied but differ", i,
		     o->tied);
}

static void
verify_insn(Verify *v, const Insn *insn)
{
	const Func *f = v->f;
	uint32_t i;

	if (insn->op >= f->target->n_opcodes) {
		fail(v, insn->loc, "opcode %u is out of range", insn->op);
		return;
	}
	if (insn->nopnds > f->opnds.n ||
	    insn->opnd0 > f->opnds.n - insn->nopnds) {
		fail(v, insn->loc, "operands are out of range");
		return;
	}
	if (insn->nleft > insn->nopnds)
		fail(v, insn->loc,
		     "more operands left of \"=\" than there are");
	for (i = 0; i < insn->nopnds; i++) {
		const Operand *o = &f->opnds.at[insn->opnd0 + i];

		if (o->kind > OPND_TEXT)
			fail(v, insn->loc, "operand %u has no kind", i);
		else if (o->val >= kind_count(f, (OpndKind)o->kind))
			fail(v, insn->loc, "operand %u is out of range", i);
		else if (opnd_is_reg(o))
			verify_reg(v, insn, i, o);
		else if (o->flags & OPND_DEF)
			fail(v, insn->loc, "operand %u cannot be defined", i);
	}
}

static void
verify_slice(Verify *v, Slice s, uint32_t n, const char *what)
{
	if (s.start > s.end || s.end > n)
		fail(v, LOC_NONE, "%s out of range", what);
}

static void
verify_blocks(Verify *v)
{
	const Func *f = v->f;
	InsnId next = 0;
	uint32_t i;

	for (i = 0; i < f->blocks.n; i++) {
		const Block *b = &f->blocks.at[i];

		if (b->first != next || b->end < b->first)
			fail(v, LOC_NONE,
			     "bb.%u does not begin where the block before it "
			     "ends",
			     b->number);
		next = b->end;
		verify_slice(v, b->succs, f->succs.n, "successors");
		verify_slice(v, b->liveins, f->liveins.n, "live-ins");
	}
	if (f->blocks.n && next != f->insns.n)
		fail(v, LOC_NONE, "instructions behind the last block");
	for (i = 0; i < f->succs.n; i++)
		if (f->succs.at[i].block >= f->blocks.n)
			fail(v, LOC_NONE, "successor %u is out of range", i);
	for (i = 0; i < f->liveins.n; i++)
		if (f->liveins.at[i].reg >= f->target->n_regs)
			fail(v, LOC_NONE, "live-in %u is out of range", i);
}

static void
verify_tables(Verify *v)
{
	const Func *f = v->f;
	uint32_t i;

	for (i = 0; i < f->vregs.n; i++) {
		const Vreg *r = &f->vregs.at[i];

		if (r->cls != CLASS_NONE && r->cls >= f->target->n_classes)
			fail(v, r->loc, "register %u has no class", i);
		if (r->parent != NONE && r->parent >= f->vregs.n)
			fail(v, r->loc, "register %u has no parent", i);
	}
	for (i = 0; i < f->accesses.n; i++) {
		const MadeAccess *a = &f->accesses.at[i];

		if (a->insn >= f->insns.n || a->slot >= f->stack.n)
			fail(v, LOC_NONE, "access %u is out of range", i);
		else if (i && a->insn < a[-1].insn)
			fail(v, LOC_NONE, "access %u is out of order", i);
	}
	for (i = 0; i < f->jump_tables.n; i++)
		verify_slice(v, f->jump_tables.at[i].blocks, f->jump_blocks.n,
			     "jump table");
	for (i = 0; i < f->jump_blocks.n; i++)
		if (f->jump_blocks.at[i] >= f->blocks.n)
			fail(v, LOC_NONE, "jump target %u is out of range", i);
}

bool
verify_func(const Func *f, Diag *diag)
{
	Verify v = {.f = f, .diag = diag};
	uint32_t i;

	verify_blocks(&v);
	verify_tables(&v);
	for (i = 0; i < f->insns.n; i++)
		verify_insn(&v, &f->insns.at[i]);
	return !v.errors;
}
