/*
 * GCN frames: the stack is a buffer in memory that grows upwards, of which
 * every lane has its own part, so that the stack pointer counts LANES bytes for
 * each. Scalar registers are spilled to lanes of vector registers that nothing
 * else uses.
 *
 * A kernel's frame begins at 0, that of another function where the stack
 * pointer was on entry: arguments, objects, registers saved.  If the function
 * calls others the frame pointer keeps that address.  Scalars are saved in
 * lanes, too. What lies in lanes that are off belongs to the callers, and so a
 * register whose lanes take scalars is itself saved with all lanes on.  It is
 * stored around a call that destroys it, where no other is left, in the same
 * way; a frame pointer that a call destroys is computed anew.
 */
#include "targets/gcn/asm.h"

#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <stdio.h>
#include <string.h>

/* Offsets up to this fit into a buffer instruction. */
enum { OFFSET_MAX = 4095, LANES = 64 };

/* How many scalar registers are set up before the kernel starts. */
static unsigned
preloaded(const Asm *a)
{
	static const char *const arguments[] = {
		"privateSegmentBuffer",
		"dispatchPtr",
		"queuePtr",
		"kernargSegmentPtr",
		"dispatchID",
		"flatScratchInit",
		"privateSegmentSize",
		"workGroupIDX",
		"workGroupIDY",
		"workGroupIDZ",
		"workGroupInfo",
		"privateSegmentWaveByteOffset",
	};
	unsigned n = 0;

	for (size_t i = 0; i < sizeof(arguments) / sizeof(*arguments); i++) {
		RegId reg = gcn_argument_reg(a, arguments[i]);

		if (reg)
			n += gcn_words(a, reg);
	}
	return n;
}

/* Where the buffer of the stack is kept: allocation leaves it the last four
 * registers; the first four that nothing uses make the kernel smaller. */
static RegId
buffer_place(Asm *a)
{
	const Target *t = a->t;
	unsigned last = t->regs[gcn_of(a)->buffer].encoding;

	if (!gcn_is_kernel(a) || last < 4 || a->f->masks.n ||
	    gcn_of(a)->buffer == gcn_argument_reg(a, "privateSegmentBuffer"))
		return gcn_of(a)->buffer;
	const uint64_t *used = gcn_used_units(a);
	for (unsigned i = (preloaded(a) + 3) / 4 * 4; i < last; i += 4) {
		char name[64];

		snprintf(name, sizeof(name), "sgpr%u_sgpr%u_sgpr%u_sgpr%u", i,
			 i + 1, i + 2, i + 3);
		RegId reg = target_reg(t, name, strlen(name));
		if (reg && gcn_is_free(a, reg, used))
			return reg;
	}
	return gcn_of(a)->buffer;
}

bool
gcn_rules(Asm *a)
{
	GcnAsm *gcn = gcn_of(a);
	int64_t end = 0;

	a->rules.kernel = gcn_is_kernel(a);
	a->rules.upwards = true;
	a->rules.save_frame = a->rules.call_frame = !gcn_is_kernel(a);
	a->rules.call_anew = true;
	FOR_VEC(StackObject, o, a->f->fixed)
		if (o->offset + (int64_t)o->size > end)
			end = o->offset + (int64_t)o->size;
	gcn->arguments = (uint32_t)((end + 15) / 16 * 16);
	gcn->flat = target_reg(a->t, "flat_scr", 8);
	gcn->buffer = gcn_field_reg(a, "machineFunctionInfo.scratchRSrcReg");
	gcn->buffer_now = gcn->buffer ? buffer_place(a) : 0;
	gcn->scratch =
		gcn->buffer ? asm_reg_text(a, gcn->buffer_now) : "s[0:3]";
	return true;
}

void
gcn_stack_place(const Asm *a, bool fixed, RegId *reg, int64_t *offset)
{
	*reg = 0;
	if (!fixed)
		*offset += (int64_t)gcn_of(a)->arguments - a->frame.saved_size -
			   a->rules.entry;
}

/* Is saved register I a scalar, which goes into a lane? */
static bool
is_lane(const Asm *a, unsigned i)
{
	return *asm_reg_text(a, a->frame.saved[i]) == 's';
}

/* Words of scalars that lanes are for: the spilled ones, then those saved, then
 * the frame pointer. */
static uint32_t
number_lanes(Asm *a)
{
	const Func *f = a->f;
	uint32_t n = 0;

	gcn_of(a)->lane = ARENA_NEW(a->tmp, uint32_t, f->stack.n + 1);
	for (uint32_t i = 0; i < f->stack.n; i++)
		if (f->stack.at[i].stack_id) {
			gcn_of(a)->lane[i] = n;
			n += (uint32_t)(f->stack.at[i].size + 3) / 4;
		}
	gcn_of(a)->saved_lane = n;
	for (uint32_t i = 0; i < a->frame.nsaved; i++)
		n += is_lane(a, i);
	return n + gcn_has_pointer(a);
}

