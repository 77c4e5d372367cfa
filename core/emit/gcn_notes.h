/*
 * GCN: the notes of a module, which tell a runtime what its kernels are called,
 * what arguments they take and what they need.
 */
#ifndef REGALLOC_EMIT_GCN_NOTES_H
#define REGALLOC_EMIT_GCN_NOTES_H

#include "core/base/diag.h"
#include "core/emit/debug.h"

/* What the notes say of a kernel's code. */
typedef struct {
	const char *cpu;		       /* NULL: no kernel */
	unsigned long local, stack, arguments; /* bytes */
	unsigned vectors, scalars, accumulators;
	unsigned spilled_vectors, spilled_scalars; /* words */
	unsigned lanes, work_group;
	bool has_accumulators; /* the machine has */
	bool moves;	       /* the stack grows by what is not known */
} GcnFigures;

/* A function of the machine IR. */
typedef struct {
	const char *name; /* as plain text */
	Span define, attributes;
	GcnFigures figures;
} GcnFunc;

typedef struct {
	const Source *source;
	SpanList ir; /* the module's lines outside functions */
	Span triple; /* without quotes */
	const Target *target;
	const Debug *metadata;
	const GcnFunc *funcs;
	uint32_t n;
} GcnNotesInput;

/* Append the notes of a module with kernels to OUT, if its system wants some.
 * A kernel that is not understood is an error in DIAG; the result is then
 * false, and OUT's contents are of no use.  O(text). */
bool gcn_notes(const GcnNotesInput *in, Arena *arena, Diag *diag, Buf *out);

#endif
