/*
 * The breaker's walk: blocks, in each the regions from the last to the first,
 * in each the instructions upwards.  At each definition its anti and output
 * edges are judged; what can be broken moves to another register, from the
 * definition down to the last use.
 */
#include "core/postra/antidep_internal.h"

#include <string.h>

/* The operand of INSN that defines exactly REG; NULL: none. */
static const Operand *
definition_of(const Func *f, const Insn *insn, RegId reg)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && o->val == reg && o->flags & OPND_DEF)
			return o;
	return NULL;
}

/* Are there dependences that would stay if this edge went? */
static unsigned
other_edges(const DepGraph *g, const DepEdge *edge)
{
	for (uint32_t i = g->pred_start[edge->to];
	     i < g->pred_start[edge->to + 1]; i++) {
		const DepEdge *e = &g->edges.at[i];

		if (e->from == edge->from && e->kind != DEP_ANTI &&
		    e->kind != DEP_OUTPUT)
			return ANTIDEP_ordered;
		if (e->from != edge->from && e->kind == DEP_DATA &&
		    e->reg == edge->reg)
			return ANTIDEP_data;
	}
	return ANTIDEP_NREASONS;
}

/* Does node N define all units of REG? */
static bool
defines_whole(const Antidep *a, RegId reg)
{
	for (uint32_t i = 0; i < a->effects.n; i++) {
		RegId r = a->effects.at[i].reg;

		if (a->effects.at[i].flags & EFFECT_DEF &&
		    (r == reg || reg_contains(a->t, r, reg)))
			return true;
	}
	return false;
}

/* Does the definition only write a part of a register that is live around it?
 * Then a dependence behind it is about more than the register. */
static bool
defines_part(const Antidep *a, const DepGraph *g, const DepEdge *edge)
{
	for (uint32_t i = g->succ_start[edge->to];
	     i < g->succ_start[edge->to + 1]; i++) {
		const DepEdge *e = &g->edges.at[g->succs[i]];

		if (e->kind == DEP_ORDER || e->reg == edge->reg ||
		    !target_overlap(a->t, e->reg, edge->reg) ||
		    reg_contains(a->t, edge->reg, e->reg))
			continue;
		if (e->kind == DEP_DATA && !defines_whole(a, e->reg))
			return true;
	}
	return false;
}

/* Why EDGE is not to be broken; ANTIDEP_NREASONS: try it. */
static unsigned
edge_judge(Antidep *a, const DepGraph *g, const DepEdge *edge)
{
	const Insn *insn = func_insn(a->f, g->insn[edge->to]);
	const Operand *def = definition_of(a->f, insn, edge->reg);

	if (!(a->t->regs[edge->reg].flags & REG_ALLOCATABLE) ||
	    bits_has(a->options->reserved, edge->reg))
		return ANTIDEP_reserved;
	if (a->off_path && (a->options->mode == BREAK_CRITICAL ||
			    (a->critical && bits_has(a->critical, edge->reg))))
		return ANTIDEP_off_path;
	if (passes_through(a, edge->reg))
		return ANTIDEP_passthru;
	if (!def || def->flags & OPND_IMPLICIT)
		return ANTIDEP_implicit;
	unsigned why = other_edges(g, edge);
	if (why != ANTIDEP_NREASONS)
		return why;
	if (defines_part(a, g, edge))
		return ANTIDEP_part;
	return ANTIDEP_NREASONS;
}

/* Give all occurrences of M.from in the range the register M.to. */
static void
rename_refs(Antidep *a, InsnId block_first, Rename m)
{
	AntidepState *s = &a->s;
	uint32_t def = state_of(s, m.to)->def;

	for (uint32_t i = state_of(s, m.from)->refs; i != NONE;
	     i = s->pool.at[i].next) {
		const Ref *r = &s->pool.at[i];
		Operand *o = &a->f->opnds.at[r->opnd];

		o->val = m.to;
		/* Below the range the new register may hold something else. */
		if (r->flags & EFFECT_DEBUG && def <= r->insn - block_first) {
			o->val = 0;
			o->flags &= ~OPND_RENAMABLE;
		}
	}
	if (a->used)
		bits_add(a->used, m.to);
	region_occurrence(a, m.to);
}

