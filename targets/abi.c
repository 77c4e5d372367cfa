/*
 * abi.yaml: reserved registers, variants, call-preserved masks, and how
 * registers are spilled, reloaded and copied.  The format is described in
 * regalloc-target(5).
 */
#include "core/base/bits.h"
#include "targets/pattern.h"
#include "targets/recipe.h"
#include "targets/targets.h"

#include <string.h>

/* Registers of NODE (may be NULL) as a slice of reg_lists. */
static bool
load_reg_slice(TargetBuilder *b, const YamlNode *node, Slice *out)
{
	RegList list = {0};

	if (node && !builder_reg_list(b, node, &list))
		return false;
	out->start = b->reg_lists.n;
	for (uint32_t i = 0; i < list.n; i++)
		VEC_PUSH(b->arena, b->reg_lists, list.at[i]);
	out->end = b->reg_lists.n;
	return true;
}

static bool
load_reg(TargetBuilder *b, const YamlNode *root, const char *key, RegId *out)
{
	const YamlNode *node = yaml_get(root, key);

	return !node || builder_reg_at(b, node, out);
}

/* Add to SET the super-registers of REG that their sub-registers, all in SET,
 * cover. */
static void
mask_supers(TargetBuilder *b, uint64_t *set, RegId reg, RegList *work)
{
	Slice s = b->regs.at[reg].supers;

	for (; s.start < s.end; s.start++) {
		RegId super = b->reg_supers.at[s.start];
		Slice subs = b->regs.at[super].subs;

		if (bits_has(set, super) ||
		    !(b->regs.at[super].flags & REG_COVERED))
			continue;
		while (subs.start < subs.end &&
		       bits_has(set, b->reg_subs.at[subs.start].reg))
			subs.start++;
		if (subs.start < subs.end)
			continue;
		bits_add(set, super);
		VEC_PUSH(b->arena, *work, super);
	}
}

/* The preserved registers of a mask: those listed, all inside them, those made
 * only of them, and constant ones. */
static bool
load_mask(TargetBuilder *b, const YamlNode *key, const YamlNode *names)
{
	uint32_t words = BITS_WORDS(b->regs.n), id;
	RegList list = {0};
	uint64_t *set;

	id = builder_mask_add(b, key->text, key->len, key->at);
	if (id == UINT32_MAX || !builder_reg_list(b, names, &list))
		return false;
	set = ARENA_NEW(b->arena, uint64_t, words);
	for (uint32_t i = 1; i < b->regs.n; i++)
		if (b->regs.at[i].flags & REG_CONSTANT)
			VEC_PUSH(b->arena, list, (RegId)i);
	for (uint32_t i = 0; i < list.n; i++)
		bits_add(set, list.at[i]);
	for (uint32_t i = 0; i < list.n; i++) {
		Slice s = b->regs.at[list.at[i]].subs;

		for (; s.start < s.end; s.start++) {
			RegId sub = b->reg_subs.at[s.start].reg;

			if (!bits_has(set, sub)) {
				bits_add(set, sub);
				VEC_PUSH(b->arena, list, sub);
			}
		}
		mask_supers(b, set, list.at[i], &list);
	}
	for (uint32_t i = 0; i < list.n; i++)
		mask_supers(b, set, list.at[i], &list);
	b->masks.at[id].words = b->mask_words.n;
	for (uint32_t i = 0; i < words; i++)
		VEC_PUSH(b->arena, b->mask_words, set[i]);
	return true;
}

bool
load_masks(TargetBuilder *b, const YamlNode *root)
{
	return builder_pairs(b, yaml_get(root, "masks"), load_mask);
}

static void
set_add_supers(const TargetBuilder *b, RegId reg, uint64_t *set)
{
	Slice s = b->regs.at[reg].supers;

	bits_add(set, reg);
	for (; s.start < s.end; s.start++)
		bits_add(set, b->reg_supers.at[s.start]);
}

/* The registers of the slice, their parts, and all registers that contain one
 * of these, as a set of mask_words. */
