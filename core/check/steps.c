/*
 * Both functions as one list of steps.
 *
 * A step has an instruction of BEFORE, or one of AFTER, or one of each that
 * are the same.  Instructions of BEFORE without counterpart (renamings, what
 * was left out) stand right behind the one before them; as moves do not care
 * what a value is called, their place among moves does not matter.  An
 * instruction that AFTER has later in the block has two steps.
 */
#include "core/check/steps.h"

static void
push_step(Check *c, BlockId block, InsnId before, InsnId after)
{
	const Func *f = c->before;
	uint32_t at = c->steps.n;

	(void)block;
	VEC_PUSH(&c->arena, c->steps, ((Step){before, after}));
	if (before == NONE)
		return;
	if (insn_flags(f, func_insn(f, before)) & OP_CALL)
		c->blocks.leave_pad[block] = at + 1;
	if (insn_is(f, func_insn(f, before), WK_INLINEASM_BR))
		c->blocks.leave_asm[block] = at + 1;
}

/* An instruction of BEFORE that has no counterpart. */
static void
push_missing(Check *c, BlockId block, InsnId i)
{
	const Insn *b = func_insn(c->before, i);

	if (b->flags & INSN_DEBUG)
		return;
	/* Later passes leave out branches to the block that follows. */
	if (c->options->match && insn_flags(c->before, b) & OP_BRANCH)
		check_unmatched(c, i, NONE, "is missing in the output");
	else if (!check_is_naming(c, b) && (!check_is_pure(c->before, b) ||
					    insn_labels(c->before, b).len))
		check_error(c, i, "is missing in the output");
	push_step(c, block, i, NONE);
}

/* Those of BEFORE from I up to O stand later in AFTER: they wait, and with them
 * the names that AFTER does not give what they compute. */
static InsnId
push_waiting(Check *c, BlockId block, InsnId i, InsnId o,
	     const InsnId *after_of)
{
	InsnId first = c->before->blocks.at[block].first;

	for (; i < o; i++) {
		if (after_of[i] == NONE &&
		    !(check_is_naming(c, func_insn(c->before, i)) &&
		      check_reads_waiting(c, first, i))) {
			push_missing(c, block, i);
			continue;
		}
		c->pairs.waits[i] = 1;
		c->pairs.nwaiting++;
		if (after_of[i] != NONE)
			push_step(c, block, i, NONE);
	}
	return i;
}

/* O, which waited, has come, and I comes next: so do the names behind O that
 * waited for it. */
static void
push_names(Check *c, BlockId block, InsnId o, InsnId i, const InsnId *after_of)
{
	InsnId first = c->before->blocks.at[block].first;

	while (++o < i) {
		if (!c->pairs.waits[o] || after_of[o] != NONE ||
		    check_reads_waiting(c, first, o) ||
		    !check_may_sink(c, o, i, c->pairs.waits))
			continue;
		c->pairs.waits[o] = 0;
		c->pairs.nwaiting--;
		push_missing(c, block, o);
	}
}

/* O of BEFORE, which AFTER has at J: I is the first that it had not had so far.
 * Returns the one that comes next; NONE after an error. */
static InsnId
push_original(Check *c, BlockId block, InsnId i, InsnId o, InsnId j,
	      const InsnId *after_of)
{
	const Block *x = &c->before->blocks.at[block];
	bool waits = o >= x->first && o < i && c->pairs.waits[o];

	if (!waits && o >= i && o < x->end)
		i = push_waiting(c, block, i, o, after_of);
	if ((!waits && o != i) ||
	    (waits && !check_may_sink(c, o, i, c->pairs.waits))) {
		check_unmatched(c, NONE, j, "is not where the input has it");
		return NONE;
	}
	if (waits) {
		c->pairs.waits[o] = 0;
		c->pairs.nwaiting--;
		c->pairs.sunk[o] = check_comes_along(c, o, i, c->pairs.waits)
					   ? SUNK_WHOLE
					   : SUNK_PART;
	}
	push_step(c, block, o, j);
	if (waits)
		push_names(c, block, o, i, after_of);
	return waits ? i : i + 1;
}

static void
merge_block(Check *c, BlockId block, const InsnId *after_of)
{
	const Block *x = &c->before->blocks.at[block];
	const Block *y = &c->after->blocks.at[block];
	InsnId i = x->first, j;

	c->pairs.nwaiting = 0;
	c->blocks.step[block] = c->steps.n;
	c->blocks.leave_pad[block] = c->blocks.leave_asm[block] = NONE;
	for (j = y->first; j < y->end; j++) {
		while (i < x->end && after_of[i] == NONE &&
		       !check_reads_waiting(c, x->first, i))
			push_missing(c, block, i++);
		if (c->pairs.kind[j] == MOVE_NOTHING)
			continue;
		if (c->pairs.kind[j] != MOVE_ORIGINAL) {
			push_step(c, block, NONE, j);
			continue;
		}
		i = push_original(c, block, i, c->pairs.origin[j], j, after_of);
		if (i == NONE)
			return;
	}
	i = push_waiting(c, block, i, x->end, after_of);
	for (j = x->first; j < x->end && !c->pairs.waits[j]; j++)
		;
	if (j < x->end)
		check_unmatched(c, j, NONE, "is not where the input has it");
	if (c->blocks.leave_pad[block] == NONE)
		c->blocks.leave_pad[block] = c->steps.n;
	if (c->blocks.leave_asm[block] == NONE)
		c->blocks.leave_asm[block] = c->steps.n;
}

/* Settle what each instruction of AFTER is; returns, by instruction of
 * BEFORE, its counterpart. */
static InsnId *
pair_up(Check *c)
{
	const Func *b = c->before, *a = c->after;
	InsnId *after_of = ARENA_RAW(&c->arena, InsnId, b->insns.n + 1);

	for (InsnId j = 0; j < b->insns.n; j++)
		after_of[j] = NONE;
	for (InsnId j = 0; j < a->insns.n; j++) {
		InsnId o = c->pairs.origin[j];
		const Insn *insn = func_insn(a, j);

		if ((insn->flags & INSN_DEBUG) || o == NONE ||
		    check_is_naming(c, insn) ||
		    check_is_naming(c, func_insn(b, o))) {
			if (!check_classify(c, j)) {
				check_error_after(c, j,
						  "the input has no such "
						  "instruction here");
				c->pairs.kind[j] = MOVE_NOTHING;
			}
			continue;
		}
		c->pairs.kind[j] = MOVE_ORIGINAL;
		c->pairs.aux[j] = 0;
		if (after_of[o] != NONE)
			check_error_after(c, j, "stands twice in the output");
		after_of[o] = j;
		check_insn(c, o, j);
	}
	check_moves(c);
	check_lanes(c);
	return after_of;
}

void
check_steps(Check *c)
{
	uint32_t nblocks = c->before->blocks.n;
	InsnId *after_of = pair_up(c);

	c->blocks.step = ARENA_NEW(&c->arena, uint32_t, nblocks + 1);
	c->blocks.leave_pad = ARENA_NEW(&c->arena, uint32_t, nblocks + 1);
	c->blocks.leave_asm = ARENA_NEW(&c->arena, uint32_t, nblocks + 1);
	for (uint32_t i = 0; i < nblocks && !c->messages.hopeless; i++)
		merge_block(c, i, after_of);
	c->blocks.step[nblocks] = c->steps.n;
}
