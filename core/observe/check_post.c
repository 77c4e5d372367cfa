/*
 * Values are named after the instruction of BEFORE that makes them, so that no
 * expression needs to be compared: an instruction of AFTER that reads the
 * values its original reads makes the values its original makes.
 *
 * Memory is not renamed; what must be the same is what each access comes
 * behind: all barriers, and of its own kind (a spill slot; all the rest) all
 * stores.
 */
#include "core/observe/check_post.h"

#include "core/base/bits.h"
#include "core/model/memory.h"
#include "core/observe/check_post_live.h"

#include <stdarg.h>
#include <string.h>

enum { MESSAGES = 10, UNITS_MAX = 256 };

/* A place in memory in a block: stores met, and, of a slot, the names of what
 * a register saved there had in its units. */
typedef struct {
	uint32_t epoch; /* the block */
	uint32_t stores;
	uint32_t era;		/* see Side; another one: nothing is known */
	uint32_t first, nnames; /* names */
} Count;

/* What an instruction comes behind in its block. */
typedef struct {
	uint32_t barriers, stores, terminators;
} Behind;

/* By place in reg_units: the place there that has this rank among those of the
 * register. */
typedef struct {
	uint32_t *at;
	uint8_t *known; /* by register */
} UnitOrder;

/* One of the two functions on its way down a block. */
typedef struct {
	const Func *f;
	uint64_t *units; /* names of values */
	UnitOrder *order;
	Count *slots, any;
	VEC(uint64_t) names;
	Arena *arena;
	uint32_t epoch;
	uint32_t era; /* a new one when all slots may have changed */
	Behind now;
} Side;

typedef struct {
	Side before, after;
	const Target *t;
	const InsnId *from;
	uint8_t *met; /* by instruction of BEFORE: stands in AFTER */
	const uint64_t *reserved, *saved;
	uint64_t *saved_units;
	uint64_t *written;     /* units that BEFORE writes somewhere */
	Behind *behind;	       /* by instruction of BEFORE */
	uint32_t *read_at;     /* the same: into reads */
	VEC(uint64_t) reads;   /* names of what a block of BEFORE reads */
	VEC(uint64_t) escapes; /* names at its calls of what lives in a pad */
	UnitOrder order;
	PostLive live;
	uint64_t *pads; /* units that live in a pad behind the block */
	Diag *diag;
	Arena arena;
	uint32_t errors;
} Post;

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
		   "%.*s: after allocation: this instruction %s",
		   (int)f->name.len, f->source->text + f->name.at, text);
}

/* --- values --- */

/* The name of what number K of INSN's definitions writes into its unit U. */
static uint64_t
value_name(InsnId insn, uint32_t k, uint32_t u)
{
	return ((uint64_t)insn + 1) << 32 | (uint64_t)(k + 1) << 12 | u;
}

static bool
is_use(const Operand *o)
{
	return o->kind == OPND_REG && o->val &&
	       !(o->flags &
		 (OPND_DEF | OPND_UNDEF | OPND_DEBUG | OPND_INTERNAL));
}

static bool
is_def(const Operand *o)
{
	return o->kind == OPND_REG && o->val &&
	       (o->flags & (OPND_DEF | OPND_DEBUG)) == OPND_DEF;
}

static uint32_t
units_of(const Target *t, RegId reg)
{
	return t->regs[reg].units.end - t->regs[reg].units.start;
}

/* Units in the order of the lanes they hold, so that those of two registers of
 * a class correspond.  Worked out when first asked for. */
static void
units_sort(const Target *t, UnitOrder *order, RegId reg)
{
	Slice s = t->regs[reg].units;
	uint32_t i, k;

	for (i = s.start; i < s.end; i++) {
		for (k = i; k > s.start &&
			    t->unit_lanes[order->at[k - 1]] > t->unit_lanes[i];
		     k--)
			order->at[k] = order->at[k - 1];
		order->at[k] = i;
	}
	order->known[reg] = 1;
}

