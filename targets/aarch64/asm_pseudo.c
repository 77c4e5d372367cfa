/*
 * AArch64 pseudo instructions that are more than lines of text.
 */
#include "targets/aarch64/asm.h"

#include <string.h>

/* The bits of the third operand where the second has ones, of the fourth where
 * it has zeros: three instructions do that, of which each overwrites another
 * source. */
static void
select_bits(Asm *a, const AsmInsn *insn, const char *lanes)
{
	const AsmOpnd *o = insn->o;
	unsigned n[4];
	const char *op = "bsl";
	unsigned first = 2, second = 3;

	for (unsigned i = 0; i < 4; i++)
		n[i] = a->t->regs[o[i].reg].encoding;
	if (n[0] != n[1] && n[0] == n[2])
		op = "bif", first = 3, second = 1;
	else if (n[0] != n[1] && n[0] == n[3])
		op = "bit", first = 2, second = 1;
	else if (n[0] != n[1])
		buf_printf(a->out, "\tmov v%u.%s, v%u.%s\n", n[0], lanes, n[1],
			   lanes);
	buf_printf(a->out, "\t%s v%u.%s, v%u.%s, v%u.%s\n", op, n[0], lanes,
		   n[first], lanes, n[second], lanes);
}

/* Symbol O behind PREFIX in place of what its flag says. */
static void
symbol_behind(Asm *a, const char *prefix, const AsmOpnd *o)
{
	AsmOpnd other = *o;

	other.before = prefix;
	asm_symbol(a, &other);
}

/* Calls what the first operand tells, which may return again by an indirect
 * branch. */
static void
call_marked(Asm *a, const AsmInsn *insn)
{
	const AsmOpnd *o = &insn->o[0];

	if (o->kind == ASM_REG) {
		buf_printf(a->out, "\tblr %s", asm_reg_text(a, o->reg));
	} else {
		buf_str(a->out, "\tbl ");
		asm_symbol(a, o);
	}
	buf_str(a->out, "\n\thint #36\n");
}

/* What the table of addresses holds for a symbol, or for a thread's one. */
static void
load_entry(Asm *a, const AsmInsn *insn)
{
	const char *r = asm_reg_text(a, insn->o[0].reg);
	bool thread = !strcmp(insn->o[1].before, ":gottprel:");

	buf_printf(a->out, "\tadrp %s, ", r);
	symbol_behind(a, thread ? ":gottprel:" : ":got:", &insn->o[1]);
	buf_printf(a->out, "\n\tldr %s, [%s, ", r, r);
	symbol_behind(a,
		      thread ? ":gottprel_lo12:" : ":got_lo12:", &insn->o[1]);
	buf_str(a->out, "]\n");
}

/* x0 = where a thread's symbol lies from the thread pointer; the linker knows
 * this sequence by its registers. */
static bool
call_descriptor(Asm *a, const AsmInsn *insn)
{
	const AsmOpnd *o = &insn->o[0];

	/* Its variables have the flags of others. */
	if (!strcmp(o->name, "_TLS_MODULE_BASE_"))
		return asm_error(a, insn->loc,
				 "thread-local variables relative to their "
				 "module have no assembly");
	buf_str(a->out, "\tadrp x0, ");
	symbol_behind(a, ":tlsdesc:", o);
	buf_str(a->out, "\n\tldr x1, [x0, ");
	symbol_behind(a, ":tlsdesc_lo12:", o);
	buf_str(a->out, "]\n\tadd x0, x0, ");
	symbol_behind(a, ":tlsdesc_lo12:", o);
	buf_str(a->out, "\n\t.tlsdesccall ");
	symbol_behind(a, "", o);
	buf_str(a->out, "\n\tblr x1\n");
	return true;
}

/* Compare and swap: value read, scratch, address, expected value, new value.
 * The flags are left alone. */
static void
swap(Asm *a, const AsmInsn *insn, unsigned bits)
{
	const char *l = a->local, *suffix = bits == 8	 ? "b"
					    : bits == 16 ? "h"
							 : "";
	const char *scratch = asm_reg_text(a, insn->o[1].reg);
	const char *status = scratch;
	const char *read = asm_reg_text(a, insn->o[0].reg);
	const char *address = asm_reg_text(a, insn->o[2].reg);
	uint32_t n = ++a->unique;

	if (bits == 64)
		scratch = asm_reg_text(a, a64_wide(a, insn->o[1].reg));
	buf_printf(a->out, "%sswap%u:\n\tldaxr%s %s, [%s]\n\teor %s, %s, %s\n",
		   l, n, suffix, read, address, scratch, read,
		   asm_reg_text(a, insn->o[3].reg));
	if (bits < 32)
		buf_printf(a->out, "\tand %s, %s, #0x%x\n", scratch, scratch,
			   (1u << bits) - 1);
	buf_printf(a->out,
		   "\tcbnz %s, %sswapped%u\n\tstlxr%s %s, %s, [%s]\n"
		   "\tcbnz %s, %sswap%u\n%sswapped%u:\n",
		   scratch, l, n, suffix, status,
		   asm_reg_text(a, insn->o[4].reg), address, status, l, n, l,
		   n);
}

