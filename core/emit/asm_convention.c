/*
 * Calling conventions: which registers a function saves, as the target's rows
 * say by the words of its "define" line and its attributes.
 */
#include "core/emit/asm_internal.h"

#include "core/llvmir/text.h"

#include <string.h>

/* The next word of the line that is no name of a value or type, and not in
 * quotes; of no characters at the end. */
static Span
next_word(IrText *t, const char *text)
{
	const char *start;
	bool named;

	while (t->p < t->end && *t->p != '\n' && !irtext_in_name(*t->p)) {
		named = *t->p == '%' || *t->p == '@';
		if (*t->p++ == '"')
			irtext_find(t, "\"");
		for (; named && t->p < t->end && irtext_in_name(*t->p);)
			t->p++;
	}
	start = t->p;
	while (t->p < t->end && irtext_in_name(*t->p))
		t->p++;
	return (Span){(uint32_t)(start - text), (uint32_t)(t->p - start)};
}

static IrText
define_line(const Func *f)
{
	const char *p = f->source->text + f->text.ir_define.at;

	return (IrText){p, p + f->text.ir_define.len};
}

static bool
is_word(const char *w, uint32_t n, const char *word)
{
	return strlen(word) == n && !memcmp(w, word, n);
}

/* Is WORD on the function's line, or an attribute of it, or ""? */
static bool
has_word(const Func *f, const char *word)
{
	const char *text = f->source->text;
	IrText line = define_line(f);
	Span w;

	while ((w = next_word(&line, text)).len)
		if (is_word(text + w.at, w.len, word))
			return true;
	return !*word || func_attribute(f, word);
}

/* Is W the name of a convention, which ends in two letters c, or the number of
 * one, as "cc77"?  Those of a few machines have other names. */
static bool
names_convention(const char *w, uint32_t n)
{
	bool numbered = n > 2 && w[2] >= '0' && w[2] <= '9';

	return n > 2 && ((w[n - 2] == 'c' && w[n - 1] == 'c') ||
			 (w[0] == 'c' && w[1] == 'c' && numbered));
}

/* Is there a row for W, or is it usual on every machine? */
static bool
has_row(const Target *t, const char *w, uint32_t n)
{
	bool any = is_word(w, n, "ccc") || is_word(w, n, "fastcc");
	uint32_t i;

	for (i = 0; i < t->n_conventions && !any; i++)
		any = is_word(w, n, target_str(t, t->conventions[i].of));
	return any;
}

static bool
refused(Asm *a, const char *w, uint32_t n)
{
	return asm_error(a, a->f->name.at,
			 "no assembly for a function with '%.*s'", (int)n, w);
}

/* Are there rows for all conventions on the line? */
static bool
all_known(Asm *a)
{
	const char *text = a->f->source->text;
	IrText line = define_line(a->f);
	Span w;

	while ((w = next_word(&line, text)).len)
		if (names_convention(text + w.at, w.len) &&
		    !has_row(a->t, text + w.at, w.len))
			return refused(a, text + w.at, w.len);
	return true;
}

bool
asm_convention(Asm *a)
{
	const Target *t = a->t;
	uint32_t i;

	for (i = 0; i < t->n_conventions; i++) {
		const Convention *c = &t->conventions[i];
		const char *of = target_str(t, c->of);
		const char *feature = target_str(t, c->feature);

		if (!has_word(a->f, of) ||
		    (*feature && !func_has_feature(a->f, feature)))
			continue;
		if (c->refused)
			return refused(a, of, (uint32_t)strlen(of));
		if (!c->usual && !a->f->traits.has_callee_saved) {
			a->rules.saved = t->reg_lists + c->saved.start;
			a->rules.nsaved = c->saved.end - c->saved.start;
		}
		break;
	}
	return all_known(a);
}
