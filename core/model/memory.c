/*
 * Memory operands are text behind an instruction's last operand:
 *
 *   :: (volatile load (s32) from %ir.p + 4, align 8), (store (s64) into ...)
 *
 * Two accesses are told apart if one is to a spill slot and the other is not,
 * or to another one; by memory_apart also if both are to variables of the
 * module. Everything else stays in order.
 */
#include "core/model/memory.h"

#include "core/base/search.h"

#include <string.h>

/* A piece of the tail being read. */
typedef struct {
	const char *p, *end;
} Cursor;

static bool
cursor_word(Cursor *c, const char *word)
{
	bool there = text_begins(c->p, c->end, word);

	c->p += there ? strlen(word) : 0;
	return there;
}

/* To behind the ")" that closes the "(" before the cursor. */
static void
cursor_close(Cursor *c)
{
	unsigned depth = 1;
	bool quoted = false;

	for (; c->p < c->end && depth; c->p++) {
		if (*c->p == '"')
			quoted = !quoted;
		else if (!quoted && *c->p == '(')
			depth++;
		else if (!quoted && *c->p == ')')
			depth--;
	}
}

const char *
memory_text(const Func *f, const Insn *insn, const char **end)
{
	const char *p = f->source->text + insn->tail.at;
	bool quoted = false;

	*end = p + insn->tail.len;
	for (; p + 1 < *end; p++) {
		quoted ^= *p == '"';
		if (!quoted && p[0] == ':' && p[1] == ':')
			return p + 2;
	}
	return NULL;
}

/* Where the memory operands of a tail begin; end: it has none. */
static Cursor
memory_operands(const Func *f, const Insn *insn)
{
	Cursor c;

	c.p = memory_text(f, insn, &c.end);
	c.p = c.p ? c.p : c.end;
	return c;
}

/* The number at the cursor; 0: there is none. */
static uint32_t
cursor_number(Cursor *c)
{
	uint32_t n = 0;

	for (; c->p < c->end && *c->p >= '0' && *c->p <= '9'; c->p++)
		n = n * 10 + (uint32_t)(*c->p - '0');
	return n;
}

/* The index of object number ID among the N at OBJECTS, most often in order;
 * NONE: there is none. */
static uint32_t
object_find(const StackObject *objects, uint32_t n, uint32_t id)
{
	if (id < n && objects[id].id == id)
		return id;
	for (uint32_t i = 0; i < n; i++)
		if (objects[i].id == id)
			return i;
	return NONE;
}

/* The index of "%stack.N" at the cursor if it is a spill slot; else NONE. */
static uint32_t
spill_slot(const Func *f, Cursor c)
{
	if (!cursor_word(&c, "%stack."))
		return NONE;
	uint32_t i = object_find(f->stack.at, f->stack.n, cursor_number(&c));
	return i != NONE && f->stack.at[i].kind == STACK_SPILL ? i : NONE;
}

/* Does "%fixed-stack.N" stand at the cursor, of an argument that stays as the
 * caller left it? */
static bool
is_argument(const Func *f, Cursor c)
{
	if (!cursor_word(&c, "%fixed-stack."))
		return false;
	uint32_t i = object_find(f->fixed.at, f->fixed.n, cursor_number(&c));
	return i != NONE && f->fixed.at[i].immutable && !f->fixed.at[i].aliased;
}

/* Bits of the type at the cursor, "s32)" or "<4 x s32>)"; 0: not known. */
static uint32_t
type_bits(Cursor *c)
{
	uint32_t n = 1;

	if (cursor_word(c, "<")) {
		n = cursor_number(c);
		if (!cursor_word(c, " x s"))
			return 0;
		n *= cursor_number(c);
		return cursor_word(c, ">)") ? n : 0;
	}
	if (cursor_word(c, "s"))
		n = cursor_number(c);
	return cursor_word(c, ")") ? n : 0;
}

/* Give E the variable of F's module that the access at the cursor is to, if the
 * module has it under no other name, and where in it the access begins:
 * "@x + 4", "`ptr getelementptr inbounds (i8, ptr @x, i64 8)` + 4".  False:
 * that is not known. */
static bool
variable_read(const Func *f, Cursor c, MemoryEffect *e)
{
	bool inside = cursor_word(&c, "`ptr getelementptr inbounds (");
	const char *end =
		memchr(c.p, inside ? '`' : ')', (size_t)(c.end - c.p));
	const char *at = end ? memchr(c.p, '@', (size_t)(end - c.p)) : NULL;
	bool bytes = cursor_word(&c, "i8, ptr @");

	if (f->traits.aliases || !at || (!inside && at != c.p) ||
	    memchr(at + 1, '@', (size_t)(end - at - 1)) ||
	    memchr(c.p, '"', (size_t)(end - c.p)))
		return false;
	c.p = at;
	while (c.p < end && !strchr(" ,)", *c.p))
		c.p++;
	e->variable.at = (Loc)(at - f->source->text);
	e->variable.len = (uint32_t)(c.p - at);
	e->from = 0;
	if (inside) {
		if (!bytes || !cursor_word(&c, ", i64 "))
			return false;
		e->from = cursor_number(&c);
		if (!cursor_word(&c, ")`"))
			return false;
	}
	if (cursor_word(&c, " + "))
		e->from += cursor_number(&c);
	return c.p < c.end && (*c.p == ',' || *c.p == ')');
}

