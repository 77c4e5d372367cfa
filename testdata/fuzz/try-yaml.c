/*
 * A target of YAML files: the input is all of them, each behind a line "%%
 * NAME", the last one machine IR, which is allocated for the target if that can
 * be read.
 */
#define _GNU_SOURCE
#include "testdata/fuzz/try.h"

#include "cli/jobs.h"

#include <unistd.h>

/* Write the parts of the input into the folder we are in. */
static void
files_write(const char *at, const char *end)
{
	static const char *const names[] = {"registers.yaml", "abi.yaml",
					    "opcodes.yaml", "latency.yaml",
					    "input.mir"};
	size_t i, n = sizeof(names) / sizeof(*names);

	for (i = 0; i < n; i++) {
		const char *next = memmem(at, (size_t)(end - at), "\n%%", 3);
		FILE *file = fopen(names[i], "w");

		next = next && i + 1 < n ? next + 1 : end;
		fwrite(at, 1, (size_t)(next - at), file);
		fclose(file);
		at = end - next > 3 ? next + 3 : end;
	}
}

static void
allocate(const Target *target, DiagPrinter *printer, Arena *arena)
{
	char *argv[] = {"regalloc", "-emit", "mir", "-j1", "input.mir"};
	Source source;
	Diag diag = {.source = &source, .arena = arena};
	Options options;
	MirFile file;
	Output out;

	if (!options_parse(&options, 5, argv) || !output_open(&out, NULL) ||
	    !source_open(&source, "input.mir"))
		abort();
	if (mirfile_split(&source, arena, &file, &diag))
		jobs_run(&file, target, &options, &out, printer);
	printer_put(printer, &diag);
	output_abandon(&out);
	printer_close(printer);
	source_close(&source);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena arena = {0};
	DiagPrinter printer = {.out = fopen("/dev/null", "w")};
	Diag diag = {.arena = &arena};
	const char *folder = getenv("FUZZ_FOLDER");
	const Target *target;

	if (!folder || chdir(folder))
		abort();
	files_write((const char *)data, (const char *)data + size);
	target = targets_load("registers.yaml", &arena, &diag);
	printer_put(&printer, &diag);
	if (target) {
		target_print(target, printer.out);
		allocate(target, &printer, &arena);
	}
	printer_close(&printer);
	fclose(printer.out);
	arena_free(&arena);
	return 0;
}
