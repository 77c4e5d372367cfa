/*
 * The few facts taken from the IR module: the target triple, and for each
 * function its "define" line and attribute group.
 */
#include "parser/mirfile.h"

#include "core/llvmir/text.h"
#include "parser/number.h"

#include <stdlib.h>
#include <string.h>

static bool
starts(const char *p, const char *end, const char *word)
{
	IrText t = {p, end};

	return irtext_at(&t, word);
}

/* The name behind "@" as plain text; *REST is set to what follows it. */
static const char *
global_name(Arena *arena, const char *p, const char *end, const char **rest)
{
	IrText t = {p, end};
	size_t len;
	const char *name = irtext_name(&t, arena, &len);

	*rest = t.p;
	return name;
}

static void
module_define(Module *module, Arena *arena, const Source *source, const char *p,
	      const char *end)
{
	ModuleFunc func = {.group = NONE};
	const char *at = p, *q;

	/* Types of the result may be quoted, but hold no "@" outside. */
	while (at < end && *at != '@')
		at++;
	if (at == end)
		return;
	func.name = global_name(arena, at + 1, end, &q);
	func.line = (Span){(Loc)(p - source->text), (uint32_t)(end - p)};
	if (starts(p, end, "define private "))
		VEC_PUSH(arena, module->privates, func.name);
	for (q = end - 1; q > at; q--) {
		if (*q == '#' && q[-1] == ' ' && q + 1 < end && q[1] >= '0' &&
		    q[1] <= '9') {
			func.group = number_digits(q + 1, end);
			break;
		}
		if (*q == ')')
			break;
	}
	VEC_PUSH(arena, module->funcs, func);
}

static void
module_group(Module *module, Arena *arena, const Source *source, const char *p,
	     const char *end)
{
	const char *open = memchr(p, '{', (size_t)(end - p)), *close;
	ModuleGroup g = {.number = number_digits(p + 12, end)};

	for (close = end - 1; open && close > open && *close != '}';)
		close--;
	if (!open || close <= open)
		return;
	g.text = (Span){(Loc)(open + 1 - source->text),
			(uint32_t)(close - open - 1)};
	VEC_PUSH(arena, module->groups, g);
}

static void
module_triple(Module *module, const Source *source, const char *p,
	      const char *end)
{
	const char *open = memchr(p, '"', (size_t)(end - p)), *close;

	if (!open)
		return;
	close = memchr(open + 1, '"', (size_t)(end - open - 1));
	if (close)
		module->triple = (Span){(Loc)(open + 1 - source->text),
					(uint32_t)(close - open - 1)};
}

bool
module_line(Module *module, Arena *arena, const Source *source, const char *p,
	    const char *end)
{
	while (p < end && *p == ' ')
		p++;
	if (starts(p, end, "define ")) {
		module_define(module, arena, source, p, end);
		while (end[-1] == ' ' || end[-1] == '\r')
			end--;
		return end[-1] == '{';
	}
	if (p < end && *p == '@') {
		const char *q, *name = global_name(arena, p + 1, end, &q);

		if (starts(q, end, " = private "))
			VEC_PUSH(arena, module->privates, name);
	} else if (starts(p, end, "!")) {
		/* "!7 = !{i32 8, !"PIC Level", i32 2}" */
		const char *name = memchr(p, '"', (size_t)(end - p));

		module->pic |= name && starts(name, end, "\"PIC Level\"");
	} else if (starts(p, end, "attributes #")) {
		module_group(module, arena, source, p, end);
	} else if (starts(p, end, "target triple")) {
		module_triple(module, source, p, end);
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
	return (Span){(Loc)(p - source->text), (uint32_t)(end - p)};
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
