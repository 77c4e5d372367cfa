/*
 * Opening the record of allocation, and which registers are watched.
 */
#include "core/log/log.h"

#include <string.h>

/* Room for what becomes of F's registers. */
static void
joined_room(AllocLog *log, const Func *f)
{
	log->njoined = f->vregs.n;
	log->joined = ARENA_NEW(log->arena, VregId, f->vregs.n + 1);
	log->part = ARENA_NEW(log->arena, SubId, f->vregs.n + 1);
}

AllocLog *
log_new(const Func *f, uint64_t *wanted, uint32_t n, Arena *arena)
{
	AllocLog *log = ARENA_NEW(arena, AllocLog, 1);

	log->arena = arena;
	log->wanted = wanted;
	log->nwanted = n;
	joined_room(log, f);
	return log;
}

void
log_restart(AllocLog *copy)
{
	memset(&copy->events, 0, sizeof(copy->events));
	memset(&copy->segs, 0, sizeof(copy->segs));
	copy->turn_event = copy->turn_seg = 0;
	copy->spills = false;
}

void
log_names(AllocLog *log, const Func *f)
{
	/* Values that were split before may have names of their own. */
	if (log->njoined < f->vregs.n)
		joined_room(log, f);
	log->nnames = f->opnds.n;
	log->names = ARENA_RAW(log->arena, VregId, f->opnds.n + 1);
	for (OpndId o = 0; o < f->opnds.n; o++)
		log->names[o] = f->opnds.at[o].kind == OPND_VREG
					? f->opnds.at[o].val
					: NONE;
}

void
log_unjoined(AllocLog *log, const Func *f)
{
	log_names(log, f);
	for (VregId v = 0; v < f->vregs.n; v++)
		log->joined[v] = v;
}

/* Mark the registers that stand in F where wanted ones stood. */
static void
holds_by_operand(AllocLog *log, const Func *f)
{
	FOR_VEC(Insn, insn, f->insns) {
		if (insn->flags & INSN_DEBUG)
			continue;
		for (OpndId o = insn->opnd0; o < insn->opnd0 + insn->nopnds;
		     o++)
			if (o < log->nnames && log->names[o] < log->nwanted &&
			    bits_has(log->wanted, log->names[o]) &&
			    f->opnds.at[o].kind == OPND_VREG)
				bits_add(log->holds[log->names[o]],
					 f->opnds.at[o].val);
	}
}

void
log_watch(AllocLog *log, const Func *f)
{
	uint32_t words = BITS_WORDS(f->vregs.n + 1);

	if (!log->wanted)
		return;
	log->nwatched = f->vregs.n;
	log->watched = ARENA_NEW(log->arena, uint64_t, words);
	log->holds = ARENA_NEW(log->arena, uint64_t *, log->nwanted + 1);
	for (VregId v = 0; v < log->nwanted; v++)
		if (bits_has(log->wanted, v))
			log->holds[v] = ARENA_NEW(log->arena, uint64_t, words);
	holds_by_operand(log, f);
	for (VregId v = 0; v < log->nwanted; v++) {
		bool any = false;

		if (!log->holds[v])
			continue;
		for (uint32_t i = 0; i < words; i++)
			any |= log->holds[v][i] != 0;
		for (VregId k = 0; !any && k < f->vregs.n; k++)
			if (f->vregs.at[k].parent == log->joined[v])
				bits_add(log->holds[v], k);
		for (uint32_t i = 0; i < words; i++)
			log->watched[i] |= log->holds[v][i];
	}
}
