/*
 * Target: lookups and register algebra.
 */
#include "core/model/target.h"

#include "core/base/search.h"
#include "core/model/unitset.h"

#include <stdlib.h>
#include <string.h>

uint32_t
target_hash(const char *name, size_t len)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)name[i]) * 16777619u;
	return h;
}

/* Index of NAME in TABLE; NAME_AT(i) gives the StrId of entry i. */
#define NAME_FIND(t, table, array, name, len, none)                            \
	do {                                                                   \
		uint32_t size = (table).slots.end - (table).slots.start;       \
		const uint16_t *slot = (t)->name_slots + (table).slots.start;  \
		uint32_t at =                                                  \
			target_name_slot(target_hash((name), (len)), size);    \
		const char *s;                                                 \
		if (!size)                                                     \
			return (none);                                         \
		for (;; at = at + 1 < size ? at + 1 : 0) {                     \
			uint16_t i = slot[at];                                 \
			if (i == UINT16_MAX)                                   \
				return (none);                                 \
			s = target_str((t), (t)->array[i].name);               \
			if (!strncmp(s, (name), (len)) && !s[len])             \
				return i;                                      \
		}                                                              \
	} while (0)

RegId
target_reg(const Target *t, const char *name, size_t len)
{
	NAME_FIND(t, t->reg_names, regs, name, len, 0);
}

SubId
target_sub(const Target *t, const char *name, size_t len)
{
	NAME_FIND(t, t->sub_names, subs, name, len, 0);
}

ClassId
target_class(const Target *t, const char *name, size_t len)
{
	NAME_FIND(t, t->class_names, classes, name, len, CLASS_NONE);
}

OpcodeId
target_opcode(const Target *t, const char *name, size_t len)
{
	NAME_FIND(t, t->opcode_names, opcodes, name, len, 0);
}

int
target_mask(const Target *t, const char *name, size_t len)
{
	NAME_FIND(t, t->mask_names, masks, name, len, -1);
}

RegId
target_subreg(const Target *t, RegId reg, SubId sub)
{
	Slice s = t->regs[reg].subs;
	uint32_t i = s.start;

	if (!sub)
		return reg;
	SEARCH_FIRST(i, s.end, t->sub_steps[i].sub < sub);
	return i < s.end && t->sub_steps[i].sub == sub
		       ? target_sub_at(t, reg, i)
		       : 0;
}

RegId
target_superreg(const Target *t, RegId reg, SubId sub, ClassId cls)
{
	Slice s = t->regs[reg].supers;

	if (!sub)
		return cls == CLASS_NONE || target_class_has(t, cls, reg) ? reg
									  : 0;
	for (uint32_t i = s.start; i < s.end; i++) {
		RegId super = target_super_at(t, reg, i);

		if ((cls == CLASS_NONE || target_class_has(t, cls, super)) &&
		    target_subreg(t, super, sub) == reg)
			return super;
	}
	return 0;
}

SubId
target_subreg_index(const Target *t, RegId reg, RegId sub)
{
	Slice s = t->regs[reg].subs;

	for (uint32_t i = s.start; i < s.end; i++)
		if (target_sub_at(t, reg, i) == sub)
			return t->sub_steps[i].sub;
	return 0;
}

SubId
target_compose(const Target *t, SubId a, SubId b)
{
	const TargetSub *row = &t->subs[a];
	uint32_t at = b - row->first;

	if (!a || !b)
		return a ? a : b;
	return at < row->compose.end - row->compose.start
		       ? t->sub_compose[row->compose.start + at]
		       : 0;
}

LaneMask
target_lanes_up(const Target *t, SubId sub, LaneMask mask)
{
	const uint8_t *up = t->sub_lanes_up + (uint32_t)sub * 64;
	LaneMask out = 0;

	if (!sub)
		return mask;
	if (mask == LANES_ALL)
		return t->subs[sub].lanes;
	for (; mask; mask &= mask - 1) {
		uint8_t lane = up[bits_lowest(mask)];

		if (lane < 64)
			out |= (LaneMask)1 << lane;
	}
	return out;
}

LaneMask
target_lanes_down(const Target *t, SubId sub, LaneMask mask)
{
	const uint8_t *up = t->sub_lanes_up + (uint32_t)sub * 64;
	LaneMask out = 0;

	if (!sub)
		return mask;
	for (unsigned i = 0; i < 64; i++)
		if (up[i] < 64 && (mask >> up[i] & 1))
			out |= (LaneMask)1 << i;
	return out;
}

