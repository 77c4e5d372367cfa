/*
 * Expansion: instructions of the input that the target says stand for others
 * become those, some at the head of their block, the rest where they stood.
 * What is at the head changes what every instruction there is done to (the
 * lanes of vectors that are on), so that it comes before all but PHIs and
 * labels.  (The order is that of LLVM's SILowerControlFlow.)
 */
#include "core/prepare/lower.h"

#include "core/base/bits.h"
#include "core/prepare/lower_internal.h"
#include "core/prepare/recipes.h"

#include <string.h>

#define MANY (NONE - 1)

/* Bits of a set that says most of the time which opcodes are expanded. */
enum { SET_BITS = 1024 };

typedef struct {
	const Func *in;
	Func *out;
	const Expansion **of; /* by InsnId; NULL: it stays */
	InsnId *def;	      /* by VregId: its definition; NONE, or MANY */
	InsnId *reader;	      /* by VregId: what reads it; NONE, or MANY */
	uint64_t *debugged; /* set over VregId: debug information tells of it */
	BlockId *block;	    /* by InsnId */
	VregId **fresh;	    /* by InsnId: of those that are expanded */
	InsnId *map;	    /* by InsnId: where it is, if it stays */
	uint32_t errors;
	bool forms; /* with those that have `outlives` */
	Arena tmp;
} Expand;

static void
note(InsnId *at, InsnId i)
{
	*at = *at == NONE ? i : MANY;
}

/* Where registers are made and read. */
static void
find_uses(Expand *e)
{
	const Func *f = e->in;
	uint32_t n = f->vregs.n;

	e->def = ARENA_RAW(&e->tmp, InsnId, 2 * n + 1);
	e->reader = e->def + n;
	memset(e->def, 0xff, sizeof(InsnId) * 2 * n);
	e->debugged = ARENA_NEW(&e->tmp, uint64_t, BITS_WORDS(n));
	e->block = ARENA_RAW(&e->tmp, BlockId, f->insns.n);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		for (InsnId i = f->blocks.at[b].first; i < f->blocks.at[b].end;
		     i++) {
			const Insn *insn = func_insn(f, i);

			e->block[i] = b;
			FOR_OPNDS(o, f, insn) {
				if (o->kind != OPND_VREG)
					continue;
				if (o->flags & OPND_DEBUG) {
					bits_add(e->debugged, o->val);
					continue;
				}
				if (opnd_reads(o))
					note(&e->reader[o->val], i);
				if (o->flags & OPND_DEF)
					note(&e->def[o->val], i);
			}
		}
	}
}

/* What makes operand K of instruction I; NULL: nothing, or several do. */
static const Insn *
maker(const Expand *e, InsnId i, uint32_t k)
{
	const Insn *insn = func_insn(e->in, i);
	const Operand *o = insn_opnds(e->in, insn) + k;

	if (k >= insn->nopnds || o->kind != OPND_VREG || e->def[o->val] >= MANY)
		return NULL;
	return func_insn(e->in, e->def[o->val]);
}

static bool
is_read_by(const Expand *e, InsnId i, OpcodeId reader)
{
	const Operand *o = insn_opnds(e->in, func_insn(e->in, i));
	InsnId at = o->kind == OPND_VREG ? e->reader[o->val] : NONE;

	return at < MANY && func_insn(e->in, at)->op == reader;
}

static bool
is_unchanged(const Expand *e, InsnId i, RegId reg)
{
	const Func *f = e->in;

	FOR_PART(Insn, insn, f->insns.at, f->blocks.at[e->block[i]].first, i)
		if (insn_flags(f, insn) & OP_CALL ||
		    insn_clobbers(f, insn, reg))
			return false;
	return true;
}

static bool
is_local(const Expand *e, InsnId i, const char *prefix)
{
	const Func *f = e->in;
	const Insn *from = maker(e, i, 1);
	InsnId at = from ? (InsnId)(from - f->insns.at) : NONE;

	return from && e->block[at] == e->block[i] && at < i &&
	       !strncmp(insn_opcode_name(f, from), prefix, strlen(prefix));
}

/* Does everything read that INSN makes besides its first operand? */
static bool
others_are_read(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].flags & OPND_DEAD)
			return false;
	return !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED));
}

/* Is all of what I makes unread that its first operand stands for? */
static bool
is_unread(const Expand *e, InsnId i)
{
	const Operand *o = insn_opnds(e->in, func_insn(e->in, i));

	return o->kind == OPND_VREG && !o->sub && e->def[o->val] == i &&
	       e->reader[o->val] == NONE && !bits_has(e->debugged, o->val);
}

/* Is operand K of I, tied to another register, read by others than I, and not
 * for the last time here?  And is in a register what could be in one? */
static bool
outlives(const Expand *e, InsnId i, uint32_t k)
{
	const Insn *insn = func_insn(e->in, i);
	const OpcodeDesc *desc = insn_desc(e->in, insn);
	const OpndDesc *descs = e->in->target->opnd_descs + desc->opnds.start;
	const Operand *o = insn_opnds(e->in, insn);

	if (k >= desc->opnds.end - desc->opnds.start || k >= insn->nopnds ||
	    o->kind != OPND_VREG || o[k].kind != OPND_VREG || o[k].tied ||
	    o->val == o[k].val || o->sub || o[k].sub ||
	    o[k].flags & (OPND_KILL | OPND_UNDEF) ||
	    e->reader[o[k].val] != MANY ||
	    insn->flags & (INSN_BUNDLE | INSN_BUNDLED))
		return false;
	for (uint32_t n = 1; n < k; n++)
		if (descs[n].cls != CLASS_NONE && o[n].kind != OPND_VREG)
			return false;
	return true;
}

