/*
 * Definitions of physical registers that nobody reads, mostly of flags, by
 * liveness of register units.  They are no values, so that instructions may
 * trade places over them; AFTER's still overwrite what they write.
 */
#include "core/base/bits.h"
#include "core/check/match/flow.h"

#include <string.h>

typedef struct {
	Check *c;
	uint32_t words;
	uint64_t *read; /* somewhere in the function */
	uint64_t *live; /* of the walk */
	uint64_t *in;	/* by block */
} Units;

static void
set_reg(const Check *c, uint64_t *set, RegId reg, bool on)
{
	FOR_UNITS(unit, c->t, reg)
		if (on)
			bits_add(set, *unit);
		else
			bits_del(set, *unit);
}

static bool
meets_reg(const Check *c, const uint64_t *set, RegId reg)
{
	FOR_UNITS(unit, c->t, reg)
		if (bits_has(set, *unit))
			return true;
	return false;
}

static bool
is_reserved(const Check *c, uint32_t reg)
{
	return c->reserved ? bits_has(c->reserved, reg)
			   : c->t->regs[reg].flags & REG_RESERVED;
}

/* What lives behind block B. */
static void
live_begin(Units *u, BlockId b)
{
	const Func *f = u->c->before;

	memset(u->live, 0, u->words * sizeof(uint64_t));
	for (uint32_t i = 1; i < u->c->t->n_regs; i++)
		if (is_reserved(u->c, i))
			set_reg(u->c, u->live, (RegId)i, true);
	FOR_SLICE(Succ, succ, f->succs.at, f->blocks.at[b].succs) {
		BlockId to = succ->block;

		for (uint32_t i = 0; i < u->words; i++)
			u->live[i] |= u->in[(size_t)to * u->words + i];
		FOR_SLICE(LiveIn, livein, f->liveins.at,
			  f->blocks.at[to].liveins)
			set_reg(u->c, u->live, livein->reg, true);
	}
}

/* The register units that instructions of BEFORE read, the whole function. */
static void
reads_find(Units *u)
{
	const Func *f = u->c->before;

	FOR_VEC(Insn, insn, f->insns)
		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_REG && o->val &&
			    !(o->flags & OPND_DEF))
				set_reg(u->c, u->read, (RegId)o->val, true);
}

/* Does nobody read what definition O, above u->live, gives?  Of a reserved
 * register only the input can tell; its word counts if no instruction of the
 * function reads that register, for some calls say "dead" of what they keep. */
static bool
is_unread(const Units *u, const Operand *o)
{
	return !meets_reg(u->c, u->live, (RegId)o->val) ||
	       (is_reserved(u->c, o->val) && o->flags & OPND_DEAD &&
		!meets_reg(u->c, u->read, (RegId)o->val));
}

/* Up over instruction INSN; notes in UNREAD, unless it is NULL, which of its
 * definitions nobody reads.  KEPT: what lives wherever the block may be left,
 * or NULL. */
static void
live_step(Units *u, const Insn *insn, const uint64_t *kept, uint64_t *unread)
{
	const Check *c = u->c;
	const Operand *o = insn_opnds(c->before, insn);

	if (insn->flags & INSN_DEBUG)
		return;
	for (uint32_t i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    (o[i].flags & OPND_DEF) && unread && is_unread(u, &o[i]))
			bits_add(unread, insn->opnd0 + i);
	for (uint32_t i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    (o[i].flags & OPND_DEF) && !is_reserved(c, o[i].val))
			set_reg(c, u->live, (RegId)o[i].val, false);
	for (uint32_t i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    !(o[i].flags & (OPND_DEF | OPND_UNDEF)))
			set_reg(c, u->live, (RegId)o[i].val, true);
	for (uint32_t i = 0; kept && i < u->words; i++)
		u->live[i] |= kept[i];
}

/* Up block B.  Does more live into it than was known? */
static bool
live_block(Units *u, BlockId b, uint64_t *unread)
{
	const Block *block = &u->c->before->blocks.at[b];
	uint64_t *in = u->in + (size_t)b * u->words, *kept = NULL;
	bool more = false;

	live_begin(u, b);
	if (check_leaves_early(u->c, b))
		kept = arena_copy(&u->c->arena, u->live,
				  u->words * sizeof(uint64_t),
				  u->words * sizeof(uint64_t));
	for (uint32_t i = block->end; i-- > block->first;)
		live_step(u, func_insn(u->c->before, i), kept, unread);
	for (uint32_t i = 0; i < u->words; i++) {
		more |= (u->live[i] & ~in[i]) != 0;
		in[i] |= u->live[i];
	}
	return more;
}

/* The sets that live into blocks only grow, so that this ends. */
void
flow_unread(Check *c, const uint64_t *blocks)
{
	Units u = {.c = c, .words = BITS_WORDS(c->t->n_unit_regs)};
	uint32_t n = c->before->blocks.n, b;
	bool more = true;

	u.read = ARENA_NEW(&c->arena, uint64_t, u.words);
	u.live = ARENA_NEW(&c->arena, uint64_t, u.words);
	u.in = ARENA_NEW(&c->arena, uint64_t, (size_t)n * u.words + 1);
	reads_find(&u);
	while (more)
		for (more = false, b = n; b-- > 0;)
			more |= live_block(&u, b, NULL);
	c->pairs.unread = ARENA_NEW(&c->arena, uint64_t,
				    BITS_WORDS(c->before->opnds.n + 1));
	for (b = 0; b < n; b++)
		if (bits_has(blocks, b))
			live_block(&u, b, c->pairs.unread);
}
