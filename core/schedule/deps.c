/*
 * One walk down the region.  By register unit, and by part of a virtual
 * register that lives and dies apart, stand: the last definition that
 * is live, the dead ones behind it, and the reads behind it; by place in
 * memory: the last store and the loads behind it.
 */
#include "core/schedule/deps.h"

#include "core/model/memory.h"

/* Longer lists of dead definitions, or reads before a dead definition, end
 * with one that counts as live. */
#define LIST_MAX 24

/* A node in a list. */
typedef struct {
	uint32_t node, next;
} Link;

/* What happened to a register unit, or (def: stores, uses: loads) to a place
 * in memory, up to here. */
typedef struct {
	uint32_t epoch;	      /* another one: nothing */
	uint32_t def;	      /* NONE: none in this region */
	uint32_t dead, ndead; /* links */
	uint32_t uses, nuses; /* links */
} Place;

struct DepBuilder {
	Place *units;	  /* by unit */
	Place *vregs;	  /* by virtual register */
	Place *parts;	  /* by index into Live.subs, in place of these */
	Place *slots;	  /* by stack object */
	Place any;	  /* all other memory */
	const Live *live; /* NULL: there are no virtual registers */
	uint32_t epoch;
	Arena *arena;

	/* Of the region being read. */
	Arena *tmp;
	const Func *f;
	DepGraph *g;
	VEC(Link) links;
	uint32_t *stamp; /* by node: the node whose edge from it is first[] */
	uint32_t *first; /* by node: edge */
	uint32_t barrier;
	uint32_t memory; /* links: everything behind the barrier */
};

DepBuilder *
deps_begin(const Func *f, Arena *arena)
{
	DepBuilder *b = ARENA_NEW(arena, DepBuilder, 1);

	b->arena = arena;
	b->units = ARENA_NEW(arena, Place, f->target->n_unit_regs + 1);
	b->slots = ARENA_NEW(arena, Place, f->stack.n + 1);
	return b;
}

DepBuilder *
deps_begin_virtual(const Func *f, const Live *live, Arena *arena)
{
	DepBuilder *b = deps_begin(f, arena);

	b->live = live;
	b->vregs = ARENA_NEW(arena, Place, f->vregs.n + 1);
	b->parts = ARENA_NEW(arena, Place, live->subs.n + 1);
	return b;
}

/* The place as this region sees it. */
static Place *
place_now(const DepBuilder *b, Place *p)
{
	if (p->epoch != b->epoch)
		*p = (Place){.epoch = b->epoch,
			     .def = NONE,
			     .dead = NONE,
			     .uses = NONE};
	return p;
}

static uint32_t
link_add(DepBuilder *b, uint32_t node, uint32_t next)
{
	VEC_PUSH(b->tmp, b->links, ((Link){node, next}));
	return b->links.n - 1;
}

static void
edge_add(DepBuilder *b, uint32_t from, uint32_t to, DepKind kind, RegId reg,
	 unsigned latency)
{
	DepGraph *g = b->g;
	DepEdge e = {.from = from,
		     .to = to,
		     .reg = reg,
		     .kind = (uint8_t)kind,
		     .latency = (uint8_t)(latency > 255 ? 255 : latency),
		     .same = NONE};

	if (from == to || from == NONE)
		return;
	if (b->stamp[from] == to) {
		for (uint32_t i = b->first[from]; i != NONE;
		     i = g->edges.at[i].same)
			if (g->edges.at[i].kind == e.kind &&
			    g->edges.at[i].reg == reg)
				return;
		e.same = b->first[from];
	}
	b->stamp[from] = to;
	b->first[from] = g->edges.n;
	VEC_PUSH(b->tmp, g->edges, e);
}

static void
edges_from_list(DepBuilder *b, uint32_t list, uint32_t to, DepKind kind,
		RegId reg)
{
	for (; list != NONE; list = b->links.at[list].next)
		edge_add(b, b->links.at[list].node, to, kind, reg,
			 kind == DEP_OUTPUT);
}

static void
unit_read(DepBuilder *b, Place *p, uint32_t node, RegId reg)
{
	const DepGraph *g = b->g;

	if (p->def != NONE)
		edge_add(b, p->def, node, DEP_DATA, reg, g->latency[p->def]);
	for (uint32_t i = p->dead; i != NONE; i = b->links.at[i].next)
		edge_add(b, b->links.at[i].node, node, DEP_DATA, reg,
			 g->latency[b->links.at[i].node]);
	if (p->uses == NONE || b->links.at[p->uses].node != node) {
		p->uses = link_add(b, node, p->uses);
		p->nuses++;
	}
}

static void
unit_written(DepBuilder *b, Place *p, uint32_t node, RegId reg, bool dead)
{
	edges_from_list(b, p->uses, node, DEP_ANTI, reg);
	edge_add(b, p->def, node, DEP_OUTPUT, reg, 1);
	/* By intervals, nothing reads what is dead: such lists are walked
	 * once. */
	if (dead && (b->live || p->ndead < LIST_MAX) && p->nuses < LIST_MAX) {
		p->dead = link_add(b, node, p->dead);
		p->ndead++;
		return;
	}
	edges_from_list(b, p->dead, node, DEP_OUTPUT, reg);
	*p = (Place){
		.epoch = b->epoch, .def = node, .dead = NONE, .uses = NONE};
}

