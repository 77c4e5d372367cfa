/*
 * Machine IR is read and, if that succeeds, printed; what was printed can be
 * read again.
 */
#define _GNU_SOURCE
#include "testdata/fuzz/try.h"

#include "core/mirtext/mir.h"

/* Read the LEN bytes at TEXT and print them to OUT.  False: they cannot be
 * read. */
static bool
read_print(const char *text, uint32_t len, const Target *target, Buf *out,
	   Arena *arena)
{
	Source source = {.path = "fuzz", .text = text, .len = len};
	Diag diag = {.source = &source, .arena = arena};
	FILE *null = fopen("/dev/null", "w");
	Arena tmp = {0};
	MirFile file;
	uint32_t i;
	bool ok = mirfile_split(&source, arena, &file, &diag);

	for (i = 0; ok && i < file.docs.n; i++) {
		Func *f = mir_parse(&file, i, target, arena, &tmp, &diag, 0);

		ok = f != NULL;
		if (ok)
			mir_print(f, out);
		/* It may have ended with the file, or without a mark. */
		buf_str(out, "\n...\n");
		arena_reset(&tmp);
	}
	diag_print(&diag, null, false);
	fclose(null);
	arena_free(&tmp);
	return ok;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena arena = {0};
	char *text = exact_copy(data, size), *again;
	const Target *target = target_guess(data, size, &arena);
	Buf out = {0}, second = {0};

	if (read_print(text, (uint32_t)size, target, &out, &arena) && out.len) {
		again = exact_copy((const uint8_t *)out.at, out.len);
		if (!read_print(again, (uint32_t)out.len, target, &second,
				&arena)) {
			fprintf(stderr, "printed and cannot be read:\n");
			fwrite(out.at, 1, out.len, stderr);
			abort();
		}
		free(again);
	}
	buf_free(&out);
	buf_free(&second);
	free(text);
	arena_free(&arena);
	return 0;
}
