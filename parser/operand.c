/*
 * Operands as llc prints them: registers with what is around them,
 * "implicit-def dead $reg", "%5:class", numbers, blocks.  They are most of a
 * function's text, and read by hand in one go; written in any other way, they
 * are read in several tokens.
 *
 * This is a part of the scanner, not another parser: what it finds it hands to
 * the grammar, as one token where the rules of mir.l give several, and where it
 * is not sure, it finds nothing.  Without it (build_ahead returns 0) the same
 * is read, but allocation without the checker takes 13 % longer.
 */
#include "parser/build.h"

#include <string.h>

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

enum { CHAR_LETTER = 1, CHAR_DIGIT = 2, CHAR_OTHER = 4 };

/* What characters are in names of registers: the underscore is a letter. */
static const uint8_t chars[256] = {
	['A'] = 1, ['B'] = 1, ['C'] = 1, ['D'] = 1, ['E'] = 1, ['F'] = 1,
	['G'] = 1, ['H'] = 1, ['I'] = 1, ['J'] = 1, ['K'] = 1, ['L'] = 1,
	['M'] = 1, ['N'] = 1, ['O'] = 1, ['P'] = 1, ['Q'] = 1, ['R'] = 1,
	['S'] = 1, ['T'] = 1, ['U'] = 1, ['V'] = 1, ['W'] = 1, ['X'] = 1,
	['Y'] = 1, ['Z'] = 1, ['a'] = 1, ['b'] = 1, ['c'] = 1, ['d'] = 1,
	['e'] = 1, ['f'] = 1, ['g'] = 1, ['h'] = 1, ['i'] = 1, ['j'] = 1,
	['k'] = 1, ['l'] = 1, ['m'] = 1, ['n'] = 1, ['o'] = 1, ['p'] = 1,
	['q'] = 1, ['r'] = 1, ['s'] = 1, ['t'] = 1, ['u'] = 1, ['v'] = 1,
	['w'] = 1, ['x'] = 1, ['y'] = 1, ['z'] = 1, ['_'] = 1, ['0'] = 2,
	['1'] = 2, ['2'] = 2, ['3'] = 2, ['4'] = 2, ['5'] = 2, ['6'] = 2,
	['7'] = 2, ['8'] = 2, ['9'] = 2, ['$'] = 4, ['-'] = 4};

static inline bool
char_is(char c, unsigned kinds)
{
	return chars[(unsigned char)c] & kinds;
}

/* Behind the ":class" at P; P: there is none. */
static const char *
class_pass(const char *p, const char *end)
{
	const char *q = p + 1;

	if (end - p < 2 || *p != ':' || !char_is(*q, CHAR_LETTER))
		return p;
	while (q < end && char_is(*q, CHAR_LETTER | CHAR_DIGIT))
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
		while (q < end &&
		       char_is(*q, CHAR_LETTER | CHAR_DIGIT | CHAR_OTHER))
			q++;
		return q > p + 1 ? q : NULL;
	}
	if (*p != '%')
		return NULL;
	for (; q < end && char_is(*q, CHAR_DIGIT) && q - p < 10; q++)
		*number = *number * 10 + (uint32_t)(*q - '0');
	return q > p + 1 && q - p < 10 ? q : NULL;
}

/* The register at FROM, up to END, with its flags and class, becomes A. */
static bool
register_ahead(Ahead *a, const char *from, const char *end)
{
	const char *p = from, *name;
	uint32_t flags = 0, flag, len, number;

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
	if (!p || name - from > REG_NAME_MAX || p - name > REG_NAME_MAX)
		return false;
	if (!flags)
		a->first_len = (uint32_t)(p - name);
	a->token.val = number | (uint64_t)flags << REG_FLAGS_AT |
		       (uint64_t)(name - from) << REG_NAME_AT |
		       (uint64_t)(p - name) << REG_LEN_AT;
	a->kind = AHEAD_PHYS;
	if (*name == '%') {
		p = class_pass(p, end);
		a->kind = AHEAD_VREG;
	}
	a->token.len = (uint32_t)(p - from);
	return true;
}

