/*
 * Lays out the stack frame.  Objects get places in the order of their numbers;
 * those that LLVM has laid out relative to each other (local-offset) stay so.
 * Linear.
 */
#include "core/rewrite/frame.h"

#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <stdlib.h>
#include <string.h>

static uint64_t
round_up(uint64_t n, uint64_t align)
{
	return align > 1 ? (n + align - 1) / align * align : n;
}

/* Does INSN need the frame? */
static bool
insn_in_frame(const Func *f, const Insn *insn)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_STACK || o->kind == OPND_FIXED)
			return true;
	return insn_flags(f, insn) & (OP_RETURN | OP_CALL);
}

/* Is the frame pointer REG overwritten where the frame is still needed?  It is
 * not behind the write in a block that leaves the function for a place of its
 * own (longjmp), nor (ANEW) behind calls. */
static bool
frame_spoiled(const Func *f, RegId reg, bool anew)
{
	FOR_VEC(Block, block, f->blocks) {
		bool needed = block->succs.start != block->succs.end;

		for (uint32_t i = block->end; i-- > block->first;) {
			const Insn *insn = &f->insns.at[i];
			uint32_t remade =
				OP_RETURNS_TWICE | (anew ? OP_CALL : 0u);

			if (needed && insn_clobbers(f, insn, reg) &&
			    !(insn_flags(f, insn) & remade))
				return true;
			needed = needed || insn_in_frame(f, insn);
		}
	}
	return false;
}

/* Units of the registers that F writes; and those among the N registers of
 * LIST, KEPT ones apart, that one of its calls does not preserve. */
static void
written_units(const Func *f, const RegId *list, uint32_t n,
	      const uint64_t *kept, uint64_t *units, Arena *arena)
{
	const Target *t = f->target;
	uint64_t *regs = ARENA_NEW(arena, uint64_t, BITS_WORDS(t->n_regs));

	FOR_VEC(Insn, insn, f->insns) {
		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_REG && o->flags & OPND_DEF)
				bits_add(regs, o->val);
	}
	for (uint32_t m = 0; m < f->masks.n; m++)
		for (uint32_t i = 0; i < n; i++)
			if (!mask_preserves(f->masks.at[m].words, list[i]) &&
			    !bits_has(kept, list[i]))
				bits_add(regs, list[i]);
	for (uint32_t i = 1; i < t->n_regs; i++)
		if (bits_has(regs, i))
			unitset_add(t, units, (RegId)i);
}

/* The units that F's returns read: those of its result. */
static uint64_t *
result_units(const Func *f, Arena *arena)
{
	uint64_t *units =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(f->target->n_unit_regs));

	FOR_VEC(Insn, insn, f->insns) {
		if (!(insn_flags(f, insn) & OP_RETURN))
			continue;
		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_REG && !(o->flags & OPND_DEF))
				unitset_add(f->target, units, o->val);
	}
	return units;
}

static bool
is_usually_saved(const Target *t, RegId reg)
{
	FOR_SLICE(RegId, r, t->reg_lists, t->callee_saved)
		if (*r == reg)
			return true;
	return false;
}

/* Registers that calls leave alone whatever is said of them: reserved ones,
 * some of which the machine need not even have.  Frame pointer FP and the base
 * pointer are none of them. */
static uint64_t *
kept_find(const Func *f, RegId fp, RegId base, Arena *arena)
{
	uint64_t *kept =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(f->target->n_regs));

	if (!f->masks.n)
		return kept;
	func_reserved(f, kept);
	bits_del(kept, fp);
	bits_del(kept, base);
	return kept;
}

uint32_t
frame_reg_bytes(const Target *t, RegId reg)
{
	uint32_t bits = 0;

	for (uint32_t c = 0; c < t->n_classes; c++)
		if (t->classes[c].flags & CLASS_ALLOCATABLE &&
		    target_class_has(t, (ClassId)c, reg) &&
		    t->classes[c].bits > bits)
			bits = t->classes[c].bits;
	return bits / 8;
}

