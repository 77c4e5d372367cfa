/*
 * Which instruction of AFTER is which of BEFORE.
 *
 * Inside a block the order of instructions is the same in both, but for some
 * that come later (check_order).  Instructions
 * that only rename (COPY, PHI, REG_SEQUENCE ...) are never brought together:
 * where a value lies is found out from the copies of AFTER alone, what it is
 * called from those of BEFORE alone; those that do what a COPY does
 * are like them.  What remains is aligned greedily: instructions that cannot be
 * computed again are anchors; between two of them those of BEFORE may be
 * missing and those of AFTER may be repetitions. Linear, but for short looks
 * ahead.  Blocks that this does not bring together are left to check_flow.
 */
#include "core/base/bits.h"
#include "core/check/match/flow.h"

#include "core/model/memory.h"

#include <string.h>

/* How far to look for the counterpart behind instructions left out. */
#define MATCH_AHEAD 64
/* How far to count what is like one that may be a repetition. */
#define REPEATED_AHEAD 256
/* How many loads of a block, left out, are looked for in all of it. */
#define ELSEWHERE_MAX 256

/* The instruction of BEFORE at or after I that A is; those on the way may be
 * left out.  NONE: there is none before the next anchor. */
static InsnId
find_ahead(const Check *c, InsnId i, InsnId end, const Insn *a)
{
	uint32_t n = 0;

	for (; i < end && n < MATCH_AHEAD; i++) {
		const Insn *b = func_insn(c->before, i);

		if (check_skips(c, b))
			continue;
		if (check_matches(c, b, a))
			return i;
		if (!check_is_pure(c->before, b))
			break;
		n++;
	}
	return NONE;
}

/* The first of the instructions left out in [FIRST, I) that A is and that may
 * come so late; NONE.  *ALIKE: another one could be A, too. */
static InsnId
find_sunk(const Check *c, InsnId first, InsnId i, const Insn *a, bool *alike)
{
	uint32_t n = c->pairs.nwaiting;
	InsnId found = NONE;

	*alike = false;
	for (InsnId k = first; n && !*alike; k++) {
		if (!c->pairs.waits[k])
			continue;
		n--;
		if (!check_matches(c, func_insn(c->before, k), a) ||
		    !check_may_sink(c, k, i, c->pairs.waits))
			continue;
		*alike = found != NONE;
		found = found == NONE ? k : found;
	}
	return found;
}

/* The instructions of BEFORE from I to FOUND were left out, or come later. */
static void
leave_out(Check *c, InsnId i, InsnId found)
{
	for (; i < found; i++)
		if (!check_skips(c, func_insn(c->before, i))) {
			c->pairs.waits[i] = 1;
			c->pairs.nwaiting++;
		}
}

/* The first instruction of BEFORE at or after I that nothing passes; at the
 * latest END, or where looking ahead ends. */
static InsnId
next_anchor(const Check *c, InsnId i, InsnId end)
{
	if (end - i > REPEATED_AHEAD)
		end = i + REPEATED_AHEAD;
	while (i < end && (check_skips(c, func_insn(c->before, i)) ||
			   check_is_pure(c->before, func_insn(c->before, i))))
		i++;
	return i;
}

/* Does X of AFTER write what A reads? */
static bool
changes_source(const Check *c, const Insn *x, const Insn *a)
{
	FOR_OPNDS(o, c->after, x) {
		if (o->kind == OPND_MASK)
			return true;
		if (o->kind != OPND_REG || !(o->flags & OPND_DEF))
			continue;
		FOR_OPNDS(p, c->after, a)
			if (p->kind == OPND_REG && p->val &&
			    !(p->flags & OPND_DEF) &&
			    target_overlap(c->t, (RegId)o->val, (RegId)p->val))
				return true;
	}
	return false;
}

/* Has X of AFTER opcode and sources of A? */
static bool
same_sources(const Check *c, const Insn *x, const Insn *a)
{
	const Operand *o = insn_opnds(c->after, x);
	const Operand *p = insn_opnds(c->after, a);

	if (x->op != a->op || x->nopnds != a->nopnds)
		return false;
	for (uint32_t i = 0; i < a->nopnds; i++) {
		if (o[i].kind != p[i].kind)
			return false;
		if (o[i].kind == OPND_IMM
			    ? opnd_imm(c->after, &o[i]) !=
				      opnd_imm(c->after, &p[i])
			    : o[i].val != p[i].val &&
				      !(o[i].flags & p[i].flags & OPND_DEF))
			return false;
	}
	return true;
}

