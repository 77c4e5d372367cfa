/*
 * Register classes.  A row that is a map says what the class holds; a row that
 * is only a name gets its members by the name, in the way LLVM names the
 * classes it infers:
 *
 *	X_with_I		members of X that have a sub-register I
 *	X_with_I_in_Y		... and have it in class Y
 *	X_and_Y			members of both
 *
 * Its size is that of X; all else, allocation order included, it has from the
 * smallest class that holds it, an allocatable one if there is one.
 */
#include "targets/classes.h"

#include "core/base/bits.h"
#include "targets/pattern.h"

#include <stdlib.h>
#include <string.h>

/* A class before it has a number. */
typedef struct {
	TargetClass cls;
	const char *name;
	const YamlNode *node;
	RegList members, order; /* order.n 0: as members */
	uint32_t place;		/* in the file */
	bool by_name;
	bool later;    /* its number is behind those of all that are not */
	uint64_t *set; /* of members */
} Draft;

typedef struct {
	TargetBuilder *b;
	VEC(Draft) drafts;
} Drafts;

static const Draft *
draft_find(const Drafts *ds, const char *name, size_t len)
{
	for (uint32_t i = 0; i < ds->drafts.n; i++) {
		const Draft *d = &ds->drafts.at[i];

		if (!strncmp(d->name, name, len) && !d->name[len])
			return d;
	}
	return NULL;
}

static bool
list_has(const RegList *list, RegId reg)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i] == reg)
			return true;
	return false;
}

static RegId
part_of(const TargetBuilder *b, RegId reg, SubId sub)
{
	Slice s = b->regs.at[reg].subs;

	for (; s.start < s.end; s.start++)
		if (b->reg_subs.at[s.start].sub == sub)
			return b->reg_subs.at[s.start].reg;
	return 0;
}

/* Members as a set, for quick tests. */
static uint64_t *
list_set(const TargetBuilder *b, const RegList *list)
{
	uint64_t *set = ARENA_NEW(b->arena, uint64_t, BITS_WORDS(b->regs.n));

	for (uint32_t i = 0; i < list->n; i++)
		bits_add(set, list->at[i]);
	return set;
}

/* Keep those of LIST whose sub-register SUB (0: themselves) is in SET; with
 * SET NULL, those that have one. */
static RegList
list_filter(const TargetBuilder *b, const RegList *list, SubId sub,
	    const uint64_t *set)
{
	RegList out = {0};

	FOR_ARRAY(RegId, reg, list->at, list->n) {
		RegId part = sub ? part_of(b, *reg, sub) : *reg;

		if (part && (!set || bits_has(set, part)))
			VEC_PUSH(b->arena, out, *reg);
	}
	return out;
}

static void
draft_filter(const TargetBuilder *b, Draft *out, SubId sub, const uint64_t *set)
{
	out->members = list_filter(b, &out->members, sub, set);
	if (out->order.n)
		out->order = list_filter(b, &out->order, sub, set);
}

static bool draft_by_name(Drafts *ds, const char *name, size_t len, Draft *out);

/* NAME as X_and_Y, split at any "_and_".  Here and below a reading that leaves
 * no member is not meant: X_with_I_in_Y_and_Z may be X_with_I_in_(Y_and_Z). */
static bool
draft_and(Drafts *ds, const char *name, size_t len, Draft *out)
{
	for (size_t i = 1; i + 5 < len; i++) {
		Draft other;

		if (strncmp(name + i, "_and_", 5) ||
		    !draft_by_name(ds, name + i + 5, len - i - 5, &other) ||
		    !draft_by_name(ds, name, i, out))
			continue;
		draft_filter(ds->b, out, 0, list_set(ds->b, &other.members));
		if (out->members.n)
			return true;
	}
	return false;
}

/* The rest of X_with_I or X_with_I_in_Y, for X in OUT. */
static bool
draft_with(Drafts *ds, const char *rest, size_t len, Draft *out)
{
	SubId sub = builder_sub(ds->b, rest, len);
	const Draft x = *out;

	if (sub) {
		draft_filter(ds->b, out, sub, NULL);
		return out->members.n > 0;
	}
	for (size_t i = 1; i + 4 < len; i++) {
		Draft part;

		if (strncmp(rest + i, "_in_", 4))
			continue;
		sub = builder_sub(ds->b, rest, i);
		if (!sub ||
		    !draft_by_name(ds, rest + i + 4, len - i - 4, &part))
			continue;
		draft_filter(ds->b, out, sub, list_set(ds->b, &part.members));
		if (out->members.n)
			return true;
		*out = x;
	}
	return false;
}

