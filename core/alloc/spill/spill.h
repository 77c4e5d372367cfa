/*
 * What lives in memory or is computed again: decided in its turn (spill.c,
 * remat.c), and made cheaper when all have their places (the others).
 */
#ifndef REGALLOC_ALLOC_SPILL_SPILL_H
#define REGALLOC_ALLOC_SPILL_SPILL_H

#include "core/alloc/state.h"

/* spill.c */

/* V lives in memory; a short interval is queued for each instruction that needs
 * it in a register.  False: its class has no slots, or a terminator writes
 * it. */
bool spill_interval(Scan *s, VregId v);

/* folded.c */

/* Instructions that use slots themselves: the origin that lived in a register
 * there, 32 bits up, and the instruction; sorted. */
typedef struct {
	const uint64_t *at;
	uint32_t n;
} FoldedUses;

/* All of them, in ARENA.  O(operands). */
FoldedUses folded_find(const Scan *s, Arena *arena);

/* Those of ORIGIN. */
Slice folded_of(const FoldedUses *uses, VregId origin);

/* fold_reloads.c */

/* Of N intervals, all that edits name, those that would cost no more in their
 * slots give back their registers. */
void reloads_fold(Scan *s, const VregId *intervals, uint32_t n);

/* stores.c */

/* Take out stores of parts to slots that hold them already. */
void stores_drop(Scan *s);

/* Take out edits that fill parts which nobody reads, and those parts, which are
 * among N intervals. */
void idle_drop(Scan *s, const VregId *intervals, uint32_t n);

/* hoist_stores.c */

/* Where one store right behind what writes an origin costs less than those that
 * its parts have, it takes their place. */
void stores_hoist(Scan *s);

/* remat.c */

/* Does DEF, which alone writes V, which is no part, compute its value again
 * wherever that is read? */
bool remat_finds(const Scan *s, VregId v, InsnId def);

/* Can DEF compute its value at position POS, too, and clobber nothing? */
bool remat_fits(const Scan *s, InsnId def, uint32_t pos);

/* Behind allocation: copies of what one instruction computes, for which a part
 * of an interval is there alone, compute it themselves. */
void remat_carriers(Scan *s);

/* Instead of spilling V: compute its value again for every instruction that
 * reads it.  False, and nothing done, if that is impossible. */
bool remat_interval(Scan *s, VregId v);

/* slots.c */

/* Make the slots that origins want; the same one for origins whose lifetimes
 * in memory do not overlap. */
void slots_assign(Scan *s);

#endif
