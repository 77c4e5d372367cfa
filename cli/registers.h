/*
 * The registers that -reg-use, -reg-exclude and -explain name.
 */
#ifndef REGALLOC_CLI_REGISTERS_H
#define REGALLOC_CLI_REGISTERS_H

#include "cli/options.h"

/* Tell the allocator of OPTIONS which registers of T it must leave alone, in
 * ARENA.  The name that is no register of T; NULL: all are. */
const char *registers_choose(Options *options, const Target *t, Arena *arena);

#endif
