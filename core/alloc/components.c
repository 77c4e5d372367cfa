/*
 * Components: a piece whose values never meet is several pieces.
 *
 * Nodes, united in Parts.up, are the piece's values inside blocks; edges of
 * the control flow graph and instructions that read and write it connect them.
 * Source: LLVM ConnectedVNInfoEqClasses.
 */
#include "core/alloc/state.h"

typedef struct {
	Scan *s;
	uint32_t *up;	    /* by node: one that it was united with, or it */
	uint32_t n;	    /* nodes */
	uint32_t *in, *out; /* by block: node at head and end; NONE */
	uint32_t *node;	    /* by mention */
	BlockId *blocks;    /* in which it is live or mentioned, in order */
	uint32_t nblocks;
} Parts;

static inline uint32_t
part_find(const Parts *p, uint32_t i)
{
	uint32_t *up = p->up;

	while (up[i] != i)
		i = up[i] = up[up[i]];
	return i;
}

static inline void
part_union(const Parts *p, uint32_t a, uint32_t b)
{
	a = part_find(p, a);
	b = part_find(p, b);
	if (a < b)
		p->up[b] = a;
	else
		p->up[a] = b;
}

static inline uint32_t
part_new(Parts *p)
{
	p->up[p->n] = p->n;
	return p->n++;
}

/* Do the mentions of the place of mention I both read and write? */
static bool
passes_through(const Piece *piece, uint32_t i)
{
	const PieceMention *m = piece->mentions;
	uint32_t k;

	if (m[i].flags & MENTION_READ)
		return true;
	for (k = i; k-- && m[k].pos == m[i].pos && m[k].insn == m[i].insn;)
		if ((m[k].flags & MENTION_READ) &&
		    (m[k].flags & MENTION_EDIT) == (m[i].flags & MENTION_EDIT))
			return true;
	return false;
}

/* Is mention I of a place that an earlier mention writes, too?  Then they write
 * parts of one value. */
static bool
writes_beside(const Piece *piece, uint32_t i)
{
	const PieceMention *m = piece->mentions;

	return i && m[i - 1].pos == m[i].pos &&
	       (m[i - 1].flags & MENTION_WRITE) &&
	       !((m[i - 1].flags | m[i].flags) & MENTION_EDIT);
}

/* Walk block B, whose mentions are [start, end); the piece is live at its head
 * (IN), at its end (OUT). */
static inline void
block_parts(Parts *p, const Piece *piece, BlockId b, bool in, bool out,
	    uint32_t start, uint32_t end)
{
	const Slots *slots = &p->s->live->slots;
	uint32_t cur = in ? part_new(p) : NONE, i;

	p->blocks[p->nblocks++] = b;
	p->in[b] = cur;
	for (i = start; i < end; i++) {
		if (cur == NONE ||
		    ((piece->mentions[i].flags & MENTION_WRITE) &&
		     !passes_through(piece, i) && !writes_beside(piece, i)))
			cur = part_new(p);
		p->node[i] = cur;
	}
	/* An edit behind the last instruction may write it at the very end. */
	if (!out &&
	    (end == start || slot_at(piece->mentions[end - 1].pos,
				     SLOT_BLOCK) != slot_block_end(slots, b)))
		cur = NONE;
	p->out[b] = cur;
}

/* All blocks in which the piece is live or mentioned, in order. */
static void
parts_find(Parts *p, const Piece *piece)
{
	const Slots *slots = &p->s->live->slots;
	const Segment *seg = piece->main.segs, *end = seg + piece->main.n;
	uint32_t n = piece->nmentions, m = 0;
	BlockId next = mention_block(p->s, piece->mentions);
	SlotIdx done = 0;

	while (seg < end || m < n) {
		BlockId b = next;
		uint32_t start = m;
		bool in;

		if (seg < end) {
			SlotIdx at = seg->start > done ? seg->start : done;

			if (at >= seg->end || at / 4 >= slots->npos) {
				seg++;
				continue;
			}
			if (slots->pos_block[at / 4] < b)
				b = slots->pos_block[at / 4];
		}
		while (next == b) {
			m++;
			next = m < n ? mention_block(p->s, &piece->mentions[m])
				     : NONE;
		}
		in = seg < end && seg->start <= slot_block_start(slots, b);
		done = slot_block_end(slots, b);
		while (seg < end && seg->end < done)
			seg++;
		block_parts(p, piece, b, in, seg < end && seg->start < done,
			    start, m);
	}
}

