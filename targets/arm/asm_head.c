/*
 * The directives in front of an ARM function that let the assembler take its
 * instructions.
 */
#include "targets/arm/asm.h"

/* The directive for the function's architecture, if it names one. */
static void
print_architecture(Asm *a)
{
	static const struct {
		const char *feature, *name;
	} archs[] = {
		{"armv9-a", "armv9-a"},	    {"armv8.8-a", "armv8.8-a"},
		{"armv8.7-a", "armv8.7-a"}, {"armv8.6-a", "armv8.6-a"},
		{"armv8.5-a", "armv8.5-a"}, {"armv8.4-a", "armv8.4-a"},
		{"armv8.3-a", "armv8.3-a"}, {"armv8.2-a", "armv8.2-a"},
		{"armv8.1-a", "armv8.1-a"}, {"armv8-a", "armv8-a"},
		{"armv7-a", "armv7-a"},	    {"armv7ve", "armv7-a"},
		{"armv7s", "armv7-a"},	    {"armv7k", "armv7-a"},
		{"armv6t2", "armv6t2"},	    {"armv6kz", "armv6kz"},
		{"armv6k", "armv6k"},	    {"armv6", "armv6k"},
		{"armv5te", "armv5te"},	    {"armv5t", "armv5t"},
		{"armv4t", "armv4t"},
	};
	uint32_t i;

	for (i = 0; i < sizeof(archs) / sizeof(archs[0]); i++)
		if (func_has_feature(a->f, archs[i].feature)) {
			buf_printf(a->out, "\t.arch %s\n", archs[i].name);
			return;
		}
}

void
arm_head(Asm *a)
{
	/* The best first. */
	static const struct {
		const char *feature, *with, *name;
	} units[] = {
		{"fp-armv8", "aes", "crypto-neon-fp-armv8"},
		{"fp-armv8", "neon", "neon-fp-armv8"},
		{"fp-armv8", NULL, "fp-armv8"},
		{"vfp4", "neon", "neon-vfpv4"},
		{"neon", "fp16", "neon-fp16"},
		{"neon", NULL, "neon"},
		{"vfp4", NULL, "vfpv4"},
		{"vfp4d16", NULL, "vfpv4-d16"},
		{"vfp3", "fp16", "vfpv3-fp16"},
		{"vfp3", NULL, "vfpv3"},
		{"vfp3d16", "fp16", "vfpv3-d16-fp16"},
		{"vfp3d16", NULL, "vfpv3-d16"},
		{"vfp2", NULL, "vfpv2"},
	};
	/* Some go by the processor's name alone, like "mp". */
	static const struct {
		const char *feature, *name;
	} extensions[] = {
		{"hwdiv-arm", "idiv"}, {"armv7-a", "mp"},
		{"armv7ve", "mp"},     {"armv7s", "mp"},
		{"armv7k", "mp"},      {"crc", "crc"},
		{"fullfp16", "fp16"},  {"fp16fml", "fp16fml"},
		{"i8mm", "i8mm"},      {"sb", "sb"},
	};
	const Func *f = a->f;
	uint32_t i;

	buf_str(a->out, "\t.syntax unified\n");
	print_architecture(a);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (func_has_feature(f, units[i].feature) &&
		    (!units[i].with || func_has_feature(f, units[i].with))) {
			buf_printf(a->out, "\t.fpu %s\n", units[i].name);
			break;
		}
	for (i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
		if (func_has_feature(f, extensions[i].feature))
			buf_printf(a->out, "\t.arch_extension %s\n",
				   extensions[i].name);
}