static bool
draft_by_name(Drafts *ds, const char *name, size_t len, Draft *out)
{
	const Draft *known = draft_find(ds, name, len);

	if (known) {
		*out = *known;
		return true;
	}
	if (draft_and(ds, name, len, out))
		return true;
	for (size_t i = 1; i + 6 < len; i++)
		if (!strncmp(name + i, "_with_", 6) &&
		    draft_by_name(ds, name, i, out) &&
		    draft_with(ds, name + i + 6, len - i - 6, out))
			return true;
	return false;
}

/* Append what NODE, a pattern or list of them, stands for: registers, or
 * members of classes above. */
static bool
members_read(Drafts *ds, const YamlNode *node, int32_t n, RegList *out)
{
	TargetBuilder *b = ds->b;
	Names names = {0};

	if (!names_expand_with(&names, node, n, b->arena, b->diag))
		return false;
	for (uint32_t i = 0; i < names.n; i++) {
		const char *text = names.at[i].text;
		RegId reg = builder_reg(b, text, strlen(text));
		const Draft *d = draft_find(ds, text, strlen(text));

		if (reg) {
			VEC_PUSH(b->arena, *out, reg);
		} else if (d) {
			for (uint32_t k = 0; k < d->members.n; k++)
				VEC_PUSH(b->arena, *out, d->members.at[k]);
		} else {
			diag_error(b->diag, names.at[i].node->at,
				   "neither register nor class above: '%s'",
				   text);
			return false;
		}
	}
	return true;
}

static void
list_remove(const TargetBuilder *b, RegList *list, const RegList *drop)
{
	const uint64_t *set = list_set(b, drop);
	uint32_t n = 0;

	for (uint32_t i = 0; i < list->n; i++)
		if (!bits_has(set, list->at[i]))
			list->at[n++] = list->at[i];
	list->n = n;
}

static bool
file_find(TargetBuilder *b, const YamlNode *row, TargetClass *cls)
{
	const YamlNode *node = yaml_get(row, "file");

	if (!node)
		return true;
	for (uint32_t i = 0; i < b->files.n; i++) {
		if (yaml_is(node, b->strings.at + b->files.at[i].name)) {
			cls->file = (uint8_t)i;
			return true;
		}
	}
	diag_error(b->diag, node->at, "unknown register file");
	return false;
}

/* A number of a row, in which patterns may use the number N of the name. */
static int64_t
row_int(TargetBuilder *b, const YamlNode *row, const char *key, int32_t n,
	int64_t max, int64_t otherwise)
{
	const YamlNode *node = yaml_get(row, key);
	YamlNode number;
	int64_t value = otherwise;

	if (!node || !yaml_expect(node, YAML_SCALAR, b->diag))
		return otherwise;
	number = *node;
	number.text = pattern_text(node, node->text, n, b->arena, b->diag);
	if (number.text)
		yaml_int(&number, -128, max, &value, b->diag);
	return value;
}

static bool
draft_fill(Drafts *ds, const YamlNode *row, int32_t n, Draft *d)
{
	TargetBuilder *b = ds->b;
	const YamlNode *members = yaml_get(row, "members");
	const YamlNode *except = yaml_get(row, "except");
	const YamlNode *order = yaml_get(row, "order");
	const YamlNode *allocatable = yaml_get(row, "allocatable");
	RegList drop = {0};

	d->cls.bits = (uint32_t)row_int(b, row, "bits", n, 65536, 0);
	d->cls.spill_size = (uint16_t)row_int(b, row, "size", n, 65535, 0);
	d->cls.spill_align = (uint16_t)row_int(b, row, "align", n, 65535, 0);
	d->cls.copy_cost = (int8_t)row_int(b, row, "copy-cost", n, 127, 1);
	d->later = yaml_get_bool(row, "later", b->diag);
	if (!allocatable || yaml_get_bool(row, "allocatable", b->diag))
		d->cls.flags |= CLASS_ALLOCATABLE;
	if (!members) {
		diag_error(b->diag, row->at, "a class without 'members'");
		return false;
	}
	if (!members_read(ds, members, n, &d->members) ||
	    (except && !members_read(ds, except, n, &drop)) ||
	    (order && !members_read(ds, order, n, &d->order)))
		return false;
	if (except)
		list_remove(b, &d->members, &drop);
	return file_find(b, row, &d->cls);
}

