/*
 * Memory that is there, or the end.
 */
#include "core/base/memory.h"

#include <stdlib.h>
#include <unistd.h>

_Noreturn void
memory_exhausted(void)
{
	/* Whoever comes second waits here. */
	flockfile(stderr);
	fputs("regalloc: error: out of memory\n", stderr);
	/* No exit: other threads are still at work. */
	_exit(1);
}

void *
memory_get(size_t size)
{
	void *at = malloc(size);

	if (!at)
		memory_exhausted();
	return at;
}

void *
memory_resize(void *at, size_t size)
{
	at = realloc(at, size);
	if (!at)
		memory_exhausted();
	return at;
}

FILE *
text_open(TextStream *text)
{
	*text = (TextStream){0};
	text->stream = open_memstream(&text->text, &text->len);
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
	if (failed || !text->text)
		memory_exhausted();
}
