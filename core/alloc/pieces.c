/*
 * Pieces: their live ranges from their mentions, their weights.
 *
 * The range of a part is found as that of a register in intervals: walk up
 * from reads that no write of the block precedes, with stamped marks, then
 * build segments block by block.
 */
#include "core/alloc/state.h"

#include "core/base/bits.h"

#include <math.h>
#include <string.h>

typedef VEC(Segment) SegVec;

bool
segs_contain(const Segs *segs, SlotIdx at)
{
	uint32_t lo = 0, hi = segs->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (segs->segs[mid].end > at)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo < segs->n && segs->segs[lo].start <= at;
}

typedef struct {
	bool read, write, stop; /* stop: the lanes end undefined here */
	SlotIdx read_end, write_start, dead_end;
} Event;

/* What mention M does to lanes LANES (0: to the register as a whole). */
static Event
event_of(const Scan *s, const PieceMention *m, LaneMask lanes)
{
	Event e = {.read = m->flags & MENTION_READ,
		   .write = m->flags & MENTION_WRITE};
	const Operand *o;
	LaneMask part;

	if (m->flags & MENTION_EDIT) {
		e.read_end = e.write_start = slot_at(m->pos, SLOT_BLOCK);
		e.dead_end = e.write_start + 1;
		return e;
	}
	o = &s->f->opnds.at[m->ref];
	e.read_end =
		slot_at(m->pos, o->flags & OPND_LATE ? SLOT_DEAD : SLOT_REG);
	e.write_start =
		slot_at(m->pos, o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG);
	e.dead_end = slot_at(m->pos, SLOT_DEAD);
	if (!lanes)
		return e;
	part = target_sub_lanes(s->t, o->sub);
	if (!(part & lanes)) {
		e.read = false;
		e.stop = e.write && (o->flags & OPND_UNDEF);
		e.write = false;
	} else if (e.write) {
		e.read = false;
	}
	return e;
}

static void
seg_push(Scan *s, SegVec *out, SlotIdx start, SlotIdx end)
{
	if (start >= end)
		return;
	if (out->n && out->at[out->n - 1].end >= start) {
		if (out->at[out->n - 1].end < end)
			out->at[out->n - 1].end = end;
		return;
	}
	VEC_PUSH(s->arena, *out, ((Segment){start, end, 0}));
}

/* Segments of block B, whose mentions are M[0..n). */
static void
block_segments(Scan *s, BlockId b, const PieceMention *m, uint32_t n,
	       LaneMask lanes, SegVec *out)
{
	SlotIdx start = slot_block_start(&s->live->slots, b), last = start;
	bool live = s->in_mark[b] == s->stamp;
	uint32_t i;

	for (i = 0; i < n; i++) {
		Event e = event_of(s, &m[i], lanes);

		if (e.read && live && e.read_end > last)
			last = e.read_end;
		/* A parallel copy of other lanes ends nothing that one beside
		 * it has just put there. */
		if (e.stop && live && start == e.write_start)
			continue;
		if (e.write || e.stop) {
			if (live)
				seg_push(s, out, start, last);
			live = e.write;
			start = e.write_start;
			last = e.dead_end;
		}
	}
	if (s->out_mark[b] == s->stamp && live)
		last = slot_block_end(&s->live->slots, b);
	if (live)
		seg_push(s, out, start, last);
}

/* Mark in which blocks that mention the piece it is defined, and in which it is
 * needed at the head; the latter are those to go on from. */
static void
mentions_walk(Scan *s, const Piece *p, LaneMask lanes)
{
	uint32_t i, n = p->nmentions;

	for (i = 0; i < n;) {
		BlockId b = mention_block(s, &p->mentions[i]);
		bool defined = false, exposed = false;

		do {
			Event e = event_of(s, &p->mentions[i], lanes);

			exposed |= e.read && !defined;
			defined |= e.write || e.stop;
		} while (++i < n && mention_block(s, &p->mentions[i]) == b);
		if (defined)
			s->def_mark[b] = s->stamp;
		if (exposed) {
			s->in_mark[b] = s->stamp;
			VEC_PUSH(s->arena, s->work, b);
		}
		numset_add(&s->touched, b);
	}
}

/* Mark where the piece is live in and out, and which blocks it touches. */
static void
liveness_walk(Scan *s, const Piece *p, LaneMask lanes)
{
	const BlockId *preds = s->f->preds.at;
	const uint32_t *def = s->def_mark;
	uint32_t *in = s->in_mark, *out = s->out_mark, stamp = ++s->stamp, k;

	mentions_walk(s, p, lanes);
	while (s->work.n) {
		Slice from = s->f->blocks.at[s->work.at[--s->work.n]].preds;

		for (k = from.start; k < from.end; k++) {
			BlockId pred = preds[k];

			if (out[pred] == stamp)
				continue;
			out[pred] = stamp;
			if (def[pred] == stamp || in[pred] == stamp)
				continue;
			in[pred] = stamp;
			VEC_PUSH(s->arena, s->work, pred);
			numset_add(&s->touched, pred);
		}
	}
}

