/*
 * Whole constants, aggregates included, as data directives.  Runs of zeros are
 * put together.
 */
#include "core/emit/globals_internal.h"

#include <string.h>

static void
flush(Globals *g)
{
	if (g->zeros)
		buf_printf(&g->data, "\t.zero %llu\n",
			   (unsigned long long)g->zeros);
	g->zeros = 0;
}

static void
number(Globals *g, uint64_t v, uint64_t bytes)
{
	uint64_t kept = bytes < 8 ? v & ((1ull << bytes * 8) - 1) : v;

	if (!kept) {
		g->zeros += bytes;
		return;
	}
	flush(g);
	g->nonzero = true;
	if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) {
		buf_datum(&g->data, (unsigned)bytes, kept);
		return;
	}
	for (; bytes; bytes--, kept >>= 8)
		buf_datum(&g->data, 1, kept);
}

static void
data_value(Globals *g, const Value *v, uint64_t bytes)
{
	if (!v->symbol && !v->minus) {
		number(g, v->low, bytes < 8 ? bytes : 8);
		if (bytes > 8)
			number(g, v->high, bytes - 8);
		return;
	}
	if ((bytes != 4 && bytes != 8) || !v->symbol) {
		globals_error(g, "an address in %u bytes", (unsigned)bytes);
		return;
	}
	flush(g);
	g->nonzero = g->relocated = true;
	g->absolute |= !v->minus;
	buf_printf(&g->data, "\t.%ubyte %s", (unsigned)bytes, v->symbol);
	if (v->minus)
		buf_printf(&g->data, "-%s", v->minus);
	if (v->low)
		buf_printf(&g->data, "%+lld", (long long)v->low);
	buf_char(&g->data, '\n');
}

/* Of elements of an array of integers. */
static void
note_element(Globals *g, const Value *v)
{
	g->last_null = !v->low && !v->high && !v->symbol;
	g->null_elements += g->last_null;
}

static void
string_byte(Globals *g, unsigned char c)
{
	buf_ascii(&g->data, c);
	g->nonzero |= c != 0;
	g->last_null = !c;
	g->null_elements += !c;
}

/* Behind c". */
static bool
string(Globals *g, const Type *t)
{
	uint64_t n = 0;

	flush(g);
	buf_str(&g->data, "\t.ascii \"");
	for (; g->t.p < g->t.end && *g->t.p != '"'; n++)
		string_byte(g, (unsigned char)irtext_byte(&g->t));
	buf_str(&g->data, "\"\n");
	if (t->kind != TYPE_ARRAY || n != t->n) {
		globals_error(g, "a string of %llu bytes",
			      (unsigned long long)n);
		return false;
	}
	return read_expect(g, "\"");
}

/* A type that must be T; the one before this, at *LAST of *LEN, is known. */
static const Type *
element_type(Globals *g, const Type *t, const char **last, size_t *len)
{
	irtext_blanks(&g->t);
	if (*last && (size_t)(g->t.end - g->t.p) > *len &&
	    !memcmp(*last, g->t.p, *len) && g->t.p[*len] == ' ') {
		g->t.p += *len;
		return t;
	}
	*last = g->t.p;
	t = read_type(g);
	*len = (size_t)(g->t.p - *last);
	while (*len && (*last)[*len - 1] == ' ')
		--*len;
	return t;
}

static bool
sequence(Globals *g, const Type *t)
{
	const char *close = t->kind == TYPE_VECTOR ? ">" : "]", *last = NULL;
	const Type *e;
	size_t len = 0;

	if (t->kind == TYPE_VECTOR && t->element->bits % 8) {
		globals_error(g, "a vector of such elements");
		return false;
	}
	for (uint64_t i = 0; i < t->n; i++) {
		if ((i && !read_expect(g, ",")) ||
		    !(e = element_type(g, t->element, &last, &len)) ||
		    !data_read(g, e))
			return false;
		if (e->size != t->element->size) {
			globals_error(g, "an element of another type");
			return false;
		}
	}
	g->zeros += t->size - t->n * t->element->size;
	return read_expect(g, close);
}

/* splat (T value) */
static bool
splat(Globals *g, const Type *t)
{
	const char *again = g->t.p;
	const Type *e = NULL;

	for (uint64_t i = 0; i < t->n; i++) {
		g->t.p = again;
		if (!read_expect(g, "(") || !(e = read_type(g)) ||
		    !data_read(g, e) || !read_expect(g, ")"))
			return false;
	}
	g->zeros += t->size - t->n * t->element->size;
	return true;
}

static bool
structure(Globals *g, const Type *t)
{
	if (t->packed && !read_expect(g, "<"))
		return false;
	if (!read_expect(g, "{"))
		return false;
	for (uint64_t i = 0; i < t->n; i++) {
		const Type *field;

		if ((i && !read_expect(g, ",")) || !(field = read_type(g)) ||
		    !data_read(g, field))
			return false;
		if (field->size != t->fields[i]->size) {
			globals_error(g, "a field of another type");
			return false;
		}
		g->zeros += t->offsets[i + 1] - t->offsets[i] - field->size;
	}
	return read_expect(g, "}") && (!t->packed || read_expect(g, ">"));
}

static void
mask(Value *v, uint32_t bits)
{
	if (bits < 64)
		v->low &= (1ull << bits) - 1;
	else if (bits > 64 && bits < 128)
		v->high &= (1ull << (bits - 64)) - 1;
}

static bool
constant(Globals *g, const Type *t)
{
	Value v = {0};

	if (read_word(g, "undef") || read_word(g, "poison")) {
		g->undefined = true;
		g->zeros += t->size;
		return true;
	}
	if (read_word(g, "zeroinitializer")) {
		note_element(g, &v);
		g->zeros += t->size;
		return true;
	}
	switch (t->kind) {
	case TYPE_ARRAY:
		if (read_text(g, "c\""))
			return string(g, t);
		return read_expect(g, "[") && sequence(g, t);
	case TYPE_VECTOR:
		if (read_word(g, "splat"))
			return splat(g, t);
		return read_expect(g, "<") && sequence(g, t);
	case TYPE_STRUCT:
		return structure(g, t);
	case TYPE_FLOAT:
		irtext_blanks(&g->t);
		if (!read_float(g, t, &v))
			return false;
		break;
	default:
		if (!read_value(g, t, &v))
			return false;
		note_element(g, &v);
		break;
	}
	if (t->kind == TYPE_INT && !v.symbol)
		mask(&v, t->bits);
	data_value(g, &v, t->store);
	g->zeros += t->size - t->store;
	return !g->failed;
}

bool
data_read(Globals *g, const Type *t)
{
	if (!read_deeper(g) || !constant(g, t))
		return false;
	g->depth--;
	return true;
}

void
data_begin(Globals *g)
{
	buf_reset(&g->data);
	g->zeros = g->null_elements = 0;
	g->nonzero = g->undefined = g->relocated = g->absolute = false;
	g->last_null = false;
}

void
data_end(Globals *g)
{
	flush(g);
}
