/*
 * Prints the notes of a module: a document of YAML whose keys are in the order
 * of the alphabet.  Code gave the figures; the rest is what LLVM IR says of
 * each kernel, in its "define" line, its attributes and its metadata.
 */
#include "targets/gcn/notes_internal.h"

#include <stdio.h>
#include <stdlib.h>

/* Of code objects: the first whose notes are these; in LLVM's hundreds. */
enum { OBJECT_VERSION = 500 };

/* --- kernels --- */

/* The numbers of NODE, "!{i32 64, i32 1}", as a list. */
static void
put_list(Notes *n, const char *key, DebugNode node)
{
	IrText t;

	if (!note_open(n, node, &t) || !irtext_take(&t, "i32 "))
		return;
	put_name(n, key);
	buf_char(n->out, '\n');
	do {
		buf_printf(n->out, "%*s- %llu\n", (int)n->depth + 2, "",
			   (unsigned long long)irtext_uint(&t));
	} while (irtext_take(&t, ", i32 "));
}

/* OpenCL's name of a scalar, or of a vector's elements. */
static const char *
scalar_name(const Type *t)
{
	switch (t->kind == TYPE_INT ? (int)t->bits : t->letter) {
	case 8:
		return "char";
	case 16:
		return "short";
	case 32:
		return "int";
	case 64:
		return "long";
	case 'h':
		return "half";
	case 'f':
		return "float";
	case 'd':
		return "double";
	}
	return "unknown";
}

/* "!{<4 x i32> undef, i32 1}": a type, and whether it has a sign. */
static bool
put_vector_hint(Notes *n)
{
	Globals *g = &n->g;
	char text[48];
	size_t len;

	if (!note_open(n, note_attached(n, "vec_type_hint"), &g->t))
		return true;
	const Type *t = read_type(g);
	if (!t)
		return false;
	irtext_blanks(&g->t);
	read_name(g, &len); /* a value of it */
	if (!read_expect(g, ",") || !read_word(g, "i32"))
		return false;
	const Type *e = t->kind == TYPE_VECTOR ? t->element : t;
	snprintf(text, sizeof(text), "%s%s",
		 e->kind == TYPE_INT && !read_uint(g) ? "u" : "",
		 scalar_name(e));
	if (t->kind == TYPE_VECTOR)
		snprintf(text + strlen(text), 16, "%u", (unsigned)t->n);
	put_text(n, "vec_type_hint", text, "");
	return true;
}

/* How many threads a group, and groups a grid, can have. */
static void
put_limits(Notes *n)
{
	const char *size =
		func_attribute(&n->attributes, "amdgpu-flat-work-group-size");
	const char *most =
		func_attribute(&n->attributes, "amdgpu-max-num-workgroups");
	unsigned x, y, z;

	size = size ? strchr(size, ',') : NULL;
	put_number(n, "max_flat_workgroup_size",
		   size ? strtoul(size + 1, NULL, 10)
			: figures_of(n->of)->work_group);
	if (!most || sscanf(most, "%u,%u,%u", &x, &y, &z) != 3 || !x || !y ||
	    !z)
		return;
	put_number(n, "max_num_workgroups_x", x);
	put_number(n, "max_num_workgroups_y", y);
	put_number(n, "max_num_workgroups_z", z);
}

static void
put_language(Notes *n)
{
	IrText t;

	if (!note_open(n, n->language, &t))
		return;
	put_text(n, "language", "OpenCL C", "");
	put_list(n, "language_version", debug_node(n->in->metadata, t));
}

/* What stands between the arguments and the name. */
static void
put_needs(Notes *n)
{
	const char *handle = func_attribute(&n->attributes, "runtime-handle");
	const GcnFigures *f = figures_of(n->of);

	put_text(n, "device_enqueue_symbol", handle ? handle : "", "");
	put_number(n, "group_segment_fixed_size", f->local);
	put_number(n, "kernarg_segment_align", n->align);
	put_number(n, "kernarg_segment_size", f->arguments);
	put_text(n, "kind",
		 !note_lacks(n, "device-init")	 ? "init"
		 : !note_lacks(n, "device-fini") ? "fini"
						 : "",
		 "");
	put_language(n);
	put_limits(n);
}

static bool
put_kernel(Notes *n, const AsmFunc *of)
{
	const GcnFigures *f = figures_of(of);
	char *what = arena_raw(n->arena, strlen(of->name) + 16);

	sprintf(what, "kernel @%s", of->name);
	n->g.what = what;
	n->g.failed = false;
	n->of = of;
	n->attributes = (Func){.source = n->in->source,
			       .arena = n->arena,
			       .text.attributes = of->attributes};
	n->depth = 4;
	n->item = true;
	if (f->has_accumulators)
		put_number(n, "agpr_count", f->accumulators);
	if (!put_arguments(n))
		return false;
	put_needs(n);
	put_text(n, "name", of->name, "");
	put_number(n, "private_segment_fixed_size", f->stack);
	put_list(n, "reqd_workgroup_size",
		 note_attached(n, "reqd_work_group_size"));
	put_number(n, "sgpr_count", f->scalars);
	put_number(n, "sgpr_spill_count", f->spilled_scalars);
	put_text(n, "symbol", of->name, ".kd");
	const char *uniform =
		func_attribute(&n->attributes, "uniform-work-group-size");
	if (uniform && !strcmp(uniform, "true"))
		put_number(n, "uniform_work_group_size", 1);
	put_flag(n, "uses_dynamic_stack", f->moves);
	if (!put_vector_hint(n))
		return false;
	put_number(n, "vgpr_count", f->vectors);
	put_number(n, "vgpr_spill_count", f->spilled_vectors);
	put_number(n, "wavefront_size", f->lanes);
	put_list(n, "workgroup_size_hint",
		 note_attached(n, "work_group_size_hint"));
	return true;
}

