/*
 * Splitting.  Runs of mentions become pieces of their own; what lies between
 * them, the rest, is the piece that will live in memory if it finds no
 * register:
 *
 *   - a range over several blocks: one run for each block with at least two
 *     instructions that need a register;
 *   - a range inside one block: one run between each two calls it crosses, or
 *     else two runs, left and right of the longest gap.
 *
 * But first one run for each instruction that takes no register that survives
 * the calls around it, if the rest does.
 *
 * A run is entered by a copy from the rest if its first mention reads, and
 * left by a copy to the rest if it writes a value that is read outside.  The
 * copies stand inside the blocks, so no edge is ever split and every edge
 * finds the register at both ends in one place.
 */
#include "core/alloc/state.h"

typedef struct {
	uint32_t start, end; /* mentions, half-open */
} Run;

typedef VEC(Run) RunVec;

static bool
run_pinned(const Piece *p, Run run)
{
	uint32_t i;

	for (i = run.start; i < run.end; i++)
		if (p->mentions[i].flags & MENTION_PINNED)
			return true;
	return false;
}

bool
piece_is_local(const Scan *s, const Piece *p)
{
	SlotIdx start = p->main.segs[0].start;
	SlotIdx end = p->main.segs[p->main.n - 1].end;
	const Slots *slots = &s->live->slots;
	BlockId b = slots->pos_block[start / 4];
	const PieceMention *first = p->mentions;
	const PieceMention *last = p->mentions + p->nmentions - 1;

	/* A copy at the block's very head or end does not make it live there.
	 */
	return (start > slot_block_start(slots, b) ||
		(first->flags & (MENTION_EDIT | MENTION_WRITE)) ==
			(MENTION_EDIT | MENTION_WRITE)) &&
	       (end < slot_block_end(slots, b) ||
		(end == slot_block_end(slots, b) &&
		 (last->flags & (MENTION_EDIT | MENTION_READ)) ==
			 (MENTION_EDIT | MENTION_READ)));
}

/* Edits at the ends of a run stay with the rest where the copies of the run
 * would have to stand at the same point: it must not begin with an edit that
 * reads or end with one that writes. */
static Run
run_trim(const Piece *p, Run run)
{
	const PieceMention *m = p->mentions;

	while (run.start < run.end && (m[run.start].flags & MENTION_EDIT) &&
	       (m[run.start].flags & MENTION_READ))
		run.start++;
	while (run.start < run.end && (m[run.end - 1].flags & MENTION_EDIT) &&
	       (m[run.end - 1].flags & MENTION_WRITE))
		run.end--;
	return run;
}

static void
run_add(Scan *s, const Piece *p, Run run, RunVec *runs)
{
	run = run_trim(p, run);
	if (run.start < run.end && !run_pinned(p, run))
		VEC_PUSH(s->arena, *runs, run);
}

static void
runs_by_block(Scan *s, const Piece *p, RunVec *runs)
{
	Run run = {0, 0};

	while (run.start < p->nmentions) {
		BlockId b = mention_block(s, &p->mentions[run.start]);

		for (run.end = run.start;
		     run.end < p->nmentions &&
		     mention_block(s, &p->mentions[run.end]) == b;)
			run.end++;
		if (mentions_worth(p->mentions, run.start, run.end) &&
		    !(block_leaves_early(s, b) &&
		      mentions_write(p->mentions, run.start, run.end)))
			run_add(s, p, run, runs);
		run.start = run.end;
	}
}

/* May a run end behind mention I - 1 and another begin with I?  The copy that
 * leaves and the one that enters need points apart, and an edit keeps its
 * place at the inner side of its run. */
static bool
may_cut(const Scan *s, const Piece *p, uint32_t i)
{
	const PieceMention *a = &p->mentions[i - 1], *b = &p->mentions[i];

	if ((a->flags & MENTION_EDIT) && (a->flags & MENTION_WRITE))
		return false;
	if ((b->flags & MENTION_EDIT) && (b->flags & MENTION_READ))
		return false;
	return mention_point(s, b) >= a->pos + 2;
}

