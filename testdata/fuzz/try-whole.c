/*
 * The whole tool on a file of machine IR, in one of its modes, which the bytes
 * of the input choose.
 */
#define _GNU_SOURCE
#include "testdata/fuzz/try.h"

#include "cli/jobs.h"

static char *const modes[] = {
	"-emit asm",
	"-emit mir",
	"-emit asm -regalloc fast",
	"-emit json",
	"-emit none -stats -break-anti-dependencies all -post-ra-sched",
	"-emit asm -break-anti-dependencies critical -post-ra-sched",
	"-emit none -print cfg,liveness,kills,intervals,lanes,demand",
	"-print allocation,frame,cost",
	"-print deps,antidep -break-anti-dependencies all",
	"-emit none -explain %0",
	"-stop-after parse -strict",
	"-start-after check -emit asm -post-ra-sched",
};

static uint32_t
hash(const uint8_t *data, size_t size)
{
	uint32_t h = 2166136261u;

	while (size--)
		h = (h ^ *data++) * 16777619u;
	return h;
}

/* What the command line MODE says. */
static bool
options_of(const char *mode, Options *options, char *copy)
{
	char *argv[24] = {"regalloc"}, *word, *rest = strcpy(copy, mode);
	int argc = 1;

	while ((word = strtok_r(rest, " ", &rest)))
		argv[argc++] = word;
	argv[argc++] = "-j1";
	argv[argc++] = "fuzz";
	return options_parse(options, argc, argv);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena arena = {0};
	char *text = exact_copy(data, size), mode[200];
	Source source = {.path = "fuzz", .text = text, .len = (uint32_t)size};
	Diag diag = {.source = &source, .arena = &arena};
	DiagPrinter printer = {.out = fopen("/dev/null", "w")};
	const Target *target = target_guess(data, size, &arena);
	Options options;
	MirFile file;
	Output out;

	if (!options_of(
		    modes[hash(data, size) % (sizeof(modes) / sizeof(*modes))],
		    &options, mode) ||
	    !output_open(&out, NULL))
		abort();
	if (mirfile_split(&source, &arena, &file, &diag)) {
		mirfile_lines(&file);
		jobs_run(&file, target, &options, &out, &printer);
	}
	printer_put(&printer, &diag);
	printer_close(&printer);
	fclose(printer.out);
	output_abandon(&out);
	free(text);
	arena_free(&arena);
	return 0;
}
