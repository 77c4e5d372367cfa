/*
 * Diagnostics: recording and printing.
 */
#include "core/base/diag.h"

#include "core/base/buf.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SHOWN = 240 }; /* bytes of a line before and behind the place */

typedef struct {
	Loc at;
	uint32_t index; /* of the message; its notes follow it */
	uint32_t file;	/* of the run of messages about one file */
} DiagOrder;

/* Counts a message of LEVEL, a note like the one it belongs to.  Is it one of
 * those that are kept? */
static bool
diag_count(Diag *diag, DiagLevel level)
{
	if (level == DIAG_ERROR)
		diag->full = ++diag->errors > DIAG_KEPT;
	else if (level == DIAG_WARNING)
		diag->full = ++diag->warnings > DIAG_KEPT;
	return !diag->full;
}

void
diag_add(Diag *diag, DiagLevel level, Loc at, const char *format, ...)
{
	DiagMessage message = {
		.level = level, .at = at, .source = diag->source};
	va_list args;

	if (!diag_count(diag, level))
		return;
	va_start(args, format);
	int len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_raw(diag->arena, (size_t)len + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)len + 1, format, args);
	va_end(args);
	message.text = text;
	VEC_PUSH(diag->arena, diag->messages, message);
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

/* The lines of SOURCE, found when they are first asked for. */
static const Lines *
lines_of(DiagPrinter *p, const Source *source)
{
	DiagLines lines = {.source = source};
	uint32_t i;

	for (i = 0; i < p->lines.n; i++)
		if (p->lines.at[i].source == source)
			return &p->lines.at[i].lines;
	lines_find(&lines.lines, source, (Span){0, source->len}, 1, &p->arena);
	VEC_PUSH(&p->arena, p->lines, lines);
	return &p->lines.at[i].lines;
}

/* The LEN bytes at LINE, without what would command a terminal, as far as they
 * are near the one at AT, and spaces up to that. */
static void
line_print(const char *line, uint32_t len, uint32_t at, FILE *out)
{
	uint32_t from = 0;

	if (at > len)
		at = len;
	if (at > LINE_SHOWN)
		from = at - LINE_SHOWN;
	if (len - at > LINE_SHOWN)
		len = at + LINE_SHOWN;
	while (from < at && is_continued((unsigned char)line[from]))
		from++;
	for (uint32_t i = from; i < len; i++) {
		unsigned char c = (unsigned char)line[i];

		putc(c == 127 || (c < ' ' && c != '\t') ? '?' : c, out);
	}
	putc('\n', out);
	for (uint32_t i = from; i < at; i++)
		if (!is_continued((unsigned char)line[i]))
			putc(line[i] == '\t' ? '\t' : ' ', out);
}

/* The line that begins at START, with a caret below column COLUMN. */
static void
place_print(const DiagPrinter *p, const Source *source, Loc start,
	    uint32_t column)
{
	const char *line = source->text + start;
	const char *end = text_line_end(line, source->text + source->len);
	uint32_t len = (uint32_t)(end - line);

	if (len && line[len - 1] == '\r')
		len--;
	line_print(line, len, column - 1, p->out);
}

/* The names of levels. */
static const char *const LEVELS[] = {"note", "warning", "error"};

/* The line of M, and its column; 0: it has no place. */
static uint32_t
message_line(DiagPrinter *p, const DiagMessage *m, uint32_t *column)
{
	Loc at = m->at;

	if (!m->source || at == LOC_NONE)
		return 0;
	if (at > m->source->len)
		at = m->source->len;
	return lines_at(lines_of(p, m->source), at, column);
}

static void
message_json(DiagPrinter *p, const DiagMessage *m)
{
	uint32_t column, line = message_line(p, m, &column);
	Buf buf = {0};

	buf_printf(&buf, "{\"level\": \"%s\", ", LEVELS[m->level]);
	if (m->source) {
		buf_str(&buf, "\"file\": ");
		buf_json_str(&buf, m->source->path);
		buf_str(&buf, ", ");
	}
	if (line)
		buf_printf(&buf, "\"line\": %u, \"column\": %u, ", line,
			   column);
	buf_str(&buf, "\"message\": ");
	buf_json_str(&buf, m->text);
	buf_str(&buf, "}\n");
	fwrite(buf.at, 1, buf.len, p->out);
	buf_free(&buf);
}