static uint32_t
closed_set(TargetBuilder *b, Slice regs)
{
	uint32_t words = BITS_WORDS(b->regs.n), at = b->mask_words.n;
	uint64_t *set = ARENA_NEW(b->arena, uint64_t, words);

	for (; regs.start < regs.end; regs.start++) {
		RegId reg = b->reg_lists.at[regs.start];
		Slice s = b->regs.at[reg].subs;

		set_add_supers(b, reg, set);
		for (; s.start < s.end; s.start++)
			set_add_supers(b, b->reg_subs.at[s.start].reg, set);
	}
	for (uint32_t i = 0; i < words; i++)
		VEC_PUSH(b->arena, b->mask_words, set[i]);
	return at;
}

static void
reserve(TargetBuilder *b, uint32_t set)
{
	for (RegId reg = 0; reg < b->regs.n; reg++)
		if (bits_has(b->mask_words.at + set, reg))
			b->regs.at[reg].flags |= REG_RESERVED;
}

/* Is TEXT, LEN bytes, a condition that core/analysis/reserved knows? */
static bool
condition_known(const char *text, size_t len)
{
	static const char *const words[] = {"frame-pointer",
					    "frame-pointer-asked",
					    "frame-pointer-kept",
					    "base-pointer",
					    "realigned",
					    "fixed-objects",
					    "feature ",
					    "without ",
					    "variable-frame ",
					    "true ",
					    "variable-objects",
					    "call-frame ",
					    "llvm-20",
					    "used",
					    "named",
					    "pic"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = strlen(words[i]);

		if (len >= n && !strncmp(text, words[i], n) &&
		    (len == n) != (words[i][n - 1] == ' '))
			return true;
	}
	return false;
}

/* Is NODE a rule's `when`: one of the words that stand alone, or conditions
 * joined by "and"? */
static bool
when_check(TargetBuilder *b, const YamlNode *node)
{
	const char *text = node->text;

	if (!strcmp(text, "always") || !strncmp(text, "field ", 6) ||
	    !strcmp(text, "budget vector") || !strcmp(text, "budget scalar") ||
	    !strcmp(text, "budget accumulator"))
		return true;
	for (;;) {
		const char *and = strstr(text, " and ");
		size_t len = and? (size_t)(and-text) : strlen(text);

		if (!condition_known(text, len)) {
			diag_error(b->diag, node->at,
				   "unknown condition '%.*s'", (int)len, text);
			return false;
		}
		if (!and)
			return true;
		text = and+5;
	}
}

static bool
load_reserved(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {"when", "registers", NULL};
	const YamlNode *when;
	ReserveRule rule = {0};

	if (!yaml_keys(row, keys, b->diag))
		return false;
	when = yaml_need(row, "when", YAML_SCALAR, b->diag);
	if (!when || !when_check(b, when) ||
	    !load_reg_slice(b, yaml_get(row, "registers"), &rule.regs))
		return false;
	rule.when = builder_string(b, when->text, when->len);
	rule.set = closed_set(b, rule.regs);
	VEC_PUSH(b->arena, b->reserves, rule);
	if (yaml_is(when, "always"))
		reserve(b, rule.set);
	return true;
}

static bool
load_strings(TargetBuilder *b, const YamlNode *list, Slice *out)
{
	out->start = out->end = b->str_lists.n;
	if (!list)
		return true;
	if (!yaml_expect(list, YAML_LIST, b->diag))
		return false;
	for (uint32_t i = 0; i < list->n; i++) {
		const YamlNode *item = &list->items[i];

		if (!yaml_expect(item, YAML_SCALAR, b->diag))
			return false;
		VEC_PUSH(b->arena, b->str_lists,
			 builder_string(b, item->text, item->len));
	}
	out->end = b->str_lists.n;
	return true;
}

