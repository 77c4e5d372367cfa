/*
 * latency.yaml: cycles from an instruction to what uses its result, one table
 * a processor.  An opcode has the cycles of the first row with a pattern that
 * its name fits, or the model's `default`; if it may load, `load` is added.
 */
#include "targets/targets.h"

#include <ctype.h>
#include <fnmatch.h>

enum { CYCLES_MAX = 200 };

/* The rows of one model, flat. */
typedef struct {
	const char *pattern;
	uint8_t cycles;
} LatencyRow;

typedef VEC(LatencyRow) LatencyRows;

static bool
row_read(TargetBuilder *b, const YamlNode *row, LatencyRows *rows)
{
	static const char *const keys[] = {"cycles", "names", NULL};
	const YamlNode *cycles, *names;
	int64_t n;

	if (!yaml_expect(row, YAML_MAP, b->diag) ||
	    !yaml_keys(row, keys, b->diag))
		return false;
	cycles = yaml_need(row, "cycles", YAML_SCALAR, b->diag);
	names = yaml_need(row, "names", YAML_LIST, b->diag);
	if (!cycles || !names || !yaml_int(cycles, 0, CYCLES_MAX, &n, b->diag))
		return false;
	for (uint32_t i = 0; i < names->n; i++) {
		if (!yaml_expect(&names->items[i], YAML_SCALAR, b->diag))
			return false;
		VEC_PUSH(b->arena, *rows,
			 ((LatencyRow){names->items[i].text, (uint8_t)n}));
	}
	return true;
}

/* Most patterns begin with a letter, which tells most names apart at once. */
static bool
pattern_fits(const char *pattern, const char *name)
{
	if (isalnum((unsigned char)*pattern) && *pattern != *name)
		return false;
	return !fnmatch(pattern, name, 0);
}

static uint8_t
opcode_cycles(const TargetBuilder *b, uint32_t op, const LatencyRows *rows,
	      int64_t otherwise, int64_t load)
{
	const OpcodeDraft *draft = &b->drafts.at[op];
	const OpcodeDesc *d = &draft->desc;
	const char *name = b->strings.at + draft->name;
	int64_t n = otherwise;

	for (uint32_t i = 0; i < rows->n; i++)
		if (pattern_fits(rows->at[i].pattern, name)) {
			n = rows->at[i].cycles;
			break;
		}
	if (d->flags & OP_MAY_LOAD)
		n += load;
	return (uint8_t)(n > CYCLES_MAX ? CYCLES_MAX : n);
}

static bool
model_read(TargetBuilder *b, const YamlNode *node)
{
	static const char *const keys[] = {"name", "width", "default",
					   "load", "rows",  NULL};
	LatencyModel model = {.start = b->latencies.n};
	LatencyRows list = {0};
	const YamlNode *name, *rows;
	int64_t otherwise, load;

	if (!yaml_expect(node, YAML_MAP, b->diag) ||
	    !yaml_keys(node, keys, b->diag))
		return false;
	name = yaml_need(node, "name", YAML_SCALAR, b->diag);
	rows = yaml_need(node, "rows", YAML_LIST, b->diag);
	if (!name || !rows)
		return false;
	model.name = builder_string(b, name->text, name->len);
	model.width = (uint32_t)yaml_get_int(node, "width", 1, 16, 1, b->diag);
	otherwise = yaml_get_int(node, "default", 0, CYCLES_MAX, 1, b->diag);
	load = yaml_get_int(node, "load", 0, CYCLES_MAX, 0, b->diag);
	for (uint32_t i = 0; i < rows->n; i++)
		if (!row_read(b, &rows->items[i], &list))
			return false;
	for (uint32_t i = 0; i < b->drafts.n; i++)
		VEC_PUSH(b->arena, b->latencies,
			 opcode_cycles(b, i, &list, otherwise, load));
	VEC_PUSH(b->arena, b->latency_models, model);
	return !b->diag->errors;
}

bool
load_latency(TargetBuilder *b, const char *path)
{
	static const char *const keys[] = {"models", NULL};
	const YamlNode *root = yaml_read(path, b->arena, b->diag), *models;

	if (!root || !yaml_keys(root, keys, b->diag))
		return false;
	models = yaml_need(root, "models", YAML_LIST, b->diag);
	for (uint32_t i = 0; models && i < models->n; i++)
		if (!model_read(b, &models->items[i]))
			return false;
	return models != NULL;
}
