/*
 * Reads the folds of opcodes.yaml, forms with an operand in memory, into a
 * TargetBuilder.  Linear in the file, but for sorting.
 */
#include "targets/builder.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

/* TEXT up to END: the number or register, or no register, that the form lacks.
 */
static bool
fold_lacks(TargetBuilder *b, const char *text, const char *end, FoldRule *out)
{
	uint8_t number;

	out->slow = 1;
	out->lacks = FOLD_LACKS_NUM;
	if (yaml_number(&text, end, &number)) {
		out->lacked = number;
		return text == end;
	}
	out->lacks = FOLD_LACKS_REG;
	out->lacked = builder_reg(b, text, (uint32_t)(end - text));
	return out->lacked != 0 ||
	       (end - text == 5 && !memcmp(text, "noreg", 5));
}

/* What a form wants of memory, in [*P, END): "16", and perhaps "x" or "#", or
 * ":8" and "@8" or "^6" and "/16". */
static bool
fold_memory(const char **p, const char *end, FoldRule *out)
{
	out->align = 1;
	out->spread = out->copies = out->at = out->pick = 0;
	if (!yaml_number(p, end, &out->bytes))
		return false;
	out->reads = out->bytes;
	if (*p < end && **p == 'x') {
		++*p;
		out->spread = out->slow = 1;
		return *p == end && out->bytes;
	}
	if (*p < end && **p == '#') {
		++*p;
		out->copies = out->slow = 1;
		return true;
	}
	if (*p < end && **p == ':') {
		++*p;
		if (!yaml_number(p, end, &out->reads) || !out->reads ||
		    out->reads > out->bytes)
			return false;
	}
	if (*p < end && (**p == '@' || **p == '^')) {
		out->slow = 1;
		if (!yaml_number(p, end,
				 *(*p)++ == '@' ? &out->at : &out->pick))
			return false;
	}
	if (*p < end && **p == '/') {
		++*p;
		if (!yaml_number(p, end, &out->align) || !out->align)
			return false;
	}
	return true;
}

/* Which operands are in memory: "2", "01" or, if another goes first, "1<3". */
static bool
fold_opnds(const char *text, uint32_t len, FoldRule *out)
{
	bool turned = len == 3 && text[1] == '<';

	if (!(turned || len == 1 || len == 2) || text[0] < '0' ||
	    text[0] > '9' || text[len - 1] < '0' || text[len - 1] > '9')
		return false;
	out->opnd = (uint8_t)(text[0] - '0');
	out->opnd2 = len == 2 ? (uint8_t)(text[1] - '0') : FOLD_NONE;
	out->first = turned ? (uint8_t)(text[2] - '0') : 0;
	/* Of three sources only the last can go first. */
	return !turned ||
	       ((out->opnd == 1 || out->opnd == 2) && out->first == 3);
}

/* The operands, the opcode and what it wants of memory: "01 ADD32mr 4"; "slow"
 * may follow. */
static bool
fold_read(TargetBuilder *b, const char *text, const char *end, FoldRule *out)
{
	YamlWords w = {text, end};
	const char *opnds, *op, *mem, *slow;
	uint32_t nopnds, nop, nmem, nslow;

	if (!yaml_word(&w, &opnds, &nopnds) || !yaml_word(&w, &op, &nop) ||
	    !yaml_word(&w, &mem, &nmem))
		return false;
	out->slow = yaml_word(&w, &slow, &nslow);
	if ((out->slow && (nslow != 4 || memcmp(slow, "slow", 4))) ||
	    w.p < end || !fold_opnds(opnds, nopnds, out))
		return false;
	out->slow |= out->first > 0;
	out->to = builder_opcode(b, op, nop);
	out->lacks = 0;
	out->lacked = 0;
	end = mem + nmem;
	if (!out->to || !fold_memory(&mem, end, out))
		return false;
	if (mem < end && *mem == '=')
		return fold_lacks(b, mem + 1, end, out);
	out->zero = mem < end && *mem == '+';
	return mem + out->zero == end;
}

/* All forms of one opcode, with commas between. */
static bool
folds_of(TargetBuilder *b, const YamlNode *name, const YamlNode *list)
{
	FoldRule row = {.from = builder_opcode(b, name->text, name->len)};
	const char *p = list->text, *end, *comma;

	if (!yaml_expect(list, YAML_SCALAR, b->diag))
		return false;
	for (end = p + list->len; p <= end; p = comma + 1) {
		comma = memchr(p, ',', (size_t)(end - p));
		if (!comma)
			comma = end;
		if (!row.from || !fold_read(b, p, comma, &row)) {
			diag_error(b->diag, list->at,
				   "no form of '%.*s' in memory reads '%.*s'",
				   (int)name->len, name->text, (int)(comma - p),
				   p);
			return false;
		}
		VEC_PUSH(b->arena, b->folds, row);
	}
	return true;
}

static int
fold_compare(const void *a, const void *b)
{
	const FoldRule *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->opnd != y->opnd)
		return x->opnd < y->opnd ? -1 : 1;
	return (x->opnd2 > y->opnd2) - (x->opnd2 < y->opnd2);
}

/* Fill folds_to: by counting, in the order of folds. */
static void
folds_to_sort(TargetBuilder *b)
{
	uint32_t *at = ARENA_NEW(b->arena, uint32_t, b->drafts.n + 1);

	b->folds_to.n = 0; /* of the files before this one */
	for (uint32_t i = 0; i < b->folds.n; i++) {
		VEC_PUSH(b->arena, b->folds_to, 0);
		at[b->folds.at[i].to + 1]++;
	}
	for (uint32_t i = 0; i < b->drafts.n; i++)
		at[i + 1] += at[i];
	for (uint32_t i = 0; i < b->folds.n; i++)
		b->folds_to.at[at[b->folds.at[i].to]++] = (uint16_t)i;
}

bool
load_folds(TargetBuilder *b, const YamlNode *map)
{
	if (!map)
		return true;
	if (!builder_pairs(b, map, folds_of))
		return false;
	if (b->folds.n > UINT16_MAX) {
		diag_error(b->diag, map->at, "there are too many folds");
		return false;
	}
	if (b->folds.n)
		qsort(b->folds.at, b->folds.n, sizeof(FoldRule), fold_compare);
	folds_to_sort(b);
	return true;
}
