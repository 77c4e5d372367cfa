/*
 * Trials: moves are allocated one by one, in order of promise; one counts if
 * the value then stays in a register and the function costs less.
 */
#include "core/explain/remedy_internal.h"

#include "core/analysis/frequency.h"

enum { NAME_MAX = 96, MAX_SURVIVORS = 16 };

Remedies *
remedies_open(const RemedyInput *in, const Story *story)
{
	Remedies *r = ARENA_NEW(story->tmp, Remedies, 1);

	r->in = *in;
	r->s = story;
	return r;
}

static void
motions_open(Remedies *r)
{
	uint32_t n = r->in.read->insns.n;

	r->within[false] = ARENA_RAW(r->s->tmp, InsnId, n + 1);
	r->within[true] = ARENA_RAW(r->s->tmp, InsnId, n + 1);
	r->away = ARENA_RAW(r->s->tmp, InsnId, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		r->within[false][i] = r->within[true][i] = NONE;
		r->away[i] = i;
	}
}

/* The analyses of the function as read, once there is a value to ask about.
 * What they have to say of it has been said. */
static bool
analyses_run(Remedies *r)
{
	Func *f = r->in.read;
	Arena *tmp = r->s->tmp;
	DiagMark said = diag_mark(f->diag);

	if (r->known)
		return true;
	cfg_build(f, &r->cfg, tmp, tmp);
	r->freq = frequency_estimate(f, &r->cfg, tmp, tmp);
	r->known = intervals_build(&r->live, f, &r->cfg, r->in.reserved,
				   f->traits.lane_liveness, tmp);
	diag_forget(f->diag, said);
	if (!r->known)
		return false;
	steady_find(&r->steady, f, r->in.reserved, tmp);
	motions_open(r);
	return true;
}

/* What there is to say of the trials. */
typedef struct {
	uint32_t found, tried, held;
	RemedyCandidate best;
	Cost cost; /* of the best */
} Trials;

/* The value's names, in the story's arena. */
static const char **
names_put(const Remedies *r, const RemedyQuestion *q)
{
	const char **names = ARENA_NEW(r->s->tmp, const char *, q->n + 1);

	for (uint32_t i = 0; i < q->n; i++)
		names[i] = vreg_name(r->in.read, q->regs[i]).at;
	return names;
}

static void
moves_try(const Remedies *r, const RemedyQuestion *q, const RemedyList *list,
	  Trials *t)
{
	const Func *f = r->in.read;
	RemedyMove move = {.names = names_put(r, q), .n = q->n};
	const RemedyTrial *trial = r->in.trial;
	double least = cost_total(&r->in.cost), cost;

	t->found = list->n;
	for (; t->tried < list->n && t->tried < q->tries; t->tried++) {
		const RemedyCandidate *c = &list->at[t->tried];

		move.insn = func_insn(f, c->insn)->loc;
		move.before = func_insn(f, c->before)->loc;
		RemedyOutcome got = (RemedyOutcome){0};
		if (!trial->run(trial->data, &move, &got) || !got.held ||
		    cost_against(&got.cost, &r->in.cost) >=
			    cost_total(&r->in.cost))
			continue;
		cost = cost_against(&got.cost, &r->in.cost);
		if (!t->held++ || cost < least) {
			t->best = *c;
			t->cost = got.cost;
			least = cost;
		}
	}
}

/* --- what is said --- */

static uint32_t
line_of(const Remedies *r, InsnId i)
{
	return story_pos(r->s, func_insn(r->in.read, i)->loc).line;
}

/* The line of the place: that of its instruction, or of its block's label. */
static uint32_t
place_line(const Remedies *r, const RemedyPlace *place)
{
	InsnId i = slot_insn(&r->live.slots, place->from);

	if (i != NONE)
		return line_of(r, i);
	const Block *b =
		&r->in.read->blocks.at[slot_block(&r->live.slots, place->from)];
	return b->label.len ? story_pos(r->s, b->label.at).line : 0;
}

/* Where the call read from LOC is in the function that was allocated. */
static bool
call_find(const Story *s, Loc loc, SlotIdx *at)
{
	FOR_ARRAY(Clobber, call, s->live->clobbers, s->live->nclobbers) {
		InsnId insn = slot_insn(&s->live->slots, call->at);

		*at = call->at;
		if (func_insn(s->lowered, insn)->loc == loc)
			return true;
	}
	return false;
}

/* Does interval V live through the call at AT, in a register of class CLS or a
 * part of one? */
static bool
survives_in(const Remedies *r, VregId v, ClassId cls, SlotIdx at)
{
	const AllocLog *log = r->s->log;
	const Target *t = r->in.read->target;
	Slice segs = log->intervals[v].segs, order = t->classes[cls].order;
	RegId reg = log->intervals[v].reg;
	bool lives = false;

	FOR_SLICE(Segment, seg, log->segs.at, segs)
		lives |= seg->start < at && seg->end > at;
	for (; reg && lives && order.start < order.end; order.start++)
		if (target_overlap(t, reg, t->class_regs[order.start]))
			return true;
	return false;
}

