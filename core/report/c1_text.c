/*
 * Names, words and instructions in the form of C1Visualizer.
 */
#include "core/report/c1_internal.h"

#include "core/mirtext/mir.h"

#include <ctype.h>

void
c1_string(const Buf *text, Buf *out)
{
	buf_char(out, '"');
	for (size_t i = 0; i < text->len; i++)
		buf_char(out, text->at[i] == '"' ? '\'' : text->at[i]);
	buf_char(out, '"');
}

void
c1_word(const char *text, Buf *out)
{
	for (; *text; text++)
		buf_char(out, isalnum((unsigned char)*text) ? *text : '_');
}

/* The text ends with a sign that it cannot hold itself. */
void
c1_insn(const Func *f, InsnId i, int64_t number, Buf *out)
{
	Buf text = {0};

	mir_print_insn(f, i, &text);
	buf_printf(out, "      %lld ", (long long)number);
	for (size_t k = 0; k < text.len; k++) {
		buf_char(out, text.at[k]);
		if (text.at[k] == '<' && k + 1 < text.len &&
		    text.at[k + 1] == '|')
			buf_char(out, ' ');
	}
	buf_str(out, " <|@\n");
	buf_free(&text);
}

bool
c1_shows(const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);

	return !(insn->flags & INSN_DEBUG) &&
	       !(insn_is(f, insn, WK_KILL) && !insn->nopnds);
}
