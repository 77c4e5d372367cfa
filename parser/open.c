/*
 * Bytes of a file or of standard input.  Files are mapped, all of their pages
 * at once, since all are read when the file is split; pipes are read.
 */
#define _GNU_SOURCE /* MAP_POPULATE */
#include "parser/parser.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
source_map(Source *source, int fd, off_t size)
{
	void *p;

	if (size >= UINT32_MAX) {
		errno = EFBIG;
		return false;
	}
	p = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd,
		 0);
	if (p == MAP_FAILED)
		return false;
	source->text = p;
	source->len = (uint32_t)size;
	source->mapped = true;
	return true;
}

/* Read FD to its end into memory. */
static bool
source_slurp(Source *source, int fd)
{
	size_t len = 0, cap = 1 << 16;
	char *text = malloc(cap);
	ssize_t n;

	while (text) {
		char *more;

		n = read(fd, text + len, cap - len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		len += (size_t)n;
		if (len >= UINT32_MAX) {
			errno = EFBIG;
			n = -1;
			break;
		}
		if (len < cap)
			continue;
		more = realloc(text, cap * 2);
		if (!more)
			free(text);
		text = more;
		cap *= 2;
	}
	if (!text || n < 0) {
		free(text);
		return false;
	}
	if (len)
		source->text = text;
	else
		free(text);
	source->len = (uint32_t)len;
	return true;
}

bool
source_open(Source *source, const char *path)
{
	bool is_stdin = !strcmp(path, "-"), ok;
	struct stat st;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY), saved;

	*source = (Source){.path = is_stdin ? "<stdin>" : path, .text = ""};
	if (fd < 0)
		return false;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size && !is_stdin)
		ok = source_map(source, fd, st.st_size);
	else
		ok = source_slurp(source, fd);
	saved = errno;
	if (!is_stdin)
		close(fd);
	errno = saved;
	return ok;
}

void
source_close(Source *source)
{
	if (source->mapped)
		munmap((void *)(uintptr_t)source->text, source->len);
	else if (source->len)
		free((void *)(uintptr_t)source->text);
	*source = (Source){.path = source->path, .text = ""};
}
