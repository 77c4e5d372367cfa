/*
 * A quick bound on demand, without liveness: what a register spans from its
 * first occurrence in the text to its last, as Poletto and Sarkar's linear scan
 * takes it (1999).
 *
 * If each block but the first has a predecessor that stands before it, paths
 * that only go forward reach every block, and what lives into a block has been
 * written before it.  So a value lives along an edge back to a block only if
 * its first occurrence stands before that block, and then until where the edge
 * leaves: each span is drawn out to there.  A program that reads what it has
 * not written on all paths may need more than the bound says.
 *
 * Instruction I reads at position 2 * I and writes at 2 * I + 1.
 */
#include "core/analysis/demand_internal.h"

#include "core/base/bits.h"

enum {
	STEPS_MAX = 32, /* edges back that one register is drawn out along */
	HELD_MAX = 64,	/* registers of the machine in use at one place */
};

typedef struct {
	uint32_t first, last; /* positions; first > last: none */
	BlockId first_block, last_block;
} Extent;

/* A register of the machine that is read at position TO, on a walk up. */
typedef struct {
	RegId reg;
	uint32_t to;
} Held;

typedef struct {
	const Func *f;
	const uint64_t *reserved;
	Extent *extents;	/* by VregId */
	BlockId *reach;		/* by block: last one with an edge back to it */
	BlockId *around, *next; /* by block: innermost block at or before it
				   that is reached from there or behind; and
				   the one around that; NONE */
	uint32_t **change;	/* by file, then by position: of registers in
				   use; NULL: none of that file is */
	Held held[HELD_MAX];
	uint32_t nheld;
	Arena *tmp;
} Bound;

/* Which blocks are reached by edges back?  False: some block has no predecessor
 * before it. */
static bool
edges_back(Bound *b)
{
	const Func *f = b->f;
	Arena *tmp = b->tmp;
	uint32_t n = f->blocks.n;
	uint8_t *entered = ARENA_NEW(tmp, uint8_t, n + 1);
	BlockId top = NONE;

	b->reach = ARENA_RAW(tmp, BlockId, n + 1);
	b->around = ARENA_RAW(tmp, BlockId, n + 1);
	b->next = ARENA_RAW(tmp, BlockId, n + 1);
	for (uint32_t i = 0; i < n; i++)
		b->reach[i] = NONE;
	for (uint32_t i = 0; i < n; i++) {
		FOR_SUCCS(succ, f, i) {
			BlockId to = succ->block;

			if (to <= i)
				b->reach[to] = i;
			else
				entered[to] = 1;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		if (i && !entered[i])
			return false;
		while (top != NONE && b->reach[top] < i)
			top = b->next[top];
		b->next[i] = top;
		if (b->reach[i] != NONE)
			top = i;
		b->around[i] = top;
	}
	return true;
}

static void
vreg_touch(Bound *b, VregId v, uint32_t pos, BlockId block)
{
	Extent *s = &b->extents[v];

	if (pos < s->first) {
		s->first = pos;
		s->first_block = block;
	}
	if (pos >= s->last) {
		s->last = pos;
		s->last_block = block;
	}
}

/* SIZE registers of FILE are in use from position FROM to TO. */
static void
use_add(Bound *b, uint32_t from, uint32_t to, uint32_t file, uint32_t size)
{
	uint32_t *change = b->change[file];

	if (!change)
		change = b->change[file] = ARENA_NEW(
			b->tmp, uint32_t, 2 * (size_t)b->f->insns.n + 3);
	change[from] += size;
	change[to + 1] -= size;
}

static void
reg_use_add(Bound *b, RegId reg, uint32_t from, uint32_t to)
{
	const Target *t = b->f->target;
	const TargetClass *cls = &t->classes[t->regs[reg].cls];

	use_add(b, from, to, cls->file, demand_of_class(t, cls));
}

static bool
is_counted(const Bound *b, RegId reg)
{
	return b->f->target->regs[reg].cls != CLASS_NONE &&
	       !bits_has(b->reserved, reg);
}

static bool
reg_hold(Bound *b, RegId reg, uint32_t to)
{
	for (uint32_t i = 0; i < b->nheld; i++)
		if (b->held[i].reg == reg)
			return true;
	if (b->nheld == HELD_MAX)
		return false;
	b->held[b->nheld++] = (Held){reg, to};
	return true;
}

/* REG is written at position POS. */
static void
reg_write(Bound *b, RegId reg, uint32_t pos)
{
	uint32_t i;

	for (i = 0; i < b->nheld && b->held[i].reg != reg; i++)
		;
	if (i == b->nheld) {
		reg_use_add(b, reg, pos, pos);
		return;
	}
	reg_use_add(b, reg, pos, b->held[i].to);
	b->held[i] = b->held[--b->nheld];
}

/* The occurrences in PHI instruction I of block N, whose operands are read
 * where their blocks end. */
static void
phi_touch(Bound *b, InsnId i, BlockId n)
{
	const Func *f = b->f;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);

	vreg_touch(b, o->val, 2 * f->blocks.at[n].first, n);
	for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2)
		if (o[k].kind == OPND_VREG && opnd_reads(&o[k])) {
			BlockId from = o[k + 1].val;
			uint32_t end = f->blocks.at[from].end;

			vreg_touch(b, o[k].val, end ? 2 * end - 1 : 0, from);
		}
}

