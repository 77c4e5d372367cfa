/*
 * Reads landing pads out of a function's LLVM IR.
 *
 * Machine IR tells which blocks are landing pads, and compares the selector of
 * an exception with numbers; that these stand for types is said by no line of
 * it.  Instruction selection counts the types as it meets them: it takes the
 * blocks in reverse post-order, of a block first the landing pad's clauses
 * from the last to the first, then its calls of llvm.eh.typeid.for.  The same
 * walk gives the same numbers.
 */
#include "core/emit/landing_pads.h"
#include "core/emit/names.h"
#include "core/llvmir/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	const Func *f;
	IrFunc *ir;
	Arena *arena;
	VEC(const char *) labels; /* names of successors, as IrFunc.succs */
	VEC(bool) named;
} Reader;

static bool
fail(Reader *r, const char *at, const char *what)
{
	diag_error(r->f->diag, (Loc)(at - r->f->source->text), "%s", what);
	return false;
}

/* The "@symbol" next, or NULL if none is there. */
static const char *
symbol_read(Reader *r, IrText *t)
{
	size_t len;

	if (!irtext_take(t, "@"))
		return NULL;
	const char *name = irtext_name(t, r->arena, &len);
	return names_symbol(r->arena, &r->f->names->privates, name, len);
}

/* The next type in "ptr @x, ptr null ..." is noted; false: STOP or none. */
static bool
use_read(Reader *r, IrText *t, const char *stop)
{
	IrUse use = {0};

	while (t->p < t->end && !strchr(stop, *t->p) && *t->p != '@' &&
	       *t->p != '\n' && !(t->p[-1] == ' ' && irtext_at(t, "null")))
		t->p++;
	if (irtext_at(t, "@"))
		use.type = symbol_read(r, t);
	else if (!irtext_take(t, "null"))
		return false;
	VEC_PUSH(r->arena, r->ir->uses, use);
	return true;
}

/* "catch ptr @x" or "filter [1 x ptr] [ptr @x]" at T. */
static bool
clause_read(Reader *r, IrText t)
{
	IrFunc *ir = r->ir;
	IrClause clause = {.filter = *t.p == 'f'};
	const char *at = t.p, *eol = text_line_end(t.p, t.end);

	clause.uses.start = ir->uses.n;
	if (!clause.filter && (!use_read(r, &t, ";") || ir->uses.n == 0))
		return fail(r, at, "what this clause catches is not known");
	if (clause.filter) {
		t.p = memchr(t.p, ']', (size_t)(eol - t.p)); /* the type's */
		if (!t.p)
			return fail(r, at, "this filter is not understood");
		for (t.p++; use_read(r, &t, "];z");)
			continue;
	}
	clause.uses.end = ir->uses.n;
	VEC_PUSH(r->arena, ir->clauses, clause);
	return true;
}

/* What stands behind "landingpad" and its type, at T: clauses of block B. */
static bool
pad_read(Reader *r, IrText t, IrBlock *b)
{
	b->pad = true;
	b->clauses.start = r->ir->clauses.n;
	for (;; irtext_line(&t)) {
		irtext_blanks(&t);
		if (irtext_at(&t, "cleanup"))
			b->cleanup = true;
		else if (!irtext_at(&t, "catch ") && !irtext_at(&t, "filter "))
			break;
		else if (!clause_read(r, t))
			return false;
	}
	b->clauses.end = r->ir->clauses.n;
	b->uses.start = r->ir->uses.n;
	return true;
}

/* Past "landingpad" and its type, "{ ptr, i32 }" or the name of such a one. */
static bool
type_skip(Reader *r, IrText *t)
{
	const char *eol = text_line_end(t->p, t->end);
	size_t len;

	irtext_take(t, "landingpad ");
	if (irtext_take(t, "%")) {
		irtext_name(t, r->arena, &len);
		return len;
	}
	const char *close = memchr(t->p, '}', (size_t)(eol - t->p));
	t->p = close ? close + 1 : eol;
	return close;
}

