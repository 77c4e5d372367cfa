/*
 * Live sets as text: by block, and by instruction what lives before it, through
 * it and behind it, read off the finished segments.  What is live is kept in
 * order of register from one position to the next.  O(result).
 */
#include "core/analysis/intervals.h"

#include "core/base/search.h"

#include <stdlib.h>
#include <string.h>

/* A segment of a virtual register. */
typedef struct {
	SlotIdx start, end;
	VregId vreg;
} LiveSeg;

typedef struct {
	const Live *live;
	const Func *f;
	LiveSeg *segs; /* by start */
	uint32_t nsegs, next;
	LiveSeg *active; /* by vreg, then start */
	uint32_t nactive;
	FILE *out;
} Sets;

static int
seg_compare(const void *a, const void *b)
{
	const LiveSeg *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->vreg > y->vreg) - (x->vreg < y->vreg);
}

static void
segs_sort(Sets *s, Arena *scratch)
{
	const Live *live = s->live;

	s->segs = ARENA_RAW(scratch, LiveSeg, live->segs.n + 1);
	s->active = ARENA_RAW(scratch, LiveSeg, live->segs.n + 1);
	for (VregId v = 0; v < s->f->vregs.n; v++) {
		FOR_SLICE(Segment, seg, live->segs.at, live->vregs[v].main.segs)
			s->segs[s->nsegs++] =
				(LiveSeg){seg->start, seg->end, v};
	}
	qsort(s->segs, s->nsegs, sizeof(*s->segs), seg_compare);
}

/* Put SEG behind all of lower registers and of its own. */
static void
active_insert(Sets *s, LiveSeg seg)
{
	uint32_t i = 0;

	SEARCH_FIRST(i, s->nactive, s->active[i].vreg <= seg.vreg);
	memmove(s->active + i + 1, s->active + i,
		(s->nactive - i) * sizeof(*s->active));
	s->active[i] = seg;
	s->nactive++;
}

/* To position POS: what ends before it goes, what begins at it comes. */
static void
active_advance(Sets *s, uint32_t pos)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->nactive; i++)
		if (s->active[i].end > slot_at(pos, SLOT_BLOCK))
			s->active[n++] = s->active[i];
	s->nactive = n;
	for (; s->next < s->nsegs &&
	       s->segs[s->next].start <= slot_at(pos, SLOT_DEAD);
	     s->next++)
		active_insert(s, s->segs[s->next]);
}

/* The registers with a segment that has slots FIRST and LAST. */
static void
set_print(const Sets *s, const char *what, SlotIdx first, SlotIdx last)
{
	fprintf(s->out, "; %s", what);
	for (uint32_t i = 0; i < s->nactive; i++)
		if (s->active[i].start <= first && s->active[i].end > last)
			fprintf(s->out, " %s",
				vreg_name(s->f, s->active[i].vreg).at);
}

static void
pos_print(Sets *s, uint32_t pos)
{
	SlotIdx in = slot_at(pos, SLOT_BLOCK), out = slot_at(pos, SLOT_DEAD);
	InsnId i = s->live->slots.pos_insn[pos];

	active_advance(s, pos);
	if (i == NONE)
		return;
	fprintf(s->out, "  %s ", slot_name(in).at);
	insn_name_print(s->f, i, s->out);
	set_print(s, "in", in, in);
	set_print(s, "through", in, out);
	set_print(s, "out", out, out);
	putc('\n', s->out);
}

static void
names_print(const Func *f, const char *what, const VregId *list, uint32_t n,
	    FILE *out)
{
	fprintf(out, "  %s:", what);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, " %s", vreg_name(f, list[i]).at);
	putc('\n', out);
}

void
liveness_print(const Live *live, const Func *f, FILE *out)
{
	Arena scratch = {0};
	Sets s = {.live = live, .f = f, .out = out};
	uint32_t *in, *end, pos = 0;
	VregId *ins = liveins_list(live, f, &in, &scratch);
	VregId *outs = liveouts_list(live, f, &end, &scratch);

	segs_sort(&s, &scratch);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		fprintf(out, "bb.%u\n", f->blocks.at[b].number);
		names_print(f, "live-in", ins + in[b], in[b + 1] - in[b], out);
		for (;
		     pos < live->slots.npos && live->slots.pos_block[pos] == b;
		     pos++)
			pos_print(&s, pos);
		names_print(f, "live-out", outs + end[b], end[b + 1] - end[b],
			    out);
	}
	arena_free(&scratch);
}