/* Does J of AFTER compute what one that stands shortly before it does, from
 * the same registers? */
static bool
is_echo(const Check *c, InsnId j, InsnId first)
{
	const Insn *a = func_insn(c->after, j);

	for (InsnId k = j; k > first && k + MATCH_AHEAD > j; k--) {
		const Insn *x = func_insn(c->after, k - 1);

		if (changes_source(c, x, a))
			return false;
		if (same_sources(c, x, a))
			return true;
	}
	return false;
}

/* J of AFTER, which could compute a value again, is like FOUND of BEFORE.  Has
 * AFTER, up to the next that nothing passes, more like it than BEFORE?  Then
 * this one is too many if others that come at I were passed over for it; else
 * any of them may be. */
static bool
is_repeated(const Check *c, InsnId i, InsnId found, InsnId j, const Block *x,
	    const Block *y)
{
	const Insn *a = func_insn(c->after, j);
	InsnId anchor = next_anchor(c, i, x->end), b = i;
	uint32_t more = 0, n = 0;

	while (b < found && check_skips(c, func_insn(c->before, b)))
		b++;
	if (c->pairs.kind[j] != MOVE_AGAIN || (b == found && !c->way.last))
		return false;
	if (b < found && is_echo(c, j, y->first))
		return true;
	if (c->way.first)
		return false;
	for (InsnId k = i; k < anchor; k++)
		n += check_matches(c, func_insn(c->before, k), a);
	for (InsnId k = j; k < y->end && k < j + REPEATED_AHEAD && more <= n;
	     k++) {
		const Insn *other = func_insn(c->after, k);

		if (anchor < x->end &&
		    other->op == func_insn(c->before, anchor)->op)
			break;
		more += check_matches(c, func_insn(c->before, found), other);
	}
	return more > n;
}

/* AFTER's load like B, which was left out, in block Y, taken for a repetition;
 * NONE: there is none. */
static InsnId
load_elsewhere(const Check *c, InsnId b, const Block *y)
{
	const Insn *x = func_insn(c->before, b);
	InsnId found = NONE;

	if (!(insn_flags(c->before, x) & OP_MAY_LOAD) ||
	    check_loads_constant(c->before, x))
		return NONE;
	for (InsnId j = y->first; j < y->end; j++) {
		if (c->pairs.origin[j] == b)
			return NONE;
		if (c->pairs.origin[j] == NONE &&
		    c->pairs.kind[j] == MOVE_AGAIN &&
		    check_same_insn(c, x, func_insn(c->after, j)))
			found = j;
	}
	return found;
}

/* What INSN's memory operands call the place that it touches; empty: they have
 * no name for it. */
static Span
place_name(const Func *f, const Insn *insn)
{
	const char *text = f->source->text;
	Span s = check_memory_text(f, insn), name = {0};
	bool quoted = false; /* an expression */

	for (; s.len > 6; s.at++, s.len--)
		if (!memcmp(text + s.at, " from ", 6) ||
		    !memcmp(text + s.at, " into ", 6)) {
			name.at = s.at + 6;
			s.len -= 6;
			break;
		}
	for (; name.len < s.len; name.len++) {
		char at = text[name.at + name.len];

		quoted ^= at == '`';
		if (!quoted && (at == ',' || at == ')'))
			break;
	}
	return name.at ? name : (Span){0};
}

/* Are places X and Y of BEFORE, by their names, not the same, though they may
 * be? */
static bool
names_differ(const Check *c, Span x, Span y)
{
	const char *text = c->before->source->text;

	return x.len && y.len &&
	       (x.len != y.len || memcmp(text + x.at, text + y.at, x.len));
}

/* Load B of BEFORE if AFTER has it on the other side of a store: AFTER's. */
static InsnId
load_crossed(const Check *c, InsnId b)
{
	const Func *f = c->before;
	const Block *y = &c->after->blocks.at[func_block_of(f, b)];
	InsnId found = load_elsewhere(c, b, y);
	Span name = place_name(f, func_insn(f, b));
	MemoryEffect load = memory_effect(f, b);
	bool any = false;

	for (InsnId j = y->first; found != NONE && j < y->end; j++) {
		InsnId i = c->pairs.origin[j];

		if (i == NONE || (i < b) == (j < found))
			continue;
		MemoryEffect e = memory_effect(f, i);
		if (!memory_conflict(load, e))
			continue;
		if (e.kind == MEMORY_ALL ||
		    !names_differ(c, name, place_name(f, func_insn(f, i))))
			return NONE;
		any = true;
	}
	return any ? found : NONE;
}

