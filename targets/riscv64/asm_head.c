/*
 * Options in front of a RISC-V function that let the assembler take its
 * instructions, and no others.
 */
#include "targets/riscv64/asm.h"

#include <string.h>

/* Is the feature of LEN bytes at P an extension that assemblers must be told
 * of?  Those of the usual machine, and parts of these, they know. */
static bool
is_told(const char *p, size_t len)
{
	static const char *const known[] = {
		"zicsr", "zifencei", "zmmul", "zaamo", "zalrsc", "zca", "zcd"};

	if (memchr(p, '-', len))
		return false;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strlen(known[i]) == len && !memcmp(p, known[i], len))
			return false;
	return *p == 'z' || *p == 'x' || (len == 1 && (*p == 'v' || *p == 'h'));
}

/* The first option opens a list of them. */
static void
option(Asm *a, const char *name, const char *value, size_t len)
{
	RiscvAsm *r = riscv_of(a);

	if (!r->options)
		buf_str(a->out, "\t.option push\n");
	r->options = true;
	buf_printf(a->out, "\t.option %s%.*s\n", name, (int)len, value);
}

void
riscv_head(Asm *a)
{
	const char *p = func_attribute(a->f, "target-features");
	size_t len;

	if (!p)
		return;
	if (!func_has_feature(a->f, "c") && !func_has_feature(a->f, "zca"))
		option(a, "norvc", "", 0);
	if (!func_has_feature(a->f, "relax"))
		option(a, "norelax", "", 0);
	for (; *p; p += p[len] ? len + 1 : len) {
		len = strcspn(p, ",");
		if (*p == '+' && len > 1 && is_told(p + 1, len - 1))
			option(a, "arch, +", p + 1, len - 1);
	}
}

void
riscv_tail(Asm *a)
{
	if (riscv_of(a)->options)
		buf_str(a->out, "\t.option pop\n");
}
