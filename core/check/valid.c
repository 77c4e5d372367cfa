/*
 * What must hold of AFTER by itself, like of any input: nothing but terminators
 * follows a terminator, registers are physical (or it is no allocation) and of
 * the classes that opcodes take, an instruction has the operands that its
 * opcode implies, and a block lists the registers that it reads before it
 * writes them.  What such operands write and read is then seen like all others;
 * who goes on with AFTER relies on the lists.  O(both functions).
 */
#include "core/base/bits.h"
#include "core/check/steps.h"

#include "core/model/unitset.h"

/* Has INSN an operand of register REG, a definition (OPND_DEF) or not (0)? */
static bool
has_implied(const Func *f, const Insn *insn, RegId reg, unsigned def)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k = insn->nopnds;

	/* They stand last. */
	while (k-- > 0)
		if (o[k].kind == OPND_REG && o[k].val == reg &&
		    (o[k].flags & OPND_DEF) == def)
			return true;
	return false;
}

static inline void
check_implied(Check *c, InsnId i, Slice regs, unsigned def)
{
	const Insn *insn = func_insn(c->after, i);

	FOR_SLICE(RegId, reg, c->t->implicit_regs, regs) {
		if (!has_implied(c->after, insn, *reg, def) &&
		    !target_implied_lately(c->t, *reg) &&
		    !(def && !insn_writes_implied(c->after, insn, *reg)))
			check_error_after(c, i,
					  "%s $%s of its opcode is missing",
					  def ? "implicit-def" : "implicit",
					  target_reg_name(c->t, *reg));
	}
}

/* Calls are said to clobber more, or less, than their opcodes imply. */
static void
check_implicit(Check *c, InsnId i)
{
	const Insn *insn = func_insn(c->after, i);
	const Implied *implied = insn_implied(c->after, insn);

	if (insn_desc(c->after, insn)->flags & OP_CALL)
		return;
	check_implied(c, i, implied->defs, OPND_DEF);
	check_implied(c, i, implied->uses, 0);
}

/* The explicit operands. */
static void
check_explicit(Check *c, InsnId i)
{
	const Insn *insn = func_insn(c->after, i);
	const OpcodeDesc *desc = insn_desc(c->after, insn);
	const OpndDesc *d = c->t->opnd_descs + desc->opnds.start;
	const Operand *o = insn_opnds(c->after, insn);
	uint32_t n = desc->opnds.end - desc->opnds.start;

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		if (o[k].kind == OPND_VREG) {
			check_error_after(c, i,
					  "operand %u has no register: the "
					  "output is not allocated",
					  k);
			c->messages.hopeless = true;
			return;
		}
		if (k < n && o[k].kind == OPND_REG && o[k].val &&
		    d[k].cls != CLASS_NONE &&
		    !target_class_has(c->t, d[k].cls, (RegId)o[k].val))
			check_error_after(c, i,
					  "operand %u: $%s is not in class %s",
					  k, target_reg_name(c->t, o[k].val),
					  target_class_name(c->t, d[k].cls));
	}
}

static void
check_block(Check *c, const Block *block)
{
	const Func *f = c->after;
	bool end = false;

	for (InsnId i = block->first;
	     i < block->end && !check_full(c) && !c->messages.hopeless; i++) {
		const Insn *insn = func_insn(f, i);
		uint32_t flags = insn_flags(f, insn);

		if (insn->flags & (INSN_DEBUG | INSN_UNKNOWN))
			continue;
		check_explicit(c, i);
		check_implicit(c, i);
		if (insn->flags & INSN_BUNDLED)
			continue;
		if (end && !(flags & OP_TERMINATOR))
			check_error_after(c, i, "stands behind a terminator");
		end |= (flags & OP_TERMINATOR) != 0;
	}
}

/* Walks down blocks for what they read from before. */
typedef struct {
	const Func *f;
	uint32_t *given; /* by unit: the block (+ 1) that had it last */
	uint64_t *open;	 /* units that are read though no list has them; NULL:
			  * which those are was not asked yet */
} Reader;

static Reader
reader_start(Check *c, const Func *f)
{
	return (Reader){
		.f = f,
		.given = ARENA_NEW(&c->arena, uint32_t, c->t->n_unit_regs + 1)};
}

static inline void
reader_give(Reader *r, BlockId b, RegId reg)
{
	const Target *t = r->f->target;
	Slice s = t->regs[reg].units;
	const UnitId *unit = t->reg_units + s.start,
		     *end = t->reg_units + s.end;

	while (unit < end)
		r->given[*unit++] = b + 1;
}

