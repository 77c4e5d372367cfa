/*
 * Coalescing by values and lanes: copies in the order of what they cost, then
 * the new names.
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/base/sort.h"

#include <string.h>

/* A copy that may vanish, as a number: in order of these they are looked at,
 * the most frequent first; of these, behind the others, those that fill the
 * tied operand of the next instruction, and last those of which it can do
 * without. */
typedef uint64_t Candidate;

enum { RANK_TIED = 1, RANK_SPARED = 2, RANK_AT = 30 };

static Candidate
candidate_of(InsnId insn, float price, unsigned rank)
{
	uint32_t bits;

	/* Those of what is not negative are in its order. */
	memcpy(&bits, &price, sizeof(bits));
	return (uint64_t)~bits << 32 | (uint64_t)rank << RANK_AT | insn;
}

static InsnId
candidate_insn(Candidate c)
{
	return (InsnId)(c & ((1u << RANK_AT) - 1));
}

static bool
candidate_is_tied(Candidate c)
{
	return c >> RANK_AT & RANK_TIED;
}

static float
copy_price(const Coalescer *c, const float *price, InsnId i)
{
	return price[slots_insn_block(&c->live->slots, i)];
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

/* COPY, of what FROM says, may copy a T or a V into its PHI. */
static void
change_weigh(const Coalescer *c, Change *changes, const float *price,
	     const CopyNote *copy, VregId from)
{
	if (!(c->places[copy->dst].change & CHANGE_PHI))
		return;
	VregId v = changes[copy->dst].v;
	if (from == changes[v].t)
		changes[v].gain += copy_price(c, price, copy->insn);
	else if (from == v)
		changes[v].gain -= copy_price(c, price, copy->insn);
}

/* What each register is a copy of, or a copy of a copy, as far as one look at
 * the copies in their order tells; by VregId. */
static VregId *
copied_find(const Coalescer *c)
{
	VregId *of = ARENA_RAW(c->tmp, VregId, c->f->vregs.n);

	for (VregId v = 0; v < c->f->vregs.n; v++)
		of[v] = v;
	FOR_VEC(CopyNote, copy, c->copies) {
		const Place *to = &c->places[copy->dst];

		if (!to->several && !to->change)
			of[copy->dst] = of[copy->src];
	}
	return of;
}

/* By VregId, for those that Place.change says. */
static const Change *
changes_find(const Coalescer *c, const float *price)
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
	const VregId *of = copied_find(c);
	for (copy = first; copy < end; copy++)
		change_weigh(c, changes, price, copy, of[copy->src]);
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

/* How many instructions copy a register of class CLS.  SIZES: of each class as
 * far as it is known, else 0. */
static unsigned
class_steps(const Coalescer *c, uint8_t *sizes, ClassId cls)
{
	Slice order = c->t->classes[cls].order;
	const CopyRule *rule = NULL;

	if (sizes[cls])
		return sizes[cls];
	if (order.start < order.end) {
		RegId reg = c->t->class_regs[order.start];

		rule = func_copy_rule(c->f, reg, reg);
	}
	sizes[cls] = 1;
	if (rule && rule->steps.end > rule->steps.start + 1)
		sizes[cls] = (uint8_t)(rule->steps.end - rule->steps.start);
	return sizes[cls];
}

/* The same for COPY: where one side is a part of a register, as the other. */
static unsigned
copy_steps(const Coalescer *c, uint8_t *sizes, const CopyNote *copy)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, copy->insn));
	uint32_t whole = o[0].sub ? copy->src : copy->dst;

	return o[0].sub && o[1].sub
		       ? 1
		       : class_steps(c, sizes, c->f->vregs.at[whole].cls);
}

/* Does the source of COPY, which is spared, come from a register that is not
 * the one where its destination goes to?  Then they are better apart. */
static bool
copy_is_bridge(const Coalescer *c, const CopyNote *copy)
{
	RegId from = c->anchors.from[copy->src], to = c->anchors.to[copy->dst];

	return from && to && !target_overlap(c->t, from, to);
}

/* Does COPY fill another tied operand of the next instruction than the first
 * source, as the address of a load that steps it? */
static bool
copy_fills_other_tie(const Func *f, const CopyNote *copy)
{
	const Insn *insn = func_insn(f, copy->insn) + 1;

	if (copy->insn + 1 >= f->insns.n)
		return false;
	const Operand *o = insn_opnds(f, insn);
	for (uint32_t k = 2; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG && o[k].val == copy->dst &&
		    o[k].tied != TIED_NONE && !(o[k].flags & OPND_DEF))
			return true;
	return false;
}

typedef VEC(Candidate) CandidateVec;

/* The copies that may vanish, in order. */
static CandidateVec
copies_rank(Coalescer *c, const float *price)
{
	CandidateVec todo = {0};

	VEC_RESERVE(c->tmp, todo, c->copies.n);
	/* What the order is found with is not needed beside the joins. */
	ArenaMark mark = arena_mark(c->tmp);
	const Change *changes = changes_find(c, price);
	uint8_t *sizes = ARENA_NEW(c->tmp, uint8_t, c->t->n_classes + 1);
	FOR_VEC(CopyNote, copy, c->copies) {
		InsnId i = copy->insn;
		float steps = (float)copy_steps(c, sizes, copy);
		bool spared = copy_is_spared(c->f, i);

		if (copy->plain && !copy_is_recomputed(c, i) &&
		    !(spared && copy_is_bridge(c, copy)))
			todo.at[todo.n++] = candidate_of(
				i,
				copy_waits(c, changes, copy)
					? 0
					: steps * copy_price(c, price, i),
				(copy->tied || copy_fills_other_tie(c->f, copy)
					 ? RANK_TIED
					 : 0) |
					(spared ? RANK_SPARED : 0));
	}
	sort_numbers(todo.at, todo.n, c->tmp);
	arena_release(c->tmp, mark);
	return todo;
}

