/*
 * Pieces: those of all registers at the start, and their weights.
 */
#include "core/alloc/state.h"

#include "core/analysis/weights.h"
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

uint32_t
piece_size(const Piece *p)
{
	uint32_t size = 0, i;

	for (i = 0; i < p->main.n; i++)
		size += p->main.segs[i].end - p->main.segs[i].start;
	return size;
}

double
piece_uses(const Piece *p)
{
	return spill_uses(p->weight, piece_size(p));
}

/* Weigh P, whose mentions are executed SUM times. */
static void
weight_set(const Scan *s, Piece *p, double sum)
{
	/* Computing it again is cheaper than loading it. */
	if (s->remat[p->origin] != NONE)
		sum *= REMAT_SHARE;
	p->weight = p->stage == STAGE_DONE ? HUGE_VALF
					   : spill_weight(sum, piece_size(p));
}

/* How often what mention M, with FLAGS, does is executed. */
static inline double
mention_uses(const Scan *s, const PieceMention *m, uint32_t flags)
{
	uint32_t n = (flags & MENTION_READ) / MENTION_READ +
		     (flags & MENTION_WRITE) / MENTION_WRITE;

	return (double)s->freq[mention_block(s, m)] * n;
}

/* FLAGS: what all mentions of P have. */
static inline void
flags_note(Piece *p, uint32_t flags)
{
	p->copied = (flags & (MENTION_EDIT | MENTION_SIDE)) != 0;
	if ((flags & MENTION_PINNED) && p->nmentions == 1)
		p->stage = STAGE_DONE;
}

void
piece_weigh(Scan *s, VregId v)
{
	Piece *p = &s->pieces.at[v];
	uint32_t flags = 0, i;
	double sum = 0;

	for (i = 0; i < p->nmentions; i++) {
		const PieceMention *m = &p->mentions[i];

		flags |= m->flags;
		sum += mention_uses(s, m, m->flags);
	}
	flags_note(p, flags);
	weight_set(s, p, sum);
}

VregId
piece_add(Scan *s, VregId from)
{
	VregId v = func_add_vreg(s->f, s->f->vregs.at[from].cls, from);
	Piece piece = {.stage = STAGE_NEW,
		       .hint = s->pieces.at[from].hint,
		       .hint_split = s->pieces.at[from].hint_split,
		       .origin = s->pieces.at[from].origin,
		       .preserved = PRESERVED_UNKNOWN};
	Piece *origin = &s->pieces.at[piece.origin];

	piece.sibling = origin->sibling;
	origin->sibling = v;
	VEC_PUSH(s->arena, s->pieces, piece);
	VEC_PUSH(s->arena, s->regs, 0);
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

/* The mentions of V, which has some, written to AT, where there is room for
 * them; and what they say of it. */
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
	Piece *p = &s->pieces.at[v];
	uint32_t flags = 0, writes = 0;
	InsnId def = NONE;
	uint64_t last = 0;
	double sum = 0;

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
		flags |= new->flags;
		sum += mention_uses(s, new, new->flags);
		if (new->flags & MENTION_WRITE) {
			writes++;
			def = m->insn;
		}
		/* Most are in order. */
		if (mention_key(new) >= last) {
			last = mention_key(new);
			out.n++;
		} else {
			mention_insert(s, &out, *new);
		}
	}
	p->mentions = at;
	p->nmentions = out.n;
	if (writes == 1 && s->options->kind != REGALLOC_SCAN &&
	    remat_finds(s, v, def))
		s->remat[v] = def;
	flags_note(p, flags);
	weight_set(s, p, sum);
}

static void
lanes_init(Scan *s, Piece *p, const Interval *iv)
{
	const Live *live = s->live;
	uint32_t i;

	p->nlanes = (uint8_t)(iv->subs.end - iv->subs.start);
	p->lanes = ARENA_RAW(s->arena, PieceLanes, p->nlanes);
	for (i = 0; i < p->nlanes; i++) {
		const SubRange *sub = &live->subs.at[iv->subs.start + i];
		Slice segs = sub->range.segs;

		p->lanes[i].lanes = sub->lanes;
		p->lanes[i].segs = (Segs){live->segs.at + segs.start,
					  segs.end - segs.start};
	}
}

/* Are registers of class CLS told apart by their keys?  Those of other classes
 * than can be allocated are not. */
static inline bool
keys_tell(const Target *t, ClassId cls)
{
	return cls == CLASS_NONE || (t->classes[cls].flags & CLASS_ALLOCATABLE);
}

static inline bool
class_is_apart(const Target *t, ClassId cls)
{
	return cls != CLASS_NONE && (t->classes[cls].flags & CLASS_APART);
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
	s->by_keys = s->few_keys = !s->use_lanes;
	s->regs.cap = s->pieces.cap;
	s->regs.at = ARENA_RAW(s->arena, RegId, s->regs.cap);
	s->regs.n = n;
	memset(s->regs.at, 0, n * sizeof(*s->regs.at));
	for (v = 0; v < n; v++) {
		const Interval *iv = &live->vregs[v];
		const Vreg *vreg = &s->f->vregs.at[v];
		uint32_t first = live->mention_start[v];
		Piece *p = &s->pieces.at[v];

		s->remat[v] = NONE;
		/* Coalescing leaves many that nothing mentions; nobody asks for
		 * those. */
		if (!register_mentioned(s, v))
			continue;
		s->by_keys &= keys_tell(s->t, vreg->cls);
		s->few_keys &= !class_is_apart(s->t, vreg->cls);
		*p = (Piece){
			.main = {live->segs.at + iv->main.segs.start,
				 iv->main.segs.end - iv->main.segs.start},
			.preserved = PRESERVED_UNKNOWN,
			.origin = v,
			.sibling = NONE,
			.stage = vreg->brief ? STAGE_DONE : STAGE_NEW,
			.hint = vreg->hint_kind == 1 ? (RegId)vreg->hint : 0,
		};
		if (s->use_lanes && iv->subs.start < iv->subs.end)
			lanes_init(s, p, iv);
		mentions_init(s, v, mentions + first);
	}
	s->few_keys &= s->by_keys;
}