/* Does nobody need what NODE writes by effect E into unit U? */
static bool
unit_dies(const DepBuilder *b, uint32_t node, const Effect *e, UnitId u)
{
	if (!b->live)
		return e->flags & EFFECT_DEAD;
	SlotIdx dead = slot_of(&b->live->slots, b->g->insn[node], SLOT_DEAD);
	const Segment *s = range_find(b->live, &b->live->units[u], dead - 1);
	return s && s->end == dead;
}

static void
effects_walk(DepBuilder *b, uint32_t node, bool defs)
{
	const Target *t = b->f->target;
	const DepGraph *g = b->g;

	for (uint32_t i = g->effect_start[node]; i < g->effects.n; i++) {
		const Effect *e = &g->effects.at[i];

		if (!(e->flags & EFFECT_DEF) == defs ||
		    e->flags & EFFECT_UNDEF ||
		    t->regs[e->reg].flags & REG_CONSTANT)
			continue;
		FOR_UNITS(unit, t, e->reg) {
			Place *p = place_now(b, &b->units[*unit]);

			if (defs)
				unit_written(b, p, node, e->reg,
					     unit_dies(b, node, e, *unit));
			else
				unit_read(b, p, node, e->reg);
		}
	}
}

/* NODE reads or writes a virtual register, or a part of it, of which P is. */
static void
vreg_touched(DepBuilder *b, Place *p, uint32_t node, bool def)
{
	place_now(b, p);
	if (def)
		unit_written(b, p, node, 0, false);
	else
		unit_read(b, p, node, 0);
}

static void
vreg_walk(DepBuilder *b, const Operand *o, uint32_t node, bool def)
{
	Slice subs = b->live->vregs[o->val].subs;
	LaneMask lanes = target_sub_lanes(b->f->target, o->sub);
	/* Behind one that is marked undef the rest is lost. */
	LaneMask all = o->flags & OPND_UNDEF ? LANES_ALL : lanes;

	if (subs.start == subs.end) {
		vreg_touched(b, &b->vregs[o->val], node, def);
		return;
	}
	for (; subs.start < subs.end; subs.start++) {
		LaneMask part = b->live->subs.at[subs.start].lanes;

		/* What is written whole is not read by the definition. */
		if (!def && o->flags & OPND_DEF && !(part & ~lanes))
			continue;
		if (part & (def ? all : lanes))
			vreg_touched(b, &b->parts[subs.start], node, def);
	}
}

static void
vregs_walk(DepBuilder *b, uint32_t node, bool defs)
{
	const Insn *insn = func_insn(b->f, b->g->insn[node]);
	const Operand *o = insn_opnds(b->f, insn);

	for (uint32_t k = 0; b->live && k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG &&
		    (defs ? (o[k].flags & OPND_DEF) != 0 : opnd_reads(&o[k])))
			vreg_walk(b, &o[k], node, defs);
}

static void
place_accessed(DepBuilder *b, Place *p, uint32_t node, bool store)
{
	edge_add(b, p->def, node, DEP_ORDER, 0, !store);
	if (!store) {
		p->uses = link_add(b, node, p->uses);
		return;
	}
	edges_from_list(b, p->uses, node, DEP_ORDER, 0);
	p->def = node;
	p->uses = NONE;
}

static void
memory_walk(DepBuilder *b, uint32_t node, InsnId insn)
{
	MemoryEffect e = memory_effect(b->f, insn);

	if (e.kind == MEMORY_NONE)
		return;
	edge_add(b, b->barrier, node, DEP_ORDER, 0, 0);
	if (e.kind == MEMORY_ALL) {
		edges_from_list(b, b->memory, node, DEP_ORDER, 0);
		b->memory = NONE;
		b->barrier = node;
		return;
	}
	b->memory = link_add(b, node, b->memory);
	place_accessed(b,
		       place_now(b, e.kind == MEMORY_SLOT ? &b->slots[e.slot]
							  : &b->any),
		       node, e.store);
}

/* Nodes, effects, latencies; room for the rest. */
static void
graph_start(DepGraph *g, const Func *f, InsnId start, InsnId end, Arena *tmp)
{
	*g = (DepGraph){.f = f, .start = start, .end = end};
	g->insn = ARENA_RAW(tmp, InsnId, end - start + 1);
	g->node = ARENA_RAW(tmp, uint32_t, end - start + 1);
	for (InsnId i = start; i < end; i++) {
		bool debug = func_insn(f, i)->flags & INSN_DEBUG;

		g->node[i - start] = debug ? NONE : g->n;
		if (!debug)
			g->insn[g->n++] = i;
	}
	g->effect_start = ARENA_NEW(tmp, uint32_t, g->n + 1);
	g->pred_start = ARENA_NEW(tmp, uint32_t, g->n + 1);
	g->succ_start = ARENA_NEW(tmp, uint32_t, g->n + 2);
	g->latency = ARENA_NEW(tmp, uint32_t, g->n + 1);
	g->depth = ARENA_NEW(tmp, uint32_t, g->n + 1);
	g->height = ARENA_NEW(tmp, uint32_t, g->n + 1);
	VEC_RESERVE(tmp, g->edges, 3 * (size_t)g->n);
}