/* The decimal number at FROM, up to END, becomes A. */
static bool
number_ahead(Ahead *a, const char *from, const char *end)
{
	const char *p = from + (*from == '-'), *digits = p;

	while (p < end && char_is(*p, CHAR_DIGIT))
		p++;
	if (p == digits || (p < end && char_is(*p, CHAR_LETTER)))
		return false; /* it may be another kind of number */
	a->kind = AHEAD_INT;
	a->token.len = a->first_len = (uint32_t)(p - from);
	a->token.val = 0;
	return true;
}

/* The block at FROM, "%bb.1" without a name, becomes A. */
static bool
block_ahead(Ahead *a, const char *from, const char *end)
{
	const char *p = from + 4, *digits = p;

	if (end - from < 5 || memcmp(from, "%bb.", 4) != 0)
		return false;
	while (p < end && char_is(*p, CHAR_DIGIT))
		p++;
	if (p == digits || (p < end && *p == '.'))
		return false;
	a->kind = AHEAD_BLOCK;
	a->token.len = a->first_len = (uint32_t)(p - from);
	a->token.val = 0;
	return true;
}

/* The probability at FROM, "(0x40000000)", becomes A. */
static bool
prob_ahead(Ahead *a, const char *from, const char *end)
{
	const char *p = from + 3;

	if (end - from < 5 || memcmp(from, "(0x", 3) != 0)
		return false;
	while (p < end && (char_is(*p, CHAR_DIGIT) || (*p >= 'a' && *p <= 'f')))
		p++;
	if (p == from + 3 || p == end || *p != ')')
		return false;
	a->kind = AHEAD_PROB;
	a->token.len = a->first_len = (uint32_t)(p + 1 - from);
	a->token.val = 0;
	return true;
}

/* The operand at FROM becomes A. */
static bool
operand_ahead(Ahead *a, const char *from, const char *end, bool opcode)
{
	if (char_is(*from, CHAR_DIGIT) || *from == '-')
		return opcode && number_ahead(a, from, end);
	return register_ahead(a, from, end) ||
	       (opcode && *from == '%' && block_ahead(a, from, end));
}

/* The successor at FROM becomes A and, with a probability, what is behind it.
 * Returns how many. */
static uint32_t
successor_ahead(Ahead *a, const char *from, const char *end)
{
	const char *p;

	if (!block_ahead(&a[0], from, end))
		return 0;
	p = from + a[0].token.len;
	if (p == end || *p == ',' || *p == '\n')
		return 1;
	return prob_ahead(&a[1], p, end) ? 2 : 0;
}

uint32_t
build_ahead(Builder *b, Loc at, bool opcode)
{
	const char *start = b->text + at, *p = start;
	const char *end = b->text + b->scan.copy_end;
	uint32_t n = 0, len = 0, more, i;

	for (; p < end && n + 2 <= AHEAD_MAX; p += 2) { /* ", " */
		Ahead *a = &b->scan.ahead[n];

		more = b->scan.listing ? successor_ahead(a, p, end)
				       : operand_ahead(a, p, end, opcode);
		if (!more)
			break;
		for (i = 0; i < more; i++) {
			a[i].token.at = (Loc)(p - b->text);
			p += a[i].token.len;
		}
		n += more;
		len = (uint32_t)(p - start);
		if (end - p < 2 || p[0] != ',' || p[1] != ' ')
			break;
	}
	b->scan.nahead = n;
	b->scan.is_ahead = n > 0;
	return len;
}

void
build_flag(Builder *b, Token *flags, Token flag)
{
	if (flags->val & flag.val & ~(uint64_t)OPND_DEF)
		diag_error(b->diag, flag.at, "'%.*s' twice", (int)flag.len,
			   token_text(b, flag));
	flags->val |= flag.val;
}

void
build_flags_again(Builder *b, Token *flags, Token reg)
{
	const char *p = token_text(b, reg), *end = p + reg.len;
	uint32_t flag, len;

	while ((flag = flag_at(p, end, &len))) {
		Token word = {(Loc)(p - b->text), len - 1, flag};

		build_flag(b, flags, word);
		p += len;
	}
}
