/*
 * Parallel moves: several moves that all read before any writes, as a list of
 * single steps.  Knows registers by their units and stack slots by number, and
 * nothing of instructions.
 */
#ifndef REGALLOC_REWRITE_PARALLEL_H
#define REGALLOC_REWRITE_PARALLEL_H

#include "core/base/arena.h"
#include "core/base/vec.h"
#include "core/model/target.h"

typedef enum { PLACE_REG, PLACE_SLOT } PlaceKind;

typedef struct {
	uint32_t kind; /* PlaceKind */
	uint32_t at;   /* RegId, or number of the slot */
} Place;

typedef struct {
	Place dst, src;
	ClassId cls;   /* registers of this class can carry the value */
	SubId dst_sub; /* only this part of a slot is written; 0: all of it */
	bool part;     /* moves a part of a slot: never an identity */
} Move;

/* dst = src; never from slot to slot. */
typedef struct {
	Place dst, src;
	uint32_t move; /* the move it is part of */
	bool src_temp; /* `src` is a temporary that holds the move's value */
	bool dst_temp; /* `dst` is one */
	bool keeps;    /* the other parts of the slot are moves' of the group,
			  which ran before or leave them as they are */
	bool other;    /* saves or restores a register for the sake of the
			  move: does not carry its value */
} MoveStep;

typedef VEC(MoveStep) MoveSteps;

/* Where temporaries come from. BARRED: bit set over UnitId. */
typedef struct {
	void *context;
	/* A register of class CLS outside BARRED that nobody needs while the
	 * moves run; 0: there is none. */
	RegId (*scratch)(void *context, ClassId cls, const uint64_t *barred);
	/* Any register of class CLS: its value is saved and restored. */
	RegId (*victim)(void *context, ClassId cls);
	/* A slot for a value of class CLS; those of different N are different.
	 * N 0 holds saved registers. */
	uint32_t (*slot)(void *context, ClassId cls, uint32_t n);
} MoveHelp;

/* Tables for any number of groups; all zero between them. */
typedef struct {
	const Target *target;
	Arena *arena;
	uint32_t nslots;   /* slots that moves can name */
	uint32_t *readers; /* by cell (unit, then slot): moves that read it */
	uint32_t *writer;  /* by cell: the move that writes it, plus 1 */
	uint64_t *barred;  /* bit set over UnitId: the group's registers and
		      its temporaries */
} Parallel;

/* Prepare for groups whose slots are below NSLOTS; memory from ARENA. */
void parallel_init(Parallel *p, const Target *target, uint32_t nslots,
		   Arena *arena);

/*
 * Append to STEPS what has the effect of MOVES at one time.  Destinations must
 * not overlap; false if they do.  Two moves with one destination must bring one
 * value: the first of them runs.  Moves to several parts of one slot run one
 * after the other, in their order.
 *
 * A move runs once nobody reads its destination any more; of those that can
 * run, stores go first, then copies that end a register's use, other copies,
 * moves from slot to slot, loads.  One temporary breaks a cycle: a register,
 * or a slot when there is none.  A move from slot to slot has a register of
 * its own, which may be the destination of a load that has not run; if there is
 * none at all, some register is saved around it.  Destinations and sources may
 * overlap in part (a tuple and its elements).
 * Linear in moves and units.  (Subzero's advanced PHI lowering; Boissinot et
 * al. 2009 for the one-temporary cycle.)
 */
bool parallel_resolve(Parallel *p, const Move *moves, uint32_t nmoves,
		      const MoveHelp *help, Arena *arena, MoveSteps *steps);

#endif
