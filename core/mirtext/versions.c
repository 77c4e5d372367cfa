/*
 * Keys of a document that came or went with a version of LLVM, which refuses
 * those that it does not know.  What they say is found again, the default, or
 * of no concern to the passes behind allocation.  They are found line by line,
 * with lists and scalars alike; in braces none is found.
 */
#include "core/mirtext/versions.h"

#include <stdlib.h>
#include <string.h>

/* In LLVM from version `first` on, up to `last`; `in` the key above, if any. */
static const struct {
	const char *in, *name;
	unsigned char first, last;
} keys[] = {
	{"", "callsEHReturn", 15, 99},
	{"", "callsUnwindInit", 15, 99},
	{"", "hasEHCatchret", 15, 20},
	{"", "hasEHScopes", 15, 99},
	{"", "hasEHFunclets", 15, 99},
	{"", "debugInstrRef", 16, 99},
	{"", "entry_values", 17, 99},
	{"", "isOutlined", 18, 99},
	{"", "noPhis", 20, 99},
	{"", "isSSA", 20, 99},
	{"", "noVRegs", 20, 99},
	{"", "hasFakeUses", 20, 99},
	{"", "calledGlobals", 20, 99},
	{"", "hasEHContTarget", 21, 99},
	{"frameInfo", "functionContext", 15, 99},
	{"frameInfo", "isCalleeSavedInfoValid", 18, 99},
	{"frameInfo", "savePoint", 0, 21},
	{"frameInfo", "restorePoint", 0, 21},
};

/* Is NAME among the target's keys of a later version than F's?  They are words
 * behind the number of the version that brought them. */
static bool
is_later_information(const Func *f, Span name)
{
	size_t len;
	bool later = false;

	for (const char *p = target_setting(f->target, "information-since");
	     *(p += strspn(p, " ")); p += len) {
		len = strcspn(p, " ");
		if (*p >= '0' && *p <= '9')
			later = strtoul(p, NULL, 10) > f->traits.llvm;
		else if (later && name.len == len &&
			 !memcmp(p, f->source->text + name.at, len))
			return true;
	}
	return false;
}

/* Does F's version refuse the key NAME below IN, of len 0 at the top? */
static bool
is_unknown(const Func *f, Span in, Span name)
{
	unsigned llvm = f->traits.llvm;

	if (span_is(f->source, in, "machineFunctionInfo"))
		return is_later_information(f, name);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (span_is(f->source, in, keys[i].in) &&
		    span_is(f->source, name, keys[i].name))
			return llvm < keys[i].first || llvm > keys[i].last;
	return false;
}

/* The columns that the line at AT, which ends before END, is indented by. */
static uint32_t
line_indent(const Func *f, Loc at, Loc end)
{
	uint32_t n = 0;

	while (at + n < end && f->source->text[at + n] == ' ')
		n++;
	return n;
}

/* Where the line at AT ends, with its newline, or END. */
static Loc
line_end(const Func *f, Loc at, Loc end)
{
	const char *text = f->source->text;
	const char *newline = memchr(text + at, '\n', end - at);

	return newline ? (Loc)(newline - text) + 1 : end;
}

/* The key with which the line from AT to END begins; len 0: none. */
static Span
line_key(const Func *f, Loc at, Loc end)
{
	const char *p = f->source->text + at;
	const char *colon = memchr(p, ':', end - at);

	return (Span){at, colon ? (uint32_t)(colon - p) : 0};
}

/* Behind the lines from AT on that belong to a key indented by N: they are
 * indented by more, or items of a list. */
static Loc
value_end(const Func *f, Loc at, Loc end, uint32_t n)
{
	while (at < end) {
		uint32_t indent = line_indent(f, at, end);

		if (indent < n || (indent == n && at + n < end &&
				   f->source->text[at + n] != '-'))
			break;
		at = line_end(f, at, end);
	}
	return at;
}

Span
mir_unknown_key(const Func *f, KeyWalk *walk)
{
	Loc end = f->text.document.at + f->text.document.len;
	static const Span none;

	while (walk->at < end) {
		uint32_t n = line_indent(f, walk->at, end);

		Loc start = walk->at;
		walk->at = line_end(f, start, end);
		Span key = line_key(f, start + n, walk->at);
		if (!key.len)
			continue;
		if (is_unknown(f, n ? walk->above : none, key)) {
			walk->at = value_end(f, walk->at, end, n);
			return (Span){start, walk->at - start};
		}
		if (!n && f->source->text[start] != '-')
			walk->above = key;
	}
	return none;
}
