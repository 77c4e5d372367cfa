/*
 * How many bits of a register are read, written and wanted, where lanes do not
 * tell.
 */
#include "core/check/demand/demands.h"

uint32_t
check_natural(Check *c, const Operand *o)
{
	ClassId cls;

	if (o->kind == OPND_REG)
		return cells_width(&c->cells, (RegId)o->val);
	if (o->sub)
		return c->t->subs[o->sub].size > 0
			       ? (uint32_t)c->t->subs[o->sub].size
			       : 0;
	cls = c->before->vregs.at[o->val].cls;
	return cls == CLASS_NONE ? 0 : c->t->classes[cls].bits;
}

uint32_t
check_bits(Check *c, const OpcodeDesc *desc, uint32_t i, const Operand *o)
{
	uint32_t bits = check_natural(c, o), own;
	ClassId cls = CLASS_NONE;

	if (i < desc->opnds.end - desc->opnds.start)
		cls = c->t->opnd_descs[desc->opnds.start + i].cls;
	own = cls == CLASS_NONE ? 0 : c->t->classes[cls].bits;
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
