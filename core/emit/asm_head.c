/*
 * What stands around a function's code: its section, its symbol and what the
 * linker and the unwinder are to know of it.
 */
#include "core/emit/asm_internal.h"
#include "core/emit/names.h"

#include <stdlib.h>
#include <string.h>

void
asm_names(Asm *a)
{
	const char *name = a->f->plain_name;

	a->symbol = asm_symbol_name(a, name, strlen(name));
	a->local = names_local(a->tmp, a->symbol);
}

/* Warn of the attributes WORDS, or features, "+NAME", that F has.  The list
 * ends with NULL. */
static void
warn_of_unheeded(const Func *f, const char *const *words)
{
	for (; *words; words++) {
		bool feature = **words == '+';
		const char *value = feature ? NULL : func_attribute(f, *words);

		if (feature ? !func_has_feature(f, *words + 1)
			    : !value || !strcmp(value, "none") ||
				      !strcmp(value, "false") ||
				      !strcmp(value, "xray-never"))
			continue;
		diag_warning(f->diag, f->name.at,
			     "the %s \"%s\" has no effect on assembly",
			     feature ? "feature" : "attribute",
			     *words + feature);
	}
}

bool
asm_attributes(Asm *a)
{
	static const char *const unheeded[] = {
		"patchable-function-entry",
		"patchable-function",
		"fentry-call",
		"split-stack",
		"zero-call-used-regs",
		"shadowcallstack",
		"fn_ret_thunk_extern",
		"function-instrument",
		NULL,
	};
	const Func *f = a->f;

	if (asm_define_find(f, " !kcfi_type "))
		return asm_error(a, f->name.at,
				 "no assembly for a function's '!kcfi_type'");
	warn_of_unheeded(f, unheeded);
	if (a->hooks->unheeded)
		warn_of_unheeded(f, a->hooks->unheeded);
	return true;
}

/* Who may see the symbol. */
static void
print_binding(Asm *a)
{
	const Func *f = a->f;
	bool weak = asm_linkage(f, " weak ") || asm_linkage(f, " weak_odr ") ||
		    asm_linkage(f, " linkonce ") ||
		    asm_linkage(f, " linkonce_odr ");

	if (asm_linkage(f, " internal ") || asm_linkage(f, " private "))
		return;
	buf_printf(a->out, "\t.%s %s\n", weak ? "weak" : "globl", a->symbol);
	if (asm_linkage(f, " hidden "))
		buf_printf(a->out, "\t.hidden %s\n", a->symbol);
	else if (asm_linkage(f, " protected "))
		buf_printf(a->out, "\t.protected %s\n", a->symbol);
}

static unsigned
alignment(const Asm *a)
{
	unsigned usual = (unsigned)strtoul(
		target_setting(a->t, "function-align"), NULL, 10);
	const char *said[] = {func_field(a->f, "alignment"),
			      asm_define_find(a->f, " align ")};

	for (unsigned i = 0; i < 2; i++)
		if (said[i] && strtoul(said[i], NULL, 10) > usual)
			usual = (unsigned)strtoul(said[i], NULL, 10);
	return usual ? usual : 1;
}

void
asm_head(Asm *a)
{
	if (a->hooks->function.head)
		a->hooks->function.head(a);
	asm_section_open(a);
	print_binding(a);
	buf_printf(a->out, "\t.balign %u\n\t.type %s, %%function\n",
		   alignment(a), a->symbol);
	if (a->hooks->function.symbol)
		a->hooks->function.symbol(a);
	if (a->of && a->of->prefix)
		buf_str(a->out, a->of->prefix);
	if (a->of && a->of->signature)
		buf_str(a->out, a->of->signature);
	buf_printf(a->out, "%s:\n", a->symbol);
	if (a->places.debug)
		asm_places_head(a);
	if (a->hooks->function.start)
		a->hooks->function.start(a);
	if (a->of && a->of->prologue)
		buf_str(a->out, a->of->prologue);
}

void
asm_tail(Asm *a)
{
	if (a->hooks->function.end)
		a->hooks->function.end(a);
	buf_printf(a->out, "%send:\n\t.size %s, %send-%s\n", a->local,
		   a->symbol, a->local, a->symbol);
	asm_eh_tail(a);
	if (a->hooks->function.tail)
		a->hooks->function.tail(a);
}
