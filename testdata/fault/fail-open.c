/*
 * A library for LD_PRELOAD: a file system without files that have no name
 * (FAIL=tmpfile), or a machine where they cannot get one (FAIL=linkat).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool
fails(const char *what)
{
	const char *fail = getenv("FAIL");

	return fail && !strcmp(fail, what);
}

int
open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, mode_t);
	va_end(args);
	if ((flags & O_TMPFILE) == O_TMPFILE && fails("tmpfile")) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int
linkat(int from, const char *old, int to, const char *name, int flags)
{
	if (fails("linkat")) {
		errno = ENOENT;
		return -1;
	}
	return (int)syscall(SYS_linkat, from, old, to, name, flags);
}
