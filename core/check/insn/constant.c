/*
 * Constants in memory.
 *
 * Where an instruction of BEFORE sets all bits of a register, or none, AFTER
 * may have that number in memory, in a constant of its own.
 */
#include "core/check/insn/insns.h"

#include <string.h>

/* Base, scale, index, offset and segment: an address of a constant. */
enum { ADDRESS_OPERANDS = 5 };

static Span
unquoted(const Func *f, const Constant *k)
{
	Span s = k->value;

	if (s.len > 1 && f->source->text[s.at] == '\'') {
		s.at++;
		s.len -= 2;
	}
	return s;
}

/* The constant that operand O of F names; NULL: not there.  Mostly they are
 * numbered from 0. */
static const Constant *
constant_of(const Func *f, const Operand *o)
{
	if (o->val < f->constants.n && f->constants.at[o->val].id == o->val)
		return &f->constants.at[o->val];
	for (uint32_t i = 0; i < f->constants.n; i++)
		if (f->constants.at[i].id == o->val)
			return &f->constants.at[i];
	return NULL;
}

/* What follows the name of the constant that operand O of F is: " + 8". */
static Span
offset_text(const Func *f, const Operand *o)
{
	Span s = opnd_text(f, o);

	while (s.len && f->source->text[s.at] != ' ') {
		s.at++;
		s.len--;
	}
	return s;
}

bool
check_same_constant(const Check *c, const Operand *p, const Operand *q)
{
	const Constant *x = constant_of(c->before, p);
	const Constant *y = constant_of(c->after, q);

	return x && y &&
	       span_same(c->before->source, offset_text(c->before, p),
			 c->after->source, offset_text(c->after, q)) &&
	       (x == y || (x->align <= y->align &&
			   span_same(c->before->source, unquoted(c->before, x),
				     c->after->source, unquoted(c->after, y))));
}

/* The rest of text [*P, END) behind WORD, if it begins so. */
static bool
skip(const char **p, const char *end, const char *word)
{
	bool there = text_begins(*p, end, word);

	*p += there ? strlen(word) : 0;
	return there;
}

static uint32_t
skip_number(const char **p, const char *end)
{
	uint32_t n = 0;

	for (; *p < end && **p >= '0' && **p <= '9' && n < 1u << 20; ++*p)
		n = 10 * n + (uint32_t)(**p - '0');
	return n;
}

/* The bytes of the scalar type that the text begins with; 0: not known. */
static uint32_t
skip_scalar(const char **p, const char *end)
{
	if (skip(p, end, "float"))
		return 4;
	if (skip(p, end, "double"))
		return 8;
	if (skip(p, end, "half"))
		return 2;
	if (skip(p, end, "fp128"))
		return 16;
	if (!skip(p, end, "i"))
		return 0;
	uint32_t bits = skip_number(p, end);
	return bits % 8 ? 0 : bits / 8;
}

/* Are the bits of the scalar that the text begins with all 0, or all 1? */
static bool
skip_bits(const char **p, const char *end, bool ones)
{
	const char *word = *p;

	if (ones)
		return skip(p, end, "-1") &&
		       (*p == end || **p == ',' || **p == '>');
	if (!skip(p, end, "0"))
		return false;
	while (*p < end && strchr("xHL.+e0", **p))
		++*p;
	return *p == end || (**p == ',' && *p > word) || **p == '>';
}

/* The same of the rest of a vector of N elements, which begins at the first;
 * all of it is read. */
static bool
vector_bits(const char *p, const char *end, uint32_t n, bool ones)
{
	for (; n; n--) {
		if (!skip_scalar(&p, end) || !skip(&p, end, " ") ||
		    !skip_bits(&p, end, ones) ||
		    !skip(&p, end, n > 1 ? ", " : ">"))
			return false;
	}
	return p == end;
}

/* How many bytes has constant K of AFTER, if all its bits are ONES; else 0. */
static uint32_t
uniform_bytes(const Check *c, const Constant *k, bool ones)
{
	Span s = unquoted(c->after, k);
	const char *p = c->after->source->text + s.at, *end = p + s.len;
	uint32_t n = 1, bytes;

	if (skip(&p, end, "<")) {
		n = skip_number(&p, end);
		if (!skip(&p, end, " x "))
			return 0;
		bytes = n * skip_scalar(&p, end);
		if (!skip(&p, end, "> "))
			return 0;
		if (!ones && skip(&p, end, "zeroinitializer"))
			return p == end ? bytes : 0;
		return skip(&p, end, "<") && vector_bits(p, end, n, ones)
			       ? bytes
			       : 0;
	}
	bytes = skip_scalar(&p, end);
	return skip(&p, end, " ") && skip_bits(&p, end, ones) && p == end
		       ? bytes
		       : 0;
}

bool
check_uniform(const Check *c, const Insn *b, const Insn *a, const Fold *fold,
	      uint32_t bytes)
{
	const Operand *address = insn_opnds(c->after, a) + fold->at;
	const Operand *base = &address[0], *scale = &address[1];
	const Operand *index = &address[2], *at = &address[3];
	const Operand *segment = &address[4];

	if (!b->op || !bytes || fold->address != ADDRESS_OPERANDS ||
	    at->kind != OPND_CONST || base->kind != OPND_REG ||
	    scale->kind != OPND_IMM || index->kind != OPND_REG || index->val ||
	    segment->kind != OPND_REG || segment->val ||
	    (base->val && !(c->t->regs[base->val].flags & REG_RESERVED)) ||
	    offset_text(c->after, at).len)
		return false;
	const Constant *k = constant_of(c->after, at);
	const char *name = target_str(c->t, c->t->opcodes[b->op].name);
	return k && ((target_setting_has(c->t, "zeros", name) &&
		      uniform_bytes(c, k, false) >= bytes) ||
		     (target_setting_has(c->t, "ones", name) &&
		      uniform_bytes(c, k, true) >= bytes));
}
