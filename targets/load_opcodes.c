/*
 * Reads opcodes.yaml, the facts that targets/import/run takes from LLVM, into
 * a TargetBuilder, and behind it files of other versions, which add opcodes,
 * and forms of known ones with another number of operands.  Rows with the same
 * operands or the same implicit registers share one slice.  Linear in the file.
 */
#include "targets/builder.h"
#include "targets/targets.h"

#include <string.h>

/* Slices by the text that describes them. */
typedef struct {
	const char *text;
	uint32_t len;
	uint16_t ndefs, optional;
	Slice slice;
} Entry;

typedef struct {
	VEC(Entry) entries;
	IntMap by_text; /* by hash of the text: index */
} Memo;

typedef struct {
	TargetBuilder *b;
	Arena *arena;
	const YamlNode *groups;
	Memo operands, registers;
	uint32_t first; /* opcodes from here on are this file's */
	uint16_t llvm;	/* whose they are; 0: not said */
} Loader;

static const struct {
	const char *name;
	uint32_t flag;
} flag_names[] = {
	{"terminator", OP_TERMINATOR},
	{"branch", OP_BRANCH},
	{"indirect", OP_INDIRECT_BRANCH},
	{"barrier", OP_BARRIER},
	{"return", OP_RETURN},
	{"call", OP_CALL},
	{"compare", OP_COMPARE},
	{"move-imm", OP_MOVE_IMM},
	{"move-reg", OP_MOVE_REG},
	{"load", OP_MAY_LOAD},
	{"store", OP_MAY_STORE},
	{"effects", OP_SIDE_EFFECTS},
	{"remat", OP_REMATERIALIZABLE},
	{"cheap", OP_AS_CHEAP_AS_MOVE},
	{"commutable", OP_COMMUTABLE},
	{"three-address", OP_THREE_ADDRESS},
	{"predicable", OP_PREDICABLE},
	{"pseudo", OP_PSEUDO},
	{"variadic", OP_VARIADIC},
	{"extra-src", OP_EXTRA_SRC_ALLOC},
	{"extra-def", OP_EXTRA_DEF_ALLOC},
	{"not-duplicable", OP_NOT_DUPLICABLE},
	{"convergent", OP_CONVERGENT},
	{"meta", OP_META},
	{"debug", OP_DEBUG},
};

/* The entry for TEXT; *FOUND says whether it was there. */
static Entry *
memo_entry(Memo *memo, Arena *arena, const char *text, uint32_t len,
	   bool *found)
{
	uint32_t *at;

	INTMAP_SEEK(at, &memo->by_text, arena, target_hash(text, len),
		    memo->entries.at[*at].len == len &&
			    !memcmp(memo->entries.at[*at].text, text, len));
	*found = *at != UINT32_MAX;
	if (!*found) {
		*at = memo->entries.n;
		VEC_PUSH(arena, memo->entries,
			 ((Entry){.text = text, .len = len}));
	}
	return &memo->entries.at[*at];
}

static bool
flags_read(Loader *l, const YamlNode *node, uint32_t *flags)
{
	YamlWords w = {node->text, node->text + node->len};
	const char *word;
	uint32_t len;
	size_t i, n = sizeof(flag_names) / sizeof(*flag_names);

	while (yaml_word(&w, &word, &len)) {
		for (i = 0; i < n; i++)
			if (!strncmp(flag_names[i].name, word, len) &&
			    !flag_names[i].name[len])
				break;
		if (i == n) {
			diag_error(l->b->diag, node->at,
				   "there is no opcode flag '%.*s'", (int)len,
				   word);
			return false;
		}
		*flags |= flag_names[i].flag;
	}
	return true;
}

/* What kind of operand: a word of README, with "t" and a number for the
 * target's own. */
static bool
type_read(const char *word, uint32_t len, OpndDesc *out)
{
	static const struct {
		const char *name;
		uint8_t type;
	} types[] = {
		{"_", OPTYPE_UNKNOWN},	 {"reg", OPTYPE_REG},
		{"imm", OPTYPE_IMM},	 {"mem", OPTYPE_MEM},
		{"pcrel", OPTYPE_PCREL},
	};
	uint32_t number = 0;

	for (uint32_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strlen(types[i].name) == len &&
		    !memcmp(types[i].name, word, len)) {
			out->type = types[i].type;
			if (out->type == OPTYPE_MEM)
				out->flags |= OPDESC_POINTER;
			return true;
		}
	if (len < 2 || *word != 't')
		return false;
	for (uint32_t i = 1; i < len; i++) {
		if (word[i] < '0' || word[i] > '9' || number > 25)
			return false;
		number = number * 10 + (uint32_t)(word[i] - '0');
	}
	out->type = OPTYPE_TARGET;
	out->kind = (uint8_t)number;
	return true;
}

