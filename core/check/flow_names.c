/*
 * A name for each value.
 *
 * Where a virtual register is defined several times, an instruction that reads
 * the old value could not be told to stand behind the new one.  So each value
 * that a block gives to such a register gets a register of its own, but for the
 * last one, which lives on; the one that comes in is copied first.  What lanes
 * are added to keeps its name, and the first of them need not be first: that
 * the others are undefined behind it is not insisted on.  Where a lane is
 * written that has a value already, that value's name stays, and the new one is
 * inserted into it under another.  In a block that can be left from its middle
 * only those that no other block names get names.
 *
 * And: definitions of physical registers that nobody reads, mostly of flags,
 * are found, by liveness of register units.  They are no values, so that
 * instructions may trade places over them; AFTER's still overwrite what they
 * write.
 */
#include "core/base/bits.h"
#include "core/check/flow.h"

#include <string.h>

#define BLOCK_MANY (NONE - 1)

/* What a virtual register goes through in the block at hand. */
typedef struct {
	BlockId stamp;	/* block + 1 */
	uint32_t kills; /* new values of it that are still to come */
	bool comes_in;	/* it is named before the first */
	VregId name;	/* at present */
	VregId part;	/* what the instruction at hand writes of it; NONE */
	LaneMask has;	/* lanes that have a value */
} Naming;

typedef struct {
	Check *c;
	Func *f;
	uint32_t *ndefs; /* by virtual register: instructions that define it */
	BlockId *home;	 /* the same: the block that names it, or BLOCK_MANY */
	Naming *naming;	 /* the same */
	InsnId *to;	 /* by instruction of BEFORE: in f */
	VEC(InsnId) parsed;
	VEC(VregId) incoming; /* of the block at hand */
} Namer;

/* Is O a definition that leaves nothing of what its register held? */
static bool
kills_all(const Operand *o)
{
	return o->kind == OPND_VREG && (o->flags & OPND_DEF) &&
	       !(o->flags & OPND_DEBUG) && (!o->sub || (o->flags & OPND_UNDEF));
}

static void
occurrences_count(Namer *m)
{
	const Func *f = m->c->before;
	uint32_t n = f->vregs.n + 1, k;
	BlockId b;
	InsnId i;

	m->ndefs = ARENA_NEW(&m->c->arena, uint32_t, n);
	m->home = ARENA_RAW(&m->c->arena, BlockId, n);
	m->naming = ARENA_NEW(&m->c->arena, Naming, n);
	for (k = 0; k < n; k++)
		m->home[k] = NONE;
	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			const Insn *insn = func_insn(f, i);
			const Operand *o = insn_opnds(f, insn);

			for (k = 0; k < insn->nopnds; k++) {
				BlockId *h = &m->home[o[k].val];

				if (o[k].kind != OPND_VREG ||
				    insn->flags & INSN_DEBUG)
					continue;
				*h = *h == NONE || *h == b ? b : BLOCK_MANY;
				m->ndefs[o[k].val] +=
					(o[k].flags & OPND_DEF) != 0;
			}
		}
}

/* Does V get several names in block B? */
static bool
is_renamed(const Namer *m, VregId v, BlockId b)
{
	return m->ndefs[v] > 1 &&
	       (m->home[v] == b || !check_leaves_early(m->c, b));
}

/* V's naming in block B. */
static Naming *
naming_of(Namer *m, VregId v, BlockId b)
{
	Naming *n = &m->naming[v];

	if (n->stamp != b + 1)
		*n = (Naming){.stamp = b + 1, .name = v, .part = NONE};
	return n;
}

/* Does definition O of INSN, which leaves something of what its register held,
 * write lanes that have a value by N?  Not where no instruction may follow. */
static bool
writes_again(const Namer *m, const Naming *n, const Insn *insn,
	     const Operand *o)
{
	const Target *t = m->c->t;

	return !kills_all(o) && n->has & target_sub_lanes(t, o->sub) &&
	       !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) &&
	       !(insn_flags(m->f, insn) & OP_TERMINATOR) &&
	       t->known[WK_INSERT_SUBREG];
}

