/*
 * The members of a function behind its counts, cost and allocation.
 */
#include "core/report/report_internal.h"

#include "core/analysis/cfg.h"
#include "core/analysis/demand.h"
#include "core/explain/explain.h"

#include <string.h>

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
	uint32_t i;

	buf_str(out, ",\n   \"demand\": {\"files\": [");
	for (i = 0; i < d->nfiles; i++) {
		if (!d->peak[i].demand)
			continue;
		buf_printf(out,
			   "%s{\"name\": \"%s\", \"limit\": %u, \"peak\": %u}",
			   any ? ", " : "", target_str(t, t->files[i].name),
			   d->limit[i], d->peak[i].demand);
		any = true;
	}
	buf_str(out, "],\n    \"rows\": [");
}

/* By instruction of the input, its number and the demand for each file. */
static void
report_demand(const Report *r, Buf *out)
{
	Demand d;
	Live live;
	uint32_t pos, i;
	bool any = false;

	if (!demand_find(r, &d, &live))
		return;
	demand_files(r, &d, out);
	for (pos = 0; pos < live.slots.npos; pos++) {
		if (live.slots.pos_insn[pos] == NONE)
			continue;
		demand_at(&d, pos);
		buf_printf(out, "%s[%u", any ? "," : "",
			   live.slots.pos_insn[pos]);
		any = true;
		for (i = 0; i < d.nfiles; i++)
			if (d.peak[i].demand)
				buf_printf(out, ",%u", demand_peak(&d.sets[i]));
		buf_char(out, ']');
	}
	buf_str(out, "]}");
}

/* --- stories --- */

static void
report_stories(const Report *r, Buf *out)
{
	const Story *s = r->story;
	const Func *f = s->lowered;
	ExplainIndex index;
	char name[96];
	Buf text = {0};
	bool any = false;
	VregId v;

	if (s->log->wanted)
		index_open(&index, s);
	buf_str(out, ",\n   \"stories\": {");
	for (v = 0; s->log->wanted && v < f->nparsed_vregs; v++) {
		if (f->vregs.at[v].loc == LOC_NONE)
			continue;
		buf_reset(&text);
		explain_print(&index, v, &text);
		buf_str(out, any ? ",\n    " : "\n    ");
		any = true;
		vreg_format(f, v, name, sizeof(name));
		buf_json(out, name, strlen(name));
		buf_str(out, ": ");
		buf_json(out, text.at, text.len);
	}
	buf_char(out, '}');
	buf_free(&text);
}

void
report_members(const Report *r, Buf *out)
{
	report_code(r, out);
	report_registers(r, out);
	report_demand(r, out);
	report_stories(r, out);
}
