/*
 * Which instructions sink: each block once from its end to its head, knowing
 * for each value its last read in the block.
 */
#include "core/prepare/sink_internal.h"

#include "core/analysis/demand.h"

#include <string.h>

/* How many instructions some may sink over, which the checker must follow. */
enum { SINK_MAX = 128 };

/* The register that INSN only gives another name to, by defining it; NONE. */
static inline VregId
renamed(const Sinker *s, const Insn *insn)
{
	if (!(s->renaming >> (insn->op & 63) & 1) || !insn_renames(s->in, insn))
		return NONE;
	const Operand *o = insn_opnds(s->in, insn);
	return o[0].kind == OPND_VREG ? o[0].val : NONE;
}

/* Does V's value end in block B, as far as the walk has met its reads there?
 * Where V is read in several blocks its kill mark is believed, which decides no
 * more than what is worth while. */
static bool
ends_in(const Sinker *s, VregId v, BlockId b)
{
	const Block *block = &s->in->blocks.at[b];
	InsnId last = s->own[v];

	if (s->regs[v].home == b ||
	    (copied_at(s, v) != NONE && s->regs[v].def >= block->first &&
	     s->regs[v].def < block->end))
		return true;
	if (last == NONE || last < block->first || s->lives[v] == b)
		return false;
	const Insn *insn = func_insn(s->in, last);
	FOR_OPNDS(o, s->in, insn)
		if (o->kind == OPND_VREG && o->val == v && o->flags & OPND_KILL)
			return true;
	return false;
}

/* Note what instruction I of block B reads.  A value lives on under the names
 * that it gets. */
static void
reads_note(Sinker *s, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(s->in, i);
	VregId name = renamed(s, insn);
	InsnId first = s->in->blocks.at[b].first;

	FOR_OPNDS(o, s->in, insn) {
		if (o->kind != OPND_VREG || !opnd_reads(o))
			continue;
		InsnId *last = &s->last[o->val];
		if (*last == NONE || *last < first)
			*last = s->own[o->val] = i;
		if (name == NONE)
			continue;
		if (s->regs[name].home != b && s->regs[name].home != NONE) {
			s->regs[o->val].home = HOME_MANY;
			s->lives[o->val] = b;
		} else if (s->last[name] != NONE && s->last[name] > *last) {
			*last = s->last[name];
		}
	}
}

/* Is instruction PHI a PHI that V comes into? */
static bool
comes_into(const Func *f, VregId v, InsnId phi)
{
	const Insn *insn = func_insn(f, phi);
	const Operand *o = insn_opnds(f, insn);

	if (!insn_is(f, insn, WK_PHI))
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k += 2)
		if (o[k].kind == OPND_VREG && o[k].val == v)
			return true;
	return false;
}

/* Does INTO, a PHI, come into V, perhaps through others, or is it V? */
static bool
comes_through(const Sinker *s, VregId into, VregId v)
{
	for (uint32_t n = 0; n < PHIS_MAX && into != NONE && into != v; n++)
		into = s->regs[into].into;
	return into == v;
}

/* Is V a PHI of two values, too, of which one is one of TWO? */
static bool
shares_value(const Sinker *s, VregId v, const VregId two[2])
{
	InsnId phi = s->regs[v].def;
	VregId own[2];

	return phi < DEF_MANY && phi_pair(s->in, phi, own) &&
	       (own[0] == two[0] || own[0] == two[1] || own[1] == two[0] ||
		own[1] == two[1]);
}

bool
takes_place(const Sinker *s, VregId value, VregId v)
{
	VregId into = s->regs[value].into;
	InsnId def = s->regs[value].def;
	VregId two[2];

	if (into == NONE || comes_through(s, into, v))
		return into != NONE;
	InsnId phi = s->regs[into].def;
	return phi < DEF_MANY && def < DEF_MANY &&
	       !insn_is(s->in, func_insn(s->in, def), WK_COPY) &&
	       phi_pair(s->in, phi, two) &&
	       (two[0] == v || two[1] == v || shares_value(s, v, two));
}