/* O defines lanes of N's register. */
static void
lanes_add(const Namer *m, Naming *n, const Operand *o)
{
	if (kills_all(o))
		n->has = 0;
	n->has |= target_sub_lanes(m->c->t, o->sub);
}

/* Does O define a virtual register that gets several names in block B? */
static bool
defines_renamed(const Namer *m, const Operand *o, BlockId b)
{
	return o->kind == OPND_VREG && (o->flags & OPND_DEF) &&
	       is_renamed(m, o->val, b);
}

/* Count what the registers go through in block B. */
static void
block_count(Namer *m, BlockId b)
{
	const Func *f = m->c->before;
	const Block *block = &f->blocks.at[b];
	uint32_t k;
	InsnId i;

	m->incoming.n = 0;
	for (i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);
		bool phi = insn_is(f, insn, WK_PHI);

		for (k = 0; k < insn->nopnds; k++) {
			Naming *n;

			if (o[k].kind != OPND_VREG || kills_all(&o[k]) ||
			    insn->flags & INSN_DEBUG || phi ||
			    !is_renamed(m, o[k].val, b))
				continue;
			n = naming_of(m, o[k].val, b);
			if (!n->kills && !n->comes_in) {
				n->comes_in = true;
				n->has = LANES_ALL;
				VEC_PUSH(&m->c->arena, m->incoming, o[k].val);
			}
		}
		for (k = 0; k < insn->nopnds; k++) {
			Naming *n;

			if (!defines_renamed(m, &o[k], b) || phi ||
			    insn->flags & INSN_DEBUG)
				continue;
			n = naming_of(m, o[k].val, b);
			n->kills += kills_all(&o[k]) ||
				    writes_again(m, n, insn, &o[k]);
			lanes_add(m, n, &o[k]);
		}
	}
	for (k = 0; k < m->incoming.n; k++)
		naming_of(m, m->incoming.at[k], b)->has = LANES_ALL;
}

static VregId
new_name(Namer *m, VregId v)
{
	return func_add_vreg(m->f, m->f->vregs.at[v].cls, NONE);
}

static void
push_insn(Namer *m, const Insn *insn, InsnId parsed)
{
	VEC_PUSH(m->f->arena, m->f->insns, *insn);
	VEC_PUSH(&m->c->arena, m->parsed, parsed);
}

/* Behind the PHIs of a block: copies of what comes in and is not all. */
static void
push_incoming(Namer *m, BlockId b, InsnId at)
{
	uint32_t i;

	for (i = 0; i < m->incoming.n; i++) {
		VregId v = m->incoming.at[i];
		Naming *n = naming_of(m, v, b);
		Insn copy = {.op = m->c->t->known[WK_COPY],
			     .opnd0 = m->f->opnds.n,
			     .nopnds = 2,
			     .nleft = 1,
			     .origin = NONE,
			     .loc = func_insn(m->c->before, at)->loc};

		if (!n->kills)
			continue;
		n->name = new_name(m, v);
		VEC_PUSH(m->f->arena, m->f->opnds,
			 operand_vreg(n->name, 0, OPND_DEF));
		VEC_PUSH(m->f->arena, m->f->opnds, operand_vreg(v, 0, 0));
		push_insn(m, &copy, at);
	}
}

/* Behind instruction I of block B with operands WAS, which stands in M->f: what
 * its definitions, from FIRST on, write again is inserted into the rest. */
static void
push_inserts(Namer *m, BlockId b, InsnId i, const Operand *was, OpndId first)
{
	const Insn *insn = func_insn(m->c->before, i);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++) {
		Operand part = m->f->opnds.at[first + k];
		VregId v = was[k].val;
		Insn insert = {.op = m->c->t->known[WK_INSERT_SUBREG],
			       .opnd0 = m->f->opnds.n,
			       .nopnds = 4,
			       .nleft = 1,
			       .origin = NONE,
			       .loc = insn->loc};
		Naming *n;

		if (!defines_renamed(m, &was[k], b) ||
		    part.val != m->naming[v].part)
			continue;
		n = naming_of(m, v, b);
		func_room(m->f, 4);
		part.flags = 0;
		m->f->opnds.at[m->f->opnds.n + 1] = operand_vreg(n->name, 0, 0);
		n->name = --n->kills ? new_name(m, v) : v;
		m->f->opnds.at[m->f->opnds.n] =
			operand_vreg(n->name, 0, OPND_DEF);
		m->f->opnds.at[m->f->opnds.n + 2] = part;
		m->f->opnds.at[m->f->opnds.n + 3] = (Operand){
			.kind = OPND_SUB, .tied = TIED_NONE, .val = part.sub};
		m->f->opnds.n += 4;
		push_insn(m, &insert, i);
	}
	for (k = 0; k < insn->nopnds; k++)
		if (defines_renamed(m, &was[k], b))
			m->naming[was[k].val].part = NONE;
}