/* One operand: marks, class or type, "." and type, "@" and tie. */
static bool
operand_read(Loader *l, const char *word, uint32_t len, OpndDesc *out)
{
	static const char marks[] = "=&?!>~";
	static const uint8_t mark_flags[] = {
		OPDESC_DEF,	  OPDESC_EARLY,	 OPDESC_OPTIONAL,
		OPDESC_PREDICATE, OPDESC_BRANCH, OPDESC_LATE,
	};
	const char *end = word + len, *mark, *dot;

	*out = (OpndDesc){.cls = CLASS_NONE, .tied = -1};
	for (; word < end && (mark = strchr(marks, *word)); word++)
		out->flags |= mark_flags[mark - marks];
	if (len > 2 && end[-2] == '@' && end[-1] >= '0' && end[-1] <= '9') {
		out->tied = (int8_t)(end[-1] - '0');
		end -= 2;
	}
	if (type_read(word, (uint32_t)(end - word), out))
		return true;
	dot = memchr(word, '.', (size_t)(end - word));
	out->type = OPTYPE_REG;
	if (dot && !type_read(dot + 1, (uint32_t)(end - dot - 1), out))
		return false;
	if (!dot)
		dot = end;
	out->cls = builder_class(l->b, word, (size_t)(dot - word));
	return out->cls != CLASS_NONE;
}

/* Operands of the words in TEXT appended to opnd_descs; "(name)" is a group. */
static bool
operands_read(Loader *l, const char *text, uint32_t n, Loc at)
{
	YamlWords w = {text, text + n};
	const char *word;
	uint32_t len;

	while (yaml_word(&w, &word, &len)) {
		OpndDesc desc;

		if (*word == '(' && word[len - 1] == ')') {
			char name[32] = "";
			const YamlNode *group;

			if (len - 2 < sizeof(name))
				memcpy(name, word + 1, len - 2);
			group = yaml_get(l->groups, name);
			if (group && group->kind == YAML_SCALAR &&
			    !memchr(group->text, '(', group->len) &&
			    operands_read(l, group->text, group->len, at))
				continue;
		} else if (operand_read(l, word, len, &desc)) {
			VEC_PUSH(l->b->arena, l->b->opnd_descs, desc);
			continue;
		}
		diag_error(l->b->diag, at,
			   "no operand reads '%.*s': marks, then a class of "
			   "registers.yaml, a type or a (group)",
			   (int)len, word);
		return false;
	}
	return true;
}

/* Is every tie one to a definition? */
static bool
ties_fit(Loader *l, const YamlNode *node, const Entry *e)
{
	for (uint32_t i = e->slice.start; i < e->slice.end; i++) {
		int tied = l->b->opnd_descs.at[i].tied;

		if (tied < 0 || (uint32_t)tied < e->ndefs)
			continue;
		diag_error(l->b->diag, node->at,
			   "'@%d' ties to a definition that is not there: "
			   "there are %u, counted from 0",
			   tied, (unsigned)e->ndefs);
		return false;
	}
	return true;
}

static bool
operands_of(Loader *l, const YamlNode *node, OpcodeDesc *desc)
{
	TargetBuilder *b = l->b;
	bool found;
	Entry *e = memo_entry(&l->operands, l->arena, node->text, node->len,
			      &found);

	if (!found) {
		e->slice.start = b->opnd_descs.n;
		if (!operands_read(l, node->text, node->len, node->at))
			return false;
		e->slice.end = b->opnd_descs.n;
		for (uint32_t i = e->slice.start; i < e->slice.end; i++) {
			uint8_t flags = b->opnd_descs.at[i].flags;

			e->ndefs += (flags & OPDESC_DEF) != 0;
			e->optional += (flags & OPDESC_OPTIONAL) != 0;
		}
		if (!ties_fit(l, node, e))
			return false;
	}
	desc->opnds = e->slice;
	desc->ndefs = e->ndefs;
	desc->optional = e->optional;
	return true;
}

static bool
registers_of(Loader *l, const YamlNode *node, Slice *out)
{
	TargetBuilder *b = l->b;
	YamlWords w = {node->text, node->text + node->len};
	const char *word;
	uint32_t len;
	bool found;
	Entry *e = memo_entry(&l->registers, l->arena, node->text, node->len,
			      &found);

	if (!found) {
		e->slice.start = b->implicit_regs.n;
		while (yaml_word(&w, &word, &len)) {
			RegId reg = builder_reg(b, word, len);

			if (!reg) {
				diag_error(b->diag, node->at,
					   "there is no register '%.*s'",
					   (int)len, word);
				return false;
			}
			VEC_PUSH(b->arena, b->implicit_regs, reg);
		}
		e->slice.end = b->implicit_regs.n;
	}
	*out = e->slice;
	return true;
}

/* One field of a row. */
static bool
field_read(Loader *l, const YamlNode *key, const YamlNode *value,
	   OpcodeDraft *draft)
{
	OpcodeDesc *desc = &draft->desc;
	int64_t size;

	if (!yaml_expect(value, YAML_SCALAR, l->b->diag))
		return false;
	if (yaml_is(key, "ops"))
		return operands_of(l, value, desc);
	if (yaml_is(key, "flags"))
		return flags_read(l, value, &desc->flags);
	if (yaml_is(key, "defs"))
		return registers_of(l, value, &draft->implied.defs);
	if (yaml_is(key, "uses"))
		return registers_of(l, value, &draft->implied.uses);
	if (yaml_is(key, "asm")) {
		draft->text = builder_string(l->b, value->text, value->len);
		return true;
	}
	if (yaml_is(key, "asm2")) {
		draft->text2 = builder_string(l->b, value->text, value->len);
		return true;
	}
	if (yaml_is(key, "size") || yaml_is(key, "spread")) {
		if (!yaml_int(value, 0, UINT16_MAX, &size, l->b->diag))
			return false;
		*(yaml_is(key, "size") ? &desc->size : &desc->spread) =
			(uint16_t)size;
		return true;
	}
	diag_error(l->b->diag, key->at, "no field of an opcode is called '%s'",
		   key->text);
	return false;
}

