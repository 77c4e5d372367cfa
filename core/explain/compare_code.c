/*
 * Two codes of a block side by side.  Allocation keeps most instructions in
 * their order, so that the two are walked together: where they differ, what
 * comes first is looked for where both go on with the same opcode, a few
 * instructions ahead at most.  Near linear.
 */
#include "core/explain/compare_internal.h"

#include "core/mirtext/mir.h"

#include <string.h>

enum {
	AHEAD = 64,    /* instructions looked at for where both go on */
	CONTEXT = 1,   /* rows told around what differs */
	MAX_ROWS = 30, /* told */
};

/* Instructions in one row; NONE: that side has none. */
typedef struct {
	InsnId insn[COMPARE_SIDES];
} Row;

typedef struct {
	const ComparePair *pair;
	InsnId at[COMPARE_SIDES], end[COMPARE_SIDES];
	VEC(Row) rows;
} Walk;

static const Insn *
insn_of(const Walk *w, unsigned side, InsnId i)
{
	return func_insn(w->pair->code[side], i);
}

/* Can the two be one instruction? */
static bool
is_same(const Walk *w, InsnId ours, InsnId theirs)
{
	const Insn *a = insn_of(w, COMPARE_OURS, ours);
	const Insn *b = insn_of(w, COMPARE_THEIRS, theirs);
	Cost none = {0};

	return a->op == b->op &&
	       cost_insn(w->pair->code[COMPARE_OURS], a, 0, &none) ==
		       cost_insn(w->pair->code[COMPARE_THEIRS], b, 0, &none);
}

/* How many instructions of ours and theirs stand before where both go on with
 * the same; of what is equally far, as many of ours as can be. */
static void
skip_find(const Walk *w, uint32_t skip[COMPARE_SIDES])
{
	uint32_t ours = w->end[COMPARE_OURS] - w->at[COMPARE_OURS];
	uint32_t theirs = w->end[COMPARE_THEIRS] - w->at[COMPARE_THEIRS];

	skip[COMPARE_OURS] = ours;
	skip[COMPARE_THEIRS] = theirs;
	if (!ours || !theirs)
		return;
	for (uint32_t far = 0; far <= AHEAD; far++)
		for (uint32_t k = far + 1; k-- > 0;) {
			if (k >= ours || far - k >= theirs ||
			    !is_same(w, w->at[COMPARE_OURS] + k,
				     w->at[COMPARE_THEIRS] + far - k))
				continue;
			skip[COMPARE_OURS] = k;
			skip[COMPARE_THEIRS] = far - k;
			return;
		}
	skip[COMPARE_OURS] = skip[COMPARE_THEIRS] = 1;
}

/* Past what has no place in the comparison. */
static void
debug_skip(Walk *w)
{
	for (unsigned side = 0; side < COMPARE_SIDES; side++)
		while (w->at[side] < w->end[side] &&
		       insn_of(w, side, w->at[side])->flags & INSN_DEBUG)
			w->at[side]++;
}

/* The next instruction of each side in TAKE gets a row. */
static void
row_take(Walk *w, const bool take[COMPARE_SIDES])
{
	Row row = {{NONE, NONE}};

	for (unsigned side = 0; side < COMPARE_SIDES; side++)
		if (take[side])
			row.insn[side] = w->at[side]++;
	VEC_PUSH(w->pair->tmp, w->rows, row);
	debug_skip(w);
}

static void
rows_find(Walk *w)
{
	static const bool both[COMPARE_SIDES] = {true, true};
	uint32_t skip[COMPARE_SIDES];

	debug_skip(w);
	while (w->at[COMPARE_OURS] < w->end[COMPARE_OURS] ||
	       w->at[COMPARE_THEIRS] < w->end[COMPARE_THEIRS]) {
		skip_find(w, skip);
		if (!skip[COMPARE_OURS] && !skip[COMPARE_THEIRS])
			row_take(w, both);
		for (unsigned side = 0; side < COMPARE_SIDES; side++) {
			bool take[COMPARE_SIDES] = {side == COMPARE_OURS,
						    side == COMPARE_THEIRS};

			for (; skip[side] && w->at[side] < w->end[side];
			     skip[side]--)
				row_take(w, take);
		}
	}
}

/* --- what is told --- */

static bool
is_paired(const Row *row)
{
	return row->insn[COMPARE_OURS] != NONE &&
	       row->insn[COMPARE_THEIRS] != NONE;
}

