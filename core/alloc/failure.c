/*
 * No register for an interval that must have one: the instruction, the class,
 * who holds what, and why no other way of giving out registers would do.
 */
#include "core/alloc/allocate.h"
#include "core/alloc/match.h"
#include "core/base/buf.h"

/* Where interval P needs its register. */
static Loc
interval_loc(const Scan *s, const AllocInterval *p)
{
	uint32_t i = p->noccurrences;
	InsnId insn = 0;

	/* Edits stand at other instructions. */
	while (i && p->occurrences[i - 1].flags & OCC_EDIT)
		i--;
	if (p->noccurrences)
		insn = p->occurrences[i ? i - 1 : 0].insn;
	return s->f->insns.n ? func_insn(s->f, insn)->loc : LOC_NONE;
}

static const char *
class_name(const Scan *s, VregId v)
{
	return target_class_name(s->t, s->f->vregs.at[v].cls);
}

/* A note in the making: what it lists, up to LISTED of them. */
typedef struct {
	Buf text;
	uint32_t n;
} List;

enum { LISTED = 16 };

/* Where to write the next one; NULL: there is no more room. */
static Buf *
list_next(List *list)
{
	if (list->n++ >= LISTED)
		return NULL;
	if (list->n > 1)
		buf_str(&list->text, ", ");
	return &list->text;
}

/* Say at LOC what is in LIST, and empty it. */
static void
list_say(Scan *s, List *list, Loc loc)
{
	if (list->n > LISTED)
		buf_printf(&list->text, " and %u more", list->n - LISTED);
	buf_char(&list->text, 0);
	if (list->n)
		diag_note(s->f->diag, loc, "%s", list->text.at);
	buf_free(&list->text);
	*list = (List){0};
}

/* The register of the input that V stems from. */
static void
put_origin(const Scan *s, VregId v, Buf *buf)
{
	buf_str(buf, vreg_name(s->f, s->intervals.at[v].origin).at);
}

/* What keeps V out of REG. */
static void
list_holder(Scan *s, VregId v, RegId reg, List *list)
{
	const AllocInterval *p = &s->intervals.at[v];
	const char *name = target_reg_name(s->t, reg);
	SlotIdx end = p->main.segs[p->main.n - 1].end;
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);
	const OwnedSeg *seg = NULL;
	Buf *buf = list_next(list);

	if (!buf)
		return;
	for (uint32_t k = held.start; k < held.end && !seg; k++)
		seg = units_holder(s, unit[k], p->main.segs[0].start, end);
	if (!units_preserved(s, v, reg)) {
		buf_printf(buf, "$%s does not survive the call", name);
	} else if (seg && units_may_clear(s, v, reg)) {
		buf_printf(buf, "$%s holds ", name);
		put_origin(s, seg->owner, buf);
	} else {
		buf_printf(buf, "$%s is in use as a physical register", name);
	}
}

/* Who needs a register there, too. */
static void
list_seekers(Scan *s, VregId v, const Seeker *seekers, uint32_t n, List *list)
{
	Buf *buf;

	for (uint32_t i = 0; i < n; i++) {
		VregId w = seekers[i].interval;

		if (seekers[i].left_out || w == v || !(buf = list_next(list)))
			continue;
		put_origin(s, w, buf);
		buf_printf(buf, " needs one of class %s", class_name(s, w));
	}
}

void
failure_report(Scan *s, VregId v, const Seeker *seekers, uint32_t n,
	       uint32_t needed)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	Slice all = s->t->classes[s->f->vregs.at[v].cls].order;
	Loc loc = interval_loc(s, &s->intervals.at[v]);
	char there[64] = ", as far as was tried";
	List list = {0};
	Buf name = {0};

	if (needed)
		snprintf(there, sizeof(there), ": %u needed, %u there", needed,
			 needed - 1);
	put_origin(s, v, &name);
	diag_error(s->f->diag, loc,
		   "no register of class %s is free for %.*s here%s",
		   class_name(s, v), (int)name.len, name.at, there);
	buf_free(&name);
	list_seekers(s, v, seekers, n, &list);
	list_say(s, &list, loc);
	for (uint32_t i = 0; i < order->n; i++)
		list_holder(s, v, order->regs[i], &list);
	list_say(s, &list, loc);
	if (order->n < all.end - all.start)
		diag_note(s->f->diag, loc,
			  "%u more of the class are reserved in this function, "
			  "or left out by -stress, -reg-use or -reg-exclude",
			  all.end - all.start - order->n);
}
