/*
 * Big x86 functions in SSA form as MIR text, to measure growth.
 *
 *   big-mir straight N       one block of N instructions at pressure 24
 *   big-mir loops N          nests of three loops with PHIs until N are there
 *   big-mir switch N         a loop over a jump table of N cases and a join
 *   big-mir cold N           a loop over N blocks that all read ten registers
 *                            and clobber three; calls in a cold block
 *   big-mir longlived N K    K registers live over N instructions in blocks of
 *                            ten, which branch
 *   big-mir carried N K      the same, with PHIs around a loop over all
 *
 * A further number behind K: that many such functions.
 */
#include "random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned function; /* number of the one at hand */

static void
header(const char *name)
{
	printf("---\nname: %s%u\ntracksRegLiveness: true\nliveins:\n"
	       "  - { reg: '$edi' }\n  - { reg: '$esi' }\n",
	       name, function);
}

static void
entry(void)
{
	printf("body: |\n  bb.0:\n    liveins: $edi, $esi\n\n"
	       "    %%0:gr32 = COPY $edi\n    %%1:gr32 = COPY $esi\n");
}

static void
add(unsigned to, unsigned a, unsigned b)
{
	static const char *const ops[] = {"ADD32rr", "SUB32rr", "IMUL32rr",
					  "XOR32rr"};

	printf("    %%%u:gr32 = %s %%%u, %%%u, implicit-def dead $eflags\n", to,
	       ops[below(4)], a, b);
}

static void
finish(unsigned v)
{
	printf("    $eax = COPY %%%u\n    RET 0, $eax\n...\n", v);
}

static void
straight(unsigned n)
{
	unsigned v = 2;

	header("straight");
	entry();
	for (; n; n--, v++)
		add(v, v - 1 - below(v < 24 ? v : 24), v - 1);
	finish(v - 1);
}

/* Six additions from value V on; they use the one before, one of the last six
 * and sometimes an old one. */
static void
six(unsigned v)
{
	unsigned i;

	for (i = 0; i < 6; i++, v++)
		add(v, v - 1, below(8) ? v - 1 - below(v < 6 ? v : 6) : 1);
}

static void
branch(unsigned v, unsigned to, unsigned next)
{
	printf("    TEST32rr %%%u, %%%u, implicit-def $eflags\n"
	       "    JCC_1 %%bb.%u, 5, implicit $eflags\n"
	       "    JMP_1 %%bb.%u\n\n",
	       v, v, to, next);
}

static void
label(unsigned block, unsigned to, unsigned next)
{
	printf("  bb.%u:\n    successors: %%bb.%u", block, next);
	if (to)
		printf(", %%bb.%u", to);
	printf("\n\n");
}

static void
phi(unsigned v, unsigned a, unsigned from_a, unsigned b, unsigned from_b)
{
	printf("    %%%u:gr32 = PHI %%%u, %%bb.%u, %%%u, %%bb.%u\n", v, a,
	       from_a, b, from_b);
}

static void
loops(unsigned n)
{
	unsigned v = 2, b = 0, done;

	header("loops");
	entry();
	for (done = 0; done < n; done += 48, v += 33, b += 6) {
		printf("    JMP_1 %%bb.%u\n\n", b + 1);
		label(b + 1, 0, b + 2);
		phi(v, v - 1, b, v + 32, b + 5);
		six(v + 1);
		printf("    JMP_1 %%bb.%u\n\n", b + 2);
		label(b + 2, 0, b + 3);
		phi(v + 7, v + 6, b + 1, v + 26, b + 4);
		six(v + 8);
		printf("    JMP_1 %%bb.%u\n\n", b + 3);
		label(b + 3, b + 3, b + 4);
		phi(v + 14, v + 13, b + 2, v + 20, b + 3);
		six(v + 15);
		branch(v + 20, b + 3, b + 4);
		label(b + 4, b + 2, b + 5);
		six(v + 21);
		branch(v + 26, b + 2, b + 5);
		label(b + 5, b + 1, b + 6);
		six(v + 27);
		branch(v + 32, b + 1, b + 6);
		printf("  bb.%u:\n\n", b + 6);
	}
	finish(v - 1);
}

static void
switches(unsigned n)
{
	unsigned i, v = 6;

	header("switch");
	printf("jumpTable:\n  kind: block-address\n  entries:\n"
	       "    - id: 0\n      blocks: [");
	for (i = 0; i < n; i++)
		printf("%s'%%bb.%u'", i ? ", " : " ", i + 3);
	printf(" ]\n");
	entry();
	printf("    JMP_1 %%bb.1\n\n");
	label(1, 0, 2);
	phi(2, 0, 0, 5, n + 3);
	phi(3, 1, 0, 4, n + 3);
	printf("    JMP_1 %%bb.2\n\n  bb.2:\n    successors: ");
	for (i = 0; i < n; i++)
		printf("%s%%bb.%u", i ? ", " : "", i + 3);
	printf("\n\n    %%%u:gr32 = MOV32rr %%2\n"
	       "    %%%u:gr64_nosp = SUBREG_TO_REG 0, %%%u, "
	       "%%subreg.sub_32bit\n"
	       "    JMP64m $noreg, 8, %%%u, %%jump-table.0, $noreg\n\n",
	       v, v + 1, v, v + 1);
	for (i = 0, v += 2; i < n; i++, v += 5) {
		label(i + 3, 0, n + 3);
		add(v, 2, 3);
		add(v + 1, v, 1);
		add(v + 2, v + 1, v);
		add(v + 3, v + 2, 0);
		add(v + 4, v + 3, v + 1);
		printf("    JMP_1 %%bb.%u\n\n", n + 3);
	}
	label(n + 3, n + 4, 1);
	printf("    %%4:gr32 = PHI ");
	for (i = 0; i < n; i++)
		printf("%s%%%u, %%bb.%u", i ? ", " : "", 8 + 5 * i + 4, i + 3);
	printf("\n");
	add(5, 4, 3);
	branch(5, 1, n + 4);
	printf("  bb.%u:\n\n", n + 4);
	finish(4);
}

