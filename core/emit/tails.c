/*
 * Blocks are looked at from the last to the first, so that what follows on a
 * block has mostly been merged when it comes: two blocks that lead to two that
 * were the same end alike then.
 */
#include "core/emit/branches_internal.h"

#include "core/base/bits.h"
#include "core/base/intmap.h"
#include "core/model/edges.h"

#include <string.h>

typedef struct {
	Branches *s;
	IntMap last;	 /* by the hash of a block's end: the last such block */
	BlockId *other;	 /* by block: another one with that hash; NONE */
	uint32_t number; /* of the next block that is made */
} Tails;

/* What the ends of two blocks have in common. */
typedef struct {
	InsnId first[2]; /* where it starts in the one, and in the other */
	uint32_t code;	 /* instructions of it that become code */
	bool whole[2];	 /* is it all of the block? */
} Common;

/* So many blocks whose last instruction is the same are compared with one. */
enum { TAIL_TRIES = 16 };

/* So many instructions are worth the jump to them. */
enum { TAIL_MIN = 3 };

/* Does INSN become no code, and stand for no place? */
static bool
emits_nothing(const Func *f, const Insn *insn)
{
	uint32_t flags = insn_flags(f, insn);

	return insn->flags & INSN_DEBUG ||
	       (flags & (OP_META | OP_DEBUG) && !(flags & OP_POSITION));
}

/* The last instruction of BLOCK before END that emits something; NONE. */
static InsnId
emitting_before(const Func *f, const Block *block, InsnId end)
{
	while (end > block->first)
		if (!emits_nothing(f, func_insn(f, --end)))
			return end;
	return NONE;
}

/* Where control goes on behind block B, by a jump or without; NONE: nowhere.
 * END is where its instructions end before that jump. */
static BlockId
goes_on(const Branches *s, BlockId b, InsnId *end)
{
	const Func *f = s->f;
	const Block *block = &f->blocks.at[b];
	InsnId last = block_last(f, block, block->end);
	const Operand *jump = branches_jump(f, last);

	*end = jump ? last : block->end;
	return final_target(s, jump ? jump->val : s->fall[b]);
}

static bool
text_equal(const Func *f, Span a, Span b)
{
	const char *text = f->source->text;

	return a.len == b.len && !memcmp(text + a.at, text + b.at, a.len);
}

static bool
opnd_equal(const Branches *s, const Operand *o, const Operand *p)
{
	const Func *f = s->f;
	unsigned differ = o->flags ^ p->flags;

	if (o->kind != p->kind || o->sub != p->sub ||
	    differ & (OPND_DEF | OPND_IMPLICIT | OPND_DEAD | OPND_UNDEF))
		return false;
	switch (o->kind) {
	case OPND_IMM:
		return opnd_imm(f, o) == opnd_imm(f, p);
	case OPND_BLOCK:
		return final_target(s, o->val) == final_target(s, p->val);
	case OPND_REG:
	case OPND_STACK:
	case OPND_FIXED:
	case OPND_SUB:
		return o->val == p->val;
	case OPND_MASK:
		return o->val == p->val ||
		       (f->masks.at[o->val].named != NONE &&
			f->masks.at[o->val].named == f->masks.at[p->val].named);
	default:
		return o->val == p->val &&
		       text_equal(f, opnd_text(f, o), opnd_text(f, p));
	}
}

/* Does INSN stand for its place, or does who wrote it want it to stay where it
 * is: inline assembly, in which labels and directives may be, and calls that
 * show in a report where they were made? */
static bool
is_unique(const Func *f, const Insn *insn)
{
	return insn->flags & (INSN_UNKNOWN | INSN_PARALLEL) ||
	       insn_flags(f, insn) & (OP_POSITION | OP_RETURNS_TWICE) ||
	       insn_is(f, insn, WK_INLINEASM) || insn_labels(f, insn).len ||
	       span_behind(f->source, insn->name, "nomerge ");
}