static CostPart
part_of(const Walk *w, unsigned side, InsnId i)
{
	Cost none = {0};

	return i == NONE ? COST_PARTS
			 : cost_insn(w->pair->code[side], insn_of(w, side, i),
				     0, &none);
}

/* Does the row differ, or cost anything? */
static bool
is_told(const Walk *w, const Row *row)
{
	return !is_paired(row) ||
	       part_of(w, COMPARE_OURS, row->insn[COMPARE_OURS]) < COST_PARTS;
}

/* Take WORD out of TEXT, wherever it stands. */
static void
word_drop(char *text, const char *word)
{
	size_t len = strlen(word);

	while ((text = strstr(text, word)))
		memmove(text, text + len, strlen(text + len) + 1);
}

/* Instruction I of SIDE without its memory operands, and without marks of
 * registers that say nothing of cost. */
static CompareInsn
insn_tell(const Walk *w, unsigned side, InsnId i, const Lines *lines,
	  Arena *arena)
{
	CompareInsn told = {0};
	Buf text = {0};

	if (i == NONE)
		return told;
	mir_print_insn(w->pair->code[side], i, &text);
	buf_char(&text, '\0');
	char *cut = strstr(text.at, " :: ");
	if (cut)
		*cut = '\0';
	word_drop(text.at, "renamable ");
	word_drop(text.at, "killed ");
	told.text = arena_copy(arena, text.at, strlen(text.at) + 1,
			       strlen(text.at) + 1);
	buf_free(&text);
	if (insn_of(w, side, i)->loc != LOC_NONE)
		told.line = lines_at(lines, insn_of(w, side, i)->loc, NULL);
	told.costs = part_of(w, side, i) < COST_PARTS;
	return told;
}

/* Mark in TOLD, by row, those that are told. */
static uint8_t *
told_find(const Walk *w)
{
	uint8_t *told = ARENA_NEW(w->pair->tmp, uint8_t, w->rows.n + 1);

	for (uint32_t i = 0; i < w->rows.n; i++) {
		if (!is_told(w, &w->rows.at[i]))
			continue;
		for (uint32_t k = i < CONTEXT ? 0 : i - CONTEXT;
		     k <= i + CONTEXT && k < w->rows.n; k++)
			told[k] = 1;
	}
	return told;
}

static void
lines_open(const ComparePair *pair, Lines lines[COMPARE_SIDES])
{
	for (unsigned side = 0; side < COMPARE_SIDES; side++) {
		const Func *f = pair->code[side];

		lines_find(&lines[side], f->source, f->text.document,
			   f->text.first_line, pair->tmp);
	}
}

static void
place_rows(const Walk *w, ComparePlace *place, Arena *arena)
{
	const uint8_t *told = told_find(w);
	Lines lines[COMPARE_SIDES];

	lines_open(w->pair, lines);
	place->rows = ARENA_NEW(arena, CompareRow, MAX_ROWS);
	for (uint32_t i = 0; i < w->rows.n; i++) {
		if (!told[i] && (!i || !told[i - 1]))
			continue;
		if (place->nrows == MAX_ROWS) {
			place->more += is_told(w, &w->rows.at[i]);
			continue;
		}
		for (unsigned side = 0; told[i] && side < COMPARE_SIDES; side++)
			place->rows[place->nrows].side[side] =
				insn_tell(w, side, w->rows.at[i].insn[side],
					  &lines[side], arena);
		place->nrows++;
	}
}

/* See compare_code. */
static InsnId
blamed_find(const Walk *w, CostPart part)
{
	InsnId any = NONE;

	FOR_VEC(Row, row, w->rows) {
		if (part_of(w, COMPARE_OURS, row->insn[COMPARE_OURS]) != part)
			continue;
		if (!is_paired(row))
			return row->insn[COMPARE_OURS];
		if (any == NONE)
			any = row->insn[COMPARE_OURS];
	}
	return any;
}

InsnId
compare_code(const ComparePair *pair, const CompareBlock *b, CostPart part,
	     ComparePlace *place, Arena *arena)
{
	Walk w = {.pair = pair};

	for (unsigned side = 0; side < COMPARE_SIDES; side++) {
		if (b->block[side] == NONE)
			continue;
		const Block *block =
			&pair->code[side]->blocks.at[b->block[side]];
		w.at[side] = block->first;
		w.end[side] = block->end;
	}
	rows_find(&w);
	place_rows(&w, place, arena);
	return blamed_find(&w, part);
}