static uint64_t *
unit_at(const Side *s, RegId reg, uint32_t u)
{
	const Target *t = s->f->target;

	if (!s->order->known[reg])
		units_sort(t, s->order, reg);
	return &s->units[t->reg_units[s->order->at[t->regs[reg].units.start +
						   u]]];
}

static void
side_define(const Side *s, RegId reg, InsnId before, uint32_t k)
{
	uint32_t u, n = units_of(s->f->target, reg);

	for (u = 0; u < n; u++)
		*unit_at(s, reg, u) = value_name(before, k, u);
}

static void
side_copy(const Side *s, RegId dst, RegId src)
{
	uint64_t names[UNITS_MAX];
	uint32_t u, n = units_of(s->f->target, dst);

	for (u = 0; u < n; u++)
		names[u] = *unit_at(s, src, u);
	for (u = 0; u < n; u++)
		*unit_at(s, dst, u) = names[u];
}

/* Is INSN a copy that passes names on unit by unit? */
static bool
is_copy(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t i, n;

	if (!insn_is(f, insn, WK_COPY) || insn->nopnds < 2 || !is_def(&o[0]) ||
	    !is_use(&o[1]))
		return false;
	n = units_of(f->target, (RegId)o[0].val);
	if (n != units_of(f->target, (RegId)o[1].val) || n > UNITS_MAX)
		return false;
	for (i = 2; i < insn->nopnds; i++)
		if (is_def(&o[i]))
			return false;
	return true;
}

/* What a mask does not preserve has new values. */
static void
side_clobber(const Side *s, const uint64_t *mask, InsnId before)
{
	const Target *t = s->f->target;
	uint32_t u, i;

	for (u = 0; u < t->n_unit_regs; u++) {
		bool kept = false;

		for (i = t->unit_regs[u].start; i < t->unit_regs[u].end; i++)
			kept |= mask_preserves(mask, t->unit_reg_ids[i]);
		if (!kept)
			s->units[u] = value_name(before, 0x8000, 0) + u;
	}
}

/* The name of what lane U of N stands in a slot whose contents nobody has
 * seen: loads may change places, so it is not theirs but that of what they
 * come behind. */
static uint64_t
slot_name(const Side *s, uint32_t slot, uint32_t n, uint32_t u)
{
	const uint32_t parts[] = {slot, s->slots[slot].stores, s->now.barriers,
				  n, u};
	uint64_t h = 14695981039346656037u;
	uint32_t i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		h = (h ^ parts[i]) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	return h | (uint64_t)1 << 63;
}

/* Pass names on between a register and a slot. */
static void
side_slot_move(Side *s, const SlotMove *move)
{
	Count *slot = &s->slots[move->slot];
	uint32_t u, n = units_of(s->f->target, move->reg);

	if (move->load && slot->era == s->era && slot->nnames == n) {
		for (u = 0; u < n; u++)
			*unit_at(s, move->reg, u) =
				s->names.at[slot->first + u];
		return;
	}
	for (u = 0; move->load && u < n; u++)
		*unit_at(s, move->reg, u) = slot_name(s, move->slot, n, u);
	slot->era = s->era;
	slot->first = s->names.n;
	slot->nnames = n;
	for (u = 0; u < n; u++)
		VEC_PUSH(s->arena, s->names, *unit_at(s, move->reg, u));
}

/* The writes of instruction I of side S, which is BEFORE of the first. */
static void
side_write(Side *s, InsnId i, InsnId before)
{
	const Target *t = s->f->target;
	const Insn *insn = func_insn(s->f, i);
	const Operand *o = insn_opnds(s->f, insn);
	const OpcodeDesc *d = insn_desc(s->f, insn);
	SlotMove move;
	uint32_t k;

	if (is_copy(s->f, insn)) {
		side_copy(s, (RegId)o[0].val, (RegId)o[1].val);
		return;
	}
	if (memory_slot_move(s->f, i, &move)) {
		side_slot_move(s, &move);
		return;
	}
	for (k = d->implicit_defs.start; k < d->implicit_defs.end; k++)
		side_define(s, t->implicit_regs[k], before,
			    0x4000 + k - d->implicit_defs.start);
	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_MASK)
			side_clobber(s, s->f->masks.at[o[k].val].words, before);
	for (k = 0; k < insn->nopnds; k++)
		if (is_def(&o[k]))
			side_define(s, (RegId)o[k].val, before, k);
}

