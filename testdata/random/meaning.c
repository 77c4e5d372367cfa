/*
 * What opcodes mean whose instructions an allocator makes itself, turns into
 * others, or whose results decide where values live.  Everything else stays a
 * name.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static bool
ends(const char *s, const char *with)
{
	size_t n = strlen(s), k = strlen(with);

	return n >= k && !strcmp(s + n - k, with);
}

/* --- numbers --- */

/* The sum of what the bytes of A times SCALE and B are; a byte is known if all
 * up to it are. */
static Value
sum(const Value *a, uint64_t scale, const Value *b, unsigned size)
{
	Value v = value_unknown(size);
	uint64_t x, y;
	unsigned i;

	for (i = 1; i <= size && i <= 8; i++) {
		if (!value_number(a, 0, i, &x) || !value_number(b, 0, i, &y))
			break;
		v.at[0][i - 1] =
			(Byte){(uint8_t)((x * scale + y) >> 8 * (i - 1)), true};
	}
	return v;
}

static Value
shifted(const Value *a, unsigned by, unsigned size)
{
	Value none = value_of(0, 8);

	return by < 64 ? sum(a, 1ull << by, &none, size) : value_of(0, size);
}

typedef enum { BITS_AND, BITS_OR, BITS_XOR, BITS_ANDN2 } BitsOp;

static Value
bits(const Value *a, const Value *b, BitsOp op, unsigned size)
{
	Value v = value_unknown(size);
	unsigned i;

	for (i = 0; i < size && i < a->n && i < b->n; i++) {
		Byte x = a->at[0][i], y = b->at[0][i];

		v.at[0][i].known = x.known && y.known;
		v.at[0][i].value =
			(uint8_t)(op == BITS_AND     ? x.value & y.value
				  : op == BITS_OR    ? x.value | y.value
				  : op == BITS_ANDN2 ? x.value & ~y.value
						     : x.value ^ y.value);
	}
	return v;
}

/* A number as wide as it is written in SIZE bytes. */
static Value
sign_extended(const Value *a, unsigned size)
{
	Value v = *a;
	unsigned i;

	for (i = v.n; i < size && i && i < BYTES_MAX; i++)
		v.at[0][i] = (Byte){v.at[0][v.n - 1].value & 0x80 ? 0xff : 0,
				    v.at[0][v.n - 1].known};
	v.n = size;
	return v;
}

/* --- x86 --- */

static bool
x86_lea(Step *s)
{
	const Value *in = s->in;
	Value index, base;
	uint64_t scale;
	unsigned size = ends(s->op->name, "32r") ? 4 : 8;

	if (!starts(s->op->name, "LEA") || s->nargs < 6)
		return false;
	value_number(&in[2], 0, 8, &scale);
	base = sign_extended(&in[4], 8);
	index = sum(&in[3], scale, &base, 8);
	s->out[0] = sum(&in[1], 1, &index, size);
	return true;
}

/* A MOV of a register, of a number, of zero. */
static bool
x86_move(Step *s)
{
	const char *name = s->op->name;
	unsigned size = starts(name, "MOV32")	? 4
			: starts(name, "MOV64") ? 8
			: starts(name, "MOV16") ? 2
			: starts(name, "MOV8")	? 1
						: 0;
	const char *form = size ? name + (size == 1 ? 4 : 5) : "";

	if (starts(form, "rr") || starts(form, "ri")) {
		s->out[0] = sign_extended(&s->in[1], 8);
		s->out[0].n = size;
	} else if (!strcmp(form, "r0")) {
		s->out[0] = value_of(0, size);
	} else if (starts(name, "MOVAPSrr") || starts(name, "VMOVAPS") ||
		   starts(name, "KMOV") || starts(name, "MMX_MOVQ64rr")) {
		if (!strstr(name, "rr") && !strstr(name, "kk"))
			return false;
		s->out[0] = s->in[1];
	} else {
		return false;
	}
	return true;
}

