/*
 * Messages of the checker: where, what was wanted, what is there instead.
 */
#include "core/check/insn/insns.h"

#include "core/model/names.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static NameText
insn_name(const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);

	if (insn->op)
		return name_format("%s", insn_opcode_name(f, insn));
	return name_format("%.*s",
			   (int)(insn->name.len < 60 ? insn->name.len : 60),
			   f->source->text + insn->name.at);
}

/* "bb.3: STORE" */
static NameText
insn_place(const Func *f, InsnId i)
{
	return name_format("bb.%u: %s",
			   f->blocks.at[func_block_of(f, i)].number,
			   insn_name(f, i).at);
}

static NameText
value_name(const Check *c, Value v)
{
	uint32_t cell = v - c->nvregs;

	if (v < c->nvregs)
		return vreg_name(c->before, v);
	return name_format(
		"the input's $%s",
		target_reg_name(c->t, cell < c->cells.ncells
					      ? c->cells.name[cell]
					      : cell - c->cells.ncells));
}

static NameText
lane_name(const Check *c, uint32_t slot)
{
	unsigned lane =
		(unsigned)c->slots.lanes.at[slot - c->after->stack.n] & 63;
	uint32_t home = check_lane_home(c, slot);

	if (home == NONE)
		return name_format(
			"lane %u of $%s", lane,
			target_reg_name(c->t, check_lane_reg(c, slot)));
	return name_format("lane %u of %%stack.%u", lane,
			   c->after->stack.at[home].id);
}

static NameText
place_name(const Check *c, Place p)
{
	if (p & PLACE_AGAIN)
		return name_format("another %.60s",
				   insn_name(c->after, p & ~PLACE_AGAIN).at);
	if (!(p & PLACE_SLOT))
		return name_format("$%s",
				   target_reg_name(c->t, c->cells.name[p]));
	uint32_t slot = c->pieces.list.at[p & PLACE_NUMBER].slot;
	return slot >= c->after->stack.n
		       ? lane_name(c, slot)
		       : name_format("%%stack.%u", c->after->stack.at[slot].id);
}

/* A message at LOC, about PLACE unless it is empty; counts to the limit. */
static void
report(Check *c, Loc loc, NameText place, const char *format, va_list args)
{
	char text[512];

	if (check_full(c))
		return;
	vsnprintf(text, sizeof(text), format, args);
	c->messages.errors++;
	diag_error(c->messages.diag, loc, "%.*s: %s%s%s",
		   (int)c->before->name.len,
		   c->before->source->text + c->before->name.at, place.at,
		   *place.at ? ": " : "", text);
	if (check_full(c))
		diag_note(c->messages.diag, loc, "further messages left out");
}

void
check_error(Check *c, InsnId insn, const char *format, ...)
{
	const Func *f = c->before;
	bool some = insn != NONE;
	va_list args;

	va_start(args, format);
	report(c, some ? func_insn(f, insn)->loc : f->text.document.at,
	       some ? insn_place(f, insn) : (NameText){""}, format, args);
	va_end(args);
}

/* "bb.3: STORE (after.mir:12)" */
static NameText
where_after(const Check *c, InsnId insn)
{
	const Func *f = c->after;
	Loc loc = func_insn(f, insn)->loc;

	if (f->source == c->before->source || loc == LOC_NONE)
		return insn_place(f, insn);
	return name_format(
		"%s (%s:%" PRIu32 ")", insn_place(f, insn).at, f->source->path,
		f->text.first_line +
			source_lines(f->source, f->text.document.at, loc));
}

void
check_error_after(Check *c, InsnId insn, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(c,
	       c->after->source == c->before->source
		       ? func_insn(c->after, insn)->loc
		       : c->before->text.document.at,
	       where_after(c, insn), format, args);
	va_end(args);
}

void
check_note_unsure(const Check *c, InsnId guess, InsnId crossed)
{
	diag_note(c->messages.diag, c->before->text.document.at,
		  "%.*s: %s: the order differs, and %s: no verdict",
		  (int)c->before->name.len,
		  c->before->source->text + c->before->name.at,
		  where_after(c, guess != NONE ? guess : crossed).at,
		  guess != NONE ? "which instruction of several this is was a "
				  "guess"
				: "whether a store in between writes what this "
				  "loads is not known");
}

void
check_unmatched(Check *c, InsnId before, InsnId after, const char *why)
{
	c->messages.hopeless = true;
	if (after != NONE)
		check_error_after(c, after, "cannot match: %s", why);
	else
		check_error(c, before, "cannot match: %s", why);
}

void
check_fail(Check *c, const Demand *demand, InsnId before, InsnId after,
	   const char *why)
{
	NameText at = {""};
	const Operand *o = &c->before->opnds.at[demand->root];

	if (demand->place == PLACE_ANY) {
		c->walk.found = true;
		return;
	}
	if (c->walk.trial) {
		c->walk.failed = true;
		return;
	}
	/* One message for an instruction: the rest follows from it. */
	if (check_full(c) || c->messages.seen[demand->user]) {
		c->messages.errors += !check_full(c) && !c->messages.errors;
		return;
	}
	c->messages.seen[demand->user] = 1;
	if (c->messages.source == NONE)
		c->messages.source = before;
	if (after != NONE)
		at = where_after(c, after);
	else if (before != NONE)
		at = insn_place(c->before, before);
	check_error(
		c, demand->user,
		"operand %u does not get %s: %s should hold %s%s%s%s, but "
		"%s",
		demand->root - func_insn(c->before, demand->user)->opnd0,
		value_name(c, o->kind == OPND_VREG ? o->val : demand->value).at,
		place_name(c, demand->place).at,
		value_name(c, demand->value).at, *at.at ? " (at " : "", at.at,
		*at.at ? ")" : "", why);
}

void
check_fail_missing(Check *c, const Demand *demand, InsnId b)
{
	check_fail(c, demand, b, NONE,
		   "the instruction that computes it is missing");
}
