/*
 * Exception tables: which landing pad an exception out of a call goes to, and
 * which types it waits for.  The form is that of the Itanium C++ ABI's
 * language-specific data, as __gxx_personality_v0 reads it.
 *
 * In tables of a section (EH_SECTION) addresses of types are relative and go
 * through a word that holds them, as in position-independent code: that suits
 * every kind of program.  Tables behind the function (EH_FUNCTION) have words
 * with a relocation of their own kind for them.
 */
#include "core/emit/asm_internal.h"
#include "core/emit/landing_pads.h"
#include "core/emit/names.h"

#include <stdio.h>
#include <string.h>

/* Code between two labels, by their number. */
typedef struct {
	uint32_t begin, end;
	BlockId pad;
	uint32_t action; /* offset of its record + 1; 0: cleanup only */
} Range;

/* Waits for what FILTER says; then, if MORE, what the next record says. */
typedef struct {
	int64_t filter;
	bool more;
} Action;

struct AsmEh {
	IrFunc ir;
	VEC(Range) ranges;
	VEC(Action) actions;
	uint32_t action_bytes;
	VEC(uint32_t) filters; /* type numbers, each list ends with 0 */
	uint32_t filter_bytes;
	uint32_t *actions_of; /* by block: Range.action + 1; 0: not known yet */
	uint32_t printed;     /* labels so far */
};

static unsigned
sleb_size(int64_t v)
{
	unsigned n = 1;

	for (; v < -64 || v > 63; v >>= 7)
		n++;
	return n;
}

static unsigned
uleb_size(uint32_t v)
{
	unsigned n = 1;

	for (; v > 127; v >>= 7)
		n++;
	return n;
}

/* A list of types that may pass; returns what an action says of it.  With
 * EH_FUNCTION the list is of words. */
static int64_t
filter_add(Asm *a, Slice uses)
{
	AsmEh *eh = a->eh;
	uint32_t at = eh->filter_bytes;
	bool words = a->hooks->eh == EH_FUNCTION;

	for (uint32_t i = uses.start; i <= uses.end; i++) {
		uint32_t number = i < uses.end ? eh->ir.uses.at[i].number : 0;

		VEC_PUSH(a->tmp, eh->filters, number);
		eh->filter_bytes += words ? 1 : uleb_size(number);
	}
	return -1 - (int64_t)at;
}

/* The records of landing pad B's clauses: Range.action. */
static uint32_t
pad_actions(Asm *a, const IrBlock *b)
{
	AsmEh *eh = a->eh;
	uint32_t first = eh->action_bytes + 1;

	if (b->clauses.start == b->clauses.end)
		return 0;
	for (uint32_t i = b->clauses.start; i < b->clauses.end + b->cleanup;
	     i++) {
		Action action = {.more = i + 1 < b->clauses.end + b->cleanup};
		const IrClause *clause = &eh->ir.clauses.at[i];

		if (i < b->clauses.end && clause->filter)
			action.filter = filter_add(a, clause->uses);
		else if (i < b->clauses.end)
			action.filter =
				eh->ir.uses.at[clause->uses.start].number;
		VEC_PUSH(a->tmp, eh->actions, action);
		eh->action_bytes += sleb_size(action.filter) + 1;
	}
	return first;
}

/* The block that exceptions in block B go to. */
static bool
pad_find(Asm *a, BlockId b, Loc loc, BlockId *pad)
{
	const Func *f = a->f;
	Slice s = f->blocks.at[b].succs;

	for (*pad = NONE; s.start < s.end; s.start++) {
		BlockId to = f->succs.at[s.start].block;

		if (!(f->blocks.at[to].flags & BLOCK_LANDING_PAD) || to == *pad)
			continue;
		if (*pad != NONE)
			return asm_error(a, loc,
					 "this call's landing pad is one of "
					 "several, and which is not said");
		*pad = to;
	}
	return *pad != NONE ||
	       asm_error(a, loc, "no landing pad follows this label's block");
}

static bool
range_add(Asm *a, uint32_t begin, uint32_t end, BlockId b, Loc loc)
{
	AsmEh *eh = a->eh;
	Range range = {.begin = begin, .end = end};

	if (!pad_find(a, b, loc, &range.pad))
		return false;
	uint32_t *known = &eh->actions_of[range.pad];
	if (!*known) {
		const IrBlock *ir =
			irfunc_block(&eh->ir, a->f, range.pad, a->tmp);

		if (!ir || !ir->pad)
			return asm_error(a, a->f->blocks.at[range.pad].label.at,
					 "the module does not say what this "
					 "landing pad waits for");
		*known = pad_actions(a, ir) + 1;
	}
	range.action = *known - 1;
	VEC_PUSH(a->tmp, eh->ranges, range);
	return true;
}

/* Labels come in pairs around calls; before them, in a landing pad, one that
 * marks its start. */
