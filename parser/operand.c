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

static const struct {
	const char *word; /* and a blank */
	uint32_t len;
	uint32_t flags;
} words[] = {
	{"implicit-def ", 13, OPND_DEF | OPND_IMPLICIT},
	{"implicit ", 9, OPND_IMPLICIT},
	{"def ", 4, OPND_DEF},
	{"dead ", 5, OPND_DEAD},
	{"killed ", 7, OPND_KILL},
	{"undef ", 6, OPND_UNDEF},
	{"renamable ", 10, OPND_RENAMABLE},
	{"early-clobber ", 14, OPND_EARLY},
};

/* The flag at P, and the LEN of its word and a blank; 0: there is none. */
static uint32_t
flag_at(const char *p, const char *end, uint32_t *len)
{
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (*p != *words[i].word || (size_t)(end - p) < words[i].len ||
		    memcmp(p, words[i].word, words[i].len) != 0)
			continue;
		*len = words[i].len;
		return words[i].flags;
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

bool
build_register_token(const Builder *b, Loc at, Token *token)
{
	const char *from = b->text + at, *end = b->text + b->copy_end;
	const char *p = from, *name;
	uint32_t flags = 0, flag, len, number;

	while (p < end && is_letter(*p)) {
		flag = flag_at(p, end, &len);
		if (!flag || (flags & flag & ~(uint32_t)OPND_DEF))
			return false;
		flags |= flag;
		p += len;
	}
	name = p;
	p = register_pass(name, end, &number);
	if (!p || name - from > NAME_MAX || p - name > NAME_MAX)
		return false;
	token->val = number | (uint64_t)flags << FLAGS_AT |
		     (uint64_t)(name - from) << NAME_AT |
		     (uint64_t)(p - name) << NAME_LEN_AT;
	if (*name == '%')
		p = class_pass(p, end);
	token->at = at;
	token->len = (uint32_t)(p - from);
	return true;
}

bool
token_is_virtual(const Builder *b, Token token)
{
	return b->text[token.at + (token.val >> NAME_AT & NAME_MAX)] == '%';
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
