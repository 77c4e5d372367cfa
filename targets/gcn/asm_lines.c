/*
 * Reads GCN assembly: units, registers and blocks of its lines.
 */
#include "targets/gcn/asm_lines.h"

#include "core/base/bound.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	GcnCode *code;
	Arena *arena;
	GcnLine *line;
} Reader;

bool
gcn_line_is(const GcnCode *code, const GcnLine *line, const char *with)
{
	size_t n = strlen(with);

	return line->name_end - line->name >= n &&
	       !memcmp(code->text + line->name, with, n);
}

bool
gcn_line_has(const GcnCode *code, const GcnLine *line, const char *part)
{
	return text_behind(code->text + line->name, code->text + line->name_end,
			   part);
}

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '@' ||
	       c == '$';
}

static void
add(Reader *r, uint32_t first, uint32_t n, uint8_t operand)
{
	GcnRegs regs = {(uint16_t)first, (uint8_t)n, operand};

	if (first + n <= GCN_REGS)
		VEC_PUSH(r->arena, r->code->regs, regs);
}

/* Registers of their own names. */
static bool
special(Reader *r, const char *p, size_t n, uint8_t operand)
{
	static const struct {
		const char *name;
		uint16_t first, n;
	} specials[] = {
		{"flat_scratch", GCN_SCALAR + 102, 2},
		{"flat_scratch_lo", GCN_SCALAR + 102, 1},
		{"flat_scratch_hi", GCN_SCALAR + 103, 1},
		{"vcc", GCN_VCC, 2},
		{"vcc_lo", GCN_VCC, 1},
		{"vcc_hi", GCN_VCC + 1, 1},
		{"m0", GCN_M0, 1},
		{"exec", GCN_EXEC, 2},
		{"exec_lo", GCN_EXEC, 1},
		{"exec_hi", GCN_EXEC + 1, 1},
		{"gds", GCN_LDS, 1},
	};

	for (size_t i = 0; i < sizeof(specials) / sizeof(*specials); i++)
		if (strlen(specials[i].name) == n &&
		    !memcmp(specials[i].name, p, n)) {
			if (*p == 'g')
				r->line->unit = UNIT_GLOBAL_DATA;
			else
				add(r, specials[i].first, specials[i].n,
				    operand);
			return true;
		}
	return false;
}

/* The word of N characters at P, with what stands in brackets behind it:
 * "v3", "s[4:7]", "ttmp2"; where it ends. */
static const char *
word(Reader *r, const char *p, const char *end, uint8_t operand)
{
	const char *q = p;
	uint32_t file = *p == 'v'   ? 0
			: *p == 'a' ? GCN_ACCUMULATOR
				    : GCN_SCALAR;
	unsigned long first, last;
	char *rest;

	while (q < end && is_word(*q))
		q++;
	size_t n = (size_t)(q - p);
	if (special(r, p, n, operand))
		return q;
	if (n == 3 && !memcmp(p, "lds", 3))
		r->line->flags |= LINE_LDS;
	if (n == 3 && !memcmp(p, "glc", 3))
		r->line->flags |= LINE_RETURNS;
	if ((n > 4 && !memcmp(p, "row_", 4)) ||
	    (n == 9 && !memcmp(p, "quad_perm", 9)) ||
	    (n > 5 && !memcmp(p, "wave_", 5)))
		r->line->flags |= LINE_LANES;
	if (n > 4 && !memcmp(p, "ttmp", 4)) {
		file += 108;
		p += 3;
	} else if (*p != 'v' && *p != 'a' && *p != 's') {
		return q;
	}
	if (p + 1 == q && q < end && *q == '[') {
		first = strtoul(q + 1, &rest, 10);
		last = *rest == ':' ? strtoul(rest + 1, &rest, 10) : first;
		if (*rest == ']' && last >= first && last - first < 64)
			add(r, file + (uint32_t)first,
			    (uint32_t)(last - first) + 1, operand);
		return rest < end ? rest : end;
	}
	if (p + 1 < q && isdigit((unsigned char)p[1])) {
		first = strtoul(p + 1, &rest, 10);
		if (rest == q && first < 256)
			add(r, file + (uint32_t)first, 1, operand);
	}
	return q;
}

