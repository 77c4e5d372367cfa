/*
 * -explain, of more than one value: what is spilled, what is where at a line.
 */
#ifndef REGALLOC_EXPLAIN_ANSWER_H
#define REGALLOC_EXPLAIN_ANSWER_H

#include "core/explain/question.h"
#include "core/explain/story.h"

/* Append the answer to Q, of no single value, in sentences; nothing if it does
 * not ask about STORY's function.  O(function + log). */
void answer_print(const Story *story, const Question *q, Buf *out);

/* Append a paragraph for every register that is in a slot at some time: which
 * instruction makes it, its accesses of the slot and what they cost, in what
 * registers it found whom at its last turn; worst cost first. */
void spilled_print(const Story *story, Buf *out);

#endif
