/*
 * What instructions are, by themselves and next to others: no file of these
 * knows of steps or of demands.
 */
#ifndef REGALLOC_CHECK_INSNS_H
#define REGALLOC_CHECK_INSNS_H

#include "core/check/state.h"

/* --- pure --- */

/* Can the instruction be left out if nobody wants its results? */
bool check_is_pure(const Func *f, const Insn *insn);

/* Does INSN of F load nothing, or only what never changes? */
bool check_loads_constant(const Func *f, const Insn *insn);

/* Does instruction B of BEFORE compute the same wherever it stands, as long as
 * what it reads does not change? */
bool check_is_formula(const Check *c, InsnId b);

/* Set Check.naming. */
void check_set_naming(Check *c);

/* Does the instruction only give values new names? */
static inline bool
check_is_naming(const Check *c, const Insn *insn)
{
	return bits_has(c->pairs.naming, insn->op);
}

/* --- width --- */

/* Bits of operand O of BEFORE; 0: not known. */
uint32_t check_natural(Check *c, const Operand *o);

/* A register that virtual register operand O of BEFORE could be; 0: none. */
RegId check_sample(const Check *c, const Operand *o);

/* check_natural of that part of O which has LANES of it. */
uint32_t check_part(Check *c, const Operand *o, LaneMask lanes);

/* How many bits an instruction of opcode DESC reads or writes of its operand O,
 * number I: not more than its class for it has. */
uint32_t check_bits(Check *c, const OpcodeDesc *desc, uint32_t i,
		    const Operand *o);

/* D meets the definition, of BITS bits, of what BEFORE has in a cell: are those
 * above, if D wants more, known to be clear?  Has D lost none? */
bool check_width_met(const Check *c, const Demand *d, uint32_t bits);

/* Has all of a value of BITS bits come through on the way of D? */
static inline bool
check_all_kept(const Demand *d, uint32_t bits)
{
	return !d->kept || bits <= d->kept;
}

/* --- same --- */

/* Is A, of AFTER, the instruction B with registers put in?  Operand by
 * operand; virtual registers match any register. */
bool check_same_insn(const Check *c, const Insn *b, const Insn *a);

bool check_same_opnd(const Check *c, const Operand *b, const Operand *a);

/* Has A, from operand I on, the implicit physical operand P? */
bool check_has_implicit(const Check *c, const Insn *a, uint32_t i,
			const Operand *p);

/* Are the operands of A from number I on implicit registers? */
bool check_only_implicit(const Check *c, const Insn *a, uint32_t i);

/* Is nothing known of AFTER but its text? */
bool check_unmarked(const Check *c);

/* What INSN of F says of the memory that it accesses: from " ::" to the end of
 * the line; empty if nothing. */
Span check_memory_text(const Func *f, const Insn *insn);

/* Is X, of what BEFORE says of memory, the same as Y of AFTER, whose objects of
 * the frame may have other numbers? */
bool check_same_memory(const Check *c, Span x, Span y);

/* Does A say no more of itself than B, which it is? */
bool check_says_no_more(const Check *c, const Insn *b, const Insn *a);

/* --- constant --- */

/* Are P of BEFORE and Q of AFTER constants in memory with the same number? */
bool check_same_constant(const Check *c, const Operand *p, const Operand *q);

/* Does B set all bits of a register to 0, or to 1, and are that at least BYTES
 * bytes at the address that A has as FOLD says? */
bool check_uniform(const Check *c, const Insn *b, const Insn *a,
		   const Fold *fold, uint32_t bytes);

/* --- recipe --- */

/* Is instruction A of AFTER, of RECIPE's opcode, an instance of it, about a
 * slot?  Says so in ACCESS. */
bool check_recipe(const Check *c, const Recipe *recipe, const Insn *a,
		  Access *access);

/* Has A an operand that is a slot which only AFTER has?  Instances of recipes
 * have. */
bool check_names_made_slot(const Check *c, const Insn *a);

/* The operands of the address that a load by RULE has; are the N at O such an
 * address, or the beginning of one that ends without registers?  Its slot and
 * offset go into ACCESS. */
uint32_t check_address_length(const Check *c, const SpillRule *rule);
bool check_slot_address(const Check *c, const SpillRule *rule, const Operand *o,
			uint32_t n, Access *access);

/* --- fold_opnds --- */

/* The explicit operands of opcode OP. */
static inline uint32_t
check_explicits(const Check *c, OpcodeId op)
{
	return target_desc(c->t, op)->opnds.end -
	       target_desc(c->t, op)->opnds.start;
}

