/*
 * Inline assembly: its string with operands put in.
 *
 * Operand N of the string is a group of machine operands behind a flag word:
 * kind in bits 0-2, number of operands in bits 3-15.
 */
#include "core/emit/asm_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	GROUP_USE = 1,
	GROUP_DEF,
	GROUP_DEF_EARLY,
	GROUP_CLOBBER,
	GROUP_IMM,
	GROUP_MEM
};

typedef struct {
	uint32_t kind;
	AsmInsn opnds;
} Group;

typedef struct {
	Asm *a;
	Loc loc;
	const char *end;
	Group *groups;
	uint32_t n;
	bool intel; /* x86, in Intel's syntax, without "%" and "$" */
} Inline;

static void
reg_print(Inline *s, RegId reg)
{
	const char *text = asm_reg_text(s->a, reg);

	buf_str(s->a->out, text + (s->intel && *text == '%'));
}

static bool
groups_read(Inline *s, const Insn *insn)
{
	Asm *a = s->a;
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t i, k;

	s->groups = ARENA_NEW(a->line, Group, insn->nopnds);
	for (i = 2; i < insn->nopnds && o[i].kind == OPND_IMM; i += k + 1) {
		uint64_t flag = (uint64_t)opnd_imm(a->f, &o[i]);
		uint32_t n = flag >> 3 & 0x1fff;
		Group *g = &s->groups[s->n];

		g->kind = flag & 7;
		g->opnds = (AsmInsn){.op = insn->op, .loc = insn->loc, .n = n};
		g->opnds.o = ARENA_NEW(a->line, AsmOpnd, n + 1);
		for (k = 0; k < n && i + 1 + k < insn->nopnds; k++) {
			const Operand *p = &o[i + 1 + k];
			uint32_t at = a->machine == MACHINE_X86 ? 3 : 1;
			AsmOpnd *out = &g->opnds.o[k];

			if (!asm_operand_read(a, p, out))
				return false;
			if (k >= at && (p[-(int)at].kind == OPND_STACK ||
					p[-(int)at].kind == OPND_FIXED)) {
				out->number += out[-(int)at].number;
				out[-(int)at].number = 0;
			}
		}
		k = n;
		if (g->kind != GROUP_CLOBBER)
			s->n++;
	}
	return true;
}

/* A core or vector register in another width. */
static bool
x86_register(Inline *s, RegId reg, char modifier)
{
	static const struct {
		char modifier;
		const char *sub;
	} parts[] = {{'b', "sub_8bit"},	 {'h', "sub_8bit_hi"},
		     {'w', "sub_16bit"}, {'k', "sub_32bit"},
		     {'x', "sub_xmm"},	 {'t', "sub_ymm"}};
	const Target *t = s->a->t;
	ClassId wide = target_class(t, "gr64", 4);
	size_t i;

	for (i = t->regs[reg].supers.start; i < t->regs[reg].supers.end; i++)
		if (target_class_has(t, wide, t->reg_supers[i]) &&
		    strchr("bhwkq", modifier)) {
			reg = t->reg_supers[i];
			break;
		}
	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		SubId sub = target_sub(t, parts[i].sub, strlen(parts[i].sub));
		RegId part = parts[i].modifier == modifier && sub
				     ? target_subreg(t, reg, sub)
				     : 0;

		if (part)
			reg = part;
	}
	reg_print(s, reg);
	return true;
}

/* ARM: the halves of a pair or of a q register, and s registers as parts of
 * d registers. */
static bool
arm_register(Inline *s, const Group *g, char modifier)
{
	static const struct {
		char modifier;
		const char *sub;
	} parts[] = {{'Q', "gsub_0"}, {'R', "gsub_1"}, {'H', "gsub_1"},
		     {'e', "dsub_0"}, {'f', "dsub_1"}, {0, "gsub_0"}};
	const Target *t = s->a->t;
	RegId reg = g->opnds.o[0].reg;
	size_t i;

	if (g->opnds.n > 1) {
		asm_reg(s->a,
			g->opnds.o[modifier == 'R' || modifier == 'H'].reg);
		return true;
	}
	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		SubId sub = target_sub(t, parts[i].sub, 6);
		RegId part = parts[i].modifier == modifier && sub
				     ? target_subreg(t, reg, sub)
				     : 0;

		if (part) {
			asm_reg(s->a, part);
			return true;
		}
	}
	asm_reg(s->a, reg);
	return true;
}

