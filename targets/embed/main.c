/*
 * embed DIRECTORY... OUTPUT: read targets' YAML files and write their blobs.
 */
#include "targets/embed/join.h"
#include "targets/targets.h"

#include <errno.h>
#include <string.h>

static bool
write_to(const char *path, const Target *const *targets, uint32_t n)
{
	FILE *out = fopen(path, "wb");
	bool ok = out && blobs_write(targets, n, out);

	if (out && fclose(out))
		ok = false;
	if (!ok) {
		fprintf(stderr, "embed: %s: %s\n", path, strerror(errno));
		remove(path);
	}
	return ok;
}

int
main(int argc, char **argv)
{
	Arena arena = {0};
	uint32_t n = argc < 3 ? 0 : (uint32_t)argc - 2;
	Target **targets = ARENA_NEW(&arena, Target *, n + 1);
	bool ok = true;

	if (!n) {
		fprintf(stderr, "usage: embed DIRECTORY... OUTPUT\n");
		return 2;
	}
	for (uint32_t i = 0; i < n; i++) {
		Diag diag = {.arena = &arena};

		targets[i] = targets_load(argv[i + 1], &arena, &diag);
		diag_print(&diag, stderr, false);
		ok &= targets[i] != NULL;
	}
	if (ok) {
		strings_join(targets, n, &arena);
		ok = write_to(argv[n + 1], (const Target *const *)targets, n);
	}
	arena_free(&arena);
	return !ok;
}
