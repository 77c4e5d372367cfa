/*
 * Lowering: copies one function into another in one walk, taking PHIs apart
 * (phi.c says where their copies go), expanding the pseudo instructions that
 * build and take apart registers (subregs.c), and putting a COPY in front of
 * instructions whose tied operands are different registers (ties.c), some of
 * which sink first (sink.c), or whose vectors are (vectors.c).
 */
#include "core/prepare/lower.h"

#include "core/base/bits.h"
#include "core/llvmir/text.h"
#include "core/model/unitset.h"
#include "core/prepare/lower_internal.h"

/* Does the next copy into a fresh register of a PHI go before instruction
 * BEFORE of block B? */
static inline bool
phi_copy_is_next(const Lower *l, BlockId b, InsnId before)
{
	if (l->ncopies == l->phis.copies.n)
		return false;
	const PhiCopy *c = &l->phis.copies.at[l->ncopies];
	return c->block == b && c->before == before;
}

/* What comes into a PHI: operand SRC, or what the PHI FROM has, too. */
static Operand
phi_source(const Lower *l, OpndId src, VregId from)
{
	Operand o = l->in->opnds.at[src];

	if (from != NONE && l->phis.temps[from] != NONE)
		o.val = l->phis.temps[from];
	return o;
}

/* All that go there. */
static void
push_phi_copies(Lower *l, BlockId b, InsnId before)
{
	const PhiCopy *c = l->phis.copies.at;
	uint32_t first = l->ncopies;
	bool parallel = false;

	while (phi_copy_is_next(l, b, before))
		l->ncopies++;
	for (uint32_t k = first; k < l->ncopies; k++)
		if (c[k].src == NONE)
			push_implicit_def(l, c[k].temp,
					  l->in->insns.at[c[k].phi].loc);
	for (uint32_t k = first; k < l->ncopies; k++) {
		if (c[k].src == NONE)
			continue;
		push_copy(l, operand_vreg(c[k].temp, 0, 0),
			  phi_source(l, c[k].src, c[k].from), parallel,
			  l->in->insns.at[c[k].phi].loc);
		parallel = true;
	}
}

/* The number N in "debug-instr-number N" of INSN's tail; 0: there is none. */
static uint32_t
debug_number(const Func *f, const Insn *insn)
{
	const char *end = f->source->text + insn->tail.at + insn->tail.len;
	IrText t = {span_behind(f->source, insn->tail, "debug-instr-number "),
		    end};

	return t.p ? (uint32_t)irtext_uint(&t) : 0;
}

/* `DBG_PHI %d, N` for a PHI that debug information refers to. */
static void
push_debug_phi(Lower *l, const Insn *phi, VregId d)
{
	uint32_t number = debug_number(l->in, phi);
	Operand o = operand_vreg(d, 0, OPND_DEBUG);

	if (!number || !l->in->target->known[WK_DBG_PHI])
		return;
	push_insn(l, WK_DBG_PHI, INSN_DEBUG, 2, phi->loc)->nleft = 0;
	push_operand(l, o);
	VEC_PUSH(l->out->arena, l->out->imms, number);
	o = (Operand){.kind = OPND_IMM,
		      .tied = TIED_NONE,
		      .val = l->out->imms.n - 1,
		      .loc = LOC_NONE};
	push_operand(l, o);
}

/* The copies out of the fresh registers, for the plans from FIRST on. */
static void
push_phi_heads(Lower *l, uint32_t first)
{
	bool parallel = false;

	FOR_PART(PhiPlan, p, l->phis.plans.at, first, l->nplans) {
		const Insn *phi = &l->in->insns.at[p->insn];

		if (p->kind == PHI_UNDEF)
			push_implicit_def(l, insn_opnds(l->in, phi)->val,
					  phi->loc);
	}
	FOR_PART(PhiPlan, p, l->phis.plans.at, first, l->nplans) {
		const Insn *phi = &l->in->insns.at[p->insn];
		VregId d = insn_opnds(l->in, phi)->val;

		if (p->kind != PHI_THROUGH && p->kind != PHI_DIRECT)
			continue;
		push_copy(l, operand_vreg(d, 0, 0),
			  p->kind == PHI_DIRECT ? phi_source(l, p->src, p->from)
						: operand_vreg(p->temp, 0, 0),
			  parallel, phi->loc);
		parallel = true;
	}
	FOR_PART(PhiPlan, p, l->phis.plans.at, first, l->nplans) {
		const Insn *phi = &l->in->insns.at[p->insn];

		if (p->kind != PHI_DEAD)
			push_debug_phi(l, phi, insn_opnds(l->in, phi)->val);
	}
}

/* Block TO that an instruction of block B of the input names. */
static inline BlockId
moved_block(const Lower *l, BlockId b, BlockId to)
{
	return l->edges ? edge_leads_to(l->edges, b, to) : to;
}

