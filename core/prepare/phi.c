/*
 * PHIs to copies.
 *
 * A PHI `d = PHI s, b` becomes `t = COPY s` in b and `d = COPY t` at the head
 * of its block, t being fresh.  The edge itself carries nothing, so none needs
 * splitting, and coalescing joins s, t and d where they do not interfere.
 * (LLVM's PHIElimination; Sreedhar et al. 1999, method I.)  Where we depart:
 * all copies at one place form one parallel group; a PHI with one predecessor
 * is copied at the head alone; PHIs that only PHIs read vanish.
 */
#include "core/prepare/phi.h"

#include "core/base/bits.h"
#include "core/base/bound.h"

#include <string.h>

typedef struct {
	Phis *phis;
	const Func *in;
	Func *out;
	const EdgeLayout *edges; /* or NULL */
	Arena *tmp;
	InsnId *seen;	    /* by block: the PHI that saw it last */
	InsnId *terminator; /* by block: its first terminator; NONE: not yet
			       known */
	InsnId *exit[2];    /* by block: its last call or INLINEASM_BR, and its
			       INLINEASM_BR; NONE - 1: there is none; NONE: not
			       yet known */
	VEC(InsnId) work;   /* needed PHIs, to be looked at */
} Plan;

/* Is operand O, an incoming value, undefined? */
static bool
incoming_undefined(const Plan *p, const Operand *o)
{
	return (o->flags & OPND_UNDEF) || (o->kind == OPND_REG && !o->val) ||
	       (o->kind == OPND_VREG &&
		vreg_undefined(p->phis->facts, p->in, o->val));
}

/* The definition of REG; see VregFacts. */
static InsnId
def_of(const Plan *p, VregId reg)
{
	return p->phis->facts->regs[reg].def;
}

/* What the needed PHI at I reads is needed. */
static void
need_sources(Plan *p, InsnId i)
{
	Phis *phis = p->phis;
	const Insn *insn = &p->in->insns.at[i];
	const Operand *o = insn_opnds(p->in, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG || !opnd_reads(&o[k]))
			continue;
		InsnId def = def_of(p, o[k].val);
		if (def >= DEF_MANY || phi_is_needed(phis, o[k].val) ||
		    !insn_is(p->in, &p->in->insns.at[def], WK_PHI))
			continue;
		bits_add(phis->needed, o[k].val);
		VEC_PUSH(p->tmp, p->work, def);
	}
}

/* Find the PHIs that are needed by those of block B that others read. */
static void
block_need(Plan *p, BlockId b)
{
	const Func *f = p->in;
	uint64_t left = f->vregs.n;

	for (InsnId i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
		const Insn *insn = func_insn(f, i);

		if (!insn_is(f, insn, WK_PHI))
			break;
		VregId d = insn_opnds(f, insn)->val;
		if (p->phis->facts->regs[d].last != NONE)
			need_sources(p, i);
	}
	/* Ends: a PHI is put there once, when it is found to be needed. */
	while (p->work.n) {
		BOUND_COUNT(left);
		need_sources(p, p->work.at[--p->work.n]);
	}
}

static InsnId
first_terminator(Plan *p, BlockId b)
{
	if (p->terminator[b] == NONE)
		p->terminator[b] = block_first_terminator(p->in, b);
	return p->terminator[b];
}

/* The last call of block B, or its INLINEASM_BR when ASM_ONLY: the place where
 * control leaves for a landing pad or an indirect target. */
static InsnId
last_exit(Plan *p, BlockId b, bool asm_only)
{
	const Block *block = &p->in->blocks.at[b];
	InsnId *exit = &p->exit[asm_only][b];

	if (*exit != NONE)
		return *exit;
	for (InsnId i = block->end; i > block->first; i--) {
		const Insn *insn = &p->in->insns.at[i - 1];

		if (insn_is(p->in, insn, WK_INLINEASM_BR) ||
		    (!asm_only && (insn_flags(p->in, insn) & OP_CALL))) {
			while (p->in->insns.at[i - 1].flags & INSN_BUNDLED)
				i--;
			return *exit = i - 1;
		}
	}
	return *exit = NONE - 1;
}

/* Where a copy of SRC for the edge from PRED to SUCC goes.  Reports when there
 * is no such place. */
