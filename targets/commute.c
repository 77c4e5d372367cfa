/*
 * Other forms of instructions, two keys of abi.yaml.
 *
 * `commute`: sources that change places together with something else.  A row
 * names opcodes, what they become, the operand that changes places with the
 * first source, and what happens to an immediate.
 *
 * `three-address`: opcodes that do not overwrite a source.
 */
#include "targets/targets.h"

#include "targets/pattern.h"
#include "targets/recipe.h"

#include <stdlib.h>
#include <string.h>

/* The numbers in the list at KEY of ROW, as a bit set; 0: it is absent. */
static bool
values_read(TargetBuilder *b, const YamlNode *row, const char *key,
	    uint32_t *out)
{
	const YamlNode *list = yaml_get(row, key);

	if (!list)
		return true;
	if (!yaml_expect(list, YAML_LIST, b->diag))
		return false;
	for (uint32_t i = 0; i < list->n; i++) {
		int64_t n;

		if (!yaml_int(&list->items[i], 0, 31, &n, b->diag))
			return false;
		*out |= 1u << n;
	}
	return true;
}

/* Are the FIRST source of NAME's opcode and of what it becomes both tied, or
 * both not, and are it, OTHER and the immediate explicit operands? */
static bool
commutation_fits(TargetBuilder *b, const Name *name, const Commutation *row)
{
	const OpcodeDesc *from = &b->drafts.at[row->from].desc;
	const OpcodeDesc *to = &b->drafts.at[row->to].desc;
	uint32_t n = from->opnds.end - from->opnds.start;

	if (from->ndefs == 1 && row->first < row->other && row->other < n &&
	    row->zero < n && row->flip_by < n &&
	    row->imm + (row->mask != 0) < (int64_t)n &&
	    (row->imm || !(row->mask | row->bits)) &&
	    to->opnds.end - to->opnds.start == n &&
	    b->opnd_descs.at[from->opnds.start + row->first].tied ==
		    b->opnd_descs.at[to->opnds.start + row->first].tied)
		return true;
	diag_error(b->diag, name->node->at,
		   "'%s' lacks an operand, or has another first source tied",
		   name->text);
	return false;
}

static bool
row_read(TargetBuilder *b, const YamlNode *node)
{
	static const char *const keys[] = {
		"of",	    "as",    "with",	"immediate", "flip",
		"exchange", "apart", "only",	"mask",	     "zero",
		"bits",	    "first", "flip-by", NULL};
	Commutation row = {0};
	Names of = {0}, as = {0};

	if (!yaml_keys(node, keys, b->diag) ||
	    !names_expand(&of, yaml_get(node, "of"), b->arena, b->diag) ||
	    !names_expand(&as,
			  yaml_get(node, yaml_get(node, "as") ? "as" : "of"),
			  b->arena, b->diag) ||
	    !values_read(b, node, "only", &row.values))
		return false;
	row.first = (uint8_t)yaml_get_int(node, "first", 1, 3, 1, b->diag);
	row.other = (uint8_t)yaml_get_int(node, "with", 2,
					  row.first > 1 ? 4 : 3, 2, b->diag);
	row.imm = (uint8_t)yaml_get_int(node, "immediate", 1, 15, 0, b->diag);
	row.flip = (uint8_t)yaml_get_int(node, "flip", 0, 255, 0, b->diag);
	row.flip_by = (uint8_t)yaml_get_int(node, "flip-by", 1, 15, 0, b->diag);
	row.low = (uint8_t)yaml_get_int(node, "exchange", 0, 255, 0, b->diag);
	row.apart = (uint8_t)yaml_get_int(node, "apart", 0, 7, 0, b->diag);
	row.mask = (uint8_t)yaml_get_int(node, "mask", 2, 128, 0, b->diag);
	row.bits = (uint8_t)yaml_get_int(node, "bits", 2, 128, 0, b->diag);
	row.zero = (uint8_t)yaml_get_int(node, "zero", 1, 15, 0, b->diag);
	if (of.n != as.n) {
		diag_error(b->diag, node->at, "%u opcodes become %u", of.n,
			   as.n);
		return false;
	}
	for (uint32_t i = 0; i < of.n; i++) {
		if (!builder_name_opcode(b, &of.at[i], &row.from) ||
		    !builder_name_opcode(b, &as.at[i], &row.to) ||
		    !commutation_fits(b, &of.at[i], &row))
			return false;
		VEC_PUSH(b->arena, b->commutations, row);
	}
	return true;
}

static int
commutation_compare(const void *a, const void *b)
{
	const Commutation *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->first != y->first)
		return x->first - y->first;
	if (x->other != y->other)
		return x->other - y->other;
	return (x->values > y->values) - (x->values < y->values);
}

bool
load_commutations(TargetBuilder *b, const YamlNode *list)
{
	if (b->opcodes_loaded && !builder_rows(b, list, row_read))
		return false;
	if (b->commutations.n)
		qsort(b->commutations.at, b->commutations.n,
		      sizeof(Commutation), commutation_compare);
	return true;
}

/* "SHL64ri", or "SHL64ri 3": where its last operand is that number. */
static bool
conversion_key(TargetBuilder *b, const YamlNode *key, Conversion *row)
{
	const char *space = strchr(key->text, ' ');
	size_t len = space ? (size_t)(space - key->text) : key->len;
	const OpcodeDesc *desc;
	char *end;
	long n;

	*row = (Conversion){.from = builder_opcode(b, key->text, len)};
	if (!row->from) {
		diag_error(b->diag, key->at, "no opcode '%s'", key->text);
		return false;
	}
	if (!space)
		return true;
	desc = &b->drafts.at[row->from].desc;
	n = strtol(space, &end, 10);
	if (*end || n < INT16_MIN || n > INT16_MAX ||
	    desc->opnds.start == desc->opnds.end) {
		diag_error(b->diag, key->at,
			   "'%s' is no opcode and the number of an operand",
			   key->text);
		return false;
	}
	row->imm = (uint8_t)(desc->opnds.end - desc->opnds.start - 1);
	row->value = (int16_t)n;
	return true;
}

static bool
conversion_read(TargetBuilder *b, const YamlNode *key, const YamlNode *code)
{
	Conversion row;
	Slice s;

	if (!conversion_key(b, key, &row) ||
	    !recipe_load(b, code, 0, &row.recipe))
		return false;
	s = b->recipes.at[row.recipe].opnds;
	for (; s.start < s.end; s.start++)
		if (b->recipe_opnds.at[s.start].kind == RECIPE_NEGATED)
			row.negated =
				(uint8_t)b->recipe_opnds.at[s.start].value;
	VEC_PUSH(b->arena, b->conversions, row);
	return true;
}

/* Three-address forms: opcode, and the recipe of the other. */
bool
load_conversions(TargetBuilder *b, const YamlNode *map)
{
	return !b->opcodes_loaded || builder_pairs(b, map, conversion_read);
}
