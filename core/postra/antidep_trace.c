/*
 * -print antidep: what the breaker sees and decides, as it goes.  Each function
 * does nothing where nobody asked for a trace.
 */
#include "core/postra/antidep_internal.h"

#include <stdarg.h>

static const char *const REASONS[] = {
#define REASON_TEXT(name, text) text,
	ANTIDEP_REASONS(REASON_TEXT)
#undef REASON_TEXT
};

const char *
antidep_reason(unsigned why)
{
	return REASONS[why];
}

void
trace(const Antidep *a, const char *format, ...)
{
	va_list args;

	if (!a->options->trace)
		return;
	va_start(args, format);
	vfprintf(a->options->trace, format, args);
	va_end(args);
}

/* An index, or "-" for NEVER. */
static const char *
index_text(uint32_t index, char *buf, size_t size)
{
	if (index == NEVER)
		return "-";
	snprintf(buf, size, "%u", index);
	return buf;
}

static void
trace_indices(Antidep *a, uint32_t kill, uint32_t def, bool renamable)
{
	char text[2][16];

	trace(a, "kill %s def %s%s", index_text(kill, text[0], sizeof(text[0])),
	      index_text(def, text[1], sizeof(text[1])),
	      renamable ? "" : " group 0");
}

void
trace_state(Antidep *a, const char *what, RegId reg)
{
	if (!a->options->trace)
		return;
	const RegState *r = state_of(&a->s, reg);
	trace(a, "      %s $%s: ", what, REG_NAME(a, reg));
	trace_indices(a, r->kill, r->def, state_group(&a->s, reg) != 0);
	trace(a, "\n");
}

/* Do registers X and Y stand the same? */
static bool
stand_same(Antidep *a, RegId x, RegId y)
{
	const RegState *p = state_of(&a->s, x), *q = state_of(&a->s, y);

	return p->kill == q->kill && p->def == q->def &&
	       !state_group(&a->s, x) == !state_group(&a->s, y);
}

/* Does REG stand as a block's end leaves what is not live there? */
static bool
stands_unmet(Antidep *a, RegId reg)
{
	const RegState *r = state_of(&a->s, reg);

	return r->kill == NEVER && r->def == a->s.size;
}

/* Does a register around REG stand the same, so that one line does for both? */
static bool
stands_for(Antidep *a, RegId reg)
{
	for (Slice s = a->t->regs[reg].supers; s.start < s.end; s.start++) {
		RegId super = target_super_at(a->t, reg, s.start);

		if (a->t->regs[super].flags & REG_ALLOCATABLE &&
		    stand_same(a, super, reg))
			return true;
	}
	return false;
}

/* Have registers that stand as REG does been told of with all its units?  TOLD:
 * by unit, the last one; otherwise REG is put there. */
static bool
is_told(Antidep *a, RegId reg, RegId *told)
{
	Slice units = a->t->regs[reg].units;
	bool all = true;

	FOR_SLICE(UnitId, unit, a->t->reg_units, units) {
		RegId by = told[*unit];

		all &= by && stand_same(a, by, reg);
	}
	for (uint32_t i = units.start; !all && i < units.end; i++)
		told[a->t->reg_units[i]] = reg;
	return all;
}

void
trace_table(Antidep *a)
{
	RegId last = 0;

	if (!a->options->trace)
		return;
	RegId *told = ARENA_NEW(a->tmp, RegId, a->t->n_unit_regs + 1);
	for (RegId reg = 1; reg < a->t->n_regs; reg++) {
		const RegState *r = state_of(&a->s, reg);

		if (!(a->t->regs[reg].flags & REG_ALLOCATABLE) ||
		    stands_unmet(a, reg) || stands_for(a, reg) ||
		    is_told(a, reg, told))
			continue;
		if (!last || !stand_same(a, last, reg)) {
			trace(a, "%s    start: ", last ? "\n" : "");
			trace_indices(a, r->kill, r->def,
				      state_group(&a->s, reg) != 0);
			trace(a, ":");
		}
		trace(a, " $%s", REG_NAME(a, reg));
		last = reg;
	}
	trace(a, "%s    start: kill - def %u: all others\n", last ? "\n" : "",
	      a->s.size);
}

void
trace_group(Antidep *a, uint32_t group)
{
	bool some = false;

	if (!a->options->trace)
		return;
	trace(a, ", group");
	for (uint32_t i = 0; i < a->regs.n; i++)
		trace(a, " $%s", REG_NAME(a, a->regs.at[i]));
	for (RegId reg = 1; reg < a->t->n_regs; reg++) {
		if (state_of(&a->s, reg)->refs != NONE ||
		    state_group(&a->s, reg) != group)
			continue;
		trace(a, "%s $%s", some ? "" : ", not referenced",
		      REG_NAME(a, reg));
		some = true;
	}
	trace(a, "\n");
}

/* "kill[$a] 3 def[$a] 2", behind BEFORE. */
static void
trace_named_indices(Antidep *a, const char *before, RegId reg)
{
	const RegState *r = state_of(&a->s, reg);
	char kill[16], def[16];

	trace(a, "%skill[$%s] %s def[$%s] %s", before, REG_NAME(a, reg),
	      index_text(r->kill, kill, sizeof(kill)), REG_NAME(a, reg),
	      index_text(r->def, def, sizeof(def)));
}

void
trace_rename(Antidep *a, Rename m)
{
	if (!a->options->trace)
		return;
	trace(a, "      $%s becomes $%s: ", REG_NAME(a, m.from),
	      REG_NAME(a, m.to));
	trace_named_indices(a, "", m.to);
	trace_named_indices(a, " ", m.from);
	trace(a, "\n");
}

void
trace_reject(Antidep *a, RegId to, const Conflict *why)
{
	char kill[16], def[16];

	trace(a, "        not $%s: ", REG_NAME(a, to));
	if (why->reg && why->reg != to)
		trace(a, "$%s ", REG_NAME(a, why->reg));
	trace(a, "%s", why->text);
	if (why->kill != NEVER || why->def != NEVER)
		trace(a, ", kill %s def %s",
		      index_text(why->kill, kill, sizeof(kill)),
		      index_text(why->def, def, sizeof(def)));
	trace(a, "\n");
}

void
trace_summary(const Antidep *a)
{
	const AntidepCounts *c = &a->counts;

	trace(a, "broken %u, critical paths %llu before, %llu after\n",
	      c->broken, (unsigned long long)c->before,
	      (unsigned long long)c->after);
	trace(a, "anti and output dependences %llu before, %llu after\n",
	      (unsigned long long)c->edges_before,
	      (unsigned long long)c->edges_after);
	for (unsigned i = 0; i < ANTIDEP_NREASONS; i++)
		if (c->left[i])
			trace(a, "left %u: %s\n", c->left[i], REASONS[i]);
}
