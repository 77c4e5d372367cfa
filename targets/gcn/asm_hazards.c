/*
 * Idle cycles where the machine does not wait by itself.  For a register and a
 * way to use it, this many cycles must still pass; every instruction is one.
 * Where paths join, the most.  The numbers are those of the machines' manuals,
 * and of LLVM's GCNHazardRecognizer for gfx9 and gfx90a.
 */
#include "core/base/bits.h"
#include "targets/gcn/asm_lines.h"

#include <string.h>

/* What can be too early. */
typedef enum {
	SCALAR,	  /* reading a scalar that a vector instruction wrote */
	WRITTEN,  /* reading a vector from other lanes, or as a matrix */
	DATA,	  /* writing what a wide store reads; using m0, the mode; double
		     precision after matrices of it */
	MATRIX_C, /* adding to a part of a matrix */
	DOUBLE_C, /* in double precision */
	DOUBLE_CC, /* to all of it, with small ones */
	MATRIX_AB, /* multiplying a matrix */
	STORED,	   /* reading it by a memory instruction */
	READ,	   /* and by others */
	OVERWRITTEN,
	ADDED, /* overwriting what a matrix instruction adds to */
	USES,
} Use;

/* Cycles; NEAR is for selecting a lane and for division. */
enum { FAR = 5, NEAR = 4, ACROSS = 2, DOT = 3 };

/* By the size of a matrix instruction, in the order of Use from MATRIX_C. */
static const struct {
	const char *name;
	bool wide; /* double precision */
	uint8_t cycles[USES - MATRIX_C];
} MATRICES[] = {
	{"v_mfma_f64_4x4", true, {0, 4, 4, 6, 9, 6, 6, 0}},
	{"v_mfma_f64_16x16", true, {0, 9, 0, 11, 18, 11, 11, 0}},
	{"32x32", false, {16, 17, 0, 19, 19, 19, 19, 15}},
	{"16x16", false, {8, 9, 0, 11, 11, 11, 11, 7}},
	{"4x4", false, {2, 3, 0, 5, 5, 5, 5, 1}},
};

/* Accesses in a row, which the machine may start over: none of them may write
 * what another, or itself, reads. */
typedef struct {
	uint8_t unit; /* UNIT_NONE: no access */
	uint64_t written[BITS_WORDS(GCN_REGS)], read[BITS_WORDS(GCN_REGS)];
} Clause;

typedef struct {
	uint8_t left[USES][GCN_REGS];
	uint32_t owner[GCN_SCALAR]; /* by vector register: what wrote it; 0:
				       nothing; 1: now this, now that */
	uint8_t most;		    /* at least the largest of left */
	Clause clause;
} State;

typedef struct {
	GcnCode *code;
	State now;
	State *in;
} Hazards;

static bool
clause_join(Clause *into, const Clause *from)
{
	uint64_t changed = 0;

	if (!from->unit)
		return false;
	for (size_t i = 0; i < BITS_WORDS(GCN_REGS); i++) {
		changed |= (from->written[i] & ~into->written[i]) |
			   (from->read[i] & ~into->read[i]);
		into->written[i] |= from->written[i];
		into->read[i] |= from->read[i];
	}
	into->unit = from->unit;
	return changed != 0;
}

/* It only goes from 0 to a writer, and from there to 1. */
static bool
owner_join(uint32_t *into, uint32_t from)
{
	if (!from || *into == from || *into == 1)
		return false;
	*into = *into ? 1 : from;
	return true;
}

static bool
state_join(State *into, const State *from)
{
	uint8_t *a = into->left[0];
	const uint8_t *b = from->left[0];
	bool changed = clause_join(&into->clause, &from->clause);

	if (!from->most)
		return changed;
	for (size_t i = 0; i < sizeof(into->left); i++) {
		changed |= b[i] > a[i];
		a[i] = b[i] > a[i] ? b[i] : a[i];
	}
	for (size_t i = 0; i < GCN_SCALAR; i++)
		changed |= owner_join(&into->owner[i], from->owner[i]);
	if (from->most > into->most)
		into->most = from->most;
	return changed;
}

static void
pass_cycles(State *s, unsigned n)
{
	uint8_t *left = s->left[0];

	if (!s->most)
		return;
	for (size_t i = 0; i < sizeof(s->left); i++)
		left[i] = left[i] > n ? (uint8_t)(left[i] - n) : 0;
	s->most = s->most > n ? (uint8_t)(s->most - n) : 0;
}

static void
must_pass(State *s, Use use, const GcnRegs *regs, uint8_t n)
{
	for (uint32_t i = regs->first; i < (uint32_t)regs->first + regs->n; i++)
		if (s->left[use][i] < n)
			s->left[use][i] = n;
	if (s->most < n)
		s->most = n;
}

