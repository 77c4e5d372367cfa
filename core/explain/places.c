/*
 * Registers and their intervals, stack objects and what they hold, as text.
 */
#include "core/explain/places.h"

/* What V of the input was joined into, or itself. */
static VregId
joined_into(const Story *s, VregId v)
{
	return v < s->log->njoined ? s->log->joined[v] : v;
}

static NameText
register_name(const Story *s, VregId v, SubId sub)
{
	return part_name(s->lowered->target, story_name(s, v), sub);
}

static bool
family_lives(const Story *s, VregId v)
{
	for (; v != NONE; v = s->next[v])
		if (story_lives(s, v))
			return true;
	return false;
}

/* Is V the first of a family that has something to say: of the input, or made
 * and alive? */
static bool
is_listed(const Story *s, VregId v)
{
	if (s->lowered->vregs.at[v].parent != v)
		return false;
	if (v < s->lowered->nparsed_vregs)
		return true;
	return joined_into(s, v) == v && s->named[v] == v && family_lives(s, v);
}

static void
interval_print(const Story *s, VregId v, Buf *out)
{
	const LogInterval *p = &s->log->intervals[v];
	const Func *f = s->lowered;
	uint32_t first, last;

	buf_printf(out, "  %s", story_name(s, v).at);
	if (f->vregs.at[v].cls != f->vregs.at[f->vregs.at[v].parent].cls)
		buf_printf(out, " %s", story_class(s, v));
	buf_printf(out, " %s", story_place(s, v).at);
	for (uint32_t i = p->segs.start; i < p->segs.end; i++) {
		buf_char(out, ' ');
		story_range(s, (Slice){i, i + 1}, out);
		story_lines(s, &s->log->segs.at[i], &first, &last);
		buf_printf(out, first == last ? " %u" : " %u-%u", first, last);
	}
	buf_char(out, '\n');
}

void
places_print(const Story *s, Buf *out)
{
	for (VregId v = 0; v < s->log->nintervals; v++) {
		if (!is_listed(s, v))
			continue;
		VregId into = joined_into(s, v);
		buf_printf(out, "%s %s", story_name(s, v).at,
			   story_class(s, v));
		if (s->named[into] != v) {
			buf_printf(out, " is %s",
				   register_name(s, into, s->log->part[v]).at);
			into = NONE;
		} else if (!family_lives(s, into)) {
			buf_str(out, " nowhere");
		}
		buf_char(out, '\n');
		for (VregId k = into; k != NONE; k = s->next[k])
			if (story_lives(s, k))
				interval_print(s, k, out);
	}
}

/* --- JSON --- */

static void
name_json(const Story *s, VregId v, SubId sub, Buf *out)
{
	buf_json_str(out, register_name(s, v, sub).at);
}

static void
interval_json(const Story *s, VregId v, Buf *out)
{
	const LogInterval *p = &s->log->intervals[v];
	uint32_t first, last;

	buf_str(out, "{\"name\":");
	name_json(s, v, 0, out);
	buf_printf(out, ",\"class\":\"%s\",\"place\":", story_class(s, v));
	buf_json_str(out, story_place(s, v).at);
	buf_str(out, ",\"segments\":[");
	for (uint32_t i = p->segs.start; i < p->segs.end; i++) {
		const Segment *seg = &s->log->segs.at[i];

		story_lines(s, seg, &first, &last);
		buf_printf(out, "%s[%u,%u,%u,%u]", i > p->segs.start ? "," : "",
			   seg->start, seg->end, first, last);
	}
	buf_str(out, "]}");
}

/* Register V, which was not joined to another one: its intervals. */
static void
register_json(const Story *s, VregId v, VregId into, Buf *out)
{
	bool any = false;

	buf_str(out, "{\"register\":");
	name_json(s, v, 0, out);
	buf_printf(out, ",\"class\":\"%s\",\"intervals\":[", story_class(s, v));
	for (VregId k = into; k != NONE; k = s->next[k]) {
		if (!story_lives(s, k))
			continue;
		if (any)
			buf_str(out, ",");
		interval_json(s, k, out);
		any = true;
	}
	buf_str(out, "]}");
}

/* Register V, which was joined: its class and what it is. */
static void
joined_json(const Story *s, VregId v, VregId into, Buf *out)
{
	name_json(s, v, 0, out);
	buf_printf(out, ":[\"%s\",", story_class(s, v));
	name_json(s, into, s->log->part[v], out);
	buf_char(out, ']');
}

