/*
 * Coalescing by values and lanes: copies in the order of their frequency, then
 * the new names.
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/base/bits.h"
#include "core/base/sort.h"

#include <string.h>

/* May the copy vanish?  Its extra operands may only be reads of reserved
 * registers (exec). */
static bool
copy_is_plain(const Coalescer *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->f, insn);
	uint32_t i;

	for (i = 2; i < insn->nopnds; i++)
		if (o[i].kind != OPND_REG || (o[i].flags & OPND_DEF) ||
		    !bits_has(c->reserved, o[i].val))
			return false;
	return true;
}

/* A copy that may vanish, as a number: in order of these they are looked at,
 * the most frequent first, and those that fill the tied operand of the next
 * instruction behind the others. */
typedef uint64_t Candidate;

static Candidate
candidate_of(InsnId insn, float freq, bool tied)
{
	uint32_t bits;

	/* Those of what is not negative are in its order. */
	memcpy(&bits, &freq, sizeof(bits));
	return (uint64_t)~bits << 32 | (uint64_t)tied << 31 | insn;
}

static InsnId
candidate_insn(Candidate c)
{
	return (InsnId)(c & 0x7fffffff);
}

static bool
candidate_is_tied(Candidate c)
{
	return c >> 31 & 1;
}

static float
copy_freq(const Coalescer *c, const float *freq, InsnId i)
{
	const Slots *slots = &c->live->slots;

	return freq[slots->pos_block[slots->insn_pos[i]]];
}

/*
 * V = COPY PHI; T = COPY V; T is changed; V is read; PHI = COPY T: once V has
 * PHI's register, both other copies stay.  If T has it, the first one alone
 * does.
 */
typedef struct {
	VregId t;   /* by V */
	VregId phi; /* by V; NONE: there is none */
	VregId v;   /* by PHI */
	float gain; /* by V: executions of copies of T into PHI, less those of
		       V into it */
} Change;

/* Is what COPY makes changed while its source lives on? */
static bool
copy_is_changed(const Coalescer *c, const CopyNote *copy)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, copy->insn));
	Slice values = c->live->vregs[copy->dst].main.values;

	return values.end == values.start + 2 && !o[0].sub && !o[1].sub &&
	       range_find(c->live, &c->live->vregs[copy->src].main,
			  c->live->values.at[values.end - 1].def);
}

/* COPY may copy a T or a V into its PHI. */
static void
change_weigh(const Coalescer *c, Change *changes, const float *freq,
	     const CopyNote *copy)
{
	VregId v;

	if (!(c->places[copy->dst].change & CHANGE_PHI))
		return;
	v = changes[copy->dst].v;
	if (copy->src == changes[v].t)
		changes[v].gain += copy_freq(c, freq, copy->insn);
	else if (copy->src == v)
		changes[v].gain -= copy_freq(c, freq, copy->insn);
}

/* By VregId, for those that Place.change says. */
static const Change *
changes_find(const Coalescer *c, const float *freq)
{
	const CopyNote *copy, *first = c->copies.at, *end = first + c->copies.n;
	Change *changes = NULL;

	for (copy = first; copy < end; copy++) {
		if (!c->places[copy->dst].several || !copy_is_changed(c, copy))
			continue;
		if (!changes)
			changes = ARENA_RAW(c->tmp, Change, c->f->vregs.n);
		changes[copy->src] = (Change){copy->dst, NONE, NONE, 0};
		c->places[copy->src].change = CHANGE_V;
	}
	if (!changes)
		return NULL;
	for (copy = first; copy < end; copy++) {
		if (!(c->places[copy->dst].change & CHANGE_V))
			continue;
		changes[copy->dst].phi = copy->src;
		changes[copy->src].v = copy->dst;
		c->places[copy->src].change |= CHANGE_PHI;
	}
	for (copy = first; copy < end; copy++)
		change_weigh(c, changes, freq, copy);
	return changes;
}

/* Should COPY wait for all the others? */
static bool
copy_waits(const Coalescer *c, const Change *changes, const CopyNote *copy)
{
	return (c->places[copy->dst].change & CHANGE_V) &&
	       changes[copy->dst].phi == copy->src &&
	       changes[copy->dst].gain > 0;
}

