/*
 * Inline assembly: its string with operands put in.
 *
 * Operand N of the string is a group of machine operands behind a flag word:
 * kind in bits 0-2, number of operands in bits 3-15.
 */
#include "core/emit/asm_internal.h"

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
	bool second; /* in the second of the machine's dialects */
} Inline;

static bool
groups_read(Inline *s, const Insn *insn)
{
	Asm *a = s->a;
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t k;

	s->groups = ARENA_NEW(a->line, Group, insn->nopnds);
	for (uint32_t i = 2; i < insn->nopnds && o[i].kind == OPND_IMM;
	     i += k + 1) {
		uint64_t flag = (uint64_t)opnd_imm(a->f, &o[i]);
		uint32_t n = flag >> 3 & 0x1fff;
		Group *g = &s->groups[s->n];

		g->kind = flag & 7;
		g->opnds = (AsmInsn){.op = insn->op, .loc = insn->loc, .n = n};
		g->opnds.o = ARENA_NEW(a->line, AsmOpnd, n + 1);
		for (k = 0; k < n && i + 1 + k < insn->nopnds; k++) {
			if (!asm_operand_read(a, &o[i + 1 + k], &g->opnds.o[k]))
				return false;
		}
		for (k = 0; k < n && i + 1 + k < insn->nopnds; k++) {
			uint8_t kind = o[i + 1 + k].kind;

			if (a->hooks->opnd.stack &&
			    (kind == OPND_STACK || kind == OPND_FIXED))
				a->hooks->opnd.stack(a, &g->opnds, k);
		}
		k = n;
		if (g->kind != GROUP_CLOBBER)
			s->n++;
	}
	return true;
}

static bool
operand(Inline *s, uint32_t k, char modifier)
{
	Asm *a = s->a;

	if (k >= s->n || !s->groups[k].opnds.n)
		return asm_error(a, s->loc, "inline assembly has no operand %u",
				 k);
	Group *g = &s->groups[k];
	const AsmOpnd *o = g->opnds.o;
	if (g->kind == GROUP_MEM)
		return a->hooks->inlined.memory
			       ? a->hooks->inlined.memory(a, &g->opnds,
							  modifier, s->second)
			       : asm_error(a, s->loc,
					   "no address for inline assembly");
	if (o->kind == ASM_REG) {
		if (a->hooks->inlined.reg)
			a->hooks->inlined.reg(a, &g->opnds, modifier,
					      s->second);
		else
			asm_reg(a, o->reg);
		return true;
	}
	if (a->hooks->inlined.number &&
	    a->hooks->inlined.number(a, &g->opnds, modifier))
		return true;
	if (!s->second && (!modifier || !strchr("cnlPpa", modifier)))
		buf_str(a->out, a->number);
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

	if (*p == ':') {
		if (end - p == 4 && !memcmp(p, ":uid", 4))
			buf_uint(s->a->out, s->a->unique);
		else if (end - p == 8 && !memcmp(p, ":private", 8))
			buf_str(s->a->out, ".L");
		else if (end - p == 8 && !memcmp(p, ":comment", 8))
			buf_char(s->a->out, '#');
		return true;
	}
	uint32_t k = (uint32_t)strtoul(p, &q, 10);
	return operand(s, k, *q == ':' ? q[1] : 0);
}

/* One alternative of "$(first$|second$)", up to its end. */
static const char *
alternative_end(const char *p, const char *end)
{
	for (; p + 1 < end; p++)
		if (*p == '$' && (p[1] == '|' || p[1] == ')'))
			return p;
	return end;
}

static bool expand(Inline *s, const char *p, const char *end);

/* Of the alternatives from P on the one in S's dialect, if there are so many;
 * *REST is what stands behind them. */
static bool
choose(Inline *s, const char *p, const char *end, const char **rest)
{
	const char *q;

	for (unsigned at = 0;; at++, p = q + 2) {
		q = alternative_end(p, end);
		if (at == s->second && !expand(s, p, q))
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
		if (*p != '$') {
			buf_char(out, *p++);
			continue;
		}
		p++;
		if (p == end)
			break;
		if (*p == '$') {
			if (!s->second)
				buf_char(out, '$');
			p++;
		} else if (*p == '{') {
			const char *q = memchr(p, '}', (size_t)(end - p));
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

bool
asm_inline(Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	Inline s = {.a = a, .loc = insn->loc};
	const char *rest;
	size_t len;

	if (insn->nopnds < 2 || o[0].kind != OPND_SYMBOL)
		return asm_error(a, insn->loc, "inline assembly without text");
	Span span = opnd_text(a->f, &o[0]);
	const char *text = a->f->source->text + span.at;
	const char *end = text + span.len;
	text = asm_unquote(a, text + (*text == '&'), end, &rest, &len);
	if (!groups_read(&s, insn))
		return false;
	a->unique++;
	s.second = o[1].kind == OPND_IMM && opnd_imm(a->f, &o[1]) & 4;
	if (!len)
		return true;
	if (a->hooks->inlined.begin)
		a->hooks->inlined.begin(a, s.second);
	buf_char(a->out, '\t');
	if (!expand(&s, text, text + len))
		return false;
	buf_char(a->out, '\n');
	if (a->hooks->inlined.end)
		a->hooks->inlined.end(a, s.second, text, len);
	return true;
}
