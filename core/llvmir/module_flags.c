#include "core/llvmir/module_flags.h"

#include "core/base/vec.h"

bool
module_flag_read(const Source *source, IrText t, ModuleFlag *flag)
{
	if (!irtext_take(&t, "!"))
		return false;
	irtext_uint(&t);
	if (!irtext_take(&t, " = !{i32 "))
		return false;
	irtext_uint(&t);
	if (!irtext_take(&t, ", !\""))
		return false;
	const char *end = memchr(t.p, '"', (size_t)(t.end - t.p));
	if (!end)
		return false;
	flag->name = (Span){(Loc)(t.p - source->text), (uint32_t)(end - t.p)};
	t.p = end;
	if (!irtext_take(&t, "\", i32 "))
		return false;
	flag->value = irtext_uint(&t);
	return true;
}

const ModuleFlag *
module_flag_find(const Source *source, ModuleFlagList list, const char *name)
{
	size_t len = strlen(name);

	FOR_VEC(ModuleFlag, flag, list)
		if (flag->name.len == len && flag->value &&
		    !memcmp(source->text + flag->name.at, name, len))
			return flag;
	return NULL;
}
