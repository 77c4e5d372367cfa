/*
 * A library for LD_PRELOAD whose allocations fail: the one of number FAIL_AT,
 * counted from 1, and with FAIL_ON set all behind it.  FAIL_COUNT names a file
 * that gets the number of allocations when the program ends by exit.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static atomic_ulong count;

/* Not getenv("...") each time: the first call comes before main. */
static bool
fails(void)
{
	static atomic_ulong at;
	static atomic_bool on, known;
	unsigned long n;

	if (!known) {
		const char *text = getenv("FAIL_AT");

		at = text ? strtoul(text, NULL, 10) : 0;
		on = (text = getenv("FAIL_ON")) && *text;
		known = true;
	}
	n = ++count;
	if (!at || (on ? n < at : n != at))
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *at, size_t size)
{
	return fails() ? NULL : __libc_realloc(at, size);
}

void *
aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : __libc_memalign(align, size);
}

int
posix_memalign(void **at, size_t align, size_t size)
{
	if (fails())
		return ENOMEM;
	*at = __libc_memalign(align, size);
	return *at ? 0 : ENOMEM;
}

void *
mmap(void *at, size_t size, int how, int flags, int fd, off_t offset)
{
	if (fails())
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, at, size, how, flags, fd, offset);
}

__attribute__((destructor)) static void
tell(void)
{
	const char *path = getenv("FAIL_COUNT");
	FILE *file;

	if (!path || !(file = fopen(path, "w")))
		return;
	fprintf(file, "%lu\n", (unsigned long)count);
	fclose(file);
}
