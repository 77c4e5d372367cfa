/*
 * Values are named after the instruction of BEFORE that makes them, so that no
 * expression needs to be compared: an instruction of AFTER that reads the
 * values its original reads makes the values its original makes.
 *
 * Memory is not renamed; what must be the same is what each access comes
 * behind: all barriers, and of its own kind (a spill slot; all the rest) all
 * stores.
 */
#include "core/check/post/post.h"

#include "core/check/post/post_internal.h"
#include "core/model/unitset.h"

#include <stdarg.h>
#include <string.h>

/* An error about instruction INSN of BEFORE (NONE: the function). */
__attribute__((format(printf, 3, 4))) static void
fail(Post *p, InsnId insn, const char *format, ...)
{
	const Func *f = p->before.f;
	char text[200];
	va_list args;

	if (p->errors++ >= MESSAGES)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	diag_error(p->diag, insn == NONE ? LOC_NONE : f->insns.at[insn].loc,
		   "%.*s: %s allocation: this instruction %s", (int)f->name.len,
		   f->source->text + f->name.at,
		   p->is_early ? "before" : "after", text);
}

/* Compare or (RECORD) note the names in REG for instruction I of BEFORE. */
static bool
names_meet(Post *p, const Side *s, RegId reg, uint32_t *at, bool record)
{
	uint32_t n = post_units(p->t, reg);

	for (uint32_t u = 0; u < n; u++, ++*at) {
		if (record)
			VEC_PUSH(&p->arena, p->reads, side_name(s, reg, u));
		else if (p->reads.at[*at] != side_name(s, reg, u))
			return false;
	}
	return true;
}

/* The same for virtual register O. */
static bool
vreg_names_meet(Post *p, Side *s, const Operand *o, uint32_t *at, bool record)
{
	uint64_t names[VREG_NAMES_MAX];
	uint32_t n = side_vreg_names(s, o, names);

	for (uint32_t i = 0; i < n; i++, ++*at) {
		if (record)
			VEC_PUSH(&p->arena, p->reads, names[i]);
		else if (p->reads.at[*at] != names[i])
			return false;
	}
	return true;
}

/* Was what BEFORE reads in REG, with names from AT on, never defined?  Then it
 * may be called undefined. */
static bool
is_undefined(const Post *p, RegId reg, uint32_t at)
{
	uint32_t n = post_units(p->t, reg);

	for (uint32_t u = 0; u < n; u++) {
		uint64_t name = p->reads.at[at + u];

		if (name >= p->t->n_unit_regs ||
		    bits_has(p->liveins, (uint32_t)name))
			return false;
	}
	return !bits_has(p->reserved, reg);
}

static bool
is_vreg_use(const Operand *o)
{
	return o->kind == OPND_VREG &&
	       !(o->flags & (OPND_DEF | OPND_UNDEF | OPND_DEBUG));
}

/* The reads of INSN, I in BEFORE: by operands of BEFORE, what is undefined
 * there may be anything. */
static void
side_read(Post *p, Side *s, const Insn *insn, InsnId i, bool record)
{
	const Insn *of = func_insn(p->before.f, i);
	const Operand *x = insn_opnds(p->before.f, of);
	const Operand *y = insn_opnds(s->f, insn);
	Slice uses = insn_implied(s->f, insn)->uses;

	if (record)
		p->read_at[i] = p->reads.n;
	uint32_t at = p->read_at[i];
	if (side_is_copy(p->before.f, of)) {
		if (!side_is_copy(s->f, insn))
			fail(p, i, "does not copy any more");
		return;
	}
	for (uint32_t k = 0; k < of->nopnds; k++) {
		if (is_vreg_use(&x[k]) &&
		    !vreg_names_meet(p, s, &x[k], &at, record)) {
			fail(p, i, "reads another value (operand %u)", k);
			return;
		}
		if (!post_is_use(&x[k]))
			continue;
		if (!record && y[k].flags & OPND_UNDEF &&
		    !is_undefined(p, (RegId)x[k].val, at)) {
			fail(p, i, "does not read operand %u any more", k);
			return;
		}
		if (!names_meet(p, s, (RegId)y[k].val, &at, record)) {
			fail(p, i, "reads another value in $%s (operand %u)",
			     target_reg_name(p->t, y[k].val), k);
			return;
		}
	}
	FOR_SLICE(RegId, reg, p->t->implicit_regs, uses)
		if (!names_meet(p, s, *reg, &at, record)) {
			fail(p, i, "reads another value in $%s",
			     target_reg_name(p->t, *reg));
			return;
		}
}

