/*
 * Renders assembly templates; their language is described in
 * regalloc-target(5).
 */
#include "core/emit/asm_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	Asm *a;
	const AsmInsn *insn;
} Render;

static bool render(Render *r, const char *p, const char *end);

const char *
asm_reg_text(const Asm *a, RegId reg)
{
	return target_str(a->t, a->t->regs[reg].text);
}

void
asm_reg(Asm *a, RegId reg)
{
	buf_str(a->out, asm_reg_text(a, reg));
}

void
asm_symbol(Asm *a, const AsmOpnd *o)
{
	if (a->hooks->opnd.symbol)
		a->hooks->opnd.symbol(a, o);
	buf_str(a->out, o->before);
	buf_str(a->out, o->name);
	if (*o->after != ')')
		buf_str(a->out, o->after);
	if (o->number > 0)
		buf_char(a->out, '+');
	if (o->number)
		buf_int(a->out, o->number);
	if (*o->after == ')') /* of the sum */
		buf_str(a->out, o->after);
}

void
asm_operand(Asm *a, const AsmInsn *insn, uint32_t k)
{
	const AsmOpnd *o = &insn->o[k];

	switch (o->kind) {
	case ASM_REG:
		asm_reg(a, o->reg);
		break;
	case ASM_NUMBER:
		if (a->hooks->opnd.number)
			a->hooks->opnd.number(a, insn, k);
		else
			buf_int(a->out, o->number);
		break;
	case ASM_SYMBOL:
		asm_symbol(a, o);
		break;
	default:
		break;
	}
}

/* Operands K and following, with commas. */
static void
list(Asm *a, const AsmInsn *insn, uint32_t k)
{
	for (uint32_t i = k; i < insn->n; i++) {
		if (i > k)
			buf_str(a->out, ", ");
		asm_operand(a, insn, i);
	}
}

/* The register N after REG by its number, in the smallest class that has
 * both. */
static bool
next_reg(Render *r, RegId reg, uint32_t n)
{
	const Target *t = r->a->t;
	uint32_t best = UINT32_MAX;
	RegId next = 0;

	for (uint32_t cls = 0; cls < t->n_classes; cls++) {
		Slice order = t->classes[cls].order;

		uint32_t size = order.end - order.start;
		if (size >= best || !target_class_has(t, (ClassId)cls, reg))
			continue;
		for (uint32_t i = order.start; i < order.end && best > size;
		     i++)
			if (t->regs[t->class_regs[i]].encoding ==
			    t->regs[reg].encoding + n) {
				next = t->class_regs[i];
				best = size;
			}
	}
	if (!next)
		return asm_error(r->a, r->insn->loc, "no register %u after %s",
				 n, asm_reg_text(r->a, reg));
	asm_reg(r->a, next);
	return true;
}

/* Text number V of choice list NUMBER, ARG for "@". */
static bool
choice(Render *r, uint32_t number, int64_t v, uint32_t arg)
{
	const Target *t = r->a->t;
	const char *s;

	if (number >= t->n_choices)
		return false;
	Slice list_of = t->choices[number];
	if (v == -1 && list_of.end - list_of.start == 2)
		v = 1; /* truth in one bit */
	if (v < 0 || v >= list_of.end - list_of.start)
		return asm_error(r->a, r->insn->loc,
				 "operand value %lld of %s has no text",
				 (long long)v,
				 target_str(t, t->opcodes[r->insn->op].name));
	for (s = target_str(t, t->str_lists[list_of.start + v]); *s; s++)
		if (*s == '@')
			asm_operand(r->a, r->insn, arg);
		else
			buf_char(r->a->out, *s);
	return true;
}

/* The part of register O at the index that number INDEX stands for. */
static bool
part_at(Render *r, const AsmOpnd *o, const AsmOpnd *index)
{
	const Target *t = r->a->t;
	RegId reg = 0;

	if (o->kind == ASM_REG && index->kind == ASM_NUMBER &&
	    index->number > 0 && index->number < t->n_subs)
		reg = target_subreg(t, o->reg, (SubId)index->number);
	if (!reg || t->regs[reg].flags & REG_ARTIFICIAL)
		return asm_error(r->a, r->insn->loc,
				 "%s: the register has no such part",
				 target_str(t, t->opcodes[r->insn->op].name));
	asm_reg(r->a, reg);
	return true;
}

/* The number at P; *END becomes what follows. */
static uint32_t
number(const char *p, const char **end)
{
	uint32_t n = 0;

	for (; *p >= '0' && *p <= '9'; p++)
		n = n * 10 + (uint32_t)(*p - '0');
	*end = p;
	return n;
}

/* ${K:FORM} or ${K:FORM:ARG}. */
static bool
form(Render *r, uint32_t k, const char *p, const char *end)
{
	const Target *t = r->a->t;
	const AsmOpnd *o = &r->insn->o[k];
	const char *colon = memchr(p, ':', (size_t)(end - p));
	uint32_t arg = colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : k;
	size_t len = (size_t)((colon ? colon : end) - p);
	bool ok;

	if (arg >= r->insn->n)
		return false;
	if (len == 4 && !memcmp(p, "list", 4)) {
		list(r->a, r->insn, k);
		return true;
	}
	if (len == 2 && !memcmp(p, "at", 2))
		return part_at(r, o, &r->insn->o[arg]);
	if (*p == 'c' && len > 1 && p[1] >= '0' && p[1] <= '9')
		return choice(r, (uint32_t)strtoul(p + 1, NULL, 10),
			      o->kind == ASM_REG ? !!o->reg : o->number, arg);
	if (r->a->hooks->opnd.form &&
	    r->a->hooks->opnd.form(r->a, r->insn, k, &(AsmForm){p, len, arg},
				   &ok))
		return ok;
	SubId sub = target_sub(t, p, len);
	if (!sub || o->kind != ASM_REG)
		return asm_error(r->a, r->insn->loc,
				 "%s: the template's '%.*s' does not fit",
				 target_str(t, t->opcodes[r->insn->op].name),
				 (int)len, p);
	asm_reg(r->a, target_subreg(t, o->reg, sub));
	return true;
}

