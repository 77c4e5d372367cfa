/*
 * What an AArch64 function must be to have assembly, and the directives in
 * front of it that let the assembler take its instructions.
 */
#include "targets/aarch64/asm.h"

#include <stdio.h>
#include <string.h>

/* Is REG one of the scalable registers? */
static bool
is_scalable(const Asm *a, RegId reg)
{
	const char *text = asm_reg_text(a, reg);

	return (*text == 'z' || *text == 'p') && text[1] >= '0' &&
	       text[1] <= '9';
}

/* Scalable vectors that functions take or return change what they save. */
static bool
has_scalable(const Asm *a, const Insn *insn)
{
	FOR_OPNDS(o, a->f, insn)
		if (o->kind == OPND_REG && o->flags & OPND_IMPLICIT &&
		    is_scalable(a, (RegId)o->val))
			return true;
	return false;
}

static bool
scalable_refused(Asm *a)
{
	const Func *f = a->f;
	bool any = false;

	FOR_SLICE(LiveIn, in, f->liveins.at, f->blocks.at[0].liveins)
		any |= is_scalable(a, in->reg);
	for (uint32_t i = 0; i < f->insns.n; i++)
		any |= insn_flags(f, &f->insns.at[i]) & OP_RETURN &&
		       has_scalable(a, &f->insns.at[i]);
	for (uint32_t i = 0; i < f->stack.n; i++)
		any |= f->stack.at[i].stack_id != 0;
	return any && !asm_error(a, f->name.at,
				 "scalable vectors that a function takes or "
				 "returns, or has on its stack, have no "
				 "assembly");
}

/* Does the function name REG? */
static bool
is_named(const Func *f, RegId reg)
{
	FOR_VEC(Insn, insn, f->insns)
		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_REG && o->val &&
			    target_overlap(f->target, (RegId)o->val, reg))
				return true;
	return asm_is_live_in(f, reg);
}

bool
a64_begin(Asm *a)
{
	A64Asm *m = ARENA_NEW(a->tmp, A64Asm, 1);
	char name[8];

	a->machine = m;
	if (scalable_refused(a))
		return false;
	for (unsigned r = 9; r < 9 + A64_SPARES; r++) {
		sprintf(name, "x%u", r);
		RegId reg = target_reg(a->t, name, strlen(name));
		if (!is_named(a->f, reg))
			m->spare[m->nspare++] = reg;
	}
	a64_protection(a);
	return true;
}

void
a64_head(Asm *a)
{
	static const struct {
		const char *feature, *name;
	} archs[] = {
		{"v9.4a", "armv9.4-a"}, {"v9.3a", "armv9.3-a"},
		{"v9.2a", "armv9.2-a"}, {"v9.1a", "armv9.1-a"},
		{"v9a", "armv9-a"},	{"v8.9a", "armv8.9-a"},
		{"v8.8a", "armv8.8-a"}, {"v8.7a", "armv8.7-a"},
		{"v8.6a", "armv8.6-a"}, {"v8.5a", "armv8.5-a"},
		{"v8.4a", "armv8.4-a"}, {"v8.3a", "armv8.3-a"},
		{"v8.2a", "armv8.2-a"}, {"v8.1a", "armv8.1-a"},
		{"v8r", "armv8-r"},
	};
	static const struct {
		const char *feature, *name;
	} extensions[] = {
		{"crc", "crc"},		  {"lse", "lse"},
		{"aes", "aes"},		  {"sha2", "sha2"},
		{"sha3", "sha3"},	  {"sm4", "sm4"},
		{"dotprod", "dotprod"},	  {"fullfp16", "fp16"},
		{"fp16fml", "fp16fml"},	  {"rdm", "rdma"},
		{"rcpc", "rcpc"},	  {"bf16", "bf16"},
		{"i8mm", "i8mm"},	  {"sb", "sb"},
		{"ssbs", "ssbs"},	  {"mte", "memtag"},
		{"rand", "rng"},	  {"predres", "predres"},
		{"pauth", "pauth"},	  {"flagm", "flagm"},
		{"ls64", "ls64"},	  {"mops", "mops"},
		{"sve", "sve"},		  {"sve2", "sve2"},
		{"sve2-aes", "sve2-aes"},
	};
	const Func *f = a->f;

	for (size_t i = 0; i < sizeof(archs) / sizeof(*archs); i++)
		if (func_has_feature(f, archs[i].feature)) {
			buf_printf(a->out, "\t.arch %s\n", archs[i].name);
			break;
		}
	for (size_t i = 0; i < sizeof(extensions) / sizeof(*extensions); i++)
		if (func_has_feature(f, extensions[i].feature))
			buf_printf(a->out, "\t.arch_extension %s\n",
				   extensions[i].name);
}
