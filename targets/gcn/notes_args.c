/*
 * The notes on a kernel's arguments: those of its "define" line, with what
 * attributes and metadata say of them, and those that the loader adds.
 */
#include "targets/gcn/notes_internal.h"

#include <stdio.h>

/* A parameter as its "define" line has it. */
typedef struct {
	const Type *type;
	const char *name; /* "": it has none */
	bool pointer, by_reference;
	unsigned space, align; /* 0: not said */
	bool noalias, readonly, writeonly;
} Param;

/* What metadata says of parameters, by their number. */
typedef struct {
	Strings access, type, base, qualifiers, name;
} ParamNotes;

static const char *
string_at(const Strings *s, uint32_t i)
{
	return i < s->n ? s->at[i] : "";
}

static const char *
space_name(const Param *p)
{
	static const char *const names[] = {"generic", "global",   "region",
					    "local",   "constant", "private"};

	return p->pointer && p->space < sizeof(names) / sizeof(*names)
		       ? names[p->space]
		       : "";
}

/* An attribute of the parameter at the reader's place. */
static bool
attribute_read(Globals *g, Param *p)
{
	size_t len;

	if (read_word(g, "byref")) {
		p->by_reference = true;
		p->pointer = false;
		return read_expect(g, "(") && (p->type = read_type(g)) &&
		       read_expect(g, ")");
	}
	if (read_word(g, "align")) {
		p->align = (uint32_t)read_uint(g);
		return !g->failed;
	}
	p->noalias |= read_word(g, "noalias");
	p->readonly |= read_word(g, "readonly") || read_word(g, "readnone");
	p->writeonly |= read_word(g, "writeonly");
	irtext_blanks(&g->t);
	if (irtext_in_name(*g->t.p) || *g->t.p == '"')
		read_name(g, &len);
	if (read_text(g, "="))
		read_name(g, &len);
	return *g->t.p != '(' || read_skip(g);
}

static bool
param_read(Globals *g, Param *p)
{
	const char *start, *end;
	size_t len;

	*p = (Param){.name = ""};
	irtext_blanks(&g->t);
	p->pointer = irtext_at(&g->t, "ptr");
	if (p->pointer) {
		IrText t = g->t;

		if (irtext_take(&t, "ptr addrspace("))
			p->space = (uint32_t)irtext_uint(&t);
	}
	p->type = read_type(g);
	if (!p->type)
		return false;
	for (;;) {
		irtext_blanks(&g->t);
		start = g->t.p;
		end = g->t.end;
		if (start == end || *start == ',' || *start == ')')
			return true;
		if (read_text(g, "%")) {
			start = g->t.p;
			p->name = read_name(g, &len);
			/* A number is no name. */
			if (*start != '"' &&
			    strspn(p->name, "0123456789") == len)
				p->name = "";
		} else if (!attribute_read(g, p) || g->failed) {
			return false;
		} else if (g->t.p == start) {
			globals_error(g, "an argument is not understood");
			return false;
		}
	}
}

static const char *
value_kind(const Param *p, const char *base, const char *qualifiers)
{
	static const char images[] =
		"image1d_t image1d_array_t image1d_buffer_t image2d_t "
		"image2d_array_t image2d_array_depth_t image2d_array_msaa_t "
		"image2d_array_msaa_depth_t image2d_depth_t image2d_msaa_t "
		"image2d_msaa_depth_t image3d_t";

	if (strstr(qualifiers, "pipe"))
		return "pipe";
	if (note_has_word(images, base))
		return "image";
	if (!strcmp(base, "sampler_t"))
		return "sampler";
	if (!strcmp(base, "queue_t"))
		return "queue";
	return !p->pointer     ? "by_value"
	       : p->space == 3 ? "dynamic_shared_pointer"
			       : "global_buffer";
}

static void
put_qualifiers(Notes *n, const char *qualifiers)
{
	static const char *const words[] = {"const", "pipe", "restrict",
					    "volatile"};
	char key[16];

	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (note_has_word(qualifiers, words[i])) {
			sprintf(key, "is_%s", words[i]);
			put_flag(n, key, true);
		}
}

static void
put_argument(Notes *n, const Param *p, const ParamNotes *notes, uint32_t i)
{
	const char *access = string_at(&notes->access, i);
	const char *name = i < notes->name.n ? notes->name.at[i] : p->name;
	const char *qualifiers = string_at(&notes->qualifiers, i);
	const char *kind =
		value_kind(p, string_at(&notes->base, i), qualifiers);
	bool address = strstr(kind, "_buffer") || strstr(kind, "_pointer");
	uint64_t align =
		p->by_reference && p->align ? p->align : p->type->align;

	n->item = true;
	if (align > n->align)
		n->align = align;
	n->offset = (n->offset + align - 1) / align * align;
	if (note_has_word("read_only write_only read_write", access))
		put_text(n, "access", access, "");
	if (p->pointer && p->noalias)
		put_text(n, "actual_access",
			 p->readonly	? "read_only"
			 : p->writeonly ? "write_only"
					: "",
			 "");
	if (address)
		put_text(n, "address_space", space_name(p), "");
	put_qualifiers(n, qualifiers);
	put_text(n, "name", name, "");
	put_number(n, "offset", n->offset);
	if (p->pointer && p->space == 3)
		put_number(n, "pointee_align", p->align ? p->align : 1);
	put_number(n, "size", p->type->size);
	put_text(n, "type_name", string_at(&notes->type, i), "");
	put_text(n, "value_kind", kind, "");
	n->offset += p->type->size;
	n->local |= p->pointer && p->space == 3;
}

