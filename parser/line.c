/*
 * Lines of a body as llc prints them: instructions with registers, numbers,
 * blocks, objects and names for operands, lists of successors and of live
 * registers.  They are most of a function's text, and read by hand, a run of
 * lines in one go.
 *
 * This is a part of the scanner, not another parser: it splits a line into the
 * tokens that the rules of mir.l split it into, with which the same actions are
 * called as in the grammar, and a line with anything else in it, be it a second
 * blank, is left to those.  Without it (build_lines_ahead returns 0) the same
 * is read, at twice the cost.
 */
#include "parser/build.h"

#include "parser/mir.tab.h"

#include <string.h>

enum {
	CHAR_LETTER = 1,
	CHAR_DIGIT = 2,
	CHAR_OTHER = 4,
	CHAR_DOT = 8,
	CHARS_WORD = CHAR_LETTER | CHAR_DIGIT,
	CHARS_REG = CHARS_WORD | CHAR_OTHER, /* REG of mir.l, ... */
	CHARS_ID = CHARS_REG | CHAR_DOT	     /* ... and ID */
};

/* What characters are in names: the underscore is a letter. */
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
	['7'] = 2, ['8'] = 2, ['9'] = 2, ['$'] = 4, ['-'] = 4, ['.'] = 8};

static inline bool
char_is(char c, unsigned kinds)
{
	return chars[(unsigned char)c] & kinds;
}

/* A line being read. */
typedef struct {
	const Builder *b;
	const char *end; /* of the line */
	LineToken *to;	 /* where the next token goes ... */
	LineToken *full; /* ... and where none does */
	Line line;
} Reader;

/* Behind the characters of KINDS at P: no further than the end of the line,
 * which is of none. */
static inline const char *
skip(const char *p, unsigned kinds)
{
	while (char_is(*p, kinds))
		p++;
	return p;
}

/* Does the string literal stand at P? */
#define STANDS(p, end, literal)                                                \
	((size_t)((end) - (p)) >= sizeof(literal) - 1 &&                       \
	 !memcmp((p), (literal), sizeof(literal) - 1))

