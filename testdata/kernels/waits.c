/*
 * waits: reads a disassembly (llvm-objdump -d --symbolize-operands) of GCN code
 * and follows every load along all paths behind it: no instruction may name a
 * register that is loaded before a wait has made sure of it.
 *
 * A load by the vector memory unit has come when no more accesses are under way
 * than followed it; local memory likewise; accesses that can go either way, and
 * constant memory, must have come down to none.  Prints a line for each use
 * that comes too early, and how many loads there are.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 1 << 18, REGS = 768, DEEP = 64 };

typedef struct {
	char name[48];
	short reg[12], n[12]; /* ranges, in the order of the text */
	int operand[12], nregs;
	bool vector, local, constant, flat, loads;
	int vm, lgkm; /* of a wait; 99: any */
	int target;   /* line; -1 */
	char label[24];
	bool stop, returns, call;
} Line;

static Line *lines;
static int nlines;

static bool
starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static void
add(Line *l, int first, int n, int operand)
{
	if (l->nregs == 12 || first < 0 || first + n > REGS)
		return;
	l->reg[l->nregs] = (short)first;
	l->n[l->nregs] = (short)n;
	l->operand[l->nregs++] = operand;
}

/* Registers of the operands at P: vectors from 0, accumulators from 256,
 * scalars from 512. */
static void
read_registers(Line *l, const char *p)
{
	int operand = 0, depth = 0;

	for (; *p; p++) {
		int base = *p == 'v' ? 0 : *p == 'a' ? 256 : 512, first, last;
		bool fresh = !isalnum((unsigned char)p[-1]) && p[-1] != '_';

		depth += (*p == '[') - (*p == ']');
		operand += *p == ',' && !depth;
		if (!fresh)
			continue;
		if (starts(p, "vcc"))
			add(l, 618 + starts(p, "vcc_hi"), p[3] == '_' ? 1 : 2,
			    operand);
		else if (!strchr("vas", *p))
			continue;
		else if (sscanf(p + 1, "[%d:%d]", &first, &last) == 2)
			add(l, base + first, last - first + 1, operand);
		else if (isdigit((unsigned char)p[1]))
			add(l, base + atoi(p + 1), 1, operand);
	}
}

static int
counter(const char *p, const char *name)
{
	const char *q = strstr(p, name);

	return q ? atoi(q + strlen(name)) : 99;
}

static void
read_line(char *p)
{
	Line *l = &lines[nlines++];
	char *q = strstr(p, "//");
	int len = (int)strcspn(p, " \t\n");

	if (q)
		*q = 0;
	*l = (Line){.vm = 99, .lgkm = 99, .target = -1};
	snprintf(l->name, sizeof(l->name), "%.*s", len, p);
	p += len;
	if (starts(l->name, "s_waitcnt")) {
		l->vm = counter(p, "vmcnt(");
		l->lgkm = counter(p, "lgkmcnt(");
		return;
	}
	l->stop = starts(l->name, "s_endpgm") || !strcmp(l->name, "s_branch") ||
		  starts(l->name, "s_setpc");
	l->returns = starts(l->name, "s_setpc");
	l->call = starts(l->name, "s_swappc");
	if (starts(l->name, "s_branch") || starts(l->name, "s_cbranch")) {
		sscanf(p, " %23s", l->label);
		if (strstr(l->name, "vcc"))
			add(l, 618, 2, 9);
		return;
	}
	read_registers(l, p + (*p != 0));
	l->flat = starts(l->name, "flat_");
	l->vector =
		starts(l->name, "global_") || starts(l->name, "scratch_") ||
		(starts(l->name, "buffer_") && !starts(l->name, "buffer_wb") &&
		 !starts(l->name, "buffer_inv"));
	l->local = starts(l->name, "ds_");
	l->constant = starts(l->name, "s_load") ||
		      starts(l->name, "s_buffer_load") ||
		      starts(l->name, "s_mem");
	l->loads = l->constant ||
		   (!strstr(l->name, "store") &&
		    (strstr(l->name, "_load") ||
		     (l->local &&
		      (strstr(l->name, "read") || strstr(l->name, "rtn") ||
		       strstr(l->name, "perm") || strstr(l->name, "swiz"))) ||
		     strstr(p, " glc")));
}

