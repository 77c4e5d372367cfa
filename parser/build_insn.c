/*
 * Actions of the grammar for instructions: the opcode, and what the text leaves
 * to the opcode (ties, early-clobbers).
 */
#include "parser/build.h"

#include <string.h>

void
build_prefix(Builder *b, Token prefix)
{
	Operand *o = last_opnd(b);
	Token end = {o->loc, o->kind >= OPND_GLOBAL ? o->val : o->len, 0};

	o->loc = prefix.at;
	opnd_extend(b, end);
}

bool
build_is_insn_flag(const Builder *b, const char *word, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		if (!((word[i] >= 'a' && word[i] <= 'z') || word[i] == '-' ||
		      (word[i] >= '0' && word[i] <= '9')))
			return false;
	return !target_opcode(b->target, word, len);
}

void
build_left_end(Builder *b)
{
	b->insn.nleft = b->f->opnds.n - b->insn.opnd0;
	for (uint32_t i = b->insn.opnd0; i < b->f->opnds.n; i++)
		b->f->opnds.at[i].flags |= OPND_DEF;
}

void
build_opcode(Builder *b, Token opcode)
{
	b->insn.opcode = opcode;
	if (b->insn.at == LOC_NONE)
		b->insn.at = b->insn.name_at;
	b->insn.tail = (Span){opcode.at + opcode.len, 0};
}

void
build_tail(Builder *b, Token tail)
{
	b->insn.tail =
		(Span){b->insn.prev_end, tail.at + tail.len - b->insn.prev_end};
}

/* Is this the first time that something is to be said of OPCODE?  One warning
 * for each in a function is enough. */
