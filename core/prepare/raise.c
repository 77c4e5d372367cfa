/*
 * Reads that stand too late: see raise.h.
 */
#include "core/prepare/raise.h"

#include "core/prepare/sink_internal.h"
#include "core/schedule/region.h"

/* Over how many others instructions come before one, how many more values there
 * may be then, as copies are cheaper than spilling them, and in how many
 * rounds.
 */
enum { OVER_MAX = 32, ADDS_MAX = 2, ROUNDS_MAX = 4 };

/* INSN comes right in front of BEFORE. */
typedef struct {
	InsnId insn, before;
} Rise;

/* The rises stand in the order of what they come before, and of themselves. */
typedef struct {
	Sinker it; /* with what lowering will put elsewhere; no sinks: that is
		      not known yet; `may`: something may rise before it */
	VEC(Rise) rises;
	uint64_t *moved; /* bit set: those that rise */
	Arena *tmp;
} Raiser;

/* Does INSN read virtual register V? */
static bool
insn_reads(const Func *f, const Insn *insn, VregId v)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_VREG && o->val == v && opnd_reads(o))
			return true;
	return false;
}

/* Does INSN read what a COPY of V behind instruction X calls it? */
static bool
reads_name(const Sinker *s, const Insn *insn, VregId v, InsnId x)
{
	const Func *f = s->in;

	FOR_OPNDS(o, f, insn) {
		if (o->kind != OPND_VREG || !opnd_reads(o))
			continue;
		InsnId def = s->regs[o->val].def;
		if (def != NONE && def > x && func_insn(f, def) < insn &&
		    insn_is(f, func_insn(f, def), WK_COPY) &&
		    insn_reads(f, func_insn(f, def), v))
			return true;
	}
	return false;
}

/* Does X define what some of G read, or read V? */
static bool
belongs(const Func *f, const Group *g, const Insn *x, VregId v)
{
	if (insn_reads(f, x, v))
		return true;
	FOR_OPNDS(o, f, x)
		for (uint32_t i = 0;
		     i < g->n && o->kind == OPND_VREG && o->flags & OPND_DEF;
		     i++)
			if (insn_reads(f, func_insn(f, g->at[i]), o->val))
				return true;
	return false;
}

/* Does nothing come before INSN that stood behind it: it has side effects, or
 * writes a register that others read without saying so, as which lanes are on?
 */
static bool
is_barrier(const Func *f, const Insn *insn)
{
	if (insn_is_boundary(f, insn) || insn_flags(f, insn) & OP_SIDE_EFFECTS)
		return true;
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && o->flags & OPND_DEF &&
		    f->target->regs[o->val].flags & REG_RESERVED)
			return true;
	return false;
}

/* Will lowering leave I where it is, and put nothing behind it? */
static bool
stays(const Sinker *s, InsnId i)
{
	return !s->sinks || !(s->odd[i] & ODD_SINKS) ||
	       (s->sinks[i].behind == NONE && s->sinks[i].first == NONE);
}

/* What must come before instruction X, of the block that ends at END, so that
 * it is the last to read V, or what V is called at its end, NAME: into G.
 * False: it cannot. */
static bool
group_find(const Sinker *s, InsnId x, InsnId end, VregId v, VregId name,
	   Group *g)
{
	const Func *f = s->in;
	InsnId last = s->regs[name].last;
	uint32_t over = 0;

	if (!may_move(f, last) || !stays(s, last))
		return false;
	*g = (Group){.at = {last}, .n = 1};
	for (InsnId at = last; at-- > x;) {
		const Insn *insn = func_insn(f, at);

		if (insn->flags & INSN_DEBUG)
			continue;
		if (!stays(s, at))
			return false;
		if (at == x ||
		    (!belongs(f, g, insn, v) && !insn_reads(f, insn, name) &&
		     !reads_name(s, insn, v, x))) {
			if (++over > OVER_MAX || is_barrier(f, insn) ||
			    !may_pass_all(f, g->at, g->n, insn))
				return false;
			continue;
		}
		if (g->n == GROUP_MAX || !may_move(f, at))
			return false;
		g->at[g->n++] = at;
	}
	for (uint32_t i = 0; i < g->n; i++)
		if (writes_live(f, func_insn(f, g->at[i]), x - 1, end))
			return false;
	return true;
}

/* Can instruction I do without a copy of V, a source of which it is the last
 * reader in its block: is V not tied, or can another source that ends there be
 * overwritten instead? */
