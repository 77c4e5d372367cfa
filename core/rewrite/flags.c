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

uint64_t *
set_of(const Flags *g, uint64_t *sets, BlockId b)
{
	return sets + (size_t)b * g->words;
}

static void
reg_learn(const Flags *g, uint32_t reg, RegBits *r)
{
	Slice s = g->t->regs[reg].units;

	*r = (RegBits){.word = NONE, .known = true};
	for (; s.start < s.end; s.start++) {
		UnitId u = g->t->reg_units[s.start];

		if (bits_has(g->ignored, u))
			continue;
		if (!r->bits)
			r->word = u / 64;
		else if (r->word != u / 64)
			r->word = NONE;
		r->bits |= (uint64_t)1 << u % 64;
	}
}

static inline const RegBits *
reg_bits(const Flags *g, uint32_t reg)
{
	RegBits *r = &g->regs[reg];

	if (!r->known)
		reg_learn(g, reg, r);
	return r;
}

/* Is some unit of REG in SET? */
static inline bool
set_meets_reg(const Flags *g, const uint64_t *set, uint32_t reg)
{
	const RegBits *r = reg_bits(g, reg);

	if (r->word != NONE)
		return set[r->word] & r->bits;
	return r->bits && unitset_meets(g->t, set, (RegId)reg);
}

static inline void
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

static inline void
set_del(const Flags *g, uint64_t *set, uint32_t reg)
{
	const RegBits *r = reg_bits(g, reg);

	if (r->word != NONE)
		set[r->word] &= ~r->bits;
	else if (r->bits)
		unitset_del(g->t, set, (RegId)reg);
}

/* Has REG units that are not ignored? */
static inline bool
reg_counts(const Flags *g, uint32_t reg)
{
	return reg_bits(g, reg)->bits;
}

static bool
is_def(const Operand *o)
{
	return o->kind == OPND_REG && o->val &&
	       (o->flags & (OPND_DEF | OPND_DEBUG)) == OPND_DEF;
}

static bool
is_read(const Operand *o)
{
	return o->kind == OPND_REG && o->val &&
	       !(o->flags &
		 (OPND_DEF | OPND_DEBUG | OPND_UNDEF | OPND_INTERNAL));
}

/* A unit is ignored if a reserved register contains it and no register does
 * that could be allocated. */