static bool
x86_arithmetic(Step *s)
{
	static const struct {
		const char *stem;
		char op;
	} known[] = {{"ADD", '+'}, {"SUB", '-'}, {"AND", '&'}, {"OR", '|'},
		     {"XOR", '^'}, {"INC", 'i'}, {"DEC", 'd'}, {"SHL", '<'},
		     {"NEG", 'n'}, {"NOT", '~'}};
	const char *name = s->op->name, *form;
	Value a = s->in[1], b, zero = value_of(0, 8), ones = value_of(-1, 8);
	unsigned i, size;
	uint64_t by;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (starts(name, known[i].stem))
			break;
	if (i == sizeof(known) / sizeof(*known))
		return false;
	form = name + strlen(known[i].stem);
	size = (unsigned)atoi(form) / 8;
	form += strspn(form, "0123456789");
	if (!size || size > 8 || strstr(form, "_ND") || *form != 'r' ||
	    strstr(form, "CL"))
		return false;
	b = s->nargs > 2 ? sign_extended(&s->in[2], 8) : value_of(1, 8);
	switch (known[i].op) {
	case '+':
		s->out[0] = sum(&b, 1, &a, size);
		break;
	case '-':
		s->out[0] = sum(&b, -1ull, &a, size);
		break;
	case 'i':
		s->out[0] = sum(&b, 1, &a, size);
		break;
	case 'd':
		s->out[0] = sum(&b, -1ull, &a, size);
		break;
	case 'n':
		s->out[0] = sum(&a, -1ull, &zero, size);
		break;
	case '~':
		s->out[0] = bits(&a, &ones, BITS_XOR, size);
		break;
	case '&':
		s->out[0] = bits(&a, &b, BITS_AND, size);
		break;
	case '|':
		s->out[0] = bits(&a, &b, BITS_OR, size);
		break;
	case '^':
		s->out[0] = bits(&a, &b, BITS_XOR, size);
		break;
	default:
		if (!value_number(&s->in[2], 0, 8, &by))
			return false;
		s->out[0] = shifted(&a, by & (size == 8 ? 63 : 31), size);
	}
	return true;
}

/* A comparison with itself and one with zero leave the same flags. */
static bool
x86_flags(Run *r, Step *s)
{
	const char *name = s->op->name;
	unsigned size;
	uint64_t x, y;
	Value v;

	if ((!starts(name, "TEST") && !starts(name, "CMP")) ||
	    name[strcspn(name, "0123456789")] == 0 || s->ndefs)
		return false;
	size = (unsigned)atoi(name + strcspn(name, "0123456789")) / 8;
	if (!size || size > 8)
		return false;
	v = sign_extended(&s->in[1], 8);
	if (!value_number(&s->in[0], 0, size, &x) ||
	    !value_number(&v, 0, size, &y))
		return false;
	if (*name == 'T')
		v = value_of(mix(size, x & y), 4);
	else
		v = value_of(y ? mix(mix(size, x), y) : mix(size, x), 4);
	reg_set(r, "eflags", &v);
	return true;
}

static bool
x86_choice(Run *r, Step *s)
{
	const char *name = s->op->name;
	Value flags = reg_value(r, "eflags");
	unsigned size;
	uint64_t code;
	bool yes;

	if (starts(name, "SETCC")) {
		s->out[0] = value_unknown(1);
		value_number(&s->in[1], 0, 8, &code);
		if (condition(&flags, (int64_t)code, &yes))
			s->out[0] = value_of(yes, 1);
		return true;
	}
	if (!starts(name, "CMOV") || s->nargs < 4)
		return false;
	value_number(&s->in[3], 0, 8, &code);
	size = s->in[1].n < s->in[2].n ? s->in[1].n : s->in[2].n;
	s->out[0] = value_unknown(size);
	if (condition(&flags, (int64_t)code, &yes)) {
		s->out[0] = s->in[yes ? 2 : 1];
		s->out[0].n = size;
	}
	return true;
}

/* --- ARM, and the small machines --- */

/* A value goes on as it is. */
static bool
moves(Step *s)
{
	static const char *const names[] = {"MOV",
					    "MOVh",
					    "MOVo",
					    "MOVow",
					    "MOVwo",
					    "MOVr",
					    "tMOVr",
					    "VMOVD",
					    "VMOVS",
					    "VMOVRS",
					    "VMOVSR",
					    "VORRq",
					    "S_MOV_B32",
					    "S_MOV_B64",
					    "S_MOV_B64_term",
					    "V_MOV_B32_e32",
					    "V_MOV_B32_e64",
					    "S_MOV_B64_IMM_PSEUDO",
					    "V_MOV_B64_PSEUDO",
					    "V_ACCVGPR_WRITE_B32_e64",
					    "V_ACCVGPR_READ_B32_e64",
					    "V_ACCVGPR_MOV_B32"};
	unsigned i, l, size;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(s->op->name, names[i]))
			break;
	if (i == sizeof(names) / sizeof(*names) || s->nargs < 2)
		return false;
	if (s->op->name[0] == 'V' && s->op->name[1] == 'O' &&
	    (s->args[1]->kind != s->args[2]->kind ||
	     s->args[1]->places != s->args[2]->places))
		return false;
	size = s->op->ops[0].size;
	s->out[0] = s->in[1];
	if (size)
		s->out[0].n = size;
	/* Lanes without one of their own have the first one's. */
	for (l = 1; !s->in[1].lanes && l < LANES; l++)
		memcpy(s->out[0].at[l], s->in[1].at[0],
		       sizeof(s->out[0].at[l]));
	s->out[0].lanes = s->args[0]->lanes;
	return true;
}

