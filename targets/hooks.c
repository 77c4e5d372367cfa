/*
 * The hooks for assembly of the built-in targets: the table T_asm of every
 * folder targets/T that has an asm.c.  The build lists them in hooks.def.
 */
#include "core/emit/hooks.h"

#include "targets/targets.h"

#include <string.h>

#define HOOKS(name) extern const AsmHooks name##_asm;
#include "targets/hooks.def"
#undef HOOKS

static const AsmHooks *const ALL[] = {
#define HOOKS(name) &name##_asm,
#include "targets/hooks.def"
#undef HOOKS
	NULL,
};

const AsmHooks *
targets_hooks(const Target *target)
{
	const char *name = target_setting(target, "assembly");
	uint32_t i;

	for (i = 0; ALL[i]; i++)
		if (!strcmp(ALL[i]->name, name))
			break;
	return ALL[i];
}
