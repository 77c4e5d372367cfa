/*
 * Rewriting: one walk over the lowered function that merges its instructions
 * with the allocator's edits, both in order of place.
 *
 * A group of parallel copies, and a bundle, is one unit of the walk: edits go
 * before or behind it.  Work is done by kind of unit: copies become moves
 * (moves.c), undefined values vanish, debug operands are looked up, everything
 * else is copied with registers put in.
 */
#include "core/rewrite/rewrite.h"

#include "core/base/bits.h"
#include "core/rewrite/folded.h"
#include "core/rewrite/placed.h"

#include <string.h>

typedef struct {
	Rewriter r;
	uint32_t edit;	/* next one */
	InsnId edit_at; /* its place; NONE: there is none */
	InsnId run_end; /* end of the debug instructions met last */
	InsnId *map;	/* by InsnId of the lowered function; NULL without call
			   sites */
	uint64_t named; /* see target_opcode_set */
	VEC(Side) dst, src; /* of the group being collected */
} Walk;

/* Forget which registers the last move used. */
static void
barred_clear(Rewriter *r)
{
	memset(r->barred, 0, sizeof(uint64_t) * BITS_WORDS(r->t->n_unit_regs));
}

/* Start something at position POS. */
static void
set_place(Rewriter *r, uint32_t pos, Loc loc)
{
	r->pos = pos;
	r->loc = loc;
}

/* Name the whole registers of which instruction I defines parts. */
static void
append_wholes(Rewriter *r, const Insn *insn)
{
	if (r->in->traits.lane_liveness)
		return;
	FOR_OPNDS(o, r->in, insn)
		if (o->kind == OPND_VREG && o->sub &&
		    (o->flags & (OPND_DEF | OPND_DEBUG)) == OPND_DEF)
			append_whole(r, r->alloc->reg[o->val],
				     o->flags & OPND_UNDEF);
}

/* Append the operands of INSN if each virtual register is in one; *PARTS: it
 * defines parts of some.  False: nothing has been appended. */
static inline bool
operands_place(Rewriter *r, const Insn *insn, bool *parts)
{
	const RegId *regs = r->alloc->reg;
	const Operand *o = insn_opnds(r->in, insn), *end = o + insn->nopnds;
	Func *out = r->out;

	func_room(out, insn->nopnds);
	for (Operand *to = out->opnds.at + out->opnds.n; o < end; o++, to++) {
		*to = *o;
		if (o->kind != OPND_VREG)
			continue;
		if (o->sub) {
			*parts |= (o->flags & OPND_DEF) != 0;
			*to = placed_in(r, o, regs[o->val]);
		} else {
			unsigned flags = o->flags | OPND_RENAMABLE;

			if (flags & OPND_DEF)
				flags &= ~(OPND_UNDEF | OPND_INTERNAL);
			to->kind = OPND_REG;
			to->flags = (uint16_t)flags;
			to->val = regs[o->val];
		}
		if (!to->val)
			return false;
	}
	out->opnds.n += insn->nopnds;
	return true;
}

/* An instruction some of whose virtual registers are in none. */
static void
rewrite_unplaced(Rewriter *r, InsnId i)
{
	Insn insn = r->in->insns.at[i];
	const Operand *o = insn_opnds(r->in, &insn);

	if (rewrite_folded(r, i))
		return;
	insn.opnd0 = r->out->opnds.n;
	for (uint32_t k = 0; k < insn.nopnds; k++)
		VEC_PUSH(r->out->arena, r->out->opnds,
			 o[k].kind == OPND_VREG ? placed_operand(r, &o[k])
						: o[k]);
	VEC_PUSH(r->out->arena, r->out->insns, insn);
}

/* The instruction that was written last loses what says that its vectors are
 * registers as a whole. */
static void
drop_wholes(Func *out)
{
	Insn *insn = &out->insns.at[out->insns.n - 1];

	while (insn->nopnds &&
	       out->opnds.at[out->opnds.n - 1].flags & OPND_WHOLE) {
		out->opnds.n--;
		insn->nopnds--;
	}
}

static inline void
rewrite_plain(Walk *w, InsnId i)
{
	Rewriter *r = &w->r;
	Func *out = r->out;
	const Insn *insn = &r->in->insns.at[i];
	uint32_t first = out->opnds.n;
	bool parts = false;

	if (w->map)
		w->map[i] = out->insns.n;
	if (operands_place(r, insn, &parts)) {
		VEC_PUSH(out->arena, out->insns, *insn);
		out->insns.at[out->insns.n - 1].opnd0 = first;
	} else {
		set_place(r, r->live->slots.insn_pos[i], insn->loc);
		rewrite_unplaced(r, i);
		parts = true;
	}
	if (r->t->n_vectors)
		drop_wholes(out);
	if (parts)
		append_wholes(r, insn);
	if (insn->flags & (INSN_BARE | INSN_REMAT))
		note_joint(out);
}

