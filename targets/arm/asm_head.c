/*
 * The directives in front of an ARM function that let the assembler take its
 * instructions.
 */
#include "targets/arm/asm.h"

/* The directive for the function's architecture, if it names one: in Thumb
 * already if the processor has nothing else. */
static void
print_architecture(Asm *a)
{
	static const struct {
		const char *feature, *name;
		bool only_thumb;
	} archs[] = {
		{"armv9-a", "armv9-a", false},
		{"armv8.8-a", "armv8.8-a", false},
		{"armv8.7-a", "armv8.7-a", false},
		{"armv8.6-a", "armv8.6-a", false},
		{"armv8.5-a", "armv8.5-a", false},
		{"armv8.4-a", "armv8.4-a", false},
		{"armv8.3-a", "armv8.3-a", false},
		{"armv8.2-a", "armv8.2-a", false},
		{"armv8.1-a", "armv8.1-a", false},
		{"armv8-a", "armv8-a", false},
		{"armv8-r", "armv8-r", false},
		{"armv8-m.main", "armv8-m.main", true},
		{"armv7-a", "armv7-a", false},
		{"armv7ve", "armv7-a", false},
		{"armv7s", "armv7-a", false},
		{"armv7k", "armv7-a", false},
		{"armv7-r", "armv7-r", false},
		{"armv7e-m", "armv7e-m", true},
		{"armv7-m", "armv7-m", true},
		{"armv6t2", "armv6t2", false},
		{"armv6kz", "armv6kz", false},
		{"armv6k", "armv6k", false},
		{"armv6", "armv6k", false},
		{"armv5te", "armv5te", false},
		{"armv5t", "armv5t", false},
		{"armv4t", "armv4t", false},
	};
	const char *cpu = func_attribute(a->f, "target-cpu");
	const char *features = func_attribute(a->f, "target-features");
	uint32_t i;

	/* One that names its processor need not say what that can do. */
	if (cpu && strcmp(cpu, "generic") != 0 &&
	    !(features && strstr(features, "+armv"))) {
		buf_printf(a->out, "\t.cpu %s\n", cpu);
		return;
	}
	for (i = 0; i < sizeof(archs) / sizeof(archs[0]); i++)
		if (func_has_feature(a->f, archs[i].feature)) {
			buf_printf(a->out, "%s\t.arch %s\n",
				   archs[i].only_thumb ? "\t.code 16\n" : "",
				   archs[i].name);
			return;
		}
}

/* Has F the feature, and the one WITH it, if that is given? */
static bool
has_both(const Func *f, const char *feature, const char *with)
{
	return func_has_feature(f, feature) &&
	       (!with || func_has_feature(f, with));
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
		{"fp-armv8d16", NULL, "fpv5-d16"},
		{"fp-armv8d16sp", NULL, "fpv5-sp-d16"},
		{"vfp4", NULL, "vfpv4"},
		{"vfp4d16", NULL, "vfpv4-d16"},
		{"vfp4d16sp", NULL, "fpv4-sp-d16"},
		{"vfp3", "fp16", "vfpv3-fp16"},
		{"vfp3", NULL, "vfpv3"},
		{"vfp3d16", "fp16", "vfpv3-d16-fp16"},
		{"vfp3d16", NULL, "vfpv3-d16"},
		{"vfp2", NULL, "vfpv2"},
	};
	/* Some go by the processor's name alone, like "mp". */
	static const struct {
		const char *feature, *with, *name;
	} extensions[] = {
		{"hwdiv-arm", NULL, "idiv"},
		{"armv7-a", NULL, "mp"},
		{"armv7ve", NULL, "mp"},
		{"armv7s", NULL, "mp"},
		{"armv7k", NULL, "mp"},
		{"crc", NULL, "crc"},
		{"dsp", "armv8-m.main", "dsp"},
		{"fullfp16", NULL, "fp16"},
		{"fp16fml", NULL, "fp16fml"},
		{"i8mm", NULL, "i8mm"},
		{"sb", NULL, "sb"},
	};
	const Func *f = a->f;
	uint32_t i;

	buf_str(a->out, "\t.syntax unified\n");
	print_architecture(a);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (has_both(f, units[i].feature, units[i].with)) {
			buf_printf(a->out, "\t.fpu %s\n", units[i].name);
			break;
		}
	for (i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
		if (has_both(f, extensions[i].feature, extensions[i].with))
			buf_printf(a->out, "\t.arch_extension %s\n",
				   extensions[i].name);
}
