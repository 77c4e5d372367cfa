/*
 * GCN frames: the stack is a buffer in memory that grows upwards; scalar
 * registers are spilled to lanes of vector registers that nothing else uses.
 *
 * Kernels only have frames of their own; other functions can use what lies
 * above their stack pointer as long as they call nothing and save nothing.
 */
#include "core/emit/asm_internal.h"

#include "core/base/bits.h"

#include <stdio.h>
#include <string.h>

/* Offsets up to this fit into a buffer instruction. */
enum { OFFSET_MAX = 4095, LANES = 64 };

static bool
is_kernel(const Asm *a)
{
	return func_field_true(a->f, "machineFunctionInfo.isEntryFunction");
}

const char *
asm_gcn_base(const Asm *a)
{
	return is_kernel(a) ? "0" : "s32";
}

/* The register that header field PATH names; 0 if there is none. */
static RegId
field_reg(const Asm *a, const char *path)
{
	const char *name = func_field(a->f, path);

	return name && *name == '$'
		       ? target_reg(a->t, name + 1, strlen(name + 1))
		       : 0;
}

static RegId
argument_reg(const Asm *a, const char *which)
{
	char path[96];

	snprintf(path, sizeof(path), "machineFunctionInfo.argumentInfo.%s.reg",
		 which);
	return field_reg(a, path);
}

static RegId
part(const Asm *a, RegId reg, unsigned i)
{
	char name[16];

	snprintf(name, sizeof(name), "sub%u", i);
	return target_subreg(a->t, reg, target_sub(a->t, name, strlen(name)));
}

static const char *
part_text(const Asm *a, RegId reg, unsigned i)
{
	return asm_reg_text(a, part(a, reg, i));
}

/* Words of a register: those of its numbered parts. */
static unsigned
words(const Asm *a, RegId reg)
{
	unsigned n = 0;

	while (n < 32 && part(a, reg, n))
		n++;
	return n ? n : 1;
}

void
asm_gcn_rules(Asm *a)
{
	RegId buffer = field_reg(a, "machineFunctionInfo.scratchRSrcReg");

	a->rules.kernel = is_kernel(a);
	a->flat = target_reg(a->t, "flat_scr", 8);
	a->scratch = buffer ? asm_reg_text(a, buffer) : "s[0:3]";
}

/* Units that F's code and its blocks' live-ins mention. */
static uint64_t *
used_units(Asm *a)
{
	const Func *f = a->f;
	const Target *t = a->t;
	uint64_t *used =
		ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(t->n_unit_regs));
	uint64_t *regs = ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(t->n_regs));
	uint32_t i, k;

	for (i = 0; i < f->opnds.n; i++)
		if (f->opnds.at[i].kind == OPND_REG)
			bits_add(regs, f->opnds.at[i].val);
	for (i = 0; i < f->liveins.n; i++)
		bits_add(regs, f->liveins.at[i].reg);
	for (i = 1; i < t->n_regs; i++)
		if (bits_has(regs, i))
			for (k = t->regs[i].units.start;
			     k < t->regs[i].units.end; k++)
				bits_add(used, t->reg_units[k]);
	return used;
}

/* A vector register for each LANES words of spilled scalars. */
static bool
find_lanes(Asm *a)
{
	const Func *f = a->f;
	const Target *t = a->t;
	const uint64_t *used;
	uint32_t i, n = 0, v = 0, found = 0;

	a->lane = ARENA_NEW(a->tmp, uint32_t, f->stack.n + 1);
	for (i = 0; i < f->stack.n; i++)
		if (f->stack.at[i].stack_id) {
			a->lane[i] = n;
			n += (uint32_t)(f->stack.at[i].size + 3) / 4;
		}
	if (!n)
		return true;
	if (!is_kernel(a) || n > LANES * 16)
		return asm_error(a, f->name.at,
				 "scalars are spilled outside a kernel, or too "
				 "many: no assembly");
	used = used_units(a);
	for (; found * LANES < n && v < 256; v++) {
		char name[16];
		RegId reg;
		Slice units;

		snprintf(name, sizeof(name), "vgpr%u", v);
		reg = target_reg(t, name, strlen(name));
		units = t->regs[reg].units;
		while (units.start < units.end &&
		       !bits_has(used, t->reg_units[units.start]))
			units.start++;
		if (reg && units.start == units.end) {
			asm_gcn_use(a, reg);
			a->lanes[found++] = reg;
		}
	}
	if (found * LANES < n)
		return asm_error(a, f->name.at,
				 "no vector register is left for spilled "
				 "scalars");
	return true;
}