/* Successor lists, depths, heights. */
static void
graph_finish(DepGraph *g, Arena *tmp)
{
	g->pred_start[g->n] = g->edges.n;
	g->effect_start[g->n] = g->effects.n;
	g->succs = ARENA_RAW(tmp, uint32_t, g->edges.n + 1);
	FOR_VEC(DepEdge, e, g->edges) {
		g->succ_start[e->from + 2]++;
		if (g->depth[e->to] < g->depth[e->from] + e->latency)
			g->depth[e->to] = g->depth[e->from] + e->latency;
	}
	for (uint32_t i = 0; i < g->n; i++)
		g->succ_start[i + 2] += g->succ_start[i + 1];
	for (uint32_t i = 0; i < g->edges.n; i++)
		g->succs[g->succ_start[g->edges.at[i].from + 1]++] = i;
	for (uint32_t i = g->n; i-- > 0;) {
		g->height[i] = g->latency[i];
		for (uint32_t k = g->succ_start[i]; k < g->succ_start[i + 1];
		     k++) {
			const DepEdge *e = &g->edges.at[g->succs[k]];

			if (g->height[i] < g->height[e->to] + e->latency)
				g->height[i] = g->height[e->to] + e->latency;
		}
		if (g->length < g->height[i])
			g->length = g->height[i];
	}
}

void
deps_build(DepBuilder *b, const Func *f, InsnId start, InsnId end, DepGraph *g,
	   Arena *tmp)
{
	const LatencyModel *model = latency_model(f);

	graph_start(g, f, start, end, tmp);
	b->f = f;
	b->g = g;
	b->tmp = tmp;
	b->epoch++;
	b->links.n = 0;
	VEC_RESERVE(tmp, b->links, 2 * (size_t)g->n);
	b->stamp = ARENA_RAW(tmp, uint32_t, g->n + 1);
	b->first = ARENA_RAW(tmp, uint32_t, g->n + 1);
	b->barrier = b->memory = NONE;
	for (uint32_t i = 0; i < g->n; i++) {
		const Insn *insn = func_insn(f, g->insn[i]);

		b->stamp[i] = NONE;
		g->pred_start[i] = g->edges.n;
		g->effect_start[i] = g->effects.n;
		g->latency[i] = insn_latency(f, model, insn);
		insn_effects(f, insn, &g->effects, tmp);
		effects_walk(b, i, false);
		vregs_walk(b, i, false);
		effects_walk(b, i, true);
		vregs_walk(b, i, true);
		memory_walk(b, i, g->insn[i]);
	}
	graph_finish(g, tmp);
}

bool
deps_before(DepBuilder *b, const Func *f, InsnId first, InsnId end, DepGraph *g,
	    Arena *scratch)
{
	InsnId start;

	end = region_before(f, first, end, &start);
	if (start == end)
		return false;
	arena_reset(scratch);
	deps_build(b, f, start, end, g, scratch);
	return true;
}

uint32_t
deps_critical_step(const DepGraph *g, uint32_t n)
{
	uint32_t best = NONE, most = 0;

	for (uint32_t i = g->pred_start[n]; i < g->pred_start[n + 1]; i++) {
		const DepEdge *e = &g->edges.at[i];
		uint32_t depth = g->depth[e->from] + e->latency;

		if (best == NONE || depth > most ||
		    (depth == most && e->kind == DEP_ANTI)) {
			best = i;
			most = depth;
		}
	}
	return best;
}

DepCounts
deps_count(const Func *f, Arena *tmp)
{
	DepCounts c = {0};
	DepBuilder *b = deps_begin(f, tmp);
	Arena scratch = {0};
	DepGraph g;

	FOR_VEC(Block, block, f->blocks) {
		InsnId end = block->end;

		for (; deps_before(b, f, block->first, end, &g, &scratch);
		     end = g.start) {
			FOR_VEC(DepEdge, e, g.edges)
				c.edges[e->kind]++;
			c.length += g.length;
		}
	}
	arena_free(&scratch);
	return c;
}

void
deps_write(const DepGraph *g, const uint32_t *nodes, InsnId *out)
{
	InsnId i;

	for (i = g->start; i < g->end && g->node[i - g->start] == NONE; i++)
		*out++ = i;
	for (uint32_t k = 0; k < g->n; k++) {
		i = g->insn[nodes[k]];
		do
			*out++ = i++;
		while (i < g->end && g->node[i - g->start] == NONE);
	}
}