static void
operands(Reader *r, const char *p, const char *end, uint8_t operand)
{
	unsigned depth = 0;

	while (p < end) {
		if (is_word(*p)) {
			p = word(r, p, end, operand);
			continue;
		}
		depth += *p == '[' || *p == '(';
		depth -= depth && (*p == ']' || *p == ')');
		operand += *p == ',' && !depth;
		p++;
	}
}

static bool
is_name(const Reader *r, const char *with)
{
	return gcn_line_is(r->code, r->line, with);
}

/* Is PART in the mnemonic? */
static bool
name_has(const Reader *r, const char *part)
{
	return gcn_line_has(r->code, r->line, part);
}

/* Units by the beginning of the mnemonic; the first that fits. */
static const struct {
	const char *name;
	uint8_t unit;
	uint16_t flags;
} UNITS[] = {
	{"v_mfma", UNIT_MATRIX, 0},
	{"v_movrel", UNIT_VECTOR, LINE_INDEXED},
	{"v_", UNIT_VECTOR, 0},
	{"s_waitcnt", UNIT_WAIT, 0},
	{"s_nop", UNIT_IDLE, 0},
	{"s_load", UNIT_SCALAR_MEMORY, LINE_RETURNS},
	{"s_buffer_load", UNIT_SCALAR_MEMORY, LINE_RETURNS},
	{"s_scratch_load", UNIT_SCALAR_MEMORY, LINE_RETURNS},
	{"s_memtime", UNIT_SCALAR_MEMORY, LINE_RETURNS},
	{"s_memrealtime", UNIT_SCALAR_MEMORY, LINE_RETURNS},
	{"s_atomic", UNIT_SCALAR_MEMORY, LINE_RETURNS},
	{"s_buffer_atomic", UNIT_SCALAR_MEMORY, LINE_RETURNS},
	{"s_store", UNIT_SCALAR_MEMORY, 0},
	{"s_buffer_store", UNIT_SCALAR_MEMORY, 0},
	{"s_scratch_store", UNIT_SCALAR_MEMORY, 0},
	{"s_dcache", UNIT_SCALAR_MEMORY, 0},
	{"s_atc_probe", UNIT_SCALAR_MEMORY, 0},
	{"s_sendmsg", UNIT_MESSAGE, 0},
	{"s_barrier", UNIT_SCALAR, LINE_BARRIER},
	{"s_branch", UNIT_SCALAR, LINE_JUMP | LINE_STOP},
	{"s_cbranch", UNIT_SCALAR, LINE_JUMP},
	{"s_endpgm", UNIT_SCALAR, LINE_STOP},
	{"s_setpc", UNIT_SCALAR, LINE_RETURN | LINE_STOP},
	{"s_swappc", UNIT_SCALAR, LINE_CALL},
	{"s_call", UNIT_SCALAR, LINE_CALL},
	{"s_set_gpr_idx_on", UNIT_SCALAR, LINE_INDEXED},
	{"s_movrel", UNIT_SCALAR, LINE_INDEXED},
	{"s_", UNIT_SCALAR, 0},
	{"ds_", UNIT_LOCAL, 0},
	{"exp", UNIT_EXPORT, 0},
	{"buffer_wbinv", UNIT_CACHE, 0},
	{"buffer_inv", UNIT_CACHE, 0},
	{"buffer_", UNIT_MEMORY, 0},
	{"tbuffer_", UNIT_MEMORY, 0},
	{"global_", UNIT_MEMORY, 0},
	{"scratch_", UNIT_MEMORY, 0},
	{"image_", UNIT_IMAGE, 0},
	{"flat_", UNIT_FLAT, 0},
};

/* Instructions of local memory whose first operand is loaded. */
static const char *const ANSWERS[] = {
	"_rtn",	    "_read",	"_permute", "_bpermute",
	"_swizzle", "_consume", "_append",  "_ordered",
};