/* Who is in the registers of CLS that survive the call at POS of the function
 * as read. */
static void
survivors_put(const Remedies *r, ClassId cls, uint32_t pos, Buf *out)
{
	const Story *s = r->s;
	Loc call = func_insn(r->in.read, r->live.slots.pos_insn[pos])->loc;
	uint32_t n = 0;
	SlotIdx at;

	if (!call_find(s, call, &at))
		return;
	for (VregId v = 0; v < s->log->nintervals; v++) {
		if (!survives_in(r, v, cls, at))
			continue;
		if (n++ < MAX_SURVIVORS) {
			buf_printf(out, "%s%s", n == 1 ? ", with " : ", ",
				   story_name(s, v).at);
		}
	}
	if (n > MAX_SURVIVORS)
		buf_printf(out, " and %u more", n - MAX_SURVIVORS);
	if (n)
		buf_str(out, n == 1 ? " in it" : " in them");
}

/* "3 registers of class gr32 are needed at line 20, where there are 2." */
static void
lack_put(const Remedies *r, const RemedyPlace *place, Buf *out)
{
	const Target *t = r->in.read->target;
	uint32_t line = place_line(r, place);

	buf_printf(out, "%u register%s of class %s %s needed", place->needed,
		   place->needed == 1 ? "" : "s",
		   target_class_name(t, place->cls),
		   place->needed == 1 ? "is" : "are");
	if (!place->call) {
		buf_printf(out, " at line %u, where there %s %u.\n", line,
			   place->there == 1 ? "is" : "are", place->there);
		return;
	}
	buf_printf(out, " through the call at line %u, which ", line);
	if (place->there) {
		buf_printf(out, "%u survive%s", place->there,
			   place->there == 1 ? "s" : "");
		survivors_put(r, place->cls, place->pos, out);
	} else {
		buf_str(out, "none survives");
	}
	buf_str(out, ".\n");
}

/* The same, or that there is no lack at all. */
static void
place_put(const Remedies *r, const RemedyQuestion *q, const RemedyPlace *place,
	  Buf *out)
{
	const Target *t = r->in.read->target;

	buf_str(out, q->indent);
	if (place->needed > place->there)
		lack_put(r, place, out);
	else
		buf_printf(out,
			   "There are enough registers of class %s wherever it "
			   "lives: it is not their number.\n",
			   target_class_name(t, place->cls));
}

/* "LOAD, which makes %31" */
static void
moved_put(const Remedies *r, InsnId i, Buf *out)
{
	const Func *f = r->in.read;
	const Insn *insn = func_insn(f, i);

	buf_str(out, insn_opcode_name(f, insn));
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_VREG && o->flags & OPND_DEF) {
			buf_printf(out, ", which makes %s,",
				   vreg_name(f, o->val).at);
			return;
		}
}

/* That the best move keeps the value, and at what cost. */
static void
best_put(const Remedies *r, const Trials *t, Buf *out)
{
	buf_str(out, "It keeps a register if ");
	moved_put(r, t->best.insn, out);
	buf_printf(out,
		   " goes from line %u to before line %u: the function then "
		   "costs %.4f, not %.4f.",
		   line_of(r, t->best.insn), line_of(r, t->best.before),
		   cost_total(&t->cost), cost_total(&r->in.cost));
}

/* What came of the trials; LACKS: there are too few registers. */
static void
trials_put(const Remedies *r, const RemedyQuestion *q, bool lacks,
	   const Trials *t, Buf *out)
{
	if (!t->found && !lacks)
		return;
	buf_str(out, q->indent);
	if (!t->found) {
		buf_str(out, "No single move would leave one free there: none "
			     "was tried.\n");
		return;
	}
	if (t->held)
		best_put(r, t, out);
	else if (t->tried == t->found)
		buf_str(out, "No single move would keep it in a register.");
	else
		buf_str(out, "No move that was tried would keep it in a "
			     "register.");
	if (t->found == 1) {
		buf_str(out, " It was the only one to try.\n");
		return;
	}
	buf_printf(out, " %u of %u that leave one free there were tried",
		   t->tried, t->found);
	if (t->held)
		buf_printf(out, "; %u keep%s it", t->held,
			   t->held == 1 ? "s" : "");
	buf_str(out, ".\n");
}

void
remedy_print(Remedies *r, const RemedyQuestion *q, Buf *out)
{
	RemedyPlace place;
	RemedyList list;
	Trials trials = {0};

	if (!q->n || q->n > REMEDY_NAMES || !analyses_run(r) ||
	    !remedy_place(r, q, &place))
		return;
	remedy_moves(r, q, &place, &list);
	moves_try(r, q, &list, &trials);
	place_put(r, q, &place, out);
	trials_put(r, q, place.needed > place.there, &trials, out);
}
