/*
 * Critical edges on which PHIs' copies are better off: a walk over all PHIs
 * gathers the questions, by register; then each register's live-ins are found
 * from the places of its reads up.
 */
#include "core/prepare/edge_split.h"

#include "core/prepare/live_blocks.h"

#include <string.h>

/*
 * Should way WAY out of FROM be open?  REG is live into the block on the other
 * way, and not into that on this one:
 *
 *   - it comes into a PHI on this way: its copy can take its place;
 *   - it comes into that PHI elsewhere, and what comes in here, `rival`, lives
 *     on behind it: REG alone can share the PHI's register, if the copy of the
 *     other one is out of its way.
 */
typedef struct {
	VregId reg;
	BlockId from;
	uint32_t way;
	uint32_t next;	/* of the same register; NONE */
	uint32_t rival; /* the question about that one; NONE */
	bool settled;
	bool lives_on; /* REG is live into the block on this way */
} Question;

/* PHIs of more are not asked which value could share their register. */
enum { INCOMING_MAX = 4 };

typedef struct {
	const Func *in;
	const Cfg *cfg;
	const float *freq;
	Arena *tmp;
	uint8_t *ends; /* by block: 0: not known, 1: no branch, 2: one */
	Branch *branches;
	VEC(Question) questions;
	uint32_t *first; /* by VregId: its first question; NONE */
	const OperandFacts *facts;
	LiveBlocks live;
	uint8_t *open; /* by index into succs */
} Open;

static bool
has_branch(Open *o, BlockId b)
{
	if (!o->ends[b])
		o->ends[b] = branch_read(o->in, b, &o->branches[b]) ? 2 : 1;
	return o->ends[b] == 2;
}

static void
question_add(Open *o, Question q)
{
	q.next = o->first[q.reg];
	o->first[q.reg] = o->questions.n;
	VEC_PUSH(o->tmp, o->questions, q);
}

/* Ask about the values that come into PHI elsewhere than on the way of the
 * last question. */
static void
others_ask(Open *o, const Insn *phi)
{
	const Operand *p = insn_opnds(o->in, phi);
	Question q = o->questions.at[o->questions.n - 1];
	VregId rival = q.reg;

	if (phi->nopnds > 1 + 2 * INCOMING_MAX)
		return;
	q.rival = o->questions.n - 1;
	for (uint32_t k = 1; k + 1 < phi->nopnds; k += 2) {
		q.reg = p[k].val;
		if (p[k].kind == OPND_VREG && opnd_reads(&p[k]) &&
		    q.reg != rival)
			question_add(o, q);
	}
}

/* Incoming value REG of PHI, in block TO, comes from FROM. */
static void
incoming_ask(Open *o, const Insn *phi, VregId reg, BlockId from, BlockId to)
{
	const Succ *s = o->in->succs.at + o->in->blocks.at[from].succs.start;
	uint32_t loop = o->cfg->loop_of[from];
	Question q = {.reg = reg, .from = from, .rival = NONE};

	if (from == to || !has_branch(o, from))
		return;
	q.way = s[0].block != to;
	if (loop != NONE && !loop_contains(o->cfg, loop, to)) {
		o->open[o->in->blocks.at[from].succs.start + q.way] = 1;
		return;
	}
	if (o->cfg->loop_of[to] != NONE &&
	    o->cfg->loops[o->cfg->loop_of[to]].head == to &&
	    loop_contains(o->cfg, o->cfg->loop_of[to], from))
		return;
	question_add(o, q);
	others_ask(o, phi);
}

/* The incoming values of the PHIs of block B. */
static void
block_ask(Open *o, BlockId b)
{
	const Func *f = o->in;
	const Block *block = &f->blocks.at[b];

	if (block->preds.end - block->preds.start < 2)
		return;
	FOR_INSNS(phi, f, block) {
		const Operand *p = insn_opnds(f, phi);

		if (!insn_is(f, phi, WK_PHI))
			break;
		for (uint32_t k = 1; k + 1 < phi->nopnds; k += 2)
			if (p[k].kind == OPND_VREG && opnd_reads(&p[k]))
				incoming_ask(o, phi, p[k].val, p[k + 1].val, b);
	}
}

/* Is Q to be settled in this turn?  OTHERS: those with a rival are. */
static bool
question_waits(const Open *o, const Question *q, bool others)
{
	if (q->settled || others != (q->rival != NONE))
		return false;
	return !others || o->questions.at[q->rival].lives_on;
}

static void
question_settle(Open *o, Question *q)
{
	uint32_t first = o->in->blocks.at[q->from].succs.start;
	const Succ *s = o->in->succs.at + first;

	q->settled = true;
	q->lives_on = live_blocks_has(&o->live, q->reg, s[q->way].block);
	if (!q->lives_on &&
	    live_blocks_has(&o->live, q->reg, s[1 - q->way].block))
		o->open[first + q->way] = 1;
}

/* Settle the questions with a rival, or the others, register by register. */
static void
questions_settle(Open *o, bool others)
{
	for (uint32_t i = 0; i < o->questions.n; i++) {
		Question *q = &o->questions.at[i];

		if (!question_waits(o, q, others))
			continue;
		live_blocks_find(&o->live, q->reg);
		for (uint32_t k = o->first[q->reg]; k != NONE;
		     k = o->questions.at[k].next)
			if (question_waits(o, &o->questions.at[k], others))
				question_settle(o, &o->questions.at[k]);
	}
}

static bool
edges_choose(Open *o, EdgePlan *plan)
{
	uint32_t n = 0;

	for (BlockId b = 0; b < o->in->blocks.n; b++)
		for (unsigned k = 0; k < 2 && o->ends[b] == 2; k++)
			if (o->open[o->in->blocks.at[b].succs.start + k])
				VEC_PUSH(o->tmp, plan->edges,
					 edge_of_branch(o->in, b, k,
							&o->branches[b],
							o->freq));
	if (!plan->edges.n)
		return false;
	edges_place(o->in, plan, o->tmp);
	for (uint32_t i = 0; i < plan->edges.n; i++) {
		EdgeMoves *e = &plan->edges.at[i];

		if (e->jumps && 2 * e->freq > o->freq[e->from])
			e->place = EDGE_NOWHERE;
		n += e->place != EDGE_NOWHERE;
	}
	return n;
}

static void
tables_init(Open *o)
{
	uint32_t nblocks = o->in->blocks.n, nvregs = o->in->vregs.n;

	o->ends = ARENA_NEW(o->tmp, uint8_t, nblocks);
	o->branches = ARENA_RAW(o->tmp, Branch, nblocks);
	o->open = ARENA_NEW(o->tmp, uint8_t, o->in->succs.n + 1);
	o->first = ARENA_RAW(o->tmp, uint32_t, nvregs + 1);
	memset(o->first, 0xff, sizeof(*o->first) * (nvregs + 1));
	live_blocks_init(&o->live, o->in, o->facts, o->tmp);
}

bool
edges_open(EdgePlan *plan, const Func *in, const OperandFacts *facts,
	   const Cfg *cfg, const float *freq, Arena *tmp)
{
	Open o = {
		.in = in, .cfg = cfg, .freq = freq, .facts = facts, .tmp = tmp};

	*plan = (EdgePlan){.jump = NONE};
	if (!facts->phi_blocks.n || !edges_allowed(in))
		return false;
	tables_init(&o);
	for (uint32_t i = 0; i < facts->phi_blocks.n; i++)
		block_ask(&o, facts->phi_blocks.at[i]);
	questions_settle(&o, false);
	questions_settle(&o, true);
	return edges_choose(&o, plan);
}