/* Limits of a variant: a number a register file. */
static bool
load_limits(TargetBuilder *b, const YamlNode *map, Slice *out)
{
	uint32_t k;

	out->start = b->ints.n;
	for (uint32_t i = 0; i < b->files.n; i++) {
		const char *name = b->strings.at + b->files.at[i].name;

		VEC_PUSH(
			b->arena, b->ints,
			(int32_t)yaml_get_int(map, name, 0, 65535, 0, b->diag));
	}
	out->end = b->ints.n;
	for (uint32_t i = 0; map && i < map->n; i++) {
		const YamlNode *key = &map->items[2 * i];

		for (k = 0; k < b->files.n; k++)
			if (yaml_is(key, b->strings.at + b->files.at[k].name))
				break;
		if (k == b->files.n) {
			diag_error(b->diag, key->at,
				   "unknown register file '%s'", key->text);
			return false;
		}
	}
	return true;
}

static bool
load_variant(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {"name", "reserved", "features",
					   "limits", NULL};
	TargetVariant v = {0};
	Names names = {0};

	if (!yaml_keys(row, keys, b->diag))
		return false;
	const YamlNode *name = yaml_get(row, "name");
	if (!name)
		name = yaml_need(row, "name", YAML_SCALAR, b->diag);
	if (!name || !names_expand(&names, name, b->arena, b->diag) ||
	    !load_reg_slice(b, yaml_get(row, "reserved"), &v.reserved) ||
	    !load_strings(b, yaml_get(row, "features"), &v.features) ||
	    !load_limits(b, yaml_get(row, "limits"), &v.limits))
		return false;
	FOR_VEC(Name, one, names) {
		v.name = builder_string(b, one->text,
					(uint32_t)strlen(one->text));
		VEC_PUSH(b->arena, b->variants, v);
	}
	return true;
}

/* Text of KEY in ROW, interned; "" when absent. */
static bool
row_string(TargetBuilder *b, const YamlNode *row, const char *key, StrId *out)
{
	const YamlNode *node = yaml_get(row, key);

	if (!node)
		return true;
	if (!yaml_expect(node, YAML_SCALAR, b->diag))
		return false;
	*out = builder_string(b, node->text, node->len);
	return true;
}

static bool
load_convention(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {"of",    "feature", "calls",
					   "saved", "refused", NULL};
	const YamlNode *of, *saved = yaml_get(row, "saved");
	const YamlNode *calls = yaml_get(row, "calls");
	Convention c = {0};

	if (!yaml_keys(row, keys, b->diag))
		return false;
	of = yaml_need(row, "of", YAML_SCALAR, b->diag);
	if (!of || !row_string(b, row, "feature", &c.feature) ||
	    !row_string(b, row, "calls", &c.calls) ||
	    (calls && !builder_mask_known(b, calls)) ||
	    !load_reg_slice(b, saved, &c.saved))
		return false;
	c.usual = !saved;
	c.refused = yaml_get_bool(row, "refused", b->diag);
	c.of = builder_string(b, of->text, of->len);
	VEC_PUSH(b->arena, b->conventions, c);
	return true;
}

/* The class that NAME names. */
static bool
name_class(TargetBuilder *b, const Name *name, ClassId *out)
{
	*out = builder_class(b, name->text, strlen(name->text));
	if (*out == CLASS_NONE)
		diag_error(b->diag, name->node->at, "unknown class '%s'",
			   name->text);
	return *out != CLASS_NONE;
}

/* The names at KEY of ROW. */
static bool
row_names(TargetBuilder *b, const YamlNode *row, const char *key, Names *out)
{
	const YamlNode *node = yaml_get(row, key);

	if (!node) {
		diag_error(b->diag, row->at, "the key '%s' is missing", key);
		return false;
	}
	return names_expand(out, node, b->arena, b->diag);
}

/* The rule of one of the classes that the row names. */
static bool
spill_add(TargetBuilder *b, const YamlNode *row, const Name *name,
	  SpillRule rule)
{
	const YamlNode *store = yaml_need(row, "store", YAML_SCALAR, b->diag);
	const YamlNode *load = yaml_need(row, "load", YAML_SCALAR, b->diag);
	TargetClass *cls;

	if (!store || !load || !name_class(b, name, &rule.cls) ||
	    !recipe_load(b, store, name->n, &rule.store) ||
	    !recipe_load(b, load, name->n, &rule.load))
		return false;
	cls = &b->classes.at[rule.cls];
	rule.size = (uint16_t)yaml_get_int(row, "size", 0, 65535,
					   cls->spill_size, b->diag);
	rule.align = (uint16_t)yaml_get_int(row, "align", 1, 4096,
					    cls->spill_align, b->diag);
	/* What is spilled by less than its class has means no more. */
	if (rule.size && rule.size * 8u < cls->bits &&
	    (!cls->value_bits || rule.size * 8u < cls->value_bits))
		cls->value_bits = rule.size * 8u;
	VEC_PUSH(b->arena, b->spills, rule);
	VEC_PUSH(b->arena, b->spill_locs, row->at);
	return true;
}

