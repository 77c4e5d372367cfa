/*
 * Physical liveness by register units: two bit-set problems over blocks.
 *
 * Forward, which units may be defined: a read of which no unit can be is
 * `undef`.  Backward, which units are read later: a definition of which no unit
 * is, is `dead`; a read after which none is, is `killed`.  Both together give
 * the live-ins: what is read later and may be defined.  A register that is
 * undefined on one path into a join (its IMPLICIT_DEF is gone) is live into the
 * join, but not into the blocks of that path.
 */
#include "core/rewrite/flags.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"
#include "core/rewrite/flags_internal.h"

#include <string.h>

static void
reg_learn(const Flags *g, uint32_t reg, RegBits *r)
{
	Slice s = g->t->regs[reg].units;

	*r = (RegBits){.word = NONE, .known = true, .whole = true};
	for (; s.start < s.end; s.start++) {
		UnitId u = g->t->reg_units[s.start];

		if (bits_has(g->ignored, u)) {
			r->whole = false;
			continue;
		}
		if (!r->bits)
			r->word = u / 64;
		else if (r->word != u / 64)
			r->word = NONE;
		r->bits |= (uint64_t)1 << u % 64;
	}
}

const RegBits *
reg_bits(const Flags *g, uint32_t reg)
{
	RegBits *r = &g->regs[reg];

	if (!r->known)
		reg_learn(g, reg, r);
	return r;
}

static void
set_add(const Flags *g, uint64_t *set, uint32_t reg)
{
	const RegBits *r = reg_bits(g, reg);
	Slice s = g->t->regs[reg].units;

	if (r->word != NONE) {
		set[r->word] |= r->bits;
		return;
	}
	for (; r->bits && s.start < s.end; s.start++)
		if (!bits_has(g->ignored, g->t->reg_units[s.start]))
			bits_add(set, g->t->reg_units[s.start]);
}

void
set_del(const Flags *g, uint64_t *set, uint32_t reg)
{
	const RegBits *r = reg_bits(g, reg);

	if (r->word != NONE)
		set[r->word] &= ~r->bits;
	else if (r->bits)
		unitset_del(g->t, set, (RegId)reg);
}

static inline uint32_t
act_reg(const Flags *g, const Act *a)
{
	return g->f->opnds.at[a->opnd].val;
}

/* Is some unit of A's register in SET? */
static inline bool
act_meets(const Flags *g, const Act *a, const uint64_t *set)
{
	if (a->word != WORD_MANY)
		return set[a->word] & a->bits;
	return unitset_meets(g->t, set, (RegId)act_reg(g, a));
}

static inline void
act_add(const Flags *g, const Act *a, uint64_t *set)
{
	if (a->word != WORD_MANY)
		set[a->word] |= a->bits;
	else
		set_add(g, set, act_reg(g, a));
}

static inline void
act_del(const Flags *g, const Act *a, uint64_t *set)
{
	if (a->word != WORD_MANY)
		set[a->word] &= ~a->bits;
	else
		set_del(g, set, act_reg(g, a));
}

/* Does the opcode of INSN imply a definition of REG? */
static bool
opcode_defines(const Flags *g, const Insn *insn, uint32_t reg)
{
	Slice implied = insn_desc(g->f, insn)->implicit_defs;

	for (; implied.start < implied.end; implied.start++)
		if (g->t->implicit_regs[implied.start] == reg)
			return true;
	return false;
}

/* The acts of instruction I, which stand behind those of the one before, and
 * `seen`.  What is undefined is not killed. */
static inline void
acts_find(Flags *g, InsnId i)
{
	const Insn *insn = func_insn(g->f, i);
	Operand *o = insn_opnds(g->f, insn), *end = o + insn->nopnds;
	Act *write = g->writes + g->start[i].write;
	Act *read = g->reads + g->start[i].read;
	uint64_t *seen = g->seen;
	Act a = {.opnd = insn->opnd0};

	for (; o < end; o++, a.opnd++) {
		const RegBits *r;

		if (o->kind != OPND_REG) {
			if (o->kind == OPND_MASK)
				*write++ = (Act){.opnd = a.opnd,
						 .kind = ACT_CLOBBER};
			continue;
		}
		if (o->flags & OPND_UNDEF)
			o->flags &= (uint16_t)~OPND_KILL;
		bits_add(seen, o->val);
		if (!o->val || o->flags & OPND_DEBUG)
			continue;
		r = reg_bits(g, o->val);
		if (!r->bits)
			continue;
		a.bits = r->bits;
		a.word = r->word == NONE ? WORD_MANY : (uint16_t)r->word;
		if (o->flags & OPND_DEF) {
			bool more = o->flags & OPND_IMPLICIT &&
				    !opcode_defines(g, insn, o->val);

			a.kind = more ? ACT_DEF_MORE : ACT_DEF;
			*write++ = a;
		} else if (!(o->flags & (OPND_UNDEF | OPND_INTERNAL))) {
			a.kind = ACT_READ;
			*read++ = a;
		}
	}
	g->start[i + 1].write = (uint32_t)(write - g->writes);
	g->start[i + 1].read = (uint32_t)(read - g->reads);
}