/* Cycles left for any of REGS; those that are less than the full number by
 * SLACK. */
static unsigned
left(const State *s, Use use, const GcnRegs *regs, unsigned slack)
{
	unsigned n = 0;

	for (uint32_t i = regs->first; i < (uint32_t)regs->first + regs->n; i++)
		if (s->left[use][i] > n)
			n = s->left[use][i];
	return n > slack ? n - slack : 0;
}

/* Has LINE a second result, a carry for the most part? */
static bool
two_results(const GcnCode *code, const GcnLine *line)
{
	return gcn_line_has(code, line, "_co_") ||
	       gcn_line_is(code, line, "v_div_scale") ||
	       gcn_line_is(code, line, "v_mad_u64") ||
	       gcn_line_is(code, line, "v_mad_i64") ||
	       gcn_line_is(code, line, "v_swap");
}

static bool
writes(const GcnCode *code, const GcnLine *line, const GcnRegs *regs)
{
	switch (line->unit) {
	case UNIT_VECTOR:
		return !regs->operand ||
		       (regs->operand == 1 && two_results(code, line));
	case UNIT_MATRIX:
		return !regs->operand;
	case UNIT_SCALAR:
		return !regs->operand && !gcn_line_is(code, line, "s_cmp") &&
		       !gcn_line_is(code, line, "s_bitcmp");
	default:
		return !regs->operand && line->flags & LINE_RETURNS;
	}
}

static bool
is_memory(const GcnLine *line)
{
	return line->unit == UNIT_MEMORY || line->unit == UNIT_FLAT ||
	       line->unit == UNIT_IMAGE;
}

static bool
is_vector(const GcnRegs *regs)
{
	return regs->first < GCN_SCALAR;
}

static int
matrix_size(const GcnCode *code, const GcnLine *line)
{
	for (size_t i = 0; i < sizeof(MATRICES) / sizeof(*MATRICES); i++)
		if (gcn_line_has(code, line, MATRICES[i].name))
			return (int)i;
	return 2;
}

/* What writes REGS, so that the same can be told; never 0 or 1. */
static uint32_t
owner(const GcnCode *code, const GcnLine *line, const GcnRegs *regs)
{
	uint32_t h = 5;

	if (line->unit == UNIT_MATRIX)
		return 2 + regs->first + ((uint32_t)regs->n << 12);
	for (uint32_t i = line->name; i < line->name_end; i++)
		h = h * 33 + (uint8_t)code->text[i];
	return h | 1u << 31;
}

static bool
owned(const State *s, const GcnRegs *regs, uint32_t by)
{
	for (uint32_t i = regs->first; i < (uint32_t)regs->first + regs->n; i++)
		if (s->owner[i] != by)
			return false;
	return true;
}

static void
most(unsigned *n, unsigned with)
{
	*n = with > *n ? with : *n;
}

static bool
is_dot(const GcnCode *code, const GcnLine *line)
{
	return gcn_line_is(code, line, "v_dot");
}

/* Cycles before LINE, a matrix instruction, as far as REGS matter. */
static void
need_matrix(const Hazards *h, const GcnLine *line, const GcnRegs *regs,
	    unsigned *n)
{
	const State *s = &h->now;
	int size = matrix_size(h->code, line);
	bool wide = MATRICES[size].wide;

	if (!regs->operand || !is_vector(regs))
		return;
	most(n, left(s, WRITTEN, regs, 0));
	if (regs->operand < 3)
		most(n, left(s, MATRIX_AB, regs, 0));
	else if (!owned(s, regs, owner(h->code, line, regs)))
		most(n, left(s, wide ? DOUBLE_C : MATRIX_C, regs, 0));
	else if (!size)
		most(n, left(s, DOUBLE_CC, regs, 0));
}

/* The same for others, of what matrix and dot instructions wrote. */
static void
need_written(const Hazards *h, const GcnLine *line, const GcnRegs *regs,
	     unsigned *n)
{
	const State *s = &h->now;
	bool write = writes(h->code, line, regs);

	if (!is_vector(regs))
		return;
	if (is_dot(h->code, line) && regs->operand != 1 && regs->operand != 2 &&
	    owned(s, regs, owner(h->code, line, regs)))
		return;
	if (write) {
		most(n, left(s, OVERWRITTEN, regs, 0));
		most(n, left(s, ADDED, regs, 0));
	} else {
		most(n, left(s, line->unit == UNIT_VECTOR ? READ : STORED, regs,
			     0));
	}
}

