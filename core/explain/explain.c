/*
 * The story of one register, chapter by chapter, from the allocator's log; and
 * that of all, turn by turn.
 *
 * A register of the input is a set of intervals: those that its operands name
 * in the end.  Others may share them, where copies were joined.
 */
#include "core/explain/explain_internal.h"

#include <inttypes.h>
#include <string.h>

VregId
explain_find(const Func *f, const char *name)
{
	for (VregId v = 0; v < f->nparsed_vregs; v++)
		if (!strcmp(vreg_name(f, v).at, name))
			return v;
	return NONE;
}

/* --- joining --- */

static NameText
side_name(const Teller *t, VregId v, SubId sub)
{
	return part_name(t->f->target, vreg_name(t->f, v), sub);
}

static void
copies_tell(const Teller *t)
{
	const IndexLists *copies = &t->index->copies;

	for (uint32_t i = copies->first[t->v]; i < copies->first[t->v + 1];
	     i++) {
		const LogCopy *c = &t->log->copies.at[copies->items[i]];
		TextPlace pos = story_pos(t->s, c->loc);

		buf_printf(t->out, "  copy at %u:%u: %s = %s: %s\n", pos.line,
			   pos.column, side_name(t, c->dst, c->dst_sub).at,
			   side_name(t, c->src, c->src_sub).at,
			   bits_has(t->index->starts, c->opnd0)
				   ? story_join(c->result)
				   : "replaced by computing it again");
	}
}

/* What the register became, and all that became that. */
static void
joined_tell(const Teller *t)
{
	const AllocLog *log = t->log;
	VregId root = t->v < log->njoined ? log->joined[t->v] : t->v;
	bool any = false;

	copies_tell(t);
	if (t->s->named[root] != t->v) {
		buf_printf(t->out, "  it is %s from here on\n",
			   side_name(t, t->s->named[root], log->part[t->v]).at);
	}
	for (VregId v = 0; v < t->f->nparsed_vregs; v++) {
		if (v == t->s->named[root] || log->joined[v] != root)
			continue;
		if (any) {
			buf_str(t->out, ", ");
		} else {
			buf_printf(t->out, "  joined with %s: ",
				   side_name(t, t->s->named[root], 0).at);
		}
		buf_str(t->out, side_name(t, v, 0).at);
		any = true;
	}
	if (any)
		buf_char(t->out, '\n');
}

/* --- the register before it is split --- */

static void
occurrence_tell(const Teller *t, const Occurrence *m)
{
	const Operand *o = &t->f->opnds.at[m->opnd];
	const Insn *insn = func_insn(t->f, m->insn);
	SlotIdx at = slot_of(&t->s->live->slots, m->insn,
			     o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG);
	TextPlace pos = story_pos(t->s, insn->loc);
	const char *what = o->flags & OPND_UNDEF && !(o->flags & OPND_DEF)
				   ? "reads nothing"
			   : !(o->flags & OPND_DEF) ? "reads"
			   : opnd_reads(o)	    ? "changes"
						    : "writes";

	buf_printf(t->out, "  %s at %u:%u %s %s, %s", slot_name(at).at,
		   pos.line, pos.column, what,
		   part_name(t->f->target, story_name(t->s, o->val), o->sub).at,
		   insn->op ? insn_opcode_name(t->f, insn)
			    : "unknown instruction");
	if (m->opnd < t->log->nnames && t->log->names[m->opnd] != NONE &&
	    t->log->names[m->opnd] < t->f->nparsed_vregs &&
	    t->log->names[m->opnd] !=
		    t->s->named[t->f->vregs.at[o->val].parent]) {
		buf_printf(t->out, ", there %s",
			   side_name(t, t->log->names[m->opnd], 0).at);
	}
	buf_printf(t->out, ", frequency %.4f\n",
		   (double)t->s->freq[slot_block(&t->s->live->slots, at)]);
}

/* A range of before the splitting, those segments that touch as one. */
static void
live_tell(const Teller *t, const LiveRange *range)
{
	const Segment *seg = t->s->live->segs.at;
	uint32_t i = range->segs.start, k;

	for (; i < range->segs.end; i = k + 1) {
		for (k = i;
		     k + 1 < range->segs.end && seg[k].end == seg[k + 1].start;)
			k++;
		buf_printf(t->out, "[%s,%s)", slot_name(seg[i].start).at,
			   slot_name(seg[k].end).at);
	}
}

