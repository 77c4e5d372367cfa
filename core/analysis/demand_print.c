/*
 * Register demand as text, as a limit, and as the number of waves that share a
 * processor's registers.
 */
#include "core/analysis/demand.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *
file_name(const Demand *d, uint32_t file)
{
	const Target *t = d->f->target;

	return target_str(t, t->files[file].name);
}

/* The file called NAME; NONE: there is none. */
static uint32_t
file_find(const Demand *d, const char *name, size_t len)
{
	for (uint32_t i = 0; i < d->nfiles; i++)
		if (strlen(file_name(d, i)) == len &&
		    !memcmp(file_name(d, i), name, len))
			return i;
	return NONE;
}

/* How many times N registers, handed out by GRANULE, fit into FILE. */
static uint32_t
file_occupancy(const Demand *d, const char *file, uint32_t n,
	       const char *granule)
{
	uint32_t step = func_feature_number(d->f, granule);
	uint32_t i = file_find(d, file, strlen(file));
	uint32_t total = i == NONE ? 0 : func_limit(d->f, i);

	if (!total || !step)
		return UINT32_MAX;
	n = n ? (n + step - 1) / step * step : step;
	return total / n;
}

uint32_t
demand_occupancy(const Demand *d, const uint32_t *need)
{
	uint32_t waves = func_feature_number(d->f, "waves");
	uint32_t scalar = file_find(d, "scalar", 6);
	uint32_t vector = file_find(d, "vector", 6);
	uint32_t acc = file_find(d, "accumulator", 11);

	if (!waves || scalar == NONE || vector == NONE || acc == NONE)
		return 0;
	uint32_t n = need[vector];
	if (!func_has_feature(d->f, "shared-accumulators"))
		n = n > need[acc] ? n : need[acc];
	else if (need[acc]) /* they begin at a multiple of four */
		n = (n + 3) / 4 * 4 + need[acc];
	uint32_t fit = file_occupancy(d, "vector", n, "vector-granule");
	waves = fit < waves ? fit : waves;
	n = need[scalar] + func_feature_number(d->f, "scalar-extra");
	fit = file_occupancy(d, "scalar", n, "scalar-granule");
	return fit < waves ? fit : waves;
}

static void
opnd_print(const Demand *d, const Operand *o, FILE *out)
{
	fprintf(out, " %s",
		part_name(d->f->target, opnd_name(d->f, o), o->sub).at);
}

/* The words of FLAGS; of those in SOME that are not, "some WORD". */
static void
flags_print(uint32_t flags, uint32_t some, FILE *out)
{
	static const char *const words[] = {
		"def",	      "dead",	   "kill",
		"first-kill", "late-kill", "clobbered",
		"copy-kill",  "vector",	   "early-clobber",
	};
	char mark = ':';

	for (unsigned i = 1; i < sizeof(words) / sizeof(*words); i++) {
		if (!(some >> i & 1))
			continue;
		fprintf(out, "%c%s%s", mark, flags >> i & 1 ? "" : "some-",
			words[i]);
		mark = ',';
	}
}

/* The operands of the position with their flags, uses before definitions. */
static void
opnds_print(const Demand *d, FILE *out)
{
	bool defs = false;
	uint32_t i = 0;

	while (i < d->opnds.n) {
		const DemandOpnd *o = &d->opnds.at[i];
		uint32_t flags = UINT32_MAX, some = 0;

		for (; i < d->opnds.n && d->opnds.at[i].opnd == o->opnd; i++) {
			flags &= d->opnds.at[i].flags;
			some |= d->opnds.at[i].flags;
		}
		if (o->opnd == NONE)
			return;
		if (some & DEMAND_DEF && !defs)
			fputs(" ->", out);
		defs |= some & DEMAND_DEF;
		opnd_print(d, &d->f->opnds.at[o->opnd], out);
		if (!(some & DEMAND_DEF))
			some &= ~(uint32_t)DEMAND_EARLY;
		flags_print(flags, some, out);
	}
}

static void
sets_print(const DemandSets *s, FILE *out)
{
	const struct {
		const char *name;
		uint32_t n;
	} sets[] = {
		{"through", s->through},
		{"live-defs", s->live_defs},
		{"dead-defs", s->dead_defs},
		{"early-kills", s->early_kills},
		{"late-kills", s->late_kills},
		{"early-copies", s->early_copies},
		{"late-copies", s->late_copies},
		{"early-defs", s->early_defs},
	};

	for (unsigned i = 0; i < DEMAND_STAGES; i++)
		fprintf(out, " %u", demand_stage(s, i));
	fprintf(out, " demand %u changes %d temp %u temp-changes %d",
		demand_peak(s), (int)demand_changes(s), demand_temps(s),
		(int)demand_temp_changes(s));
	for (unsigned i = 0; i < sizeof(sets) / sizeof(*sets); i++)
		if (sets[i].n)
			fprintf(out, " %s %u", sets[i].name, sets[i].n);
	putc('\n', out);
}

