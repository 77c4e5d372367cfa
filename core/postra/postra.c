/*
 * A pass works on a copy of the arrays it changes; the function it came from
 * stays as it is, for the checker.
 */
#include "core/postra/postra.h"

#include "core/postra/cleanup.h"
#include "core/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#define COPY_ARRAY(arena, v, type, n_)                                         \
	((v).at = memcpy(ARENA_RAW((arena), type, (n_) + 1), (v).at,           \
			 sizeof(type) * (n_)))

static Func *
func_copy(const Func *f, Arena *keep)
{
	Func *out = ARENA_NEW(keep, Func, 1);

	*out = *f;
	out->arena = keep;
	if (f->insns.n)
		COPY_ARRAY(keep, out->insns, Insn, f->insns.n);
	if (f->opnds.n)
		COPY_ARRAY(keep, out->opnds, Operand, f->opnds.n);
	if (f->blocks.n)
		COPY_ARRAY(keep, out->blocks, Block, f->blocks.n);
	if (f->accesses.n)
		COPY_ARRAY(keep, out->accesses, MadeAccess, f->accesses.n);
	if (f->call_sites.n)
		COPY_ARRAY(keep, out->call_sites, CallSite, f->call_sites.n);
	out->insns.cap = f->insns.n;
	out->opnds.cap = f->opnds.n;
	return out;
}

static PostFunc
post_start(const Func *f, Arena *keep)
{
	PostFunc p = {func_copy(f, keep), NULL};

	p.from = ARENA_RAW(keep, InsnId, f->insns.n + 1);
	for (InsnId i = 0; i < f->insns.n; i++)
		p.from[i] = i;
	return p;
}

static int
compare_accesses(const void *a, const void *b)
{
	const MadeAccess *x = a, *y = b;

	if (x->insn != y->insn)
		return (x->insn > y->insn) - (x->insn < y->insn);
	return (x->slot > y->slot) - (x->slot < y->slot);
}

/* Bring P's instructions, all F's as yet, into the order of `from`, which
 * leaves out those whose KEEP is 0 (NULL: none). */
static void
post_reorder(const Func *f, PostFunc *p, const uint8_t *kept, Arena *tmp)
{
	InsnId *to = ARENA_RAW(tmp, InsnId, f->insns.n + 1);
	Func *out = p->f;
	Insn *insns = ARENA_RAW(out->arena, Insn, f->insns.n + 1);
	uint32_t n = 0, i, k;

	for (uint32_t b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		uint32_t first = n;

		for (i = block->first; i < block->end; i++) {
			InsnId from = p->from[i];

			if (kept && !kept[from])
				continue;
			insns[n] = out->insns.at[from];
			to[from] = n;
			p->from[n++] = from;
		}
		out->blocks.at[b].first = first;
		out->blocks.at[b].end = n;
	}
	out->insns.at = insns;
	out->insns.n = n;
	for (i = 0; i < out->call_sites.n; i++)
		out->call_sites.at[i].insn = to[out->call_sites.at[i].insn];
	for (i = 0, k = 0; i < out->accesses.n; i++) {
		MadeAccess a = f->accesses.at[i];

		if (kept && !kept[a.insn])
			continue;
		a.insn = to[a.insn];
		out->accesses.at[k++] = a;
	}
	out->accesses.n = k;
	if (k > 1)
		qsort(out->accesses.at, k, sizeof(MadeAccess),
		      compare_accesses);
}

PostFunc
postra_break(const Func *f, const AntidepOptions *options,
	     AntidepCounts *counts, Arena *keep, Arena *tmp)
{
	PostFunc p = post_start(f, keep);

	*counts = antidep_run(p.f, options, tmp);
	return p;
}

PostFunc
postra_schedule(const Func *f, Arena *keep, Arena *tmp)
{
	PostFunc p = post_start(f, keep);

	schedule_run(f, p.from, tmp);
	post_reorder(f, &p, NULL, tmp);
	return p;
}

PostFunc
postra_clean(const Func *f, const uint64_t *reserved, const uint64_t *saved,
	     Arena *keep, Arena *tmp)
{
	PostFunc p = post_start(f, keep);
	uint8_t *kept = cleanup_run(p.f, reserved, saved, tmp);

	post_reorder(f, &p, kept, tmp);
	return p;
}
