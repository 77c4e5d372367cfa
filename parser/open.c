/*
 * Bytes of a file or of standard input, read into memory: a file that is mapped
 * may change, or end, under the reader's hands.
 */
#include "parser/parser.h"

#include "core/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLURP_FIRST = 1 << 16 };

/* Read FD to its end, of which WANT bytes are expected. */
static bool
source_slurp(Source *source, int fd, size_t want)
{
	size_t len = 0, cap = want ? want + 1 : SLURP_FIRST;
	char *text = memory_get(cap);
	ssize_t n;

	while ((n = read(fd, text + len, cap - len)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		len += (size_t)n;
		if (len >= UINT32_MAX) {
			errno = EFBIG;
			n = -1;
			break;
		}
		if (len == cap)
			text = memory_resize(text, cap *= 2);
	}
	if (n == 0 && len < want) {
		errno = ESTALE;
		n = -1;
	}
	if (n < 0) {
		free(text);
		return false;
	}
	source->text = text;
	source->len = (uint32_t)len;
	return true;
}

/* How many bytes FD has to give; 0: nobody knows. */
static off_t
size_of(int fd, bool is_stdin)
{
	struct stat st;

	return !is_stdin && !fstat(fd, &st) && S_ISREG(st.st_mode) ? st.st_size
								   : 0;
}

bool
source_open(Source *source, const char *path)
{
	bool is_stdin = !strcmp(path, "-"), ok = false;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY), saved;

	*source = (Source){.path = is_stdin ? "<stdin>" : path};
	if (fd < 0)
		return false;
	off_t size = size_of(fd, is_stdin);
	if (size < UINT32_MAX)
		ok = source_slurp(source, fd, (size_t)size);
	else
		errno = EFBIG;
	saved = errno;
	if (!is_stdin)
		close(fd);
	errno = saved;
	return ok;
}

void
source_close(Source *source)
{
	free((void *)(uintptr_t)source->text);
	*source = (Source){.path = source->path};
}