LaneMask
target_sub_lanes(const Target *t, SubId sub)
{
	return sub ? t->subs[sub].lanes : LANES_ALL;
}

bool
target_overlap(const Target *t, RegId a, RegId b)
{
	Slice x = t->regs[a].units, y = t->regs[b].units;

	while (x.start < x.end && y.start < y.end) {
		UnitId i = t->reg_units[x.start], k = t->reg_units[y.start];

		if (i == k)
			return true;
		x.start += i < k;
		y.start += i > k;
	}
	return false;
}

ClassId
target_class_common(const Target *t, ClassId a, ClassId b)
{
	uint32_t words = BITS_WORDS(t->n_classes);
	const uint64_t *x = t->class_subclasses + (size_t)a * words;
	const uint64_t *y = t->class_subclasses + (size_t)b * words;
	ClassId best = CLASS_NONE;
	uint32_t size = 0;

	if (a == b)
		return a;
	for (uint32_t i = 0; i < words; i++) {
		for (uint64_t both = x[i] & y[i]; both; both &= both - 1) {
			ClassId c = (ClassId)(i * 64 + bits_lowest(both));
			Slice s = t->classes[c].order;

			if (s.end - s.start > size) {
				size = s.end - s.start;
				best = c;
			}
		}
	}
	return best;
}

/* Do all members of CLS have SUB in PART? */
static bool
class_subs_in(const Target *t, ClassId cls, SubId sub, ClassId part)
{
	Slice s = t->classes[cls].order;
	uint32_t at = 0;

	if (s.start == s.end)
		return false;
	/* Those that have not are the last ones, if any.  Most have all their
	 * parts in one order. */
	for (uint32_t i = s.end; i-- > s.start;) {
		RegId reg = t->class_regs[i];
		Slice subs = t->regs[reg].subs;

		if (subs.start + at >= subs.end ||
		    t->sub_steps[subs.start + at].sub != sub)
			for (at = 0; subs.start + at < subs.end &&
				     t->sub_steps[subs.start + at].sub != sub;)
				at++;
		if (subs.start + at >= subs.end ||
		    !target_class_has(t, part,
				      target_sub_at(t, reg, subs.start + at)))
			return false;
	}
	return true;
}

ClassId
target_class_with_sub(const Target *t, ClassId cls, SubId sub, ClassId part)
{
	uint32_t words = BITS_WORDS(t->n_classes), size = 0;
	const uint64_t *subclasses = t->class_subclasses + (size_t)cls * words;
	Slice all = t->classes[cls].order;
	ClassId best = CLASS_NONE;
	bool whole = class_subs_in(t, cls, sub, part);

	for (uint32_t i = 0; i < words; i++) {
		for (uint64_t bits = subclasses[i]; bits; bits &= bits - 1) {
			ClassId c = (ClassId)(i * 64 + bits_lowest(bits));
			Slice s = t->classes[c].order;

			if (whole && s.end - s.start == all.end - all.start)
				return c; /* the same registers */
			if (!whole && s.end - s.start > size &&
			    class_subs_in(t, c, sub, part)) {
				size = s.end - s.start;
				best = c;
			}
		}
	}
	return best;
}

const char *
target_setting(const Target *t, const char *key)
{
	for (uint32_t i = 0; i + 1 < t->n_settings; i += 2)
		if (!strcmp(target_str(t, t->settings[i]), key))
			return target_str(t, t->settings[i + 1]);
	return "";
}

OpcodeId
target_setting_opcode(const Target *t, const char *key)
{
	const char *name = target_setting(t, key);

	return target_opcode(t, name, strlen(name));
}

bool
target_words_have(const char *words, const char *name, size_t len)
{
	size_t n;

	for (; *words; words += n, words += strspn(words, " ")) {
		n = strcspn(words, " ");
		bool begins = n && words[n - 1] == '*';
		if ((begins ? n - 1 <= len : n == len) &&
		    !memcmp(words, name, n - begins))
			return true;
	}
	return false;
}

bool
target_setting_has(const Target *t, const char *key, const char *name)
{
	return target_words_have(target_setting(t, key), name, strlen(name));
}

bool
target_stands_for(const Target *t, RegId reg, RegId whole)
{
	return target_subreg_index(t, whole, reg) &&
	       target_setting_has(t, "implied-parts", target_reg_name(t, reg));
}

bool
target_implied_lately(const Target *t, RegId reg)
{
	return target_setting_has(t, "implied-lately", target_reg_name(t, reg));
}