/* --- places in the block --- */

/* What instruction I comes behind; counts it. */
static Behind
side_pass(Side *s, InsnId i)
{
	const Insn *insn = func_insn(s->f, i);
	MemoryEffect e = memory_effect(s->f, i);
	Behind b = s->now;
	Count *c;

	b.stores = 0;
	if (insn_flags(s->f, insn) & OP_TERMINATOR)
		s->now.terminators++;
	if (e.kind == MEMORY_NONE) {
		b.barriers = 0;
		return b;
	}
	if (e.kind == MEMORY_ALL) {
		s->now.barriers++;
		s->era++;
		return b;
	}
	c = e.kind == MEMORY_SLOT ? &s->slots[e.slot] : &s->any;
	if (c->epoch != s->epoch)
		*c = (Count){.epoch = s->epoch};
	b.stores = c->stores;
	c->stores += e.store;
	if (e.store)
		c->era = 0;
	return b;
}

static void
side_start(Side *s)
{
	uint32_t u;

	s->epoch++;
	s->era++;
	s->names.n = 0;
	s->now = (Behind){0};
	for (u = 0; u < s->f->target->n_unit_regs; u++)
		s->units[u] = u;
}

/* --- reads --- */

/* Compare or (RECORD) note the names in REG for instruction I of BEFORE. */
static bool
names_meet(Post *p, const Side *s, RegId reg, uint32_t *at, bool record)
{
	uint32_t u, n = units_of(p->t, reg);

	for (u = 0; u < n; u++, ++*at) {
		if (record)
			VEC_PUSH(&p->arena, p->reads, *unit_at(s, reg, u));
		else if (p->reads.at[*at] != *unit_at(s, reg, u))
			return false;
	}
	return true;
}

/* The reads of INSN, I in BEFORE: by operands of BEFORE, what is undefined
 * there may be anything. */
static void
side_read(Post *p, const Side *s, const Insn *insn, InsnId i, bool record)
{
	const Insn *of = func_insn(p->before.f, i);
	const Operand *x = insn_opnds(p->before.f, of);
	const Operand *y = insn_opnds(s->f, insn);
	Slice uses = insn_desc(s->f, insn)->implicit_uses;
	uint32_t k, at;

	if (record)
		p->read_at[i] = p->reads.n;
	at = p->read_at[i];
	if (is_copy(p->before.f, of) && is_copy(s->f, insn))
		return;
	for (k = 0; k < of->nopnds; k++)
		if (is_use(&x[k]) &&
		    !names_meet(p, s, (RegId)y[k].val, &at, record)) {
			fail(p, i, "reads another value in $%s (operand %u)",
			     target_str(p->t, p->t->regs[y[k].val].name), k);
			return;
		}
	for (k = uses.start; k < uses.end; k++)
		if (!names_meet(p, s, p->t->implicit_regs[k], &at, record)) {
			fail(p, i, "reads another value in $%s",
			     target_str(
				     p->t,
				     p->t->regs[p->t->implicit_regs[k]].name));
			return;
		}
}

/* --- rules on a renamed instruction --- */

static bool
list_has(const Target *t, Slice list, uint32_t reg)
{
	for (; list.start < list.end; list.start++)
		if (t->implicit_regs[list.start] == reg)
			return true;
	return false;
}