/* O of an instruction of block B of the input as it stands in the new
 * function. */
static Operand
moved_operand(const Lower *l, BlockId b, Operand o)
{
	if (o.kind == OPND_BLOCK)
		o.val = moved_block(l, b, o.val);
	if (o.kind != OPND_VREG)
		return o;
	o.flags &= ~OPND_KILL;
	if (o.flags & OPND_DEBUG) {
		InsnId def = l->facts.regs[o.val].def;

		if (def < DEF_MANY &&
		    insn_is(l->in, &l->in->insns.at[def], WK_PHI) &&
		    !phi_is_needed(&l->phis, o.val)) {
			o.kind = OPND_REG;
			o.sub = 0;
			o.val = 0;
		}
	}
	return o;
}

/* Push N operands of an instruction of block B of the input. */
static void
push_operands(Lower *l, BlockId b, const Operand *o, uint32_t n)
{
	func_room(l->out, n);
	Operand *to = l->out->opnds.at + l->out->opnds.n;
	for (uint32_t k = 0; k < n; k++)
		to[k] = moved_operand(l, b, o[k]);
	l->out->opnds.n += n;
}

/* Push the operands of INSN, which is number I of block B, behind what its ties
 * and vectors need. */
static bool
push_tied(Lower *l, BlockId b, Insn *insn, InsnId i)
{
	const Operand *o = insn_opnds(l->in, &l->in->insns.at[i]);
	uint32_t k;

	l->replace.n = l->wholes.n = 0;
	if ((l->facts.odd[i] & ODD_VECTOR &&
	     !vector_operands(l, &l->in->insns.at[i])) ||
	    !tie_operands(l, &l->in->insns.at[i]))
		return false;
	insn->opnd0 = l->out->opnds.n;
	if (l->facts.odd[i] & ODD_SINKS && l->sinks[i].bare == 1) {
		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_REG && (o[k].flags & OPND_DEF))
				break;
		insn->nopnds = k;
		insn->flags |= INSN_BARE;
	}
	push_operands(l, b, o, insn->nopnds);
	FOR_VEC(Replacement, r, l->replace) {
		Operand *to = &l->out->opnds.at[insn->opnd0 + r->index];

		to->kind = r->reg ? OPND_REG : OPND_VREG;
		to->val = r->reg ? r->reg : r->vreg;
		to->sub = r->sub;
	}
	for (k = 0; k < l->wholes.n; k++)
		push_operand(l, operand_vreg(l->wholes.at[k], 0,
					     OPND_IMPLICIT | OPND_LATE |
						     OPND_WHOLE));
	insn->nopnds += l->wholes.n;
	return true;
}

/* Copy instruction I of block B as it is, but for its ties. */
static bool
lower_plain(Lower *l, BlockId b, InsnId i)
{
	Insn insn = l->in->insns.at[i];

	if (l->facts.odd[i] & (ODD_TIED | ODD_SINKS | ODD_VECTOR)) {
		if (!push_tied(l, b, &insn, i))
			return false;
	} else {
		const Operand *o = insn_opnds(l->in, &insn);

		insn.opnd0 = l->out->opnds.n;
		push_operands(l, b, o, insn.nopnds);
	}
	if (l->map)
		l->map[i] = l->out->insns.n;
	if (l->facts.odd[i] & ODD_RESERVED)
		reserved_note(l, b);
	VEC_PUSH(l->out->arena, l->out->insns, insn);
	return true;
}

static bool
lower_insn(Lower *l, BlockId b, InsnId i)
{
	const Insn *insn = &l->in->insns.at[i];
	bool ok;

	if (l->facts.odd[i] & ODD_PARTS && lower_parts(l, insn, &ok))
		return ok;
	return lower_plain(l, b, i);
}

/* Push the operands from O on, before END, which stand in a row in block B of
 * the input and are tied to nothing. */
static void
push_row(Lower *l, BlockId b, const Operand *o, const Operand *end)
{
	uint32_t n = (uint32_t)(end - o);

	func_room(l->out, n);
	Operand *to = l->out->opnds.at + l->out->opnds.n;
	l->out->opnds.n += n;
	for (; o < end; o++, to++) {
		unsigned kill = (o->kind == OPND_VREG) * OPND_KILL;

		*to = *o;
		to->flags &= (uint16_t)~kill;
		if (o->kind == OPND_BLOCK)
			to->val = moved_block(l, b, o->val);
	}
}

/* Copy the instructions of block B from I on, before END, about which nothing
 * is odd; their operands stand in a row.  Returns the first one that is
 * left. */
