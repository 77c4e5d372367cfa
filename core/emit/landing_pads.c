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
	const char *p, *end;	  /* what is being read */
	VEC(const char *) labels; /* names of successors, as IrFunc.succs */
	VEC(bool) named;
} Reader;

static bool
fail(Reader *r, const char *at, const char *what)
{
	diag_error(r->f->diag, (Loc)(at - r->f->source->text), "%s", what);
	return false;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The name at *P, quoted or not, and *P behind it. */
static const char *
name_read(Reader *r, const char **p, size_t *len)
{
	IrText t = {*p, r->end};
	const char *name = irtext_name(&t, r->arena, len);

	*p = t.p;
	return name;
}

/* Is TEXT at P? */
static bool
looking_at(const Reader *r, const char *p, const char *text)
{
	IrText t = {p, r->end};

	return irtext_at(&t, text);
}

/* The "@symbol" at *P, or NULL if none is there. */
static const char *
symbol_read(Reader *r, const char **p)
{
	const char *name;
	size_t len;

	if (*p == r->end || **p != '@')
		return NULL;
	(*p)++;
	name = name_read(r, p, &len);
	return names_symbol(r->arena, r->f->privates, name, len);
}

/* The next type in "ptr @x, ptr null ..." is noted; false: STOP or none. */
static bool
use_read(Reader *r, const char **p, const char *stop)
{
	const char *q = *p;

	while (q < r->end && !strchr(stop, *q) && *q != '@' && *q != '\n' &&
	       !(q[-1] == ' ' && looking_at(r, q, "null")))
		q++;
	if (q < r->end && (*q == '@' || *q == 'n')) {
		IrUse use = {0};

		if (*q == '@')
			use.type = symbol_read(r, &q);
		else
			q += 4;
		*p = q;
		VEC_PUSH(r->arena, r->ir->uses, use);
		return true;
	}
	*p = q;
	return false;
}

static const char *
line_end(const Reader *r, const char *p)
{
	const char *eol = memchr(p, '\n', (size_t)(r->end - p));

	return eol ? eol : r->end;
}

/* "catch ptr @x" or "filter [1 x ptr] [ptr @x]" at P. */
static bool
clause_read(Reader *r, const char *p)
{
	IrFunc *ir = r->ir;
	IrClause clause = {.filter = *p == 'f'};
	const char *at = p, *eol = line_end(r, p);

	clause.uses.start = ir->uses.n;
	if (!clause.filter && (!use_read(r, &p, ";") || ir->uses.n == 0))
		return fail(r, at, "what this clause catches is not known");
	if (clause.filter) {
		p = memchr(p, ']', (size_t)(eol - p)); /* the type's */
		if (!p)
			return fail(r, at, "this filter is not understood");
		for (p++; use_read(r, &p, "];z");)
			continue;
	}
	clause.uses.end = ir->uses.n;
	VEC_PUSH(r->arena, ir->clauses, clause);
	return true;
}

/* What stands behind "landingpad" and its type, at P: clauses of block B. */
static bool
pad_read(Reader *r, const char *p, IrBlock *b)
{
	b->pad = true;
	b->clauses.start = r->ir->clauses.n;
	for (;; p = line_end(r, p)) {
		while (p < r->end && (*p == '\n' || is_blank(*p)))
			p++;
		if (looking_at(r, p, "cleanup"))
			b->cleanup = true;
		else if (!looking_at(r, p, "catch ") &&
			 !looking_at(r, p, "filter "))
			break;
		else if (!clause_read(r, p))
			return false;
	}
	b->clauses.end = r->ir->clauses.n;
	b->uses.start = r->ir->uses.n;
	return true;
}

/* A label's name at *P, and *P behind it; *NAMED: it is not a number. */
static const char *
label_read(Reader *r, const char **p, bool *named)
{
	size_t len;

	*named = *p == r->end || **p < '0' || **p > '9';
	return name_read(r, p, &len);
}

/* Takes note of the labels and types that P..EOL, in block B, names. */
static bool
line_read(Reader *r, const char *p, const char *eol, IrBlock *b)
{
	bool quoted = false, named;
	const char *q;

	for (; p < eol && (quoted || *p != ';'); p++) {
		if (*p == '"')
			quoted = !quoted;
		if (quoted || (*p != 'l' && *p != '@'))
			continue;
		if (looking_at(r, p, "label %")) {
			p += 7;
			VEC_PUSH(r->arena, r->labels,
				 label_read(r, &p, &named));
			VEC_PUSH(r->arena, r->named, named);
			p--;
		} else if (looking_at(r, p, "@llvm.eh.typeid.for")) {
			q = memchr(p, '(', (size_t)(eol - p));
			if (!q || !use_read(r, &q, ")"))
				return fail(r, p, "this type is not known");
		} else if (looking_at(r, p, "landingpad ")) {
			q = memchr(p, '}', (size_t)(eol - p));
			return q ? pad_read(r, q + 1, b)
				 : fail(r, p, "no type of a landing pad");
		}
	}
	return true;
}

/* If a block's label is at *P, passes it. */
static bool
block_start(Reader *r, const char **p)
{
	const char *q = *p;
	bool first = !r->ir->blocks.n;
	IrBlock b = {.name = ""};

	b.name = label_read(r, &q, &b.named);
	if (q < r->end && *q == ':' && q > *p)
		*p = q + 1;
	else if (first)
		b = (IrBlock){.name = ""};
	else
		return false;
	b.uses.start = r->ir->uses.n;
	b.succs.start = r->labels.n;
	VEC_PUSH(r->arena, r->ir->blocks, b);
	return true;
}

/* All blocks, up to the function's closing brace. */
static bool
blocks_read(Reader *r)
{
	const char *p = line_end(r, r->p);

	for (; p < r->end; p = line_end(r, p)) {
		IrBlock *b;

		while (p < r->end && (*p == '\n' || is_blank(*p)))
			p++;
		if (p == r->end || *p == '}')
			break;
		if (*p == ';')
			continue;
		block_start(r, &p);
		b = &r->ir->blocks.at[r->ir->blocks.n - 1];
		if (!line_read(r, p, line_end(r, p), b))
			return false;
		b->uses.end = r->ir->uses.n;
		b->succs.end = r->labels.n;
	}
	return true;
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
names_resolve(Reader *r)
{
	IrFunc *ir = r->ir;
	uint32_t i, to;

	ir->names = ARENA_RAW(r->arena, IrName, ir->blocks.n);
	for (i = 0; i < ir->blocks.n; i++)
		ir->names[i] = (IrName){ir->blocks.at[i].name, i,
					ir->blocks.at[i].named};
	qsort(ir->names, ir->blocks.n, sizeof(*ir->names), name_compare);
	for (i = 0; i < r->labels.n; i++) {
		to = block_find(ir, r->labels.at[i], r->named.at[i]);
		if (to == NONE)
			return fail(r, r->p,
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
	uint32_t n = ir->blocks.n, depth = 1, left = n, i, k;
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
	for (i = left; i < n; i++) {
		const IrBlock *b = &ir->blocks.at[order[i]];

		for (k = b->clauses.end; k-- > b->clauses.start;)
			uses_number(r, ir->clauses.at[k].uses);
		uses_number(r, b->uses);
	}
}

bool
irfunc_read(const Func *f, Arena *arena, IrFunc *out)
{
	const char *text = f->source->text, *p;
	Reader r = {.f = f, .ir = out, .arena = arena};

	r.p = text + f->text.ir_define.at;
	r.end = r.p + f->text.ir_define.len;
	for (p = r.p; p < r.end && !looking_at(&r, p, " personality ");)
		p++;
	p = p < r.end ? memchr(p, '@', (size_t)(r.end - p)) : NULL;
	if (p)
		out->personality = symbol_read(&r, &p);
	r.end = text + f->text.document.at;
	if (!f->text.ir_define.len || r.p > r.end)
		return true;
	if (!blocks_read(&r) || !names_resolve(&r))
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
	char *name;

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
		name = arena_copy(arena, p, (size_t)(q - p),
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