/* What is tied is overwritten: it cannot stay while definitions are written. */
static bool
late_check(Loader *l, const YamlNode *name, const OpcodeDesc *desc)
{
	for (uint32_t i = desc->opnds.start; i < desc->opnds.end; i++) {
		const OpndDesc *o = &l->b->opnd_descs.at[i];

		if (o->tied < 0 || !(o->flags & OPDESC_LATE))
			continue;
		diag_error(l->b->diag, name->at,
			   "a tied operand of '%.*s' dies late", (int)name->len,
			   name->text);
		return false;
	}
	return true;
}

/* Forms of one name are told apart by the number of operands that MIR gives
 * them: is there another one than that of KNOWN? */
static bool
count_differs(Loader *l, const YamlNode *name, OpcodeId known,
	      const OpcodeDesc *desc)
{
	const OpcodeDesc *first = &l->b->drafts.at[known].desc;

	if (!((first->flags | desc->flags) & OP_VARIADIC) &&
	    first->opnds.end - first->opnds.start !=
		    desc->opnds.end - desc->opnds.start)
		return true;
	diag_error(l->b->diag, name->at,
		   "'%.*s' has as many operands as in the file before",
		   (int)name->len, name->text);
	return false;
}

static bool
row_read(Loader *l, const YamlNode *name, const YamlNode *row)
{
	OpcodeDraft draft = {.desc.llvm = l->llvm};
	OpcodeId op, known = builder_opcode(l->b, name->text, name->len);
	bool ok = true;

	if (!yaml_expect(row, YAML_MAP, l->b->diag))
		return false;
	for (uint32_t i = 0; i < row->n; i++)
		ok &= field_read(l, &row->items[2 * i], &row->items[2 * i + 1],
				 &draft);
	ok = ok && late_check(l, name, &draft.desc);
	if (known && known < l->first)
		op = builder_opcode_other(l->b, known, name->at);
	else
		op = builder_opcode_add(l->b, name->text, name->len, name->at);
	if (!op || (known && !count_differs(l, name, known, &draft.desc)))
		return false;
	draft.name = l->b->drafts.at[op].name;
	l->b->drafts.at[op] = draft;
	return ok;
}

/* The lists of texts that templates choose from, c0, c1, ... in order. */
static bool
choices_read(Loader *l, const YamlNode *choices)
{
	TargetBuilder *b = l->b;

	for (uint32_t i = 0; i < choices->n; i++) {
		const YamlNode *list = &choices->items[2 * i + 1];
		Slice s = {b->str_lists.n, b->str_lists.n};

		if (!yaml_expect(list, YAML_LIST, b->diag))
			return false;
		for (uint32_t k = 0; k < list->n; k++) {
			const YamlNode *n = &list->items[k];
			StrId str;

			if (!yaml_expect(n, YAML_SCALAR, b->diag))
				return false;
			str = builder_string(b, n->text, n->len);
			VEC_PUSH(b->arena, b->str_lists, str);
		}
		s.end = b->str_lists.n;
		VEC_PUSH(b->arena, b->choices, s);
	}
	return true;
}

bool
load_opcodes(TargetBuilder *b, const char *path)
{
	static const char *const keys[] = {"llvm",    "cpu",	 "groups",
					   "choices", "opcodes", "folds",
					   "vectors", NULL};
	Arena arena = {0};
	Loader l = {.b = b, .arena = &arena, .first = b->drafts.n};
	const YamlNode *root = yaml_read(path, b->arena, b->diag);
	const YamlNode *opcodes;
	bool ok;

	if (!root || !yaml_keys(root, keys, b->diag))
		return false;
	l.llvm = (uint16_t)yaml_get_int(root, "llvm", 1, UINT8_MAX, 0, b->diag);
	l.groups = yaml_get(root, "groups");
	opcodes = yaml_need(root, "opcodes", YAML_MAP, b->diag);
	ok = opcodes && (!l.groups || yaml_expect(l.groups, YAML_MAP, b->diag));
	if (ok && yaml_get(root, "choices"))
		ok = choices_read(&l, yaml_get(root, "choices"));
	for (uint32_t i = 0; opcodes && i < opcodes->n; i++)
		ok &= row_read(&l, &opcodes->items[2 * i],
			       &opcodes->items[2 * i + 1]);
	ok = ok && load_folds(b, yaml_get(root, "folds"));
	ok = ok && load_vectors(b, yaml_get(root, "vectors"));
	arena_free(&arena);
	return ok;
}
