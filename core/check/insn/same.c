/*
 * Is an instruction of AFTER one of BEFORE, operand by operand, and does it say
 * the same of itself?
 */
#include "core/base/bits.h"
#include "core/check/insn/insns.h"
#include <stdio.h>
#include <string.h>

bool
check_unmarked(const Check *c)
{
	return c->options->match || c->options->unmarked;
}

static bool
same_mask(const Check *c, const Mask *x, const Mask *y)
{
	return x->words == y->words ||
	       !memcmp(x->words, y->words,
		       BITS_WORDS(c->t->n_regs) * sizeof(uint64_t));
}

/* Are both one object of the frame?  llc numbers them anew each time it prints
 * them, backwards. */
static bool
same_fixed(const Check *c, const StackObject *x, const StackObject *y)
{
	if (!check_unmarked(c))
		return x->id == y->id;
	return x->offset == y->offset && x->size == y->size;
}

bool
check_same_opnd(const Check *c, const Operand *p, const Operand *q)
{
	const Func *b = c->before, *a = c->after;

	if (opnd_is_reg(p)) {
		if (q->kind != OPND_REG ||
		    ((p->flags ^ q->flags) & (OPND_DEF | OPND_IMPLICIT)))
			return false;
		return p->kind == OPND_VREG || p->val == q->val;
	}
	if (p->kind != q->kind)
		return false;
	switch ((OpndKind)p->kind) {
	case OPND_IMM:
		return b->imms.at[p->val] == a->imms.at[q->val];
	case OPND_STACK:
		return c->slots.before[q->val] == p->val;
	case OPND_FIXED:
		return same_fixed(c, &b->fixed.at[p->val],
				  &a->fixed.at[q->val]);
	case OPND_BLOCK: /* by layout: numbers may have changed */
	case OPND_JUMP_TABLE:
	case OPND_SUB:
		return p->val == q->val;
	case OPND_CONST:
		return check_same_constant(c, p, q);
	case OPND_MASK:
		return same_mask(c, &b->masks.at[p->val], &a->masks.at[q->val]);
	default:
		return span_same(b->source, opnd_text(b, p), a->source,
				 opnd_text(a, q));
	}
}

/* The opcode as written, for those the target does not know. */
static Span
opcode_text(const Func *f, const Insn *insn)
{
	Span s = insn->name;
	const char *text = f->source->text;

	for (uint32_t i = 0; i < s.len; i++)
		if (text[s.at + i] == ' ') {
			s.at += i + 1;
			s.len -= i + 1;
			i = UINT32_MAX;
		}
	return s;
}

static bool
same_opcode(const Check *c, const Insn *b, const Insn *a)
{
	if (b->op || a->op)
		return b->op == a->op;
	return span_same(c->before->source, opcode_text(c->before, b),
			 c->after->source, opcode_text(c->after, a));
}

bool
check_has_implicit(const Check *c, const Insn *a, uint32_t i, const Operand *p)
{
	const Operand *q = insn_opnds(c->after, a);

	if (p->kind != OPND_REG || !(p->flags & OPND_IMPLICIT))
		return false;
	for (; i < a->nopnds; i++)
		if (check_same_opnd(c, p, &q[i]))
			return true;
	return false;
}

bool
check_only_implicit(const Check *c, const Insn *a, uint32_t i)
{
	const Operand *q = insn_opnds(c->after, a);

	for (; i < a->nopnds; i++)
		if (q[i].kind != OPND_REG || !(q[i].flags & OPND_IMPLICIT))
			return false;
	return true;
}

bool
check_same_insn(const Check *c, const Insn *b, const Insn *a)
{
	const Operand *p = insn_opnds(c->before, b);
	const Operand *q = insn_opnds(c->after, a);
	uint32_t i;

	if (!same_opcode(c, b, a) || a->nopnds < b->nopnds ||
	    !span_same(c->before->source, insn_labels(c->before, b),
		       c->after->source, insn_labels(c->after, a)))
		return false;
	for (i = 0; i < b->nopnds; i++)
		if (!check_same_opnd(c, &p[i], &q[i]) &&
		    !check_has_implicit(c, a, i, &p[i]) &&
		    !(check_is_tied_away(p, i) && q[i].kind == OPND_REG &&
		      !(q[i].flags & (OPND_DEF | OPND_IMPLICIT))))
			return false;
	return check_only_implicit(c, a, i);
}

/* The number of the object of the frame whose name begins at AT of F's text,
 * and *AT behind it; NONE: none begins there. */
