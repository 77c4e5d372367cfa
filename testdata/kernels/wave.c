/*
 * wave FILE.mir
 *
 * Runs the allocated kernel of flow.cl for a wave of 64 lanes, of which
 * instructions for vectors do what exec says, and compares what each lane
 * stores with flow_of.  Registers hold garbage before they are written.  Only
 * the instructions that such kernels are made of are known.
 */
#include "parser/parser.h"
#include "targets/targets.h"
#include "testdata/kernels/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64, STEPS = 1 << 20, SLOTS = 64, WORDS = 4 };

typedef struct {
	const Func *f;
	const Target *t;
	uint32_t s[128], v[256][LANES]; /* by encoding; vcc, exec among s */
	uint32_t slot[SLOTS][WORDS][LANES];
	uint32_t arguments[4], out[LANES];
	bool scc;
	BlockId next; /* NONE: the kernel ends */
} Wave;

static void
die(const char *what, const char *name)
{
	fprintf(stderr, "wave: %s %s\n", what, name);
	exit(2);
}

static const char *
reg_name(const Wave *w, const Operand *o)
{
	return target_str(w->t, w->t->regs[o->val].name);
}

static uint32_t
number(const Wave *w, const Operand *o)
{
	return w->t->regs[o->val].encoding & 255;
}

static bool
is_vector(const Wave *w, const Operand *o)
{
	return o->kind == OPND_REG && !strncmp(reg_name(w, o), "vgpr", 4);
}

/* Words of a register. */
static uint32_t
words(const Wave *w, const Operand *o)
{
	const char *name = reg_name(w, o);
	uint32_t n = 1;

	if (!strcmp(name, "vcc") || !strcmp(name, "exec"))
		return 2;
	if (strchr(name, '_') && strncmp(name, "sgpr", 4) != 0 &&
	    strncmp(name, "vgpr", 4) != 0)
		return 1;
	for (; *name; name++)
		n += *name == '_';
	return n;
}

/* Word K of source O in a lane. */
static uint32_t
word(const Wave *w, const Operand *o, uint32_t k, uint32_t lane)
{
	if (o->kind == OPND_IMM)
		return (uint32_t)(opnd_imm(w->f, o) >> 32 * k);
	if (o->kind != OPND_REG)
		die("unknown operand", "");
	return is_vector(w, o) ? w->v[number(w, o) + k][lane]
			       : w->s[number(w, o) + k];
}

static uint64_t
pair(const Wave *w, const Operand *o, uint32_t lane)
{
	return word(w, o, 0, lane) | (uint64_t)word(w, o, 1, lane) << 32;
}

static void
set_pair(Wave *w, uint32_t at, uint64_t value)
{
	w->s[at] = (uint32_t)value;
	w->s[at + 1] = (uint32_t)(value >> 32);
}

static uint64_t
special(const Wave *w, const char *name)
{
	Operand o = {.kind = OPND_REG,
		     .val = target_reg(w->t, name, strlen(name))};

	return pair(w, &o, 0);
}

static void
move(Wave *w, const Operand *d, const Operand *src)
{
	uint64_t exec = special(w, "exec");
	uint32_t n = words(w, d), at = number(w, d), k, lane;

	for (k = 0; k < n; k++)
		for (lane = 0; lane < LANES; lane++)
			if (!is_vector(w, d))
				w->s[at + k] = word(w, src, k, lane);
			else if (exec >> lane & 1)
				w->v[at + k][lane] = word(w, src, k, lane);
}

/* SI_SPILL_*; LOAD: from the slot. */
static void
spill(Wave *w, const Operand *reg, const Operand *slot, bool load)
{
	uint64_t exec = is_vector(w, reg) ? special(w, "exec") : 1;
	uint32_t n = words(w, reg), at = number(w, reg), k, lane;

	if (slot->val >= SLOTS || n > WORDS)
		die("too many", "slots");
	for (k = 0; k < n; k++)
		for (lane = 0; lane < LANES; lane++) {
			uint32_t *m = &w->slot[slot->val][k][lane];
			uint32_t *r = is_vector(w, reg) ? &w->v[at + k][lane]
							: &w->s[at + k];

			if (!(exec >> lane & 1))
				continue;
			*(load ? r : m) = *(load ? m : r);
		}
}

static bool
compare(const char *how, uint32_t a, uint32_t b)
{
	static const char names[] = "EQ\0NE\0LT\0LE\0GT\0GE";
	const bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
	uint32_t i;

	for (i = 0; i < 6; i++)
		if (!strncmp(how, names + 3 * i, 2))
			return results[i];
	die("unknown comparison", how);
	return false;
}

