/*
 * Names of the target's opcodes, registers and classes.  A few of them make up
 * most of a function: those found last are kept, so that they need not be
 * hashed and compared with what the target has.
 */
#include "parser/build.h"

#include <string.h>

/* The last eight of the LEN bytes at P, or all of them, as a number. */
static inline uint64_t
name_tail(const char *p, uint32_t len)
{
	uint64_t tail;
	uint32_t first, last;

	if (len >= sizeof(tail)) {
		memcpy(&tail, p + len - sizeof(tail), sizeof(tail));
		return tail;
	}
	if (len >= sizeof(first)) {
		memcpy(&first, p, sizeof(first));
		memcpy(&last, p + len - sizeof(last), sizeof(last));
		return first | (uint64_t)last << 32;
	}
	return (unsigned char)p[0] | (unsigned)p[len / 2] << 8 |
	       (unsigned)p[len - 1] << 16;
}

static uint32_t
name_find(const Target *t, NameKind kind, const char *name, uint32_t len)
{
	switch (kind) {
	case NAME_OPCODE:
		return target_opcode(t, name, len);
	case NAME_REGISTER:
		return target_reg(t, name, len);
	default:
		return target_class(t, name, len);
	}
}

uint32_t
build_name(Builder *b, NameKind kind, Span name)
{
	const char *text = b->text + name.at;
	uint64_t tail = name_tail(text, name.len);
	FoundName *found = &b->names[kind][tail * 0x9e3779b97f4a7c15u >>
					   (64 - FOUND_BITS)];

	if (found->tail == tail && found->name.len == name.len &&
	    (name.len <= 8 ||
	     !memcmp(b->text + found->name.at, text, name.len - 8)))
		return found->id;
	*found = (FoundName){tail, name,
			     name_find(b->target, kind, text, name.len)};
	return found->id;
}
