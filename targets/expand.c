/*
 * The keys `expand` and `flag-copies` of abi.yaml: opcodes of the input that
 * stand for other instructions, and how flags are kept while others are made.
 */
#include "targets/pattern.h"
#include "targets/recipe.h"
#include "targets/targets.h"

/* The recipes at KEY of ROW, if any. */
static bool
row_recipes(TargetBuilder *b, const YamlNode *row, const char *key, Slice *out)
{
	const YamlNode *node = yaml_get(row, key);

	return !node || recipes_load(b, node, 0, out);
}

static bool
load_row(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {
		"opcode",   "reader",  "unchanged", "local", "unread",
		"outlives", "feature", "head",	    "code",  NULL};
	const YamlNode *unchanged = yaml_get(row, "unchanged");
	const YamlNode *local = yaml_get(row, "local");
	const YamlNode *feature = yaml_get(row, "feature");
	Expansion e = {0};

	if (!yaml_keys(row, keys, b->diag) ||
	    !yaml_need(row, "opcode", YAML_SCALAR, b->diag) ||
	    !builder_row_opcode(b, row, "opcode", &e.op) ||
	    !builder_row_opcode(b, row, "reader", &e.reader) ||
	    (unchanged && !builder_reg_at(b, unchanged, &e.unchanged)) ||
	    (local && !yaml_expect(local, YAML_SCALAR, b->diag)) ||
	    (feature && !yaml_expect(feature, YAML_SCALAR, b->diag)) ||
	    !row_recipes(b, row, "head", &e.head) ||
	    !row_recipes(b, row, "code", &e.code))
		return false;
	if (local)
		e.local = builder_string(b, local->text, local->len);
	e.unread = yaml_get_bool(row, "unread", b->diag);
	e.outlives = (uint8_t)yaml_get_int(row, "outlives", 1, UINT8_MAX, 0,
					   b->diag);
	if (feature)
		e.feature = builder_string(b, feature->text, feature->len);
	VEC_PUSH(b->arena, b->expansions, e);
	return true;
}

bool
load_expand(TargetBuilder *b, const YamlNode *list)
{
	return !b->opcodes_loaded || builder_rows(b, list, load_row);
}

/* ROW: who reads a condition of the flags that RULE tells of. */
static bool
load_readers(TargetBuilder *b, const YamlNode *row, FlagRule rule)
{
	static const char *const keys[] = {"of", "condition", "becomes",
					   "restore", NULL};
	Names of = {0};

	if (!yaml_keys(row, keys, b->diag) ||
	    !names_expand(&of, yaml_get(row, "of"), b->arena, b->diag) ||
	    !row_recipes(b, row, "restore", &rule.restore))
		return false;
	rule.condition = (uint8_t)yaml_get_int(
		row, "condition", 0, FLAG_CONDITIONS - 1, FLAG_LAST, b->diag);
	rule.becomes = (uint8_t)yaml_get_int(
		row, "becomes", 0, FLAG_CONDITIONS - 1, FLAG_SAME, b->diag);
	for (uint32_t i = 0; i < of.n; i++) {
		if (!builder_name_opcode(b, &of.at[i], &rule.reader))
			return false;
		VEC_PUSH(b->arena, b->flag_rules, rule);
	}
	return true;
}

static bool
load_flags_of(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {"register", "save", "readers", NULL};
	const YamlNode *reg = yaml_get(row, "register"), *readers;
	FlagRule rule = {0};

	if (!yaml_keys(row, keys, b->diag) ||
	    !yaml_need(row, "register", YAML_SCALAR, b->diag) ||
	    !yaml_need(row, "readers", YAML_LIST, b->diag) ||
	    !builder_reg_at(b, reg, &rule.reg) ||
	    !row_recipes(b, row, "save", &rule.save))
		return false;
	readers = yaml_get(row, "readers");
	for (uint32_t i = 0; i < readers->n; i++)
		if (!load_readers(b, &readers->items[i], rule))
			return false;
	return true;
}

bool
load_flag_copies(TargetBuilder *b, const YamlNode *list)
{
	return !b->opcodes_loaded || builder_rows(b, list, load_flags_of);
}
