/*
 * The table of options for completion, as lines of text.
 *
 * The scripts for the shells, completion/, ask the program for it each time,
 * which takes a few milliseconds.  They could have been printed whole
 * (-completion bash), or been made when the program is built; but so they are
 * files that shells find without anything in a user's start-up file, the same
 * for all builds, and yet say what the program at hand can do: its options, and
 * the targets that were built in.
 */
#include "cli/complete.h"

#include "cli/options.h"

#include "core/passes.h"
#include "targets/targets.h"

#include <string.h>

/* The built-in targets, or their variants; a blank behind each. */
static void
print_targets(FILE *out, bool variants)
{
	Arena arena = {0};
	const Target *t;

	for (uint32_t i = 0; (t = targets_at(i, &arena)); i++) {
		if (!variants)
			fprintf(out, "%s ", target_str(t, t->name));
		for (uint32_t k = 0; variants && k < t->n_variants; k++)
			fprintf(out, "%s ", target_str(t, t->variants[k].name));
	}
	arena_free(&arena);
}

static void
print_passes(FILE *out, bool starts)
{
	for (unsigned i = 0; i < NPASSES; i++)
		if (!starts || pipeline_starts_after(PASSES[i].name))
			fprintf(out, "%s ", PASSES[i].name);
}

/* The LEN bytes of WORD, one of OptionText.values. */
static void
print_value(FILE *out, const char *word, size_t len)
{
	if (!strncmp(word, "TARGETS", len))
		print_targets(out, false);
	else if (!strncmp(word, "VARIANTS", len))
		print_targets(out, true);
	else if (!strncmp(word, "PASSES", len))
		print_passes(out, false);
	else if (!strncmp(word, "STARTS", len))
		print_passes(out, true);
	else
		fprintf(out, "%.*s ", (int)len, word);
}

void
completion_print(FILE *out)
{
	OptionText option;
	const char *word;
	size_t len;

	for (size_t i = 0; options_at(i, &option); i++) {
		fprintf(out, "-%s\t", option.name);
		if (!option.argument)
			fputc('-', out);
		else if (!*option.values)
			fputc(' ', out);
		else
			for (word = option.values; *word; word += len) {
				word += strspn(word, " ");
				len = strcspn(word, " ");
				print_value(out, word, len);
			}
		fprintf(out, "\t%s\n", option.help);
	}
}