/* Is the source of a copy without a value? */
static bool
nothing_copied(const Operand *src)
{
	return (src->flags & OPND_UNDEF) || !opnd_is_reg(src) ||
	       (src->kind == OPND_REG && !src->val);
}

/* COPY, which runs by itself. */
static void
rewrite_copy(Rewriter *r, const Insn *copy)
{
	const Operand *o = insn_opnds(r->in, copy);

	if (nothing_copied(&o[1]))
		return;
	Side dst = side_of(r, &o[0]);
	Side src = side_of(r, &o[1]);
	if (dst.kind != SIDE_REG || src.kind != SIDE_REG)
		barred_clear(r);
	move_emit(r, dst, src, copy);
}

/* The COPYs from I to END, several of which run at one time. */
static void
rewrite_copies(Walk *w, InsnId i, InsnId end)
{
	Rewriter *r = &w->r;

	w->dst.n = w->src.n = 0;
	for (InsnId k = i; k < end; k++) {
		const Operand *o = insn_opnds(r->in, &r->in->insns.at[k]);

		/* Coalescing leaves a KILL in place of a copy. */
		if (r->alloc->drop[k] || r->in->insns.at[k].nopnds < 2 ||
		    nothing_copied(&o[1]))
			continue;
		VEC_PUSH(r->tmp, w->dst, side_of(r, &o[0]));
		VEC_PUSH(r->tmp, w->src, side_of(r, &o[1]));
	}
	if (w->dst.n)
		barred_clear(r);
	if (w->dst.n == 1)
		move_emit(r, w->dst.at[0], w->src.at[0], NULL);
	else if (w->dst.n)
		moves_emit(r, w->dst.at, w->src.at, w->dst.n);
}

/* EDIT_REMAT: instruction `remat` again, into another register. */
static void
rewrite_remat(Rewriter *r, const Edit *e)
{
	Insn insn = r->in->insns.at[e->remat];
	const OpcodeDesc *desc = insn_desc(r->in, &insn);
	const Operand *o = insn_opnds(r->in, &insn);
	Side dst = side_of_vreg(r, e->dst, o->sub, true);

	if (dst.kind != SIDE_REG) {
		Operand unplaced = {.val = e->dst};

		placed_nowhere(r, &unplaced);
		return;
	}
	insn.opnd0 = r->out->opnds.n;
	insn.origin = NONE;
	insn.flags |= INSN_MADE | INSN_REMAT;
	insn.loc = r->loc;
	insn.tail = anonymous_tail(r->in, insn.tail);
	if (e->bare) {
		insn.flags |= INSN_BARE;
		insn.nopnds = desc->opnds.end - desc->opnds.start;
	}
	for (uint32_t k = 0; k < insn.nopnds; k++) {
		Operand to = o[k];

		if (!k) {
			to.kind = OPND_REG;
			to.sub = 0;
			to.flags &= ~(OPND_UNDEF | OPND_DEAD);
			to.flags |= OPND_RENAMABLE;
			to.val = dst.reg;
		} else if (to.kind == OPND_VREG) {
			to = placed_operand(r, &o[k]);
		}
		VEC_PUSH(r->out->arena, r->out->opnds, to);
	}
	VEC_PUSH(r->out->arena, r->out->insns, insn);
	note_joint(r->out);
	append_whole(r, dst.whole, true);
}

/* The slot side of a spill or reload of register V. */
static Side
edit_slot(const Rewriter *r, uint32_t slot, VregId v)
{
	return (Side){
		.kind = SIDE_SLOT, .slot = slot, .cls = r->in->vregs.at[v].cls};
}

/* The sides of an edit that moves a value. */
static void
edit_sides(const Rewriter *r, const Edit *e, Side *dst, Side *src)
{
	if (e->kind == EDIT_SPILL)
		*dst = edit_slot(r, e->slot, e->src);
	else
		*dst = side_of_vreg(r, e->dst, 0, false);
	if (e->kind == EDIT_RELOAD)
		*src = edit_slot(r, e->slot, e->dst);
	else
		*src = side_of_vreg(r, e->src, 0, false);
}

