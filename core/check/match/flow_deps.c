/*
 * What must stay in order in a block of BEFORE, so that each instruction reads
 * what it has read and what lives on is the same.
 *
 * One walk down the block.  By place stand the last definition and the reads
 * behind it.  Places are: register units; lanes of virtual registers; spill
 * slots, and all other memory, where accesses to two variables of the module,
 * or to two parts of one, need no order.  Definitions that nobody reads
 * (CheckPairs.unread) are none, nor is a copy of what is there already.  Calls,
 * side effects, what has to stand where it stands, and whatever is not known
 * keep their order among themselves, and with memory.
 */
#include "core/base/bits.h"
#include "core/check/match/flow.h"

#include "core/model/memory.h"

/* What happened to a place up to here. */
typedef struct {
	uint32_t stamp; /* block + 1; another one: nothing */
	uint32_t def;	/* node, or NONE */
	uint32_t reads; /* links */
} Spot;

typedef struct {
	uint32_t from, to;
} Edge;

/* An access to a variable of the module. */
typedef struct {
	uint32_t node;
	MemoryEffect effect;
} NamedAccess;

/* As many of them are told apart; others may be to any memory. */
enum { NAMED_MAX = 64 };

struct FlowDeps {
	Check *c;
	Spot *spots;	   /* units, lanes, slots, other memory */
	uint32_t *vreg_at; /* by virtual register: its first */
	uint32_t slot_at, any_at;
	uint8_t *global; /* by virtual register: several blocks name it */

	/* Of the block at hand. */
	Arena *tmp;
	InsnId first;
	uint32_t stamp;
	VEC(Edge) edges;
	VEC(FlowLink) links;
	VEC(UnitId) units; /* that something happened to */
	VEC(uint32_t)
	spread;		  /* spots of virtual registers that other blocks
			     occurrence, which something happened to */
	uint32_t *seen;	  /* by node: the last that it got an edge to */
	uint32_t barrier; /* the last access to all memory, or NONE */
	uint32_t memory;  /* links: accesses behind it */
	NamedAccess named[NAMED_MAX]; /* behind the last store to any memory */
	uint32_t nnamed;
	uint32_t anchor; /* the last that keeps its place, or NONE */
	uint32_t masked; /* the last call that leaves registers undefined */
	uint32_t leave;	 /* the node that the block is left from, or NONE */
	bool left;	 /* that is behind us */
};

/* The lanes of V; 0: nobody knows. */
static LaneMask
lanes_of(const Check *c, VregId v)
{
	ClassId cls = c->before->vregs.at[v].cls;
	LaneMask lanes =
		cls == CLASS_NONE ? LANES_ALL : c->t->classes[cls].lanes;

	return lanes == LANES_ALL ? 0 : lanes;
}

static void
globals_find(FlowDeps *d)
{
	const Func *f = d->c->before;
	BlockId *home = ARENA_NEW(&d->c->arena, BlockId, f->vregs.n + 1);

	d->global = ARENA_NEW(&d->c->arena, uint8_t, f->vregs.n + 1);
	for (BlockId b = 0; b < f->blocks.n; b++)
		FOR_INSNS(insn, f, &f->blocks.at[b])
			for (uint32_t k = 0; k < insn->nopnds; k++) {
				const Operand *o = insn_opnds(f, insn) + k;

				if (o->kind != OPND_VREG)
					continue;
				if (home[o->val] && home[o->val] != b + 1)
					d->global[o->val] = 1;
				home[o->val] = b + 1;
			}
}

FlowDeps *
flow_deps_begin(Check *c)
{
	const Func *f = c->before;
	FlowDeps *d = ARENA_NEW(&c->arena, FlowDeps, 1);
	uint32_t n = c->t->n_unit_regs;

	d->c = c;
	d->vreg_at = ARENA_RAW(&c->arena, uint32_t, f->vregs.n + 1);
	for (uint32_t v = 0; v < f->vregs.n; v++) {
		LaneMask lanes = lanes_of(c, v);

		d->vreg_at[v] = n;
		n += lanes ? bits_count(lanes) : 1;
	}
	d->slot_at = n;
	d->any_at = n + f->stack.n;
	d->spots = ARENA_NEW(&c->arena, Spot, d->any_at + 1);
	globals_find(d);
	return d;
}