static uint32_t
class_bits(const Teller *t, VregId v)
{
	return t->f->target->classes[t->f->vregs.at[v].cls].bits;
}

static void
origin_tell(const Teller *t, VregId origin)
{
	const Live *live = t->s->live;
	const Interval *iv = &live->vregs[origin];
	VregId root = t->f->vregs.at[origin].parent;
	Slice segs = iv->main.segs;

	buf_printf(t->out, "interval %s %s ", story_name(t->s, origin).at,
		   story_class(t->s, origin));
	if (root != origin) {
		buf_printf(t->out, "%s%s) ",
			   class_bits(t, origin) < class_bits(t, root)
				   ? "(a part of "
				   : "(another life of ",
			   story_name(t->s, root).at);
	}
	live_tell(t, &iv->main);
	if (segs.start < segs.end) {
		buf_printf(
			t->out, " from %s to %s",
			story_at(t->s, live->segs.at[segs.start].start).at,
			story_at(t->s, live->segs.at[segs.end - 1].end - 1).at);
	} else {
		buf_str(t->out, "never live");
	}
	buf_char(t->out, '\n');
	FOR_SLICE(SubRange, sub, live->subs.at, iv->subs) {
		buf_printf(t->out, "  lanes 0x%llx ",
			   (unsigned long long)sub->lanes);
		live_tell(t, &sub->range);
		buf_char(t->out, '\n');
	}
	FOR_OCCURRENCES(m, live, origin)
		if (!(t->f->opnds.at[m->opnd].flags & OPND_DEBUG))
			occurrence_tell(t, m);
}

/* Registers of class CLS that are never allocated in this function: runs in the
 * order of the class. */
static void
reserved_tell(const Teller *t, ClassId cls)
{
	const Target *target = t->f->target;
	Slice order = target->classes[cls].order;
	const RegId *regs = target->class_regs;
	bool any = false;

	for (uint32_t i = order.start; i < order.end; i++) {
		if (!bits_has(t->s->log->reserved, regs[i]))
			continue;
		uint32_t first = i;
		while (i + 1 < order.end &&
		       bits_has(t->s->log->reserved, regs[i + 1]))
			i++;
		buf_printf(t->out, "%s $%s", any ? "," : "reserved:",
			   story_reg(t->s, regs[first]));
		if (i != first)
			buf_printf(t->out, " to $%s", story_reg(t->s, regs[i]));
		any = true;
	}
	if (any)
		buf_char(t->out, '\n');
}

/* --- what came of it --- */

static void
place_tell(const Teller *t, VregId v)
{
	const LogInterval *p = &t->log->intervals[v];
	uint32_t first, last;

	buf_printf(t->out, "  %s %s", story_name(t->s, v).at,
		   story_place(t->s, v).at);
	for (uint32_t i = p->segs.start; i < p->segs.end; i++) {
		buf_char(t->out, ' ');
		story_range(t->s, (Slice){i, i + 1}, t->out);
		story_lines(t->s, &t->log->segs.at[i], &first, &last);
		if (first == last)
			buf_printf(t->out, " line %u", first);
		else
			buf_printf(t->out, " lines %u-%u", first, last);
	}
	buf_char(t->out, '\n');
}

