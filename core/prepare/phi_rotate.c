/*
 * Where copies of PHIs into PHIs of the same block may stand: one walk over all
 * reads, then a few rounds over the PHIs of each block, as one copy that comes
 * early frees the register for the next; what is left may stand at the end of
 * the loop.
 */
#include "core/prepare/phi_rotate.h"

#include "core/model/edges.h"
#include "core/prepare/live_blocks.h"

#include <string.h>

enum { ROTATE_ROUNDS = 4 };

/* A copy at the end of a loop has at most so many instructions behind it. */
enum { LATCH_MAX = 100 };

/* Blocks of more PHIs are not searched for one that reads a value. */
enum { PHIS_MAX = 100 };

/* A value that is handed on lives in at most so many blocks behind the loop. */
enum { REGION_MAX = 16 };

/* The edge must be taken so often when the block is entered. */
#define EDGE_SHARE 0.8F

typedef struct {
	const Func *in;
	const OperandFacts *facts;
	const EdgeLayout *edges; /* or NULL */
	const float *freq;
	InsnId *before; /* by VregId: the result */
	BlockId *home;	/* by VregId: the block of all its reads but those of
			   PHIs; NONE: never read; HOME_MANY */
	InsnId *last;	/* by VregId: the last of these reads */
	uint32_t *phis; /* by VregId: reads by PHIs whose copies wait */
	Rotations found;
	LiveBlocks live;
	VEC(BlockId) region; /* where a value lives on behind a loop */
	Arena *tmp;
} Rotator;

static void
reads_find(Rotator *r)
{
	const Func *f = r->in;

	for (BlockId b = 0; b < f->blocks.n; b++) {
		for (InsnId i = f->blocks.at[b].first; i < f->blocks.at[b].end;
		     i++) {
			const Insn *insn = func_insn(f, i);
			bool phi = insn_is(f, insn, WK_PHI);

			if (insn->flags & INSN_DEBUG)
				continue;
			FOR_OPNDS(o, f, insn) {
				VregId v = o->val;

				if (o->kind != OPND_VREG || !opnd_reads(o))
					continue;
				if (phi) {
					r->phis[v]++;
					continue;
				}
				r->home[v] =
					r->home[v] == NONE || r->home[v] == b
						? b
						: HOME_MANY;
				r->last[v] = i;
			}
		}
	}
}

bool
rotation_reads(const Func *in, const OperandFacts *facts, BlockId b, InsnId phi,
	       const Operand *o)
{
	InsnId at = o->kind == OPND_VREG && !o->sub ? facts->regs[o->val].def
						    : NONE;

	return at != phi && at >= in->blocks.at[b].first &&
	       at < in->blocks.at[b].end &&
	       insn_is(in, func_insn(in, at), WK_PHI);
}

/* The edge of the plan from PRED to B if it has a block; NONE. */
static uint32_t
way_edge(const Rotator *r, BlockId pred, BlockId b)
{
	return r->edges ? edge_with_block(r->edges, pred, b) : NONE;
}

/* How often control leaves PRED, or the block of its edge to B. */
static float
way_freq(const Rotator *r, BlockId pred, BlockId b)
{
	uint32_t edge = way_edge(r, pred, b);

	return edge == NONE ? r->freq[pred]
			    : r->edges->plan->edges.at[edge].freq;
}

/* Has PRED, or the block of its edge to B, other ways out? */
static bool
way_parts(const Rotator *r, BlockId pred, BlockId b)
{
	Slice succs = r->in->blocks.at[pred].succs;

	return succs.end - succs.start > 1 && way_edge(r, pred, b) == NONE;
}

/* The PHI of block B that PHI I of it gets its value from, on an edge that is
 * taken nearly as often as the block is entered; NONE: none, or several. */
static VregId
rotation_source(const Rotator *r, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(r->in, i);
	const Operand *o = insn_opnds(r->in, insn);
	VregId from = NONE;

	for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2) {
		BlockId pred = o[k + 1].val;

		if (!rotation_reads(r->in, r->facts, b, i, &o[k])) {
			/* It may go on in the loop behind its own copy, unless
			 * it is the only way in. */
			if (insn->nopnds > 5 && way_parts(r, pred, b))
				return NONE;
			continue;
		}
		if (from != NONE ||
		    way_freq(r, pred, b) < r->freq[b] * EDGE_SHARE)
			return NONE;
		from = o[k].val;
	}
	return from;
}

/* --- copies at the end of a loop --- */

/* What comes into PHI, of operands O, from PRED, if that is a whole virtual
 * register; NONE. */
static VregId
incoming_from(const Insn *phi, const Operand *o, BlockId pred)
{
	for (uint32_t k = 1; k + 1 < phi->nopnds; k += 2)
		if (o[k + 1].val == pred)
			return o[k].kind == OPND_VREG && opnd_reads(&o[k]) &&
					       !o[k].sub
				       ? o[k].val
				       : NONE;
	return NONE;
}

