/*
 * Checks of the input, as errors to the user.  Opcodes that the target does
 * not know are looked at no further than their text goes.
 */
#include "core/analysis/validate.h"

typedef struct {
	const Func *f;
	Slice *preds; /* by block: its distinct predecessors in pred_list */
	BlockId *pred_list;
	/* Marks by block: last block (+ 1) that has it as a successor or as a
	 * predecessor, last PHI (+ 1) that names it. */
	uint32_t *succ_of, *pred_of, *phi_of;
} Validator;

static const char *
opcode_name(const Func *f, const Insn *insn)
{
	return target_str(f->target, insn_desc(f, insn)->name);
}

static Loc
opnd_loc(const Insn *insn, const Operand *o)
{
	return o->loc == LOC_NONE ? insn->loc : o->loc;
}

static void
mark_succs(Validator *v, BlockId b)
{
	Slice s = v->f->blocks.at[b].succs;
	uint32_t i;

	for (i = s.start; i < s.end; i++)
		v->succ_of[v->f->succs.at[i].block] = b + 1;
}

static void
mark_preds(Validator *v, BlockId b)
{
	uint32_t i;

	for (i = v->preds[b].start; i < v->preds[b].end; i++)
		v->pred_of[v->pred_list[i]] = b + 1;
}

/* Visit each edge once, however often it stands in the text: count them by
 * target, or store them. */
static void
visit_edges(Validator *v, uint32_t *mark, bool store)
{
	const Func *f = v->f;
	BlockId b;
	uint32_t i;

	for (b = 0; b < f->blocks.n; b++) {
		Slice s = f->blocks.at[b].succs;

		for (i = s.start; i < s.end; i++) {
			BlockId to = f->succs.at[i].block;

			if (mark[to] == b + 1)
				continue;
			mark[to] = b + 1;
			if (store)
				v->pred_list[v->preds[to].end] = b;
			v->preds[to].end++;
		}
	}
}

static void
find_preds(Validator *v, Arena *tmp)
{
	uint32_t n = v->f->blocks.n, at = 0, count;
	BlockId b;

	visit_edges(v, ARENA_NEW(tmp, uint32_t, n), false);
	for (b = 0; b < n; b++) {
		count = v->preds[b].end;
		v->preds[b] = (Slice){at, at};
		at += count;
	}
	v->pred_list = ARENA_NEW(tmp, BlockId, at);
	visit_edges(v, ARENA_NEW(tmp, uint32_t, n), true);
}

static void
check_sub(Validator *v, const Insn *insn, const Operand *o)
{
	const Func *f = v->f;
	const Target *t = f->target;
	ClassId cls = f->vregs.at[o->val].cls;

	if (target_sub_lanes(t, o->sub) & ~t->classes[cls].lanes)
		diag_error(f->diag, opnd_loc(insn, o),
			   "class '%s' has no sub-register '%s'",
			   target_str(t, t->classes[cls].name),
			   target_str(t, t->subs[o->sub].name));
}

/* Explicit operands: how many, and registers where registers must be. */
static void
check_operands(Validator *v, const Insn *insn)
{
	const Func *f = v->f;
	const OpcodeDesc *desc = insn_desc(f, insn);
	const OpndDesc *d = f->target->opnd_descs + desc->opnds.start;
	const Operand *o = insn_opnds(f, insn);
	uint32_t want = desc->opnds.end - desc->opnds.start, i, n;

	for (n = 0; n < insn->nopnds && !(o[n].flags & OPND_IMPLICIT); n++)
		if (o[n].kind == OPND_VREG && o[n].sub)
			check_sub(v, insn, &o[n]);
	if (insn->flags & (INSN_UNKNOWN | INSN_DEBUG))
		return;
	/* One whose call returns nothing has no definition. */
	if (insn_is(f, insn, WK_PATCHPOINT) && !insn->nleft)
		return;
	if (n < want) {
		diag_error(f->diag, insn->loc,
			   "'%s' has %u operands, and %u stand here",
			   opcode_name(f, insn), want, n);
		return;
	}
	if (insn->nleft < desc->ndefs)
		diag_error(f->diag, insn->loc,
			   "'%s' defines %u registers, and %u stand before '='",
			   opcode_name(f, insn), desc->ndefs, insn->nleft);
	for (i = 0; i < want; i++)
		if (i < desc->ndefs && !opnd_is_reg(&o[i]))
			diag_error(f->diag, opnd_loc(insn, &o[i]),
				   "register expected");
		else if (d[i].tied >= 0 && o[i].tied != d[i].tied &&
			 opnd_is_reg(&o[i]) && !(o[i].flags & OPND_DEF))
			diag_error(f->diag, opnd_loc(insn, &o[i]),
				   "'%s' ties this operand to operand %d",
				   opcode_name(f, insn), d[i].tied);
}

/* One pair of a PHI: false if it is none. */
static bool
check_pair(Validator *v, BlockId b, InsnId i, const Operand *o)
{
	const Func *f = v->f;
	const Insn *insn = &f->insns.at[i];

	if (o[0].kind != OPND_VREG || o[1].kind != OPND_BLOCK) {
		diag_error(f->diag, opnd_loc(insn, &o[0]),
			   "virtual register and block expected");
		return false;
	}
	if (v->pred_of[o[1].val] != b + 1) {
		diag_error(f->diag, opnd_loc(insn, &o[1]),
			   "bb.%u is no predecessor of bb.%u",
			   f->blocks.at[o[1].val].number,
			   f->blocks.at[b].number);
		return false;
	}
	return true;
}