static bool
ranges_find(Asm *a)
{
	const Func *f = a->f;
	uint32_t n = 0, begin = NONE;

	for (BlockId b = 0; b < f->blocks.n; b++) {
		bool start = f->blocks.at[b].flags & BLOCK_LANDING_PAD;

		FOR_INSNS(insn, f, &f->blocks.at[b]) {
			if (!insn_is(f, insn, WK_EH_LABEL))
				continue;
			if (!start && begin != NONE &&
			    !range_add(a, begin, n, b, insn->loc))
				return false;
			if (!start)
				begin = begin == NONE ? n : NONE;
			start = false;
			n++;
		}
	}
	return begin == NONE ||
	       asm_error(a, f->name.at,
			 "labels of calls with landing pads are no pairs");
}

bool
asm_eh_read(Asm *a)
{
	const Func *f = a->f;
	BlockId b;

	for (b = 0; b < f->blocks.n; b++)
		if (f->blocks.at[b].flags & BLOCK_LANDING_PAD)
			break;
	if (b == f->blocks.n)
		return true;
	if (a->hooks->eh == EH_NONE)
		return asm_error(a, f->blocks.at[b].label.at,
				 "landing pads have no assembly");
	a->eh = ARENA_NEW(a->tmp, AsmEh, 1);
	a->eh->actions_of = ARENA_NEW(a->tmp, uint32_t, f->blocks.n);
	if (!irfunc_read(f, a->tmp, &a->eh->ir) || !ranges_find(a))
		return false;
	if (!a->eh->ranges.n)
		a->eh = NULL;
	else if (!a->eh->ir.personality)
		return asm_error(a, f->blocks.at[b].label.at,
				 "the function has a landing pad but no "
				 "personality");
	return true;
}

void
asm_eh_label(Asm *a)
{
	if (a->eh)
		buf_printf(a->out, "%seh%u:\n", a->local, a->eh->printed++);
}

/* The symbol of the word that holds NAME's address.  There is one in all for
 * a personality, which is global; a type may be known in this file only. */
static const char *
holder(Asm *a, const char *name, bool global)
{
	size_t len = strlen(name), quoted = *name == '"';
	char *s = arena_raw(a->tmp, len + 16);

	sprintf(s, "%sDW.ref.%.*s", global ? "" : ".L", (int)(len - 2 * quoted),
		name + quoted);
	return names_symbol(a->tmp, NULL, s, strlen(s));
}

/* Defines that word, unless an earlier function has. */
static void
print_holder(Asm *a, const char *name, bool global)
{
	const char *s = holder(a, name, global);

	buf_printf(a->out, "\t.ifndef %s\n", s);
	if (global)
		buf_printf(a->out,
			   "\t.hidden %s\n\t.weak %s\n\t.section "
			   ".data.rel.local.%s,\"awG\",@progbits,%s,comdat\n"
			   "\t.balign 8\n\t.type %s, @object\n"
			   "\t.size %s, 8\n",
			   s, s, s, s, s, s);
	else
		buf_str(a->out, "\t.section .data.rel.ro,\"aw\",@progbits\n"
				"\t.balign 8\n");
	buf_printf(a->out, "%s:\n\t.8byte %s\n\t.endif\n", s, name);
}

void
asm_cfi_start(Asm *a)
{
	buf_str(a->out, "\t.cfi_startproc\n");
	if (!a->eh)
		return;
	buf_printf(a->out,
		   "\t.cfi_personality 0x9b, %s\n\t.cfi_lsda 0x1b, %slsda\n",
		   holder(a, a->eh->ir.personality, true), a->local);
}

void
asm_cfi_end(Asm *a)
{
	buf_str(a->out, "\t.cfi_endproc\n");
}

static void
print_type(Asm *a, uint32_t number)
{
	const char *type = number ? a->eh->ir.types.at[number - 1] : NULL;

	if (!type)
		buf_str(a->out, "\t.4byte 0\n");
	else if (a->hooks->eh == EH_FUNCTION)
		buf_printf(a->out, "\t.long %s%s\n", type, a->hooks->eh_type);
	else
		buf_printf(a->out, "\t.4byte %s-.\n", holder(a, type, false));
}

/* The directive for a place or a distance in the code. */
static const char *
distance(const Asm *a)
{
	return a->hooks->eh_words ? "4byte" : "uleb128";
}

/* From label N, or the function's start or end (NONE), to label M; what lies
 * before the pad has none. */
static void
print_gap(Asm *a, uint32_t n, uint32_t m)
{
	const char *l = a->local, *d = distance(a);
	char from[24] = "", to[24] = "end";

	if (n != NONE)
		sprintf(from, "eh%u", n);
	if (m != NONE)
		sprintf(to, "eh%u", m);
	if (n == NONE)
		buf_printf(a->out, "\t.%s 0\n\t.%s %s%s-%s\n", d, d, l, to,
			   a->symbol);
	else
		buf_printf(a->out, "\t.%s %s%s-%s\n\t.%s %s%s-%s%s\n", d, l,
			   from, a->symbol, d, l, to, l, from);
	buf_str(a->out, a->hooks->eh_words ? "\t.4byte 0\n\t.byte 0\n"
					   : "\t.byte 0, 0\n");
}