/* Registers that an instruction's value comes from, no more than these. */
typedef struct {
	Operand at[32];
	uint32_t n;
} Wanted;

static bool
want_sources(Wanted *w, const Func *f, const Insn *insn)
{
	FOR_OPNDS(o, f, insn) {
		if (!opnd_is_reg(o) || o->flags & OPND_DEF || !o->val)
			continue;
		if (w->n == sizeof(w->at) / sizeof(*w->at))
			return false;
		w->at[w->n++] = *o;
	}
	return true;
}

/* Does INSN define one of those that are wanted? */
static bool
gives_wanted(const Wanted *w, const Func *f, const Insn *insn)
{
	FOR_OPNDS(o, f, insn)
		for (uint32_t k = 0; o->flags & OPND_DEF && k < w->n; k++)
			if (o->kind == w->at[k].kind && o->val == w->at[k].val)
				return true;
	return false;
}

InsnId
check_crossed(const Check *c, InsnId b)
{
	const Func *f = c->before;
	InsnId first = f->blocks.at[func_block_of(f, b)].first, i = b;
	InsnId found = load_crossed(c, b);
	Wanted wanted = {.n = 0};

	if (!want_sources(&wanted, f, func_insn(f, b)))
		return found;
	while (found == NONE && i-- > first) {
		const Insn *insn = func_insn(f, i);

		if (!gives_wanted(&wanted, f, insn))
			continue;
		found = load_crossed(c, i);
		if (!want_sources(&wanted, f, insn))
			break;
	}
	return found;
}

/* Bring together what has the same order in both.  False: something has not. */
static bool
match_block(Check *c, BlockId block)
{
	const Block *x = &c->before->blocks.at[block];
	const Block *y = &c->after->blocks.at[block];
	InsnId i = x->first;
	uint32_t tries = ELSEWHERE_MAX;
	bool all = true, alike;

	c->pairs.nwaiting = 0;
	for (InsnId j = y->first; j < y->end; j++) {
		const Insn *a = func_insn(c->after, j);

		if (check_classify(c, j) && !check_may_be_original(c, j))
			continue;
		InsnId sunk = find_sunk(c, x->first, i, a, &alike);
		InsnId found = find_ahead(c, i, x->end, a);
		if (alike && c->way.unsure)
			return false;
		if (sunk == NONE && found != NONE &&
		    is_repeated(c, i, found, j, x, y))
			continue;
		if (sunk != NONE) {
			c->pairs.origin[j] = sunk;
			c->pairs.waits[sunk] = 0;
			c->pairs.nwaiting--;
		} else if (found != NONE) {
			c->pairs.origin[j] = found;
			leave_out(c, i, found);
			i = found + 1;
		} else if (!check_classify(c, j)) {
			return false;
		}
	}
	while (c->pairs.nwaiting) {
		if (!c->pairs.waits[--i])
			continue;
		if (all && tries) {
			tries--;
			all = load_elsewhere(c, i, y) == NONE;
		}
		c->pairs.waits[i] = 0;
		c->pairs.nwaiting--;
	}
	return all;
}

/* Nothing of BLOCK has been brought together. */
static void
unmatch_block(Check *c, BlockId block)
{
	const Block *y = &c->after->blocks.at[block];

	for (InsnId j = y->first; j < y->end; j++)
		c->pairs.origin[j] = NONE;
}

void
check_match(Check *c)
{
	uint32_t n = c->before->blocks.n;
	uint64_t *others = ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(n));
	uint8_t *paired = ARENA_NEW(&c->arena, uint8_t, c->before->insns.n + 1);
	bool any = false;

	for (BlockId b = 0; b < n && !check_full(c); b++) {
		if (!c->way.flow && match_block(c, b) &&
		    check_keeps_order(c, b, paired))
			continue;
		unmatch_block(c, b);
		bits_add(others, b);
		any = true;
	}
	c->messages.reordered = any;
	if (any)
		check_flow(c, others);
}
