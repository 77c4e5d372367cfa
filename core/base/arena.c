/*
 * Arena: chunks doubling in size, bump allocation inside each.
 */
#include "core/base/arena.h"

#include "core/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGN = 16, ARENA_FIRST = 1 << 16 };

struct ArenaChunk {
	ArenaChunk *prev;
	size_t size;
};

static const size_t HEADER = (sizeof(ArenaChunk) + 15) & ~(size_t)15;

static void
arena_grow(Arena *arena, size_t need)
{
	size_t size = arena->head ? arena->head->size * 2 : ARENA_FIRST;
	ArenaChunk *chunk;

	while (size < need + HEADER)
		size *= 2;
	if (arena->spare && arena->spare->size >= need + HEADER) {
		chunk = arena->spare;
		arena->spare = NULL;
	} else {
		chunk = memory_get(size);
		chunk->size = size;
		arena->total += size;
	}
	chunk->prev = arena->head;
	arena->head = chunk;
	arena->next = (char *)chunk + HEADER;
	arena->end = (char *)chunk + chunk->size;
}

static inline size_t
aligned(size_t size)
{
	return (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}

void *
arena_raw(Arena *arena, size_t size)
{
	size = aligned(size);
	/* One without memory gets some even for nothing: its pointer is moved.
	 */
	if ((size_t)(arena->end - arena->next) <= size)
		arena_grow(arena, size);
	void *p = arena->next;
	arena->next += size;
	return p;
}

void *
arena_alloc(Arena *arena, size_t size)
{
	void *p = arena_raw(arena, size);

	if (size)
		memset(p, 0, size);
	return p;
}

void *
arena_copy(Arena *arena, const void *from, size_t used, size_t room)
{
	void *to = arena_raw(arena, room);

	if (used)
		memcpy(to, from, used);
	return to;
}

bool
arena_extend(Arena *arena, const void *at, size_t old, size_t new)
{
	size_t more = aligned(new) - aligned(old);

	assert(old <= new);
	if (!at || (const char *)at + aligned(old) != arena->next ||
	    (size_t)(arena->end - arena->next) < more)
		return false;
	arena->next += more;
	return true;
}

ArenaMark
arena_mark(const Arena *arena)
{
	return (ArenaMark){arena->head, arena->next};
}

static void
chunk_free(Arena *arena, ArenaChunk *chunk)
{
	if (!chunk)
		return;
	arena->total -= chunk->size;
	free(chunk);
}

/* Chunk CHUNK is empty: the larger of it and the spare one is kept. */
static void
chunk_spare(Arena *arena, ArenaChunk *chunk)
{
	ArenaChunk *other = arena->spare;

	if (!other || chunk->size > other->size) {
		arena->spare = chunk;
		chunk = other;
	}
	chunk_free(arena, chunk);
}

void
arena_release(Arena *arena, ArenaMark mark)
{
	ArenaChunk *prev;

	for (; arena->head != mark.head; arena->head = prev) {
		prev = arena->head->prev;
		chunk_spare(arena, arena->head);
	}
	arena->next = mark.next;
	arena->end = mark.head ? (char *)mark.head + mark.head->size : NULL;
}

void
arena_reset(Arena *arena)
{
	arena_release(arena, (ArenaMark){NULL, NULL});
}

void
arena_trim(Arena *arena, size_t most)
{
	arena_reset(arena);
	if (!arena->spare || arena->spare->size <= most)
		return;
	chunk_free(arena, arena->spare);
	arena->spare = NULL;
}

void
arena_free(Arena *arena)
{
	arena_reset(arena);
	chunk_free(arena, arena->spare);
	memset(arena, 0, sizeof(*arena));
}