/* Does an instruction of B from AT on read A, or one behind AT read S? */
static bool
reads_behind(const Func *f, BlockId b, InsnId at, VregId a, VregId s)
{
	for (InsnId i = at; i < f->blocks.at[b].end; i++) {
		const Insn *insn = func_insn(f, i);

		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_VREG &&
			    (o->val == a || (o->val == s && i > at)))
				return true;
	}
	return false;
}

/* Is V live into a block behind PRED other than B, or read by a PHI on the way
 * there, as far as is known? */
static bool
lives_behind(Rotator *r, BlockId pred, BlockId b, VregId v)
{
	const Func *f = r->in;

	live_blocks_find(&r->live, v);
	FOR_SUCCS(succ, f, pred) {
		BlockId to = succ->block;
		InsnId i = f->blocks.at[to].first;

		if (to != b && live_blocks_has(&r->live, v, to))
			return true;
		for (; i < f->blocks.at[to].end; i++) {
			const Insn *phi = func_insn(f, i);

			if (!insn_is(f, phi, WK_PHI))
				break;
			if (i - f->blocks.at[to].first >= PHIS_MAX ||
			    incoming_from(phi, insn_opnds(f, phi), pred) == v)
				return true;
		}
	}
	return false;
}

static bool
region_has(const Rotator *r, BlockId b)
{
	for (uint32_t i = 0; i < r->region.n; i++)
		if (r->region.at[i] == b)
			return true;
	return false;
}

/* S is live into block B, to which control comes from a block of the region, or
 * from PRED.  Is B part of the region now: do all ways to it come from there?
 */
static bool
region_add(Rotator *r, BlockId pred, BlockId b)
{
	if (region_has(r, b))
		return true;
	if (r->region.n == REGION_MAX)
		return false;
	FOR_SLICE(BlockId, from, r->in->preds.at, r->in->blocks.at[b].preds)
		if (*from != pred && !region_has(r, *from))
			return false;
	VEC_PUSH(r->tmp, r->region, b);
	return true;
}

/* Find the blocks in which S lives on behind PRED, the end of a loop whose head
 * is B; false: control comes to one of them from elsewhere, too.  Ends: a block
 * is put there once. */
static bool
region_find(Rotator *r, BlockId pred, BlockId b, VregId s)
{
	const Func *f = r->in;

	r->region.n = 0;
	live_blocks_find(&r->live, s);
	for (uint32_t i = 0; i <= r->region.n; i++) {
		BlockId from = i ? r->region.at[i - 1] : pred;

		FOR_SUCCS(succ, f, from) {
			BlockId to = succ->block;

			if ((from != pred || to != b) &&
			    live_blocks_has(&r->live, s, to) &&
			    !region_add(r, pred, to))
				return false;
		}
	}
	return true;
}

/* The definition of V if it is an instruction of B before which copies can
 * stand, near its end, and that is no PHI; NONE. */
static InsnId
latch_def(const Rotator *r, BlockId b, VregId v)
{
	const Block *block = &r->in->blocks.at[b];
	InsnId i = v == NONE ? NONE : r->facts->regs[v].def;

	if (i < block->first || i >= block_first_terminator(r->in, b) ||
	    block->end - i > LATCH_MAX ||
	    (func_insn(r->in, i)->flags & (INSN_BUNDLE | INSN_BUNDLED)) ||
	    insn_is(r->in, func_insn(r->in, i), WK_PHI))
		return NONE;
	return i;
}

/* In BLOCK, or on the ways OUT of it alone, the copy into INTO is read in place
 * of S. */
static void
hand_on(Rotator *r, VregId s, BlockId block, bool out, VregId into)
{
	Rotations *to = &r->found;
	uint32_t n = r->in->vregs.n + 1;

	if (!to->first) {
		to->first = ARENA_RAW(r->tmp, uint32_t, n);
		memset(to->first, 0xff, sizeof(*to->first) * n);
	}
	VEC_PUSH(r->tmp, to->handed,
		 ((HandedOn){s, block, out, into, to->first[s]}));
	to->first[s] = to->handed.n - 1;
}

const HandedOn *
handed_find(const Rotations *r, VregId reg, BlockId b, bool out)
{
	for (uint32_t k = r->first ? r->first[reg] : NONE; k != NONE;
	     k = r->handed.at[k].next)
		if (r->handed.at[k].block == b && (out || !r->handed.at[k].out))
			return &r->handed.at[k];
	return NULL;
}

/* May the copy of another PHI into PHI I of block B stand where the next value
 * of that one is defined, at the end of the loop?  Then note where. */