/* Add vector registers that the function may have, neither USED nor yet taken,
 * and KEPT by its calls or not, until there are WANTED. */
static void
take_lanes(Asm *a, uint32_t wanted, bool kept, const uint64_t *reserved,
	   uint64_t *used)
{
	for (uint32_t v = 0; gcn_of(a)->nlanes < wanted && v < 256; v++) {
		char name[16];

		snprintf(name, sizeof(name), "vgpr%u", v);
		RegId reg = target_reg(a->t, name, strlen(name));
		if (!reg || gcn_is_kept(a, reg) != kept ||
		    bits_has(reserved, reg) || unitset_meets(a->t, used, reg))
			continue;
		gcn_use(a, reg);
		unitset_add(a->t, used, reg);
		gcn_of(a)->lanes[gcn_of(a)->nlanes++] = reg;
		gcn_of(a)->lanes_lost |= !kept;
	}
}

/* A vector register for each LANES of them. */
static bool
find_lanes(Asm *a)
{
	uint32_t n = number_lanes(a), wanted = (n + LANES - 1) / LANES;

	gcn_of(a)->nlanes = 0;
	if (!n)
		return true;
	if (wanted > sizeof(gcn_of(a)->lanes) / sizeof(*gcn_of(a)->lanes))
		return asm_error(a, a->f->name.at,
				 "too many scalars are spilled or saved: no "
				 "assembly");
	uint64_t *used = gcn_used_units(a);
	uint64_t *reserved =
		ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(a->t->n_regs));
	func_reserved(a->f, reserved);
	take_lanes(a, wanted, true, reserved, used);
	take_lanes(a, wanted, false, reserved, used);
	if (gcn_of(a)->nlanes < wanted)
		return asm_error(a, a->f->name.at,
				 "no vector register is left for spilled "
				 "scalars");
	return true;
}

/* Room for those with lanes around calls, behind the objects. */
static void
lanes_room(Asm *a)
{
	const uint32_t align = a->t->stack_align;

	if (!gcn_of(a)->lanes_lost)
		return;
	gcn_of(a)->lanes_at = gcn_of(a)->arguments + a->frame.local_size;
	a->frame.local_size +=
		(4 * gcn_of(a)->nlanes + align - 1) / align * align;
}

/* Sets up the buffer, flat scratch and the stack pointer of a kernel. */
static void
kernel_prologue(Asm *a)
{
	RegId buffer = gcn_of(a)->buffer_now;
	RegId from = gcn_argument_reg(a, "privateSegmentBuffer");
	RegId offset = gcn_argument_reg(a, "privateSegmentWaveByteOffset");
	RegId flat = gcn_argument_reg(a, "flatScratchInit");
	unsigned to = a->t->regs[buffer].encoding;
	unsigned old = a->t->regs[from].encoding;
	Buf *out = a->out;

	if (!a->frame.local_size && !a->frame.has_calls)
		return;
	if (a->frame.has_calls) {
		gcn_use(a, a->t->stack_pointer);
		buf_printf(out, "\ts_mov_b32 s32, 0x%x\n",
			   a->frame.local_size * LANES);
	}
	if (buffer)
		gcn_use(a, buffer);
	if (flat && offset &&
	    (a->frame.has_calls ||
	     !gcn_is_free(a, gcn_of(a)->flat, gcn_used_units(a)))) {
		gcn_use(a, gcn_of(a)->flat);
		buf_printf(out,
			   "\ts_add_u32 flat_scratch_lo, %s, %s\n"
			   "\ts_addc_u32 flat_scratch_hi, %s, 0\n",
			   gcn_part_text(a, flat, 0), asm_reg_text(a, offset),
			   gcn_part_text(a, flat, 1));
	}
	if (buffer && from && offset) {
		if (buffer != from)
			buf_printf(out,
				   "\ts_mov_b64 s[%u:%u], s[%u:%u]\n"
				   "\ts_mov_b64 s[%u:%u], s[%u:%u]\n",
				   to + 2, to + 3, old + 2, old + 3, to, to + 1,
				   old, old + 1);
		buf_printf(out,
			   "\ts_add_u32 %s, %s, %s\n"
			   "\ts_addc_u32 %s, %s, 0\n",
			   gcn_part_text(a, buffer, 0),
			   gcn_part_text(a, buffer, 0), asm_reg_text(a, offset),
			   gcn_part_text(a, buffer, 1),
			   gcn_part_text(a, buffer, 1));
	}
}

/* Bytes of a function's frame up to where registers are saved. */
static uint32_t
saved_at(const Asm *a)
{
	return gcn_of(a)->arguments + a->frame.local_size;
}

