/*
 * Checks of the input, as errors to the user.  Opcodes that the target does
 * not know are looked at no further than their text goes.
 */
#include "core/analysis/validate.h"

#include "core/analysis/cfg.h"
#include "core/analysis/sizes.h"

typedef struct {
	Func *f;
	/* Marks by block: last block (+ 1) that has it as a successor or as a
	 * predecessor, last PHI (+ 1) that names it. */
	uint32_t *succ_of, *pred_of, *phi_of;
	uint32_t npreds; /* distinct ones of the block with marks in pred_of */
	bool preds_known;
	BlockId succs_marked, preds_marked; /* for which blocks; NONE */
	uint64_t named;			    /* see target_opcode_set */
} Validator;

static Loc
opnd_loc(const Insn *insn, const Operand *o)
{
	return o->loc == LOC_NONE ? insn->loc : o->loc;
}

static void
mark_succs(Validator *v, BlockId b)
{
	if (v->succs_marked == b)
		return;
	v->succs_marked = b;
	FOR_SUCCS(succ, v->f, b)
		v->succ_of[succ->block] = b + 1;
}

static void
mark_preds(Validator *v, BlockId b)
{
	if (v->preds_marked == b)
		return;
	v->preds_marked = b;
	if (!v->preds_known)
		cfg_preds(v->f);
	v->preds_known = true;
	v->npreds = 0;
	FOR_SLICE(BlockId, from, v->f->preds.at, v->f->blocks.at[b].preds) {
		uint32_t *of = &v->pred_of[*from];

		v->npreds += *of != b + 1;
		*of = b + 1;
	}
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
			   target_class_name(t, cls),
			   target_sub_name(t, o->sub));
}

/* Could operand O be a register of class WANT, or get one? */
static bool
could_be(const Func *f, const Operand *o, ClassId want)
{
	const Target *t = f->target;

	if (o->kind == OPND_REG)
		return !o->val || target_class_has(t, want, (RegId)o->val);
	Slice s = t->classes[f->vregs.at[o->val].cls].order;
	if (s.start == s.end)
		return true;
	FOR_SLICE(RegId, r, t->class_regs, s) {
		RegId reg = target_subreg(t, *r, o->sub);
		if (reg && target_class_has(t, want, reg))
			return true;
	}
	return false;
}

/* Is explicit operand O, of row D, surely a register of the class that the
 * opcode takes, or none? */
static inline bool
has_class(const Func *f, const Operand *o, const OpndDesc *d)
{
	if (d->cls == CLASS_NONE)
		return true;
	if (o->kind == OPND_VREG)
		return !o->sub && !(d->flags & OPDESC_PLACED) &&
		       target_class_contains(f->target, d->cls,
					     f->vregs.at[o->val].cls);
	return o->kind != OPND_REG || could_be(f, o, d->cls);
}

static void
check_class(Validator *v, const Insn *insn, const Operand *o, ClassId want)
{
	const Func *f = v->f;
	const Target *t = f->target;

	if (want != CLASS_NONE && opnd_is_reg(o) && !could_be(f, o, want))
		diag_error(f->diag, opnd_loc(insn, o),
			   "'%s' takes no such register here, but one of class "
			   "'%s'",
			   insn_opcode_name(f, insn),
			   target_class_name(t, want));
}

/* Explicit operands: how many, registers where registers must be, and of which
 * classes: a wider one than the opcode takes will do, another one not. */
static void
check_operands(Validator *v, const Insn *insn)
{
	const Func *f = v->f;
	const OpcodeDesc *desc = insn_desc(f, insn);
	const OpndDesc *d = f->target->opnd_descs + desc->opnds.start;
	const Operand *o = insn_opnds(f, insn);
	uint32_t want = desc->opnds.end - desc->opnds.start, n;

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
			   insn_opcode_name(f, insn), want, n);
		return;
	}
	if (insn->nleft < desc->ndefs)
		diag_error(f->diag, insn->loc,
			   "'%s' defines %u registers, and %u stand before '='",
			   insn_opcode_name(f, insn), desc->ndefs, insn->nleft);
	if (want && d[0].flags & OPDESC_PLACED && o[0].kind == OPND_VREG)
		diag_error(f->diag, insn->loc,
			   "'%s' is for a pass of llc in front of allocation: "
			   "stop llc behind it",
			   insn_opcode_name(f, insn));
	for (uint32_t i = 0; i < want; i++) {
		check_class(v, insn, &o[i], d[i].cls);
		if (i < desc->ndefs && !opnd_is_reg(&o[i]))
			diag_error(f->diag, opnd_loc(insn, &o[i]),
				   "register expected");
		else if (d[i].tied >= 0 && o[i].tied != d[i].tied &&
			 opnd_is_reg(&o[i]) && !(o[i].flags & OPND_DEF))
			diag_error(f->diag, opnd_loc(insn, &o[i]),
				   "'%s' ties this operand to operand %d",
				   insn_opcode_name(f, insn), d[i].tied);
	}
}

