/*
 * Which moves leave a register free at a place: of what lives there, the
 * definition can come later, or the last use earlier.  A move makes as much
 * room as it takes out of the place, less what it puts there: operands that die
 * later, results that are there sooner.
 */
#include "core/explain/remedy_internal.h"

#include <stdlib.h>

/* Does V live at PLACE? */
static bool
lives_at(const Remedies *r, const RemedyPlace *place, VregId v)
{
	const LiveRange *range = &r->live.vregs[v].main;

	return range_find(&r->live, range, place->from) &&
	       range_find(&r->live, range, place->to);
}

/* Is operand K of INSN the first that names its register so: defines or reads
 * it? */
static bool
is_first(const Operand *o, uint32_t k)
{
	for (uint32_t i = 0; i < k; i++)
		if (o[i].kind == OPND_VREG && o[i].val == o[k].val &&
		    !((o[i].flags ^ o[k].flags) & OPND_DEF))
			return false;
	return true;
}

/* Would V be gone from PLACE if instruction I, behind it in its block, did not
 * read it? */
static bool
dies_by(const Remedies *r, const RemedyPlace *place, VregId v, InsnId i)
{
	const Live *live = &r->live;

	if (range_find(live, &live->vregs[v].main,
		       slot_of(&live->slots, i, SLOT_DEAD)))
		return false;
	FOR_OCCURRENCES(m, live, v)
		if (!(r->in.read->opnds.at[m->opnd].flags & OPND_DEBUG) &&
		    m->insn < i &&
		    slot_of(&live->slots, m->insn, SLOT_REG) > place->to)
			return false;
	return true;
}

/* The registers that are free at PLACE if instruction I goes from before it to
 * behind it (UP: the other way). */
static int64_t
room_made(const Remedies *r, const RemedyPlace *place, InsnId i, bool up)
{
	const Func *f = r->in.read;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	int64_t room = 0;

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		VregId v = o[k].val;

		if (o[k].kind != OPND_VREG || !is_first(o, k))
			continue;
		bool lives = lives_at(r, place, v);
		if (o[k].flags & OPND_DEF && up)
			room -= place->takes[v];
		else if (o[k].flags & OPND_DEF)
			room += lives ? place->takes[v] : 0;
		else if (up && dies_by(r, place, v, i))
			room += lives ? place->takes[v] : 0;
		else if (!up && opnd_reads(&o[k]))
			room -= lives ? 0 : place->takes[v];
	}
	return room;
}

/* How often registers lack between slots FROM and TO. */
static uint64_t
lacked(const RemedyPlace *place, SlotIdx from, SlotIdx to)
{
	return from < to ? place->lacked[remedy_sample(to)] -
				   place->lacked[remedy_sample(from)]
			 : 0;
}

/* The same where V lives that is not behind instruction BEFORE, of the block
 * that dominates all its readers. */
static uint64_t
lacked_before(const Remedies *r, const RemedyPlace *place, VregId v,
	      InsnId before)
{
	const Slots *slots = &r->live.slots;
	BlockId at = func_block_of(r->in.read, before);
	uint64_t n = 0;

	FOR_SLICE(Segment, seg, r->live.segs.at, r->live.vregs[v].main.segs) {
		SlotIdx from = seg->start, to;

		for (; from < seg->end; from = to) {
			BlockId b = slot_block(slots, from);
			to = slot_block_end(slots, b);
			to = to < seg->end ? to : seg->end;
			if (b == at)
				n += lacked(place, from,
					    slot_of(slots, before, SLOT_BLOCK));
			else if (!cfg_dominates(&r->cfg, at, b))
				n += lacked(place, from, to);
		}
	}
	return n;
}

static void
candidate_add(const Remedies *r, RemedyList *list, RemedyCandidate c)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i].insn == c.insn &&
		    list->at[i].before == c.before)
			return;
	c.score = (c.score + 1) * (uint64_t)c.room;
	VEC_PUSH(r->s->tmp, *list, c);
}

