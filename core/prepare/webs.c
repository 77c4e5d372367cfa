/*
 * Registers with several lives: lowering and coalescing leave such that have
 * nothing to do with each other.  Apart they are easier to place.
 *
 * A web range is a range of the register: all of it, or each of its sub-ranges.
 * Values of web ranges are nodes; meetings, ties, operands that name several
 * web ranges and, where there is one web range only, definitions of parts join
 * them.
 */
#include "core/prepare/webs.h"

#include "core/base/unionfind.h"

typedef struct {
	const LiveRange *range;
	LaneMask lanes;
	uint32_t first; /* node of its first value */
} WebRange;

typedef struct {
	Func *f;
	const Live *live;
	VEC(WebRange) web_ranges; /* of the register at hand */
	bool parts;		  /* they are sub-ranges */
	uint32_t *up;		  /* by node: its set */
	VregId *name; /* by representative: the register of the set */
	uint32_t nnodes;
	uint32_t nsets;
	Arena *arena;
} Sets;

/* Join two sets. */
static void
set_join(Sets *s, uint32_t a, uint32_t b)
{
	if (a != NONE && b != NONE)
		s->nsets -= unionfind_join(s->up, a, b);
}

/* The node of STRAND at AT; NONE: it is not live. */
static uint32_t
node_at(const Sets *s, const WebRange *web_range, SlotIdx at)
{
	const Segment *seg = range_find(s->live, web_range->range, at);

	return seg ? web_range->first + seg->value -
			       web_range->range->values.start
		   : NONE;
}

/* Where operand O of instruction I finds its value. */
static SlotIdx
operand_slot(const Sets *s, InsnId i, const Operand *o)
{
	unsigned slot = SLOT_BLOCK;

	if (func_insn(s->f, i)->flags & INSN_DEBUG)
		slot = SLOT_DEAD; /* behind the instruction before it */
	else if (o->flags & OPND_DEF)
		slot = o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG;
	else if (o->flags & OPND_INTERNAL)
		slot = SLOT_REG;
	return slot_of(&s->live->slots, i, slot);
}

/* A node of operand O of instruction I; all that it has are joined if JOIN. */
static uint32_t
operand_node(Sets *s, InsnId i, const Operand *o, bool join)
{
	LaneMask lanes = target_sub_lanes(s->f->target, o->sub);
	SlotIdx at = operand_slot(s, i, o);
	uint32_t found = NONE;

	FOR_VEC(WebRange, web_range, s->web_ranges) {
		if (!(web_range->lanes & lanes))
			continue;
		uint32_t node = node_at(s, web_range, at);
		if (join)
			set_join(s, found, node);
		if (found == NONE)
			found = node;
	}
	return found;
}

/* The definition of the same register that use O of INSN is tied to. */
static const Operand *
tied_def(const Sets *s, const Insn *insn, const Operand *o)
{
	if (o->tied == TIED_NONE || o->flags & OPND_DEF ||
	    insn->flags & INSN_DEBUG)
		return NULL;
	const Operand *def = insn_opnds(s->f, insn) + o->tied;
	return def->kind == OPND_VREG && def->val == o->val ? def : NULL;
}

/*
 * Does the instruction that defines O's register also read it implicitly?  A
 * predicated one does, whether or not a tie says so: where its condition
 * fails, the old value stays.
 */
static bool
keeps_old(const Sets *s, const Insn *insn, const Operand *o)
{
	FOR_OPNDS(all, s->f, insn)
		if (all->kind == OPND_VREG && all->val == o->val &&
		    (all->flags & (OPND_DEF | OPND_IMPLICIT | OPND_UNDEF)) ==
			    OPND_IMPLICIT)
			return true;
	return false;
}

/* What operand O of instruction I connects: most that read connect nothing. */
static void
occurrence_join(Sets *s, InsnId i, const Operand *o)
{
	const Insn *insn = func_insn(s->f, i);
	const Operand *def = tied_def(s, insn, o);
	bool old = o->flags & OPND_DEF && !s->parts &&
		   (opnd_reads(o) || keeps_old(s, insn, o));

	if ((!def && !old && !s->parts) || insn->flags & INSN_DEBUG)
		return;
	uint32_t node = operand_node(s, i, o, true);
	if (def)
		set_join(s, node, operand_node(s, i, def, false));
	if (old)
		set_join(s, node,
			 node_at(s, &s->web_ranges.at[0],
				 slot_of(&s->live->slots, i, SLOT_BLOCK)));
}

/* A value that begins at a block's head comes from all predecessors. */
static void
meetings_join(Sets *s, const WebRange *web_range)
{
	const Slots *slots = &s->live->slots;
	Slice values = web_range->range->values;

	for (uint32_t v = values.start; v < values.end; v++) {
		const Value *value = &s->live->values.at[v];

		if (value->opnd != NONE)
			continue;
		const Block *b =
			&s->f->blocks.at[slot_block(slots, value->def)];
		FOR_SLICE(BlockId, pred, s->f->preds.at, b->preds) {
			BlockId p = *pred;

			set_join(s, web_range->first + v - values.start,
				 node_at(s, web_range,
					 slot_block_end(slots, p) - 1));
		}
	}
}

/* The register of the value that operand O of instruction I names. */
static VregId
occurrence_name(Sets *s, InsnId i, const Operand *o)
{
	const Operand *def = tied_def(s, func_insn(s->f, i), o);
	uint32_t node = operand_node(s, i, o, false);

	if (node == NONE && def) /* undefined, in the definition's place */
		node = operand_node(s, i, def, false);
	return node == NONE ? o->val : s->name[unionfind_root(s->up, node)];
}