/* PHI: a definition, then pairs of a register and a predecessor. */
static void
check_phi(Validator *v, BlockId b, InsnId i)
{
	const Func *f = v->f;
	const Insn *insn = &f->insns.at[i];
	const Operand *o = insn_opnds(f, insn);
	uint32_t k, seen = 0, npreds = v->preds[b].end - v->preds[b].start;

	if (insn->nleft != 1 || o[0].kind != OPND_VREG || o[0].sub ||
	    insn->nopnds % 2 == 0) {
		diag_error(f->diag, insn->loc,
			   "PHI must define a virtual register from pairs of a "
			   "register and a block");
		return;
	}
	for (k = 1; k < insn->nopnds; k += 2) {
		if (!check_pair(v, b, i, &o[k]))
			return;
		seen += v->phi_of[o[k + 1].val] != i + 1;
		v->phi_of[o[k + 1].val] = i + 1;
	}
	if (seen != npreds)
		diag_error(f->diag, insn->loc,
			   "PHI names %u blocks, and bb.%u has %u predecessors",
			   seen, f->blocks.at[b].number, npreds);
}

/* Shapes of the opcodes that passes take apart. */
static void
check_pseudo(Validator *v, const Insn *insn)
{
	const Func *f = v->f;
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = 0, k;
	bool ok = true;

	while (n < insn->nopnds && !(o[n].flags & OPND_IMPLICIT))
		n++;
	if (insn_is(f, insn, WK_COPY)) {
		ok = n == 2 && insn->nleft == 1 && opnd_is_reg(&o[0]) &&
		     opnd_is_reg(&o[1]);
	} else if (insn_is(f, insn, WK_REG_SEQUENCE)) {
		ok = n % 2 == 1 && insn->nleft == 1;
		for (k = 1; ok && k < n; k += 2)
			ok = opnd_is_reg(&o[k]) && o[k + 1].kind == OPND_SUB;
	} else if (insn_is(f, insn, WK_INSERT_SUBREG)) {
		ok = n == 4 && insn->nleft == 1 && opnd_is_reg(&o[1]) &&
		     opnd_is_reg(&o[2]) && o[3].kind == OPND_SUB;
	} else if (insn_is(f, insn, WK_SUBREG_TO_REG)) {
		ok = n == 4 && insn->nleft == 1 && o[1].kind == OPND_IMM &&
		     opnd_is_reg(&o[2]) && o[3].kind == OPND_SUB;
	} else if (insn_is(f, insn, WK_EXTRACT_SUBREG)) {
		ok = n == 3 && insn->nleft == 1 && opnd_is_reg(&o[1]) &&
		     o[2].kind == OPND_SUB;
	}
	if (!ok)
		diag_error(f->diag, insn->loc, "malformed '%s'",
			   opcode_name(f, insn));
}

/* Does the branch go to successors of its block only? */
static void
check_branch(Validator *v, BlockId b, const Insn *insn)
{
	const Func *f = v->f;
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_BLOCK && v->succ_of[o[k].val] != b + 1)
			diag_error(f->diag, opnd_loc(insn, &o[k]),
				   "branch to bb.%u, which is no successor",
				   f->blocks.at[o[k].val].number);
}

static void
check_block(Validator *v, BlockId b)
{
	const Func *f = v->f;
	const Block *block = &f->blocks.at[b];
	bool body = false, end = false;
	InsnId i;

	mark_succs(v, b);
	mark_preds(v, b);
	for (i = block->first; i < block->end; i++) {
		const Insn *insn = &f->insns.at[i];
		uint32_t flags = insn_flags(f, insn);

		check_operands(v, insn);
		if (insn->flags & INSN_DEBUG)
			continue;
		if (insn_is(f, insn, WK_PHI)) {
			if (body)
				diag_error(f->diag, insn->loc,
					   "PHI behind other instructions");
			check_phi(v, b, i);
			continue;
		}
		body = true;
		check_pseudo(v, insn);
		if (insn->flags & (INSN_UNKNOWN | INSN_BUNDLED))
			continue;
		if (flags & OP_BRANCH)
			check_branch(v, b, insn);
		if (end && !(flags & OP_TERMINATOR))
			diag_error(f->diag, insn->loc,
				   "'%s' behind a terminator",
				   opcode_name(f, insn));
		end |= (flags & OP_TERMINATOR) != 0;
	}
}

bool
validate_func(const Func *f, Arena *tmp)
{
	Validator v = {.f = f};
	uint32_t errors = f->diag->errors;
	BlockId b;

	v.preds = ARENA_NEW(tmp, Slice, f->blocks.n + 1);
	v.succ_of = ARENA_NEW(tmp, uint32_t, f->blocks.n + 1);
	v.pred_of = ARENA_NEW(tmp, uint32_t, f->blocks.n + 1);
	v.phi_of = ARENA_NEW(tmp, uint32_t, f->blocks.n + 1);
	find_preds(&v, tmp);
	for (b = 0; b < f->blocks.n; b++)
		check_block(&v, b);
	return f->diag->errors == errors;
}
