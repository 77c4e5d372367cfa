/*
 * May an instruction of the function that was read stand somewhere else?  In
 * its block as far as nothing that it crosses has to do with it; in another
 * block where it is sure to compute the same, and no more often.
 */
#include "core/explain/remedy_internal.h"

#include "core/model/memory.h"
#include "core/schedule/region.h"

/* --- where registers of the machine are free --- */

/* Does some register of the machine that INSN writes hold something at AT?  One
 * that is reserved does so always. */
static bool
written_live(const Remedies *r, const Insn *insn, SlotIdx at)
{
	const Func *f = r->in.read;
	Slice implied = insn_implied(f, insn)->defs;

	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && o->val && o->flags & OPND_DEF &&
		    (bits_has(r->in.reserved, o->val) ||
		     reg_lives_at(&r->live, f->target, o->val, at)))
			return true;
	FOR_SLICE(RegId, reg, f->target->implicit_regs, implied)
		if (insn_writes_implied(f, insn, *reg) &&
		    (bits_has(r->in.reserved, *reg) ||
		     reg_lives_at(&r->live, f->target, *reg, at)))
			return true;
	return false;
}

/* --- what can be moved --- */

/* Does O, of a register of the machine, read what is the same as long as nobody
 * writes it, and is given to no value? */
static bool
reads_kept(const Remedies *r, const Operand *o)
{
	return !o->val || o->flags & OPND_DEF ||
	       r->in.read->target->regs[o->val].flags & REG_CONSTANT ||
	       bits_has(r->in.reserved, o->val);
}

/* Does instruction I stand at the start of its line? */
static bool
has_line(const Func *f, InsnId i)
{
	const char *text = f->source->text;
	Loc at = func_insn(f, i)->loc;

	if (at == LOC_NONE)
		return false;
	while (at && (text[at - 1] == ' ' || text[at - 1] == '\t'))
		at--;
	return !at || text[at - 1] == '\n';
}

static bool
is_mobile(const Remedies *r, InsnId i)
{
	const Func *f = r->in.read;
	const Insn *insn = func_insn(f, i);

	if (insn->flags & (INSN_DEBUG | INSN_UNKNOWN | INSN_MADE) ||
	    !has_line(f, i) || insn_is(f, insn, WK_PHI) ||
	    insn_is_boundary(f, insn) ||
	    (insn_flags(f, insn) &
	     (OP_SIDE_EFFECTS | OP_CONVERGENT | OP_META)) ||
	    (insn_is(f, insn, WK_COPY) && f->target->copies_read) ||
	    written_live(r, insn, slot_of(&r->live.slots, i, SLOT_DEAD)))
		return false;
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && !reads_kept(r, o))
			return false;
	return true;
}

/* --- inside a block --- */

/* Does nothing cross INSN, whatever it is? */
static bool
is_wall(const Func *f, const Insn *insn)
{
	static const uint8_t walls[] = {WK_PHI, WK_STATEPOINT, WK_PATCHPOINT,
					WK_STACKMAP, WK_INLINEASM_BR};

	if (insn->flags & (INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN) ||
	    insn_flags(f, insn) & (OP_TERMINATOR | OP_POSITION | OP_LIFETIME))
		return true;
	for (uint32_t i = 0; i < sizeof(walls); i++)
		if (insn_is(f, insn, walls[i]))
			return true;
	return false;
}

/* Does INSN write register REG of the machine? */
static bool
writes_reg(const Func *f, const Insn *insn, RegId reg)
{
	Slice implied = insn_implied(f, insn)->defs;

	if (insn_clobbers(f, insn, reg))
		return true;
	FOR_SLICE(RegId, r, f->target->implicit_regs, implied)
		if (target_overlap(f->target, *r, reg))
			return true;
	return false;
}

/* Has operand O to do with a register that INSN names, too? */
static bool
opnd_meets(const Func *f, const Operand *o, const Insn *insn)
{
	const Operand *p = insn_opnds(f, insn);

	if (o->kind == OPND_REG)
		return o->val && !(o->flags & OPND_DEF) &&
		       !(f->target->regs[o->val].flags & REG_CONSTANT) &&
		       writes_reg(f, insn, (RegId)o->val);
	for (uint32_t i = 0; o->kind == OPND_VREG && i < insn->nopnds; i++)
		if (p[i].kind == OPND_VREG && p[i].val == o->val &&
		    (o->flags | p[i].flags) & OPND_DEF)
			return true;
	return false;
}

