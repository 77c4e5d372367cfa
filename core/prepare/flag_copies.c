/*
 * Flags that other flags come between.  Few machines can copy them, and those
 * slowly, but a condition fits into any register.  Where nothing comes between,
 * as behind inline assembly several of whose results are flags, they need no
 * copy at all.
 */
#include "core/prepare/flag_copies.h"

#include "core/base/bits.h"
#include "core/prepare/lower_internal.h"
#include "core/prepare/recipes.h"

#include <string.h>

/* A condition that somebody reads, before it has a register. */
#define WANTED (NONE - 1)

/* A register that flags are copied to; there may be no rule for them. */
typedef struct {
	RegId reg; /* the flags */
	VregId vreg;
	bool ruled;
	uint32_t reads, writes;	       /* of VREG */
	VregId holds[FLAG_CONDITIONS]; /* by condition; NONE: nobody reads it */
} Kept;

/* What becomes of an instruction. */
typedef struct {
	const FlagRule *rule; /* reads a condition; NULL: a copy */
	uint32_t kept;
	uint32_t condition;
	bool made; /* for the reader before it */
} Plan;

typedef struct {
	const Func *in;
	Func *out;
	uint64_t *flags; /* over RegId */
	uint32_t *of;	 /* by VregId: index into kept, or NONE */
	VEC(Kept) kept;
	uint32_t *plan_of; /* by InsnId: index into plans, or NONE */
	VEC(Plan) plans;
	uint32_t errors;
	Arena tmp;
} FlagCopies;

/* Is INSN a copy of flags to a register (operand 1 of it is flags), or back
 * (operand 0)? */
static bool
is_copy(const FlagCopies *c, const Insn *insn, unsigned flags)
{
	const Operand *o = insn_opnds(c->in, insn);

	return insn_is(c->in, insn, WK_COPY) && insn->nopnds >= 2 &&
	       o[!flags].kind == OPND_VREG && !o[!flags].sub &&
	       o[flags].kind == OPND_REG && bits_has(c->flags, o[flags].val);
}

/* Does a rule tell how to keep what REG has? */
static bool
is_ruled(const Target *t, RegId reg)
{
	for (uint32_t i = 0; i < t->n_flag_rules; i++)
		if (t->flag_rules[i].reg == reg)
			return true;
	return false;
}

/* Note REG, which is copied to V, if no virtual register can get it. */
static void
others_note(const FlagCopies *c, VregId v, RegId reg)
{
	const Target *t = c->in->target;

	if (bits_has(c->flags, reg) ||
	    target_class_has(t, c->in->vregs.at[v].cls, reg))
		return;
	for (ClassId k = 0; k < t->n_classes; k++)
		if (!(t->classes[k].flags & CLASS_FIXED) &&
		    target_class_has(t, k, reg))
			return;
	bits_add(c->flags, reg);
}

/* INSN copies flags. */
static void
kept_note(FlagCopies *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->in, insn);
	Kept k = {.reg = (RegId)o[1].val, .vreg = o[0].val};

	if (!c->of) {
		c->of = ARENA_RAW(&c->tmp, uint32_t, c->in->vregs.n);
		memset(c->of, 0xff, sizeof(uint32_t) * c->in->vregs.n);
	}
	c->of[k.vreg] = c->kept.n;
	k.ruled = is_ruled(c->in->target, k.reg);
	memset(k.holds, 0xff, sizeof(k.holds));
	VEC_PUSH(&c->tmp, c->kept, k);
}

/* The registers that flags are copied to; false: none. */
static bool
kept_find(FlagCopies *c)
{
	const Func *f = c->in;
	const Target *t = f->target;

	c->flags = ARENA_NEW(&c->tmp, uint64_t, BITS_WORDS(t->n_regs));
	for (uint32_t i = 0; i < t->n_flag_rules; i++)
		bits_add(c->flags, t->flag_rules[i].reg);
	FOR_VEC(Insn, insn, f->insns) {
		const Operand *o = insn_opnds(f, insn);

		if (!insn_is(f, insn, WK_COPY) || insn->nopnds < 2 ||
		    o[0].kind != OPND_VREG || o[1].kind != OPND_REG ||
		    !o[1].val)
			continue;
		others_note(c, o[0].val, (RegId)o[1].val);
		if (is_copy(c, insn, 1))
			kept_note(c, insn);
	}
	return c->kept.n > 0;
}

static void
refuse(FlagCopies *c, const Insn *insn, const Kept *k, const char *why)
{
	const Target *t = c->in->target;

	diag_error(c->in->diag, insn->loc, "%s: the %s that %%%u keeps %s",
		   insn_opcode_name(c->in, insn), target_reg_name(t, k->reg),
		   c->in->vregs.at[k->vreg].number, why);
	c->errors++;
}

/* Count what writes and reads what is copied to; nothing else may write or read
 * what flags are. */
