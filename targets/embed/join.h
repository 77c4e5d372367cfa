/*
 * The strings of all targets as one table.
 */
#ifndef REGALLOC_TARGETS_EMBED_JOIN_H
#define REGALLOC_TARGETS_EMBED_JOIN_H

#include "core/base/arena.h"
#include "core/model/target.h"

/* Give the N targets, whose arrays the caller owns, one table of strings, which
 * has each string once, and none that another one ends with. */
void strings_join(Target **targets, uint32_t n, Arena *arena);

#endif