/* Does INSN give a reserved register a value?  Who reads it need not be seen
 * here. */
static bool
defines_reserved(const Post *p, const Insn *insn)
{
	FOR_OPNDS(o, p->before.f, insn)
		if (post_is_def(o) && !(o->flags & OPND_DEAD) &&
		    bits_has(p->reserved, o->val))
			return true;
	return false;
}

/* May I, of BEFORE, be left out as far as its effects go? */
static bool
may_vanish(const Post *p, InsnId i)
{
	const Func *f = p->before.f;
	const Insn *insn = func_insn(f, i);
	MemoryEffect e = memory_effect(f, i);
	SlotMove move;

	if (insn->flags & INSN_DEBUG)
		return true;
	if (memory_slot_move(f, i, &move))
		return move.load;
	if (insn_flags(f, insn) & (OP_TERMINATOR | OP_CALL | OP_SIDE_EFFECTS))
		return false;
	return insn->op && !e.store && e.kind != MEMORY_ALL &&
	       !defines_reserved(p, insn);
}

/* Into *WAY: units that live in blocks behind B with one of FLAGS.  Control
 * leaves for those from within B, at its last instruction that is a call or,
 * TO_ASM, INLINEASM_BR; calls above that one do not go there. */
static void
way_find(Post *p, BlockId b, unsigned flags, bool to_asm, EvictSplit *way)
{
	const Func *f = p->before.f;
	const Block *block = &f->blocks.at[b];
	bool some = false;
	InsnId i = block->end;

	memset(way->units, 0, p->live.words * sizeof(uint64_t));
	way->at = NONE;
	FOR_SLICE(Succ, succ, f->succs.at, block->succs) {
		BlockId to = succ->block;

		if (!(f->blocks.at[to].flags & flags))
			continue;
		some = true;
		for (uint32_t w = 0; w < p->live.words; w++)
			way->units[w] |= post_live_in(&p->live, to)[w];
	}
	while (some && way->at == NONE && i-- > block->first) {
		const Insn *insn = func_insn(f, i);

		if (to_asm ? insn_is(f, insn, WK_INLINEASM_BR)
			   : (insn_flags(f, insn) & OP_CALL) != 0)
			way->at = i;
	}
}

static void
ways_find(Post *p, BlockId b)
{
	way_find(p, b, BLOCK_LANDING_PAD | BLOCK_FUNCLET, false, &p->to_pads);
	way_find(p, b, BLOCK_ASM_TARGET, true, &p->to_asm);
}

/* The units in SET, one word at a time: does AFTER have there what BEFORE has?
 * Above the bits that BEFORE has may be anything. */
static void
units_record(Post *p, const Side *s, const uint64_t *set)
{
	for (uint32_t w = 0; w < p->live.words; w++) {
		for (uint64_t word = set[w]; word; word &= word - 1)
			VEC_PUSH(
				&p->arena, p->escapes,
				side_unit_value(s, w * 64 + bits_lowest(word)));
	}
}

