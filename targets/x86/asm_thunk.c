/*
 * Thunks: what code that is protected against speculation calls to call, or
 * jumps to to jump, where %r11 points to, and which the file itself brings
 * along, once for the whole program.  -mretpoline: a return that speculation
 * believes to come from the call in front of it, and waits there (Turner,
 * "Retpoline: a software construct for preventing branch-target-injection",
 * 2018).  -mlvi-cfi: a jump that waits for what was loaded.
 */
#include "targets/x86/asm.h"

#include <string.h>

typedef struct {
	const char *name, *code;
} Thunk;

static const Thunk thunks[] = {
	{"__llvm_lvi_thunk_r11", "\tlfence\n"
				 "\tjmpq *%r11\n"},
	{"__llvm_retpoline_r11", "\tcallq .L__llvm_retpoline_r11.go\n"
				 ".L__llvm_retpoline_r11.wait:\n"
				 "\tpause\n"
				 "\tlfence\n"
				 "\tjmp .L__llvm_retpoline_r11.wait\n"
				 "\t.balign 16\n"
				 ".L__llvm_retpoline_r11.go:\n"
				 "\tmovq %r11, (%rsp)\n"
				 "\tretq\n"},
};
enum { THUNKS = sizeof(thunks) / sizeof(*thunks) };

void
x86_thunk_note(Asm *a, const AsmOpnd *o)
{
	X86Figures *figures = a->of ? a->of->figures : NULL;

	for (uint32_t i = 0; figures && i < THUNKS; i++)
		if (strcmp(o->name, thunks[i].name) == 0)
			figures->thunks |= 1u << i;
}

void
x86_thunk_module(const AsmModule *in, Buf *out)
{
	uint32_t wanted = 0;

	for (uint32_t i = 0; i < in->n; i++)
		wanted |= ((const X86Figures *)in->funcs[i].figures)->thunks;
	for (uint32_t i = 0; i < THUNKS; i++)
		if (wanted & 1u << i)
			buf_printf(
				out,
				"\t.section .text.%s,\"axG\",@progbits,%s"
				",comdat\n\t.hidden %s\n\t.weak %s\n"
				"\t.balign 16\n\t.type %s, @function\n"
				"%s:\n%s\t.size %s, .-%s\n",
				thunks[i].name, thunks[i].name, thunks[i].name,
				thunks[i].name, thunks[i].name, thunks[i].name,
				thunks[i].code, thunks[i].name, thunks[i].name);
}
