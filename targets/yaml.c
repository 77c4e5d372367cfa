/*
 * YAML files as trees.  libyaml's events go onto one stack; when a list or map
 * ends, its items move from there to one array in the arena.  Linear in the
 * file.
 */
#include "targets/yaml.h"

#include "core/base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct {
	Arena *arena;
	Diag *diag;
	VEC(YamlNode) stack;  /* items of collections not ended yet */
	VEC(uint32_t) starts; /* stack places of open collections */
	bool failed;
} YamlReader;

/* Offset of a place; libyaml counts characters there, but the files are
 * ASCII, which yaml_read checks. */
static Loc
mark_loc(yaml_mark_t mark)
{
	return (Loc)mark.index;
}

static bool
fail(YamlReader *r, Loc at, const char *text)
{
	diag_error(r->diag, at, "%s", text);
	r->failed = true;
	return false;
}

static void
push_scalar(YamlReader *r, const yaml_event_t *e)
{
	YamlNode node = {.kind = YAML_SCALAR, .at = mark_loc(e->start_mark)};
	char *text = arena_raw(r->arena, e->data.scalar.length + 1);

	memcpy(text, e->data.scalar.value, e->data.scalar.length);
	text[e->data.scalar.length] = 0;
	node.text = text;
	node.len = (uint32_t)e->data.scalar.length;
	node.quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	VEC_PUSH(r->arena, r->stack, node);
}

static void
push_open(YamlReader *r, const yaml_event_t *e, YamlKind kind)
{
	YamlNode node = {.kind = (uint8_t)kind, .at = mark_loc(e->start_mark)};

	VEC_PUSH(r->arena, r->starts, r->stack.n);
	VEC_PUSH(r->arena, r->stack, node);
}

static int
key_compare(const void *a, const void *b)
{
	const YamlNode *x = *(const YamlNode *const *)a;
	const YamlNode *y = *(const YamlNode *const *)b;
	int c = strcmp(x->text, y->text);

	return c ? c : (x->at > y->at) - (x->at < y->at);
}

/* Keys are scalars and no key occurs twice. */
static bool
keys_check(YamlReader *r, const YamlNode *map)
{
	const YamlNode **keys = ARENA_RAW(r->arena, const YamlNode *, map->n);

	for (uint32_t i = 0; i < map->n; i++) {
		keys[i] = &map->items[2 * i];
		if (keys[i]->kind != YAML_SCALAR)
			return fail(r, keys[i]->at, "a key must be a scalar");
	}
	if (map->n > 1)
		qsort(keys, map->n, sizeof(*keys), key_compare);
	for (uint32_t i = 1; i < map->n; i++)
		if (!strcmp(keys[i]->text, keys[i - 1]->text))
			return fail(r, keys[i]->at,
				    "this key stands in the map twice");
	return true;
}

static void
close_collection(YamlReader *r)
{
	uint32_t start = r->starts.at[--r->starts.n];
	uint32_t n = r->stack.n - start - 1;
	YamlNode *node = &r->stack.at[start];

	node->n = node->kind == YAML_MAP ? n / 2 : n;
	node->items = ARENA_RAW(r->arena, YamlNode, n);
	if (n)
		memcpy(node->items, node + 1, n * sizeof(*node));
	r->stack.n = start + 1;
	if (node->kind == YAML_MAP)
		keys_check(r, node);
}

/* A list or map begins.  Within many others libyaml takes long for each
 * character; no file of a target needs more than a few. */
static bool
take_open(YamlReader *r, const yaml_event_t *e, YamlKind kind, bool plain)
{
	enum { MAX_DEPTH = 24 };
	Loc at = mark_loc(e->start_mark);

	if (!plain)
		return fail(r, at, "anchors and tags are not read");
	if (r->starts.n == MAX_DEPTH)
		return fail(r, at, "nested too deeply");
	push_open(r, e, kind);
	return true;
}

