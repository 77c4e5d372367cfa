/*
 * One instruction: its operands read, an operand in memory taken out, and
 * results made of them where nothing more is known than that they are.
 */
#include "run.h"

#include <string.h>

enum { LANE_BITS = 16 };

/* The value as an instruction reads it, of SIZE bytes if known. */
static Value
operand_read(Run *r, const Arg *a, unsigned size)
{
	Value v = a->undef ? value_of(0, size ? size : 8) : value_read(r, a);

	if (size && (a->kind == ARG_REG || a->kind == ARG_VREG) && v.n > size)
		v.n = size;
	return v;
}

/* The address in the arguments from FIRST on; false: not known. */
bool
step_address(Run *r, const Code *c, unsigned first, unsigned n, unsigned lane,
	     uint64_t *at)
{
	unsigned i;
	uint64_t x, scale = 1;
	Value v;

	*at = 0;
	for (i = first; i < first + n && i < c->nargs; i++) {
		const Arg *a = &c->args[i];

		if (n == 5 && i == first + 1) {
			scale = (uint64_t)a->num;
			continue;
		}
		v = value_read(r, a);
		if (!value_number(&v, lane, v.n, &x))
			return false;
		*at += i == first + 2 && n == 5 ? x * scale : x;
		if (a->kind == ARG_SLOT && r->nlanes > 1)
			*at += (uint64_t)lane << LANE_BITS;
	}
	return true;
}

/* Which arguments are the address: those that the opcode's row says; how
 * many. */
unsigned
step_address_args(const Code *c, unsigned *first)
{
	unsigned i, n = 0;

	if (!c->op)
		return 0;
	for (i = 0; i < c->op->nops; i++) {
		if (!c->op->ops[i].mem && n != 4)
			continue;
		if (!n)
			*first = i;
		n++;
	}
	return n > 5 ? 5 : n;
}

Value
memory_load(Run *r, uint64_t at, unsigned size)
{
	Value v = value_unknown(size);
	unsigned i;

	for (i = 0; i < size; i++)
		v.at[0][i] = memory_get(r, at + i);
	return v;
}

void
memory_store(Run *r, uint64_t at, const Value *v, unsigned size)
{
	unsigned i;

	for (i = 0; i < size; i++)
		memory_set(r, at + i, i < v->n ? v->at[0][i] : (Byte){0});
}

/* The value V in lane LANE as one number; false: not all of it is known. */
static bool
value_mix(const Value *v, unsigned lane, uint64_t *out)
{
	unsigned k;

	*out = v->n;
	for (k = 0; k < v->n; k++) {
		const Byte *b = &v->at[v->lanes ? lane : 0][k];

		if (!b->known)
			return false;
		*out = mix(*out, b->value);
	}
	return true;
}

static bool
is_number(const Step *s, unsigned i)
{
	return i < s->nargs && s->args[i] && s->args[i]->kind == ARG_NUM;
}

static void
swap(uint64_t *a, uint64_t *b)
{
	uint64_t x = *a;

	*a = *b;
	*b = x;
}

/* Sources that can change places in the order of what they are; in GCN there
 * may be a word on each before it. */
static void
sources_order(const Step *s, uint64_t *of)
{
	unsigned i = s->ndefs;

	if (is_number(s, i) && is_number(s, i + 2) && i + 3 < s->nargs) {
		if (mix(of[i], of[i + 1]) < mix(of[i + 2], of[i + 3])) {
			swap(&of[i], &of[i + 2]);
			swap(&of[i + 1], &of[i + 3]);
		}
	} else if (i + 1 < s->nargs && of[i] < of[i + 1]) {
		swap(&of[i], &of[i + 1]);
	}
}

/* Registers that all read and that do not change what comes out. */
static bool
says_nothing(const char *reg)
{
	static const char *const names[] = {"exec", "rsp",   "ssp", "sp",
					    "mode", "mxcsr", "fpcw"};
	unsigned k;

	for (k = 0; k < sizeof(names) / sizeof(*names); k++)
		if (!strcmp(reg, names[k]))
			return true;
	return false;
}

