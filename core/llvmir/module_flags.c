#include "core/llvmir/module_flags.h"

bool
module_flag_read(const Source *source, IrText t, ModuleFlag *flag)
{
	const char *end;

	if (!irtext_take(&t, "!"))
		return false;
	irtext_uint(&t);
	if (!irtext_take(&t, " = !{i32 "))
		return false;
	irtext_uint(&t);
	if (!irtext_take(&t, ", !\""))
		return false;
	end = memchr(t.p, '"', (size_t)(t.end - t.p));
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

	for (uint32_t i = 0; i < list.n; i++) {
		const ModuleFlag *flag = &list.at[i];

		if (flag->name.len == len && flag->value &&
		    !memcmp(source->text + flag->name.at, name, len))
			return flag;
	}
	return NULL;
}
