/*
 * registers.yaml: sub-register indices, registers, register files.  The
 * format is described in regalloc-target(5).
 */
#include "targets/classes.h"
#include "targets/pattern.h"
#include "targets/targets.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One index or register before it has a number. */
typedef struct {
	Name name;
	const YamlNode *row;
	uint32_t i;	  /* place in its row */
	uint32_t n;	  /* names in its row */
	bool generated;	  /* index: numbered after the others */
	uint32_t order;	  /* in the file */
	int64_t position; /* register: key before the name */
	const char *sort; /* register: sorts by this, the name if not given */
} Proto;

typedef VEC(Proto) Protos;

/* Compare names as TableGen does records: digits as numbers, letters as
 * capitals. */
static int
natural_compare(const char *a, const char *b)
{
	while (*a && *b) {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			char *x, *y;
			long m = strtol(a, &x, 10), n = strtol(b, &y, 10);

			if (m != n)
				return m < n ? -1 : 1;
			a = x;
			b = y;
		} else {
			int x = toupper((unsigned char)*a++);
			int y = toupper((unsigned char)*b++);

			if (x != y)
				return x < y ? -1 : 1;
		}
	}
	return (*a != 0) - (*b != 0);
}

/* Runs of digits and of other characters in NAME. */
static uint32_t
name_parts(const char *name)
{
	uint32_t n = 0;

	for (; *name; name++)
		n += !name[1] || !isdigit((unsigned char)name[0]) !=
					 !isdigit((unsigned char)name[1]);
	return n;
}

/* Compare either the digits or the rest of two names of as many parts. */
static int
parts_compare(const char *a, const char *b, bool digits)
{
	while (*a && *b) {
		size_t m = strspn(a, "0123456789"), n = strspn(b, "0123456789");
		int c = 0;

		if (m && n && digits) {
			long p = strtol(a, NULL, 10), q = strtol(b, NULL, 10);

			c = (p > q) - (p < q);
		}
		m = m ? m : strcspn(a, "0123456789");
		n = n ? n : strcspn(b, "0123456789");
		if (!digits && !isdigit((unsigned char)*a)) {
			for (size_t i = 0; !c && (i < m || i < n); i++)
				c = (i < m ? toupper((unsigned char)a[i]) : 0) -
				    (i < n ? toupper((unsigned char)b[i]) : 0);
		}
		if (c)
			return c;
		a += m;
		b += n;
	}
	return 0;
}

static int
reg_compare(const void *a, const void *b)
{
	const Proto *x = a, *y = b;
	uint32_t m = name_parts(x->sort), n = name_parts(y->sort);
	int c;

	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	if (m != n)
		return m < n ? -1 : 1;
	c = parts_compare(x->sort, y->sort, false);
	if (!c)
		c = parts_compare(x->sort, y->sort, true);
	return c ? c : (x->order > y->order) - (x->order < y->order);
}

static int
sub_compare(const void *a, const void *b)
{
	const Proto *x = a, *y = b;
	int c = natural_compare(x->name.text, y->name.text);

	if (x->generated != y->generated)
		return x->generated ? 1 : -1;
	if (x->generated || !c)
		return (x->order > y->order) - (x->order < y->order);
	return c;
}

/* The names of all rows of LIST, whose rows may have KEYS. */
static bool
protos_collect(TargetBuilder *b, const YamlNode *list, const char *const *keys,
	       Protos *protos)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const YamlNode *row = &list->items[i], *name;
		Proto proto = {.row = row};
		Names names = {0};

		if (!yaml_keys(row, keys, b->diag))
			return false;
		name = yaml_get(row, "name");
		if (!name) {
			diag_error(b->diag, row->at, "a row without 'name'");
			return false;
		}
		if (!names_expand(&names, name, b->arena, b->diag))
			return false;
		proto.n = names.n;
		proto.generated = yaml_get_bool(row, "generated", b->diag);
		proto.position =
			yaml_get_int(row, "position", 0, 1000, 0, b->diag);
		for (uint32_t k = 0; k < names.n; k++) {
			proto.i = k;
			proto.order = protos->n;
			proto.name = names.at[k];
			proto.sort = names.at[k].text;
			VEC_PUSH(b->arena, *protos, proto);
		}
	}
	return true;
}

/* The text that NODE has for PROTO: the same place of a list as long as the
 * names, or a pattern of its number.  NULL after an error. */
static const char *
proto_text(TargetBuilder *b, const Proto *proto, const YamlNode *node)
{
	Names names = {0};

	if (node->kind == YAML_SCALAR && !strstr(node->text, "..") &&
	    !strchr(node->text, '|'))
		return pattern_text(node, node->text, proto->name.n, b->arena,
				    b->diag);
	if (!names_expand(&names, node, b->arena, b->diag))
		return NULL;
	if (names.n != proto->n) {
		diag_error(b->diag, node->at, "%u values for %u names", names.n,
			   proto->n);
		return NULL;
	}
	return names.at[proto->i].text;
}

