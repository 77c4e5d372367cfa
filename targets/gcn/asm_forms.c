/*
 * What GCN templates ask for by name: packed modifiers, halves, lanes that data
 * comes from.  targets/import/forms.cpp proves the same of most of them against
 * LLVM's printer.
 */
#include "targets/gcn/asm.h"

#include "targets/gcn/dpp.h"

#include <string.h>

/* Is V a number in double precision that needs a literal, the upper half of it?
 * Some are part of the instruction: 0.5, 1, 2 and 4, with either sign. */
static bool
is_double_literal(int64_t v)
{
	uint32_t high = (uint64_t)v >> 32 & 0x7fffffff;

	return !(v & 0xffffffff) && high != 0x3fe00000 && high != 0x3ff00000 &&
	       high != 0x40000000 && high != 0x40100000;
}

/* Where there could be a register small numbers are part of the instruction,
 * others a literal of 32 bits. */
void
gcn_number(Asm *a, const AsmInsn *insn, uint32_t k)
{
	const OpcodeDesc *d = target_desc(a->t, insn->op);
	int64_t v = insn->o[k].number;
	const OpndDesc *o = d->opnds.start + k < d->opnds.end
				    ? &a->t->opnd_descs[d->opnds.start + k]
				    : NULL;

	if (!o || o->cls == CLASS_NONE || (v >= -16 && v <= 64))
		buf_int(a->out, v);
	else if (a->t->classes[o->cls].bits <= 32)
		buf_printf(a->out, "0x%x", (unsigned)v);
	else if (v >= INT32_MIN && v <= INT32_MAX)
		buf_int(a->out, v);
	else if (is_double_literal(v))
		buf_printf(a->out, "0x%x", (unsigned)((uint64_t)v >> 32));
	else
		buf_printf(a->out, "0x%llx", (unsigned long long)v);
}

/* What the modifiers of N sources from operand K select. */
static void
packed(Asm *a, const AsmInsn *insn, uint32_t k, uint32_t n, bool mix)
{
	static const struct {
		const char *name;
		int bit;
		bool normal;
	} parts[] = {{" op_sel:[", 4, false},
		     {" op_sel_hi:[", 8, true},
		     {" neg_lo:[", 1, false},
		     {" neg_hi:[", 2, false}};

	for (uint32_t p = 0; p < (mix ? 2 : 4); p++) {
		bool usual = parts[p].normal && !mix, normal = true;

		for (uint32_t i = 0; i < n && k + 2 * i < insn->n; i++)
			normal &= !!(insn->o[k + 2 * i].number &
				     parts[p].bit) == usual;
		if (normal)
			continue;
		buf_str(a->out, parts[p].name);
		for (uint32_t i = 0; i < n && k + 2 * i < insn->n; i++)
			buf_printf(
				a->out, i ? ",%d" : "%d",
				!!(insn->o[k + 2 * i].number & parts[p].bit));
		buf_char(a->out, ']');
	}
}

/* Which half of its register each of N sources from operand K is, and which
 * half of the result is written, as the modifiers of the first say. */
static void
halves(Asm *a, const AsmInsn *insn, uint32_t k, uint32_t n)
{
	int64_t written = insn->o[k].number & 8, any = written;

	for (uint32_t i = 0; i < n && k + 2 * i < insn->n; i++)
		any |= insn->o[k + 2 * i].number & 4;
	if (!any)
		return;
	buf_str(a->out, " op_sel:[");
	for (uint32_t i = 0; i < n && k + 2 * i < insn->n; i++)
		buf_printf(a->out, "%d,", !!(insn->o[k + 2 * i].number & 4));
	buf_printf(a->out, "%d]", !!written);
}

/* Half of a number of 64 bits, or of a register of two words. */
static bool
half(Asm *a, const AsmInsn *insn, const AsmOpnd *o, bool high)
{
	const Target *t = a->t;
	SubId sub = target_sub(t, high ? "sub1" : "sub0", 4);

	if (o->kind == ASM_NUMBER)
		buf_printf(a->out, "0x%x",
			   (uint32_t)(o->number >> (high ? 32 : 0)));
	else if (o->kind == ASM_REG && sub && target_subreg(t, o->reg, sub))
		asm_reg(a, target_subreg(t, o->reg, sub));
	else
		return asm_error(a, insn->loc, "%s: this operand has no halves",
				 target_str(t, t->opcodes[insn->op].name));
	return true;
}

static void
print_dpp(Asm *a, int64_t v)
{
	static const struct {
		int16_t first, last;
		const char *name;
	} ranges[] = {
#define DPP_RANGE(low, high, text) {low, high, text},
		DPP_RANGES(DPP_RANGE)
#undef DPP_RANGE
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
		if (v < ranges[i].first || v > ranges[i].last)
			continue;
		buf_str(a->out, ranges[i].name);
		if (ranges[i].first != ranges[i].last)
			buf_int(a->out, v & 15);
		return;
	}
	buf_printf(a->out, "quad_perm:[%d,%d,%d,%d]", (int)v & 3,
		   (int)v >> 2 & 3, (int)v >> 4 & 3, (int)v >> 6 & 3);
}

/* Operand ARG with the signs that operand K asks for. */
static void
negated(Asm *a, const AsmInsn *insn, uint32_t k, uint32_t arg)
{
	int64_t v = insn->o[k].number;

	buf_str(a->out, v & 1 ? "-" : "");
	buf_str(a->out, v & 2 ? "|" : "");
	asm_operand(a, insn, arg);
	buf_str(a->out, v & 2 ? "|" : "");
}

bool
gcn_form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form, bool *ok)
{
	const AsmOpnd *o = &insn->o[k];
	const char *name = form->name;
	size_t len = form->len;

	*ok = true;
	if (len == 2 && (!memcmp(name, "lo", 2) || !memcmp(name, "hi", 2)))
		*ok = half(a, insn, o, *name == 'h');
	else if (len == 3 && !memcmp(name, "pk", 2))
		packed(a, insn, k, (uint32_t)(name[2] - '0'), false);
	else if (len == 4 && !memcmp(name, "mix3", 4))
		packed(a, insn, k, 3, true);
	else if (len == 4 && !memcmp(name, "sel", 3))
		halves(a, insn, k, (uint32_t)(name[3] - '0'));
	else if (len == 3 && !memcmp(name, "neg", 3))
		negated(a, insn, k, form->arg);
	else if (len == 3 && !memcmp(name, "dpp", 3))
		print_dpp(a, o->number);
	else
		return false;
	return true;
}