static void
units_compare(Post *p, const Side *s, const uint64_t *set, uint32_t *at,
	      InsnId i)
{
	uint32_t other = NONE;

	for (uint32_t w = 0; w < p->live.words; w++) {
		for (uint64_t word = set[w]; word; word &= word - 1) {
			uint32_t u = w * 64 + bits_lowest(word);
			PostValue was = p->escapes.at[(*at)++];
			PostValue is = side_unit_value(s, u);

			if ((is.name != was.name || is.bits < was.bits) &&
			    other == NONE)
				other = u;
		}
	}
	if (other != NONE)
		fail(p, i, "leaves another value behind in $%s",
		     target_reg_name(p->t, p->t->unit_first[other]));
}

/* Units whose values the end of block B must keep, into p->outs. */
static void
outs_find(Post *p, BlockId b)
{
	const Func *f = p->before.f;
	const Block *block = &f->blocks.at[b];

	memset(p->outs, 0, p->live.words * sizeof(uint64_t));
	FOR_SLICE(Succ, succ, f->succs.at, block->succs)
		for (uint32_t w = 0; w < p->live.words; w++)
			p->outs[w] |= post_live_in(&p->live, succ->block)[w];
	if (!block_returns(f, b))
		return;
	for (uint32_t w = 0; w < p->live.words; w++)
		p->outs[w] |= p->restored[w];
}

/* Down BEFORE's block: note what its instructions read and come behind. */
static void
block_record(Post *p, BlockId b)
{
	Side *s = &p->before;
	const Block *block = &s->f->blocks.at[b];

	memset(p->liveins, 0, p->live.words * sizeof(uint64_t));
	FOR_SLICE(LiveIn, livein, s->f->liveins.at, block->liveins)
		unitset_add(p->t, p->liveins, livein->reg);
	side_start(s);
	p->reads.n = p->escapes.n = 0;
	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(s->f, i);

		if (insn->flags & INSN_DEBUG)
			continue;
		side_read(p, s, insn, i, true);
		p->behind[i] = side_pass(s, i);
		side_write(s, i, i);
		if (i == p->to_pads.at)
			units_record(p, s, p->to_pads.units);
		if (i == p->to_asm.at)
			units_record(p, s, p->to_asm.units);
	}
}

/* Down AFTER's block: compare. */
static void
block_compare(Post *p, BlockId b)
{
	Side *s = &p->after;
	const Block *block = &s->f->blocks.at[b];
	const Block *of = &p->before.f->blocks.at[b];
	uint32_t at = 0;
	InsnId i;

	side_start(s);
	for (InsnId j = block->first; j < block->end && p->errors < MESSAGES;
	     j++) {
		const Insn *insn = func_insn(s->f, j);

		i = p->from[j];
		if (i < of->first || i >= of->end || p->met[i]) {
			fail(p, i, "stands twice or in another block");
			return;
		}
		p->met[i] = 1;
		if (insn->flags & INSN_DEBUG)
			continue;
		const char *why =
			post_insn_fault(p, func_insn(p->before.f, i), insn);
		if (why) {
			fail(p, i, "%s", why);
			continue;
		}
		side_read(p, s, insn, i, false);
		Behind now = side_pass(s, j);
		if (memcmp(&now, &p->behind[i], sizeof(now)))
			fail(p, i, "changed places with another one");
		side_write(s, j, i);
		if (i == p->to_pads.at)
			units_compare(p, s, p->to_pads.units, &at, i);
		if (i == p->to_asm.at)
			units_compare(p, s, p->to_asm.units, &at, i);
	}
	for (i = of->first; i < of->end; i++)
		if (!p->met[i] && !may_vanish(p, i))
			fail(p, i, "is missing");
}

static bool
spans_agree(Span a, Span b)
{
	return a.at == b.at && a.len == b.len;
}

static bool
masks_agree(const Mask *a, const Mask *b)
{
	return a->words == b->words && a->named == b->named &&
	       spans_agree(a->text, b->text);
}

static bool
objects_agree(const StackObject *a, const StackObject *b)
{
	return a->id == b->id && a->kind == b->kind && a->made == b->made &&
	       a->immutable == b->immutable && a->aliased == b->aliased &&
	       a->align == b->align && a->size == b->size &&
	       a->offset == b->offset && a->stack_id == b->stack_id &&
	       spans_agree(a->name, b->name) &&
	       spans_agree(a->stack_id_text, b->stack_id_text) &&
	       spans_agree(a->callee_saved, b->callee_saved);
}