static bool
spares(const Sinker *s, InsnId i, VregId v)
{
	const Insn *insn = func_insn(s->in, i);
	const Operand *o = insn_opnds(s->in, insn);
	Commutation how;
	bool tied = false;

	for (uint32_t k = 0; k < insn->nopnds; k++)
		tied |= o[k].kind == OPND_VREG && o[k].val == v &&
			o[k].tied != TIED_NONE;
	if (!tied || insn_has_other_form(s->in, insn))
		return true;
	for (uint32_t k = 2; k <= COMMUTE_LAST; k++)
		if (insn_commutation(s->in, insn, k, &how) &&
		    o[k].kind == OPND_VREG && !o[k].sub && o[k].val != v &&
		    ends_at(s, o[k].val, i))
			return true;
	return false;
}

/* Does an instruction from FIRST to LAST give V another name? */
static bool
is_renamed(const Func *f, VregId v, InsnId first, InsnId last)
{
	for (InsnId i = first; i <= last; i++)
		if (insn_reads(f, func_insn(f, i), v) &&
		    insn_renames(f, func_insn(f, i)))
			return true;
	return false;
}

/* Is the name that INSN, which stands before X, gives a value read between the
 * two alone, or by X, and gets no other one? */
static bool
name_ends(const Sinker *s, InsnId insn, InsnId x)
{
	const Operand *o = insn_opnds(s->in, func_insn(s->in, insn));

	if (o->kind != OPND_VREG || o->sub)
		return false;
	const VregFacts *name = &s->regs[o->val];
	if (name->last == NONE)
		return name->home != HOME_MANY;
	return name->home != HOME_MANY && name->last > insn &&
	       name->last <= x &&
	       !is_renamed(s->in, o->val, insn + 1, name->last);
}

/* Does the name that INSN, behind X, gives a value end before instruction LAST?
 * What reads it rises with that. */
static bool
name_rises(const Sinker *s, InsnId insn, InsnId x, InsnId last)
{
	return insn > x && insn < last &&
	       insn_is(s->in, func_insn(s->in, insn), WK_COPY) &&
	       name_ends(s, insn, last);
}

/* What the value of V is called where it ends, not far behind instruction X of
 * block B: V, or the name that the last to read V gives it. */
static VregId
last_name(const Sinker *s, VregId v, InsnId x, BlockId b)
{
	InsnId last = s->regs[v].last;
	const Insn *insn = func_insn(s->in, last);
	const Operand *o = insn_opnds(s->in, insn);

	if (!insn_is(s->in, insn, WK_COPY) || o->kind != OPND_VREG || o->sub)
		return v;
	const VregFacts *name = &s->regs[o->val];
	return name->home == b && name->last != NONE && name->last > last &&
			       name->last - x <= 2 * OVER_MAX &&
			       !is_renamed(s->in, o->val, last + 1, name->last)
		       ? o->val
		       : v;
}

/* Could the value of V live under another name behind instruction X of block B,
 * too?  It cannot if V is not another name itself, and its other names end
 * before, or where it is called by one of them alone. */
static bool
lives_on(const Sinker *s, VregId v, InsnId x, BlockId b)
{
	const Func *f = s->in;
	InsnId i = s->regs[v].def;

	if (!s->regs[v].renamed)
		return false;
	if (i > x || x - i > 2 * OVER_MAX)
		return true;
	const Insn *def = func_insn(f, i);
	if (insn_renames(f, def) &&
	    (!insn_is(f, def, WK_COPY) || def->nopnds < 2 ||
	     insn_opnds(f, def)[1].kind != OPND_REG))
		return true;
	for (i++; i <= s->regs[v].last; i++)
		if (insn_reads(f, func_insn(f, i), v) &&
		    insn_renames(f, func_insn(f, i)) && !name_ends(s, i, x) &&
		    !name_rises(s, i, x, s->regs[v].last))
			return i < s->regs[v].last ||
			       last_name(s, v, x, b) == v;
	return false;
}

/* Does V end where it is read last in block B?  Where it is read in several its
 * kill mark is believed, which decides no more than what is worth while. */
static bool
ends_within(const Sinker *s, VregId v, BlockId b)
{
	const VregFacts *facts = &s->regs[v];

	if (facts->home != HOME_MANY)
		return facts->home == b;
	const Insn *insn = func_insn(s->in, facts->last);
	FOR_OPNDS(o, s->in, insn)
		if (o->kind == OPND_VREG && o->val == v && o->flags & OPND_KILL)
			return facts->last < s->in->blocks.at[b].end;
	return false;
}