/* An instruction on its way. */
typedef struct {
	const Remedies *r;
	const Insn *insn;
	bool memory; /* it loads or stores: */
	MemoryEffect effect;
} Mover;

/* False: instruction I stays where it is. */
static bool
mover_open(Mover *m, const Remedies *r, InsnId i)
{
	if (!is_mobile(r, i))
		return false;
	m->r = r;
	m->insn = func_insn(r->in.read, i);
	m->effect = memory_effect(r->in.read, i);
	m->memory = m->effect.kind != MEMORY_NONE;
	return true;
}

/* Can it and instruction K change places? */
static bool
may_cross(const Mover *m, InsnId k)
{
	const Func *f = m->r->in.read;
	const Insn *other = func_insn(f, k);

	if (other->flags & INSN_DEBUG)
		return true;
	/* Entries of call sites count the instructions before them. */
	if (is_wall(f, other) ||
	    (insn_flags(f, other) & OP_CALL && f->call_sites.n) ||
	    (m->memory && memory_conflict(m->effect, memory_effect(f, k))))
		return false;
	FOR_OPNDS(o, f, m->insn)
		if (opnd_meets(f, o, other))
			return false;
	return true;
}

/* Can something be put before instruction K that writes what INSN does? */
static bool
is_place(const Remedies *r, const Insn *insn, InsnId k)
{
	const Func *f = r->in.read;

	return !(func_insn(f, k)->flags & (INSN_DEBUG | INSN_BUNDLED)) &&
	       has_line(f, k) &&
	       !written_live(r, insn, slot_of(&r->live.slots, k, SLOT_BLOCK));
}

InsnId
motion_within(const Remedies *r, InsnId i, bool down)
{
	const Block *b = &r->in.read->blocks.at[func_block_of(r->in.read, i)];
	InsnId *found = &r->within[down][i], k = i + down;
	InsnId step = down ? 1 : (InsnId)-1;
	Mover m;

	if (*found != NONE)
		return *found;
	*found = i;
	if (!mover_open(&m, r, i))
		return i;
	while ((down ? k + 1 < b->end : k > b->first) &&
	       may_cross(&m, down ? k : k - 1))
		k += step;
	while (k != i && (k == b->end || !is_place(r, m.insn, k)))
		k -= step;
	return *found = k;
}

/* --- into another block --- */

/* Has V one definition, so that it is the same wherever that has been? */
static bool
is_single(const Remedies *r, VregId v)
{
	uint32_t n = 0;

	FOR_OCCURRENCES(m, &r->live, v)
		n += (r->in.read->opnds.at[m->opnd].flags & OPND_DEF) != 0;
	return n == 1;
}

/* The one register that INSN makes, of what is the same all over; NONE. */
static VregId
made_anywhere(const Remedies *r, const Insn *insn)
{
	VregId made = NONE;

	FOR_OPNDS(o, r->in.read, insn) {
		bool def = o->flags & OPND_DEF;

		if (o->kind == OPND_REG && !def && o->val &&
		    !steady_reads(&r->steady, o))
			return NONE;
		if (o->kind != OPND_VREG)
			continue;
		if (!is_single(r, o->val) || (def && (made != NONE || o->sub)))
			return NONE;
		if (def)
			made = o->val;
	}
	return made;
}

/* The block that occurrence M reads its register in, and the instruction in it
 * before which that must be made; NONE: before the terminators. */
static BlockId
reader_block(const Func *f, const Occurrence *m, InsnId *before)
{
	if (insn_is(f, func_insn(f, m->insn), WK_PHI)) {
		*before = NONE;
		return f->opnds.at[m->opnd + 1].val;
	}
	*before = m->insn;
	return func_block_of(f, m->insn);
}