/* The last use of the registers of the group at hand that have UNIT. */
static uint32_t
unit_kill(Antidep *a, UnitId unit)
{
	uint32_t kill = 0;

	for (uint32_t i = 0; i < a->map.n; i++) {
		const RegState *r = state_of(&a->s, a->map.at[i].from);

		if (kill < r->kill &&
		    reg_has_unit(a->t, a->map.at[i].from, unit))
			kill = r->kill;
	}
	return kill;
}

/* The units of what was renamed: each is free down to the last use of the
 * registers that have it; behind that it may hold something else already. */
static void
rename_units(Antidep *a)
{
	AntidepState *s = &a->s;

	for (uint32_t i = 0; i < a->map.n; i++) {
		FOR_UNITS(u, a->t, a->map.at[i].from) {
			UnitId unit = *u;

			state_unit_set(s, unit, false, unit_kill(a, unit));
		}
	}
	for (uint32_t i = 0; i < a->map.n; i++)
		state_units(s, a->map.at[i].to, false,
			    state_of(s, a->map.at[i].from)->def);
}

/* Carry out `map`. */
static void
rename_group(Antidep *a, InsnId block_first)
{
	AntidepState *s = &a->s;

	for (uint32_t i = 0; i < a->map.n; i++)
		rename_refs(a, block_first, a->map.at[i]);
	rename_units(a);
	for (uint32_t i = 0; i < a->map.n; i++) {
		RegId from = a->map.at[i].from, to = a->map.at[i].to;
		uint32_t kill = state_of(s, from)->kill;
		uint32_t def = state_of(s, from)->def;

		state_union(s, to, 0);
		state_forget_refs(s, to);
		state_set(s, to, kill, def);
		state_union(s, from, 0);
		state_forget_refs(s, from);
		state_set(s, from, NEVER, kill);
		trace_rename(a, a->map.at[i]);
	}
}

static void
edge_try(Antidep *a, const DepGraph *g, const DepEdge *edge, InsnId first)
{
	unsigned why = edge_judge(a, g, edge);

	trace(a, "      %s $%s from %u: ",
	      edge->kind == DEP_ANTI ? "anti" : "output",
	      REG_NAME(a, edge->reg), g->insn[edge->from] - first);
	if (why == ANTIDEP_NREASONS) {
		uint32_t group = state_group(&a->s, edge->reg);
		trace(a, group ? "try" : "");
		why = group ? find_renames(a, group) : ANTIDEP_group_0;
		if (group && why != ANTIDEP_NREASONS)
			trace(a, "        ");
	}
	if (why != ANTIDEP_NREASONS) {
		a->counts.left[why]++;
		trace(a, "%s\n", antidep_reason(why));
		return;
	}
	a->counts.broken++;
	rename_group(a, first);
	/* With it go the other dependences on what was renamed. */
	for (uint32_t i = 0; i < a->map.n; i++)
		VEC_PUSH(a->tmp, a->regs_done, a->map.at[i].from);
}

static bool
reg_is_done(const Antidep *a, RegId reg)
{
	for (uint32_t i = 0; i < a->regs_done.n; i++)
		if (a->regs_done.at[i] == reg)
			return true;
	return false;
}

/* The anti and output edges of node N, one a register; which of them the
 * critical path takes does not matter, as in LLVM. */
static void
node_edges(Antidep *a, const DepGraph *g, uint32_t n, InsnId first)
{
	for (uint32_t i = g->pred_start[n]; i < g->pred_start[n + 1]; i++) {
		const DepEdge *e = &g->edges.at[i];

		if ((e->kind != DEP_ANTI && e->kind != DEP_OUTPUT) ||
		    reg_is_done(a, e->reg))
			continue;
		VEC_PUSH(a->tmp, a->regs_done, e->reg);
		edge_try(a, g, e, first);
	}
}

/* The same where only STEP, the edge that the critical path takes to N, is to
 * be broken (NONE: none): the others stay, if it does. */
