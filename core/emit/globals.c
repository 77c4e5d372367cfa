/*
 * Prints the module's global data: finds the lines of the IR that define
 * symbols, and reads each.
 */
#include "core/emit/globals_internal.h"

#include "core/emit/names.h"

#include <stdio.h>
#include <string.h>

static Linkage
linkage(Globals *g)
{
	static const struct {
		const char *word;
		Linkage linkage;
	} words[] = {{"private", LINK_LOCAL},
		     {"internal", LINK_LOCAL},
		     {"weak_odr", LINK_WEAK},
		     {"weak", LINK_WEAK},
		     {"linkonce_odr", LINK_WEAK},
		     {"linkonce", LINK_WEAK},
		     {"common", LINK_COMMON},
		     {"appending", LINK_APPENDING},
		     {"available_externally", LINK_ELSEWHERE},
		     {"extern_weak", LINK_DECLARED_WEAK},
		     {"external", LINK_DECLARED}};

	for (uint32_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (read_word(g, words[i].word))
			return words[i].linkage;
	return LINK_EXTERNAL;
}

/* What stands between linkage and "global", "constant" or "alias". */
static void
qualifiers(Globals *g, Global *v)
{
	for (;;) {
		if (read_word(g, "hidden")) {
			v->visibility = "hidden";
		} else if (read_word(g, "protected")) {
			v->visibility = "protected";
		} else if (read_word(g, "thread_local")) {
			v->thread_local_ = true;
			if (g->t.p < g->t.end && *g->t.p == '(')
				read_skip(g);
		} else if (read_word(g, "unnamed_addr")) {
			v->unnamed = true;
		} else if (read_word(g, "addrspace")) {
			read_expect(g, "(");
			v->space = (uint32_t)read_uint(g);
			read_expect(g, ")");
		} else if (!read_word(g, "dso_local") &&
			   !read_word(g, "dso_preemptable") &&
			   !read_word(g, "default") &&
			   !read_word(g, "local_unnamed_addr") &&
			   !read_word(g, "externally_initialized")) {
			return;
		}
	}
}

/* The symbol of node "!N"; NULL, with a message: it is no single one. */
static const char *
node_symbol(Globals *g)
{
	uint32_t at = NONE;

	if (read_text(g, "!"))
		at = intmap_get(&g->nodes, (uint32_t)read_uint(g));
	if (at == NONE) {
		globals_error(g, "metadata !associated of no symbol");
		return NULL;
	}
	IrText here = g->t;
	g->t = g->node_symbols.at[at];
	const char *symbol = read_symbol(g);
	g->t = here;
	return symbol;
}

static bool
metadata(Globals *g, Global *v)
{
	size_t len;
	const char *name = read_name(g, &len);

	if (!strcmp(name, "associated")) {
		v->associated = node_symbol(g);
		return v->associated;
	}
	if (strcmp(name, "dbg") != 0 && strcmp(name, "type") != 0 &&
	    strcmp(name, "vcall_visibility") != 0) {
		globals_error(g, "metadata !%s", name);
		return false;
	}
	if (!read_expect(g, "!"))
		return false;
	read_name(g, &len);
	return true;
}

/* ", section ..." and what else follows the value. */
static bool
attributes(Globals *g, Global *v)
{
	size_t len;

	while (read_text(g, ",")) {
		irtext_blanks(&g->t);
		if (read_word(g, "section")) {
			irtext_blanks(&g->t);
			v->section = read_name(g, &len);
		} else if (read_word(g, "comdat")) {
			v->comdat = v->symbol;
			if (read_text(g, "(")) {
				if (!read_expect(g, "$"))
					return false;
				v->comdat = read_name(g, &len);
				v->comdat = names_symbol(g->arena, NULL,
							 v->comdat, len);
				read_expect(g, ")");
			}
		} else if (read_word(g, "align")) {
			v->align = (uint32_t)read_uint(g);
		} else if (read_text(g, "!")) {
			if (!metadata(g, v))
				return false;
		} else if (!read_word(g, "no_sanitize_address") &&
			   !read_word(g, "no_sanitize_hwaddress") &&
			   !read_word(g, "sanitize_address_dyninit")) {
			globals_error(g, "this attribute is not understood");
			return false;
		}
	}
	if (read_text(g, "#")) {
		globals_error(g, "attributes are not understood");
		return false;
	}
	return !g->failed;
}

static bool
is_name(const Global *v, const char *name)
{
	return !strcmp(v->name, name);
}

/* { i32, ptr, ptr } behind "{": priority, function, what it belongs to. */
static bool
structor(Globals *g, bool constructor)
{
	const char *kind = constructor ? "init_array" : "fini_array";
	const AsmHooks *hooks = g->in->hooks;
	Value priority, function, of = {0};
	const Type *t;
	char *p;

	if (!read_expect(g, "{") || !(t = read_type(g)) ||
	    !read_value(g, t, &priority) || !read_expect(g, ",") ||
	    !(t = read_type(g)) || !read_value(g, t, &function))
		return false;
	if (read_text(g, ",") &&
	    (!(t = read_type(g)) || !read_value(g, t, &of)))
		return false;
	if (!read_expect(g, "}"))
		return false;
	if (!function.symbol || function.low)
		return true;
	char *line = p =
		arena_raw(g->arena, 96 + (of.symbol ? strlen(of.symbol) : 0));
	p += sprintf(p, ".%s", kind);
	if (priority.low != 65535)
		p += sprintf(p, ".%u", (unsigned)priority.low);
	p += sprintf(p, ",\"aw%s\",%%%s", of.symbol ? "G" : "", kind);
	if (of.symbol)
		sprintf(p, ",%s,comdat", of.symbol);
	print_section(g, line);
	unsigned bytes = target_address_bytes(g->in->target);
	buf_printf(g->out, "\t.balign %u\n\t.%s %s%s\n", bytes,
		   bytes == 4 ? "long" : "8byte", function.symbol,
		   hooks->constructor ? hooks->constructor : "");
	return true;
}

/* The arrays of constructors and destructors. */
static bool
structors(Globals *g, bool constructors)
{
	const Type *t = read_type(g);

	if (!t)
		return false;
	if (t->kind == TYPE_ARRAY && !t->n)
		return true;
	if (!read_expect(g, "["))
		return false;
	do {
		if (!read_type(g) || !structor(g, constructors))
			return false;
	} while (read_text(g, ","));
	return read_expect(g, "]");
}

/* What an alias or ifunc stands for: expressions have no type before them. */
static const Type *
aliased_type(Globals *g)
{
	static const char *const expressions[] = {"bitcast", "getelementptr",
						  "addrspacecast", "inttoptr"};

	irtext_blanks(&g->t);
	for (uint32_t i = 0; i < sizeof(expressions) / sizeof(*expressions);
	     i++)
		if (irtext_at(&g->t, expressions[i]))
			return type_pointer(g, 0);
	return read_type(g);
}

/* Behind "alias" or "ifunc". */
static bool
alias(Globals *g, const Global *v, bool ifunc)
{
	const Type *t = read_type(g);
	Value value;

	if (!t || !read_expect(g, ","))
		return false;
	const Type *of = aliased_type(g);
	if (!of || !read_value(g, of, &value))
		return false;
	if (!value.symbol || value.minus) {
		globals_error(g, "an alias of a number");
		return false;
	}
	if (read_text(g, ",")) {
		globals_error(g, "this attribute is not understood");
		return false;
	}
	print_binding(g, v);
	buf_printf(g->out, "\t.type %s, %%%s\n\t.set %s, %s", v->symbol,
		   ifunc		   ? "gnu_indirect_function"
		   : t->kind == TYPE_OTHER ? "function"
					   : "object",
		   v->symbol, value.symbol);
	if (value.low)
		buf_printf(g->out, "%+lld", (long long)value.low);
	buf_char(g->out, '\n');
	/* Of others the assembler takes the size of what they stand for. */
	if (t->kind != TYPE_OTHER && value.symbol[*value.symbol == '"'] == '.')
		buf_printf(g->out, "\t.size %s, %llu\n", v->symbol,
			   (unsigned long long)t->size);
	return true;
}

/* Behind "global" or "constant". */
static bool
variable(Globals *g, Global *v)
{
	if (v->linkage == LINK_APPENDING) {
		if (is_name(v, "llvm.global_ctors"))
			return structors(g, true);
		if (is_name(v, "llvm.global_dtors"))
			return structors(g, false);
	}
	v->type = read_type(g);
	if (!v->type)
		return false;
	data_begin(g);
	if (!data_read(g, v->type))
		return false;
	data_end(g);
	if (!attributes(g, v))
		return false;
	if ((v->section && !strcmp(v->section, "llvm.metadata")) ||
	    is_name(v, "llvm.used"))
		return true;
	if (v->linkage == LINK_APPENDING || v->type->kind == TYPE_OTHER) {
		globals_error(g, "it is not understood");
		return false;
	}
	print_variable(g, v);
	return true;
}

/* A line "@NAME = ...". */
static bool
definition(Globals *g)
{
	Global v = {0};

	g->t.p++;
	v.name = read_name(g, &v.len);
	char *what = arena_raw(g->arena, v.len + 16);
	sprintf(what, "global @%s", v.name);
	g->what = what;
	v.symbol = names_symbol(g->arena, g->in->privates, v.name, v.len);
	if (!read_expect(g, "="))
		return false;
	v.linkage = linkage(g);
	qualifiers(g, &v);
	if (v.linkage == LINK_DECLARED_WEAK || v.linkage == LINK_DECLARED) {
		if (v.linkage == LINK_DECLARED_WEAK || v.visibility)
			print_binding(g, &v);
		return true;
	}
	if (v.linkage == LINK_ELSEWHERE ||
	    (g->in->hooks->module.data_absent &&
	     g->in->hooks->module.data_absent(v.space)))
		return true;
	bool ifunc = read_word(g, "ifunc");
	if (ifunc || read_word(g, "alias"))
		return alias(g, &v, ifunc);
	v.constant = read_word(g, "constant");
	if (!v.constant && !read_word(g, "global")) {
		globals_error(g, "it is not understood");
		return false;
	}
	return variable(g, &v);
}

/* If T is at a declaration that says more of the function than its type, that
 * it may be missing or who sees it, go to where it does: behind "declare" and
 * metadata. */
static bool
find_declaration(IrText *t)
{
	if (!irtext_take(t, "declare "))
		return false;
	while (irtext_at(t, "!")) /* "!dbg !7 " */
		if (!irtext_find(t, " ") || !irtext_find(t, " "))
			return false;
	return irtext_at(t, "extern_weak") || irtext_at(t, "hidden") ||
	       irtext_at(t, "dso_local hidden") || irtext_at(t, "protected");
}

/* A function that may be missing: "extern_weak ... @NAME(...)". */
static bool
declaration(Globals *g)
{
	Global v = {0};
	const char *eol = text_line_end(g->t.p, g->t.end);

	v.linkage = linkage(g);
	qualifiers(g, &v);
	const char *at = memchr(g->t.p, '@', (size_t)(eol - g->t.p));
	if (!at)
		return true;
	g->t.p = at;
	v.symbol = read_symbol(g);
	if (v.linkage != LINK_DECLARED_WEAK)
		v.linkage = LINK_DECLARED;
	print_binding(g, &v);
	return true;
}

static bool
module_assembly(Globals *g)
{
	size_t len;

	read_word(g, "module");
	if (!read_expect(g, "asm"))
		return false;
	irtext_blanks(&g->t);
	const char *text = read_name(g, &len);
	buf_printf(g->out, "%s\n", text);
	g->section = NULL;
	return true;
}

/* A type's line, at its "%". */
static void
note_type(Globals *g)
{
	NamedType t = {0};

	g->t.p++;
	t.name = read_name(g, &t.len);
	if (!read_text(g, "=") || !read_word(g, "type"))
		return;
	t.text = g->t.p;
	VEC_PUSH(g->arena, g->types, t);
}

/* Note a line "!7 = !{ptr @name}". */
static void
note_node(Globals *g)
{
	IrText t = g->t;

	if (!irtext_take(&t, "!") || t.p == t.end || *t.p < '0' || *t.p > '9')
		return;
	uint32_t number = (uint32_t)irtext_uint(&t);
	if (!irtext_take(&t, " = !{ptr ") || !irtext_at(&t, "@"))
		return;
	*intmap_at(&g->nodes, g->arena, number) = g->node_symbols.n;
	VEC_PUSH(g->arena, g->node_symbols, t);
}

/* What kinds of lines G's text has: types come first in what LLVM prints, but
 * that is not a rule. */
static void
find_lines(Globals *g)
{
	for (; g->t.p < g->t.end; irtext_line(&g->t)) {
		while (g->t.p < g->t.end && *g->t.p == ' ')
			g->t.p++;
		if (irtext_at(&g->t, "%")) {
			note_type(g);
		} else if (irtext_at(&g->t, "@") ||
			   irtext_at(&g->t, "module asm") ||
			   find_declaration(&g->t)) {
			VEC_PUSH(g->arena, g->lines, g->t.p);
		} else if (irtext_at(&g->t, "!")) {
			note_node(g);
		}
	}
}

void
globals_open(Globals *g)
{
	const GlobalsInput *in = g->in;

	layout_read(g, in->source->text + in->layout.at, in->layout.len);
	g->pic = module_flag_find(in->source, in->flags, "PIC Level");
	for (uint32_t i = 0; i < in->ir.n; i++) {
		g->t.p = in->source->text + in->ir.at[i].at;
		g->t.end = g->t.p + in->ir.at[i].len;
		find_lines(g);
	}
	types_sort(g);
}

/* Warns of module flags whose meaning the code has not got: places where
 * control may arrive that are marked for the processor, and a property of the
 * file. */
static void
warn_of_protection(Globals *g)
{
	static const char *const names[] = {"cf-protection-branch",
					    "cf-protection-return"};

	for (uint32_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const ModuleFlag *flag =
			module_flag_find(g->in->source, g->in->flags, names[i]);

		if (flag)
			diag_warning(g->diag, flag->name.at,
				     "the module flag \"%s\" has no effect on "
				     "assembly",
				     names[i]);
	}
}

bool
globals_emit(const GlobalsInput *in, Arena *arena, Diag *diag, Buf *out)
{
	Globals g = {.in = in, .arena = arena, .diag = diag, .out = out};
	bool ok = true;

	globals_open(&g);
	if (!in->hooks->function.entry)
		warn_of_protection(&g);
	if (in->hooks->module.data_head && g.lines.n)
		in->hooks->module.data_head(in->triple, in->source, out);
	for (uint32_t i = 0; i < g.lines.n; i++) {
		g.t.p = g.lines.at[i];
		g.failed = false;
		g.depth = 0;
		g.what = NULL;
		ok &= *g.t.p == '@'   ? definition(&g)
		      : *g.t.p == 'm' ? module_assembly(&g)
				      : declaration(&g);
		ok &= !g.failed;
	}
	if (in->hooks->stack_note)
		print_section(&g, ".note.GNU-stack,\"\",%progbits");
	buf_free(&g.data);
	return ok;
}
