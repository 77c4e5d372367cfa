/*
 * The object format that a module is meant for: its data layout says how
 * symbols are mangled ("m:", LLVM Language Reference, "Data Layout"), which is
 * another way for each format.  Directives for sections and symbols, what a
 * name of a relocation is, and with some formats the calling conventions differ
 * as well: ELF assembly with another format's names would be refused by the
 * assembler at best.
 */
#include "core/emit/object_format.h"

#include "core/llvmir/text.h"

/* The format with mangling M; NULL: ELF. */
static const char *
format_of(char m)
{
	switch (m) {
	case 'o':
		return "Mach-O";
	case 'w':
	case 'x':
		return "COFF";
	case 'a':
		return "XCOFF";
	case 'l':
		return "GOFF";
	default:
		return NULL;
	}
}

/* The first data layout in IR, in quotes; false: there is none. */
static bool
find_layout(const Source *source, SpanList ir, IrText *t)
{
	for (uint32_t i = 0; i < ir.n; i++) {
		*t = (IrText){source->text + ir.at[i].at,
			      source->text + ir.at[i].at + ir.at[i].len};
		for (; t->p < t->end; irtext_line(t)) {
			while (t->p < t->end && *t->p == ' ')
				t->p++;
			if (irtext_take(t, "target datalayout = \""))
				return true;
		}
	}
	return false;
}

bool
object_format_check(const Source *source, SpanList ir, Diag *diag)
{
	IrText t;

	if (!find_layout(source, ir, &t))
		return true;
	for (; t.p < t.end && *t.p != '"'; t.p++) {
		bool here = t.p[-1] == '"' || t.p[-1] == '-';
		const char *format =
			here && irtext_at(&t, "m:") ? format_of(t.p[2]) : NULL;

		if (format) {
			diag_error(diag, (Loc)(t.p - source->text),
				   "no assembly for %s, which this data layout "
				   "is for: only for ELF; -emit mir takes it",
				   format);
			return false;
		}
	}
	return true;
}
