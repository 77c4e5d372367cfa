/*
 * What exception tables need of a function's LLVM IR: its landing pads, what
 * they catch, and the numbers that instruction selection gave the types.
 */
#ifndef REGALLOC_EMIT_LANDING_PADS_H
#define REGALLOC_EMIT_LANDING_PADS_H

#include "core/model/ir.h"

/* One "catch" or "filter" of a landing pad. */
typedef struct {
	bool filter;
	Slice uses; /* IrFunc.uses; a catch has one */
} IrClause;

/* An occurrence of a type, NULL being any. */
typedef struct {
	const char *type; /* as assembly spells it */
	uint32_t number;  /* into IrFunc.types, from 1; 0: none yet */
} IrUse;

typedef struct {
	const char *name; /* without escapes; an unnamed block's number */
	bool named, pad, cleanup;
	Slice clauses;
	Slice uses;  /* of "llvm.eh.typeid.for" */
	Slice succs; /* IrFunc.succs */
} IrBlock;

typedef struct {
	const char *name;
	uint32_t block;
	bool named; /* not a number */
} IrName;

typedef struct {
	const char *personality; /* as assembly spells it; NULL: none */
	VEC(IrBlock) blocks;
	VEC(IrClause) clauses;
	VEC(IrUse) uses;
	VEC(uint32_t) succs;	 /* indices of blocks */
	VEC(const char *) types; /* by number - 1 */
	IrName *names;		 /* of the blocks, sorted */
} IrFunc;

/* Reads the IR of F into OUT, which is to be zero. False after an error in
 * F's diag.  O(n log n) of the text, and types by their occurrences. */
bool irfunc_read(const Func *f, Arena *arena, IrFunc *out);

/* The IR block that block B of F's machine IR stands for; NULL: none. */
const IrBlock *irfunc_block(const IrFunc *ir, const Func *f, BlockId b,
			    Arena *arena);

#endif
