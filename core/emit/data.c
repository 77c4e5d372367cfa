/*
 * Constants and jump tables as data directives.
 */
#include "core/emit/asm_internal.h"

#include <stdlib.h>
#include <string.h>

/* Reads IR constants: a type and a value. */
typedef struct {
	Asm *a;
	Loc loc;
	const char *p, *end;
} Reader;

/* A type: bits of a scalar, or elements. */
typedef struct {
	char kind; /* i integer, f float, d double, h half, x x86_fp80,
		      q fp128, p */
	uint32_t bits;
	uint32_t n; /* elements; 0: scalar */
} Type;

static void
blanks(Reader *r)
{
	while (r->p < r->end && (*r->p == ' ' || *r->p == ','))
		r->p++;
}

static bool
word(Reader *r, const char *text)
{
	size_t n = strlen(text);

	blanks(r);
	if ((size_t)(r->end - r->p) < n || memcmp(r->p, text, n) != 0)
		return false;
	r->p += n;
	return true;
}

static bool
fail(Reader *r)
{
	return asm_error(r->a, r->loc, "this constant has no assembly");
}

static bool
type_read(Reader *r, Type *t)
{
	char *q;

	*t = (Type){.kind = 'i'};
	blanks(r);
	if (word(r, "<") || word(r, "[")) {
		uint32_t n = (uint32_t)strtoul(r->p, &q, 10);

		r->p = q;
		if (!word(r, "x") || !type_read(r, t) || t->n)
			return fail(r);
		t->n = n;
		return word(r, ">") || word(r, "]") || fail(r);
	}
	if (word(r, "double"))
		*t = (Type){'d', 64, 0};
	else if (word(r, "float"))
		*t = (Type){'f', 32, 0};
	else if (word(r, "half") || word(r, "bfloat"))
		*t = (Type){'h', 16, 0};
	else if (word(r, "x86_fp80"))
		*t = (Type){'x', 80, 0};
	else if (word(r, "fp128"))
		*t = (Type){'q', 128, 0};
	else if (word(r, "ptr"))
		*t = (Type){'p', 8 * r->a->address, 0};
	else if (word(r, "i")) {
		t->bits = (uint32_t)strtoul(r->p, &q, 10);
		r->p = q;
		return t->bits ? true : fail(r);
	} else {
		return fail(r);
	}
	return true;
}

static void
directive(Asm *a, uint32_t bytes, uint64_t v)
{
	switch (bytes) {
	case 1:
		buf_printf(a->out, "\t.byte %u\n", (unsigned)v & 0xff);
		break;
	case 2:
		buf_printf(a->out, "\t.2byte %u\n", (unsigned)v & 0xffff);
		break;
	case 4:
		buf_printf(a->out, "\t.4byte %u\n", (unsigned)v);
		break;
	default:
		buf_printf(a->out, "\t.8byte %llu\n", (unsigned long long)v);
		break;
	}
}

static uint64_t
bits_of_double(double x)
{
	uint64_t v;

	memcpy(&v, &x, sizeof(v));
	return v;
}

static uint32_t
bits_of_float(double x)
{
	float y = (float)x;
	uint32_t v;

	memcpy(&v, &y, sizeof(v));
	return v;
}

/* 0xK and twenty digits. */
static bool
extended(Reader *r)
{
	char digits[17] = {0};
	uint64_t mantissa;

	if (!word(r, "0xK") || r->end - r->p < 20)
		return fail(r);
	memcpy(digits, r->p + 4, 16);
	mantissa = strtoull(digits, NULL, 16);
	memcpy(digits, r->p, 4);
	digits[4] = 0;
	r->p += 20;
	directive(r->a, 8, mantissa);
	directive(r->a, 2, strtoull(digits, NULL, 16));
	buf_str(r->a->out, "\t.zero 6\n");
	return true;
}

/* 0xL and 32 digits, the low half first. */
static bool
quadruple(Reader *r)
{
	char digits[17] = {0};
	int i;

	if (!word(r, "0xL") || r->end - r->p < 32)
		return fail(r);
	for (i = 0; i < 2; i++, r->p += 16) {
		memcpy(digits, r->p, 16);
		directive(r->a, 8, strtoull(digits, NULL, 16));
	}
	return true;
}