/* The drafts of the rows that are maps. */
static bool
rows_read(Drafts *ds, const YamlNode *list)
{
	static const char *const keys[] = {"name",	"bits",	 "size",
					   "align",	"file",	 "members",
					   "except",	"order", "allocatable",
					   "copy-cost", "later", NULL};
	TargetBuilder *b = ds->b;

	for (uint32_t i = 0; i < list->n; i++) {
		const YamlNode *row = &list->items[i], *name;
		Names names = {0};

		if (row->kind == YAML_SCALAR)
			continue;
		if (!yaml_keys(row, keys, b->diag))
			return false;
		name = yaml_get(row, "name");
		if (!name) {
			diag_error(b->diag, row->at, "a class without 'name'");
			return false;
		}
		if (!names_expand(&names, name, b->arena, b->diag))
			return false;
		for (uint32_t k = 0; k < names.n; k++) {
			Draft d = {.name = names.at[k].text,
				   .node = names.at[k].node,
				   .place = i};

			if (!draft_fill(ds, row, names.at[k].n, &d))
				return false;
			VEC_PUSH(b->arena, ds->drafts, d);
		}
	}
	return true;
}

/* The drafts of the rows that are names. */
static bool
names_read(Drafts *ds, const YamlNode *list)
{
	TargetBuilder *b = ds->b;

	for (uint32_t i = 0; i < list->n; i++) {
		const YamlNode *row = &list->items[i];
		Names names = {0};

		if (row->kind != YAML_SCALAR)
			continue;
		if (!names_expand(&names, row, b->arena, b->diag))
			return false;
		for (uint32_t k = 0; k < names.n; k++) {
			const char *name = names.at[k].text;
			Draft d;

			if (!draft_by_name(ds, name, strlen(name), &d)) {
				diag_error(b->diag, row->at,
					   "'%s' does not say what the class "
					   "holds",
					   name);
				return false;
			}
			d.name = name;
			d.node = row;
			d.place = i;
			d.by_name = true;
			VEC_PUSH(b->arena, ds->drafts, d);
		}
	}
	return true;
}

static int
draft_compare(const void *a, const void *b)
{
	const Draft *x = a, *y = b;

	if (x->later != y->later)
		return x->later ? 1 : -1;
	if (x->cls.bits != y->cls.bits)
		return x->cls.bits < y->cls.bits ? -1 : 1;
	if (x->cls.spill_size != y->cls.spill_size)
		return x->cls.spill_size < y->cls.spill_size ? -1 : 1;
	if (x->cls.spill_align != y->cls.spill_align)
		return x->cls.spill_align < y->cls.spill_align ? -1 : 1;
	if (x->members.n != y->members.n)
		return x->members.n > y->members.n ? -1 : 1;
	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Indices that only artificial registers have: no class counts their lanes. */
static uint64_t *
artificial_indices(const TargetBuilder *b)
{
	uint64_t *set = ARENA_NEW(b->arena, uint64_t, BITS_WORDS(b->subs.n));

	memset(set, 0xff, BITS_WORDS(b->subs.n) * sizeof(*set));
	for (uint32_t i = 0; i < b->reg_subs.n; i++)
		if (!(b->regs.at[b->reg_subs.at[i].reg].flags & REG_ARTIFICIAL))
			bits_del(set, b->reg_subs.at[i].sub);
	return set;
}

/* Lanes and flags that follow from the members. */
static void
class_lanes(TargetBuilder *b, TargetClass *cls, const RegList *members,
	    const uint64_t *artificial)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < members->n; i++) {
		const TargetReg *reg = &b->regs.at[members->at[i]];
		LaneMask common = LANES_ALL;
		Slice s = reg->subs;

		for (; s.start < s.end; s.start++) {
			SubId sub = b->reg_subs.at[s.start].sub;

			common &= b->subs.at[sub].lanes;
			cls->all |= b->subs.at[sub].lanes;
			if (!bits_has(artificial, sub))
				cls->lanes |= b->subs.at[sub].lanes;
		}
		/* One lane is a part, and some other part lacks it. */
		if (!common)
			cls->flags |= CLASS_DISJUNCT;
		n += !!(reg->flags & REG_COVERED);
	}
	if (!cls->lanes)
		cls->lanes = 1;
	cls->all |= cls->lanes;
	if (n == members->n)
		cls->flags |= CLASS_COVERED;
}