/* Does LINE name one of the N registers from FIRST?  LATER: but for what it
 * loads itself, which comes later. */
static bool
names(const Line *l, int first, int n, bool later)
{
	for (int i = later; i < l->nregs; i++)
		if (l->reg[i] < first + n && first < l->reg[i] + l->n[i])
			return true;
	return false;
}

static unsigned char (*seen)[DEEP]; /* line, accesses behind the load */
static int *todo;

/* Follows the load of line AT; true if it is never used too early. */
static bool
follow(int at)
{
	const Line *load = &lines[at];
	int first = load->reg[0], n = load->n[0], top = 0, done = 0;
	bool ok = true;

	todo[top++] = (at + 1) * DEEP;
	while (top > done) {
		int pc = todo[done] / DEEP, behind = todo[done] % DEEP;
		const Line *l = &lines[pc];

		done++;
		if (pc >= nlines || seen[pc][behind])
			continue;
		seen[pc][behind] = 1;
		if (load->constant ? l->lgkm == 0
		    : load->local  ? l->lgkm <= behind
		    : load->flat   ? l->vm == 0 /* and the other, below */
				   : l->vm <= behind)
			continue;
		if (names(l, first, n, load->vector && l->vector && l->loads)) {
			printf("line %d: %s uses what line %d loads\n", pc + 1,
			       l->name, at + 1);
			ok = false;
			break;
		}
		if (l->returns) {
			printf("line %d: returns before line %d has loaded\n",
			       pc + 1, at + 1);
			ok = false;
			break;
		}
		if (l->call)
			continue;
		if (load->local ? l->local : l->vector)
			behind += behind < DEEP - 1;
		if (l->target >= 0 && top < LINES)
			todo[top++] = l->target * DEEP + behind;
		if (!l->stop && top < LINES)
			todo[top++] = (pc + 1) * DEEP + behind;
	}
	for (int i = 0; i < done; i++)
		memset(seen[todo[i] / DEEP], 0, DEEP);
	return ok;
}

int
main(void)
{
	static char text[4096];
	struct {
		char name[24];
		int line;
	} *labels = calloc(LINES, sizeof(*labels));
	int nlabels = 0, from = 0, loads = 0, bad = 0;

	lines = calloc(LINES, sizeof(*lines));
	seen = calloc(LINES + 1, sizeof(*seen));
	todo = calloc(LINES + 2, sizeof(*todo));
	while (fgets(text, sizeof(text), stdin) && nlines < LINES) {
		char *p = text + strspn(text, " \t");

		if (*p == '<' && sscanf(p, "<%23[^>]>", labels[nlabels].name))
			labels[nlabels++].line = nlines;
		else if (p > text && strstr(p, "//"))
			read_line(p);
	}
	/* Names of labels start again in each function. */
	for (int i = 0; i <= nlabels; i++) {
		bool function = i == nlabels || labels[i].name[0] != 'L' ||
				!isdigit((unsigned char)labels[i].name[1]);
		int end = i == nlabels ? nlines : labels[i].line;

		if (!function)
			continue;
		for (int k = 0; k < i; k++)
			for (int j = from; j < end; j++)
				if (labels[k].line >= from &&
				    lines[j].label[0] &&
				    !strcmp(lines[j].label, labels[k].name))
					lines[j].target = labels[k].line;
		from = end;
	}
	for (int i = 0; i < nlines; i++) {
		if (lines[i].label[0] && lines[i].target < 0) {
			printf("line %d: no label %s\n", i + 1, lines[i].label);
			bad++;
		}
		if (!lines[i].loads || !lines[i].nregs)
			continue;
		loads++;
		bad += !follow(i);
	}
	printf("%d loads, %d too early\n", loads, bad);
	return bad != 0;
}