/* The same with pairs: a value that differs is written back, which proves that
 * its halves were read together. */
static void
swap_pairs(Asm *a, const AsmInsn *insn)
{
	const char *r[8], *l = a->local, *scratch;
	uint32_t n = ++a->unique;

	for (uint32_t i = 0; i < 8; i++)
		r[i] = asm_reg_text(a, insn->o[i].reg);
	scratch = asm_reg_text(a, a64_wide(a, insn->o[2].reg));
	buf_printf(a->out, "%sswap%u:\n\tldaxp %s, %s, [%s]\n", l, n, r[0],
		   r[1], r[3]);
	for (uint32_t i = 0; i < 2; i++)
		buf_printf(a->out, "\teor %s, %s, %s\n\tcbnz %s, %sdiffers%u\n",
			   scratch, r[i], r[4 + i], scratch, l, n);
	buf_printf(a->out,
		   "\tstlxp %s, %s, %s, [%s]\n\tcbnz %s, %sswap%u\n"
		   "\tb %sswapped%u\n%sdiffers%u:\n",
		   r[2], r[6], r[7], r[3], r[2], l, n, l, n, l, n);
	buf_printf(a->out,
		   "\tstlxp %s, %s, %s, [%s]\n\tcbnz %s, %sswap%u\n"
		   "%sswapped%u:\n",
		   r[2], r[0], r[1], r[3], r[2], l, n, l, n);
}

static bool
print_swap(Asm *a, const AsmInsn *insn, const char *bits)
{
	if (insn->n < 5 || (!strncmp(bits, "128", 3) && insn->n < 8))
		return asm_error(a, insn->loc, "operands are missing");
	if (!strncmp(bits, "128", 3))
		swap_pairs(a, insn);
	else
		swap(a, insn,
		     *bits == '8'   ? 8
		     : *bits == '1' ? 16
		     : *bits == '3' ? 32
				    : 64);
	return true;
}

/* The narrow vector registers have no moves that all machines know: they go
 * with what is above them. */
bool
a64_copy(Asm *a, RegId dst, RegId src)
{
	static const char *const narrow[] = {"fpr8", "fpr16"};

	for (unsigned i = 0; i < sizeof(narrow) / sizeof(*narrow); i++) {
		ClassId cls = target_class(a->t, narrow[i], strlen(narrow[i]));

		if (!target_class_has(a->t, cls, dst) ||
		    !target_class_has(a->t, cls, src))
			continue;
		buf_printf(a->out, "\tfmov s%u, s%u\n",
			   (unsigned)a->t->regs[dst].encoding,
			   (unsigned)a->t->regs[src].encoding);
		return true;
	}
	return false;
}

bool
a64_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	const AsmOpnd *o = insn->o;

	*ok = strncmp(name, "TCRETURN", 8) != 0 || asm_tail_call(a, insn);
	if (!*ok)
		return true;
	if (insn_flags(a->f, source) & OP_BRANCH)
		return a64_branch(a, source, insn, ok);
	if (!strncmp(name, "CMP_SWAP_", 9))
		*ok = print_swap(a, insn, name + 9);
	else if (!strcmp(name, "MOVi32imm") && o[1].kind == ASM_NUMBER)
		a64_number(a, o[0].reg, (uint64_t)o[1].number, 32);
	else if (!strcmp(name, "MOVi64imm") && o[1].kind == ASM_NUMBER)
		a64_number(a, o[0].reg, (uint64_t)o[1].number, 64);
	else if (!strcmp(name, "BSPv16i8") || !strcmp(name, "BSPv8i8"))
		select_bits(a, insn, name[4] == '1' ? "16b" : "8b");
	else if (!strcmp(name, "BLR_BTI"))
		call_marked(a, insn);
	else if (!strcmp(name, "LOADgot"))
		load_entry(a, insn);
	else if (!strcmp(name, "TLSDESC_CALLSEQ"))
		*ok = call_descriptor(a, insn);
	else
		return a64_scalable(a, insn, ok);
	return true;
}