/* Operand K of INSN has another register than in BEFORE; why not? */
static const char *
rename_fault(const Post *p, const Insn *insn, uint32_t k, const Operand *x,
	     const Operand *y)
{
	const Func *f = p->after.f;
	const OpcodeDesc *d = insn_desc(f, insn);
	ClassId cls = CLASS_NONE;

	if (x->flags & OPND_IMPLICIT &&
	    (list_has(p->t, d->implicit_defs, x->val) ||
	     list_has(p->t, d->implicit_uses, x->val)))
		return "must have the register it had";
	if (!insn->op || insn_flags(f, insn) & OP_CALL ||
	    insn_is(f, insn, WK_INLINEASM) || insn_is(f, insn, WK_INLINEASM_BR))
		return "must keep its registers";
	if (!y->val ||
	    units_of(p->t, (RegId)x->val) != units_of(p->t, (RegId)y->val))
		return "has a register of another size";
	if (bits_has(p->reserved, y->val))
		return "has a reserved register";
	if (!(x->flags & OPND_IMPLICIT) && k < d->opnds.end - d->opnds.start)
		cls = p->t->opnd_descs[d->opnds.start + k].cls;
	if (cls != CLASS_NONE && target_class_has(p->t, cls, (RegId)x->val) &&
	    !target_class_has(p->t, cls, (RegId)y->val))
		return "has a register of another class";
	return NULL;
}

/* Does a definition of INSN that is written early meet one of its reads? */
static bool
early_overlap(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t i, k;

	for (i = 0; i < insn->nopnds; i++)
		for (k = 0; o[i].flags & OPND_EARLY && is_def(&o[i]) &&
			    k < insn->nopnds;
		     k++)
			if (is_use(&o[k]) && o[k].tied != i &&
			    target_overlap(f->target, (RegId)o[i].val,
					   (RegId)o[k].val))
				return true;
	return false;
}

/* Two definitions that BEFORE has apart may not meet. */
static bool
defs_overlap(const Post *p, const Operand *x, const Operand *y, uint32_t n)
{
	uint32_t i, k;

	for (i = 0; i < n; i++)
		for (k = 0; is_def(&y[i]) && k < i; k++)
			if (is_def(&y[k]) &&
			    (y[i].val != x[i].val || y[k].val != x[k].val) &&
			    target_overlap(p->t, (RegId)y[i].val,
					   (RegId)y[k].val) &&
			    !target_overlap(p->t, (RegId)x[i].val,
					    (RegId)x[k].val))
				return true;
	return false;
}

/* Is INSN instruction I of BEFORE with other registers? */
static void
insn_compare(Post *p, const Insn *insn, InsnId i)
{
	const Insn *of = func_insn(p->before.f, i);
	const Operand *x = insn_opnds(p->before.f, of);
	const Operand *y = insn_opnds(p->after.f, insn);
	const char *why = NULL;
	bool renamed = false;
	uint32_t k;

	if (of->op != insn->op || of->nopnds != insn->nopnds ||
	    of->nleft != insn->nleft) {
		fail(p, i, "is another one");
		return;
	}
	for (k = 0; k < of->nopnds && !why; k++) {
		if (x[k].kind != y[k].kind ||
		    (x[k].kind != OPND_REG && x[k].val != y[k].val) ||
		    ((x[k].flags ^ y[k].flags) &
		     (OPND_DEF | OPND_IMPLICIT | OPND_EARLY)))
			why = "has another operand";
		else if (x[k].kind == OPND_REG && x[k].val != y[k].val) {
			renamed = true;
			why = rename_fault(p, insn, k, &x[k], &y[k]);
		}
		if (!why && y[k].kind == OPND_REG && y[k].tied != TIED_NONE &&
		    !(y[k].flags & OPND_DEF) && y[k].tied < insn->nopnds &&
		    y[y[k].tied].val != y[k].val)
			why = "has tied operands that differ";
	}
	if (!why && renamed && early_overlap(p->after.f, insn) &&
	    !early_overlap(p->before.f, of))
		why = "writes a register before it reads it";
	if (!why && renamed && defs_overlap(p, x, y, of->nopnds))
		why = "defines a register twice";
	if (why)
		fail(p, i, "%s", why);
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
	return insn->op && !e.store && e.kind != MEMORY_ALL;
}

/* --- blocks --- */

/* Does control leave the block from within, at INSN? */
static bool
leaves_here(const Func *f, const Insn *insn)
{
	return insn_flags(f, insn) & OP_CALL ||
	       insn_is(f, insn, WK_INLINEASM_BR);
}

/* Units that live in landing pads and jump targets of inline assembly behind
 * block B; false: there are none. */
