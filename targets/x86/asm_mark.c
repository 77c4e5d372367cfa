/*
 * Marks for processors with CET (control-flow enforcement technology; Intel 64
 * and IA-32 Architectures Software Developer's Manual, volume 1, chapter 17),
 * which are sent by -fcf-protection: an indirect jump or call must arrive at
 * endbr64.  Tables of jumps need none: their jumps are "notrack".
 */
#include "targets/x86/asm.h"

void
x86_mark(Asm *a)
{
	if (a->f->traits.branch_tracking)
		buf_str(a->out, "\tendbr64\n");
}

void
x86_mark_block(Asm *a, BlockId b)
{
	if (a->f->blocks.at[b].flags & BLOCK_ADDRESS_TAKEN)
		x86_mark(a);
}

/* Is I the label at which the unwinder enters landing pad B? */
static bool
is_landing(const Func *f, InsnId i, BlockId b)
{
	const Block *block = &f->blocks.at[b];

	if (!(block->flags & BLOCK_LANDING_PAD) ||
	    !insn_is(f, func_insn(f, i), WK_EH_LABEL))
		return false;
	while (i > block->first)
		if (insn_is(f, func_insn(f, --i), WK_EH_LABEL))
			return false;
	return true;
}

void
x86_mark_behind(Asm *a, InsnId i, BlockId b)
{
	const Func *f = a->f;
	const Insn *insn = func_insn(f, i);
	uint32_t call = insn_flags(f, insn) & (OP_CALL | OP_RETURN);

	if (!f->traits.branch_tracking)
		return;
	if (is_landing(f, i, b) ||
	    (call == OP_CALL && asm_returns_twice(a, insn)))
		x86_mark(a);
}

void
x86_mark_module(const AsmModule *in, Buf *out)
{
	static const char *const flags[] = {"cf-protection-branch",
					    "cf-protection-return"};

	asm_property(in, 0xc0000002, flags, sizeof(flags) / sizeof(*flags),
		     out);
}
