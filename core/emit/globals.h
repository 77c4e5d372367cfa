/*
 * The global data of the module as assembly: what LLVM IR says of variables,
 * aliases, constructors and module-level assembly.
 */
#ifndef REGALLOC_EMIT_GLOBALS_H
#define REGALLOC_EMIT_GLOBALS_H

#include "core/base/diag.h"
#include "core/emit/debug.h"
#include "core/emit/hooks.h"
#include "core/model/ir.h"

/* A function of the machine IR, for the addresses of its blocks. */
typedef struct {
	const char *name; /* as plain text */
	Span text;
} GlobalsBody;

typedef struct {
	const Source *source;
	SpanList ir;	     /* the module's lines outside functions */
	Span triple, layout; /* of data: without quotes */
	ModuleFlagList flags;
	const Target *target;
	const AsmHooks *hooks;
	const NameList *privates; /* symbols of the module */
	GlobalsBody *bodies;	  /* any order; sorted if need be */
	uint32_t n_bodies;
} GlobalsInput;

/* Append the module's data to OUT.  A global that is not understood is an
 * error in DIAG; the result is then false, and OUT's contents are of no use.
 * ARENA holds types and names.  O(text). */
bool globals_emit(const GlobalsInput *in, Arena *arena, Diag *diag, Buf *out);

/* Set what is attached to the N functions of FUNCS: their prefix and prologue
 * data, and the signatures that METADATA has, in ARENA.  False after an error
 * in DIAG. */
bool globals_attach(const GlobalsInput *in, const Debug *metadata,
		    AsmFunc *funcs, uint32_t n, Arena *arena, Diag *diag);

#endif
