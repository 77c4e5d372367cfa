/*
 * GCN.  Loads return their results later; an instruction that touches a
 * register that a load is still to write, or memory order that matters, waits
 * for all of them.  Plain: one wait for both counters, one set of registers,
 * forgotten at block ends.
 */
#include "core/emit/asm_internal.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <stdio.h>
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
	return o->kind == OPND_REG && o->val &&
	       unitset_meets(a->t, a->pending, (RegId)o->val);
}

/* Cycles that must pass between a vector instruction that writes a scalar
 * register and a memory instruction, or one with lanes or scaled division,
 * that reads it. */
enum { HAZARD = 5 };

/* Is it s0, vcc or exec, or made of such? */
static bool
is_scalar(const Asm *a, RegId reg)
{
	const char *text = asm_reg_text(a, reg);

	return (*text == 's' && strcmp(text, "scc") != 0) ||
	       !strncmp(text, "vcc", 3) || !strncmp(text, "exec", 4);
}

static bool
writes_scalar(const Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t i;

	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    o[i].flags & OPND_DEF && is_scalar(a, (RegId)o[i].val))
			return true;
	return false;
}

/* Does the machine not wait by itself for scalar registers it reads? */
static bool
reads_early(const char *name)
{
	static const char *const names[] = {
		"BUFFER_",     "TBUFFER_",   "GLOBAL_",	   "FLAT_",
		"SCRATCH_",    "IMAGE_",     "SI_SPILL_V", "V_READLANE",
		"V_WRITELANE", "V_DIV_FMAS", "SI_SPILL_A",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return strstr(name, "_dpp") != NULL;
}

/* Idle cycles before INSN if it could read a scalar register too early. */
static void
hazard(Asm *a, const Insn *insn, const char *name)
{
	bool vector =
		!strncmp(name, "V_", 2) ||
		(!strncmp(name, "SI_SPILL_S", 10) && strstr(name, "RESTORE"));

	if (a->since < HAZARD && reads_early(name)) {
		buf_printf(a->out, "\ts_nop %u\n", HAZARD - a->since - 1);
		a->since = HAZARD;
	}
	if (vector && writes_scalar(a, insn))
		a->since = 0;
	else if (a->since < HAZARD)
		a->since++;
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
		    !strcmp(name, "ATOMIC_FENCE") ||
		    insn_is(a->f, insn, WK_INLINEASM);

	for (i = 0; i < insn->nopnds && !wait; i++)
		wait = touches_pending(a, &o[i]);
	if (wait)
		asm_gcn_wait_all(a);
	hazard(a, insn, name);
	if (!memory)
		return;
	a->outstanding = true;
	for (i = 0; i < insn->nopnds; i++) {
		if (o[i].kind == OPND_REG && o[i].val && o[i].flags & OPND_DEF)
			unitset_add(a->t, a->pending, (RegId)o[i].val);
	}
}

/* Offsets up to this fit into a buffer instruction. */
enum { OFFSET_MAX = 4095 };

/* A buffer instruction whose address register is a stack object: the form
 * with an offset only. */
static bool
print_stack_access(Asm *a, const AsmInsn *insn, const char *name, uint32_t k)
{
	char other[96];
	size_t len = strlen(name) - 5;
	AsmInsn out = *insn;
	int64_t offset = insn->o[k].number;
	uint32_t i;

	snprintf(other, sizeof(other), "%.*sOFFSET", (int)len, name);
	out.op = target_opcode(a->t, other, strlen(other));
	if (!out.op || k + 3 >= insn->n)
		return asm_error(a, insn->loc, "opcode %s has no form %s", name,
				 other);
	for (i = k; i + 1 < insn->n; i++)
		out.o[i] = insn->o[i + 1];
	out.n--;
	out.o[k + 2].number += offset;
	if (out.o[k + 2].number > OFFSET_MAX)
		return asm_error(a, insn->loc, "a stack object out of reach");
	if (asm_gcn_base(a)) {
		out.o[k + 1].kind = ASM_REG;
		out.o[k + 1].reg = asm_gcn_base(a);
	}
	return asm_print(a, &out);
}

/* Offsets into local memory have no sign, but machine IR prints them as if
 * they had: of 16 bits, or two of 8. */
static void
clear_signs(AsmInsn *insn, const char *name)
{
	bool two = strstr(name, "READ2") || strstr(name, "WRITE2") ||
		   strstr(name, "WRXCHG2");
	uint32_t k;

	for (k = 0; !strncmp(name, "DS_", 3) && k < insn->n; k++)
		if (insn->o[k].kind == ASM_NUMBER && insn->o[k].number < 0)
			insn->o[k].number &= two ? 0xff : 0xffff;
}

bool
asm_gcn_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	const Operand *o = insn_opnds(a->f, source);
	size_t len = strlen(name);
	uint32_t i, k = 0;

	clear_signs(insn, name);
	for (i = 0; i < source->nopnds; i++) {
		if (o[i].flags & OPND_IMPLICIT || o[i].kind == OPND_MASK)
			continue;
		if (o[i].kind == OPND_STACK || o[i].kind == OPND_FIXED)
			break;
		k++;
	}
	if (i == source->nopnds)
		return false;
	*ok = true;
	if (!strncmp(name, "SI_SPILL_", 9)) {
		*ok = asm_gcn_spill(a, insn, name, o[i].val);
		return true;
	}
	if (len > 6 && !strcmp(name + len - 6, "_OFFEN")) {
		*ok = print_stack_access(a, insn, name, k);
		return true;
	}
	if (asm_gcn_base(a) && !strcmp(name, "V_MOV_B32_e32")) {
		asm_gcn_address(a, insn);
		return true;
	}
	if (asm_gcn_base(a)) {
		*ok = asm_error(
			a, insn->loc,
			"the address of a stack object outside a kernel "
			"has no assembly");
		return true;
	}
	return false;
}