static void
edit_tell(const Teller *t, const Edit *e)
{
	TextPlace pos = story_pos(t->s, func_insn(t->f, e->at)->loc);
	VregId v = e->dst != NONE ? e->dst : e->src;

	buf_printf(t->out, "  %s %u:%u ", e->after ? "behind" : "before",
		   pos.line, pos.column);
	switch ((EditKind)e->kind) {
	case EDIT_SPILL:
		buf_str(t->out, "store ");
		break;
	case EDIT_RELOAD:
		buf_str(t->out, "load ");
		break;
	case EDIT_REMAT:
		pos = story_pos(t->s, func_insn(t->f, e->remat)->loc);
		buf_str(t->out, "compute ");
		break;
	default:
		buf_printf(t->out, "copy %s %s to ",
			   story_name(t->s, e->src).at,
			   story_place(t->s, e->src).at);
	}
	buf_printf(t->out, "%s %s", story_name(t->s, v).at,
		   story_place(t->s, v).at);
	if (e->kind == EDIT_SPILL || e->kind == EDIT_RELOAD)
		buf_printf(t->out, " %s %%stack.%u",
			   e->kind == EDIT_SPILL ? "to" : "from",
			   t->f->stack.at[e->slot].id);
	if (e->kind == EDIT_REMAT)
		buf_printf(t->out, " as at %u:%u", pos.line, pos.column);
	buf_char(t->out, '\n');
}

static void
ending_tell(const Teller *t)
{
	uint32_t n = t->log->nwatched, count;
	bool any = false;

	for (uint32_t i = 0; i < t->nintervals; i++) {
		if (!story_lives(t->s, t->intervals[i]))
			continue;
		buf_str(t->out, any ? "" : "places\n");
		any = true;
		place_tell(t, t->intervals[i]);
	}
	const uint32_t *items =
		index_items(&t->index->edits, t->mine, n, &count, t->s->tmp);
	for (uint32_t i = 0; i < count; i++) {
		buf_str(t->out, i ? "" : "code made for it\n");
		edit_tell(t, &t->s->alloc->edits.at[items[i]]);
	}
}

/* Who tells of register V. */
static Teller
teller_of(const ExplainIndex *index, VregId v, Buf *out)
{
	const Story *story = index->story;
	Teller t = {.index = index,
		    .s = story,
		    .f = story->lowered,
		    .log = story->log,
		    .v = v,
		    .mine = story->log->holds[v],
		    .table_of = NONE,
		    .out = out};

	t.intervals = index_items(&index->intervals, t.mine, t.log->nwatched,
				  &t.nintervals, story->tmp);
	return t;
}

bool
explain_held(const ExplainIndex *index, VregId v)
{
	const Teller t = teller_of(index, v, NULL);
	Accesses sum = explain_accesses(&t);

	return !accesses_memory(&sum);
}

void
explain_print(const ExplainIndex *index, VregId v, Buf *out)
{
	const Story *story = index->story;
	Teller t = teller_of(index, v, out);
	ClassId told = CLASS_NONE;

	t.turns = index_items(&index->turns, t.mine, t.log->nwatched, &t.nturns,
			      story->tmp);
	TextPlace pos = story_pos(story, t.f->vregs.at[v].loc);
	buf_printf(out, "%s of ", side_name(&t, v, 0).at);
	buf_span(out, t.f->source, t.f->name);
	buf_printf(out, ", first at %u:%u\n", pos.line, pos.column);
	explain_summary(&t);
	joined_tell(&t);
	for (uint32_t i = 0; i < t.log->nwatched; i++) {
		if (!bits_has(t.mine, i))
			continue;
		origin_tell(&t, i);
		if (t.f->vregs.at[i].cls != told)
			reserved_tell(&t, t.f->vregs.at[i].cls);
		told = t.f->vregs.at[i].cls;
	}
	explain_turns(&t);
	ending_tell(&t);
	buf_free(&t.table);
}

void
explain_scan(const Story *story, Buf *out)
{
	Teller t = {.s = story,
		    .f = story->lowered,
		    .log = story->log,
		    .v = NONE,
		    .table_of = NONE,
		    .out = out};
	const AllocCounts *n = &story->log->counts;

	explain_turns(&t);
	buf_printf(out,
		   "%" PRIu64 " turns, %" PRIu64 " evicted, %" PRIu64
		   " split, %" PRIu64 " spilled, %" PRIu64 " computed again",
		   n->turns, n->evicted, n->split, n->spilled, n->computed);
	if (n->attempts)
		buf_printf(out, ", attempt %" PRIu64, n->attempts + 1);
	if (n->rounds)
		buf_printf(out, ", %" PRIu64 " round%s", n->rounds,
			   n->rounds == 1 ? "" : "s");
	buf_char(out, '\n');
	buf_free(&t.table);
}
