/*
 * Where the copies of a region may stand in each block.
 */
#include "core/alloc/split/region.h"

static InsnId
copy_head_find(const Scan *s, BlockId b, RegId mask)
{
	const Func *f = s->f;
	InsnId at = f->blocks.at[b].first, end = f->blocks.at[b].end;

	/* Copies stand in front of `at`: advance it over the prologue. */
	for (InsnId i = at; i < end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);
		uint32_t flags = insn_flags(f, insn);
		bool skip = insn_is(f, insn, WK_EH_LABEL) ||
			    (insn->flags &
			     (INSN_DEBUG | INSN_PARALLEL | INSN_BUNDLED));

		if (flags & OP_TERMINATOR)
			break;
		for (uint32_t k = 0; k < insn->nopnds && mask; k++)
			if (o[k].kind == OPND_REG && o[k].val == mask &&
			    (o[k].flags & OPND_DEF) &&
			    !insn_is(f, insn, WK_COPY))
				skip = true;
		if (!skip)
			break;
		if (!(insn->flags & INSN_DEBUG))
			at = i + 1;
	}
	while (at < end && (func_insn(f, at)->flags &
			    (INSN_DEBUG | INSN_BUNDLED | INSN_PARALLEL)))
		at++;
	return at;
}

bool
class_is_masked(Scan *s, ClassId cls)
{
	const SpillRule *rule = class_spill(s, cls);

	return rule && !rule->stack_id;
}

/* The slot of copies at the end of block B, as it is for intervals. */
static SlotIdx
copy_end_find(const Scan *s, BlockId b, bool leaves)
{
	const Slots *slots = &s->live->slots;
	InsnId at = block_first_terminator(s->f, b);

	return at < s->f->blocks.at[b].end
		       ? slot_at(slots->insn_pos[at], SLOT_BLOCK)
		       : slots->block_start[b + 1] - leaves;
}

InsnId
block_copy_head(const Scan *s, BlockId b, bool masked)
{
	return s->regions.copy_heads[masked][b];
}

static SlotIdx
head_slot(const Scan *s, BlockId b, InsnId head)
{
	return head < s->f->blocks.at[b].end
		       ? slot_of(&s->live->slots, head, SLOT_BLOCK)
		       : slot_block_end(&s->live->slots, b);
}

void
region_points_find(Scan *s)
{
	RegId mask = s->t->lane_mask;
	uint32_t n = s->f->blocks.n;
	InsnId *heads = ARENA_RAW(s->arena, InsnId, n + 1), *masked = heads;

	if (mask)
		masked = ARENA_RAW(s->arena, InsnId, n + 1);
	s->regions.copy_heads[0] = heads;
	s->regions.copy_heads[1] = masked;
	s->regions.points = ARENA_RAW(s->arena, BlockPoints, n + 1);
	for (BlockId b = 0; b < n; b++) {
		BlockPoints *p = &s->regions.points[b];

		heads[b] = copy_head_find(s, b, 0);
		p->from[0] = p->from[1] = head_slot(s, b, heads[b]);
		if (mask) {
			masked[b] = copy_head_find(s, b, mask);
			p->from[1] = head_slot(s, b, masked[b]);
		}
		p->leaves = block_leaves_early(s->f, b);
		p->to = copy_end_find(s, b, p->leaves);
		p->price = s->price[b];
		p->calls =
			s->calls.next &&
			s->calls.next[slot_block_start(&s->live->slots, b) /
				      4] < slot_block_end(&s->live->slots, b);
	}
}