static void
others_refuse(FlagCopies *c)
{
	const Func *f = c->in;

	FOR_VEC(Insn, insn, f->insns) {
		const Operand *o = insn_opnds(f, insn);

		for (uint32_t k = 0; k < insn->nopnds; k++) {
			uint32_t kept = o[k].kind == OPND_VREG && !(o[k].flags &
								    OPND_DEBUG)
						? c->of[o[k].val]
						: NONE;

			if (kept == NONE)
				continue;
			c->kept.at[kept].writes +=
				o[k].flags & OPND_DEF ? 1 : 0;
			c->kept.at[kept].reads += o[k].flags & OPND_DEF ? 0 : 1;
			if (c->kept.at[kept].ruled &&
			    !(k == 0 && is_copy(c, insn, 1)) &&
			    !(k == 1 && is_copy(c, insn, 0) &&
			      o[0].val == c->kept.at[kept].reg))
				refuse(c, insn, &c->kept.at[kept],
				       "can only be copied back");
		}
	}
}

/* The last operand of INSN's opcode. */
static uint32_t
operand_last(const Func *f, const Insn *insn)
{
	const OpcodeDesc *desc = insn_desc(f, insn);

	return desc->opnds.end - desc->opnds.start - 1;
}

/* What INSN reads of what REG was; FLAG_CONDITIONS: nobody knows. */
static uint32_t
condition_read(const Func *f, const Insn *insn, RegId reg,
	       const FlagRule **rule)
{
	const Target *t = f->target;
	uint32_t k = operand_last(f, insn);
	const Operand *o = insn_opnds(f, insn) + k;

	for (uint32_t i = 0; i < t->n_flag_rules; i++) {
		*rule = &t->flag_rules[i];
		if ((*rule)->reader != insn->op || (*rule)->reg != reg)
			continue;
		if ((*rule)->condition != FLAG_LAST)
			return (*rule)->condition;
		if (k >= insn->nopnds || o->kind != OPND_IMM)
			break;
		int64_t n = opnd_imm(f, o);
		return n >= 0 && n < FLAG_CONDITIONS ? (uint32_t)n
						     : FLAG_CONDITIONS;
	}
	return FLAG_CONDITIONS;
}

static void
plan_note(FlagCopies *c, InsnId i, Plan plan)
{
	c->plan_of[i] = c->plans.n;
	VEC_PUSH(&c->tmp, c->plans, plan);
}

/* Instruction I reads the flags that KEPT has, behind LAST. */
static void
reader_plan(FlagCopies *c, InsnId i, uint32_t kept, bool behind, Plan *last)
{
	const Insn *insn = func_insn(c->in, i);
	Kept *k = &c->kept.at[kept];
	Plan plan = {.kept = kept};

	plan.condition = condition_read(c->in, insn, k->reg, &plan.rule);
	if (plan.condition == FLAG_CONDITIONS) {
		refuse(c, insn, k, "cannot be made again for it");
		return;
	}
	plan.made = last->rule && last->condition == plan.condition &&
		    last->rule->restore.start == plan.rule->restore.start;
	if (behind && !plan.made) {
		refuse(c, insn, k, "cannot be made again among terminators");
		return;
	}
	k->holds[plan.condition] = WANTED;
	*last = plan;
	plan_note(c, i, plan);
}

/* Does REG live into a block behind B? */
static bool
lives_on(const Func *f, BlockId b, RegId reg)
{
	FOR_SLICE(Succ, succ, f->succs.at, f->blocks.at[b].succs)
		FOR_SLICE(LiveIn, livein, f->liveins.at,
			  f->blocks.at[succ->block].liveins)
			if (livein->reg == reg)
				return true;
	return false;
}

/* Copies back in block B to registers that still hold what was copied. */
static void
unchanged_plan(FlagCopies *c, BlockId b)
{
	const Func *f = c->in;
	const Block *block = &f->blocks.at[b];
	uint32_t held = NONE; /* by its own register */

	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);
		Kept *k = held == NONE ? NULL : &c->kept.at[held];

		if (is_copy(c, insn, 1))
			held = c->of[o[0].val];
		else if (k && insn->nopnds == 2 && is_copy(c, insn, 0) &&
			 o[0].val == k->reg && o[1].val == k->vreg &&
			 k->writes == 1) {
			k->reads--;
			plan_note(c, i, (Plan){0});
		} else if (k && insn_clobbers(f, insn, k->reg)) {
			held = NONE;
		}
	}
}

/* Copies of block B to what nobody reads any more. */
static void
unread_plan(FlagCopies *c, BlockId b)
{
	const Func *f = c->in;
	const Block *block = &f->blocks.at[b];

	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(f, i);

		if (!is_copy(c, insn, 1))
			continue;
		uint32_t kept = c->of[insn_opnds(f, insn)->val];
		if (!c->kept.at[kept].ruled && !c->kept.at[kept].reads &&
		    insn->nopnds == 2)
			plan_note(c, i, (Plan){.kept = kept});
	}
}