/* V_CMP_* */
static void
compare_lanes(Wave *w, const Operand *o, const char *name)
{
	uint64_t exec = special(w, "exec"), result = 0;
	uint32_t lane;

	if (!strstr(name, "_U32"))
		die("unknown comparison", name);
	for (lane = 0; lane < LANES; lane++)
		if (exec >> lane & 1 &&
		    compare(name + 6, word(w, &o[1], 0, lane),
			    word(w, &o[2], 0, lane)))
			result |= (uint64_t)1 << lane;
	set_pair(w, number(w, o), result);
}

/* The result of a vector instruction in one lane. */
static uint64_t
vector(const Wave *w, const Operand *o, const char *name, uint32_t lane)
{
	uint32_t a = word(w, &o[1], 0, lane);

	if (!strcmp(name, "V_MOV_B32_e32"))
		return a;
	if (!strncmp(name, "V_ADD_U32_e", 11))
		return a + word(w, &o[2], 0, lane);
	if (!strncmp(name, "V_SUB_U32_e", 11))
		return a - word(w, &o[2], 0, lane);
	if (!strncmp(name, "V_AND_B32", 9))
		return a & word(w, &o[2], 0, lane);
	if (!strncmp(name, "V_OR_B32", 8))
		return a | word(w, &o[2], 0, lane);
	if (!strncmp(name, "V_XOR_B32", 9))
		return a ^ word(w, &o[2], 0, lane);
	if (!strncmp(name, "V_MAX_U32", 9))
		return a > word(w, &o[2], 0, lane) ? a
						   : word(w, &o[2], 0, lane);
	if (!strncmp(name, "V_MUL_LO_U32", 12))
		return a * word(w, &o[2], 0, lane);
	if (!strncmp(name, "V_LSHLREV_B32", 13))
		return word(w, &o[2], 0, lane) << (a & 31);
	if (!strncmp(name, "V_LSHRREV_B32", 13))
		return word(w, &o[2], 0, lane) >> (a & 31);
	if (!strcmp(name, "V_ADD3_U32_e64"))
		return a + word(w, &o[2], 0, lane) + word(w, &o[3], 0, lane);
	if (!strcmp(name, "V_XAD_U32_e64"))
		return (a ^ word(w, &o[2], 0, lane)) + word(w, &o[3], 0, lane);
	if (!strcmp(name, "V_MAD_U64_U32_e64"))
		return (uint64_t)word(w, &o[2], 0, lane) *
			       word(w, &o[3], 0, lane) +
		       pair(w, &o[4], lane);
	if (!strcmp(name, "V_CNDMASK_B32_e64"))
		return word(w, pair(w, &o[5], 0) >> lane & 1 ? &o[4] : &o[2], 0,
			    lane);
	die("unknown instruction", name);
	return 0;
}

static void
run_vector(Wave *w, const Operand *o, const char *name)
{
	uint64_t exec = special(w, "exec");
	uint32_t at = number(w, o), lane;

	for (lane = 0; lane < LANES; lane++) {
		uint64_t x;

		if (!(exec >> lane & 1))
			continue;
		x = vector(w, o, name, lane);
		w->v[at][lane] = (uint32_t)x;
		if (words(w, o) == 2)
			w->v[at + 1][lane] = (uint32_t)(x >> 32);
	}
}

static bool
run_branch(Wave *w, const Operand *o, const char *name)
{
	bool taken;

	if (!strcmp(name, "S_BRANCH"))
		taken = true;
	else if (!strncmp(name, "S_CBRANCH_SCC", 13))
		taken = w->scc == (name[13] == '1');
	else if (!strncmp(name, "S_CBRANCH_VCC", 13))
		taken = !special(w, "vcc") == (name[13] == 'Z');
	else if (!strncmp(name, "S_CBRANCH_EXEC", 14))
		taken = !special(w, "exec") == (name[14] == 'Z');
	else
		return false;
	if (taken)
		w->next = o[0].val;
	return true;
}

/* S_*_B64 of two sources; false: it is none. */
static bool
run_mask(Wave *w, const Operand *o, const char *name)
{
	static const char *const names[] = {"S_AND_B64", "S_OR_B64",
					    "S_XOR_B64", "S_ANDN2_B64",
					    "S_ORN2_B64"};
	uint64_t a, b, x;
	uint32_t i = 0;

	while (i < 5 && strncmp(name, names[i], strlen(names[i])) != 0)
		i++;
	if (i == 5)
		return false;
	a = pair(w, &o[1], 0);
	b = pair(w, &o[2], 0);
	x = i == 0   ? a & b
	    : i == 1 ? a | b
	    : i == 2 ? a ^ b
	    : i == 3 ? a & ~b
		     : a | ~b;
	w->scc = x != 0;
	set_pair(w, number(w, o), x);
	return true;
}

