/*
 * GCN: the notes of a module, which tell a runtime what its kernels are called,
 * what arguments they take and what they need.
 */
#ifndef REGALLOC_GCN_NOTES_H
#define REGALLOC_GCN_NOTES_H

#include "core/emit/hooks.h"

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

/* AsmModuleHooks.end: the notes of a module with kernels, if its system wants
 * some.  A kernel that is not understood is an error in DIAG; the result is
 * then false, and OUT's contents are of no use.  O(text). */
bool gcn_notes(const AsmModule *in, Arena *arena, Diag *diag, Buf *out);

#endif
