/*
 * Small functions of random nests of loops and branches, with more values than
 * registers, as MIR text: what splitting, spilling and the sharing of slots go
 * wrong with first.
 *
 *   nest-mir TARGET SEED N   N functions for x86, arm or gcn
 *
 * All values are loaded at the entry and stay the same registers throughout, so
 * the functions are not in SSA form.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS_MAX = 4096, DEPTH = 3, WORK_MAX = 12 };

/*
 * Instructions as text, each ended by ";".  ?a, ?b, ?c: some values; ?t: a
 * register of this text alone; ?n: a small multiple of eight; ?l: the block to
 * go to.
 */
typedef struct {
	const char *name;
	unsigned least, most; /* values */
	const char *liveins;
	const char *value; /* writes ?a */
	const char *branch, *jump, *end;
	const char *work[WORK_MAX];
} Target;

static const Target targets[] = {
	{"x86",
	 12,
	 24,
	 "",
	 "?a:gr64 = MOV64rm $rsp, 1, $noreg, ?n, $noreg;",
	 "CMP64rr ?a, ?b, implicit-def $eflags;JCC_1 ?l, 5, implicit $eflags;",
	 "JMP_1 ?l;",
	 "RET 0;",
	 {"?t:gr64 = COPY ?a;"
	  "?t:gr64 = ADD64rr ?t, ?b, implicit-def dead $eflags;"
	  "MOV64mr ?c, 1, $noreg, 0, $noreg, ?t;",
	  "?a:gr64 = SUB64rr ?a, ?b, implicit-def dead $eflags;",
	  "?a:gr64 = COPY ?b;", "MOV64mr ?a, 1, $noreg, ?n, $noreg, ?b;",
	  "?t:gr64 = LEA64r ?a, 1, ?b, ?n, $noreg;"
	  "MOV64mr ?t, 1, $noreg, 0, $noreg, ?c;",
	  "MOV8mr ?a, 1, $noreg, ?n, $noreg, ?b.sub_8bit;",
	  "?t:gr32 = MOV32ri ?n;MOV32mr ?a, 1, $noreg, ?n, $noreg, ?t;",
	  "$rcx = COPY ?a;"
	  "?b:gr64 = SHL64rCL ?b, implicit-def dead $eflags, implicit $cl;",
	  "?a:gr64 = MOV64rm ?b, 1, ?c, ?n, $noreg;",
	  "$rdi = COPY ?a;"
	  "CALL64pcrel32 &g, csr_64, implicit $rsp, implicit $ssp, "
	  "implicit $rdi, implicit-def $rsp, implicit-def $ssp, "
	  "implicit-def $rax;"
	  "?b:gr64 = COPY $rax;"}},
	{"arm",
	 12,
	 26,
	 "",
	 "?a:gpr = LDRi12 $sp, ?n, 14, $noreg;",
	 "CMPrr ?a, ?b, 14, $noreg, implicit-def $cpsr;Bcc ?l, 1, $cpsr;",
	 "B ?l;",
	 "BX_RET 14, $noreg;",
	 {"?t:gpr = ADDrr ?a, ?b, 14, $noreg, $noreg;"
	  "STRi12 ?t, ?c, 0, 14, $noreg;",
	  "STRi12 ?a, ?b, ?n, 14, $noreg;", "STRi12 ?b, ?c, ?n, 14, $noreg;",
	  "?a:gpr = SUBrr ?a, ?b, 14, $noreg, $noreg;", "?a:gpr = COPY ?b;",
	  "?t:gpr = MOVi ?n, 14, $noreg, $noreg;"
	  "STRi12 ?t, ?a, 0, 14, $noreg;",
	  "?t:dpr = VMOVDRR ?a, ?b, 14, $noreg;VSTRD ?t, ?c, 0, 14, $noreg;",
	  "$r0 = COPY ?a;"
	  "BL &g, csr_aapcs, implicit-def dead $lr, implicit $sp, "
	  "implicit $r0, implicit-def $sp, implicit-def $r0;"
	  "?b:gpr = COPY $r0;"}},
	{"gcn",
	 90,
	 130,
	 "    liveins: $sgpr4_sgpr5\n",
	 "?a:sreg_32_xm0_xexec = S_LOAD_DWORD_IMM $sgpr4_sgpr5, ?n, 0;",
	 "S_CMP_EQ_U32 ?a, ?b, implicit-def $scc;"
	 "S_CBRANCH_SCC1 ?l, implicit $scc;",
	 "S_BRANCH ?l;",
	 "S_ENDPGM 0;",
	 {"?t:sreg_32 = S_ADD_I32 ?a, ?b, implicit-def dead $scc;"
	  "?c:sreg_32_xm0_xexec = S_XOR_B32 ?c, ?t, implicit-def dead $scc;",
	  "?a:sreg_32_xm0_xexec = S_SUB_I32 ?a, ?b, implicit-def dead $scc;",
	  "?a:sreg_32_xm0_xexec = COPY ?b;",
	  "undef ?t.sub0:sreg_64 = COPY ?a;?t.sub1:sreg_64 = COPY ?b;"
	  "?t:sreg_64 = S_LSHL_B64 ?t, ?c, implicit-def dead $scc;"
	  "?a:sreg_32_xm0_xexec = COPY ?t.sub0;"
	  "?b:sreg_32_xm0_xexec = COPY ?t.sub1;",
	  "?t:sreg_32 = S_MOV_B32 ?n;"
	  "?a:sreg_32_xm0_xexec = S_ADD_I32 ?a, ?t, implicit-def dead $scc;"}},
};

