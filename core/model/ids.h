/*
 * What things of a target are named by: indices into its arrays.
 */
#ifndef REGALLOC_MODEL_IDS_H
#define REGALLOC_MODEL_IDS_H

#include <stdint.h>

typedef uint16_t RegId; /* 0 is $noreg */
typedef uint16_t UnitId;
typedef uint16_t SubId;	   /* sub-register index; 0 is the whole register */
typedef uint16_t ClassId;  /* CLASS_NONE: no class */
typedef uint16_t OpcodeId; /* 0 is an opcode the target does not know */
typedef uint64_t LaneMask;
typedef uint32_t StrId; /* offset into Target.strings; 0 is "" */

#define CLASS_NONE UINT16_MAX
#define LANES_ALL  UINT64_MAX
#define LANES_NONE ((LaneMask)0)

/* Half-open range of indices into the array named beside each use. */
typedef struct {
	uint32_t start, end;
} Slice;

#endif