/* False if the frame pointer is needed but used for something else. */
static bool
find_saved(const Func *f, const FrameRules *rules, Frame *frame, Arena *arena)
{
	const Target *t = f->target;
	uint64_t *units =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(t->n_unit_regs));
	const RegId *list = t->reg_lists + t->callee_saved.start;
	RegId fp = rules->pointer ? rules->pointer : t->frame_pointer;
	uint32_t n = t->callee_saved.end - t->callee_saved.start;

	if (f->traits.has_callee_saved) {
		list = f->callee_saved.at;
		n = f->callee_saved.n;
	}
	if (rules->kernel)
		return true;
	if (rules->saved) {
		list = rules->saved;
		n = rules->nsaved;
	}
	const uint64_t *handed = rules->saved ? result_units(f, arena) : NULL;
	written_units(f, list, n, kept_find(f, fp, rules->base, arena), units,
		      arena);
	for (uint32_t i = 0; i < n && frame->nsaved < FRAME_SAVED &&
			     frame->nstored < FRAME_SAVED;
	     i++) {
		bool pointer = frame->pointer && list[i] == fp;
		bool base = frame->based && list[i] == rules->base;
		/* A convention's list may have the result, too, but what is
		 * usually saved is read as the place to return to. */
		bool result = rules->saved &&
			      unitset_meets(t, handed, list[i]) &&
			      !is_usually_saved(t, list[i]);
		bool link =
			list[i] == t->link_register &&
			(frame->has_calls || (frame->pointer && rules->record));

		if (pointer && unitset_meets(t, units, list[i]) &&
		    frame_spoiled(f, list[i], rules->call_anew))
			return false;
		if ((pointer && rules->save_frame) ||
		    list[i] == t->stack_pointer)
			continue;
		if (!pointer && !base && !link &&
		    (result || !unitset_meets(t, units, list[i])))
			continue;
		if (rules->pushed &&
		    frame_reg_bytes(t, list[i]) > rules->pushed) {
			frame->stored[frame->nstored++] = list[i];
			if (frame_reg_bytes(t, list[i]) > frame->stored_size)
				frame->stored_size =
					frame_reg_bytes(t, list[i]);
			continue;
		}
		frame->saved[frame->nsaved++] = list[i];
		frame->saved_size += frame_reg_bytes(t, list[i]);
	}
	return true;
}

/* Value of KEY in the header entry of object ID; *FOUND says whether it is
 * there. */
static int64_t
local_offset(const Func *f, const char **at, bool *found)
{
	const char *end =
		f->source->text + f->text.stack.at + f->text.stack.len;
	const char *p = text_behind(*at, end, "local-offset:");

	*found = p;
	if (!p)
		return 0;
	*at = p;
	return strtoll(p, NULL, 10);
}

/* Places the objects below DEPTH bytes from the top, or UP from the bottom;
 * returns the new depth.  Sizes of variable objects are not known: they have no
 * place. */
static uint64_t
place_objects(const Func *f, bool up, Frame *frame, uint64_t depth)
{
	const char *local = func_field(f, "frameInfo.localFrameSize");
	const char *at = f->source->text + f->text.stack.at;
	uint64_t block = local ? strtoull(local, NULL, 10) : 0;
	uint64_t top = depth = block ? round_up(depth, frame->align) : depth;

	depth += block;
	for (uint32_t i = 0; i < f->stack.n; i++) {
		const StackObject *o = &f->stack.at[i];
		bool found = false;
		int64_t offset = 0;

		if (block && !o->made)
			offset = local_offset(f, &at, &found);
		if (o->kind == STACK_VARIABLE || o->stack_id)
			continue;
		if (found) {
			frame->stack[i] = offset + (up ? 1 : -1) * (int64_t)top;
			continue;
		}
		if (up) {
			frame->stack[i] = (int64_t)round_up(
				depth, o->align ? o->align : 1);
			depth = (uint64_t)frame->stack[i] + o->size;
			continue;
		}
		depth = round_up(depth + o->size, o->align ? o->align : 1);
		frame->stack[i] = -(int64_t)depth;
	}
	if (frame->nstored) {
		depth = round_up(depth, 16) +
			frame->stored_size * frame->nstored;
		frame->stored_at = -(int64_t)depth;
	}
	return depth;
}

/* Fill the gaps among the saved registers of the list's last group of equal
 * size, if the machine saves such groups as ranges. */
static void
fill_range(const Func *f, Frame *frame)
{
	const Target *t = f->target;
	const RegId *list = t->reg_lists + t->callee_saved.start;
	uint32_t n = t->callee_saved.end - t->callee_saved.start;
	uint32_t size = frame_reg_bytes(t, list[n - 1]), low = UINT32_MAX,
		 high = 0;
	unsigned kept = 0;

	for (uint32_t i = 0; i < frame->nsaved; i++) {
		RegId r = frame->saved[i];

		if (frame_reg_bytes(t, r) != size) {
			frame->saved[kept++] = r;
			continue;
		}
		low = t->regs[r].encoding < low ? t->regs[r].encoding : low;
		high = t->regs[r].encoding > high ? t->regs[r].encoding : high;
	}
	frame->saved_size -= (frame->nsaved - kept) * size;
	frame->nsaved = kept;
	for (uint32_t i = 0; i < n; i++) {
		if (frame_reg_bytes(t, list[i]) != size ||
		    t->regs[list[i]].encoding < low ||
		    t->regs[list[i]].encoding > high)
			continue;
		frame->saved[frame->nsaved++] = list[i];
		frame->saved_size += size;
	}
}

