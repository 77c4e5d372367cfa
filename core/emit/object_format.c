/*
 * The object format that a module is meant for: its data layout says how
 * symbols are mangled ("m:", LLVM Language Reference, "Data Layout"), which is
 * another way for each format.  Their directives for sections and symbols
 * differ, and calling conventions with them: the assembler would refuse ELF's
 * at best.
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

bool
object_format_check(const Source *source, Span layout, Diag *diag)
{
	const char *start = source->text + layout.at;

	for (IrText t = {start, start + layout.len}; t.p < t.end; t.p++) {
		bool here = t.p == start || t.p[-1] == '-';
		const char *format =
			here && irtext_take(&t, "m:") ? format_of(*t.p) : NULL;

		if (format) {
			diag_error(diag, (Loc)(t.p - 2 - source->text),
				   "no assembly for %s, which this data layout "
				   "is for: only for ELF; -emit mir takes it",
				   format);
			return false;
		}
	}
	return true;
}
