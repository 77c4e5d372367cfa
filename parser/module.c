/*
 * The few facts taken from the IR module: the target triple, and for each
 * function its "define" line and attribute group.
 */
#include "parser/mirfile.h"

#include "core/llvmir/text.h"
#include "parser/number.h"

#include <stdlib.h>
#include <string.h>

/* The part P..END of the source. */
static Span
span_of(const Source *source, const char *p, const char *end)
{
	return (Span){(Loc)(p - source->text), (uint32_t)(end - p)};
}

/* The line at T is a function's "define". */
static void
module_define(Module *module, Arena *arena, const Source *source, IrText t)
{
	ModuleFunc func = {.group = NONE, .line = span_of(source, t.p, t.end)};
	bool private = irtext_at(&t, "define private ");
	const char *at, *q;
	size_t len;

	/* Types of the result may be quoted, but hold no "@" outside. */
	at = memchr(t.p, '@', (size_t)(t.end - t.p));
	if (!at)
		return;
	t.p = at + 1;
	func.name = irtext_name(&t, arena, &len);
	if (private)
		VEC_PUSH(arena, module->privates, func.name);
	for (q = t.end - 1; q > at; q--) {
		if (*q == '#' && q[-1] == ' ' && q + 1 < t.end && q[1] >= '0' &&
		    q[1] <= '9') {
			func.group = number_digits(q + 1, t.end);
			break;
		}
		if (*q == ')')
			break;
	}
	VEC_PUSH(arena, module->funcs, func);
}

/* What T is at is a group's number. */
static void
module_group(Module *module, Arena *arena, const Source *source, IrText t)
{
	const char *open = memchr(t.p, '{', (size_t)(t.end - t.p)), *close;
	ModuleGroup g = {.number = number_digits(t.p, t.end)};

	for (close = t.end - 1; open && close > open && *close != '}';)
		close--;
	if (!open || close <= open)
		return;
	g.text = span_of(source, open + 1, close);
	VEC_PUSH(arena, module->groups, g);
}

static void
module_triple(Module *module, const Source *source, IrText t)
{
	const char *open = memchr(t.p, '"', (size_t)(t.end - t.p)), *close;

	if (!open)
		return;
	close = memchr(open + 1, '"', (size_t)(t.end - open - 1));
	if (close)
		module->triple = span_of(source, open + 1, close);
}

/* Is the symbol whose " = ..." T is at perhaps no variable of its own? */
static bool
is_alias(IrText t)
{
	IrText other = t;

	return irtext_find(&t, " alias ") || irtext_find(&other, " ifunc ");
}

bool
module_line(Module *module, Arena *arena, const Source *source, const char *p,
	    const char *end)
{
	IrText t = {p, end};
	const char *name;
	size_t len;

	while (t.p < end && *t.p == ' ')
		t.p++;
	if (irtext_at(&t, "define ")) {
		module_define(module, arena, source, t);
		while (end[-1] == ' ' || end[-1] == '\r')
			end--;
		return end[-1] == '{';
	}
	if (irtext_take(&t, "@")) {
		name = irtext_name(&t, arena, &len);
		if (irtext_at(&t, " = private "))
			VEC_PUSH(arena, module->privates, name);
		module->aliases |= is_alias(t);
	} else if (irtext_at(&t, "!")) {
		/* "!7 = !{i32 8, !"PIC Level", i32 2}" */
		t.p = memchr(t.p, '"', (size_t)(end - t.p));
		module->pic |= t.p && irtext_at(&t, "\"PIC Level\"");
	} else if (irtext_take(&t, "attributes #")) {
		module_group(module, arena, source, t);
	} else if (irtext_at(&t, "target triple")) {
		module_triple(module, source, t);
	}
	return false;
}

static int
func_compare(const void *a, const void *b)
{
	return strcmp(((const ModuleFunc *)a)->name,
		      ((const ModuleFunc *)b)->name);
}

static int
text_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int
group_compare(const void *a, const void *b)
{
	uint32_t x = ((const ModuleGroup *)a)->number;
	uint32_t y = ((const ModuleGroup *)b)->number;

	return x < y ? -1 : x > y;
}

/* Attributes written on the "define" line itself: all behind its ")". */
static Span
own_attributes(const Source *source, Span line)
{
	const char *start = source->text + line.at, *end = start + line.len;
	const char *p = end;

	while (p > start && p[-1] != ')')
		p--;
	return span_of(source, p, end);
}

void
module_link(Module *module, MirFile *file)
{
	uint32_t i, n = module->groups.n;

	file->triple = module->triple;
	if (module->privates.n)
		qsort(module->privates.at, module->privates.n, sizeof(char *),
		      text_compare);
	file->pic = module->pic;
	file->aliases = module->aliases;
	file->privates = (NameList){module->privates.at, module->privates.n};
	if (module->funcs.n)
		qsort(module->funcs.at, module->funcs.n, sizeof(ModuleFunc),
		      func_compare);
	if (n)
		qsort(module->groups.at, n, sizeof(ModuleGroup), group_compare);
	for (i = 0; i < file->docs.n; i++) {
		MirDoc *doc = &file->docs.at[i];
		ModuleFunc key = {.name = doc->name}, *f = NULL;
		ModuleGroup want = {0}, *g = NULL;

		if (doc->name && module->funcs.n)
			f = bsearch(&key, module->funcs.at, module->funcs.n,
				    sizeof(key), func_compare);
		if (!f)
			continue;
		doc->define = f->line;
		want.number = f->group;
		if (f->group != NONE && n)
			g = bsearch(&want, module->groups.at, n, sizeof(want),
				    group_compare);
		doc->attributes =
			g ? g->text : own_attributes(file->source, f->line);
	}
}
