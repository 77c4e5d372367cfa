/*
 * Splitting: the parts of a wide register become registers, and those who
 * name several of them copy them together or apart.
 */
#include "core/prepare/tuples_internal.h"

#include "core/base/bits.h"
#include "core/base/sort.h"

#include <string.h>

/* What the parts are; false: one has no class. */
static bool
parts_find(TupleSplit *s)
{
	const Target *t = s->f->target;
	ClassId cls = s->f->vregs.at[s->v].cls;

	memset(s->parts, 0, sizeof(s->parts));
	for (uint32_t i = 0; i < s->nslices; i++)
		s->parts[s->slices[i].part].lanes |= s->slices[i].lanes;
	for (uint32_t i = 0; i < s->nslices; i++) {
		Part *p = &s->parts[i];

		if (!p->lanes)
			continue;
		p->sub = lanes_index(t, p->lanes);
		p->cls = p->sub ? part_class(t, cls, p->sub) : CLASS_NONE;
		if (p->cls == CLASS_NONE)
			return false;
	}
	return true;
}

static void
parts_make(TupleSplit *s)
{
	for (uint32_t i = 0; i < s->nslices; i++)
		if (s->parts[i].lanes)
			s->parts[i].vreg =
				func_add_vreg(s->f, s->parts[i].cls, s->v);
}

/* The index of SUB in a register that is WHOLE of what SUB is a part of. */
static SubId
index_within(const Target *t, SubId whole, SubId sub)
{
	if (whole == sub)
		return 0;
	if (!whole)
		return sub;
	for (SubId x = 1; x < t->n_subs; x++)
		if (target_compose(t, whole, x) == sub)
			return x;
	return 0;
}

/* The index of SLICE, as far as part WHOLE of the register has it: bits without
 * a lane of their own may be missing there. */
static SubId
slice_inside(const Target *t, SubId whole, const LaneSlice *slice)
{
	if (!whole)
		return slice->sub;
	SubId best = t->subs[whole].lanes == slice->lanes ? whole : 0;
	for (SubId x = 1; x < t->n_subs; x++) {
		SubId sub = target_compose(t, whole, x);

		if (sub && t->subs[sub].lanes == slice->lanes &&
		    (!best || t->subs[sub].size > t->subs[best].size))
			best = sub;
	}
	return best;
}

/* Does the operand of INSN take the part as a register of its own? */
static bool
part_fits(const TupleSplit *s, const Insn *insn, const Operand *o,
	  const Part *p)
{
	const Target *t = s->f->target;
	const OpcodeDesc *desc = insn_desc(s->f, insn);
	uint32_t k = (uint32_t)(o - insn_opnds(s->f, insn));
	SubId sub = index_within(t, p->sub, o->sub);

	if (target_sub_lanes(t, o->sub) & ~target_sub_lanes(t, p->sub))
		return false;
	if (desc->opnds.start + k >= desc->opnds.end)
		return true;
	ClassId cls = t->opnd_descs[desc->opnds.start + k].cls;
	return cls == CLASS_NONE ||
	       (sub ? target_class_with_sub(t, p->cls, sub, cls) == p->cls
		    : target_class_contains(t, cls, p->cls));
}

/* Is nothing of the register used but one part, smaller than it, which all who
 * name it take as a register of its own? */
static bool
is_one_part_only(const TupleSplit *s)
{
	const Part *p = &s->parts[0];

	if (p->lanes == s->f->target->classes[s->f->vregs.at[s->v].cls].lanes)
		return false;
	for (uint32_t i = 0; i < s->noccurrences; i++) {
		const Operand *o = occurrence_operand(s, i);
		const Insn *insn = func_insn(s->f, s->occurrences[i].insn);

		if (!operand_slices(s, o) || !part_fits(s, insn, o, p))
			return false;
	}
	return true;
}

/* Do slices of PART other than WRITTEN live on across instruction I? */
static bool
others_live(const TupleSplit *s, uint32_t part, uint32_t written, InsnId i)
{
	uint32_t rest = part_slices(s, 1u << part) & ~written;
	const Slots *slots = &s->live->slots;

	rest = live_slices(s, rest, slot_of(slots, i, SLOT_BLOCK));
	return live_slices(s, rest, slot_of(slots, i, SLOT_DEAD)) != 0;
}