static void
print_ranges(Asm *a)
{
	const AsmEh *eh = a->eh;
	const char *l = a->local, *d = distance(a);
	uint32_t last = NONE;

	FOR_VEC(Range, r, eh->ranges) {
		print_gap(a, last, r->begin);
		buf_printf(a->out,
			   "\t.%s %seh%u-%s\n\t.%s %seh%u-%seh%u\n"
			   "\t.%s %s-%s\n\t.uleb128 %u\n",
			   d, l, r->begin, a->symbol, d, l, r->end, l, r->begin,
			   d, asm_block_label(a, r->pad), a->symbol, r->action);
		last = r->end;
	}
	print_gap(a, last, NONE);
}

/* What stands in front of the call sites, where distances are words: the
 * assembler need not be able to work out the others. */
static void
print_counted(Asm *a)
{
	const AsmEh *eh = a->eh;
	uint32_t calls = 0;

	for (uint32_t i = 0; i < eh->ranges.n; i++)
		calls += 12 + uleb_size(eh->ranges.at[i].action);
	calls += (eh->ranges.n + 1) * 13; /* gaps */
	buf_printf(a->out, "\t.balign 4\n%slsda:\n\t.byte 255\n", a->local);
	if (eh->ir.types.n || eh->filters.n) {
		/* To the end of the types, in four bytes. */
		uint32_t at =
			2 + 4 + 1 + uleb_size(calls) + calls + eh->action_bytes;
		at = (at + 3) / 4 * 4 + 4 * eh->ir.types.n - 6;
		buf_printf(a->out, "\t.byte 0x9b, 0x%x, 0x%x, 0x%x, 0x%x\n",
			   0x80 | (at & 127), 0x80 | (at >> 7 & 127),
			   0x80 | (at >> 14 & 127), at >> 21);
	} else {
		buf_str(a->out, "\t.byte 255\n");
	}
	buf_printf(a->out, "\t.byte 3\n\t.uleb128 %u\n", calls);
}

static void
print_header(Asm *a)
{
	const AsmEh *eh = a->eh;
	const char *l = a->local;
	bool behind = a->hooks->eh == EH_FUNCTION;

	buf_printf(a->out, "\t.balign 4\n%slsda:\n\t.byte 255\n", l);
	if (eh->ir.types.n || eh->filters.n)
		buf_printf(a->out,
			   "\t.byte %s\n\t.uleb128 %stypes-%sheader\n"
			   "%sheader:\n",
			   behind ? "0" : "0x9b", l, l, l);
	else
		buf_str(a->out, "\t.byte 255\n");
	buf_printf(a->out,
		   "\t.byte 1\n\t.uleb128 %sactions-%scalls\n%scalls:\n", l, l,
		   l);
}

static void
print_tables(Asm *a)
{
	const AsmEh *eh = a->eh;
	const char *l = a->local;
	bool behind = a->hooks->eh == EH_FUNCTION;

	if (a->hooks->eh_words)
		print_counted(a);
	else
		print_header(a);
	print_ranges(a);
	buf_printf(a->out, "%sactions:\n", l);
	for (uint32_t i = 0; i < eh->actions.n; i++)
		buf_printf(a->out, "\t.sleb128 %lld\n\t.byte %d\n",
			   (long long)eh->actions.at[i].filter,
			   eh->actions.at[i].more);
	buf_str(a->out, "\t.balign 4\n");
	for (uint32_t i = eh->ir.types.n; i > 0; i--)
		print_type(a, i);
	buf_printf(a->out, "%stypes:\n", l);
	for (uint32_t i = 0; i < eh->filters.n; i++)
		if (behind)
			print_type(a, eh->filters.at[i]);
		else
			buf_printf(a->out, "\t.uleb128 %u\n",
				   eh->filters.at[i]);
	buf_str(a->out, "\t.balign 4\n");
}

void
asm_eh_tail(Asm *a)
{
	const AsmEh *eh = a->eh;

	if (!eh)
		return;
	if (a->hooks->eh == EH_FUNCTION) {
		buf_printf(a->out, "\t.personality %s\n\t.handlerdata\n",
			   eh->ir.personality);
		print_tables(a);
		return;
	}
	buf_str(a->out, "\t.section .gcc_except_table,\"a\",@progbits\n");
	print_tables(a);
	for (uint32_t i = 0; i < eh->ir.types.n; i++)
		if (eh->ir.types.at[i])
			print_holder(a, eh->ir.types.at[i], false);
	print_holder(a, eh->ir.personality, true);
	asm_section(a);
}