/* Does the kernel use memory of its work group that whoever starts it sizes? */
static bool
is_dynamic(const Notes *n)
{
	char *name = arena_raw(n->arena, strlen(n->of->name) + 24);

	sprintf(name, "llvm.amdgcn.%s.dynlds", n->of->name);
	for (uint32_t i = 0; i < n->dynamic.n; i++)
		if (!strcmp(n->dynamic.at[i], name))
			return true;
	return n->local;
}

/* An argument of SIZE bytes that the loader adds; one that is not WANTED
 * leaves its place. */
static void
put_hidden(Notes *n, const char *kind, unsigned size, bool wanted)
{
	if (wanted) {
		n->item = true;
		put_number(n, "offset", n->offset);
		put_number(n, "size", size);
		put_text(n, "value_kind", "hidden_", kind);
	}
	n->offset += size;
}

static void
put_hidden_all(Notes *n)
{
	static const struct {
		const char *kind;
		unsigned size;
	} shape[] = {
		{"block_count_x", 4}, {"block_count_y", 4},
		{"block_count_z", 4}, {"group_size_x", 2},
		{"group_size_y", 2},  {"group_size_z", 2},
		{"remainder_x", 2},   {"remainder_y", 2},
		{"remainder_z", 2},
	};

	n->offset = (n->offset + 7) / 8 * 8;
	if (n->align < 8)
		n->align = 8;
	for (unsigned i = 0; i < sizeof(shape) / sizeof(*shape); i++)
		put_hidden(n, shape[i].kind, shape[i].size, true);
	n->offset += 16;
	put_hidden(n, "global_offset_x", 8, true);
	put_hidden(n, "global_offset_y", 8, true);
	put_hidden(n, "global_offset_z", 8, true);
	put_hidden(n, "grid_dims", 2, true);
	n->offset += 6;
	put_hidden(n, "printf_buffer", 8, n->formats);
	put_hidden(n, "hostcall_buffer", 8,
		   note_lacks(n, "amdgpu-no-hostcall-ptr"));
	put_hidden(n, "multigrid_sync_arg", 8,
		   note_lacks(n, "amdgpu-no-multigrid-sync-arg"));
	put_hidden(n, "heap_v1", 8, note_lacks(n, "amdgpu-no-heap-ptr"));
	put_hidden(n, "default_queue", 8,
		   note_lacks(n, "amdgpu-no-default-queue"));
	put_hidden(n, "completion_action", 8,
		   note_lacks(n, "amdgpu-no-completion-action"));
	put_hidden(n, "dynamic_lds_size", 4, is_dynamic(n));
	n->offset += 76;
	put_hidden(n, "queue_ptr", 8, note_lacks(n, "amdgpu-no-queue-ptr"));
}

/* To the parameters of the "define" line. */
static bool
params_open(Notes *n)
{
	Globals *g = &n->g;
	size_t len;

	g->t.p = n->in->source->text + n->of->define.at;
	g->t.end = g->t.p + n->of->define.len;
	while (g->t.p < g->t.end && *g->t.p != '@')
		g->t.p++;
	if (!read_expect(g, "@"))
		return false;
	read_name(g, &len);
	return read_expect(g, "(");
}

bool
put_arguments(Notes *n)
{
	bool hidden = note_lacks(n, "amdgpu-no-implicitarg-ptr");
	ParamNotes notes = {0};
	Globals *g = &n->g;
	Param p;

	note_strings(n, note_attached(n, "kernel_arg_access_qual"),
		     &notes.access);
	note_strings(n, note_attached(n, "kernel_arg_type"), &notes.type);
	note_strings(n, note_attached(n, "kernel_arg_base_type"), &notes.base);
	note_strings(n, note_attached(n, "kernel_arg_type_qual"),
		     &notes.qualifiers);
	note_strings(n, note_attached(n, "kernel_arg_name"), &notes.name);
	n->offset = 0;
	n->align = 4;
	n->local = false;
	if (!params_open(n))
		return false;
	put_name(n, "args");
	irtext_blanks(&g->t);
	buf_str(n->out,
		irtext_at(&g->t, ")") && !hidden ? "           []\n" : "\n");
	n->depth += 4;
	for (uint32_t i = 0; !read_text(g, ")"); i++) {
		if ((i && !read_expect(g, ",")) || !param_read(g, &p))
			return false;
		put_argument(n, &p, &notes, i);
	}
	if (hidden)
		put_hidden_all(n);
	n->depth -= 4;
	n->item = false;
	return true;
}