static void
node_step(Antidep *a, const DepGraph *g, uint32_t n, uint32_t step,
	  InsnId first)
{
	if (step != NONE) {
		const DepEdge *e = &g->edges.at[step];

		a->off_path = false;
		if (e->kind == DEP_ANTI || e->kind == DEP_OUTPUT)
			edge_try(a, g, e, first);
	}
	a->off_path = true;
	for (uint32_t i = g->pred_start[n]; i < g->pred_start[n + 1]; i++) {
		const DepEdge *e = &g->edges.at[i];

		if (i != step &&
		    (e->kind == DEP_ANTI || e->kind == DEP_OUTPUT) &&
		    !reg_is_done(a, e->reg))
			edge_try(a, g, e, first);
	}
}

/* The node that the critical path ends in; NONE: no nodes. */
static uint32_t
path_end(const DepGraph *g)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < g->n; i++)
		if (best == NONE || g->depth[i] + g->latency[i] >
					    g->depth[best] + g->latency[best])
			best = i;
	return best;
}

/* Edges of node N, by the mode; *PATH is the node of the critical path that
 * is met next. */
static void
node_break(Antidep *a, const DepGraph *g, uint32_t n, uint32_t *path,
	   InsnId first)
{
	bool kill = insn_is(a->f, func_insn(a->f, g->insn[n]), WK_KILL);
	uint32_t step = NONE;

	a->off_path = n != *path;
	if (n == *path) {
		step = deps_critical_step(g, n);
		*path = step == NONE ? NONE : g->edges.at[step].from;
	}
	if (kill)
		return;
	if (a->options->mode == BREAK_ALL)
		node_edges(a, g, n, first);
	else
		node_step(a, g, n, step, first);
	a->regs_done.n = 0;
}

/* Note the units that the region of G names. */
static void
region_mark(Antidep *a, const DepGraph *g)
{
	a->region++;
	for (InsnId i = g->start; i < g->end; i++) {
		const Insn *insn = func_insn(a->f, i);
		const Operand *o = insn_opnds(a->f, insn);

		for (uint32_t k = 0;
		     k < insn->nopnds && !(insn->flags & INSN_DEBUG); k++)
			if (o[k].kind == OPND_REG && o[k].val)
				region_occurrence(a, (RegId)o[k].val);
	}
}

static void
region_break(Antidep *a, const DepGraph *g, InsnId first)
{
	uint32_t path = path_end(g);

	trace(a, "  region %u to %u, critical path %u\n", g->start - first,
	      g->end - 1 - first, g->length);
	trace_table(a);
	region_mark(a, g);
	for (InsnId i = g->end; i-- > g->start;) {
		const Insn *insn = func_insn(a->f, i);

		if (insn->flags & INSN_DEBUG) {
			scan_debug(a, i);
			continue;
		}
		trace(a, "    %u %s\n", i - first,
		      insn_opcode_name(a->f, insn));
		scan_effects(a, i);
		scan_defs(a, i, i - first);
		node_break(a, g, g->node[i - g->start], &path, first);
		scan_uses(a, i, i - first);
	}
}

static void
block_break(Antidep *a, DepBuilder *builder, BlockId b)
{
	const Block *block = &a->f->blocks.at[b];
	InsnId start, end = block->end, below = block->end;

	scan_live_out(a, b);
	trace(a, "bb.%u\n", block->number);
	for (;; end = start) {
		Arena scratch = {0};
		DepGraph g;

		InsnId next = region_before(a->f, block->first, end, &start);
		for (; end > next; end--) {
			scan_boundary(a, end - 1, end - 1 - block->first,
				      below - block->first);
			below = end - 1;
		}
		if (start == next)
			break;
		deps_build(builder, a->f, start, next, &g, &scratch);
		region_break(a, &g, block->first);
		arena_free(&scratch);
	}
}

/* What lives behind blocks whatever follows: where the function returns, all
 * callee-saved registers; elsewhere those that nobody saves: that the header
 * does not list as saved and no instruction writes. */