/* The block that dominates all readers of V; NONE: it cannot be told. */
static BlockId
readers_dominator(const Remedies *r, VregId v)
{
	const Cfg *cfg = &r->cfg;
	BlockId at = NONE;
	InsnId before;

	FOR_OCCURRENCES(m, &r->live, v) {
		if (r->in.read->opnds.at[m->opnd].flags &
		    (OPND_DEF | OPND_DEBUG))
			continue;
		BlockId b = reader_block(r->in.read, m, &before);
		if (cfg->rpo_at[b] == NONE)
			return NONE;
		if (at == NONE)
			at = b;
		while (!cfg_dominates(cfg, at, b))
			at = cfg->idom[at];
	}
	return at;
}

/* The first place in block B that V must have been made before. */
static InsnId
readers_first(const Remedies *r, VregId v, BlockId b)
{
	const Func *f = r->in.read;
	InsnId first = block_first_terminator(f, b), before;

	FOR_OCCURRENCES(m, &r->live, v)
		if (!(f->opnds.at[m->opnd].flags & (OPND_DEF | OPND_DEBUG)) &&
		    reader_block(f, m, &before) == b && before < first)
			first = before;
	return first;
}

/* Does block B run in no more loops than A, and no more often? */
static bool
runs_less(const Remedies *r, BlockId a, BlockId b)
{
	uint32_t loop = r->cfg.loop_of[a], to = r->cfg.loop_of[b];

	while (loop != NONE && loop != to)
		loop = r->cfg.loops[loop].parent;
	return loop == to && r->freq[b] <= r->freq[a];
}

/* Does instruction I, which may load, meet something from FROM to END that it
 * must not cross? */
static bool
stretch_conflicts(const Remedies *r, InsnId i, InsnId from, InsnId end)
{
	const Func *f = r->in.read;
	MemoryEffect effect = memory_effect(f, i);

	for (; from < end; from++)
		if (!(func_insn(f, from)->flags & INSN_DEBUG) &&
		    memory_conflict(effect, memory_effect(f, from)))
			return true;
	return false;
}

/* Is memory as instruction I finds it whatever way leads to instruction K, in a
 * block that I's dominates?  All blocks between them are walked over. */
static bool
memory_kept(const Remedies *r, InsnId i, InsnId k)
{
	const Func *f = r->in.read;
	BlockId from = func_block_of(f, i), b = func_block_of(f, k);
	VEC(BlockId) ways = {0};
	Arena tmp = {0};
	bool kept = !stretch_conflicts(r, i, i + 1, f->blocks.at[from].end) &&
		    !stretch_conflicts(r, i, f->blocks.at[b].first, k);

	uint64_t *seen = ARENA_NEW(&tmp, uint64_t, BITS_WORDS(f->blocks.n));
	VEC_PUSH(&tmp, ways, b);
	while (kept && ways.n) {
		const Block *block = &f->blocks.at[ways.at[--ways.n]];

		for (uint32_t p = block->preds.start;
		     kept && p < block->preds.end; p++) {
			b = f->preds.at[p];
			if (b == from || bits_has(seen, b))
				continue;
			bits_add(seen, b);
			VEC_PUSH(&tmp, ways, b);
			kept = !stretch_conflicts(r, i, f->blocks.at[b].first,
						  f->blocks.at[b].end);
		}
	}
	arena_free(&tmp);
	return kept;
}

/* What motion_away finds, the first time. */
static InsnId
away_find(const Remedies *r, InsnId i)
{
	const Func *f = r->in.read;
	const Insn *insn = func_insn(f, i);
	BlockId from = func_block_of(f, i);
	VregId v;

	if (f->call_sites.n || r->cfg.rpo_at[from] == NONE ||
	    !is_mobile(r, i) || insn_flags(f, insn) & OP_MAY_STORE ||
	    (v = made_anywhere(r, insn)) == NONE)
		return NONE;
	BlockId to = readers_dominator(r, v);
	if (to == NONE || to == from || !runs_less(r, from, to))
		return NONE;
	InsnId k = readers_first(r, v, to);
	if (k == f->blocks.at[to].end || !is_place(r, insn, k) ||
	    (memory_effect(f, i).kind != MEMORY_NONE && !memory_kept(r, i, k)))
		return NONE;
	return k;
}

InsnId
motion_away(const Remedies *r, InsnId i)
{
	InsnId *found = &r->away[i];

	if (*found == i)
		*found = away_find(r, i);
	return *found;
}
