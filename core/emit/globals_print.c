/*
 * Prints one variable: its section by the rules of LLVM's ELF targets, so that
 * the linker can merge what it could merge there; its symbol and its bytes.
 */
#include "core/emit/globals_internal.h"

#include <stdio.h>
#include <string.h>

/* Bytes of the characters if the value just read is a string that ends at
 * its only null; else 0. */
static uint32_t
string_width(const Globals *g, const Type *t)
{
	const Type *e = t->kind == TYPE_ARRAY ? t->element : NULL;

	if (!e || e->kind != TYPE_INT || g->undefined || !g->last_null ||
	    g->null_elements != 1 || (!g->nonzero && t->n != 1))
		return 0;
	return e->bits == 8 || e->bits == 16 || e->bits == 32 ? e->bits / 8 : 0;
}

static void
find_kind(const Globals *g, Global *v)
{
	bool zero = !g->nonzero && !v->constant && !v->section;
	uint64_t size = v->type->size;

	v->entry = 0;
	if (v->thread_local_) {
		v->kind = zero ? KIND_TBSS : KIND_TDATA;
	} else if (zero) {
		v->kind = KIND_BSS;
	} else if (!v->constant) {
		v->kind = KIND_DATA;
	} else if (g->relocated) {
		v->kind = g->pic && g->absolute ? KIND_RELRO : KIND_RODATA;
	} else if (!v->unnamed) {
		v->kind = KIND_RODATA;
	} else if ((v->entry = string_width(g, v->type))) {
		v->kind = KIND_STRING;
	} else if (size == 4 || size == 8 || size == 16 || size == 32) {
		v->kind = KIND_CONST;
		v->entry = (uint32_t)size;
	} else {
		v->kind = KIND_RODATA;
	}
}

static uint32_t
alignment(const Global *v)
{
	const Type *t = v->type;

	if (v->align)
		return v->section || v->align > t->align ? v->align : t->align;
	return t->preferred < 16 && t->size > 16 ? 16 : t->preferred;
}

static bool
starts(const char *s, const char *with)
{
	size_t n = strlen(with);

	return !strncmp(s, with, n) && (!s[n] || s[n] == '.');
}

void
print_section(Globals *g, const char *line)
{
	if (!g->section || strcmp(g->section, line) != 0)
		buf_printf(g->out, "\t.section %s\n", line);
	g->section = line;
}

/* The section that the module names. */
static void
section_named(const Global *v, char *flags, char *name)
{
	const char *s = v->section;

	sprintf(name, strpbrk(s, " ,\"") ? "\"%s\"" : "%s", s);
	sprintf(flags, "%s%s%s%s",
		v->constant && v->kind != KIND_RELRO ? "a" : "aw",
		v->thread_local_ || starts(s, ".tdata") || starts(s, ".tbss")
			? "T"
			: "",
		v->associated ? "o" : "", v->comdat ? "G" : "");
}

static void
section(Globals *g, const Global *v, uint32_t align)
{
	static const struct {
		const char *name, *flags;
	} usual[] = {
		[KIND_RODATA] = {".rodata", "a"},
		[KIND_STRING] = {".rodata.str", "aMS"},
		[KIND_CONST] = {".rodata.cst", "aM"},
		[KIND_RELRO] = {".data.rel.ro", "aw"},
		[KIND_DATA] = {".data", "aw"},
		[KIND_BSS] = {".bss", "aw"},
		[KIND_TDATA] = {".tdata", "awT"},
		[KIND_TBSS] = {".tbss", "awT"},
	};
	size_t room = 128 + (v->section ? strlen(v->section) : 0) +
		      strlen(v->symbol) * 2 +
		      (v->comdat ? strlen(v->comdat) : 0) +
		      (v->associated ? strlen(v->associated) : 0);
	char *line = arena_raw(g->arena, room), *name, flags[8], *p = line;
	bool nobits = v->kind == KIND_BSS || v->kind == KIND_TBSS;
	uint32_t entry = v->section ? 0 : v->entry;
	const char *type = "progbits";

	name = arena_raw(g->arena, room);
	if (v->section) {
		section_named(v, flags, name);
		nobits = starts(v->section, ".bss") ||
			 starts(v->section, ".tbss");
		type = starts(v->section, ".init_array")      ? "init_array"
		       : starts(v->section, ".fini_array")    ? "fini_array"
		       : starts(v->section, ".preinit_array") ? "preinit_array"
		       : starts(v->section, ".note")	      ? "note"
							      : type;
	} else {
		p = name + sprintf(name, "%s", usual[v->kind].name);
		if (v->kind == KIND_STRING)
			p += sprintf(p, "%u.%u", entry, align);
		if (v->kind == KIND_CONST)
			p += sprintf(p, "%u", entry);
		if (v->comdat || v->associated)
			sprintf(p, ".%s", v->symbol);
		sprintf(flags, "%s%s%s", usual[v->kind].flags,
			v->associated ? "o" : "", v->comdat ? "G" : "");
	}
	p = line + sprintf(line, "%s,\"%s\",%%%s", name, flags,
			   nobits ? "nobits" : type);
	if (entry)
		p += sprintf(p, ",%u", entry);
	if (v->associated)
		p += sprintf(p, ",%s", v->associated);
	if (v->comdat)
		p += sprintf(p, ",%s,comdat", v->comdat);
	/* The linker keeps each with the section of its symbol. */
	if (v->associated && v->section)
		sprintf(p, ",unique,%u", ++g->associated);
	print_section(g, line);
}

void
print_binding(Globals *g, const Global *v)
{
	if (v->visibility && v->linkage != LINK_LOCAL)
		buf_printf(g->out, "\t.%s %s\n", v->visibility, v->symbol);
	if (v->linkage == LINK_WEAK || v->linkage == LINK_DECLARED_WEAK)
		buf_printf(g->out, "\t.weak %s\n", v->symbol);
	else if (v->linkage == LINK_EXTERNAL)
		buf_printf(g->out, "\t.globl %s\n", v->symbol);
}

void
print_variable(Globals *g, Global *v)
{
	uint32_t align = alignment(v);
	uint64_t size = v->type->size;
	bool common = v->linkage == LINK_COMMON;

	find_kind(g, v);
	buf_printf(g->out, "\t.type %s, %%object\n", v->symbol);
	if (common || (v->linkage == LINK_LOCAL && v->kind == KIND_BSS &&
		       !v->comdat && !v->associated)) {
		if (v->visibility && common)
			buf_printf(g->out, "\t.%s %s\n", v->visibility,
				   v->symbol);
		if (!common)
			buf_printf(g->out, "\t.local %s\n", v->symbol);
		buf_printf(g->out, "\t.comm %s,%llu,%u\n", v->symbol,
			   size ? (unsigned long long)size : 1, align);
		return;
	}
	section(g, v, align);
	print_binding(g, v);
	if (align > 1)
		buf_printf(g->out, "\t.balign %u\n", align);
	buf_printf(g->out, "%s:\n", v->symbol);
	if (!g->nonzero && size)
		buf_printf(g->out, "\t.zero %llu\n", (unsigned long long)size);
	else
		buf_put(g->out, g->data.at, g->data.len);
	buf_printf(g->out, "\t.size %s, %llu\n", v->symbol,
		   (unsigned long long)size);
}