static void
edge_add(FlowDeps *d, uint32_t from, uint32_t to)
{
	if (from == NONE || from == to || d->seen[from] == to)
		return;
	d->seen[from] = to;
	VEC_PUSH(d->tmp, d->edges, ((Edge){from, to}));
}

static uint32_t
link_add(FlowDeps *d, uint32_t node, uint32_t next)
{
	VEC_PUSH(d->tmp, d->links, ((FlowLink){node, next}));
	return d->links.n - 1;
}

static void
edges_from(FlowDeps *d, uint32_t list, uint32_t to)
{
	for (; list != NONE; list = d->links.at[list].next)
		edge_add(d, d->links.at[list].node, to);
}

/* The spot as this block sees it.  Is it new? */
static bool
spot_now(FlowDeps *d, Spot *s)
{
	if (s->stamp == d->stamp)
		return false;
	*s = (Spot){d->stamp, NONE, NONE};
	return true;
}

static void
spot_read(FlowDeps *d, Spot *s, uint32_t node)
{
	edge_add(d, s->def, node);
	if (s->reads == NONE || d->links.at[s->reads].node != node)
		s->reads = link_add(d, node, s->reads);
}

static void
spot_written(FlowDeps *d, Spot *s, uint32_t node)
{
	edge_add(d, s->def, node);
	edges_from(d, s->reads, node);
	s->def = node;
	s->reads = NONE;
}

static void
unit_touched(FlowDeps *d, UnitId unit, uint32_t node, bool write)
{
	Spot *s = &d->spots[unit];

	if (spot_now(d, s)) {
		VEC_PUSH(d->tmp, d->units, unit);
		s->def = d->masked;
	}
	if (write && d->left)
		edge_add(d, d->leave, node);
	if (write)
		spot_written(d, s, node);
	else
		spot_read(d, s, node);
}

static void
reg_touched(FlowDeps *d, RegId reg, uint32_t node, bool write)
{
	const Target *t = d->c->t;

	if (t->regs[reg].flags & REG_CONSTANT)
		return;
	FOR_UNITS(unit, t, reg)
		unit_touched(d, *unit, node, write);
}

/* Spot I of virtual register V. */
static void
lane_touched(FlowDeps *d, VregId v, uint32_t i, uint32_t node, bool write)
{
	Spot *s = &d->spots[i];

	if (spot_now(d, s) && d->global[v])
		VEC_PUSH(d->tmp, d->spread, i);
	if (write && d->left && d->global[v])
		edge_add(d, d->leave, node);
	if (write)
		spot_written(d, s, node);
	else
		spot_read(d, s, node);
}

/* The lanes that O names; a definition marked undef writes all. */
static void
vreg_touched(FlowDeps *d, const Operand *o, uint32_t node, bool write)
{
	LaneMask all = lanes_of(d->c, o->val), lanes = all;
	uint32_t i = d->vreg_at[o->val];

	if (o->sub && !(write && o->flags & OPND_UNDEF) &&
	    all & target_sub_lanes(d->c->t, o->sub))
		lanes &= target_sub_lanes(d->c->t, o->sub);
	if (!all)
		lane_touched(d, o->val, i, node, write);
	for (; all; i++, all &= all - 1)
		if (lanes & all & ~(all - 1))
			lane_touched(d, o->val, i, node, write);
}

/* Registers that a call with MASK leaves undefined; those that nothing has
 * happened to yet are taken to be among them. */
static void
mask_touched(FlowDeps *d, const uint64_t *mask, uint32_t node)
{
	for (uint32_t i = 0; i < d->units.n; i++)
		if (cells_mask_loses(&d->c->cells, mask, d->units.at[i]))
			spot_written(d, &d->spots[d->units.at[i]], node);
	d->masked = node;
}

/* The last node to define all of register REG; NONE: there is no single one. */
static uint32_t
last_def(const FlowDeps *d, RegId reg)
{
	const Target *t = d->c->t;
	uint32_t def = NONE;
	bool first = true;

	for (Slice s = t->regs[reg].units; s.start < s.end;
	     s.start++, first = false) {
		const Spot *spot = &d->spots[t->reg_units[s.start]];

		if (spot->stamp != d->stamp || (!first && spot->def != def))
			return NONE;
		def = spot->def;
	}
	return def;
}

