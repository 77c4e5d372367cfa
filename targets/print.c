/*
 * -print target: a target as text, one fact a line, each line starting with
 * its kind and name, in the order of numbers.
 */
#include "core/base/bits.h"
#include "targets/targets.h"

#include <inttypes.h>

static const char *
reg_name(const Target *t, RegId reg)
{
	return reg ? target_reg_name(t, reg) : "noreg";
}

static void
print_lanes(FILE *out, LaneMask lanes)
{
	if (lanes == LANES_ALL)
		fputs("all", out);
	else
		fprintf(out, "0x%" PRIX64, lanes);
}

/* Registers of a list; runs of consecutive numbers are "first..last". */
static void
print_runs(const Target *t, FILE *out, const RegId *regs, uint32_t n)
{
	uint32_t k;

	for (uint32_t i = 0; i < n; i = k) {
		for (k = i + 1; k < n && regs[k] == regs[k - 1] + 1; k++)
			;
		fprintf(out, " %s", reg_name(t, regs[i]));
		if (k - i > 1)
			fprintf(out, "%s%s", k - i > 2 ? ".." : " ",
				reg_name(t, regs[k - 1]));
	}
}

static void
print_set(const Target *t, FILE *out, const uint64_t *set, RegId *tmp)
{
	uint32_t n = 0;

	for (uint32_t r = 1; r < t->n_regs; r++)
		if (bits_has(set, r))
			tmp[n++] = (RegId)r;
	print_runs(t, out, tmp, n);
}

static void
print_head(const Target *t, FILE *out)
{
	fprintf(out, "target %s\n", target_str(t, t->name));
	fprintf(out, "triples %s\n", target_str(t, t->triple));
	fprintf(out, "stack-pointer %s\n", reg_name(t, t->stack_pointer));
	fprintf(out, "frame-pointer %s\n", reg_name(t, t->frame_pointer));
	fprintf(out, "link-register %s\n", reg_name(t, t->link_register));
	fprintf(out, "stack-align %u\n", t->stack_align);
	fprintf(out, "lane-liveness %s\n", t->lane_liveness ? "on" : "off");
	fputs("covering-lanes ", out);
	print_lanes(out, t->covering_lanes);
	fprintf(out, "\ncallee-saved");
	print_runs(t, out, t->reg_lists + t->callee_saved.start,
		   t->callee_saved.end - t->callee_saved.start);
	fprintf(out,
		"\ncounts registers %u units %u indices %u classes %u "
		"opcodes %u\n",
		t->n_regs - 1, t->n_unit_regs, t->n_subs - 1, t->n_classes,
		t->n_opcodes - 1);
}

static void
print_indices(const Target *t, FILE *out)
{
	for (uint32_t i = 1; i < t->n_subs; i++) {
		const TargetSub *sub = &t->subs[i];

		fprintf(out, "index %s number %u lanes ",
			target_str(t, sub->name), i);
		print_lanes(out, sub->lanes);
		fprintf(out, " offset %d size %d\n", sub->offset, sub->size);
		for (uint32_t k = 1; k < t->n_subs; k++) {
			SubId both = target_compose(t, (SubId)i, (SubId)k);

			if (both)
				fprintf(out, "compose %s %s %s\n",
					target_str(t, sub->name),
					target_sub_name(t, k),
					target_sub_name(t, both));
		}
	}
}

/* All registers that share a unit with REG, itself left out. */
static void
print_aliases(const Target *t, FILE *out, RegId reg, uint64_t *set, RegId *tmp)
{
	Slice units = t->regs[reg].units;

	for (uint32_t i = 0; i < BITS_WORDS(t->n_regs); i++)
		set[i] = 0;
	for (uint32_t i = units.start; i < units.end; i++) {
		UnitId unit = t->reg_units[i];
		Slice s = t->unit_regs[unit];

		for (uint32_t k = s.start; k < s.end; k++)
			bits_add(set, target_unit_reg(t, unit, k));
	}
	bits_del(set, reg);
	print_set(t, out, set, tmp);
}

