/*
 * GCN: the registers that code names, of which the loader must know.
 */
#include "targets/gcn/asm.h"

#include "core/base/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

RegId
gcn_moved(const Asm *a, RegId reg)
{
	return gcn_of(a)->buffer && reg == gcn_of(a)->buffer
		       ? gcn_of(a)->buffer_now
		       : reg;
}

void
gcn_use(Asm *a, RegId reg)
{
	FOR_SLICE(UnitId, unit, a->t->reg_units, a->t->regs[reg].units)
		bits_add(gcn_of(a)->used, *unit);
}

bool
gcn_has_argument(const Asm *a, const char *which)
{
	char path[96];

	snprintf(path, sizeof(path), "machineFunctionInfo.argumentInfo.%s.reg",
		 which);
	return func_field(a->f, path) != NULL;
}

/* A spill or reload, whose opcode's name goes on with "V64_SAVE". */
static void
count_spill(Asm *a, const char *name)
{
	char *end;
	unsigned words = (unsigned)strtoul(name + 1, &end, 10) / 32;

	if (strcmp(end, "_SAVE") != 0)
		return;
	if (*name == 'S')
		gcn_figures(a)->spilled_scalars += words;
	else
		gcn_figures(a)->spilled_vectors += words;
}

void
gcn_use_all(Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	const char *name = insn_opcode_name(a->f, insn);
	uint32_t n = insn->nopnds;
	/* Flat accesses name the register of the scratch memory, even those
	 * of kernels that have none. */
	bool flat = !strncmp(name, "FLAT_", 5) &&
		    !gcn_has_argument(a, "flatScratchInit");

	/* Of a spill only the value is part of the text. */
	if (!strncmp(name, "SI_SPILL_", 9) && n) {
		count_spill(a, name + 9);
		n = 1;
	}
	for (uint32_t i = 0; i < n; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    !(flat && o[i].flags & OPND_IMPLICIT &&
		      o[i].val == gcn_of(a)->flat))
			gcn_use(a, gcn_moved(a, (RegId)o[i].val));
}