/* The most that calls ask for where they open their frames; *PUSHES: whether
 * some is pushed. */
static uint32_t
call_room(const Func *f, const FrameRules *rules, bool *pushes)
{
	uint32_t most = 0;

	FOR_VEC(Insn, insn, f->insns) {
		const Operand *o = insn_opnds(f, insn);

		if (!(insn_flags(f, insn) & OP_FRAME_OPEN) || !insn->nopnds)
			continue;
		if (o->kind == OPND_IMM && opnd_imm(f, o) > most)
			most = (uint32_t)opnd_imm(f, o);
		if (rules->pushes && insn->nopnds > 2 &&
		    o[2].kind == OPND_IMM && opnd_imm(f, &o[2]))
			*pushes = true;
	}
	return most;
}

/* Objects may want more than the stack's alignment, arguments on the stack as
 * well (only the header's figure tells), and callers may give less. */
static void
find_alignment(const Func *f, Frame *frame)
{
	const char *most = func_field(f, "frameInfo.maxAlignment");
	bool realigns = func_realigns_stack(f);

	frame->align = func_stack_align(f);
	if (most && realigns && frame->call_size &&
	    strtoul(most, NULL, 10) > frame->align)
		frame->align = (uint32_t)strtoul(most, NULL, 10);
	FOR_VEC(StackObject, object, f->stack)
		if (object->kind != STACK_VARIABLE &&
		    object->align > frame->align)
			frame->align = object->align;
	if (func_forces_alignment(f) && func_asked_alignment(f) > frame->align)
		frame->align = func_asked_alignment(f);
	frame->realign =
		frame->align > func_stack_align(f) || func_forces_alignment(f);
}

static void
find_shape(const Func *f, const FrameRules *rules, Frame *frame)
{
	frame->call_size = call_room(f, rules, &frame->pushes);
	find_alignment(f, frame);
	FOR_VEC(StackObject, object, f->stack)
		frame->moves |= object->kind == STACK_VARIABLE;
	FOR_VEC(Insn, insn, f->insns) {
		uint32_t flags = insn_flags(f, insn);

		if (flags & OP_CALL && !(flags & OP_RETURN))
			frame->has_calls = true;
	}
	frame->has_calls |= func_field_true(f, "frameInfo.hasCalls");
	frame->pointer = frame->moves || frame->realign ||
			 func_field_true(f, "frameInfo.isFrameAddressTaken") ||
			 (rules->call_frame && frame->has_calls) ||
			 func_asks_frame_pointer(f);
	frame->based = frame->moves && frame->realign && rules->base;
}

bool
frame_layout(const Func *f, const FrameRules *rules, Frame *frame, Arena *arena)
{
	uint64_t depth, start;

	memset(frame, 0, sizeof(*frame));
	find_shape(f, rules, frame);
	if (!find_saved(f, rules, frame, arena)) {
		diag_error(f->diag, f->name.at,
			   "the function needs its frame pointer, which holds "
			   "a value");
		return false;
	}
	if (rules->ranges && !f->traits.has_callee_saved)
		fill_range(f, frame);
	if (frame->pointer && rules->save_frame)
		frame->saved_size += rules->entry;
	frame->saved_size =
		(uint32_t)round_up(frame->saved_size, rules->saved_align);
	frame->pointer_at =
		rules->save_frame ? -(int32_t)(2 * rules->entry)
		: rules->pointer_above
			? -(int32_t)rules->entry
			: -(int32_t)(rules->entry + frame->saved_size);
	frame->stack = ARENA_NEW(arena, int64_t, f->stack.n + 1);
	frame->fixed = ARENA_NEW(arena, int64_t, f->fixed.n + 1);
	for (uint32_t i = 0; i < f->fixed.n; i++)
		frame->fixed[i] = f->fixed.at[i].offset;
	depth = start = frame->realign ? 0 : rules->entry + frame->saved_size;
	depth = place_objects(f, rules->upwards, frame, depth);
	if (frame->moves || frame->pushes)
		frame->call_size = 0;
	/* Who calls nobody and has nothing there need not keep the stack
	 * pointer aligned. */
	if (depth != start || frame->has_calls || frame->moves ||
	    rules->aligned)
		depth = round_up(depth + frame->call_size, frame->align);
	if (!frame->realign)
		depth -= rules->entry + frame->saved_size;
	if (depth > INT32_MAX) {
		diag_error(f->diag, f->name.at, "the stack frame is too large");
		return false;
	}
	frame->local_size = (uint32_t)depth;
	return true;
}