/* May there be one of A and B, two instructions, in place of both? */
static bool
insn_equal(const Branches *s, const Insn *a, const Insn *b)
{
	const Func *f = s->f;
	unsigned differ = a->flags ^ b->flags;

	if (a->op != b->op || a->nopnds != b->nopnds ||
	    differ & (INSN_BUNDLE | INSN_BUNDLED | INSN_REST | INSN_BARE) ||
	    is_unique(f, a) || is_unique(f, b))
		return false;
	for (uint32_t k = 0; k < a->nopnds; k++)
		if (!opnd_equal(s, insn_opnds(f, a) + k, insn_opnds(f, b) + k))
			return false;
	return true;
}

/* Find in C what the ends of blocks A and B have in common.  It does not start
 * inside a bundle, or between what makes room for a call's arguments and what
 * takes it back. */
static void
common_find(const Branches *s, BlockId a, BlockId b, Common *c)
{
	const Func *f = s->f;
	const Block *x = &f->blocks.at[a], *y = &f->blocks.at[b];
	uint32_t code = 0, open = 0;
	InsnId i, j;

	*c = (Common){{NONE, NONE}, 0, {false, false}};
	if (goes_on(s, a, &i) != goes_on(s, b, &j))
		return;
	for (;;) {
		i = emitting_before(f, x, i);
		j = emitting_before(f, y, j);
		if (i == NONE || j == NONE)
			break;
		const Insn *insn = func_insn(f, i);
		if (!insn_equal(s, insn, func_insn(f, j)))
			break;
		uint32_t flags = insn_flags(f, insn);
		if (flags & OP_FRAME_CLOSE)
			open++;
		else if (flags & OP_FRAME_OPEN && open-- == 0)
			break;
		else
			code += !(insn->flags & INSN_BUNDLE);
		if (open || insn->flags & INSN_BUNDLED)
			continue;
		*c = (Common){{i, j}, code, {false, false}};
	}
	if (!c->code)
		return;
	c->whole[0] = emitting_before(f, x, c->first[0]) == NONE;
	c->whole[1] = emitting_before(f, y, c->first[1]) == NONE;
}

/* Is there less to run or to store if block B leaves to A what C says that they
 * have in common? */
static bool
is_better(const Branches *s, BlockId b, const Common *c)
{
	return c->code >= TAIL_MIN ||
	       (c->code &&
		(c->whole[0] || (c->whole[1] && !bits_has(s->pinned, b))));
}

/* What is said of the place in the source that INSN is for. */
static Span
location_of(const Func *f, const Insn *insn)
{
	const char *text = f->source->text, *end;
	const char *p = span_behind(f->source, insn->tail, "debug-location ");

	if (!p)
		return (Span){0, 0};
	Span rest = {(Loc)(p - text),
		     insn->tail.at + insn->tail.len - (Loc)(p - text)};
	end = span_behind(f->source, rest, " :: ");
	if (end)
		rest.len = (uint32_t)(end - p);
	return rest;
}

/* One stands for both now: instructions of A that are for another place in the
 * source than those of B are for none. */
static void
places_merge(const Branches *s, BlockId a, BlockId b, const Common *c)
{
	Func *f = s->f;
	InsnId i, j;

	goes_on(s, a, &i);
	goes_on(s, b, &j);
	if (i < f->blocks.at[a].end)
		f->insns.at[i].tail = (Span){0, 0};
	while (i > c->first[0]) {
		i = emitting_before(f, &f->blocks.at[a], i);
		j = emitting_before(f, &f->blocks.at[b], j);
		Insn *insn = &f->insns.at[i];
		if (!text_equal(f, location_of(f, insn),
				location_of(f, func_insn(f, j))))
			insn->tail = (Span){0, 0};
	}
}

/* Block B ends before instruction END, and control goes on in TO. */
static void
block_cut(Branches *s, BlockId b, InsnId end, BlockId to)
{
	Func *f = s->f;
	Succ succ = {to, 1u << 31};
	Block *block = &f->blocks.at[b];

	block->end = end;
	block->succs = (Slice){f->succs.n, f->succs.n + 1};
	VEC_PUSH(f->arena, f->succs, succ);
	s->fall[b] = to;
}

static void
livein_push(Func *f, LiveIn in)
{
	VEC_PUSH(f->arena, f->liveins, in);
}

