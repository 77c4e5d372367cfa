/*
 * Constants of LLVM IR that fit a register: numbers, and expressions over
 * addresses, which come down to "symbol - symbol + number".
 */
#include "core/emit/globals_internal.h"

#include "core/emit/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *
read_symbol(Globals *g)
{
	size_t len;

	if (!read_expect(g, "@"))
		return NULL;
	const char *name = read_name(g, &len);
	return names_symbol(g->arena, g->in->privates, name, len);
}

static bool
not_understood(Globals *g)
{
	globals_error(g, "this constant is not understood");
	return false;
}

bool
read_float(Globals *g, const Type *t, Value *v)
{
	*v = (Value){0};
	return irnumber_float(&g->t, t->letter, &v->low, &v->high) ||
	       not_understood(g);
}

/* A type and a value of it. */
static const Type *
operand(Globals *g, Value *v)
{
	const Type *t = read_type(g);

	if (!t || !read_deeper(g) || !read_value(g, t, v))
		return NULL;
	g->depth--;
	return t;
}

static bool
add(Globals *g, Value *v, const Value *by, bool negate)
{
	const char *plus = negate ? by->minus : by->symbol;
	const char *minus = negate ? by->symbol : by->minus;
	const char *out[2] = {v->symbol ? v->symbol : plus,
			      v->minus ? v->minus : minus};

	if ((v->symbol && plus) || (v->minus && minus)) {
		/* a - b + b - c */
		if (plus && v->minus && !strcmp(plus, v->minus)) {
			out[0] = v->symbol;
			out[1] = minus;
		} else {
			globals_error(g, "a sum of two addresses");
			return false;
		}
	}
	v->symbol = out[0];
	v->minus = out[1];
	if (v->symbol && v->minus && !strcmp(v->symbol, v->minus))
		v->symbol = v->minus = NULL;
	v->low += negate ? 0 - by->low : by->low;
	v->high = (int64_t)v->low < 0 ? UINT64_MAX : 0;
	return true;
}

/* Past the first index: what part of T is at INDEX, and where. */
static const Type *
step(Globals *g, const Type *t, const Value *index, uint64_t *offset)
{
	if (t->kind == TYPE_STRUCT && index->low < t->n) {
		*offset += t->offsets[index->low];
		return t->fields[index->low];
	}
	if (t->kind == TYPE_ARRAY || t->kind == TYPE_VECTOR) {
		*offset += index->low * t->element->size;
		return t->element;
	}
	globals_error(g, "an index into what has no such part");
	return NULL;
}

/* Behind "getelementptr". */
static bool
element_address(Globals *g, Value *v)
{
	const Type *t;
	Value index;
	uint64_t offset = 0;
	bool first = true;

	for (;;) {
		if (read_text(g, "inrange")) {
			irtext_blanks(&g->t);
			if (!read_skip(g))
				return false;
		} else if (!read_word(g, "inbounds") && !read_word(g, "nusw") &&
			   !read_word(g, "nuw")) {
			break;
		}
	}
	if (!read_expect(g, "(") || !(t = read_type(g)) ||
	    !read_expect(g, ",") || !operand(g, v))
		return false;
	for (; read_text(g, ","); first = false) {
		read_word(g, "inrange"); /* before LLVM 19 */
		if (!operand(g, &index))
			return false;
		if (index.symbol || index.minus) {
			globals_error(g, "an index that is an address");
			return false;
		}
		if (first)
			offset += index.low * t->size;
		else if (!(t = step(g, t, &index, &offset)))
			return false;
	}
	v->low += offset;
	return read_expect(g, ")");
}

/* Behind "ptrtoint" and its like. */
static bool
conversion(Globals *g, const Type *to, Value *v)
{
	const Type *from, *t;

	if (!read_expect(g, "(") || !(from = operand(g, v)) ||
	    !read_expect(g, "to") || !(t = read_type(g)) ||
	    !read_expect(g, ")"))
		return false;
	if (from->bits > 64 || t->bits != to->bits) {
		globals_error(g, "a conversion of this width");
		return false;
	}
	if (v->symbol && !v->minus && t->bits < from->bits) {
		globals_error(g, "a part of an address");
		return false;
	}
	return true;
}

/* Behind KIND, which is one of read_value()'s operations. */
static bool
operation(Globals *g, const char *kind, Value *v)
{
	Value by;
	const Type *t;

	while (read_word(g, "nuw") || read_word(g, "nsw"))
		;
	if (!read_expect(g, "(") || !(t = operand(g, v)) ||
	    !read_expect(g, ",") || !operand(g, &by) || !read_expect(g, ")"))
		return false;
	if (t->kind != TYPE_INT || t->bits > 64) {
		globals_error(g, "an operation of this width");
		return false;
	}
	if (!strcmp(kind, "add") || !strcmp(kind, "sub"))
		return add(g, v, &by, *kind == 's');
	if (v->symbol || v->minus || by.symbol || by.minus) {
		globals_error(g, "%s of an address", kind);
		return false;
	}
	v->low = *kind == 'm' ? v->low * by.low : v->low ^ by.low;
	v->high = (int64_t)v->low < 0 ? UINT64_MAX : 0;
	return true;
}