/* The value whose place the result of INSN, in block B, is to take; NONE. */
static VregId
overwritten(const Sinker *s, const Insn *insn, BlockId b)
{
	const Block *block = &s->in->blocks.at[b];
	const Operand *o = insn_opnds(s->in, insn);
	VregId tied = NONE, into = s->regs[o[0].val].into;

	for (uint32_t k = 1; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG || o[k].sub || !opnd_reads(&o[k]))
			continue;
		if (takes_place(s, o[0].val, o[k].val) &&
		    ends_in(s, o[k].val, b))
			return o[k].val;
		if (s->regs[o[k].val].home != b)
			continue;
		InsnId def = s->regs[o[k].val].def;
		if (def < s->in->insns.n && comes_into(s->in, o[0].val, def))
			return o[k].val;
		if (def >= block->first && def < block->end && o[k].tied == 0)
			tied = o[k].val;
	}
	if (tied != NONE)
		return insn_has_other_form(s->in, insn) ? NONE : tied;
	for (uint32_t n = 0; n <= PHIS_MAX && into != NONE; n++) {
		if (ends_in(s, into, b))
			return into;
		into = s->regs[into].into;
	}
	return NONE;
}

/* Does instruction TO, the last in block B to read V, overwrite it, too?  Not
 * if it can overwrite its other source; nor if its opcode has a form that
 * overwrites none, unless its result is to stand in V's place. */
static bool
overwrites(const Sinker *s, BlockId b, InsnId to, VregId v)
{
	const Insn *insn = func_insn(s->in, to);
	const Operand *o = insn_opnds(s->in, insn);
	Commutation how;

	if (insn->nopnds && o[0].kind == OPND_VREG &&
	    !takes_place(s, o[0].val, v) && insn_has_other_form(s->in, insn))
		return false;
	for (uint32_t k = 2; k <= COMMUTE_LAST; k++)
		if (insn_commutation(s->in, insn, k, &how) &&
		    o[1].kind == OPND_VREG && o[1].val == v &&
		    o[k].kind == OPND_VREG && !o[k].sub && o[k].val != v &&
		    s->regs[o[k].val].home == b && s->last[o[k].val] == to)
			return false;
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].val == v &&
		    o[k].tied != TIED_NONE)
			return true;
	return false;
}

bool
insn_defines(const Func *f, const Insn *insn, VregId v)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_VREG && o->val == v && o->flags & OPND_DEF)
			return true;
	return false;
}

static bool
group_defines(const Func *f, const Group *g, VregId v)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (insn_defines(f, func_insn(f, g->at[i]), v))
			return true;
	return false;
}

static bool
group_reads(const Func *f, const Group *g, const Insn *x)
{
	FOR_OPNDS(o, f, x)
		if (o->kind == OPND_VREG && group_defines(f, g, o->val))
			return true;
	return false;
}

/* Is V, in block B, read by nothing behind G? */
static bool
ends_with(const Sinker *s, const Group *g, VregId v, BlockId b)
{
	InsnId last = s->last[v];

	return s->regs[v].home == b && (last == NONE || group_has(g, last));
}

/* Would there be more values between where G stands, in block B, and where it
 * goes, than its result is there now?  What nothing behind G reads, its inputs,
 * would live as far.  The copy that sinking saves is cheaper than spilling one
 * of them. */
static bool
group_adds_values(const Sinker *s, const Group *g, BlockId b)
{
	VregId one = NONE; /* input that ends with G */

	for (uint32_t i = 0; i < g->n; i++) {
		const Insn *insn = func_insn(s->in, g->at[i]);

		FOR_OPNDS(o, s->in, insn) {
			if (o->kind != OPND_VREG || !opnd_reads(o) ||
			    o->val == one || !ends_with(s, g, o->val, b) ||
			    group_defines(s->in, g, o->val))
				continue;
			if (one != NONE)
				return true;
			one = o->val;
		}
	}
	return false;
}

/* Surely no value is spilled, however many more there are: known when it is
 * first asked.  Of some machines fewer registers are better anyway. */
