/*
 * Values, where they live, what the machine's registers are busy with, and
 * which instructions could change places.
 */
#include "bound.h"

#include "core/model/memory.h"

uint32_t
facts_value(const Facts *x, const Operand *o)
{
	return o->kind == OPND_VREG ? x->of[o->val] : NONE;
}

static bool
is_any(const Func *f, const Insn *insn, unsigned a, unsigned b)
{
	return insn_is(f, insn, a) || insn_is(f, insn, b);
}

static bool
copies_value(const Operand *o, uint32_t n)
{
	return n >= 2 && o[0].kind == OPND_VREG && o[1].kind == OPND_VREG;
}

static Role
copy_role(const Facts *x, const Operand *o)
{
	bool into = o[0].kind == OPND_REG && o[1].kind == OPND_VREG;

	if (into && bits_has(x->places.reserved, o[0].val))
		return ROLE_INTO;
	if (o[0].kind == OPND_VREG && o[1].kind == OPND_VREG)
		return ROLE_ALIAS;
	if (o[0].kind == OPND_VREG && o[1].kind == OPND_REG)
		return places_group(&x->places, (RegId)o[1].val) == NONE
			       ? ROLE_LOOSE
			       : ROLE_IN;
	return o[0].kind == OPND_REG && o[1].kind == OPND_VREG &&
			       places_group(&x->places, (RegId)o[0].val) != NONE
		       ? ROLE_OUT
		       : ROLE_LOOSE;
}

/* Is operand O a number, or undefined, or not the register of a value? */
static bool
is_nothing(const Facts *x, const Operand *o)
{
	return o->kind != OPND_VREG || o->flags & OPND_UNDEF ||
	       x->values[o->val].undef;
}

/* What instruction I is; *FROM: the operand that an alias is another name
 * of. */
static Role
role_of(const Facts *x, InsnId i, uint32_t *from)
{
	const Func *f = x->f;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);

	*from = 1;
	if (insn->flags & INSN_DEBUG ||
	    is_any(f, insn, WK_KILL, WK_CFI_INSTRUCTION))
		return ROLE_NONE;
	if (insn_is(f, insn, WK_PHI))
		return ROLE_PHI;
	if (is_any(f, insn, WK_IMPLICIT_DEF, WK_INIT_UNDEF))
		return ROLE_UNDEF;
	if (insn_is(f, insn, WK_COPY))
		return copy_role(x, o);
	if (insn_is(f, insn, WK_EXTRACT_SUBREG) &&
	    copies_value(o, insn->nopnds))
		return ROLE_ALIAS;
	*from = 2;
	if (is_any(f, insn, WK_SUBREG_TO_REG, WK_INSERT_SUBREG) &&
	    o[2].kind == OPND_VREG && is_nothing(x, &o[1]))
		return ROLE_ALIAS;
	if (insn_is(f, insn, WK_INSERT_SUBREG))
		return ROLE_INSERT;
	return insn_is(f, insn, WK_REG_SEQUENCE) ? ROLE_LOOSE : ROLE_PLAIN;
}

static uint32_t
alias_root(uint32_t *of, uint32_t v)
{
	while (of[v] != v)
		v = of[v];
	return v;
}

bool
facts_constant(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t i;

	if (!(insn_flags(f, insn) & OP_REMATERIALIZABLE))
		return false;
	for (i = 0; i < insn->nopnds; i++)
		if ((o[i].kind == OPND_VREG && !(o[i].flags & OPND_DEF)) ||
		    (o[i].kind == OPND_REG && o[i].val &&
		     !(o[i].flags & OPND_DEF) &&
		     !(f->target->regs[o[i].val].flags &
		       (REG_RESERVED | REG_CONSTANT))))
			return false;
	return true;
}

/* The definition of a register, which nothing else may define. */
static const char *
def_note(Facts *x, InsnId i, BlockId b, const Operand *o, uint32_t *def)
{
	SsaValue *v = &x->values[o->val];
	const Insn *insn = func_insn(x->f, i);

	if (def[o->val] != NONE || o->sub)
		return "not in SSA form";
	def[o->val] = i;
	*v = (SsaValue){.number = x->f->vregs.at[o->val].number,
			.def = i,
			.block = b,
			.undef = x->role[i] == ROLE_UNDEF,
			.constant = x->role[i] == ROLE_PLAIN &&
				    facts_constant(x->f, insn)};
	v->loads = v->constant && insn_flags(x->f, insn) & OP_MAY_LOAD;
	v->paid = v->loads && !memory_constant(x->f, insn);
	v->constant &= !v->paid;
	return NULL;
}

