/*
 * What an instruction does besides computing a value.
 */
#include "core/base/bits.h"
#include "core/check/insn/insns.h"
#include "core/model/memory.h"

void
check_set_naming(Check *c)
{
	static const uint8_t names[] = {
		WK_PHI,
		WK_COPY,
		WK_IMPLICIT_DEF,
		WK_KILL,
		WK_REG_SEQUENCE,
		WK_INSERT_SUBREG,
		WK_EXTRACT_SUBREG,
		WK_SUBREG_TO_REG,
		WK_INIT_UNDEF,
		WK_LIFETIME_START, /* names nothing, does nothing */
		WK_LIFETIME_END,
	};

	c->pairs.naming =
		ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->t->n_opcodes));
	for (uint32_t i = 0; i < sizeof(names); i++)
		if (c->t->known[names[i]])
			bits_add(c->pairs.naming, c->t->known[names[i]]);
}

bool
check_is_pure(const Func *f, const Insn *insn)
{
	uint32_t flags = insn_flags(f, insn);

	return !(flags &
		 (OP_TERMINATOR | OP_CALL | OP_MAY_STORE | OP_SIDE_EFFECTS)) &&
	       insn_desc(f, insn)->ndefs > 0;
}

bool
check_loads_constant(const Func *f, const Insn *insn)
{
	static const char *const words[] = {" invariant ", "constant-pool",
					    "from got"};

	if (!(insn_flags(f, insn) & OP_MAY_LOAD))
		return true;
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_CONST)
			return true;
	for (uint32_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (span_behind(f->source, insn->tail, words[i]))
			return true;
	return memory_constant(f, insn);
}

bool
check_is_formula(const Check *c, InsnId b)
{
	const Insn *insn = func_insn(c->before, b);

	return check_is_pure(c->before, insn) &&
	       check_loads_constant(c->before, insn);
}