static void
print_register(const Target *t, FILE *out, RegId id, uint64_t *set, RegId *tmp)
{
	const TargetReg *reg = &t->regs[id];
	const char *name = reg_name(t, id);

	fprintf(out,
		"register %s number %u text %s encoding %u dwarf %d "
		"cost %u%s%s%s\n",
		name, id, target_str(t, reg->text), reg->encoding, reg->dwarf,
		reg->cost, reg->flags & REG_ALLOCATABLE ? " allocatable" : "",
		reg->flags & REG_CONSTANT ? " constant" : "",
		reg->flags & REG_RESERVED ? " reserved" : "");
	fprintf(out, "units %s", name);
	for (uint32_t i = reg->units.start; i < reg->units.end; i++) {
		fprintf(out, " %u:", t->reg_units[i]);
		print_lanes(out, target_unit_lanes(t, id, i));
	}
	fputc('\n', out);
	for (uint32_t i = reg->subs.start; i < reg->subs.end; i++)
		fprintf(out, "sub %s %s %s\n", name,
			target_sub_name(t, t->sub_steps[i].sub),
			reg_name(t, target_sub_at(t, id, i)));
	fprintf(out, "aliases %s", name);
	print_aliases(t, out, id, set, tmp);
	fputc('\n', out);
}

static void
print_class(const Target *t, FILE *out, uint32_t id, uint64_t *set, RegId *tmp)
{
	const TargetClass *cls = &t->classes[id];
	const char *name = target_str(t, cls->name);

	fprintf(out,
		"class %s number %u bits %u size %u align %u file %s "
		"copy-cost %d lanes ",
		name, id, cls->bits, cls->spill_size, cls->spill_align,
		t->n_files ? target_str(t, t->files[cls->file].name) : "-",
		cls->copy_cost);
	print_lanes(out, cls->lanes);
	fprintf(out, "%s%s%s%s\n",
		cls->flags & CLASS_ALLOCATABLE ? " allocatable" : "",
		cls->flags & CLASS_COVERED ? " covered" : "",
		cls->flags & CLASS_DISJUNCT ? " disjunct" : "",
		cls->flags & CLASS_CRITICAL ? " critical-path" : "");
	fprintf(out, "order %s", name);
	print_runs(t, out, t->class_regs + cls->order.start,
		   cls->order.end - cls->order.start);
	fprintf(out, "\nmembers %s", name);
	for (uint32_t i = 0; i < BITS_WORDS(t->n_regs); i++)
		set[i] = target_class_word(t, (ClassId)id, i);
	print_set(t, out, set, tmp);
	fprintf(out, "\nsubclasses %s", name);
	for (uint32_t i = 0; i < t->n_classes; i++)
		if (i != id &&
		    target_class_contains(t, (ClassId)id, (ClassId)i))
			fprintf(out, " %s", target_class_name(t, i));
	fputc('\n', out);
}

static void
print_recipe_operand(const Target *t, FILE *out, const RecipeOpnd *o, bool left)
{
	if (o->flags & RECIPE_IMPLICIT)
		fputs(o->flags & RECIPE_DEF ? "implicit-def " : "implicit ",
		      out);
	else if ((o->flags & RECIPE_DEF) && !left)
		fputs("def ", out);
	if (o->flags & RECIPE_KILL)
		fputs("killed ", out);
	if (o->flags & RECIPE_DEAD)
		fputs("dead ", out);
	if (o->flags & RECIPE_UNDEF)
		fputs("undef ", out);
	switch (o->kind) {
	case RECIPE_IMM:
		fprintf(out, "%d", o->value);
		return;
	case RECIPE_REG:
		fprintf(out, "$%s", reg_name(t, (RegId)o->value));
		return;
	case RECIPE_SLOT:
		fputs("%slot", out);
		return;
	}
	fputs(o->kind == RECIPE_SOURCE ? "$source" : "$value", out);
	if (o->value)
		fprintf(out, ".%s", target_sub_name(t, o->value));
}

static void
print_recipe(const Target *t, FILE *out, uint32_t id)
{
	const Recipe *r = &t->recipes[id];
	uint32_t i, left = r->opnds.start + r->ndefs;

	for (i = r->opnds.start; i < left; i++) {
		print_recipe_operand(t, out, &t->recipe_opnds[i], true);
		fputs(i + 1 < left ? ", " : " = ", out);
	}
	fputs(target_str(t, t->opcodes[r->op].name), out);
	for (; i < r->opnds.end; i++) {
		fputs(i == left ? " " : ", ", out);
		print_recipe_operand(t, out, &t->recipe_opnds[i], false);
	}
	fputc('\n', out);
}

