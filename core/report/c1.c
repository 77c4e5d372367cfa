/*
 * -emit c1: a function in the form of C1Visualizer, which draws intervals and
 * control flow as HotSpot's client compiler tells of them (PrintCFGToFile).
 *
 * Two graphs, of the code that allocation began with and of the allocated code.
 * Behind the first stand two lists of intervals, which count as it does: before
 * allocation, and after it, with what was split and where each is.
 *
 * As in C1, instructions have even numbers, twice their position; what is at
 * the beginning of an instruction has the odd one before it.  So a value is
 * [def, use[.  Debug instructions and what joining emptied are left out.  What
 * allocation made has -1, and so have, of copies that happen at one time, all
 * but the first.
 */
#include "core/report/c1_internal.h"

static void
name_line(const Func *f, const char *key, Buf *out)
{
	Buf name = {0};

	buf_span(&name, f->source, f->name);
	buf_printf(out, "  %s ", key);
	c1_string(&name, out);
	buf_char(out, '\n');
	buf_free(&name);
}

void
report_c1(const Report *r, Buf *out)
{
	C1 c = {.r = r, .s = r->story, .f = r->story->lowered, .out = out};

	buf_str(out, "begin_compilation\n");
	name_line(c.f, "name", out);
	name_line(c.f, "method", out);
	/* The time would make two runs differ. */
	buf_str(out, "  date 0\nend_compilation\n");
	if (!c.f->blocks.n)
		return;
	c1_graph(&c, r->lowered, "Before allocation", false);
	c1_intervals(&c, "Before allocation", false);
	c1_intervals(&c, "After allocation", true);
	c1_graph(&c, r->code, "After allocation", true);
}