static void
parts_connect(Parts *p)
{
	const Func *f = p->s->f;
	/* Marks tell which entries of in and out are this piece's. */
	uint32_t *mark = p->s->in_mark, stamp = ++p->s->stamp, i, k;

	for (i = 0; i < p->nblocks; i++)
		mark[p->blocks[i]] = stamp;
	for (i = 0; i < p->nblocks; i++) {
		BlockId b = p->blocks[i];
		Slice succs = f->blocks.at[b].succs;

		if (p->out[b] == NONE)
			continue;
		for (k = succs.start; k < succs.end; k++) {
			BlockId to = f->succs.at[k].block;

			if (mark[to] == stamp && p->in[to] != NONE)
				part_union(p, p->out[b], p->in[to]);
		}
	}
}

/* Give the mentions of each part to a piece of its own; V keeps the first. */
static void
parts_divide(Parts *p, VregId v)
{
	Scan *s = p->s;
	uint32_t n = s->pieces.at[v].nmentions, i, first;
	const PieceMention *m = s->pieces.at[v].mentions;
	VregId *owner = ARENA_RAW(s->arena, VregId, p->n);
	uint8_t stage = s->pieces.at[v].stage;

	for (i = 0; i < p->n; i++)
		owner[i] = NONE;
	first = part_find(p, p->node[0]);
	owner[first] = v;
	s->pieces.at[v].nmentions = 0;
	for (i = 0; i < n; i++) {
		uint32_t part = part_find(p, p->node[i]);
		Piece *piece;

		if (owner[part] == NONE) {
			owner[part] = piece_add(s, v);
			piece = &s->pieces.at[owner[part]];
			piece->stage = stage;
			piece->splits = s->pieces.at[v].splits;
			piece->mentions =
				ARENA_RAW(s->arena, PieceMention, n - i);
		}
		piece = &s->pieces.at[owner[part]];
		if (owner[part] == v && !piece->nmentions)
			piece->mentions = ARENA_RAW(s->arena, PieceMention, n);
		piece->mentions[piece->nmentions++] = m[i];
		mention_rename(s, &m[i], owner[part]);
	}
	for (i = 0; i < p->n; i++) {
		if (owner[i] == NONE)
			continue;
		piece_compute(s, owner[i]);
		queue_put(s, owner[i]);
	}
}

/* Does all that is read come from one write?  Where the function begins there
 * may be another value. */
static bool
has_one_value(const Scan *s, const Piece *piece)
{
	const Slots *slots = &s->live->slots;
	uint32_t writes = 0, i;

	for (i = 0; i < piece->nmentions; i++) {
		uint32_t flags = piece->mentions[i].flags;

		writes += !!(flags & MENTION_WRITE);
		if (writes > 1 || !(flags & (MENTION_READ | MENTION_WRITE)))
			return false;
	}
	return writes == 1 && piece->main.n &&
	       piece->main.segs[0].start > slot_block_start(slots, 0);
}

/* Room for N nodes. */
static uint32_t *
part_nodes(Scan *s, uint32_t n)
{
	if (s->part_up_cap < n) {
		s->part_up_cap = 2 * n;
		s->part_up = ARENA_RAW(s->arena, uint32_t, s->part_up_cap);
	}
	return s->part_up;
}

void
piece_queue_parts(Scan *s, VregId v)
{
	const Piece *piece = &s->pieces.at[v];
	uint32_t n = piece->nmentions, i, first;
	Parts p = {.s = s,
		   .in = s->part_in,
		   .out = s->part_out,
		   .blocks = s->touched_list};

	if (!n)
		return;
	if (has_one_value(s, piece)) {
		queue_put(s, v);
		return;
	}
	p.up = part_nodes(s, s->f->blocks.n + n);
	p.node = ARENA_RAW(s->arena, uint32_t, n);
	parts_find(&p, piece);
	parts_connect(&p);
	first = part_find(&p, p.node[0]);
	for (i = 1; i < n && part_find(&p, p.node[i]) == first;)
		i++;
	if (i < n) {
		log_split(s, v, CUT_VALUES, 0);
		parts_divide(&p, v);
	} else {
		queue_put(s, v);
	}
}