static inline Act *
writes_begin(const Flags *g, InsnId i)
{
	return g->writes + g->start[i].write;
}

static inline Act *
reads_begin(const Flags *g, InsnId i)
{
	return g->reads + g->start[i].read;
}

/* A unit is ignored if a reserved register contains it and no register does
 * that could be allocated. */
static void
find_ignored(Flags *g)
{
	const Target *t = g->t;
	uint32_t u, i;

	for (u = 0; u < t->n_unit_regs; u++) {
		Slice s = t->unit_regs[u];
		bool reserved = false, open = false;

		for (i = s.start; i < s.end && !open; i++) {
			RegId r = t->unit_reg_ids[i];

			if (bits_has(g->reserved, r))
				reserved = true;
			else if (t->regs[r].flags & REG_ALLOCATABLE)
				open = true;
		}
		if (reserved && !open)
			bits_add(g->ignored, u);
	}
}

/* Predecessors, each once for each edge. */
static void
find_preds(Flags *g)
{
	const Func *f = g->f;
	BlockId b;
	uint32_t i;

	g->pred_start = ARENA_NEW(g->tmp, uint32_t, f->blocks.n + 2);
	g->preds = ARENA_RAW(g->tmp, BlockId, f->succs.n + 1);
	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].succs.start;
		     i < f->blocks.at[b].succs.end; i++)
			g->pred_start[f->succs.at[i].block + 2]++;
	for (b = 0; b < f->blocks.n; b++)
		g->pred_start[b + 2] += g->pred_start[b + 1];
	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].succs.start;
		     i < f->blocks.at[b].succs.end; i++)
			g->preds[g->pred_start[f->succs.at[i].block + 1]++] = b;
}

/* Take what the mask of A does not preserve out of SET. */
static void
clobber(Flags *g, const Act *a, uint64_t *set)
{
	const uint64_t *kept = preserved_units(&g->kept, act_reg(g, a));
	uint32_t w;

	for (w = 0; w < g->words; w++)
		set[w] &= kept[w];
}

/* The same with `add`, and to the effects of block B. */
static void
clobber_block(Flags *g, const Act *a, BlockId b)
{
	const uint64_t *kept = preserved_units(&g->kept, act_reg(g, a));
	uint64_t *add = set_of(g, g->add, b), *del = set_of(g, g->del, b);
	uint64_t *kill = set_of(g, g->kill, b);
	uint32_t w;

	for (w = 0; w < g->words; w++) {
		add[w] &= kept[w];
		del[w] |= ~kept[w];
		kill[w] |= ~kept[w];
	}
}

/* What instruction I does to the set of defined units.  It defines behind what
 * it clobbers. */
static inline void
define_forward(Flags *g, InsnId i, uint64_t *set)
{
	const Act *first = writes_begin(g, i), *end = writes_begin(g, i + 1),
		  *a;

	for (a = first; a < end; a++)
		if (a->kind == ACT_CLOBBER)
			clobber(g, a, set);
	for (a = first; a < end; a++)
		if (a->kind != ACT_CLOBBER)
			act_add(g, a, set);
}

/* A, a read of several words, adds to what block B reads. */
static void
read_wide(Flags *g, const Act *a, BlockId b)
{
	Slice s = g->t->regs[act_reg(g, a)].units;
	uint64_t *kill = set_of(g, g->kill, b);
	bool some = false;

	for (; s.start < s.end; s.start++) {
		UnitId u = g->t->reg_units[s.start];

		if (bits_has(g->ignored, u))
			continue;
		if (!bits_has(kill, u)) {
			bits_add(set_of(g, g->use, b), u);
			some = true;
		} else if (bits_has(set_of(g, g->add, b), u)) {
			some = true;
		}
	}
	g->unsure[b] |= !some;
}

