/*
 * Actions of the grammar for instructions and their operands: names to
 * numbers, roles from the text, and what the text leaves to the opcode (ties,
 * early-clobbers).
 */
#include "parser/build.h"

#include "core/base/bits.h"
#include "parser/number.h"

#include <string.h>

static Operand *
last_opnd(Builder *b)
{
	return &b->f->opnds.at[b->f->opnds.n - 1];
}

/* The last operand's text now ends behind token T. */
static void
opnd_extend(Builder *b, Token t)
{
	Operand *o = last_opnd(b);
	uint32_t len = t.at + t.len - o->loc;

	o->len = len < UINT16_MAX ? (uint16_t)len : UINT16_MAX;
	if (o->kind >= OPND_GLOBAL)
		o->val = len;
}

/* Append an operand that begins with token FIRST and ends with LAST. */
static Operand *
opnd_push(Builder *b, OpndKind kind, Loc first, Token last, uint32_t val)
{
	Operand o = {.kind = (uint8_t)kind,
		     .tied = TIED_NONE,
		     .val = val,
		     .loc = first};

	if (b->insn_at == LOC_NONE)
		b->insn_at = first;
	VEC_PUSH(b->f->arena, b->f->opnds, o);
	opnd_extend(b, last);
	return last_opnd(b);
}

void
build_vreg(Builder *b, Token flags, Token reg)
{
	Register r = token_register(b, &flags, reg);
	VregId v = build_vreg_number(b, r.number, r.name.at);

	opnd_push(b, OPND_VREG, flags.at, r.name, v)->flags =
		(uint16_t)flags.val;
	if (r.cls.len)
		build_class(b, r.cls);
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
	RegId r;

	if (reg.len == 1 || (reg.len == 6 && !memcmp(name, "noreg", 5)))
		return 0;
	r = target_reg(b->target, name, reg.len - 1);
	if (!r)
		diag_error(b->diag, reg.at, "unknown register '%.*s'",
			   (int)reg.len, name - 1);
	return r;
}

void
build_phys(Builder *b, Token flags, Token reg)
{
	Register r = token_register(b, &flags, reg);

	opnd_push(b, OPND_REG, flags.at, reg, phys_of(b, r.name))->flags =
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
	if (o->kind == OPND_VREG && !b->f->vregs.at[o->val].type.len)
		b->f->vregs.at[o->val].type = (Span){type.at, type.len};
}

