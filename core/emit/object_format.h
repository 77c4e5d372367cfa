/*
 * Object format: assembly is printed for one of them, ELF.
 */
#ifndef REGALLOC_EMIT_OBJECT_FORMAT_H
#define REGALLOC_EMIT_OBJECT_FORMAT_H

#include "core/base/diag.h"
#include "core/base/source.h"

/* Is the module whose lines outside functions are IR meant for ELF?  If not, an
 * error in DIAG.  O(IR). */
bool object_format_check(const Source *source, SpanList ir, Diag *diag);

#endif
