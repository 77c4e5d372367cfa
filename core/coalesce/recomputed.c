/*
 * Copies of constants that are not to vanish.
 *
 * Joined, a copy costs nothing, but the joined register holds the constant all
 * the way from where it is computed: across calls, it needs a register that
 * they preserve, and everything else that is joined with it, too.  `rc = 0` at
 * the head of a function, read by a PHI behind its calls, is like that.  Copies
 * that stay become computations, see remat_copies.h, and the constant lives
 * from there on only.
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/base/search.h"

/* Rounding of sums of prices. */
#define SLACK 1.001f

/* How many calls, and how many reads of a constant, are looked at for one copy
 * of it. */
enum { CALLS_MAX = 100, READS_MAX = 100 };

typedef struct {
	const Coalescer *c;
	const InsnId *constants;
	const float *price;
	/* By VregId of a source of candidates, price of all of them. */
	float *sum;
	VEC(SlotIdx) calls; /* in order */
} Recompute;

static BlockId
block_of(const Coalescer *c, InsnId i)
{
	return slots_insn_block(&c->live->slots, i);
}

/* Could a computation that is executed no more often than the one of the source
 * take the place of COPY? */
static bool
is_candidate(const Recompute *r, const CopyNote *copy)
{
	const Coalescer *c = r->c;
	const Operand *o = insn_opnds(c->f, func_insn(c->f, copy->insn));
	InsnId def = r->constants[copy->src];

	return def != NONE && copy->plain && !copy->tied && !o[0].sub &&
	       !o[1].sub && !(c->rest && c->rest[copy->dst] != NONE) &&
	       insn_opnds(c->f, func_insn(c->f, def))->val == copy->src &&
	       r->price[block_of(c, copy->insn)] <= r->price[block_of(c, def)];
}

static void
calls_find(Recompute *r)
{
	const Func *f = r->c->f;

	for (InsnId i = 0; i < f->insns.n; i++)
		if (insn_flags(f, func_insn(f, i)) & OP_CALL)
			VEC_PUSH(r->c->tmp, r->calls,
				 slot_of(&r->c->live->slots, i, SLOT_REG));
}

/* Is there a call in V's range between instructions FROM and TO? */
static bool
call_between(const Recompute *r, VregId v, InsnId from, InsnId to)
{
	const Live *live = r->c->live;
	SlotIdx first = slot_of(&live->slots, from, SLOT_REG);
	SlotIdx last = slot_of(&live->slots, to, SLOT_REG);
	uint32_t low = 0;

	SEARCH_FIRST(low, r->calls.n, r->calls.at[low] <= first);
	uint32_t high =
		low + CALLS_MAX < r->calls.n ? low + CALLS_MAX : r->calls.n;
	for (; low < high && r->calls.at[low] < last; low++)
		if (range_find(live, &live->vregs[v].main, r->calls.at[low]))
			return true;
	return false;
}

/* Is V, computed in block B, read there by others than copies?  Then what
 * computes it stays. */
static bool
is_read_at_home(const Recompute *r, VregId v, BlockId b)
{
	const Coalescer *c = r->c;
	const Live *live = c->live;
	uint32_t first = live->occurrence_start[v];

	for (uint32_t k = first;
	     k < live->occurrence_start[v + 1] && k < first + READS_MAX; k++) {
		const Occurrence *m = &live->occurrences[k];

		if (block_of(c, m->insn) == b &&
		    !(c->f->opnds.at[m->opnd].flags &
		      (OPND_DEF | OPND_DEBUG)) &&
		    !insn_is(c->f, func_insn(c->f, m->insn), WK_COPY))
			return true;
	}
	return false;
}

/* Is it better to compute again what COPY, a candidate, reads?  If no more is
 * executed then, or if a call is in between. */
static bool
is_recomputed(const Recompute *r, const CopyNote *copy)
{
	InsnId def = r->constants[copy->src];
	BlockId b = block_of(r->c, def);

	return (b != block_of(r->c, copy->insn) &&
		r->sum[copy->src] <= r->price[b] * SLACK &&
		!is_read_at_home(r, copy->src, b)) ||
	       call_between(r, copy->src, def, copy->insn);
}

void
copies_recompute(Coalescer *c, const InsnId *constants, const float *price)
{
	Recompute r = {.c = c, .constants = constants, .price = price};

	FOR_VEC(CopyNote, copy, c->copies) {
		if (!is_candidate(&r, copy))
			continue;
		if (!r.sum)
			r.sum = ARENA_NEW(c->tmp, float, c->f->vregs.n);
		r.sum[copy->src] += price[block_of(c, copy->insn)];
	}
	if (!r.sum)
		return;
	calls_find(&r);
	c->recomputed = ARENA_NEW(c->tmp, uint8_t, c->f->insns.n);
	for (uint32_t k = 0; k < c->copies.n; k++)
		c->recomputed[c->copies.at[k].insn] =
			is_candidate(&r, &c->copies.at[k]) &&
			is_recomputed(&r, &c->copies.at[k]);
}
