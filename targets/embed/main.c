/*
 * embed DIRECTORY OUTPUT: read a target's YAML files and write its blob.
 */
#include "targets/targets.h"

#include <errno.h>
#include <string.h>

int
main(int argc, char **argv)
{
	Arena arena = {0};
	Diag diag = {.arena = &arena};
	const Target *target;
	FILE *out;
	bool ok;

	if (argc != 3) {
		fprintf(stderr, "usage: embed DIRECTORY OUTPUT\n");
		return 2;
	}
	target = targets_load(argv[1], &arena, &diag);
	diag_print(&diag, stderr, false);
	if (!target)
		return 1;
	out = fopen(argv[2], "wb");
	ok = out && blob_write(target, out);
	if (out && fclose(out))
		ok = false;
	if (!ok) {
		fprintf(stderr, "embed: %s: %s\n", argv[2], strerror(errno));
		remove(argv[2]);
	}
	arena_free(&arena);
	return !ok;
}
