/*
 * Actions of the grammar for operands: names to numbers, roles from the text.
 */
#include "parser/build.h"

#include "core/base/bits.h"
#include "parser/number.h"

#include "parser/mir.tab.h"

#include <string.h>

/* The text of O ends behind token T. */
static inline void
opnd_end(Operand *o, Token t)
{
	uint32_t len = t.at + t.len - o->loc;

	o->len = len < UINT16_MAX ? (uint16_t)len : UINT16_MAX;
	if (o->kind >= OPND_GLOBAL)
		o->val = len;
}

void
opnd_extend(Builder *b, Token t)
{
	opnd_end(last_opnd(b), t);
}

/* Append an operand that begins with token FIRST and ends with LAST. */
static inline Operand *
opnd_push(Builder *b, OpndKind kind, Loc first, Token last, uint32_t val)
{
	Operand o = {.kind = (uint8_t)kind,
		     .tied = TIED_NONE,
		     .val = val,
		     .loc = first};

	if (b->insn.at == LOC_NONE)
		b->insn.at = first;
	opnd_end(&o, last);
	VEC_PUSH(b->f->arena, b->f->opnds, o);
	return last_opnd(b);
}

void
build_flag(Builder *b, Token *flags, Token flag)
{
	if (flags->val & flag.val & ~(uint64_t)OPND_DEF)
		diag_error(b->diag, flag.at, "'%.*s' twice", (int)flag.len,
			   token_text(b, flag));
	flags->val |= flag.val;
}

void
build_vreg(Builder *b, Token flags, Token reg)
{
	VregId v = build_vreg_number(b, (uint32_t)reg.val, reg.at);

	opnd_push(b, OPND_VREG, flags.at, reg, v)->flags = (uint16_t)flags.val;
}

void
build_named_vreg(Builder *b, Token flags, Token reg)
{
	Span name = {reg.at + 1, reg.len - 1};
	VregId v = build_vreg_name(b, name);

	opnd_push(b, OPND_VREG, flags.at, reg, v)->flags = (uint16_t)flags.val;
}

/* The register named by token REG, "$noreg" and "_" included (0). */
static RegId
phys_of(Builder *b, Token reg)
{
	const char *name = token_text(b, reg) + 1;

	if (reg.len == 1 || (reg.len == 6 && !memcmp(name, "noreg", 5)))
		return 0;
	RegId r = (RegId)build_name(b, NAME_REGISTER,
				    (Span){reg.at + 1, reg.len - 1});
	if (!r)
		diag_error(b->diag, reg.at, "unknown register '%.*s'",
			   (int)reg.len, name - 1);
	return r;
}

void
build_phys(Builder *b, Token flags, Token reg)
{
	opnd_push(b, OPND_REG, flags.at, reg, phys_of(b, reg))->flags =
		(uint16_t)flags.val;
}

void
build_sub(Builder *b, Token sub)
{
	SubId id = target_sub(b->target, token_text(b, sub) + 1, sub.len - 1);
	Operand *o = last_opnd(b);

	if (!id)
		diag_error(b->diag, sub.at + 1,
			   "unknown sub-register index '%.*s'",
			   (int)sub.len - 1, token_text(b, sub) + 1);
	else if (o->kind != OPND_VREG)
		diag_error(b->diag, sub.at,
			   "sub-register of a physical register");
	else if (o->sub)
		diag_error(b->diag, sub.at, "second sub-register index");
	o->sub = id;
	opnd_extend(b, sub);
}

/* Text of a class token without its colon and blanks. */
static Span
class_name(const Builder *b, Token cls)
{
	const char *p = token_text(b, cls), *end = p + cls.len;

	for (p++; p < end && (*p == ' ' || *p == '\t');)
		p++;
	return (Span){(Loc)(p - b->text), (uint32_t)(end - p)};
}

