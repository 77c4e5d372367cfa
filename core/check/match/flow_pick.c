/*
 * Which instruction of BEFORE is the one of AFTER that comes next?
 *
 * One of those that are not placed yet, that it can be, whose sources are what
 * the registers hold, and before which nothing must come any more; of several,
 * the first.  They are looked up by opcode, numbers and a source, or by what
 * they say of memory: in lists, of which what is placed is taken out in
 * passing.
 */
#include "core/check/match/flow.h"

#include "core/base/unionfind.h"

/* How many of a list to look at; how many to leave out for one behind them. */
enum { LOOK_MAX = 48, LEAVE_MAX = 64 };

/* Part of the key of what is not brought together: constants. */
#define KEY_SKIPPED UINT64_MAX

/* The same of what is said of memory. */
#define KEY_MEMORY 3

/* In Flow.constants: several. */
#define CONSTANT_MANY (NONE - 1)

/* The same of operand 0 that is no register. */
#define KEY_NO_REGISTER ((uint64_t)1 << 63)

/* How good a choice is: worse than no choice, or the more the better. */
enum {
	SCORE_NONE = -1000,
	SCORE_OTHER = -512, /* it says other things of its memory */
	SCORE_AGAINST = -64,
	SCORE_LATE = -16,
	SCORE_UNDEF = -8, /* it is marked undef there */
	SCORE_HARDLY = -1,
	SCORE_ORIGINAL = -32 /* worse: it was inserted */
};

typedef struct {
	uint32_t node;
	int score;
	int second; /* the same of the best of the others */
} Choice;

/* --- sorts --- */

void
flow_sorts_find(Flow *w)
{
	const Target *t = w->c->t;

	w->sort = ARENA_RAW(&w->c->arena, uint32_t, t->n_opcodes);
	unionfind_init(w->sort, t->n_opcodes);
	for (uint32_t i = 0; i < t->n_folds; i++)
		w->sort[unionfind_root(w->sort, t->folds[i].to)] =
			unionfind_root(w->sort, t->folds[i].from);
	for (uint32_t i = 0; i < t->n_commutations; i++)
		w->sort[unionfind_root(w->sort, t->commutations[i].to)] =
			unionfind_root(w->sort, t->commutations[i].from);
	FOR_ARRAY(Conversion, conversion, t->conversions, t->n_conversions)
		w->sort[unionfind_root(w->sort,
				       t->recipes[conversion->recipe].op)] =
			unionfind_root(w->sort, conversion->from);
	FOR_ARRAY(Expansion, x, t->expansions, t->n_expansions)
		if (x->outlives)
			w->sort[unionfind_root(w->sort,
					       t->recipes[x->code.start].op)] =
				unionfind_root(w->sort, x->op);
}

/* --- lists --- */