static InsnId
copy_place(Plan *p, const Operand *src, BlockId pred, BlockId succ)
{
	const Block *block = &p->in->blocks.at[pred];
	bool to_asm = p->in->blocks.at[succ].flags & BLOCK_ASM_TARGET;
	bool to_pad = p->in->blocks.at[succ].flags & BLOCK_LANDING_PAD;
	InsnId def = src->kind == OPND_VREG ? def_of(p, src->val) : NONE;
	InsnId at = first_terminator(p, pred), last = at;

	if (to_asm || to_pad) {
		InsnId exit = last_exit(p, pred, to_asm);

		if (exit < at)
			at = exit;
		/* What INLINEASM_BR jumps past never runs. */
		if (to_asm)
			last = at;
	}
	if (def >= DEF_MANY || def < at || def >= block->end)
		return at;
	while (++def < block->end &&
	       (p->in->insns.at[def].flags & INSN_BUNDLED))
		;
	if (def <= last)
		return def;
	diag_error(p->in->diag, src->loc,
		   "this value of a PHI is defined too late to be copied for "
		   "the edge to bb.%u",
		   p->in->blocks.at[succ].number);
	p->phis->errors++;
	return at;
}

/* Block B of the input in the new function. */
static inline BlockId
block_now(const Plan *p, BlockId b)
{
	return p->edges ? p->edges->block_map[b] : b;
}

/* The block of its own that the edge from PRED to SUCC has in the new function;
 * NONE. */
static inline BlockId
edge_block(const Plan *p, BlockId pred, BlockId succ)
{
	uint32_t edge = p->edges ? edge_with_block(p->edges, pred, succ) : NONE;

	return edge == NONE ? NONE : p->edges->new_block[edge];
}

/* The PHI whose fresh register has the value of SRC on the way from PRED into
 * PHI, if that reads it there; NONE. */
static VregId
handed_from(const Plan *p, VregId phi, const Operand *src, BlockId pred)
{
	const HandedOn *h =
		src->kind == OPND_VREG
			? handed_find(&p->phis->rotations, src->val, pred, true)
			: NULL;

	return h && h->into != phi && phi_is_needed(p->phis, h->into) ? h->into
								      : NONE;
}

/* The copies of one PHI of block B into its fresh register. */
static void
plan_copies(Plan *p, PhiPlan *plan, BlockId b)
{
	const Insn *insn = &p->in->insns.at[plan->insn];
	const Operand *o = insn_opnds(p->in, insn);
	PhiCopy c = {.phi = plan->insn, .temp = plan->temp};
	const InsnId *before = p->phis->rotations.before;
	InsnId early = before ? before[o[0].val] : NONE;
	bool here =
		early != NONE && !bits_has(p->phis->rotations.latch, o[0].val);

	for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2) {
		BlockId pred = o[k + 1].val;
		bool undef = incoming_undefined(p, &o[k]);

		/* Odd marks; those of plan_phi are even. */
		if (p->seen[pred] == plan->insn * 2 + 1)
			continue;
		p->seen[pred] = plan->insn * 2 + 1;
		c.src = undef ? NONE : insn->opnd0 + k;
		c.from = undef ? NONE : handed_from(p, o[0].val, &o[k], pred);
		c.block = edge_block(p, pred, b);
		if (early != NONE && rotation_reads(p->in, p->phis->facts, b,
						    plan->insn, &o[k])) {
			c.block = block_now(p, here ? b : pred);
			c.src = insn->opnd0 + k;
			c.from = NONE;
			c.before = early;
		} else if (c.block != NONE) {
			c.before = p->in->insns.n;
		} else {
			c.block = block_now(p, pred);
			c.before = undef ? first_terminator(p, pred)
					 : copy_place(p, &o[k], pred, b);
		}
		VEC_PUSH(p->tmp, p->phis->copies, c);
	}
}