/* An address as LLVM prints it in Intel's syntax: "[rsp + 8*rcx - 4]". */
static bool
intel_address(Inline *s, const AsmInsn *insn)
{
	const AsmOpnd *o = insn->o;
	Buf *out = s->a->out;
	const char *plus = "";

	if (insn->n < 5)
		return asm_error(s->a, s->loc, "an address of %u operands",
				 insn->n);
	if (o[4].reg) {
		reg_print(s, o[4].reg);
		buf_char(out, ':');
	}
	buf_char(out, '[');
	if (o[0].reg) {
		reg_print(s, o[0].reg);
		plus = " + ";
	}
	if (o[2].reg) {
		buf_str(out, plus);
		if (o[1].number != 1)
			buf_printf(out, "%lld*", (long long)o[1].number);
		reg_print(s, o[2].reg);
		plus = " + ";
	}
	if (o[3].kind == ASM_SYMBOL) {
		buf_str(out, plus);
		asm_symbol(s->a, &o[3]);
	} else if (!*plus) {
		buf_int(out, o[3].number);
	} else if (o[3].number < 0) {
		buf_str(out, " - ");
		buf_uint(out, -(uint64_t)o[3].number);
	} else if (o[3].number) {
		buf_str(out, " + ");
		buf_int(out, o[3].number);
	}
	buf_char(out, ']');
	return true;
}

static bool
memory(Inline *s, Group *g)
{
	Asm *a = s->a;
	const AsmOpnd *o = g->opnds.o;

	if (s->intel)
		return intel_address(s, &g->opnds);
	if (a->machine == MACHINE_X86)
		return asm_address(a, &g->opnds, 0);
	if (o[0].kind != ASM_REG)
		return asm_error(a, s->loc, "no address for inline assembly");
	buf_char(a->out, '[');
	asm_reg(a, o[0].reg);
	if (o[0].number || (g->opnds.n > 1 && o[1].number))
		buf_printf(a->out, ", #%lld",
			   (long long)(o[0].number +
				       (g->opnds.n > 1 ? o[1].number : 0)));
	buf_char(a->out, ']');
	return true;
}

static bool
operand(Inline *s, uint32_t k, char modifier)
{
	Asm *a = s->a;
	Group *g;
	const AsmOpnd *o;

	if (k >= s->n || !s->groups[k].opnds.n)
		return asm_error(a, s->loc, "inline assembly has no operand %u",
				 k);
	g = &s->groups[k];
	o = g->opnds.o;
	if (g->kind == GROUP_MEM)
		return memory(s, g);
	if (o->kind == ASM_REG) {
		if (modifier == 'a') {
			buf_char(a->out, '(');
			reg_print(s, o->reg);
			buf_char(a->out, ')');
			return true;
		}
		if (a->machine == MACHINE_X86 && modifier)
			return x86_register(s, o->reg, modifier);
		if (a->machine == MACHINE_ARM)
			return arm_register(s, g, modifier);
		reg_print(s, o->reg);
		return true;
	}
	if (!s->intel && (!modifier || !strchr("cnlPa", modifier)))
		buf_str(a->out, a->imm_prefix);
	if (o->kind == ASM_SYMBOL)
		asm_symbol(a, o);
	else
		buf_int(a->out, modifier == 'n' ? -o->number : o->number);
	return true;
}