static bool
doubts_first(Builder *b, Token opcode)
{
	const char *name = token_text(b, opcode);
	Span span = {opcode.at, opcode.len};

	for (uint32_t i = 0; i < b->doubted.n; i++)
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

/* Of the form OP of an opcode and OTHER, of a later version of LLVM, the one
 * of version LLVM; 0: it lies between theirs, or they do not say. */
static OpcodeId
form_of(const Target *t, OpcodeId op, OpcodeId other, unsigned llvm)
{
	unsigned late = target_desc(t, other)->llvm;

	if (late && llvm >= late)
		return other;
	return llvm && llvm <= target_desc(t, op)->llvm ? op : 0;
}

/* The opcode called NAME; of two forms, which versions of LLVM have, that of
 * the version that was given, else the one with as many operands as O has
 * explicit ones. */
static OpcodeId
opcode_of(Builder *b, Token name, const Operand *o, uint32_t n)
{
	OpcodeId op =
		(OpcodeId)build_name(b, NAME_OPCODE, (Span){name.at, name.len});
	OpcodeId other = b->target->opcodes[op].other;
	uint32_t i = 0;

	if (!other)
		return op;
	OpcodeId form = form_of(b->target, op, other, b->f->traits.llvm);
	if (form)
		return form;
	while (i < n && !(o[i].flags & OPND_IMPLICIT))
		i++;
	Slice s = target_desc(b->target, other)->opnds;
	return i == s.end - s.start ? other : op;
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

	for (; s.start < s.end; s.start++) {
		const VectorRule *rule = &b->target->vectors[s.start];

		for (uint32_t k = rule->first; k <= rule->last; k++)
			if (k < insn->nopnds && opnd_is_reg(&o[k]))
				o[k].flags |= OPND_LATE;
			else
				diag_error(b->diag, b->insn.at,
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

/* Does one of the N operands from O on name a part of REG in its place? */
static bool
part_stands(const Target *t, const Operand *o, uint32_t n, RegId reg,
	    unsigned def)
{
	for (uint32_t k = 0; k < n; k++)
		if (o[k].kind == OPND_REG && (o[k].flags & OPND_DEF) == def &&
		    o[k].val && target_stands_for(t, (RegId)o[k].val, reg))
			return true;
	return false;
}

/* A part of REG, which the opcode reads or (DEF) writes, stands in its place.
 * llc prints instructions so, but reads them only if they name REG, too. */
static void
whole_add(Builder *b, RegId reg, unsigned def)
{
	Operand o = {
		.kind = OPND_REG,
		.tied = TIED_NONE,
		.flags = (uint16_t)(OPND_IMPLICIT | (def ? def : OPND_UNDEF)),
		.val = reg,
		.loc = LOC_NONE};

	VEC_PUSH(b->f->arena, b->f->opnds, o);
}

/* Was a version of LLVM given that has all that DESC implies? */
static bool
is_as_late(const Builder *b, const OpcodeDesc *desc)
{
	return desc->llvm && b->f->traits.llvm >= desc->llvm;
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
	    (def && !insn_writes_implied(b->f, insn, reg)) ||
	    (target_implied_lately(t, reg) && !is_as_late(b, desc)))
		return;
	VEC_PUSH(b->f->arena, b->f->opnds, o);
	if (!(desc->flags & (OP_CALL | OP_VARIADIC)) &&
	    doubts_first(b, b->insn.opcode))
		build_doubt(b, b->insn.opcode.at,
			    "missing implicit register operand '%s $%s' is "
			    "added",
			    def ? "implicit-def" : "implicit",
			    target_str(t, t->regs[reg].name));
}

/* See to it that INSN, which is being read, names REGS, which its opcode
 * reads or (DEF) writes.  LLVM prints them from operand AT on.  Returns where
 * those end. */
static inline uint32_t
regs_imply(Builder *b, const Insn *insn, Slice regs, unsigned def, uint32_t at)
{
	uint32_t n = insn->nopnds;

	FOR_SLICE(RegId, reg, b->target->implicit_regs, regs) {
		const Operand *o = insn_opnds(b->f, insn);
		uint32_t k = 0;

		if (at < n && operand_is(&o[at], *reg, def)) {
			at++;
			continue;
		}
		while (k < n && !operand_is(&o[k], *reg, def))
			k++;
		if (k == n && part_stands(b->target, o, n, *reg, def))
			whole_add(b, *reg, def);
		else if (k == n)
			implied_add(b, insn, *reg, def);
	}
	return at;
}

/* What the opcode of INSN, which is being read, reads and writes besides. */
static void
apply_implied(Builder *b, Insn *insn, const OpcodeDesc *desc)
{
	const Implied *implied = &b->target->implied[desc->implied];
	uint32_t at = desc->opnds.end - desc->opnds.start;

	at = regs_imply(b, insn, implied->defs, OPND_DEF, at);
	regs_imply(b, insn, implied->uses, 0, at);
	insn->nopnds = b->f->opnds.n - insn->opnd0;
}

/* Flags that contradict each other, and ties to what is no definition.  Returns
 * whether neither ties nor parts of registers are named. */
static bool
check_opnds(Builder *b, const Operand *o, uint32_t n)
{
	unsigned named = 0;

	for (uint32_t i = 0; i < n; i++) {
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
		return target_desc(b->target, op)->flags & OP_DEBUG;
	return opcode.len > 4 && !memcmp(token_text(b, opcode), "DBG_", 4);
}

/* Does INSN, the one being read, name a block and is neither a PHI nor of the
 * terminators, which stand at the end of a block for sure? */
static bool
takes_block(const Builder *b, const Insn *insn)
{
	uint32_t n = b->refs.blocks.n;

	if (!n || b->refs.blocks.at[n - 1] < b->insn.opnd0 ||
	    insn_is(b->f, insn, WK_PHI))
		return false;
	return insn->flags & (INSN_UNKNOWN | INSN_BUNDLED) ||
	       !(insn_desc(b->f, insn)->flags & OP_TERMINATOR);
}

/* Forget the instruction being read. */
static void
insn_reset(Builder *b)
{
	b->insn.opnd0 = b->f->opnds.n;
	b->insn.nleft = 0;
	b->insn.at = b->insn.name_at = LOC_NONE;
}

void
build_drop(Builder *b)
{
	uint32_t refs = b->refs.blocks.n;

	while (refs && b->refs.blocks.at[refs - 1] >= b->insn.opnd0)
		refs--;
	b->refs.blocks.n = refs;
	b->f->opnds.n = b->insn.opnd0;
	insn_reset(b);
}

void
build_insn(Builder *b)
{
	Func *f = b->f;
	Operand *o = f->opnds.at + b->insn.opnd0;
	Token name = b->insn.opcode;
	Insn insn = {.opnd0 = b->insn.opnd0,
		     .nopnds = f->opnds.n - b->insn.opnd0,
		     .nleft = b->insn.nleft,
		     .origin = f->insns.n,
		     .loc = b->insn.at,
		     .tail = b->insn.tail};

	if (b->block == NONE) {
		diag_error(b->diag, b->insn.at,
			   "instruction before the first block label");
		build_drop(b);
		return;
	}
	insn.op = opcode_of(b, name, o, insn.nopnds);
	const OpcodeDesc *desc = target_desc(b->target, insn.op);
	insn.name =
		(Span){b->insn.name_at, name.at + name.len - b->insn.name_at};
	if (!insn.op) {
		insn.flags |= INSN_UNKNOWN;
		unknown_opcode(b, name);
	}
	if (!insn.tail.len && insn.nopnds) /* a tail of no bytes */
		insn.tail.at = o[insn.nopnds - 1].loc + o[insn.nopnds - 1].len;
	if (is_debug(b, insn.op, name)) {
		insn.flags |= INSN_DEBUG;
		for (uint32_t i = 0; i < insn.nopnds; i++)
			if (opnd_is_reg(&o[i]))
				o[i].flags |= OPND_DEBUG;
	}
	if (b->bundle != NONE)
		insn.flags |= INSN_BUNDLED;
	bool whole = apply_desc(b, desc, o, insn.nopnds) &
		     (insn.nleft >= desc->ndefs);
	if (b->target->n_vectors)
		apply_vectors(b, &insn);
	apply_implied(b, &insn, desc);
	o = f->opnds.at + insn.opnd0;
	if (check_opnds(b, o, insn.nopnds) && whole && !insn.flags)
		insn.flags = (uint16_t)INSN_PLAIN;
	if (desc->flags & OP_RETURNS_TWICE)
		f->traits.returns_twice = true;
	f->traits.takes_blocks |= takes_block(b, &insn);
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
