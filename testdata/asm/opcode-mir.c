/*
 * opcode-mir TARGET VARIANT [OPCODES] >FILE.mir
 *
 * A function for each opcode that has text, or for those listed in the file
 * OPCODES: the one instruction, with physical registers and numbers.  VARIANT
 * 0 to 4 chooses these: registers side by side or not, numbers that few
 * operands refuse or any, conditions or none.  Other opcodes are named on
 * standard error, with the reason.
 */
#include "core/base/bits.h"
#include "targets/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	const Target *t;
	const OpcodeDesc *d;
	const Implied *implied;
	const char *name, *text; /* of the opcode */
	unsigned variant;
	bool even; /* tuples start at even numbers */
	uint32_t random;
	uint64_t *taken; /* by unit */
	uint64_t *saved; /* by register: parts and wholes of callee-saved */
	bool low;	 /* registers from 16 on need longer encodings */
	bool arm, thumb, gcn, aarch64, flag;
	RegId regs[64]; /* by operand */
	RegId last;	/* the register given last, and its class */
	ClassId last_class;
	FILE *out;
} Gen;

static uint32_t
draw(Gen *g, uint32_t n)
{
	g->random = g->random * 1103515245 + 12345;
	return (g->random >> 12) % n;
}

static bool
starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static bool
is_taken(const Gen *g, RegId reg)
{
	Slice u = g->t->regs[reg].units;

	for (; u.start < u.end; u.start++)
		if (bits_has(g->taken, g->t->reg_units[u.start]))
			return true;
	return false;
}

static void
take(Gen *g, RegId reg)
{
	Slice u = g->t->regs[reg].units;

	for (; u.start < u.end; u.start++)
		bits_add(g->taken, g->t->reg_units[u.start]);
}

static bool
is_accumulator(const Gen *g, RegId reg)
{
	return starts(target_str(g->t, g->t->regs[reg].name), "agpr");
}

/* How little REG suits: registers that are saved, that few instructions can
 * name, that functions have reserved. */
static unsigned
badness(const Gen *g, RegId reg)
{
	const char *name = target_str(g->t, g->t->regs[reg].name);
	const char *text = target_str(g->t, g->t->regs[reg].text);
	bool odd = g->even && strchr("va", *text) && strchr(text, ':') &&
		   g->t->regs[reg].encoding % 2;

	return odd * 128 + is_taken(g, reg) * 32 + is_accumulator(g, reg) * 64 +
	       bits_has(g->saved, reg) * 16 +
	       (g->t->regs[reg].encoding > 15 && g->low) * 8 +
	       !!(g->t->regs[reg].flags & REG_RESERVED) * 4 +
	       (g->gcn && !starts(name, "vgpr")) * 2 +
	       (g->flag && !strchr(text, ':'));
}

/* A register of CLS, one that no other operand has if possible: in even
 * variants the one behind the last of its class. */
static RegId
reg_of(Gen *g, ClassId cls)
{
	Slice order = g->t->classes[cls].order;
	const char *name = target_str(g->t, g->t->classes[cls].name);
	uint32_t n = order.end - order.start, i, first = draw(g, n ? n : 1);
	RegId best = 0;

	/* A bit of each lane: registers of 64 and of 32, for larger and
	 * smaller waves. */
	g->flag = g->gcn && starts(name, "sreg_1") && name[6] != '2';
	for (i = 0; i < n; i++) {
		RegId r = g->t->class_regs[order.start + (first + i) % n];
		bool even = g->t->regs[r].encoding % 2 == 0;

		if (g->variant % 2 == 0 && !badness(g, r) &&
		    (g->last_class == cls
			     ? g->t->regs[r].encoding ==
				       g->t->regs[g->last].encoding + 1
			     : even)) {
			best = r;
			break;
		}
		if (!best || badness(g, r) < badness(g, best))
			best = r;
	}
	g->last = best;
	g->last_class = cls;
	take(g, best);
	return best;
}

/* How the template prints operand K: its form, "" for a plain number. */
static const char *
form_of(const Gen *g, unsigned k)
{
	const char *text = g->text, *p;
	char want[16];

	sprintf(want, "${%u:", k);
	p = strstr(text, want);
	return p ? p + strlen(want) : "";
}