/* What instruction I adds to the effects of block B.  It reads, clobbers, and
 * defines. */
static inline void
insn_effects(Flags *g, InsnId i, BlockId b)
{
	uint64_t *add = set_of(g, g->add, b), *use = set_of(g, g->use, b);
	uint64_t *kill = set_of(g, g->kill, b), unsure = 0;
	const Act *a = reads_begin(g, i), *end = reads_begin(g, i + 1);

	for (; a < end; a++) {
		uint64_t open;

		if (a->word == WORD_MANY) {
			read_wide(g, a, b);
			continue;
		}
		open = a->bits & ~kill[a->word];
		use[a->word] |= open;
		unsure |= !(open | (a->bits & add[a->word]));
	}
	g->unsure[b] |= (uint8_t)unsure;
	end = writes_begin(g, i + 1);
	for (a = writes_begin(g, i); a < end; a++)
		if (a->kind == ACT_CLOBBER)
			clobber_block(g, a, b);
	for (a = writes_begin(g, i); a < end; a++)
		if (a->kind != ACT_CLOBBER) {
			act_add(g, a, add);
			act_add(g, a, kill);
		}
}

/* The acts of all instructions and what they come to in each block. */
static void
effects_find(Flags *g)
{
	const Func *f = g->f;
	uint32_t n = 0;
	BlockId b;
	InsnId i;

	for (i = 0; i < f->insns.n; i++)
		n += f->insns.at[i].nopnds;
	g->seen = ARENA_NEW(g->tmp, uint64_t, BITS_WORDS(g->t->n_regs));
	g->writes = ARENA_RAW(g->tmp, Act, n + 1);
	g->reads = ARENA_RAW(g->tmp, Act, n + 1);
	g->start = ARENA_RAW(g->tmp, ActStart, f->insns.n + 1);
	g->start[0] = (ActStart){0, 0};
	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		for (i = block->first; i < block->end; i++) {
			acts_find(g, i);
			insn_effects(g, i, b);
		}
	}
}

/* Is what the list of live-ins of block B names defined from outside? */
static bool
defines_liveins(const Flags *g, BlockId b)
{
	return b == 0 || g->pred_start[b] == g->pred_start[b + 1] ||
	       (g->f->blocks.at[b].flags & (BLOCK_LANDING_PAD | BLOCK_FUNCLET));
}

/* Note that block B must be looked at (again). */
static void
sweep_again(uint8_t *dirty, BlockId b, bool *again)
{
	dirty[b] = 1;
	*again = true;
}

/* Fill `defined`. */
static void
solve_defined(Flags *g)
{
	Func *f = g->f;
	uint8_t *dirty = ARENA_NEW(g->tmp, uint8_t, f->blocks.n + 1);
	bool again = true;
	uint32_t w, k;
	BlockId b;

	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		dirty[b] = 1;
		for (k = block->liveins.start; k < block->liveins.end; k++)
			if (defines_liveins(g, b))
				set_add(g, set_of(g, g->defined, b),
					f->liveins.at[k].reg);
	}
	while (again) {
		again = false;
		for (b = 0; b < f->blocks.n; b++) {
			const Block *block = &f->blocks.at[b];
			const uint64_t *in = set_of(g, g->defined, b);
			const uint64_t *add = set_of(g, g->add, b);
			const uint64_t *del = set_of(g, g->del, b);

			if (!dirty[b])
				continue;
			dirty[b] = 0;
			for (k = block->succs.start; k < block->succs.end;
			     k++) {
				BlockId s = f->succs.at[k].block;
				uint64_t *to = set_of(g, g->defined, s);
				uint64_t more = 0, out;

				for (w = 0; w < g->words; w++) {
					out = (in[w] & ~del[w]) | add[w];
					more |= out & ~to[w];
					to[w] |= out;
				}
				if (more)
					sweep_again(dirty, s, &again);
			}
		}
	}
}

