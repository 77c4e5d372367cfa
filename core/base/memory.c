/*
 * Memory that is there, or the end.
 */
#define _GNU_SOURCE /* madvise and fopencookie, which POSIX has not got */
#include "core/base/memory.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A huge page, in bytes.  What is as large or larger is asked for in such
 * pages: clearing and mapping it in small ones is much of the time of functions
 * that need so much. */
static const size_t HUGE_PAGE = (size_t)2 << 20;

/* Less is not worth the trouble of mapping it again. */
static const size_t DISCARD_MIN = (size_t)1 << 20;

/* How much free memory at the end of the heap stays with the process. */
enum { RETAINED_BYTES = 1 << 24 };

_Noreturn void
memory_exhausted(void)
{
	/* Whoever comes second waits here. */
	flockfile(stderr);
	fputs("regalloc: error: out of memory\n", stderr);
	/* No exit: other threads are still at work. */
	_exit(1);
}

/* Memory AT of SIZE bytes, in huge pages if it is large; that is advice, which
 * the system may not take. */
static void *
advised(void *at, size_t size)
{
#ifdef MADV_HUGEPAGE
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	/* Outward, to all of a mapping of its own: in two parts, it could not
	 * grow in place. */
	uintptr_t start = (uintptr_t)at / page * page;
	uintptr_t end = ((uintptr_t)at + size + page - 1) / page * page;

	if (size >= HUGE_PAGE)
		(void)madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
	(void)size;
#endif
	return at;
}

void
memory_retain(void)
{
#ifdef M_TRIM_THRESHOLD
	(void)mallopt(M_TRIM_THRESHOLD, RETAINED_BYTES);
	(void)mallopt(M_MMAP_THRESHOLD, (int)HUGE_PAGE);
#endif
}

void *
memory_get(size_t size)
{
	void *at = NULL;

	if (size < HUGE_PAGE)
		at = malloc(size);
	/* At the start of a page, else small ones would do for both ends. */
	else if (posix_memalign(&at, HUGE_PAGE, size))
		at = NULL;
	if (!at)
		memory_exhausted();
	return advised(at, size);
}

void *
memory_resize(void *at, size_t size)
{
	at = realloc(at, size);
	if (!at)
		memory_exhausted();
	return advised(at, size);
}

void
memory_discard(void *at, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	/* Inward: what lies beside it stays. */
	uintptr_t start = ((uintptr_t)at + page - 1) / page * page;
	uintptr_t end = ((uintptr_t)at + size) / page * page;

	if (size >= DISCARD_MIN)
		(void)madvise((void *)start, end - start, MADV_DONTNEED);
}

static ssize_t
text_add(void *to, const char *from, size_t n)
{
	TextStream *text = to;

	if (text->len + n >= text->cap) {
		text->cap = (text->len + n + 1) * 2;
		text->text = memory_resize(text->text, text->cap);
	}
	memcpy(text->text + text->len, from, n);
	text->len += n;
	text->text[text->len] = '\0';
	return (ssize_t)n;
}

/* Not by open_memstream: where there is no memory, glibc's loses what it should
 * write and does not always say so. */
FILE *
text_open(TextStream *text)
{
	*text = (TextStream){0};
	text_add(text, "", 0);
	text->stream = fopencookie(text, "w",
				   (cookie_io_functions_t){.write = text_add});
	if (!text->stream)
		memory_exhausted();
	return text->stream;
}

void
text_close(TextStream *text)
{
	int failed = ferror(text->stream);

	failed |= fclose(text->stream);
	text->stream = NULL;
	if (failed)
		memory_exhausted();
}