#define FLAG_TAKE(word, bits)                                                  \
	do {                                                                   \
		if (STANDS(p, end, word)) {                                    \
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
		FLAG_TAKE("internal ", OPND_INTERNAL);
		break;
	case 'd':
		FLAG_TAKE("dead ", OPND_DEAD);
		FLAG_TAKE("def ", OPND_DEF);
		FLAG_TAKE("debug-use ", OPND_DEBUG);
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

/* Append a token of KIND from P to END.  Returns its end. */
static inline const char *
token_add(Reader *r, int kind, const char *p, const char *end)
{
	Loc at = (Loc)(p - r->b->text);

	*r->to++ = (LineToken){.kind = (uint16_t)kind,
			       .from = at,
			       .token = {at, (uint32_t)(end - p), 0}};
	return end;
}

/* What may stand behind the register at P, ".sub:class(s32)(tied-def 0)". */
static inline const char *
suffixes_read(Reader *r, const char *p, bool virtual)
{
	const char *q;

	if (virtual && *p == '.' && char_is(p[1], CHAR_LETTER))
		p = token_add(r, SUB, p, skip(p + 1, CHARS_WORD));
	if (virtual && *p == ':' && char_is(p[1], CHAR_LETTER))
		p = token_add(r, CLASS, p, skip(p + 1, CHARS_WORD));
	if (*p == '(' && (p[1] == 's' || p[1] == 'p')) {
		q = skip(p + 2, CHAR_DIGIT);
		if (q == p + 2 || *q != ')')
			return NULL;
		p = token_add(r, TYPE, p, q + 1);
	}
	if (*p != '(')
		return p;
	if (!STANDS(p, r->end, "(tied-def "))
		return NULL;
	q = skip(p + 10, CHAR_DIGIT);
	return q > p + 10 && *q == ')' ? token_add(r, TIED, p, q + 1) : NULL;
}

/* The register at FROM with its flags and suffixes.  Returns what is behind
 * it; NULL: it is none, or not one of a number that surely fits. */
static inline const char *
register_read(Reader *r, const char *from)
{
	LineToken *t = r->to;
	const char *p = from, *q;
	uint32_t flags = 0, flag, len, number = 0;

	while (*p >= 'a' && (flag = flag_at(p, r->end, &len))) {
		if (flags & flag & ~(uint32_t)OPND_DEF)
			return NULL;
		flags |= flag;
		p += len;
	}
	q = p + 1;
	if (*p == '%')
		for (; char_is(*q, CHAR_DIGIT) && q - p < 10; q++)
			number = number * 10 + (uint32_t)(*q - '0');
	else if (*p == '$')
		q = skip(q, CHARS_REG);
	else
		return NULL;
	if (q == p + 1 || q - p == 10)
		return NULL;
	token_add(r, *p == '%' ? VREG : PHYS, p, q);
	t->from = (Loc)(from - r->b->text);
	t->flags = (uint16_t)flags;
	t->token.val = number;
	return suffixes_read(r, q, *p == '%');
}

/* So many decimal digits surely fit into 64 bits with a sign. */
enum { INTEGER_DIGITS = 18 };

/* The decimal number at P, if it has no more than those. */
static inline const char *
integer_read(Reader *r, const char *p)
{
	const char *digits = p + (*p == '-'), *q = digits;
	int64_t value = 0;

	for (; char_is(*q, CHAR_DIGIT) && q - digits < INTEGER_DIGITS; q++)
		value = value * 10 + (*q - '0');
	if (q == digits || char_is(*q, CHAR_DIGIT))
		return NULL;
	token_add(r, INT, p, q);
	r->to[-1].token.val = (uint64_t)(*p == '-' ? -value : value);
	return q;
}

/* A word of LEN bytes at P and a number, behind which a NAMED thing may have
 * its name, ".name". */
static inline const char *
numbered_read(Reader *r, int kind, const char *p, size_t len, bool named)
{
	const char *q = skip(p + len, CHAR_DIGIT);

	if (q == p + len)
		return NULL;
	if (named && *q == '.')
		q = skip(q + 1, CHARS_ID);
	return token_add(r, kind, p, q);
}

/* A block, an object or an index, "%stack.0.name". */
static const char *
object_read(Reader *r, const char *p)
{
	if (STANDS(p, r->end, "%bb."))
		return numbered_read(r, BLOCK, p, 4, true);
	if (STANDS(p, r->end, "%stack."))
		return numbered_read(r, STACK, p, 7, true);
	if (STANDS(p, r->end, "%fixed-stack."))
		return numbered_read(r, FIXED, p, 13, true);
	if (STANDS(p, r->end, "%const."))
		return numbered_read(r, CONST, p, 7, false);
	if (STANDS(p, r->end, "%jump-table."))
		return numbered_read(r, JUMP_TABLE, p, 12, false);
	if (!STANDS(p, r->end, "%subreg."))
		return NULL;
	const char *q = skip(p + 8, CHARS_REG);
	return q > p + 8 ? token_add(r, SUB_INDEX, p, q) : NULL;
}

/* The name behind the character at P, in quotes or not, and an offset. */
static const char *
symbol_read(Reader *r, int kind, const char *p)
{
	const char *q = skip(p + 1, CHARS_ID), *digits;

	if (p[1] == '"') {
		q = memchr(p + 2, '"', (size_t)(r->end - p - 2));
		q = q ? q + 1 : p + 1;
	}
	if (q == p + 1)
		return NULL;
	if (STANDS(q, r->end, " + ") || STANDS(q, r->end, " - ")) {
		digits = q + 3;
		q = skip(digits, CHAR_DIGIT);
		if (q == digits)
			return NULL;
	}
	return token_add(r, kind, p, q);
}

/* "!5" or "!DIExpression(DW_OP_deref)". */
static const char *
metadata_read(Reader *r, const char *p)
{
	const char *q = skip(p + 1, CHAR_DIGIT);

	if (q == p + 1 && char_is(*q, CHAR_LETTER))
		q = skip(q, CHARS_ID);
	if (q == p + 1)
		return NULL;
	if (*q == '(') {
		do
			q++;
		while (q < r->end && *q != '(' && *q != ')' && *q != '"');
		if (*q++ != ')')
			return NULL;
	}
	return token_add(r, TEXT, p, q);
}

/* The operand at P that is no register and has no target flags. */
static const char *
value_read(Reader *r, const char *p)
{
	switch (*p) {
	case '%':
		return object_read(r, p);
	case '@':
		return symbol_read(r, GLOBAL, p);
	case '&':
		return symbol_read(r, SYMBOL, p);
	case '!':
		return metadata_read(r, p);
	case 'c': /* as LLVM calls masks: no other token begins so */
		return STANDS(p, r->end, "csr_")
			       ? token_add(r, WORD, p, skip(p, CHARS_ID))
			       : NULL;
	default:
		return NULL;
	}
}

static inline const char *
operand_read(Reader *r, const char *p)
{
	if (char_is(*p, CHAR_DIGIT) || *p == '-')
		return integer_read(r, p);
	if (*p == '$' || *p > 'c' || (*p == '%' && char_is(p[1], CHAR_DIGIT)))
		return register_read(r, p);
	return value_read(r, p);
}

/* An operand behind its target flags, with a token for them behind its own. */
static const char *
prefixed_read(Reader *r, const char *p)
{
	const char *close = memchr(p, ')', (size_t)(r->end - p)), *end;

	if (!STANDS(p, r->end, "target-flags(") || !close || close[1] != ' ')
		return NULL;
	end = operand_read(r, close + 2);
	if (end)
		token_add(r, TARGET_FLAGS, p, close + 1);
	return end;
}

/* Behind the comment behind the blank at P; NULL: it is none, or it does not
 * end. */
static const char *
comment_pass(const Reader *r, const char *p)
{
	if (!STANDS(p, r->end, " /*"))
		return NULL;
	for (p += 3; (p = memchr(p, '*', (size_t)(r->end - p))); p++)
		if (p[1] == '/')
			return p + 2;
	return NULL;
}

uint32_t
build_trimmed(const char *p, uint32_t len)
{
	while (len &&
	       (p[len - 1] == ' ' || p[len - 1] == '\t' || p[len - 1] == '\r'))
		len--;
	return len;
}

/* Like REST of mir.l. */
uint32_t
build_tail_len(const Builder *b, Loc at)
{
	static const bool special[256] = {
		['\n'] = true, [';'] = true, ['{'] = true,
		['}'] = true,  ['"'] = true, ['`'] = true};
	const char *p = b->text + at, *end = b->text + b->scan.copy_end, *q;

	for (;; p = q + 1) {
		while (p < end && !special[(unsigned char)*p])
			p++;
		if (p == end || (*p != '"' && *p != '`'))
			break;
		for (q = p + 1; q < end && *q != *p && *q != '\n';)
			q++;
		if (q == end || *q != *p)
			break;
	}
	return (uint32_t)(p - b->text) - at;
}

static inline bool
begins_tail(const Reader *r, const char *p)
{
	return STANDS(p, r->end, "::") || STANDS(p, r->end, "debug-location !");
}

/* What begins at P, to the end of the line. */
static const char *
tail_read(Reader *r, const char *p)
{
	Loc at = (Loc)(p - r->b->text);
	uint32_t len = build_tail_len(r->b, at);

	if (p + len != r->end)
		return NULL;
	r->line.tail = (Token){at, build_trimmed(p, len), 0};
	return r->end;
}

/* From the first operand behind the opcode to the end of the line. */
static const char *
operands_read(Reader *r, const char *p)
{
	for (;; p += 2) {
		if ((*p == 'd' || *p == ':') && begins_tail(r, p))
			return tail_read(r, p);
		if (r->to + OPERAND_TOKENS > r->full)
			return NULL;
		p = *p == 't' ? prefixed_read(r, p) : operand_read(r, p);
		if (p && *p == ' ' && p[1] == '/')
			p = comment_pass(r, p);
		if (!p)
			return NULL;
		r->line.prev_end = (Loc)(p - r->b->text);
		if (*p != ',')
			break;
		if (p[1] != ' ')
			return NULL;
	}
	if (p == r->end)
		return p;
	return *p == ' ' && begins_tail(r, p + 1) ? tail_read(r, p + 1) : NULL;
}

/* The registers before " = ".  Returns what is behind that. */
static const char *
defs_read(Reader *r, const char *p)
{
	for (;; p += 2) {
		if (r->to + OPERAND_TOKENS > r->full)
			return NULL;
		p = register_read(r, p);
		if (p && STANDS(p, r->end, " = "))
			return p + 3;
		if (!p || *p != ',' || p[1] != ' ')
			return NULL;
	}
}

/* Instruction flags and the opcode at P.  Returns the end of that. */
static const char *
opcode_read(Reader *r, const char *p)
{
	const char *q;
	uint32_t len;

	r->line.name_at = (Loc)(p - r->b->text);
	for (;; p = q + 1) {
		q = skip(p, CHARS_REG);
		len = (uint32_t)(q - p);
		if (!char_is(*p, CHAR_LETTER) || *p == '_' ||
		    (q != r->end && *q != ' '))
			return NULL;
		if (*p < 'a')
			break;
		/* small letters may be those of any other word */
		if (q == r->end || flag_at(p, r->end, &len))
			return NULL;
		if (!build_is_insn_flag(r->b, p, len))
			break;
	}
	r->line.opcode = (Token){(Loc)(p - r->b->text), len, 0};
	r->line.prev_end = r->line.opcode.at + len;
	return q;
}

static const char *
insn_read(Reader *r, const char *p)
{
	const LineToken *first = r->to;
	uint32_t len;

	r->line.kind = LINE_INSN;
	if (*p == '%' || *p == '$' || flag_at(p, r->end, &len))
		p = defs_read(r, p);
	r->line.nleft = (uint32_t)(r->to - first);
	p = p ? opcode_read(r, p) : NULL;
	if (p && p != r->end)
		p = operands_read(r, p + 1);
	r->line.n = (uint32_t)(r->to - first);
	return p;
}

/* Behind the hexadecimal number at P; NULL: it is none. */
static const char *
hex_pass(const Reader *r, const char *p)
{
	const char *q = p + 2;

	if (!STANDS(p, r->end, "0x"))
		return NULL;
	while (char_is(*q, CHAR_DIGIT) || (*q >= 'a' && *q <= 'f') ||
	       (*q >= 'A' && *q <= 'F'))
		q++;
	return q > p + 2 ? q : NULL;
}

/* "%bb.1(0x40000000)" */
static const char *
successor_read(Reader *r, const char *p)
{
	if (!STANDS(p, r->end, "%bb."))
		return NULL;
	p = numbered_read(r, BLOCK, p, 4, true);
	if (!p || *p != '(')
		return p;
	const char *q = hex_pass(r, p + 1);
	return q && *q == ')' ? token_add(r, PROB, p, q + 1) : NULL;
}

/* "$reg:0x0000000000000003" */
static const char *
livein_read(Reader *r, const char *p)
{
	const char *q = skip(p + 1, CHARS_REG);

	if (*p != '$' || q == p + 1)
		return NULL;
	p = token_add(r, PHYS, p, q);
	if (*p != ':')
		return p;
	q = hex_pass(r, p + 1);
	return q ? token_add(r, LANES, p, q) : NULL;
}

/* The list of KIND at P, whose word takes LEN bytes. */
static const char *
list_read(Reader *r, const char *p, LineKind kind, size_t len)
{
	const LineToken *first = r->to;

	r->line.kind = kind;
	r->line.name_at = (Loc)(p - r->b->text);
	for (p += len;; p += 2) {
		if (r->to + OPERAND_TOKENS > r->full)
			return NULL;
		p = kind == LINE_SUCCESSORS ? successor_read(r, p)
					    : livein_read(r, p);
		if (p == r->end)
			break;
		if (!p || *p != ',' || p[1] != ' ')
			return NULL;
	}
	r->line.n = (uint32_t)(r->to - first);
	return p;
}

static const char *
line_read(Reader *r, const char *p)
{
	if (STANDS(p, r->end, "successors: "))
		return list_read(r, p, LINE_SUCCESSORS, 12);
	if (STANDS(p, r->end, "liveins: "))
		return list_read(r, p, LINE_LIVEINS, 9);
	return insn_read(r, p);
}

static inline bool
is_blank(char c)
{
	return c == '\n' || c == ' ' || c == '\t';
}

uint32_t
build_lines_ahead(Builder *b, Loc at)
{
	const char *start = b->text + at, *p = start, *last = start;
	const char *end = b->text + b->scan.copy_end;
	LineRun *lines = b->scan.lines;
	Reader r = {.b = b,
		    .to = lines->tokens,
		    .full = lines->tokens + LINES_TOKENS};

	for (lines->n = 0; lines->n < LINES_MAX && p < end; lines->n++) {
		r.line = (Line){0};
		r.end = memchr(p, '\n', (size_t)(end - p));
		if (!r.end || !line_read(&r, p))
			break;
		lines->at[lines->n] = r.line;
		for (p = last = r.end; p < end && is_blank(*p);)
			p++;
	}
	return (uint32_t)(last - start);
}