/* What stands between "${" and "}". */
static bool
braced(Inline *s, const char *p, const char *end)
{
	char *q;
	uint32_t k;

	if (*p == ':') {
		if (end - p == 4 && !memcmp(p, ":uid", 4))
			buf_uint(s->a->out, s->a->unique);
		else if (end - p == 8 && !memcmp(p, ":private", 8))
			buf_str(s->a->out, ".L");
		else if (end - p == 8 && !memcmp(p, ":comment", 8))
			buf_char(s->a->out, '#');
		return true;
	}
	k = (uint32_t)strtoul(p, &q, 10);
	return operand(s, k, *q == ':' ? q[1] : 0);
}

/* One alternative of "$(att$|intel$)", up to its end. */
static const char *
alternative_end(const char *p, const char *end)
{
	for (; p + 1 < end; p++)
		if (*p == '$' && (p[1] == '|' || p[1] == ')'))
			return p;
	return end;
}

static bool expand(Inline *s, const char *p, const char *end);

/* Of the alternatives from P on the one in S's syntax, if there are so many;
 * *REST is what stands behind them. */
static bool
choose(Inline *s, const char *p, const char *end, const char **rest)
{
	const char *q;
	unsigned at;

	for (at = 0;; at++, p = q + 2) {
		q = alternative_end(p, end);
		if (at == s->intel && !expand(s, p, q))
			return false;
		if (q + 1 >= end || q[1] == ')')
			break;
	}
	*rest = q + 1 < end ? q + 2 : end;
	return true;
}

static bool
expand(Inline *s, const char *p, const char *end)
{
	Buf *out = s->a->out;

	while (p < end) {
		const char *q;

		if (*p != '$') {
			buf_char(out, *p++);
			continue;
		}
		p++;
		if (p == end)
			break;
		if (*p == '$') {
			if (!s->intel)
				buf_char(out, '$');
			p++;
		} else if (*p == '{') {
			q = memchr(p, '}', (size_t)(end - p));
			if (!q || !braced(s, p + 1, q))
				return q && false;
			p = q + 1;
		} else if (*p == '(') {
			if (!choose(s, p + 1, end, &p))
				return false;
		} else if (*p >= '0' && *p <= '9') {
			char *rest;
			uint32_t k = (uint32_t)strtoul(p, &rest, 10);

			if (!operand(s, k, 0))
				return false;
			p = rest;
		} else {
			buf_char(out, '$');
		}
	}
	return true;
}

/* ARM: can TEXT leave the assembler in another instruction set? */
static bool
changes_mode(const char *text, size_t len)
{
	static const char *const words[] = {".arm", ".thumb", ".code"};
	const char *p, *end = text + len;
	size_t i;

	for (p = text; (p = memchr(p, '.', (size_t)(end - p))); p++)
		for (i = 0; i < 3; i++)
			if ((size_t)(end - p) >= strlen(words[i]) &&
			    !memcmp(p, words[i], strlen(words[i])))
				return true;
	return false;
}

bool
asm_inline(Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	Inline s = {.a = a, .loc = insn->loc};
	Span span;
	const char *text, *end, *rest;
	size_t len;

	if (insn->nopnds < 2 || o[0].kind != OPND_SYMBOL)
		return asm_error(a, insn->loc, "inline assembly without text");
	span = opnd_text(a->f, &o[0]);
	text = a->f->source->text + span.at;
	end = text + span.len;
	text = asm_unquote(a, text + (*text == '&'), end, &rest, &len);
	if (!groups_read(&s, insn))
		return false;
	a->unique++;
	s.intel = a->machine == MACHINE_X86 && o[1].kind == OPND_IMM &&
		  opnd_imm(a->f, &o[1]) & 4;
	if (!len)
		return true;
	if (s.intel)
		buf_str(a->out, "\t.intel_syntax noprefix\n");
	buf_char(a->out, '\t');
	if (!expand(&s, text, text + len))
		return false;
	buf_char(a->out, '\n');
	if (s.intel)
		buf_str(a->out, "\t.att_syntax\n");
	if (a->machine == MACHINE_ARM && changes_mode(text, len))
		buf_str(a->out, a->thumb ? "\t.code 16\n" : "\t.code 32\n");
	return true;
}
