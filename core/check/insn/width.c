/*
 * How many bits of a register are read, written and wanted, where lanes do not
 * tell.
 */
#include "core/check/demand/demands.h"

uint32_t
check_natural(Check *c, const Operand *o)
{
	if (o->kind == OPND_REG)
		return cells_width(&c->cells, (RegId)o->val);
	if (o->sub)
		return c->t->subs[o->sub].size > 0
			       ? (uint32_t)c->t->subs[o->sub].size
			       : 0;
	return target_value_bits(c->t, c->before->vregs.at[o->val].cls);
}

RegId
check_sample(const Check *c, const Operand *o)
{
	ClassId cls = c->before->vregs.at[o->val].cls;
	RegId reg = 0;
	Slice order = {0, 0};

	if (cls != CLASS_NONE)
		order = c->t->classes[cls].order;
	for (; order.start < order.end && !reg; order.start++)
		reg = target_subreg(c->t, c->t->class_regs[order.start],
				    o->sub);
	return reg;
}

uint32_t
check_part(Check *c, const Operand *o, LaneMask lanes)
{
	uint32_t bits = check_natural(c, o);
	RegId reg = o->kind == OPND_REG ? (RegId)o->val : check_sample(c, o);
	uint32_t share =
		lanes == LANES_ALL ? 0 : cells_share(&c->cells, reg, lanes);

	return share && (share < bits || !bits) ? share : bits;
}

uint32_t
check_bits(Check *c, const OpcodeDesc *desc, uint32_t i, const Operand *o)
{
	uint32_t bits = check_natural(c, o);
	ClassId cls = CLASS_NONE;

	if (i < desc->opnds.end - desc->opnds.start)
		cls = c->t->opnd_descs[desc->opnds.start + i].cls;
	uint32_t own = target_value_bits(c->t, cls);
	return own && own < bits ? own : bits;
}

bool
check_width_met(const Check *c, const Demand *d, uint32_t bits)
{
	if (d->extended)
		return bits <= d->width;
	return c->before->opnds.at[d->root].kind != OPND_VREG ||
	       bits >= d->width;
}
