/*
 * Object format: assembly is printed for one of them, ELF.
 */
#ifndef REGALLOC_EMIT_OBJECT_FORMAT_H
#define REGALLOC_EMIT_OBJECT_FORMAT_H

#include "core/base/diag.h"
#include "core/base/source.h"

/* Is a module with that data layout for ELF?  If not, an error in DIAG. */
bool object_format_check(const Source *source, Span layout, Diag *diag);

#endif