/* The same of AArch64. */
static bool
packed_aarch64(Gen *g, const char *form, int64_t *v)
{
	const char *name = g->name;
	uint32_t r = draw(g, 16), s = draw(g, 256);
	size_t n = strlen(name);

	if (starts(form, "pattern")) {
		*v = r & 1 ? 0x30 | s % 7 | (s >> 5) << 6
			   : (s >> 3) % 31 | (s & 31) << 6;
		if (form[7] == '6' && r & 2)
			*v = 0x1000 | (r * 4 + (s & 3)) << 6 | s % 63;
	} else if (starts(form, "shift") && starts(name, "MOV")) {
		*v = strchr(name, 'v')
			     ? (r & 1) * 8 + (strstr(name, "msl") ? 0x108 : 0)
			     : (r & 1) * 16;
	} else if (starts(form, "shift") && !strcmp(name + n - 2, "ri")) {
		*v = (r & 1) * 12;
	} else if (starts(form, "shift")) {
		*v = strchr(name, 'v') ? (r & 1) * 8 : r % 3 << 6 | s % 31;
	} else if (starts(form, "extend") && strstr(name, "rx64")) {
		*v = (3 | (r & 4)) << 3 | s % 5;
	} else if (starts(form, "extend")) {
		*v = (r & 7) << 3 | s % 5;
	} else if (starts(form, "fpimm") || starts(form, "bytes")) {
		*v = s;
	} else if (starts(form, "system")) {
		*v = 0xc000 | s << 5 | r;
	} else {
		return false;
	}
	return true;
}

/* A number that a packed form stands for. */
static bool
packed(Gen *g, const char *form, int64_t *v)
{
	static const int dpps[] = {0x1b,  0xe4,	 0x101, 0x115, 0x12f,
				   0x130, 0x138, 0x140, 0x142};
	uint32_t r = draw(g, 16), s = draw(g, 256);

	if (*form == 'c' && form[1] >= '0' && form[1] <= '9') {
		Slice l = g->t->choices[strtoul(form + 1, NULL, 10)];

		uint32_t n = l.end - l.start;

		/* Later ones are for other processors. */
		*v = draw(g, g->gcn && n > 8 ? 8 : n);
	} else if (g->aarch64) {
		return packed_aarch64(g, form, v);
	} else if (starts(form, "shiftby")) {
		*v = 1 + r % 4;
	} else if (starts(form, "shift")) {
		*v = (1 + r % 4) | (1 + s % 31) << 3;
	} else if (starts(form, "am2")) {
		*v = s % 32 | (r & 1) << 12 | (s ? 2 << 13 : 0);
	} else if (starts(form, "am3") || starts(form, "am5")) {
		*v = s | (r & 1) << 8;
	} else if (starts(form, "field")) {
		*v = ~((uint32_t)((1u << (1 + r)) - 1) << (s & 7));
	} else if (starts(form, "nimm")) {
		*v = (s | 1) | (*v & 0x1f00);
	} else if (starts(form, "fimm")) {
		*v = s;
	} else if (starts(form, "satshift")) {
		*v = (r & 1) << 5 | (1 + s % 31);
	} else if (starts(form, "dpp")) {
		*v = dpps[s % (sizeof(dpps) / sizeof(*dpps))];
	} else if (starts(form, "pk")) {
		*v = r & 15;
	} else if (starts(form, "mix") || starts(form, "neg")) {
		*v = r & 15;
	} else {
		return false;
	}
	return true;
}

static void
number(Gen *g, unsigned k)
{
	static const int plain[] = {0, 1, 8, 16};
	int64_t v = g->variant < 4 ? plain[g->variant] : (int)draw(g, 64);

	if (g->variant == 3 && draw(g, 2))
		v = 32;
	/* An alignment, in bytes. */
	if (g->arm && strstr(g->text, ":$") &&
	    g->t->opnd_descs[g->d->opnds.start + k].flags & OPDESC_POINTER)
		v = g->variant < 2 ? 0 : 1 << (g->variant - 1);
	/* Offsets below zero only. */
	if (g->thumb && !strstr(g->name, "Di8") && strstr(g->name, "i8") &&
	    g->t->opnd_descs[g->d->opnds.start + k].flags & OPDESC_POINTER)
		v = -1 - v;
	if (g->d->flags & OP_RETURN)
		v = 0;
	else if (g->variant)
		packed(g, form_of(g, k), &v);
	else if (*form_of(g, k))
		v = starts(form_of(g, k), "shiftby") ? 2 : 0;
	fprintf(g->out, "%lld", (long long)v);
}

static void
reg(Gen *g, RegId r)
{
	fprintf(g->out, "%s%s", r ? "$" : "",
		r ? target_str(g->t, g->t->regs[r].name) : "$noreg");
}

/* The use K of a register or number. */
static void
use(Gen *g, unsigned k, const OpndDesc *o)
{
	if (o->tied >= 0)
		g->regs[k] = g->regs[o->tied];
	else if (o->cls != CLASS_NONE)
		g->regs[k] = reg_of(g, o->cls);
	if (o->cls != CLASS_NONE || (o->tied >= 0 && g->regs[k]))
		reg(g, g->regs[k]);
	else if (o->type == OPTYPE_PCREL && g->d->flags & (OP_CALL | OP_RETURN))
		fprintf(g->out, "&callee");
	else if (o->flags & OPDESC_BRANCH)
		fprintf(g->out, "%%bb.0");
	else if (o->type == OPTYPE_PCREL && g->d->flags & OP_BRANCH)
		fprintf(g->out, "%%bb.0");
	else
		number(g, k);
}