static void
reader_enter(Reader *r, BlockId b)
{
	FOR_LIVEINS(livein, r->f, b)
		reader_give(r, b, livein->reg);
}

/* Has block B got a part of REG here? */
static bool
reader_has(const Reader *r, BlockId b, RegId reg)
{
	FOR_UNITS(unit, r->f->target, reg)
		if (r->given[*unit] == b + 1)
			return true;
	return false;
}

/* The register that INSN of block B reads, no part of which stands there or is
 * known to be open; 0: none. */
static inline RegId
reader_missing(const Reader *r, BlockId b, const Insn *insn)
{
	const unsigned not = OPND_DEF | OPND_UNDEF | OPND_DEBUG | OPND_INTERNAL;
	const Target *t = r->f->target;
	const Operand *o = insn_opnds(r->f, insn), *end = o + insn->nopnds;
	RegId found = 0;

	for (; o < end; o++)
		if (o->kind == OPND_REG && o->val && !(o->flags & not ) &&
		    !reader_has(r, b, (RegId)o->val) &&
		    !(t->regs[o->val].flags & (REG_RESERVED | REG_CONSTANT)) &&
		    !(r->open && unitset_meets(t, r->open, (RegId)o->val)))
			found = (RegId)o->val;
	return found;
}

/* Pass INSN of block B. */
static inline void
reader_pass(Reader *r, BlockId b, const Insn *insn)
{
	const Operand *o = insn_opnds(r->f, insn), *end = o + insn->nopnds;

	for (; o < end; o++)
		if (o->kind == OPND_REG && o->val && o->flags & OPND_DEF)
			reader_give(r, b, (RegId)o->val);
}

/* Spill code may name a register that the function says nothing of: the stack
 * pointer. */
static void
open_recipes(Check *c, uint64_t *open)
{
	for (uint32_t i = 0; i < c->t->n_spills; i++)
		for (uint32_t way = 0; way < 2; way++) {
			const SpillRule *rule = &c->t->spills[i];
			const Recipe *r =
				&c->t->recipes[way ? rule->load : rule->store];

			FOR_SLICE(RecipeOpnd, opnd, c->t->recipe_opnds,
				  r->opnds)
				if (opnd->kind == RECIPE_REG)
					unitset_add(c->t, open,
						    func_recipe_reg(c->before,
								    opnd));
		}
}

/* What AFTER may read though no list has it: what BEFORE reads so, and what
 * spill code names. */
static uint64_t *
open_find(Check *c)
{
	Reader r = reader_start(c, c->before);

	r.open = ARENA_NEW(&c->arena, uint64_t,
			   BITS_WORDS(c->t->n_unit_regs) + 1);
	open_recipes(c, r.open);
	for (BlockId b = 0; b < r.f->blocks.n; b++) {
		const Block *block = &r.f->blocks.at[b];
		reader_enter(&r, b);
		FOR_INSNS(insn, r.f, block) {
			RegId reg = reader_missing(&r, b, insn);
			if (reg)
				unitset_add(c->t, r.open, reg);
			reader_pass(&r, b, insn);
		}
	}
	return r.open;
}

/* What instruction I of block B of AFTER reads.  BEFORE, which mostly has
 * nothing open, is not looked at until it matters. */
static void
check_reads(Check *c, Reader *r, BlockId b, InsnId i)
{
	RegId reg = reader_missing(r, b, func_insn(r->f, i));

	if (reg && !r->open) {
		r->open = open_find(c);
		reg = reader_missing(r, b, func_insn(r->f, i));
	}
	if (reg && !(c->reserved && bits_has(c->reserved, reg)))
		check_error_after(c, i,
				  "$%s is read, and does not live into the "
				  "block",
				  target_reg_name(c->t, reg));
}

static void
check_liveins(Check *c)
{
	Reader r = reader_start(c, c->after);

	if (!c->after->traits.tracks_liveness)
		return;
	for (BlockId b = 0; b < r.f->blocks.n; b++) {
		const Block *block = &r.f->blocks.at[b];
		reader_enter(&r, b);
		for (InsnId i = block->first; i < block->end; i++) {
			check_reads(c, &r, b, i);
			reader_pass(&r, b, func_insn(r.f, i));
		}
	}
}

void
check_valid(Check *c)
{
	for (BlockId b = 0; b < c->after->blocks.n && !c->messages.hopeless;
	     b++)
		check_block(c, &c->after->blocks.at[b]);
	check_liveins(c);
}