/* What may live into BLOCK: what does behind it, and what it reads. */
static void
liveins_collect(Func *f, Block *block)
{
	uint32_t start = f->liveins.n;

	FOR_SLICE(Succ, succ, f->succs.at, block->succs)
		FOR_SLICE(LiveIn, livein, f->liveins.at,
			  f->blocks.at[succ->block].liveins)
			livein_push(f, *livein);
	for (InsnId i = block->first; i < block->end; i++)
		FOR_OPNDS(o, f, func_insn(f, i))
			if (o->kind == OPND_REG && o->val && opnd_reads(o))
				livein_push(f,
					    (LiveIn){(RegId)o->val, LANES_ALL});
	block->liveins = (Slice){start, f->liveins.n};
}

/* The end of block A, from instruction FIRST on, as a block of its own. */
static BlockId
block_split(Tails *t, BlockId a, InsnId first)
{
	Branches *s = t->s;
	Func *f = s->f;
	BlockId b = f->blocks.n;
	Block block = {.first = first,
		       .end = f->blocks.at[a].end,
		       .succs = f->blocks.at[a].succs,
		       .number = t->number++};

	liveins_collect(f, &block);
	VEC_PUSH(f->arena, f->blocks, block);
	s->to[b] = NONE;
	s->fall[b] = s->fall[a];
	s->freq[b] = s->freq[a];
	block_cut(s, a, first, b);
	return b;
}

/* Let A, or its end, do what C says that B has in common with it.  Returns the
 * block that does. */
static BlockId
ends_merge(Tails *t, BlockId a, BlockId b, const Common *c)
{
	Branches *s = t->s;

	places_merge(s, a, b, c);
	BlockId one = c->whole[0] ? a : block_split(t, a, c->first[0]);
	s->freq[one] += s->freq[b];
	if (c->whole[1] && !bits_has(s->pinned, b)) {
		s->to[b] = one;
		bits_add(s->gone, b);
	} else {
		block_cut(s, b, c->first[1], one);
	}
	return one;
}

/* A hash of where block B goes on and of its last instruction before that; 0:
 * its end is not merged. */
static uint32_t
end_hash(const Branches *s, BlockId b)
{
	const Func *f = s->f;
	const Block *block = &f->blocks.at[b];
	InsnId end;

	FOR_SLICE(Succ, succ, f->succs.at, block->succs)
		if (f->blocks.at[succ->block].flags & BLOCK_EARLY_TARGET)
			return 0;
	uint64_t hash = goes_on(s, b, &end);
	end = emitting_before(f, block, end);
	if (end == NONE)
		return 0;
	const Insn *insn = func_insn(f, end);
	/* Who looks for its next step itself, as an interpreter does, does so
	 * in many places for the machine to foresee it. */
	if (insn_flags(f, insn) & OP_INDIRECT_BRANCH)
		return 0;
	hash = intmap_hash(hash << 32 | insn->op);
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG)
			hash = intmap_hash(hash << 32 | o->val);
	return (uint32_t)hash | 1;
}

/* Merge the end of B with that of another, if that is better. */
static void
tail_merge(Tails *t, BlockId b)
{
	Branches *s = t->s;
	uint32_t hash = end_hash(s, b), tries = TAIL_TRIES;
	BlockId best = NONE;
	Common most = {{NONE, NONE}, 0, {false, false}}, c;

	if (!hash)
		return;
	uint32_t *last = intmap_at(&t->last, s->tmp, hash);
	for (BlockId a = *last; a != NONE && tries--; a = t->other[a]) {
		common_find(s, a, b, &c);
		if (c.code > most.code && is_better(s, b, &c)) {
			best = a;
			most = c;
		}
	}
	BlockId left = best == NONE ? b : ends_merge(t, best, b, &most);
	if (left == best)
		return;
	t->other[left] = *last;
	*last = left;
}

void
tails_merge(Branches *s)
{
	uint32_t n = s->f->blocks.n;
	Tails t = {s,
		   {0},
		   ARENA_RAW(s->tmp, BlockId, 2 * n + 1),
		   blocks_next_number(s->f)};

	for (BlockId b = n; b-- > 0;)
		if (!bits_has(s->gone, b))
			tail_merge(&t, b);
}
