/*
 * GCN.  What is printed is read again line by line: how long an instruction
 * must wait depends on the instructions that the machine gets, many of which
 * exist as text only.
 */
#include "core/emit/asm_internal.h"
#include "core/emit/gcn_lines.h"

#include <stdio.h>
#include <string.h>

static void
print_wait(Buf *out, GcnWait w)
{
	if (w.memory == NO_WAIT && w.exported == NO_WAIT && w.local == NO_WAIT)
		return;
	buf_str(out, "\ts_waitcnt");
	if (w.memory != NO_WAIT)
		buf_printf(out, " vmcnt(%u)", w.memory);
	if (w.exported != NO_WAIT)
		buf_printf(out, " expcnt(%u)", w.exported);
	if (w.local != NO_WAIT)
		buf_printf(out, " lgkmcnt(%u)", w.local);
	buf_char(out, '\n');
}

/* s_nop knows eight cycles at most. */
static void
print_idle(Buf *out, unsigned n)
{
	enum { MOST = 8 };

	for (; n; n -= n > MOST ? MOST : n)
		buf_printf(out, "\ts_nop %u\n", (n > MOST ? MOST : n) - 1);
}

void
asm_gcn_finish(Asm *a, size_t start)
{
	Buf *out = a->out;
	size_t len = out->len - start;
	GcnCode code = {.matrix = func_has_feature(a->f, "gfx90a-insts")};
	char *text = arena_copy(a->tmp, out->at + start, len, len + 1);
	uint32_t i;

	gcn_lines_read(&code, text, len, a->tmp);
	gcn_waits(&code, a->tmp);
	gcn_hazards(&code, a->tmp);
	out->len = start;
	for (i = 0; i < code.lines.n; i++) {
		const GcnLine *line = &code.lines.at[i];

		print_wait(out, line->before);
		if (line->flags & LINE_SOFT)
			continue;
		if (line->unit != UNIT_IDLE)
			print_idle(out, line->idle);
		buf_put(out, text + line->at, line->end - line->at);
		buf_char(out, '\n');
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
