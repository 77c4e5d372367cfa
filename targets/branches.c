/*
 * The key `branches` of abi.yaml: how a branch asks the opposite condition.
 */
#include "targets/pattern.h"
#include "targets/targets.h"

/* The opcodes of OF and OPPOSITE, as many, are each other's opposite. */
static bool
pairs_add(TargetBuilder *b, const YamlNode *row, const Names *of,
	  const Names *opposite)
{
	if (of->n != opposite->n) {
		diag_error(b->diag, row->at, "%u opcodes and %u opposite ones",
			   of->n, opposite->n);
		return false;
	}
	for (uint32_t i = 0; i < of->n; i++) {
		BranchRule rule = {0}, back = {0};

		if (!builder_name_opcode(b, &of->at[i], &rule.op) ||
		    !builder_name_opcode(b, &opposite->at[i], &back.op))
			return false;
		rule.opposite = back.op;
		back.opposite = rule.op;
		VEC_PUSH(b->arena, b->branches, rule);
		VEC_PUSH(b->arena, b->branches, back);
	}
	return true;
}

static bool
load_row(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {"of", "opposite", "condition",
					   "conditions", NULL};
	Names of = {0}, opposite = {0};
	BranchRule rule = {0};

	if (!yaml_keys(row, keys, b->diag) ||
	    !names_expand(&of, yaml_get(row, "of"), b->arena, b->diag))
		return false;
	if (yaml_get(row, "opposite"))
		return names_expand(&opposite, yaml_get(row, "opposite"),
				    b->arena, b->diag) &&
		       pairs_add(b, row, &of, &opposite);
	rule.condition =
		(uint8_t)yaml_get_int(row, "condition", 0, 255, 0, b->diag);
	rule.conditions =
		(uint8_t)yaml_get_int(row, "conditions", 0, 255, 0, b->diag);
	for (uint32_t i = 0; i < of.n; i++) {
		if (!builder_name_opcode(b, &of.at[i], &rule.op))
			return false;
		VEC_PUSH(b->arena, b->branches, rule);
	}
	return true;
}

bool
load_branches(TargetBuilder *b, const YamlNode *list)
{
	return !b->opcodes_loaded || builder_rows(b, list, load_row);
}