static void
plan_phi(Plan *p, InsnId i, BlockId b)
{
	const Insn *insn = &p->in->insns.at[i];
	const Operand *o = insn_opnds(p->in, insn);
	PhiPlan plan = {
		.insn = i, .kind = PHI_UNDEF, .src = NONE, .from = NONE};
	uint32_t npreds = 0;
	VregId d = o[0].val;

	if (!phi_is_needed(p->phis, d)) {
		plan.kind = PHI_DEAD;
		VEC_PUSH(p->tmp, p->phis->plans, plan);
		return;
	}
	for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2) {
		if (p->seen[o[k + 1].val] != i * 2) {
			p->seen[o[k + 1].val] = i * 2;
			npreds++;
		}
		if (!incoming_undefined(p, &o[k])) {
			plan.kind = PHI_THROUGH;
			plan.src = insn->opnd0 + k;
			plan.from = handed_from(p, d, &o[k], o[k + 1].val);
		}
	}
	if (plan.kind == PHI_THROUGH && npreds == 1 &&
	    !(o[plan.src - insn->opnd0].kind == OPND_VREG &&
	      o[plan.src - insn->opnd0].val == d))
		plan.kind = PHI_DIRECT;
	if (plan.kind == PHI_THROUGH) {
		plan.temp = func_add_vreg(p->out, p->in->vregs.at[d].cls, NONE);
		p->out->vregs.at[plan.temp].loc = insn->loc;
		if (p->phis->temps)
			p->phis->temps[d] = plan.temp;
		plan_copies(p, &plan, b);
	}
	VEC_PUSH(p->tmp, p->phis->plans, plan);
}

static void
plan_phis(Plan *p, BlockId b)
{
	const Block *block = &p->in->blocks.at[b];

	for (InsnId i = block->first; i < block->end; i++) {
		if (!insn_is(p->in, func_insn(p->in, i), WK_PHI))
			break;
		plan_phi(p, i, b);
	}
}

/* Sort the copies by block (counting), then by place (they nearly are). */
static void
sort_copies(Plan *p)
{
	uint32_t n = p->phis->copies.n, nblocks = p->out->blocks.n, k;
	uint32_t *start = ARENA_NEW(p->tmp, uint32_t, nblocks + 1);
	PhiCopy *from = p->phis->copies.at;

	PhiCopy *to = ARENA_RAW(p->tmp, PhiCopy, n + 1);
	for (uint32_t i = 0; i < n; i++)
		start[from[i].block + 1]++;
	for (uint32_t i = 0; i < nblocks; i++)
		start[i + 1] += start[i];
	for (uint32_t i = 0; i < n; i++)
		to[start[from[i].block]++] = from[i];
	for (uint32_t i = 1; i < n; i++) {
		PhiCopy c = to[i];
		for (k = i; k > 0 && to[k - 1].block == c.block &&
			    to[k - 1].before > c.before;
		     k--)
			to[k] = to[k - 1];
		to[k] = c;
	}
	p->phis->copies.at = to;
	p->phis->copies.cap = n;
}

void
phis_plan(Phis *phis, const Func *in, OperandFacts *facts, Func *out,
	  const EdgeLayout *edges, const float *freq, Arena *tmp)
{
	Plan p = {
		.phis = phis, .in = in, .out = out, .edges = edges, .tmp = tmp};
	uint32_t nblocks = in->blocks.n, n = facts->phi_blocks.n;
	const BlockId *blocks = facts->phi_blocks.at;

	*phis = (Phis){.facts = facts};
	if (!n)
		return;
	phis->needed = ARENA_NEW(tmp, uint64_t, BITS_WORDS(in->vregs.n));
	for (uint32_t k = 0; k < n; k++)
		block_need(&p, blocks[k]);
	p.seen = ARENA_RAW(tmp, InsnId, nblocks * 4 + 1);
	memset(p.seen, 0xff, sizeof(InsnId) * (nblocks * 4 + 1));
	p.terminator = p.seen + nblocks;
	p.exit[0] = p.terminator + nblocks;
	p.exit[1] = p.exit[0] + nblocks;
	phis->rotations = rotations_find(in, facts, edges, freq, tmp);
	if (phis->rotations.first) {
		phis->temps = ARENA_RAW(tmp, VregId, in->vregs.n + 1);
		memset(phis->temps, 0xff, sizeof(VregId) * in->vregs.n);
	}
	for (uint32_t k = 0; k < n; k++)
		plan_phis(&p, blocks[k]);
	sort_copies(&p);
	for (uint32_t k = 0; k < phis->copies.n; k++)
		facts->odd[phis->copies.at[k].before] |= ODD_COPIES;
}