/* Is V last read not far behind instruction I of block B? */
static bool
is_kept(const Sinker *s, VregId v, InsnId i, BlockId b)
{
	InsnId last = s->regs[v].last;

	return last != NONE && last > i && last - i <= 2 * OVER_MAX &&
	       ends_within(s, v, b) && !lives_on(s, v, i, b);
}

/* The register that instruction I of block B overwrites though it is read
 * behind it: by a tie, or as the result is to take its place; NONE. */
static VregId
kept_behind(const Sinker *s, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(s->in, i);
	const Operand *o = insn_opnds(s->in, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].tied != TIED_NONE &&
		    !o[k].sub && is_kept(s, o[k].val, i, b) &&
		    !spares(s, i, o[k].val))
			return o[k].val;
	if (!insn->nopnds || o->kind != OPND_VREG || o->sub)
		return NONE;
	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG &&
		    takes_place(s, o->val, o[k].val) &&
		    is_kept(s, o[k].val, i, b))
			return o[k].val;
	VregId into = s->regs[o->val].into;
	return into != NONE && is_kept(s, into, i, b) ? into : NONE;
}

/* Is instruction LAST to overwrite another value than V, which it reads, whose
 * copy would stand in V's place too early? */
static bool
ties_another(const Func *f, InsnId last, VregId v)
{
	const Insn *insn = func_insn(f, last);
	const Operand *o = insn_opnds(f, insn);
	Commutation how;
	bool another = false;

	for (uint32_t k = 1; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG)
			continue;
		if (o[k].val != v)
			another |= o[k].tied != TIED_NONE;
		else if (o[k].tied != TIED_NONE ||
			 (k >= 2 && k <= COMMUTE_LAST &&
			  insn_commutation(f, insn, k, &how)))
			return false;
	}
	return another && !insn_has_other_form(f, insn);
}

/* Does what reads V last gain nothing by coming before T: it overwrites V, or
 * is to take its place? */
static bool
overwrites(const Sinker *s, InsnId last, VregId v)
{
	const Insn *insn = func_insn(s->in, last);
	const Operand *o = insn_opnds(s->in, insn);

	return !spares(s, last, v) ||
	       (insn->nopnds && o[0].kind == OPND_VREG &&
		takes_place(s, o[0].val, v) && !ties_another(s->in, last, v));
}

/* Is the result of instruction I of block B to take V's place, by ties of those
 * that read it and each other last? */
static bool
takes_place_by_ties(const Sinker *s, InsnId i, VregId v, BlockId b)
{
	const Func *f = s->in;
	uint32_t k;

	for (uint32_t n = 0; n <= TIES_MAX; n++) {
		const Operand *o = insn_opnds(f, func_insn(f, i));
		VregId value = o->val;

		if (!func_insn(f, i)->nopnds || o->kind != OPND_VREG || o->sub)
			return false;
		if (takes_place(s, value, v))
			return true;
		if (s->regs[value].home != b || s->regs[value].last == NONE)
			return false;
		i = s->regs[value].last;
		o = insn_opnds(f, func_insn(f, i));
		for (k = 1; k < func_insn(f, i)->nopnds; k++)
			if (o[k].kind == OPND_VREG && o[k].val == value &&
			    o[k].tied == 0)
				break;
		if (k == func_insn(f, i)->nopnds)
			return false;
	}
	return false;
}

/* How many more values there are in front of where G stands if it rises: what
 * it makes for others, without what it reads last.  V, which it reads last,
 * ends in any case. */
static int32_t
group_adds(const Sinker *s, const Group *g, VregId v, BlockId b)
{
	int32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		const Insn *insn = func_insn(s->in, g->at[i]);

		FOR_OPNDS(o, s->in, insn) {
			if (o->kind != OPND_VREG || o->val == v)
				continue;
			bool ends = s->regs[o->val].home == b &&
				    group_has(g, s->regs[o->val].last);
			if (o->flags & OPND_DEF)
				n += !ends;
			else if (ends && s->regs[o->val].last == g->at[i])
				n -= !group_has(g, s->regs[o->val].def);
		}
	}
	return n;
}

/* Does one of G come before another instruction already? */
static bool
any_moved(const Raiser *r, const Group *g)
{
	for (uint32_t k = 0; k < g->n; k++)
		if (bits_has(r->moved, g->at[k]))
			return true;
	return false;
}