static void
insn_erase(Coalescer *c, InsnId i)
{
	func_erase(c->f, i);
	c->erased[i] = 1;
}

static void
copies_join(Coalescer *c, const float *freq)
{
	Func *f = c->f;
	VEC(Candidate) todo = {0};
	const Change *changes = changes_find(c, freq);
	uint32_t k, round;

	for (k = 0; k < c->copies.n; k++) {
		const CopyNote *copy = &c->copies.at[k];
		InsnId i = copy->insn;

		if (copy->plain)
			VEC_PUSH(c->tmp, todo,
				 candidate_of(i,
					      copy_waits(c, changes, copy)
						      ? 0
						      : copy_freq(c, freq, i),
					      copy->tied));
	}
	sort_numbers(todo.at, todo.n, c->tmp);
	/* A second round for those that had to wait for another exchange of
	 * sources. */
	for (round = 0; round < 2; round++)
		for (k = 0; k < todo.n; k++) {
			InsnId insn = candidate_insn(todo.at[k]);

			if (c->erased[insn] ||
			    (round && !candidate_is_tied(todo.at[k])))
				continue;
			if (copy_join_commuting(c, insn))
				c->erased[insn] = 1;
			if (c->erased[insn] &&
			    (f->insns.at[insn].flags & INSN_REST))
				node_unblock(c, insn);
		}
}

/* Do lanes outside LANES of NODE live through slot AT? */
static bool
others_live(Node *node, LaneMask lanes, SlotIdx at)
{
	uint32_t i;

	for (i = 0; i < node->sets.n; i++) {
		const OwnedSeg *seg;

		if (!(node->sets.at[i].lanes & ~lanes))
			continue;
		seg = segset_overlap(&node->sets.at[i].set, at - 1, at + 1);
		if (seg && seg->start < at && seg->end > at)
			return true;
	}
	return false;
}

static inline void
operand_rename(Coalescer *c, InsnId i, Operand *o)
{
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	SubId place;
	VregId old = o->val, v = node_find(c, old, &place);

	if (!c->places[v].joined)
		return;
	if ((o->flags & OPND_DEBUG) && place | (v != old) &&
	    !range_find(c->live, &c->live->vregs[old].main, at)) {
		o->kind = OPND_REG;
		o->val = 0;
		o->sub = 0;
		return;
	}
	o->val = v;
	o->sub = target_compose(c->t, place, o->sub);
	if (!(o->flags & OPND_DEF) || (o->flags & OPND_DEBUG))
		return;
	if (o->sub &&
	    !others_live(c->nodes[v], target_sub_lanes(c->t, o->sub), at))
		o->flags |= OPND_UNDEF;
	else
		o->flags &= (uint16_t)~OPND_UNDEF;
}

/* Does a defined value of the joined register flow through the place of this
 * IMPLICIT_DEF?  Then it must not end it. */
static bool
undefined_is_covered(Coalescer *c, InsnId i)
{
	const Operand *o = insn_opnds(c->f, &c->f->insns.at[i]);
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	SubId place;
	VregId v;
	Node *node;
	uint32_t k;

	if (o[0].kind != OPND_VREG)
		return false;
	v = node_find(c, o[0].val, &place);
	if (!c->places[v].joined)
		return false;
	node = c->nodes[v];
	for (k = 0; k < node->sets.n; k++)
		if (segset_overlap(&node->sets.at[k].set, at, at + 1))
			return true;
	return false;
}

/* The lanes of the joined register *V that COPY I fills; 0: it must stay, or
 * fills no joined one. */
static LaneMask
copied_lanes(Coalescer *c, InsnId i, VregId *v)
{
	const Insn *insn = &c->f->insns.at[i];
	const Operand *o = insn_opnds(c->f, insn);
	SubId place;

	if (!is_copy(c->f, insn) || !copy_is_plain(c, insn))
		return 0;
	*v = node_find(c, o[0].val, &place);
	if (!c->places[*v].joined)
		return 0;
	return target_sub_lanes(c->t, target_compose(c->t, place, o[0].sub));
}

/* Copies of the parallel group from I on that others of it do, too: where they
 * fill the same lanes of one register, they agree. */