static bool
holds(const Expand *e, const Expansion *x, InsnId i)
{
	const Target *t = e->in->target;

	return (!x->feature ||
		func_has_feature(e->in, target_str(t, x->feature))) &&
	       (!x->reader || is_read_by(e, i, x->reader)) &&
	       (!x->unchanged || is_unchanged(e, i, x->unchanged)) &&
	       (!x->local || is_local(e, i, target_str(t, x->local))) &&
	       (!x->outlives || (e->forms && outlives(e, i, x->outlives))) &&
	       (!x->unread || (others_are_read(e->in, func_insn(e->in, i)) &&
			       is_unread(e, i)));
}

/* The first expansion of OP; NULL: it has none. */
static const Expansion *
first_of(const Target *t, OpcodeId op)
{
	for (uint32_t i = 0; i < t->n_expansions; i++)
		if (op && t->expansions[i].op == op)
			return &t->expansions[i];
	return NULL;
}

static const Expansion *
choose(const Expand *e, InsnId i)
{
	const Target *t = e->in->target;
	const Expansion *end = t->expansions + t->n_expansions;
	OpcodeId op = func_insn(e->in, i)->op;

	for (const Expansion *x = first_of(t, op); x && x < end && x->op == op;
	     x++)
		if (holds(e, x, i))
			return x;
	return NULL;
}

/* What stands at the head of its block must not need what is made in it. */
static void
check_head(Expand *e, InsnId i)
{
	const Func *f = e->in;
	const Expansion *x = e->of[i];
	const Insn *insn = func_insn(f, i), *from;

	FOR_SLICE(Recipe, recipe, f->target->recipes, x->head) {
		Slice s = recipe->opnds;

		FOR_SLICE(RecipeOpnd, o, f->target->recipe_opnds, s) {
			if (o->kind != RECIPE_OPERAND ||
			    !(from = maker(e, i, (uint32_t)o->value)) ||
			    e->block[from - f->insns.at] != e->block[i] ||
			    insn_is(f, from, WK_PHI) || from >= insn)
				continue;
			diag_error(f->diag, insn->loc,
				   "%s comes too late in its block, behind "
				   "what it depends on",
				   insn_opcode_name(f, insn));
			e->errors++;
		}
	}
}

/* Append the recipes of S for instruction I. */
static void
code_push(Expand *e, InsnId i, Slice s)
{
	const Insn *insn = func_insn(e->in, i);

	recipes_push(e->out, s, insn, insn_opnds(e->in, insn), e->fresh[i]);
}

static void
expand_block(Expand *e, BlockId b)
{
	const Func *f = e->in;
	const Block *block = &f->blocks.at[b];
	InsnId i = block->first;

	e->out->blocks.at[b].first = e->out->insns.n;
	for (; i < block->end && insn_stays_first(f, func_insn(f, i)); i++)
		e->map[i] = same_push(e->out, f, i);
	for (InsnId k = i; k < block->end; k++)
		if (e->of[k])
			code_push(e, k, e->of[k]->head);
	for (; i < block->end; i++) {
		if (e->of[i])
			code_push(e, i, e->of[i]->code);
		else
			e->map[i] = same_push(e->out, f, i);
	}
	e->out->blocks.at[b].end = e->out->insns.n;
}

/* Could any instruction of F become others?  Asked of every function. */
static bool
may_expand(const Func *f)
{
	const Target *t = f->target;
	uint64_t of[SET_BITS / 64] = {0}; /* opcodes, by their last bits */

	FOR_ARRAY(Expansion, x, t->expansions, t->n_expansions)
		bits_add(of, x->op % SET_BITS);
	FOR_VEC(Insn, insn, f->insns) {
		if (!bits_has(of, insn->op % SET_BITS))
			continue;
		const Expansion *x = first_of(t, insn->op);
		if (x && (!x->unread || others_are_read(f, insn)))
			return true;
	}
	return false;
}

/* Chooses what the instructions become; false: all stay. */
static bool
plan(Expand *e)
{
	const Func *f = e->in;
	uint32_t n = f->insns.n, found = 0;

	if (!may_expand(f))
		return false;
	find_uses(e);
	e->of = ARENA_NEW(&e->tmp, const Expansion *, n);
	e->fresh = ARENA_RAW(&e->tmp, VregId *, n);
	e->map = ARENA_NEW(&e->tmp, InsnId, n);
	for (InsnId i = 0; i < n; i++) {
		if (!(e->of[i] = choose(e, i)))
			continue;
		found++;
		check_head(e, i);
		e->fresh[i] = ARENA_RAW(&e->tmp, VregId, FRESH_MAX);
		memset(e->fresh[i], 0xff, sizeof(VregId) * FRESH_MAX);
	}
	return found;
}

Func *
expand_func(Func *in, bool forms, Arena *arena)
{
	Expand e = {.in = in, .out = in, .forms = forms};

	if (in->target->n_expansions && plan(&e)) {
		e.out = func_emptied(in, in->insns.n / 4, arena);
		func_own_blocks(e.out, arena);
		for (BlockId b = 0; b < in->blocks.n; b++)
			expand_block(&e, b);
		for (uint32_t i = 0; i < in->call_sites.n; i++)
			e.out->call_sites.at[i].insn =
				e.map[in->call_sites.at[i].insn];
	}
	arena_free(&e.tmp);
	return e.errors ? NULL : e.out;
}