uint64_t
flow_mix(uint64_t hash, uint64_t n)
{
	hash = (hash ^ n) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

uint64_t
flow_exact_key(const Flow *w, const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint64_t key = flow_mix(1, insn->op);
	Span text;

	for (uint32_t i = 0; i < insn->nopnds; i++)
		switch ((OpndKind)o[i].kind) {
		case OPND_IMM:
			key = flow_mix(key, (uint64_t)opnd_imm(f, &o[i]));
			break;
		case OPND_CONST:
			key = flow_mix(key, o[i].val);
			break;
		case OPND_REG:
			if (!o[i].val)
				key = flow_mix(key, KEY_NO_REGISTER + i);
			break;
		case OPND_STACK:
			key = flow_mix(key,
				       f == w->c->after
					       ? w->c->slots.before[o[i].val]
					       : o[i].val);
			break;
		case OPND_TEXT:
			text = opnd_text(f, &o[i]);
			for (uint32_t k = 0; k < text.len; k++)
				key = flow_mix(key,
					       (unsigned char)f->source
						       ->text[text.at + k]);
			break;
		default:
			break;
		}
	return key;
}

/* The list of KEY, made if it is not there and MAKE. */
static FlowList *
list_find(const Flow *w, uint64_t key, bool make)
{
	uint32_t i = (uint32_t)(key >> 32) & (w->cap - 1);

	key |= 1;
	while (w->lists[i].key && w->lists[i].key != key)
		i = (i + 1) & (w->cap - 1);
	if (!w->lists[i].key) {
		if (!make)
			return NULL;
		w->lists[i] = (FlowList){key, NONE, NONE};
	}
	return &w->lists[i];
}

static void
list_add(Flow *w, uint64_t key, uint32_t node)
{
	FlowList *list = list_find(w, key, true);

	if (list->tail != NONE && w->links.at[list->tail].node == node)
		return;
	VEC_PUSH(&w->tmp, w->links, ((FlowLink){node, NONE}));
	if (list->tail == NONE)
		list->head = w->links.n - 1;
	else
		w->links.at[list->tail].next = w->links.n - 1;
	list->tail = w->links.n - 1;
}

/* INSN of F as one of those that may become each other. */
static uint64_t
sort_key(Flow *w, const Insn *insn)
{
	return flow_mix(2, unionfind_root(w->sort, insn->op));
}

/* What INSN of F says of memory, as a hash; 0: nothing.  A load that was taken
 * out of an instruction, or into one, says what that said. */
static uint64_t
memory_key(const Func *f, const Insn *insn)
{
	Span text = check_memory_text(f, insn);
	uint64_t key = flow_mix(KEY_MEMORY, text.len);

	if (!text.len)
		return 0;
	for (uint32_t i = 0; i < text.len; i++)
		key = flow_mix(key,
			       (unsigned char)f->source->text[text.at + i]);
	return key;
}

static bool
is_source(const Operand *o)
{
	return !(o->flags & (OPND_DEF | OPND_UNDEF | OPND_DEBUG));
}

void
flow_lists_fill(Flow *w)
{
	const Func *f = w->c->before;
	uint32_t n = 1;

	for (uint32_t i = 0; i < w->g.n; i++)
		n += func_insn(f, w->g.first + i)->nopnds + 1;
	for (w->cap = 16; w->cap < 4 * n; w->cap *= 2)
		;
	w->lists = ARENA_NEW(&w->tmp, FlowList, w->cap);
	w->links.at = NULL;
	w->links.n = w->links.cap = 0;
	for (uint32_t i = 0; i < w->g.n; i++) {
		const Insn *insn = func_insn(f, w->g.first + i);

		w->at = w->g.first + i;
		uint64_t exact = flow_exact_key(w, f, insn);
		if (check_skips(w->c, insn)) {
			if (!check_is_naming(w->c, insn))
				list_add(w, flow_mix(exact, KEY_SKIPPED), i);
			continue;
		}
		uint64_t sort = sort_key(w, insn);
		list_add(w, exact, i);
		list_add(w, sort, i);
		uint64_t memory = memory_key(f, insn);
		if (memory)
			list_add(w, memory, i);
		FOR_OPNDS(o, f, insn) {
			if (o->kind != OPND_VREG || !is_source(o))
				continue;
			VregId v = flow_root_lowest(w, o).value;
			list_add(w, flow_mix(exact, v), i);
			list_add(w, flow_mix(sort, v), i);
		}
	}
}

/* --- choice --- */

/* Do the sources of J, as form of B, speak for it? */
static int
form_score(Flow *w, InsnId b, InsnId j)
{
	Check *c = w->c;
	const Insn *insn = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, insn);
	const Fold *fold = check_fold_of(c, j);
	static const int worth[] = {
		[AGREES_NOT] = SCORE_AGAINST,
		[AGREES_HARDLY] = SCORE_HARDLY,
		[AGREES] = 1,
	};
	int score = 0;

	w->at = b;
	for (uint32_t i = 0; i < insn->nopnds; i++) {
		if (o[i].kind != OPND_VREG || !is_source(&o[i]))
			continue;
		const Operand *p = check_opnd(c, j, i);
		if (p && p->kind == OPND_REG && !p->val)
			return SCORE_OTHER;
		if (!p && fold && fold->load && !flow_may_be_load(w, &o[i], j))
			score += SCORE_AGAINST;
		if (p && p->kind == OPND_REG && !is_source(p))
			score += SCORE_UNDEF;
		if (p ? p->kind != OPND_REG || !is_source(p)
		      : !fold || fold->load || fold->slot == NONE)
			continue;
		Agreement agrees = p ? flow_agrees(w, (RegId)p->val, &o[i])
				     : flow_slot_agrees(w, fold->slot, &o[i]);
		score += worth[agrees];
	}
	return score;
}

