/*
 * Arena: memory by lifetime.  Allocate forward, free everything at once.
 */
#ifndef REGALLOC_BASE_ARENA_H
#define REGALLOC_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ArenaChunk ArenaChunk;

/* Zero-initialise before first use. */
typedef struct {
	ArenaChunk *head;
	ArenaChunk *spare; /* an empty one, for later; NULL: none */
	char *next, *end;
	size_t total; /* bytes obtained from the system */
} Arena;

/* Zeroed memory of SIZE bytes, aligned for any type.  Never returns NULL: the
 * process ends with status 1 and a message when memory is exhausted. */
void *arena_alloc(Arena *arena, size_t size);

/* As arena_alloc, but the bytes are not cleared. */
void *arena_raw(Arena *arena, size_t size);

/* ROOM bytes, the first USED of them copied from FROM (NULL if USED is 0). */
void *arena_copy(Arena *arena, const void *from, size_t used, size_t room);

/* Make the block AT of OLD bytes NEW long where it is.  False: it is not the
 * one allocated last, or there is no room behind it. */
bool arena_extend(Arena *arena, const void *at, size_t old, size_t new);

/* A point in time, to go back to. */
typedef struct {
	ArenaChunk *head;
	char *next;
} ArenaMark;

ArenaMark arena_mark(const Arena *arena);

/* Forget all allocations since MARK, none of which was an extension of an older
 * one.  The largest chunk that this leaves empty is kept for reuse. */
void arena_release(Arena *arena, ArenaMark mark);

/* Forget all allocations; the largest chunk is kept. */
void arena_reset(Arena *arena);

/* Forget all allocations; a chunk of more than MOST bytes goes back to the
 * system, too. */
void arena_trim(Arena *arena, size_t most);

/* Give all memory back to the system. */
void arena_free(Arena *arena);

/* N zeroed elements of TYPE. */
#define ARENA_NEW(arena, type, n)                                              \
	((type *)arena_alloc((arena), sizeof(type) * (size_t)(n)))

/* N elements of TYPE, not cleared. */
#define ARENA_RAW(arena, type, n)                                              \
	((type *)arena_raw((arena), sizeof(type) * (size_t)(n)))

#endif