/* Number that KEY of the row gives for PROTO. */
static bool
proto_int(TargetBuilder *b, const Proto *proto, const char *key, int64_t min,
	  int64_t max, int64_t *out)
{
	const YamlNode *node = yaml_get(proto->row, key);
	YamlNode number;

	if (!node)
		return true;
	number = *node;
	number.kind = YAML_SCALAR;
	number.text = proto_text(b, proto, node);
	return number.text && yaml_int(&number, min, max, out, b->diag);
}

/* The index that a scalar names for PROTO; 0 after an error. */
static SubId
proto_sub(TargetBuilder *b, const Proto *proto, const YamlNode *node)
{
	const char *text = proto_text(b, proto, node);
	SubId sub = text ? builder_sub(b, text, strlen(text)) : 0;

	if (text && !sub)
		diag_error(b->diag, node->at, "unknown index '%s'", text);
	return sub;
}

/* The names of the indices that a joined one is made of: those of `join`, a
 * list or a pattern whose n is its number, or the pieces of its name. */
static bool
join_names(TargetBuilder *b, const Proto *proto, const YamlNode *join,
	   Names *names)
{
	Name name = proto->name;
	const char *x;

	if (join && join->kind != YAML_SCALAR)
		return names_expand_with(names, join, name.n, b->arena,
					 b->diag);
	x = join ? strstr(join->text, " x") : NULL;
	if (join) {
		char *piece = arena_alloc(b->arena, join->len + 1);

		memcpy(piece, join->text,
		       x ? (size_t)(x - join->text) : join->len);
		name.pieces = x ? (uint16_t)atoi(x + 2) : 1;
		name.step = 1;
		name.piece = piece;
	}
	for (uint32_t i = 0; i < name.pieces; i++) {
		Name part = {.node = join ? join : name.node};

		part.text = pattern_text(part.node, name.piece,
					 name.n + (int)i * name.step, b->arena,
					 b->diag);
		if (!part.text)
			return false;
		VEC_PUSH(b->arena, *names, part);
	}
	return true;
}

static bool
join_parts(TargetBuilder *b, const Proto *proto, const YamlNode *join,
	   SubRule *rule)
{
	Names names = {0};

	if (!join_names(b, proto, join, &names))
		return false;
	for (uint32_t i = 0; i < names.n; i++) {
		const char *text = names.at[i].text;
		SubId sub = builder_sub(b, text, strlen(text));

		if (!sub) {
			diag_error(b->diag, proto->row->at,
				   "unknown index '%s'", text);
			return false;
		}
		VEC_PUSH(b->arena, b->sub_parts, sub);
	}
	rule->join = true;
	return true;
}

/* Bits side by side; -1: unknown, as those of a part, or more than there are
 * numbers for. */
static int32_t
bits_sum(int32_t a, int32_t b)
{
	return a < 0 || b < 0 || a > INT32_MAX - b ? -1 : a + b;
}

/* Offset and size of an index made of parts. */
static void
sub_extent(TargetBuilder *b, const SubRule *rule)
{
	TargetSub *sub = &b->subs.at[rule->sub];

	for (uint32_t i = rule->parts.start; i < rule->parts.end; i++) {
		const TargetSub *part = &b->subs.at[b->sub_parts.at[i]];

		if (i == rule->parts.start) {
			sub->offset = part->offset;
			sub->size = part->size;
		} else if (!rule->join) {
			sub->offset = bits_sum(sub->offset, part->offset);
			sub->size = part->size;
		} else {
			if (part->offset < 0 ||
			    part->offset != bits_sum(sub->offset, sub->size))
				sub->offset = -1;
			sub->size = bits_sum(sub->size, part->size);
		}
	}
}

/* The rule of an index: `of`, two indices in a row, or joined ones. */
static bool
sub_rule(TargetBuilder *b, const Proto *proto, SubId id)
{
	const YamlNode *of = yaml_get(proto->row, "of");
	const YamlNode *join = yaml_get(proto->row, "join");
	SubRule rule = {.sub = id, .parts = {b->sub_parts.n, 0}};

	if (!of && !join && proto->name.pieces == 1)
		return true;
	if (of) {
		if (!yaml_expect(of, YAML_LIST, b->diag))
			return false;
		if (of->n != 2) {
			diag_error(b->diag, of->at, "expected two indices");
			return false;
		}
		for (uint32_t i = 0; i < 2; i++) {
			SubId sub = proto_sub(b, proto, &of->items[i]);

			if (!sub)
				return false;
			VEC_PUSH(b->arena, b->sub_parts, sub);
		}
	} else if (!join_parts(b, proto, join, &rule)) {
		return false;
	}
	rule.parts.end = b->sub_parts.n;
	VEC_PUSH(b->arena, b->sub_rules, rule);
	if (b->subs.at[id].size < 0)
		sub_extent(b, &rule);
	return true;
}

