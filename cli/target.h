/*
 * The target and its variant, as options or a file name them.
 */
#ifndef REGALLOC_CLI_TARGET_H
#define REGALLOC_CLI_TARGET_H

#include "cli/options.h"
#include "parser/parser.h"

/* Say on standard error that there is no target for WHAT, for the reason WHY,
 * and which there are.  NAME, which was given as one, may be NULL. */
Result target_none(const char *what, const char *why, const char *name,
		   Arena *arena);

/* The TARGET with NAME, or in the file of that name. */
Result target_named(const char *name, Arena *arena, DiagPrinter *printer,
		    const Target **target);

/* The variant of OPTIONS, and the TARGET: if NULL, by FILE's triple; a built-in
 * one that was named must not contradict that. */
Result target_choose(const MirFile *file, Options *options, Arena *arena,
		     const Target **target);

#endif