/* Operand O of instruction I becomes an occurrence of a part. */
static void
operand_rename(TupleSplit *s, InsnId i, Operand *o)
{
	uint32_t mask = operand_slices(s, o);
	uint32_t part = s->slices[bits_lowest(mask)].part;
	const Part *p = &s->parts[part];

	o->sub = index_within(s->f->target, p->sub, o->sub);
	o->val = p->vreg;
	if ((o->flags & (OPND_DEF | OPND_DEBUG)) != OPND_DEF)
		return;
	if (o->sub && !others_live(s, part, mask, i))
		o->flags |= OPND_UNDEF;
	else
		o->flags &= (uint16_t)~OPND_UNDEF;
}

/* Where COPYs stand for instruction I: parallel ones stay together, and so do
 * terminators. */
static InsnId
place_of(const TupleSplit *s, InsnId i, bool after)
{
	const Func *f = s->f;
	BlockId b = slot_block(&s->live->slots,
			       slot_of(&s->live->slots, i, SLOT_BLOCK));
	const Block *block = &f->blocks.at[b];

	if (after) {
		while (i + 1 < block->end &&
		       (func_insn(f, i + 1)->flags & INSN_PARALLEL))
			i++;
		return i;
	}
	while (i > block->first && (func_insn(f, i)->flags & INSN_PARALLEL))
		i--;
	if (insn_flags(f, func_insn(f, i)) & OP_TERMINATOR)
		i = block_first_terminator(f, b);
	return i;
}

/* Copy the slices of READ into GATHER before instruction I. */
static void
copies_before(TupleSplit *s, InsnId i, const Part *gather, uint32_t read)
{
	const Target *t = s->f->target;
	Insert in = {.at = place_of(s, i, false)};
	unsigned undef = OPND_UNDEF;

	for (uint32_t k = 0; k < s->nslices; k++) {
		const LaneSlice *slice = &s->slices[k];
		const Part *p = &s->parts[slice->part];
		SubId inside = slice_inside(t, gather->sub, slice);
		SubId sub = index_within(t, gather->sub, inside);

		if (!(read >> k & 1))
			continue;
		in.dst = operand_vreg(gather->vreg, sub,
				      OPND_DEF | (sub ? undef : 0));
		in.src = operand_vreg(p->vreg, index_within(t, p->sub, inside),
				      0);
		VEC_PUSH(s->arena, s->inserts, in);
		undef = 0;
	}
}

/* Copy slice k of MASK, as part WHOLE has it, from OTHER[k], behind instruction
 * I, or (READ) to it, before I. */
static void
copies_apart(TupleSplit *s, InsnId i, SubId whole, const Operand *other,
	     uint32_t mask, bool read)
{
	const Target *t = s->f->target;
	Insert in = {.at = place_of(s, i, !read), .after = !read};
	uint32_t begun = 0;

	for (uint32_t k = 0; k < s->nslices; k++) {
		uint32_t part = s->slices[k].part;
		const Part *p = &s->parts[part];
		unsigned flags = OPND_DEF;
		SubId sub = index_within(t, p->sub,
					 slice_inside(t, whole, &s->slices[k]));

		if (!(mask >> k & 1))
			continue;
		if (sub && !(begun >> part & 1) &&
		    !others_live(s, part, mask, i))
			flags |= OPND_UNDEF;
		begun |= 1u << part;
		in.dst = read ? other[k] : operand_vreg(p->vreg, sub, flags);
		in.src = read ? operand_vreg(p->vreg, sub, 0) : other[k];
		VEC_PUSH(s->arena, s->inserts, in);
	}
}

/* Copy the slices of WRITTEN from GATHER behind instruction I. */
static void
copies_behind(TupleSplit *s, InsnId i, const Part *gather, uint32_t written)
{
	const Target *t = s->f->target;
	Operand other[SLICES_MAX];

	for (uint32_t k = 0; k < s->nslices; k++) {
		SubId sub = slice_inside(t, gather->sub, &s->slices[k]);

		other[k] = operand_vreg(gather->vreg,
					index_within(t, gather->sub, sub), 0);
	}
	copies_apart(s, i, gather->sub, other, written, false);
}