/* Words of memory that move_all_saved takes. */
static uint32_t
saved_words(const Asm *a)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < a->frame.nsaved; i++)
		k += !is_lane(a, i);
	return k;
}

/* Bytes of a function's frame. */
static uint32_t
frame_size(const Asm *a)
{
	return saved_at(a) + 4 * (saved_words(a) + gcn_of(a)->nlanes);
}

/* What a function that calls others adds to the stack pointer. */
static uint32_t
frame_step(const Asm *a)
{
	const uint32_t align = a->t->stack_align;

	return (frame_size(a) + align - 1) / align * align * LANES;
}

/* Vector register REG to (LOAD: from) memory, OFFSET bytes from where BASE, a
 * register as text or 0, says. */
static void
print_access(Asm *a, bool load, RegId reg, const char *base, int64_t offset)
{
	buf_printf(a->out, "\tbuffer_%s_dword %s, off, %s, %s",
		   load ? "load" : "store", asm_reg_text(a, reg),
		   gcn_of(a)->scratch, base);
	if (offset)
		buf_printf(a->out, " offset:%lld", (long long)offset);
	buf_char(a->out, '\n');
}

/* Vector register REG to (LOAD: from) word K of those saved, from register
 * BASE on. */
static void
move_saved(Asm *a, RegId reg, uint32_t k, bool load, RegId base)
{
	print_access(a, load, reg, asm_reg_text(a, base), saved_at(a) + 4 * k);
}

/* The registers with lanes for scalars, whole, behind the K words saved.  VCC
 * holds nothing on entry and at returns. */
static void
move_lanes(Asm *a, uint32_t k, bool load)
{
	if (!gcn_of(a)->nlanes)
		return;
	buf_str(a->out, "\ts_or_saveexec_b64 vcc, -1\n");
	for (uint32_t i = 0; i < gcn_of(a)->nlanes; i++)
		move_saved(a, gcn_of(a)->lanes[i], k + i, load,
			   a->t->stack_pointer);
	buf_str(a->out, "\ts_mov_b64 exec, vcc\n");
}

/* Is VCC free around the call INSN? */
static bool
vcc_is_free(const Asm *a, const Insn *insn)
{
	RegId vcc = target_reg(a->t, "vcc", 3);

	FOR_OPNDS(o, a->f, insn)
		if ((o->kind == OPND_REG &&
		     target_overlap(a->t, (RegId)o->val, vcc)) ||
		    (o->kind == OPND_MASK &&
		     mask_preserves(a->f->masks.at[o->val].words, vcc)))
			return false;
	return true;
}

/* Does the call INSN destroy REG? */
static bool
call_destroys(const Asm *a, const Insn *insn, RegId reg)
{
	FOR_OPNDS(o, a->f, insn)
		if (o->kind == OPND_MASK &&
		    !mask_preserves(a->f->masks.at[o->val].words, reg))
			return true;
	return false;
}

/* Around call INSN the registers with lanes go to memory and (LOAD) back. */
static bool
move_lanes_around(Asm *a, const Insn *insn, bool load)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < gcn_of(a)->nlanes; i++)
		n += call_destroys(a, insn, gcn_of(a)->lanes[i]);
	if (!n)
		return true;
	if (!vcc_is_free(a, insn))
		return asm_error(a, insn->loc,
				 "no scalar register is left for exec around "
				 "this call");
	if (gcn_of(a)->lanes_at + 4 * gcn_of(a)->nlanes > OFFSET_MAX)
		return asm_error(a, insn->loc, "a slot out of reach");
	buf_str(a->out, "\ts_or_saveexec_b64 vcc, -1\n");
	for (uint32_t i = 0; i < gcn_of(a)->nlanes; i++)
		if (call_destroys(a, insn, gcn_of(a)->lanes[i]))
			print_access(a, load, gcn_of(a)->lanes[i],
				     gcn_base_text(a),
				     gcn_of(a)->lanes_at + 4 * i);
	buf_str(a->out, "\ts_mov_b64 exec, vcc\n");
	return true;
}

bool
gcn_call(Asm *a, const Insn *insn, bool load)
{
	uint32_t flags = insn_flags(a->f, insn);

	if (!(flags & OP_CALL) || flags & OP_RETURN)
		return true;
	if (load && gcn_has_pointer(a) &&
	    call_destroys(a, insn, a->t->frame_pointer))
		buf_printf(a->out, "\ts_sub_u32 %s, %s, 0x%x\n",
			   asm_reg_text(a, a->t->frame_pointer),
			   asm_reg_text(a, a->t->stack_pointer), frame_step(a));
	return !gcn_of(a)->lanes_lost || move_lanes_around(a, insn, load);
}

