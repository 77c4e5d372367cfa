/*
 * Constants and jump tables as data directives.
 */
#include "core/emit/asm_internal.h"
#include "core/llvmir/number.h"

#include <string.h>

/* Reads IR constants: a type and a value. */
typedef struct {
	Asm *a;
	Loc loc;
	IrText t;
} Reader;

/* A type: a scalar, whose letter is p for a pointer, or elements of one. */
typedef struct {
	IrScalar scalar;
	uint32_t n; /* 0: scalar */
} Type;

/* If TEXT is next, pass it; commas are not looked at. */
static bool
word(Reader *r, const char *text)
{
	do
		irtext_blanks(&r->t);
	while (irtext_take(&r->t, ","));
	return irtext_take(&r->t, text);
}

static bool
fail(Reader *r)
{
	return asm_error(r->a, r->loc, "this constant has no assembly");
}

static bool
type_read(Reader *r, Type *t)
{
	bool many = word(r, "<") || word(r, "[");

	*t = (Type){0};
	if (many) {
		t->n = (uint32_t)irtext_uint(&r->t);
		if (!word(r, "x"))
			return fail(r);
	}
	if (word(r, "ptr"))
		t->scalar = (IrScalar){'p', 8 * r->a->address};
	else if (!irscalar_read(&r->t, &t->scalar) || !t->scalar.bits)
		return fail(r);
	return !many || word(r, ">") || word(r, "]") || fail(r);
}

static bool
number(Reader *r, IrScalar type)
{
	Buf *out = r->a->out;
	uint32_t bytes = (type.bits + 7) / 8;
	uint64_t low, high;

	irtext_blanks(&r->t);
	if (type.letter == 'i' || type.letter == 'p'
		    ? !irnumber_integer(&r->t, &low, &high) || type.bits > 64
		    : !irnumber_float(&r->t, type.letter, &low, &high))
		return fail(r);
	if (bytes <= 8) {
		buf_datum(out, bytes, low);
		return !(bytes & (bytes - 1)) || fail(r);
	}
	buf_datum(out, 8, low);
	if (type.letter == 'q') {
		buf_datum(out, 8, high);
	} else {
		buf_datum(out, 2, high);
		buf_str(out, "\t.zero 6\n");
	}
	return true;
}

static bool
scalar(Reader *r, IrScalar type)
{
	uint32_t bytes = (type.bits + 7) / 8;

	if (word(r, "undef") || word(r, "poison") || word(r, "null") ||
	    word(r, "false") || word(r, "zeroinitializer")) {
		buf_printf(r->a->out, "\t.zero %u\n",
			   type.letter == 'x' ? 16 : bytes);
		return true;
	}
	if (word(r, "true")) {
		buf_datum(r->a->out, bytes, 1);
		return true;
	}
	if (type.letter == 'p' && word(r, "@")) {
		const char *rest;
		size_t len;

		const char *name =
			asm_unquote(r->a, r->t.p, r->t.end, &rest, &len);
		buf_printf(r->a->out, "\t.%ubyte %s\n", bytes,
			   asm_symbol_name(r->a, name, len));
		r->t.p = rest;
		return true;
	}
	return number(r, type);
}

/* The bytes of c"...", which R is behind the first quote of; YAML doubles
 * single ones. */
static bool
string(Reader *r, uint32_t n)
{
	uint32_t i;

	buf_str(r->a->out, "\t.ascii \"");
	for (i = 0; r->t.p < r->t.end && *r->t.p != '"'; i++) {
		if (irtext_at(&r->t, "''"))
			r->t.p++;
		buf_ascii(r->a->out, (unsigned char)irtext_byte(&r->t));
	}
	buf_str(r->a->out, "\"\n");
	return i == n ? true : fail(r);
}

