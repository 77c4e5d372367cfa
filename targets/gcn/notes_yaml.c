/*
 * Keys and values of notes, as YAML.
 */
#include "targets/gcn/notes_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
note_has_word(const char *words, const char *word)
{
	size_t n = strlen(word);
	const char *p = words;

	while (n && !strchr(word, ' ') && (p = strstr(p, word))) {
		if ((p == words || p[-1] == ' ') && (!p[n] || p[n] == ' '))
			return true;
		p += n;
	}
	return false;
}

static bool
is_numeric(const char *text)
{
	char *end;

	strtod(text, &end);
	return *text && !*end;
}

/* Would a reader take TEXT for something other than a string? */
static bool
is_ambiguous(const char *text)
{
	return is_numeric(text) ||
	       note_has_word(
		       "true True TRUE false False FALSE y Y yes Yes YES n N "
		       "no No NO on On ON off Off OFF",
		       text);
}

static bool
needs_quotes(const char *text)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789_-/^., \t";
	size_t n = strlen(text);

	return !n || text[strspn(text, plain)] || strchr(" -.,\t", *text) ||
	       text[n - 1] == ' ' || text[n - 1] == '\t' ||
	       (is_numeric(text) && *text <= '9') ||
	       note_has_word("true True TRUE false False FALSE null Null NULL",
			     text);
}

void
put_string(Notes *n, const char *text, const char *after)
{
	char *all = arena_raw(n->arena, strlen(text) + strlen(after) + 1), *p;
	bool control = false;

	sprintf(all, "%s%s", text, after);
	if (is_ambiguous(all))
		buf_str(n->out, "!str ");
	if (!needs_quotes(all)) {
		buf_str(n->out, all);
		return;
	}
	for (p = all; *p; p++)
		control |= (unsigned char)*p < ' ' || *p == 127;
	buf_char(n->out, control ? '"' : '\'');
	for (p = all; *p; p++) {
		if (!control)
			buf_str(n->out, *p == '\'' ? "'" : "");
		else if (*p == '"' || *p == '\\')
			buf_char(n->out, '\\');
		if (*p == '\n')
			buf_str(n->out, "\\n");
		else if ((unsigned char)*p < ' ' || *p == 127)
			buf_printf(n->out, "\\x%02X", (unsigned char)*p);
		else
			buf_char(n->out, *p);
	}
	buf_char(n->out, control ? '"' : '\'');
}

void
put_name(Notes *n, const char *key)
{
	buf_printf(n->out, "%*s%s.%s:", (int)n->depth - 2, "",
		   n->item ? "- " : "  ", key);
	n->item = false;
}

/* With the blanks in front of a scalar. */
static void
put_key(Notes *n, const char *key)
{
	size_t len = strlen(key) + 2;

	put_name(n, key);
	buf_printf(n->out, "%*s", len < 16 ? (int)(17 - len) : 1, "");
}

void
put_number(Notes *n, const char *key, uint64_t value)
{
	put_key(n, key);
	buf_printf(n->out, "%llu\n", (unsigned long long)value);
}

void
put_flag(Notes *n, const char *key, bool value)
{
	put_key(n, key);
	buf_str(n->out, value ? "true\n" : "false\n");
}

void
put_text(Notes *n, const char *key, const char *text, const char *after)
{
	if (!*text)
		return;
	put_key(n, key);
	put_string(n, text, after);
	buf_char(n->out, '\n');
}
