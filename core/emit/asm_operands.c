/*
 * From operands of machine IR to those of assembly templates: stack objects
 * become a register and a number, names are spelled as the assembler wants.
 */
#include "core/emit/asm_internal.h"
#include "core/emit/names.h"
#include "core/llvmir/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* TEXT of LEN bytes kept until the function is printed. */
static const char *
keep(Asm *a, const char *text, size_t len)
{
	char *s = arena_raw(a->line, len + 1);

	memcpy(s, text, len);
	s[len] = 0;
	return s;
}

const char *
asm_unquote(Asm *a, const char *p, const char *limit, const char **end,
	    size_t *len)
{
	IrText t = {p, limit};
	const char *name = irtext_name(&t, a->line, len);

	*end = t.p;
	return name;
}

const char *
asm_symbol_name(Asm *a, const char *name, size_t len)
{
	return names_symbol(a->line, &a->f->names->privates, name, len);
}

const char *
asm_block_label(Asm *a, BlockId b)
{
	size_t len = strlen(a->local);
	char *s = arena_raw(a->line, len + 16), *end = s + len + 16, *p = end;
	uint32_t n = a->f->blocks.at[b].number;

	*--p = 0;
	do {
		*--p = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	*--p = 'b';
	*--p = 'b';
	return memcpy(p - len, a->local, len);
}

/* What FLAG of target-flags puts around a name: the target's setting for it,
 * where "$" stands for the name. */
static bool
flag_text(Asm *a, const char *flag, size_t len, AsmOpnd *out)
{
	char key[64];

	if (a->hooks->opnd.flag && a->hooks->opnd.flag(a, flag, len, out))
		return true;
	snprintf(key, sizeof(key), "flag-%.*s", (int)len, flag);
	const char *text = target_setting(a->t, key);
	const char *name = strchr(text, '$');
	if (!name)
		return false;
	out->before = keep(a, text, (size_t)(name - text));
	out->after = name + 1;
	return true;
}

const char *
asm_block_address(Asm *a, const char *p, const char *end)
{
	const char *at = memchr(p, '@', (size_t)(end - p)), *q;
	const Func *f = a->f;
	size_t n, len;
	bool unnamed;

	if (!at || strcmp(asm_unquote(a, at + 1, end, &q, &n), a->symbol) != 0)
		return NULL;
	const char *block = memchr(q, '%', (size_t)(end - q));
	if (!block)
		return NULL;
	block++;
	if (text_begins(block, end, "ir-block."))
		block += 9;
	block = asm_unquote(a, block, end, &q, &len);
	for (uint32_t b = 0; b < f->blocks.n; b++) {
		Span label = f->blocks.at[b].label;
		const char *text = f->source->text + label.at;

		if (!(f->blocks.at[b].flags & BLOCK_ADDRESS_TAKEN))
			continue;
		const char *name = names_taken_block(text, label.len, &unnamed);
		if (name &&
		    !strcmp(asm_unquote(a, name, text + label.len, &q, &len),
			    block))
			return asm_block_label(a, b);
	}
	return NULL;
}

/* The symbol of NAME as an operand: between quotes where the assembler would
 * take it for a register. */
static const char *
symbol_operand(Asm *a, const char *name, size_t len)
{
	const char *symbol = asm_symbol_name(a, name, len);
	const char *words = target_setting(a->t, "quoted-symbols");

	if (!*words || !names_listed(words, symbol))
		return symbol;
	char *quoted = arena_raw(a->line, strlen(symbol) + 3);
	sprintf(quoted, "\"%s\"", symbol);
	return quoted;
}

/* "target-flags(x) @name + 4" and the like. */
static bool
symbol_read(Asm *a, const Operand *o, AsmOpnd *out)
{
	Span span = opnd_text(a->f, o);
	const char *p = a->f->source->text + span.at, *end = p + span.len, *q;
	size_t len;

	out->kind = ASM_SYMBOL;
	if (text_begins(p, end, "target-flags(")) {
		const char *close = memchr(p, ')', span.len);

		if (!close ||
		    !flag_text(a, p + 13, (size_t)(close - p - 13), out))
			return asm_error(a, o->loc,
					 "no assembly for these target flags");
		for (p = close + 1; p < end && *p == ' ';)
			p++;
	}
	if (text_begins(p, end, "blockaddress(")) {
		out->name = asm_block_address(a, p, end);
		return out->name ||
		       asm_error(a, o->loc,
				 "this block's address has no label");
	}
	if (text_begins(p, end, "<mcsymbol ")) {
		p += 10;
		q = memchr(p, '>', (size_t)(end - p));
		out->name = keep(a, p, (size_t)((q ? q : end) - p));
		return *out->name ||
		       asm_error(a, o->loc, "a symbol without a name");
	}
	if (p < end && (*p == '@' || *p == '&')) {
		bool global = *p == '@';

		out->name = asm_unquote(a, p + 1, end, &q, &len);
		if (global) {
			out->global = out->name;
			out->name = symbol_operand(a, out->name, len);
		}
	} else if (p < end && *p == '%') { /* %const.0 + 4 */
		q = p + strcspn(p, " ,");
	} else {
		return asm_error(a, o->loc, "this operand has no assembly");
	}
	while (q < end && *q == ' ')
		q++;
	if (q < end && (*q == '+' || *q == '-'))
		out->number = (*q == '-' ? -1 : 1) * strtoll(q + 1, NULL, 0);
	return true;
}

static bool
local_read(Asm *a, const Operand *o, const char *what, AsmOpnd *out)
{
	char *s = arena_raw(a->line, strlen(a->local) + 24);

	if (!symbol_read(a, o, out))
		return false;
	sprintf(s, "%s%s%u", a->local, what, o->val);
	out->name = s;
	out->memory = o->kind == OPND_CONST;
	return true;
}

void
asm_frame_place(const Asm *a, bool fixed, RegId *reg, int64_t *offset)
{
	const Frame *fr = &a->frame;
	int64_t saved = (int64_t)a->rules.entry + fr->saved_size;

	if (fr->realign && !fixed) {
		*reg = fr->based ? a->rules.base : a->t->stack_pointer;
		*offset += fr->local_size + (fr->based ? 0 : a->pushed);
	} else if (fr->realign || fr->moves) {
		*reg = a->rules.pointer ? a->rules.pointer
					: a->t->frame_pointer;
		*offset -= fr->pointer_at;
	} else {
		*reg = a->t->stack_pointer;
		*offset += saved + fr->local_size + a->pushed;
	}
}

/* The register and offset from it of stack object I. */
static void
stack_place(const Asm *a, bool fixed, uint32_t i, RegId *reg, int64_t *offset)
{
	*offset = fixed ? a->frame.fixed[i] : a->frame.stack[i];
	if (a->hooks->frame.place)
		a->hooks->frame.place(a, fixed, reg, offset);
	else
		asm_frame_place(a, fixed, reg, offset);
}

bool
asm_operand_read(Asm *a, const Operand *o, AsmOpnd *out)
{
	*out = (AsmOpnd){.before = "", .name = "", .after = ""};
	switch (o->kind) {
	case OPND_REG:
		out->kind = ASM_REG;
		out->reg = (RegId)o->val;
		break;
	case OPND_IMM:
		out->kind = ASM_NUMBER;
		out->number = opnd_imm(a->f, o);
		break;
	case OPND_BLOCK:
		out->kind = ASM_SYMBOL;
		out->name = asm_block_label(a, o->val);
		return true;
	case OPND_STACK:
	case OPND_FIXED:
		out->kind = ASM_REG;
		stack_place(a, o->kind == OPND_FIXED, o->val, &out->reg,
			    &out->number);
		return true;
	case OPND_CONST:
		return local_read(a, o, "cp", out);
	case OPND_JUMP_TABLE:
		return local_read(a, o, "jt", out);
	default:
		return symbol_read(a, o, out);
	}
	if (a->hooks->opnd.read)
		a->hooks->opnd.read(a, o, out);
	return true;
}

bool
asm_insn_read(Asm *a, const Insn *insn, AsmInsn *out)
{
	uint32_t *stack = ARENA_RAW(a->line, uint32_t, insn->nopnds + 1);
	uint32_t n = 0;

	*out = (AsmInsn){.op = insn->op, .loc = insn->loc};
	out->o = ARENA_RAW(a->line, AsmOpnd, insn->nopnds + 1);
	FOR_OPNDS(o, a->f, insn) {
		if (o->flags & OPND_IMPLICIT || o->kind == OPND_MASK)
			continue;
		if (!asm_operand_read(a, o, &out->o[out->n]))
			return false;
		if (o->kind == OPND_STACK || o->kind == OPND_FIXED)
			stack[n++] = out->n;
		out->n++;
	}
	for (uint32_t i = 0; i < n && a->hooks->opnd.stack; i++)
		a->hooks->opnd.stack(a, out, stack[i]);
	return true;
}

RegId
asm_other_reg(const Asm *a, const AsmInsn *insn, char letter, unsigned first,
	      unsigned last)
{
	char name[8];
	uint32_t k;

	for (unsigned r = first; r <= last; r++) {
		sprintf(name, "%c%u", letter, r);
		RegId reg = target_reg(a->t, name, strlen(name));
		for (k = 0; k < insn->n; k++)
			if (insn->o[k].kind == ASM_REG && insn->o[k].reg &&
			    target_overlap(a->t, insn->o[k].reg, reg))
				break;
		if (k == insn->n)
			return reg;
	}
	return 0;
}

bool
asm_is_local_function(const Asm *a, const AsmOpnd *o)
{
	return o->global && names_has(&a->f->names->local_functions, o->global);
}

bool
asm_returns_twice(Asm *a, const Insn *insn)
{
	const NameList *list = &a->f->names->returning_twice;
	const Operand *o = insn_opnds(a->f, insn);

	for (uint32_t k = 0; list->n && k < insn->nopnds; k++) {
		if (o[k].kind != OPND_GLOBAL)
			continue;
		Span text = opnd_text(a->f, &o[k]);
		const char *p = a->f->source->text + text.at, *q;
		const char *end = p + text.len;
		size_t len;

		p = memchr(p, '@', text.len);
		const char *name =
			p ? asm_unquote(a, p + 1, end, &q, &len) : NULL;
		if (name && names_has(list, name))
			return true;
	}
	return false;
}
