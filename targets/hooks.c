/*
 * The hooks for assembly: the table T_asm of every folder targets/T that has an
 * asm.c, which the build lists in hooks.def, and that of targets without.
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
	&plain_asm,
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
