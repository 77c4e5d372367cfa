/*
 * Registers that a function must leave alone: the target's rules, evaluated on
 * the function's header and attributes.  The conditions are those of LLVM's
 * frame lowering (hasFP, hasBasePointer) and, for a register file shared by
 * the waves of a processor, of its occupancy rules (getMaxNumVGPRs).
 */
#include "core/analysis/reserved.h"

#include "core/analysis/convention.h"
#include "core/base/bits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool
field_is(const Func *f, const char *path)
{
	return func_field_true(f, path);
}

/* Is one of the N fields PATHS true?  Few of a header are. */
static bool
some_field_is(const Func *f, const char *const *paths, size_t n)
{
	FOR_VEC(Field, field, f->fields) {
		if (field->text[0] != 't' || strcmp(field->text, "true") != 0)
			continue;
		for (size_t k = 0; k < n; k++)
			if (!strcmp(field->path, paths[k]))
				return true;
	}
	return false;
}

/* Does the function call and go on?  Header first: what calls may be hidden in
 * pseudo instructions. */
static bool
func_calls(const Func *f)
{
	if (field_is(f, "frameInfo.hasCalls"))
		return true;
	FOR_VEC(Insn, insn, f->insns)
		if ((insn_flags(f, insn) & (OP_CALL | OP_RETURN)) == OP_CALL)
			return true;
	return false;
}

static bool
func_has_variable_objects(const Func *f)
{
	FOR_VEC(StackObject, object, f->stack)
		if (object->kind == STACK_VARIABLE)
			return true;
	return false;
}

uint32_t
func_asked_alignment(const Func *f)
{
	const char *asked = func_attribute(f, "alignstack");
	unsigned long align = asked ? strtoul(asked, NULL, 10) : 0;

	return align < UINT32_MAX ? (uint32_t)align : 0;
}

bool
func_forces_alignment(const Func *f)
{
	return (func_attribute(f, "stackrealign") ||
		func_attribute(f, "alignstack")) &&
	       !func_attribute(f, "no-realign-stack");
}

bool
func_realigns_stack(const Func *f)
{
	const char *max = func_field(f, "frameInfo.maxAlignment");
	unsigned long align = max ? strtoul(max, NULL, 10) : 0;

	FOR_VEC(StackObject, object, f->stack)
		if (object->align > align && !object->made)
			align = object->align;
	return func_forces_alignment(f) ||
	       (align > func_stack_align(f) &&
		!func_attribute(f, "no-realign-stack"));
}

bool
func_asks_frame_pointer(const Func *f)
{
	const char *kept = func_attribute(f, "frame-pointer");

	if (!kept)
		return false;
	return !strcmp(kept, "all") ||
	       (!strncmp(kept, "non-leaf", 8) && func_calls(f));
}

/* Does the function need a frame pointer where that is what reaches objects,
 * callers and unwound frames? */
static bool
func_needs_frame_pointer(const Func *f)
{
	static const char *const fields[] = {
		"frameInfo.isFrameAddressTaken",
		"frameInfo.hasStackMap",
		"frameInfo.hasPatchPoint",
		"hasEHFunclets",
		"callsEHReturn",
		"callsUnwindInit",
	};

	return func_asks_frame_pointer(f) ||
	       some_field_is(f, fields, sizeof(fields) / sizeof(*fields)) ||
	       func_has_variable_objects(f) || func_realigns_stack(f);
}

/* Does the attribute keep the register for itself, needed here or not? */
static bool
func_keeps_frame_pointer(const Func *f)
{
	const char *kept = func_attribute(f, "frame-pointer");

	return kept && strcmp(kept, "none") != 0 &&
	       strcmp(kept, "non-leaf-no-reserve") != 0;
}

/* Bytes of the largest call frame; 0: nothing says it. */
static unsigned long
func_call_frame(const Func *f)
{
	const char *size = func_field(f, "frameInfo.maxCallFrameSize");
	unsigned long bytes = size ? strtoul(size, NULL, 10) : 0;

	return bytes < UINT32_MAX ? bytes : 0;
}

/* Neither stack pointer nor frame pointer reaches the objects: the one moves,
 * the other is not aligned like them. */
