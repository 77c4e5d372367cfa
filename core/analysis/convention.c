/*
 * Calling conventions: which registers a function saves, as the target's rows
 * say by the words of its "define" line, its attributes and its calls.
 */
#include "core/analysis/convention.h"

#include "core/llvmir/text.h"

#include <string.h>

/* The next word of the line that is no name of a value or type, and not in
 * quotes; of no characters at the end. */
static Span
next_word(IrText *t, const char *text)
{
	while (t->p < t->end && *t->p != '\n' && !irtext_in_name(*t->p)) {
		bool named = *t->p == '%' || *t->p == '@';
		if (*t->p++ == '"')
			irtext_find(t, "\"");
		for (; named && t->p < t->end && irtext_in_name(*t->p);)
			t->p++;
	}
	const char *start = t->p;
	while (t->p < t->end && irtext_in_name(*t->p))
		t->p++;
	return (Span){(uint32_t)(start - text), (uint32_t)(t->p - start)};
}

/* Is W the name of a convention, which ends in "c" twice, or the number of one,
 * as "c" twice and 77?  Those of a few machines have other names. */
static bool
names_convention(const char *w, uint32_t n)
{
	bool numbered = n > 2 && w[2] >= '0' && w[2] <= '9';

	return n > 2 && ((w[n - 2] == 'c' && w[n - 1] == 'c') ||
			 (w[0] == 'c' && w[1] == 'c' && numbered));
}

static bool
is_word(const char *w, uint32_t n, const char *word)
{
	return *word == *w && !strncmp(word, w, n) && !word[n];
}

/* Is there a call in F with the target's mask of that NAME? */
static bool
has_call(const Func *f, const char *name)
{
	FOR_VEC(Mask, mask, f->masks)
		if (mask->named != NONE &&
		    !strcmp(target_str(f->target,
				       f->target->masks[mask->named].name),
			    name))
			return true;
	return false;
}

/* Has the function what row C wants, apart from its word? */
static bool
row_applies(const Func *f, const Convention *c)
{
	const char *feature = target_str(f->target, c->feature);
	const char *calls = target_str(f->target, c->calls);

	return (!*feature || func_has_feature(f, feature)) &&
	       (!*calls || has_call(f, calls));
}

/* *ROW becomes the first row, if it is before that, of word W of F's line.
 * False: W is a convention of no row, and not usual on every machine. */
static bool
word_look_up(const Func *f, const char *w, uint32_t n, uint32_t *row)
{
	const Target *t = f->target;
	bool known = !names_convention(w, n) || is_word(w, n, "ccc") ||
		     is_word(w, n, "fastcc");

	for (uint32_t i = 0; i < t->n_conventions; i++) {
		const Convention *c = &t->conventions[i];

		if (!is_word(w, n, target_str(t, c->of)))
			continue;
		known = true;
		if (i < *row && row_applies(f, c))
			*row = i;
	}
	return known;
}

/* *ROW becomes the first row, if it is before that, for all functions or of an
 * attribute that F has. */
static void
attributes_look_up(const Func *f, uint32_t *row)
{
	const Target *t = f->target;

	for (uint32_t i = 0; i < t->n_conventions && i < *row; i++) {
		const Convention *c = &t->conventions[i];
		const char *of = target_str(t, c->of);

		if (row_applies(f, c) &&
		    (!*of || (!names_convention(of, (uint32_t)strlen(of)) &&
			      func_attribute(f, of))))
			*row = i;
	}
}

const Convention *
func_convention(const Func *f, Span *unknown)
{
	const char *text = f->source ? f->source->text : NULL;
	uint32_t row = NONE;
	Span w;

	*unknown = (Span){0};
	if (text) {
		IrText line = {text + f->text.ir_define.at, NULL};

		line.end = line.p + f->text.ir_define.len;
		while ((w = next_word(&line, text)).len)
			if (!word_look_up(f, text + w.at, w.len, &row) &&
			    !unknown->len)
				*unknown = w;
	}
	attributes_look_up(f, &row);
	return row == NONE ? NULL : &f->target->conventions[row];
}
