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
	chunk = memory_get(size);
	chunk->prev = arena->head;
	chunk->size = size;
	arena->head = chunk;
	arena->next = (char *)chunk + HEADER;
	arena->end = (char *)chunk + size;
	arena->total += size;
}

static inline size_t
aligned(size_t size)
{
	return (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}

void *
arena_raw(Arena *arena, size_t size)
{
	void *p;

	size = aligned(size);
	/* One without memory gets some even for nothing: its pointer is moved.
	 */
	if ((size_t)(arena->end - arena->next) <= size)
		arena_grow(arena, size);
	p = arena->next;
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

void
arena_release(Arena *arena, ArenaMark mark)
{
	ArenaChunk *prev;

	if (!mark.head) {
		arena_free(arena);
		return;
	}
	for (; arena->head != mark.head; arena->head = prev) {
		prev = arena->head->prev;
		arena->total -= arena->head->size;
		free(arena->head);
	}
	arena->next = mark.next;
	arena->end = (char *)mark.head + mark.head->size;
}

void
arena_reset(Arena *arena)
{
	ArenaChunk *keep = arena->head, *chunk, *prev;

	if (!keep)
		return;
	for (chunk = keep->prev; chunk; chunk = prev) {
		prev = chunk->prev;
		arena->total -= chunk->size;
		free(chunk);
	}
	keep->prev = NULL;
	arena->next = (char *)keep + HEADER;
}

void
arena_free(Arena *arena)
{
	ArenaChunk *chunk, *prev;

	for (chunk = arena->head; chunk; chunk = prev) {
		prev = chunk->prev;
		free(chunk);
	}
	memset(arena, 0, sizeof(*arena));
}