static void
vreg_occur(Bound *b, const Operand *o, InsnId i, BlockId n)
{
	if (o->flags & OPND_DEF)
		vreg_touch(b, o->val, 2 * i + 1, n);
	if (opnd_reads(o))
		vreg_touch(b, o->val, 2 * i, n);
}

/* What instruction I writes, and then, on the way up, what it reads: of virtual
 * registers in any order. */
static bool
opnds_touch(Bound *b, InsnId i, BlockId n)
{
	const Insn *insn = func_insn(b->f, i);
	const Operand *o = insn_opnds(b->f, insn);
	bool reads = false;

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		if (o[k].kind == OPND_VREG) {
			vreg_occur(b, &o[k], i, n);
		} else if (o[k].kind == OPND_REG && o[k].val) {
			if (o[k].flags & OPND_DEF && is_counted(b, o[k].val))
				reg_write(b, o[k].val, 2 * i + 1);
			reads |= opnd_reads(&o[k]);
		}
	}
	for (uint32_t k = 0; reads && k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].val && opnd_reads(&o[k]) &&
		    is_counted(b, o[k].val) && !reg_hold(b, o[k].val, 2 * i))
			return false;
	return true;
}

/* What lives into the successors of BLOCK is in use at its end. */
static bool
liveouts_hold(Bound *b, const Block *block)
{
	const Func *f = b->f;

	FOR_SLICE(Succ, succ, f->succs.at, block->succs)
		FOR_LIVEINS(livein, f, succ->block)
			if (is_counted(b, livein->reg) &&
			    !reg_hold(b, livein->reg, 2 * block->end))
				return false;
	return true;
}

static bool
block_touch(Bound *b, BlockId n)
{
	const Func *f = b->f;
	const Block *block = &f->blocks.at[n];

	b->nheld = 0;
	if (!liveouts_hold(b, block))
		return false;
	for (InsnId i = block->end; i-- > block->first;) {
		const Insn *insn = func_insn(f, i);

		if (insn->flags & INSN_DEBUG)
			continue;
		if (insn_is(f, insn, WK_PHI))
			phi_touch(b, i, n);
		else if (!opnds_touch(b, i, n))
			return false;
	}
	for (uint32_t k = 0; k < b->nheld; k++)
		reg_use_add(b, b->held[k].reg, 2 * block->first, b->held[k].to);
	return true;
}

/* Draw S out along edges back.  False: too many. */
static bool
extent_draw(const Bound *b, Extent *s)
{
	uint32_t steps = 0;
	BlockId to = s->last_block;

	if (s->first_block == s->last_block)
		return true;
	for (BlockId far = to;; to = far) {
		for (BlockId at = b->around[to];
		     at != NONE && at > s->first_block; at = b->next[at]) {
			uint32_t end = 2 * b->f->blocks.at[b->reach[at]].end;

			if (++steps > STEPS_MAX)
				return false;
			if (s->last + 1 < end)
				s->last = end - 1;
			if (far < b->reach[at])
				far = b->reach[at];
		}
		if (far == to)
			return true;
	}
}

/* Do all registers of the function together fit into the files? */
static bool
uses_fit(const Bound *b)
{
	const Target *t = b->f->target;
	uint32_t *limit = ARENA_NEW(b->tmp, uint32_t, t->n_files + 1);
	uint32_t npos = 2 * b->f->insns.n + 1;

	demand_limits(t, b->reserved, limit);
	for (uint32_t k = 0; k < t->n_files; k++) {
		const uint32_t *change = b->change[k];
		uint32_t now = 0;

		for (uint32_t i = 0; change && i < npos; i++) {
			now += change[i];
			if (now > limit[k])
				return false;
		}
	}
	return true;
}

bool
demand_surely_fits(const Func *f, const uint64_t *reserved, Arena *tmp)
{
	Bound b = {.f = f, .reserved = reserved, .tmp = tmp};

	if (!edges_back(&b))
		return false;
	b.change = ARENA_NEW(tmp, uint32_t *, f->target->n_files + 1);
	b.extents = ARENA_RAW(tmp, Extent, f->vregs.n + 1);
	for (VregId v = 0; v < f->vregs.n; v++)
		b.extents[v] = (Extent){.first = UINT32_MAX};
	for (BlockId n = 0; n < f->blocks.n; n++)
		if (!block_touch(&b, n))
			return false;
	for (VregId v = 0; v < f->vregs.n; v++) {
		ClassId id = f->vregs.at[v].cls;
		const TargetClass *cls = &f->target->classes[id];

		if (id == CLASS_NONE || b.extents[v].first == UINT32_MAX)
			continue;
		if (!extent_draw(&b, &b.extents[v]))
			return false;
		use_add(&b, b.extents[v].first, b.extents[v].last, cls->file,
			demand_of_class(f->target, cls));
	}
	return uses_fit(&b);
}
