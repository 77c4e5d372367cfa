/*
 * Moves that one way out of a block needs: which they are, and what it is worth
 * to have them there.
 *
 * A walk up from the branch for each of its ways: a move can go if what stays
 * below does not read or write what it writes nor write what it reads, and if
 * its results are live into this successor and not into the other one.
 */
#include "core/rewrite/edges.h"

#include "core/model/edges.h"
#include "core/model/unitset.h"

#include <string.h>

enum { RELOAD_WEIGHT = 2 };

typedef struct {
	Func *f;
	const Target *t;
	const Steady *steady;
	const float *freq;
	Arena *tmp;
	EdgePlan plan;
	uint32_t words;	       /* of a set of units */
	uint64_t *into[2];     /* live into the successors of a block */
	const uint64_t *here;  /* of these, the one of the edge */
	const uint64_t *there; /* and the other one */
	uint64_t *open; /* live here, not there, and not written so far */
	uint64_t *read, *written; /* by what stays */
	uint32_t *slot_user;	  /* by slot: number of the walk that last met a
				     user of it that stays */
	uint32_t walk;
} Edges;

static void
liveins_get(const Edges *e, BlockId b, uint64_t *set)
{
	memset(set, 0, sizeof(*set) * e->words);
	FOR_LIVEINS(livein, e->f, b)
		unitset_add(e->t, set, livein->reg);
}

/* Does INSN, which can be computed again, give the same wherever it stands? */
static bool
is_invariant(const Edges *e, const Insn *insn)
{
	uint32_t flags = insn_flags(e->f, insn);
	bool pool = false;

	if (flags & (OP_SIDE_EFFECTS | OP_MAY_STORE | OP_TERMINATOR))
		return false;
	FOR_OPNDS(o, e->f, insn) {
		pool |= o->kind == OPND_CONST;
		if (o->kind == OPND_REG && o->val && !(o->flags & OPND_DEF) &&
		    !steady_reads(e->steady, o))
			return false;
	}
	return pool || !(flags & OP_MAY_LOAD);
}

/* Is INSN of no use but for what it writes, and can it stand elsewhere? */
static inline bool
is_move(const Edges *e, const Insn *insn)
{
	if (insn->flags & (INSN_BUNDLE | INSN_BUNDLED | INSN_DEBUG) ||
	    insn_labels(e->f, insn).len)
		return false;
	return insn_is(e->f, insn, WK_COPY) || insn->flags & INSN_REMAT ||
	       (insn->flags & INSN_RELOAD && insn->flags & INSN_MADE) ||
	       (insn_desc(e->f, insn)->flags & OP_REMATERIALIZABLE &&
		is_invariant(e, insn));
}

static bool
operand_goes(const Edges *e, const Operand *o, bool *wanted)
{
	RegId reg = (RegId)o->val;

	if (o->kind == OPND_STACK)
		return e->slot_user[o->val] != e->walk;
	if (o->kind != OPND_REG || !reg)
		return true;
	if (!(o->flags & OPND_DEF))
		return o->flags & OPND_UNDEF ||
		       !unitset_meets(e->t, e->written, reg);
	if (o->flags & OPND_DEAD)
		return !unitset_meets(e->t, e->here, reg);
	if (bits_has(e->steady->reserved, reg) ||
	    unitset_meets(e->t, e->there, reg) ||
	    unitset_meets(e->t, e->read, reg) ||
	    unitset_meets(e->t, e->written, reg))
		return false;
	*wanted |= unitset_meets(e->t, e->open, reg);
	return true;
}

/* Can INSN leave the block for the edge, and is it wanted there? */
static bool
insn_goes(const Edges *e, const Insn *insn)
{
	bool wanted = false;

	if (!is_move(e, insn))
		return false;
	FOR_OPNDS(o, e->f, insn)
		if (!operand_goes(e, o, &wanted))
			return false;
	return wanted;
}

/* INSN stays: false if nothing above it can go. */
static bool
insn_stays(Edges *e, const Insn *insn)
{
	if (insn->flags & INSN_DEBUG)
		return true;
	FOR_OPNDS(o, e->f, insn) {
		RegId reg = (RegId)o->val;

		if (o->kind == OPND_MASK)
			return false;
		if (o->kind == OPND_STACK && !(insn->flags & INSN_RELOAD))
			e->slot_user[o->val] = e->walk;
		if (o->kind != OPND_REG || !reg)
			continue;
		if (!(o->flags & OPND_DEF)) {
			unitset_add(e->t, e->read, reg);
			continue;
		}
		unitset_add(e->t, e->written, reg);
		unitset_del(e->t, e->open, reg);
	}
	return true;
}

