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

/* The definitions of an instruction that must be seen together. */
typedef struct {
	InsnId insn;
	const Act *first, *end;
} Writes;

static bool
is_implicit(const Flags *g, const Act *a)
{
	return g->f->opnds.at[a->opnd].flags & OPND_IMPLICIT;
}

/* Does A, one of the writes W, define what is around another definition?  It
 * does if it is implicit, but not by the opcode, and others write some of its
 * units, but not all. */
static bool
defines_around(Flags *g, const Act *a, const Writes *w)
{
	const Insn *insn = func_insn(g->f, w->insn);
	uint64_t rest = a->bits;
	bool some = !reg_bits(g, act_reg(g, a))->whole;
	const Act *o;

	if (!is_implicit(g, a) ||
	    target_implicit_has(g->t, insn_implied(g->f, insn)->defs,
				act_reg(g, a)))
		return false;
	for (o = w->first; o < w->end; o++) {
		if (is_implicit(g, o))
			continue;
		some |= o->word == WORD_MANY || a->word == WORD_MANY ||
			(o->word == a->word && o->bits & a->bits);
		if (o->word == a->word)
			rest &= ~o->bits;
	}
	return some && (rest || a->word == WORD_MANY) &&
	       opnd_defines_around(g->f, insn, a->opnd - insn->opnd0);
}

/* The members of the group at FIRST, the last of which is LAST. */
static Writes
group_writes(const Act *first, const Act *last)
{
	return (Writes){first->opnd, first + 1, last + 1};
}

/* Take the writes W, but for what is around, out of ROW. */
static void
kill_writes(Flags *g, const Writes *w, uint64_t *row)
{
	const Act *a;

	for (a = w->first; a < w->end; a++)
		if (!defines_around(g, a, w))
			act_del(g, a, row);
}

/* Marks of the definitions W, with ROW live behind them; takes what they write
 * out of ROW but for what is around. */
static void
mark_writes(Flags *g, const Writes *w, uint64_t *row)
{
	Operand *opnds = g->f->opnds.at;
	const Act *a;

	for (a = w->first; a < w->end; a++) {
		unsigned flags = opnds[a->opnd].flags & ~OPND_DEAD;

		if (!act_meets(g, a, row))
			flags |= OPND_DEAD;
		opnds[a->opnd].flags = (uint16_t)flags;
	}
	kill_writes(g, w, row);
}

/* Go back over the acts from FIRST to END, of one instruction, without marking
 * them. */
static void
pass_acts(Flags *g, const Act *first, const Act *end, uint64_t *row)
{
	const Act *a;

	for (a = end; a-- > first;)
		if (a->kind == ACT_MEMBER) {
			const Act *group = group_first(a);
			Writes w = group_writes(group, a);

			kill_writes(g, &w, row);
			a = group;
		} else {
			act_pass(g, a, row);
		}
}

/* The mark of A, which is neither a plain read nor a plain definition, with ROW
 * live behind it, which becomes what is live before it.  What is before A, or
 * its group, is what ends at the result. */
static const Act *
mark_rare(Flags *g, const Act *a, uint64_t *row)
{
	Operand *o = &g->f->opnds.at[a->opnd];
	const Act *group;
	Writes w;

	switch (a->kind) {
	case ACT_WIDE:
		o->flags &= (uint16_t)~OPND_KILL;
		if (!act_meets(g, a, row))
			o->flags |= OPND_KILL;
		act_add(g, a, row);
		return a;
	case ACT_CLOBBER:
		act_clobber(g, a, row);
		return a;
	case ACT_MEMBER:
		group = group_first(a);
		w = group_writes(group, a);
		mark_writes(g, &w, row);
		return group;
	default:
		return a;
	}
}

/* Marks of the acts from FIRST to END, with ROW live behind them, up to the
 * last ACT_BUNDLE among them.  Returns that, or FIRST.  Of a register and the
 * one around it, named behind it by the same instruction, the latter is
 * killed. */
