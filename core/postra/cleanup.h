/*
 * What allocation leaves behind: copies of what is there already, reloads of
 * what is in the register still, copies that nobody reads.
 */
#ifndef REGALLOC_POSTRA_CLEANUP_H
#define REGALLOC_POSTRA_CLEANUP_H

#include "core/model/ir.h"

/*
 * Change reads in F to where a value was copied from, in place, and say which
 * instructions are still needed: by instruction, 0 for those that are not.
 * RESERVED, SAVED: bit sets over RegId, as everywhere.  F lists the live-ins
 * of its blocks (tracksRegLiveness), or everything stays.  Linear, within
 * blocks.
 */
uint8_t *cleanup_run(Func *f, const uint64_t *reserved, const uint64_t *saved,
		     Arena *tmp);

#endif