static void
find_pristine(Antidep *a)
{
	uint32_t words = BITS_WORDS(a->t->n_regs);
	const Func *f = a->f;
	uint64_t *written = ARENA_NEW(a->tmp, uint64_t, words);
	uint64_t *pristine = ARENA_RAW(a->tmp, uint64_t, words);

	FOR_VEC(Operand, o, f->opnds)
		if (o->kind == OPND_REG && o->val && o->flags & OPND_DEF)
			bits_add(written, o->val);
	func_saved_regs(f, written);
	memcpy(pristine, a->options->saved, words * sizeof(uint64_t));
	for (uint32_t i = 1; i < a->t->n_regs; i++) {
		if (!bits_has(written, i))
			continue;
		for (Slice s = state_aliases(&a->s, (RegId)i); s.start < s.end;
		     s.start++)
			bits_del(pristine, a->s.alias_regs.at[s.start]);
	}
	scan_outs(a, pristine, &a->pristine);
	scan_outs(a, a->options->saved, &a->at_return);
}

/* Where a register more can cost waves, those that the function names are
 * all there are. */
static void
find_used(Antidep *a)
{
	const TargetVariant *v = func_variant(a->f);
	const Func *f = a->f;
	bool limited = false;

	for (uint32_t i = v ? v->limits.start : 0; v && i < v->limits.end; i++)
		limited |= a->t->ints[i] != 0;
	if (!limited)
		return;
	a->used = ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(a->t->n_regs));
	FOR_VEC(Operand, o, f->opnds) {
		if (o->kind != OPND_REG || !o->val)
			continue;
		bits_add(a->used, o->val);
		for (Slice subs = a->t->regs[o->val].subs;
		     subs.start < subs.end; subs.start++)
			bits_add(a->used, target_sub_at(a->t, (RegId)o->val,
							subs.start));
	}
}

/* Registers that are only worth renaming on the critical path. */
static void
find_critical(Antidep *a)
{
	uint32_t words = BITS_WORDS(a->t->n_regs);

	for (ClassId c = 0; c < a->t->n_classes; c++) {
		if (!(a->t->classes[c].flags & CLASS_CRITICAL))
			continue;
		if (!a->critical)
			a->critical = ARENA_NEW(a->tmp, uint64_t, words);
		for (uint32_t w = 0; w < words; w++)
			a->critical[w] |= target_class_word(a->t, c, w);
	}
}

/* Critical paths of F, and its anti and output dependences. */
static void
measure_add(const Func *f, Arena *tmp, uint64_t *path, uint64_t *edges)
{
	DepCounts n = deps_count(f, tmp);

	*path = n.length;
	*edges = n.edges[DEP_ANTI] + n.edges[DEP_OUTPUT];
}

AntidepCounts
antidep_run(Func *f, const AntidepOptions *options, Arena *tmp)
{
	Antidep a = {.f = f, .t = f->target, .options = options, .tmp = tmp};
	bool measure = options->trace || options->measure;

	if (options->mode == BREAK_NONE)
		return a.counts;
	if (measure)
		measure_add(f, tmp, &a.counts.before, &a.counts.edges_before);
	if (!f->traits.tracks_liveness) {
		a.counts.after = a.counts.before;
		a.counts.edges_after = a.counts.edges_before;
		a.counts.left[ANTIDEP_untracked] =
			(uint32_t)a.counts.edges_before;
		trace_summary(&a);
		return a.counts;
	}
	DepBuilder *builder = deps_begin(f, tmp);
	state_init(&a.s, f->target, tmp);
	a.minimal = ARENA_NEW(tmp, ClassId, f->target->n_regs);
	a.widest = ARENA_NEW(tmp, ClassId, f->target->n_regs);
	a.passthru = ARENA_NEW(tmp, uint32_t, f->target->n_regs);
	a.rotation = ARENA_RAW(tmp, uint32_t, f->target->n_classes);
	for (ClassId c = 0; c < f->target->n_classes; c++)
		a.rotation[c] = UINT32_MAX;
	a.named = ARENA_NEW(tmp, uint32_t, f->target->n_unit_regs + 1);
	a.sets = ARENA_NEW(tmp, uint64_t,
			   BITS_WORDS(f->target->n_regs) * GROUP_MAX);
	find_pristine(&a);
	find_used(&a);
	find_critical(&a);
	for (BlockId b = 0; b < f->blocks.n; b++)
		block_break(&a, builder, b);
	if (measure)
		measure_add(f, tmp, &a.counts.after, &a.counts.edges_after);
	trace_summary(&a);
	return a.counts;
}
