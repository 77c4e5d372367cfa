/*
 * Physical liveness by register units: two bit-set problems over blocks.
 *
 * Forward, which units may be defined: a read of which no unit can be is
 * `undef`.  Backward, which units are read later: a definition of which no unit
 * is, is `dead`; a read after which none is, is `killed`.  Both together give
 * the live-ins: what is read later and may be defined.  A register that is
 * undefined on one path into a join (its IMPLICIT_DEF is gone) is live into the
 * join, but not into the blocks of that path.
 */
#include "core/rewrite/flags.h"

#include "core/rewrite/flags_internal.h"

/* The writes of an instruction. */
typedef struct {
	InsnId insn;
	const Act *first, *end;
} Writes;

/* Does A, one of the writes W, define what is around another definition?  It
 * does not if others write every unit of it, or none. */
static bool
defines_around(Flags *g, const Act *a, const Writes *w)
{
	const Insn *insn = func_insn(g->f, w->insn);
	uint64_t rest = a->bits;
	bool some = !reg_bits(g, act_reg(g, a))->whole;
	const Act *o;

	if (a->kind != ACT_DEF_MORE)
		return false;
	for (o = w->first; o < w->end; o++) {
		if (o->kind != ACT_DEF ||
		    g->f->opnds.at[o->opnd].flags & OPND_IMPLICIT)
			continue;
		some |= o->word == WORD_MANY || a->word == WORD_MANY ||
			(o->word == a->word && o->bits & a->bits);
		if (o->word == a->word)
			rest &= ~o->bits;
	}
	return some && (rest || a->word == WORD_MANY) &&
	       opnd_defines_around(g->f, insn, a->opnd - insn->opnd0);
}

/* Take the writes W, but for what is around, out of ROW. */
static inline void
kill_writes(Flags *g, const Writes *w, uint64_t *row)
{
	const Act *a;

	for (a = w->first; a < w->end; a++)
		if (a->kind == ACT_CLOBBER)
			act_clobber(g, a, row);
		else if (a->kind == ACT_DEF || !defines_around(g, a, w))
			act_del(g, a, row);
}

/* Marks of the definitions W, with ROW live behind them; takes what they write
 * out of ROW but for what is around. */
static inline void
mark_defs(Flags *g, const Writes *w, uint64_t *row)
{
	Operand *opnds = g->f->opnds.at;
	const Act *a;

	for (a = w->first; a < w->end; a++)
		if (a->kind != ACT_CLOBBER) {
			unsigned flags = opnds[a->opnd].flags & ~OPND_DEAD;

			if (!act_meets(g, a, row))
				flags |= OPND_DEAD;
			opnds[a->opnd].flags = (uint16_t)flags;
		}
	kill_writes(g, w, row);
}

/* Marks of the reads from FIRST to END, of one instruction, with ROW live
 * behind it but for its definitions; adds them to ROW.  From the last operand
 * on: of a register and the one around it, mentioned behind it, the latter is
 * killed. */
static inline void
mark_reads(Flags *g, const Act *first, const Act *end, uint64_t *row)
{
	Operand *opnds = g->f->opnds.at;
	const Act *a = end;

	while (a-- > first) {
		unsigned flags = opnds[a->opnd].flags & ~OPND_KILL;

		if (a->kind != ACT_READ)
			continue;
		if (!act_meets(g, a, row))
			flags |= OPND_KILL;
		opnds[a->opnd].flags = (uint16_t)flags;
		act_add(g, a, row);
	}
}

/* The head of a bundle repeats what its members do: its marks are about what
 * follows the last of them. */
void
mark_block(Flags *g, BlockId b, uint64_t *row, uint64_t *behind)
{
	const Block *block = &g->f->blocks.at[b];
	const ActStart *start = acts_start(g, b), *end = &start[block->end];
	bool inside = false;
	InsnId i;

	live_out(g, b, row);
	for (i = block->end; i-- > block->first; end = &start[i]) {
		unsigned flags = g->f->insns.at[i].flags;
		const Act *reads = start[i].reads;
		Writes w = {i, start[i].writes, end->writes};

		if (flags & INSN_BUNDLED && !inside)
			row_copy(g, behind, row);
		inside = flags & INSN_BUNDLED;
		if (flags & INSN_BUNDLE) {
			mark_defs(g, &w, behind);
			mark_reads(g, reads, end->reads, behind);
			kill_writes(g, &w, row);
			read_backward(g, b, i, row);
			continue;
		}
		mark_defs(g, &w, row);
		mark_reads(g, reads, end->reads, row);
	}
}