/* The occurrences of one instruction that name one part of the register. */
typedef struct {
	InsnId insn;
	uint32_t first, end; /* occurrences of the instruction */
	SubId sub;
} Same;

static bool
is_same(const TupleSplit *s, const Same *same, uint32_t i)
{
	const Operand *o = occurrence_operand(s, i);

	return o->kind == OPND_VREG && o->val == s->v && o->sub == same->sub;
}

/* Can all of them take PART as a register of its own? */
static bool
same_fit(const TupleSplit *s, const Same *same, const Part *part)
{
	const Insn *insn = func_insn(s->f, same->insn);

	for (uint32_t i = same->first; i < same->end; i++)
		if (is_same(s, same, i) &&
		    !part_fits(s, insn, occurrence_operand(s, i), part))
			return false;
	return true;
}

/* Is the instruction one of several parallel copies? */
static bool
is_grouped(const TupleSplit *s, InsnId i)
{
	return (func_insn(s->f, i)->flags & INSN_PARALLEL) ||
	       (i + 1 < s->f->insns.n &&
		(func_insn(s->f, i + 1)->flags & INSN_PARALLEL));
}

/* A register that holds together what they need: as wide as the part that they
 * name, or as the old one.  What parallel copies read is there for all of them
 * at one time: there may be too many to have registers. */
static Part
gather_make(TupleSplit *s, const Same *same)
{
	ClassId cls = s->f->vregs.at[s->v].cls;
	Part gather = {.sub = same->sub, .cls = cls};

	if (gather.sub)
		gather.cls = part_class(s->f->target, cls, gather.sub);
	if (gather.sub &&
	    (gather.cls == CLASS_NONE || !same_fit(s, same, &gather))) {
		gather.sub = 0;
		gather.cls = cls;
	}
	gather.vreg = func_add_vreg(s->f, gather.cls, s->v);
	s->f->vregs.at[gather.vreg].brief = !is_grouped(s, same->insn);
	return gather;
}

static void
same_gather(TupleSplit *s, const Same *same)
{
	const Slots *slots = &s->live->slots;
	Part gather = gather_make(s, same);
	uint32_t read = 0, written = 0;

	for (uint32_t i = same->first; i < same->end; i++) {
		Operand *o = occurrence_operand(s, i);

		if (!is_same(s, same, i))
			continue;
		uint32_t mask = operand_slices(s, o);
		if (o->flags & OPND_DEF)
			written |= mask;
		else if (opnd_reads(o))
			read |= mask;
		o->val = gather.vreg;
		if (gather.sub)
			o->sub = 0;
		if (!(o->flags & OPND_DEF))
			continue;
		if (o->sub)
			o->flags |= OPND_UNDEF;
		else
			o->flags &= (uint16_t)~OPND_UNDEF;
	}
	read = live_slices(s, read, slot_of(slots, same->insn, SLOT_BLOCK));
	written =
		live_slices(s, written, slot_of(slots, same->insn, SLOT_DEAD));
	copies_before(s, same->insn, &gather, read);
	copies_behind(s, same->insn, &gather, written);
}

/* Have all registers of class CLS a part SUB?  Of doubles there may be some
 * without halves. */
static bool
class_has_part(const Target *t, ClassId cls, SubId sub)
{
	FOR_CLASS_REGS(reg, t, cls)
		if (!target_subreg(t, *reg, sub))
			return false;
	return true;
}

/* Part REL of operand O of a COPY; false: there is none. */
static bool
operand_part(const TupleSplit *s, Operand o, SubId rel, Operand *out)
{
	const Target *t = s->f->target;

	*out = o;
	out->tied = TIED_NONE;
	out->loc = LOC_NONE;
	out->flags &= OPND_DEF;
	if (o.kind == OPND_REG) {
		out->val = target_subreg(t, (RegId)o.val, rel);
		return out->val;
	}
	out->sub = target_compose(t, o.sub, rel);
	return o.kind == OPND_VREG && out->sub &&
	       class_has_part(t, s->f->vregs.at[o.val].cls, out->sub);
}