/* The best way in which J is B; sets `aux` to its form, as an original's. */
static int
best_form(Flow *w, InsnId b, InsnId j)
{
	Check *c = w->c;
	uint32_t first, best;
	int most = SCORE_NONE;

	if (!check_matches(c, func_insn(c->before, b),
			   func_insn(c->after, j)) ||
	    !check_forms(c, b, j))
		return SCORE_NONE;
	c->pairs.origin[j] = b;
	first = best = c->pairs.aux[j];
	uint32_t others = first ? c->pairs.folds.at[first - 1].others : 0;
	for (uint32_t i = 0; i <= others; i++) {
		c->pairs.aux[j] = first + i;
		int score = form_score(w, b, j);
		if (score > most) {
			most = score;
			best = c->pairs.aux[j];
		}
	}
	c->pairs.aux[j] = best;
	c->pairs.origin[j] = NONE;
	if (!best && !check_says_no_more(c, func_insn(c->before, b),
					 func_insn(c->after, j)))
		most += SCORE_OTHER;
	return most;
}

/* Could all that must come before NODE, up to MORE instructions, be left out
 * of AFTER? */
static bool
may_follow(const Flow *w, uint32_t node, uint32_t *more)
{
	const Func *f = w->c->before;

	if (!w->npreds[node])
		return true;
	FOR_PART(uint32_t, pred, w->g.preds, w->g.pred_start[node],
		 w->g.pred_start[node + 1]) {
		const Insn *insn = func_insn(f, w->g.first + *pred);

		if (w->placed[*pred])
			continue;
		if (!*more ||
		    (!check_skips(w->c, insn) && !check_is_pure(f, insn)))
			return false;
		--*more;
		if (!may_follow(w, *pred, more))
			return false;
	}
	return true;
}

/* Is NODE a better choice for J than BEST? */
static void
try_node(Flow *w, uint32_t node, InsnId j, Choice *best)
{
	Check *c = w->c;
	uint32_t nfolds = c->pairs.folds.n, aux = c->pairs.aux[j],
		 more = LEAVE_MAX;

	if (w->npreds[node] && !may_follow(w, node, &more))
		return;
	int score = best_form(w, w->g.first + node, j);
	c->pairs.folds.n = nfolds;
	c->pairs.aux[j] = aux;
	if (score == SCORE_NONE)
		return;
	if (w->npreds[node])
		score += SCORE_LATE;
	if (node == best->node)
		return;
	if (score > best->score ||
	    (score == best->score && (node < best->node) != c->way.last))
		*best = (Choice){node, score, best->score};
	else if (score > best->second)
		best->second = score;
}

/* The same for all of the list of KEY. */
static void
try_list(Flow *w, uint64_t key, InsnId j, Choice *best)
{
	FlowList *list = list_find(w, key, false);
	uint32_t last = NONE;

	if (!list)
		return;
	for (uint32_t i = list->head, n = 0; i != NONE && n < LOOK_MAX;
	     i = w->links.at[i].next) {
		if (w->placed[w->links.at[i].node]) {
			if (last == NONE)
				list->head = w->links.at[i].next;
			else
				w->links.at[last].next = w->links.at[i].next;
			continue;
		}
		last = i;
		n++;
		try_node(w, w->links.at[i].node, j, best);
	}
}

/* All lists of KEY with one of J's sources. */
static void
try_sources(Flow *w, uint64_t key, InsnId j, Choice *best)
{
	const Insn *a = func_insn(w->c->after, j);

	FOR_OPNDS(p, w->c->after, a) {
		Held h = {.value = NONE};

		if (p->kind == OPND_STACK && p->val < w->slots.n &&
		    w->slots.at[p->val].at)
			h = w->slots.at[p->val].at->held;
		if (p->kind == OPND_REG && p->val && is_source(p))
			h = flow_held_lowest(w, (RegId)p->val);
		if (h.value == NONE)
			continue;
		try_list(w, flow_mix(key, h.value), j, best);
		if (h.alias != NONE)
			try_list(w, flow_mix(key, h.alias), j, best);
	}
}

