#include "machine.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 1 << 16, MASKS_MAX = 128, GROUPS_MAX = 16 };

typedef struct {
	char *name;
	Places places;
} Reg;

typedef struct {
	char *name, *text; /* what it keeps */
	uint8_t *kept;
} Mask;

struct Machine {
	Op *ops[TABLE];
	Reg *regs[TABLE];
	Mask masks[MASKS_MAX];
	unsigned nmasks, nbytes;
	struct {
		char name[16], text[256];
	} groups[GROUPS_MAX];
	unsigned ngroups;
};

uint64_t
mix(uint64_t a, uint64_t b)
{
	uint64_t x = a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

uint64_t
mix_text(uint64_t h, const char *text)
{
	for (; *text; text++)
		h = mix(h, (unsigned char)*text);
	return h;
}

/* --- registers --- */

static bool
starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

/* The integer register of x86 that has the name: its family, and which of its
 * bytes. */
static bool
x86_integer(const char *s, char family[8], unsigned *at, unsigned *n)
{
	static const char *const named[][5] = {
		{"al", "ax", "eax", "rax", "ah"},
		{"bl", "bx", "ebx", "rbx", "bh"},
		{"cl", "cx", "ecx", "rcx", "ch"},
		{"dl", "dx", "edx", "rdx", "dh"},
		{"sil", "si", "esi", "rsi", "sih"},
		{"dil", "di", "edi", "rdi", "dih"},
		{"bpl", "bp", "ebp", "rbp", "bph"},
		{"spl", "sp", "esp", "rsp", "sph"},
	};
	static const unsigned sizes[] = {1, 2, 4, 8, 1};
	unsigned i, k;

	for (i = 0; i < 8; i++)
		for (k = 0; k < 5; k++)
			if (!strcmp(s, named[i][k])) {
				strcpy(family, named[i][3]);
				*at = k == 4;
				*n = sizes[k];
				return true;
			}
	return false;
}

/* The place of byte BYTE of the register called FAMILY, which takes ROOM. */
static unsigned
place_of(Machine *m, const char *family, unsigned room, unsigned byte)
{
	uint64_t h = mix_text(1, family) % TABLE;
	Reg *r;

	for (; (r = m->regs[h]); h = (h + 1) % TABLE)
		if (r->name[0] == '=' && !strcmp(r->name + 1, family))
			return r->places.at[0] + byte;
	r = calloc(1, sizeof(*r));
	r->name = malloc(strlen(family) + 2);
	sprintf(r->name, "=%s", family);
	r->places.at[0] = (uint16_t)m->nbytes;
	m->nbytes += room;
	if (m->nbytes > FILE_BYTES)
		exit(2);
	m->regs[h] = r;
	return r->places.at[0] + byte;
}

static void
places_add(Machine *m, Places *p, const char *family, unsigned room,
	   unsigned at, unsigned n)
{
	unsigned i;

	for (i = 0; i < n && p->n < BYTES_MAX; i++)
		p->at[p->n++] = (uint16_t)place_of(m, family, room, at + i);
}

/* A register of a numbered family. */
static bool
numbered(Machine *m, const char *s, bool x86, Places *p)
{
	char stem[16], family[32], *end;
	size_t len = strcspn(s, "0123456789");
	unsigned long n;

	if (!s[len] || len >= sizeof(stem))
		return false;
	memcpy(stem, s, len);
	stem[len] = 0;
	n = strtoul(s + len, &end, 10);
	if (x86 && !strcmp(stem, "r")) {
		snprintf(family, sizeof(family), "r%lu", n);
		places_add(m, p, family, 8, !strcmp(end, "bh"),
			   !strcmp(end, "b") || !strcmp(end, "bh") ? 1
			   : !strcmp(end, "w")			   ? 2
			   : !strcmp(end, "d")			   ? 4
								   : 8);
	} else if (*end) {
		return false;
	} else if (x86 && strchr("xyz", *stem) && !strcmp(stem + 1, "mm")) {
		snprintf(family, sizeof(family), "zmm%lu", n);
		places_add(m, p, family, 64, 0,
			   *stem == 'x'	  ? 16
			   : *stem == 'y' ? 32
					  : 64);
	} else if (!x86 && len == 1 && strchr("sdq", *stem)) {
		unsigned size = *stem == 's' ? 4 : *stem == 'd' ? 8 : 16;

		places_add(m, p, "vfp", 256, size * (unsigned)n, size);
	} else {
		snprintf(family, sizeof(family), "%s%lu", stem, n);
		places_add(m, p, family, 8, 0, x86 ? 8 : 4);
	}
	return true;
}

/* Is this machine x86?  It alone has registers called so. */
static bool
is_x86(const Machine *m)
{
	return machine_op(m, "MOV64rr") != NULL;
}

/* The bytes of NAME, whose pieces stand between underlines. */
static void
reg_parse(Machine *m, const char *name, Places *p)
{
	char copy[512], family[32] = "", *piece;
	unsigned at, n, was = 0;

	snprintf(copy, sizeof(copy), "%s", name);
	for (piece = strtok(copy, "_"); piece; piece = strtok(NULL, "_")) {
		if (starts(piece, "lo") || starts(piece, "hi")) {
			/* a half of the piece before */
			unsigned half = (p->n - was) / 2;

			if (*piece == 'h')
				memmove(p->at + was, p->at + was + half,
					half * sizeof(*p->at));
			p->n = (uint16_t)(was + half);
			continue;
		}
		was = p->n;
		if (is_x86(m) && x86_integer(piece, family, &at, &n))
			places_add(m, p, family, 8, at, n);
		else if (!numbered(m, piece, is_x86(m), p))
			places_add(m, p, piece, 8, 0,
				   is_x86(m) || !strcmp(piece, "exec") ||
						   !strcmp(piece, "vcc")
					   ? 8
					   : 4);
	}
}

const Places *
machine_reg(Machine *m, const char *name)
{
	uint64_t h = mix_text(1, name) % TABLE;
	Reg *r;

	for (; (r = m->regs[h]); h = (h + 1) % TABLE)
		if (!strcmp(r->name, name))
			return &r->places;
	r = calloc(1, sizeof(*r));
	r->name = strdup(name);
	reg_parse(m, name, &r->places);
	for (h = mix_text(1, name) % TABLE; m->regs[h]; h = (h + 1) % TABLE)
		;
	m->regs[h] = r;
	return &r->places;
}

unsigned
machine_bytes(const Machine *m)
{
	return m->nbytes;
}

static void
part_add(Places *part, unsigned at, unsigned n)
{
	while (n-- && part->n < BYTES_MAX)
		part->at[part->n++] = (uint16_t)at++;
}

bool
machine_part(const Machine *m, const char *sub, unsigned size, Places *part)
{
	static const struct {
		const char *name;
		unsigned at, n;
	} fixed[] = {
		{"sub_8bit", 0, 1},   {"sub_8bit_hi", 1, 1},
		{"sub_16bit", 0, 2},  {"sub_32bit", 0, 4},
		{"sub_xmm", 0, 16},   {"sub_ymm", 0, 32},
		{"sub_mask_0", 0, 8}, {"sub_mask_1", 8, 8},
	};
	static const struct {
		const char *stem;
		unsigned n;
	} many[] = {{"ssub", 4},   {"dsub", 8}, {"qsub", 16},
		    {"qqsub", 32}, {"gsub", 4}, {"sub", 4}};
	char copy[512], *piece;
	unsigned i, was = 0, n = 0;

	(void)m;
	part->n = 0;
	for (i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		if (!strcmp(fixed[i].name, sub)) {
			part_add(part, fixed[i].at, fixed[i].n);
			return true;
		}
	snprintf(copy, sizeof(copy), "%s", sub);
	for (piece = strtok(copy, "_"); piece; piece = strtok(NULL, "_")) {
		size_t len = strcspn(piece, "0123456789");

		if (starts(piece, "lo") || starts(piece, "hi")) {
			unsigned from = part->n ? part->at[was] : 0;
			unsigned half = (part->n ? n : size) / 2;

			part->n = (uint16_t)was;
			part_add(part, from + (*piece == 'h' ? half : 0), half);
			continue;
		}
		for (i = 0; i < sizeof(many) / sizeof(*many); i++)
			if (strlen(many[i].stem) == len &&
			    !strncmp(piece, many[i].stem, len))
				n = many[i].n;
		was = part->n;
		if (!piece[len]) /* the number is the next piece */
			piece = strtok(NULL, "_"), len = 0;
		if (!piece || !n)
			return false;
		part_add(part, n * (unsigned)atoi(piece + len), n);
	}
	return part->n && part->at[part->n - 1] < size;
}

bool
machine_is_lanes(const char *s)
{
	return starts(s, "vgpr") || starts(s, "agpr") || starts(s, "vreg") ||
	       starts(s, "areg") || starts(s, "av_");
}

unsigned
machine_class(const char *cls)
{
	static const struct {
		const char *stem;
		unsigned n;
	} known[] = {
		{"gr8", 1},	   {"gr16", 2},	  {"gr32", 4},
		{"low32_addr", 4}, {"gr64", 8},	  {"fr16", 2},
		{"fr32", 4},	   {"fr64", 8},	  {"vr128", 16},
		{"vr256", 32},	   {"vr512", 64}, {"vk32", 4},
		{"vk64", 8},	   {"vk", 2},	  {"gprpair", 8},
		{"gpr", 4},	   {"tgpr", 4},	  {"rgpr", 4},
		{"hgpr", 4},	   {"spr", 4},	  {"hpr", 4},
		{"dpr", 8},	   {"qpr", 16},	  {"dpair", 16},
		{"dtriple", 24},   {"dquad", 32}, {"qqpr", 32},
		{"qqqqpr", 64},	   {"sreg_1", 8}, {"vreg_1", 8},
		{"word", 4},	   {"narrow", 4}, {"single", 4},
		{"half", 2},	   {"pair", 8},	  {"triple", 12},
		{"other", 4},	   {"ccr", 4},
	};
	size_t len;
	unsigned i;

	if (starts(cls, "sreg_1") || starts(cls, "vreg_1")) {
		len = strspn(cls + 5, "0123456789");
		if (len == 1)
			return 8;
	}
	if (machine_is_lanes(cls) || starts(cls, "sreg") ||
	    starts(cls, "sgpr") || starts(cls, "ttmp") || starts(cls, "vs_") ||
	    starts(cls, "src")) {
		cls += strcspn(cls, "0123456789");
		return (unsigned)atoi(cls) / 8;
	}
	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (starts(cls, known[i].stem))
			return known[i].n;
	return 0;
}

/* --- opcodes --- */

const Op *
machine_op(const Machine *m, const char *name)
{
	uint64_t h = mix_text(2, name) % TABLE;

	for (; m->ops[h]; h = (h + 1) % TABLE)
		if (!strcmp(m->ops[h]->name, name))
			return m->ops[h];
	return NULL;
}

static Op *
op_new(Machine *m, const char *name)
{
	uint64_t h = mix_text(2, name) % TABLE;
	Op *op;

	for (; m->ops[h]; h = (h + 1) % TABLE)
		if (!strcmp(m->ops[h]->name, name))
			return m->ops[h];
	op = calloc(1, sizeof(*op));
	op->name = strdup(name);
	m->ops[h] = op;
	return op;
}

/* The text between quotes behind KEY in ROW, without them, in OUT. */
static bool
quoted(const char *row, const char *key, char *out, size_t size)
{
	char want[32];
	const char *p, *end;

	snprintf(want, sizeof(want), "%s: \"", key);
	p = strstr(row, want);
	if (!p)
		return false;
	p += strlen(want);
	end = strchr(p, '"');
	if (!end || (size_t)(end - p) >= size)
		return false;
	memcpy(out, p, (size_t)(end - p));
	out[end - p] = 0;
	return true;
}

static void
operand_parse(Op *op, const char *s)
{
	OpOperand *o = &op->ops[op->nops];
	const char *tie = strchr(s, '@');

	if (op->nops == OPS_MAX)
		return;
	op->nops++;
	o->tied = tie ? atoi(tie + 1) : -1;
	for (; *s && strchr("=&?!>~", *s); s++) {
		o->def |= *s == '=';
		o->early |= *s == '&';
	}
	o->mem = strstr(s, ".mem") || starts(s, "mem");
	o->size = machine_class(s);
}

static void
operands_parse(const Machine *m, Op *op, char *text)
{
	char *s, *save, *inner, whole[256];
	unsigned g;

	for (s = strtok_r(text, " ", &save); s;
	     s = strtok_r(NULL, " ", &save)) {
		if (*s != '(') {
			operand_parse(op, s);
			continue;
		}
		s[strlen(s) - 1] = 0;
		for (g = 0; g < m->ngroups; g++) {
			if (strcmp(m->groups[g].name, s + 1))
				continue;
			strcpy(whole, m->groups[g].text);
			for (s = whole; (inner = strsep(&s, " "));)
				operand_parse(op, inner);
			break;
		}
	}
}

static void
words(char *text, char **out, unsigned *n)
{
	char *s, *save;

	for (s = strtok_r(text, " ", &save); s && *n < 8;
	     s = strtok_r(NULL, " ", &save))
		out[(*n)++] = strdup(s);
}

static unsigned
flags_parse(const char *text)
{
	static const struct {
		const char *word;
		unsigned flag;
	} flags[] = {
		{"terminator", OP_TERM}, {"branch", OP_BRANCH},
		{"return", OP_RETURN},	 {"call", OP_CALL},
		{"load", OP_LOAD},	 {"store", OP_STORE},
		{"effects", OP_EFFECTS}, {"commutable", OP_COMMUTES},
		{"meta", OP_META},	 {"variadic", OP_VARIADIC},
		{"barrier", OP_BARRIER},
	};
	unsigned found = 0, i;

	for (i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (strstr(text, flags[i].word))
			found |= flags[i].flag;
	return found;
}

static void
row_parse(Machine *m, const char *row)
{
	char name[128], text[1024];
	size_t len = strcspn(row, ":");
	Op *op;

	if (len >= sizeof(name))
		return;
	memcpy(name, row, len);
	name[len] = 0;
	op = op_new(m, name);
	if (quoted(row, "ops", text, sizeof(text)))
		operands_parse(m, op, text);
	if (quoted(row, "flags", text, sizeof(text)))
		op->flags = flags_parse(text);
	if (quoted(row, "defs", text, sizeof(text)))
		words(text, op->defs, &op->ndefs);
	if (quoted(row, "uses", text, sizeof(text)))
		words(text, op->uses, &op->nuses);
}

/* Does an opcode of x86 only move a register from or to memory? */
static bool
is_move(const char *name)
{
	name += *name == 'V';
	return !strncmp(name, "KMOV", 4) ||
	       (!strncmp(name, "MOV", 3) && !strstr(name, "ZX") &&
		!strstr(name, "SX") && !strstr(name, "DUP") &&
		!strstr(name, "mi") && !strstr(name, "rr"));
}

/* OPCODE: "01 FORM 4/16+, 2 FORM 4" */
static void
fold_parse(Machine *m, char *row)
{
	char *colon = strchr(row, ':'), *s, *save;
	Op *plain;

	*colon = 0;
	plain = op_new(m, row);
	s = strchr(colon + 1, '"') + 1;
	s[strcspn(s, "\"")] = 0;
	for (s = strtok_r(s, ",", &save); s; s = strtok_r(NULL, ",", &save)) {
		char which[8], name[128], bytes[32];
		Op *op;

		if (sscanf(s, "%7s %127s %31s", which, name, bytes) != 3)
			continue;
		op = op_new(m, name);
		/* Several opcodes may have one form: a proper one counts. */
		if (is_move(name) || (op->plain && strchr(bytes, '+')) ||
		    (op->plain && !op->zero_added &&
		     strcmp(op->plain->name + strlen(op->plain->name) - 3,
			    "_DB") != 0))
			continue;
		op->plain = plain;
		op->mem = (unsigned)(which[0] - '0');
		op->mem_too = which[1] ? which[1] - '0' : -1;
		op->bytes = (unsigned)atoi(bytes);
		op->zero_added = strchr(bytes, '+');
	}
}

static void
opcodes_read(Machine *m, FILE *in)
{
	char *line = NULL;
	size_t cap = 0;
	int section = 0;

	while (getline(&line, &cap, in) > 0) {
		line[strcspn(line, "\n")] = 0;
		if (isalpha((unsigned char)*line))
			section = starts(line, "groups")    ? 1
				  : starts(line, "opcodes") ? 2
				  : starts(line, "folds")   ? 3
							    : 0;
		else if (!starts(line, "  ") || line[2] == '#')
			continue;
		else if (section == 1 && m->ngroups < GROUPS_MAX)
			sscanf(line, " %15[^:]: \"%255[^\"]",
			       m->groups[m->ngroups].name,
			       m->groups[m->ngroups].text),
				m->ngroups++;
		else if (section == 2)
			row_parse(m, line + 2);
		else if (section == 3)
			fold_parse(m, line + 2);
	}
	free(line);
}

/* --- masks --- */

/* The registers that PATTERN, such as q{0..4/2} x4, stands for are kept. */
static void
mask_keep(Machine *m, uint8_t *kept, const char *pattern)
{
	unsigned first = 0, last = 0, step = 1, count = 1, n, k;
	const char *brace = strchr(pattern, '{'), *tail = "";
	int stem = brace ? (int)(brace - pattern) : (int)strlen(pattern);
	char name[512];
	const Places *p;

	if (brace) {
		sscanf(brace, "{%u..%u/%u", &first, &last, &step);
		tail = strchr(brace, '}') + 1;
		sscanf(tail, " x%u", &count);
	}
	for (n = first; n <= last; n += step)
		for (k = 0; k < count; k++) {
			if (brace)
				snprintf(name, sizeof(name), "%.*s%u", stem,
					 pattern, n + k);
			else
				snprintf(name, sizeof(name), "%s", pattern);
			p = machine_reg(m, name);
			for (unsigned i = 0; i < p->n; i++)
				kept[p->at[i]] = 1;
		}
}

static uint8_t *
mask_build(Machine *m, const char *list)
{
	uint8_t *kept = calloc(1, FILE_BYTES);
	char *copy = strdup(list), *s, *save;

	for (s = strtok_r(copy, ",()", &save); s;
	     s = strtok_r(NULL, ",()", &save)) {
		s += strspn(s, " $\"");
		s[strcspn(s, "\"")] = 0;
		if (*s)
			mask_keep(m, kept, s);
	}
	free(copy);
	return kept;
}

const uint8_t *
machine_mask(Machine *m, const char *name)
{
	unsigned i;

	for (i = 0; i < m->nmasks; i++)
		if (!strcmp(m->masks[i].name, name)) {
			if (!m->masks[i].kept)
				m->masks[i].kept =
					mask_build(m, m->masks[i].text);
			return m->masks[i].kept;
		}
	if (!starts(name, "CustomRegMask") || m->nmasks == MASKS_MAX)
		return NULL;
	m->masks[i].name = strdup(name);
	m->masks[i].kept = mask_build(m, name + strlen("CustomRegMask"));
	m->nmasks++;
	return m->masks[i].kept;
}

static void
masks_read(Machine *m, FILE *in)
{
	char *line = NULL, all[8192] = "", name[128];
	size_t cap = 0;
	bool inside = false;

	while (getline(&line, &cap, in) > 0) {
		line[strcspn(line, "\n")] = 0;
		if (*line && *line != ' ')
			inside = starts(line, "masks:");
		else if (inside && strlen(all) + strlen(line) < sizeof(all))
			strcat(all, line);
		if (!inside || !strchr(line, ']') || m->nmasks == MASKS_MAX)
			continue;
		if (sscanf(all, " %127[^:]", name) == 1) {
			char *s = strchr(all, '[') + 1;

			s[strcspn(s, "]")] = 0;
			m->masks[m->nmasks].name = strdup(name);
			m->masks[m->nmasks++].text = strdup(s);
		}
		*all = 0;
	}
	free(line);
}

static FILE *
open_in(const char *dir, const char *file)
{
	char path[4096];
	FILE *in;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	in = fopen(path, "r");
	if (!in) {
		perror(path);
		exit(2);
	}
	return in;
}

Machine *
machine_read(const char *dir)
{
	Machine *m = calloc(1, sizeof(*m));
	FILE *in = open_in(dir, "opcodes.yaml");

	opcodes_read(m, in);
	fclose(in);
	in = open_in(dir, "abi.yaml");
	masks_read(m, in);
	fclose(in);
	return m;
}