static bool
func_needs_base_pointer(const Func *f)
{
	if (!func_realigns_stack(f))
		return false;
	if (func_has_variable_objects(f) ||
	    field_is(f, "frameInfo.hasOpaqueSPAdjustment"))
		return true;
	const char *limit = target_setting(f->target, "call-frame-limit");
	return *limit && func_call_frame(f) >= strtoul(limit, NULL, 10);
}

/* Are there objects of variable size, and at least LIMIT bytes of others? */
static bool
func_has_variable_frame(const Func *f, const char *limit)
{
	const char *size = func_field(f, "frameInfo.localFrameSize");

	return func_has_variable_objects(f) && size &&
	       strtoul(size, NULL, 10) >= strtoul(limit, NULL, 10);
}

/* The numbers of the attribute that the target's setting KEY names,
 * "first[,second]".  Those it lacks stay. */
static void
attribute_pair(const Func *f, const char *key, unsigned *first,
	       unsigned *second)
{
	const char *name = target_setting(f->target, key);
	const char *text = *name ? func_attribute(f, name) : NULL;
	char *end;

	if (!text || !isdigit((unsigned char)*text))
		return;
	*first = (unsigned)strtoul(text, &end, 10);
	if (*end == ',')
		*second = (unsigned)strtoul(end + 1, NULL, 10);
}

/* The fewest waves that a SIMD unit must be able to hold. */
static unsigned
func_occupancy(const Func *f)
{
	unsigned most = func_feature_number(f, "waves");
	unsigned lanes = func_feature_number(f, "wave-lanes");
	unsigned units = func_feature_number(f, "simd-units");
	unsigned low = 1, high = func_feature_number(f, "work-group");
	unsigned first, last = most;

	if (!most || !lanes || !units || !high)
		return 1;
	attribute_pair(f, "attribute-work-group", &low, &high);
	unsigned implied = ((high + lanes - 1) / lanes + units - 1) / units;
	first = implied = implied ? implied : 1;
	attribute_pair(f, "attribute-waves", &first, &last);
	if ((last && first > last) || first < implied || last > most)
		return implied;
	return first;
}

/* Can the function touch accumulation registers? */
static bool
func_uses_accumulators(const Func *f, unsigned file)
{
	const Target *t = f->target;

	if (!field_is(f, "machineFunctionInfo.isEntryFunction") ||
	    func_calls(f))
		return true;
	FOR_VEC(Vreg, vreg, f->vregs) {
		ClassId cls = vreg->cls;

		if (cls != CLASS_NONE && t->classes[cls].file == file)
			return true;
	}
	return false;
}

static unsigned
align_down(unsigned n, unsigned step)
{
	return step ? n - n % step : n;
}

/* Vector registers of a wave, both kinds together where they share a file. */
static unsigned
vector_registers(const Func *f, unsigned total)
{
	unsigned granule = func_feature_number(f, "vector-granule");
	unsigned n = align_down(total / func_occupancy(f), granule);
	unsigned asked = 0, none = 0;

	attribute_pair(f, "attribute-vector-registers", &asked, &none);
	if (func_has_feature(f, "shared-accumulators"))
		asked *= 2;
	return asked && asked <= n ? asked : n;
}

static unsigned
scalar_registers(const Func *f, unsigned total)
{
	unsigned most = func_feature_number(f, "scalar-registers");
	unsigned extra = func_feature_number(f, "scalar-extra");
	unsigned granule = func_feature_number(f, "scalar-granule");
	unsigned trap = func_feature_number(f, "scalar-trap");
	unsigned share = total / func_occupancy(f);
	unsigned n = align_down(share > trap ? share - trap : 0, granule);
	unsigned asked = 0, none = 0;

	attribute_pair(f, "attribute-scalar-registers", &asked, &none);
	if (asked > extra && asked < n)
		n = asked;
	n = n > extra ? n - extra : 0;
	return n < most ? n : most;
}

