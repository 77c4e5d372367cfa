/*
 * GCN: what the loader must know of a kernel, as .amdhsa directives: how many
 * registers it names, what memory it needs, which registers it finds set up.
 *
 * Functions that a kernel calls are not looked at: a kernel with calls asks
 * for all the registers its waves leave it, and for a stack that can grow.
 */
#include "targets/gcn/asm.h"

#include "core/analysis/reserved.h"
#include "core/base/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of stack for what is called, as LLVM assumes for unknown functions;
 * bytes of arguments that the loader adds behind those of the source; scalar
 * registers that always are the wave's masks. */
enum { CALLEE_STACK = 16384, IMPLICIT_ARGUMENTS = 256, MASKS = 4 };

static RegId
numbered(const Asm *a, const char *file, unsigned i)
{
	char name[16];

	snprintf(name, sizeof(name), "%s%u", file, i);
	return target_reg(a->t, name, strlen(name));
}

static bool
is_used(const Asm *a, RegId reg)
{
	FOR_SLICE(UnitId, unit, a->t->reg_units, a->t->regs[reg].units)
		if (bits_has(gcn_of(a)->used, *unit))
			return true;
	return false;
}

static bool
name_used(const Asm *a, const char *name)
{
	RegId reg = target_reg(a->t, name, strlen(name));

	return reg && is_used(a, reg);
}

/* One more than the highest register of FILE in use, of at most LIMIT. */
static unsigned
count(const Asm *a, const char *file, unsigned limit)
{
	while (limit && !is_used(a, numbered(a, file, limit - 1)))
		limit--;
	return limit;
}

static unsigned long
field_number(const Asm *a, const char *path)
{
	const char *text = func_field(a->f, path);

	return text ? strtoul(text, NULL, 10) : 0;
}

static bool
mode(const Asm *a, const char *which)
{
	char path[96];

	snprintf(path, sizeof(path), "machineFunctionInfo.mode.%s", which);
	return !func_field(a->f, path) || func_field_true(a->f, path);
}

static void
directive(Asm *a, const char *name, unsigned long value)
{
	buf_printf(a->out, "\t.amdhsa_%s %lu\n", name, value);
}

/* Registers that the loader fills before the kernel starts. */
static void
user_registers(Asm *a)
{
	static const struct {
		const char *argument, *directive;
		unsigned words;
	} users[] = {
		{"privateSegmentBuffer", "private_segment_buffer", 4},
		{"dispatchPtr", "dispatch_ptr", 2},
		{"queuePtr", "queue_ptr", 2},
		{"kernargSegmentPtr", "kernarg_segment_ptr", 2},
		{"dispatchID", "dispatch_id", 2},
		{"flatScratchInit", "flat_scratch_init", 2},
		{"privateSegmentSize", "private_segment_size", 1},
	};
	unsigned words = 0;

	for (size_t i = 0; i < sizeof(users) / sizeof(*users); i++)
		if (gcn_has_argument(a, users[i].argument))
			words += users[i].words;
	directive(a, "user_sgpr_count", words);
	for (size_t i = 0; i < sizeof(users) / sizeof(*users); i++)
		buf_printf(a->out, "\t.amdhsa_user_sgpr_%s %d\n",
			   users[i].directive,
			   gcn_has_argument(a, users[i].argument));
}

/* And those that the machine fills. */
static void
system_registers(Asm *a, bool scratch)
{
	directive(a, "system_sgpr_private_segment_wavefront_offset", scratch);
	directive(a, "system_sgpr_workgroup_id_x",
		  gcn_has_argument(a, "workGroupIDX"));
	directive(a, "system_sgpr_workgroup_id_y",
		  gcn_has_argument(a, "workGroupIDY"));
	directive(a, "system_sgpr_workgroup_id_z",
		  gcn_has_argument(a, "workGroupIDZ"));
	directive(a, "system_sgpr_workgroup_info",
		  gcn_has_argument(a, "workGroupInfo"));
	directive(a, "system_vgpr_workitem_id",
		  gcn_has_argument(a, "workItemIDZ")   ? 2
		  : gcn_has_argument(a, "workItemIDY") ? 1
						       : 0);
}

