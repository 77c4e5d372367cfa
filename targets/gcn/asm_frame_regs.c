/*
 * Registers that a GCN frame is made with: its base, its arguments, those that
 * are free for it.
 */
#include "targets/gcn/asm.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <stdio.h>

bool
gcn_is_kernel(const Asm *a)
{
	return func_field_true(a->f, "machineFunctionInfo.isEntryFunction");
}

bool
gcn_has_pointer(const Asm *a)
{
	return !gcn_is_kernel(a) && a->frame.pointer;
}

RegId
gcn_base(const Asm *a)
{
	return gcn_is_kernel(a)	    ? 0
	       : gcn_has_pointer(a) ? a->t->frame_pointer
				    : a->t->stack_pointer;
}

const char *
gcn_base_text(const Asm *a)
{
	return gcn_is_kernel(a) ? "0" : asm_reg_text(a, gcn_base(a));
}

RegId
gcn_field_reg(const Asm *a, const char *path)
{
	const char *name = func_field(a->f, path);

	return name && *name == '$'
		       ? target_reg(a->t, name + 1, strlen(name + 1))
		       : 0;
}

RegId
gcn_argument_reg(const Asm *a, const char *which)
{
	char path[96];

	snprintf(path, sizeof(path), "machineFunctionInfo.argumentInfo.%s.reg",
		 which);
	return gcn_field_reg(a, path);
}

RegId
gcn_part(const Asm *a, RegId reg, unsigned i)
{
	char name[16];

	snprintf(name, sizeof(name), "sub%u", i);
	return target_subreg(a->t, reg, target_sub(a->t, name, strlen(name)));
}

const char *
gcn_part_text(const Asm *a, RegId reg, unsigned i)
{
	return asm_reg_text(a, gcn_part(a, reg, i));
}

unsigned
gcn_words(const Asm *a, RegId reg)
{
	unsigned n = 0;

	while (n < 32 && gcn_part(a, reg, n))
		n++;
	return n ? n : 1;
}

uint64_t *
gcn_used_units(Asm *a)
{
	const Func *f = a->f;
	const Target *t = a->t;
	uint64_t *used =
		ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(t->n_unit_regs));
	uint64_t *regs = ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(t->n_regs));

	for (uint32_t i = 0; i < f->opnds.n; i++)
		if (f->opnds.at[i].kind == OPND_REG)
			bits_add(regs, f->opnds.at[i].val);
	for (uint32_t i = 0; i < f->liveins.n; i++)
		bits_add(regs, f->liveins.at[i].reg);
	for (uint32_t i = 1; i < t->n_regs; i++)
		if (bits_has(regs, i))
			FOR_UNITS(unit, t, i)
				bits_add(used, *unit);
	return used;
}

bool
gcn_is_kept(const Asm *a, RegId reg)
{
	const Func *f = a->f;

	for (uint32_t i = 0; i < f->masks.n && a->frame.has_calls; i++)
		if (!mask_preserves(f->masks.at[i].words, reg))
			return false;
	return true;
}

bool
gcn_is_free(const Asm *a, RegId reg, const uint64_t *used)
{
	return gcn_is_kept(a, reg) && reg && !unitset_meets(a->t, used, reg);
}