static bool
values_fit(Sinker *s)
{
	if (s->fit == FIT_UNKNOWN)
		s->fit = s->reserved && !func_feature_number(s->in, "waves") &&
					 demand_surely_fits(s->in, s->reserved,
							    s->tmp)
				 ? FIT_SURELY
				 : FIT_PERHAPS;
	return s->fit == FIT_SURELY;
}

/* Is X free to sink with G: behind nothing, or behind something with none but
 * those before it that do, too?  G may not leave any of them, see group_whole.
 */
static bool
may_join(const Sinker *s, const Group *g, InsnId x)
{
	InsnId at = s->sinks[x].behind, i;

	if (s->sinks[x].first != NONE)
		return false;
	if (at == NONE)
		return true;
	for (i = s->sinks[at].first; i != x && group_has(g, i);)
		i = s->sinks[i].next;
	return i == x;
}

/* Is with each of G all in it that has sunk behind the same instruction? */
static bool
group_whole(const Sinker *s, const Group *g)
{
	for (uint32_t k = 1; k < g->n; k++)
		if (s->sinks[g->at[k]].behind != NONE &&
		    s->sinks[g->at[k]].next != NONE &&
		    !group_has(g, s->sinks[g->at[k]].next))
			return false;
	return true;
}

/* Is NAME, unless it is NONE, read in block B, as far as the walk has met its
 * reads there? */
static bool
name_is_read(const Sinker *s, BlockId b, VregId name)
{
	return name != NONE && s->last[name] != NONE &&
	       s->last[name] >= s->in->blocks.at[b].first;
}

/* Does X sink behind TO as well, where G goes after it? */
static bool
goes_before(const Sinker *s, const Group *g, InsnId x, InsnId to)
{
	if (g->after == NONE || s->sinks[x].behind != to)
		return false;
	for (InsnId i = s->sinks[to].first; i != g->after; i = s->sinks[i].next)
		if (i == x)
			return true;
	return x == g->after;
}

/* May G go to TO as far as X is concerned, which stands behind all of it?  X
 * may come before them, or sink with them, unless it only gives a value another
 * name that is read there, or as far by itself.  One that sinks already, not as
 * far, comes along if it must not be overtaken, being alike. */
static bool
group_passes(const Sinker *s, BlockId b, Group *g, InsnId x, InsnId to)
{
	const Func *f = s->in;
	const Insn *insn = func_insn(f, x);
	bool before = goes_before(s, g, x, to);

	if (s->sinks[x].behind != NONE && s->sinks[x].behind >= to && !before)
		return true;
	if (!group_reads(f, g, insn) && may_pass_all(f, g->at, g->n, insn) &&
	    (insn_renames(f, insn) || !some_alike(f, g->at, g->n, insn)))
		return ++g->passed <= SINK_MAX;
	if (x == to || before || g->n == GROUP_MAX || !may_move(f, x) ||
	    name_is_read(s, b, renamed(s, insn)) || !may_join(s, g, x))
		return false;
	g->at[g->n++] = x;
	return true;
}

/* The instruction behind which nothing reads V in block B; NONE. */
static InsnId
last_read(const Sinker *s, BlockId b, VregId v)
{
	InsnId last = s->last[v], at = copied_at(s, v);

	if (at == NONE)
		return last;
	if (at >= s->in->blocks.at[b].end ||
	    insn_flags(s->in, func_insn(s->in, at)) & OP_TERMINATOR)
		return NONE;
	return last != NONE && last > at ? last : at;
}

/* The instruction behind which I of block B should go, and with it the rest of
 * G, what in between needs its value; NONE. */
