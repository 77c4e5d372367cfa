/*
 * Small questions about functions, and the few ways in which they grow.
 */
#include "core/model/ir.h"

#include "core/base/memory.h"
#include "core/base/search.h"

#include <string.h>

uint32_t
insn_flags_unknown(const Func *f, const Insn *insn)
{
	uint32_t flags = insn_desc(f, insn)->flags;

	FOR_OPNDS(o, f, insn) {
		if (o->kind == OPND_BLOCK)
			flags |= OP_TERMINATOR | OP_BRANCH;
		else if (o->kind == OPND_MASK)
			flags |= OP_CALL;
	}
	return flags | OP_SIDE_EFFECTS;
}

BlockId
func_block_of(const Func *f, InsnId i)
{
	BlockId b = 0;

	SEARCH_FIRST(b, f->blocks.n, f->blocks.at[b].end <= i);
	return b;
}

Span
opnd_text(const Func *f, const Operand *o)
{
	Span span = {o->loc, o->len};

	if (o->loc == LOC_NONE)
		return (Span){0, 0};
	if (o->kind == OPND_MASK && f->masks.at[o->val].text.len)
		return f->masks.at[o->val].text;
	if (o->len == UINT16_MAX && o->kind >= OPND_GLOBAL)
		span.len = o->val;
	return span;
}

bool
func_copies_read(const Func *f)
{
	const Target *t = f->target;
	uint32_t files = t->copies_read;

	for (VregId v = 0; v < f->vregs.n && files; v++)
		if (f->vregs.at[v].cls != CLASS_NONE &&
		    files >> t->classes[f->vregs.at[v].cls].file & 1)
			return true;
	return false;
}

const SpillRule *
func_spill(const Func *f, ClassId cls, unsigned max_align)
{
	const Target *t = f->target;

	FOR_ARRAY(SpillRule, rule, t->spills, t->n_spills) {
		if ((!max_align || rule->align <= max_align) &&
		    target_class_contains(t, rule->cls, cls) &&
		    rule->size >= t->classes[cls].spill_size &&
		    func_takes_rule(f, rule))
			return rule;
	}
	return NULL;
}

RegId
func_recipe_reg(const Func *f, const RecipeOpnd *o)
{
	RegId reg = 0;

	if (o->value != f->target->stack_pointer)
		return (RegId)o->value;
	const char *path = target_setting(f->target, "stack-pointer-field");
	const char *name = *path ? func_field(f, path) : NULL;
	if (name && (name = strchr(name, '$')))
		reg = target_reg(f->target, name + 1,
				 strcspn(name + 1, "'\" "));
	return reg ? reg : (RegId)o->value;
}

void
insn_rename(const Func *f, Insn *insn, OpcodeId op)
{
	const char *text = f->source->text;
	Span *name = &insn->name;

	while (name->len && text[name->at + name->len - 1] != ' ')
		name->len--;
	insn->op = op;
	insn->flags |= INSN_RENAMED;
}

bool
insn_gives_one(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].flags & OPND_DEF &&
		    !(o[k].flags & OPND_DEAD))
			return false;
	return true;
}

Span
anonymous_tail(const Func *f, Span tail)
{
	static const char key[] = ", debug-instr-number ";
	const char *p = f->source->text + tail.at;
	uint32_t n = sizeof(key) - 1;

	if (!text_begins(p, p + tail.len, key))
		return tail;
	while (n < tail.len && p[n] >= '0' && p[n] <= '9')
		n++;
	return (Span){tail.at + n, tail.len - n};
}

/* What makes it known that operand 1 of an instruction, and operand K, have
 * changed places. */
static uint16_t
commuted_flag(uint32_t k)
{
	return k == 2 ? INSN_COMMUTED : INSN_COMMUTED_THIRD;
}

/* Has operand O of F, a number, one below N? */
static bool
opnd_below(const Func *f, const Operand *o, int64_t n)
{
	return o->kind == OPND_IMM && opnd_imm(f, o) >= 0 && opnd_imm(f, o) < n;
}

uint32_t
commutation_numbers(const Commutation *how)
{
	return how->mask ? 2 : how->imm != 0;
}

/* Is nothing that INSN defines needed, but operand 0? */
static bool
others_dead(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].flags & OPND_DEF && !(o[k].flags & OPND_DEAD))
			return false;
	return true;
}

/* Are the numbers of INSN such that it can change by HOW?  A mask of all bits
 * cannot turn over: none has no first and last one. */