static void
need_vector(const Hazards *h, const GcnLine *line, const GcnRegs *regs,
	    unsigned *n)
{
	const State *s = &h->now;

	if (is_vector(regs) && writes(h->code, line, regs))
		most(n, left(s, DATA, regs, 0));
	if (line->flags & LINE_LANES && is_vector(regs) && regs->operand)
		most(n, left(s, WRITTEN, regs, 0));
	if ((regs->operand == 2 &&
	     (gcn_line_is(h->code, line, "v_readlane") ||
	      gcn_line_is(h->code, line, "v_writelane"))) ||
	    (regs->operand == 255 && regs->first == GCN_VCC))
		most(n, left(s, SCALAR, regs, FAR - NEAR));
}

static unsigned
needed(const Hazards *h, const GcnLine *line)
{
	static const GcnRegs exec = {GCN_EXEC, 1, 255}, m0 = {GCN_M0, 1, 255},
			     mode = {GCN_MODE, 1, 255},
			     wide = {GCN_WIDE, 1, 255};
	const State *s = &h->now;
	unsigned n = 0;

	if (!s->most)
		return 0;
	if (is_memory(line) || line->flags & LINE_LANES)
		most(&n, left(s, SCALAR, &exec, 0));
	if (line->unit == UNIT_MATRIX)
		most(&n, left(s, SCALAR, &exec, FAR - NEAR));
	if (line->unit == UNIT_MESSAGE || line->flags & LINE_LDS ||
	    gcn_line_is(h->code, line, "v_interp") ||
	    gcn_line_has(h->code, line, "_movrel"))
		most(&n, left(s, DATA, &m0, 0));
	if (gcn_line_is(h->code, line, "v_fma_f64") ||
	    gcn_line_is(h->code, line, "v_fmac_f64"))
		most(&n, left(s, DATA, &wide, 0));
	if (gcn_line_is(h->code, line, "s_getreg") ||
	    gcn_line_is(h->code, line, "s_setreg"))
		most(&n, left(s, DATA, &mode, 0));
	FOR_SLICE(GcnRegs, regs, h->code->regs.at, line->regs) {
		if (is_memory(line) && !is_vector(regs))
			most(&n, left(s, SCALAR, regs, 0));
		if (line->unit == UNIT_VECTOR)
			need_vector(h, line, regs, &n);
		if (!h->code->matrix)
			continue;
		if (line->unit == UNIT_MATRIX)
			need_matrix(h, line, regs, &n);
		else if (line->unit != UNIT_SCALAR)
			need_written(h, line, regs, &n);
	}
	return n;
}

/* Has a buffer access a register for its offset?  Then it has read its data
 * when the next instruction runs. */
static bool
offset_register(const GcnCode *code, const GcnLine *line)
{
	for (uint32_t i = line->regs.start; i < line->regs.end; i++)
		if (code->regs.at[i].operand == 3 &&
		    !is_vector(&code->regs.at[i]))
			return gcn_line_has(code, line, "buffer_");
	return false;
}

static void
set_matrix(Hazards *h, const GcnLine *line, const GcnRegs *regs)
{
	static const GcnRegs wide = {GCN_WIDE, 1, 255};
	const uint8_t *cycles = MATRICES[matrix_size(h->code, line)].cycles;

	if (regs->operand == 3 && is_vector(regs))
		must_pass(&h->now, ADDED, regs, cycles[ADDED - MATRIX_C]);
	if (regs->operand)
		return;
	if (MATRICES[matrix_size(h->code, line)].wide)
		must_pass(&h->now, DATA, &wide, 2);
	for (int use = MATRIX_C; use < ADDED; use++)
		must_pass(&h->now, use, regs, cycles[use - MATRIX_C]);
	for (uint32_t i = regs->first; i < (uint32_t)regs->first + regs->n; i++)
		h->now.owner[i] = owner(h->code, line, regs);
}

static void
set_vector(Hazards *h, const GcnLine *line, const GcnRegs *regs)
{
	if (!is_vector(regs)) {
		must_pass(&h->now, SCALAR, regs, FAR);
		return;
	}
	if (!h->code->matrix || !is_dot(h->code, line)) {
		must_pass(&h->now, WRITTEN, regs, ACROSS);
		return;
	}
	must_pass(&h->now, READ, regs, DOT);
	must_pass(&h->now, STORED, regs, DOT);
	must_pass(&h->now, OVERWRITTEN, regs, DOT);
	for (uint32_t i = regs->first; i < (uint32_t)regs->first + regs->n; i++)
		h->now.owner[i] = owner(h->code, line, regs);
}

/* A vector written just before a matrix instruction in double precision is
 * not yet there for memory. */
static void
set_between(State *s)
{
	for (size_t i = 0; i < GCN_SCALAR; i++)
		if (s->left[WRITTEN][i] == ACROSS - 1 && !s->left[STORED][i])
			s->left[STORED][i] = 1;
	s->most = s->most ? s->most : 1;
}

