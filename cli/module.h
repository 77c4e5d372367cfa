/*
 * What is printed of a file around its functions: the brackets of JSON, the
 * page, the module's data, and the lines of assembly that name the source and
 * serve debuggers.
 */
#ifndef REGALLOC_CLI_MODULE_H
#define REGALLOC_CLI_MODULE_H

#include "cli/output.h"
#include "core/base/diag.h"
#include "core/emit/debug.h"
#include "core/emit/hooks.h"
#include "core/pipeline.h"
#include "parser/parser.h"

typedef struct {
	const MirFile *file;
	const Target *target;
	const AsmHooks *hooks; /* NULL: the target has none */
	uint32_t first, end;   /* documents whose functions are printed */
	AsmFunc *funcs; /* theirs; each job sets the figures of its own */
	Debug debug;
	bool debugged;	       /* there is something in it */
	bool data, page, code; /* JSON; within a page; assembly */
	bool globals;	       /* the module's data is to be printed */
	Output *out;
	DiagPrinter *printer;
	Arena arena;
} Module;

/* Find out what of FILE, for functions FIRST to END (ALL: they are all of it),
 * is to be printed with options O.  False after an error. */
bool module_open(Module *m, const PipelineOptions *o, bool all);

/* What stands before all functions. */
void module_write_head(Module *m);

/* The module's data as assembly, if it is to be printed. */
Result module_write_globals(Module *m);

/* What stands behind all functions, whose result was FUNCTIONS.  The result of
 * both. */
Result module_write_end(Module *m, Result functions);

void module_free(Module *m);

#endif