static void
find_unit(Reader *r)
{
	GcnLine *line = r->line;

	line->unit = UNIT_SCALAR;
	for (size_t i = 0; i < sizeof(UNITS) / sizeof(*UNITS); i++)
		if (is_name(r, UNITS[i].name)) {
			line->unit = UNITS[i].unit;
			line->flags = UNITS[i].flags;
			break;
		}
	for (size_t i = 0; i < sizeof(ANSWERS) / sizeof(*ANSWERS); i++)
		if (line->unit == UNIT_LOCAL && name_has(r, ANSWERS[i]))
			line->flags |= LINE_RETURNS;
	if (line->unit == UNIT_MEMORY || line->unit == UNIT_FLAT ||
	    line->unit == UNIT_IMAGE) {
		bool store = name_has(r, "_store");

		if (store && (name_has(r, "x3") || name_has(r, "x4") ||
			      name_has(r, "_xyz")))
			line->flags |= LINE_WIDE;
		if (name_has(r, "_load") || name_has(r, "image_sample") ||
		    name_has(r, "image_g"))
			line->flags |= LINE_RETURNS;
	}
}

/* "vmcnt(2) lgkmcnt(0)". */
static GcnWait
wait_read(const char *p, const char *end)
{
	GcnWait w = {NO_WAIT, NO_WAIT, NO_WAIT};

	for (; p < end; p++) {
		uint8_t *n = *p == 'v'	 ? &w.memory
			     : *p == 'e' ? &w.exported
			     : *p == 'l' ? &w.local
					 : NULL;

		if (!n)
			continue;
		p = memchr(p, '(', (size_t)(end - p));
		if (!p)
			break;
		*n = (uint8_t)strtoul(p + 1, NULL, 10);
		p = memchr(p, ')', (size_t)(end - p));
		if (!p)
			break;
	}
	return w;
}

/* What an instruction does to registers that its text does not name. */
static void
implied(Reader *r)
{
	GcnLine *line = r->line;

	if (name_has(r, "cbranch_vcc") || is_name(r, "v_div_fmas"))
		add(r, GCN_VCC, 2, 255);
	if (line->unit == UNIT_FLAT)
		add(r, GCN_SCALAR + 102, 2, 255);
	if (line->flags & LINE_LDS)
		add(r, GCN_M0, 1, 255);
	if (line->unit == UNIT_LOCAL)
		add(r, GCN_LDS, 1, 255);
}

static void
read_instruction(Reader *r, const char *p, const char *end)
{
	const char *text = r->code->text, *q = p;
	GcnLine *line = r->line;
	const char *comment = memchr(p, ';', (size_t)(end - p));
	const char *whole = end;

	if (comment)
		end = comment;
	while (q < end && is_word(*q))
		q++;
	line->name = (uint32_t)(p - text);
	line->name_end = (uint32_t)(q - text);
	find_unit(r);
	/* What is reached by number may be said in a comment. */
	if (comment && line->flags & LINE_INDEXED) {
		operands(r, comment, whole, 255);
		if (line->regs.start < r->code->regs.n)
			line->flags &= (uint16_t)~LINE_INDEXED;
	}
	if (line->unit == UNIT_WAIT) {
		line->wait = wait_read(q, end);
		if (is_name(r, "s_waitcnt_soft"))
			line->flags |= LINE_SOFT;
		return;
	}
	if (line->unit == UNIT_IDLE) {
		line->idle = (uint8_t)strtoul(q, NULL, 0);
		return;
	}
	if (!(line->flags & (LINE_JUMP | LINE_STOP)) ||
	    line->flags & LINE_RETURN)
		operands(r, q, end, 0);
	if (line->flags & LINE_RETURNS && name_has(r, "_store"))
		line->flags &= (uint16_t)~LINE_RETURNS;
	implied(r);
}

/* Labels, to find the blocks that jumps lead to. */
typedef struct {
	uint32_t at, len, block;
} Label;

typedef struct {
	const char *text;
	Label *slots; /* len 0: free */
	uint32_t mask;
} Labels;

static Label *
label_slot(const Labels *l, uint32_t at, uint32_t len)
{
	uint32_t h = 2166136261u;

	for (uint32_t i = 0; i < len; i++)
		h = (h ^ (uint8_t)l->text[at + i]) * 16777619u;
	for (;; h++) {
		Label *s = &l->slots[h & l->mask];

		if (!s->len || (s->len == len &&
				!memcmp(l->text + s->at, l->text + at, len)))
			return s;
	}
}

uint32_t
gcn_label_length(const GcnCode *code, const GcnLine *line)
{
	uint32_t i = line->at;

	while (i < line->end && is_word(code->text[i]))
		i++;
	return i < line->end && code->text[i] == ':' ? i - line->at : 0;
}