bool
inputs_mix(Run *r, const Step *s, unsigned lane, uint64_t *out)
{
	uint64_t of[OPS_MAX] = {0}, x;
	unsigned i;

	*out = mix_text(7, s->op ? s->op->name : s->code->name);
	for (i = s->ndefs; i < s->nargs; i++)
		if (!value_mix(&s->in[i], lane, &of[i]))
			return false;
	if (s->op && s->op->flags & OP_COMMUTES)
		sources_order(s, of);
	for (i = s->ndefs; i < s->nargs; i++)
		*out = mix(*out, of[i]);
	for (i = 0; s->op && i < s->op->nuses; i++) {
		Value v;

		if (says_nothing(s->op->uses[i]))
			continue;
		v = reg_value(r, s->op->uses[i]);
		if (!value_mix(&v, lane, &x))
			return false;
		*out = mix(*out, x);
	}
	return true;
}

Value
value_made(uint64_t h, unsigned size, uint64_t which)
{
	Value v = value_unknown(size);
	unsigned i;

	for (i = 0; i < size; i++)
		v.at[0][i] = (Byte){(uint8_t)mix(mix(h, which), i), true};
	return v;
}

unsigned
step_def_size(Run *r, const Step *s, unsigned i)
{
	const Op *op = s->op;

	if (op && i < op->nops && op->ops[i].size)
		return op->ops[i].size;
	return s->args[i] ? arg_size(r, s->args[i]) : 8;
}

/* Results that nothing is known of but what they are made from. */
void
step_opaque(Run *r, Step *s)
{
	unsigned i, l;
	uint64_t h;

	for (i = 0; i < s->ndefs && i < 4; i++) {
		Value *v = &s->out[i];
		bool lanes = s->args[i] && s->args[i]->lanes;

		*v = value_unknown(step_def_size(r, s, i));
		v->lanes = lanes;
		for (l = 0; l < (lanes ? r->nlanes : 1); l++) {
			Value one;

			if (!inputs_mix(r, s, l, &h))
				continue;
			one = value_made(h, v->n, i);
			memcpy(v->at[l], one.at[0], sizeof(one.at[0]));
		}
	}
}

void
step_implied(Run *r, const Step *s, uint64_t h, bool known)
{
	unsigned i, k;

	for (i = 0; s->op && i < s->op->ndefs; i++) {
		const char *name = s->op->defs[i];
		Value v = reg_value(r, name);
		bool dead = false;

		if (!strcmp(name, "exec"))
			continue;
		if (known)
			v = value_made(h, v.n, 100 + i);
		else
			v = value_unknown(v.n);
		for (k = 0; r->marks && k < s->code->nargs; k++) {
			const Arg *a = &s->code->args[k];

			dead |= a->implicit && a->dead && a->kind == ARG_REG &&
				!strcmp(a->text + 1, name);
		}
		if (dead)
			v = value_unknown(v.n);
		reg_set(r, name, &v);
	}
}

/* S as the opcode without an operand in memory. */
bool
step_unfold(Run *r, Step *s, uint64_t *at)
{
	const Code *c = s->code;
	const Op *plain = c->op->plain;
	unsigned first = 0, n = step_address_args(c, &first), i, k = 0;
	Value v;

	if (!n || !step_address(r, c, first, n, 0, at))
		return false;
	s->op = plain;
	s->nargs = plain->nops;
	s->ndefs = 0;
	v = memory_load(r, *at, c->op->bytes);
	for (i = 0; i < plain->nops; i++) {
		s->ndefs += plain->ops[i].def;
		if (i == c->op->mem || (int)i == c->op->mem_too) {
			s->args[i] = NULL;
			s->in[i] = v;
			if (plain->ops[i].size && v.n > plain->ops[i].size)
				s->in[i].n = plain->ops[i].size;
			continue;
		}
		if (k == first)
			k += n;
		if (k >= c->nargs)
			return false;
		s->args[i] = &c->args[k++];
		if (!plain->ops[i].def)
			s->in[i] =
				operand_read(r, s->args[i], plain->ops[i].size);
	}
	return true;
}

void
step_plain(Run *r, Step *s)
{
	const Code *c = s->code;
	unsigned i;

	for (i = 0; i < c->nargs && i < OPS_MAX; i++) {
		const Arg *a = &c->args[i];
		unsigned size =
			c->op && i < c->op->nops ? c->op->ops[i].size : 0;

		if (a->implicit)
			break;
		s->args[i] = a;
		if (a->def && s->ndefs == i)
			s->ndefs = i + 1;
		else if (!a->def)
			s->in[i] = operand_read(r, a, size);
		s->nargs++;
	}
}