uint32_t
flow_pick(Flow *w, InsnId j, bool inserted)
{
	const Insn *a = func_insn(w->c->after, j);
	uint64_t exact = flow_exact_key(w, w->c->after, a),
		 memory = memory_key(w->c->after, a);
	Choice best = {NONE, SCORE_NONE, SCORE_NONE};

	try_sources(w, exact, j, &best);
	if (best.score <= 0)
		try_list(w, exact, j, &best);
	if (best.score < 0 && memory)
		try_list(w, memory, j, &best);
	if (best.score < 0)
		try_sources(w, sort_key(w, a), j, &best);
	if (best.score < 0)
		try_list(w, sort_key(w, a), j, &best);
	if (inserted && best.score < SCORE_ORIGINAL &&
	    check_loads_constant(w->c->after, a))
		return NONE;
	if (best.second > SCORE_NONE && w->c->messages.guess == NONE &&
	    (best.score <= 0 || best.second == best.score))
		w->c->messages.guess = j;
	return best.node;
}

void
flow_constants_find(Flow *w)
{
	const Func *f = w->f;

	for (InsnId i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);

		if (check_is_naming(w->c, insn) ||
		    !(check_skips(w->c, insn) || check_is_formula(w->c, i)))
			continue;
		uint32_t *at =
			intmap_at(&w->constants, &w->c->arena,
				  intmap_hash(flow_exact_key(w, f, insn)));
		*at = *at == NONE ? i : CONSTANT_MANY;
	}
}

/* The instruction of BEFORE that computes the constant that A of AFTER does:
 * the only one in the block at hand, or else of all; NONE. */
static InsnId
constant_of(const Flow *w, const Insn *a)
{
	uint64_t key = flow_exact_key(w, w->c->after, a);
	const FlowList *list = list_find(w, flow_mix(key, KEY_SKIPPED), false);

	if (list)
		return list->head == list->tail
			       ? w->g.first + w->links.at[list->head].node
			       : NONE;
	uint32_t only = intmap_get(&w->constants, intmap_hash(key));
	return only < CONSTANT_MANY ? w->now[only] : NONE;
}

void
flow_made_again(Flow *w, InsnId j)
{
	const Check *c = w->c;
	const Insn *a = func_insn(c->after, j);
	const Operand *p = insn_opnds(c->after, a);

	if (c->pairs.kind[j] != MOVE_AGAIN)
		return;
	InsnId i = constant_of(w, a);
	if (i == NONE)
		return;
	const Insn *b = func_insn(w->f, i);
	const Operand *o = insn_opnds(w->f, b);
	if (check_same_insn(c, b, a) && o->kind == OPND_VREG &&
	    p->kind == OPND_REG && p->val)
		flow_may_hold(w, (RegId)p->val, o);
}

/* Operand O of BEFORE was read from REG. */
static void
source_read(Flow *w, RegId reg, const Operand *o)
{
	Agreement agrees = flow_agrees(w, reg, o);

	if (agrees == AGREES_HARDLY)
		flow_hold_too(w, reg, o);
	else if (agrees != AGREES_NOT)
		flow_hold(w, reg, o);
}

void
flow_picked(Flow *w, InsnId j, InsnId b)
{
	Check *c = w->c;
	const Insn *insn = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, insn);
	uint32_t nfolds = c->pairs.folds.n;

	w->at = b;
	best_form(w, b, j);
	c->pairs.origin[j] = b;
	const Fold *fold = check_fold_of(c, j);
	for (uint32_t i = 0; i < insn->nopnds; i++) {
		const Operand *p = check_opnd(c, j, i);

		if (o[i].kind == OPND_VREG && is_source(&o[i]) && p &&
		    p->kind == OPND_REG && p->val)
			source_read(w, (RegId)p->val, &o[i]);
	}
	w->at = b + 1;
	for (uint32_t i = 0; i < insn->nopnds; i++) {
		const Operand *p = check_opnd(c, j, i);

		if (!opnd_is_reg(&o[i]) || !(o[i].flags & OPND_DEF))
			continue;
		if (o[i].kind == OPND_REG && o[i].val)
			flow_forget(w, (RegId)o[i].val);
		else if (p && p->kind == OPND_REG && p->val)
			flow_hold(w, (RegId)p->val, &o[i]);
		else if (!p && fold && fold->slot != NONE)
			flow_hold_slot(w, fold->slot, &o[i]);
	}
	c->pairs.folds.n = nfolds;
	c->pairs.aux[j] = 0;
}
