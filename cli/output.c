/*
 * Output that appears whole or not at all.  It is gathered in memory as long as
 * it is small, else in a file without a name, which no end of the process can
 * leave behind; at the end that file is given a name, with signals held back
 * while a second name is needed.  Where there are no such files, and for what
 * must not be replaced (devices, pipes, what standard output is), the bytes are
 * copied at the end.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "cli/output.h"

#include "core/base/memory.h"
#include "core/base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How much a part has: the first and the others of those that may stay in
 * memory to the end, and the only one where all is bound for a file anyway. */
enum { FIRST_BYTES = 1 << 18, PART_BYTES = 1 << 23, FILE_BYTES = 1 << 20 };

static bool
write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text += n;
		len -= (size_t)n;
	}
	return true;
}

/* PATH's folder, and NAME in it. */
static char *
beside(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	size_t len = slash ? (size_t)(slash - path) + 1 : 0;
	char *text = memory_get(len + strlen(name) + 1);

	memcpy(text, path, len);
	strcpy(text + len, name);
	return text;
}

/* --- what is in memory --- */

static bool
parts_write(const Output *out, int fd)
{
	FOR_ARRAY(Buf, part, out->parts, out->nparts + 1)
		if (!write_all(fd, part->at, part->len))
			return false;
	return true;
}

/* From part FIRST on. */
static void
parts_free(Output *out, uint32_t first)
{
	for (uint32_t i = first; i <= out->nparts; i++)
		buf_free(&out->parts[i]);
	out->nparts = 0;
}

/* --- the spool --- */

/* A file without a name in the folder of the place.  False: there can be none
 * there. */
static bool
spool_near(Output *out)
{
	char *folder = beside(out->real ? out->real : out->path, ".");

	out->spool = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
	out->near = out->spool >= 0;
	if (!out->near && !out->exists && access(folder, W_OK | X_OK))
		out->error = errno;
	free(folder);
	return out->near;
}

/* A file without a name anywhere. */
static bool
spool_far(Output *out)
{
	FILE *file = tmpfile();

	if (!file)
		return false;
	out->spool = dup(fileno(file));
	fclose(file);
	return out->spool >= 0;
}

static void
output_flush(Output *out)
{
	if (!out->error && out->spool < 0 && !spool_far(out))
		out->error = errno;
	if (!out->error && !parts_write(out, out->spool))
		out->error = errno;
	parts_free(out, 1);
	buf_reset(&out->parts[0]);
}

void
output_put(Output *out, const char *text, size_t len)
{
	out->any |= len > 0;
	while (len) {
		Buf *part = &out->parts[out->nparts];
		size_t most = out->near	    ? FILE_BYTES
			      : out->nparts ? PART_BYTES
					    : FIRST_BYTES;
		size_t n = len < most - part->len ? len : most - part->len;

		buf_put(part, text, n);
		text += n;
		len -= n;
		if (part->len < most)
			continue;
		if (out->near || out->nparts + 1 == OUTPUT_PARTS)
			output_flush(out);
		else
			buf_room(&out->parts[++out->nparts], PART_BYTES);
	}
}

/* --- the place --- */

/* Is ST what descriptor FD is open for? */
static bool
is_stream(const struct stat *st, int fd)
{
	struct stat open;

	return !fstat(fd, &open) && open.st_dev == st->st_dev &&
	       open.st_ino == st->st_ino;
}

static bool
place_find(Output *out)
{
	struct stat st;

	out->kind = PLACE_NEW;
	if (stat(out->path, &st)) {
		/* A link that leads nowhere yet is followed when written. */
		if (errno == ENOENT && !lstat(out->path, &st))
			out->kind = PLACE_INSIDE;
		return out->kind == PLACE_INSIDE || errno == ENOENT;
	}
	if (S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return false;
	}
	if (is_stream(&st, STDOUT_FILENO) || is_stream(&st, STDERR_FILENO)) {
		out->kind = PLACE_STREAM;
		out->stream = is_stream(&st, STDOUT_FILENO) ? STDOUT_FILENO
							    : STDERR_FILENO;
		return true;
	}
	if (access(out->path, W_OK))
		return false;
	if (!S_ISREG(st.st_mode))
		out->kind = PLACE_INSIDE;
	out->exists = true;
	out->mode = st.st_mode & 0777;
	out->owner = st.st_uid;
	out->group = st.st_gid;
	out->real = realpath(out->path, NULL);
	return out->real != NULL;
}