static bool
is_class(const Gen *g, const OpndDesc *o, const char *name)
{
	return o->cls != CLASS_NONE &&
	       !strcmp(target_str(g->t, g->t->classes[o->cls].name), name);
}

/* An x86 address: five operands from K on. */
static bool
address(Gen *g, unsigned k, const OpndDesc *o, unsigned left)
{
	bool index = g->variant > 0;

	if (left < 5 || o[0].cls == CLASS_NONE || o[1].cls != CLASS_NONE ||
	    o[2].cls == CLASS_NONE || !is_class(g, &o[4], "segment_reg"))
		return false;
	g->regs[k] = reg_of(g, o[0].cls);
	reg(g, g->regs[k]);
	index |= starts(target_str(g->t, g->t->classes[o[2].cls].name), "vr");
	fprintf(g->out, ", %d, ", index ? 1 << draw(g, 4) : 1);
	reg(g, index ? reg_of(g, o[2].cls) : 0);
	fprintf(g->out, ", %d, $noreg",
		g->variant ? (int)draw(g, 2000) - 1000 : 8);
	return true;
}

/* What ARM's loads and stores of several registers end with. */
static void
register_list(Gen *g)
{
	const char *name = g->name;
	const char *file = *name != 'V' && *name != 'F' ? "r"
			   : strstr(name, "MS")		? "s"
							: "d";

	fprintf(g->out, "$%s1, $%s2", file, file);
}

static void
explicit_operands(Gen *g)
{
	const OpndDesc *o = &g->t->opnd_descs[g->d->opnds.start];
	unsigned n = g->d->opnds.end - g->d->opnds.start, k;
	unsigned ndefs = g->d->ndefs;

	for (k = 0; k < ndefs; k++) {
		g->regs[k] = reg_of(g, o[k].cls);
		fprintf(g->out, "%s%s", k ? ", " : "",
			o[k].flags & OPDESC_EARLY ? "early-clobber " : "");
		reg(g, g->regs[k]);
	}
	fprintf(g->out, "%s%s", ndefs ? " = " : "", g->name);
	for (; k < n; k++) {
		bool predicate = o[k].flags & OPDESC_PREDICATE;

		fprintf(g->out, k > ndefs ? ", " : " ");
		if (address(g, k, o + k, n - k)) {
			k += 4;
		} else if (predicate && o[k].cls == CLASS_NONE && k + 1 < n) {
			unsigned c = g->variant % 2 ? draw(g, 15) : 14;

			fprintf(g->out, "%u /* CC */, %s", c,
				c == 14 ? "$noreg" : "$cpsr");
			k++;
		} else if (o[k].flags & OPDESC_OPTIONAL) {
			bool set = g->variant % 2 && draw(g, 2);

			fprintf(g->out, set ? "def $cpsr" : "$noreg");
		} else if (g->arm && g->d->flags & OP_VARIADIC && k + 1 == n) {
			register_list(g);
		} else {
			use(g, k, &o[k]);
		}
	}
}

static void
implicit_operands(Gen *g)
{
	unsigned n = g->d->opnds.end - g->d->opnds.start - g->d->ndefs;
	Slice s = g->implied->defs;

	for (; s.start < s.end; s.start++, n++)
		fprintf(g->out, "%simplicit-def $%s", n ? ", " : " ",
			target_str(
				g->t,
				g->t->regs[g->t->implicit_regs[s.start]].name));
	for (s = g->implied->uses; s.start < s.end; s.start++, n++)
		fprintf(g->out, "%simplicit $%s", n ? ", " : " ",
			target_str(
				g->t,
				g->t->regs[g->t->implicit_regs[s.start]].name));
}

