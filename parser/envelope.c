/*
 * The header of a function document, through libyaml: scalars become fields
 * ("frameInfo.hasCalls"), stack objects, constants and jump tables become
 * entries of the function.  Lists that can be long, and the body, never pass
 * through here, nor do plain lines (plain.c): the header is fed to libyaml in
 * pieces that leave them out.  Names in quotes pass through it by themselves.
 */
#include "parser/envelope.h"

#include "core/base/memory.h"
#include "parser/number.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { MAX_PIECES = 32, MAX_DEPTH = 24, MAX_PATH = 240 };

typedef struct {
	Span at[MAX_PIECES];
	uint32_t n, next; /* next: the piece being fed */
	uint32_t fed;	  /* bytes of it that are */
} Pieces;

typedef struct {
	Builder *b;
	yaml_parser_t yaml;
	yaml_event_t event;
	bool failed;
	Pieces pieces;
	char path[MAX_PATH + 1];
	uint32_t path_len, depth;
	uint32_t object; /* entry of the list being read */
} Envelope;

static int
piece_compare(const void *a, const void *b)
{
	const Span *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* The header without the keys that are read elsewhere and plain lines. */
static void
pieces_cut(Pieces *pieces, Builder *b, const MirDoc *doc)
{
	static const int apart[] = {KEY_REGISTERS, KEY_LIVEINS, KEY_CALLSITES,
				    KEY_BODY};
	Span cuts[4];
	Loc at = doc->header.at, end = at + doc->header.len;
	uint32_t n = 0;

	for (uint32_t i = 0; i < 4; i++)
		if (doc->keys[apart[i]].len)
			cuts[n++] = doc->keys[apart[i]];
	qsort(cuts, n, sizeof(*cuts), piece_compare);
	for (uint32_t i = 0; i <= n; i++) {
		Loc stop = i < n ? cuts[i].at : end;

		pieces->n += plain_read(b, (Span){at, stop - at},
					pieces->at + pieces->n,
					MAX_PIECES - (n - i) - pieces->n);
		if (i < n)
			at = cuts[i].at + cuts[i].len;
	}
}

/* Feeds the pieces.  Bytes outside ASCII are replaced, so that libyaml's
 * positions, which count characters, count bytes; texts are then taken from
 * the source. */
static int
pieces_read(void *data, unsigned char *buffer, size_t size, size_t *got)
{
	Envelope *e = data;
	Pieces *p = &e->pieces;

	*got = 0;
	while (p->next < p->n && p->fed == p->at[p->next].len) {
		p->next++;
		p->fed = 0;
	}
	if (p->next == p->n)
		return 1;
	size_t n = p->at[p->next].len - p->fed;
	n = n < size ? n : size;
	memcpy(buffer, e->b->text + p->at[p->next].at + p->fed, n);
	for (size_t i = 0; i < n; i++)
		if (buffer[i] >= 0x7f ||
		    (buffer[i] < ' ' && buffer[i] != '\t' &&
		     buffer[i] != '\n' && buffer[i] != '\r'))
			buffer[i] = '?';
	p->fed += (uint32_t)n;
	*got = n;
	return 1;
}

/* Place in the source of libyaml's position INDEX. */
static Loc
loc_of(const Envelope *e, size_t index)
{
	const Pieces *p = &e->pieces;

	for (uint32_t i = 0; i < p->n; i++) {
		if (index < p->at[i].len)
			return p->at[i].at + (Loc)index;
		index -= p->at[i].len;
	}
	return p->n ? p->at[p->n - 1].at + p->at[p->n - 1].len - 1 : 0;
}

static bool
event_next(Envelope *e)
{
	if (e->failed)
		return false;
	yaml_event_delete(&e->event);
	if (yaml_parser_parse(&e->yaml, &e->event))
		return true;
	if (e->yaml.error == YAML_MEMORY_ERROR)
		memory_exhausted();
	e->failed = true;
	memset(&e->event, 0, sizeof(e->event));
	diag_error(e->b->diag, loc_of(e, e->yaml.problem_mark.index), "%s",
		   e->yaml.problem ? e->yaml.problem : "malformed header");
	return false;
}

static Span
event_span(const Envelope *e)
{
	Loc start = loc_of(e, e->event.start_mark.index);
	size_t len = e->event.end_mark.index - e->event.start_mark.index;

	return (Span){start, (uint32_t)len};
}

/* The scalar's span without its quotes. */
static Span
scalar_span(const Envelope *e)
{
	Span s = event_span(e);

	if (e->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE &&
	    s.len >= 2) {
		s.at++;
		s.len -= 2;
	}
	return s;
}

static const char *
scalar_text(const Envelope *e)
{
	return (const char *)e->event.data.scalar.value;
}

static int64_t
scalar_int(const Envelope *e)
{
	const char *s = scalar_text(e);
	int64_t value = 0;

	if (!number_read(s, strlen(s), &value))
		diag_error(e->b->diag, loc_of(e, e->event.start_mark.index),
			   "number expected");
	return value;
}

static uint32_t
scalar_id(const Envelope *e)
{
	int64_t value = scalar_int(e);

	if (value >= 0 && value < INT32_MAX)
		return (uint32_t)value;
	diag_error(e->b->diag, loc_of(e, e->event.start_mark.index),
		   "number too large");
	return 0;
}

static uint32_t
scalar_align(const Envelope *e)
{
	int64_t value = scalar_int(e);

	if (value < 0 || value > UINT32_MAX || (value & (value - 1))) {
		diag_error(e->b->diag, loc_of(e, e->event.start_mark.index),
			   "alignment must be a power of two");
		return 1;
	}
	return value ? (uint32_t)value : 1;
}

/* A value of an entry of "stack:" or "fixedStack:". */
static void
stack_field(Envelope *e, StackObject *o, const char *key)
{
	const char *v = scalar_text(e);

	if (!strcmp(key, "id")) {
		o->id = scalar_id(e);
	} else if (!strcmp(key, "name")) {
		o->name = scalar_span(e);
	} else if (!strcmp(key, "type")) {
		o->kind = !strcmp(v, "spill-slot")	 ? STACK_SPILL
			  : !strcmp(v, "variable-sized") ? STACK_VARIABLE
							 : STACK_DEFAULT;
	} else if (!strcmp(key, "size")) {
		o->size = (uint64_t)scalar_int(e);
	} else if (!strcmp(key, "offset")) {
		o->offset = scalar_int(e);
	} else if (!strcmp(key, "alignment")) {
		o->align = scalar_align(e);
	} else if (!strcmp(key, "isImmutable")) {
		o->immutable = !strcmp(v, "true");
	} else if (!strcmp(key, "isAliased")) {
		o->aliased = !strcmp(v, "true");
	} else if (!strcmp(key, "stack-id")) {
		o->stack_id_text = scalar_span(e);
		o->stack_id = build_stack_id(e->b, v);
	} else if (!strcmp(key, "callee-saved-register")) {
		o->callee_saved = scalar_span(e);
	}
}

static void
list_field(Envelope *e, const char *list, const char *key)
{
	Func *f = e->b->f;

	if (!strcmp(list, "stack")) {
		stack_field(e, &f->stack.at[f->stack.n - 1], key);
	} else if (!strcmp(list, "fixedStack")) {
		stack_field(e, &f->fixed.at[f->fixed.n - 1], key);
	} else if (!strcmp(list, "constants")) {
		Constant *c = &f->constants.at[f->constants.n - 1];

		if (!strcmp(key, "id"))
			c->id = scalar_id(e);
		else if (!strcmp(key, "value"))
			c->value = scalar_span(e);
		else if (!strcmp(key, "alignment"))
			c->align = scalar_align(e);
		else if (!strcmp(key, "isTargetSpecific"))
			c->target_specific = build_bool(e->b, scalar_text(e),
							event_span(e).at);
	} else if (!strcmp(key, "id")) {
		f->jumps.tables.at[f->jumps.tables.n - 1].id = scalar_id(e);
	} else if (!strcmp(key, "blocks")) {
		build_jump_block(e->b, scalar_text(e), event_span(e).at);
	}
}

/* Entries of a list that becomes an array of the function. */
static void
list_entry(Envelope *e, const char *list)
{
	Func *f = e->b->f;
	Span at = event_span(e);

	if (!strcmp(list, "stack"))
		VEC_PUSH(f->arena, f->stack, ((StackObject){.align = 1}));
	else if (!strcmp(list, "fixedStack"))
		VEC_PUSH(f->arena, f->fixed, ((StackObject){.align = 1}));
	else if (!strcmp(list, "constants"))
		VEC_PUSH(f->arena, f->constants,
			 ((Constant){.align = 1, .value.at = at.at}));
	else
		VEC_PUSH(f->arena, f->jumps.tables,
			 ((JumpTable){.blocks = {f->jumps.blocks.n,
						 f->jumps.blocks.n}}));
	e->object = at.at;
}

/* The event's scalar, a value of KEY in an entry of LIST. */
static void
list_value(Envelope *e, const char *list, const char *key)
{
	uint32_t depth = 0;

	/* Nested values concern debug information, except a jump table's
	 * blocks, whose list is of scalars. */
	do {
		if (e->event.type == YAML_SCALAR_EVENT)
			list_field(e, list, key);
		else if (e->event.type == YAML_SEQUENCE_START_EVENT ||
			 e->event.type == YAML_MAPPING_START_EVENT)
			depth++;
		else if (e->event.type == YAML_SEQUENCE_END_EVENT ||
			 e->event.type == YAML_MAPPING_END_EVENT)
			depth--;
	} while (depth && event_next(e));
}

static void
list_entry_end(Envelope *e, const char *list)
{
	Func *f = e->b->f;

	if (!strcmp(list, "stack"))
		build_stack_entry(e->b, false, f->stack.n - 1, e->object);
	else if (!strcmp(list, "fixedStack"))
		build_stack_entry(e->b, true, f->fixed.n - 1, e->object);
	else if (!strcmp(list, "constants"))
		build_constant(e->b, e->object);
	else
		build_jump_table(e->b, e->object);
}

/* The value of a key that is a list of mappings; the event is its start. */
static void
list_read(Envelope *e, const char *list)
{
	char key[64];

	if (e->event.type == YAML_SCALAR_EVENT && !*scalar_text(e))
		return; /* "stack:" with nothing behind it */
	if (e->event.type != YAML_SEQUENCE_START_EVENT) {
		diag_error(e->b->diag, event_span(e).at, "list expected");
		e->failed = true;
		return;
	}
	while (event_next(e) && e->event.type != YAML_SEQUENCE_END_EVENT) {
		if (e->event.type != YAML_MAPPING_START_EVENT) {
			diag_error(e->b->diag, event_span(e).at,
				   "entry with braces expected");
			e->failed = true;
			return;
		}
		list_entry(e, list);
		while (event_next(e) && e->event.type == YAML_SCALAR_EVENT) {
			snprintf(key, sizeof(key), "%s", scalar_text(e));
			if (!event_next(e))
				return;
			list_value(e, list, key);
		}
		list_entry_end(e, list);
	}
}

/* The value of KEY, which is in no list. */
static void
field_read(Envelope *e, Span key)
{
	Func *f = e->b->f;

	build_field(e->b, e->path, key, event_span(e), scalar_text(e),
		    strlen(scalar_text(e)));
	if (!strcmp(e->path, "jumpTable.kind"))
		f->jumps.kind = scalar_span(e);
	else if (!strcmp(e->path, "calleeSavedRegisters"))
		build_callee_saved(e->b, scalar_text(e), event_span(e).at);
}

/* Is the value of the present path a list of the function's own? */
static const char *
path_list(const Envelope *e)
{
	if (!strcmp(e->path, "stack") || !strcmp(e->path, "fixedStack") ||
	    !strcmp(e->path, "constants"))
		return e->path;
	return strcmp(e->path, "jumpTable.entries") ? NULL : "jumpTable";
}

static void value_read(Envelope *e, Span key);

/* Keys and values up to the mapping's end. */
static void
mapping_read(Envelope *e)
{
	uint32_t len = e->path_len;

	while (event_next(e) && e->event.type == YAML_SCALAR_EVENT) {
		Span key = event_span(e);
		int n = snprintf(e->path + len, MAX_PATH - len, "%s%s",
				 len ? "." : "", scalar_text(e));

		if (n < 0 || (uint32_t)n >= MAX_PATH - len) {
			diag_error(e->b->diag, key.at, "key too long");
			e->failed = true;
			return;
		}
		e->path_len = len + (uint32_t)n;
		if (!len)
			build_key_check(e->b, key);
		if (event_next(e))
			value_read(e, key);
		e->path_len = len;
		e->path[len] = '\0';
	}
	if (!e->failed && e->event.type != YAML_MAPPING_END_EVENT) {
		diag_error(e->b->diag, event_span(e).at, "key expected");
		e->failed = true;
	}
}

/* The value that the event begins. */
static void
value_read(Envelope *e, Span key)
{
	const char *list = path_list(e);

	if (list) {
		list_read(e, list);
		return;
	}
	if (++e->depth > MAX_DEPTH) {
		diag_error(e->b->diag, event_span(e).at, "nested too deeply");
		e->failed = true;
		return;
	}
	if (e->event.type == YAML_SCALAR_EVENT) {
		field_read(e, key);
	} else if (e->event.type == YAML_MAPPING_START_EVENT) {
		mapping_read(e);
	} else if (e->event.type == YAML_SEQUENCE_START_EVENT) {
		if (!strcmp(e->path, "calleeSavedRegisters"))
			e->b->f->traits.has_callee_saved = true;
		while (event_next(e) &&
		       e->event.type != YAML_SEQUENCE_END_EVENT)
			value_read(e, key);
	}
	e->depth--;
}

void
envelope_read(Builder *b, const MirDoc *doc)
{
	Envelope e = {.b = b};

	pieces_cut(&e.pieces, b, doc);
	if (!e.pieces.n)
		return;
	if (!yaml_parser_initialize(&e.yaml))
		memory_exhausted();
	yaml_parser_set_input(&e.yaml, pieces_read, &e);
	yaml_parser_set_encoding(&e.yaml, YAML_UTF8_ENCODING);
	while (event_next(&e) && e.event.type != YAML_STREAM_END_EVENT) {
		if (e.event.type == YAML_STREAM_START_EVENT ||
		    e.event.type == YAML_DOCUMENT_START_EVENT ||
		    e.event.type == YAML_DOCUMENT_END_EVENT)
			continue;
		if (e.event.type != YAML_MAPPING_START_EVENT) {
			diag_error(b->diag, event_span(&e).at,
				   "keys and values expected");
			break;
		}
		mapping_read(&e);
	}
	yaml_event_delete(&e.event);
	yaml_parser_delete(&e.yaml);
}

/* --- a name in quotes --- */

/* Where in AT, as libyaml tells, YAML went wrong: it counts characters, but
 * bytes of what is no UTF-8. */
static Loc
problem_loc(const Source *source, Span at, const yaml_parser_t *yaml)
{
	const char *p = source->text + at.at, *end = p + at.len;
	size_t i = 0;

	if (yaml->error == YAML_READER_ERROR)
		return at.at + (Loc)yaml->problem_offset;
	for (; p < end; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 &&
		    i++ == yaml->problem_mark.index)
			break;
	return (Loc)(p - source->text);
}

/* The event that is the scalar, or, after a message, none. */
static bool
scalar_event(const Source *source, Span at, yaml_parser_t *yaml,
	     yaml_event_t *event, Diag *diag)
{
	do {
		yaml_event_delete(event);
		if (yaml_parser_parse(yaml, event))
			continue;
		if (yaml->error == YAML_MEMORY_ERROR)
			memory_exhausted();
		diag_error(diag, problem_loc(source, at, yaml), "%s",
			   yaml->problem ? yaml->problem : "not YAML");
		return false;
	} while (event->type != YAML_SCALAR_EVENT);
	return true;
}

const char *
quoted_text(const Source *source, Span at, Arena *arena, Diag *diag)
{
	yaml_parser_t yaml;
	yaml_event_t event = {0};
	const char *text = "";
	size_t len;

	if (!yaml_parser_initialize(&yaml))
		memory_exhausted();
	yaml_parser_set_encoding(&yaml, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(
		&yaml, (const unsigned char *)source->text + at.at, at.len);
	if (scalar_event(source, at, &yaml, &event, diag)) {
		len = event.data.scalar.length;
		text = arena_copy(arena, event.data.scalar.value, len + 1,
				  len + 1);
		if (strlen(text) != len)
			diag_error(diag, at.at, "a null character in a name");
	}
	yaml_event_delete(&event);
	yaml_parser_delete(&yaml);
	return text;
}