static void
pos_print(Demand *d, uint32_t pos, FILE *out)
{
	InsnId i = d->live->slots.pos_insn[pos];

	demand_at(d, pos);
	fprintf(out, "  %s ", pos_name(pos).at);
	if (i == NONE)
		fputs("head", out);
	else
		insn_name_print(d->f, i, out);
	opnds_print(d, out);
	putc('\n', out);
	for (uint32_t k = 0; k < d->nfiles; k++) {
		if (!d->peak[k].demand)
			continue;
		fprintf(out, "    %s", file_name(d, k));
		sets_print(&d->sets[k], out);
	}
}

static void
peaks_print(const Demand *d, const DemandPeak *peak, FILE *out)
{
	for (uint32_t i = 0; i < d->nfiles; i++)
		if (d->peak[i].demand)
			fprintf(out, " %s %u at %s", file_name(d, i),
				peak[i].demand, pos_name(peak[i].at).at);
	putc('\n', out);
}

static void
waves_print(const Demand *d, FILE *out)
{
	uint32_t *need = ARENA_NEW(d->arena, uint32_t, d->nfiles);

	for (uint32_t i = 0; i < d->nfiles; i++)
		need[i] = d->fixed[i].demand > d->peak[i].demand
				  ? d->fixed[i].demand
				  : d->peak[i].demand;
	uint32_t waves = demand_occupancy(d, need);
	if (waves)
		fprintf(out, "waves %u of %u\n", waves,
			func_feature_number(d->f, "waves"));
}

void
demand_print(Demand *d, FILE *out)
{
	const Slots *slots = &d->live->slots;

	for (uint32_t pos = 0; pos < slots->npos; pos++) {
		if (slots->pos_insn[pos] == NONE) {
			BlockId b = slots->pos_block[pos];

			fprintf(out, "bb.%u", d->f->blocks.at[b].number);
			peaks_print(d, &d->block_peak[b * d->nfiles], out);
		}
		pos_print(d, pos, out);
	}
	for (uint32_t i = 0; i < d->nfiles; i++) {
		if (d->peak[i].demand) {
			fprintf(out, "%s demand %u", file_name(d, i),
				d->peak[i].demand);
			if (d->used)
				fprintf(out, " used %u", d->used[i]);
			fprintf(out, " limit %u at %s\n", d->limit[i],
				pos_name(d->peak[i].at).at);
		}
		if (d->fixed[i].demand > d->peak[i].demand)
			fprintf(out, "%s fixed %u at %s\n", file_name(d, i),
				d->fixed[i].demand,
				pos_name(d->fixed[i].at).at);
	}
	waves_print(d, out);
}

/* Where position POS is in the source. */
static Loc
pos_loc(const Demand *d, uint32_t pos)
{
	const Func *f = d->f;
	const Slots *slots = &d->live->slots;

	if (pos == NONE)
		return f->name.at;
	InsnId i = slots->pos_insn[pos];
	if (i != NONE)
		return func_insn(f, i)->loc;
	return f->blocks.at[slots->pos_block[pos]].label.len
		       ? f->blocks.at[slots->pos_block[pos]].label.at
		       : f->name.at;
}

/* The file of registers NAME of LEN bytes is not there; these are. */
static void
file_unknown(const Demand *d, const char *name, int len)
{
	const Target *t = d->f->target;
	TextStream text;
	FILE *out = text_open(&text);

	for (uint32_t i = 0; i < t->n_files; i++)
		fprintf(out, "%s%s", i ? ", " : "", file_name(d, i));
	text_close(&text);
	diag_error(d->f->diag, LOC_NONE,
		   "-demand-limit: target %s has no register file '%.*s', but "
		   "%s",
		   target_str(t, t->name), len, name, text.text);
	free(text.text);
}

bool
demand_limit(const Demand *d, const char *limits, bool *unknown)
{
	bool ok = true;
	size_t len;

	*unknown = false;
	for (; *limits; limits += len + (limits[len] == ',')) {
		size_t name = strcspn(limits, "=");
		uint32_t i = file_find(d, limits, name);
		unsigned long most = strtoul(limits + name + 1, NULL, 10);

		len = strcspn(limits, ",");
		if (i == NONE) {
			file_unknown(d, limits, (int)name);
			*unknown = true;
			return false;
		}
		if (d->peak[i].demand <= most)
			continue;
		diag_error(d->f->diag, pos_loc(d, d->peak[i].at),
			   "demand for %s registers is %u here, more than %lu",
			   file_name(d, i), d->peak[i].demand, most);
		ok = false;
	}
	return ok;
}