static void
find_blocks(GcnCode *code, Arena *arena)
{
	GcnBlock block = {.jump = NONE, .through = true};
	uint32_t i;

	for (i = 0; i < code->lines.n; i++) {
		GcnLine *line = &code->lines.at[i];

		if (gcn_label_length(code, line) && block.first < i) {
			block.end = i;
			VEC_PUSH(arena, code->blocks, block);
			block.first = i;
		}
		if (line->flags & (LINE_JUMP | LINE_STOP)) {
			block.end = i + 1;
			block.through = !(line->flags & LINE_STOP);
			VEC_PUSH(arena, code->blocks, block);
			block.first = i + 1;
			block.through = true;
		}
	}
	block.end = i;
	VEC_PUSH(arena, code->blocks, block);
}

static void
find_targets(GcnCode *code, Arena *arena)
{
	Labels l = {.text = code->text, .mask = 15};

	while (l.mask < 2 * code->blocks.n)
		l.mask = 2 * l.mask + 1;
	l.slots = ARENA_NEW(arena, Label, l.mask + 1);
	for (uint32_t b = 0; b < code->blocks.n; b++) {
		uint32_t i = code->blocks.at[b].first, n;

		n = i < code->lines.n
			    ? gcn_label_length(code, &code->lines.at[i])
			    : 0;
		if (n)
			*label_slot(&l, code->lines.at[i].at, n) =
				(Label){code->lines.at[i].at, n, b};
	}
	for (uint32_t b = 0; b < code->blocks.n; b++) {
		GcnBlock *block = &code->blocks.at[b];
		GcnLine *last = block->end > block->first
					? &code->lines.at[block->end - 1]
					: NULL;
		uint32_t at, n = 0;

		if (!last || !(last->flags & LINE_JUMP))
			continue;
		at = last->name_end;
		while (at < last->end && code->text[at] == ' ')
			at++;
		while (at + n < last->end && is_word(code->text[at + n]))
			n++;
		const Label *s = n ? label_slot(&l, at, n) : NULL;
		last->target = s && s->len ? s->block : NONE;
		block->jump = last->target;
	}
}

void
gcn_iterate(const GcnCode *code, const GcnFlow *flow, Arena *arena)
{
	/* Ends: each turn but the last changes some of what can change. */
	uint64_t left = flow->bits * code->blocks.n + 1;
	bool *changed = ARENA_RAW(arena, bool, code->blocks.n), again = true;

	memset(changed, true, code->blocks.n);
	while (again) {
		BOUND_COUNT(left);
		again = false;
		for (uint32_t b = 0; b < code->blocks.n; b++) {
			const GcnBlock *block = &code->blocks.at[b];
			uint32_t to = block->jump;

			if (!changed[b])
				continue;
			changed[b] = false;
			flow->walk(flow->pass, b);
			if (block->through && b + 1 < code->blocks.n &&
			    flow->flow(flow->pass, b + 1))
				changed[b + 1] = true;
			if (to != NONE && flow->flow(flow->pass, to)) {
				changed[to] = true;
				again |= to <= b;
			}
		}
	}
}

void
gcn_lines_read(GcnCode *code, const char *text, size_t len, Arena *arena)
{
	Reader r = {.code = code, .arena = arena};
	const char *p = text, *end = text + len;

	code->text = text;
	while (p < end) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		const char *q = p;
		GcnLine line = {.target = NONE,
				.island = NONE,
				.wait = {NO_WAIT, NO_WAIT, NO_WAIT},
				.before = {NO_WAIT, NO_WAIT, NO_WAIT}};

		stop = stop ? stop : end;
		line.at = (uint32_t)(p - text);
		line.end = (uint32_t)(stop - text);
		line.regs.start = code->regs.n;
		r.line = &line;
		while (q < stop && (*q == ' ' || *q == '\t'))
			q++;
		if (q < stop && isalpha((unsigned char)*q) &&
		    !gcn_label_length(code, &line))
			read_instruction(&r, q, stop);
		line.regs.end = code->regs.n;
		VEC_PUSH(arena, code->lines, line);
		p = stop + 1;
	}
	find_blocks(code, arena);
	find_targets(code, arena);
}