static bool
number(Reader *r, const Type *t)
{
	char *q;
	uint64_t v;
	double x;

	blanks(r);
	if (t->kind == 'x')
		return extended(r);
	if (t->kind == 'q')
		return quadruple(r);
	if (word(r, "0xH") || word(r, "0xR")) {
		v = strtoull(r->p, &q, 16);
	} else if (t->kind == 'd' || t->kind == 'f') {
		bool hex = r->end - r->p > 2 && !memcmp(r->p, "0x", 2);

		v = hex ? strtoull(r->p, &q, 16) : 0;
		if (hex)
			memcpy(&x, &v, sizeof(x));
		else
			x = strtod(r->p, &q);
		v = t->kind == 'd' ? bits_of_double(x) : bits_of_float(x);
	} else {
		v = *r->p == '-' ? (uint64_t)strtoll(r->p, &q, 10)
				 : strtoull(r->p, &q, 10);
	}
	if (q == r->p || t->bits > 64)
		return fail(r);
	r->p = q;
	directive(r->a, (t->bits + 7) / 8, v);
	return true;
}

static bool
scalar(Reader *r, const Type *t)
{
	uint32_t bytes = (t->bits + 7) / 8;

	if (word(r, "undef") || word(r, "poison") || word(r, "null") ||
	    word(r, "false") || word(r, "zeroinitializer")) {
		buf_printf(r->a->out, "\t.zero %u\n",
			   t->kind == 'x' ? 16 : bytes);
		return true;
	}
	if (word(r, "true")) {
		directive(r->a, bytes, 1);
		return true;
	}
	blanks(r);
	if (t->kind == 'p' && r->p < r->end && *r->p == '@') {
		const char *rest, *name;
		size_t len;

		name = asm_unquote(r->a, r->p + 1, r->end, &rest, &len);
		buf_printf(r->a->out, "\t.%ubyte %s\n", bytes,
			   asm_symbol_name(r->a, name, len));
		r->p = rest;
		return true;
	}
	return number(r, t);
}

/* The bytes of c"...", which R is behind the first quote of; YAML doubles
 * single ones. */
static bool
string(Reader *r, uint32_t n)
{
	uint32_t i;

	buf_str(r->a->out, "\t.ascii \"");
	for (i = 0; r->p < r->end && *r->p != '"'; i++) {
		char hex[3] = {0};
		unsigned char c = (unsigned char)*r->p++;

		if (c == '\'' && r->p < r->end && *r->p == '\'')
			r->p++;
		if (c == '\\' && r->end - r->p >= 2) {
			memcpy(hex, r->p, 2);
			c = (unsigned char)strtoul(hex, NULL, 16);
			r->p += 2;
		}
		buf_ascii(r->a->out, c);
	}
	buf_str(r->a->out, "\"\n");
	return i == n ? true : fail(r);
}

static bool
value(Reader *r, Type *t)
{
	Type element;
	uint32_t i;
	const char *again;

	if (!t->n)
		return scalar(r, t);
	if (word(r, "undef") || word(r, "poison") ||
	    word(r, "zeroinitializer")) {
		buf_printf(r->a->out, "\t.zero %u\n", t->n * t->bits / 8);
		return true;
	}
	if (t->bits % 8)
		return fail(r);
	if (t->kind == 'i' && t->bits == 8 && word(r, "c\""))
		return string(r, t->n);
	if (word(r, "splat (")) {
		again = r->p;
		for (i = 0; i < t->n; i++) {
			r->p = again;
			if (!type_read(r, &element) || !scalar(r, &element))
				return false;
		}
		return true;
	}
	if (!word(r, "<") && !word(r, "["))
		return fail(r);
	for (i = 0; i < t->n; i++)
		if (!type_read(r, &element) || element.n ||
		    !scalar(r, &element))
			return false;
	return true;
}