/* Is PLACE not behind instruction K, nor in a block that K's dominates? */
static bool
place_avoids(const Remedies *r, const RemedyPlace *place, InsnId k)
{
	BlockId b = slot_block(&r->live.slots, place->from);
	BlockId at = func_block_of(r->in.read, k);

	return b == at ? r->live.slots.insn_pos[k] > place->pos
		       : !cfg_dominates(&r->cfg, at, b);
}

/* Instruction I, which makes V, later. */
static void
later_add(const Remedies *r, const RemedyPlace *place, RemedyList *list,
	  VregId v, InsnId i)
{
	const Slots *slots = &r->live.slots;
	BlockId b = slot_block(slots, place->from);
	RemedyCandidate c = {.insn = i, .room = room_made(r, place, i, false)};

	if (c.room <= 0)
		return;
	c.before = motion_away(r, i);
	if (c.before != NONE && place_avoids(r, place, c.before)) {
		c.score = lacked_before(r, place, v, c.before);
		candidate_add(r, list, c);
	}
	if (func_block_of(r->in.read, i) != b ||
	    slots->insn_pos[i] > place->pos)
		return;
	c.before = motion_within(r, i, true);
	if (slots->insn_pos[c.before] <= place->pos ||
	    slots->insn_pos[c.before] <= slots->insn_pos[i] + 1)
		return;
	c.score = lacked(place, slot_of(slots, i, SLOT_REG),
			 slot_of(slots, c.before, SLOT_BLOCK));
	candidate_add(r, list, c);
}

/* Instruction I, which reads what lives at PLACE, sooner. */
static void
sooner_add(const Remedies *r, const RemedyPlace *place, RemedyList *list,
	   InsnId i)
{
	const Slots *slots = &r->live.slots;
	RemedyCandidate c = {.insn = i, .room = room_made(r, place, i, true)};

	if (c.room <= 0)
		return;
	c.before = motion_within(r, i, false);
	if (c.before == i || slots->insn_pos[c.before] > place->pos)
		return;
	c.score = lacked(place, slot_of(slots, c.before, SLOT_BLOCK),
			 slot_of(slots, i, SLOT_BLOCK));
	candidate_add(r, list, c);
}

/* What makes V, which lives at PLACE, and what reads it next. */
static void
register_look(const Remedies *r, const RemedyPlace *place, RemedyList *list,
	      VregId v)
{
	const Func *f = r->in.read;
	const Live *live = &r->live;
	BlockId b = slot_block(&live->slots, place->from);
	InsnId def = NONE, read = NONE;

	FOR_OCCURRENCES(m, live, v) {
		const Operand *o = &f->opnds.at[m->opnd];

		if (o->flags & OPND_DEBUG)
			continue;
		if (o->flags & OPND_DEF &&
		    slot_of(&live->slots, m->insn, SLOT_REG) <= place->to)
			def = m->insn;
		if (opnd_reads(o) && read == NONE &&
		    func_block_of(f, m->insn) == b &&
		    slot_of(&live->slots, m->insn, SLOT_REG) > place->to)
			read = m->insn;
	}
	if (def != NONE)
		later_add(r, place, list, v, def);
	if (read != NONE && !insn_is(f, func_insn(f, read), WK_PHI))
		sooner_add(r, place, list, read);
}

static int
compare_candidates(const void *a, const void *b)
{
	const RemedyCandidate *x = a, *y = b;

	if (x->own != y->own)
		return x->own ? -1 : 1;
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->insn != y->insn)
		return x->insn < y->insn ? -1 : 1;
	return x->before < y->before ? -1 : x->before > y->before;
}

void
remedy_moves(const Remedies *r, const RemedyQuestion *q,
	     const RemedyPlace *place, RemedyList *list)
{
	*list = (RemedyList){0};
	for (uint32_t i = 0; i < q->n; i++)
		if (place->takes[q->regs[i]] && lives_at(r, place, q->regs[i]))
			register_look(r, place, list, q->regs[i]);
	for (uint32_t i = 0; i < list->n; i++)
		list->at[i].own = true;
	for (VregId v = 0; v < r->in.read->vregs.n; v++)
		if (place->takes[v] && lives_at(r, place, v))
			register_look(r, place, list, v);
	if (list->n > 1)
		qsort(list->at, list->n, sizeof(*list->at), compare_candidates);
}