/* Take one event; false when the document is complete or wrong. */
static bool
take(YamlReader *r, const yaml_event_t *e)
{
	Loc at = mark_loc(e->start_mark);

	switch (e->type) {
	case YAML_SCALAR_EVENT:
		if (e->data.scalar.anchor || e->data.scalar.tag)
			return fail(r, at, "anchors and tags are not read");
		push_scalar(r, e);
		break;
	case YAML_SEQUENCE_START_EVENT:
		return take_open(r, e, YAML_LIST,
				 !e->data.sequence_start.anchor &&
					 !e->data.sequence_start.tag);
	case YAML_MAPPING_START_EVENT:
		return take_open(r, e, YAML_MAP,
				 !e->data.mapping_start.anchor &&
					 !e->data.mapping_start.tag);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		close_collection(r);
		break;
	case YAML_ALIAS_EVENT:
		return fail(r, at, "aliases are not read");
	case YAML_DOCUMENT_START_EVENT:
		if (r->stack.n)
			return fail(r, at, "a second document");
		break;
	case YAML_STREAM_END_EVENT:
		return false;
	default:
		break;
	}
	return !r->failed;
}

static char *
file_read(const char *path, Arena *arena, Source *source, Diag *diag)
{
	FILE *file = fopen(path, "rb");
	char *text;
	long len;

	if (!file) {
		diag_error(diag, LOC_NONE, "cannot open: %s", strerror(errno));
		return NULL;
	}
	if (fseek(file, 0, SEEK_END) || (len = ftell(file)) < 0 ||
	    len >= UINT32_MAX || fseek(file, 0, SEEK_SET)) {
		diag_error(diag, LOC_NONE, "not a file that can be read");
		fclose(file);
		return NULL;
	}
	text = arena_raw(arena, (size_t)len + 1);
	if (fread(text, 1, (size_t)len, file) != (size_t)len) {
		diag_error(diag, LOC_NONE, "cannot read: %s", strerror(errno));
		fclose(file);
		return NULL;
	}
	fclose(file);
	text[len] = 0;
	source->text = text;
	source->len = (uint32_t)len;
	return text;
}

static const YamlNode *
text_parse(YamlReader *r, const Source *source)
{
	yaml_parser_t parser;
	yaml_event_t event;
	bool more = true;

	if (!yaml_parser_initialize(&parser))
		memory_exhausted();
	yaml_parser_set_input_string(&parser, (const yaml_char_t *)source->text,
				     source->len);
	while (more) {
		if (!yaml_parser_parse(&parser, &event)) {
			if (parser.error == YAML_MEMORY_ERROR)
				memory_exhausted();
			fail(r, mark_loc(parser.problem_mark),
			     parser.problem ? parser.problem : "not YAML");
			break;
		}
		more = take(r, &event);
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	if (!r->failed && !r->stack.n)
		fail(r, LOC_NONE, "the file is empty");
	if (r->failed)
		return NULL;
	r->stack.at->whole = true;
	return r->stack.at;
}

const YamlNode *
yaml_read(const char *path, Arena *arena, Diag *diag)
{
	YamlReader reader = {.arena = arena, .diag = diag};
	Source *source = ARENA_NEW(arena, Source, 1);
	size_t len = strlen(path) + 1;

	source->path = memcpy(arena_raw(arena, len), path, len);
	diag->source = source;
	if (!file_read(path, arena, source, diag))
		return NULL;
	for (uint32_t i = 0; i < source->len; i++) {
		if ((unsigned char)source->text[i] >= 128) {
			diag_error(diag, i, "a character outside ASCII");
			return NULL;
		}
	}
	return text_parse(&reader, source);
}

const YamlNode *
yaml_get(const YamlNode *map, const char *key)
{
	if (!map || map->kind != YAML_MAP)
		return NULL;
	for (uint32_t i = 0; i < map->n; i++)
		if (!strcmp(map->items[2 * i].text, key))
			return &map->items[2 * i + 1];
	return NULL;
}

/* By YamlKind. */
static const char *const kind_names[] = {"a scalar", "a list", "a map"};

bool
yaml_expect(const YamlNode *node, YamlKind kind, Diag *diag)
{
	if (node->kind == kind)
		return true;
	diag_error(diag, node->at, "expected %s, found %s", kind_names[kind],
		   kind_names[node->kind]);
	return false;
}

const YamlNode *
yaml_need(const YamlNode *map, const char *key, YamlKind kind, Diag *diag)
{
	const YamlNode *node;

	if (!yaml_expect(map, YAML_MAP, diag))
		return NULL;
	node = yaml_get(map, key);
	if (!node) {
		diag_error(diag, map->whole ? LOC_NONE : map->at,
			   "the key '%s' is missing: %s", key,
			   kind_names[kind]);
		return NULL;
	}
	return yaml_expect(node, kind, diag) ? node : NULL;
}

/* KEY is none of KEYS: they are told. */
static void
key_unknown(const YamlNode *key, const char *const *keys, Diag *diag)
{
	char known[512] = "";
	size_t n = 0, len;

	for (; *keys; keys++) {
		len = strlen(*keys);
		if (n + len + 3 > sizeof(known))
			break;
		n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%s",
				      n ? ", " : "", *keys);
	}
	diag_error(diag, key->at, "unknown key '%s'; there are %s", key->text,
		   known);
}

