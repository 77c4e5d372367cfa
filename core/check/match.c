/*
 * Which instruction of AFTER is which of BEFORE.
 *
 * Inside a block the order of instructions is the same in both, but for some
 * that come later (check_order).  Instructions
 * that only rename (COPY, PHI, REG_SEQUENCE ...) are never brought together:
 * where a value lies is found out from the copies of AFTER alone, what it is
 * called from those of BEFORE alone; those that do what a COPY does (MOV32rr)
 * are like them.  What remains is aligned greedily: instructions that cannot be
 * computed again are anchors; between two of them those of BEFORE may be
 * missing and those of AFTER may be repetitions. Linear, but for short looks
 * ahead.  Blocks that this does not bring together are left to check_flow.
 */
#include "core/base/bits.h"
#include "core/check/flow.h"

#include <string.h>

/* How far to look for the counterpart behind instructions left out. */
#define MATCH_AHEAD 64
/* How far to count what is like one that may be a repetition. */
#define REPEATED_AHEAD 256

bool
check_unmarked(const Check *c)
{
	return c->options->match || c->options->unmarked;
}

void
check_set_naming(Check *c)
{
	static const uint8_t names[] = {
		WK_PHI,
		WK_COPY,
		WK_IMPLICIT_DEF,
		WK_KILL,
		WK_REG_SEQUENCE,
		WK_INSERT_SUBREG,
		WK_EXTRACT_SUBREG,
		WK_SUBREG_TO_REG,
		WK_INIT_UNDEF,
		WK_LIFETIME_START, /* names nothing, does nothing */
		WK_LIFETIME_END,
	};
	uint32_t i;

	c->naming = ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->t->n_opcodes));
	for (i = 0; i < sizeof(names); i++)
		if (c->t->known[names[i]])
			bits_add(c->naming, c->t->known[names[i]]);
}

bool
check_is_pure(const Func *f, const Insn *insn)
{
	uint32_t flags = insn_flags(f, insn);

	return !(flags &
		 (OP_TERMINATOR | OP_CALL | OP_MAY_STORE | OP_SIDE_EFFECTS)) &&
	       insn_desc(f, insn)->ndefs > 0;
}

static bool
same_text(const Func *x, const Operand *p, const Func *y, const Operand *q)
{
	Span a = opnd_text(x, p), b = opnd_text(y, q);

	if (x->source == y->source && a.at == b.at)
		return true;
	return a.len == b.len &&
	       !memcmp(x->source->text + a.at, y->source->text + b.at, a.len);
}

static bool
same_mask(const Check *c, const Mask *x, const Mask *y)
{
	return x->words == y->words ||
	       !memcmp(x->words, y->words,
		       BITS_WORDS(c->t->n_regs) * sizeof(uint64_t));
}

/* Are both one object of the frame?  llc numbers them anew each time it prints
 * them, backwards. */
static bool
same_fixed(const Check *c, const StackObject *x, const StackObject *y)
{
	if (!check_unmarked(c))
		return x->id == y->id;
	return x->offset == y->offset && x->size == y->size;
}

bool
check_same_opnd(const Check *c, const Operand *p, const Operand *q)
{
	const Func *b = c->before, *a = c->after;

	if (opnd_is_reg(p)) {
		if (q->kind != OPND_REG ||
		    ((p->flags ^ q->flags) & (OPND_DEF | OPND_IMPLICIT)))
			return false;
		return p->kind == OPND_VREG || p->val == q->val;
	}
	if (p->kind != q->kind)
		return false;
	switch ((OpndKind)p->kind) {
	case OPND_IMM:
		return b->imms.at[p->val] == a->imms.at[q->val];
	case OPND_STACK:
		return c->slot_of_after[q->val] == p->val;
	case OPND_FIXED:
		return same_fixed(c, &b->fixed.at[p->val],
				  &a->fixed.at[q->val]);
	case OPND_BLOCK: /* by layout: numbers may have changed */
	case OPND_JUMP_TABLE:
	case OPND_SUB:
		return p->val == q->val;
	case OPND_CONST:
		return check_same_constant(c, p, q);
	case OPND_MASK:
		return same_mask(c, &b->masks.at[p->val], &a->masks.at[q->val]);
	default:
		return same_text(b, p, a, q);
	}
}