static bool
pads_find(Post *p, BlockId b)
{
	const Func *f = p->before.f;
	Slice s = f->blocks.at[b].succs;
	bool some = false;
	uint32_t w;

	memset(p->pads, 0, p->live.words * sizeof(uint64_t));
	for (; s.start < s.end; s.start++) {
		BlockId to = f->succs.at[s.start].block;

		if (!(f->blocks.at[to].flags &
		      (BLOCK_LANDING_PAD | BLOCK_FUNCLET | BLOCK_ASM_TARGET)))
			continue;
		some = true;
		for (w = 0; w < p->live.words; w++)
			p->pads[w] |= post_live_in(&p->live, to)[w];
	}
	return some;
}

/* The units in SET, one word at a time: are they named alike? */
static void
names_record(Post *p, const Side *s, const uint64_t *set)
{
	uint32_t w;

	for (w = 0; w < p->live.words; w++) {
		uint64_t word = set[w];

		for (; word; word &= word - 1)
			VEC_PUSH(&p->arena, p->escapes,
				 s->units[w * 64 + bits_lowest(word)]);
	}
}

static void
names_compare(Post *p, const Side *s, const uint64_t *set, uint32_t *at,
	      InsnId i)
{
	uint32_t w;

	for (w = 0; w < p->live.words; w++) {
		uint64_t word = set[w];

		for (; word; word &= word - 1) {
			uint32_t u = w * 64 + bits_lowest(word);

			if (p->escapes.at[(*at)++] == s->units[u])
				continue;
			fail(p, i, "leaves another value behind in $%s",
			     target_str(p->t,
					p->t->regs[p->t->unit_reg_ids
							   [p->t->unit_regs[u]
								    .start]]
						.name));
			return;
		}
	}
}

/* Units whose values the end of block B must keep, into p->pads. */
static void
outs_find(Post *p, BlockId b)
{
	const Func *f = p->before.f;
	const Block *block = &f->blocks.at[b];
	uint32_t w;
	Slice s = block->succs;

	memset(p->pads, 0, p->live.words * sizeof(uint64_t));
	for (; s.start < s.end; s.start++)
		for (w = 0; w < p->live.words; w++)
			p->pads[w] |= post_live_in(
				&p->live, f->succs.at[s.start].block)[w];
	if (block->succs.start < block->succs.end || block->first == block->end)
		return;
	for (w = 0; w < p->live.words; w++)
		p->pads[w] |= p->saved_units[w];
}

/* Down BEFORE's block: note what its instructions read and come behind. */
static void
block_record(Post *p, BlockId b)
{
	Side *s = &p->before;
	const Block *block = &s->f->blocks.at[b];
	bool pads = pads_find(p, b);
	InsnId i;

	side_start(s);
	p->reads.n = p->escapes.n = 0;
	for (i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(s->f, i);

		if (insn->flags & INSN_DEBUG)
			continue;
		side_read(p, s, insn, i, true);
		p->behind[i] = side_pass(s, i);
		side_write(s, i, i);
		if (pads && leaves_here(s->f, insn))
			names_record(p, s, p->pads);
	}
}

/* Down AFTER's block: compare. */
static void
block_compare(Post *p, BlockId b)
{
	Side *s = &p->after;
	const Block *block = &s->f->blocks.at[b];
	const Block *of = &p->before.f->blocks.at[b];
	bool pads = pads_find(p, b);
	uint32_t at = 0;
	InsnId j, i;

	side_start(s);
	for (j = block->first; j < block->end && p->errors < MESSAGES; j++) {
		const Insn *insn = func_insn(s->f, j);
		Behind now;

		i = p->from[j];
		if (i < of->first || i >= of->end || p->met[i]) {
			fail(p, i, "stands twice or in another block");
			return;
		}
		p->met[i] = 1;
		if (insn->flags & INSN_DEBUG)
			continue;
		insn_compare(p, insn, i);
		side_read(p, s, insn, i, false);
		now = side_pass(s, j);
		if (memcmp(&now, &p->behind[i], sizeof(now)))
			fail(p, i, "changed places with another one");
		side_write(s, j, i);
		if (pads && leaves_here(s->f, insn))
			names_compare(p, s, p->pads, &at, i);
	}
	for (i = of->first; i < of->end; i++)
		if (!p->met[i] && !may_vanish(p, i))
			fail(p, i, "is missing");
}

