/*
 * Loads that AFTER does apart from the instruction of BEFORE that did them.
 *
 * An instruction that reads a source from memory means the same as a plain load
 * into a fresh register and the form of it that reads that register.  Where
 * AFTER has the two, BEFORE gets them, too, and is compared as if it always had
 * had them: which ones they are may be guessed from AFTER, what they compute is
 * the same in any case.
 */
#include "core/base/bits.h"
#include "core/check/steps.h"

#include "core/model/memory.h"

/* How far to look for the other form of what was loaded. */
enum { FORM_AHEAD = 64, LOAD_AHEAD = 256 };

/* How an instruction of BEFORE comes apart. */
typedef struct {
	const FoldRule *rule; /* whose first opcode reads a register; NULL */
	OpcodeId load, other; /* other: what it becomes if sources change
				 places */
	uint32_t address;     /* operands */
} Apart;

typedef struct {
	Check *c;
	Apart *apart;	 /* by instruction of BEFORE */
	uint64_t *taken; /* bit set over instructions of AFTER: loads that
			    BEFORE has apart as well */
	Func *f;	 /* what BEFORE becomes */
	InsnId *to; /* by instruction of BEFORE: in f; the load comes first */
	uint32_t n;
} Unfolder;

/* The opcode that loads BYTES bytes, from where LOAD says, into a register like
 * operand 0 of B, and nothing else; 0: none is known. */
static OpcodeId
plain_load(const Check *c, const Insn *b, const FoldRule *rule,
	   uint32_t address, const MemoryLoad *load)
{
	ClassId cls = c->before->vregs.at[insn_opnds(c->before, b)->val].cls;

	FOR_ARRAY(SpillRule, s, c->t->spills, c->t->n_spills) {
		const Recipe *r = &c->t->recipes[s->load];

		if (s->size == rule->bytes &&
		    r->opnds.end - r->opnds.start == address + 1 &&
		    (s->align <= rule->align || s->align <= load->align) &&
		    target_class_contains(c->t, s->cls, cls) &&
		    (!s->feature ||
		     func_has_feature(c->before, target_str(c->t, s->feature))))
			return r->op;
	}
	return 0;
}

/* The operands of B with an operand like O, of any register, in place of its
 * address, appended to F; B as an instruction of RULE's first opcode. */
static Insn
form_apart(Func *f, const Func *before, const Insn *b, const Apart *apart,
	   Operand o)
{
	Insn form = *b;

	form.op = apart->rule->from;
	form.opnd0 = f->opnds.n;
	form.nopnds -= apart->address - 1;
	form.flags |= INSN_RENAMED;
	form.tail.len = 0;
	for (uint32_t k = 0; k < b->nopnds; k++)
		if (k == apart->rule->opnd) {
			VEC_PUSH(f->arena, f->opnds, o);
			k += apart->address - 1;
		} else {
			VEC_PUSH(f->arena, f->opnds, insn_opnds(before, b)[k]);
		}
	return form;
}

/* Can B, which loads, do so apart, by RULE?  Pseudo instructions can mean less
 * than what they become in memory. */
static bool
comes_apart(Check *c, const Insn *b, const FoldRule *rule, Apart *apart)
{
	const Operand *o = insn_opnds(c->before, b);
	uint32_t address = check_explicits(c, rule->to) -
			   check_explicits(c, rule->from) + 1;
	MemoryLoad load;

	if (rule->opnd2 != FOLD_NONE || rule->zero || rule->spread ||
	    rule->first || rule->at || rule->pick || rule->opnd < 2 ||
	    target_desc(c->t, rule->from)->flags & OP_PSEUDO ||
	    rule->opnd + address > b->nopnds || b->nopnds < 3 ||
	    o[0].kind != OPND_VREG || o[0].sub || o[1].kind != OPND_VREG ||
	    o[1].sub || o[1].tied != 0 || !memory_load(c->before, b, &load) ||
	    load.bytes > rule->bytes)
		return false;
	*apart = (Apart){.rule = rule, .other = rule->from, .address = address};
	apart->load = plain_load(c, b, rule, address, &load);
	if (!apart->load)
		return false;
	for (uint32_t n = target_commutations(c->t, rule->from).start,
		      k = target_commutations(c->t, rule->from).end;
	     n < k; n++)
		if (c->t->commutations[n].first == 1 &&
		    c->t->commutations[n].other == rule->opnd)
			apart->other = c->t->commutations[n].to;
	return true;
}

