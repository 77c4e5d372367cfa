/*
 * TargetBuilder: names, strings, lists of registers, and the tables that
 * follow from the entries (classes' sets, subclasses, hash tables of names).
 */
#include "targets/builder.h"

#include "core/base/bits.h"

#include <string.h>

/* Name of entry I of the array a map is for. */
typedef StrId (*NameAt)(const TargetBuilder *b, uint32_t i);

#define NAME_AT(array)                                                         \
	static StrId array##_name(const TargetBuilder *b, uint32_t i)          \
	{                                                                      \
		return b->array.at[i].name;                                    \
	}
NAME_AT(regs)
NAME_AT(subs)
NAME_AT(classes)
NAME_AT(drafts)
NAME_AT(masks)

static StrId
strings_name(const TargetBuilder *b, uint32_t i)
{
	(void)b;
	return i;
}

/* The index of NAME in MAP, and 1; 0: it is not there. */
static uint32_t
map_find(const TargetBuilder *b, const IntMap *map, NameAt name_at,
	 const char *name, size_t len)
{
	uint32_t h = target_hash(name, len), i;

	for (; (i = intmap_get(map, h)) != UINT32_MAX; h++) {
		const char *s = b->strings.at + name_at(b, i);

		if (!strncmp(s, name, len) && !s[len])
			break;
	}
	return i + 1;
}

/* INDEX has a name that is new. */
static void
map_add(TargetBuilder *b, IntMap *map, NameAt name_at, uint32_t index)
{
	const char *name = b->strings.at + name_at(b, index);
	uint32_t *at;

	INTMAP_SEEK(at, map, b->arena, target_hash(name, strlen(name)), false);
	*at = index;
}

StrId
builder_string(TargetBuilder *b, const char *text, size_t len)
{
	uint32_t found, at = b->strings.n;

	if (!len)
		return 0;
	found = map_find(b, &b->string_map, strings_name, text, len);
	if (found)
		return found - 1;
	for (size_t i = 0; i < len; i++)
		VEC_PUSH(b->arena, b->strings, text[i]);
	VEC_PUSH(b->arena, b->strings, 0);
	map_add(b, &b->string_map, strings_name, at);
	return at;
}

void
builder_init(TargetBuilder *b, Arena *arena, Diag *diag)
{
	const TargetSub none = {.offset = -1, .size = -1};

	memset(b, 0, sizeof(*b));
	b->arena = arena;
	b->diag = diag;
	VEC_PUSH(arena, b->strings, 0);
	VEC_PUSH(arena, b->regs, (TargetReg){.dwarf = -1});
	VEC_PUSH(arena, b->reg_locs, LOC_NONE);
	VEC_PUSH(arena, b->subs, none);
	VEC_PUSH(arena, b->sub_locs, LOC_NONE);
	VEC_PUSH(arena, b->drafts, (OpcodeDraft){0});
}

/* May NAME become one more WHAT: is none FOUND that has it? */
static bool
is_new(TargetBuilder *b, const char *what, uint32_t found, const char *name,
       size_t len, Loc at)
{
	if (found)
		diag_error(b->diag, at, "the %s '%.*s' is there already", what,
			   (int)len, name);
	return !found;
}

/* Is there ROOM for one more WHAT, called NAME? */
static bool
is_room(TargetBuilder *b, const char *what, bool room, const char *name,
	size_t len, Loc at)
{
	if (!len || !room) {
		diag_error(b->diag, at,
			   len ? "there are too many entries: %s '%.*s'"
			       : "a %s without a name",
			   what, (int)len, name);
		return false;
	}
	return true;
}