/* Is the instruction a COPY on its own between the register and another? */
static bool
is_lone_copy(const TupleSplit *s, InsnId i)
{
	const Insn *insn = func_insn(s->f, i);
	const Operand *o = insn_opnds(s->f, insn);

	return insn_is(s->f, insn, WK_COPY) && insn->nopnds >= 2 &&
	       !is_grouped(s, i) &&
	       !((o[0].flags | o[1].flags) & OPND_TIE_TEXT) &&
	       !(o[1].flags & OPND_UNDEF) &&
	       (o[0].kind != o[1].kind || o[0].val != o[1].val);
}

/* A COPY of or to several parts becomes a COPY of each. */
static bool
same_copy(TupleSplit *s, const Same *same)
{
	const Target *t = s->f->target;
	const Slots *slots = &s->live->slots;
	bool read = same->first < same->end &&
		    !(occurrence_operand(s, same->first)->flags & OPND_DEF);
	Operand o[2], other[SLICES_MAX];

	if (!is_lone_copy(s, same->insn))
		return false;
	memcpy(o, insn_opnds(s->f, func_insn(s->f, same->insn)), sizeof(o));
	/* Its own turn comes, and finds only what stands in the text. */
	if (o[!read].kind == OPND_VREG && is_candidate(s, o[!read].val))
		return false;
	uint32_t live = live_slices(
		s, operand_slices(s, &o[read]),
		slot_of(slots, same->insn, read ? SLOT_BLOCK : SLOT_DEAD));
	if (!live)
		return false;
	for (uint32_t k = 0; k < s->nslices; k++) {
		SubId sub = slice_inside(t, same->sub, &s->slices[k]);

		if (live >> k & 1 &&
		    !operand_part(s, o[!read], index_within(t, same->sub, sub),
				  &other[k]))
			return false;
	}
	uint32_t first = s->inserts.n;
	copies_apart(s, same->insn, same->sub, other, live, read);
	if (read && o[0].kind == OPND_VREG &&
	    (!o[0].sub || (o[0].flags & OPND_UNDEF)))
		s->inserts.at[first].dst.flags |= OPND_UNDEF;
	func_erase(s->f, same->insn);
	return true;
}

/* The debugger cannot be told of several parts. */
static void
same_forget(TupleSplit *s, const Same *same)
{
	for (uint32_t i = same->first; i < same->end; i++) {
		Operand *o = occurrence_operand(s, i);

		if (!is_same(s, same, i))
			continue;
		o->kind = OPND_REG;
		o->val = 0;
		o->sub = 0;
	}
}

static void
same_rename(TupleSplit *s, Same same)
{
	LaneMask lanes = target_sub_lanes(s->f->target, same.sub);
	const Part *part = NULL;
	uint32_t mask = 0;

	for (uint32_t i = 0; i < s->nslices; i++)
		if (s->slices[i].lanes & lanes)
			mask |= 1u << i;
	if (mask && is_one_part(s, mask))
		part = &s->parts[s->slices[bits_lowest(mask)].part];
	if (part && same_fit(s, &same, part)) {
		for (uint32_t i = same.first; i < same.end; i++)
			if (is_same(s, &same, i))
				operand_rename(s, same.insn,
					       occurrence_operand(s, i));
	} else if (func_insn(s->f, same.insn)->flags & INSN_DEBUG) {
		same_forget(s, &same);
	} else if (!same_copy(s, &same)) {
		same_gather(s, &same);
	}
}

static void
occurrences_rename(TupleSplit *s)
{
	uint32_t k;

	for (uint32_t i = 0; i < s->noccurrences; i = k) {
		InsnId insn = s->occurrences[i].insn;

		for (k = i;
		     k < s->noccurrences && s->occurrences[k].insn == insn;)
			k++;
		for (uint32_t m = i; m < k; m++) {
			const Operand *o = occurrence_operand(s, m);

			if (o->kind == OPND_VREG && o->val == s->v)
				same_rename(s, (Same){insn, i, k, o->sub});
		}
	}
}

