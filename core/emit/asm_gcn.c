/*
 * GCN: loads return their results later; an instruction that touches a
 * register that a load is still to write, or memory order that matters, waits
 * for all of them.  Plain: one wait for both counters, one set of registers,
 * forgotten at block ends.
 */
#include "core/emit/asm_internal.h"

#include "core/base/bits.h"

#include <string.h>

void
asm_gcn_wait_all(Asm *a)
{
	if (!a->outstanding)
		return;
	buf_str(a->out, "\ts_waitcnt vmcnt(0) lgkmcnt(0)\n");
	memset(a->pending, 0, sizeof(uint64_t) * BITS_WORDS(a->t->n_unit_regs));
	a->outstanding = false;
}

static bool
touches_pending(const Asm *a, const Operand *o)
{
	Slice units;

	if (o->kind != OPND_REG || !o->val)
		return false;
	units = a->t->regs[o->val].units;
	for (; units.start < units.end; units.start++)
		if (bits_has(a->pending, a->t->reg_units[units.start]))
			return true;
	return false;
}

void
asm_gcn_wait(Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	const char *name = target_str(a->t, insn_desc(a->f, insn)->name);
	uint32_t flags = insn_flags(a->f, insn), i;
	bool memory = flags & (OP_MAY_LOAD | OP_MAY_STORE);
	bool wait = flags & (OP_TERMINATOR | OP_CALL | OP_RETURN) ||
		    !strncmp(name, "S_BARRIER", 9) ||
		    insn_is(a->f, insn, WK_INLINEASM);

	for (i = 0; i < insn->nopnds && !wait; i++)
		wait = touches_pending(a, &o[i]);
	if (wait)
		asm_gcn_wait_all(a);
	if (!memory)
		return;
	a->outstanding = true;
	for (i = 0; i < insn->nopnds; i++) {
		Slice units;

		if (o[i].kind != OPND_REG || !o[i].val)
			continue;
		if (!(o[i].flags & OPND_DEF))
			continue;
		units = a->t->regs[o[i].val].units;
		for (; units.start < units.end; units.start++)
			bits_add(a->pending, a->t->reg_units[units.start]);
	}
}
