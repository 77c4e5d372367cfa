/*
 * Types of LLVM IR with their sizes and alignments, by the rules of the
 * module's data layout string.
 */
#include "core/emit/globals_internal.h"

#include "core/emit/names.h"

#include <stdlib.h>
#include <string.h>

static const LayoutRule usual[] = {
	{'i', 1, 1, 1, 0},  {'i', 8, 1, 1, 0},	   {'i', 16, 2, 2, 0},
	{'i', 32, 4, 4, 0}, {'i', 64, 4, 8, 0},	   {'f', 16, 2, 2, 0},
	{'f', 32, 4, 4, 0}, {'f', 64, 8, 8, 0},	   {'f', 128, 16, 16, 0},
	{'v', 64, 8, 8, 0}, {'v', 128, 16, 16, 0}, {'a', 0, 1, 8, 0},
	{'p', 0, 8, 8, 8},
};

static void
layout_set(Globals *g, LayoutRule rule)
{
	uint32_t i;

	for (i = 0; i < g->layout.n; i++)
		if (g->layout.at[i].kind == rule.kind &&
		    g->layout.at[i].bits == rule.bits)
			break;
	if (i == g->layout.n)
		VEC_PUSH(g->arena, g->layout, rule);
	g->layout.at[i] = rule;
}

