/*
 * What the IR module tells: a table of its functions, by name.
 */
#ifndef REGALLOC_PARSER_MIRFILE_H
#define REGALLOC_PARSER_MIRFILE_H

#include "parser/parser.h"

typedef struct {
	const char *name;
	Span line;
	uint32_t group; /* N of its "#N"; NONE */
} ModuleFunc;

typedef struct {
	uint32_t number;    /* N of "attributes #N" */
	Span text;	    /* inside the braces */
	bool returns_twice; /* it has that attribute */
} ModuleGroup;

typedef struct {
	VEC(ModuleFunc) funcs;
	VEC(ModuleGroup) groups;
	VEC(ModuleFunc) declared; /* their names are not read yet */
	VEC(const char *) privates;
	VEC(const char *) returning_twice;
	VEC(const char *) local_functions;
	bool any_twice; /* of its groups */
	bool aliases;	/* some of its symbols are other names of variables */
	Span triple, layout;
	VEC(ModuleFlag) flags;
} Module;

/* Take note of the module's line P..END if it defines something.  Do the lines
 * of a function's body follow? */
bool module_line(Module *module, Arena *arena, const Source *source,
		 const char *p, const char *end);

/* Give each document of FILE the lines of its IR function. */
void module_link(Module *module, Arena *arena, MirFile *file);

#endif
