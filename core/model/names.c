/*
 * Names of registers, of their units and of slot indexes.
 */
#include "core/model/names.h"

#include <stdarg.h>
#include <stdio.h>

NameText
name_format(const char *format, ...)
{
	NameText text;
	va_list args;

	va_start(args, format);
	vsnprintf(text.at, sizeof(text.at), format, args);
	va_end(args);
	return text;
}

NameText
vreg_name(const Func *f, VregId v)
{
	const Vreg *vreg = &f->vregs.at[v];
	Span name = vreg_text(f, vreg).name;

	if (vreg->number != NONE)
		return name_format("%%%u", vreg->number);
	return name_format("%%%.*s", (int)name.len, f->source->text + name.at);
}

NameText
opnd_name(const Func *f, const Operand *o)
{
	return o->kind == OPND_VREG
		       ? vreg_name(f, o->val)
		       : name_format("$%s", target_reg_name(f->target, o->val));
}

NameText
part_name(const Target *t, NameText name, SubId sub)
{
	return sub ? name_format("%s.%s", name.at, target_sub_name(t, sub))
		   : name;
}

NameText
unit_name(const Target *t, UnitId unit)
{
	Slice regs = t->unit_regs[unit], units;
	RegId best = t->unit_first[unit];

	for (; regs.start < regs.end; regs.start++) {
		Slice have = t->regs[best].units;
		RegId reg = target_unit_reg(t, unit, regs.start);

		units = t->regs[reg].units;
		if (units.end - units.start < have.end - have.start)
			best = reg;
	}
	units = t->regs[best].units;
	for (uint32_t i = units.start; i < units.end; i++)
		if (t->reg_units[i] == unit && units.end - units.start > 1)
			return name_format("%s~%u", target_reg_name(t, best),
					   i - units.start);
	return name_format("%s", target_reg_name(t, best));
}

NameText
slot_name(SlotIdx at)
{
	return name_format("%llu%c", (unsigned long long)(at >> 2) * 16,
			   "Berd"[at & 3]);
}

NameText
pos_name(uint32_t pos)
{
	return slot_name(slot_at(pos, SLOT_BLOCK));
}