/* Where the access of BITS bits (0: not known) at the cursor, behind its size,
 * goes. */
static MemoryEffect
access_place(const Func *f, Cursor c, uint32_t bits, bool store, bool invariant)
{
	MemoryEffect e = {.kind = MEMORY_ANY, .store = store};
	bool known = false;

	if (!cursor_word(&c, " from ") && !cursor_word(&c, " into "))
		cursor_word(&c, " on ");
	if (!store && (invariant || cursor_word(&c, "constant-pool") ||
		       cursor_word(&c, "jump-table") ||
		       cursor_word(&c, "got") || is_argument(f, c)))
		e.kind = MEMORY_NONE;
	e.slot = spill_slot(f, c);
	if (e.slot != NONE)
		e.kind = MEMORY_SLOT;
	if (e.kind == MEMORY_ANY)
		known = variable_read(f, c, &e) && bits;
	e.from = known ? e.from : 0;
	e.to = known ? e.from + (bits + 7) / 8 : UINT64_MAX;
	return e;
}

/* Is the flag NAME" at the cursor one of those that say nothing of where the
 * access goes, as the target's setting memory-flags has them? */
static bool
flag_known(const Func *f, Cursor *c)
{
	const char *name = c->p;

	while (c->p < c->end && *c->p != '"')
		c->p++;
	const char *words = target_setting(f->target, "memory-flags");
	return target_words_have(words, name, (size_t)(c->p - name)) &&
	       cursor_word(c, "\" ");
}

/* One memory operand; the cursor is behind its "(" and is left behind its ")".
 * Words until the size in brackets say what kind it is. */
static MemoryEffect
access_read(const Func *f, Cursor *c)
{
	static const char *const plain[] = {
		"non-temporal ",
		"dereferenceable ",
		"unordered ",
		"load ",
	};
	bool store = false, invariant = false, sized = false, known = true;
	MemoryEffect e = {.kind = MEMORY_ALL, .store = true};
	uint32_t bits = 0;

	while (known && !sized && c->p < c->end) {
		known = false;
		for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
			known |= cursor_word(c, plain[i]);
		if (cursor_word(c, "store "))
			known = store = true;
		else if (cursor_word(c, "invariant "))
			known = invariant = true;
		else if (cursor_word(c, "unknown-size"))
			known = sized = true;
		else if (cursor_word(c, "\""))
			known = flag_known(f, c);
		else if (cursor_word(c, "(")) {
			Cursor type = *c;

			known = sized = true;
			bits = type_bits(&type);
			cursor_close(c);
		}
	}
	if (sized)
		e = access_place(f, *c, bits, store, invariant);
	cursor_close(c);
	return e;
}

static bool
same_variable(const Func *f, const MemoryEffect *a, const MemoryEffect *b)
{
	return a->variable.len &&
	       span_same(f->source, a->variable, f->source, b->variable);
}

bool
memory_apart(const Func *f, const MemoryEffect *a, const MemoryEffect *b)
{
	return a->kind == MEMORY_ANY && b->kind == MEMORY_ANY &&
	       a->variable.len && b->variable.len &&
	       (!same_variable(f, a, b) || a->to <= b->from ||
		b->to <= a->from);
}

/* Both effects as one. */
static MemoryEffect
effect_join(const Func *f, MemoryEffect a, MemoryEffect b)
{
	MemoryEffect e = a.kind == MEMORY_NONE ? b : a;

	if (a.kind == MEMORY_NONE || b.kind == MEMORY_NONE)
		return e;
	if (a.kind != b.kind || (a.kind == MEMORY_SLOT && a.slot != b.slot))
		e.kind = MEMORY_ALL;
	e.store |= b.store || e.kind == MEMORY_ALL;
	if (!same_variable(f, &a, &b))
		e.variable.len = 0;
	e.from = a.from < b.from ? a.from : b.from;
	e.to = a.to > b.to ? a.to : b.to;
	return e;
}

/* The first access that instruction I was given; past the end: none. */
static uint32_t
made_first(const Func *f, InsnId i)
{
	uint32_t k = 0;

	SEARCH_FIRST(k, f->accesses.n, f->accesses.at[k].insn < i);
	return k;
}