static bool
sub_place(TargetBuilder *b, const Proto *proto, SubId id)
{
	int64_t offset = -1, size = -1;

	if (!proto_int(b, proto, "offset", -1, INT32_MAX, &offset) ||
	    !proto_int(b, proto, "size", -1, INT32_MAX, &size))
		return false;
	b->subs.at[id].offset = (int32_t)offset;
	b->subs.at[id].size = (int32_t)size;
	return true;
}

static bool
load_indices(TargetBuilder *b, const YamlNode *list)
{
	static const char *const keys[] = {"name", "offset",	"size", "of",
					   "join", "generated", NULL};
	Protos protos = {0};

	if (!protos_collect(b, list, keys, &protos))
		return false;
	if (protos.n)
		qsort(protos.at, protos.n, sizeof(*protos.at), sub_compare);
	for (uint32_t i = 0; i < protos.n; i++) {
		const Proto *p = &protos.at[i];
		SubId id =
			builder_sub_add(b, p->name.text, strlen(p->name.text),
					p->name.node->at);

		if (!id || !sub_place(b, p, id))
			return false;
	}
	for (uint32_t i = 0; i < protos.n; i++)
		if (!sub_rule(b, &protos.at[i], (SubId)(i + 1)))
			return false;
	return true;
}

static bool
direct_add(TargetBuilder *b, RegId reg, SubId sub, const char *part,
	   const YamlNode *node)
{
	RegId id = builder_reg(b, part, strlen(part));

	if (!id) {
		diag_error(b->diag, node->at, "unknown register '%s'", part);
		return false;
	}
	VEC_PUSH(b->arena, b->direct_subs, ((DirectSub){reg, id, sub}));
	return true;
}

/* Parts of a tuple: its name's pieces, at indices that the pattern gives for
 * 0, 1, ... */
static bool
reg_pieces(TargetBuilder *b, const Proto *proto, RegId reg,
	   const YamlNode *index)
{
	const Name *name = &proto->name;

	for (uint32_t i = 0; i < name->pieces; i++) {
		int32_t k = (int32_t)i * name->step;
		const char *part = pattern_text(name->node, name->piece,
						name->n + k, b->arena, b->diag);
		const char *text =
			pattern_text(index, index->text, k, b->arena, b->diag);
		SubId sub = text ? builder_sub(b, text, strlen(text)) : 0;

		if (!part || !text)
			return false;
		if (!sub) {
			diag_error(b->diag, index->at, "unknown index '%s'",
				   text);
			return false;
		}
		if (!direct_add(b, reg, sub, part, name->node))
			return false;
	}
	return true;
}

static bool
reg_parts(TargetBuilder *b, const Proto *proto, RegId reg)
{
	const YamlNode *parts = yaml_get(proto->row, "parts");
	const YamlNode *index = yaml_get(proto->row, "index");

	if (index)
		return yaml_expect(index, YAML_SCALAR, b->diag) &&
		       reg_pieces(b, proto, reg, index);
	if (!parts)
		return true;
	if (!yaml_expect(parts, YAML_MAP, b->diag))
		return false;
	for (uint32_t i = 0; i < parts->n; i++) {
		const YamlNode *key = &parts->items[2 * i];
		SubId sub = builder_sub(b, key->text, key->len);
		const char *part = proto_text(b, proto, key + 1);

		if (!sub) {
			diag_error(b->diag, key->at, "unknown index '%s'",
				   key->text);
			return false;
		}
		if (!part || !direct_add(b, reg, sub, part, key + 1))
			return false;
	}
	return true;
}

/* Registers are covered by their parts if there are several, unless the row
 * says otherwise. */
static void
reg_covered(TargetBuilder *b, const Proto *proto, uint32_t nparts, RegId reg)
{
	const YamlNode *covered = yaml_get(proto->row, "covered");

	if (covered ? yaml_get_bool(proto->row, "covered", b->diag)
		    : nparts > 1)
		b->regs.at[reg].flags |= REG_COVERED;
}

static bool
reg_alias(TargetBuilder *b, const Proto *proto, RegId reg,
	  const YamlNode *alias)
{
	const char *text = proto_text(b, proto, alias);
	RegId other = text ? builder_reg(b, text, strlen(text)) : 0;

	if (text && !other)
		diag_error(b->diag, alias->at, "unknown register '%s'", text);
	VEC_PUSH(b->arena, b->aliases, ((DirectAlias){reg, other}));
	return other != 0;
}