void
build_tied(Builder *b, Token tied)
{
	Operand *o = last_opnd(b);
	const char *p = token_text(b, tied);
	uint32_t n = 0, i;

	opnd_extend(b, tied);
	for (i = 0; i < tied.len && n < TIED_NONE; i++)
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
build_int(Builder *b, Token num)
{
	int64_t value = 0;

	if (!number_read(token_text(b, num), num.len, &value))
		diag_error(b->diag, num.at, "number too large");
	opnd_push(b, OPND_IMM, num.at, num, b->f->imms.n);
	VEC_PUSH(b->f->arena, b->f->imms, value);
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

void
build_ref(Builder *b, OpndKind kind, Token ref)
{
	const char *name = token_text(b, ref);
	uint32_t val;

	switch (kind) {
	case OPND_STACK:
		val = object_of(b, &b->stack, ref, "stack object");
		break;
	case OPND_FIXED:
		val = object_of(b, &b->fixed, ref, "fixed stack object");
		break;
	case OPND_CONST:
		object_of(b, &b->constants, ref, "constant");
		val = ref_number(b, ref);
		break;
	case OPND_JUMP_TABLE:
		object_of(b, &b->tables, ref, "jump table");
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
		VEC_PUSH(b->tmp, b->block_refs, b->f->opnds.n);
	opnd_push(b, kind, ref.at, ref, val);
}

void
build_text(Builder *b, OpndKind kind, Token text)
{
	opnd_push(b, kind, text.at, text, 0);
}

/* A word as operand: the name of a register mask. */
void
build_word(Builder *b, Token word)
{
	const Target *t = b->target;
	int mask = target_mask(t, token_text(b, word), word.len);
	Mask m = {0};

	if (mask < 0) {
		diag_error(b->diag, word.at, "unknown register mask '%.*s'",
			   (int)word.len, token_text(b, word));
		build_text(b, OPND_TEXT, word);
		return;
	}
	if (!b->named_masks)
		b->named_masks = ARENA_NEW(b->tmp, uint32_t, t->n_masks);
	if (!b->named_masks[mask]) {
		m.words = t->mask_words + t->masks[mask].words;
		m.named = (uint32_t)mask;
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
		Token reg;

		if (*p != '$')
			continue;
		while (p + 1 < end && p[1] != ',' && p[1] != ')' && p[1] != ' ')
			p++;
		reg = (Token){call.at + (Loc)(start - token_text(b, call)),
			      (uint32_t)(p + 1 - start), 0};
		bits_add(words, phys_of(b, reg));
	}
	opnd_push(b, OPND_MASK, call.at, call, b->f->masks.n);
	VEC_PUSH(b->f->arena, b->f->masks, m);
}

void
build_call(Builder *b, Token call)
{
	static const char custom[] = "CustomRegMask";
	size_t n = sizeof(custom) - 1;

	if (call.len > n && !memcmp(token_text(b, call), custom, n))
		custom_mask(b, call);
	else
		build_text(b, OPND_TEXT, call);
}

void
build_prefix(Builder *b, Token prefix)
{
	Operand *o = last_opnd(b);
	Token end = {o->loc, o->kind >= OPND_GLOBAL ? o->val : o->len, 0};

	o->loc = prefix.at;
	opnd_extend(b, end);
}

bool
build_is_insn_flag(Builder *b, const char *word, uint32_t len)
{
	uint32_t i;

	for (i = 0; i < len; i++)
		if (!((word[i] >= 'a' && word[i] <= 'z') || word[i] == '-' ||
		      (word[i] >= '0' && word[i] <= '9')))
			return false;
	return !target_opcode(b->target, word, len);
}

void
build_left_end(Builder *b)
{
	uint32_t i;

	b->nleft = b->f->opnds.n - b->opnd0;
	for (i = b->opnd0; i < b->f->opnds.n; i++)
		b->f->opnds.at[i].flags |= OPND_DEF;
}

void
build_opcode(Builder *b, Token opcode)
{
	b->opcode = opcode;
	if (b->insn_at == LOC_NONE)
		b->insn_at = b->name_at;
	b->tail = (Span){opcode.at + opcode.len, 0};
}

void
build_tail(Builder *b, Token tail)
{
	b->tail = (Span){b->prev_end, tail.at + tail.len - b->prev_end};
}

/* Is this the first time that something is to be said of OPCODE?  One warning
 * for each in a function is enough. */
static bool
doubts_first(Builder *b, Token opcode)
{
	const char *name = token_text(b, opcode);
	Span span = {opcode.at, opcode.len};
	uint32_t i;

	for (i = 0; i < b->doubted.n; i++)
		if (b->doubted.at[i].len == opcode.len &&
		    !memcmp(b->text + b->doubted.at[i].at, name, opcode.len))
			return false;
	if (b->doubted.n == 64)
		return false;
	VEC_PUSH(b->tmp, b->doubted, span);
	return true;
}

static void
unknown_opcode(Builder *b, Token opcode)
{
	if (doubts_first(b, opcode))
		build_doubt(b, opcode.at,
			    "unknown opcode '%.*s': its operands are taken as "
			    "written",
			    (int)opcode.len, token_text(b, opcode));
}

/* What the opcode says about operands and the text need not.  Returns whether
 * it has all of them. */
static bool
apply_desc(Builder *b, const OpcodeDesc *desc, Operand *o, uint32_t n)
{
	const OpndDesc *d = b->target->opnd_descs + desc->opnds.start;
	uint32_t i, end = desc->opnds.end - desc->opnds.start;
	bool registers = true;

	for (i = 0; i < n && i < end && !(o[i].flags & OPND_IMPLICIT); i++) {
		if (!opnd_is_reg(&o[i])) {
			registers &= i >= desc->ndefs;
			continue;
		}
		if (d[i].tied >= 0 && o[i].tied == TIED_NONE &&
		    !(o[i].flags & OPND_DEF))
			o[i].tied = (uint8_t)d[i].tied;
		if (d[i].flags & OPDESC_EARLY && o[i].flags & OPND_DEF)
			o[i].flags |= OPND_EARLY;
		if (d[i].flags & OPDESC_LATE && !(o[i].flags & OPND_DEF))
			o[i].flags |= OPND_LATE;
	}
	return i == end && registers;
}

/* Vectors stay where they are while definitions are written. */
static void
apply_vectors(Builder *b, const Insn *insn)
{
	Slice s = target_vectors(b->target, insn->op);
	Operand *o = insn_opnds(b->f, insn);
	uint32_t k;

	for (; s.start < s.end; s.start++) {
		const VectorRule *rule = &b->target->vectors[s.start];

		for (k = rule->first; k <= rule->last; k++)
			if (k < insn->nopnds && opnd_is_reg(&o[k]))
				o[k].flags |= OPND_LATE;
			else
				diag_error(b->diag, b->insn_at,
					   "operand %u, of a vector, is no "
					   "register",
					   k);
	}
}

static inline bool
operand_is(const Operand *o, RegId reg, unsigned def)
{
	return o->val == reg && o->kind == OPND_REG &&
	       (o->flags & OPND_DEF) == def;
}

/* INSN, which is being read, does not name REG, which its opcode reads or
 * (DEF) writes: now it does.  Nobody has to write what calls and lists
 * of registers imply, nor is more said of calls than that concerns anybody. */
static void
implied_add(Builder *b, const Insn *insn, RegId reg, unsigned def)
{
	const OpcodeDesc *desc = insn_desc(b->f, insn);
	const Target *t = b->target;
	Operand o = {.kind = OPND_REG,
		     .tied = TIED_NONE,
		     .flags = (uint16_t)(OPND_IMPLICIT | def),
		     .val = reg,
		     .loc = LOC_NONE};

	if ((desc->flags & OP_CALL && t->regs[reg].flags & REG_RESERVED) ||
	    (def && !insn_writes_implied(b->f, insn, reg)))
		return;
	VEC_PUSH(b->f->arena, b->f->opnds, o);
	if (!(desc->flags & (OP_CALL | OP_VARIADIC)) &&
	    doubts_first(b, b->opcode))
		build_doubt(b, b->opcode.at,
			    "missing implicit register operand '%s $%s' is "
			    "added",
			    def ? "implicit-def" : "implicit",
			    target_str(t, t->regs[reg].name));
}

/* See to it that INSN, which is being read, names REGS, which its opcode
 * reads or (DEF) writes.  LLVM prints them from operand AT on.  Returns where
 * those end. */
static uint32_t
regs_imply(Builder *b, const Insn *insn, Slice regs, unsigned def, uint32_t at)
{
	uint32_t n = insn->nopnds;

	for (; regs.start < regs.end; regs.start++) {
		RegId reg = b->target->implicit_regs[regs.start];
		const Operand *o = insn_opnds(b->f, insn);
		uint32_t k = 0;

		if (at < n && operand_is(&o[at], reg, def)) {
			at++;
			continue;
		}
		while (k < n && !operand_is(&o[k], reg, def))
			k++;
		if (k == n)
			implied_add(b, insn, reg, def);
	}
	return at;
}

/* What the opcode of INSN, which is being read, reads and writes besides. */
static void
apply_implied(Builder *b, Insn *insn, const OpcodeDesc *desc)
{
	uint32_t at = desc->opnds.end - desc->opnds.start;

	at = regs_imply(b, insn, desc->implicit_defs, OPND_DEF, at);
	regs_imply(b, insn, desc->implicit_uses, 0, at);
	insn->nopnds = b->f->opnds.n - insn->opnd0;
}

/* Flags that contradict each other, and ties to what is no definition.  Returns
 * whether neither ties nor parts of registers are named. */
static bool
check_opnds(Builder *b, const Operand *o, uint32_t n)
{
	unsigned named = 0;
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (!opnd_is_reg(&o[i]))
			continue;
		named |= o[i].sub | (o[i].flags & OPND_TIE_TEXT);
		if (o[i].flags & OPND_DEF && o[i].flags & OPND_KILL)
			diag_error(b->diag, o[i].loc,
				   "'killed' on a definition");
		else if (!(o[i].flags & OPND_DEF) && o[i].flags & OPND_DEAD)
			diag_error(b->diag, o[i].loc, "'dead' on a use");
		if (o[i].tied != TIED_NONE && o[i].flags & OPND_TIE_TEXT &&
		    (o[i].tied >= n || !opnd_is_reg(&o[o[i].tied]) ||
		     !(o[o[i].tied].flags & OPND_DEF) || o[i].flags & OPND_DEF))
			diag_error(b->diag, o[i].loc,
				   "tied to operand %u, which is no definition",
				   o[i].tied);
	}
	return !named;
}

static bool
is_debug(const Builder *b, OpcodeId op, Token opcode)
{
	if (op)
		return b->target->opcodes[op].flags & OP_DEBUG;
	return opcode.len > 4 && !memcmp(token_text(b, opcode), "DBG_", 4);
}

/* Does INSN, the one being read, name a block and is neither a PHI nor of the
 * terminators, which stand at the end of a block for sure? */
static bool
takes_block(const Builder *b, const Insn *insn)
{
	uint32_t n = b->block_refs.n;

	if (!n || b->block_refs.at[n - 1] < b->opnd0 ||
	    insn_is(b->f, insn, WK_PHI))
		return false;
	return insn->flags & (INSN_UNKNOWN | INSN_BUNDLED) ||
	       !(insn_desc(b->f, insn)->flags & OP_TERMINATOR);
}

/* Forget the instruction being read. */
static void
insn_reset(Builder *b)
{
	b->opnd0 = b->f->opnds.n;
	b->nleft = 0;
	b->insn_at = b->name_at = LOC_NONE;
}

void
build_drop(Builder *b)
{
	uint32_t refs = b->block_refs.n;

	while (refs && b->block_refs.at[refs - 1] >= b->opnd0)
		refs--;
	b->block_refs.n = refs;
	b->f->opnds.n = b->opnd0;
	insn_reset(b);
}

void
build_insn(Builder *b)
{
	Func *f = b->f;
	Operand *o = f->opnds.at + b->opnd0;
	Token name = b->opcode;
	Insn insn = {.opnd0 = b->opnd0,
		     .nopnds = f->opnds.n - b->opnd0,
		     .nleft = b->nleft,
		     .origin = f->insns.n,
		     .loc = b->insn_at,
		     .tail = b->tail};
	const OpcodeDesc *desc;
	bool whole;
	uint32_t i;

	if (b->block == NONE) {
		diag_error(b->diag, b->insn_at,
			   "instruction before the first block label");
		build_drop(b);
		return;
	}
	insn.op = target_opcode(b->target, token_text(b, name), name.len);
	desc = &b->target->opcodes[insn.op];
	insn.name = (Span){b->name_at, name.at + name.len - b->name_at};
	if (!insn.op) {
		insn.flags |= INSN_UNKNOWN;
		unknown_opcode(b, name);
	}
	if (!insn.tail.len && insn.nopnds) /* a tail of no bytes */
		insn.tail.at = o[insn.nopnds - 1].loc + o[insn.nopnds - 1].len;
	if (is_debug(b, insn.op, name)) {
		insn.flags |= INSN_DEBUG;
		for (i = 0; i < insn.nopnds; i++)
			if (opnd_is_reg(&o[i]))
				o[i].flags |= OPND_DEBUG;
	}
	if (b->bundle != NONE)
		insn.flags |= INSN_BUNDLED;
	whole = apply_desc(b, desc, o, insn.nopnds) &
		(insn.nleft >= desc->ndefs);
	if (b->target->n_vectors)
		apply_vectors(b, &insn);
	apply_implied(b, &insn, desc);
	o = f->opnds.at + insn.opnd0;
	if (check_opnds(b, o, insn.nopnds) && whole && !insn.flags)
		insn.flags = (uint16_t)INSN_PLAIN;
	if (desc->flags & OP_RETURNS_TWICE)
		f->returns_twice = true;
	f->takes_blocks |= takes_block(b, &insn);
	VEC_PUSH(f->arena, f->insns, insn);
	insn_reset(b);
}

void
build_open(Builder *b, Token brace)
{
	Func *f = b->f;

	if (b->bundle != NONE) {
		diag_error(b->diag, brace.at, "bundle inside a bundle");
		return;
	}
	if (b->block == NONE || f->insns.n == f->blocks.at[b->block].first)
		return; /* the error has been told */
	b->bundle = f->insns.n - 1;
	f->insns.at[b->bundle].flags |= INSN_BUNDLE;
}

void
build_close(Builder *b, Token brace)
{
	if (b->bundle == NONE)
		diag_error(b->diag, brace.at, "'}' without a bundle");
	b->bundle = NONE;
}
