/*
 * Cells: the register units of one machine, gathered into the coarsest sets
 * that the two functions under check never tell apart.
 *
 * Where nobody names a part of a register, its units are one cell.  Every
 * register named is a list of whole cells.  Where a move tells parts of a
 * cell apart, which is rare, the cells are made once more: every unit is one,
 * and a unit that others of its class have in halves is two.
 */
#ifndef REGALLOC_CHECK_CELLS_H
#define REGALLOC_CHECK_CELLS_H

#include "core/model/ir.h"

/* One cell of a register, the lanes of the register that it holds, and its
 * cells_share. */
typedef struct {
	uint32_t cell;
	uint16_t bits;
	LaneMask lanes;
} CellPart;

typedef struct {
	RegId reg; /* 0: nothing was asked yet */
	uint16_t bits;
	LaneMask lanes;
} CellShare;

typedef struct {
	const Target *target;
	Arena *arena;
	uint32_t ncells;
	uint32_t *of_unit;  /* by UnitId */
	uint8_t *is_double; /* the same: the next cell is its second half; NULL:
			       there are none */
	RegId *name;	    /* by cell: a register to call it by */
	Slice *of_reg;	    /* by RegId: parts; start NONE: not asked yet */
	VEC(CellPart) parts;
	LaneMask twinned;   /* lanes that stand for the same bits as others */
	LaneMask twins[64]; /* by lane: these others */
	CellShare *shares;  /* what cells_share found last, by a hash */
} Cells;

/* Split the units by the registers that BEFORE and AFTER name; FINE: all of
 * them, and in halves. */
void cells_build(Cells *cells, const Func *before, const Func *after, bool fine,
		 Arena *arena);

/* What cells_of is when it is asked for the first time. */
Slice cells_find(Cells *cells, RegId reg);

/* The cells of REG: indices into parts.  The array may move at each call. */
static inline Slice
cells_of(Cells *cells, RegId reg)
{
	Slice s = cells->of_reg[reg];

	return s.start != NONE ? s : cells_find(cells, reg);
}

static inline const CellPart *
cells_first(Cells *cells, RegId reg)
{
	uint32_t start = cells_of(cells, reg).start;

	return cells->parts.at + start;
}

/* For each PART of REG that is a cell.  Others may be asked for meanwhile. */
#define FOR_CELLS(part, cells, reg)                                            \
	for (const CellPart *part = cells_first((cells), (reg)),               \
			    *part##_end = part + (cells)->of_reg[reg].end -    \
					  (cells)->of_reg[reg].start;          \
	     part < part##_end; part++)

/* The cells of UNIT. */
static inline Slice
cells_of_unit(const Cells *cells, UnitId unit)
{
	uint32_t cell = cells->of_unit[unit];

	return (Slice){cell,
		       cell + 1 + (cells->is_double && cells->is_double[unit])};
}

/* The part of REG that is CELL; NULL if it has none. */
static inline const CellPart *
cells_part(Cells *cells, RegId reg, uint32_t cell)
{
	Slice s = cells_of(cells, reg);

	for (; s.start < s.end; s.start++)
		if (cells->parts.at[s.start].cell == cell)
			return &cells->parts.at[s.start];
	return NULL;
}

/* cells_share of REG's part that is CELL; 0: it has none. */
static inline uint32_t
cells_bits(Cells *cells, RegId reg, uint32_t cell)
{
	const CellPart *part = cells_part(cells, reg, cell);

	return part ? part->bits : 0;
}

/* target_lanes_up, target_lanes_down and target_sub_lanes, with twins. */
LaneMask cells_lanes_up(const Cells *cells, SubId sub, LaneMask lanes);
LaneMask cells_lanes_down(const Cells *cells, SubId sub, LaneMask lanes);
LaneMask cells_sub_lanes(const Cells *cells, SubId sub);

/* Bits of REG if another register has the very same units at another width,
 * so that lanes do not tell how much of it
 * was moved; else 0. */
static inline uint32_t
cells_width(const Cells *cells, RegId reg)
{
	return cells->target->regs[reg].twin_bits;
}

/* cells_width of the least part of REG, or of REG itself, that has LANES of it:
 * of one vector, not of the tuple around it; 0 where that of REG is 0. */
uint16_t cells_share(Cells *cells, RegId reg, LaneMask lanes);

/* May a register that has UNIT lose its value at a call with MASK? */
bool cells_mask_loses(const Cells *cells, const uint64_t *mask, UnitId unit);

#endif
