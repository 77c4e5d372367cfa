/*
 * Registers as operands, with what llc prints around them: "implicit-def dead
 * $eflags", "%5:gr32".  They are most of a function's text, and read by hand in
 * one go; written in any other way, they are read in several tokens.
 */
#include "parser/build.h"

#include <string.h>

/* Fields of Token.val of a register: number, flags, where in the token its
 * name begins, and how long that is; its class may stand behind it. */
enum { FLAGS_AT = 32, NAME_AT = 48, NAME_LEN_AT = 56, NAME_MAX = 255 };

#define FLAG_TAKE(word, bits)                                                  \
	do {                                                                   \
		if ((size_t)(end - p) >= sizeof(word) - 1 &&                   \
		    !memcmp(p, word, sizeof(word) - 1)) {                      \
			*len = sizeof(word) - 1;                               \
			return (bits);                                         \
		}                                                              \
	} while (0)

/* The flag at P, and the LEN of its word and a blank; 0: there is none. */
static inline uint32_t
flag_at(const char *p, const char *end, uint32_t *len)
{
	switch (*p) {
	case 'i':
		FLAG_TAKE("implicit ", OPND_IMPLICIT);
		FLAG_TAKE("implicit-def ", OPND_DEF | OPND_IMPLICIT);
		break;
	case 'd':
		FLAG_TAKE("dead ", OPND_DEAD);
		FLAG_TAKE("def ", OPND_DEF);
		break;
	case 'k':
		FLAG_TAKE("killed ", OPND_KILL);
		break;
	case 'u':
		FLAG_TAKE("undef ", OPND_UNDEF);
		break;
	case 'r':
		FLAG_TAKE("renamable ", OPND_RENAMABLE);
		break;
	case 'e':
		FLAG_TAKE("early-clobber ", OPND_EARLY);
		break;
	}
	return 0;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Behind the ":class" at P; P: there is none. */
static const char *
class_pass(const char *p, const char *end)
{
	const char *q = p + 1;

	if (end - p < 2 || *p != ':' || !is_letter(*q))
		return p;
	while (q < end && (is_letter(*q) || is_digit(*q)))
		q++;
	return q;
}

/* Behind the register at P, whose NUMBER is set if it is virtual; NULL: there
 * is none, or not one of a number that surely fits. */
static const char *
register_pass(const char *p, const char *end, uint32_t *number)
{
	const char *q = p + 1;

	*number = 0;
	if (p == end)
		return NULL;
	if (*p == '$') {
		while (q < end && (is_letter(*q) || is_digit(*q) || *q == '$' ||
				   *q == '-'))
			q++;
		return q > p + 1 ? q : NULL;
	}
	if (*p != '%')
		return NULL;
	for (; q < end && is_digit(*q) && q - p < 10; q++)
		*number = *number * 10 + (uint32_t)(*q - '0');
	return q > p + 1 && q - p < 10 ? q : NULL;
}

/* The register at FROM, up to END, with its flags and class. */
static bool
register_ahead(Builder *b, const char *from, const char *end)
{
	const char *p = from, *name;
	uint32_t flags = 0, flag, len, number;
	Ahead *a = &b->ahead;

	a->first_len = 0;
	while (p < end && (flag = flag_at(p, end, &len))) {
		if (flags & flag & ~(uint32_t)OPND_DEF)
			return false;
		if (!flags)
			a->first_len = len - 1;
		flags |= flag;
		p += len;
	}
	name = p;
	p = register_pass(name, end, &number);
	if (!p || name - from > NAME_MAX || p - name > NAME_MAX)
		return false;
	if (!flags)
		a->first_len = (uint32_t)(p - name);
	a->token.val = number | (uint64_t)flags << FLAGS_AT |
		       (uint64_t)(name - from) << NAME_AT |
		       (uint64_t)(p - name) << NAME_LEN_AT;
	a->kind = AHEAD_PHYS;
	if (*name == '%') {
		p = class_pass(p, end);
		a->kind = AHEAD_VREG;
	}
	a->token.len = (uint32_t)(p - from);
	return true;
}

/* The decimal number at FROM, up to END. */
static bool
number_ahead(Builder *b, const char *from, const char *end)
{
	const char *p = from + (*from == '-'), *digits = p;

	while (p < end && is_digit(*p))
		p++;
	if (p == digits || (p < end && is_letter(*p)))
		return false; /* it may be another kind of number */
	b->ahead.kind = AHEAD_INT;
	b->ahead.token.len = b->ahead.first_len = (uint32_t)(p - from);
	b->ahead.token.val = 0;
	return true;
}

uint32_t
build_ahead(Builder *b, Loc at, bool number)
{
	const char *from = b->text + at, *end = b->text + b->copy_end;
	bool found;

	if (b->listing || from >= end)
		return 0;
	b->ahead.token.at = at;
	if (is_digit(*from) || *from == '-')
		found = number && number_ahead(b, from, end);
	else
		found = register_ahead(b, from, end);
	return found ? b->ahead.token.len : 0;
}

/* Add to FLAGS those inside the token of a register, some of them again. */
static void
flags_again(Builder *b, Token *flags, Token reg)
{
	const char *p = token_text(b, reg), *end = p + reg.len;
	uint32_t flag, len;

	while ((flag = flag_at(p, end, &len))) {
		Token word = {(Loc)(p - b->text), len - 1, flag};

		build_flag(b, flags, word);
		p += len;
	}
}

Register
token_register(Builder *b, Token *flags, Token token)
{
	uint32_t name = token.val >> NAME_AT & NAME_MAX;
	uint32_t len = token.val >> NAME_LEN_AT & NAME_MAX;
	uint32_t own = token.val >> FLAGS_AT & UINT16_MAX;
	Register reg = {.number = (uint32_t)token.val};

	if (flags->val & own & ~(uint64_t)OPND_DEF)
		flags_again(b, flags, token);
	flags->val |= own;
	len = len ? len : token.len;
	reg.name = (Token){token.at + name, len, 0};
	reg.cls = (Token){reg.name.at + len, token.len - name - len, 0};
	return reg;
}
