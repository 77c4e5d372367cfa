/*
 * How assembly spells the module's names.
 */
#include "core/emit/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PLAIN                                                                  \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$"

int
names_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool
names_has(const NameList *list, const char *name)
{
	return list->n && bsearch(&name, list->at, list->n, sizeof(*list->at),
				  names_compare);
}

/* Does NAME need no quotes, once it has a prefix?  Without one the first
 * character must not make a number or, on some machines, a constant of it. */
static bool
is_plain(const char *name, bool prefixed)
{
	if (!prefixed && (*name == '$' || (*name >= '0' && *name <= '9')))
		return false;
	while ((*name >= 'a' && *name <= 'z') ||
	       (*name >= 'A' && *name <= 'Z') ||
	       (*name >= '0' && *name <= '9') || *name == '_' || *name == '.' ||
	       *name == '$')
		name++;
	return !*name;
}

/* Append C to S, which is within quotes.  The assembler knows a backslash
 * before quotes, itself and the "n" of a new line; a PRIVATE name, which is for
 * this file alone, has %XX for all that assemblers differ in. */
static char *
quoted_put(char *s, char c, bool private)
{
	if (private && (strchr("\"\\%", c) || (unsigned char)c < ' '))
		return s + sprintf(s, "%%%02x", (unsigned char)c);
	if (c == '"' || c == '\\' || c == '\n')
		*s++ = '\\';
	*s++ = c == '\n' ? 'n' : c;
	return s;
}

const char *
names_symbol(Arena *arena, const NameList *privates, const char *name,
	     size_t len)
{
	char *plain = arena_raw(arena, len + 1), *symbol, *s;
	bool raw = len && *name == 1;

	name += raw;
	len -= raw;
	memcpy(plain, name, len);
	plain[len] = 0;
	bool private = !raw && privates && names_has(privates, plain);
	if (is_plain(plain, private)) {
		symbol = private ? arena_raw(arena, len + 4) : plain;
		if (private)
			sprintf(symbol, ".L%s", plain);
		return symbol;
	}
	symbol = s = arena_raw(arena, 3 * len + 8);
	s += sprintf(s, private ? "\".L" : "\"");
	for (; *plain; plain++)
		s = quoted_put(s, *plain, private);
	sprintf(s, "\"");
	return symbol;
}

bool
names_listed(const char *words, const char *symbol)
{
	const size_t digits = strspn(symbol + (*symbol != 0), "0123456789");
	size_t len, n;

	for (; *(words += strspn(words, " ")); words += len) {
		len = strcspn(words, " ");
		n = words[len - 1] == '#' ? len - 1 : len;
		if (strlen(symbol) == (n < len ? n + digits : n) &&
		    (n == len || digits) && !strncasecmp(symbol, words, n))
			return true;
	}
	return false;
}

const char *
names_local(Arena *arena, const char *symbol)
{
	bool quoted = *symbol == '"';
	char *local = arena_raw(arena, 3 * strlen(symbol) + 8), *s = local;

	s += sprintf(s, ".L");
	for (; *symbol; symbol++)
		if (!quoted || (*symbol != '"' && strchr(PLAIN, *symbol)))
			*s++ = *symbol;
		else if (*symbol != '"')
			s += sprintf(s, "$%02x", (unsigned char)*symbol);
	sprintf(s, ".");
	return local;
}

const char *
names_taken_block(const char *label, size_t len, bool *unnamed)
{
	const char *end = label + len;
	const char *name =
		text_behind(label, end, "ir-block-address-taken %ir-block.");
	const char *number = label + strlen("bb.");

	if (name)
		return name;
	/* Before LLVM 16: the block of the IR that it was made from. */
	name = text_behind(label, end, "address-taken");
	if (!name || name[-(int)sizeof("address-taken")] == '-')
		return NULL;
	name = text_behind(label, end, "(%ir-block.");
	if (name)
		return name;
	while (number < end && *number >= '0' && *number <= '9')
		number++;
	if (*number == '.')
		return number + 1;
	*unnamed = true;
	return NULL;
}