/* Do the same instructions mean the same in both functions, whatever they are
 * numbered? */
static bool
funcs_agree(const Func *f, const Func *g)
{
	if (f->source != g->source || f->target != g->target || f->accesses.n ||
	    g->accesses.n || f->masks.n != g->masks.n ||
	    f->stack.n != g->stack.n || f->fixed.n != g->fixed.n)
		return false;
	for (uint32_t i = 0; i < f->masks.n; i++)
		if (!masks_agree(&f->masks.at[i], &g->masks.at[i]))
			return false;
	for (uint32_t i = 0; i < f->stack.n; i++)
		if (!objects_agree(&f->stack.at[i], &g->stack.at[i]))
			return false;
	for (uint32_t i = 0; i < f->fixed.n; i++)
		if (!objects_agree(&f->fixed.at[i], &g->fixed.at[i]))
			return false;
	return true;
}

/* Marks of where lives end, which are made anew with each order, are not what
 * names come from. */
static bool
insns_agree(const Post *p, const Insn *x, const Insn *y)
{
	const unsigned marks = OPND_KILL | OPND_DEAD | OPND_RENAMABLE;
	const Operand *o = insn_opnds(p->before.f, x);
	const Operand *q = insn_opnds(p->after.f, y);

	if (x->op != y->op || x->flags != y->flags || x->nopnds != y->nopnds ||
	    x->nleft != y->nleft || !spans_agree(x->name, y->name) ||
	    !spans_agree(x->tail, y->tail))
		return false;
	for (uint32_t k = 0; k < x->nopnds; k++)
		if (o[k].kind != q[k].kind || o[k].tied != q[k].tied ||
		    (o[k].flags ^ q[k].flags) & ~marks ||
		    o[k].sub != q[k].sub || o[k].val != q[k].val)
			return false;
	return true;
}

/* Has AFTER in block B the very instructions of BEFORE, in their order?  Then
 * both make the same names of them: what a block is carried out on starts
 * anew with each, and depends on nothing but what has been compared here and by
 * funcs_agree.  Rules on single instructions are asked for all the same. */
static bool
block_stays(const Post *p, BlockId b)
{
	const Block *x = &p->before.f->blocks.at[b];
	const Block *y = &p->after.f->blocks.at[b];
	uint32_t n = x->end - x->first;

	if (!p->agree || n != y->end - y->first)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		const Insn *of = func_insn(p->before.f, x->first + k);
		const Insn *insn = func_insn(p->after.f, y->first + k);

		if (p->from[y->first + k] != x->first + k ||
		    !insns_agree(p, of, insn) ||
		    (!(insn->flags & INSN_DEBUG) &&
		     post_insn_fault(p, of, insn)))
			return false;
	}
	return true;
}

/* What only blocks that do not stay need: most functions of a pass have few of
 * them, or none. */
static void
sides_start(Post *p)
{
	const Func *before = p->before.f;
	uint32_t n = before->insns.n + 1;

	p->order.first = ARENA_RAW(&p->arena, uint32_t, p->t->n_regs);
	memset(p->order.first, 0xff, p->t->n_regs * sizeof(*p->order.first));
	side_init(&p->before, before, before, &p->order, &p->arena);
	side_init(&p->after, p->after.f, before, &p->order, &p->arena);
	p->met = ARENA_NEW(&p->arena, uint8_t, n);
	p->behind = ARENA_RAW(&p->arena, Behind, n);
	p->read_at = ARENA_RAW(&p->arena, uint32_t, n);
	post_live(&p->live, &p->before.kept, p->reserved, &p->arena);
	p->outs = ARENA_NEW(&p->arena, uint64_t, p->live.words + 1);
	p->to_pads.units = ARENA_NEW(&p->arena, uint64_t, p->live.words + 1);
	p->to_asm.units = ARENA_NEW(&p->arena, uint64_t, p->live.words + 1);
	p->liveins = ARENA_NEW(&p->arena, uint64_t, p->live.words + 1);
}

