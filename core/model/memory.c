/*
 * Memory operands are text behind an instruction's last operand:
 *
 *   :: (volatile load (s32) from %ir.p + 4, align 8), (store (s64) into ...)
 *
 * Two accesses are told apart if one is to a spill slot and the other is not,
 * or to another one.  Everything else stays in order.
 */
#include "core/model/memory.h"

#include <string.h>

/* A piece of the tail being read. */
typedef struct {
	const char *p, *end;
} Cursor;

static bool
cursor_word(Cursor *c, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(c->end - c->p) < n || memcmp(c->p, word, n))
		return false;
	c->p += n;
	return true;
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

/* Where the memory operands of a tail begin; end: it has none. */
static Cursor
memory_operands(const Func *f, const Insn *insn)
{
	Cursor c = {f->source->text + insn->tail.at, NULL};
	bool quoted = false;

	c.end = c.p + insn->tail.len;
	for (; c.p + 1 < c.end; c.p++)
		if (*c.p == '"')
			quoted = !quoted;
		else if (!quoted && c.p[0] == ':' && c.p[1] == ':') {
			c.p += 2;
			return c;
		}
	c.p = c.end;
	return c;
}

/* The index of "%stack.N" at the cursor if it is a spill slot; else NONE. */
static uint32_t
spill_slot(const Func *f, Cursor c)
{
	uint32_t id = 0, i;

	if (!cursor_word(&c, "%stack."))
		return NONE;
	for (; c.p < c.end && *c.p >= '0' && *c.p <= '9'; c.p++)
		id = id * 10 + (uint32_t)(*c.p - '0');
	if (id < f->stack.n && f->stack.at[id].id == id)
		return f->stack.at[id].kind == STACK_SPILL ? id : NONE;
	for (i = 0; i < f->stack.n; i++)
		if (f->stack.at[i].id == id)
			return f->stack.at[i].kind == STACK_SPILL ? i : NONE;
	return NONE;
}

/* Where the access at the cursor, behind its size, goes. */
static MemoryEffect
access_place(const Func *f, Cursor c, bool store, bool invariant)
{
	MemoryEffect e = {.kind = MEMORY_ANY, .store = store};

	if (!cursor_word(&c, " from ") && !cursor_word(&c, " into "))
		cursor_word(&c, " on ");
	if (!store && (invariant || cursor_word(&c, "constant-pool") ||
		       cursor_word(&c, "jump-table") || cursor_word(&c, "got")))
		e.kind = MEMORY_NONE;
	e.slot = spill_slot(f, c);
	if (e.slot != NONE)
		e.kind = MEMORY_SLOT;
	return e;
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

	while (known && !sized && c->p < c->end) {
		size_t i;

		known = false;
		for (i = 0; i < sizeof(plain) / sizeof(*plain); i++)
			known |= cursor_word(c, plain[i]);
		if (cursor_word(c, "store "))
			known = store = true;
		else if (cursor_word(c, "invariant "))
			known = invariant = true;
		else if (cursor_word(c, "unknown-size"))
			known = sized = true;
		else if (cursor_word(c, "\"amdgpu-noclobber\" "))
			known = true;
		else if (cursor_word(c, "(")) {
			known = sized = true;
			cursor_close(c);
		}
	}
	if (sized)
		e = access_place(f, *c, store, invariant);
	cursor_close(c);
	return e;
}

/* Both effects as one. */
static MemoryEffect
effect_join(MemoryEffect a, MemoryEffect b)
{
	MemoryEffect e = a.kind == MEMORY_NONE ? b : a;

	if (a.kind == MEMORY_NONE || b.kind == MEMORY_NONE)
		return e;
	if (a.kind != b.kind || (a.kind == MEMORY_SLOT && a.slot != b.slot))
		e.kind = MEMORY_ALL;
	e.store |= b.store || e.kind == MEMORY_ALL;
	return e;
}

/* Adds the accesses to slots that instruction I was given; counts them. */
static uint32_t
join_made(const Func *f, InsnId i, MemoryEffect *e)
{
	uint32_t low = 0, high = f->accesses.n, n = 0;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (f->accesses.at[mid].insn < i)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < f->accesses.n && f->accesses.at[low].insn == i; low++) {
		const MadeAccess *a = &f->accesses.at[low];

		*e = effect_join(*e, (MemoryEffect){.kind = MEMORY_SLOT,
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
	uint32_t flags = insn_flags(f, insn), n;
	MemoryEffect e = {.kind = MEMORY_NONE, .slot = NONE};
	const MemoryEffect all = {.kind = MEMORY_ALL, .store = true};
	Cursor c = memory_operands(f, insn);

	if (flags & (OP_SIDE_EFFECTS | OP_CALL) || !insn->op)
		return all;
	n = join_made(f, i, &e);
	while (c.p < c.end) {
		if (*c.p++ != '(')
			continue;
		e = effect_join(e, access_read(f, &c));
		n++;
	}
	if (!n && flags & (OP_MAY_LOAD | OP_MAY_STORE))
		return all;
	if (flags & OP_MAY_STORE && e.kind != MEMORY_NONE && !e.store)
		return all;
	if (flags & OP_MAY_STORE && e.kind == MEMORY_NONE)
		return all;
	return e;
}
