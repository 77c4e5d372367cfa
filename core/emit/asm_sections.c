/*
 * What a function's "define" line in LLVM IR says of its symbol, and the
 * section of its code.
 */
#include "core/emit/asm_internal.h"

#include <string.h>

bool
asm_linkage(const Func *f, const char *word)
{
	const char *p = f->source->text + f->text.ir_define.at;
	const char *end = f->text.ir_define.len
				  ? memchr(p, '@', f->text.ir_define.len)
				  : NULL;

	return end && text_behind(p, end, word);
}

const char *
asm_define_find(const Func *f, const char *word)
{
	const char *p = f->source->text + f->text.ir_define.at;
	const char *end = p + f->text.ir_define.len;
	size_t depth = 0;
	bool name = false, quoted = false;

	for (; p < end && *p != '\n'; p++) {
		if (*p == '"')
			quoted = !quoted;
		if (quoted)
			continue;
		name |= *p == '@' && !depth;
		depth += *p == '(';
		depth -= *p == ')' && depth;
		if (name && !depth && text_begins(p, end, word))
			return p + strlen(word);
	}
	return NULL;
}

void
asm_section_open(Asm *a)
{
	const Func *f = a->f;
	const char *p = asm_define_find(f, " section "), *end;
	size_t len;

	if (p && *p == '"') {
		const char *name = asm_unquote(
			a, p, f->source->text + f->source->len, &end, &len);
		a->section = arena_copy(a->tmp, name, len + 1, len + 1);
	}
	asm_section(a);
}

void
asm_section(Asm *a)
{
	if (a->section)
		buf_printf(a->out, "\t.section \"%s\", \"ax\", %%progbits\n",
			   a->section);
	else
		buf_str(a->out, "\t.text\n");
}

void
asm_property(const AsmModule *in, uint32_t kind, const char *const *flags,
	     uint32_t n, Buf *out)
{
	uint32_t bytes = target_address_bytes(in->target), bits = 0;

	for (uint32_t i = 0; i < n; i++)
		if (module_flag_find(in->source, in->flags, flags[i]))
			bits |= 1u << i;
	if (bits)
		buf_printf(out,
			   "\t.section .note.gnu.property, \"a\", %%note\n"
			   "\t.balign %u\n\t.long 4, %u, 5\n"
			   "\t.asciz \"GNU\"\n"
			   "\t.long 0x%x, 4, %u\n\t.balign %u\n",
			   bytes, 8 + bytes, kind, bits, bytes);
}
