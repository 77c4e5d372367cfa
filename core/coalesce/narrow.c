/*
 * See narrow.h.
 */
#include "core/coalesce/narrow.h"

#include "core/base/bits.h"

bool
vreg_narrow(Func *f, const uint64_t *reserved, VregId v, ClassId cls)
{
	const Target *t = f->target;
	ClassId *own = &f->vregs.at[v].cls;

	if (cls == *own || cls == CLASS_NONE)
		return cls == *own;
	FOR_CLASS_REGS(reg, t, *own)
		if (!bits_has(reserved, *reg) &&
		    !target_class_has(t, cls, *reg))
			return false;
	*own = cls;
	f->traits.reclassed = true;
	return true;
}