void
build_class(Builder *b, Token cls)
{
	Operand *o = last_opnd(b);
	Span name = class_name(b, cls);

	opnd_extend(b, cls);
	if (o->kind != OPND_VREG)
		diag_error(b->diag, cls.at, "class of a physical register");
	else
		build_vreg_class(b, o->val, name);
}

void
build_type(Builder *b, Token type)
{
	Operand *o = last_opnd(b);

	opnd_extend(b, type);
	if (o->kind == OPND_VREG)
		build_vreg_type(b, o->val, (Span){type.at, type.len});
}

void
build_tied(Builder *b, Token tied)
{
	Operand *o = last_opnd(b);
	const char *p = token_text(b, tied);
	uint32_t n = 0;

	opnd_extend(b, tied);
	for (uint32_t i = 0; i < tied.len && n < TIED_NONE; i++)
		if (p[i] >= '0' && p[i] <= '9')
			n = n * 10 + (uint32_t)(p[i] - '0');
	if (n >= TIED_NONE) {
		diag_error(b->diag, tied.at, "tie out of range");
		return;
	}
	o->tied = (uint8_t)n;
	o->flags |= OPND_TIE_TEXT;
}

void
build_int_value(Builder *b, Token num, int64_t value)
{
	opnd_push(b, OPND_IMM, num.at, num, b->f->imms.n);
	VEC_PUSH(b->f->arena, b->f->imms, value);
}

void
build_int(Builder *b, Token num)
{
	int64_t value = 0;

	if (!number_read(token_text(b, num), num.len, &value))
		diag_error(b->diag, num.at, "number too large");
	build_int_value(b, num, value);
}

/* The number behind the first N bytes of a token such as "%stack.3.name". */
static uint32_t
ref_number(Builder *b, Token ref)
{
	const char *p = token_text(b, ref);
	uint64_t n = 0;
	uint32_t i = 0;

	while (p[i] != '.')
		i++;
	for (i++; i < ref.len && p[i] >= '0' && p[i] <= '9'; i++)
		if (n < INT32_MAX)
			n = n * 10 + (uint64_t)(p[i] - '0');
	if (n < INT32_MAX)
		return (uint32_t)n;
	diag_error(b->diag, ref.at, "number too large");
	return 0;
}

/* Index of the object that REF names; an error if there is none. */
static uint32_t
object_of(Builder *b, const IntMap *map, Token ref, const char *what)
{
	uint32_t i = intmap_get(map, ref_number(b, ref));

	if (i != UINT32_MAX)
		return i;
	diag_error(b->diag, ref.at, "use of undefined %s '%.*s'", what,
		   (int)ref.len, token_text(b, ref));
	return 0;
}

static void
ref_push(Builder *b, OpndKind kind, Token ref)
{
	const char *name = token_text(b, ref);
	uint32_t val;

	switch (kind) {
	case OPND_STACK:
		val = object_of(b, &b->indices.stack, ref, "stack object");
		break;
	case OPND_FIXED:
		val = object_of(b, &b->indices.fixed, ref,
				"fixed stack object");
		break;
	case OPND_CONST:
		object_of(b, &b->indices.constants, ref, "constant");
		val = ref_number(b, ref);
		break;
	case OPND_JUMP_TABLE:
		object_of(b, &b->indices.tables, ref, "jump table");
		val = ref_number(b, ref);
		break;
	case OPND_SUB:
		val = target_sub(b->target, name + 8, ref.len - 8);
		if (!val)
			diag_error(b->diag, ref.at + 8,
				   "unknown sub-register index '%.*s'",
				   (int)ref.len - 8, name + 8);
		break;
	default:
		val = ref_number(b, ref);
	}
	if (kind == OPND_BLOCK)
		VEC_PUSH(b->tmp, b->refs.blocks, b->f->opnds.n);
	opnd_push(b, kind, ref.at, ref, val);
}

static void
text_push(Builder *b, OpndKind kind, Token text)
{
	opnd_push(b, kind, text.at, text, 0);
}

