/*
 * Output that appears whole or not at all: a file is written beside its place
 * and renamed; what goes to standard output or a device is kept back until
 * the end, in memory as long as it is small, else in a file without a name.
 */
#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How much stays in memory where it may stay there to the end, and where it is
 * bound for a file anyway. */
enum { KEEP_BYTES = 1 << 26, FILE_BYTES = 1 << 20 };

/* A new file beside PATH with the modes of an ordinary one. */
static bool
temp_open(Output *out)
{
	size_t len = strlen(out->path) + 16;
	mode_t mask = umask(0);
	int fd, saved;

	umask(mask);
	out->temp = malloc(len);
	if (!out->temp)
		return false;
	snprintf(out->temp, len, "%s.XXXXXX", out->path);
	fd = mkstemp(out->temp);
	if (fd >= 0) {
		fchmod(fd, 0666 & ~mask);
		out->file = fdopen(fd, "w");
		if (out->file)
			return true;
		saved = errno;
		close(fd);
		unlink(out->temp);
		errno = saved;
	}
	free(out->temp);
	out->temp = NULL;
	return false;
}

bool
output_open(Output *out, const char *path)
{
	struct stat st;

	*out = (Output){0};
	if (!path || !strcmp(path, "-"))
		return true;
	out->path = path;
	/* Devices and links, /dev/stdout among them, must not be replaced. */
	if (!lstat(path, &st) && !S_ISREG(st.st_mode)) {
		if (!S_ISDIR(st.st_mode))
			return true;
		errno = EISDIR;
		return false;
	}
	return temp_open(out);
}

static void
output_flush(Output *out)
{
	if (!out->file)
		out->file = tmpfile();
	if (!out->file ||
	    fwrite(out->buf.at, 1, out->buf.len, out->file) != out->buf.len)
		out->failed = true;
	buf_reset(&out->buf);
}

void
output_put(Output *out, const char *text, size_t len)
{
	buf_put(&out->buf, text, len);
	out->any |= len > 0;
	if (out->buf.len >= (out->temp ? FILE_BYTES : KEEP_BYTES))
		output_flush(out);
}

/* Copy the spool and what is still in memory to the place. */
static bool
output_copy(Output *out)
{
	FILE *to = out->path ? fopen(out->path, "w") : stdout;
	char block[1 << 16];
	size_t n;
	bool ok = to != NULL;

	if (!to)
		return false;
	if (out->file) {
		rewind(out->file);
		while ((n = fread(block, 1, sizeof(block), out->file)) > 0)
			ok &= fwrite(block, 1, n, to) == n;
	}
	if (out->buf.len)
		ok &= fwrite(out->buf.at, 1, out->buf.len, to) == out->buf.len;
	ok &= !fflush(to);
	if (out->path)
		ok &= !fclose(to);
	return ok;
}

bool
output_commit(Output *out)
{
	bool ok = !out->failed;
	int saved;

	if (out->temp) {
		if (out->buf.len)
			output_flush(out);
		ok = !out->failed && !fclose(out->file) &&
		     !rename(out->temp, out->path);
		out->file = NULL;
		if (ok) {
			free(out->temp);
			out->temp = NULL;
		}
	} else if (ok) {
		ok = output_copy(out);
	}
	saved = errno;
	output_abandon(out);
	errno = saved;
	return ok;
}

void
output_abandon(Output *out)
{
	if (out->file)
		fclose(out->file);
	if (out->temp)
		unlink(out->temp);
	free(out->temp);
	buf_free(&out->buf);
	*out = (Output){0};
}