/* The opcode as written, for those the target does not know. */
static Span
opcode_text(const Func *f, const Insn *insn)
{
	Span s = insn->name;
	const char *text = f->source->text;
	uint32_t i;

	for (i = 0; i < s.len; i++)
		if (text[s.at + i] == ' ') {
			s.at += i + 1;
			s.len -= i + 1;
			i = UINT32_MAX;
		}
	return s;
}

static bool
same_opcode(const Check *c, const Insn *b, const Insn *a)
{
	Span x, y;

	if (b->op || a->op)
		return b->op == a->op;
	x = opcode_text(c->before, b);
	y = opcode_text(c->after, a);
	return x.len == y.len && !memcmp(c->before->source->text + x.at,
					 c->after->source->text + y.at, x.len);
}

bool
check_has_implicit(const Check *c, const Insn *a, uint32_t i, const Operand *p)
{
	const Operand *q = insn_opnds(c->after, a);

	if (p->kind != OPND_REG || !(p->flags & OPND_IMPLICIT))
		return false;
	for (; i < a->nopnds; i++)
		if (check_same_opnd(c, p, &q[i]))
			return true;
	return false;
}

bool
check_same_insn(const Check *c, const Insn *b, const Insn *a)
{
	const Operand *p = insn_opnds(c->before, b);
	const Operand *q = insn_opnds(c->after, a);
	uint32_t i;

	if (!same_opcode(c, b, a) || a->nopnds < b->nopnds)
		return false;
	for (i = 0; i < b->nopnds; i++)
		if (!check_same_opnd(c, &p[i], &q[i]) &&
		    !check_has_implicit(c, a, i, &p[i]))
			return false;
	for (; i < a->nopnds; i++)
		if (q[i].kind != OPND_REG || !(q[i].flags & OPND_IMPLICIT))
			return false;
	return true;
}

/* Does the instruction compute a constant, wherever it stands?  Whatever
 * register needs one, and whoever computed it, is found out by walking back: to
 * bring those of the two functions together would be guessing. */
static bool
is_constant(const Check *c, const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t i;

	if ((insn_flags(f, insn) & (OP_REMATERIALIZABLE | OP_MAY_LOAD)) !=
		    OP_REMATERIALIZABLE ||
	    !check_is_pure(f, insn))
		return false;
	for (i = 0; i < insn->nopnds; i++)
		if (opnd_is_reg(&o[i]) && !(o[i].flags & OPND_DEF) &&
		    !(o[i].kind == OPND_REG &&
		      (!o[i].val || (o[i].flags & OPND_IMPLICIT &&
				     steady_reads(&c->steady, &o[i])))))
			return false;
	return insn->nopnds && !(o[0].flags & OPND_IMPLICIT);
}

bool
check_skips(const Check *c, const Insn *insn)
{
	return (insn->flags & INSN_DEBUG) || check_is_naming(c, insn) ||
	       is_constant(c, c->before, insn) || check_moves_only(c, insn);
}

bool
check_matches(const Check *c, const Insn *b, const Insn *a)
{
	Forms forms;

	return check_fold(c, b, a, &forms) || check_places(c, b, a, &forms) ||
	       check_converts(c, b, a);
}

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
 * come so late; NONE. */
static InsnId
find_sunk(const Check *c, InsnId first, InsnId i, const Insn *a)
{
	uint32_t n = c->nwaiting;
	InsnId k;

	for (k = first; n; k++) {
		if (!c->waits[k])
			continue;
		n--;
		if (check_matches(c, func_insn(c->before, k), a) &&
		    check_may_sink(c, k, i, c->waits))
			return k;
	}
	return NONE;
}