static const char *
insn_note(Facts *x, InsnId i, BlockId b, uint32_t *def)
{
	const Func *f = x->f;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	const char *why;
	uint32_t k, from;

	if (insn->flags & (INSN_UNKNOWN | INSN_BUNDLE) ||
	    is_any(f, insn, WK_STATEPOINT, WK_PATCHPOINT))
		return "an opcode that the model does not know";
	x->role[i] = (uint8_t)role_of(x, i, &from);
	x->line[i] = insn->loc == LOC_NONE
			     ? 0
			     : source_lines(f->source, 0, insn->loc) + 1;
	for (k = 0; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG || !(o[k].flags & OPND_DEF))
			continue;
		why = def_note(x, i, b, &o[k], def);
		if (why)
			return why;
	}
	if (x->role[i] != ROLE_ALIAS)
		return NULL;
	x->of[o[0].val] = o[from].val;
	if (insn_is(f, insn, WK_EXTRACT_SUBREG) ||
	    (o[from].sub && f->target->subs[o[from].sub].offset))
		x->values[o[0].val].parts = true;
	x->values[o[0].val].sliced = o[from].sub != 0;
	return NULL;
}

/* Registers to values: aliases share one, the others have one each. */
static void
values_number(Facts *x, const uint32_t *def, Arena *arena)
{
	uint32_t n = x->f->vregs.n, v, r;
	uint32_t *number = ARENA_NEW(arena, uint32_t, n + 1);
	SsaValue *all = x->values;

	x->values = ARENA_NEW(arena, SsaValue, n + 1);
	for (v = 0; v < n; v++) {
		number[v] = NONE;
		if (def[v] == NONE || alias_root(x->of, v) != v)
			continue;
		number[v] = x->nvalues;
		x->values[x->nvalues++] = all[v];
	}
	for (v = 0; v < n; v++)
		if (def[v] != NONE) {
			r = number[alias_root(x->of, v)];
			if (r == NONE)
				continue;
			x->values[r].parts |= all[v].parts;
			x->values[r].sliced |= all[v].sliced;
		}
	for (v = n; v-- > 0;)
		number[v] = number[alias_root(x->of, v)];
	x->of = number;
}

static const char *
values_find(Facts *x, Arena *arena)
{
	const Func *f = x->f;
	uint32_t *def = ARENA_NEW(arena, uint32_t, f->vregs.n + 1), v;
	const char *why;
	BlockId b;
	InsnId i;

	x->of = ARENA_NEW(arena, uint32_t, f->vregs.n + 1);
	x->values = ARENA_NEW(arena, SsaValue, f->vregs.n + 1);
	x->role = ARENA_NEW(arena, uint8_t, f->insns.n + 1);
	x->line = ARENA_NEW(arena, uint32_t, f->insns.n + 1);
	for (v = 0; v < f->vregs.n; v++) {
		x->of[v] = v;
		def[v] = NONE;
	}
	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			why = insn_note(x, i, b, def);
			if (why)
				return why;
		}
	values_number(x, def, arena);
	return NULL;
}

/* Does operand K of INSN become a part of its result? */
static bool
is_inserted(const Func *f, const Insn *insn, uint32_t k)
{
	return (insn_is(f, insn, WK_INSERT_SUBREG) && k == 2) ||
	       (insn_is(f, insn, WK_REG_SEQUENCE) && k);
}

/* By which classes a value has names; whether it is read at all. */
static void
uses_note(Facts *x, Arena *arena)
{
	const Func *f = x->f;
	uint32_t n = x->places.nclasses, k, v;
	InsnId i;

	x->sizes = ARENA_NEW(arena, uint8_t, x->nvalues * n + 1);
	for (i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		for (k = 0; k < insn->nopnds; k++) {
			v = facts_value(x, &o[k]);
			if (v == NONE || x->role[i] == ROLE_NONE)
				continue;
			x->sizes[v * n +
				 places_class(&x->places,
					      f->vregs.at[o[k].val].cls)] = 1;
			if (x->role[i] != ROLE_ALIAS && opnd_reads(&o[k]))
				x->values[v].reads++;
			x->values[v].inserted |= is_inserted(f, insn, k);
			x->values[v].parts |= x->role[i] == ROLE_INSERT &&
					      k == 1 && x->values[v].sliced;
		}
	}
}

