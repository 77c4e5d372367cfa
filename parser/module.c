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

/* N of "#N", the attribute group of the function whose line is P..END; NONE: it
 * has none. */
static uint32_t
group_of(const char *p, const char *end)
{
	for (const char *q = end - 1; q > p && *q != ')'; q--)
		if (*q == '#' && q[-1] == ' ' && q + 1 < end && q[1] >= '0' &&
		    q[1] <= '9')
			return number_digits(q + 1, end);
	return NONE;
}

/* The line at T is a function's "define". */
static void
module_define(Module *module, Arena *arena, const Source *source, IrText t)
{
	ModuleFunc func = {.group = NONE, .line = span_of(source, t.p, t.end)};
	bool private = irtext_at(&t, "define private ");
	bool local = private || irtext_at(&t, "define internal ");
	size_t len;

	/* Types of the result may be quoted, but hold no "@" outside. */
	const char *at = memchr(t.p, '@', (size_t)(t.end - t.p));
	if (!at)
		return;
	t.p = at + 1;
	func.name = irtext_name(&t, arena, &len);
	if (private)
		VEC_PUSH(arena, module->privates, func.name);
	if (local)
		VEC_PUSH(arena, module->local_functions, func.name);
	func.group = group_of(at, t.end);
	VEC_PUSH(arena, module->funcs, func);
}

static void
module_declare(Module *module, Arena *arena, const Source *source, IrText t)
{
	ModuleFunc func = {.group = group_of(t.p, t.end),
			   .line = span_of(source, t.p, t.end)};

	if (func.group != NONE)
		VEC_PUSH(arena, module->declared, func);
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
	g.returns_twice = span_behind(source, g.text, " returns_twice ");
	module->any_twice |= g.returns_twice;
	VEC_PUSH(arena, module->groups, g);
}

/* What stands between the first quotes of T; empty: nothing. */
static Span
quoted(const Source *source, IrText t)
{
	const char *open = memchr(t.p, '"', (size_t)(t.end - t.p)), *close;

	if (!open)
		return (Span){0, 0};
	close = memchr(open + 1, '"', (size_t)(t.end - open - 1));
	return close ? span_of(source, open + 1, close) : (Span){0, 0};
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
	if (irtext_at(&t, "declare ")) {
		module_declare(module, arena, source, t);
		return false;
	}
	if (irtext_take(&t, "@")) {
		name = irtext_name(&t, arena, &len);
		if (irtext_at(&t, " = private "))
			VEC_PUSH(arena, module->privates, name);
		module->aliases |= is_alias(t);
	} else if (irtext_at(&t, "!")) {
		ModuleFlag flag;

		if (module_flag_read(source, t, &flag))
			VEC_PUSH(arena, module->flags, flag);
	} else if (irtext_take(&t, "attributes #")) {
		module_group(module, arena, source, t);
	} else if (irtext_at(&t, "target triple")) {
		module->triple = quoted(source, t);
	} else if (irtext_at(&t, "target datalayout")) {
		module->layout = quoted(source, t);
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

/* The attribute group of number GROUP; NULL: there is none. */
static const ModuleGroup *
group_find(const Module *module, uint32_t group)
{
	ModuleGroup want = {.number = group};

	if (group == NONE || !module->groups.n)
		return NULL;
	return bsearch(&want, module->groups.at, module->groups.n, sizeof(want),
		       group_compare);
}

/* Find the functions that return twice. */
static void
twice_find(Module *module, const Source *source, Arena *arena)
{
	FOR_VEC(ModuleFunc, func, module->declared) {
		const ModuleGroup *g = group_find(module, func->group);
		IrText t = {source->text + func->line.at, NULL};
		size_t len;

		t.end = t.p + func->line.len;
		t.p = memchr(t.p, '@', (size_t)(t.end - t.p));
		if (!t.p || !g || !g->returns_twice)
			continue;
		t.p++;
		VEC_PUSH(arena, module->returning_twice,
			 irtext_name(&t, arena, &len));
	}
	FOR_VEC(ModuleFunc, func, module->funcs) {
		const ModuleGroup *g = group_find(module, func->group);

		if (g && g->returns_twice)
			VEC_PUSH(arena, module->returning_twice, func->name);
	}
}

/* NAMES, N of them, sorted. */
static NameList
names_sorted(const char **names, uint32_t n)
{
	if (n)
		qsort(names, n, sizeof(char *), text_compare);
	return (NameList){names, n};
}

void
module_link(Module *module, Arena *arena, MirFile *file)
{
	if (module->groups.n)
		qsort(module->groups.at, module->groups.n, sizeof(ModuleGroup),
		      group_compare);
	if (module->any_twice)
		twice_find(module, file->source, arena);
	file->triple = module->triple;
	file->layout = module->layout;
	file->flags = (ModuleFlagList){module->flags.at, module->flags.n};
	file->aliases = module->aliases;
	file->names.privates =
		names_sorted(module->privates.at, module->privates.n);
	file->names.returning_twice = names_sorted(module->returning_twice.at,
						   module->returning_twice.n);
	file->names.local_functions = names_sorted(module->local_functions.at,
						   module->local_functions.n);
	if (module->funcs.n)
		qsort(module->funcs.at, module->funcs.n, sizeof(ModuleFunc),
		      func_compare);
	for (uint32_t i = 0; i < file->docs.n; i++) {
		MirDoc *doc = &file->docs.at[i];
		ModuleFunc key = {.name = doc->name}, *f = NULL;

		if (doc->name && module->funcs.n)
			f = bsearch(&key, module->funcs.at, module->funcs.n,
				    sizeof(key), func_compare);
		if (!f)
			continue;
		const ModuleGroup *g = group_find(module, f->group);
		doc->define = f->line;
		doc->attributes =
			g ? g->text : own_attributes(file->source, f->line);
	}
}
