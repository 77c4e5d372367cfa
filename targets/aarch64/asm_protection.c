/*
 * What -mbranch-protection asks for (Arm Architecture Reference Manual,
 * FEAT_BTI and FEAT_PAuth): an indirect branch must arrive at a mark, and a
 * function signs the address that it returns to while that lies in memory.  All
 * of it are hints, which processors that know nothing of it pass over.
 */
#include "targets/aarch64/asm.h"

#include <string.h>

/* The value of the function's attribute WORD, if it asks for something; NULL:
 * it doesn't. */
static const char *
asked(const Asm *a, const char *word)
{
	const char *value = func_attribute(a->f, word);

	return value && strcmp(value, "none") != 0 &&
			       strcmp(value, "false") != 0
		       ? value
		       : NULL;
}

void
a64_protection(Asm *a)
{
	const char *sign = asked(a, "sign-return-address");
	const char *key = asked(a, "sign-return-address-key");
	const Func *f = a->f;
	A64Asm *m = a64(a);

	m->marked = asked(a, "branch-target-enforcement");
	m->signs = sign;
	m->signs_leaves = sign && !strcmp(sign, "all");
	m->key_b = key && !strcmp(key, "b_key");
	if (!m->marked)
		return;
	m->table = ARENA_NEW(a->tmp, bool, f->blocks.n + 1);
	FOR_VEC(BlockId, b, f->jumps.blocks)
		if (*b < f->blocks.n)
			m->table[*b] = true;
}

bool
a64_signs(const Asm *a)
{
	const Frame *fr = &a->frame;
	bool saved = false;

	for (unsigned i = 0; i < fr->nsaved; i++)
		saved |= fr->saved[i] == a->t->link_register;
	return !a->naked && (a64(a)->signs_leaves || (a64(a)->signs && saved));
}

void
a64_sign(Asm *a)
{
	bool b = a64(a)->key_b;

	if (a64_signs(a))
		buf_printf(a->out, "%s\thint #%u\n\t.cfi_negate_ra_state\n",
			   b ? "\t.cfi_b_key_frame\n" : "", b ? 27 : 25);
}

void
a64_authenticate(Asm *a)
{
	if (a64_signs(a))
		buf_printf(a->out, "\thint #%u\n\t.cfi_negate_ra_state\n",
			   a64(a)->key_b ? 31 : 29);
}

/* An instruction that signs is a mark itself. */
void
a64_mark_entry(Asm *a)
{
	if (a64(a)->marked && !a64_signs(a))
		buf_str(a->out, "\thint #34\n");
}

void
a64_mark_block(Asm *a, BlockId b)
{
	const A64Asm *m = a64(a);

	if (m->marked &&
	    (m->table[b] || a->f->blocks.at[b].flags & BLOCK_ADDRESS_TAKEN))
		buf_str(a->out, "\thint #36\n");
}

bool
a64_mark_module(const AsmModule *in, Arena *arena, Diag *diag, Buf *out)
{
	static const char *const flags[] = {"branch-target-enforcement",
					    "sign-return-address",
					    "guarded-control-stack"};

	(void)arena, (void)diag;
	asm_property(in, 0xc0000000, flags, sizeof(flags) / sizeof(*flags),
		     out);
	return true;
}
