/*
 * What the files of splitting share.
 *
 *   tuples_parts  which registers, and into which parts
 *   tuples        the parts as registers, and the copies
 */
#ifndef REGALLOC_PREPARE_TUPLES_INTERNAL_H
#define REGALLOC_PREPARE_TUPLES_INTERNAL_H

#include "core/analysis/demand.h"
#include "core/prepare/tuples.h"

enum { SLICES_MAX = 32 };

/* Lanes that live alike and have a sub-register index. */
typedef struct {
	LaneMask lanes;
	SubId sub;
	const LiveRange *range;
	uint32_t part;
} LaneSlice;

typedef struct {
	LaneMask lanes;
	SubId sub;
	ClassId cls;
	VregId vreg;
} Part;

/* A COPY to insert. */
typedef struct {
	InsnId at;	/* before this instruction, or ... */
	uint32_t after; /* ... 1: behind it */
	Operand dst, src;
} Insert;

typedef VEC(Insert) InsertVec;

typedef struct {
	Func *f;
	const Live *live;
	const float *price;
	const Demand *demand;
	uint32_t nvregs; /* before any was split */
	bool all;	 /* whatever it costs */
	Arena *arena;
	InsertVec inserts;
	/* of the register at hand */
	uint32_t limit; /* lanes' worth of registers of its kind */
	bool stepwise;	/* one memory access for each of its words? */
	VregId v;
	LaneSlice slices[SLICES_MAX];
	uint32_t nslices;
	Part parts[SLICES_MAX];
	const Occurrence *occurrences;
	uint32_t noccurrences;
} TupleSplit;

/* --- tuples_parts --- */

Operand *occurrence_operand(const TupleSplit *s, uint32_t i);

/* The slices that the operand covers, a bit for each. */
uint32_t operand_slices(const TupleSplit *s, const Operand *o);

/* Those of MASK that are live at AT. */
uint32_t live_slices(const TupleSplit *s, uint32_t mask, SlotIdx at);

/* All slices of the parts that MASK meets. */
uint32_t part_slices(const TupleSplit *s, uint32_t mask);

/* Do the slices of MASK belong to one part? */
bool is_one_part(const TupleSplit *s, uint32_t mask);

/* The widest index of exactly LANES; 0: there is none. */
SubId lanes_index(const Target *t, LaneMask lanes);

/* The narrowest class that holds part SUB of all registers of class CLS. */
ClassId part_class(const Target *t, ClassId cls, SubId sub);

/* Can the register be split: do its lanes live apart, and is it live where
 * too many of its kind are? */
bool is_candidate(const TupleSplit *s, VregId v);

/* Divide the lanes of the register's sub-ranges; false: some have no index. */
bool slices_find(TupleSplit *s);

/* Can nothing stand right before or behind the instruction, or is the register
 * written where nothing can be copied behind? */
bool occurrence_is_stuck(const TupleSplit *s, uint32_t i);

/* Choose the parts.  False: the register is better off whole. */
bool parts_choose(TupleSplit *s);

#endif