static const Act *
mark_acts(Flags *g, const Act *first, const Act *end, uint64_t *row)
{
	Operand *opnds = g->f->opnds.at;
	const Act *a = end;

	while (a > first) {
		if ((--a)->kind > ACT_DEF) {
			if (a->kind == ACT_BUNDLE)
				return a;
			a = mark_rare(g, a, row);
			continue;
		}
		Operand *o = &opnds[a->opnd];
		uint64_t live = row[a->word];
		uint64_t def =
			0 - (uint64_t)a->kind; /* all ones: a definition */
		unsigned flag = (unsigned)OPND_KILL
				<< a->kind; /* or OPND_DEAD */
		o->flags = (uint16_t)((o->flags & ~flag) |
				      (live & a->bits ? 0 : flag));
		row[a->word] = (live | a->bits) ^ (a->bits & def);
	}
	return a;
}

/* The head of a bundle repeats what its members do: its marks are about what
 * follows the last of them. */
void
mark_block(Flags *g, BlockId b, uint64_t *row, uint64_t *behind)
{
	const Act *first = g->acts[b].first, *a = g->acts[b].end;
	bool inside = false;

	live_out(g, b, row);
	while (a > first) {
		a = mark_acts(g, first, a, row);
		if (a->kind != ACT_BUNDLE)
			break;
		if (func_insn(g->f, a->opnd)->flags & INSN_BUNDLE) {
			mark_acts(g, a - a->bits, a, behind);
			pass_acts(g, a - a->bits, a, row);
			a -= a->bits;
			inside = false;
		} else if (!inside) {
			row_copy(g, behind, row);
			inside = true;
		}
	}
}

void
flags_open(Flags *g)
{
	const Func *f = g->f;
	size_t all = (size_t)g->rows.words * f->blocks.n;

	preserved_init(&g->kept, f, g->tmp);
	/* One more for a group of each instruction, and for its bundle. */
	g->end = ARENA_RAW(g->tmp, Act,
			   (size_t)f->opnds.n + 2 * (size_t)f->insns.n);
	g->writes = ARENA_RAW(g->tmp, Act, f->opnds.n);
	g->acts = ARENA_RAW(g->tmp, Acts, f->blocks.n);
	g->together = ARENA_NEW(g->tmp, uint64_t, g->rows.words);
	g->rows.add = ARENA_RAW(g->tmp, uint64_t, all);
	g->rows.kill = ARENA_RAW(g->tmp, uint64_t, 2 * all);
	g->rows.live = ARENA_RAW(g->keep, uint64_t, all);
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

	if (!func_saved_regs(g->f, set))
		return NULL;
	row = ARENA_NEW(g->keep, uint64_t, g->rows.words);
	for (uint32_t w = 0; w < BITS_WORDS(t->n_regs); w++)
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
	g->rows.words = (units + ROW_STEP - 1) / ROW_STEP * ROW_STEP;
	g->ignored = ARENA_NEW(keep, uint64_t, units);
	g->classified = ARENA_NEW(keep, uint64_t, units);
	g->regs.index = ARENA_NEW(keep, uint16_t, t->n_regs);
	g->regs.seen = ARENA_RAW(keep, RegBits, t->n_regs + 1);
	g->regs.n = 1;
	g->restored = restored_find(g);
	return g;
}

/* What flags_update needs to know besides. */
static void
blocks_note(Flags *g)
{
	Func *f = g->f;

	g->nblocks = f->blocks.n;
	g->numbers = ARENA_RAW(g->keep, uint32_t, f->blocks.n);
	for (BlockId b = 0; b < f->blocks.n; b++) {
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

	preds_find(g);
	for (BlockId b = 0; b < f->blocks.n; b++)
		block_scan(g, b);
	solve_live(g);
	if (!f->traits.tracks_liveness || live_is_defined(g))
		return;
	g->rows.defined = ARENA_RAW(g->keep, uint64_t,
				    (size_t)g->rows.words * f->blocks.n);
	solve_defined(g);
	for (BlockId b = 0; b < f->blocks.n; b++)
		undefined_settle(g, b);
	solve_live(g);
}

Flags *
flags_mark(Func *f, const uint64_t *reserved, Arena *keep, Arena *tmp)
{
	Flags *g = flags_new(f, reserved, keep, tmp);

	flags_open(g);
	flags_solve(g);
	uint64_t *row = ARENA_RAW(tmp, uint64_t, g->rows.words);
	uint64_t *behind = ARENA_RAW(tmp, uint64_t, g->rows.words);
	for (BlockId b = 0; b < f->blocks.n; b++)
		mark_block(g, b, row, behind);
	if (f->traits.tracks_liveness)
		liveins_write(g, NULL);
	blocks_note(g);
	return f->traits.tracks_liveness ? g : NULL;
}