static InsnId
sink_place(const Sinker *s, BlockId b, InsnId i, Group *g)
{
	const Func *f = s->in;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	VregId old;

	if (!insn->nopnds || o[0].kind != OPND_VREG ||
	    s->regs[o[0].val].def != i ||
	    (old = overwritten(s, insn, b)) == NONE)
		return NONE;
	InsnId to = last_read(s, b, old);
	if (to == NONE || to <= i || overwrites(s, b, to, old) ||
	    !may_move(f, i))
		return NONE;
	*g = (Group){.at = {i}, .n = 1, .after = NONE};
	if (s->sinks[to].behind != NONE) {
		g->after = to;
		to = s->sinks[to].behind;
	}
	for (InsnId x = i + 1; x <= to; x++)
		if (!(func_insn(f, x)->flags & INSN_DEBUG) &&
		    !group_passes(s, b, g, x, to))
			return NONE;
	return group_whole(s, g) ? to : NONE;
}

/* Let G go behind instruction TO of the block that ends at END, if it can do
 * without what it writes besides. */
static void
group_sink(Sinker *s, const Group *g, InsnId to, InsnId end)
{
	const Func *f = s->in;
	Sink *sinks = s->sinks;
	bool bare[GROUP_MAX];
	InsnId *next; /* what is to be the next of G */
	uint32_t k;

	for (k = 0; k < g->n; k++) {
		const Insn *insn = func_insn(f, g->at[k]);

		bare[k] = writes_live(f, insn, to, end);
		if (bare[k] && !insn_has_other_form(f, insn))
			return;
	}
	while (k--) {
		InsnId i = g->at[k];

		if (sinks[i].behind != NONE)
			sinks[sinks[i].behind].first = NONE;
		sinks[i].bare = bare[k];
		sinks[i].behind = to;
		next = g->after == NONE ? &sinks[to].first
					: &sinks[g->after].next;
		sinks[i].next = *next;
		*next = i;
		s->odd[i] |= ODD_SINKS;
	}
	s->odd[to] |= ODD_SINKS;
}

/* Let what may sink in block B, which is FIRST or behind it, do so. */
static void
block_sink(Sinker *s, BlockId b, InsnId first)
{
	const Func *f = s->in;
	const Block *block = &f->blocks.at[b];

	memset(s->sinks + block->first, 0xff,
	       sizeof(*s->sinks) * (block->end - block->first));
	for (InsnId i = block->end; i-- > first;) {
		Group group;

		if (func_insn(f, i)->flags & INSN_DEBUG)
			continue;
		InsnId to = bits_has(s->may, i) ? sink_place(s, b, i, &group)
						: NONE;
		if (to != NONE &&
		    (!group_adds_values(s, &group, b) || values_fit(s)))
			group_sink(s, &group, to, block->end);
		reads_note(s, b, i);
	}
}

/* Each block in which something may sink. */
static void
blocks_sink(Sinker *s)
{
	const Block *blocks = s->in->blocks.at;
	uint32_t n = BITS_WORDS(s->in->insns.n);
	BlockId b = 0;

	for (uint32_t w = 0; w < n; w++) {
		for (uint64_t word = s->may[w]; word; word &= word - 1) {
			InsnId i = w * 64 + bits_lowest(word);

			if (b && i < blocks[b - 1].end)
				continue;
			while (blocks[b].end <= i)
				b++;
			block_sink(s, b++, i);
		}
	}
}

Sink *
sinks_plan(const Func *in, OperandFacts *facts, const InsnId *early, Arena *tmp)
{
	Sinker s = {.in = in,
		    .regs = facts->regs,
		    .odd = facts->odd,
		    .early = early,
		    .renaming = facts->renaming,
		    .reserved = facts->reserved,
		    .tmp = tmp};
	uint32_t nvregs = in->vregs.n + 1;

	if (facts->in_order)
		return NULL;
	s.may = ARENA_NEW(tmp, uint64_t, BITS_WORDS(in->insns.n));
	if (!sinks_mark(&s, facts, tmp))
		return NULL;
	s.sinks = ARENA_RAW(tmp, Sink, in->insns.n + 1);
	s.last = ARENA_RAW(tmp, uint32_t, nvregs * 3);
	memset(s.last, 0xff, sizeof(uint32_t) * nvregs * 3);
	s.lives = s.last + nvregs;
	s.own = s.lives + nvregs;
	blocks_sink(&s);
	return s.sinks;
}