/* The same by any rule. */
static bool
may_come_apart(Check *c, const Insn *b, Apart *apart)
{
	Slice s = target_folds_to(c->t, b->op);

	FOR_SLICE(uint16_t, fold, c->t->folds_to, s)
		if (comes_apart(c, b, &c->t->folds[*fold], apart))
			return true;
	return false;
}

/* Do operands [FIRST, END) of A name a slot of the allocator's, or the pool of
 * constants? */
static bool
names_value(const Check *c, const Insn *a, uint32_t first, uint32_t end)
{
	const Operand *p = insn_opnds(c->after, a);

	for (; first < end && first < a->nopnds; first++)
		if (p[first].kind == OPND_CONST ||
		    (p[first].kind == OPND_STACK &&
		     c->slots.made[p[first].val]))
			return true;
	return false;
}

/* Has A, an instruction of OP with a register in memory, a slot of the
 * allocator's or a constant there? */
static bool
is_folded(const Check *c, const Insn *a, OpcodeId op)
{
	Slice s = target_folds_to(c->t, a->op);

	FOR_SLICE(uint16_t, fold, c->t->folds_to, s) {
		const FoldRule *rule = &c->t->folds[*fold];
		uint32_t address = check_explicits(c, rule->to) -
				   check_explicits(c, rule->from) + 1;

		if (rule->from == op &&
		    names_value(c, a, rule->opnd, rule->opnd + address))
			return true;
	}
	return false;
}

/* Is A the form of an instruction without its load, its sources in these places
 * or the others, or that with another register in a slot? */
static bool
is_form(const Check *c, const Insn *a, const Apart *apart)
{
	return a->op == apart->rule->from || a->op == apart->other ||
	       is_folded(c, a, apart->rule->from) ||
	       is_folded(c, a, apart->other);
}

/* Has A the memory operands of B? */
static bool
same_memory(const Check *c, const Insn *b, const Insn *a)
{
	MemoryLoad x, y;

	return memory_load(c->before, b, &x) && memory_load(c->after, a, &y) &&
	       check_same_memory(c,
				 (Span){x.at, b->tail.at + b->tail.len - x.at},
				 (Span){y.at, a->tail.at + a->tail.len - y.at});
}

/* Is instruction J of AFTER, in a block that ends at END, B's load, and does
 * the rest follow? */
static bool
is_apart_at(const Check *c, const Insn *b, const Apart *apart, InsnId j,
	    InsnId end)
{
	const Insn *a = func_insn(c->after, j);
	const Operand *o = insn_opnds(c->before, b) + apart->rule->opnd;
	const Operand *p = insn_opnds(c->after, a) + 1;

	if (a->op != apart->load || a->nopnds < apart->address + 1 ||
	    !same_memory(c, b, a) ||
	    !check_only_implicit(c, a, apart->address + 1))
		return false;
	for (uint32_t k = 0; k < apart->address; k++)
		if (!check_same_opnd(c, &o[k], &p[k]))
			return false;
	for (uint32_t k = 1; k < FORM_AHEAD && j + k < end; k++)
		if (is_form(c, func_insn(c->after, j + k), apart))
			return true;
	return false;
}

/* Does B load from where its memory operands say, and nothing else? */
static bool
is_plain_load(const Check *c, const Insn *b)
{
	return b->op && insn_flags(c->before, b) & OP_MAY_LOAD &&
	       insn_desc(c->before, b)->ndefs == 1 && check_is_reload(c, b->op);
}