/* Part PART of TO becomes part SOURCE of operand FROM of INSN. */
static void
check_copy(const Func *f, const Insn *insn, const Operand *to, SubId part,
	   const Operand *from, SubId source)
{
	if (!copy_fits(f, to, part, from, source))
		diag_error(f->diag, opnd_loc(insn, from),
			   "'%s' copies a register to one of another size",
			   insn_opcode_name(f, insn));
}

/* One pair of PHI I: false if it is none. */
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
	check_copy(f, insn, insn_opnds(f, insn), 0, o, 0);
	return true;
}

/* PHI: a definition, then pairs of a register and a predecessor. */
static void
check_phi(Validator *v, BlockId b, InsnId i)
{
	const Func *f = v->f;
	const Insn *insn = &f->insns.at[i];
	const Operand *o = insn_opnds(f, insn);
	uint32_t seen = 0;

	if (insn->nleft != 1 || o[0].kind != OPND_VREG || o[0].sub ||
	    insn->nopnds % 2 == 0) {
		diag_error(f->diag, insn->loc,
			   "PHI must define a virtual register from pairs of a "
			   "register and a block");
		return;
	}
	mark_preds(v, b);
	for (uint32_t k = 1; k < insn->nopnds; k += 2) {
		if (!check_pair(v, b, i, &o[k]))
			return;
		seen += v->phi_of[o[k + 1].val] != i + 1;
		v->phi_of[o[k + 1].val] = i + 1;
	}
	if (seen != v->npreds)
		diag_error(f->diag, insn->loc,
			   "PHI names %u blocks, and bb.%u has %u predecessors",
			   seen, f->blocks.at[b].number, v->npreds);
}

static uint32_t
explicit_count(const Operand *o, uint32_t n)
{
	uint32_t k = 0;

	while (k < n && !(o[k].flags & OPND_IMPLICIT))
		k++;
	return k;
}

/* Is INSN one that passes take apart? */
static bool
has_shape(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_COPY) || insn_is(f, insn, WK_REG_SEQUENCE) ||
	       insn_is(f, insn, WK_INSERT_SUBREG) ||
	       insn_is(f, insn, WK_SUBREG_TO_REG) ||
	       insn_is(f, insn, WK_EXTRACT_SUBREG);
}

/* The sizes of what INSN, whose shape is right, copies from one register to
 * another. */
static void
check_copies(const Func *f, const Insn *insn, uint32_t n)
{
	const Operand *o = insn_opnds(f, insn);

	if (insn_is(f, insn, WK_COPY)) {
		check_copy(f, insn, &o[0], 0, &o[1], 0);
	} else if (insn_is(f, insn, WK_REG_SEQUENCE)) {
		for (uint32_t k = 1; k < n; k += 2)
			check_copy(f, insn, &o[0], (SubId)o[k + 1].val, &o[k],
				   0);
	} else if (insn_is(f, insn, WK_EXTRACT_SUBREG)) {
		check_copy(f, insn, &o[0], 0, &o[1], (SubId)o[2].val);
	} else {
		if (insn_is(f, insn, WK_INSERT_SUBREG))
			check_copy(f, insn, &o[0], 0, &o[1], 0);
		check_copy(f, insn, &o[0], (SubId)o[3].val, &o[2], 0);
	}
}

/* No virtual register but what it copies to gets a value there. */
static void
check_besides(const Func *f, const Insn *insn, uint32_t n)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = n; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].flags & OPND_DEF &&
		    (o[0].kind != OPND_VREG || o[k].val != o[0].val))
			diag_error(f->diag, opnd_loc(insn, &o[k]),
				   "'%s' defines another register besides",
				   insn_opcode_name(f, insn));
}

/* Shapes and sizes of those. */
static void
check_pseudo(Validator *v, const Insn *insn)
{
	const Func *f = v->f;
	const Operand *o = insn_opnds(f, insn);
	bool ok = true;

	if (!(v->named >> (insn->op & 63) & 1) || !has_shape(f, insn))
		return;
	uint32_t n = explicit_count(o, insn->nopnds);
	if (insn_is(f, insn, WK_COPY)) {
		ok = n == 2 && insn->nleft == 1 && opnd_is_reg(&o[0]) &&
		     opnd_is_reg(&o[1]);
	} else if (insn_is(f, insn, WK_REG_SEQUENCE)) {
		ok = n % 2 == 1 && insn->nleft == 1;
		for (uint32_t k = 1; ok && k < n; k += 2)
			ok = opnd_is_reg(&o[k]) && o[k + 1].kind == OPND_SUB;
	} else if (insn_is(f, insn, WK_INSERT_SUBREG)) {
		ok = n == 4 && insn->nleft == 1 && opnd_is_reg(&o[1]) &&
		     opnd_is_reg(&o[2]) && o[3].kind == OPND_SUB;
	} else if (insn_is(f, insn, WK_SUBREG_TO_REG)) {
		ok = n == 4 && insn->nleft == 1 && o[1].kind == OPND_IMM &&
		     opnd_is_reg(&o[2]) && o[3].kind == OPND_SUB;
	} else {
		ok = n == 3 && insn->nleft == 1 && opnd_is_reg(&o[1]) &&
		     o[2].kind == OPND_SUB;
	}
	if (!ok) {
		diag_error(f->diag, insn->loc, "malformed '%s'",
			   insn_opcode_name(f, insn));
		return;
	}
	check_copies(f, insn, n);
	check_besides(f, insn, n);
}