#define BUILDER_ADD(array, map, what, max, none, loc)                          \
	do {                                                                   \
		uint32_t found =                                               \
			map_find(b, &b->map, array##_name, name, len);         \
		uint32_t i = b->array.n;                                       \
		if (!is_new(b, what, found, name, len, at) ||                  \
		    !is_room(b, what, i < (max), name, len, at))               \
			return none;                                           \
		VEC_ROOM(b->arena, b->array);                                  \
		memset(&b->array.at[i], 0, sizeof(b->array.at[i]));            \
		b->array.at[i].name = builder_string(b, name, len);            \
		b->array.n++;                                                  \
		map_add(b, &b->map, array##_name, i);                          \
		loc;                                                           \
		return (uint16_t)i;                                            \
	} while (0)

RegId
builder_reg_add(TargetBuilder *b, const char *name, size_t len, Loc at)
{
	BUILDER_ADD(regs, reg_map, "register", UINT16_MAX, 0,
		    VEC_PUSH(b->arena, b->reg_locs, at));
}

SubId
builder_sub_add(TargetBuilder *b, const char *name, size_t len, Loc at)
{
	BUILDER_ADD(subs, sub_map, "sub-register index", 4096, 0,
		    VEC_PUSH(b->arena, b->sub_locs, at));
}

ClassId
builder_class_add(TargetBuilder *b, const char *name, size_t len, Loc at)
{
	BUILDER_ADD(classes, class_map, "class", 4096, CLASS_NONE,
		    VEC_PUSH(b->arena, b->class_locs, at));
}

OpcodeId
builder_opcode_add(TargetBuilder *b, const char *name, size_t len, Loc at)
{
	BUILDER_ADD(drafts, opcode_map, "opcode", UINT16_MAX, 0, (void)0);
}

OpcodeId
builder_opcode_other(TargetBuilder *b, OpcodeId of, Loc at)
{
	OpcodeDraft draft = {.name = b->drafts.at[of].name};
	const char *name = b->strings.at + draft.name;
	OpcodeId op = (OpcodeId)b->drafts.n;

	if (b->drafts.at[of].other) {
		diag_error(b->diag, at, "opcode '%s' has another form already",
			   name);
		return 0;
	}
	if (!is_room(b, "opcode", b->drafts.n < UINT16_MAX, name, strlen(name),
		     at))
		return 0;
	VEC_PUSH(b->arena, b->drafts, draft);
	b->drafts.at[of].other = op;
	return op;
}

uint32_t
builder_mask_add(TargetBuilder *b, const char *name, size_t len, Loc at)
{
	BUILDER_ADD(masks, mask_map, "mask", 4096, UINT32_MAX, (void)0);
}

bool
builder_mask_known(TargetBuilder *b, const YamlNode *name)
{
	if (map_find(b, &b->mask_map, masks_name, name->text, name->len))
		return true;
	diag_error(b->diag, name->at, "unknown register mask '%s'", name->text);
	return false;
}

RegId
builder_reg(const TargetBuilder *b, const char *name, size_t len)
{
	uint32_t i = map_find(b, &b->reg_map, regs_name, name, len);

	return (RegId)(i ? i - 1 : 0);
}

SubId
builder_sub(const TargetBuilder *b, const char *name, size_t len)
{
	uint32_t i = map_find(b, &b->sub_map, subs_name, name, len);

	return (SubId)(i ? i - 1 : 0);
}

ClassId
builder_class(const TargetBuilder *b, const char *name, size_t len)
{
	uint32_t i = map_find(b, &b->class_map, classes_name, name, len);

	return i ? (ClassId)(i - 1) : CLASS_NONE;
}

OpcodeId
builder_opcode(const TargetBuilder *b, const char *name, size_t len)
{
	uint32_t i = map_find(b, &b->opcode_map, drafts_name, name, len);

	return (OpcodeId)(i ? i - 1 : 0);
}

bool
builder_name_opcode(TargetBuilder *b, const Name *name, OpcodeId *out)
{
	*out = builder_opcode(b, name->text, strlen(name->text));
	if (!*out)
		diag_error(b->diag, name->node->at, "no opcode '%s'",
			   name->text);
	return *out;
}

bool
builder_reg_at(TargetBuilder *b, const YamlNode *node, RegId *out)
{
	if (!yaml_expect(node, YAML_SCALAR, b->diag))
		return false;
	*out = builder_reg(b, node->text, node->len);
	if (!*out)
		diag_error(b->diag, node->at, "unknown register '%s'",
			   node->text);
	return *out != 0;
}

bool
builder_row_opcode(TargetBuilder *b, const YamlNode *row, const char *key,
		   OpcodeId *out)
{
	const YamlNode *node = yaml_get(row, key);

	if (!node)
		return true;
	if (!yaml_expect(node, YAML_SCALAR, b->diag))
		return false;
	*out = builder_opcode(b, node->text, node->len);
	if (!*out && !b->opcodes_loaded)
		*out = builder_opcode_add(b, node->text, node->len, node->at);
	if (!*out)
		diag_error(b->diag, node->at, "unknown opcode '%s'",
			   node->text);
	return *out;
}

/* Append the registers, or members of the class, that TEXT names. */
static bool
reg_list_name(TargetBuilder *b, const YamlNode *node, const char *text,
	      RegList *list)
{
	RegId reg = builder_reg(b, text, strlen(text));
	ClassId cls = builder_class(b, text, strlen(text));

	if (reg) {
		VEC_PUSH(b->arena, *list, reg);
		return true;
	}
	if (cls < b->member_slices.n) {
		Slice s = b->member_slices.at[cls];

		for (; s.start < s.end; s.start++)
			VEC_PUSH(b->arena, *list, b->class_members.at[s.start]);
		return true;
	}
	diag_error(b->diag, node->at, "unknown register '%s'", text);
	return false;
}

bool
builder_rows(TargetBuilder *b, const YamlNode *list,
	     bool (*load)(TargetBuilder *, const YamlNode *))
{
	if (!list)
		return true;
	if (!yaml_expect(list, YAML_LIST, b->diag))
		return false;
	for (uint32_t i = 0; i < list->n; i++)
		if (!load(b, &list->items[i]))
			return false;
	return true;
}

bool
builder_pairs(TargetBuilder *b, const YamlNode *map,
	      bool (*load)(TargetBuilder *, const YamlNode *, const YamlNode *))
{
	if (!map)
		return true;
	if (!yaml_expect(map, YAML_MAP, b->diag))
		return false;
	for (uint32_t i = 0; i < map->n; i++)
		if (!load(b, &map->items[2 * i], &map->items[2 * i + 1]))
			return false;
	return true;
}

bool
builder_reg_list(TargetBuilder *b, const YamlNode *node, RegList *list)
{
	Names names = {0};
	bool ok = names_expand(&names, node, b->arena, b->diag);

	for (uint32_t i = 0; ok && i < names.n; i++)
		ok = reg_list_name(b, node, names.at[i].text, list);
	return ok;
}

/* The registers of each class as a set. */
static void
class_sets(TargetBuilder *b)
{
	const Slice *slices = b->member_slices.at;
	const RegId *members = b->class_members.at;
	uint32_t words = BITS_WORDS(b->regs.n);

	b->members.n = words * b->classes.n;
	b->members.at = ARENA_NEW(b->arena, uint64_t, b->members.n);
	for (uint32_t c = 0; c < b->classes.n; c++)
		for (uint32_t i = slices[c].start; i < slices[c].end; i++)
			bits_add(b->members.at + (size_t)c * words, members[i]);
}

/* A class is a subclass if its values are as large or larger, its slots
 * serve as slots of the other, and its members are members. */
static bool
class_contains(const TargetBuilder *b, const TargetClass *c,
	       const TargetClass *sub)
{
	uint32_t words = BITS_WORDS(b->regs.n);
	const uint64_t *x = b->members.at + (c - b->classes.at) * words;
	const uint64_t *y = b->members.at + (sub - b->classes.at) * words;
	unsigned align = c->spill_align;

	if (c->bits > sub->bits || c->spill_size > sub->spill_size ||
	    (align && sub->spill_align % align))
		return c == sub;
	for (uint32_t w = 0; w < words; w++)
		if (y[w] & ~x[w])
			return false;
	return true;
}

/* Has another register exactly the units of R? */
static bool
reg_has_twin(const TargetBuilder *b, RegId r)
{
	const TargetReg *regs = b->regs.at, *reg = &regs[r];
	uint32_t n = reg->units.end - reg->units.start;

	for (uint32_t i = reg->supers.start; i < reg->supers.end; i++) {
		Slice units = regs[b->reg_supers.at[i]].units;

		if (units.end - units.start == n)
			return true;
	}
	for (uint32_t i = reg->subs.start; i < reg->subs.end; i++) {
		Slice units = regs[b->reg_subs.at[i].reg].units;

		if (units.end - units.start == n)
			return true;
	}
	return false;
}

/* Are some of N members parts of others?  (Those of a class of ARM that are
 * saved by one instruction.) */
static bool
is_mixed(const TargetBuilder *b, const uint64_t *set, const RegId *member,
	 uint32_t n)
{
	for (; n > 0; n--, member++) {
		Slice subs = b->regs.at[*member].subs;

		for (uint32_t i = subs.start; i < subs.end; i++)
			if (bits_has(set, b->reg_subs.at[i].reg))
				return true;
	}
	return false;
}

/* What the classes that each register is in tell about it. */
static void
regs_classes(TargetBuilder *b)
{
	const Slice *slices = b->member_slices.at;
	size_t words = BITS_WORDS(b->regs.n);
	uint32_t *size = ARENA_NEW(b->arena, uint32_t, b->regs.n);

	for (uint32_t r = 0; r < b->regs.n; r++)
		b->regs.at[r].cls = CLASS_NONE;
	for (uint32_t c = 0; c < b->classes.n; c++) {
		const TargetClass *cls = &b->classes.at[c];
		uint32_t n = cls->order.end - cls->order.start;

		if (is_mixed(b, b->members.at + c * words,
			     b->class_members.at + slices[c].start,
			     slices[c].end - slices[c].start))
			n = 0;
		for (uint32_t i = slices[c].start; i < slices[c].end; i++) {
			RegId id = b->class_members.at[i];
			TargetReg *reg = &b->regs.at[id];

			if (n > size[id]) {
				size[id] = n;
				reg->cls = (ClassId)c;
			}
			if (cls->bits <= reg->bits)
				continue;
			reg->bits = (uint16_t)cls->bits;
			if (reg_has_twin(b, id))
				reg->twin_bits = reg->bits;
		}
	}
}

void
builder_classes_finish(TargetBuilder *b)
{
	uint32_t words = BITS_WORDS(b->classes.n);

	class_sets(b);
	regs_classes(b);
	b->class_subclasses.n = words * b->classes.n;
	b->class_subclasses.at =
		ARENA_NEW(b->arena, uint64_t, b->class_subclasses.n);
	for (uint32_t c = 0; c < b->classes.n; c++) {
		TargetClass *cls = &b->classes.at[c];
		Slice members;

		/* Of classes before it, only those right before it count: LLVM
		 * takes no other for a subclass. */
		for (uint32_t d = c; d < b->classes.n; d++)
			if (class_contains(b, cls, &b->classes.at[d]))
				bits_add(b->class_subclasses.at + c * words, d);
		for (uint32_t d = c; d-- > 0;) {
			if (!class_contains(b, cls, &b->classes.at[d]))
				break;
			bits_add(b->class_subclasses.at + c * words, d);
		}
		if (!(cls->flags & CLASS_ALLOCATABLE))
			continue;
		members = b->member_slices.at[c];
		for (uint32_t i = members.start; i < members.end; i++)
			b->regs.at[b->class_members.at[i]].flags |=
				REG_ALLOCATABLE;
	}
}

/* The finished hash table of N names from entry FIRST on. */
static NameTable
name_table(TargetBuilder *b, NameAt name_at, uint32_t first, uint32_t n)
{
	uint32_t size = (n - first) * 3 / 2 + 1, start = b->name_slots.n;
	uint16_t *slots;

	for (uint32_t i = 0; i < size; i++)
		VEC_PUSH(b->arena, b->name_slots, UINT16_MAX);
	slots = b->name_slots.at + start;
	for (uint32_t i = first; i < n; i++) {
		const char *s = b->strings.at + name_at(b, i);
		uint32_t at = target_name_slot(target_hash(s, strlen(s)), size);

		while (slots[at] != UINT16_MAX)
			at = at + 1 < size ? at + 1 : 0;
		slots[at] = (uint16_t)i;
	}
	return (NameTable){{start, start + size}};
}

/* Find the well-known opcodes: one that opcodes.yaml lacks is added. */
static void
known_opcodes(TargetBuilder *b)
{
	enum {
		META = OP_META,
		DEBUG = OP_META | OP_DEBUG,
		ALWAYS = OP_POSITION | OP_LIFETIME, /* whatever the file says */
	};
	static const struct {
		const char *name;
		uint32_t flags;
	} known[WK_COUNT] = {
		[WK_PHI] = {"PHI", 0},
		[WK_COPY] = {"COPY", 0},
		[WK_IMPLICIT_DEF] = {"IMPLICIT_DEF", META},
		[WK_KILL] = {"KILL", META},
		[WK_REG_SEQUENCE] = {"REG_SEQUENCE", 0},
		[WK_INSERT_SUBREG] = {"INSERT_SUBREG", 0},
		[WK_EXTRACT_SUBREG] = {"EXTRACT_SUBREG", 0},
		[WK_SUBREG_TO_REG] = {"SUBREG_TO_REG", 0},
		[WK_INLINEASM] = {"INLINEASM", OP_SIDE_EFFECTS},
		[WK_INLINEASM_BR] = {"INLINEASM_BR",
				     OP_SIDE_EFFECTS | OP_TERMINATOR},
		[WK_DBG_VALUE] = {"DBG_VALUE", DEBUG},
		[WK_DBG_VALUE_LIST] = {"DBG_VALUE_LIST", DEBUG},
		[WK_DBG_INSTR_REF] = {"DBG_INSTR_REF", DEBUG},
		[WK_DBG_PHI] = {"DBG_PHI", DEBUG},
		[WK_DBG_LABEL] = {"DBG_LABEL", DEBUG},
		[WK_BUNDLE] = {"BUNDLE", 0},
		[WK_CFI_INSTRUCTION] = {"CFI_INSTRUCTION", META | OP_POSITION},
		[WK_EH_LABEL] = {"EH_LABEL", META | OP_POSITION},
		[WK_GC_LABEL] = {"GC_LABEL", META | OP_POSITION},
		[WK_ANNOTATION_LABEL] = {"ANNOTATION_LABEL",
					 META | OP_POSITION},
		[WK_LIFETIME_START] = {"LIFETIME_START", META | OP_LIFETIME},
		[WK_LIFETIME_END] = {"LIFETIME_END", META | OP_LIFETIME},
		[WK_STATEPOINT] = {"STATEPOINT", OP_CALL},
		[WK_PATCHPOINT] = {"PATCHPOINT", OP_CALL},
		[WK_STACKMAP] = {"STACKMAP", OP_CALL | OP_SIDE_EFFECTS},
		[WK_INIT_UNDEF] = {"INIT_UNDEF", META},
	};

	for (unsigned i = 0; i < WK_COUNT; i++) {
		const char *name = known[i].name;
		OpcodeId op = builder_opcode(b, name, strlen(name));

		if (!op) {
			op = builder_opcode_add(b, name, strlen(name),
						LOC_NONE);
			b->drafts.at[op].desc.flags =
				known[i].flags | OP_VARIADIC;
		}
		b->drafts.at[op].desc.flags |= known[i].flags & ALWAYS;
		b->facts.known[i] = op;
	}
}

Target *
builder_finish(TargetBuilder *b)
{
	Target *t = ARENA_NEW(b->arena, Target, 1);

	if (b->diag->errors)
		return NULL;
	known_opcodes(b);
	b->facts.reg_names = name_table(b, regs_name, 1, b->regs.n);
	b->facts.sub_names = name_table(b, subs_name, 1, b->subs.n);
	b->facts.class_names = name_table(b, classes_name, 0, b->classes.n);
	b->facts.opcode_names = name_table(b, drafts_name, 1, b->drafts.n);
	b->facts.mask_names = name_table(b, masks_name, 0, b->masks.n);
	builder_pack(b);
	*t = b->facts;
#define FREEZE(type, field)                                                    \
	t->field = b->field.at;                                                \
	t->n_##field = b->field.n;
	TARGET_ARRAYS(FREEZE)
#undef FREEZE
	return t;
}