/* Instruction I of block B with the names of its time. */
static void
push_named(Namer *m, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(m->c->before, i);
	Operand *o = m->f->opnds.at + insn->opnd0;
	const Operand *was = insn_opnds(m->c->before, insn);
	uint32_t k;

	push_insn(m, insn, i);
	if (insn->flags & INSN_DEBUG || insn_is(m->f, insn, WK_PHI))
		return;
	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && !(o[k].flags & OPND_DEF) &&
		    is_renamed(m, o[k].val, b))
			o[k].val = naming_of(m, was[k].val, b)->name;
	for (k = 0; k < insn->nopnds; k++) {
		Naming *n;

		if (!kills_all(&was[k]) || !is_renamed(m, was[k].val, b))
			continue;
		n = naming_of(m, was[k].val, b);
		n->name = --n->kills ? new_name(m, was[k].val) : was[k].val;
		o[k].flags &= (uint16_t)~OPND_UNDEF;
	}
	for (k = 0; k < insn->nopnds; k++) {
		Naming *n;

		if (!defines_renamed(m, &was[k], b))
			continue;
		n = naming_of(m, was[k].val, b);
		if (writes_again(m, n, insn, &was[k])) {
			if (n->part == NONE)
				n->part = new_name(m, was[k].val);
			o[k].val = n->part;
		} else {
			o[k].val = n->name;
		}
		lanes_add(m, n, &was[k]);
	}
	push_inserts(m, b, i, was, insn->opnd0);
}

/* Block B of BEFORE, with names if it is to have them. */
static void
push_block(Namer *m, BlockId b, bool named)
{
	const Func *from = m->c->before;
	Block *block = &m->f->blocks.at[b];
	bool head = true;
	InsnId i;

	if (named)
		block_count(m, b);
	block->first = m->f->insns.n;
	for (i = from->blocks.at[b].first; i < from->blocks.at[b].end; i++) {
		const Insn *insn = func_insn(from, i);

		if (named && head && !insn_is(from, insn, WK_PHI)) {
			push_incoming(m, b, i);
			head = false;
		}
		m->to[i] = m->f->insns.n;
		if (named)
			push_named(m, b, i);
		else
			push_insn(m, insn, i);
	}
	block->end = m->f->insns.n;
}

/* A copy of BEFORE with room for more. */
static Func *
func_copy(Check *c)
{
	const Func *from = c->before;
	Arena *arena = &c->arena;
	Func *f = ARENA_RAW(arena, Func, 1);

	*f = *from;
	f->arena = arena;
	f->insns.at = NULL;
	f->insns.n = f->insns.cap = 0;
	f->opnds.at = arena_copy(arena, from->opnds.at,
				 sizeof(Operand) * from->opnds.n,
				 sizeof(Operand) * (from->opnds.n + 1));
	f->opnds.cap = from->opnds.n + 1;
	f->vregs.at =
		arena_copy(arena, from->vregs.at, sizeof(Vreg) * from->vregs.n,
			   sizeof(Vreg) * (from->vregs.n + 1));
	f->vregs.cap = from->vregs.n + 1;
	f->blocks.at = arena_copy(arena, from->blocks.at,
				  sizeof(Block) * from->blocks.n,
				  sizeof(Block) * (from->blocks.n + 1));
	return f;
}

/* --- what nobody reads --- */

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
	Slice s = c->t->regs[reg].units;

	for (; s.start < s.end; s.start++)
		if (on)
			bits_add(set, c->t->reg_units[s.start]);
		else
			bits_del(set, c->t->reg_units[s.start]);
}

