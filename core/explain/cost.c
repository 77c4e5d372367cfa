/*
 * Cost of an allocation, read off the allocated function alone, so that any
 * allocator's output can be measured.
 */
#include "core/explain/cost.h"

#include <stddef.h>

/* What one instruction of a spill recipe does. */
typedef struct {
	bool store, load;
	bool step;	/* by an opcode that recipes are lowered to */
	uint32_t steps; /* machine instructions */
} SpillKind;

static SpillKind
spill_kind(const Target *t, OpcodeId op)
{
	SpillKind kind = {.steps = 1};

	FOR_ARRAY(SpillRule, rule, t->spills, t->n_spills) {
		kind.store = t->recipes[rule->store].op == op;
		kind.load = t->recipes[rule->load].op == op;
		if (kind.store || kind.load) {
			if (rule->step)
				kind.steps = rule->size / rule->step;
			return kind;
		}
		kind.store = op && rule->step_store == op;
		kind.load = op && rule->step_load == op;
		kind.step = kind.store || kind.load;
		if (kind.step)
			return kind;
	}
	return kind;
}

const StackObject *
cost_slot(const Func *f, const Insn *insn)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_STACK &&
		    f->stack.at[o->val].kind == STACK_SPILL)
			return &f->stack.at[o->val];
	return NULL;
}

/* Does the instruction compute something from nothing? */
static bool
is_materialization(const Func *f, const Insn *insn)
{
	if (!(insn_flags(f, insn) & OP_REMATERIALIZABLE))
		return false;
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && o->val && !(o->flags & OPND_DEF) &&
		    !(f->target->regs[o->val].flags &
		      (REG_RESERVED | REG_CONSTANT)))
			return false;
	return true;
}

static void
count(CostCount *c, uint32_t steps, float freq)
{
	c->n += steps;
	c->weighted += (double)freq * steps;
}

static uint32_t
copy_steps(const Func *f, RegId dst, RegId src)
{
	const CopyRule *rule = func_copy_rule(f, dst, src);

	return rule ? rule->steps.end - rule->steps.start : 1;
}

/* Which part of the cost INSN belongs to; *STEPS: machine instructions. */
static CostPart
insn_part(const Func *f, const Insn *insn, uint32_t *steps)
{
	const Operand *o = insn_opnds(f, insn);

	*steps = 1;
	if (insn->flags & INSN_DEBUG)
		return COST_PARTS;
	SpillKind kind = spill_kind(f->target, insn->op);
	if (cost_slot(f, insn) || kind.step) {
		*steps = kind.steps;
		return kind.store  ? COST_STORES
		       : kind.load ? COST_RELOADS
				   : COST_FOLDED;
	}
	if (!insn_is(f, insn, WK_COPY) || insn->nopnds < 2)
		return is_materialization(f, insn) ? COST_CONSTANTS
						   : COST_PARTS;
	if (o[0].kind != OPND_REG || o[1].kind != OPND_REG ||
	    o[0].val == o[1].val || o[1].flags & OPND_UNDEF)
		return COST_PARTS;
	*steps = copy_steps(f, (RegId)o[0].val, (RegId)o[1].val);
	return COST_COPIES;
}

/* Where the parts are. */
static const struct {
	const char *name;
	size_t at; /* of a Cost */
} PARTS[COST_PARTS] = {
	[COST_STORES] = {"stores", offsetof(Cost, stores)},
	[COST_RELOADS] = {"reloads", offsetof(Cost, reloads)},
	[COST_FOLDED] = {"folded", offsetof(Cost, folded)},
	[COST_COPIES] = {"copies", offsetof(Cost, copies)},
	[COST_CONSTANTS] = {"constants", offsetof(Cost, constants)},
};

const CostCount *
cost_part(const Cost *cost, CostPart part, const char **name)
{
	*name = PARTS[part].name;
	return (const void *)((const char *)cost + PARTS[part].at);
}

/* The part of COST that can be written to. */
static CostCount *
part_at(Cost *cost, CostPart part)
{
	return (void *)((char *)cost + PARTS[part].at);
}

CostPart
cost_insn(const Func *f, const Insn *insn, float freq, Cost *cost)
{
	uint32_t steps;
	CostPart part = insn_part(f, insn, &steps);

	if (part != COST_PARTS)
		count(part_at(cost, part), steps, freq);
	return part;
}

void
cost_count(const Func *f, const float *freq, Cost *cost)
{
	*cost = (Cost){0};
	for (BlockId b = 0; b < f->blocks.n; b++)
		FOR_INSNS(insn, f, &f->blocks.at[b])
			cost_insn(f, insn, freq[b], cost);
	FOR_VEC(StackObject, object, f->stack)
		if (object->kind == STACK_SPILL && !object->stack_id)
			cost->frame += object->size;
}

void
cost_add(Cost *sum, const Cost *cost)
{
	const char *name;

	for (CostPart part = 0; part < COST_PARTS; part++) {
		const CostCount *c = cost_part(cost, part, &name);
		part_at(sum, part)->n += c->n;
		part_at(sum, part)->weighted += c->weighted;
	}
	sum->frame += cost->frame;
}

double
cost_total(const Cost *cost)
{
	return cost->copies.weighted +
	       2 * (cost->stores.weighted + cost->reloads.weighted +
		    cost->folded.weighted);
}

double
cost_against(const Cost *cost, const Cost *other)
{
	double more = cost->constants.weighted - other->constants.weighted;

	return cost_total(cost) + (more > 0 ? more / 2 : 0);
}

void
cost_print(const Func *f, const float *freq, Buf *out)
{
	const char *name;
	Cost cost;

	cost_count(f, freq, &cost);
	buf_span(out, f->source, f->name);
	buf_printf(out, " cost %.4f", cost_total(&cost));
	for (CostPart part = 0; part < COST_PARTS; part++) {
		const CostCount *c = cost_part(&cost, part, &name);
		buf_printf(out, " %s %u %.4f", name, c->n, c->weighted);
	}
	buf_printf(out, " frame %llu\n", (unsigned long long)cost.frame);
}

void
cost_put_json(const Cost *cost, Buf *out)
{
	const char *name;

	buf_printf(out, "{\"total\": %.4f", cost_total(cost));
	for (CostPart part = 0; part < COST_PARTS; part++) {
		const CostCount *c = cost_part(cost, part, &name);
		buf_printf(out, ", \"%s\": {\"n\": %u, \"weighted\": %.4f}",
			   name, c->n, c->weighted);
	}
	buf_printf(out, ", \"frame\": %llu}", (unsigned long long)cost->frame);
}

void
cost_json(const Func *f, const float *freq, Buf *out)
{
	Cost cost;

	cost_count(f, freq, &cost);
	cost_put_json(&cost, out);
}
