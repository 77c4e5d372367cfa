/*
 * What happens when there is no memory: the process ends, with one message.
 */
#ifndef REGALLOC_BASE_MEMORY_H
#define REGALLOC_BASE_MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Ends the process with status 1 and a message; of several threads that come
 * here only one does. */
_Noreturn void memory_exhausted(void);

/* What is freed is kept for the next function, where the system would have to
 * clear and map it anew; for a program's main, before anything is allocated. */
void memory_retain(void);

/* malloc and realloc that do not fail. */
void *memory_get(size_t size);
void *memory_resize(void *at, size_t size);

/* Nobody reads what AT to AT + SIZE holds any more, though the memory may be
 * written again: if that is much, its pages go back to the system until then.
 */
void memory_discard(void *at, size_t size);

/* Text that is printed to a stream; it stays where it was opened. */
typedef struct {
	FILE *stream;
	char *text; /* once closed; to be freed */
	size_t len, cap;
} TextStream;

FILE *text_open(TextStream *text);
void text_close(TextStream *text);

#endif