/* Take the plain load B of BEFORE out of what may have come apart: the first
 * of AFTER like it in [J, END). */
static void
load_take(Unfolder *u, const Insn *b, InsnId j, InsnId end)
{
	Check *c = u->c;

	if (!is_plain_load(c, b))
		return;
	for (InsnId k = j; k < end && k < j + LOAD_AHEAD; k++) {
		const Insn *a = func_insn(c->after, k);

		if (a->op != b->op || bits_has(u->taken, k) ||
		    !check_same_insn(c, b, a) || !same_memory(c, b, a))
			continue;
		bits_add(u->taken, k);
		return;
	}
}

/* Can any instruction of block X of BEFORE come apart? */
static bool
block_may(Check *c, const Block *x)
{
	Apart apart;

	FOR_INSNS(insn, c->before, x)
		if (may_come_apart(c, insn, &apart))
			return true;
	return false;
}

/* Guess whether instruction I of BEFORE, which may come APART, is one of AFTER
 * in [J, TO), or comes apart there, in a block that ends at END.  Returns what
 * is behind the place; NONE: neither. */
static InsnId
insn_guess(Unfolder *u, InsnId i, const Apart *apart, InsnId j, InsnId to,
	   InsnId end)
{
	Check *c = u->c;
	const Insn *b = func_insn(c->before, i);

	for (; j < to; j++) {
		if (bits_has(u->taken, j))
			continue;
		bool same = check_same_insn(c, b, func_insn(c->after, j));
		if (!same && !is_apart_at(c, b, apart, j, end))
			continue;
		bits_add(u->taken, j);
		if (!same) {
			u->apart[i] = *apart;
			u->n++;
		}
		return j + 1;
	}
	return NONE;
}

/* Guess from the text which instructions of BLOCK have come apart.  They are
 * looked for behind the one before, and then, as they may have changed places,
 * before it. */
static void
block_guess(Unfolder *u, BlockId block)
{
	Check *c = u->c;
	const Block *x = &c->before->blocks.at[block];
	const Block *y = &c->after->blocks.at[block];
	InsnId j = y->first;

	if (!block_may(c, x))
		return;
	for (InsnId i = x->first; i < x->end; i++) {
		const Insn *b = func_insn(c->before, i);
		Apart apart;

		if (!may_come_apart(c, b, &apart)) {
			load_take(u, b, j, y->end);
			continue;
		}
		InsnId behind = insn_guess(
			u, i, &apart, j,
			y->end - j < LOAD_AHEAD ? y->end : j + LOAD_AHEAD,
			y->end);
		if (behind != NONE)
			j = behind;
		else
			insn_guess(u, i, &apart,
				   j - y->first < LOAD_AHEAD ? y->first
							     : j - LOAD_AHEAD,
				   j, y->end);
	}
}

/* Which have, by where the instructions of AFTER stem from. */
static void
origins_tell(Unfolder *u)
{
	Check *c = u->c;

	for (InsnId j = 0; j < c->after->insns.n; j++) {
		const Insn *a = func_insn(c->after, j);
		Apart apart;

		if (c->pairs.origin[j] == NONE ||
		    u->apart[c->pairs.origin[j]].rule)
			continue;
		const Insn *b = func_insn(c->before, c->pairs.origin[j]);
		if (b->op && (b->op != a->op || check_names_made_slot(c, a)) &&
		    may_come_apart(c, b, &apart) && is_form(c, a, &apart)) {
			u->apart[c->pairs.origin[j]] = apart;
			u->n++;
		}
	}
}

