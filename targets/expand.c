/*
 * The key `expand` of abi.yaml: opcodes of the input that stand for other
 * instructions.
 */
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
	static const char *const keys[] = {"opcode", "reader",	"unchanged",
					   "local",  "feature", "head",
					   "code",   NULL};
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