/* The label's name next; *NAMED: it is not a number. */
static const char *
label_read(Reader *r, IrText *t, bool *named)
{
	size_t len;

	*named = t->p == t->end || *t->p < '0' || *t->p > '9';
	return irtext_name(t, r->arena, &len);
}

/* Takes note of the labels and types that T's line, in block B, names. */
static bool
line_read(Reader *r, IrText t, IrBlock *b)
{
	const char *eol = text_line_end(t.p, t.end);
	bool quoted = false, named;

	for (; t.p < eol && (quoted || *t.p != ';'); t.p++) {
		if (*t.p == '"')
			quoted = !quoted;
		if (quoted || (*t.p != 'l' && *t.p != '@'))
			continue;
		const char *at = t.p;
		if (irtext_take(&t, "label %")) {
			VEC_PUSH(r->arena, r->labels,
				 label_read(r, &t, &named));
			VEC_PUSH(r->arena, r->named, named);
			t.p--;
		} else if (irtext_at(&t, "@llvm.eh.typeid.for")) {
			IrText use = t;

			use.p = memchr(at, '(', (size_t)(eol - at));
			if (!use.p || !use_read(r, &use, ")"))
				return fail(r, at, "this type is not known");
		} else if (irtext_at(&t, "landingpad ")) {
			if (!type_skip(r, &t))
				return fail(r, at, "no type of a landing pad");
			return pad_read(r, t, b);
		}
	}
	return true;
}

/* If a block's label is next, passes it. */
static bool
block_start(Reader *r, IrText *t)
{
	IrText behind = *t;
	bool first = !r->ir->blocks.n;
	IrBlock b = {.name = ""};

	b.name = label_read(r, &behind, &b.named);
	if (behind.p > t->p && irtext_take(&behind, ":"))
		*t = behind;
	else if (first)
		b = (IrBlock){.name = ""};
	else
		return false;
	b.uses.start = r->ir->uses.n;
	b.succs.start = r->labels.n;
	VEC_PUSH(r->arena, r->ir->blocks, b);
	return true;
}

/* All blocks, from the "define" line at T to the function's closing brace. */
static bool
blocks_read(Reader *r, IrText t)
{
	for (;;) {
		irtext_line(&t);
		irtext_blanks(&t);
		if (t.p == t.end || *t.p == '}')
			return true;
		block_start(r, &t);
		IrBlock *b = &r->ir->blocks.at[r->ir->blocks.n - 1];
		if (!line_read(r, t, b))
			return false;
		b->uses.end = r->ir->uses.n;
		b->succs.end = r->labels.n;
	}
}

static int
name_compare(const void *x, const void *y)
{
	const IrName *a = x, *b = y;

	if (a->named != b->named)
		return a->named - b->named;
	return strcmp(a->name, b->name);
}

/* The block of that name; NONE if there is none. */
static uint32_t
block_find(const IrFunc *ir, const char *name, bool named)
{
	IrName key = {name, 0, named};
	const IrName *found = bsearch(&key, ir->names, ir->blocks.n,
				      sizeof(*ir->names), name_compare);

	return found ? found->block : NONE;
}

static bool
names_resolve(Reader *r, const char *define)
{
	IrFunc *ir = r->ir;

	ir->names = ARENA_RAW(r->arena, IrName, ir->blocks.n);
	for (uint32_t i = 0; i < ir->blocks.n; i++)
		ir->names[i] = (IrName){ir->blocks.at[i].name, i,
					ir->blocks.at[i].named};
	qsort(ir->names, ir->blocks.n, sizeof(*ir->names), name_compare);
	for (uint32_t i = 0; i < r->labels.n; i++) {
		uint32_t to = block_find(ir, r->labels.at[i], r->named.at[i]);
		if (to == NONE)
			return fail(r, define,
				    "a branch of this function goes "
				    "to no block of it");
		VEC_PUSH(r->arena, ir->succs, to);
	}
	return true;
}