/* Is there a call that P crosses between the positions? */
static bool
calls_between(const Scan *s, uint32_t from, uint32_t to)
{
	uint32_t i;

	for (i = 0; i < s->ncalls; i++) {
		const MaskCalls *c = &s->calls[i];
		uint32_t lo = 0, hi = c->n;

		while (lo < hi) {
			uint32_t mid = lo + (hi - lo) / 2;

			if (c->at[mid] > slot_at(from, SLOT_REG))
				hi = mid;
			else
				lo = mid + 1;
		}
		if (lo < c->n && c->at[lo] < slot_at(to, SLOT_BLOCK))
			return true;
	}
	return false;
}

static void
runs_by_calls(Scan *s, const Piece *p, RunVec *runs)
{
	Run run = {0, 0};
	uint32_t i;

	for (i = 1; i < p->nmentions; i++) {
		if (!may_cut(s, p, i) ||
		    !calls_between(s, p->mentions[i - 1].pos,
				   p->mentions[i].pos))
			continue;
		run.end = i;
		run_add(s, p, run, runs);
		run.start = i;
	}
	run.end = p->nmentions;
	if (run.start)
		run_add(s, p, run, runs);
}

static void
runs_by_gap(Scan *s, const Piece *p, RunVec *runs)
{
	uint32_t i, best = 0, width = 0;

	for (i = 1; i < p->nmentions; i++) {
		uint32_t gap = mention_point(s, &p->mentions[i]) -
			       p->mentions[i - 1].pos;

		if (may_cut(s, p, i) && gap > width) {
			width = gap;
			best = i;
		}
	}
	if (!best)
		return;
	run_add(s, p, (Run){0, best}, runs);
	run_add(s, p, (Run){best, p->nmentions}, runs);
}

/* Is the value that V's run leaves behind read outside it? */
static bool
run_leaves(Scan *s, const Piece *p, Run run)
{
	const PieceMention *last = &p->mentions[run.end - 1];
	BlockId b = mention_block(s, last);
	SlotIdx at =
		run.end < p->nmentions &&
				mention_block(s, &p->mentions[run.end]) == b
			? slot_at(p->mentions[run.end].pos, SLOT_BLOCK)
			: slot_block_end(&s->live->slots, b);

	return segs_contain(&p->main, at - 1) &&
	       at - 1 > slot_at(last->pos, SLOT_REG);
}

/* Make RUN of V the piece T, with its copies to and from REST. */
static void
run_split(Scan *s, VregId v, Run run, VregId t, VregId rest,
	  MentionVec *rest_mentions)
{
	const Piece *p = &s->pieces.at[v];
	MentionVec mentions = {0};
	Edit e = {.kind = EDIT_COPY, .slot = NONE, .remat = NONE};
	const PieceMention *write = NULL;
	uint32_t i;

	for (i = run.start; i < run.end; i++) {
		const PieceMention *m = &p->mentions[i];

		mention_insert(s, &mentions, *m);
		mention_rename(s, m, t);
		if (m->flags & MENTION_WRITE)
			write = m;
	}
	if (mentions_read(p->mentions, run.start, run.end)) {
		e.dst = t;
		e.src = rest;
		edit_place_before(s, p->mentions[run.start].insn, &e);
		copy_add(s, e, rest_mentions, &mentions);
	}
	if (write && run_leaves(s, p, run)) {
		e.dst = rest;
		e.src = t;
		edit_place_behind(s, write->insn, &e);
		copy_add(s, e, &mentions, rest_mentions);
	}
	s->pieces.at[t].mentions = mentions.at;
	s->pieces.at[t].nmentions = mentions.n;
}

/* Drop the runs that leave a value written by an edit: the copy would need a
 * point right behind the edit's, which there is not. */
static void
runs_check(Scan *s, const Piece *p, RunVec *runs)
{
	uint32_t i, k, n = 0;

	for (i = 0; i < runs->n; i++) {
		const PieceMention *write = NULL;
		Run run = runs->at[i];

		for (k = run.start; k < run.end; k++)
			if (p->mentions[k].flags & MENTION_WRITE)
				write = &p->mentions[k];
		if (!write || !(write->flags & MENTION_EDIT) ||
		    !run_leaves(s, p, run))
			runs->at[n++] = run;
	}
	runs->n = n;
}