static void
group_prune(Coalescer *c, InsnId i)
{
	const Func *f = c->f;
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	InsnId first = i;

	for (; i < f->insns.n; i++) {
		VregId v, same;
		Node *node;
		LaneMask lanes, old;
		uint32_t k;

		if (i > first && !(func_insn(f, i)->flags & INSN_PARALLEL))
			break;
		lanes = c->erased[i] ? 0 : copied_lanes(c, i, &v);
		if (!lanes)
			continue;
		node = c->nodes[v];
		if (node->copied_at != at)
			node->copied.n = 0;
		node->copied_at = at;
		for (k = 0; k < node->copied.n; k++) {
			old = copied_lanes(c, node->copied.at[k], &same);
			if (!(lanes & ~old))
				break;
			if (old & ~lanes)
				continue;
			c->erased[node->copied.at[k]] = 1;
			node->copied.at[k--] =
				node->copied.at[--node->copied.n];
		}
		if (k < node->copied.n)
			c->erased[i] = 1;
		else
			VEC_PUSH(c->tmp, node->copied, i);
	}
}

/* Does one segment of one value number span slot AT in all LANES of NODE? */
static bool
lanes_hold_on(Node *node, LaneMask lanes, SlotIdx at)
{
	uint32_t k;

	for (k = 0; k < node->sets.n; k++) {
		const OwnedSeg *seg;

		if (!(node->sets.at[k].lanes & lanes))
			continue;
		seg = segset_overlap(&node->sets.at[k].set, at - 1, at);
		if (!seg || seg->end <= at)
			return false;
	}
	return true;
}

/*
 * Does NODE hold at slot AT what it has held before, in the block that begins
 * at START, and nothing else in between?  Then it does all the while.
 */
static bool
node_holds_again(Coalescer *c, Node *node, SlotIdx start, SlotIdx at)
{
	const OwnedSeg *seg, *before;
	OwnedSeg more;

	/* Definitions of parts in between must know of the others. */
	if (c->returns.n || node->sets.n != 1)
		return false;
	before = segset_before(&node->sets.at[0].set, at);
	if (!before || before->end <= start)
		return false;
	seg = segset_overlap(&node->sets.at[0].set, at, at + 1);
	if (!seg || seg->start != at || before->owner != seg->owner ||
	    before->tag != seg->tag)
		return false;
	more = *before;
	more.start = before->end;
	more.end = at;
	if (more.start < more.end)
		segset_insert(&node->sets.at[0].set, c->tmp, more);
	return true;
}

/* Does the destination of this COPY hold the copied value already, or has it,
 * shortly before? */
static bool
copy_is_needless(Coalescer *c, InsnId i)
{
	const Slots *slots = &c->live->slots;
	SlotIdx at = slot_of(slots, i, SLOT_REG);
	VregId v;
	LaneMask lanes = copied_lanes(c, i, &v);

	return lanes &&
	       (lanes_hold_on(c->nodes[v], lanes, at) ||
		node_holds_again(
			c, c->nodes[v],
			slot_block_start(slots, slots->pos_block[at / 4]), at));
}

/* What became of registers and, where somebody asks, of copies; operands have
 * their old names yet. */
static void
joins_log(Coalescer *c, AllocLog *log)
{
	const Func *f = c->f;
	VregId v;
	InsnId i;

	log_names(log, f);
	for (v = 0; v < f->vregs.n; v++)
		log->joined[v] = node_find(c, v, &log->part[v]);
	for (i = 0; log->wanted && i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		if (!is_copy(f, insn))
			continue;
		VEC_PUSH(log->arena, log->copies,
			 ((LogCopy){insn->loc, insn->opnd0, o[0].val, o[1].val,
				    o[0].sub, o[1].sub,
				    c->erased[i] ? JOIN_DONE
						 : copy_refusal(c, insn)}));
	}
}

/* O is an operand as it stays. */
static inline void
operand_count(Joined *j, const Operand *o)
{
	if (o->kind != OPND_VREG)
		return;
	if (o->flags & OPND_DEF)
		j->named[o->val].defs++;
	else
		j->named[o->val].uses++;
}

/* Erase the copies that nobody needs any more, and what makes nothing where
 * something is. */