/* The kernel's arguments, and those of the loader unless it needs none. */
static unsigned long
argument_bytes(const Asm *a)
{
	unsigned long n =
		field_number(a, "machineFunctionInfo.explicitKernArgSize");

	if (!func_attribute(a->f, "amdgpu-no-implicitarg-ptr"))
		n = (n + 7) / 8 * 8 + IMPLICIT_ARGUMENTS;
	return (n + 3) / 4 * 4;
}

static void
registers(Asm *a, bool calls)
{
	bool shared = func_has_feature(a->f, "shared-accumulators");
	unsigned scalars = func_feature_number(a->f, "scalar-registers");
	unsigned most = calls ? func_vector_registers(a->f) : 0;
	unsigned vectors = count(a, "vgpr", 256), total = vectors;
	unsigned accumulators = count(a, "agpr", 256);
	unsigned offset = vectors ? (vectors + 3) / 4 * 4 : 4;
	bool flat = calls || name_used(a, "flat_scr");

	if (shared && calls)
		offset = most / 2;
	if (shared && accumulators)
		total = offset + accumulators;
	else if (accumulators > total)
		total = accumulators;
	total = calls ? most : total;
	scalars = calls ? scalars : count(a, "sgpr", scalars);
	directive(a, "next_free_vgpr", total);
	directive(a, "next_free_sgpr", scalars);
	if (shared)
		directive(a, "accum_offset", offset);
	directive(a, "reserve_vcc", calls || name_used(a, "vcc"));
	directive(a, "reserve_flat_scratch", flat);
	gcn_figures(a)->vectors = total;
	gcn_figures(a)->scalars =
		scalars +
		(flat ? func_feature_number(a->f, "scalar-extra") : MASKS);
	gcn_figures(a)->has_accumulators = shared;
	gcn_figures(a)->accumulators =
		shared && calls ? total - offset : accumulators;
}

static void
float_mode(Asm *a)
{
	directive(a, "float_denorm_mode_32",
		  mode(a, "fp32-input-denormals") +
			  2 * mode(a, "fp32-output-denormals"));
	directive(a, "float_denorm_mode_16_64",
		  mode(a, "fp64-fp16-input-denormals") +
			  2 * mode(a, "fp64-fp16-output-denormals"));
	directive(a, "dx10_clamp", mode(a, "dx10-clamp"));
	directive(a, "ieee_mode", mode(a, "ieee"));
}

/* For the notes; the registers are told already. */
static void
figures(Asm *a, unsigned long stack)
{
	GcnFigures *f = gcn_figures(a);

	f->cpu = a->variant ? target_str(a->t, a->variant->name) : "";
	f->local = field_number(a, "machineFunctionInfo.ldsSize");
	f->stack = stack;
	f->arguments = argument_bytes(a);
	f->lanes = func_feature_number(a->f, "wave-lanes");
	f->work_group = func_feature_number(a->f, "work-group");
	f->moves = a->frame.has_calls || a->frame.moves;
}

void
gcn_kernel(Asm *a)
{
	bool calls = a->frame.has_calls;
	unsigned long stack = a->frame.local_size + (calls ? CALLEE_STACK : 0);

	buf_printf(a->out,
		   "\t.section .rodata,\"a\",@progbits\n\t.balign 64\n"
		   "\t.amdhsa_kernel %s\n",
		   a->symbol);
	directive(a, "group_segment_fixed_size",
		  field_number(a, "machineFunctionInfo.ldsSize"));
	directive(a, "private_segment_fixed_size", stack);
	directive(a, "kernarg_size", argument_bytes(a));
	user_registers(a);
	directive(a, "uses_dynamic_stack", calls || a->frame.moves);
	system_registers(a, stack > 0);
	registers(a, calls);
	float_mode(a);
	figures(a, stack);
	buf_str(a->out, "\t.end_amdhsa_kernel\n\t.text\n");
}
