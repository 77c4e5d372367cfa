/*
 * The prefix data and the prologue data of functions (LLVM Language Reference,
 * "Prefix Data", "Prologue Data"): constants in front of a function's symbol,
 * and at its first byte.  Haskell's compiler keeps tables for its run time
 * there.  Next to the symbol stands what !func_sanitize says, a mark and a hash
 * of the function's type: callers through a pointer look for them with
 * -fsanitize=function.
 */
#define _GNU_SOURCE /* memmem */
#include "core/emit/globals_internal.h"

#include <string.h>

/* The constants with their types in P..END, between commas, as directives; NULL
 * after an error. */
static const char *
directives(Globals *g, const char *p, const char *end)
{
	g->t = (IrText){p, end};
	g->failed = false;
	g->depth = 0;
	g->what = "data attached to a function";
	data_begin(g);
	do {
		const Type *t = read_type(g);

		if (!t || !data_read(g, t))
			return NULL;
	} while (read_text(g, ","));
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

/* Of T, at a node "!{...}" of METADATA or its number, what the braces hold.
 * False after the error that it is no such node. */
static bool
node_open(Globals *g, const Debug *metadata, IrText *t)
{
	DebugNode node = debug_node(metadata, *t);
	IrText in = {node, metadata->end};

	if (!node || !irtext_take(&in, "!{")) {
		g->t = *t;
		g->what = "data attached to a function";
		globals_error(g, "metadata !func_sanitize without constants");
		return false;
	}
	*t = in;
	return true;
}

bool
globals_attach(const GlobalsInput *in, const Debug *metadata, AsmFunc *funcs,
	       uint32_t n, Arena *arena, Diag *diag)
{
	enum { PREFIX, SIGNATURE, PROLOGUE, KINDS };
	static const char *const words[KINDS] = {" prefix ", " !func_sanitize ",
						 " prologue "};
	Globals g = {.in = in, .arena = arena, .diag = diag};
	bool ok = true, opened = false;

	for (uint32_t i = 0; i < KINDS * n; i++) {
		AsmFunc *func = &funcs[i / KINDS];
		const char **to[KINDS] = {&func->prefix, &func->signature,
					  &func->prologue};
		uint32_t kind = i % KINDS;
		IrText at;

		if (!find(in->source, func->define, words[kind], &at))
			continue;
		if (!opened)
			globals_open(&g);
		opened = true;
		if (kind != SIGNATURE || node_open(&g, metadata, &at))
			*to[kind] = directives(&g, at.p, at.end);
		ok &= *to[kind] != NULL;
	}
	buf_free(&g.data);
	return ok;
}