static bool
load_spill(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {
		"class",     "size",	 "align",     "store", "load",
		"feature",   "stack-id", "addrspace", "step",  "step-store",
		"step-load", "lanes",	 NULL};
	SpillRule rule = {0};
	Names names = {0};

	if (!yaml_keys(row, keys, b->diag) ||
	    !row_names(b, row, "class", &names) ||
	    !row_string(b, row, "stack-id", &rule.stack_id) ||
	    !row_string(b, row, "feature", &rule.feature))
		return false;
	rule.addrspace =
		(uint16_t)yaml_get_int(row, "addrspace", 0, 65535, 0, b->diag);
	rule.step = (uint16_t)yaml_get_int(row, "step", 0, 65535, 0, b->diag);
	if (!builder_row_opcode(b, row, "step-store", &rule.step_store) ||
	    !builder_row_opcode(b, row, "step-load", &rule.step_load))
		return false;
	rule.lanes = yaml_get_bool(row, "lanes", b->diag);
	for (uint32_t i = 0; i < names.n; i++)
		if (!spill_add(b, row, &names.at[i], rule))
			return false;
	return true;
}

/* One rule for each pair of classes that the row names. */
/* Does a step of RULE read a register besides the source? */
static bool
copy_reads(const TargetBuilder *b, const CopyRule *rule)
{
	for (uint32_t i = rule->steps.start; i < rule->steps.end; i++) {
		Slice s = b->recipes.at[i].opnds;

		for (uint32_t k = s.start; k < s.end; k++) {
			const RecipeOpnd *o = &b->recipe_opnds.at[k];

			if (o->kind == RECIPE_REG && o->value &&
			    (o->flags & (RECIPE_IMPLICIT | RECIPE_DEF)) ==
				    RECIPE_IMPLICIT)
				return true;
		}
	}
	return false;
}

static bool
load_copy(TargetBuilder *b, const YamlNode *row)
{
	static const char *const keys[] = {"to", "from", "feature", "code",
					   NULL};
	const YamlNode *code;
	Names to = {0}, from = {0};
	CopyRule rule = {0};

	if (!yaml_keys(row, keys, b->diag) || !row_names(b, row, "to", &to) ||
	    !row_names(b, row, "from", &from) ||
	    !row_string(b, row, "feature", &rule.feature))
		return false;
	code = yaml_get(row, "code");
	if (!code) {
		diag_error(b->diag, row->at, "the key 'code' is missing");
		return false;
	}
	for (uint32_t i = 0; i < to.n; i++) {
		for (uint32_t k = 0; k < from.n; k++) {
			if (!name_class(b, &to.at[i], &rule.dst) ||
			    !name_class(b, &from.at[k], &rule.src) ||
			    !recipes_load(b, code, to.at[i].n, &rule.steps))
				return false;
			VEC_PUSH(b->arena, b->copies, rule);
			if (copy_reads(b, &rule))
				b->facts.copies_read |=
					1U << b->classes.at[rule.dst].file |
					1U << b->classes.at[rule.src].file;
		}
	}
	return true;
}

/* The classes of a list, which may be absent, and those within them get
 * FLAG. */
static bool
load_class_flag(TargetBuilder *b, const YamlNode *node, uint8_t flag)
{
	uint32_t words = BITS_WORDS(b->classes.n);
	Names names = {0};

	if (!node)
		return true;
	if (!names_expand(&names, node, b->arena, b->diag))
		return false;
	for (uint32_t i = 0; i < names.n; i++) {
		ClassId cls;

		if (!name_class(b, &names.at[i], &cls))
			return false;
		for (uint32_t k = 0; k < b->classes.n; k++)
			if (bits_has(b->class_subclasses.at + cls * words, k))
				b->classes.at[k].flags |= flag;
	}
	return true;
}