/* The blocks of BODY whose address is taken. */
static void
find_blocks(Globals *g, const GlobalsBody *body)
{
	const char *text = g->in->source->text;
	const char *back = g->t.p, *back_end = g->t.end;

	g->body = body;
	g->blocks.n = 0;
	g->blocks_unknown = false;
	g->t.p = text + body->text.at;
	g->t.end = g->t.p + body->text.len;
	while (g->t.p < g->t.end) {
		const char *line = g->t.p;
		while (g->t.p < g->t.end && *g->t.p == ' ')
			g->t.p++;
		if (irtext_at(&g->t, "bb.")) {
			BlockName block = {0};
			size_t len;

			const char *eol = text_line_end(g->t.p, g->t.end);
			const char *q = names_taken_block(
				g->t.p, (size_t)(eol - g->t.p),
				&g->blocks_unknown);
			g->t.p += 3;
			block.block = (uint32_t)irtext_uint(&g->t);
			if (q) {
				g->t.p = q;
				block.name = read_name(g, &len);
				VEC_PUSH(g->arena, g->blocks, block);
			}
		}
		g->t.p = line;
		irtext_line(&g->t);
	}
	if (g->blocks.n)
		qsort(g->blocks.at, g->blocks.n, sizeof(*g->blocks.at),
		      names_compare);
	g->t.p = back;
	g->t.end = back_end;
}

/* Behind "blockaddress": the label that the function's text has there. */
static bool
block_address(Globals *g, Value *v)
{
	GlobalsBody key = {0};
	const GlobalsBody *body = NULL;
	const BlockName *block = NULL;
	BlockName wanted = {0};
	size_t n, len;

	if (!read_expect(g, "(") || !read_expect(g, "@"))
		return false;
	key.name = read_name(g, &n);
	if (!read_expect(g, ",") || !read_expect(g, "%"))
		return false;
	wanted.name = read_name(g, &len);
	if (g->in->n_bodies && !g->bodies_sorted)
		qsort(g->in->bodies, g->in->n_bodies, sizeof(key),
		      names_compare);
	g->bodies_sorted = true;
	if (g->in->n_bodies)
		body = bsearch(&key, g->in->bodies, g->in->n_bodies,
			       sizeof(key), names_compare);
	if (body && body != g->body)
		find_blocks(g, body);
	if (body && g->blocks.n)
		block = bsearch(&wanted, g->blocks.at, g->blocks.n,
				sizeof(wanted), names_compare);
	if (!block && (!body || g->blocks_unknown)) {
		globals_error(g, "block %%%s of @%s has no label", wanted.name,
			      key.name);
		return false;
	}
	const char *local = names_local(
		g->arena, names_symbol(g->arena, g->in->privates, key.name, n));
	char *s = arena_raw(g->arena, strlen(local) + 16);
	if (block)
		sprintf(s, "%sbb%u", local, block->block);
	else /* the block is gone: nobody goes there */
		sprintf(s, "%send", local);
	v->symbol = s;
	return read_expect(g, ")");
}

bool
read_value(Globals *g, const Type *t, Value *v)
{
	static const char *const conversions[] = {
		"ptrtoint", "inttoptr", "bitcast", "addrspacecast",
		"trunc",    "zext",	"sext"};
	static const char *const operations[] = {"add", "sub", "mul", "xor"};

	*v = (Value){0};
	if (t->kind != TYPE_INT && t->kind != TYPE_PTR) {
		globals_error(g, "a constant of this type");
		return false;
	}
	irtext_blanks(&g->t);
	if (g->t.p < g->t.end && *g->t.p == '@')
		return (v->symbol = read_symbol(g)) != NULL;
	if (read_word(g, "undef") || read_word(g, "poison") ||
	    read_word(g, "null") || read_word(g, "false") ||
	    read_word(g, "zeroinitializer"))
		return true;
	if (read_word(g, "true")) {
		v->low = 1;
		return true;
	}
	if (read_word(g, "getelementptr"))
		return element_address(g, v);
	for (uint32_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		if (read_word(g, operations[i]))
			return operation(g, operations[i], v);
	if (read_word(g, "blockaddress"))
		return block_address(g, v);
	if (read_word(g, "dso_local_equivalent") || read_word(g, "no_cfi"))
		return (v->symbol = read_symbol(g)) != NULL;
	for (uint32_t i = 0; i < sizeof(conversions) / sizeof(*conversions);
	     i++)
		if (read_word(g, conversions[i]))
			return conversion(g, t, v);
	if (t->bits > 128) {
		globals_error(g, "an integer of %u bits", t->bits);
		return false;
	}
	return irnumber_integer(&g->t, &v->low, &v->high) || not_understood(g);
}