/* How many registers of FILE the function may use. */
static unsigned
budget(const Func *f, const char *file)
{
	const Target *t = f->target;
	unsigned acc = 0, own = 0;

	for (unsigned i = 0; i < t->n_files; i++) {
		const char *name = target_str(t, t->files[i].name);

		if (!strcmp(name, file))
			own = i;
		if (!strcmp(name, "accumulator"))
			acc = i;
	}
	if (!strcmp(file, "scalar"))
		return scalar_registers(f, func_limit(f, own));
	if (!func_limit(f, own))
		return 0;
	unsigned n = vector_registers(f, func_limit(f, own));
	if (!func_has_feature(f, "shared-accumulators"))
		return n;
	if (func_uses_accumulators(f, acc))
		return n / 2;
	if (own == acc)
		return n > 256 ? n - 256 : 0;
	return n < 256 ? n : 256;
}

unsigned
func_vector_registers(const Func *f)
{
	const Target *t = f->target;

	for (unsigned i = 0; i < t->n_files; i++)
		if (!strcmp(target_str(t, t->files[i].name), "vector"))
			return vector_registers(f, func_limit(f, i));
	return 0;
}

/* Mark all registers that contain REG. */
static void
reserve_supers(const Target *t, RegId reg, uint64_t *set)
{
	for (Slice s = t->regs[reg].supers; s.start < s.end; s.start++)
		bits_add(set, target_super_at(t, reg, s.start));
}

/* Mark REG, its parts, and all registers that contain one of them: what
 * contains a part contains the smallest ones in it. */
static void
reserve(const Target *t, RegId reg, uint64_t *set)
{
	Slice parts = t->regs[reg].subs;

	bits_add(set, reg);
	if (parts.start == parts.end)
		reserve_supers(t, reg, set);
	for (; parts.start < parts.end; parts.start++) {
		RegId part = target_sub_at(t, reg, parts.start);

		bits_add(set, part);
		if (t->regs[part].subs.start == t->regs[part].subs.end)
			reserve_supers(t, part, set);
	}
}

void
registers_reserve(const Target *t, Slice regs, uint64_t *set)
{
	FOR_SLICE(RegId, reg, t->reg_lists, regs)
		reserve(t, *reg, set);
}

/* Mark the registers named "$name" in the field PATH. */
static void
reserve_field(const Func *f, const char *path, uint64_t *set)
{
	const char *p = func_field(f, path);

	while (p && (p = strchr(p, '$'))) {
		size_t len = 0;

		for (p++; isalnum((unsigned char)p[len]) || p[len] == '_';)
			len++;
		RegId reg = target_reg(f->target, p, len);
		if (reg)
			reserve(f->target, reg, set);
	}
}

/* Does an instruction name a register of SET, or may it do so unseen, in inline
 * assembly? */
static bool
func_names(const Func *f, const uint64_t *set)
{
	FOR_VEC(Insn, insn, f->insns)
		if (insn_is(f, insn, WK_INLINEASM) ||
		    insn_is(f, insn, WK_INLINEASM_BR))
			return true;
	FOR_VEC(Operand, o, f->opnds)
		if (o->kind == OPND_REG && bits_has(set, o->val))
			return true;
	return false;
}

/* May the function use a register of SET beside allocation: does it name one,
 * or call? */
static bool
func_uses(const Func *f, const uint64_t *set)
{
	FOR_VEC(Insn, insn, f->insns)
		if (insn_flags(f, insn) & OP_CALL)
			return true;
	return func_names(f, set);
}

/* Does WORD, LEN bytes, start with KEY?  Then its argument goes to ARG. */
static bool
word_is(const char *word, size_t len, const char *key, char *arg, size_t max)
{
	size_t n = strlen(key);

	if (len < n || strncmp(word, key, n) || len - n >= max)
		return false;
	memcpy(arg, word + n, len - n);
	arg[len - n] = 0;
	return key[n - 1] == ' ' || len == n;
}