static bool
numbers_commute(const Func *f, const Insn *insn, const Commutation *how)
{
	const Operand *o = insn_opnds(f, insn), *imm = o + how->imm;

	if (how->zero &&
	    !(how->zero < insn->nopnds && opnd_below(f, &o[how->zero], 1)))
		return false;
	if (!how->imm)
		return true;
	if (how->flip_by &&
	    (how->flip_by >= insn->nopnds || o[how->flip_by].kind != OPND_IMM))
		return false;
	if (how->imm + commutation_numbers(how) > insn->nopnds ||
	    imm->kind != OPND_IMM)
		return false;
	if (how->mask)
		return opnd_below(f, imm, how->mask) &&
		       opnd_below(f, imm + 1, how->mask) &&
		       (opnd_imm(f, imm + 1) + 1) % how->mask !=
			       opnd_imm(f, imm);
	if (how->bits)
		return opnd_below(f, imm, how->bits) && opnd_imm(f, imm) &&
		       others_dead(f, insn);
	return !how->values ||
	       (opnd_below(f, imm, 32) && how->values >> opnd_imm(f, imm) & 1);
}

bool
insn_commutation(const Func *f, const Insn *insn, uint32_t k, Commutation *how)
{
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Operand *o = insn_opnds(f, insn);

	if (desc->ndefs != 1 || k < 2 || k >= insn->nopnds || o[1].tied != 0 ||
	    (insn->flags & (INSN_COMMUTED | INSN_COMMUTED_THIRD) &
	     ~commuted_flag(k)))
		return false;
	*how = (Commutation){
		.from = insn->op, .to = insn->op, .first = 1, .other = 2};
	if (desc->flags & OP_COMMUTABLE &&
	    desc->opnds.end - desc->opnds.start == 3)
		return k == 2;
	for (Slice s = target_commutations(f->target, insn->op);
	     s.start < s.end; s.start++) {
		*how = f->target->commutations[s.start];
		if (how->first == 1 && how->other == k &&
		    numbers_commute(f, insn, how))
			return true;
	}
	return false;
}

/* O of F becomes the number N. */
static void
opnd_renumber(Func *f, Operand *o, int64_t n)
{
	o->val = f->imms.n;
	o->loc = LOC_NONE;
	VEC_PUSH(f->arena, f->imms, n);
}

void
insn_commuted(Func *f, Insn *insn, const Commutation *how)
{
	Operand *imm = insn_opnds(f, insn) + how->imm;
	int64_t n;

	insn->flags ^= commuted_flag(how->other);
	if (how->mask) {
		n = (opnd_imm(f, imm) + how->mask - 1) % how->mask;
		opnd_renumber(f, imm, (opnd_imm(f, imm + 1) + 1) % how->mask);
		opnd_renumber(f, imm + 1, n);
	} else if (how->bits) {
		opnd_renumber(f, imm, how->bits - opnd_imm(f, imm));
	} else if (how->imm) {
		n = opnd_imm(f, imm) ^ how->flip;
		if (how->flip_by)
			n ^= opnd_imm(f, insn_opnds(f, insn) + how->flip_by);
		n = (n & ~(int64_t)(how->low | how->low << how->apart)) |
		    (n & how->low) << how->apart | (n >> how->apart & how->low);
		opnd_renumber(f, imm, n);
	}
	if (how->to != insn->op)
		insn_rename(f, insn, how->to);
}

void
call_sites_map(Func *f, const InsnId *map)
{
	for (uint32_t k = 0; k < f->call_sites.n; k++)
		if (f->call_sites.at[k].insn != NONE)
			f->call_sites.at[k].insn =
				map[f->call_sites.at[k].insn];
}

void
func_erase(Func *f, InsnId i)
{
	Insn *insn = &f->insns.at[i];

	insn->op = f->target->known[WK_KILL];
	insn->nopnds = insn->nleft = 0;
	insn->name.len = insn->tail.len = 0;
	insn->flags |= INSN_MADE;
}

void
func_remove(Func *f, const uint8_t *gone, Arena *tmp)
{
	InsnId *map = ARENA_RAW(tmp, InsnId, f->insns.n + 1);
	InsnId i = 0, to = 0, n = f->insns.n;

	while (i < n) {
		const uint8_t *next = memchr(gone + i, 1, n - i);

		InsnId end = next ? (InsnId)(next - gone) : n;
		if (to < i)
			memmove(f->insns.at + to, f->insns.at + i,
				sizeof(Insn) * (end - i));
		for (uint32_t k = 0; k < end - i; k++)
			map[i + k] = to + k;
		to += end - i;
		for (i = end; i < n && gone[i]; i++)
			map[i] = to;
	}
	map[n] = f->insns.n = to;
	for (uint32_t k = 0; k < f->blocks.n; k++) {
		f->blocks.at[k].first = map[f->blocks.at[k].first];
		f->blocks.at[k].end = map[f->blocks.at[k].end];
	}
	for (uint32_t k = 0; k < f->accesses.n; k++)
		f->accesses.at[k].insn = map[f->accesses.at[k].insn];
	call_sites_map(f, map);
	for (uint32_t k = i = 0; k < f->joints.n; k++)
		if (!gone[f->joints.at[k]])
			f->joints.at[i++] = map[f->joints.at[k]];
	f->joints.n = i;
}