static void
block_check(Post *p, BlockId b)
{
	const Block *of = &p->before.f->blocks.at[b];
	uint32_t at = 0;

	block_record(p, b);
	block_compare(p, b);
	if (p->errors || of->first == of->end)
		return;
	outs_find(p, b);
	p->escapes.n = 0;
	names_record(p, &p->before, p->pads);
	names_compare(p, &p->after, p->pads, &at, of->end - 1);
}

static void
set_add_units(const Target *t, uint64_t *set, RegId reg)
{
	Slice s = t->regs[reg].units;

	for (; s.start < s.end; s.start++)
		bits_add(set, t->reg_units[s.start]);
}

/* Into SET, the units of what has to be saved.  Registers around those that
 * have to be are in `saved` as well; their other parts do not count. */
static void
saved_units(const Post *p, uint64_t *set)
{
	uint32_t r;

	for (r = 1; r < p->t->n_regs; r++) {
		Slice s = p->t->regs[r].subs;

		while (s.start < s.end &&
		       bits_has(p->saved, p->t->reg_subs[s.start].reg))
			s.start++;
		if (s.start == s.end && bits_has(p->saved, r))
			set_add_units(p->t, set, (RegId)r);
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
	uint32_t i, k;

	for (i = 0; i < f->opnds.n; i++)
		if (is_def(&f->opnds.at[i]))
			set_add_units(p->t, p->written,
				      (RegId)f->opnds.at[i].val);
	func_saved_regs(f, listed);
	for (i = 1; i < p->t->n_regs; i++)
		if (bits_has(listed, i))
			set_add_units(p->t, p->written, (RegId)i);
	for (i = 0; i < p->live.words; i++)
		kept[i] = p->saved_units[i] & ~p->written[i];
	f = p->after.f;
	for (i = 0; i < f->insns.n; i++) {
		const Operand *o = insn_opnds(f, func_insn(f, i));

		for (k = 0; k < f->insns.at[i].nopnds; k++) {
			Slice s =
				p->t->regs[is_def(&o[k]) ? o[k].val : 0].units;

			while (s.start < s.end &&
			       !bits_has(kept, p->t->reg_units[s.start]))
				s.start++;
			if (s.start < s.end)
				fail(p, p->from[i],
				     "writes $%s, which nobody saves",
				     target_str(p->t,
						p->t->regs[o[k].val].name));
		}
	}
}

static void
side_init(Side *s, const Func *f, Arena *arena)
{
	s->f = f;
	s->arena = arena;
	s->units = ARENA_NEW(arena, uint64_t, f->target->n_unit_regs + 1);
	s->slots = ARENA_NEW(arena, Count, f->stack.n + 1);
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
	BlockId b;

	p.order.at = ARENA_RAW(&p.arena, uint32_t, p.t->n_reg_units + 1);
	p.order.known = ARENA_NEW(&p.arena, uint8_t, p.t->n_regs);
	p.before.order = p.after.order = &p.order;
	side_init(&p.before, before, &p.arena);
	side_init(&p.after, after, &p.arena);
	p.met = ARENA_NEW(&p.arena, uint8_t, before->insns.n + 1);
	p.behind = ARENA_RAW(&p.arena, Behind, before->insns.n + 1);
	p.read_at = ARENA_RAW(&p.arena, uint32_t, before->insns.n + 1);
	post_live(&p.live, before, &p.arena);
	p.pads = ARENA_NEW(&p.arena, uint64_t, p.live.words + 1);
	p.written = ARENA_NEW(&p.arena, uint64_t, p.live.words + 1);
	p.saved_units = ARENA_NEW(&p.arena, uint64_t, p.live.words + 1);
	saved_units(&p, p.saved_units);
	check_saved(&p);
	for (b = 0; b < before->blocks.n && p.errors < MESSAGES; b++)
		block_check(&p, b);
	arena_free(&p.arena);
	return !p.errors;
}