static Segs
range_compute(Scan *s, const Piece *p, LaneMask lanes)
{
	const PieceMention *m = p->mentions, *end = m + p->nmentions, *first;
	const SlotIdx *start = s->live->slots.block_start;
	SegVec out = {0};
	BlockId next;
	uint32_t i, n;

	liveness_walk(s, p, lanes);
	n = numset_take_all(&s->touched, s->touched_list);
	next = m < end ? mention_block(s, m) : NONE;
	for (i = 0; i < n; i++) {
		BlockId b = s->touched_list[i];

		if (b != next) {
			/* It lives in, and as nothing ends it, out. */
			seg_push(s, &out, start[b], start[b + 1]);
			continue;
		}
		for (first = m; m < end && mention_block(s, m) == b;)
			m++;
		next = m < end ? mention_block(s, m) : NONE;
		block_segments(s, b, first, (uint32_t)(m - first), lanes, &out);
	}
	return (Segs){out.at, out.n};
}

/* The groups of lanes that P's operands tell apart. */
static void
lanes_find(Scan *s, const Piece *p, ClassId cls)
{
	VEC(PieceLanes) groups = {0};
	PieceLanes group = {.lanes = s->t->classes[cls].lanes};
	Piece *out = (Piece *)(uintptr_t)p;
	uint32_t i, k, n;

	VEC_PUSH(s->arena, groups, group);
	for (i = 0; i < p->nmentions; i++) {
		const PieceMention *m = &p->mentions[i];
		LaneMask part;

		if (m->flags & MENTION_EDIT || !s->f->opnds.at[m->ref].sub)
			continue;
		part = target_sub_lanes(s->t, s->f->opnds.at[m->ref].sub);
		n = groups.n;
		for (k = 0; k < n; k++) {
			LaneMask both = groups.at[k].lanes & part;

			if (!both || both == groups.at[k].lanes)
				continue;
			group.lanes = groups.at[k].lanes & ~part;
			groups.at[k].lanes = both;
			VEC_PUSH(s->arena, groups, group);
		}
	}
	out->lanes = groups.n > 1 ? groups.at : NULL;
	out->nlanes = groups.n > 1 ? groups.n : 0;
}

/* As LLVM's normalizeSpillWeight: this keeps short ranges from looking
 * infinitely dense. */
#define SIZE_MORE 25.0

double
piece_uses(const Piece *p)
{
	return (double)p->weight * (p->size / 4.0 + SIZE_MORE);
}

void
piece_weigh(Scan *s, VregId v)
{
	Piece *p = &s->pieces.at[v];
	double sum = 0;
	uint32_t i;

	p->size = 0;
	for (i = 0; i < p->main.n; i++)
		p->size += p->main.segs[i].end - p->main.segs[i].start;
	for (i = 0; i < p->nmentions; i++) {
		const PieceMention *m = &p->mentions[i];
		unsigned n = !!(m->flags & MENTION_READ) +
			     !!(m->flags & MENTION_WRITE);

		sum += (double)s->freq[mention_block(s, m)] * n;
		if ((m->flags & MENTION_PINNED) && p->nmentions == 1)
			p->stage = STAGE_DONE;
	}
	/* Computing it again is cheaper than loading it. */
	if (s->remat[p->origin] != NONE)
		sum *= REMAT_SHARE;
	p->weight = (float)(sum / (p->size / 4.0 + SIZE_MORE));
	if (p->stage == STAGE_DONE)
		p->weight = HUGE_VALF;
}

void
piece_compute(Scan *s, VregId v)
{
	Piece *p = &s->pieces.at[v];
	uint32_t i;

	piece_widen(s, v);
	p->main = range_compute(s, p, 0);
	p->nlanes = 0;
	p->preserved_known = false;
	if (s->use_lanes) {
		lanes_find(s, p, s->f->vregs.at[v].cls);
		for (i = 0; i < p->nlanes; i++)
			p->lanes[i].segs =
				range_compute(s, p, p->lanes[i].lanes);
	}
	piece_weigh(s, v);
}

VregId
piece_add(Scan *s, VregId from)
{
	VregId v = func_add_vreg(s->f, s->f->vregs.at[from].cls, from);
	Piece piece = {.stage = STAGE_NEW,
		       .hint = s->pieces.at[from].hint,
		       .hint_split = s->pieces.at[from].hint_split,
		       .origin = s->pieces.at[from].origin};
	Piece *origin = &s->pieces.at[piece.origin];

	piece.sibling = origin->sibling;
	origin->sibling = v;
	VEC_PUSH(s->arena, s->pieces, piece);
	log_part(s, from, v);
	return v;
}