static void
run_scalar(Wave *w, const Operand *o, const char *name)
{
	if (run_branch(w, o, name) || run_mask(w, o, name))
		return;
	if (!strncmp(name, "S_MOV_B", 7)) {
		move(w, o, &o[1]);
	} else if (!strcmp(name, "S_OR_SAVEEXEC_B64")) {
		uint64_t exec = special(w, "exec"), x = pair(w, &o[1], 0);
		RegId reg = target_reg(w->t, "exec", 4);

		set_pair(w, number(w, o), exec);
		set_pair(w, w->t->regs[reg].encoding & 255, exec | x);
		w->scc = (exec | x) != 0;
	} else if (!strcmp(name, "S_ADD_I32")) {
		uint32_t a = word(w, &o[1], 0, 0), b = word(w, &o[2], 0, 0);

		w->s[number(w, o)] = a + b;
		w->scc = (~(a ^ b) & (a ^ (a + b))) >> 31;
	} else if (!strncmp(name, "S_CMP_", 6) && strstr(name, "_U32")) {
		w->scc = compare(name + 6, word(w, o, 0, 0),
				 word(w, &o[1], 0, 0));
	} else if (!strcmp(name, "S_CSELECT_B64")) {
		set_pair(w, number(w, o), pair(w, &o[w->scc ? 1 : 2], 0));
	} else if (!strncmp(name, "S_LOAD_DWORD", 12)) {
		uint32_t k, n = words(w, o);
		uint32_t from = (uint32_t)opnd_imm(w->f, &o[2]) / 4;

		for (k = 0; k < n; k++)
			w->s[number(w, o) + k] = w->arguments[(from + k) & 3];
	} else if (!strcmp(name, "S_ENDPGM")) {
		w->next = NONE;
	} else {
		die("unknown instruction", name);
	}
}

/* GLOBAL_STORE_DWORD_SADDR: the kernel's only one. */
static void
store(Wave *w, const Operand *o)
{
	uint64_t exec = special(w, "exec");
	uint32_t lane;

	for (lane = 0; lane < LANES; lane++)
		if (exec >> lane & 1)
			w->out[word(w, &o[0], 0, lane) / 4 % LANES] =
				word(w, &o[1], 0, lane);
}

static void
run_insn(Wave *w, const Insn *insn)
{
	const char *name = insn_opcode_name(w->f, insn);
	const Operand *o = insn_opnds(w->f, insn);
	bool load = strstr(name, "_RESTORE") != NULL;

	if (insn_flags(w->f, insn) & (OP_META | OP_DEBUG))
		return;
	if (insn_is(w->f, insn, WK_COPY))
		move(w, o, &o[1]);
	else if (!strncmp(name, "SI_SPILL_", 9))
		spill(w, o, &o[1], load);
	else if (!strcmp(name, "GLOBAL_STORE_DWORD_SADDR"))
		store(w, o);
	else if (!strncmp(name, "V_CMP_", 6))
		compare_lanes(w, o, name);
	else if (!strncmp(name, "V_", 2))
		run_vector(w, o, name);
	else
		run_scalar(w, o, name);
}

/* Runs the kernel with N and K; the number of lanes that are wrong. */
static uint32_t
run(Wave *w, uint32_t n, uint32_t k)
{
	uint32_t steps = 0, wrong = 0, i;
	BlockId b = 0;
	RegId exec = target_reg(w->t, "exec", 4);

	memset(w->s, 0x5a, sizeof(w->s));
	memset(w->v, 0xa5, sizeof(w->v));
	memset(w->out, 0, sizeof(w->out));
	set_pair(w, w->t->regs[exec].encoding & 255, UINT64_MAX);
	w->arguments[2] = n;
	w->arguments[3] = k;
	for (i = 0; i < LANES; i++)
		w->v[0][i] = i;
	while (b != NONE && steps < STEPS) {
		const Block *block = &w->f->blocks.at[b];

		w->next = b + 1;
		for (i = block->first; i < block->end; i++, steps++) {
			run_insn(w, func_insn(w->f, i));
			if (w->next != b + 1)
				break;
		}
		b = w->next;
	}
	for (i = 0; i < LANES; i++)
		wrong += w->out[i] != flow_of(i, n, k);
	return wrong;
}

int
main(int argc, char **argv)
{
	static Wave w;
	Arena keep = {0}, tmp = {0};
	Diag diag = {.arena = &keep};
	Source source;
	MirFile file;
	uint32_t n, wrong = 0;

	if (argc != 2 || !source_open(&source, argv[1]))
		die("usage: wave", "FILE.mir");
	diag.source = &source;
	w.t = targets_builtin("gcn", &keep);
	if (!mirfile_split(&source, &keep, &file, &diag) || !file.docs.n ||
	    !(w.f = mir_parse(&file, 0, w.t, &keep, &tmp, &diag, 0)))
		die("cannot read", argv[1]);
	for (n = 0; n < 40; n++)
		wrong += run(&w, n, n * 7919);
	printf("%u lanes wrong\n", wrong);
	arena_free(&keep);
	arena_free(&tmp);
	source_close(&source);
	return wrong != 0;
}