/* Backwards over the instructions of block B: LIVE becomes what lives at its
 * head; PHIs read at the ends of blocks before. */
static void
block_live(const Facts *x, BlockId b, uint64_t *live)
{
	const Func *f = x->f;
	InsnId i;
	uint32_t k, v;

	for (i = f->blocks.at[b].end; i-- > f->blocks.at[b].first;) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		if (x->role[i] == ROLE_NONE || x->role[i] == ROLE_ALIAS)
			continue;
		for (k = 0; k < insn->nopnds; k++) {
			v = facts_value(x, &o[k]);
			if (v != NONE && o[k].flags & OPND_DEF)
				bits_del(live, v);
		}
		for (k = 0; k < insn->nopnds; k++) {
			v = facts_value(x, &o[k]);
			if (v != NONE && opnd_reads(&o[k]) &&
			    x->role[i] != ROLE_PHI && !x->values[v].undef)
				bits_add(live, v);
		}
	}
}

/* Add to LIVE what the PHIs of S read of block B. */
static void
phis_read(const Facts *x, BlockId b, BlockId s, uint64_t *live)
{
	const Func *f = x->f;
	InsnId i;
	uint32_t k, v;

	for (i = f->blocks.at[s].first; i < f->blocks.at[s].end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		if (x->role[i] != ROLE_PHI)
			continue;
		for (k = 1; k + 1 < insn->nopnds; k += 2) {
			v = facts_value(x, &o[k]);
			if (o[k + 1].val == b && v != NONE &&
			    !x->values[v].undef)
				bits_add(live, v);
		}
	}
}

static void
live_find(Facts *x, Arena *arena)
{
	const Func *f = x->f;
	uint32_t n = x->words = BITS_WORDS(x->nvalues + 1), w, k;
	uint64_t *now = ARENA_NEW(arena, uint64_t, n);
	bool changed = true;
	BlockId b, s;

	x->live = ARENA_NEW(arena, uint64_t, n * f->blocks.n);
	x->live_out = ARENA_NEW(arena, uint64_t, n * f->blocks.n);
	while (changed) /* sets only grow */
		for (changed = false, b = f->blocks.n; b-- > 0;) {
			for (w = 0; w < n; w++)
				now[w] = 0;
			for (k = f->blocks.at[b].succs.start;
			     k < f->blocks.at[b].succs.end; k++) {
				s = f->succs.at[k].block;
				for (w = 0; w < n; w++)
					now[w] |= x->live[s * n + w];
				phis_read(x, b, s, now);
			}
			for (w = 0; w < n; w++)
				x->live_out[b * n + w] = now[w];
			block_live(x, b, now);
			for (w = 0; w < n; w++) {
				changed |= now[w] != x->live[b * n + w];
				x->live[b * n + w] = now[w];
			}
		}
}

const char *
facts_find(Facts *x, const Func *f, const float *freq, const uint64_t *reserved,
	   Arena *arena)
{
	const char *why;

	*x = (Facts){.f = f, .freq = freq};
	places_find(&x->places, f, reserved, arena);
	why = values_find(x, arena);
	if (why)
		return why;
	uses_note(x, arena);
	live_find(x, arena);
	busy_find(x, arena);
	return NULL;
}

bool
facts_outlives(const Facts *x, InsnId i)
{
	const Func *f = x->f;
	const Operand *o = insn_opnds(f, func_insn(f, i));
	uint32_t v = facts_value(x, &o[o[0].kind == OPND_REG]), k;
	uint32_t reg = o[o[0].kind != OPND_REG].val;
	BlockId b = func_block_of(f, i);
	bool changed = false;
	InsnId j;

	for (j = i + 1; j < f->blocks.at[b].end; j++) {
		o = insn_opnds(f, func_insn(f, j));
		for (k = 0; k < func_insn(f, j)->nopnds; k++)
			if (changed && facts_value(x, &o[k]) == v &&
			    x->role[j] > ROLE_PHI && opnd_reads(&o[k]))
				return true;
		changed |= x->role[j] == ROLE_INTO && o[0].val == reg;
	}
	return changed && bits_has(x->live_out + (size_t)b * x->words, v);
}