static bool
adds(Step *s)
{
	static const char *const names[] = {"ADD", "ADD3", "ADDI", "ADDri",
					    "t2ADDri"};
	unsigned i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(s->op->name, names[i])) {
			s->out[0] = sum(&s->in[2], 1, &s->in[1], 4);
			return true;
		}
	return false;
}

/* The first source, or the second if a condition holds. */
static bool
chooses(Run *r, Step *s)
{
	bool small = !strcmp(s->op->name, "SEL"), yes;
	Value flags;
	uint64_t code;

	if (!small && strcmp(s->op->name, "MOVCCr") != 0 &&
	    strcmp(s->op->name, "t2MOVCCr") != 0)
		return false;
	flags = reg_value(r, small ? "flags" : "cpsr");
	value_number(&s->in[3], 0, 8, &code);
	s->out[0] = value_unknown(s->in[1].n);
	if (code == 14)
		s->out[0] = s->in[2];
	else if (condition(&flags, (int64_t)code, &yes))
		s->out[0] = s->in[yes ? 2 : 1];
	return true;
}

/* The bytes of argument K at address AT: read, or written. */
static void
access_bytes(Run *r, Step *s, unsigned k, uint64_t at, unsigned lane)
{
	const Arg *a = s->args[k] ? s->args[k] : &s->code->args[k];
	Value v = value_read(r, a);
	unsigned i;

	if (s->op->flags & OP_STORE) {
		for (i = 0; i < v.n; i++)
			memory_set(r, at + i, v.at[v.lanes ? lane : 0][i]);
		return;
	}
	for (i = 0; i < v.n; i++)
		v.at[v.lanes ? lane : 0][i] = memory_get(r, at + i);
	if (k < s->ndefs)
		s->out[k] = v;
	else
		value_write(r, a, &v);
}

/* Loads and stores of ARM whose offset is no number of bytes, or that have
 * several registers: first the values' operands, how many, the address's and
 * the offset's if any, the offset's unit. */
static bool
arm_access(Run *r, Step *s)
{
	static const struct {
		const char *name;
		int value, n, base, offset, unit;
	} known[] = {
		{"VLDRD", 0, 1, 1, 2, 4},     {"VSTRD", 0, 1, 1, 2, 4},
		{"VLDRS", 0, 1, 1, 2, 4},     {"VSTRS", 0, 1, 1, 2, 4},
		{"VLDRH", 0, 1, 1, 2, 2},     {"VSTRH", 0, 1, 1, 2, 2},
		{"VLDMQIA", 0, 1, 1, -1, 0},  {"VSTMQIA", 0, 1, 1, -1, 0},
		{"VLD1q64", 0, 1, 1, -1, 0},  {"VST1q64", 2, 1, 0, -1, 0},
		{"VLD1d64Q", 0, 1, 1, -1, 0}, {"VST1d64Q", 2, 1, 0, -1, 0},
		{"VLD1d64T", 0, 1, 1, -1, 0}, {"VST1d64T", 2, 1, 0, -1, 0},
		{"LDRD", 0, 2, 2, 4, 1},      {"STRD", 0, 2, 2, 4, 1},
		{"t2LDRDi8", 0, 2, 2, 3, 1},  {"t2STRDi8", 0, 2, 2, 3, 1},
		{"VLDMDIA", 3, 99, 0, -1, 0}, {"VSTMDIA", 3, 99, 0, -1, 0},
	};
	unsigned i, k;
	uint64_t at, offset = 0;
	Value base;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!strcmp(s->op->name, known[i].name) ||
		    (ends(s->op->name, "Pseudo") &&
		     starts(s->op->name, known[i].name)))
			break;
	if (i == sizeof(known) / sizeof(*known))
		return false;
	base = value_read(r, &s->code->args[known[i].base]);
	if (!value_number(&base, 0, 8, &at)) {
		r->done = true;
		return true;
	}
	if (known[i].offset >= 0)
		offset = (uint64_t)s->code->args[known[i].offset].num;
	/* The ninth bit takes away. */
	at += (offset & 0xff) * (uint64_t)known[i].unit;
	if (offset & 0x100)
		at -= 2 * (offset & 0xff) * (uint64_t)known[i].unit;
	for (k = 0; k < (unsigned)known[i].n; k++) {
		const Arg *a = &s->code->args[(unsigned)known[i].value + k];

		if ((unsigned)known[i].value + k >= s->code->nargs ||
		    a->implicit)
			break;
		access_bytes(r, s, (unsigned)known[i].value + k, at, 0);
		at += a->kind == ARG_VREG ? value_read(r, a).n : a->places->n;
	}
	return true;
}