static void
message_text(DiagPrinter *p, const DiagMessage *m)
{
	static const char *const codes[] = {"\033[1;36m", "\033[1;35m",
					    "\033[1;31m"};
	const char *path = m->source ? m->source->path : "regalloc";
	const char *on = p->colour ? codes[m->level] : "";
	const char *off = p->colour ? "\033[0m" : "";
	uint32_t column, line = message_line(p, m, &column);
	Loc at = m->at;

	if (!line) {
		fprintf(p->out, "%s: %s%s:%s %s\n", path, on, LEVELS[m->level],
			off, m->text);
		return;
	}
	if (at > m->source->len)
		at = m->source->len;
	fprintf(p->out, "%s:%u:%u: %s%s:%s %s\n", path, line, column, on,
		LEVELS[m->level], off, m->text);
	place_print(p, m->source, at - (column - 1), column);
	fprintf(p->out, "%s^%s\n", on, off);
}

static void
message_print(DiagPrinter *p, const DiagMessage *m)
{
	if (p->json)
		message_json(p, m);
	else
		message_text(p, m);
}

/* The messages that others belong to, in the order in which they are printed.
 * Returns how many. */
static uint32_t
heads_sort(const Diag *diag, DiagOrder *order)
{
	uint32_t n = diag->messages.n, heads = 0, file = 0;

	for (uint32_t i = 0; i < n; i++) {
		const DiagMessage *m = &diag->messages.at[i];

		if (i && m->source != m[-1].source && m->level != DIAG_NOTE)
			file++;
		if (m->level != DIAG_NOTE || i == 0)
			order[heads++] = (DiagOrder){m->at, i, file};
	}
	qsort(order, heads, sizeof(*order), order_compare);
	return heads;
}

/* May one more message of LEVEL be shown? */
static bool
show_one(DiagPrinter *p, DiagLevel level)
{
	uint32_t *shown = level == DIAG_ERROR ? &p->errors : &p->warnings;

	if (level != DIAG_NOTE && *shown == DIAG_SHOWN)
		return false;
	*shown += level != DIAG_NOTE;
	return true;
}

void
printer_put(DiagPrinter *p, const Diag *diag)
{
	uint32_t n = diag->messages.n;
	uint32_t errors = p->errors, warnings = p->warnings;
	Arena arena = {0};

	if (!n)
		return;
	DiagOrder *order = ARENA_RAW(&arena, DiagOrder, n);
	uint32_t heads = heads_sort(diag, order);
	for (uint32_t i = 0; i < heads; i++) {
		uint32_t k = order[i].index;

		if (!show_one(p, diag->messages.at[k].level))
			continue;
		message_print(p, &diag->messages.at[k]);
		for (k++; k < n && diag->messages.at[k].level == DIAG_NOTE; k++)
			message_print(p, &diag->messages.at[k]);
	}
	p->more_errors += diag->errors - (p->errors - errors);
	p->more_warnings += diag->warnings - (p->warnings - warnings);
	arena_free(&arena);
}

/* There were MORE messages of LEVEL. */
static void
more_print(DiagPrinter *p, uint32_t more, DiagLevel level)
{
	DiagMessage m = {DIAG_NOTE, LOC_NONE, NULL, NULL};
	char text[64];

	if (!more)
		return;
	snprintf(text, sizeof(text), "%s%u more %s%s",
		 p->json ? "" : "... and ", more, LEVELS[level],
		 more == 1 ? "" : "s");
	m.text = text;
	if (p->json)
		message_json(p, &m);
	else
		fprintf(p->out, "%s\n", text);
}

void
printer_close(DiagPrinter *p)
{
	more_print(p, p->more_errors, DIAG_ERROR);
	more_print(p, p->more_warnings, DIAG_WARNING);
	arena_free(&p->arena);
	p->lines.n = p->lines.cap = 0;
	p->more_errors = p->more_warnings = 0;
}

void
diag_print(const Diag *diag, FILE *out, bool colour)
{
	DiagPrinter printer = {.out = out, .colour = colour};

	printer_put(&printer, diag);
	printer_close(&printer);
}