typedef struct {
	FILE *text; /* written to AT */
	char *at;
	size_t len;
	unsigned succs[2], weights[2], nsuccs;
} Block;

static const Target *target;
static unsigned nwork, nvalues, ntemps, nblocks;
static Block blocks[BLOCKS_MAX];

static unsigned
block_new(void)
{
	Block *b = &blocks[nblocks];

	if (nblocks == BLOCKS_MAX)
		exit(2);
	b->nsuccs = 0;
	b->text = open_memstream(&b->at, &b->len);
	return nblocks++;
}

/* The instructions TEXT; ?a is VALUE. */
static void
put(FILE *out, const char *text, unsigned value, unsigned to)
{
	unsigned b = below(nvalues), c = below(nvalues), t = nvalues + ntemps;
	const char *p;
	bool begins = true;

	for (p = text; *p; p++) {
		if (begins)
			fputs("    ", out);
		begins = *p == ';';
		if (begins)
			fputc('\n', out);
		else if (*p != '?')
			fputc(*p, out);
		else if (*++p == 'l')
			fprintf(out, "%%bb.%u", to);
		else if (*p == 'n')
			fprintf(out, "%u", 8 * below(64));
		else
			fprintf(out, "%%%u",
				*p == 'a'   ? value
				: *p == 'b' ? b
				: *p == 'c' ? c
					    : t);
	}
	ntemps++;
}

static void
work(void)
{
	unsigned n;

	for (n = 1 + below(5); n; n--)
		put(blocks[nblocks - 1].text, target->work[below(nwork)],
		    below(nvalues), 0);
}

static void
edge(unsigned from, unsigned to, unsigned weight)
{
	Block *b = &blocks[from];

	b->succs[b->nsuccs] = to;
	b->weights[b->nsuccs++] = weight;
}

/* Up to three loops, branches or straight pieces, one behind the other, from
 * the last block on. */
static void
nest(unsigned depth)
{
	static const unsigned rounds[] = {7, 31, 31, 127};
	unsigned n, head, last, from;

	for (n = 1 + below(3); n; n--) {
		unsigned kind = below(10);

		from = nblocks - 1;
		if (!depth || kind < 3) {
			work();
			continue;
		}
		head = block_new();
		edge(from, head, 1);
		nest(depth - 1);
		last = nblocks - 1;
		block_new();
		if (kind < 7)
			edge(last, head, rounds[below(4)]);
		else
			edge(from, last + 1, below(3) ? 1 : 31);
		edge(last, last + 1, 1);
	}
}

/* FALLS: without a jump to the block that follows. */
static void
block_print(unsigned i, bool falls)
{
	Block *b = &blocks[i];
	unsigned k, sum = 0;

	for (k = 0; k < b->nsuccs; k++)
		sum += b->weights[k];
	printf("  bb.%u:\n", i);
	for (k = 0; k < b->nsuccs; k++)
		printf("%s%%bb.%u(0x%08lx)",
		       k ? ", " : "    successors: ", b->succs[k],
		       0x80000000ul * b->weights[k] / sum);
	if (b->nsuccs)
		putchar('\n');
	if (!i)
		fputs(target->liveins, stdout);
	fclose(b->text);
	fputs(b->at, stdout);
	free(b->at);
	if (b->nsuccs == 2)
		put(stdout, target->branch, below(nvalues), b->succs[0]);
	if (falls && b->nsuccs && b->succs[b->nsuccs - 1] == i + 1)
		return;
	put(stdout, b->nsuccs ? target->jump : target->end, 0,
	    b->nsuccs ? b->succs[b->nsuccs - 1] : 0);
}

static void
function(unsigned seed)
{
	unsigned i;

	state = 88172645463325252ul + seed * 2654435761ul;
	nvalues = target->least + below(target->most - target->least + 1);
	ntemps = nblocks = 0;
	block_new();
	for (i = 0; i < nvalues; i++)
		put(blocks[0].text, target->value, i, 0);
	nest(DEPTH);
	printf("---\nname: nest%u\ntracksRegLiveness: true\nbody: |\n", seed);
	for (i = 0; i < nblocks; i++)
		block_print(i, seed % 2);
	printf("...\n");
}

int
main(int argc, char **argv)
{
	unsigned i, seed, n;

	if (argc != 4)
		return 2;
	for (i = 0; i < sizeof(targets) / sizeof(*targets); i++)
		if (!strcmp(targets[i].name, argv[1]))
			target = &targets[i];
	if (!target)
		return 2;
	while (nwork < WORK_MAX && target->work[nwork])
		nwork++;
	seed = (unsigned)strtoul(argv[2], NULL, 10);
	for (n = (unsigned)strtoul(argv[3], NULL, 10); n; n--)
		function(seed++);
	return 0;
}
