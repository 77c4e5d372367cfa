/*
 * Where copies of PHIs into PHIs of the same block may stand: one walk over all
 * reads, then a few rounds over the PHIs of each block, as one copy that comes
 * early frees the register for the next.
 */
#include "core/prepare/phi_rotate.h"

#include <string.h>

enum { ROTATE_ROUNDS = 4 };

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
} Rotator;

static void
reads_find(Rotator *r)
{
	const Func *f = r->in;
	BlockId b;
	InsnId i;
	uint32_t k;

	for (b = 0; b < f->blocks.n; b++) {
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			const Insn *insn = func_insn(f, i);
			const Operand *o = insn_opnds(f, insn);
			bool phi = insn_is(f, insn, WK_PHI);

			if (insn->flags & INSN_DEBUG)
				continue;
			for (k = 0; k < insn->nopnds; k++) {
				VregId v = o[k].val;

				if (o[k].kind != OPND_VREG ||
				    !opnd_reads(&o[k]))
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
	uint32_t k;

	for (k = 1; k + 1 < insn->nopnds; k += 2) {
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

/* Is there any PHI to look at? */
static bool
rotates(const Rotator *r)
{
	const Func *f = r->in;
	uint32_t k;
	InsnId i;

	for (k = 0; k < r->facts->phi_blocks.n; k++) {
		BlockId b = r->facts->phi_blocks.at[k];

		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			if (!insn_is(f, func_insn(f, i), WK_PHI))
				break;
			if (rotation_source(r, b, i) != NONE)
				return true;
		}
	}
	return false;
}

/* Does control leave block B at a call or asm goto, too? */
static bool
leaves_early(const Func *f, BlockId b)
{
	const Block *block = &f->blocks.at[b];
	uint32_t k;

	for (k = block->succs.start; k < block->succs.end; k++)
		if (f->blocks.at[f->succs.at[k].block].flags &
		    (BLOCK_LANDING_PAD | BLOCK_ASM_TARGET))
			return true;
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
	uint32_t round;
	InsnId i;

	if (leaves_early(r->in, b))
		return;
	for (round = 0; round < ROTATE_ROUNDS && changed; round++) {
		changed = false;
		for (i = block->first; i < block->end; i++) {
			if (!insn_is(r->in, func_insn(r->in, i), WK_PHI))
				break;
			changed |= phi_rotate(r, b, i);
		}
	}
}

InsnId *
rotations_find(const Func *in, const OperandFacts *facts,
	       const EdgeLayout *edges, const float *freq, Arena *tmp)
{
	uint32_t n = in->vregs.n + 1, k;
	Rotator r = {.in = in, .facts = facts, .edges = edges, .freq = freq};

	/* Copies that obey an execution mask belong where it is the edge's. */
	if (!freq || in->target->copies_read || !rotates(&r))
		return NULL;
	r.before = ARENA_RAW(tmp, InsnId, n * 3);
	memset(r.before, 0xff, sizeof(InsnId) * n * 3);
	r.home = r.before + n;
	r.last = r.home + n;
	r.phis = ARENA_NEW(tmp, uint32_t, n);
	reads_find(&r);
	for (k = 0; k < facts->phi_blocks.n; k++)
		block_rotate(&r, facts->phi_blocks.at[k]);
	return r.before;
}