/*
 * How operand N of the COPY I mentions its register.  Copies of
 * parts use the slot only in a group of parallel copies, where otherwise all of
 * them would need registers at one time; alone they are cheaper in a register.
 */
static uint32_t
copy_flags(const Scan *s, InsnId i, OpndId n)
{
	const Insn *insn = func_insn(s->f, i);
	const Operand *o = insn_opnds(s->f, insn);
	uint32_t flags = 0;

	if (insn->nopnds >= 2 && n <= insn->opnd0 + 1)
		flags |= MENTION_SIDE;
	if (insn->nopnds == 2 &&
	    !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) &&
	    ((!o[0].sub && !o[1].sub) || insn_in_group(s->f, i)))
		flags |= MENTION_COPY;
	return flags;
}

/* How operand N, which is O, of instruction I mentions its register. */
static uint32_t
mention_flags(const Scan *s, InsnId i, OpndId n, const Operand *o)
{
	const Insn *insn = func_insn(s->f, i);
	uint32_t flags = 0;

	if (opnd_reads(o))
		flags |= MENTION_READ;
	if (o->flags & OPND_DEF)
		flags |= MENTION_WRITE;
	if (insn_is(s->f, insn, WK_COPY))
		flags |= copy_flags(s, i, n);
	if ((o->flags & OPND_DEF) && (insn_flags(s->f, insn) & OP_TERMINATOR ||
				      insn_is(s->f, insn, WK_INLINEASM_BR)))
		flags |= MENTION_PINNED;
	return flags;
}

/* The mentions of V, written to AT, where there is room for them. */
static void
mentions_init(Scan *s, VregId v, PieceMention *at)
{
	const Live *live = s->live;
	uint32_t i = live->mention_start[v], end = live->mention_start[v + 1];
	Piece *p = &s->pieces.at[v];
	MentionVec out = {at, 0, end - i};

	for (; i < end; i++) {
		const Mention *m = &live->mentions[i];
		const Operand *o = &s->f->opnds.at[m->opnd];
		PieceMention mention = {.pos = live->slots.insn_pos[m->insn],
					.ref = m->opnd,
					.insn = m->insn};

		if (o->flags & OPND_DEBUG)
			continue;
		mention.flags = mention_flags(s, m->insn, m->opnd, o);
		/* Most are in order. */
		if (!out.n || out.at[out.n - 1].pos < mention.pos)
			out.at[out.n++] = mention;
		else
			mention_insert(s, &out, mention);
	}
	p->mentions = out.at;
	p->nmentions = out.n;
}

static void
lanes_init(Scan *s, Piece *p, const Interval *iv)
{
	const Live *live = s->live;
	uint32_t i;

	p->nlanes = iv->subs.end - iv->subs.start;
	p->lanes = ARENA_RAW(s->arena, PieceLanes, p->nlanes);
	for (i = 0; i < p->nlanes; i++) {
		const SubRange *sub = &live->subs.at[iv->subs.start + i];
		Slice segs = sub->range.segs;

		p->lanes[i].lanes = sub->lanes;
		p->lanes[i].segs = (Segs){live->segs.at + segs.start,
					  segs.end - segs.start};
	}
}

void
pieces_init(Scan *s)
{
	const Live *live = s->live;
	uint32_t n = s->f->vregs.n;
	PieceMention *mentions =
		ARENA_RAW(s->arena, PieceMention, live->mention_start[n]);
	VregId v;

	/* Most registers are split into few parts. */
	s->pieces.cap = n + n / 4 + 8;
	s->pieces.at = ARENA_RAW(s->arena, Piece, s->pieces.cap);
	s->pieces.n = n;
	for (v = 0; v < n; v++) {
		const Interval *iv = &live->vregs[v];
		const Vreg *vreg = &s->f->vregs.at[v];
		uint32_t first = live->mention_start[v];
		Slice segs = iv->main.segs;
		Piece *p = &s->pieces.at[v];

		*p = (Piece){.main = {live->segs.at + segs.start,
				      segs.end - segs.start},
			     .stage = vreg->brief ? STAGE_DONE : STAGE_NEW,
			     .hint = vreg->hint_kind == 1 ? (RegId)vreg->hint
							  : 0,
			     .origin = v,
			     .sibling = NONE};
		s->remat[v] = NONE;
		/* Coalescing leaves many that nothing mentions. */
		if (first == live->mention_start[v + 1])
			continue;
		if (s->use_lanes && iv->subs.start < iv->subs.end)
			lanes_init(s, p, iv);
		mentions_init(s, v, mentions + first);
		s->remat[v] = remat_find(s, v);
		piece_weigh(s, v);
	}
}