/* Why there is no instruction of this opcode; NULL: there is. */
static const char *
hopeless(const Gen *g)
{
	const OpndDesc *o = &g->t->opnd_descs[g->d->opnds.start];
	unsigned n = g->d->opnds.end - g->d->opnds.start, k;
	const char *name = g->name;

	if (g->d->flags & (OP_META | OP_DEBUG))
		return "makes no code";
	if (g->arm && ((*name == 't') != g->thumb || starts(name, "MVE_")))
		return "Thumb";
	if (g->arm && (strstr(name, "Asm") || !strcmp(name, "ITasm")))
		return "for assemblers only";
	/* What llc makes without one is of no kind. */
	if (g->aarch64 && strstr(name, "JumpTable"))
		return "needs a table";
	if (starts(name, "MOVPRFX"))
		return "belongs to the next instruction";
	/* Their registers go by their masks, which the verifier compares. */
	if (g->gcn && starts(name, "IMAGE_"))
		return "images";
	if (g->gcn && starts(name, "V_CMP") && strstr(name, "_dpp"))
		return "another processor's";
	if (!*g->text && g->d->flags & OP_PSEUDO)
		return "pseudo";
	if (!*g->text)
		return "no text";
	if (n > 60)
		return "too many operands";
	for (k = 0; k < n; k++) {
		Slice r = g->t->classes[o[k].cls != CLASS_NONE ? o[k].cls : 0]
				  .order;

		if (!g->even && o[k].cls != CLASS_NONE && r.start < r.end &&
		    is_accumulator(g, g->t->class_regs[r.start]) &&
		    is_accumulator(g, g->t->class_regs[r.end - 1]))
			return "accumulator registers";
	}
	for (k = 0; k < n; k++)
		if (o[k].cls == CLASS_NONE && o[k].tied < 0 &&
		    (k < g->d->ndefs || o[k].type == OPTYPE_REG))
			return "operands of no class";
	return NULL;
}

static void
function(Gen *g, OpcodeId op)
{
	const char *name = target_str(g->t, g->t->opcodes[op].name);
	const char *why;
	bool jumps, falls;

	g->d = target_desc(g->t, op);
	g->implied = target_implied(g->t, op);
	g->name = name;
	g->text = target_text(g->t, op, false);
	jumps = g->d->flags & OP_BRANCH;
	falls = jumps && !(g->d->flags & OP_BARRIER);
	why = hopeless(g);
	if (why) {
		fprintf(stderr, "%s: %s\n", name, why);
		return;
	}
	memset(g->taken, 0, 8 * BITS_WORDS(g->t->n_unit_regs));
	g->random = target_hash(name, strlen(name)) + g->variant * 977;
	g->last_class = CLASS_NONE;
	fprintf(g->out, "---\nname: %s\nbody: |\n  bb.0:\n%s    ", name,
		!jumps	? ""
		: falls ? "    successors: %bb.0, %bb.1\n"
			: "    successors: %bb.0\n");
	explicit_operands(g);
	implicit_operands(g);
	fprintf(g->out, "%s\n...\n", falls ? "\n  bb.1:" : "");
}

static void
add_overlaps(Gen *g, RegId reg)
{
	RegId r;

	for (r = 1; reg && r < g->t->n_regs; r++)
		if (target_overlap(g->t, r, reg))
			bits_add(g->saved, r);
}

static void
find_saved(Gen *g, Arena *arena)
{
	Slice s = g->t->callee_saved;

	g->saved = ARENA_NEW(arena, uint64_t, BITS_WORDS(g->t->n_regs));
	for (; s.start < s.end; s.start++)
		add_overlaps(g, g->t->reg_lists[s.start]);
	add_overlaps(g, g->t->stack_pointer);
	add_overlaps(g, g->t->frame_pointer);
	add_overlaps(g, target_reg(g->t, "rip", 3));
}

int
main(int argc, char **argv)
{
	Arena arena = {0};
	Gen g = {.out = stdout};
	char name[128];
	FILE *list = argc > 3 ? fopen(argv[3], "r") : NULL;
	uint32_t i;

	g.even = argc > 1 && !strcmp(argv[1], "gcn90a");
	g.thumb = argc > 1 && !strcmp(argv[1], "thumb");
	g.t = argc > 2 ? targets_builtin(g.even	   ? "gcn"
					 : g.thumb ? "arm"
						   : argv[1],
					 &arena)
		       : NULL;
	if (!g.t || (argc > 3 && !list)) {
		fprintf(stderr, "usage: opcode-mir TARGET VARIANT [OPCODES]\n");
		return 2;
	}
	g.variant = (unsigned)atoi(argv[2]);
	g.taken = ARENA_NEW(&arena, uint64_t, BITS_WORDS(g.t->n_unit_regs));
	find_saved(&g, &arena);
	g.low = !strcmp(argv[1], "x86");
	g.arm = g.thumb || !strcmp(argv[1], "arm");
	g.aarch64 = !strcmp(argv[1], "aarch64");
	g.gcn = g.even || !strcmp(argv[1], "gcn");
	for (i = 1; !list && i < g.t->n_opcodes; i++)
		function(&g, (OpcodeId)i);
	while (list && fscanf(list, "%127s", name) == 1) {
		OpcodeId op = target_opcode(g.t, name, strlen(name));

		if (op)
			function(&g, op);
	}
	arena_free(&arena);
	return 0;
}