static bool
reg_fill(TargetBuilder *b, const Proto *proto, RegId reg, const char *prefix)
{
	const YamlNode *text = yaml_get(proto->row, "text");
	const YamlNode *alias = yaml_get(proto->row, "alias");
	int64_t encoding = 0, dwarf = -1, cost = 0;
	uint32_t ndirect = b->direct_subs.n;
	const char *s = proto->name.text;
	char *shown;

	if (text && !(s = proto_text(b, proto, text)))
		return false;
	shown = arena_alloc(b->arena, strlen(prefix) + strlen(s) + 1);
	strcat(strcpy(shown, prefix), s);
	if (!proto_int(b, proto, "encoding", 0, UINT16_MAX, &encoding) ||
	    !proto_int(b, proto, "dwarf", -1, INT16_MAX, &dwarf) ||
	    !proto_int(b, proto, "cost", 0, 255, &cost) ||
	    !reg_parts(b, proto, reg))
		return false;
	b->regs.at[reg].text = builder_string(b, shown, strlen(shown));
	b->regs.at[reg].encoding = (uint16_t)encoding;
	b->regs.at[reg].dwarf = (int16_t)dwarf;
	b->regs.at[reg].cost = (uint8_t)cost;
	if (yaml_get_bool(proto->row, "artificial", b->diag))
		b->regs.at[reg].flags |= REG_ARTIFICIAL;
	if (yaml_get_bool(proto->row, "constant", b->diag))
		b->regs.at[reg].flags |= REG_CONSTANT;
	reg_covered(b, proto, b->direct_subs.n - ndirect, reg);
	return !alias || reg_alias(b, proto, reg, alias);
}

static bool
load_regs(TargetBuilder *b, const YamlNode *list, const char *prefix)
{
	static const char *const keys[] = {
		"name",	      "text",	  "encoding", "dwarf",	  "cost",
		"parts",      "index",	  "alias",    "constant", "covered",
		"artificial", "position", "sort",     NULL};
	Protos protos = {0};

	if (!protos_collect(b, list, keys, &protos))
		return false;
	for (uint32_t i = 0; i < protos.n; i++) {
		const YamlNode *sort = yaml_get(protos.at[i].row, "sort");

		if (sort &&
		    !(protos.at[i].sort = proto_text(b, &protos.at[i], sort)))
			return false;
	}
	if (protos.n)
		qsort(protos.at, protos.n, sizeof(*protos.at), reg_compare);
	for (uint32_t i = 0; i < protos.n; i++) {
		const Name *name = &protos.at[i].name;

		if (!builder_reg_add(b, name->text, strlen(name->text),
				     name->node->at))
			return false;
	}
	for (uint32_t i = 0; i < protos.n; i++)
		if (!reg_fill(b, &protos.at[i], (RegId)(i + 1), prefix))
			return false;
	return !b->diag->errors && builder_derive(b);
}

static bool
load_files(TargetBuilder *b, const YamlNode *list)
{
	static const char *const keys[] = {"name", "bits", NULL};

	for (uint32_t i = 0; i < list->n; i++) {
		const YamlNode *row = &list->items[i], *name;
		TargetFile file = {0};

		if (!yaml_keys(row, keys, b->diag))
			return false;
		name = yaml_need(row, "name", YAML_SCALAR, b->diag);
		if (!name)
			return false;
		file.name = builder_string(b, name->text, name->len);
		file.unit_bits = (uint32_t)yaml_get_int(row, "bits", 1, 65536,
							32, b->diag);
		VEC_PUSH(b->arena, b->files, file);
	}
	return true;
}

bool
load_registers(TargetBuilder *b, const YamlNode *root)
{
	static const char *const keys[] = {
		"target",  "triple", "abi",	"asm",	  "opcodes",
		"latency", "files",  "indices", "prefix", "registers",
		"classes", "masks",  NULL};
	const YamlNode *prefix = yaml_get(root, "prefix");
	const YamlNode *target, *files, *indices, *regs, *classes, *triple;

	if (!yaml_keys(root, keys, b->diag) ||
	    (prefix && !yaml_expect(prefix, YAML_SCALAR, b->diag)))
		return false;
	target = yaml_need(root, "target", YAML_SCALAR, b->diag);
	triple = yaml_need(root, "triple", YAML_SCALAR, b->diag);
	files = yaml_need(root, "files", YAML_LIST, b->diag);
	indices = yaml_need(root, "indices", YAML_LIST, b->diag);
	regs = yaml_need(root, "registers", YAML_LIST, b->diag);
	classes = yaml_need(root, "classes", YAML_LIST, b->diag);
	if (!target || !triple || !files || !indices || !regs || !classes)
		return false;
	b->facts.name = builder_string(b, target->text, target->len);
	b->facts.triple = builder_string(b, triple->text, triple->len);
	return load_files(b, files) && load_indices(b, indices) &&
	       load_regs(b, regs, prefix ? prefix->text : "") &&
	       load_classes(b, classes);
}