static bool
set_is_empty(const Edges *e, const uint64_t *set)
{
	for (uint32_t w = 0; w < e->words; w++)
		if (set[w])
			return false;
	return true;
}

/* What INSN writes has been found. */
static void
insn_found(Edges *e, const Insn *insn)
{
	FOR_OPNDS(o, e->f, insn)
		if (o->kind == OPND_REG && o->flags & OPND_DEF)
			unitset_del(e->t, e->open, (RegId)o->val);
}

/* The first move of B; NONE. */
static InsnId
first_move(const Edges *e, BlockId b)
{
	InsnId i = e->f->blocks.at[b].first, end = e->f->blocks.at[b].end;

	for (; i < end; i++)
		if (is_move(e, func_insn(e->f, i)))
			return i;
	return NONE;
}

/* Make way K the one looked at.  False: nothing is live there alone. */
static bool
way_open(Edges *e, unsigned k)
{
	uint64_t some = 0;

	e->here = e->into[k];
	e->there = e->into[1 - k];
	for (uint32_t w = 0; w < e->words; w++) {
		e->open[w] = e->here[w] & ~e->there[w];
		some |= e->open[w];
	}
	return some;
}

/* The moves of EDGE, which is open; none stands before TOP. */
static void
moves_find(Edges *e, EdgeMoves *edge, InsnId top)
{
	const Block *block = &e->f->blocks.at[edge->from];

	memset(e->read, 0, sizeof(*e->read) * e->words);
	memset(e->written, 0, sizeof(*e->written) * e->words);
	e->walk++;
	edge->moves.start = e->plan.moves.n;
	for (InsnId i = block->end; i > top && !set_is_empty(e, e->open);) {
		const Insn *insn = func_insn(e->f, --i);

		if (!insn_goes(e, insn)) {
			if (!insn_stays(e, insn))
				break;
			continue;
		}
		insn_found(e, insn);
		VEC_PUSH(e->tmp, e->plan.moves, i);
		edge->weight += insn->flags & INSN_RELOAD ? RELOAD_WEIGHT : 1;
	}
	edge->moves.end = e->plan.moves.n;
}

static void
block_edges(Edges *e, BlockId b)
{
	Slice s = e->f->blocks.at[b].succs;
	Branch branch;

	if (s.end - s.start != 2)
		return;
	InsnId top = first_move(e, b);
	if (top == NONE || !branch_read(e->f, b, &branch))
		return;
	for (unsigned k = 0; k < 2; k++)
		liveins_get(e, e->f->succs.at[s.start + k].block, e->into[k]);
	for (unsigned k = 0; k < 2; k++) {
		if (!way_open(e, k))
			continue;
		EdgeMoves edge = edge_of_branch(e->f, b, k, &branch, e->freq);
		moves_find(e, &edge, top);
		if (edge.moves.start < edge.moves.end)
			VEC_PUSH(e->tmp, e->plan.edges, edge);
	}
}

/* Does EDGE save more than a jump takes? */
static bool
is_worth(const Edges *e, const EdgeMoves *edge)
{
	double others = (double)e->freq[edge->from] - edge->freq;

	return edge->weight * others > (edge->jumps ? edge->freq : 0);
}

/* Choose the edges; true if there are some. */
static bool
edges_plan(Edges *e)
{
	uint64_t **sets[] = {&e->into[0], &e->into[1], &e->open, &e->read,
			     &e->written};
	bool any = false;

	e->words = BITS_WORDS(e->t->n_unit_regs);
	for (uint32_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
		*sets[i] = ARENA_NEW(e->tmp, uint64_t, e->words);
	e->slot_user = ARENA_NEW(e->tmp, uint32_t, e->f->stack.n + 1);
	for (BlockId b = 0; b < e->f->blocks.n; b++)
		block_edges(e, b);
	if (!e->plan.edges.n)
		return false;
	edges_place(e->f, &e->plan, e->tmp);
	for (uint32_t i = 0; i < e->plan.edges.n; i++) {
		EdgeMoves *edge = &e->plan.edges.at[i];

		if (!is_worth(e, edge))
			edge->place = EDGE_NOWHERE;
		any |= edge->place != EDGE_NOWHERE;
	}
	return any;
}

float *
edges_split(Func *f, const float *freq, const Steady *steady, Arena *keep,
	    Arena *tmp)
{
	Edges e = {.f = f,
		   .t = f->target,
		   .steady = steady,
		   .freq = freq,
		   .tmp = tmp};

	if (!edges_allowed(f))
		return NULL;
	if (!edges_plan(&e))
		return NULL;
	return edges_apply(f, &e.plan, freq, keep, tmp);
}
