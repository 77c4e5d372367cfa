/*
 * Errors of what has no assembly.
 */
#include "core/emit/asm_internal.h"

#include <stdarg.h>
#include <stdio.h>

bool
asm_error(Asm *a, Loc loc, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	diag_error(a->f->diag, loc, "%s", text);
	return false;
}