static uint32_t
object_number(const Func *f, uint32_t *at)
{
	static const char word[] = "%stack.";
	const char *p = f->source->text + *at;
	uint32_t n = 0;

	if (strncmp(p, word, sizeof(word) - 1))
		return NONE;
	for (p += sizeof(word) - 1; *p >= '0' && *p <= '9'; p++)
		n = n * 10 + (uint32_t)(*p - '0');
	*at = (uint32_t)(p - f->source->text);
	return n;
}

/* The number of the node of metadata whose name begins at AT of F's text, and
 * *AT behind it; NONE: none begins there. */
static uint32_t
node_number(const Func *f, uint32_t *at)
{
	const char *p = f->source->text + *at;
	uint32_t n = 0;

	if (p[0] != '!' || p[1] < '0' || p[1] > '9')
		return NONE;
	for (p++; *p >= '0' && *p <= '9'; p++)
		n = n * 10 + (uint32_t)(*p - '0');
	*at = (uint32_t)(p - f->source->text);
	return n;
}

/* What node N of metadata is, by F's header, which lists those that passes
 * have made; len 0: it does not say. */
static Span
node_text(const Func *f, uint32_t n)
{
	const char *text = f->source->text;
	const char *p = text + f->name.at, *end = text + f->insns.at[0].name.at;
	char name[24];
	size_t len = (size_t)snprintf(name, sizeof(name), "\n  - '!%u = ", n);

	for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
		if ((size_t)(end - p) > len && !memcmp(p, name, len)) {
			p += len;
			return (Span){(Loc)(p - text),
				      (uint32_t)strcspn(p, "\n")};
		}
	return (Span){0};
}

/* Is node M of BEFORE the same as N of AFTER?  llc numbers anew those that are
 * not of the LLVM IR. */
static bool
same_node(const Check *c, uint32_t m, uint32_t n)
{
	if (m == n)
		return true;
	Span x = node_text(c->before, m), y = node_text(c->after, n);
	return x.len && span_same(c->before->source, x, c->after->source, y);
}

/* Is X of BEFORE the same as Y of AFTER, which numbers objects and nodes of
 * metadata anew? */
static bool
same_renumbered(const Check *c, Span x, Span y)
{
	const Func *f = c->before, *g = c->after;
	uint32_t xend = x.at + x.len, yend = y.at + y.len;
	uint32_t m, n;

	while (x.at < xend && y.at < yend) {
		if ((n = node_number(g, &y.at)) != NONE) {
			m = node_number(f, &x.at);
			if (m == NONE || !same_node(c, m, n))
				return false;
			continue;
		}
		m = c->slots.renumbered ? object_number(g, &y.at) : NONE;
		n = m == NONE ? NONE : object_number(f, &x.at);
		if (m == NONE
			    ? f->source->text[x.at++] != g->source->text[y.at++]
			    : m >= c->slots.n || c->slots.before[m] == NONE ||
				      f->stack.at[c->slots.before[m]].id != n)
			return false;
	}
	return x.at == xend && y.at == yend;
}

bool
check_same_memory(const Check *c, Span x, Span y)
{
	return (!c->slots.renumbered &&
		span_same(c->before->source, x, c->after->source, y)) ||
	       same_renumbered(c, x, y);
}

Span
check_memory_text(const Func *f, const Insn *insn)
{
	Span s = insn->tail;

	for (const char *text = f->source->text + insn->tail.at; s.len > 3;
	     s.at++, s.len--, text++)
		if (text[0] == ' ' && text[1] == ':' && text[2] == ':')
			return s;
	return (Span){0};
}

/* What stands before the opcode of INSN: "nsw ". */
static Span
flags_text(const Func *f, const Insn *insn)
{
	Span s = insn->name;

	while (s.len && !(insn->flags & INSN_RENAMED) &&
	       f->source->text[s.at + s.len - 1] != ' ')
		s.len--;
	while (s.len && f->source->text[s.at + s.len - 1] == ' ')
		s.len--;
	return s;
}

bool
check_says_no_more(const Check *c, const Insn *b, const Insn *a)
{
	if (c->before->source == c->after->source && b->name.at == a->name.at &&
	    b->tail.at == a->tail.at)
		return true;
	Span flags = flags_text(c->after, a);
	if (flags.len && !span_same(c->before->source, flags_text(c->before, b),
				    c->after->source, flags))
		return false;
	Span memory = check_memory_text(c->after, a);
	/* llc numbers fixed objects anew each time. */
	return !memory.len ||
	       (check_unmarked(c) &&
		span_behind(c->after->source, memory, "%fixed-stack")) ||
	       check_same_memory(c, check_memory_text(c->before, b), memory);
}