bool
yaml_keys(const YamlNode *map, const char *const *keys, Diag *diag)
{
	bool ok = true;
	uint32_t k;

	if (!yaml_expect(map, YAML_MAP, diag))
		return false;
	for (uint32_t i = 0; i < map->n; i++) {
		const YamlNode *key = &map->items[2 * i];

		for (k = 0; keys[k] && strcmp(keys[k], key->text); k++)
			;
		if (!keys[k]) {
			key_unknown(key, keys, diag);
			ok = false;
		}
	}
	return ok;
}

bool
yaml_is(const YamlNode *node, const char *text)
{
	return node && node->kind == YAML_SCALAR && !strcmp(node->text, text);
}

bool
yaml_int(const YamlNode *node, int64_t min, int64_t max, int64_t *out,
	 Diag *diag)
{
	char *end;
	long long value;

	if (!yaml_expect(node, YAML_SCALAR, diag))
		return false;
	errno = 0;
	value = strtoll(node->text, &end, 0);
	if (end == node->text || *end || errno) {
		diag_error(diag, node->at, "'%s' is not a number", node->text);
		return false;
	}
	if (value < min || value > max) {
		diag_error(diag, node->at, "%lld is not within %lld and %lld",
			   value, (long long)min, (long long)max);
		return false;
	}
	*out = value;
	return true;
}

int64_t
yaml_get_int(const YamlNode *map, const char *key, int64_t min, int64_t max,
	     int64_t otherwise, Diag *diag)
{
	const YamlNode *node = yaml_get(map, key);
	int64_t value;

	return node && yaml_int(node, min, max, &value, diag) ? value
							      : otherwise;
}

bool
yaml_get_bool(const YamlNode *map, const char *key, Diag *diag)
{
	const YamlNode *node = yaml_get(map, key);

	if (!node || yaml_is(node, "false"))
		return false;
	if (!yaml_is(node, "true"))
		diag_error(diag, node->at, "expected true or false");
	return true;
}

bool
yaml_number(const char **p, const char *end, uint8_t *out)
{
	unsigned n = 0;
	const char *start = *p;

	for (; *p < end && **p >= '0' && **p <= '9' && n < 100; ++*p)
		n = n * 10 + (unsigned)(**p - '0');
	*out = (uint8_t)n;
	return *p > start && n <= UINT8_MAX;
}

bool
yaml_word(YamlWords *w, const char **word, uint32_t *len)
{
	while (w->p < w->end && *w->p == ' ')
		w->p++;
	*word = w->p;
	while (w->p < w->end && *w->p != ' ')
		w->p++;
	*len = (uint32_t)(w->p - *word);
	return *len > 0;
}
