/*
 * -print interference-dot: which intervals may not have the same register, as a
 * graph that Graphviz draws.
 */
#ifndef REGALLOC_EXPLAIN_INTERFERENCE_H
#define REGALLOC_EXPLAIN_INTERFERENCE_H

#include "core/explain/story.h"

/* More intervals than these are not drawn: nobody could read the picture. */
enum { INTERFERENCE_NODES = 1000 };

/*
 * Append a graph of the intervals that -print allocation names, each with its
 * class and place and in the colour of its register.  Edges are between those
 * that hold a value at the same time and whose classes have registers that
 * overlap.  O(segments * (log segments + intervals that live at one time)).
 */
void interference_dot(const Story *story, Buf *out);

#endif
