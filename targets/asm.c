/*
 * asm.yaml: what only assembly needs, facts about it and templates of opcodes.
 * The format is described in regalloc-target(5).
 */
#include "targets/pattern.h"
#include "targets/targets.h"

bool
load_settings(TargetBuilder *b, const YamlNode *map)
{
	if (!map)
		return true;
	if (!yaml_expect(map, YAML_MAP, b->diag))
		return false;
	for (uint32_t i = 0; i < 2 * map->n; i++) {
		const YamlNode *item = &map->items[i];

		if (!yaml_expect(item, YAML_SCALAR, b->diag))
			return false;
		VEC_PUSH(b->arena, b->settings,
			 builder_string(b, item->text, item->len));
	}
	return true;
}

static void
set_text(TargetBuilder *b, const Name *name, const YamlNode *text)
{
	OpcodeId op = builder_opcode(b, name->text, strlen(name->text));

	if (op) {
		b->drafts.at[op].text =
			builder_string(b, text->text, text->len);
		b->drafts.at[op].text2 = 0;
	} else if (b->opcodes_loaded) {
		diag_error(b->diag, name->node->at, "there is no opcode '%s'",
			   name->text);
	}
}

bool
load_text(TargetBuilder *b, const YamlNode *map)
{
	if (!map)
		return true;
	if (!yaml_expect(map, YAML_MAP, b->diag))
		return false;
	for (uint32_t i = 0; i < map->n; i++) {
		const YamlNode *text = &map->items[2 * i + 1];
		Names names = {0};

		if (!yaml_expect(text, YAML_SCALAR, b->diag) ||
		    !names_expand(&names, &map->items[2 * i], b->arena,
				  b->diag))
			return false;
		for (uint32_t k = 0; k < names.n; k++)
			set_text(b, &names.at[k], text);
	}
	return !b->diag->errors;
}

bool
load_asm(TargetBuilder *b, const char *path)
{
	static const char *const keys[] = {"settings", "text", NULL};
	const YamlNode *root = yaml_read(path, b->arena, b->diag);

	return root && yaml_keys(root, keys, b->diag) &&
	       load_settings(b, yaml_get(root, "settings")) &&
	       load_text(b, yaml_get(root, "text"));
}