/* Is operand I of BEFORE, after the change of places, folded? */
static inline bool
check_is_folded(const Fold *fold, uint32_t i)
{
	return i == fold->use || i == fold->def || i == fold->use2;
}

/* The operand of BEFORE at place I once commuted operands have changed. */
static inline uint32_t
check_commuted(const Fold *fold, uint32_t i)
{
	if (fold->others_swap && (i == 2 || i == 3))
		i = 5 - i;
	if (i == fold->swap)
		return fold->with;
	return i == fold->with ? fold->swap : i;
}

/* A fold of nothing. */
Fold check_no_fold(void);

/* FOLD is one more of FORMS. */
void check_add_form(Forms *forms, const Fold *fold);

static inline const Fold *
check_fold_of(const Check *c, InsnId after)
{
	return c->pairs.aux[after] ? &c->pairs.folds.at[c->pairs.aux[after] - 1]
				   : NULL;
}

/* What check_opnd is of an instruction that has a fold. */
const Operand *check_opnd_folded(const Check *c, InsnId after, uint32_t i);

/* Is operand I of those O of BEFORE, a physical register, tied to a virtual
 * one? What it has is then read in the register of that. */
static inline bool
check_is_tied_away(const Operand *o, uint32_t i)
{
	return o[i].tied != TIED_NONE && o[i].kind == OPND_REG && o[i].val &&
	       !(o[i].flags & (OPND_DEF | OPND_IMPLICIT)) &&
	       o[o[i].tied].kind == OPND_VREG;
}

/* The operand of AFTER's instruction that operand I of its original became;
 * NULL: it is in memory. */
static inline const Operand *
check_opnd(const Check *c, InsnId after, uint32_t i)
{
	if (c->pairs.aux[after])
		return check_opnd_folded(c, after, i);
	/* Physical ones are the same, but may stand elsewhere. */
	const Operand *o = insn_opnds(
		c->before, func_insn(c->before, c->pairs.origin[after]));
	if (o[i].kind == OPND_REG && !check_is_tied_away(o, i))
		return &o[i];
	return insn_opnds(c->after, func_insn(c->after, after)) + i;
}

/* The register that it became; 0: none. */
static inline RegId
check_assigned(const Check *c, InsnId after, uint32_t i)
{
	const Operand *o = check_opnd(c, after, i);

	return o && o->kind == OPND_REG ? (RegId)o->val : 0;
}

/* The register that AFTER's instruction writes as a whole for definition O of
 * its original, which became P. */
static inline RegId
check_written(const Check *c, InsnId after, const Operand *o, const Operand *p)
{
	const Fold *fold = check_fold_of(c, after);

	return fold && fold->whole && o->kind == OPND_VREG ? fold->whole
							   : (RegId)p->val;
}

/* --- commute --- */

/* Could operand 1 of B change places with operand K, together with what HOW
 * says? */
bool check_commutation(const Check *c, const Insn *b, uint32_t k,
		       Commutation *how);

/* Could two sources of B behind the first one change places as HOW says, a row
 * of B's opcode? */
bool check_beside_commutes(const Check *c, const Insn *b,
			   const Commutation *how);

/* Can operands 2 and 3 of B, which has opcode *OP by now, change places, as
 * text alone may have it?  *OP is what that makes of it. */
bool check_others_swap(const Check *c, const Insn *b, OpcodeId *op);

/* The same, or by a row of the target's for these two: in *WAY, in which others
 * may have changed places before, is what becomes of the immediate. */
bool check_others_follow(const Check *c, const Insn *b, OpcodeId *op,
			 Fold *way);

/* Do any two sources side by side commute, as the opcode says: are there just
 * two, and no other explicit operand? */
bool check_swaps_plainly(const Check *c, const Insn *b);

/* Could the first two sources of B change places without a difference? */
bool check_commutes(const Check *c, const Insn *b);

/* May the first two sources of B have changed places, as Y of AFTER claims? */
bool check_may_commute(const Check *c, const Insn *b, const Insn *y);

/* May operand 1 have changed places with K, or, if K is 0, with none, for all
 * that the marks of A say?  Text does not tell. */
bool check_claims(const Check *c, const Insn *a, uint32_t k);

/* Note in FOLD that operands of B changed places by HOW. */
void check_set_commuted(const Check *c, const Insn *b, const Commutation *how,
			Fold *fold);

