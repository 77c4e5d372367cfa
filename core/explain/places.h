/*
 * -print allocation, -print frame and the allocation in JSON: where every
 * register of a function went.
 */
#ifndef REGALLOC_EXPLAIN_PLACES_H
#define REGALLOC_EXPLAIN_PLACES_H

#include "core/emit/asm.h"
#include "core/explain/story.h"

/* Append a line for each register of the input, and behind those that were not
 * joined into another a line for each of their intervals: its place, and its
 * segments with the lines of the source; registers made on the way last. */
void places_print(const Story *story, Buf *out);

/* The same as the JSON members "allocation" and "joined". */
void places_json(const Story *story, Buf *out);

/*
 * Append the stack objects of F, which STORY's function became: size,
 * alignment, offset from the stack pointer on entry, what spill slots hold; and
 * the registers to be saved on entry.  Offsets, and what is saved, are those
 * of FRAME, or unknown if that is NULL.
 */
void frame_print(const Story *story, const Func *f, const Frame *frame,
		 Buf *out);

#endif