/* The edits of one place, from FIRST to END: what ends in a slot, then what
 * ends in a register, at one time, then what is computed again. */
static void
rewrite_edits(Walk *w, uint32_t first, uint32_t end)
{
	Rewriter *r = &w->r;
	const Edit *e = r->alloc->edits.at;
	Side dst, src;

	w->dst.n = w->src.n = 0;
	for (uint32_t k = first; k < end; k++) {
		if (e[k].kind == EDIT_REMAT)
			continue;
		edit_sides(r, &e[k], &dst, &src);
		if (dst.kind == SIDE_SLOT) {
			barred_clear(r);
			move_emit(r, dst, src, NULL);
			continue;
		}
		VEC_PUSH(r->tmp, w->dst, dst);
		VEC_PUSH(r->tmp, w->src, src);
	}
	barred_clear(r);
	if (w->dst.n == 1)
		move_emit(r, w->dst.at[0], w->src.at[0], NULL);
	else if (w->dst.n)
		moves_emit(r, w->dst.at, w->src.at, w->dst.n);
	for (uint32_t k = first; k < end; k++)
		if (e[k].kind == EDIT_REMAT)
			rewrite_remat(r, &e[k]);
}

/* Edit K is the next one. */
static void
set_edit(Walk *w, uint32_t k)
{
	w->edit = k;
	w->edit_at =
		k < w->r.alloc->edits.n ? w->r.alloc->edits.at[k].at : NONE;
}

/* Insert the edits behind what stands before instruction I, and (BEFORE) those
 * in front of it. */
static void
insert_edits(Walk *w, InsnId i, bool before)
{
	const Edit *e = w->r.alloc->edits.at;
	uint32_t n = w->r.alloc->edits.n, first = w->edit, last = first;

	while (last < n && (e[last].at < i ||
			    (before && e[last].at == i && !e[last].after)))
		last++;
	if (last == first)
		return;
	set_place(&w->r, w->r.live->slots.insn_pos[e[first].at],
		  w->r.in->insns.at[e[first].at].loc);
	rewrite_edits(w, first, last);
	set_edit(w, last);
}

/* Edits behind an instruction go before the debug instructions that follow it,
 * but those of one place stay together: when there are some in front of the
 * next instruction proper, all go there.  I is a debug instruction. */
static void
insert_edits_early(Walk *w, InsnId i, InsnId end)
{
	const Edit *e = w->r.alloc->edits.at + w->edit;
	uint32_t n = w->r.alloc->edits.n - w->edit, k = 0;

	if (!n || e->at >= i)
		return;
	if (w->run_end <= i) {
		w->run_end = i;
		while (w->run_end < end &&
		       (w->r.in->insns.at[w->run_end].flags & INSN_DEBUG))
			w->run_end++;
	}
	while (k < n && e[k].at < i)
		k++;
	if (k == n || w->run_end == end || e[k].at != w->run_end || e[k].after)
		insert_edits(w, i, false);
}

/* Is the instruction of no use behind allocation?  An IMPLICIT_DEF of a virtual
 * register and nothing else, or a mark of a stack object's life, which LLVM
 * takes away before it allocates and makes garbage of afterwards. */
static bool
is_spent(const Func *f, const Insn *insn)
{
	const OpcodeId *known = f->target->known, op = insn->op;

	/* The copies that coalescing joined are KILLs of nothing. */
	if (op == known[WK_KILL] && !insn->nopnds)
		return op;
	if (op != known[WK_LIFETIME_START] && op != known[WK_LIFETIME_END] &&
	    op != known[WK_IMPLICIT_DEF])
		return false;
	if (!op || op != known[WK_IMPLICIT_DEF])
		return op;
	return insn->nopnds == 1 && insn_opnds(f, insn)->kind == OPND_VREG;
}

/* The unit of the walk that starts at I: its end. */
static InsnId
unit_end(const Func *f, InsnId i, InsnId end)
{
	unsigned more = f->insns.at[i].flags & INSN_BUNDLE ? INSN_BUNDLED
							   : INSN_PARALLEL;

	for (i++; i < end; i++)
		if (!(f->insns.at[i].flags & more))
			break;
	return i;
}

