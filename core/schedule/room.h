/*
 * How many registers a region may use before allocation, and where they are too
 * few.
 *
 * A constant that lives through a region, and that no instruction of it wants,
 * takes none of them: the allocator makes it anew behind the region for the
 * price of a copy, where another value would be stored and reloaded.  That is
 * so where registers are short; a limit that leaves more waves is kept with the
 * constants (strict), as those who count the waves see them.
 */
#ifndef REGALLOC_SCHEDULE_ROOM_H
#define REGALLOC_SCHEDULE_ROOM_H

#include "core/analysis/demand.h"
#include "core/schedule/pressure.h"

typedef struct {
	const Demand *d;
	const uint32_t *limit; /* by file: registers of the function */
	bool strict;
	uint32_t *nshort;     /* by position, and one more: how many before it
				 need more than the limit */
	uint8_t *is_constant; /* by temporary */
	uint32_t **constants; /* demand_counts: live behind each position */
	uint32_t *registers;  /* by file: see room_find */
} Room;

/* Of D's function.  O(positions * files + operands + segments). */
void room_begin(Room *r, const Demand *d, const uint32_t *limit, bool strict,
		Arena *tmp);

/* Is the limit too low anywhere from START to END, of one block and not empty?
 * O(1). */
bool room_is_short(const Room *r, InsnId start, InsnId end);

/* Fill Room.registers for the region that P was given last, which ends with the
 * instruction at position POS.  O(its temporaries). */
void room_find(Room *r, const Pressure *p, uint32_t pos);

#endif