/* Names for the sets of register V; how many there are. */
static uint32_t
sets_name(Sets *s, VregId v)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->nnodes; i++) {
		if (s->up[i] != i)
			continue;
		s->name[i] = v;
		if (!n++)
			continue;
		s->name[i] = func_add_vreg(s->f, s->f->vregs.at[v].cls, v);
		Vreg *from = &s->f->vregs.at[v];
		Vreg *to = &s->f->vregs.at[s->name[i]];
		to->hint = from->hint;
		to->hint_kind = from->hint_kind;
	}
	return n;
}

/* Does a lane that definition O of instruction I does not write live on, in the
 * register that is to be NAME? */
static bool
others_live(Sets *s, InsnId i, const Operand *o, VregId name)
{
	LaneMask lanes = target_sub_lanes(s->f->target, o->sub);
	SlotIdx at = operand_slot(s, i, o);

	for (uint32_t k = 0; k < s->web_ranges.n; k++) {
		if (s->web_ranges.at[k].lanes & lanes)
			continue;
		uint32_t node = node_at(s, &s->web_ranges.at[k], at - 1);
		if (node != NONE &&
		    s->name[unionfind_root(s->up, node)] == name)
			return true;
	}
	return false;
}

static void
web_range_add(Sets *s, const LiveRange *range, LaneMask lanes)
{
	WebRange web_range = {range, lanes, s->nnodes};

	s->nnodes += range->values.end - range->values.start;
	VEC_PUSH(s->arena, s->web_ranges, web_range);
}

/* How many values the web ranges of IV have. */
static uint32_t
values_count(const Live *live, const Interval *iv)
{
	Slice all = iv->main.values, subs = iv->subs;
	uint32_t n = 0;

	if (subs.start == subs.end)
		return all.end - all.start;
	FOR_SLICE(SubRange, sub, live->subs.at, subs) {
		all = sub->range.values;
		n += all.end - all.start;
	}
	return n;
}

static void
web_ranges_find(Sets *s, const Interval *iv)
{
	s->web_ranges.n = s->nnodes = 0;
	s->parts = iv->subs.start < iv->subs.end;
	FOR_SLICE(SubRange, sub, s->live->subs.at, iv->subs)
		web_range_add(s, &sub->range, sub->lanes);
	if (!s->parts)
		web_range_add(s, &iv->main, LANES_ALL);
}

/* Find the sets of register V and name them; false: there is one only. */
static bool
sets_find(Sets *s, VregId v)
{
	const Live *live = s->live;

	unionfind_init(s->up, s->nnodes);
	s->nsets = s->nnodes;
	for (uint32_t i = 0; i < s->web_ranges.n; i++)
		meetings_join(s, &s->web_ranges.at[i]);
	for (uint32_t i = live->occurrence_start[v];
	     s->nsets > 1 && i < live->occurrence_start[v + 1]; i++)
		occurrence_join(s, live->occurrences[i].insn,
				&s->f->opnds.at[live->occurrences[i].opnd]);
	return s->nsets > 1 && sets_name(s, v);
}

/* Does operand O of instruction I read lanes that nothing defines?  They are in
 * no set; in the register whose name it keeps they would be read where that is
 * not live. */
static bool
reads_undefined(Sets *s, InsnId i, const Operand *o)
{
	return s->parts && !(o->flags & OPND_DEF) && opnd_reads(o) &&
	       operand_node(s, i, o, false) == NONE;
}

/* Rename the occurrences of V, N of them from START on, with room in NAMES. */
static void
occurrences_rename(Sets *s, const Occurrence *start, uint32_t n, VregId *names)
{
	/* All names before any operand changes: ties look at others. */
	for (uint32_t i = 0; i < n; i++)
		names[i] = occurrence_name(s, start[i].insn,
					   &s->f->opnds.at[start[i].opnd]);
	for (uint32_t i = 0; i < n; i++) {
		Operand *o = &s->f->opnds.at[start[i].opnd];

		if (s->parts && o->flags & OPND_DEF && opnd_reads(o) &&
		    !others_live(s, start[i].insn, o, names[i]))
			o->flags |= OPND_UNDEF;
		if (reads_undefined(s, start[i].insn, o))
			o->flags |= OPND_UNDEF;
		o->val = names[i];
	}
}

bool
split_webs(Func *f, const Live *live, Arena *scratch)
{
	uint32_t nvregs = f->vregs.n, nnodes = 0, noccurrences = 0, n;
	Sets s = {.f = f, .live = live, .arena = scratch};
	VregId *several = ARENA_RAW(scratch, VregId, nvregs + 1);
	bool renamed = false;
	VregId v;
	uint32_t nseveral = 0;

	for (v = 0; v < nvregs; v++) {
		/* Without jumps: which ones are cannot be foretold. */
		several[nseveral] = v;
		nseveral += values_count(live, &live->vregs[v]) > 1;
	}
	for (uint32_t k = 0; k < nseveral; k++) {
		v = several[k];
		n = values_count(live, &live->vregs[v]);
		nnodes = n > nnodes ? n : nnodes;
		n = live->occurrence_start[v + 1] - live->occurrence_start[v];
		noccurrences = n > noccurrences ? n : noccurrences;
	}
	if (!nnodes)
		return false;
	s.up = ARENA_RAW(scratch, uint32_t, nnodes);
	s.name = ARENA_RAW(scratch, VregId, nnodes);
	VregId *names = ARENA_RAW(scratch, VregId, noccurrences);
	for (uint32_t k = 0; k < nseveral; k++) {
		v = several[k];
		web_ranges_find(&s, &live->vregs[v]);
		if (!sets_find(&s, v))
			continue;
		occurrences_rename(
			&s, live->occurrences + live->occurrence_start[v],
			live->occurrence_start[v + 1] -
				live->occurrence_start[v],
			names);
		renamed = true;
	}
	return renamed;
}