/* --- the module --- */

/* The nodes and flags of the module that matter, in the lines of T. */
static void
module_read(Notes *n, IrText t)
{
	static const char version[] = ", !\"amdhsa_code_object_version\", i32 ";
	size_t len;

	for (; t.p < t.end; irtext_line(&t)) {
		while (t.p < t.end && *t.p == ' ')
			t.p++;
		if (irtext_at(&t, "@llvm.amdgcn.") ||
		    irtext_at(&t, "@\"llvm.amdgcn.")) {
			t.p++;
			VEC_PUSH(n->arena, n->dynamic,
				 irtext_name(&t, n->arena, &len));
		}
		if (!irtext_take(&t, "!"))
			continue;
		if (irtext_take(&t, "opencl.ocl.version = ")) {
			n->language = t.p;
		} else if (irtext_take(&t, "llvm.printf.fmts = ")) {
			n->formats = t.p;
		} else {
			irtext_uint(&t);
			if (!irtext_take(&t, " = !{i32 "))
				continue;
			irtext_uint(&t);
			if (irtext_take(&t, version))
				n->version = (unsigned)irtext_uint(&t);
		}
	}
}

static void
put_formats(Notes *n)
{
	Strings strings = {0};
	IrText t;

	if (!note_open(n, n->formats, &t))
		return;
	do {
		note_strings(n, debug_node(n->in->metadata, t), &strings);
		while (t.p < t.end && *t.p != ',' && *t.p != '}')
			t.p++;
	} while (irtext_take(&t, ", "));
	buf_str(n->out, "amdhsa.printf:\n");
	for (uint32_t i = 0; i < strings.n; i++) {
		buf_str(n->out, "  - ");
		put_string(n, strings.at[i], "");
		buf_char(n->out, '\n');
	}
}

/* The architecture, its maker, the system, its environment, the machine. */
static void
put_target(Notes *n, const char *cpu)
{
	const char *p = n->in->source->text + n->in->triple.at;
	const char *end = p + n->in->triple.len;
	char *text = arena_raw(n->arena, n->in->triple.len + 8), *q = text;
	unsigned dashes = 0;

	for (; p < end; p++) {
		dashes += *p == '-';
		*q++ = *p;
	}
	for (; dashes < 4; dashes++)
		*q++ = '-';
	*q = 0;
	buf_str(n->out, "amdhsa.target:   ");
	put_string(n, text, cpu);
	buf_char(n->out, '\n');
}

/* Is the system, the triple's third part, one that reads notes? */
static bool
is_wanted(const AsmModule *in)
{
	IrText t = {in->source->text + in->triple.at, NULL};
	unsigned dashes = 0;

	t.end = t.p + in->triple.len;
	while (t.p < t.end && dashes < 2)
		dashes += *t.p++ == '-';
	return dashes == 2 && irtext_at(&t, "amdhsa");
}

bool
gcn_notes(const AsmModule *in, Arena *arena, Diag *diag, Buf *out)
{
	GlobalsInput data = {.source = in->source,
			     .ir = in->ir,
			     .layout = in->layout,
			     .flags = in->flags,
			     .target = in->target};
	Notes n = {.g = {.in = &data, .arena = arena, .diag = diag},
		   .in = in,
		   .arena = arena,
		   .out = out,
		   .version = OBJECT_VERSION};
	const char *cpu = NULL;
	bool ok = true;

	for (uint32_t i = 0; i < in->n && !cpu; i++)
		cpu = figures_of(&in->funcs[i])->cpu;
	if (!cpu || !is_wanted(in))
		return true;
	for (uint32_t i = 0; i < in->ir.n; i++) {
		const char *text = in->source->text + in->ir.at[i].at;

		module_read(&n, (IrText){text, text + in->ir.at[i].len});
	}
	if (n.version < OBJECT_VERSION) {
		diag_warning(diag, in->ir.at[0].at,
			     "no notes for code objects of version %u",
			     n.version / 100);
		return true;
	}
	globals_open(&n.g);
	buf_str(out, "\t.amdgpu_metadata\n---\namdhsa.kernels:\n");
	for (uint32_t i = 0; i < in->n; i++)
		if (figures_of(&in->funcs[i])->cpu)
			ok &= put_kernel(&n, &in->funcs[i]) && !n.g.failed;
	put_formats(&n);
	put_target(&n, cpu);
	buf_str(out, "amdhsa.version:\n  - 1\n  - 2\n...\n"
		     "\t.end_amdgpu_metadata\n");
	return ok;
}