/* What must come before instruction I of block B so that it needs no copy: into
 * G. */
static bool
rise_find(const Raiser *r, InsnId i, BlockId b, Group *g)
{
	const Sinker *s = &r->it;
	const Block *block = &s->in->blocks.at[b];
	VregId v = kept_behind(s, i, b);

	if (v == NONE || bits_has(r->moved, i) || !stays(s, i))
		return false;
	VregId name = last_name(s, v, i, b);
	return (!overwrites(s, s->regs[name].last, name) ||
		(takes_place_by_ties(s, i, v, b) &&
		 !takes_place_by_ties(s, s->regs[name].last, v, b))) &&
	       group_find(s, i, block->end, v, name, g) && !any_moved(r, g) &&
	       group_adds(s, g, name, b) <= ADDS_MAX;
}

/* All that rise. */
static void
rises_find(Raiser *r)
{
	const Func *f = r->it.in;
	uint32_t n = BITS_WORDS(f->insns.n);
	BlockId b = 0;
	Group g;

	r->rises.n = 0;
	r->moved = ARENA_NEW(r->tmp, uint64_t, n);
	for (uint32_t w = 0; w < n; w++) {
		uint64_t word = r->it.may[w];

		for (; word; word &= word - 1) {
			InsnId i = w * 64 + bits_lowest(word);

			while (f->blocks.at[b].end <= i)
				b++;
			if (!rise_find(r, i, b, &g))
				continue;
			for (uint32_t k = g.n; k--;) {
				VEC_PUSH(r->tmp, r->rises,
					 ((Rise){g.at[k], i}));
				bits_add(r->moved, g.at[k]);
			}
		}
	}
}

/* The instructions that may overwrite what is read behind them. */
static void
wanted_find(Raiser *r, const OperandFacts *facts)
{
	sinks_mark(&r->it, facts, r->tmp);
	for (uint32_t i = 0; i < facts->tied.n; i++)
		bits_add(r->it.may, facts->tied.at[i].insn);
}

/* The order with all that rise. */
static InsnId *
order_make(const Raiser *r)
{
	uint32_t n = r->it.in->insns.n, m = 0;
	uint32_t next = 0;
	InsnId *order = ARENA_RAW(r->tmp, InsnId, n + 1);

	for (InsnId i = 0; i < n; i++) {
		for (; next < r->rises.n && r->rises.at[next].before == i;
		     next++)
			order[m++] = r->rises.at[next].insn;
		if (!bits_has(r->moved, i))
			order[m++] = i;
	}
	return order;
}

/* Once: what rises lets another one rise only where it stands then. */
static Reordered
raised_once(Func *f, const OperandFacts *facts, Arena *keep, Arena *tmp)
{
	Raiser r = {.it = {.in = f, .odd = facts->odd, .raises = true},
		    .tmp = tmp};
	OperandFacts own;
	Reordered to = {f, NULL};

	if (facts->in_order || (!facts->phi_blocks.n && !facts->tied.n))
		return to;
	/* What comes into what is noted otherwise than lowering does. */
	r.it.regs = arena_copy(tmp, facts->regs,
			       facts->nregs * sizeof(*facts->regs),
			       (facts->nregs + 1) * sizeof(*facts->regs));
	r.it.may = ARENA_NEW(tmp, uint64_t, BITS_WORDS(f->insns.n));
	wanted_find(&r, facts);
	rises_find(&r);
	if (!r.rises.n)
		return to;
	/* What sinks is found only now: few functions get so far. */
	operand_facts_find(&own, f, facts->reserved, tmp);
	r.it.sinks = sinks_plan(f, &own, NULL, tmp);
	r.it.odd = own.odd;
	rises_find(&r);
	if (r.rises.n) {
		to.from = order_make(&r);
		to.f = func_reordered(f, to.from, keep);
	}
	return to;
}

Reordered
func_raised(Func *f, const OperandFacts *facts, Arena *keep, Arena *tmp)
{
	Reordered to = raised_once(f, facts, keep, tmp);

	for (uint32_t k = 1; k < ROUNDS_MAX && to.f != f; k++) {
		OperandFacts own;
		operand_facts_find(&own, to.f, facts->reserved, tmp);
		Reordered next = raised_once(to.f, &own, keep, tmp);
		if (next.f == to.f)
			break;
		order_compose(to.from, next.from, next.f->insns.n, tmp);
		to.f = next.f;
	}
	return to;
}
