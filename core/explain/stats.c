/*
 * Counts and times of a run.
 */
#include "core/explain/stats.h"

#include <inttypes.h>
#include <time.h>

static const struct {
	const char *name, *text;
} counts[] = {
#define STATS_ROW(name, text) {#name, text},
	STATS_COUNTS(STATS_ROW)
#undef STATS_ROW
#define STATS_ROW(name, text) {"left_" #name, "not broken: " text},
		ANTIDEP_REASONS(STATS_ROW)
#undef STATS_ROW
};

void
stats_read(Stats *s, const Func *f)
{
	s->counts[STAT_functions]++;
	s->counts[STAT_blocks] += f->blocks.n;
	s->counts[STAT_instructions] += f->insns.n;
	s->counts[STAT_vregs] += f->vregs.n;
}

void
stats_live(Stats *s, const Func *f, const Live *live)
{
	s->counts[STAT_segments] += live->segs.n;
	s->counts[STAT_subranges] += live->subs.n;
	for (VregId v = 0; v < f->vregs.n; v++) {
		Slice segs = live->vregs[v].main.segs;

		if (segs.start == segs.end)
			continue;
		bool local = slot_block(&live->slots,
					live->segs.at[segs.start].start) ==
			     slot_block(&live->slots,
					live->segs.at[segs.end - 1].end - 1);
		s->counts[local ? STAT_local_vregs : STAT_global_vregs]++;
	}
}

void
stats_allocated(Stats *s, const AllocCounts *n)
{
	s->counts[STAT_turns] += n->turns;
	s->counts[STAT_rounds] += n->rounds;
	s->counts[STAT_evicted] += n->evicted;
	s->counts[STAT_split] += n->split;
	s->counts[STAT_spilled] += n->spilled;
}

void
stats_written(Stats *s, const Func *f, const Cost *cost)
{
	s->counts[STAT_written] += f->insns.n;
	FOR_VEC(Insn, insn, f->insns) {
		s->counts[STAT_copies] += insn_is(f, insn, WK_COPY);
		s->counts[STAT_rematerialised] +=
			(insn->flags & INSN_REMAT) != 0;
	}
	s->counts[STAT_spills] += cost->stores.n;
	s->counts[STAT_reloads] += cost->reloads.n;
	s->counts[STAT_folded] += cost->folded.n;
	FOR_VEC(StackObject, object, f->stack)
		s->counts[STAT_slots] += object->made;
}

void
stats_broken(Stats *s, const AntidepCounts *c)
{
	s->counts[STAT_path_before] += c->before;
	s->counts[STAT_path_after] += c->after;
	s->counts[STAT_edges_before] += c->edges_before;
	s->counts[STAT_edges_after] += c->edges_after;
	s->counts[STAT_broken] += c->broken;
	for (uint32_t i = 0; i < ANTIDEP_NREASONS; i++)
		s->counts[STATS_LEFT + i] += c->left[i];
}

/* A and B are half-open, empty ones nothing. */
static Slice
span_both(Slice a, Slice b)
{
	if (a.start == a.end)
		return b;
	if (b.start == b.end)
		return a;
	return (Slice){a.start < b.start ? a.start : b.start,
		       a.end > b.end ? a.end : b.end};
}

void
stats_there(Stats *s, const QuestionRange *there)
{
	s->there.lines = span_both(s->there.lines, there->lines);
	s->there.numbers = span_both(s->there.numbers, there->numbers);
}

void
stats_sum(Stats *a, const Stats *b)
{
	for (unsigned i = 0; i < STATS_NCOUNTS; i++)
		a->counts[i] += b->counts[i];
	for (unsigned i = 0; i < STATS_MAX_PASSES; i++)
		a->seconds[i] += b->seconds[i];
	a->explained |= b->explained;
	stats_there(a, &b->there);
	a->live_seconds += b->live_seconds;
}

void
stats_print(const Stats *s, FILE *out)
{
	for (unsigned i = 0; i < STATS_NCOUNTS; i++)
		if (i < STATS_LEFT || s->counts[i])
			fprintf(out, "%12" PRIu64 " %s\n", s->counts[i],
				counts[i].text);
}

void
stats_json(const Stats *s, const Func *f, Buf *out)
{
	buf_str(out, "\"name\": ");
	buf_json_str(out, f->plain_name);
	for (uint32_t i = 1; i < STATS_NCOUNTS; i++)
		buf_printf(out, ", \"%s\": %" PRIu64, counts[i].name,
			   s->counts[i]);
}

double
stats_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