static bool
draft_holds(const TargetBuilder *b, const Draft *d, const Draft *sub)
{
	if (d->cls.bits > sub->cls.bits ||
	    d->cls.spill_size > sub->cls.spill_size ||
	    d->members.n < sub->members.n)
		return false;
	for (uint32_t i = 0; i < BITS_WORDS(b->regs.n); i++)
		if (sub->set[i] & ~d->set[i])
			return false;
	return true;
}

/* The smallest class above number I that holds it, allocatable if possible;
 * NULL if there is none. */
static const Draft *
draft_super(const Drafts *ds, uint32_t i)
{
	const Draft *d = &ds->drafts.at[i], *found = NULL;

	for (uint32_t k = i; k-- > 0;) {
		const Draft *super = &ds->drafts.at[k];

		if (found && !(super->cls.flags & CLASS_ALLOCATABLE))
			continue;
		if (!draft_holds(ds->b, super, d))
			continue;
		if (super->cls.flags & CLASS_ALLOCATABLE)
			return super;
		found = super;
	}
	return found;
}

/* Classes by name take over from the smallest class that holds them. */
static void
drafts_inherit(Drafts *ds)
{
	TargetBuilder *b = ds->b;

	for (uint32_t i = 0; i < ds->drafts.n; i++) {
		Draft *d = &ds->drafts.at[i];
		const Draft *super;

		d->set = list_set(b, &d->members);
		super = d->by_name ? draft_super(ds, i) : NULL;
		if (!super)
			continue;
		d->cls.copy_cost = super->cls.copy_cost;
		d->cls.flags = super->cls.flags;
		d->cls.file = super->cls.file;
		d->members = list_filter(b, &super->members, 0, d->set);
		d->order = list_filter(b, &super->order, 0, d->set);
	}
}

static bool
drafts_add(Drafts *ds)
{
	TargetBuilder *b = ds->b;
	const uint64_t *artificial = artificial_indices(b);

	for (uint32_t i = 0; i < ds->drafts.n; i++) {
		const Draft *d = &ds->drafts.at[i];
		const RegList *order = d->order.n ? &d->order : &d->members;
		ClassId id = builder_class_add(b, d->name, strlen(d->name),
					       d->node->at);
		Slice members = {b->class_members.n, 0};
		TargetClass *cls;
		StrId name;

		if (id == CLASS_NONE)
			return false;
		cls = &b->classes.at[id];
		name = cls->name;
		*cls = d->cls;
		cls->name = name;
		class_lanes(b, cls, &d->members, artificial);
		for (uint32_t k = 0; k < d->members.n; k++)
			VEC_PUSH(b->arena, b->class_members, d->members.at[k]);
		members.end = b->class_members.n;
		VEC_PUSH(b->arena, b->member_slices, members);
		cls->order.start = b->class_regs.n;
		for (uint32_t k = 0; k < order->n; k++) {
			if (d->order.n &&
			    !list_has(&d->members, order->at[k])) {
				diag_error(b->diag, d->node->at,
					   "'order' of class '%s' has a "
					   "register that is no member",
					   d->name);
				return false;
			}
			VEC_PUSH(b->arena, b->class_regs, order->at[k]);
		}
		cls->order.end = b->class_regs.n;
	}
	return true;
}

/* Lanes for which a mask says that a register is covered. */
static void
covering_lanes(TargetBuilder *b)
{
	b->facts.covering_lanes = LANES_ALL;
	for (uint32_t r = 1; r < b->regs.n; r++) {
		const TargetReg *reg = &b->regs.at[r];

		if (reg->flags & REG_COVERED)
			continue;
		for (uint32_t i = reg->subs.start; i < reg->subs.end; i++)
			b->facts.covering_lanes &=
				~b->subs.at[b->reg_subs.at[i].sub].lanes;
	}
}

bool
load_classes(TargetBuilder *b, const YamlNode *list)
{
	Drafts ds = {.b = b};

	if (!rows_read(&ds, list) || !names_read(&ds, list))
		return false;
	if (ds.drafts.n)
		qsort(ds.drafts.at, ds.drafts.n, sizeof(*ds.drafts.at),
		      draft_compare);
	if (b->diag->errors)
		return false;
	drafts_inherit(&ds);
	if (!drafts_add(&ds))
		return false;
	covering_lanes(b);
	builder_classes_finish(b);
	builder_rep_units(b);
	builder_counted(b);
	return true;
}