static void
longlived(unsigned n, unsigned k)
{
	unsigned v = 2, b, i;

	header("longlived");
	entry();
	for (i = 0; i < k; i++, v++)
		add(v, i & 1, v - 1);
	printf("    JMP_1 %%bb.1\n\n");
	for (b = 1; b <= n / 10; b++) {
		label(b, b > 2 ? b - 2 : 0, b + 1);
		for (i = 0; i < 8; i++, v++)
			add(v, v - 1 - (i ? below(i) : v - 2), 2 + below(k));
		if (b > 2)
			branch(v - 1, b - 2, b + 1);
		else
			printf("    JMP_1 %%bb.%u\n\n", b + 1);
	}
	printf("  bb.%u:\n\n", b);
	add(v, 0, 1);
	for (i = 0, v++; i < k; i++, v++)
		add(v, v - 1, 2 + i);
	finish(v - 1);
}

static void
carried(unsigned n, unsigned k)
{
	unsigned blocks = n / 10, v = 2 + k, end = 2 + 2 * k + 8 * blocks, b, i;

	header("carried");
	entry();
	for (i = 0; i < k; i++)
		add(2 + i, i & 1, 1 + i);
	printf("    JMP_1 %%bb.1\n\n");
	label(1, 0, 2);
	for (i = 0; i < k; i++, v++)
		phi(v, 2 + i, 0, end + i, blocks + 2);
	for (b = 2; b < blocks + 2; b++) {
		label(b, b > 3 ? b - 2 : 0, b + 1);
		for (i = 0; i < 8; i++, v++)
			add(v, 2 + k + below(k), i ? v - 1 : 0);
		if (b > 3)
			branch(v - 1, b - 2, b + 1);
		else
			printf("    JMP_1 %%bb.%u\n\n", b + 1);
	}
	label(b, 1, b + 1);
	for (i = 0; i < k; i++, v++)
		add(v, 2 + k + i, 1);
	branch(v - 1, 1, b + 1);
	printf("  bb.%u:\n\n", b + 1);
	finish(v - 1);
}

static void
cold(unsigned n)
{
	unsigned v = 10, b, i;

	header("cold");
	entry();
	for (i = 2; i < v; i++)
		add(i, i & 1, i - 1);
	printf("    JMP_1 %%bb.1\n\n");
	for (b = 1; b <= n; b++) {
		label(b, b + 1, b + 1);
		for (i = 0; i < 10; i++)
			printf("    CMP32rr %%%u, %%%u, "
			       "implicit-def dead $eflags\n",
			       i, (i + b) % 10);
		printf("    $eax = COPY %%%u\n    $ecx = COPY %%%u\n"
		       "    MUL32r %%%u, implicit-def $eax, implicit-def dead "
		       "$edx, implicit-def dead $eflags, implicit $eax\n"
		       "    %%%u:gr32 = COPY $eax\n"
		       "    %%%u:gr32 = SHL32rCL %%%u, implicit-def dead "
		       "$eflags, implicit $cl\n",
		       b % 10, b % 9, b % 8, v, v + 1, v);
		v += 2;
		branch(v - 1, b + 1, b + 1);
	}
	printf("  bb.%u:\n    successors: %%bb.%u(0x7fff0000), "
	       "%%bb.%u(0x00010000)\n\n",
	       b, 1, b + 1);
	branch(v - 1, 1, b + 1);
	printf("  bb.%u:\n    successors: %%bb.1(0x40000000), "
	       "%%bb.%u(0x40000000)\n\n"
	       "    CALL64pcrel32 @cold, csr_64, implicit $rsp, implicit $ssp, "
	       "implicit-def $rsp, implicit-def $ssp\n",
	       b + 1, b + 2);
	branch(0, 1, b + 2);
	printf("  bb.%u:\n\n", b + 2);
	finish(v - 1);
}

static bool
generate(const char *kind, unsigned n, unsigned k)
{
	if (!strcmp(kind, "straight"))
		straight(n);
	else if (!strcmp(kind, "loops"))
		loops(n);
	else if (!strcmp(kind, "switch") && n)
		switches(n);
	else if (!strcmp(kind, "cold"))
		cold(n);
	else if (!strcmp(kind, "carried") && k)
		carried(n, k);
	else if (!strcmp(kind, "longlived") && k)
		longlived(n, k);
	else
		return false;
	return true;
}

int
main(int argc, char **argv)
{
	const char *kind = argc > 2 ? argv[1] : "";
	unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
	unsigned k = argc > 3 ? (unsigned)atoi(argv[3]) : 1000;
	unsigned count = argc > 4 ? (unsigned)atoi(argv[4]) : 1;

	for (; function < count; function++) {
		if (generate(kind, n, k))
			continue;
		fprintf(stderr,
			"usage: big-mir straight|loops|switch|longlived|"
			"carried|cold N [K [COUNT]]\n");
		return 2;
	}
	return 0;
}