const CopyRule *
func_copy_rule(const Func *f, RegId dst, RegId src)
{
	const Target *t = f->target;

	FOR_ARRAY(CopyRule, rule, t->copies, t->n_copies) {
		if (target_class_has(t, rule->dst, dst) &&
		    target_class_has(t, rule->src, src) &&
		    (!rule->feature ||
		     func_has_feature(f, target_str(t, rule->feature))))
			return rule;
	}
	return NULL;
}

bool
insn_names_reg(const Func *f, const Insn *insn, unsigned role, RegId reg,
	       bool parts)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && o->val &&
		    (o->flags & (OPND_DEF | OPND_IMPLICIT)) == role &&
		    (parts ? target_overlap(f->target, (RegId)o->val, reg)
			   : o->val == reg))
			return true;
	return false;
}

/* Can UNIT hold a value apart from what INSN writes explicitly? */
static bool
unit_is_apart(const Func *f, const Insn *insn, uint32_t unit)
{
	const Target *t = f->target;

	for (Slice s = t->unit_regs[unit]; s.start < s.end; s.start++) {
		RegId r = target_unit_reg(t, unit, s.start);

		if (t->regs[r].flags & REG_ALLOCATABLE &&
		    !insn_names_reg(f, insn, OPND_DEF, r, true))
			return true;
	}
	return false;
}

bool
opnd_defines_around(const Func *f, const Insn *insn, uint32_t k)
{
	const Target *t = f->target;
	const Operand *o = &insn_opnds(f, insn)[k];

	if (o->kind != OPND_REG || !o->val ||
	    (o->flags & (OPND_DEF | OPND_IMPLICIT)) !=
		    (OPND_DEF | OPND_IMPLICIT))
		return false;
	if (target_implicit_has(t, insn_implied(f, insn)->defs, o->val) ||
	    insn_names_reg(f, insn, OPND_IMPLICIT, (RegId)o->val, false) ||
	    !insn_names_reg(f, insn, OPND_DEF, (RegId)o->val, true))
		return false;
	FOR_SLICE(UnitId, unit, t->reg_units, t->regs[o->val].units)
		if (unit_is_apart(f, insn, *unit))
			return true;
	return false;
}

bool
func_saved_regs(const Func *f, uint64_t *set)
{
	bool some = false;

	for (uint32_t i = 0; i < f->stack.n + f->fixed.n; i++) {
		const StackObject *o = i < f->stack.n
					       ? &f->stack.at[i]
					       : &f->fixed.at[i - f->stack.n];
		const char *name = f->source->text + o->callee_saved.at;
		uint32_t len = o->callee_saved.len;

		while (len && (*name == '\'' || *name == '$')) {
			name++;
			len--;
		}
		while (len && name[len - 1] == '\'')
			len--;
		RegId reg = len ? target_reg(f->target, name, len) : 0;
		if (!reg)
			continue;
		set[reg >> 6] |= (uint64_t)1 << (reg & 63);
		some = true;
	}
	return some;
}

bool
insn_clobbers(const Func *f, const Insn *insn, RegId reg)
{
	FOR_OPNDS(o, f, insn)
		if ((o->kind == OPND_REG && o->val && o->flags & OPND_DEF &&
		     target_overlap(f->target, (RegId)o->val, reg)) ||
		    (o->kind == OPND_MASK &&
		     !mask_preserves(f->masks.at[o->val].words, reg)))
			return true;
	return false;
}

bool
insn_reads_reg(const Func *f, const Insn *insn, RegId reg)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && opnd_reads(o) &&
		    target_overlap(f->target, (RegId)o->val, reg))
			return true;
	return false;
}

bool
block_has_livein(const Func *f, BlockId b, RegId reg)
{
	FOR_LIVEINS(in, f, b)
		if (target_overlap(f->target, in->reg, reg))
			return true;
	return false;
}

bool
insn_writes_implied(const Func *f, const Insn *insn, RegId reg)
{
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Slice s = desc->opnds;
	const OpndDesc *d = f->target->opnd_descs + s.start;
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 0;
	     desc->optional && k < s.end - s.start && k < insn->nopnds; k++)
		if (d[k].flags & OPDESC_OPTIONAL && d[k].cls != CLASS_NONE &&
		    target_class_has(f->target, d[k].cls, reg))
			return o[k].kind != OPND_REG || o[k].val;
	return true;
}