static bool
register_split(TupleSplit *s, VregId v)
{
	const Target *t = s->f->target;
	const TargetClass *cls = &t->classes[s->f->vregs.at[v].cls];

	const SpillRule *rule =
		func_spill(s->f, s->f->vregs.at[v].cls, cls->spill_align);

	s->v = v;
	s->stepwise = rule && rule->step;
	s->limit = s->demand->limit[cls->file] * bits_count(cls->lanes) *
		   t->files[cls->file].unit_bits / cls->bits;
	s->occurrences = s->live->occurrences + s->live->occurrence_start[v];
	s->noccurrences =
		s->live->occurrence_start[v + 1] - s->live->occurrence_start[v];
	for (uint32_t i = 0; i < s->noccurrences; i++)
		if (occurrence_is_stuck(s, i))
			return false;
	if (!slices_find(s))
		return false;
	if (s->nslices > 1 ? !parts_choose(s) || !parts_find(s)
			   : !parts_find(s) || !is_one_part_only(s))
		return false;
	parts_make(s);
	occurrences_rename(s);
	return true;
}

/* --- the function with the copies --- */

static void
copy_push(Func *f, const Insert *in, Loc loc)
{
	Insn insn = {.op = f->target->known[WK_COPY],
		     .flags = INSN_MADE,
		     .opnd0 = f->opnds.n,
		     .nopnds = 2,
		     .nleft = 1,
		     .origin = NONE,
		     .loc = loc};

	VEC_PUSH(f->arena, f->opnds, in->dst);
	VEC_PUSH(f->arena, f->opnds, in->src);
	VEC_PUSH(f->arena, f->insns, insn);
}

/* The COPYs that are to stand at PLACE, from *K on of the N in ORDER. */
static void
copies_push(TupleSplit *s, const uint64_t *order, uint32_t n, uint32_t *k,
	    uint64_t place, Loc loc)
{
	for (; *k < n && order[*k] >> 31 == place; ++*k)
		copy_push(s->f, &s->inserts.at[order[*k] & INT32_MAX], loc);
}

/* Write the instructions anew, with the COPYs in their places: those before
 * instruction I at 2 I, those behind it at 2 I + 1. */
static void
inserts_apply(TupleSplit *s)
{
	Func *f = s->f;
	uint32_t n = s->inserts.n, k = 0, ninsns = f->insns.n;
	uint64_t *order = ARENA_RAW(s->arena, uint64_t, n + 1);
	InsnId *map = ARENA_RAW(s->arena, InsnId, ninsns + 1);
	Insn *old = f->insns.at;

	for (InsnId i = 0; i < n; i++)
		order[i] = ((uint64_t)s->inserts.at[i].at * 2 +
			    s->inserts.at[i].after)
				   << 31 |
			   i;
	sort_numbers(order, n, s->arena);
	memset(&f->insns, 0, sizeof(f->insns));
	for (BlockId b = 0; b < f->blocks.n; b++) {
		Block *block = &f->blocks.at[b];
		InsnId first = f->insns.n;

		for (InsnId i = block->first; i < block->end; i++) {
			copies_push(s, order, n, &k, (uint64_t)i * 2,
				    old[i].loc);
			map[i] = f->insns.n;
			VEC_PUSH(f->arena, f->insns, old[i]);
			copies_push(s, order, n, &k, (uint64_t)i * 2 + 1,
				    old[i].loc);
		}
		block->first = first;
		block->end = f->insns.n;
	}
	call_sites_map(f, map);
}

bool
split_tuples(Func *f, const Live *live, const float *price,
	     const uint64_t *reserved, bool all, Arena *scratch)
{
	Demand demand;
	TupleSplit s = {.f = f,
			.live = live,
			.price = price,
			.demand = &demand,
			.nvregs = f->vregs.n,
			.all = all,
			.arena = scratch};
	bool any = false;

	for (VregId v = 0; v < s.nvregs && !any; v++)
		any = live->vregs[v].subs.start != live->vregs[v].subs.end;
	if (!any)
		return false;
	demand_build(&demand, f, live, reserved, scratch);
	any = false;
	for (VregId v = 0; v < s.nvregs; v++)
		if (is_candidate(&s, v))
			any |= register_split(&s, v);
	if (any)
		inserts_apply(&s);
	return any;
}
