/*
 * reserved-test CPU FILE.mir: the allocatable registers that we reserve in
 * each function, in the form of llvm-reserved.cpp.  CPU "-": none.
 */
#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "parser/parser.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

static void
die(const char *what, const Diag *diag)
{
	if (diag)
		diag_print(diag, stderr, false);
	fprintf(stderr, "reserved-test: %s\n", what);
	exit(1);
}

static void
print_reserved(const Func *f, Arena *arena)
{
	const Target *t = f->target;
	uint64_t *set = ARENA_NEW(arena, uint64_t, BITS_WORDS(t->n_regs));
	RegId r;

	func_reserved(f, set);
	printf("%.*s", (int)f->name.len, f->source->text + f->name.at);
	for (r = 1; r < t->n_regs; r++)
		if (bits_has(set, r) && t->regs[r].flags & REG_ALLOCATABLE)
			printf(" %s", target_str(t, t->regs[r].name));
	putchar('\n');
}

int
main(int argc, char **argv)
{
	Arena keep = {0}, tmp = {0};
	Diag diag = {.arena = &keep};
	char triple[64] = "";
	const Target *t;
	Source source;
	MirFile file = {0};
	uint32_t i;

	if (argc != 3 || !source_open(&source, argv[2]))
		die("usage: reserved-test CPU FILE.mir", NULL);
	diag.source = &source;
	if (!mirfile_split(&source, &keep, &file, &diag) ||
	    file.triple.len >= sizeof(triple))
		die("bad file", &diag);
	memcpy(triple, source.text + file.triple.at, file.triple.len);
	t = targets_for_triple(triple, &keep);
	if (!t)
		die("no target", NULL);
	for (i = 0; i < file.docs.n; i++) {
		Func *f = mir_parse(&file, i, t, &keep, &tmp, &diag, 0);

		if (!f)
			die("parse", &diag);
		f->variant = target_variant(t, argv[1]);
		print_reserved(f, &keep);
	}
	arena_free(&keep);
	arena_free(&tmp);
	source_close(&source);
	return 0;
}