static InsnId
lower_even(Lower *l, BlockId b, InsnId i, InsnId end)
{
	const uint8_t *odd = l->facts.odd;
	const Insn *insn = &l->in->insns.at[i], *first = insn;
	Func *out = l->out;
	uint32_t behind = i < end ? out->opnds.n - insn->opnd0 : 0;

	for (; i < end && !odd[i]; i++, insn++) {
		VEC_ROOM(out->arena, out->insns);
		if (l->map)
			l->map[i] = out->insns.n;
		out->insns.at[out->insns.n] = *insn;
		out->insns.at[out->insns.n++].opnd0 += behind;
	}
	if (insn > first)
		push_row(l, b, insn_opnds(l->in, first),
			 insn_opnds(l->in, insn - 1) + insn[-1].nopnds);
	return i;
}

/* Copy instruction I of block B, which is TO now, about which something is odd,
 * with what goes before or behind it.  Returns the number of errors. */
static uint32_t
lower_odd(Lower *l, BlockId b, BlockId to, InsnId i)
{
	uint32_t errors = 0;

	if (phi_copy_is_next(l, to, i))
		push_phi_copies(l, to, i);
	if (!(l->facts.odd[i] & ODD_SINKS))
		return !lower_insn(l, b, i);
	if (l->sinks[i].behind == NONE)
		errors += !lower_insn(l, b, i);
	for (InsnId k = l->sinks[i].first; k != NONE; k = l->sinks[k].next)
		errors += !lower_insn(l, b, k);
	return errors;
}

bool
insn_stays_first(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_PHI) || insn_flags(f, insn) & OP_POSITION;
}

/* Registers that the instructions which copies become read besides. */
static void
find_copy_units(Lower *l)
{
	const Target *t = l->in->target;
	uint64_t *units =
		ARENA_NEW(l->tmp, uint64_t, BITS_WORDS(t->n_unit_regs));

	for (uint32_t i = 0; i < t->n_copies; i++)
		if (target_copy_reads(t, &t->copies[i], units))
			l->copy_units = units;
}

/* Would a copy in front of it do less or more than one behind it?  Then it
 * comes before the copies at the head of its block. */
static bool
changes_copies(const Lower *l, const Insn *insn)
{
	if (!l->copy_units || insn_is(l->in, insn, WK_COPY) ||
	    insn_is(l->in, insn, WK_INLINEASM) ||
	    insn_flags(l->in, insn) & OP_TERMINATOR)
		return false;
	FOR_OPNDS(o, l->in, insn)
		if (o->kind == OPND_REG && o->val && o->flags & OPND_DEF &&
		    unitset_meets(l->in->target, l->copy_units, (RegId)o->val))
			return true;
	return false;
}

/* Instruction I of block B, before the copies of its PHIs, whose plans are
 * those from PLANS on: it reads what they copy. */
static bool
lower_ahead(Lower *l, BlockId b, InsnId i, const PhiPlan *plans)
{
	const Block *block = &l->in->blocks.at[b];

	if (!lower_plain(l, b, i))
		return false;
	Insn *insn = &l->out->insns.at[l->out->insns.n - 1];
	FOR_MUTABLE_OPNDS(o, l->out, insn) {
		InsnId def = o->kind == OPND_VREG && o->val < l->in->vregs.n
				     ? l->facts.regs[o->val].def
				     : NONE;

		if (def < block->first || def >= i ||
		    !insn_is(l->in, func_insn(l->in, def), WK_PHI))
			continue;
		const PhiPlan *p = &plans[def - block->first];
		if (p->kind == PHI_UNDEF)
			o->flags |= OPND_UNDEF;
		else if (p->kind == PHI_THROUGH)
			o->val = p->temp;
		else if (l->in->opnds.at[p->src].kind == OPND_VREG && !o->sub) {
			o->val = l->in->opnds.at[p->src].val;
			o->sub = l->in->opnds.at[p->src].sub;
		} else {
			diag_error(l->in->diag, insn->loc,
				   "reads a PHI of its block that is no copy "
				   "of a whole register");
			return false;
		}
	}
	return true;
}

static bool
lower_block(Lower *l, BlockId b)
{
	const Block *block = &l->in->blocks.at[b];
	BlockId to = l->edges ? l->edges->block_map[b] : b;
	uint32_t first = l->nplans, errors = 0;
	InsnId i = block->first;

	l->out->blocks.at[to].first = l->out->insns.n;
	for (; i < block->end; i++, l->nplans++)
		if (!insn_is(l->in, &l->in->insns.at[i], WK_PHI))
			break;
	for (; i < block->end &&
	       insn_flags(l->in, &l->in->insns.at[i]) & OP_POSITION;
	     i++) {
		push_phi_copies(l, to, i);
		lower_plain(l, b, i);
	}
	for (; i < block->end && changes_copies(l, func_insn(l->in, i)); i++)
		errors += !lower_ahead(l, b, i, l->phis.plans.at + first);
	if (l->nplans > first)
		push_phi_heads(l, first);
	while ((i = lower_even(l, b, i, block->end)) < block->end)
		errors += lower_odd(l, b, to, i++);
	if (phi_copy_is_next(l, to, block->end))
		push_phi_copies(l, to, block->end);
	l->out->blocks.at[to].end = l->out->insns.n;
	return !errors;
}