bool
load_abi(TargetBuilder *b, const char *path)
{
	static const char *const keys[] = {"stack-pointer",
					   "stack-align",
					   "frame-pointer",
					   "link-register",
					   "lane-liveness",
					   "callee-saved",
					   "conventions",
					   "reserved",
					   "variants",
					   "masks",
					   "spill",
					   "copy",
					   "fixed",
					   "settings",
					   "text",
					   "not-commutable",
					   "without-effects",
					   "fences",
					   "returns-twice",
					   "lowered-before",
					   "commute",
					   "three-address",
					   "expand",
					   "critical-path",
					   "call-frame-open",
					   "flag-copies",
					   "branches",
					   "call-frame-close",
					   NULL};
	const YamlNode *root = yaml_read(path, b->arena, b->diag);
	Target *t = &b->facts;

	if (!root || !yaml_keys(root, keys, b->diag))
		return false;
	if (!yaml_need(root, "stack-pointer", YAML_SCALAR, b->diag) ||
	    !load_reg(b, root, "stack-pointer", &t->stack_pointer) ||
	    !load_reg(b, root, "frame-pointer", &t->frame_pointer) ||
	    !load_reg(b, root, "link-register", &t->link_register) ||
	    !load_reg(b, yaml_get(root, "settings"), "lane-mask",
		      &t->lane_mask) ||
	    !load_reg_slice(b, yaml_get(root, "callee-saved"),
			    &t->callee_saved))
		return false;
	t->stack_align = (uint16_t)yaml_get_int(root, "stack-align", 1, 4096, 1,
						b->diag);
	t->lane_liveness = yaml_get_bool(root, "lane-liveness", b->diag);
	return builder_rows(b, yaml_get(root, "reserved"), load_reserved) &&
	       builder_rows(b, yaml_get(root, "variants"), load_variant) &&
	       load_masks(b, root) &&
	       builder_rows(b, yaml_get(root, "conventions"),
			    load_convention) &&
	       builder_rows(b, yaml_get(root, "spill"), load_spill) &&
	       builder_rows(b, yaml_get(root, "copy"), load_copy) &&
	       load_class_flag(b, yaml_get(root, "fixed"), CLASS_FIXED) &&
	       load_class_flag(b, yaml_get(root, "critical-path"),
			       CLASS_CRITICAL) &&
	       load_settings(b, yaml_get(root, "settings")) &&
	       /* LLVM commutes these only into another opcode or immediate. */
	       load_flags(b, yaml_get(root, "not-commutable"), OP_COMMUTABLE,
			  0) &&
	       /* LLVM says so where it has no pattern for an opcode. */
	       load_flags(b, yaml_get(root, "without-effects"), OP_SIDE_EFFECTS,
			  0) &&
	       load_flags(b, yaml_get(root, "fences"), OP_SIDE_EFFECTS,
			  OP_MAY_LOAD | OP_MAY_STORE) &&
	       load_flags(b, yaml_get(root, "returns-twice"), 0,
			  OP_RETURNS_TWICE) &&
	       load_flags(b, yaml_get(root, "call-frame-open"), 0,
			  OP_FRAME_OPEN) &&
	       load_flags(b, yaml_get(root, "call-frame-close"), 0,
			  OP_FRAME_CLOSE) &&
	       load_lowered_before(b, yaml_get(root, "lowered-before")) &&
	       load_commutations(b, yaml_get(root, "commute")) &&
	       load_conversions(b, yaml_get(root, "three-address")) &&
	       load_expand(b, yaml_get(root, "expand")) &&
	       load_flag_copies(b, yaml_get(root, "flag-copies")) &&
	       load_branches(b, yaml_get(root, "branches")) &&
	       load_text(b, yaml_get(root, "text")) && !b->diag->errors;
}