/* Has part of virtual register V been defined behind NODE? */
static bool
changes_behind(const FlowDeps *d, VregId v, uint32_t node)
{
	LaneMask lanes = lanes_of(d->c, v);
	uint32_t i = d->vreg_at[v], end = i + (lanes ? bits_count(lanes) : 1);

	for (; i < end; i++)
		if (d->spots[i].stamp == d->stamp && d->spots[i].def != NONE &&
		    d->spots[i].def > node)
			return true;
	return false;
}

/* Does INSN copy to a physical register what that has been given before and
 * still holds? */
static bool
copies_again(const FlowDeps *d, const Insn *insn)
{
	const Func *f = d->c->before;
	const Operand *o = insn_opnds(f, insn);

	if (!insn_is(f, insn, WK_COPY) || insn->nopnds != 2 ||
	    o[0].kind != OPND_REG || o[1].kind != OPND_VREG)
		return false;
	uint32_t node = last_def(d, (RegId)o[0].val);
	if (node == NONE)
		return false;
	insn = func_insn(f, d->first + node);
	const Operand *p = insn_opnds(f, insn);
	return insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
	       p[0].kind == OPND_REG && p[0].val == o[0].val &&
	       p[1].kind == OPND_VREG && p[1].val == o[1].val &&
	       p[1].sub == o[1].sub && !changes_behind(d, p[1].val, node);
}

/* A copy of what is there already only reads it: nothing that changes it may
 * come between. */
static void
operands_walk(FlowDeps *d, const Insn *insn, uint32_t node, bool write)
{
	const Func *f = d->c->before;
	const Operand *o = insn_opnds(f, insn);

	if (write && copies_again(d, insn)) {
		reg_touched(d, (RegId)o[0].val, node, false);
		return;
	}
	for (uint32_t i = 0; i < insn->nopnds; i++) {
		bool def = o[i].flags & OPND_DEF;

		if (o[i].kind == OPND_MASK && write)
			mask_touched(d, f->masks.at[o[i].val].words, node);
		if (!opnd_is_reg(&o[i]) || def != write ||
		    o[i].flags & OPND_DEBUG ||
		    (!def && o[i].flags & OPND_UNDEF))
			continue;
		if (o[i].kind == OPND_VREG)
			vreg_touched(d, &o[i], node, write);
		else if (o[i].val && !(def && bits_has(d->c->pairs.unread,
						       insn->opnd0 + i)))
			reg_touched(d, (RegId)o[i].val, node, write);
	}
}

/* NODE, which accesses memory as E says, comes behind what is known to be about
 * variables, but for others than its own. */
static void
behind_named(FlowDeps *d, const MemoryEffect *e, uint32_t node)
{
	FOR_ARRAY(NamedAccess, n, d->named, d->nnamed)
		if ((e->store || n->effect.store) &&
		    !memory_apart(d->c->before, e, &n->effect))
			edge_add(d, n->node, node);
}

/* NODE accesses what may be any memory but spill slots. */
static void
any_touched(FlowDeps *d, MemoryEffect e, uint32_t node)
{
	Spot *s = &d->spots[d->any_at];

	if (d->nnamed == NAMED_MAX)
		e.variable.len = 0;
	spot_now(d, s);
	behind_named(d, &e, node);
	if (!e.variable.len && e.store) {
		spot_written(d, s, node);
		d->nnamed = 0;
	} else if (!e.variable.len) {
		spot_read(d, s, node);
	} else {
		edge_add(d, s->def, node);
		if (e.store)
			edges_from(d, s->reads, node);
		d->named[d->nnamed++] = (NamedAccess){node, e};
	}
}

static void
memory_walk(FlowDeps *d, MemoryEffect e, uint32_t node)
{
	if (e.kind == MEMORY_NONE)
		return;
	edge_add(d, d->barrier, node);
	if (e.kind == MEMORY_ALL) {
		edges_from(d, d->memory, node);
		d->memory = NONE;
		d->barrier = node;
		d->nnamed = 0;
		return;
	}
	d->memory = link_add(d, node, d->memory);
	if (e.kind == MEMORY_ANY) {
		any_touched(d, e, node);
		return;
	}
	Spot *s = &d->spots[d->slot_at + e.slot];
	spot_now(d, s);
	if (e.store)
		spot_written(d, s, node);
	else
		spot_read(d, s, node);
}