static void
copies_drop(Coalescer *c, Joined *j)
{
	Func *f = c->f;
	const Candidates *marks = c->marks;
	uint32_t k;

	j->copied = ARENA_RAW(c->tmp, VregId, f->insns.n + 1);
	for (k = 0; k < marks->copies.n; k++) {
		InsnId i = marks->copies.at[k].insn;
		Insn *insn = &f->insns.at[i];
		const Operand *src = insn_opnds(f, insn) + 1;

		if (insn->flags & INSN_REST)
			insn->flags &= (uint16_t)~INSN_REST;
		if (k + 1 < marks->copies.n &&
		    marks->copies.at[k + 1].insn == i + 1 &&
		    insn[1].flags & INSN_PARALLEL &&
		    !(insn->flags & INSN_PARALLEL))
			group_prune(c, i);
		if (c->erased[i] || copy_is_needless(c, i)) {
			insn_erase(c, i);
		} else if (src->kind == OPND_VREG) {
			VEC_PUSH(c->tmp, j->copies, i);
			j->copied[i] = src->val;
		}
	}
	for (k = 0; k < marks->undefined.n; k++)
		if (undefined_is_covered(c, marks->undefined.at[k]))
			insn_erase(c, marks->undefined.at[k]);
}

/* Rename, and count in J, the occurrences of V; those that have changed places
 * with others, too: of these registers all are looked at. */
static void
occurrences_rename(Coalescer *c, Joined *j, VregId v)
{
	const Occurrence *m =
		c->live->occurrences + c->live->occurrence_start[v];
	const Occurrence *end =
		c->live->occurrences + c->live->occurrence_start[v + 1];

	for (; m < end; m++) {
		Operand *o = &c->f->opnds.at[m->opnd];

		if (c->erased[m->insn] || (c->remade && c->remade[m->insn]))
			continue;
		operand_rename(c, m->insn, o);
		operand_count(j, o);
	}
}

/* The same for the operands of instruction I, which loads_unfold has made. */
static void
insn_rename_all(Coalescer *c, Joined *j, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	Operand *o = insn_opnds(c->f, insn), *end = o + insn->nopnds;

	for (; o < end; o++) {
		if (o->kind == OPND_VREG)
			operand_rename(c, i, o);
		operand_count(j, o);
	}
}

/* Count the occurrences of what computation I defines, unless that is done. */
static void
computed_count(Coalescer *c, Joined *j, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn);

	if (insn->nopnds && o->kind == OPND_VREG && !j->named[o->val].defs)
		occurrences_rename(c, j, o->val);
}

/* New names for registers that were joined.  Only their occurrences are looked
 * at: others stay as they are. */
static void
names_rewrite(Coalescer *c, Joined *j)
{
	const Candidates *marks = c->marks;
	uint32_t k, nvregs = c->f->vregs.n, n = 0;
	VregId v, *changed = ARENA_RAW(c->tmp, VregId, nvregs + 1);

	j->named = ARENA_NEW(c->tmp, NamedReg, nvregs + 1);
	for (v = 0; v < nvregs; v++) {
		changed[n] = v;
		n += c->places[v].joined | c->places[v].traded;
	}
	for (k = 0; k < n; k++)
		occurrences_rename(c, j, changed[k]);
	for (k = 0; k < marks->unfolded.n; k++) {
		insn_rename_all(c, j, marks->unfolded.at[k]);
		insn_rename_all(c, j, marks->unfolded.at[k] + 1);
	}
	for (k = 0; k < marks->computations.n; k++)
		computed_count(c, j, marks->computations.at[k]);
}

/* COPY I is marked INSN_REST. */
static void
rest_note(Coalescer *c, InsnId i)
{
	const Func *f = c->f;
	VregId v;

	if (!c->rest) {
		c->rest = ARENA_RAW(c->tmp, InsnId, f->vregs.n);
		for (v = 0; v < f->vregs.n; v++)
			c->rest[v] = NONE;
	}
	c->rest[insn_opnds(f, func_insn(f, i))->val] = i;
}