bool
output_open(Output *out, const char *path)
{
	*out = (Output){.spool = -1, .stream = STDOUT_FILENO};
	if (!path || !strcmp(path, "-"))
		return true;
	out->path = path;
	if (!place_find(out))
		return false;
	if (out->kind == PLACE_NEW && !spool_near(out) && out->error) {
		errno = out->error;
		return false;
	}
	return true;
}

/* --- at the end --- */

/* Copy the spool and what is still in memory to FD. */
static bool
output_copy(Output *out, int fd)
{
	char block[1 << 14];
	ssize_t n;
	bool ok = true;

	if (out->spool >= 0 && lseek(out->spool, 0, SEEK_SET) < 0)
		return false;
	while (ok && out->spool >= 0 &&
	       (n = read(out->spool, block, sizeof(block))) != 0)
		ok = n < 0 ? errno == EINTR : write_all(fd, block, (size_t)n);
	return ok && parts_write(out, fd);
}

/* Into what is there, or what a link leads to. */
static bool
write_inside(Output *out)
{
	int fd =
		open(out->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	bool ok = fd >= 0 && output_copy(out, fd);

	return fd >= 0 && close(fd) == 0 && ok;
}

/* Give the file FD what the one that it replaces had.  Who may not give files
 * away keeps it. */
static bool
modes_keep(const Output *out, int fd)
{
	struct stat st;

	if (!out->exists)
		return true;
	if (fstat(fd, &st))
		return false;
	if ((st.st_uid != out->owner || st.st_gid != out->group) &&
	    fchown(fd, out->owner, out->group))
		errno = 0;
	return !fchmod(fd, out->mode);
}

/* A name beside PLACE that no file has, for the spool. */
static char *
link_beside(const char *spool, const char *place)
{
	char name[64], *temp;

	for (unsigned n = 0;; n++) {
		snprintf(name, sizeof(name), ".regalloc-%ld-%u", (long)getpid(),
			 n);
		temp = beside(place, name);
		if (!linkat(AT_FDCWD, spool, AT_FDCWD, temp, AT_SYMLINK_FOLLOW))
			return temp;
		free(temp);
		if (errno != EEXIST)
			return NULL;
	}
}

/* The same with a copy of what there is; for file systems that have no files
 * without a name. */
static char *
copy_beside(Output *out, const char *place)
{
	char *temp = beside(place, ".regalloc-XXXXXX");
	mode_t mask = umask(0);
	int fd = mkstemp(temp), saved;

	umask(mask);
	bool ok = fd >= 0 && !fchmod(fd, 0666 & ~mask) && modes_keep(out, fd) &&
		  output_copy(out, fd);
	if (ok && close(fd) == 0)
		return temp;
	saved = errno;
	if (!ok && fd >= 0)
		close(fd);
	if (fd >= 0)
		unlink(temp);
	free(temp);
	errno = saved;
	return NULL;
}

/* Under the name PLACE, which a file may have. */
static bool
place_take(Output *out, const char *place)
{
	char spool[64], *temp = NULL;

	snprintf(spool, sizeof(spool), "/proc/self/fd/%d", out->spool);
	if (out->near && !modes_keep(out, out->spool))
		return false;
	if (out->near && !out->exists &&
	    !linkat(AT_FDCWD, spool, AT_FDCWD, place, AT_SYMLINK_FOLLOW))
		return true;
	if (out->near)
		temp = link_beside(spool, place);
	if (!temp)
		temp = copy_beside(out, place);
	if (!temp)
		return out->exists && errno == EACCES && write_inside(out);
	bool ok = !rename(temp, place);
	if (!ok)
		unlink(temp);
	free(temp);
	return ok;
}

static bool
write_new(Output *out)
{
	sigset_t all, old;

	if (out->near)
		output_flush(out);
	if (out->error) {
		errno = out->error;
		return false;
	}
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	bool ok = place_take(out, out->real ? out->real : out->path);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ok;
}

bool
output_commit(Output *out)
{
	bool ok = !out->error;

	errno = out->error;
	if (ok && out->kind == PLACE_NEW)
		ok = write_new(out);
	else if (ok && out->kind == PLACE_INSIDE)
		ok = write_inside(out);
	else if (ok)
		ok = !fflush(stdout) && output_copy(out, out->stream);
	int saved = errno;
	output_abandon(out);
	errno = saved;
	return ok;
}

void
output_abandon(Output *out)
{
	if (out->spool >= 0)
		close(out->spool);
	free(out->real);
	parts_free(out, 0);
	*out = (Output){.spool = -1};
}
