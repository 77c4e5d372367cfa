/*
 * Messages of the checker: where, what was wanted, what is there instead.
 */
#include "core/check/insn/insns.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME_SIZE 96

/* The name of an instruction's opcode. */
static void
insn_name(const Func *f, InsnId i, char *buf)
{
	const Insn *insn = func_insn(f, i);

	if (insn->op)
		snprintf(buf, NAME_SIZE, "%s", insn_opcode_name(f, insn));
	else
		snprintf(buf, NAME_SIZE, "%.*s",
			 (int)(insn->name.len < 60 ? insn->name.len : 60),
			 f->source->text + insn->name.at);
}

/* The block of an instruction. */
static uint32_t
insn_block(const Func *f, InsnId i)
{
	return f->blocks.at[func_block_of(f, i)].number;
}

static void
vreg_name(const Func *f, const Vreg *v, char *buf)
{
	Span name = vreg_text(f, v).name;

	if (name.len)
		snprintf(buf, NAME_SIZE, "%%%.*s", (int)name.len,
			 f->source->text + name.at);
	else
		snprintf(buf, NAME_SIZE, "%%%u", v->number);
}

static void
value_name(const Check *c, Value v, char *buf)
{
	const Func *f = c->before;

	if (v < c->nvregs)
		vreg_name(f, &f->vregs.at[v], buf);
	else if (v - c->nvregs < c->cells.ncells)
		snprintf(
			buf, NAME_SIZE, "the input's $%s",
			target_str(
				c->t,
				c->t->regs[c->cells.name[v - c->nvregs]].name));
	else
		snprintf(buf, NAME_SIZE, "the input's $%s",
			 target_str(c->t,
				    c->t->regs[v - c->nvregs - c->cells.ncells]
					    .name));
}

static void
lane_name(const Check *c, uint32_t slot, char *buf)
{
	unsigned lane =
		(unsigned)c->slots.lanes.at[slot - c->after->stack.n] & 63;
	uint32_t home = check_lane_home(c, slot);
	RegId reg = check_lane_reg(c, slot);

	if (home == NONE)
		snprintf(buf, NAME_SIZE, "lane %u of $%s", lane,
			 target_str(c->t, c->t->regs[reg].name));
	else
		snprintf(buf, NAME_SIZE, "lane %u of %%stack.%u", lane,
			 c->after->stack.at[home].id);
}

static void
place_name(const Check *c, Place p, char *buf)
{
	char name[NAME_SIZE];

	if (p & PLACE_AGAIN) {
		insn_name(c->after, p & ~PLACE_AGAIN, name);
		snprintf(buf, NAME_SIZE, "another %.60s", name);
	} else if (p & PLACE_SLOT) {
		const SlotPiece *s = &c->pieces.list.at[p & PLACE_NUMBER];

		if (s->slot >= c->after->stack.n)
			lane_name(c, s->slot, buf);
		else
			snprintf(buf, NAME_SIZE, "%%stack.%u",
				 c->after->stack.at[s->slot].id);
	} else {
		snprintf(buf, NAME_SIZE, "$%s",
			 target_str(c->t, c->t->regs[c->cells.name[p]].name));
	}
}

/* A message at LOC; counts against the limit. */
static void
report(Check *c, Loc loc, const char *where, const char *text)
{
	if (check_full(c))
		return;
	c->messages.errors++;
	diag_error(c->messages.diag, loc, "%.*s: %s%s",
		   (int)c->before->name.len,
		   c->before->source->text + c->before->name.at, where, text);
	if (check_full(c))
		diag_note(c->messages.diag, loc, "further messages left out");
}

void
check_error(Check *c, InsnId insn, const char *format, ...)
{
	char text[512], where[NAME_SIZE + 32] = "", name[NAME_SIZE];
	va_list args;
	Loc loc = c->before->text.document.at;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (insn != NONE) {
		insn_name(c->before, insn, name);
		snprintf(where, sizeof(where),
			 "bb.%u: %s: ", insn_block(c->before, insn), name);
		loc = func_insn(c->before, insn)->loc;
	}
	report(c, loc, where, text);
}

/* "bb.3: STORE (line 12): ". */
static void
where_after(const Check *c, InsnId insn, char *buf, size_t size)
{
	const Insn *a = func_insn(c->after, insn);
	char name[NAME_SIZE];

	insn_name(c->after, insn, name);
	if (c->after->source != c->before->source && a->loc != LOC_NONE)
		snprintf(buf, size, "bb.%u: %s (%s:%" PRIu32 ")",
			 insn_block(c->after, insn), name,
			 c->after->source->path,
			 c->after->text.first_line +
				 source_lines(c->after->source,
					      c->after->text.document.at,
					      a->loc));
	else
		snprintf(buf, size, "bb.%u: %s", insn_block(c->after, insn),
			 name);
}

void
check_error_after(Check *c, InsnId insn, const char *format, ...)
{
	char text[512], where[256];
	const Insn *a = func_insn(c->after, insn);
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	where_after(c, insn, where, sizeof(where) - 2);
	strcat(where, ": ");
	report(c,
	       c->after->source == c->before->source
		       ? a->loc
		       : c->before->text.document.at,
	       where, text);
}

void
check_note_unsure(const Check *c, InsnId guess, InsnId crossed)
{
	char where[256];

	where_after(c, guess != NONE ? guess : crossed, where, sizeof(where));
	diag_note(c->messages.diag, c->before->text.document.at,
		  "%.*s: %s: the order differs, and %s: no verdict",
		  (int)c->before->name.len,
		  c->before->source->text + c->before->name.at, where,
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
	char place[NAME_SIZE], value[NAME_SIZE], root[NAME_SIZE], at[256] = "";
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
	place_name(c, demand->place, place);
	value_name(c, demand->value, value);
	value_name(c, o->kind == OPND_VREG ? o->val : demand->value, root);
	if (after != NONE) {
		where_after(c, after, at, sizeof(at));
	} else if (before != NONE) {
		insn_name(c->before, before, root);
		snprintf(at, sizeof(at), "bb.%u: %s",
			 insn_block(c->before, before), root);
		value_name(c, o->kind == OPND_VREG ? o->val : demand->value,
			   root);
	}
	check_error(c, demand->user,
		    "operand %u does not get %s: %s should hold %s%s%s%s, but "
		    "%s",
		    demand->root - func_insn(c->before, demand->user)->opnd0,
		    root, place, value, *at ? " (at " : "", at, *at ? ")" : "",
		    why);
}

void
check_fail_missing(Check *c, const Demand *demand, InsnId b)
{
	check_fail(c, demand, b, NONE,
		   "the instruction that computes it is missing");
}