/* ${K*A+B} and ${K*A+B:x}: a number worked out. */
static bool
scaled(Render *r, uint32_t k, const char *p, const char *end)
{
	int64_t v = r->insn->o[k].number;
	bool hex = end - p > 2 && !memcmp(end - 2, ":x", 2);
	char *q;

	if (*p == '*') {
		v *= strtoll(p + 1, &q, 10);
		p = q;
	}
	if (*p == '+' || *p == '-')
		v += strtoll(p, &q, 10);
	if (hex || (end - p == 2 && *p == ':'))
		buf_printf(r->a->out, "0x%llx", (unsigned long long)v);
	else
		buf_int(r->a->out, v);
	return true;
}

/* Operand K; a symbol is N bytes further. */
static bool
moved(Render *r, uint32_t k, int64_t n)
{
	AsmOpnd o = r->insn->o[k];

	if (o.kind != ASM_SYMBOL) {
		asm_operand(r->a, r->insn, k);
		return true;
	}
	o.number += n;
	asm_symbol(r->a, &o);
	return true;
}

/* "=J?" and "!J?" at *P: is O the same register as operand J, which may be a
 * register's text, or not?  "!?": is it the number 0?  *P becomes what
 * follows. */
static bool
holds(Render *r, const AsmOpnd *o, const char **p, const char *end)
{
	bool want = **p == '=';
	const char *q = *p + 1;
	const char *mark = memchr(q, '?', (size_t)(end - q));
	size_t n = mark ? (size_t)(mark - q) : 0;

	if (!mark)
		return false;
	*p = mark + 1;
	if (!n)
		return o->kind == ASM_NUMBER && !o->number;
	if (*q >= '0' && *q <= '9') {
		uint32_t j = number(q, &q);
		return j < r->insn->n && (o->reg == r->insn->o[j].reg) == want;
	}
	bool same = o->kind == ASM_REG &&
		    strlen(asm_reg_text(r->a, o->reg)) == n &&
		    !memcmp(asm_reg_text(r->a, o->reg), q, n);
	return same == want;
}

/* What stands between "${" and "}". */
static bool
braces(Render *r, const char *p, const char *end)
{
	const char *q;
	uint32_t k = number(p, &q);
	const AsmOpnd *o = &r->insn->o[k];

	if (k >= r->insn->n)
		return asm_error(
			r->a, r->insn->loc, "%s lacks operand %u",
			target_str(r->a->t, r->a->t->opcodes[r->insn->op].name),
			k);
	if (q == end) {
		asm_operand(r->a, r->insn, k);
		return true;
	}
	if (*q == '?')
		return (o->kind == ASM_NUMBER && !o->number) ||
		       (o->kind == ASM_REG && !o->reg) || render(r, q + 1, end);
	if (*q == '=' || *q == '!')
		return !holds(r, o, &q, end) || render(r, q, end);
	if (*q == '+' && o->kind != ASM_REG)
		return moved(r, k, strtoll(q + 1, NULL, 10));
	if (*q == '+')
		return next_reg(r, o->reg, (uint32_t)strtoul(q + 1, NULL, 10));
	if (*q == '*' || (end - q == 2 && !memcmp(q, ":x", 2)))
		return o->kind == ASM_SYMBOL ? (asm_symbol(r->a, o), true)
					     : scaled(r, k, q, end);
	return form(r, k, q + 1, end);
}

static const char *
closing(const char *p, const char *end)
{
	unsigned depth = 0;

	for (; p < end; p++) {
		depth += *p == '{';
		if (*p == '}' && --depth == 0)
			return p;
	}
	return end;
}

static bool
render(Render *r, const char *p, const char *end)
{
	while (p < end) {
		const char *q = memchr(p, '$', (size_t)(end - p));

		if (!q)
			q = end;
		buf_put(r->a->out, p, (size_t)(q - p));
		if (q == end)
			return true;
		p = q + 1;
		if (*p == '$') {
			buf_char(r->a->out, *p++);
		} else if (*p == '{') {
			q = closing(p, end);
			if (!braces(r, p + 1, q))
				return false;
			p = q + 1;
		} else {
			for (q = p; q < end && *q >= '0' && *q <= '9';)
				q++;
			if (!braces(r, p, q))
				return false;
			p = q;
		}
	}
	return true;
}

bool
asm_template(Asm *a, const char *text, const AsmInsn *insn)
{
	Render r = {a, insn};

	if (a->hooks->code.line_begin)
		a->hooks->code.line_begin(a, insn, text);
	size_t start = a->out->len;
	buf_char(a->out, '\t');
	if (!render(&r, text, text + strlen(text)))
		return false;
	buf_char(a->out, '\n');
	if (a->hooks->code.line_end)
		a->hooks->code.line_end(a, insn, start);
	return true;
}