/* --- GCN --- */

/* Masks of lanes, and what makes exec from them. */
static bool
gcn_masks(Run *r, Step *s)
{
	const char *name = s->op->name;
	Value exec = reg_value(r, "exec"), v;
	BitsOp op = strstr(name, "ANDN2") ? BITS_ANDN2
		    : strstr(name, "XOR") ? BITS_XOR
		    : strstr(name, "_OR") ? BITS_OR
					  : BITS_AND;

	if (ends(name, "_SAVEEXEC_B64")) {
		s->out[0] = exec;
		v = bits(&s->in[1], &exec, op, 8);
		reg_set(r, "exec", &v);
		return true;
	}
	if (!starts(name, "S_AND_B64") && !starts(name, "S_OR_B64") &&
	    !starts(name, "S_XOR_B64") && !starts(name, "S_ANDN2_B64"))
		return false;
	s->out[0] = bits(&s->in[1], &s->in[2], op, 8);
	return true;
}

/* The pseudo instructions of structured control flow. */
static bool
gcn_control(Run *r, Step *s)
{
	const char *name = s->op->name;
	Value exec = reg_value(r, "exec"), v;

	if (!strcmp(name, "SI_END_CF")) {
		v = bits(&exec, &s->in[0], BITS_OR, 8);
		reg_set(r, "exec", &v);
	} else if (!strcmp(name, "SI_IF")) {
		v = bits(&exec, &s->in[1], BITS_AND, 8);
		s->out[0] = bits(&exec, &v, BITS_XOR, 8);
		reg_set(r, "exec", &v);
	} else if (!strcmp(name, "SI_ELSE")) {
		s->out[0] = exec;
		v = bits(&s->in[1], &exec, BITS_ANDN2, 8);
		reg_set(r, "exec", &v);
	} else if (!strcmp(name, "SI_LOOP")) {
		v = bits(&exec, &s->in[0], BITS_ANDN2, 8);
		reg_set(r, "exec", &v);
	} else if (!strcmp(name, "SI_IF_BREAK")) {
		v = bits(&exec, &s->in[1], BITS_AND, 8);
		s->out[0] = bits(&v, &s->in[2], BITS_OR, 8);
	} else {
		return false;
	}
	return true;
}

/* A bit a lane of what a comparison finds. */
static bool
gcn_compare(Run *r, Step *s)
{
	unsigned l;
	uint64_t h, found = 0;
	Value v;

	if (!starts(s->op->name, "V_CMP_"))
		return false;
	for (l = 0; l < r->nlanes; l++) {
		if (!lane_active(r, l))
			continue;
		if (!inputs_mix(r, s, l, &h)) {
			found = 0;
			break;
		}
		found |= (h & 1) << l;
	}
	v = l < r->nlanes ? value_unknown(8) : value_of(found, 8);
	if (s->ndefs)
		s->out[0] = v;
	else
		reg_set(r, "vcc", &v);
	return true;
}

static bool
gcn_lanes(Run *r, Step *s)
{
	const char *name = s->op->name;
	unsigned l, first = 0;
	uint64_t n;

	if (starts(name, "V_CNDMASK_B32_e64")) {
		s->out[0] = value_unknown(4);
		s->out[0].lanes = true;
		for (l = 0; l < r->nlanes; l++) {
			const Value *v;

			if (!value_number(&s->in[5], 0, 8, &n))
				break;
			v = &s->in[n >> l & 1 ? 4 : 2];
			memcpy(s->out[0].at[l], v->at[v->lanes ? l : 0],
			       sizeof(v->at[0]));
		}
		return true;
	}
	if (starts(name, "V_READFIRSTLANE_B32")) {
		while (first + 1 < r->nlanes && !lane_active(r, first))
			first++;
		s->out[0] = value_unknown(4);
		memcpy(s->out[0].at[0], s->in[1].at[s->in[1].lanes ? first : 0],
		       sizeof(s->in[1].at[0]));
		return true;
	}
	if (starts(name, "V_PK_MOV_B32")) {
		s->out[0] = s->in[2];
		s->out[0].lanes = true;
		for (l = 1; !s->in[2].lanes && l < LANES; l++)
			memcpy(s->out[0].at[l], s->in[2].at[0],
			       sizeof(s->out[0].at[l]));
		return true;
	}
	return false;
}

