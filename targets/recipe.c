/*
 * Recipes from their text: "[operands =] OPCODE operands".
 */
#include "targets/recipe.h"

#include "targets/pattern.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	TargetBuilder *b;
	const YamlNode *node;
	const char *at;
} Reader;

static bool
fail(Reader *r, const char *what)
{
	diag_error(r->b->diag, r->node->at, "%s at '%s'", what, r->at);
	return false;
}

static void
blanks(Reader *r)
{
	while (*r->at == ' ')
		r->at++;
}

static size_t
word_len(const char *s)
{
	return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			 "0123456789_");
}

static void
flags_read(Reader *r, RecipeOpnd *o)
{
	static const struct {
		const char *word;
		uint8_t flags;
	} words[] = {
		{"implicit-def ", RECIPE_IMPLICIT | RECIPE_DEF},
		{"implicit ", RECIPE_IMPLICIT},
		{"def ", RECIPE_DEF},
		{"killed ", RECIPE_KILL},
		{"undef ", RECIPE_UNDEF},
		{"dead ", RECIPE_DEAD},
	};
	size_t i = 0;

	while (i < sizeof(words) / sizeof(*words)) {
		size_t len = strlen(words[i].word);

		if (strncmp(r->at, words[i].word, len)) {
			i++;
			continue;
		}
		o->flags |= words[i].flags;
		r->at += len;
		blanks(r);
		i = 0;
	}
}

/* ".index" behind $value or $source. */
static bool
index_read(Reader *r, RecipeOpnd *o)
{
	size_t len;

	if (*r->at != '.')
		return true;
	r->at++;
	len = word_len(r->at);
	o->value = builder_sub(r->b, r->at, len);
	if (!o->value)
		return fail(r, "unknown index");
	r->at += len;
	return true;
}

static bool
register_read(Reader *r, RecipeOpnd *o)
{
	size_t len = word_len(++r->at);
	const char *name = r->at;

	r->at += len;
	if (len == 5 && !strncmp(name, "value", len)) {
		o->kind = RECIPE_VALUE;
		return index_read(r, o);
	}
	if (len == 6 && !strncmp(name, "source", len)) {
		o->kind = RECIPE_SOURCE;
		return index_read(r, o);
	}
	if (len == 1 && *name >= '0' && *name <= '9') {
		o->kind = RECIPE_OPERAND;
		o->value = *name - '0';
		return true;
	}
	o->kind = RECIPE_REG;
	o->value = builder_reg(r->b, name, len);
	if (!o->value && !(len == 5 && !strncmp(name, "noreg", len))) {
		r->at = name;
		return fail(r, "unknown register");
	}
	return true;
}

/* "%1:class": a fresh register. */
static bool
fresh_read(Reader *r, RecipeOpnd *o)
{
	const char *name = r->at + 3;
	size_t len = word_len(name);

	if (r->at[1] < '0' || r->at[1] > '9' || r->at[2] != ':')
		return fail(r, "expected %slot or a register and its class");
	o->kind = RECIPE_SCRATCH;
	o->value = r->at[1] - '0';
	o->cls = builder_class(r->b, name, len);
	if (o->cls == CLASS_NONE)
		return fail(r, "unknown class");
	r->at = name + len;
	return true;
}

static bool
operand_read(Reader *r)
{
	RecipeOpnd o = {.cls = CLASS_NONE};
	char *end;

	blanks(r);
	flags_read(r, &o);
	if (!strncmp(r->at, "%slot", 5)) {
		o.kind = RECIPE_SLOT;
		r->at += 5;
	} else if (*r->at == '%') {
		if (!fresh_read(r, &o))
			return false;
	} else if (!strncmp(r->at, "-$", 2)) {
		r->at++;
		if (!register_read(r, &o))
			return false;
		if (o.kind != RECIPE_OPERAND)
			return fail(r, "expected the number of an operand");
		o.kind = RECIPE_NEGATED;
	} else if (*r->at == '$') {
		if (!register_read(r, &o))
			return false;
	} else {
		o.kind = RECIPE_IMM;
		o.value = (int32_t)strtol(r->at, &end, 0);
		if (end == r->at)
			return fail(r, "expected an operand");
		r->at = end;
	}
	VEC_PUSH(r->b->arena, r->b->recipe_opnds, o);
	blanks(r);
	return true;
}

/* Operands separated by commas; none if STOP comes first. */
static bool
operands_read(Reader *r, char stop)
{
	blanks(r);
	if (*r->at == stop)
		return true;
	for (;;) {
		if (!operand_read(r))
			return false;
		if (*r->at != ',')
			break;
		r->at++;
	}
	return *r->at == stop || fail(r, "expected a comma");
}

static bool
opcode_read(Reader *r, OpcodeId *out)
{
	TargetBuilder *b = r->b;
	size_t len;

	blanks(r);
	len = word_len(r->at);
	*out = builder_opcode(b, r->at, len);
	if (!*out && len && !b->opcodes_loaded)
		*out = builder_opcode_add(b, r->at, len, r->node->at);
	if (!*out)
		return fail(r, "unknown opcode");
	r->at += len;
	return true;
}

static bool
recipe_read(TargetBuilder *b, const YamlNode *node, const char *text,
	    uint32_t *out)
{
	Reader r = {.b = b, .node = node, .at = text};
	Recipe recipe = {.opnds.start = b->recipe_opnds.n};

	if (strchr(r.at, '=')) {
		if (!operands_read(&r, '='))
			return false;
		r.at++;
		recipe.ndefs =
			(uint16_t)(b->recipe_opnds.n - recipe.opnds.start);
		for (uint32_t i = recipe.opnds.start; i < b->recipe_opnds.n;
		     i++)
			b->recipe_opnds.at[i].flags |= RECIPE_DEF;
	}
	if (!opcode_read(&r, &recipe.op) || !operands_read(&r, 0))
		return false;
	recipe.opnds.end = b->recipe_opnds.n;
	*out = b->recipes.n;
	VEC_PUSH(b->arena, b->recipes, recipe);
	return true;
}

bool
recipe_load(TargetBuilder *b, const YamlNode *node, int32_t n, uint32_t *out)
{
	const char *text;

	if (!yaml_expect(node, YAML_SCALAR, b->diag))
		return false;
	text = pattern_text(node, node->text, n, b->arena, b->diag);
	return text && recipe_read(b, node, text, out);
}

/* Has recipe ID no operand that is for three-address forms alone? */
static bool
recipe_is_plain(TargetBuilder *b, const YamlNode *node, uint32_t id)
{
	Slice s = b->recipes.at[id].opnds;

	for (; s.start < s.end; s.start++)
		if (b->recipe_opnds.at[s.start].kind == RECIPE_NEGATED) {
			diag_error(b->diag, node->at,
				   "a number with the other sign is for "
				   "three-address forms");
			return false;
		}
	return true;
}

bool
recipes_load(TargetBuilder *b, const YamlNode *node, int32_t n, Slice *out)
{
	Names texts = {0};
	uint32_t id;

	if (!names_expand_with(&texts, node, n, b->arena, b->diag))
		return false;
	out->start = b->recipes.n;
	for (uint32_t i = 0; i < texts.n; i++)
		if (!recipe_read(b, texts.at[i].node, texts.at[i].text, &id) ||
		    !recipe_is_plain(b, texts.at[i].node, id))
			return false;
	out->end = b->recipes.n;
	return true;
}