/* Does the branch go to successors of its block only? */
static void
check_branch(Validator *v, BlockId b, const Insn *insn)
{
	const Func *f = v->f;

	mark_succs(v, b);
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_BLOCK && v->succ_of[o->val] != b + 1)
			diag_error(f->diag, opnd_loc(insn, o),
				   "branch to bb.%u, which is no successor",
				   f->blocks.at[o->val].number);
}

/* The opcodes that this file knows by name. */
static const uint8_t known[] = {
	WK_PHI,		  WK_COPY,	     WK_REG_SEQUENCE, WK_INSERT_SUBREG,
	WK_SUBREG_TO_REG, WK_EXTRACT_SUBREG, WK_PATCHPOINT,
};

/* Is INSN, which is plain, something else that this file knows by name than a
 * COPY from one register to another of its size? */
static inline bool
is_named(const Validator *v, const Insn *insn)
{
	const Func *f = v->f;
	const Operand *o = insn_opnds(f, insn);

	return v->named >> (insn->op & 63) & 1 &&
	       !(insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
		 insn->nleft == 1 && opnd_is_reg(&o[1]) &&
		 copy_fits(f, &o[0], 0, &o[1], 0));
}

/* Are the virtual registers of INSN, which is plain, of the classes that its
 * opcode takes? */
static inline bool
has_classes(const Func *f, const Insn *insn)
{
	const OpndDesc *d = f->target->opnd_descs;
	const Operand *o = insn_opnds(f, insn);

	for (Slice s = target_desc(f->target, insn->op)->opnds; s.start < s.end;
	     s.start++, o++)
		if (!has_class(f, o, &d[s.start]))
			return false;
	return true;
}

/* The first instruction from I on, before END, that is to be looked at closely:
 * the others are no terminators and keep to the rows of their opcodes, and
 * their operands name no parts.  Most are such. */
static inline InsnId
skip_plain(const Validator *v, InsnId i, InsnId end)
{
	const Func *f = v->f;

	for (; i < end; i++) {
		const Insn *insn = func_insn(f, i);

		if (insn->flags != INSN_PLAIN ||
		    insn_desc(f, insn)->flags & (OP_TERMINATOR | OP_BRANCH) ||
		    is_named(v, insn) || !has_classes(f, insn))
			break;
	}
	return i;
}

/* Instruction I of block B; BODY: behind others than PHIs; END: behind a
 * terminator. */
static void
check_insn(Validator *v, BlockId b, InsnId i, bool *body, bool *end)
{
	const Func *f = v->f;
	const Insn *insn = func_insn(f, i);
	uint32_t flags = insn_flags(f, insn);

	if (!(insn->flags & INSN_PLAIN) || !has_classes(f, insn))
		check_operands(v, insn);
	if (insn->flags & INSN_DEBUG)
		return;
	if (insn_is(f, insn, WK_PHI)) {
		if (*body)
			diag_error(f->diag, insn->loc,
				   "PHI behind other instructions");
		check_phi(v, b, i);
		return;
	}
	*body = true;
	check_pseudo(v, insn);
	if (insn->flags & (INSN_UNKNOWN | INSN_BUNDLED))
		return;
	if (flags & OP_BRANCH)
		check_branch(v, b, insn);
	if (*end && !(flags & OP_TERMINATOR))
		diag_error(f->diag, insn->loc, "'%s' behind a terminator",
			   insn_opcode_name(f, insn));
	*end |= (flags & OP_TERMINATOR) != 0;
}

static void
check_block(Validator *v, BlockId b)
{
	const Block *block = &v->f->blocks.at[b];
	bool body = false, end = false;
	InsnId i = block->first, first;

	while (i < block->end) {
		if (!end) {
			first = i;
			i = skip_plain(v, i, block->end);
			body |= i > first;
			if (i == block->end)
				break;
		}
		check_insn(v, b, i++, &body, &end);
	}
}

bool
validate_func(Func *f, Arena *tmp)
{
	Validator v = {.f = f, .succs_marked = NONE, .preds_marked = NONE};
	uint32_t errors = f->diag->errors;

	v.named = target_opcode_set(f->target, known, sizeof(known));
	v.succ_of = ARENA_NEW(tmp, uint32_t, f->blocks.n + 1);
	v.pred_of = ARENA_NEW(tmp, uint32_t, f->blocks.n + 1);
	v.phi_of = ARENA_NEW(tmp, uint32_t, f->blocks.n + 1);
	for (BlockId b = 0; b < f->blocks.n; b++)
		check_block(&v, b);
	return f->diag->errors == errors;
}
