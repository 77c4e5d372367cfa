/*
 * The prefix data and the prologue data of functions (LLVM Language Reference,
 * "Prefix Data", "Prologue Data"): constants in front of a function's symbol,
 * and at its first byte.  Haskell's compiler keeps tables for its run time
 * there.
 */
#define _GNU_SOURCE /* memmem */
#include "core/emit/globals_internal.h"

#include <string.h>

/* The constant with its type in P..END, as directives; NULL after an error. */
static const char *
directives(Globals *g, const char *p, const char *end)
{
	g->t = (IrText){p, end};
	g->failed = false;
	g->depth = 0;
	g->what = "data attached to a function";
	data_begin(g);
	const Type *t = read_type(g);
	if (!t || !data_read(g, t))
		return NULL;
	data_end(g);
	buf_char(&g->data, '\0');
	return arena_copy(g->arena, g->data.at, g->data.len, g->data.len);
}

/* Find the constant behind WORD in the line LINE; false: there is none. */
static bool
find(const Source *source, Span line, const char *word, IrText *t)
{
	t->p = source->text + line.at;
	t->end = t->p + line.len;
	return memmem(t->p, line.len, word, strlen(word)) &&
	       irtext_find(t, word);
}

bool
globals_attach(const GlobalsInput *in, AsmFunc *funcs, uint32_t n, Arena *arena,
	       Diag *diag)
{
	Globals g = {.in = in, .arena = arena, .diag = diag};
	bool ok = true, opened = false;

	for (uint32_t i = 0; i < 2 * n; i++) {
		AsmFunc *func = &funcs[i / 2];
		const char **to = i % 2 ? &func->prologue : &func->prefix;
		IrText at;

		if (!find(in->source, func->define,
			  i % 2 ? " prologue " : " prefix ", &at))
			continue;
		if (!opened)
			globals_open(&g);
		opened = true;
		*to = directives(&g, at.p, at.end);
		ok &= *to != NULL;
	}
	buf_free(&g.data);
	return ok;
}
