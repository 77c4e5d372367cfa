/*
 * What a function's calling convention is to its assembly.
 */
#include "core/emit/asm_internal.h"

#include "core/analysis/convention.h"

#include <string.h>

static bool
refused(Asm *a, const char *w, uint32_t n)
{
	return asm_error(a, a->f->name.at,
			 "no assembly for a function with '%.*s'", (int)n, w);
}

bool
asm_convention(Asm *a)
{
	const Target *t = a->t;
	Span unknown;
	const Convention *c = func_convention(a->f, &unknown);

	if (unknown.len)
		return refused(a, a->f->source->text + unknown.at, unknown.len);
	if (!c)
		return true;
	const char *of = target_str(t, c->of);
	if (c->refused)
		return refused(a, of, (uint32_t)strlen(of));
	if (!c->usual && !a->f->traits.has_callee_saved) {
		a->rules.saved = t->reg_lists + c->saved.start;
		a->rules.nsaved = c->saved.end - c->saved.start;
	}
	return true;
}