/* Mark reads of block B of what nothing defines.  False: there are none. */
static bool
mark_undefined(Flags *g, BlockId b, uint64_t *set)
{
	const Block *block = &g->f->blocks.at[b];
	bool some = false;
	InsnId i;

	memcpy(set, set_of(g, g->defined, b), sizeof(*set) * g->words);
	for (i = block->first; i < block->end; i++) {
		Act *a = reads_begin(g, i);
		const Act *end = reads_begin(g, i + 1);

		for (; a < end; a++) {
			Operand *o = &g->f->opnds.at[a->opnd];

			if (act_meets(g, a, set))
				continue;
			o->flags |= OPND_UNDEF;
			o->flags &= (uint16_t)~OPND_KILL;
			a->kind = ACT_NONE;
			some = true;
		}
		define_forward(g, i, set);
	}
	return some;
}

/* Take what instruction I writes out of SET.  The rest of a tuple that copies
 * make up together comes from the same block: for blocks as a whole the last
 * copy defines it. */
static inline void
kill_backward(Flags *g, InsnId i, uint64_t *set)
{
	const Act *a = writes_begin(g, i), *end = writes_begin(g, i + 1);

	for (; a < end; a++)
		if (a->kind == ACT_CLOBBER)
			clobber(g, a, set);
		else
			act_del(g, a, set);
}

/* Add what instruction I reads. */
static inline void
read_backward(Flags *g, InsnId i, uint64_t *set)
{
	const Act *a = reads_begin(g, i), *end = reads_begin(g, i + 1);

	for (; a < end; a++)
		if (a->kind == ACT_READ)
			act_add(g, a, set);
}

/* Where block B may read what is undefined: mark that, and it is not read. */
static void
undefined_settle(Flags *g, BlockId b, uint64_t *set)
{
	const Block *block = &g->f->blocks.at[b];
	const uint64_t *defined = set_of(g, g->defined, b);
	uint64_t *use = set_of(g, g->use, b), open = g->unsure[b];
	uint32_t w;
	InsnId i;

	for (w = 0; w < g->words; w++)
		open |= use[w] & ~defined[w];
	if (!open || !mark_undefined(g, b, set))
		return;
	memset(use, 0, sizeof(*use) * g->words);
	for (i = block->end; i-- > block->first;) {
		kill_backward(g, i, use);
		read_backward(g, i, use);
	}
}

/* Units live at the end of block B, into SET. */
static void
live_out(Flags *g, BlockId b, uint64_t *set)
{
	const Block *block = &g->f->blocks.at[b];
	uint32_t k, w;

	memset(set, 0, sizeof(*set) * g->words);
	for (k = block->succs.start; k < block->succs.end; k++) {
		const uint64_t *in =
			set_of(g, g->live, g->f->succs.at[k].block);

		for (w = 0; w < g->words; w++)
			set[w] |= in[w];
	}
}

/* Fill `live`. */
static void
solve_live(Flags *g)
{
	Func *f = g->f;
	uint64_t *set = ARENA_RAW(g->tmp, uint64_t, g->words);
	uint8_t *dirty = ARENA_NEW(g->tmp, uint8_t, f->blocks.n + 1);
	bool again = true;
	uint32_t w, k;
	BlockId b;

	memset(dirty, 1, f->blocks.n);
	while (again) {
		again = false;
		for (b = f->blocks.n; b-- > 0;) {
			const uint64_t *use = set_of(g, g->use, b);
			const uint64_t *kill = set_of(g, g->kill, b);
			uint64_t *in = set_of(g, g->live, b), more = 0;

			if (!dirty[b])
				continue;
			dirty[b] = 0;
			live_out(g, b, set);
			for (w = 0; w < g->words; w++) {
				uint64_t now = (set[w] & ~kill[w]) | use[w];

				now &= ~g->ignored[w];
				more |= now & ~in[w];
				in[w] = now;
			}
			for (k = g->pred_start[b];
			     more && k < g->pred_start[b + 1]; k++)
				sweep_again(dirty, g->preds[k], &again);
		}
	}
}

/* Does A, of instruction I, define what is around another definition?  It does
 * not if others write every unit of it. */
static bool
defines_around(const Flags *g, const Act *a, InsnId i)
{
	const Act *o = writes_begin(g, i), *end = writes_begin(g, i + 1);
	uint64_t rest = a->bits;

	if (a->kind != ACT_DEF_MORE)
		return false;
	for (; o < end; o++)
		if (o->kind == ACT_DEF && o->word == a->word &&
		    !(g->f->opnds.at[o->opnd].flags & OPND_IMPLICIT))
			rest &= ~o->bits;
	return (rest || a->word == WORD_MANY) &&
	       opnd_defines_around(g->f, func_insn(g->f, i),
				   a->opnd - func_insn(g->f, i)->opnd0);
}