/* Read in the blocks behind loops what is handed on to them. */
static void
read_handed_on(Lower *l)
{
	const Rotations *r = &l->phis.rotations;

	FOR_VEC(HandedOn, h, r->handed) {
		BlockId b = l->edges ? l->edges->block_map[h->block] : h->block;

		if (h->out || l->phis.temps[h->into] == NONE)
			continue;
		FOR_INSNS(insn, l->out, &l->out->blocks.at[b]) {
			Operand *o = &l->out->opnds.at[insn->opnd0];

			for (uint32_t k = 0; k < insn->nopnds; k++)
				if (o[k].kind == OPND_VREG &&
				    o[k].val == h->reg)
					o[k].val = l->phis.temps[h->into];
		}
	}
}

/* The new block of edge I, if there is one. */
static void
lower_edge(Lower *l, uint32_t i)
{
	if (i == NONE)
		return;
	const EdgeMoves *edge = &l->edges->plan->edges.at[i];
	BlockId b = l->edges->new_block[i];
	l->out->blocks.at[b].first = l->out->insns.n;
	push_phi_copies(l, b, l->in->insns.n);
	if (edge->jumps)
		edge_jump_push(l->edges, l->out, edge);
	l->out->blocks.at[b].end = l->out->insns.n;
}

/* Every block in its order.  Returns the number of errors. */
static uint32_t
lower_blocks(Lower *l)
{
	const EdgeLayout *e = l->edges;
	uint32_t errors = 0;

	for (BlockId b = 0; b < l->in->blocks.n; b++) {
		if (e)
			lower_edge(l, e->front[b]);
		errors += !lower_block(l, b);
		if (e)
			lower_edge(l, e->behind[b]);
	}
	for (uint32_t i = 0; e && i < e->plan->edges.n; i++)
		if (e->plan->edges.at[i].place == EDGE_END)
			lower_edge(l, i);
	return errors;
}

/* The tables that grow are copies, so that IN's stay as they are. */
Func *
func_emptied(const Func *in, uint32_t more, Arena *arena)
{
	Func *out = func_like(in, in->insns.n + more + 16,
			      in->opnds.n + 2 * more + 16, arena);

	out->vregs.cap = in->vregs.n + in->vregs.n / 2 + 16;
	out->vregs.at =
		arena_copy(arena, in->vregs.at, sizeof(Vreg) * in->vregs.n,
			   sizeof(Vreg) * out->vregs.cap);
	return out;
}

void
func_own_blocks(Func *f, Arena *arena)
{
	f->blocks.at =
		arena_copy(arena, f->blocks.at, sizeof(Block) * f->blocks.n,
			   sizeof(Block) * (f->blocks.n + 1));
}

/* The new function's blocks, with those of EDGES, or NULL. */
static void
blocks_open(Lower *l, const EdgePlan *edges, float **freq, Arena *arena)
{
	if (!edges) {
		func_own_blocks(l->out, arena);
		return;
	}
	edges_lay_out(&l->layout, l->out, l->in, edges, *freq, arena, l->tmp);
	l->edges = &l->layout;
	*freq = l->layout.freq;
}

Func *
lower_func(const Func *in, const OperandFacts *facts, const EdgePlan *edges,
	   float **freq, Arena *arena, Arena *tmp)
{
	const float *freq_in = freq ? *freq : NULL;
	Lower l = {.in = in, .facts = *facts, .tmp = tmp};

	/* Most that are made are copies, of tied operands: seldom more than
	 * there are instructions.  Memory that nobody touches costs nothing,
	 * but what is outgrown does. */
	l.out = func_emptied(in, in->insns.n, arena);
	blocks_open(&l, edges, freq, arena);
	phis_plan(&l.phis, in, &l.facts, l.out, l.edges, freq_in, l.tmp);
	l.sinks = sinks_plan(in, &l.facts, l.phis.rotations.before, l.tmp);
	if (l.phis.plans.n && in->target->copies_read)
		find_copy_units(&l);
	if (in->call_sites.n)
		l.map = ARENA_NEW(l.tmp, InsnId, in->insns.n);
	uint32_t errors = l.phis.errors + lower_blocks(&l);
	read_handed_on(&l);
	for (uint32_t i = 0; i < in->call_sites.n; i++)
		l.out->call_sites.at[i].insn = l.map[in->call_sites.at[i].insn];
	forward_reserved(l.out, l.reserved.at, l.reserved.n, &l.facts,
			 freq ? *freq : NULL, l.tmp);
	return errors ? NULL : l.out;
}