static void
latch_rotate(Rotator *r, BlockId b, InsnId i)
{
	const Func *f = r->in;
	const Insn *phi = func_insn(f, i);
	const Operand *o = insn_opnds(f, phi);
	VregId a = o->val, s = NONE;
	BlockId pred = NONE;

	for (uint32_t k = 1; k + 1 < phi->nopnds; k += 2) {
		if (!rotation_reads(f, r->facts, b, i, &o[k]))
			continue;
		if (s != NONE)
			return;
		s = o[k].val;
		pred = o[k + 1].val;
	}
	if (s == NONE || r->before[a] != NONE ||
	    f->vregs.at[s].cls != f->vregs.at[a].cls ||
	    (r->found.first && r->found.first[s] != NONE) ||
	    block_leaves_early(f, pred) ||
	    way_freq(r, pred, b) < r->freq[pred] * EDGE_SHARE)
		return;
	InsnId next = r->facts->regs[s].def;
	phi = func_insn(f, next);
	InsnId at = latch_def(r, pred,
			      incoming_from(phi, insn_opnds(f, phi), pred));
	if (at == NONE || reads_behind(f, pred, at, a, s) ||
	    lives_behind(r, pred, b, a) || !region_find(r, pred, b, s))
		return;
	r->before[a] = at;
	bits_add(r->found.latch, a);
	hand_on(r, s, pred, true, a);
	for (uint32_t k = 0; k < r->region.n; k++)
		hand_on(r, s, r->region.at[k], false, a);
}

/* Does PHI I of block B get a value from another PHI of it? */
static bool
rotates_phi(const Rotator *r, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(r->in, i);
	const Operand *o = insn_opnds(r->in, insn);

	for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2)
		if (rotation_reads(r->in, r->facts, b, i, &o[k]))
			return true;
	return false;
}

/* Is there any PHI to look at? */
static bool
rotates(const Rotator *r)
{
	const Func *f = r->in;

	FOR_VEC(BlockId, b, r->facts->phi_blocks) {
		for (InsnId i = f->blocks.at[*b].first;
		     i < f->blocks.at[*b].end; i++) {
			if (!insn_is(f, func_insn(f, i), WK_PHI))
				break;
			if (rotates_phi(r, *b, i))
				return true;
		}
	}
	return false;
}

/* May the copies into PHI I of block B come early?  Then note where. */
static bool
phi_rotate(Rotator *r, BlockId b, InsnId i)
{
	const Func *f = r->in;
	VregId d = insn_opnds(f, func_insn(f, i))->val;
	VregId from = rotation_source(r, b, i);
	InsnId at = r->last[d] + 1;

	if (from == NONE || r->before[d] != NONE || r->home[d] != b ||
	    r->phis[d])
		return false;
	while (at < f->blocks.at[b].end &&
	       (func_insn(f, at)->flags & (INSN_BUNDLED | INSN_DEBUG)))
		at++;
	if (at > block_first_terminator(f, b) || r->phis[from] != 1 ||
	    (r->home[from] != b && r->home[from] != NONE))
		return false;
	r->before[d] = at;
	r->phis[from]--;
	if (r->home[from] == NONE)
		r->home[from] = b;
	if (r->home[from] == b &&
	    (r->last[from] == NONE || r->last[from] < at - 1))
		r->last[from] = at - 1;
	return true;
}

static void
block_rotate(Rotator *r, BlockId b)
{
	const Block *block = &r->in->blocks.at[b];
	bool changed = true;

	if (block_leaves_early(r->in, b))
		return;
	for (uint32_t round = 0; round < ROTATE_ROUNDS && changed; round++) {
		changed = false;
		for (InsnId i = block->first; i < block->end; i++) {
			if (!insn_is(r->in, func_insn(r->in, i), WK_PHI))
				break;
			changed |= phi_rotate(r, b, i);
		}
	}
	for (InsnId i = block->first; i < block->end; i++) {
		if (!insn_is(r->in, func_insn(r->in, i), WK_PHI))
			break;
		latch_rotate(r, b, i);
	}
}

Rotations
rotations_find(const Func *in, const OperandFacts *facts,
	       const EdgeLayout *edges, const float *freq, Arena *tmp)
{
	uint32_t n = in->vregs.n + 1;
	Rotator r = {.in = in,
		     .facts = facts,
		     .edges = edges,
		     .freq = freq,
		     .tmp = tmp};

	/* Copies that obey an execution mask belong where it is the edge's. */
	if (!freq || func_copies_read(in) || !rotates(&r))
		return (Rotations){0};
	r.before = ARENA_RAW(tmp, InsnId, n * 3);
	memset(r.before, 0xff, sizeof(InsnId) * n * 3);
	r.home = r.before + n;
	r.last = r.home + n;
	r.phis = ARENA_NEW(tmp, uint32_t, n);
	r.found.latch = ARENA_NEW(tmp, uint64_t, BITS_WORDS(in->vregs.n));
	reads_find(&r);
	live_blocks_init(&r.live, in, facts, tmp);
	for (uint32_t k = 0; k < facts->phi_blocks.n; k++)
		block_rotate(&r, facts->phi_blocks.at[k]);
	r.found.before = r.before;
	return r.found;
}