static void
copies_join(Coalescer *c, const float *price)
{
	const Func *f = c->f;
	CandidateVec todo = copies_rank(c, price);
	bool rest;

	/* A second round for those that had to wait for another exchange of
	 * sources. */
	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t k = 0; k < todo.n; k++) {
			InsnId insn = candidate_insn(todo.at[k]);

			if (c->erased[insn] ||
			    (round && !candidate_is_tied(todo.at[k])))
				continue;
			rest = f->insns.at[insn].flags & INSN_REST;
			if (rest)
				node_unblock(c, insn);
			if (copy_join_commuting(c, insn))
				c->erased[insn] = 1;
			else if (rest)
				node_block(c, insn);
		}
}

/* Copies of one register that stay, one behind the other, as on the ways to
 * several PHIs: what they fill becomes one register where it can, and one copy
 * is enough. */
static void
results_join(Coalescer *c)
{
	InsnId *last = NULL;		  /* by VregId: the last copy of it */
	InsnId first = NONE, next = NONE; /* of the copies in a row */

	FOR_VEC(CopyNote, copy, c->copies) {
		SubId sub;

		if (copy->insn != next)
			first = copy->insn;
		next = copy->insn + 1;
		if (c->erased[copy->insn] || !copy->plain)
			continue;
		if (!last) {
			last = ARENA_RAW(c->tmp, InsnId, c->f->vregs.n);
			memset(last, 0xff, sizeof(*last) * c->f->vregs.n);
		}
		VregId from = node_find(c, copy->src, &sub);
		if (last[from] == NONE || last[from] < first ||
		    !copies_join_results(c, func_insn(c->f, last[from]),
					 func_insn(c->f, copy->insn)))
			last[from] = copy->insn;
	}
}

/* What became of registers and, where somebody asks, of copies; operands have
 * their old names yet. */
static void
joins_log(Coalescer *c, AllocLog *log)
{
	const Func *f = c->f;

	log_names(log, f);
	for (VregId v = 0; v < f->vregs.n; v++)
		log->joined[v] = node_find(c, v, &log->part[v]);
	for (InsnId i = 0; log->wanted && i < f->insns.n; i++) {
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

/* COPY I is marked INSN_REST. */
static void
rest_note(Coalescer *c, InsnId i)
{
	const Func *f = c->f;

	if (!c->rest) {
		c->rest = ARENA_RAW(c->tmp, InsnId, f->vregs.n);
		for (VregId v = 0; v < f->vregs.n; v++)
			c->rest[v] = NONE;
	}
	c->rest[insn_opnds(f, func_insn(f, i))->val] = i;
}

static void
copies_find(Coalescer *c)
{
	const Func *f = c->f;
	uint32_t n = c->marks->copies.n;

	c->copies.at = ARENA_RAW(c->tmp, CopyNote, n);
	c->filled.at = ARENA_RAW(c->tmp, VregId, n);
	for (uint32_t k = 0; k < n; k++) {
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

	if (!c->marks->unfolded.n)
		return;
	c->remade = ARENA_NEW(c->tmp, uint8_t, f->insns.n + 1);
	for (uint32_t k = 0; k < c->marks->unfolded.n; k++) {
		InsnId i = c->marks->unfolded.at[k];
		const Operand *o = insn_opnds(f, func_insn(f, i));

		c->remade[i] = c->remade[i + 1] = 1;
		for (uint32_t n = func_insn(f, i)->nopnds; n--; o++)
			if (o->kind == OPND_VREG)
				c->places[o->val].traded = true;
		o = insn_opnds(f, func_insn(f, i + 1));
		for (uint32_t n = func_insn(f, i + 1)->nopnds; n--; o++)
			if (o->kind == OPND_VREG)
				c->places[o->val].traded = true;
	}
}

static void
returns_find(Coalescer *c)
{
	const Func *f = c->f;

	for (InsnId i = 0; i < f->insns.n; i++)
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

	c->places = ARENA_RAW(c->tmp, Place, nvregs + 1);
	c->several.at = ARENA_RAW(c->tmp, VregId, nvregs + 1);
	for (VregId v = 0; v < nvregs; v++) {
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
coalesce_run(const CoalesceInput *in)
{
	Func *f = in->f;
	Coalescer c = {.f = f,
		       .live = in->live,
		       .cfg = in->cfg,
		       .t = f->target,
		       .reserved = in->reserved,
		       .marks = in->marks,
		       .wary = in->wary,
		       .tmp = in->tmp};
	Joined joined = {0};

	c.nodes = ARENA_RAW(in->tmp, Node *, f->vregs.n + 1);
	c.erased = ARENA_NEW(in->tmp, uint8_t, f->insns.n + 1);
	places_init(&c);
	unfolded_note(&c);
	if (f->traits.returns_twice)
		returns_find(&c);
	c.shifts = ARENA_NEW(in->tmp, uint8_t, f->target->n_subs + 1);
	sources_commute(&c);
	copies_find(&c);
	groups_find(&c);
	roots_find(&c);
	value_numbers_init(&c);
	late_find(&c);
	traded_reach(&c);
	copies_recompute(&c, in->constants->of, in->price);
	copies_join(&c, in->price);
	results_join(&c);
	if (in->log)
		joins_log(&c, in->log);
	copies_drop(&c, &joined);
	names_rewrite(&c, &joined);
	return joined;
}

void
coalesce_nothing(Func *f, AllocLog *log)
{
	if (log)
		log_unjoined(log, f);
	for (InsnId i = 0; i < f->insns.n; i++)
		f->insns.at[i].flags &= (uint16_t)~INSN_REST;
}