/* Append instruction I, which comes apart, as two. */
static void
push_two(Unfolder *u, InsnId i)
{
	Check *c = u->c;
	const Apart *apart = &u->apart[i];
	const Insn *b = func_insn(c->before, i);
	const Operand *o = insn_opnds(c->before, b);
	VregId v = func_add_vreg(u->f, c->before->vregs.at[o[0].val].cls, NONE);
	Insn load = {.op = apart->load,
		     .opnd0 = u->f->opnds.n,
		     .nopnds = apart->address + 1,
		     .nleft = 1,
		     .origin = NONE,
		     .loc = b->loc,
		     .tail = b->tail};

	VEC_PUSH(u->f->arena, u->f->opnds, operand_vreg(v, 0, OPND_DEF));
	for (uint32_t k = 0; k < apart->address; k++)
		VEC_PUSH(u->f->arena, u->f->opnds, o[apart->rule->opnd + k]);
	VEC_PUSH(u->f->arena, u->f->insns, load);
	VEC_PUSH(u->f->arena, u->f->insns,
		 form_apart(u->f, c->before, b, apart, operand_vreg(v, 0, 0)));
}

Func *
check_extended(const Func *f, uint32_t insns, uint32_t opnds, uint32_t vregs,
	       Arena *arena)
{
	Func *out = ARENA_RAW(arena, Func, 1);

	*out = *f;
	out->arena = arena;
	out->insns.n = 0;
	out->insns.cap = insns;
	out->insns.at = ARENA_RAW(arena, Insn, insns);
	out->opnds.cap = f->opnds.n + opnds;
	out->opnds.at =
		arena_copy(arena, f->opnds.at, sizeof(Operand) * f->opnds.n,
			   sizeof(Operand) * out->opnds.cap);
	out->vregs.cap = f->vregs.n + vregs;
	out->vregs.at =
		arena_copy(arena, f->vregs.at, sizeof(Vreg) * f->vregs.n,
			   sizeof(Vreg) * out->vregs.cap);
	out->blocks.at =
		arena_copy(arena, f->blocks.at, sizeof(Block) * f->blocks.n,
			   sizeof(Block) * (f->blocks.n + 1));
	return out;
}

/* BEFORE with all of them apart. */
static void
func_unfold(Unfolder *u)
{
	Check *c = u->c;
	const Func *from = c->before;

	u->f = check_extended(from, from->insns.n + u->n + 1, 16 * u->n + 1,
			      u->n + 1, &c->arena);
	for (BlockId b = 0; b < from->blocks.n; b++) {
		Block *block = &u->f->blocks.at[b];

		InsnId i = block->first;
		block->first = u->f->insns.n;
		for (; i < from->blocks.at[b].end; i++) {
			u->to[i] = u->f->insns.n;
			if (u->apart[i].rule)
				push_two(u, i);
			else
				VEC_PUSH(u->f->arena, u->f->insns,
					 from->insns.at[i]);
		}
		block->end = u->f->insns.n;
	}
}

/* The origins of AFTER's instructions in what BEFORE has become, and back. */
static void
origins_follow(Unfolder *u)
{
	Check *c = u->c;
	InsnId i;

	for (InsnId j = 0; j < c->after->insns.n; j++) {
		i = c->pairs.origin[j];
		if (i != NONE)
			c->pairs.origin[j] =
				u->to[i] + (u->apart[i].rule &&
					    func_insn(c->after, j)->op !=
						    u->apart[i].load);
	}
	c->pairs.parsed = ARENA_RAW(&c->arena, InsnId, u->f->insns.n + 1);
	for (i = 0; i < c->before->insns.n; i++) {
		c->pairs.parsed[u->to[i]] = i;
		if (u->apart[i].rule)
			c->pairs.parsed[u->to[i] + 1] = i;
	}
}

void
check_unfold(Check *c)
{
	uint32_t n = c->before->insns.n + 1;
	Unfolder u = {.c = c};

	if (!c->t->n_folds_to)
		return;
	u.apart = ARENA_NEW(&c->arena, Apart, n);
	u.taken = ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->after->insns.n));
	if (c->options->match)
		for (BlockId b = 0; b < c->before->blocks.n; b++)
			block_guess(&u, b);
	else
		origins_tell(&u);
	if (!u.n)
		return;
	u.to = ARENA_RAW(&c->arena, InsnId, n);
	func_unfold(&u);
	origins_follow(&u);
	c->before = u.f;
}
