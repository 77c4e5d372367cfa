/*
 * Module flags (LLVM Language Reference, "Module Flags Metadata"): what a
 * module says of how all of it was compiled.
 */
#ifndef REGALLOC_LLVMIR_MODULE_FLAGS_H
#define REGALLOC_LLVMIR_MODULE_FLAGS_H

#include "core/llvmir/text.h"

typedef struct {
	Span name;
	uint64_t value;
} ModuleFlag;

typedef struct {
	const ModuleFlag *at;
	uint32_t n;
} ModuleFlagList;

/* Is the line at T that of a flag with a number, as in
 * `!7 = !{i32 8, !"NAME", i32 1}`?  If so, it becomes *FLAG. */
bool module_flag_read(const Source *source, IrText t, ModuleFlag *flag);

/* The flag of that name in LIST; NULL: there is none, or its value is 0. */
const ModuleFlag *module_flag_find(const Source *source, ModuleFlagList list,
				   const char *name);

#endif