void
flags_open(Flags *g)
{
	const Func *f = g->f;
	uint32_t nopnds = 0;
	size_t all = (size_t)g->words * f->blocks.n;
	InsnId i;

	for (i = 0; i < f->insns.n; i++)
		nopnds += f->insns.at[i].nopnds;
	preserved_init(&g->kept, f, g->tmp);
	g->end.writes = ARENA_RAW(g->tmp, Act, nopnds);
	g->end.reads = ARENA_RAW(g->tmp, Act, nopnds);
	g->start = ARENA_RAW(g->tmp, ActStart, f->insns.n + f->blocks.n);
	g->add = ARENA_RAW(g->tmp, uint64_t, 3 * all);
	g->kill = g->add + all;
	g->use = g->kill + all;
	g->live = ARENA_RAW(g->keep, uint64_t, all);
	g->unsure = ARENA_RAW(g->tmp, uint8_t, f->blocks.n);
	g->clobbers = ARENA_RAW(g->tmp, bool, f->blocks.n);
}

/* The units of what F's header says is saved, and so restored; NULL: nothing
 * is, or not yet. */
static uint64_t *
restored_find(Flags *g)
{
	const Target *t = g->t;
	uint64_t *set = ARENA_NEW(g->tmp, uint64_t, BITS_WORDS(t->n_regs));
	uint64_t *row = NULL;
	uint32_t w;

	if (!func_saved_regs(g->f, set))
		return NULL;
	row = ARENA_NEW(g->keep, uint64_t, g->words);
	for (w = 0; w < BITS_WORDS(t->n_regs); w++)
		for (; set[w]; set[w] &= set[w] - 1)
			row_add(g, row, w * 64 + bits_lowest(set[w]));
	return row;
}

/* What is found about F and its registers goes to KEEP. */
static Flags *
flags_new(Func *f, const uint64_t *reserved, Arena *keep, Arena *tmp)
{
	const Target *t = f->target;
	uint32_t units = BITS_WORDS(t->n_unit_regs);
	Flags *g = ARENA_NEW(keep, Flags, 1);

	g->f = f;
	g->t = t;
	g->reserved = reserved;
	g->keep = keep;
	g->tmp = tmp;
	g->words = (units + ROW_STEP - 1) / ROW_STEP * ROW_STEP;
	g->ignored = ARENA_NEW(keep, uint64_t, units);
	g->classified = ARENA_NEW(keep, uint64_t, units);
	g->reg_seen = ARENA_NEW(keep, uint16_t, t->n_regs);
	g->seen = ARENA_RAW(keep, RegBits, t->n_regs + 1);
	g->nseen = 1;
	g->restored = restored_find(g);
	return g;
}

/* What flags_update needs to know besides. */
static void
blocks_note(Flags *g)
{
	Func *f = g->f;
	BlockId b;

	g->nblocks = f->blocks.n;
	g->numbers = ARENA_RAW(g->keep, uint32_t, f->blocks.n);
	for (b = 0; b < f->blocks.n; b++) {
		Block *block = &f->blocks.at[b];

		g->numbers[b] = block->number;
		block->flags =
			(block->flags | BLOCK_MARKED) & ~(unsigned)BLOCK_STALE;
	}
}

/* Fill `live`, and `defined` if not all that is live is. */
static void
flags_solve(Flags *g)
{
	Func *f = g->f;
	BlockId b;

	preds_find(g);
	for (b = 0; b < f->blocks.n; b++)
		block_scan(g, b);
	solve_live(g);
	if (!f->tracks_liveness || live_is_defined(g))
		return;
	g->defined =
		ARENA_RAW(g->keep, uint64_t, (size_t)g->words * f->blocks.n);
	solve_defined(g);
	for (b = 0; b < f->blocks.n; b++)
		undefined_settle(g, b);
	solve_live(g);
}

Flags *
flags_mark(Func *f, const uint64_t *reserved, Arena *keep, Arena *tmp)
{
	Flags *g = flags_new(f, reserved, keep, tmp);
	uint64_t *row, *behind;
	BlockId b;

	flags_open(g);
	flags_solve(g);
	row = ARENA_RAW(tmp, uint64_t, g->words);
	behind = ARENA_RAW(tmp, uint64_t, g->words);
	for (b = 0; b < f->blocks.n; b++)
		mark_block(g, b, row, behind);
	if (f->tracks_liveness)
		liveins_write(g, NULL);
	blocks_note(g);
	return f->tracks_liveness ? g : NULL;
}
