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

enum {
	DIAG_KEPT =
		1000, /* messages of a level in a Diag; others are counted */
	DIAG_SHOWN = 100, /* messages of a level that are printed */
};

typedef struct {
	const Source *source; /* may be NULL: messages without a place */
	Arena *arena;
	VEC(DiagMessage) messages;
	uint32_t errors, warnings; /* those not kept among them */
	bool full; /* the last message was not kept, nor are its notes */
} Diag;

/* Record a message about offset AT. A note belongs to the message before it. */
void diag_add(Diag *diag, DiagLevel level, Loc at, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#define diag_error(diag, at, ...)                                              \
	diag_add((diag), DIAG_ERROR, (at), __VA_ARGS__)
#define diag_warning(diag, at, ...)                                            \
	diag_add((diag), DIAG_WARNING, (at), __VA_ARGS__)
#define diag_note(diag, at, ...) diag_add((diag), DIAG_NOTE, (at), __VA_ARGS__)

/* What was said so far. */
typedef struct {
	uint32_t messages, errors, warnings;
	bool full;
} DiagMark;

static inline DiagMark
diag_mark(const Diag *diag)
{
	return (DiagMark){diag->messages.n, diag->errors, diag->warnings,
			  diag->full};
}

/* Forget what was said since MARK. */
static inline void
diag_forget(Diag *diag, DiagMark mark)
{
	diag->messages.n = mark.messages;
	diag->errors = mark.errors;
	diag->warnings = mark.warnings;
	diag->full = mark.full;
}

/* The lines of a source that messages are about. */
typedef struct {
	const Source *source;
	Lines lines;
} DiagLines;

/* Prints the messages of several Diags, and counts what it leaves out.
 * Zero-initialise but for OUT, COLOUR and JSON. */
typedef struct {
	FILE *out;
	bool colour;
	bool json; /* each message is an object of JSON in a line of its own */
	uint32_t errors, warnings; /* shown */
	uint32_t more_errors, more_warnings;
	Arena arena;
	VEC(DiagLines) lines;
} DiagPrinter;

/* Print all messages as "file:line:column: level: text", the source line (of a
 * long one what is near) and a caret, in order of files read and of place
 * (notes stay behind their message).  In JSON: the keys "level", "file", "line"
 * and "column" (1 is the first; bytes), unless it has no place, and "message".
 */
void printer_put(DiagPrinter *printer, const Diag *diag);

/* Say how many more messages there were, and release memory. */
void printer_close(DiagPrinter *printer);

/* Both, for one Diag. */
void diag_print(const Diag *diag, FILE *out, bool colour);

#endif