/* The address in lane LANE that memory instruction S goes to; how many of its
 * operands from FIRST on make it. */
static bool
gcn_address(const Step *s, unsigned first, unsigned n, unsigned lane,
	    uint64_t *at)
{
	uint64_t x;

	for (*at = 0; n--; first++) {
		if (!value_number(&s->in[first], lane, 8, &x))
			return false;
		*at += x;
	}
	return true;
}

/* Loads and stores of memory that all lanes share. */
static bool
gcn_memory(Run *r, Step *s)
{
	const char *name = s->op->name;
	bool is_store = starts(name, "GLOBAL_STORE_DWORD"),
	     scalar = starts(name, "S_LOAD_DWORD");
	bool base = strstr(name, "_SADDR") != NULL;
	unsigned l, i, value = is_store ? 1 : 0;
	uint64_t at;
	Value v;

	if (!is_store && !scalar && !starts(name, "GLOBAL_LOAD_DWORD"))
		return false;
	v = is_store ? s->in[1] : value_unknown(0);
	if (!is_store) {
		v.n = s->op->ops[0].size;
		v.lanes = !scalar;
	}
	for (l = 0; l < (scalar ? 1 : r->nlanes); l++) {
		bool ok = is_store ? gcn_address(s, 0, 1, l, &at)
				   : gcn_address(s, 1, base ? 3 : 2, l, &at);
		uint64_t more = 0;

		if (!scalar && !lane_active(r, l))
			continue;
		if (is_store && ok) {
			ok = gcn_address(s, 2, base ? 2 : 1, l, &more);
			at += more;
		}
		if (!ok && is_store)
			r->done = true;
		for (i = 0; ok && i < v.n; i++)
			if (is_store)
				memory_set(r, at + i, v.at[v.lanes ? l : 0][i]);
			else
				v.at[l][i] = memory_get(r, at + i);
	}
	if (!is_store)
		s->out[value] = v;
	return true;
}

/* Spills and reloads: of vectors in their lanes, of scalars in a lane of a
 * vector register that nobody else sees. */
static bool
gcn_spill(Run *r, Step *s)
{
	const char *name = s->op->name;
	bool save = ends(name, "_SAVE"), all = strstr(name, "WWM") != NULL;
	const Arg *slot = &s->code->args[1];
	unsigned l, i;
	uint64_t at;
	Value v;

	if (!starts(name, "SI_SPILL_") || (!save && !ends(name, "_RESTORE")) ||
	    slot->kind != ARG_SLOT)
		return false;
	v = value_read(r, &s->code->args[0]);
	for (l = 0; l < (v.lanes ? r->nlanes : 1); l++) {
		Value where = value_read(r, slot);

		value_number(&where, 0, 8, &at);
		at += (uint64_t)l << 16;
		if (v.lanes && !all && !lane_active(r, l))
			continue;
		for (i = 0; i < v.n; i++)
			if (save)
				memory_set(r, at + i, v.at[l][i]);
			else
				v.at[l][i] = memory_get(r, at + i);
	}
	if (!save)
		s->out[0] = v;
	return true;
}

bool
meaning(Run *r, Step *s)
{
	if (!s->op)
		return false;
	if (machine_op(r->m, "MOV64rr"))
		return x86_lea(s) || x86_move(s) || x86_choice(r, s) ||
		       x86_arithmetic(s);
	if (r->nlanes > 1)
		return moves(s) || gcn_masks(r, s) || gcn_control(r, s) ||
		       gcn_compare(r, s) || gcn_lanes(r, s) ||
		       gcn_memory(r, s) || gcn_spill(r, s);
	return moves(s) || adds(s) || chooses(r, s) || arm_access(r, s);
}

bool
meaning_last(Run *r, const Step *s)
{
	Step copy = *s;

	return machine_op(r->m, "MOV64rr") && s->op && x86_flags(r, &copy);
}
