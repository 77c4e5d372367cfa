/*
 * Live intervals as text: LLVM's notation for ranges with values, that of
 * Braun's mail for ranges by lanes.
 */
#include "core/analysis/intervals.h"

#include <inttypes.h>

void
insn_name_print(const Func *f, InsnId i, FILE *out)
{
	const Insn *insn = func_insn(f, i);

	if (insn->name.len)
		fprintf(out, "%.*s", (int)insn->name.len,
			f->source->text + insn->name.at);
	else
		fputs(insn_opcode_name(f, insn), out);
}

static void
segments_print(const Live *live, const LiveRange *range, bool values, FILE *out)
{
	FOR_SLICE(Segment, s, live->segs.at, range->segs) {
		fprintf(out, "[%s,%s", slot_name(s->start).at,
			slot_name(s->end).at);
		if (values)
			fprintf(out, ":%u", s->value - range->values.start);
		putc(')', out);
	}
}

/* "[16r,32r:0)[32r,64r:1)" and then "0@16r 1@32r", as LLVM prints them; a
 * meeting or PHI is "2@64B-phi". */
static void
range_print(const Live *live, const LiveRange *range, FILE *out)
{
	if (range->segs.start == range->segs.end)
		fputs("EMPTY", out);
	segments_print(live, range, true, out);
	for (uint32_t i = range->values.start; i < range->values.end; i++) {
		const Value *v = &live->values.at[i];

		fprintf(out, " %u@%s%s", i - range->values.start,
			slot_name(v->def).at, v->def & 3 ? "" : "-phi");
	}
}

/* The sub-register index of exactly LANES; 0: none. */
static SubId
lanes_sub(const Target *t, LaneMask lanes)
{
	for (uint32_t i = 1; i < t->n_subs; i++)
		if (t->subs[i].lanes == lanes)
			return (SubId)i;
	return 0;
}

static void
clobbers_print(const Live *live, FILE *out)
{
	if (!live->nclobbers)
		return;
	fputs("RegMasks:", out);
	FOR_ARRAY(Clobber, call, live->clobbers, live->nclobbers)
		fprintf(out, " %s", slot_name(call->at).at);
	putc('\n', out);
}

void
intervals_print(const Live *live, const Func *f, const float *weights,
		FILE *out)
{
	const Target *t = f->target;

	for (uint32_t u = 0; u < t->n_unit_regs; u++) {
		if (live->units[u].segs.start == live->units[u].segs.end)
			continue;
		fprintf(out, "%s ", unit_name(t, (UnitId)u).at);
		range_print(live, &live->units[u], out);
		putc('\n', out);
	}
	for (VregId v = 0; v < f->vregs.n; v++) {
		const Interval *interval = &live->vregs[v];

		if (live->occurrence_start[v] == live->occurrence_start[v + 1])
			continue;
		fprintf(out, "%s ", vreg_name(f, v).at);
		range_print(live, &interval->main, out);
		FOR_SLICE(SubRange, s, live->subs.at, interval->subs) {
			fprintf(out, "  L%016" PRIX64 " ", s->lanes);
			range_print(live, &s->range, out);
		}
		if (weights)
			fprintf(out, " weight %.4f", (double)weights[v]);
		putc('\n', out);
	}
	clobbers_print(live, out);
}

void
lanes_print(const Live *live, const Func *f, FILE *out)
{
	for (VregId v = 0; v < f->vregs.n; v++) {
		const Interval *interval = &live->vregs[v];

		if (live->occurrence_start[v] == live->occurrence_start[v + 1])
			continue;
		fprintf(out, "%s\n  Common LiveRange: ", vreg_name(f, v).at);
		segments_print(live, &interval->main, false, out);
		putc('\n', out);
		FOR_SLICE(SubRange, s, live->subs.at, interval->subs) {
			SubId sub = lanes_sub(f->target, s->lanes);

			fprintf(out, "  SubRange with Mask 0x%04" PRIX64,
				s->lanes);
			if (sub)
				fprintf(out, " (=%s)",
					target_sub_name(f->target, sub));
			fputs(": ", out);
			segments_print(live, &s->range, false, out);
			putc('\n', out);
		}
	}
}