/* Does one condition of RULE hold? */
static bool
condition_holds(const Func *f, const ReserveRule *rule, const char *word,
		size_t len)
{
	char arg[64];

	if (word_is(word, len, "frame-pointer", arg, sizeof(arg)))
		return func_needs_frame_pointer(f);
	if (word_is(word, len, "frame-pointer-asked", arg, sizeof(arg)))
		return func_asks_frame_pointer(f);
	if (word_is(word, len, "frame-pointer-kept", arg, sizeof(arg)))
		return func_keeps_frame_pointer(f);
	if (word_is(word, len, "base-pointer", arg, sizeof(arg)))
		return func_needs_base_pointer(f);
	if (word_is(word, len, "used", arg, sizeof(arg)))
		return func_uses(f, &f->target->mask_words[rule->set]);
	if (word_is(word, len, "named", arg, sizeof(arg)))
		return func_names(f, &f->target->mask_words[rule->set]);
	if (word_is(word, len, "pic", arg, sizeof(arg)))
		return f->traits.pic;
	if (word_is(word, len, "realigned", arg, sizeof(arg)))
		return func_realigns_stack(f);
	if (word_is(word, len, "variable-objects", arg, sizeof(arg)))
		return func_has_variable_objects(f);
	if (word_is(word, len, "call-frame ", arg, sizeof(arg)))
		return func_call_frame(f) >= strtoul(arg, NULL, 10);
	if (word_is(word, len, "llvm-20", arg, sizeof(arg)))
		return func_is_llvm_20(f);
	if (word_is(word, len, "true ", arg, sizeof(arg)))
		return field_is(f, arg);
	if (word_is(word, len, "fixed-objects", arg, sizeof(arg)))
		return f->fixed.n > 0;
	if (word_is(word, len, "variable-frame ", arg, sizeof(arg)))
		return func_has_variable_frame(f, arg);
	if (word_is(word, len, "feature ", arg, sizeof(arg)))
		return func_has_feature(f, arg);
	if (word_is(word, len, "without ", arg, sizeof(arg)))
		return !func_has_feature(f, arg);
	return false;
}

static void
rule_apply(const Func *f, const ReserveRule *rule, uint64_t *set)
{
	const Target *t = f->target;
	const char *when = target_str(t, rule->when);
	Slice regs = rule->regs;

	if (!strncmp(when, "field ", 6)) {
		reserve_field(f, when + 6, set);
		return;
	}
	if (!strncmp(when, "budget ", 7)) {
		if (!func_variant(f))
			return;
		regs.start += budget(f, when + 7);
		registers_reserve(t, regs, set);
		return;
	}
	while (strcmp(when, "always") != 0) {
		const char *and = strstr(when, " and ");

		if (!condition_holds(f, rule, when,
				     and? (size_t)(and-when) : strlen(when)))
			return;
		if (!and)
			break;
		when = and+5;
	}
	for (uint32_t i = 0; i < BITS_WORDS(t->n_regs); i++)
		set[i] |= t->mask_words[rule->set + i];
}

Slice
target_file_registers(const Target *t, uint32_t file)
{
	const char *name = target_str(t, t->files[file].name);

	for (uint32_t i = 0; i < t->n_reserves; i++) {
		const char *when = target_str(t, t->reserves[i].when);

		if (!strncmp(when, "budget ", 7) && !strcmp(when + 7, name))
			return t->reserves[i].regs;
	}
	return (Slice){0};
}

void
func_reserved(const Func *f, uint64_t *set)
{
	const Target *t = f->target;
	const TargetVariant *variant = func_variant(f);

	if (variant)
		registers_reserve(t, variant->reserved, set);
	for (uint32_t i = 0; i < t->n_reserves; i++)
		rule_apply(f, &t->reserves[i], set);
}

void
func_saved(const Func *f, uint64_t *set)
{
	const Target *t = f->target;
	Span unknown;

	if (func_field_true(f, "machineFunctionInfo.isEntryFunction"))
		return;
	const Convention *c = func_convention(f, &unknown);
	Slice list = c && !c->usual && !c->refused ? c->saved : t->callee_saved;
	const RegId *regs = t->reg_lists + list.start;
	uint32_t n = list.end - list.start;
	if (f->traits.has_callee_saved) {
		regs = f->callee_saved.at;
		n = f->callee_saved.n;
	}
	for (uint32_t i = 0; i < n; i++) {
		Slice subs = t->regs[regs[i]].subs;
		Slice supers = t->regs[regs[i]].supers;

		bits_add(set, regs[i]);
		for (uint32_t k = subs.start; k < subs.end; k++)
			bits_add(set, target_sub_at(t, regs[i], k));
		for (uint32_t k = supers.start; k < supers.end; k++)
			bits_add(set, target_super_at(t, regs[i], k));
	}
}
