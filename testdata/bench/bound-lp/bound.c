/*
 * bound [-n MAX] [-function NAME] TARGET FILE.mir FOLDER
 *
 * For each function of the file with at most MAX instructions, a linear program
 * in the LP format of CPLEX, FOLDER/N.lp, whose minimum no allocation's cost is
 * below.  One line for each function: N, instructions, name; or "-" and why it
 * is left out.  What the program says is in model.c.
 */
#include "bound.h"

#include "core/passes.h"
#include "parser/parser.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	const Target *target;
	const char *folder;
	unsigned long max;
} Asked;

static char *
file_read(const char *path, size_t *len)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t room = 1 << 16, n;

	*len = 0;
	if (!in)
		return NULL;
	do {
		room *= 2;
		text = realloc(text, room);
		n = text ? fread(text + *len, 1, room - *len - 1, in) : 0;
		*len += n;
	} while (n);
	if (text)
		text[*len] = 0;
	fclose(in);
	return text;
}

/* F as the allocator has it before anything is decided; NULL: it cannot be. */
static const char *
job_prepare(Job *j)
{
	job_open(j);
	if (!j->f->blocks.n || pass_validate(j) != RESULT_OK ||
	    pass_analysis(j) != RESULT_OK || pass_expand(j) != RESULT_OK)
		return "it cannot be read";
	/* Blocks may be others now. */
	cfg_build(j->f, &j->cfg, j->keep, j->tmp);
	return NULL;
}

/* The linear program of F, in the order that its instructions have, as file
 * NUMBER.NAME. */
static const char *
lp_write(const Asked *asked, const Job *j, const Func *f, const float *freq,
	 const char *name)
{
	Arena arena = {0};
	Lp lp = {.arena = &arena};
	const char *why;
	char path[4096];
	Facts x;
	FILE *out;

	why = facts_find(&x, f, freq, j->reserved, &arena);
	if (!why) {
		model_build(&x, &lp, &arena);
		snprintf(path, sizeof(path), "%s/%s", asked->folder, name);
		out = fopen(path, "w");
		if (out)
			lp_print(&lp, out);
		if (!out || fclose(out))
			why = "its program cannot be written";
	}
	arena_free(&arena);
	return why;
}

/* Where lowering has put each instruction of F: others stay behind the one
 * before them. */
static void
keys_find(const Func *f, const Func *lowered, uint32_t *key)
{
	InsnId i, last;
	BlockId b;

	for (i = 0; i < f->insns.n; i++)
		key[i] = NONE;
	for (i = lowered->insns.n; i-- > 0;)
		if (lowered->insns.at[i].origin < f->insns.n)
			key[lowered->insns.at[i].origin] = i;
	for (b = 0; b < f->blocks.n; b++) {
		last = 0;
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++)
			last = key[i] = key[i] == NONE ? last : key[i];
	}
}

/* F's instructions in the order of KEY, block by block; false: that is the one
 * that they have. */
static bool
order_change(Func *f, uint32_t *key)
{
	bool changed = false;
	BlockId b;
	InsnId i, k;

	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++)
			for (k = i;
			     k > f->blocks.at[b].first && key[k - 1] > key[k];
			     k--) {
				Insn insn = f->insns.at[k];
				uint32_t old = key[k];

				f->insns.at[k] = f->insns.at[k - 1];
				f->insns.at[k - 1] = insn;
				key[k] = key[k - 1];
				key[k - 1] = old;
				changed = true;
			}
	return changed;
}

/* Two programs: for the order of the input, and for that which lowering gives
 * it so that less is overwritten too early. */
static const char *
function_bound(const Asked *asked, Job *j, uint32_t number)
{
	const float *freq = j->freqs.now;
	Func *f = j->parsed;
	uint32_t *key = ARENA_NEW(j->keep, uint32_t, f->insns.n);
	const char *why;
	char name[32];

	snprintf(name, sizeof(name), "%u.lp", number);
	why = lp_write(asked, j, f, freq, name);
	if (why)
		return why;
	if (pass_lower(j) != RESULT_OK)
		return "it cannot be lowered";
	keys_find(f, j->f, key);
	if (!order_change(f, key))
		return NULL;
	snprintf(name, sizeof(name), "%u.sunk.lp", number);
	return lp_write(asked, j, f, freq, name);
}

static void
function_do(const Asked *asked, Func *f, uint32_t number)
{
	Arena tmp = {0};
	Stats stats = {0};
	Buf out = {0}, dump = {0};
	PipelineOptions options = {.subreg_liveness = SUBREG_AS_TARGET};
	Job job = {.parsed = f,
		   .f = f,
		   .options = &options,
		   .keep = f->arena,
		   .tmp = &tmp,
		   .out = &out,
		   .dump = &dump,
		   .stats = &stats};
	const char *why = "it is long";

	if (f->insns.n <= asked->max)
		why = job_prepare(&job);
	if (!why)
		why = function_bound(asked, &job, number);
	if (why)
		printf("- %s: %s\n", f->plain_name, why);
	else
		printf("%u %u %s\n", number, f->insns.n, f->plain_name);
	arena_free(&tmp);
}

int
main(int argc, char **argv)
{
	Arena arena = {0}, keep = {0}, tmp = {0};
	Asked asked = {.max = 250};
	Source source = {0};
	Diag diag = {.source = &source, .arena = &arena};
	MirFile file;
	uint32_t i;
	size_t len;
	Func *f;

	if (argc > 2 && !strcmp(argv[1], "-n")) {
		asked.max = strtoul(argv[2], NULL, 10);
		argc -= 2;
		argv += 2;
	}
	if (argc != 4 || !(asked.target = targets_builtin(argv[1], &arena)))
		return 2;
	source.path = argv[2];
	source.text = file_read(argv[2], &len);
	source.len = (Loc)len;
	asked.folder = argv[3];
	if (!source.text || !mirfile_split(&source, &arena, &file, &diag))
		return 1;
	for (i = 0; i < file.docs.n; i++) {
		f = mir_parse(&file, i, asked.target, &keep, &tmp, &diag, 0);
		if (f && f->blocks.n)
			function_do(&asked, f, i);
		arena_reset(&tmp);
	}
	return 0;
}