uint32_t
target_address_bytes(const Target *t)
{
	const char *bytes = target_setting(t, "address-bytes");

	return *bytes ? (uint32_t)strtoul(bytes, NULL, 10) : 8;
}

typedef OpcodeId RowKey(const Target *t, uint32_t row);

/* The rows of N, sorted by KEY, whose key is OP. */
static inline Slice
rows_of(const Target *t, uint32_t n, RowKey *key, OpcodeId op)
{
	uint32_t first = 0, end;

	SEARCH_FIRST(first, n, key(t, first) < op);
	for (end = first; end < n && key(t, end) == op;)
		end++;
	return (Slice){first, end};
}

static OpcodeId
commutation_key(const Target *t, uint32_t row)
{
	return t->commutations[row].from;
}

static OpcodeId
fold_key(const Target *t, uint32_t row)
{
	return t->folds[row].from;
}

static OpcodeId
fold_to_key(const Target *t, uint32_t row)
{
	return t->folds[t->folds_to[row]].to;
}

static OpcodeId
second_text_key(const Target *t, uint32_t row)
{
	return t->second_texts[row].op;
}

static OpcodeId
vector_key(const Target *t, uint32_t row)
{
	return t->vectors[row].op;
}

const char *
target_text(const Target *t, OpcodeId op, bool second)
{
	Slice s = {0, 0};

	if (second)
		s = rows_of(t, t->n_second_texts, second_text_key, op);
	return target_str(t, s.start < s.end ? t->second_texts[s.start].text
					     : t->opcodes[op].text);
}

Slice
target_commutations(const Target *t, OpcodeId from)
{
	return rows_of(t, t->n_commutations, commutation_key, from);
}

bool
target_has_folds(const Target *t)
{
	for (uint32_t i = 0; i < t->n_folds; i++)
		if (!t->folds[i].slow)
			return true;
	return false;
}

Slice
target_folds(const Target *t, OpcodeId from)
{
	return rows_of(t, t->n_folds, fold_key, from);
}

Slice
target_folds_to(const Target *t, OpcodeId to)
{
	return rows_of(t, t->n_folds_to, fold_to_key, to);
}

Slice
target_vectors(const Target *t, OpcodeId op)
{
	return rows_of(t, t->n_vectors, vector_key, op);
}

SubId
target_vector_part(const Target *t, const VectorRule *rule, uint32_t k)
{
	const OpndDesc *o =
		t->opnd_descs + target_desc(t, rule->op)->opnds.start;
	RegId reg = t->class_regs[t->classes[rule->cls].order.start];
	uint32_t offset = 0;

	for (uint32_t i = rule->first; i < k; i++)
		offset += t->classes[o[i].cls].bits;
	for (SubId s = 1; s < t->n_subs; s++) {
		RegId part = target_subreg(t, reg, s);

		if (part && t->subs[s].offset == (int32_t)offset &&
		    t->subs[s].size == (int32_t)t->classes[o[k].cls].bits &&
		    target_class_has(t, o[k].cls, part))
			return s;
	}
	return 0;
}

bool
target_starts_odd(const Target *t, RegId reg)
{
	for (Slice s = t->regs[reg].subs; s.start < s.end; s.start++) {
		const TargetSub *x = &t->subs[t->sub_steps[s.start].sub];
		uint16_t first =
			t->regs[target_sub_at(t, reg, s.start)].encoding;

		if (x->offset || !(first & 1))
			continue;
		for (Slice k = t->regs[reg].subs; k.start < k.end; k.start++) {
			const TargetSub *y =
				&t->subs[t->sub_steps[k.start].sub];
			RegId next = target_sub_at(t, reg, k.start);

			if (y->offset == x->size && y->size == x->size &&
			    t->regs[next].encoding == first + 1)
				return true;
		}
	}
	return false;
}

bool
target_copy_reads(const Target *t, const CopyRule *rule, uint64_t *set)
{
	bool some = false;

	FOR_SLICE(Recipe, r, t->recipes, rule->steps) {
		FOR_SLICE(RecipeOpnd, o, t->recipe_opnds, r->opnds) {
			if (o->kind != RECIPE_REG || !o->value ||
			    !(o->flags & RECIPE_IMPLICIT) ||
			    o->flags & RECIPE_DEF)
				continue;
			unitset_add(t, set, (RegId)o->value);
			some = true;
		}
	}
	return some;
}

uint64_t
target_opcode_set(const Target *target, const uint8_t *known, size_t n)
{
	uint64_t set = 0;

	for (size_t i = 0; i < n; i++)
		set |= (uint64_t)1 << (target->known[known[i]] & 63);
	return set;
}
