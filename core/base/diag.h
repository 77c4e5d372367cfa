/*
 * Diagnostics: collected per job, printed in source order, so that the output
 * does not depend on threads.
 */
#ifndef REGALLOC_BASE_DIAG_H
#define REGALLOC_BASE_DIAG_H

#include "core/base/arena.h"
#include "core/base/source.h"
#include "core/base/vec.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR } DiagLevel;

typedef struct {
	DiagLevel level;
	Loc at; /* LOC_NONE: no place in the source */
	const char *text;
	const Source *source; /* that AT is in; several files may be read */
} DiagMessage;

typedef struct {
	const Source *source; /* may be NULL: messages without a place */
	Arena *arena;
	VEC(DiagMessage) messages;
	uint32_t errors;
} Diag;

/* Record a message about offset AT. A note belongs to the message before it. */
void diag_add(Diag *diag, DiagLevel level, Loc at, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#define diag_error(diag, at, ...)                                              \
	diag_add((diag), DIAG_ERROR, (at), __VA_ARGS__)
#define diag_warning(diag, at, ...)                                            \
	diag_add((diag), DIAG_WARNING, (at), __VA_ARGS__)
#define diag_note(diag, at, ...) diag_add((diag), DIAG_NOTE, (at), __VA_ARGS__)

/* Print all messages as "file:line:column: level: text", the source line (of a
 * long one what is near) and a caret, in order of files read and of place
 * (notes stay behind their message). */
void diag_print(const Diag *diag, FILE *out, bool colour);

#endif