static void
find_ignored(Flags *g)
{
	const Target *t = g->t;
	uint32_t u, i;

	for (u = 0; u < t->n_unit_regs; u++) {
		bool reserved = false, open = false;

		for (i = t->unit_regs[u].start; i < t->unit_regs[u].end; i++) {
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

/* Take what mask number MASK does not preserve out of SET; with DEL, the part
 * of a block's transfer that is taken out, note it there. */
static void
clobber(Flags *g, uint32_t mask, uint64_t *set, uint64_t *del)
{
	const uint64_t *kept = preserved_units(&g->kept, mask);
	uint32_t w;

	for (w = 0; w < g->words; w++) {
		set[w] &= kept[w];
		if (del)
			del[w] |= ~kept[w];
	}
}

/* What one instruction does to the set of defined units.  With DEL: its effect
 * on the transfer of its block. */
static void
define_forward(Flags *g, const Insn *insn, uint64_t *set, uint64_t *del)
{
	const Operand *o = insn_opnds(g->f, insn), *end = o + insn->nopnds;
	const Operand *first = o;
	bool clobbers = false;

	for (; o < end; o++) {
		if (is_def(o)) {
			set_add(g, set, o->val);
		} else if (o->kind == OPND_MASK) {
			clobber(g, o->val, set, del);
			clobbers = true;
		}
	}
	/* It defines behind what it clobbers. */
	for (o = first; clobbers && o < end; o++)
		if (is_def(o))
			set_add(g, set, o->val);
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
	InsnId i;

	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		dirty[b] = 1;
		for (i = block->first; i < block->end; i++)
			define_forward(g, &f->insns.at[i], set_of(g, g->add, b),
				       set_of(g, g->del, b));
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

/* Mark reads of what nothing defines. */
static void
mark_undefined(Flags *g)
{
	Func *f = g->f;
	uint64_t *set = ARENA_NEW(g->tmp, uint64_t, g->words);
	uint32_t k;
	BlockId b;
	InsnId i;

	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		memcpy(set, set_of(g, g->defined, b), sizeof(*set) * g->words);
		for (i = block->first; i < block->end; i++) {
			const Insn *insn = &f->insns.at[i];
			Operand *o = insn_opnds(f, insn);

			for (k = 0; k < insn->nopnds; k++)
				if (is_read(&o[k]) && reg_counts(g, o[k].val) &&
				    !set_meets_reg(g, set, o[k].val))
					o[k].flags |= OPND_UNDEF;
			define_forward(g, insn, set, NULL);
		}
	}
}

/* Take what INSN writes out of the set of live units.  The rest of a tuple that
 * copies make up together comes from the same block: for blocks as a whole
 * (DEL) the last copy defines it. */
static void
kill_backward(Flags *g, const Insn *insn, uint64_t *set, uint64_t *del)
{
	const Operand *o = insn_opnds(g->f, insn);
	uint32_t k, n = insn->nopnds;

	for (k = 0; k < n; k++) {
		if (o[k].kind == OPND_MASK)
			clobber(g, o[k].val, set, del);
		if (!is_def(&o[k]) || (!del && (o[k].flags & OPND_IMPLICIT) &&
				       opnd_defines_around(g->f, insn, k)))
			continue;
		set_del(g, set, o[k].val);
		if (del)
			set_add(g, del, o[k].val);
	}
}

/* Add what INSN reads. */
static void
read_backward(Flags *g, const Insn *insn, uint64_t *set)
{
	const Operand *o = insn_opnds(g->f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++)
		if (is_read(&o[k]))
			set_add(g, set, o[k].val);
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
	size_t all = sizeof(uint64_t) * g->words * f->blocks.n;
	uint64_t *set = ARENA_NEW(g->tmp, uint64_t, g->words);
	uint8_t *dirty = ARENA_NEW(g->tmp, uint8_t, f->blocks.n + 1);
	bool again = true;
	uint32_t w, k;
	BlockId b;
	InsnId i;

	memset(g->add, 0, all);
	memset(g->del, 0, all);
	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		uint64_t *add = set_of(g, g->add, b);
		uint64_t *del = set_of(g, g->del, b);

		dirty[b] = 1;
		for (i = block->end; i-- > block->first;) {
			kill_backward(g, &f->insns.at[i], add, del);
			read_backward(g, &f->insns.at[i], add);
		}
	}
	while (again) {
		again = false;
		for (b = f->blocks.n; b-- > 0;) {
			const uint64_t *add = set_of(g, g->add, b);
			const uint64_t *del = set_of(g, g->del, b);
			uint64_t *in = set_of(g, g->live, b), more = 0;

			if (!dirty[b])
				continue;
			dirty[b] = 0;
			live_out(g, b, set);
			for (w = 0; w < g->words; w++) {
				uint64_t now = (set[w] & ~del[w]) | add[w];

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

/* Marks of the definitions of INSN, with SET live behind it. */
static void
mark_defs(Flags *g, const Insn *insn, const uint64_t *set)
{
	Operand *o = insn_opnds(g->f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++) {
		if (!is_def(&o[k]) || !reg_counts(g, o[k].val))
			continue;
		o[k].flags &= ~OPND_DEAD;
		if (!set_meets_reg(g, set, o[k].val))
			o[k].flags |= OPND_DEAD;
	}
}

/* Marks of its reads, with SET live behind it but for its definitions; adds
 * them to SET.  From the last operand on: of a register and the one around it,
 * mentioned behind it, the latter is killed. */
static void
mark_reads(Flags *g, const Insn *insn, uint64_t *set)
{
	Operand *o = insn_opnds(g->f, insn);
	uint32_t k;

	for (k = insn->nopnds; k-- > 0;) {
		if (o[k].kind == OPND_REG && (o[k].flags & OPND_UNDEF))
			o[k].flags &= ~OPND_KILL;
		if (!is_read(&o[k]) || !reg_counts(g, o[k].val))
			continue;
		o[k].flags &= ~OPND_KILL;
		if (!set_meets_reg(g, set, o[k].val))
			o[k].flags |= OPND_KILL;
		set_add(g, set, o[k].val);
	}
}

/* The head of a bundle repeats what its members do: its marks are about what
 * follows the last of them, with BEHIND live. */
static void
mark_head(Flags *g, const Insn *insn, uint64_t *behind, uint64_t *set)
{
	mark_defs(g, insn, behind);
	kill_backward(g, insn, behind, NULL);
	mark_reads(g, insn, behind);
	kill_backward(g, insn, set, NULL);
	read_backward(g, insn, set);
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
			mark_head(g, insn, behind, set);
			continue;
		}
		mark_defs(g, insn, set);
		kill_backward(g, insn, set, NULL);
		mark_reads(g, insn, set);
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
	g.add = ARENA_NEW(tmp, uint64_t, all);
	g.del = ARENA_NEW(tmp, uint64_t, all);
	g.defined = ARENA_NEW(tmp, uint64_t, all);
	g.live = ARENA_NEW(tmp, uint64_t, all);
	find_ignored(&g);
	find_preds(&g);
	if (f->tracks_liveness) {
		solve_defined(&g);
		mark_undefined(&g);
	}
	solve_live(&g);
	for (b = 0; b < f->blocks.n; b++)
		mark_block(&g, b, g.add);
	if (!f->tracks_liveness)
		return;
	liveins_write(&g);
}