static void
block_check(Post *p, BlockId b)
{
	const Block *of = &p->before.f->blocks.at[b];
	uint32_t at = 0;

	if (block_stays(p, b))
		return;
	if (!p->met)
		sides_start(p);
	ways_find(p, b);
	block_record(p, b);
	block_compare(p, b);
	if (p->errors || of->first == of->end)
		return;
	InsnId other = side_vregs_differ(&p->before, &p->after, of);
	if (other != NONE)
		fail(p, other, "leaves another value behind");
	outs_find(p, b);
	p->escapes.n = 0;
	units_record(p, &p->before, p->outs);
	units_compare(p, &p->after, p->outs, &at, of->end - 1);
}

/* Into SET, the units of what has to be saved.  Registers around those that
 * have to be are in `saved` as well; their other parts do not count. */
static void
saved_units(const Post *p, uint64_t *set)
{
	for (uint32_t r = 1; r < p->t->n_regs; r++) {
		Slice s = p->t->regs[r].subs;

		while (s.start < s.end &&
		       bits_has(p->saved,
				target_sub_at(p->t, (RegId)r, s.start)))
			s.start++;
		if (s.start == s.end && bits_has(p->saved, r))
			unitset_add(p->t, set, (RegId)r);
	}
}

/* AFTER may write a register that has to be saved only if BEFORE does, or if it
 * is saved. */
static void
check_saved(Post *p)
{
	uint64_t *kept = ARENA_NEW(&p->arena, uint64_t, p->live.words + 1);
	uint64_t *listed =
		ARENA_NEW(&p->arena, uint64_t, BITS_WORDS(p->t->n_regs));
	const Func *f = p->before.f;

	FOR_VEC(Operand, o, f->opnds)
		if (post_is_def(o))
			unitset_add(p->t, p->written, (RegId)o->val);
	func_saved_regs(f, listed);
	for (uint32_t i = 1; i < p->t->n_regs; i++)
		if (bits_has(listed, i))
			unitset_add(p->t, p->restored, (RegId)i);
	for (uint32_t i = 0; i < p->live.words; i++) {
		p->restored[i] &= p->saved_units[i];
		kept[i] = p->saved_units[i] & ~p->written[i] & ~p->restored[i];
	}
	f = p->after.f;
	for (InsnId i = 0; i < f->insns.n; i++)
		FOR_OPNDS(o, f, func_insn(f, i))
			if (post_is_def(o) &&
			    unitset_meets(p->t, kept, (RegId)o->val))
				fail(p, p->from[i],
				     "writes $%s, which nobody saves",
				     target_reg_name(p->t, o->val));
}

bool
check_post(const Func *before, const Func *after, const InsnId *from,
	   const uint64_t *reserved, const uint64_t *saved, Diag *diag)
{
	Post p = {.t = before->target,
		  .from = from,
		  .reserved = reserved,
		  .saved = saved,
		  .diag = diag};

	p.before.f = before;
	p.after.f = after;
	p.is_early = !before->traits.allocated && before->vregs.n;
	p.agree = funcs_agree(before, after);
	p.live.words = BITS_WORDS(p.t->n_unit_regs);
	p.written = ARENA_NEW(&p.arena, uint64_t, p.live.words + 1);
	p.restored = ARENA_NEW(&p.arena, uint64_t, p.live.words + 1);
	p.saved_units = ARENA_NEW(&p.arena, uint64_t, p.live.words + 1);
	saved_units(&p, p.saved_units);
	check_saved(&p);
	for (BlockId b = 0; b < before->blocks.n && p.errors < MESSAGES; b++)
		block_check(&p, b);
	arena_free(&p.arena);
	return !p.errors;
}