/* Sets up the buffer, flat scratch and the stack pointer of a kernel. */
static void
kernel_prologue(Asm *a)
{
	RegId buffer = field_reg(a, "machineFunctionInfo.scratchRSrcReg");
	RegId from = argument_reg(a, "privateSegmentBuffer");
	RegId offset = argument_reg(a, "privateSegmentWaveByteOffset");
	RegId flat = argument_reg(a, "flatScratchInit");
	Buf *out = a->out;

	if (!a->frame.local_size && !a->frame.has_calls)
		return;
	if (a->frame.has_calls)
		asm_gcn_use(a, a->t->stack_pointer);
	if (buffer)
		asm_gcn_use(a, buffer);
	if (flat && offset) {
		asm_gcn_use(a, a->flat);
		buf_printf(out,
			   "\ts_add_u32 flat_scratch_lo, %s, %s\n"
			   "\ts_addc_u32 flat_scratch_hi, %s, 0\n",
			   part_text(a, flat, 0), asm_reg_text(a, offset),
			   part_text(a, flat, 1));
	}
	if (buffer && from && offset) {
		if (buffer != from)
			buf_printf(out,
				   "\ts_mov_b64 s[%u:%u], s[%u:%u]\n"
				   "\ts_mov_b64 s[%u:%u], s[%u:%u]\n",
				   a->t->regs[buffer].encoding,
				   a->t->regs[buffer].encoding + 1,
				   a->t->regs[from].encoding,
				   a->t->regs[from].encoding + 1,
				   a->t->regs[buffer].encoding + 2,
				   a->t->regs[buffer].encoding + 3,
				   a->t->regs[from].encoding + 2,
				   a->t->regs[from].encoding + 3);
		buf_printf(out,
			   "\ts_add_u32 %s, %s, %s\n"
			   "\ts_addc_u32 %s, %s, 0\n",
			   part_text(a, buffer, 0), part_text(a, buffer, 0),
			   asm_reg_text(a, offset), part_text(a, buffer, 1),
			   part_text(a, buffer, 1));
	}
	if (a->frame.has_calls)
		buf_printf(out, "\ts_mov_b32 s32, 0x%x\n",
			   a->frame.local_size * LANES);
}

bool
asm_gcn_prologue(Asm *a)
{
	if (!find_lanes(a))
		return false;
	if (is_kernel(a))
		kernel_prologue(a);
	else if (a->frame.nsaved)
		return asm_error(a, a->f->name.at,
				 "%s must be saved, which has no assembly yet",
				 asm_reg_text(a, a->frame.saved[0]));
	return true;
}

bool
asm_gcn_spill(Asm *a, const AsmInsn *insn, const char *name, uint32_t slot)
{
	bool load = strstr(name, "_RESTORE") != NULL;
	RegId value = insn->o[0].reg;
	unsigned i, n = words(a, value);
	int64_t offset = insn->o[1].number;

	if (name[9] == 'W')
		return asm_error(a, insn->loc, "opcode %s has no assembly text",
				 name);
	if (name[9] != 'S' && offset + 4 * n > OFFSET_MAX)
		return asm_error(a, insn->loc, "a slot out of reach");
	for (i = 0; i < n; i++) {
		RegId word = n > 1 ? part(a, value, i) : value;
		uint32_t lane = a->lane[slot] + i;

		if (name[9] != 'S')
			buf_printf(a->out,
				   "\tbuffer_%s_dword %s, off, %s, %s "
				   "offset:%lld\n",
				   load ? "load" : "store",
				   asm_reg_text(a, word), a->scratch,
				   asm_gcn_base(a), (long long)offset + 4 * i);
		else if (load)
			buf_printf(a->out, "\tv_readlane_b32 %s, %s, %u\n",
				   asm_reg_text(a, word),
				   asm_reg_text(a, a->lanes[lane / LANES]),
				   lane % LANES);
		else
			buf_printf(a->out, "\tv_writelane_b32 %s, %s, %u\n",
				   asm_reg_text(a, a->lanes[lane / LANES]),
				   asm_reg_text(a, word), lane % LANES);
	}
	return true;
}