void
layout_read(Globals *g, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	for (uint32_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		layout_set(g, usual[i]);
	for (; p < end; p++) {
		LayoutRule rule = {.kind = *p};
		char *q;

		if (strchr("ifvpa", *p)) {
			rule.bits = (uint32_t)strtoul(p + 1, &q, 10);
			if (*p == 'p' && *q == ':')
				rule.size =
					(uint32_t)strtoul(q + 1, &q, 10) / 8;
			if (*q == ':')
				rule.abi = (uint32_t)strtoul(q + 1, &q, 10) / 8;
			rule.abi += !rule.abi;
			rule.preferred = rule.abi;
			if (*q == ':')
				rule.preferred =
					(uint32_t)strtoul(q + 1, &q, 10) / 8;
			layout_set(g, rule);
		}
		p = memchr(p, '-', (size_t)(end - p));
		if (!p)
			break;
	}
}

/* The rule for BITS of KIND; of integers the next larger one, or the
 * largest. NULL: none. */
static const LayoutRule *
layout_find(const Globals *g, char kind, uint32_t bits)
{
	const LayoutRule *best = NULL;

	FOR_VEC(LayoutRule, r, g->layout) {
		bool fits = r->bits >= bits;

		if (r->kind != kind || (kind != 'i' && r->bits != bits))
			continue;
		if (!best ||
		    (fits && (best->bits < bits || r->bits < best->bits)) ||
		    (!fits && best->bits < bits && r->bits > best->bits))
			best = r;
	}
	return best;
}

static uint64_t
round_up(uint64_t n, uint64_t align)
{
	return (n + align - 1) / align * align;
}

static uint32_t
power_above(uint64_t n)
{
	uint32_t p = 1;

	while (p < n && p < 1u << 31)
		p *= 2;
	return p;
}

/* Sizes of a type of BITS that has rules of KIND. */
static Type *
sized(Globals *g, Type *t, char kind)
{
	const LayoutRule *r = layout_find(g, kind, t->bits);

	t->store = (t->bits + 7) / 8;
	t->align = t->preferred = power_above(t->store);
	if (r) {
		t->align = r->abi;
		t->preferred = r->preferred;
	}
	t->size = round_up(t->store, t->align);
	return t;
}

static Type *
type_new(Globals *g, TypeKind kind)
{
	Type *t = ARENA_NEW(g->arena, Type, 1);

	t->kind = kind;
	t->align = t->preferred = 1;
	return t;
}

static Type *
scalar(Globals *g, IrScalar type)
{
	Type *t = type_new(g, type.letter == 'i' ? TYPE_INT : TYPE_FLOAT);

	t->letter = type.letter;
	t->bits = type.bits;
	return sized(g, t, type.letter == 'i' ? 'i' : 'f');
}

const Type *
type_pointer(Globals *g, uint32_t space)
{
	Type *t = type_new(g, TYPE_PTR);
	const LayoutRule *r = layout_find(g, 'p', space);

	if (!r)
		r = layout_find(g, 'p', 0);
	t->bits = r->size * 8;
	t->store = t->size = r->size;
	t->align = r->abi;
	t->preferred = r->preferred;
	return t;
}

/* Behind "ptr", or before "*": which address space. */
static const Type *
pointer(Globals *g)
{
	uint32_t space = 0;

	if (read_word(g, "addrspace")) {
		read_expect(g, "(");
		space = (uint32_t)read_uint(g);
		read_expect(g, ")");
	}
	return type_pointer(g, space);
}

/* "N x T" and what closes it. */
static Type *
sequence(Globals *g, bool vector)
{
	Type *t = type_new(g, vector ? TYPE_VECTOR : TYPE_ARRAY);
	const Type *e;

	t->n = read_uint(g);
	if (!read_expect(g, "x") || !(e = read_type(g)) ||
	    !read_expect(g, vector ? ">" : "]"))
		return NULL;
	if (e->kind == TYPE_OTHER || (e->size && t->n > UINT32_MAX / e->size) ||
	    (vector && e->bits && t->n > UINT32_MAX / e->bits)) {
		globals_error(g, "an array too large or without a size");
		return NULL;
	}
	t->element = e;
	t->align = e->align;
	t->preferred = e->preferred;
	t->store = t->size = t->n * e->size;
	if (!vector)
		return t;
	t->bits = (uint32_t)(t->n * e->bits);
	return sized(g, t, 'v');
}

static Type *
structure(Globals *g, bool packed)
{
	VEC(const Type *) fields = {0};
	Type *t = type_new(g, TYPE_STRUCT);
	uint64_t offset = 0;
	uint32_t i;

	if (!read_text(g, "}")) {
		do {
			const Type *field = read_type(g);

			if (!field)
				return NULL;
			VEC_PUSH(g->arena, fields, field);
		} while (read_text(g, ","));
		if (!read_expect(g, "}"))
			return NULL;
	}
	if (packed && !read_expect(g, ">"))
		return NULL;
	t->packed = packed;
	t->n = fields.n;
	t->fields = fields.at;
	t->offsets = ARENA_NEW(g->arena, uint64_t, fields.n + 1);
	for (i = 0; i < fields.n; i++) {
		uint32_t align = packed ? 1 : fields.at[i]->align;

		if (fields.at[i]->kind == TYPE_OTHER) {
			globals_error(g, "a field without a size");
			return NULL;
		}
		t->align = t->align > align ? t->align : align;
		offset = round_up(offset, align);
		t->offsets[i] = offset;
		offset += fields.at[i]->size;
	}
	t->store = t->size = t->offsets[i] = round_up(offset, t->align);
	t->preferred = layout_find(g, 'a', 0)->preferred;
	if (t->preferred < t->align)
		t->preferred = t->align;
	return t;
}

void
types_sort(Globals *g)
{
	if (g->types.n)
		qsort(g->types.at, g->types.n, sizeof(*g->types.at),
		      names_compare);
}

/* Does "*" come, or an address space before one?  Before LLVM 15 pointers say
 * what to. */
static bool
at_star(Globals *g)
{
	const char *back = g->t.p;

	if (read_word(g, "addrspace") && !read_skip(g))
		return false;
	irtext_blanks(&g->t);
	bool star = g->t.p < g->t.end && *g->t.p == '*';
	g->t.p = back;
	return star;
}

static const Type *
named(Globals *g)
{
	NamedType key = {0}, *found = NULL;
	size_t len;

	key.name = read_name(g, &len);
	if (at_star(g)) /* which may contain this pointer */
		return type_new(g, TYPE_OTHER);
	if (g->types.n)
		found = bsearch(&key, g->types.at, g->types.n,
				sizeof(*g->types.at), names_compare);
	if (!found || found->open) {
		globals_error(g,
			      found ? "type %%%s contains itself"
				    : "type %%%s is not known",
			      key.name);
		return NULL;
	}
	if (found->type)
		return found->type;
	const char *back = g->t.p;
	g->t.p = found->text;
	found->open = true;
	found->type = read_type(g);
	found->open = false;
	g->t.p = back;
	return found->type;
}

static const Type *
simple(Globals *g)
{
	IrScalar type;

	if (read_word(g, "ptr"))
		return pointer(g);
	if (irscalar_read(&g->t, &type))
		return scalar(g, type);
	if (read_word(g, "void") || read_word(g, "opaque") ||
	    read_word(g, "label"))
		return type_new(g, TYPE_OTHER);
	globals_error(g, "this type is not understood");
	return NULL;
}

const Type *
read_type(Globals *g)
{
	const Type *t;

	if (!read_deeper(g))
		return NULL;
	irtext_blanks(&g->t);
	if (read_text(g, "["))
		t = sequence(g, false);
	else if (read_text(g, "<{"))
		t = structure(g, true);
	else if (read_text(g, "<"))
		t = sequence(g, true);
	else if (read_text(g, "{"))
		t = structure(g, false);
	else if (read_text(g, "%"))
		t = named(g);
	else
		t = simple(g);
	g->depth--;
	if (!t)
		return NULL;
	irtext_blanks(&g->t);
	while (t && g->t.p < g->t.end) {
		if (*g->t.p == '(') /* a function's parameters */
			t = read_skip(g) ? type_new(g, TYPE_OTHER) : NULL;
		else if (at_star(g))
			t = (t = pointer(g)) && read_expect(g, "*") ? t : NULL;
		else
			break;
		irtext_blanks(&g->t);
	}
	return t;
}
