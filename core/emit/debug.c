/*
 * Reads the metadata of LLVM IR.  A pass over its lines notes where nodes
 * stand; what is in them is read when somebody asks.
 */
#include "core/emit/debug.h"

#include <stdlib.h>
#include <string.h>

static int
entry_compare(const void *a, const void *b)
{
	uint32_t x = ((const DebugEntry *)a)->id,
		 y = ((const DebugEntry *)b)->id;

	return x < y ? -1 : x > y;
}

DebugNode
debug_node(const Debug *d, IrText t)
{
	DebugEntry key;

	irtext_take(&t, "distinct ");
	if (!t.p || !irtext_at(&t, "!"))
		return NULL;
	if (t.end - t.p < 2 || t.p[1] < '0' || t.p[1] > '9')
		return t.p;
	t.p++;
	key.id = (uint32_t)irtext_uint(&t);
	DebugEntry *found = d->entries.n
				    ? bsearch(&key, d->entries.at, d->entries.n,
					      sizeof(key), entry_compare)
				    : NULL;
	return found ? found->node : NULL;
}

/* From NODE, or from a value, to the key behind it; false: there is none. */
static bool
key_next(IrText *t)
{
	uint32_t depth = 0;
	bool quoted = false;

	for (; t->p < t->end && *t->p != '\n'; t->p++) {
		char c = *t->p;

		quoted ^= c == '"';
		if (quoted)
			continue;
		if (!depth && c == ',')
			break;
		depth += c == '(' || c == '{';
		if ((c == ')' || c == '}') && !depth--)
			return false;
	}
	if (t->p == t->end || *t->p != ',')
		return false;
	for (t->p++; t->p < t->end && *t->p == ' ';)
		t->p++;
	return true;
}

/* To the first key of the node at T. */
static bool
key_first(IrText *t)
{
	while (t->p < t->end && *t->p != '(' && *t->p != '\n')
		t->p++;
	return irtext_take(t, "(");
}

/* If KEY is next, go to its value. */
static bool
key_take(IrText *t, const char *key)
{
	size_t n = strlen(key);

	if (!irtext_at(t, key) || (size_t)(t->end - t->p) <= n ||
	    t->p[n] != ':')
		return false;
	for (t->p += n + 1; t->p < t->end && *t->p == ' ';)
		t->p++;
	return true;
}

IrText
debug_field(const Debug *d, DebugNode node, const char *key)
{
	IrText t = {node, d->end}, none = {NULL, NULL};

	if (!node || !key_first(&t))
		return none;
	do {
		if (key_take(&t, key))
			return t;
	} while (key_next(&t));
	return none;
}

uint32_t
debug_number(const Debug *d, DebugNode node, const char *key)
{
	IrText t = debug_field(d, node, key);

	return t.p ? (uint32_t)irtext_uint(&t) : 0;
}

DebugNode
debug_ref(const Debug *d, DebugNode node, const char *key)
{
	IrText t = debug_field(d, node, key);

	return t.p ? debug_node(d, t) : NULL;
}

const char *
debug_text(const Debug *d, DebugNode node, const char *key, Arena *arena)
{
	IrText t = debug_field(d, node, key);
	size_t len;

	return t.p ? irtext_name(&t, arena, &len) : "";
}

bool
debug_is(const Debug *d, DebugNode node, const char *kind)
{
	IrText t = {node, d->end};

	return node && irtext_at(&t, kind);
}

static bool
has_lines(const Debug *d, DebugNode unit)
{
	IrText t = debug_field(d, unit, "emissionKind");

	return t.p && !irtext_at(&t, "NoDebug");
}

static int
file_compare(const void *a, const void *b)
{
	DebugNode x = ((const DebugFile *)a)->node;
	DebugNode y = ((const DebugFile *)b)->node;

	return x < y ? -1 : x > y;
}

uint32_t
debug_file(const Debug *d, DebugNode scope)
{
	DebugFile key = {.node = debug_ref(d, scope, "file")}, *found = NULL;

	if (key.node && d->files.n)
		found = bsearch(&key, d->files.at, d->files.n, sizeof(key),
				file_compare);
	return found ? found->number : d->main_file;
}

static void
file_note(Debug *d, DebugNode node, Arena *arena)
{
	DebugFile f = {.node = node};
	IrText kind = debug_field(d, node, "checksumkind");

	f.dir = debug_text(d, node, "directory", arena);
	f.name = debug_text(d, node, "filename", arena);
	if (kind.p && irtext_at(&kind, "CSK_MD5") && d->version >= 5)
		f.md5 = debug_text(d, node, "checksum", arena);
	VEC_PUSH(arena, d->files, f);
}

/* Is F the main file by another node?  Assemblers go by name and checksum, and
 * do not take a second number for it. */