static bool
meets_reg(const Check *c, const uint64_t *set, RegId reg)
{
	Slice s = c->t->regs[reg].units;

	for (; s.start < s.end; s.start++)
		if (bits_has(set, c->t->reg_units[s.start]))
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
	Slice s = f->blocks.at[b].succs, in;
	uint32_t i;

	memset(u->live, 0, u->words * sizeof(uint64_t));
	for (i = 1; i < u->c->t->n_regs; i++)
		if (is_reserved(u->c, i))
			set_reg(u->c, u->live, (RegId)i, true);
	for (; s.start < s.end; s.start++) {
		BlockId to = f->succs.at[s.start].block;

		for (i = 0; i < u->words; i++)
			u->live[i] |= u->in[(size_t)to * u->words + i];
		for (in = f->blocks.at[to].liveins; in.start < in.end;
		     in.start++)
			set_reg(u->c, u->live, f->liveins.at[in.start].reg,
				true);
	}
}

/* The register units that instructions of BEFORE read, the whole function. */
static void
reads_find(Units *u)
{
	const Func *f = u->c->before;
	InsnId i;

	for (i = 0; i < f->insns.n; i++) {
		const Operand *o = insn_opnds(f, func_insn(f, i));
		uint32_t k;

		for (k = 0; k < func_insn(f, i)->nopnds; k++)
			if (o[k].kind == OPND_REG && o[k].val &&
			    !(o[k].flags & OPND_DEF))
				set_reg(u->c, u->read, (RegId)o[k].val, true);
	}
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
	uint32_t i;

	if (insn->flags & INSN_DEBUG)
		return;
	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    (o[i].flags & OPND_DEF) && unread && is_unread(u, &o[i]))
			bits_add(unread, insn->opnd0 + i);
	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    (o[i].flags & OPND_DEF) && !is_reserved(c, o[i].val))
			set_reg(c, u->live, (RegId)o[i].val, false);
	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    !(o[i].flags & (OPND_DEF | OPND_UNDEF)))
			set_reg(c, u->live, (RegId)o[i].val, true);
	for (i = 0; kept && i < u->words; i++)
		u->live[i] |= kept[i];
}

/* Up block B.  Does more live into it than was known? */
static bool
live_block(Units *u, BlockId b, uint64_t *unread)
{
	const Block *block = &u->c->before->blocks.at[b];
	uint64_t *in = u->in + (size_t)b * u->words, *kept = NULL;
	bool more = false;
	uint32_t i;

	live_begin(u, b);
	if (check_leaves_early(u->c, b))
		kept = arena_copy(&u->c->arena, u->live,
				  u->words * sizeof(uint64_t),
				  u->words * sizeof(uint64_t));
	for (i = block->end; i-- > block->first;)
		live_step(u, func_insn(u->c->before, i), kept, unread);
	for (i = 0; i < u->words; i++) {
		more |= (u->live[i] & ~in[i]) != 0;
		in[i] |= u->live[i];
	}
	return more;
}

/* Set CheckPairs.unread for BLOCKS.  The sets that live into blocks only grow,
 * so that this ends. */
static void
find_unread(Check *c, const uint64_t *blocks)
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

Func *
flow_names(Check *c, const uint64_t *blocks)
{
	Namer m = {.c = c, .f = func_copy(c)};
	BlockId b;
	uint32_t j;

	m.to = ARENA_RAW(&c->arena, InsnId, c->before->insns.n + 1);
	occurrences_count(&m);
	for (b = 0; b < c->before->blocks.n; b++)
		push_block(&m, b, bits_has(blocks, b));
	for (j = 0; j < c->after->insns.n; j++)
		if (c->pairs.origin[j] != NONE)
			c->pairs.origin[j] = m.to[c->pairs.origin[j]];
	for (j = 0; c->pairs.parsed && j < m.parsed.n; j++)
		m.parsed.at[j] = c->pairs.parsed[m.parsed.at[j]];
	c->pairs.parsed = m.parsed.at;
	c->before = m.f;
	c->nvregs = m.f->vregs.n;
	find_unread(c, blocks);
	return m.f;
}