/* Scalar register REG to (LOAD: from) lane K. */
static void
move_scalar(Asm *a, RegId reg, uint32_t k, bool load)
{
	const char *lanes = asm_reg_text(a, gcn_of(a)->lanes[k / LANES]);

	if (load)
		buf_printf(a->out, "\tv_readlane_b32 %s, %s, %u\n",
			   asm_reg_text(a, reg), lanes, k % LANES);
	else
		buf_printf(a->out, "\tv_writelane_b32 %s, %s, %u\n", lanes,
			   asm_reg_text(a, reg), k % LANES);
}

/* Saves (LOAD: restores) the registers but for those with lanes; returns how
 * many words of memory they take. */
static uint32_t
move_all_saved(Asm *a, bool load)
{
	uint32_t k = 0, lane = gcn_of(a)->saved_lane;

	for (uint32_t i = 0; i < a->frame.nsaved; i++) {
		RegId reg = a->frame.saved[i];

		gcn_use(a, reg);
		if (is_lane(a, i))
			move_scalar(a, reg, lane++, load);
		else
			move_saved(a, reg, k++, load, gcn_base(a));
	}
	return k;
}

static bool
function_prologue(Asm *a)
{
	uint32_t words = saved_words(a);

	if (a->frame.realign)
		return asm_error(a, a->f->name.at,
				 "an object that wants more than the stack's "
				 "alignment outside a kernel: no assembly");
	if (frame_size(a) > OFFSET_MAX)
		return asm_error(a, a->f->name.at, "a slot out of reach");
	/* Callers leave it to those they call to wait for what they loaded. */
	buf_str(a->out, "\ts_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\n");
	move_lanes(a, words, false);
	if (gcn_has_pointer(a)) {
		const char *pointer = asm_reg_text(a, a->t->frame_pointer);
		const char *stack = asm_reg_text(a, a->t->stack_pointer);

		gcn_use(a, a->t->frame_pointer);
		gcn_use(a, a->t->stack_pointer);
		move_scalar(a, a->t->frame_pointer,
			    gcn_of(a)->saved_lane + a->frame.nsaved - words,
			    false);
		buf_printf(a->out,
			   "\ts_mov_b32 %s, %s\n\ts_add_u32 %s, %s, 0x%x\n",
			   pointer, stack, stack, stack, frame_step(a));
	}
	move_all_saved(a, false);
	return true;
}

bool
gcn_prologue(Asm *a)
{
	if (!find_lanes(a))
		return false;
	lanes_room(a);
	if (!gcn_is_kernel(a))
		return function_prologue(a);
	kernel_prologue(a);
	return true;
}

bool
gcn_has_epilogue(const Asm *a)
{
	return !gcn_is_kernel(a) && (gcn_of(a)->nlanes || a->frame.nsaved);
}

bool
gcn_epilogue(Asm *a, const Insn *insn)
{
	uint32_t words = move_all_saved(a, true);

	(void)insn;
	if (gcn_has_pointer(a)) {
		buf_printf(a->out, "\ts_mov_b32 %s, %s\n",
			   asm_reg_text(a, a->t->stack_pointer),
			   asm_reg_text(a, a->t->frame_pointer));
		move_scalar(a, a->t->frame_pointer,
			    gcn_of(a)->saved_lane + a->frame.nsaved - words,
			    true);
	}
	move_lanes(a, words, true);
	return true;
}

void
gcn_address(Asm *a, const AsmInsn *insn)
{
	const char *to = asm_reg_text(a, insn->o[0].reg);

	buf_printf(a->out, "\tv_lshrrev_b32_e64 %s, %d, %s\n", to,
		   __builtin_ctz(LANES), gcn_base_text(a));
	if (insn->o[1].number)
		buf_printf(a->out, "\tv_add_u32_e32 %s, %lld, %s\n", to,
			   (long long)insn->o[1].number, to);
}

bool
gcn_spill(Asm *a, const AsmInsn *insn, const char *name, uint32_t slot)
{
	bool load = strstr(name, "_RESTORE") != NULL;
	RegId value = insn->o[0].reg;
	unsigned n = gcn_words(a, value);
	int64_t offset = insn->o[1].number;

	if (name[9] == 'W')
		return asm_error(a, insn->loc, "opcode %s has no assembly text",
				 name);
	if (name[9] != 'S' && offset + 4 * n > OFFSET_MAX)
		return asm_error(a, insn->loc, "a slot out of reach");
	for (unsigned i = 0; i < n; i++) {
		RegId word = n > 1 ? gcn_part(a, value, i) : value;
		uint32_t lane = gcn_of(a)->lane[slot] + i;

		if (name[9] != 'S')
			print_access(a, load, word, gcn_base_text(a),
				     offset + 4 * i);
		else
			move_scalar(a, word, lane, load);
	}
	return true;
}