/* Adds the accesses to slots that instruction I was given; counts them. */
static uint32_t
join_made(const Func *f, InsnId i, MemoryEffect *e)
{
	uint32_t low = made_first(f, i), n = 0;

	for (; low < f->accesses.n && f->accesses.at[low].insn == i; low++) {
		const MadeAccess *a = &f->accesses.at[low];

		*e = effect_join(f, *e,
				 (MemoryEffect){.kind = MEMORY_SLOT,
						.store = a->store,
						.slot = a->slot});
		n++;
	}
	return n;
}

MemoryEffect
memory_effect(const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);
	uint32_t flags = insn_flags(f, insn);
	MemoryEffect e = {.kind = MEMORY_NONE, .slot = NONE};
	const MemoryEffect all = {.kind = MEMORY_ALL, .store = true};
	Cursor c = memory_operands(f, insn);

	uint32_t n = join_made(f, i, &e);
	/* Whatever the opcode can do: this is a move of ours. */
	if (n && insn->flags & (INSN_SPILL | INSN_RELOAD))
		return e;
	if (flags & (OP_SIDE_EFFECTS | OP_CALL) || !insn->op)
		return all;
	while (c.p < c.end) {
		if (*c.p++ != '(')
			continue;
		e = effect_join(f, e, access_read(f, &c));
		n++;
	}
	if (!n && flags & (OP_MAY_LOAD | OP_MAY_STORE))
		return all;
	if (flags & OP_MAY_STORE && e.kind != MEMORY_NONE && !e.store)
		return all;
	return flags & OP_MAY_STORE && e.kind == MEMORY_NONE ? all : e;
}

bool
memory_constant(const Func *f, const Insn *insn)
{
	Cursor c = memory_operands(f, insn);
	uint32_t n = 0;

	if (insn_flags(f, insn) & (OP_SIDE_EFFECTS | OP_CALL | OP_MAY_STORE))
		return false;
	while (c.p < c.end) {
		if (*c.p++ != '(')
			continue;
		if (access_read(f, &c).kind != MEMORY_NONE)
			return false;
		n++;
	}
	return n;
}

bool
memory_load(const Func *f, const Insn *insn, MemoryLoad *load)
{
	Cursor c = memory_operands(f, insn);
	bool quoted = false;

	load->at = (uint32_t)(c.p - f->source->text) - 2;
	if (!cursor_word(&c, " ("))
		return false;
	load->is_volatile = cursor_word(&c, "volatile ");
	while (cursor_word(&c, "dereferenceable ") ||
	       cursor_word(&c, "invariant ") ||
	       cursor_word(&c, "non-temporal "))
		;
	if (!cursor_word(&c, "load ("))
		return false;
	load->bytes = type_bits(&c) / 8;
	Cursor close = c;
	cursor_close(&close);
	if (!load->bytes || close.p != close.end)
		return false;
	load->align = load->bytes;
	load->spread = insn_desc(f, insn)->spread;
	for (; c.p < close.p; c.p++)
		if (*c.p == '"')
			quoted = !quoted;
		else if (!quoted && cursor_word(&c, ", align "))
			load->align = cursor_number(&c);
	return true;
}

/* The register operand of INSN that recipe R moves, if it has no others. */
static const Operand *
recipe_register(const Func *f, const Insn *insn, const Recipe *r)
{
	const Operand *o = insn_opnds(f, insn), *value = NULL;
	uint32_t n = r->opnds.end - r->opnds.start;

	if (insn->op != r->op || insn->nopnds < n)
		return NULL;
	for (uint32_t i = 0; i < n; i++) {
		const RecipeOpnd *p =
			&f->target->recipe_opnds[r->opnds.start + i];

		if (p->kind != RECIPE_VALUE)
			continue;
		if (value || p->value || o[i].kind != OPND_REG)
			return NULL;
		value = &o[i];
	}
	return value;
}

bool
memory_slot_move(const Func *f, InsnId i, SlotMove *move)
{
	const Insn *insn = func_insn(f, i);

	if (!(insn->flags & INSN_MADE) ||
	    !(insn->flags & (INSN_SPILL | INSN_RELOAD)))
		return false;
	uint32_t at = made_first(f, i);
	if (at >= f->accesses.n || f->accesses.at[at].insn != i ||
	    (at + 1 < f->accesses.n && f->accesses.at[at + 1].insn == i) ||
	    f->accesses.at[at].size !=
		    f->stack.at[f->accesses.at[at].slot].size)
		return false;
	move->slot = f->accesses.at[at].slot;
	move->load = insn->flags & INSN_RELOAD;
	FOR_ARRAY(SpillRule, rule, f->target->spills, f->target->n_spills) {
		const Operand *o = recipe_register(
			f, insn,
			&f->target->recipes[move->load ? rule->load
						       : rule->store]);

		if (!o || o->flags & OPND_UNDEF)
			continue;
		move->reg = (RegId)o->val;
		return true;
	}
	return false;
}