/* STAGE: of what the runs leave. */
static void
runs_commit(Scan *s, VregId v, const RunVec *runs, Stage stage)
{
	VregId rest = piece_add(s, v), t;
	MentionVec rest_mentions = {0};
	uint32_t i, k = 0;

	for (i = 0; i < runs->n; i++) {
		for (; k < runs->at[i].start; k++) {
			mention_insert(s, &rest_mentions,
				       s->pieces.at[v].mentions[k]);
			mention_rename(s, &s->pieces.at[v].mentions[k], rest);
		}
		t = piece_add(s, v);
		run_split(s, v, runs->at[i], t, rest, &rest_mentions);
		piece_compute(s, t);
		queue_put(s, t);
		k = runs->at[i].end;
	}
	for (; k < s->pieces.at[v].nmentions; k++) {
		mention_insert(s, &rest_mentions, s->pieces.at[v].mentions[k]);
		mention_rename(s, &s->pieces.at[v].mentions[k], rest);
	}
	s->pieces.at[rest].mentions = rest_mentions.at;
	s->pieces.at[rest].nmentions = rest_mentions.n;
	s->pieces.at[rest].stage = stage;
	piece_queue_parts(s, rest);
	s->pieces.at[v].main.n = 0;
	s->pieces.at[v].nlanes = 0;
	s->pieces.at[v].nmentions = 0;
	s->pieces.at[v].stage = STAGE_MEMORY;
}

/* A run for each instruction marked NARROW; false: one of them cannot have
 * one. */
static bool
runs_by_class(Scan *s, const Piece *p, const uint8_t *narrow, RunVec *runs)
{
	const PieceMention *m = p->mentions;
	Run run = {0, 0};

	for (; run.start < p->nmentions; run.start = run.end) {
		bool wanted = narrow[run.start];

		for (run.end = run.start + 1;
		     run.end < p->nmentions &&
		     !(m[run.end].flags & MENTION_EDIT) &&
		     m[run.end].insn == m[run.start].insn;
		     run.end++)
			wanted |= narrow[run.end];
		if (!wanted)
			continue;
		if (m[run.start].flags & (MENTION_EDIT | MENTION_COPY) ||
		    run_pinned(p, run) ||
		    (run.start && !may_cut(s, p, run.start)) ||
		    (run.end < p->nmentions && !may_cut(s, p, run.end)) ||
		    (mentions_write(m, run.start, run.end) &&
		     block_leaves_early(s, mention_block(s, &m[run.start]))))
			return false;
		VEC_PUSH(s->arena, *runs, run);
	}
	return true;
}

/* Take from V the instructions that keep its class so narrow that no register
 * survives the calls it crosses. */
static bool
split_by_class(Scan *s, VregId v)
{
	const Piece *p = &s->pieces.at[v];
	uint8_t *narrow;
	RunVec runs = {0};

	if (s->options->kind == REGALLOC_FAST || !piece_may_widen(s, v))
		return false;
	narrow = ARENA_RAW(s->arena, uint8_t, p->nmentions);
	if (!piece_narrow_mentions(s, v, narrow) ||
	    !runs_by_class(s, p, narrow, &runs) || !runs.n)
		return false;
	log_split(s, v, CUT_CLASS, 0);
	runs_commit(s, v, &runs, STAGE_NEW);
	return true;
}

bool
split_by_blocks(Scan *s, VregId v)
{
	const Piece *p = &s->pieces.at[v];
	RunVec runs = {0};

	runs_by_block(s, p, &runs);
	runs_check(s, p, &runs);
	if (!runs.n)
		return false;
	log_split(s, v, CUT_BLOCKS, 0);
	runs_commit(s, v, &runs, STAGE_SPILL);
	return true;
}

bool
split_piece(Scan *s, VregId v)
{
	const Piece *p = &s->pieces.at[v];
	RunVec runs = {0};
	Cut how = CUT_CALLS;

	if (p->nmentions < 2)
		return false;
	if (split_by_class(s, v))
		return true;
	if (!piece_is_local(s, p))
		return (p->splits < SPLITS_MAX && region_split(s, v)) ||
		       split_by_blocks(s, v);
	if (piece_displace(s, v, piece_gain(s, v)) == WAY_MADE)
		return true;
	if (p->preserved)
		runs_by_calls(s, p, &runs);
	if (!runs.n) {
		how = CUT_GAP;
		runs_by_gap(s, p, &runs);
	}
	/* A single run would be the same piece again. */
	if (runs.n < 2)
		return false;
	runs_check(s, p, &runs);
	if (runs.n < 2)
		return false;
	log_split(s, v, how, 0);
	runs_commit(s, v, &runs, STAGE_SPILL);
	return true;
}