/* The registers that were joined to others, or those that were not. */
static void
registers_json(const Story *s, bool joined, Buf *out)
{
	bool any = false;

	for (VregId v = 0; v < s->log->nintervals; v++) {
		if (!is_listed(s, v))
			continue;
		VregId into = joined_into(s, v);
		if ((s->named[into] != v) != joined)
			continue;
		buf_str(out, any ? ",\n" : "\n");
		any = true;
		if (joined)
			joined_json(s, v, into, out);
		else
			register_json(s, v, into, out);
	}
}

void
places_json(const Story *s, Buf *out)
{
	buf_str(out, ",\n\"allocation\": [");
	registers_json(s, false, out);
	buf_str(out, "],\n\"joined\": {");
	registers_json(s, true, out);
	buf_char(out, '}');
}

/* --- the frame --- */

/* "=%3=%7": the registers of the input that were joined to V. */
static void
joined_print(const Story *s, VregId v, Buf *out)
{
	for (VregId k = 0; k < s->lowered->nparsed_vregs; k++) {
		if (k == s->named[v] || joined_into(s, k) != v)
			continue;
		buf_printf(out, "=%s", story_name(s, k).at);
	}
}

/* Registers that live in slot I at some time. */
static void
holders_print(const Story *s, uint32_t i, Buf *out)
{
	bool any = false;
	VregId k;

	for (VregId v = 0; v < s->log->nintervals; v++) {
		if (s->lowered->vregs.at[v].parent != v)
			continue;
		for (k = v; k != NONE; k = s->next[k])
			if (s->log->intervals[k].memory && story_lives(s, k) &&
			    s->alloc->slot[k] == i)
				break;
		if (k == NONE)
			continue;
		buf_printf(out, "%s%s", any ? " " : ": ", story_name(s, v).at);
		joined_print(s, v, out);
		any = true;
	}
	if (!any)
		buf_str(out, ": registers borrowed for moves");
}

static void
object_print(const Func *f, const StackObject *o, const char *what,
	     const int64_t *offset, Buf *out)
{
	buf_printf(out, "%%%s.%u", what, o->id);
	if (o->name.len) {
		buf_char(out, ' ');
		buf_span(out, f->source, o->name);
	}
	if (o->kind == STACK_VARIABLE)
		buf_str(out, " variable-sized");
	else
		buf_printf(out, "%s size %llu",
			   o->kind == STACK_SPILL ? " spill-slot" : "",
			   (unsigned long long)o->size);
	buf_printf(out, " align %u", o->align ? o->align : 1);
	if (o->stack_id)
		buf_printf(out, " stack-id %s",
			   target_str(f->target, o->stack_id));
	if (o->callee_saved.len) {
		buf_str(out, " callee-saved ");
		buf_span(out, f->source, o->callee_saved);
	}
	if (offset && o->kind != STACK_VARIABLE && !o->stack_id)
		buf_printf(out, " offset %lld", (long long)*offset);
}

static void
saved_print(const Story *s, const char *what, const RegId *regs, unsigned n,
	    Buf *out)
{
	buf_str(out, what);
	for (unsigned i = 0; i < n; i++)
		buf_printf(out, " $%s", story_reg(s, regs[i]));
	buf_char(out, '\n');
}

void
frame_print(const Story *s, const Func *f, const Frame *frame, Buf *out)
{
	for (uint32_t i = 0; i < f->fixed.n; i++) {
		object_print(f, &f->fixed.at[i], "fixed-stack",
			     &f->fixed.at[i].offset, out);
		buf_char(out, '\n');
	}
	for (uint32_t i = 0; i < f->stack.n; i++) {
		object_print(f, &f->stack.at[i], "stack",
			     frame ? &frame->stack[i] : NULL, out);
		if (f->stack.at[i].made)
			holders_print(s, i, out);
		buf_char(out, '\n');
	}
	if (!frame)
		return;
	saved_print(s, "saved on entry", frame->saved, frame->nsaved, out);
	if (frame->nstored)
		saved_print(s, "stored on entry", frame->stored, frame->nstored,
			    out);
	buf_printf(out, "size %u align %u", frame->local_size, frame->align);
	if (frame->call_size)
		buf_printf(out, ", %u of it for arguments", frame->call_size);
	if (frame->pointer)
		buf_str(out, ", frame pointer");
	if (frame->based)
		buf_str(out, ", base pointer");
	if (frame->realign)
		buf_str(out, ", realigned: offsets are from there");
	buf_char(out, '\n');
}