/* Does INSN keep its place among others like it?  What neither defines anything
 * nor stores is there for its place: a label. */
static bool
is_anchor(const Func *f, const Insn *insn)
{
	uint32_t flags = insn_flags(f, insn);

	if (!insn->op ||
	    insn->flags & (INSN_UNKNOWN | INSN_BUNDLE | INSN_BUNDLED) ||
	    flags & (OP_TERMINATOR | OP_CALL | OP_SIDE_EFFECTS))
		return true;
	FOR_OPNDS(o, f, insn)
		if (opnd_is_reg(o) && o->flags & OPND_DEF)
			return false;
	return !(flags & OP_MAY_STORE);
}

/* The block may be left behind NODE: what lives elsewhere is read. */
static void
leave_walk(FlowDeps *d, uint32_t node)
{
	for (uint32_t i = 0; i < d->units.n; i++)
		spot_read(d, &d->spots[d->units.at[i]], node);
	for (uint32_t i = 0; i < d->spread.n; i++)
		spot_read(d, &d->spots[d->spread.at[i]], node);
	d->left = true;
}

/* The last node of block B that it may be left from; NONE. */
static uint32_t
leave_find(const FlowDeps *d, BlockId b)
{
	const Func *f = d->c->before;
	const Block *block = &f->blocks.at[b];

	if (!check_leaves_early(d->c, b))
		return NONE;
	for (InsnId i = block->end; i-- > block->first;)
		if (insn_flags(f, func_insn(f, i)) & OP_CALL ||
		    insn_is(f, func_insn(f, i), WK_INLINEASM_BR))
			return i - block->first;
	return NONE;
}

/* Both directions, by node. */
static void
edges_list(const FlowDeps *d, FlowGraph *g)
{
	g->pred_start = ARENA_NEW(d->tmp, uint32_t, g->n + 2);
	g->succ_start = ARENA_NEW(d->tmp, uint32_t, g->n + 2);
	g->preds = ARENA_RAW(d->tmp, uint32_t, d->edges.n + 1);
	g->succs = ARENA_RAW(d->tmp, uint32_t, d->edges.n + 1);
	for (uint32_t i = 0; i < d->edges.n; i++) {
		g->pred_start[d->edges.at[i].to + 1]++;
		g->succ_start[d->edges.at[i].from + 2]++;
		g->preds[i] = d->edges.at[i].from;
	}
	for (uint32_t i = 0; i < g->n; i++) {
		g->pred_start[i + 1] += g->pred_start[i];
		g->succ_start[i + 2] += g->succ_start[i + 1];
	}
	for (uint32_t i = 0; i < d->edges.n; i++)
		g->succs[g->succ_start[d->edges.at[i].from + 1]++] =
			d->edges.at[i].to;
}

void
flow_deps_find(FlowDeps *d, BlockId b, FlowGraph *g, Arena *tmp)
{
	const Func *f = d->c->before;
	const Block *block = &f->blocks.at[b];

	*g = (FlowGraph){.first = block->first, .n = block->end - block->first};
	d->tmp = tmp;
	d->first = block->first;
	d->stamp = b + 1;
	d->edges.at = NULL;
	d->links.at = NULL;
	d->units.at = NULL;
	d->spread.at = NULL;
	d->edges.n = d->edges.cap = d->links.n = d->links.cap = 0;
	d->units.n = d->units.cap = d->spread.n = d->spread.cap = 0;
	d->seen = ARENA_RAW(tmp, uint32_t, g->n + 1);
	d->barrier = d->memory = d->anchor = d->masked = NONE;
	d->nnamed = 0;
	d->left = false;
	d->leave = leave_find(d, b);
	for (uint32_t i = 0; i < g->n; i++) {
		const Insn *insn = func_insn(f, g->first + i);

		d->seen[i] = NONE;
		if (insn->flags & INSN_DEBUG)
			continue;
		operands_walk(d, insn, i, false);
		operands_walk(d, insn, i, true);
		memory_walk(d, memory_effect(f, g->first + i), i);
		if (is_anchor(f, insn)) {
			edge_add(d, d->anchor, i);
			d->anchor = i;
		}
		if (i == d->leave)
			leave_walk(d, i);
	}
	edges_list(d, g);
}