static void
print_rules(const Target *t, FILE *out)
{
	for (uint32_t i = 0; i < t->n_spills; i++) {
		const SpillRule *rule = &t->spills[i];
		const char *name = target_class_name(t, rule->cls);

		fprintf(out, "spill %s size %u align %u", name, rule->size,
			rule->align);
		if (rule->stack_id)
			fprintf(out, " stack-id %s",
				target_str(t, rule->stack_id));
		if (rule->addrspace)
			fprintf(out, " addrspace %u", rule->addrspace);
		if (rule->feature)
			fprintf(out, " feature %s",
				target_str(t, rule->feature));
		if (rule->step)
			fprintf(out, " step %u", rule->step);
		if (rule->step_store)
			fprintf(out, " step-store %s",
				target_str(t,
					   t->opcodes[rule->step_store].name));
		if (rule->step_load)
			fprintf(out, " step-load %s",
				target_str(t,
					   t->opcodes[rule->step_load].name));
		if (rule->lanes)
			fprintf(out, " lanes");
		fprintf(out, "\nstore %s ", name);
		print_recipe(t, out, rule->store);
		fprintf(out, "load %s ", name);
		print_recipe(t, out, rule->load);
	}
	for (uint32_t i = 0; i < t->n_copies; i++) {
		const CopyRule *rule = &t->copies[i];

		for (uint32_t k = rule->steps.start; k < rule->steps.end; k++) {
			fprintf(out, "copy %s %s%s%s ",
				target_class_name(t, rule->dst),
				target_class_name(t, rule->src),
				rule->feature ? " feature " : "",
				target_str(t, rule->feature));
			print_recipe(t, out, k);
		}
	}
}

static void
print_abi(const Target *t, FILE *out, RegId *tmp)
{
	for (uint32_t i = 0; i < t->n_masks; i++) {
		fprintf(out, "mask %s", target_str(t, t->masks[i].name));
		print_set(t, out, t->mask_words + t->masks[i].words, tmp);
		fputc('\n', out);
	}
	for (uint32_t i = 0; i < t->n_reserves; i++) {
		const ReserveRule *rule = &t->reserves[i];

		fprintf(out, "reserved %s", target_str(t, rule->when));
		print_runs(t, out, t->reg_lists + rule->regs.start,
			   rule->regs.end - rule->regs.start);
		fputc('\n', out);
	}
	for (uint32_t i = 0; i < t->n_conventions; i++) {
		const Convention *c = &t->conventions[i];

		fprintf(out, "convention %s%s%s%s%s %s", target_str(t, c->of),
			c->feature ? " feature " : "",
			target_str(t, c->feature), c->calls ? " calls " : "",
			target_str(t, c->calls),
			c->refused ? "refused"
			: c->usual ? "usual"
				   : "saved");
		for (uint32_t k = c->saved.start; k < c->saved.end; k++)
			fprintf(out, " %s", reg_name(t, t->reg_lists[k]));
		fputc('\n', out);
	}
	for (uint32_t i = 0; i < t->n_variants; i++) {
		const TargetVariant *v = &t->variants[i];
		const char *name = target_str(t, v->name);

		fprintf(out, "variant %s features", name);
		for (uint32_t k = v->features.start; k < v->features.end; k++)
			fprintf(out, " %s", target_str(t, t->str_lists[k]));
		fprintf(out, "\nvariant %s reserved", name);
		print_runs(t, out, t->reg_lists + v->reserved.start,
			   v->reserved.end - v->reserved.start);
		fprintf(out, "\nvariant %s limits", name);
		for (uint32_t k = v->limits.start; k < v->limits.end; k++)
			fprintf(out, " %s %d",
				target_str(t,
					   t->files[k - v->limits.start].name),
				t->ints[k]);
		fputc('\n', out);
	}
	for (uint32_t i = 0; i + 1 < t->n_settings; i += 2)
		fprintf(out, "setting %s %s\n", target_str(t, t->settings[i]),
			target_str(t, t->settings[i + 1]));
}

void
target_print(const Target *t, FILE *out)
{
	Arena arena = {0};
	uint64_t *set = ARENA_NEW(&arena, uint64_t, BITS_WORDS(t->n_regs));
	RegId *tmp = ARENA_NEW(&arena, RegId, t->n_regs);

	print_head(t, out);
	print_indices(t, out);
	for (uint32_t i = 1; i < t->n_regs; i++)
		print_register(t, out, (RegId)i, set, tmp);
	for (uint32_t i = 0; i < t->n_classes; i++)
		print_class(t, out, i, set, tmp);
	print_abi(t, out, tmp);
	print_rules(t, out);
	arena_free(&arena);
}
