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
 */
#include "core/base/bits.h"
#include "core/check/match/flow.h"

#define BLOCK_MANY (NONE - 1)

/* How many parts that were written again to look through for one. */
enum { LOOK_BACK = 64 };

/* What a virtual register goes through in the block at hand. */
typedef struct {
	BlockId stamp;	/* block + 1 */
	uint32_t kills; /* new values of it that are still to come */
	bool comes_in;	/* it is named before the first */
	VregId name;	/* at present */
	LaneMask has;	/* lanes that have a value */
	bool whole;	/* some definition leaves nothing of it */
	bool adds;	/* the last of those is added to */
	VregId base;	/* its name before parts of it were written again */
	VregId part;	/* what the instruction at hand writes of it; NONE */
	bool split;	/* parts were written again */
	uint32_t rewritten, last; /* list: those parts; NONE */
} Naming;

/* What a definition is to the value that its register has. */
typedef enum {
	DEF_NONE,
	DEF_ADDS,  /* to its lanes */
	DEF_KILLS, /* all of it */
	DEF_AGAIN, /* some of its lanes */
} DefKind;

/* Part SUB of register PART: lanes that were written again. */
typedef struct {
	VregId part;
	SubId sub;
	uint32_t next, before; /* NONE */
} Rewritten;

typedef struct {
	Check *c;
	Func *f;
	uint32_t *ndefs; /* by virtual register: instructions that define it */
	LaneMask *lanes; /* the same: that some instruction defines */
	BlockId *home;	 /* the same: the block that names it, or BLOCK_MANY */
	Naming *naming;	 /* the same */
	InsnId *to;	 /* by instruction of BEFORE: in f */
	VEC(InsnId) parsed;

	/* Of the block at hand. */
	VEC(VregId) incoming;
	VEC(Rewritten) rewritten;
	VEC(uint8_t) kinds; /* DefKind, by operand of the instruction at hand */
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
	uint32_t n = f->vregs.n + 1;

	m->ndefs = ARENA_NEW(&m->c->arena, uint32_t, n);
	m->lanes = ARENA_NEW(&m->c->arena, LaneMask, n);
	m->home = ARENA_RAW(&m->c->arena, BlockId, n);
	m->naming = ARENA_NEW(&m->c->arena, Naming, n);
	for (uint32_t k = 0; k < n; k++)
		m->home[k] = NONE;
	for (BlockId b = 0; b < f->blocks.n; b++)
		FOR_INSNS(insn, f, &f->blocks.at[b]) {
			FOR_OPNDS(o, f, insn) {
				BlockId *h = &m->home[o->val];

				if (o->kind != OPND_VREG ||
				    insn->flags & INSN_DEBUG)
					continue;
				*h = *h == NONE || *h == b ? b : BLOCK_MANY;
				if (!(o->flags & OPND_DEF))
					continue;
				m->ndefs[o->val]++;
				m->lanes[o->val] |=
					target_sub_lanes(f->target, o->sub);
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
		*n = (Naming){.stamp = b + 1,
			      .name = v,
			      .base = v,
			      .part = NONE,
			      .rewritten = NONE,
			      .last = NONE};
	return n;
}

/* Does O define a virtual register that gets several names in block B? */
static bool
defines_renamed(const Namer *m, const Operand *o, BlockId b)
{
	return o->kind == OPND_VREG && (o->flags & OPND_DEF) &&
	       is_renamed(m, o->val, b);
}

/* Can lanes of what INSN defines be inserted into others behind it?  Not where
 * no instruction may follow. */
static bool
is_followed(const Namer *m, const Insn *insn)
{
	return !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) &&
	       !(insn_flags(m->c->before, insn) & OP_TERMINATOR) &&
	       m->c->t->known[WK_INSERT_SUBREG];
}

/* What definition O of INSN is to the value of its register, by N. */
static DefKind
def_kind(const Namer *m, const Naming *n, const Insn *insn, const Operand *o)
{
	LaneMask lanes = target_sub_lanes(m->c->t, o->sub);

	if (kills_all(o) || (n->has && !(n->has & ~lanes)))
		return DEF_KILLS;
	return (n->split || n->has & lanes) && is_followed(m, insn) ? DEF_AGAIN
								    : DEF_ADDS;
}

/* Set Namer.kinds for instruction INSN of BEFORE, in block B, and what lanes
 * the registers that it defines have behind it. */
static void
kinds_find(Namer *m, BlockId b, const Insn *insn)
{
	const Operand *o = insn_opnds(m->c->before, insn);

	m->kinds.n = 0;
	for (uint32_t k = 0; k < insn->nopnds; k++) {
		VEC_PUSH(&m->c->arena, m->kinds, DEF_NONE);
		if (defines_renamed(m, &o[k], b))
			m->kinds.at[k] = def_kind(m, naming_of(m, o[k].val, b),
						  insn, &o[k]);
	}
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (m->kinds.at[k] == DEF_KILLS) {
			naming_of(m, o[k].val, b)->has = 0;
			naming_of(m, o[k].val, b)->split = false;
		}
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (m->kinds.at[k] != DEF_NONE) {
			Naming *n = naming_of(m, o[k].val, b);

			n->has |= target_sub_lanes(m->c->t, o[k].sub);
			n->split |= m->kinds.at[k] == DEF_AGAIN;
		}
}

/* Count what the registers go through in block B. */
static void
block_count(Namer *m, BlockId b)
{
	const Func *f = m->c->before;
	const Block *block = &f->blocks.at[b];

	m->incoming.n = m->rewritten.n = 0;
	FOR_INSNS(insn, f, block) {
		const Operand *o = insn_opnds(f, insn);
		bool phi = insn_is(f, insn, WK_PHI);

		for (uint32_t k = 0; k < insn->nopnds; k++) {
			if (o[k].kind != OPND_VREG || kills_all(&o[k]) ||
			    insn->flags & INSN_DEBUG || phi ||
			    !is_renamed(m, o[k].val, b))
				continue;
			Naming *n = naming_of(m, o[k].val, b);
			if (!n->kills && !n->comes_in) {
				n->comes_in = true;
				n->has = m->lanes[o[k].val];
				VEC_PUSH(&m->c->arena, m->incoming, o[k].val);
			}
		}
		if (phi || insn->flags & INSN_DEBUG)
			continue;
		kinds_find(m, b, insn);
		for (uint32_t k = 0; k < insn->nopnds; k++) {
			DefKind kind = m->kinds.at[k];

			if (kind == DEF_NONE)
				continue;
			Naming *n = naming_of(m, o[k].val, b);
			n->adds = kind != DEF_KILLS;
			if (kind == DEF_ADDS)
				continue;
			n->kills++;
			n->whole |= kind == DEF_KILLS;
		}
	}
	for (uint32_t k = 0; k < m->incoming.n; k++) {
		Naming *n = naming_of(m, m->incoming.at[k], b);

		n->has = m->lanes[m->incoming.at[k]];
		n->split = false;
	}
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

/* TO = FROM, of instruction I of BEFORE. */
static void
push_copy(Namer *m, Operand to, Operand from, InsnId i)
{
	Insn copy = {.op = m->c->t->known[WK_COPY],
		     .opnd0 = m->f->opnds.n,
		     .nopnds = 2,
		     .nleft = 1,
		     .origin = NONE,
		     .loc = func_insn(m->c->before, i)->loc};

	VEC_PUSH(m->f->arena, m->f->opnds, to);
	VEC_PUSH(m->f->arena, m->f->opnds, from);
	push_insn(m, &copy, i);
}

/* Behind the PHIs of a block: copies of what comes in and is not all. */
static void
push_incoming(Namer *m, BlockId b, InsnId at)
{
	FOR_VEC(VregId, v, m->incoming) {
		Naming *n = naming_of(m, *v, b);

		if (!n->kills)
			continue;
		n->name = n->base = new_name(m, *v);
		push_copy(m, operand_vreg(n->name, 0, OPND_DEF),
			  operand_vreg(*v, 0, 0), at);
	}
}

/* TO = BASE, with PART in its place. */
static void
push_insert(Namer *m, VregId to, VregId base, Operand part, InsnId i)
{
	Insn insert = {.op = m->c->t->known[WK_INSERT_SUBREG],
		       .opnd0 = m->f->opnds.n,
		       .nopnds = 4,
		       .nleft = 1,
		       .origin = NONE,
		       .loc = func_insn(m->c->before, i)->loc};
	Operand index = {.kind = OPND_SUB, .tied = TIED_NONE, .val = part.sub};

	VEC_PUSH(m->f->arena, m->f->opnds, operand_vreg(to, 0, OPND_DEF));
	VEC_PUSH(m->f->arena, m->f->opnds, operand_vreg(base, 0, 0));
	VEC_PUSH(m->f->arena, m->f->opnds, part);
	VEC_PUSH(m->f->arena, m->f->opnds, index);
	push_insn(m, &insert, i);
}

/* Note that part SUB of N's register, in PART, is written again. */
static void
rewritten_add(Namer *m, Naming *n, VregId part, SubId sub)
{
	uint32_t at = m->rewritten.n;

	VEC_PUSH(&m->c->arena, m->rewritten,
		 ((Rewritten){part, sub, NONE, n->last}));
	if (n->last == NONE)
		n->rewritten = at;
	else
		m->rewritten.at[n->last].next = at;
	n->last = at;
}

/* Behind instruction I, which has written part SUB of V again: its value gets
 * V's next name.  The last one in a block that leaves some lanes as they came
 * in is V with what has changed, lane by lane: other blocks see who made the
 * others. */
static void
name_rewritten(Namer *m, Naming *n, VregId v, SubId sub, InsnId i)
{
	VregId base = n->name;

	n->name = --n->kills ? new_name(m, v) : v;
	rewritten_add(m, n, n->part, sub);
	if (n->kills || n->whole) {
		push_insert(m, n->name, base, operand_vreg(n->part, sub, 0), i);
		return;
	}
	for (uint32_t at = n->rewritten; at != NONE;
	     at = m->rewritten.at[at].next) {
		Rewritten r = m->rewritten.at[at];

		push_copy(m, operand_vreg(v, r.sub, OPND_DEF),
			  operand_vreg(r.part, r.sub, 0), i);
	}
}

/* The names of the values that instruction I of block B, with operands O,
 * defines. */
static void
name_defs(Namer *m, BlockId b, InsnId i, Operand *o)
{
	const Insn *insn = func_insn(m->c->before, i);
	const Operand *was = insn_opnds(m->c->before, insn);
	Naming *n;

	kinds_find(m, b, insn);
	for (uint32_t k = 0; k < insn->nopnds; k++) {
		if (m->kinds.at[k] != DEF_KILLS)
			continue;
		n = naming_of(m, was[k].val, b);
		n->name = --n->kills ? new_name(m, was[k].val) : was[k].val;
		n->base = n->name;
		n->rewritten = n->last = NONE;
		if (kills_all(&was[k]) && (n->kills || n->adds))
			o[k].flags &= (uint16_t)~OPND_UNDEF;
	}
	for (uint32_t k = 0; k < insn->nopnds; k++) {
		if (m->kinds.at[k] == DEF_NONE)
			continue;
		n = naming_of(m, was[k].val, b);
		if (m->kinds.at[k] == DEF_AGAIN && n->part == NONE)
			n->part = new_name(m, was[k].val);
		o[k].val = m->kinds.at[k] == DEF_AGAIN ? n->part : n->name;
	}
}

/* The name under which lanes LANES of N's register are read: of the last part
 * that has them, or of what was before all parts, so that nothing waits for
 * other lanes. */
static VregId
name_of_lanes(const Namer *m, const Naming *n, LaneMask lanes)
{
	for (uint32_t at = n->last, looked = 0; at != NONE;
	     at = m->rewritten.at[at].before) {
		const Rewritten *r = &m->rewritten.at[at];
		LaneMask has = target_sub_lanes(m->c->t, r->sub);

		if (!(lanes & ~has))
			return r->part;
		if (lanes & has || ++looked > LOOK_BACK)
			return n->name;
	}
	return n->base;
}

/* Instruction I of block B with the names of its time. */
static void
push_named(Namer *m, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(m->c->before, i);
	Operand *o = m->f->opnds.at + insn->opnd0;
	const Operand *was = insn_opnds(m->c->before, insn);

	push_insn(m, insn, i);
	if (insn->flags & INSN_DEBUG || insn_is(m->f, insn, WK_PHI))
		return;
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && !(o[k].flags & OPND_DEF) &&
		    is_renamed(m, o[k].val, b))
			o[k].val = name_of_lanes(
				m, naming_of(m, was[k].val, b),
				target_sub_lanes(m->c->t, was[k].sub) &
					m->lanes[was[k].val]);
	name_defs(m, b, i, o);
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (m->kinds.at[k] == DEF_AGAIN)
			name_rewritten(m, naming_of(m, was[k].val, b),
				       was[k].val, was[k].sub, i);
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (m->kinds.at[k] == DEF_AGAIN)
			naming_of(m, was[k].val, b)->part = NONE;
}

/* Block B of BEFORE, with names if it is to have them. */
static void
push_block(Namer *m, BlockId b, bool named)
{
	const Func *from = m->c->before;
	Block *block = &m->f->blocks.at[b];
	bool head = true;

	if (named)
		block_count(m, b);
	block->first = m->f->insns.n;
	for (InsnId i = from->blocks.at[b].first; i < from->blocks.at[b].end;
	     i++) {
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

Func *
flow_names(Check *c, const uint64_t *blocks)
{
	Namer m = {.c = c,
		   .f = check_extended(c->before, c->before->insns.n + 1, 1, 1,
				       &c->arena)};

	m.to = ARENA_RAW(&c->arena, InsnId, c->before->insns.n + 1);
	occurrences_count(&m);
	for (BlockId b = 0; b < c->before->blocks.n; b++)
		push_block(&m, b, bits_has(blocks, b));
	for (uint32_t j = 0; j < c->after->insns.n; j++)
		if (c->pairs.origin[j] != NONE)
			c->pairs.origin[j] = m.to[c->pairs.origin[j]];
	for (uint32_t j = 0; c->pairs.parsed && j < m.parsed.n; j++)
		m.parsed.at[j] = c->pairs.parsed[m.parsed.at[j]];
	c->pairs.parsed = m.parsed.at;
	c->before = m.f;
	c->nvregs = m.f->vregs.n;
	flow_unread(c, blocks);
	return m.f;
}
