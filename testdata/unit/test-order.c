/*
 * The checker, told where each instruction stems from: an instruction behind a
 * call whose argument it computes.  As text the two would not be matched.
 */
#include "core/check/check.h"
#include "parser/parser.h"
#include "targets/targets.h"
#include "test.h"

#include <string.h>

#define HEAD "---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n"
#define CALL "    PseudoCALL &g, csr_ilp32d_lp64d, implicit-def dead $x1, "

static const char before_text[] =
	HEAD "    liveins: $x10, $x11\n\n"
	     "    %0:gpr = COPY $x10\n"
	     "    %1:gpr = COPY $x11\n"
	     "    %2:gpr = ADD %0, %1\n"
	     "    $x10 = COPY %2\n" CALL "implicit $x10\n"
	     "    PseudoRET\n...\n";
static const char good_text[] =
	HEAD "    liveins: $x10, $x11\n\n"
	     "    $x10 = ADD $x10, $x11\n" CALL "implicit $x10\n"
	     "    PseudoRET\n...\n";
static const char late_text[] =
	HEAD "    liveins: $x8, $x9, $x10, $x11\n\n"
	     "    $x8 = COPY $x10\n"
	     "    $x9 = COPY $x11\n" CALL "implicit $x10\n"
	     "    $x10 = ADD $x8, $x9\n"
	     "    PseudoRET\n...\n";

static Func *
parse(const char *text, Source *source, Diag *diag, Arena *arena)
{
	MirFile *file = ARENA_NEW(arena, MirFile, 1);
	Func *f;

	*source = (Source){.path = "f.mir", .text = text, .len = strlen(text)};
	*diag = (Diag){.source = source, .arena = arena};
	MUST(mirfile_split(source, arena, file, diag));
	f = mir_parse(file, 0, targets_builtin("riscv64", arena), arena, arena,
		      diag, 0);
	MUST(f);
	return f;
}

/* What the checker says of AFTER: each opcode of it stands once in BEFORE. */
static Verdict
judge(const char *after_text)
{
	static const CheckOptions options = {.unmarked = true};
	Arena arena = {0};
	Source x, y;
	Diag dx, dy;
	Func *before = parse(before_text, &x, &dx, &arena);
	Func *after = parse(after_text, &y, &dy, &arena);
	Verdict verdict;
	InsnId i, j;

	for (j = 0; j < after->insns.n; j++)
		for (i = 0; i < before->insns.n; i++)
			if (before->insns.at[i].op == after->insns.at[j].op &&
			    !insn_is(before, &before->insns.at[i], WK_COPY))
				after->insns.at[j].origin = i;
	verdict = check_allocation(before, after, NULL, &options, &dx);
	arena_free(&arena);
	return verdict;
}

int
main(void)
{
	MUST(judge(good_text) == CHECK_RIGHT);
	MUST(judge(late_text) != CHECK_RIGHT);
	return 0;
}