/* Marks of the definitions of instruction I, with SET live behind it; takes
 * what it writes out of SET but for what is around. */
static inline void
mark_defs(Flags *g, InsnId i, uint64_t *set)
{
	const Act *first = writes_begin(g, i), *end = writes_begin(g, i + 1),
		  *a;

	for (a = first; a < end; a++) {
		Operand *o = &g->f->opnds.at[a->opnd];

		if (a->kind == ACT_CLOBBER)
			continue;
		o->flags &= (uint16_t)~OPND_DEAD;
		if (!act_meets(g, a, set))
			o->flags |= OPND_DEAD;
	}
	for (a = first; a < end; a++)
		if (a->kind == ACT_CLOBBER)
			clobber(g, a, set);
		else if (!defines_around(g, a, i))
			act_del(g, a, set);
}

/* Marks of its reads, with SET live behind it but for its definitions; adds
 * them to SET.  From the last operand on: of a register and the one around it,
 * mentioned behind it, the latter is killed. */
static inline void
mark_reads(Flags *g, InsnId i, uint64_t *set)
{
	const Act *first = reads_begin(g, i), *a = reads_begin(g, i + 1);

	while (a-- > first) {
		Operand *o = &g->f->opnds.at[a->opnd];

		if (a->kind != ACT_READ)
			continue;
		o->flags &= (uint16_t)~OPND_KILL;
		if (!act_meets(g, a, set))
			o->flags |= OPND_KILL;
		act_add(g, a, set);
	}
}

/* Take what instruction I writes, but for what is around, out of SET, and add
 * what it reads. */
static void
pass_backward(Flags *g, InsnId i, uint64_t *set)
{
	const Act *a = writes_begin(g, i), *end = writes_begin(g, i + 1);

	for (; a < end; a++)
		if (a->kind == ACT_CLOBBER)
			clobber(g, a, set);
		else if (!defines_around(g, a, i))
			act_del(g, a, set);
	read_backward(g, i, set);
}

/* The head of a bundle repeats what its members do: its marks are about what
 * follows the last of them, with BEHIND live. */
static void
mark_head(Flags *g, InsnId i, uint64_t *behind, uint64_t *set)
{
	mark_defs(g, i, behind);
	mark_reads(g, i, behind);
	pass_backward(g, i, set);
}

static void
mark_block(Flags *g, BlockId b, uint64_t *set)
{
	const Block *block = &g->f->blocks.at[b];
	uint64_t *behind = set_of(g, g->del, b); /* not needed any more */
	bool inside = false;
	InsnId i;

	live_out(g, b, set);
	for (i = block->end; i-- > block->first;) {
		const Insn *insn = &g->f->insns.at[i];

		if ((insn->flags & INSN_BUNDLED) && !inside)
			memcpy(behind, set, sizeof(*set) * g->words);
		inside = insn->flags & INSN_BUNDLED;
		if (insn->flags & INSN_BUNDLE) {
			mark_head(g, i, behind, set);
			continue;
		}
		mark_defs(g, i, set);
		mark_reads(g, i, set);
	}
}

void
flags_mark(Func *f, const uint64_t *reserved, Arena *tmp)
{
	Flags g = {.f = f, .t = f->target, .reserved = reserved, .tmp = tmp};
	size_t all;
	BlockId b;

	g.words = BITS_WORDS(g.t->n_unit_regs);
	all = (size_t)g.words * f->blocks.n + 1;
	g.ignored = ARENA_NEW(tmp, uint64_t, g.words);
	g.regs = ARENA_NEW(tmp, RegBits, g.t->n_regs);
	preserved_init(&g.kept, f, tmp);
	g.add = ARENA_NEW(tmp, uint64_t, 6 * all);
	g.del = g.add + all;
	g.use = g.del + all;
	g.kill = g.use + all;
	g.defined = g.kill + all;
	g.live = g.defined + all;
	g.unsure = ARENA_NEW(tmp, uint8_t, f->blocks.n + 1);
	find_ignored(&g);
	find_preds(&g);
	effects_find(&g);
	if (f->tracks_liveness) {
		solve_defined(&g);
		for (b = 0; b < f->blocks.n; b++)
			undefined_settle(&g, b, g.add);
	}
	solve_live(&g);
	for (b = 0; b < f->blocks.n; b++)
		mark_block(&g, b, g.add);
	if (!f->tracks_liveness)
		return;
	liveins_write(&g);
}