static bool
value(Reader *r, Type *t)
{
	Type element;

	if (!t->n)
		return scalar(r, t->scalar);
	if (word(r, "undef") || word(r, "poison") ||
	    word(r, "zeroinitializer")) {
		buf_printf(r->a->out, "\t.zero %u\n",
			   t->n * t->scalar.bits / 8);
		return true;
	}
	if (t->scalar.bits % 8)
		return fail(r);
	if (t->scalar.letter == 'i' && t->scalar.bits == 8 && word(r, "c\""))
		return string(r, t->n);
	if (word(r, "splat (")) {
		const char *again = r->t.p;
		for (uint32_t i = 0; i < t->n; i++) {
			r->t.p = again;
			if (!type_read(r, &element) ||
			    !scalar(r, element.scalar))
				return false;
		}
		return true;
	}
	if (!word(r, "<") && !word(r, "["))
		return fail(r);
	for (uint32_t i = 0; i < t->n; i++)
		if (!type_read(r, &element) || element.n ||
		    !scalar(r, element.scalar))
			return false;
	return true;
}

/* The address of a block of the function, which R is at. */
static bool
block_constant(Reader *r)
{
	const char *label = asm_block_address(r->a, r->t.p, r->t.end);

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
	Reader r = {a, c->value.at, {p, p + c->value.len}};
	Type t;

	if (!c->value.len)
		return asm_error(a, c->value.at, "this constant has no value");
	if (c->target_specific && !a->hooks->constants.print)
		return asm_error(a, c->value.at,
				 "a target's own constant has no assembly");
	if (irtext_take(&r.t, "'"))
		r.t.end--;
	if (c->align > 1)
		buf_printf(a->out, "\t.balign %u\n", c->align);
	buf_printf(a->out, "%scp%u:\n", a->local, c->id);
	if (c->target_specific)
		return a->hooks->constants.print(a, c);
	if (word(&r, "ptr blockaddress(") || word(&r, "i8* blockaddress("))
		return block_constant(&r);
	return type_read(&r, &t) && value(&r, &t);
}

/* How large entries of the function's jump tables are, and whether they are
 * differences from the table, or addresses. */
static bool
table_form(Asm *a, uint32_t *bytes, bool *differences)
{
	const Func *f = a->f;
	bool wide = span_is(f->source, f->jumps.kind, "label-difference64");

	*differences =
		wide || span_is(f->source, f->jumps.kind, "label-difference32");
	bool custom =
		span_is(f->source, f->jumps.kind, "custom32") &&
		!strcmp(target_setting(a->t, "custom-tables"), "addresses");
	if (!*differences && !custom && f->jumps.kind.len &&
	    !span_is(f->source, f->jumps.kind, "block-address") &&
	    !span_is(f->source, f->jumps.kind, "inline"))
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
	buf_printf(a->out, "\t.balign %u\n%sjt%u:\n", bytes, a->local, t->id);
	FOR_SLICE(BlockId, to, a->f->jumps.blocks.at, t->blocks) {
		buf_printf(a->out, "\t.%ubyte %s", bytes,
			   asm_block_label(a, *to));
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
	uint32_t bytes = 0, tables = in_code ? 0 : f->jumps.tables.n;

	if (!f->constants.n && !tables)
		return true;
	/* The target's own can depend on where code is: they lie next to it. */
	for (uint32_t i = 0; i < f->constants.n; i++)
		if (f->constants.at[i].target_specific &&
		    !constant(a, &f->constants.at[i]))
			return false;
	if (a->far)
		buf_str(a->out, "\t.section .rodata\n");
	for (uint32_t i = 0; i < f->constants.n; i++)
		if (!f->constants.at[i].target_specific &&
		    !constant(a, &f->constants.at[i]))
			return false;
	if (tables && !table_form(a, &bytes, &differences))
		return false;
	for (uint32_t i = 0; i < tables; i++)
		jump_table(a, &f->jumps.tables.at[i], bytes, differences);
	if (a->far)
		asm_section(a);
	return true;
}
