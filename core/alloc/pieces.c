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

/* What E, of operand O, is to lanes LANES. */
static void
event_narrow(const Scan *s, const Operand *o, LaneMask lanes, Event *e)
{
	if (!(target_sub_lanes(s->t, o->sub) & lanes)) {
		e->read = false;
		e->stop = e->write && (o->flags & OPND_UNDEF);
		e->write = false;
	} else if (e->write) {
		e->read = false;
	}
}

/* What mention M does to lanes LANES (0: to the register as a whole). */
static inline Event
event_of(const Scan *s, const PieceMention *m, LaneMask lanes)
{
	Event e = {.read = m->flags & MENTION_READ,
		   .write = m->flags & MENTION_WRITE};
	const Operand *o;

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
	if (lanes)
		event_narrow(s, o, lanes, &e);
	return e;
}

static void
seg_push(Scan *s, SlotIdx start, SlotIdx end)
{
	Segment *last = s->segs.n ? &s->segs.at[s->segs.n - 1] : NULL;

	if (start >= end)
		return;
	if (last && last->end >= start) {
		if (last->end < end)
			last->end = end;
		return;
	}
	VEC_PUSH(s->arena, s->segs, ((Segment){start, end, 0}));
}

/* Segments of block B, whose mentions are M[0..n). */
static void
block_segments(Scan *s, BlockId b, const PieceMention *m, uint32_t n,
	       LaneMask lanes)
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
				seg_push(s, start, last);
			live = e.write;
			start = e.write_start;
			last = e.dead_end;
		}
	}
	if (s->out_mark[b] == s->stamp && live)
		last = slot_block_end(&s->live->slots, b);
	if (live)
		seg_push(s, start, last);
}

/* Mark in which blocks that mention the piece it is defined, and in which it is
 * needed at the head; the latter, to go on from, are put into WORK.  Returns
 * how many. */
static uint32_t
mentions_walk(Scan *s, const Piece *p, LaneMask lanes, BlockId *work)
{
	uint32_t i, n = p->nmentions, nwork = 0;

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
			work[nwork++] = b;
		}
		numset_add(&s->touched, b);
	}
	return nwork;
}

/* Mark where the piece is live in and out, and which blocks it touches. */
static void
liveness_walk(Scan *s, const Piece *p, LaneMask lanes)
{
	const Block *blocks = s->f->blocks.at;
	const BlockId *preds = s->f->preds.at;
	const uint32_t *def = s->def_mark;
	uint32_t *in = s->in_mark, *out = s->out_mark, stamp = ++s->stamp;
	BlockId *work = s->touched_list;
	uint32_t n = mentions_walk(s, p, lanes, work), k;

	while (n) {
		Slice from = blocks[work[--n]].preds;

		for (k = from.start; k < from.end; k++) {
			BlockId pred = preds[k];

			if (out[pred] == stamp)
				continue;
			out[pred] = stamp;
			if (def[pred] == stamp || in[pred] == stamp)
				continue;
			in[pred] = stamp;
			work[n++] = pred;
			numset_add(&s->touched, pred);
		}
	}
}

static Segs
range_compute(Scan *s, const Piece *p, LaneMask lanes)
{
	const PieceMention *m = p->mentions, *end = m + p->nmentions, *first;
	const SlotIdx *start = s->live->slots.block_start;
	const BlockId *list = s->touched_list;
	BlockId next = m < end ? mention_block(s, m) : NONE;
	uint32_t i, k, n;

	liveness_walk(s, p, lanes);
	n = numset_take_all(&s->touched, s->touched_list);
	s->segs.n = 0;
	for (i = 0; i < n; i = k) {
		k = i + 1;
		if (list[i] == next) {
			for (first = m; m < end && mention_block(s, m) == next;)
				m++;
			block_segments(s, next, first, (uint32_t)(m - first),
				       lanes);
			next = m < end ? mention_block(s, m) : NONE;
			continue;
		}
		/* It lives in and, as nothing ends it, out. */
		while (k < n && list[k] == list[k - 1] + 1 && list[k] != next)
			k++;
		seg_push(s, start[list[i]], start[list[k - 1] + 1]);
	}
	n = s->segs.n;
	return (Segs){arena_copy(s->arena, s->segs.at, n * sizeof(Segment),
				 n * sizeof(Segment)),
		      n};
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
		uint32_t n = (m->flags & MENTION_READ) / MENTION_READ +
			     (m->flags & MENTION_WRITE) / MENTION_WRITE;

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

/* How operand O of instruction INSN mentions its register, if that is no
 * COPY. */
static inline uint32_t
mention_flags(const Scan *s, const Insn *insn, const Operand *o)
{
	uint32_t flags = 0;

	if (opnd_reads(o))
		flags |= MENTION_READ;
	if (!(o->flags & OPND_DEF))
		return flags;
	flags |= MENTION_WRITE;
	if (insn_flags(s->f, insn) & OP_TERMINATOR ||
	    insn_is(s->f, insn, WK_INLINEASM_BR))
		flags |= MENTION_PINNED;
	return flags;
}

/* The mentions of V, written to AT, where there is room for them. */
static void
mentions_init(Scan *s, VregId v, PieceMention *at)
{
	const Live *live = s->live;
	const Mention *m = live->mentions + live->mention_start[v];
	const Mention *end = live->mentions + live->mention_start[v + 1];
	const Insn *insns = s->f->insns.at;
	const Operand *opnds = s->f->opnds.at;
	OpcodeId copy = s->t->known[WK_COPY];
	MentionVec out = {at, 0, (uint32_t)(end - m)};

	for (; m < end; m++) {
		PieceMention *new = &at[out.n];
		const Operand *o = &opnds[m->opnd];
		const Insn *insn = &insns[m->insn];

		if (o->flags & OPND_DEBUG)
			continue;
		new->pos = live->slots.insn_pos[m->insn];
		new->flags = mention_flags(s, insn, o);
		if (insn->op == copy && copy)
			new->flags |= copy_flags(s, m->insn, m->opnd);
		new->ref = m->opnd;
		new->insn = m->insn;
		/* Most are in order. */
		if (!out.n || new[-1].pos < new->pos)
			out.n++;
		else
			mention_insert(s, &out, *new);
	}
	s->pieces.at[v].mentions = at;
	s->pieces.at[v].nmentions = out.n;
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