Span
insn_labels(const Func *f, const Insn *insn)
{
	static const char key[] = "-instr-symbol <mcsymbol ";
	const char *text = f->source->text + insn->tail.at;
	const char *p = span_behind(f->source, insn->tail, key);
	const char *q = text + insn->tail.len;

	if (!p)
		return (Span){0};
	for (p -= sizeof(key) - 1; p > text && p[-1] != ' ';)
		p--;
	while (q[-1] != '>')
		q--;
	return (Span){insn->tail.at + (Loc)(p - text), (uint32_t)(q - p)};
}

bool
block_returns(const Func *f, BlockId b)
{
	const Block *block = &f->blocks.at[b];

	return block->first < block->end &&
	       insn_flags(f, func_insn(f, block->end - 1)) & OP_RETURN;
}

InsnId
block_first_terminator(const Func *f, BlockId b)
{
	const Block *block = &f->blocks.at[b];
	InsnId i = block->end, first = block->end;
	bool ends = false; /* a bundle is what one of its instructions is */

	while (i > block->first) {
		const Insn *insn = &f->insns.at[--i];

		if (insn->flags & INSN_DEBUG)
			continue;
		ends |= (insn_flags(f, insn) & OP_TERMINATOR) != 0;
		if (insn->flags & INSN_BUNDLED)
			continue;
		if (!ends)
			break;
		first = i;
		ends = false;
	}
	return first;
}

VregId
func_add_vreg(Func *f, ClassId cls, VregId parent)
{
	Vreg v = {.cls = cls, .number = f->next_number++, .loc = LOC_NONE};

	v.parent = parent == NONE ? f->vregs.n : f->vregs.at[parent].parent;
	if (parent != NONE)
		v.loc = f->vregs.at[parent].loc;
	VEC_PUSH(f->arena, f->vregs, v);
	return f->vregs.n - 1;
}

/* An id for one more stack object: made ones stand last, in order of id. */
static uint32_t
next_slot_id(const Func *f)
{
	uint32_t id = 0;

	if (f->stack.n && f->stack.at[f->stack.n - 1].made)
		return f->stack.at[f->stack.n - 1].id + 1;
	FOR_VEC(StackObject, object, f->stack)
		if (object->id >= id)
			id = object->id + 1;
	return id;
}

uint32_t
func_add_slot(Func *f, uint32_t size, uint32_t align, StrId stack_id)
{
	StackObject slot = {.kind = STACK_SPILL,
			    .made = 1,
			    .size = size,
			    .align = align,
			    .stack_id = stack_id};

	slot.id = next_slot_id(f);
	VEC_PUSH(f->arena, f->stack, slot);
	return f->stack.n - 1;
}

bool
insn_has_vector(const Func *f, const Insn *insn, const VectorRule *rule)
{
	const Operand *o = insn_opnds(f, insn);
	const Target *t = f->target;
	uint32_t val = o[rule->first].val;
	SubId sub = target_vector_part(t, rule, rule->first);

	if (o[rule->first].kind == OPND_REG)
		val = target_superreg(t, (RegId)val, sub, rule->cls);
	else if (f->vregs.at[val].cls == CLASS_NONE ||
		 !target_class_contains(t, rule->cls, f->vregs.at[val].cls))
		return false;
	for (uint32_t k = rule->first; k <= rule->last; k++) {
		sub = target_vector_part(t, rule, k);
		if (o[k].kind != o[rule->first].kind)
			return false;
		if (o[k].kind == OPND_REG
			    ? !val || o[k].val !=
					      target_subreg(t, (RegId)val, sub)
			    : o[k].val != val || o[k].sub != sub)
			return false;
	}
	return true;
}

Func *
func_like(const Func *f, uint32_t insns, uint32_t opnds, Arena *arena)
{
	Func *out = ARENA_NEW(arena, Func, 1);

	*out = *f;
	out->arena = arena;
	out->insns.n = out->opnds.n = 0;
	out->insns.cap = insns;
	out->insns.at = ARENA_RAW(arena, Insn, insns);
	out->opnds.cap = opnds;
	out->opnds.at = ARENA_RAW(arena, Operand, opnds);
	out->call_sites.at = arena_copy(
		arena, f->call_sites.at, sizeof(CallSite) * f->call_sites.n,
		sizeof(CallSite) * (f->call_sites.n + 1));
	/* A push onto a full table makes a new one. */
	out->vregs.cap = f->vregs.n;
	out->imms.cap = f->imms.n;
	out->stack.cap = f->stack.n;
	out->blocks.cap = f->blocks.n;
	out->call_sites.cap = f->call_sites.n;
	return out;
}

void
func_discard_code(Func *f)
{
	memory_discard(f->insns.at, sizeof(*f->insns.at) * f->insns.cap);
	memory_discard(f->opnds.at, sizeof(*f->opnds.at) * f->opnds.cap);
	f->insns.n = f->insns.cap = f->opnds.n = f->opnds.cap = 0;
	f->insns.at = NULL;
	f->opnds.at = NULL;
}