/* What is too early behind LINE. */
static void
set(Hazards *h, const GcnLine *line)
{
	static const GcnRegs exec = {GCN_EXEC, 2, 255},
			     mode = {GCN_MODE, 1, 255};
	bool wide = line->flags & LINE_WIDE && !offset_register(h->code, line);

	if (gcn_line_is(h->code, line, "v_cmpx"))
		must_pass(&h->now, SCALAR, &exec, FAR);
	if (gcn_line_is(h->code, line, "s_setreg"))
		must_pass(&h->now, DATA, &mode, 2);
	if (line->unit == UNIT_MATRIX && h->code->matrix &&
	    MATRICES[matrix_size(h->code, line)].wide)
		set_between(&h->now);
	FOR_SLICE(GcnRegs, regs, h->code->regs.at, line->regs) {
		bool write = writes(h->code, line, regs);

		if (line->unit == UNIT_MATRIX && h->code->matrix)
			set_matrix(h, line, regs);
		if (line->unit == UNIT_VECTOR && write)
			set_vector(h, line, regs);
		if (wide && is_vector(regs) && regs->n > 2)
			must_pass(&h->now, DATA, regs, 1);
		if (line->unit == UNIT_SCALAR && write && regs->first == GCN_M0)
			must_pass(&h->now, DATA, regs, 1);
	}
}

/* How LINE goes with others in a row; UNIT_NONE: it ends them. */
static uint8_t
clause_unit(const GcnLine *line)
{
	return is_memory(line)			  ? UNIT_MEMORY
	       : line->unit == UNIT_SCALAR_MEMORY ? UNIT_SCALAR_MEMORY
						  : UNIT_NONE;
}

static void
clause_end(State *s)
{
	if (s->clause.unit)
		s->clause = (Clause){0};
}

/* Must LINE be kept apart from the accesses before it? */
static bool
clause_breaks(const Clause *c, const Clause *own, const GcnLine *line)
{
	uint64_t written = 0, both = 0;

	if (c->unit != own->unit)
		return false;
	for (size_t i = 0; i < BITS_WORDS(GCN_REGS); i++) {
		written |= c->written[i];
		both |= (c->written[i] | own->written[i]) &
			(c->read[i] | own->read[i]);
	}
	return written && (both || !(line->flags & LINE_RETURNS));
}

/* LINE becomes part of the accesses in a row; 1 if an idle cycle must come
 * before it. */
static unsigned
clause_add(Hazards *h, const GcnLine *line, bool apart)
{
	Clause own = {.unit = clause_unit(line)};

	if (apart || !own.unit)
		clause_end(&h->now);
	if (!own.unit)
		return 0;
	FOR_SLICE(GcnRegs, regs, h->code->regs.at, line->regs) {
		bool write = writes(h->code, line, regs);

		for (uint32_t k = 0; k < regs->n; k++)
			bits_add(write ? own.written : own.read,
				 regs->first + k);
	}
	unsigned n = clause_breaks(&h->now.clause, &own, line);
	if (n || h->now.clause.unit != own.unit)
		clause_end(&h->now);
	clause_join(&h->now.clause, &own);
	return n;
}

static bool
is_waited(GcnWait w)
{
	return w.memory != NO_WAIT || w.exported != NO_WAIT ||
	       w.local != NO_WAIT;
}

static void
walk(void *pass, uint32_t b)
{
	Hazards *h = pass;
	const GcnBlock *block = &h->code->blocks.at[b];

	h->now = h->in[b];
	for (uint32_t i = block->first; i < block->end; i++) {
		GcnLine *line = &h->code->lines.at[i];

		if (line->unit == UNIT_NONE)
			continue;
		if (is_waited(line->before)) {
			pass_cycles(&h->now, 1);
			clause_end(&h->now);
		}
		if (line->unit == UNIT_IDLE) {
			pass_cycles(&h->now, line->idle + 1u);
			clause_end(&h->now);
		} else if (!(line->flags & LINE_SOFT)) {
			line->idle = (uint8_t)needed(h, line);
			if (clause_add(h, line, line->idle))
				line->idle = 1;
			pass_cycles(&h->now, line->idle + 1u);
			set(h, line);
		}
	}
}

static bool
flow(void *pass, uint32_t to)
{
	Hazards *h = pass;

	return state_join(&h->in[to], &h->now);
}

void
gcn_hazards(GcnCode *code, Arena *arena)
{
	/* What holds at a block's start only grows, by bits, up to 255 or
	 * twice. */
	Hazards h = {.code = code};
	GcnFlow steps = {walk, flow, &h, 256 * sizeof(State)};

	h.in = ARENA_NEW(arena, State, code->blocks.n);
	gcn_iterate(code, &steps, arena);
}
