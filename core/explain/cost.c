/*
 * Cost of an allocation, read off the allocated function alone, so that any
 * allocator's output can be measured.
 */
#include "core/explain/cost.h"

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
	uint32_t i;

	for (i = 0; i < t->n_spills; i++) {
		const SpillRule *rule = &t->spills[i];

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

static bool
uses_spill_slot(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t i;

	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_STACK &&
		    f->stack.at[o[i].val].kind == STACK_SPILL)
			return true;
	return false;
}

/* Does the instruction compute something from nothing? */
static bool
is_materialization(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t i;

	if (!(insn_flags(f, insn) & OP_REMATERIALIZABLE))
		return false;
	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    !(o[i].flags & OPND_DEF) &&
		    !(f->target->regs[o[i].val].flags &
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

static void
insn_count(const Func *f, const Insn *insn, float freq, Cost *cost)
{
	const Operand *o = insn_opnds(f, insn);
	SpillKind kind;

	if (insn->flags & INSN_DEBUG)
		return;
	kind = spill_kind(f->target, insn->op);
	if (uses_spill_slot(f, insn) || kind.step) {
		count(kind.store  ? &cost->stores
		      : kind.load ? &cost->reloads
				  : &cost->folded,
		      kind.steps, freq);
	} else if (insn_is(f, insn, WK_COPY) && insn->nopnds >= 2) {
		if (o[0].kind == OPND_REG && o[1].kind == OPND_REG &&
		    o[0].val != o[1].val && !(o[1].flags & OPND_UNDEF))
			count(&cost->copies,
			      copy_steps(f, (RegId)o[0].val, (RegId)o[1].val),
			      freq);
	} else if (is_materialization(f, insn)) {
		count(&cost->constants, 1, freq);
	}
}

void
cost_count(const Func *f, const float *freq, Cost *cost)
{
	BlockId b;
	InsnId i;
	uint32_t k;

	*cost = (Cost){0};
	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++)
			insn_count(f, func_insn(f, i), freq[b], cost);
	for (k = 0; k < f->stack.n; k++)
		if (f->stack.at[k].kind == STACK_SPILL &&
		    !f->stack.at[k].stack_id)
			cost->frame += f->stack.at[k].size;
}

double
cost_total(const Cost *cost)
{
	return cost->copies.weighted +
	       2 * (cost->stores.weighted + cost->reloads.weighted +
		    cost->folded.weighted);
}

static void
print_count(Buf *out, const char *name, const CostCount *c)
{
	buf_printf(out, " %s %u %.4f", name, c->n, c->weighted);
}

void
cost_print(const Func *f, const float *freq, Buf *out)
{
	Cost cost;

	cost_count(f, freq, &cost);
	buf_span(out, f->source, f->name);
	buf_printf(out, " cost %.4f", cost_total(&cost));
	print_count(out, "stores", &cost.stores);
	print_count(out, "reloads", &cost.reloads);
	print_count(out, "folded", &cost.folded);
	print_count(out, "copies", &cost.copies);
	print_count(out, "constants", &cost.constants);
	buf_printf(out, " frame %llu\n", (unsigned long long)cost.frame);
}

void
cost_json(const Func *f, const float *freq, Buf *out)
{
	Cost cost;
	const struct {
		const char *name;
		const CostCount *count;
	} counts[] = {
		{"stores", &cost.stores},	{"reloads", &cost.reloads},
		{"folded", &cost.folded},	{"copies", &cost.copies},
		{"constants", &cost.constants},
	};
	unsigned i;

	cost_count(f, freq, &cost);
	buf_printf(out, "{\"total\": %.4f", cost_total(&cost));
	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		buf_printf(out, ", \"%s\": {\"n\": %u, \"weighted\": %.4f}",
			   counts[i].name, counts[i].count->n,
			   counts[i].count->weighted);
	buf_printf(out, ", \"frame\": %llu}", (unsigned long long)cost.frame);
}
