/*
 * Names and places of intervals.
 */
#include "core/explain/story.h"

#include <math.h>

/* Members of a family in order of number, linked. */
static void
families_find(Story *s)
{
	uint32_t n = s->lowered->vregs.n;
	VregId *last = ARENA_RAW(s->tmp, VregId, n + 1);

	s->ordinal = ARENA_RAW(s->tmp, uint32_t, n + 1);
	s->next = ARENA_RAW(s->tmp, VregId, n + 1);
	for (VregId v = 0; v < n; v++) {
		VregId root = s->lowered->vregs.at[v].parent;

		s->next[v] = NONE;
		s->ordinal[v] = 0;
		if (root != v) {
			s->ordinal[v] = s->ordinal[last[root]] + 1;
			s->next[last[root]] = v;
		}
		last[root] = v;
	}
}

static void
names_find(Story *s)
{
	const Func *f = s->lowered;

	s->named = ARENA_RAW(s->tmp, VregId, f->vregs.n + 1);
	for (VregId v = 0; v < f->vregs.n; v++)
		s->named[v] = v;
	for (VregId v = 0; v < f->nparsed_vregs; v++) {
		VregId root = s->log->joined[v];

		if (root >= f->nparsed_vregs && !s->log->part[v] &&
		    s->named[root] == root)
			s->named[root] = v;
	}
}

void
story_open(Story *s, Arena *tmp)
{
	s->tmp = tmp;
	names_find(s);
	lines_find(&s->lines, s->lowered->source, s->lowered->text.document,
		   s->lowered->text.first_line, tmp);
	families_find(s);
}

NameText
story_name(const Story *s, VregId v)
{
	VregId named = s->named[s->lowered->vregs.at[v].parent];
	NameText name = vreg_name(s->lowered, named);

	return s->ordinal[v] ? name_format("%s#%u", name.at, s->ordinal[v])
			     : name;
}

TextPlace
story_pos(const Story *s, Loc loc)
{
	TextPlace place;

	place.line = lines_at(&s->lines, loc, &place.column);
	return place;
}

static Loc
slot_loc(const Story *s, SlotIdx at)
{
	const Slots *slots = &s->live->slots;
	InsnId insn = at / 4 < slots->npos ? slot_insn(slots, at) : NONE;

	if (insn != NONE)
		return func_insn(s->lowered, insn)->loc;
	if (at / 4 >= slots->npos)
		return LOC_NONE;
	const Block *b = &s->lowered->blocks.at[slot_block(slots, at)];
	return b->label.len ? b->label.at : LOC_NONE;
}

NameText
story_at(const Story *s, SlotIdx at)
{
	TextPlace pos = story_pos(s, slot_loc(s, at));

	return pos.line ? name_format("%u:%u", pos.line, pos.column)
			: name_format("?");
}

/* Is what stands at position POS in the input, too? */
static bool
is_read(const Story *s, uint32_t pos)
{
	InsnId insn = s->live->slots.pos_insn[pos];

	return insn == NONE ||
	       !(func_insn(s->lowered, insn)->flags & INSN_MADE);
}

void
story_lines(const Story *s, const Segment *seg, uint32_t *first, uint32_t *last)
{
	uint32_t from = seg->start / 4, to = (seg->end - 1) / 4;

	while (from < to && !is_read(s, from))
		from++;
	while (from < to && !is_read(s, to))
		to--;
	*first = story_pos(s, slot_loc(s, slot_at(from, SLOT_REG))).line;
	*last = story_pos(s, slot_loc(s, slot_at(to, SLOT_REG))).line;
}

void
story_range(const Story *s, Slice segs, Buf *out)
{
	FOR_SLICE(Segment, seg, s->log->segs.at, segs)
		buf_printf(out, "[%s,%s)", slot_name(seg->start).at,
			   slot_name(seg->end).at);
}

NameText
story_place(const Story *s, VregId v)
{
	const LogInterval *p = &s->log->intervals[v];

	if (p->reg)
		return name_format("$%s", story_reg(s, p->reg));
	if (p->memory && s->alloc && s->alloc->slot[v] != NONE)
		return name_format("%%stack.%u",
				   s->lowered->stack.at[s->alloc->slot[v]].id);
	return (NameText){""};
}

bool
story_lives(const Story *s, VregId v)
{
	return s->log->intervals[v].segs.start < s->log->intervals[v].segs.end;
}

NameText
story_weight(float weight)
{
	return weight == HUGE_VALF ? name_format("needed")
				   : name_format("%.4f", (double)weight);
}

const char *
story_taken(uint8_t how)
{
	static const char *const text[] = {
		[TAKEN_FREE] = "as the first one that was free",
		[TAKEN_HINT] = "as the one that its copies ask for",
		[TAKEN_SHARED] = "as it is a copy of what is in it",
		[TAKEN_EVICTING] = "by eviction",
		[TAKEN_MOVING] = "as one whose holders could move",
		[TAKEN_SHIFTING] = "by shifting, for a row of registers",
		[TAKEN_ANY] = "as any would do: it is never read",
		[TAKEN_LOOP] =
			"as one left free all over a loop, or the function",
	};

	return text[how];
}

const char *
story_cut(uint8_t how)
{
	static const char *const text[] = {
		[CUT_REGION] = "was split into where a register is free and "
			       "the rest",
		[CUT_LOOP] = "was split into a part for a loop and the rest",
		[CUT_BLOCKS] = "was split by blocks",
		[CUT_CALLS] = "was split at calls",
		[CUT_GAP] = "was split where it is idle longest",
		[CUT_FREE] = "was split where others leave a register free",
		[CUT_CLASS] = "was split at instructions that take few "
			      "registers",
		[CUT_WIDER] = "got a class with more registers, which all its "
			      "instructions take",
		[CUT_USES] = "was split behind each instruction that names it",
		[CUT_SHIFT] = "was split to shift for a tuple",
		[CUT_VALUES] = "was split into values that never meet",
	};

	return text[how];
}

const char *
story_join(uint8_t result)
{
	static const char *const text[] = {
		[JOIN_DONE] = "joined",
		[JOIN_NEEDLESS] = "joined by other copies",
		[JOIN_KEPT] = "stays: it does more than copy",
		[JOIN_CLASS] = "stays: no class of registers suits both",
		[JOIN_PARTS] = "stays: neither side is a part of the other",
		[JOIN_RETURNED_TO] = "stays: setjmp may return to one value",
		[JOIN_LEFT] = "stays: a landing pad needs the one before",
		[JOIN_VALUES] = ("stays: both are needed at one time "
				 "with different values"),
	};

	return text[result];
}

const char *
story_reg(const Story *s, RegId reg)
{
	return target_reg_name(s->lowered->target, reg);
}

const char *
story_class(const Story *s, VregId v)
{
	const Target *t = s->lowered->target;

	return target_class_name(t, s->lowered->vregs.at[v].cls);
}