static void
uses_number(Reader *r, Slice uses)
{
	IrFunc *ir = r->ir;

	for (; uses.start < uses.end; uses.start++) {
		IrUse *use = &ir->uses.at[uses.start];
		uint32_t i;

		for (i = 0; i < ir->types.n; i++)
			if (ir->types.at[i] == use->type ||
			    (use->type && ir->types.at[i] &&
			     !strcmp(use->type, ir->types.at[i])))
				break;
		if (i == ir->types.n)
			VEC_PUSH(r->arena, ir->types, use->type);
		use->number = i + 1;
	}
}

/* Numbers the types in the order in which instruction selection does. */
static void
types_number(Reader *r)
{
	IrFunc *ir = r->ir;
	uint32_t n = ir->blocks.n, depth = 1, left = n;
	uint32_t *stack = ARENA_RAW(r->arena, uint32_t, n);
	uint32_t *next = ARENA_NEW(r->arena, uint32_t, n);
	uint32_t *order = ARENA_RAW(r->arena, uint32_t, n);
	bool *seen = ARENA_NEW(r->arena, bool, n);

	stack[0] = 0;
	seen[0] = true;
	while (depth) {
		const IrBlock *b = &ir->blocks.at[stack[depth - 1]];
		uint32_t at = b->succs.start + next[stack[depth - 1]]++;

		if (at >= b->succs.end)
			order[--left] = stack[--depth];
		else if (!seen[ir->succs.at[at]])
			seen[stack[depth++] = ir->succs.at[at]] = true;
	}
	for (uint32_t i = left; i < n; i++) {
		const IrBlock *b = &ir->blocks.at[order[i]];

		for (uint32_t k = b->clauses.end; k-- > b->clauses.start;)
			uses_number(r, ir->clauses.at[k].uses);
		uses_number(r, b->uses);
	}
}

bool
irfunc_read(const Func *f, Arena *arena, IrFunc *out)
{
	Reader r = {.f = f, .ir = out, .arena = arena};
	const char *define = f->source->text + f->text.ir_define.at;
	IrText t = {define, define + f->text.ir_define.len};

	if (irtext_find(&t, " personality ")) {
		t.p = memchr(t.p, '@', (size_t)(t.end - t.p));
		if (t.p)
			out->personality = symbol_read(&r, &t);
	}
	t = (IrText){define, f->source->text + f->text.document.at};
	if (!f->text.ir_define.len || t.p > t.end)
		return true;
	if (!blocks_read(&r, t) || !names_resolve(&r, define))
		return false;
	if (out->blocks.n)
		types_number(&r);
	return true;
}

/* The name or number of the IR block in a label of machine IR, "bb.1.name
 * (...):" or "bb.1 (%ir-block.5, ...):". */
static IrName
label_name(const Func *f, BlockId b, Arena *arena)
{
	static const char unnamed[] = "(%ir-block.";
	Span label = f->blocks.at[b].label;
	const char *p = f->source->text + label.at, *end = p + label.len;
	const char *q;
	IrName ref = {"", 0, true};

	for (p += label.len > 3 ? 3 : label.len; p < end && *p != '.';)
		if (*p++ == ' ')
			break;
	if (p < end && *p == '.') {
		for (q = end; q > p && *q != '(';)
			q--;
		if (q == p)
			q = end; /* no attributes: up to the colon */
		for (p++; q > p && (q[-1] == ' ' || q[-1] == ':');)
			q--;
	} else {
		if ((size_t)(end - p) < sizeof(unnamed) ||
		    memcmp(p, unnamed, sizeof(unnamed) - 1) != 0)
			return ref;
		ref.named = false;
		for (q = p += sizeof(unnamed) - 1;
		     q < end && irtext_in_name(*q);)
			q++;
	}
	if (q > p) {
		char *name = arena_copy(arena, p, (size_t)(q - p),
					(size_t)(q - p) + 1);
		name[q - p] = 0;
		ref.name = name;
	}
	return ref;
}

const IrBlock *
irfunc_block(const IrFunc *ir, const Func *f, BlockId b, Arena *arena)
{
	IrName ref = label_name(f, b, arena);
	uint32_t found = ir->blocks.n && *ref.name
				 ? block_find(ir, ref.name, ref.named)
				 : NONE;

	return found == NONE ? NULL : &ir->blocks.at[found];
}