static bool
is_main(const DebugFile *f, const DebugFile *main)
{
	return !strcmp(f->name, main->name) &&
	       (f->md5 ? main->md5 && !strcmp(f->md5, main->md5) : !main->md5);
}

/* The first unit's file has the smallest number, which is 0 from DWARF 5 on;
 * checksums are for all files or for none. */
static void
files_number(Debug *d)
{
	DebugNode first = debug_ref(d, d->units.at[0], "file");
	const DebugFile *main = NULL;
	bool all = true;

	d->main_file = d->version < 5;
	for (uint32_t i = 0; i < d->files.n; i++) {
		all &= !!d->files.at[i].md5;
		if (d->files.at[i].node == first)
			main = &d->files.at[i];
	}
	for (uint32_t i = 0; i < d->files.n && !all; i++)
		d->files.at[i].md5 = NULL;
	for (uint32_t i = 0, n = d->main_file + 1; i < d->files.n; i++) {
		DebugFile *f = &d->files.at[i];

		f->again = f != main && main && is_main(f, main);
		f->number = f == main || f->again ? d->main_file : n++;
	}
}

/* "!7 = !{i32 7, !"Dwarf Version", i32 5}" behind "= ". */
static void
flag_read(Debug *d, IrText t)
{
	if (!irtext_take(&t, "!{i32 "))
		return;
	irtext_uint(&t);
	if (irtext_take(&t, ", !\"Dwarf Version\", i32 "))
		d->version = (unsigned)irtext_uint(&t);
}

/* Note the node of the line at T, if it is one. */
static void
entry_note(Debug *d, IrText t, Arena *arena)
{
	DebugEntry entry;

	if (!irtext_take(&t, "!") || t.p == t.end || *t.p < '0' || *t.p > '9')
		return;
	entry.id = (uint32_t)irtext_uint(&t);
	if (!irtext_take(&t, " = "))
		return;
	irtext_take(&t, "distinct ");
	entry.node = t.p;
	VEC_PUSH(arena, d->entries, entry);
	flag_read(d, t);
}

/* Note the nodes in the lines of T. */
static void
entries_note(Debug *d, IrText t, Arena *arena)
{
	for (; t.p < t.end; irtext_line(&t)) {
		while (t.p < t.end && *t.p == ' ')
			t.p++;
		if (t.p < t.end && *t.p == '!')
			entry_note(d, t, arena);
	}
}

bool
debug_read(Debug *d, const Source *source, SpanList ir, const Target *target,
	   Arena *arena)
{
	*d = (Debug){.source = source,
		     .end = source->text + source->len,
		     .version = 4,
		     .address = target_address_bytes(target),
		     .single = !strcmp(target_setting(target, "uleb128-lists"),
				       "false")};
	for (uint32_t i = 0; i < ir.n; i++) {
		const char *p = source->text + ir.at[i].at;

		entries_note(d, (IrText){p, p + ir.at[i].len}, arena);
	}
	for (uint32_t i = 0; i < d->entries.n; i++) {
		DebugNode node = d->entries.at[i].node;

		if (debug_is(d, node, "!DIFile("))
			file_note(d, node, arena);
		else if (debug_is(d, node, "!DICompileUnit(") &&
			 has_lines(d, node))
			VEC_PUSH(arena, d->units, node);
	}
	if (d->entries.n)
		qsort(d->entries.at, d->entries.n, sizeof(DebugEntry),
		      entry_compare);
	if (!d->units.n)
		return false;
	files_number(d);
	return true;
}

DebugNode
debug_subprogram(const Debug *d, Span define)
{
	IrText t = {d->source->text + define.at, NULL};
	DebugNode subprogram = NULL;

	t.end = t.p + define.len;
	while (!subprogram && irtext_find(&t, " !dbg "))
		subprogram = debug_node(d, t);
	return has_lines(d, debug_ref(d, subprogram, "unit")) ? subprogram
							      : NULL;
}

bool
debug_place(const Debug *d, Span tail, DebugPlace *place)
{
	IrText t = {span_behind(d->source, tail, "debug-location "),
		    d->source->text + tail.at + tail.len};

	*place = (DebugPlace){0};
	if (!t.p)
		return true;
	t = (IrText){debug_node(d, t), d->end};
	if (!debug_is(d, t.p, "!DILocation(") || !key_first(&t))
		return false;
	do {
		if (key_take(&t, "line"))
			place->line = (uint32_t)irtext_uint(&t);
		else if (key_take(&t, "column"))
			place->column = (uint32_t)irtext_uint(&t);
		else if (key_take(&t, "scope"))
			place->scope = debug_node(d, t);
		else if (key_take(&t, "inlinedAt"))
			place->inlined = debug_node(d, t);
	} while (key_next(&t));
	return place->scope != NULL;
}