/* Is Q of AFTER what operand I of B became, as FOLD says? */
bool check_opnd_became(const Check *c, const Fold *fold, const Insn *b,
		       uint32_t i, const Operand *q);

/* Is A the instruction B, or B with sources that changed places? */
bool check_places(const Check *c, const Insn *b, const Insn *a, Forms *forms);

/* --- convert --- */

/* Is A a three-address form of B? */
bool check_converts(const Check *c, const Insn *b, const Insn *a);

/* Is A the three-address form of B that the target's conversions give?  Sets
 * `made` of FORMS. */
bool check_convert(Check *c, const Insn *b, const Insn *a, Forms *forms);

/* --- fold --- */

/* Is A the instruction B with registers in memory? */
bool check_fold(const Check *c, const Insn *b, const Insn *a, Forms *forms);

/* Does A store a constant to a slot of the allocator's?  To which bytes? */
bool check_constant_store(const Check *c, const Insn *a, Access *access);

/* Does B load from the address that A has in place of what is FOLDed? */
bool check_same_address(const Check *c, const Insn *b, const Insn *a,
			const Fold *fold);

/* Is OP what the target loads registers from slots by? */
bool check_is_reload(const Check *c, OpcodeId op);

/* B loads what an instruction with FOLD, at the same address, reads in place of
 * operand USER of BEFORE: are LANES of what B makes the bytes that it reads, or
 * what it spreads?  Not if B extends what it loads, or computes something of
 * it, if it loads less, or spreads it where the other does not. */
bool check_loads_as_read(Check *c, const Insn *b, const Fold *fold,
			 const Operand *user, LaneMask lanes);

/* --- forms --- */

/* Note what A of AFTER may be of B of BEFORE in Check.folds and aux.  False:
 * nothing. */
bool check_forms(Check *c, InsnId b, InsnId a);

/* Is A, of AFTER, the instruction B? */
bool check_matches(const Check *c, const Insn *b, const Insn *a);

/* --- moves --- */

/* Relate the stack objects of the two functions. */
void check_slots(Check *c);

/* What instruction I of AFTER is if it has no counterpart.  Fills kind and
 * aux; false if it is none of the things an allocator may insert. */
bool check_classify(Check *c, InsnId i);

/* What an instruction of kind MOVE_COPY moves.  SUBREG_TO_REG writes the part
 * that it names. */
RegMove check_copy(const Check *c, InsnId i);

/* Does B of BEFORE do what a COPY does, by its opcode? */
bool check_moves_only(const Check *c, const Insn *b);

/* Does instruction B of BEFORE move all bits of one register to another?  It
 * may become a store to a slot, or a load from one. */
bool check_is_move(Check *c, InsnId b);

/* Rules for the moves by themselves: slots big enough, no reserved register
 * written. */
void check_moves(Check *c);

/* --- lanes --- */

/* Once all is classified: which lanes of which slots may hold scalars? */
void check_lanes(Check *c);

/* The register, or the slot, of which SLOT of lane_slots is a lane; 0, or NONE.
 */
RegId check_lane_reg(const Check *c, uint32_t slot);
uint32_t check_lane_home(const Check *c, uint32_t slot);

/* Where the lane that is SLOT was before the move AFTER of all lanes; NONE: it
 * was not moved. */
uint32_t check_lane_before(const Check *c, uint32_t slot, InsnId after);

/* --- insn --- */

/* The rules for instruction B of BEFORE which became A. */
void check_insn(Check *c, InsnId b, InsnId a);

/* --- order --- */

/* May instruction B of BEFORE come behind those that follow it, up to END,
 * except those marked in WAITS? */
bool check_may_sink(const Check *c, InsnId b, InsnId end, const uint8_t *waits);

/* Do the physical registers that B writes have their values only where it comes
 * to?  Not if one of those that it is put behind reads or writes them. */
bool check_comes_along(const Check *c, InsnId b, InsnId end,
		       const uint8_t *waits);

/* Does instruction I of BEFORE read what one that waits, at FIRST or behind,
 * computes? */
bool check_reads_waiting(const Check *c, InsnId first, InsnId i);

/* Does block B of AFTER have those of BEFORE that it has, by `origin`, in an
 * order that check_steps can follow: may each that stands later do so?  PAIRED,
 * by instruction of BEFORE, is written for the block.  Nothing of it waits
 * before or behind that. */
bool check_keeps_order(Check *c, BlockId block, uint8_t *paired);

#endif