static void
copies_find(Coalescer *c)
{
	const Func *f = c->f;
	uint32_t k, n = c->marks->copies.n;

	c->copies.at = ARENA_RAW(c->tmp, CopyNote, n);
	c->filled.at = ARENA_RAW(c->tmp, VregId, n);
	for (k = 0; k < n; k++) {
		CopyMark copy = c->marks->copies.at[k];
		const Insn *insn = func_insn(f, copy.insn);
		const Operand *o = insn_opnds(f, insn);

		if (insn->flags & INSN_REST)
			rest_note(c, copy.insn);
		if (!copy.between)
			continue;
		c->copies.at[c->copies.n++] =
			(CopyNote){copy.insn, o[0].val, o[1].val,
				   copy_is_plain(c, insn), copy.tied};
		c->filled.at[c->filled.n] = o[0].val;
		c->filled.n += !c->places[o[0].val].filled;
		c->places[o[0].val].filled = true;
	}
}

/* Operands that loads_unfold has made are not among the occurrences: they count
 * as if they had changed places with others. */
static void
unfolded_note(Coalescer *c)
{
	const Func *f = c->f;
	uint32_t k, n;

	if (!c->marks->unfolded.n)
		return;
	c->remade = ARENA_NEW(c->tmp, uint8_t, f->insns.n + 1);
	for (k = 0; k < c->marks->unfolded.n; k++) {
		InsnId i = c->marks->unfolded.at[k];
		const Operand *o = insn_opnds(f, func_insn(f, i));

		c->remade[i] = c->remade[i + 1] = 1;
		for (n = func_insn(f, i)->nopnds; n--; o++)
			if (o->kind == OPND_VREG)
				c->places[o->val].traded = true;
		o = insn_opnds(f, func_insn(f, i + 1));
		for (n = func_insn(f, i + 1)->nopnds; n--; o++)
			if (o->kind == OPND_VREG)
				c->places[o->val].traded = true;
	}
}

static void
returns_find(Coalescer *c)
{
	const Func *f = c->f;
	InsnId i;

	for (i = 0; i < f->insns.n; i++)
		if (insn_flags(f, func_insn(f, i)) &
		    (OP_CALL | OP_RETURNS_TWICE))
			VEC_PUSH(c->tmp, c->returns,
				 slot_of(&c->live->slots, i, SLOT_REG));
}

/* All registers by themselves. */
static void
places_init(Coalescer *c)
{
	const Interval *of = c->live->vregs;
	uint32_t nvregs = c->f->vregs.n;
	VregId v;

	c->places = ARENA_RAW(c->tmp, Place, nvregs + 1);
	c->several.at = ARENA_RAW(c->tmp, VregId, nvregs + 1);
	for (v = 0; v < nvregs; v++) {
		Slice subs = of[v].subs, values = of[v].main.values;
		bool parted = subs.start != subs.end;
		bool several = values.start + 1 != values.end;

		c->places[v] =
			(Place){.up = v, .parted = parted, .several = several};
		/* Without jumps: which ones are cannot be foretold. */
		c->several.at[c->several.n] = v;
		c->several.n += parted | several;
	}
}

Joined
coalesce_run(Func *f, const Live *live, Candidates *marks, const float *freq,
	     const uint64_t *reserved, bool wary, AllocLog *log, Arena *tmp)
{
	Coalescer c = {.f = f,
		       .live = live,
		       .t = f->target,
		       .reserved = reserved,
		       .marks = marks,
		       .wary = wary,
		       .tmp = tmp};
	Joined joined = {0};

	c.nodes = ARENA_RAW(tmp, Node *, f->vregs.n + 1);
	c.erased = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
	places_init(&c);
	unfolded_note(&c);
	if (f->returns_twice)
		returns_find(&c);
	c.shifts = ARENA_NEW(tmp, uint8_t, f->target->n_subs + 1);
	sources_commute(&c);
	copies_find(&c);
	groups_find(&c);
	roots_find(&c);
	value_numbers_init(&c);
	traded_reach(&c);
	copies_join(&c, freq);
	if (log)
		joins_log(&c, log);
	copies_drop(&c, &joined);
	names_rewrite(&c, &joined);
	return joined;
}

void
coalesce_nothing(Func *f, AllocLog *log)
{
	InsnId i;

	if (log)
		log_unjoined(log, f);
	for (i = 0; i < f->insns.n; i++)
		f->insns.at[i].flags &= (uint16_t)~INSN_REST;
}