static void
block_plan(FlagCopies *c, BlockId b)
{
	const Func *f = c->in;
	const Block *block = &f->blocks.at[b];
	const Insn *copy = NULL;
	uint32_t kept = NONE; /* of the flags that were copied back */
	bool behind = false;  /* a terminator */
	Plan last = {0};

	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);
		RegId reg = kept == NONE ? 0 : c->kept.at[kept].reg;

		if (c->plan_of[i] != NONE)
			continue;
		if (is_copy(c, insn, 0) && c->of[o[1].val] != NONE &&
		    c->kept.at[c->of[o[1].val]].ruled) {
			kept = c->of[o[1].val];
			copy = insn;
			last = (Plan){0};
			plan_note(c, i, (Plan){0});
			continue;
		}
		if (kept != NONE && insn_reads_reg(f, insn, reg))
			reader_plan(c, i, kept, behind, &last);
		else if (is_copy(c, insn, 1) &&
			 c->kept.at[c->of[o[0].val]].ruled)
			plan_note(c, i, (Plan){.kept = c->of[o[0].val]});
		if (kept != NONE && insn_clobbers(f, insn, reg))
			kept = NONE;
		behind |= (insn_flags(f, insn) & OP_TERMINATOR) != 0;
	}
	if (kept != NONE && lives_on(f, b, c->kept.at[kept].reg))
		refuse(c, copy, &c->kept.at[kept],
		       "cannot be made again in another block");
}

/* The conditions that are read of what the copy INSN keeps. */
static void
save_push(FlagCopies *c, const Insn *insn, Kept *k)
{
	const Target *t = c->in->target;
	const FlagRule *rule = t->flag_rules;

	if (!k->ruled)
		return;
	while (rule->reg != k->reg)
		rule++;
	for (uint32_t i = 0; i < FLAG_CONDITIONS; i++) {
		Operand condition = {.kind = OPND_IMM,
				     .tied = TIED_NONE,
				     .loc = LOC_NONE,
				     .val = c->out->imms.n};
		VregId fresh[FRESH_MAX];

		if (k->holds[i] == NONE)
			continue;
		memset(fresh, 0xff, sizeof(fresh));
		VEC_PUSH(c->out->arena, c->out->imms, i);
		recipes_push(c->out, rule->save, insn, &condition, fresh);
		k->holds[i] = fresh[0];
	}
}

/* The reader INSN, number I, behind what makes the condition for it. */
static void
reader_push(FlagCopies *c, InsnId i, const Plan *plan)
{
	const Insn *insn = func_insn(c->in, i);
	const Insn place = {.loc = insn->loc};
	VregId fresh[FRESH_MAX];

	memset(fresh, 0xff, sizeof(fresh));
	fresh[0] = c->kept.at[plan->kept].holds[plan->condition];
	if (!plan->made)
		recipes_push(c->out, plan->rule->restore, &place,
			     insn_opnds(c->in, insn), fresh);
	InsnId to = same_push(c->out, c->in, i);
	if (plan->rule->becomes == FLAG_SAME)
		return;
	insn = func_insn(c->out, to);
	Operand *o = insn_opnds(c->out, insn) + operand_last(c->out, insn);
	o->loc = LOC_NONE;
	o->val = c->out->imms.n;
	VEC_PUSH(c->out->arena, c->out->imms, plan->rule->becomes);
}

static void
block_write(FlagCopies *c, BlockId b, InsnId *map)
{
	const Block *block = &c->in->blocks.at[b];

	c->out->blocks.at[b].first = c->out->insns.n;
	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(c->in, i);
		const Plan *plan = c->plan_of[i] == NONE
					   ? NULL
					   : &c->plans.at[c->plan_of[i]];

		if (!plan)
			map[i] = same_push(c->out, c->in, i);
		else if (plan->rule)
			reader_push(c, i, plan);
		else if (is_copy(c, insn, 1))
			save_push(c, insn, &c->kept.at[plan->kept]);
	}
	c->out->blocks.at[b].end = c->out->insns.n;
}

static void
func_write(FlagCopies *c, Arena *arena)
{
	InsnId *map = ARENA_NEW(&c->tmp, InsnId, c->in->insns.n);

	c->out = func_emptied(c->in, c->in->insns.n / 4, arena);
	func_own_blocks(c->out, arena);
	for (BlockId b = 0; b < c->in->blocks.n; b++)
		block_write(c, b, map);
	for (uint32_t i = 0; i < c->in->call_sites.n; i++)
		c->out->call_sites.at[i].insn =
			map[c->in->call_sites.at[i].insn];
}

Func *
flag_copies_func(Func *in, Arena *arena)
{
	FlagCopies c = {.in = in, .out = in};

	if (kept_find(&c)) {
		c.plan_of = ARENA_RAW(&c.tmp, uint32_t, in->insns.n);
		memset(c.plan_of, 0xff, sizeof(uint32_t) * in->insns.n);
		others_refuse(&c);
		for (BlockId b = 0; b < in->blocks.n; b++)
			unchanged_plan(&c, b);
		for (BlockId b = 0; b < in->blocks.n; b++)
			unread_plan(&c, b);
		for (BlockId b = 0; b < in->blocks.n && !c.errors; b++)
			block_plan(&c, b);
		if (!c.errors && c.plans.n)
			func_write(&c, arena);
	}
	arena_free(&c.tmp);
	return c.errors ? NULL : c.out;
}
