/*
 * The members of a function behind its counts, cost and allocation.
 */
#include "core/report/report_internal.h"

#include "core/analysis/cfg.h"
#include "core/analysis/demand.h"

enum { TELL_MAX = 20000 }; /* registers; each has a bit set over all */

bool
report_tells(const Func *f)
{
	return f->vregs.n <= TELL_MAX;
}

/* --- demand --- */

static bool
demand_find(const Report *r, Demand *d, Live *live)
{
	Cfg cfg;

	cfg_build(r->read, &cfg, r->tmp, r->tmp);
	if (!demand_live(live, r->read, &cfg, r->reserved,
			 r->read->traits.lane_liveness, r->tmp))
		return false;
	demand_build(d, r->read, live, r->reserved, r->tmp);
	return true;
}

static void
demand_files(const Report *r, const Demand *d, Buf *out)
{
	const Target *t = r->read->target;
	bool any = false;

	buf_str(out, ",\n\"demand\": {\"files\": [");
	for (uint32_t i = 0; i < d->nfiles; i++) {
		if (!d->peak[i].demand)
			continue;
		buf_printf(out,
			   "%s{\"name\": \"%s\", \"limit\": %u, \"peak\": %u}",
			   any ? ", " : "", target_str(t, t->files[i].name),
			   d->limit[i], d->peak[i].demand);
		any = true;
	}
	buf_str(out, "],\n\"rows\": [");
}

/* By instruction of the input, its number and the demand for each file. */
static void
report_demand(const Report *r, Buf *out)
{
	Demand d;
	Live live;
	bool any = false;

	if (!demand_find(r, &d, &live))
		return;
	demand_files(r, &d, out);
	for (uint32_t pos = 0; pos < live.slots.npos; pos++) {
		if (live.slots.pos_insn[pos] == NONE)
			continue;
		demand_at(&d, pos);
		buf_printf(out, "%s[%u", any ? "," : "",
			   live.slots.pos_insn[pos]);
		any = true;
		for (uint32_t i = 0; i < d.nfiles; i++)
			if (d.peak[i].demand)
				buf_printf(out, ",%u", demand_peak(&d.sets[i]));
		buf_char(out, ']');
	}
	buf_str(out, "]}");
}

void
report_members(const Report *r, Buf *out)
{
	Texts texts = {.arena = r->tmp};

	report_code(r, &texts, out);
	report_registers(r, out);
	report_demand(r, out);
	report_stories(r, &texts, out);
	texts_json(&texts, out);
	texts_free(&texts);
}