static void
rewrite_unit(Walk *w, InsnId i, InsnId end, InsnId block_end)
{
	Rewriter *r = &w->r;
	const Insn *insn = &r->in->insns.at[i];
	bool bundle = insn->flags & INSN_BUNDLE;

	if (w->edit_at > i)
		; /* mostly */
	else if (insn->flags & INSN_DEBUG)
		insert_edits_early(w, i, block_end);
	else
		insert_edits(w, i, true);
	set_place(r, r->live->slots.insn_pos[i], insn->loc);
	if (insn->flags & INSN_DEBUG)
		rewrite_debug(r, i);
	else if (!bundle && end > i + 1)
		rewrite_copies(w, i, end);
	else if (!bundle && insn_is(r->in, insn, WK_COPY) && insn->nopnds > 1 &&
		 !r->alloc->drop[i])
		rewrite_copy(r, insn);
	else
		for (; i < end; i++)
			if (!r->alloc->drop[i] &&
			    !is_spent(r->in, &r->in->insns.at[i]))
				rewrite_plain(w, i);
}

/* Opcodes that are not plain wherever they stand; a copy can have become a KILL
 * that others run at one time with. */
static const uint8_t named[] = {WK_COPY, WK_KILL, WK_IMPLICIT_DEF,
				WK_LIFETIME_START, WK_LIFETIME_END};

/* The plain instructions from I on, before END and before the next edit:
 * where they end. */
static InsnId
rewrite_run(Walk *w, InsnId i, InsnId end)
{
	const unsigned special =
		INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED | INSN_PARALLEL;
	const uint8_t *drop = w->r.alloc->drop;
	InsnId stop = w->edit_at < end ? w->edit_at : end;

	for (const Insn *insn = &w->r.in->insns.at[i]; i < stop; i++, insn++) {
		bool odd = (w->named >> (insn->op & 63) & 1) | drop[i] |
			   ((insn->flags & special) != 0);

		if (odd || (i + 1 < end && insn[1].flags & INSN_PARALLEL))
			break;
		rewrite_plain(w, i);
	}
	return i;
}

/* The new function, without instructions; blocks change in place.  The address
 * of a slot can be five operands; room that nobody needs costs nothing, but
 * what is outgrown does. */
static Func *
start_function(const Func *in, Arena *arena)
{
	Func *out = func_like(in, in->insns.n + in->insns.n / 4 + 16,
			      in->opnds.n + 4 * in->insns.n + 16, arena);

	out->traits.allocated = true;
	out->blocks.at =
		arena_copy(arena, in->blocks.at, sizeof(Block) * in->blocks.n,
			   sizeof(Block) * (in->blocks.n + 1));
	out->accesses.n = 0;
	VEC_RESERVE(arena, out->accesses, in->insns.n);
	out->joints.at = NULL;
	out->joints.n = out->joints.cap = 0;
	return out;
}

Func *
rewrite_func(Func *lowered, const Live *live, const Alloc *alloc, Arena *arena)
{
	Arena tmp = {0};
	Walk w = {.r = {.in = lowered,
			.t = lowered->target,
			.live = live,
			.alloc = alloc,
			.tmp = &tmp}};
	Rewriter *r = &w.r;
	InsnId end;

	r->out = start_function(lowered, arena);
	memset(r->imms, 0xff, sizeof(r->imms)); /* NONE */
	r->barred = ARENA_NEW(&tmp, uint64_t, BITS_WORDS(r->t->n_unit_regs));
	r->own = ARENA_NEW(&tmp, uint64_t, BITS_WORDS(r->t->n_unit_regs));
	r->parts = ARENA_NEW(&tmp, uint64_t, BITS_WORDS(r->t->n_unit_regs));
	parallel_init(&r->parallel, r->t, lowered->stack.n, &tmp);
	if (lowered->call_sites.n)
		w.map = ARENA_NEW(&tmp, InsnId, lowered->insns.n);
	w.named = target_opcode_set(r->t, named, sizeof(named));
	set_edit(&w, 0);
	for (BlockId b = 0; b < lowered->blocks.n; b++) {
		const Block *block = &lowered->blocks.at[b];

		r->block_first = r->out->insns.n;
		r->out->blocks.at[b].first = r->block_first;
		r->restore = NONE;
		for (InsnId i = block->first;; i = end) {
			i = rewrite_run(&w, i, block->end);
			if (i == block->end)
				break;
			end = unit_end(lowered, i, block->end);
			rewrite_unit(&w, i, end, block->end);
		}
		if (w.edit_at < block->end)
			insert_edits(&w, block->end, false);
		r->out->blocks.at[b].end = r->out->insns.n;
	}
	for (InsnId i = 0; i < lowered->call_sites.n; i++)
		r->out->call_sites.at[i].insn =
			w.map[lowered->call_sites.at[i].insn];
	arena_free(&tmp);
	return r->errors ? NULL : r->out;
}
