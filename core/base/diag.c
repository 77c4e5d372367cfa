/*
 * Diagnostics: recording and printing.
 */
#include "core/base/diag.h"

#include <stdarg.h>
#include <stdlib.h>

enum { LINE_SHOWN = 240 }; /* bytes of a line before and behind the place */

typedef struct {
	Loc at;
	uint32_t index; /* of the message; its notes follow it */
	uint32_t file;	/* of the run of messages about one file */
} DiagOrder;

void
diag_add(Diag *diag, DiagLevel level, Loc at, const char *format, ...)
{
	DiagMessage message = {
		.level = level, .at = at, .source = diag->source};
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = arena_raw(diag->arena, (size_t)len + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)len + 1, format, args);
	va_end(args);
	message.text = text;
	VEC_PUSH(diag->arena, diag->messages, message);
	if (level == DIAG_ERROR)
		diag->errors++;
}

static int
order_compare(const void *a, const void *b)
{
	const DiagOrder *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static bool
is_continued(unsigned char c) /* inside a character of UTF-8 */
{
	return (c & 0xC0) == 0x80;
}

/* The line around column POS, without what would command a terminal, and
 * spaces up to the column. */
static void
line_print(const Source *source, const SourcePos *pos, FILE *out)
{
	const char *line = source->text + pos->text.at;
	uint32_t at = pos->column - 1, from = 0, to = pos->text.len, i;

	if (at > to)
		at = to;
	if (at > LINE_SHOWN)
		from = at - LINE_SHOWN;
	if (to - at > LINE_SHOWN)
		to = at + LINE_SHOWN;
	while (from < at && is_continued((unsigned char)line[from]))
		from++;
	for (i = from; i < to; i++) {
		unsigned char c = (unsigned char)line[i];

		putc(c == 127 || (c < ' ' && c != '\t') ? '?' : c, out);
	}
	putc('\n', out);
	for (i = from; i < at; i++)
		if (!is_continued((unsigned char)line[i]))
			putc(line[i] == '\t' ? '\t' : ' ', out);
}

static void
message_print(const DiagMessage *m, FILE *out, bool colour)
{
	static const char *const names[] = {"note", "warning", "error"};
	static const char *const codes[] = {"\033[1;36m", "\033[1;35m",
					    "\033[1;31m"};
	const char *path = m->source ? m->source->path : "regalloc";
	const char *on = colour ? codes[m->level] : "";
	const char *off = colour ? "\033[0m" : "";
	SourcePos pos;

	if (!m->source || m->at == LOC_NONE) {
		fprintf(out, "%s: %s%s:%s %s\n", path, on, names[m->level], off,
			m->text);
		return;
	}
	pos = source_pos(m->source, m->at);
	fprintf(out, "%s:%u:%u: %s%s:%s %s\n", path, pos.line, pos.column, on,
		names[m->level], off, m->text);
	line_print(m->source, &pos, out);
	fprintf(out, "%s^%s\n", on, off);
}

void
diag_print(const Diag *diag, FILE *out, bool colour)
{
	uint32_t n = diag->messages.n, heads = 0, file = 0, i;
	DiagOrder *order = malloc((n + 1) * sizeof(*order));

	if (!order)
		return;
	for (i = 0; i < n; i++) {
		const DiagMessage *m = &diag->messages.at[i];

		if (i && m->source != m[-1].source && m->level != DIAG_NOTE)
			file++;
		if (m->level != DIAG_NOTE || i == 0)
			order[heads++] = (DiagOrder){m->at, i, file};
	}
	qsort(order, heads, sizeof(*order), order_compare);
	for (i = 0; i < heads; i++) {
		uint32_t k = order[i].index;

		message_print(&diag->messages.at[k], out, colour);
		for (k++; k < n && diag->messages.at[k].level == DIAG_NOTE; k++)
			message_print(&diag->messages.at[k], out, colour);
	}
	free(order);
}