/* The instructions of BEFORE from I to FOUND were left out, or come later. */
static void
leave_out(Check *c, InsnId i, InsnId found)
{
	for (; i < found; i++)
		if (!check_skips(c, func_insn(c->before, i))) {
			c->waits[i] = 1;
			c->nwaiting++;
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
	const Operand *o = insn_opnds(c->after, x);
	const Operand *p = insn_opnds(c->after, a);
	uint32_t i, k;

	for (i = 0; i < x->nopnds; i++) {
		if (o[i].kind == OPND_MASK)
			return true;
		if (o[i].kind != OPND_REG || !(o[i].flags & OPND_DEF))
			continue;
		for (k = 0; k < a->nopnds; k++)
			if (p[k].kind == OPND_REG && p[k].val &&
			    !(p[k].flags & OPND_DEF) &&
			    target_overlap(c->t, (RegId)o[i].val,
					   (RegId)p[k].val))
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
	uint32_t i;

	if (x->op != a->op || x->nopnds != a->nopnds)
		return false;
	for (i = 0; i < a->nopnds; i++) {
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
	InsnId k;

	for (k = j; k > first && k + MATCH_AHEAD > j; k--) {
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
	InsnId anchor = next_anchor(c, i, x->end), k, b = i;
	uint32_t more = 0, n = 0;

	while (b < found && check_skips(c, func_insn(c->before, b)))
		b++;
	if (c->kind[j] != MOVE_AGAIN || (b == found && !c->last))
		return false;
	if (b < found && is_echo(c, j, y->first))
		return true;
	for (k = i; k < anchor; k++)
		n += check_matches(c, func_insn(c->before, k), a);
	for (k = j; k < y->end && k < j + REPEATED_AHEAD && more <= n; k++) {
		const Insn *other = func_insn(c->after, k);

		if (anchor < x->end &&
		    other->op == func_insn(c->before, anchor)->op)
			break;
		more += check_matches(c, func_insn(c->before, found), other);
	}
	return more > n;
}

bool
check_may_be_original(const Check *c, InsnId j)
{
	const Insn *a = func_insn(c->after, j);

	return (c->kind[j] == MOVE_AGAIN && !is_constant(c, c->after, a)) ||
	       (c->kind[j] == MOVE_COPY && !check_is_naming(c, a));
}

/* Bring together what has the same order in both.  False: something has not. */
static bool
match_block(Check *c, BlockId block)
{
	const Block *x = &c->before->blocks.at[block];
	const Block *y = &c->after->blocks.at[block];
	InsnId i = x->first, j, found, sunk;

	c->nwaiting = 0;
	for (j = y->first; j < y->end; j++) {
		const Insn *a = func_insn(c->after, j);

		if (check_classify(c, j) && !check_may_be_original(c, j))
			continue;
		sunk = find_sunk(c, x->first, i, a);
		found = find_ahead(c, i, x->end, a);
		if (sunk == NONE && found != NONE &&
		    is_repeated(c, i, found, j, x, y))
			continue;
		if (sunk != NONE) {
			c->origin[j] = sunk;
			c->waits[sunk] = 0;
			c->nwaiting--;
		} else if (found != NONE) {
			c->origin[j] = found;
			leave_out(c, i, found);
			i = found + 1;
		} else if (!check_classify(c, j)) {
			return false;
		}
	}
	while (c->nwaiting) {
		c->nwaiting -= c->waits[--i];
		c->waits[i] = 0;
	}
	return true;
}

/* Nothing of BLOCK has been brought together. */
static void
unmatch_block(Check *c, BlockId block)
{
	const Block *y = &c->after->blocks.at[block];
	InsnId j;

	for (j = y->first; j < y->end; j++)
		c->origin[j] = NONE;
}

void
check_match(Check *c)
{
	uint32_t n = c->before->blocks.n;
	uint64_t *others = ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(n));
	bool any = false;
	BlockId b;

	for (b = 0; b < n && !check_full(c); b++) {
		if (!c->flow && match_block(c, b))
			continue;
		unmatch_block(c, b);
		bits_add(others, b);
		any = true;
	}
	if (any)
		check_flow(c, others);
}