/* Which mask the function means by MASK, named WORD: in functions of LLVM 20
 * and later that of WORD.llvm-20, if there is one. */
static uint32_t
mask_meant(const Builder *b, Token word, uint32_t mask)
{
	char late[64];

	if (!func_is_llvm_20(b->f))
		return mask;
	int len = snprintf(late, sizeof(late), "%.*s.llvm-20", (int)word.len,
			   token_text(b, word));
	int found = len < (int)sizeof(late)
			    ? target_mask(b->target, late, (size_t)len)
			    : -1;
	return found < 0 ? mask : (uint32_t)found;
}

/* A word as operand: the name of a register mask. */
static void
word_push(Builder *b, Token word)
{
	const Target *t = b->target;
	int mask = target_mask(t, token_text(b, word), word.len);
	Mask m = {0};

	if (mask < 0) {
		diag_error(b->diag, word.at, "unknown register mask '%.*s'",
			   (int)word.len, token_text(b, word));
		text_push(b, OPND_TEXT, word);
		return;
	}
	if (!b->named_masks)
		b->named_masks = ARENA_NEW(b->tmp, uint32_t, t->n_masks);
	if (!b->named_masks[mask]) {
		m.named = mask_meant(b, word, (uint32_t)mask);
		m.words = t->mask_words + t->masks[m.named].words;
		VEC_PUSH(b->f->arena, b->f->masks, m);
		b->named_masks[mask] = b->f->masks.n;
	}
	opnd_push(b, OPND_MASK, word.at, word, b->named_masks[mask] - 1);
}

/* CustomRegMask($a,$b): the registers that are preserved. */
static void
custom_mask(Builder *b, Token call)
{
	const Target *t = b->target;
	uint64_t *words =
		ARENA_NEW(b->f->arena, uint64_t, BITS_WORDS(t->n_regs));
	const char *p = token_text(b, call), *end = p + call.len;
	Mask m = {words, {call.at, call.len}, NONE};

	for (; p < end; p++) {
		const char *start = p;

		if (*p != '$')
			continue;
		while (p + 1 < end && p[1] != ',' && p[1] != ')' && p[1] != ' ')
			p++;
		Token reg =
			(Token){call.at + (Loc)(start - token_text(b, call)),
				(uint32_t)(p + 1 - start), 0};
		bits_add(words, phys_of(b, reg));
	}
	opnd_push(b, OPND_MASK, call.at, call, b->f->masks.n);
	VEC_PUSH(b->f->arena, b->f->masks, m);
}

static void
call_push(Builder *b, Token call)
{
	static const char custom[] = "CustomRegMask";
	size_t n = sizeof(custom) - 1;

	if (call.len > n && !memcmp(token_text(b, call), custom, n))
		custom_mask(b, call);
	else
		text_push(b, OPND_TEXT, call);
}

void
build_value(Builder *b, int kind, Token value)
{
	switch (kind) {
	case BLOCK:
		ref_push(b, OPND_BLOCK, value);
		break;
	case STACK:
		ref_push(b, OPND_STACK, value);
		break;
	case FIXED:
		ref_push(b, OPND_FIXED, value);
		break;
	case CONST:
		ref_push(b, OPND_CONST, value);
		break;
	case JUMP_TABLE:
		ref_push(b, OPND_JUMP_TABLE, value);
		break;
	case SUB_INDEX:
		ref_push(b, OPND_SUB, value);
		break;
	case GLOBAL:
		text_push(b, OPND_GLOBAL, value);
		break;
	case SYMBOL:
		text_push(b, OPND_SYMBOL, value);
		break;
	case INSTR_REF:
		text_push(b, OPND_INSTR_REF, value);
		break;
	case CALL:
		call_push(b, value);
		break;
	case WORD:
		word_push(b, value);
		break;
	default:
		text_push(b, OPND_TEXT, value);
		break;
	}
}