/* The address of a block of the function, which R is at. */
static bool
block_constant(Reader *r)
{
	const char *label = asm_block_address(r->a, r->p, r->end);

	if (!label)
		return fail(r);
	buf_printf(r->a->out, "\t.%s %s\n",
		   r->a->address == 4 ? "long" : "quad", label);
	return true;
}

static bool
constant(Asm *a, const Constant *c)
{
	const char *p = a->f->source->text + c->value.at;
	Reader r = {a, c->value.at, p, p + c->value.len};
	Type t;

	if (!c->value.len)
		return asm_error(a, c->value.at, "this constant has no value");
	if (c->target_specific && !a->hooks->constants.print)
		return asm_error(a, c->value.at,
				 "a target's own constant has no assembly");
	if (r.p < r.end && *r.p == '\'')
		r.p++, r.end--;
	if (c->align > 1)
		buf_printf(a->out, "\t.balign %u\n", c->align);
	buf_printf(a->out, "%scp%u:\n", a->local, c->id);
	if (c->target_specific)
		return a->hooks->constants.print(a, c);
	if (word(&r, "ptr blockaddress(") || word(&r, "i8* blockaddress("))
		return block_constant(&r);
	return type_read(&r, &t) && value(&r, &t);
}

/* Is the function's kind of jump tables KIND? */
static bool
kind_is(const Func *f, const char *kind)
{
	size_t n = strlen(kind);

	return f->jumps.kind.len == n &&
	       !memcmp(f->source->text + f->jumps.kind.at, kind, n);
}

/* How large entries of the function's jump tables are, and whether they are
 * differences from the table, or addresses. */
static bool
table_form(Asm *a, uint32_t *bytes, bool *differences)
{
	const Func *f = a->f;
	bool wide = kind_is(f, "label-difference64"), custom;

	*differences = wide || kind_is(f, "label-difference32");
	custom = kind_is(f, "custom32") &&
		 !strcmp(target_setting(a->t, "custom-tables"), "addresses");
	if (!*differences && !custom && f->jumps.kind.len &&
	    !kind_is(f, "block-address") && !kind_is(f, "inline"))
		return asm_error(a, f->jumps.kind.at,
				 "jump tables of this kind have no assembly");
	*differences |= a->hooks->constants.tables_of_differences &&
			a->hooks->constants.tables_of_differences(a);
	*bytes = wide ? 8 : *differences || custom ? 4 : a->address;
	return true;
}

static void
jump_table(Asm *a, const JumpTable *t, uint32_t bytes, bool differences)
{
	uint32_t i;

	buf_printf(a->out, "\t.balign %u\n%sjt%u:\n", bytes, a->local, t->id);
	for (i = t->blocks.start; i < t->blocks.end; i++) {
		buf_printf(a->out, "\t.%ubyte %s", bytes,
			   asm_block_label(a, a->f->jumps.blocks.at[i]));
		if (differences)
			buf_printf(a->out, "-%sjt%u", a->local, t->id);
		buf_char(a->out, '\n');
	}
}

bool
asm_data(Asm *a)
{
	const Func *f = a->f;
	bool differences = false;
	bool in_code = a->hooks->constants.tables_in_code &&
		       a->hooks->constants.tables_in_code(a);
	uint32_t i, bytes = 0, tables = in_code ? 0 : f->jumps.tables.n;

	if (!f->constants.n && !tables)
		return true;
	/* The target's own can depend on where code is: they lie next to it. */
	for (i = 0; i < f->constants.n; i++)
		if (f->constants.at[i].target_specific &&
		    !constant(a, &f->constants.at[i]))
			return false;
	if (a->far)
		buf_str(a->out, "\t.section .rodata\n");
	for (i = 0; i < f->constants.n; i++)
		if (!f->constants.at[i].target_specific &&
		    !constant(a, &f->constants.at[i]))
			return false;
	if (tables && !table_form(a, &bytes, &differences))
		return false;
	for (i = 0; i < tables; i++)
		jump_table(a, &f->jumps.tables.at[i], bytes, differences);
	if (a->far)
		asm_section(a);
	return true;
}
