/*
 * What an instruction does to memory, as far as opcode and memory operands
 * tell.
 */
#ifndef REGALLOC_MODEL_MEMORY_H
#define REGALLOC_MODEL_MEMORY_H

#include "core/model/ir.h"

typedef enum {
	MEMORY_NONE, /* nothing, or reads what nobody writes */
	MEMORY_SLOT, /* one spill slot, which nothing else points to */
	MEMORY_ANY,  /* any memory but spill slots */
	MEMORY_ALL,  /* cannot be told, or must stay where it is: volatile,
			atomic, side effects */
} MemoryKind;

typedef struct {
	uint8_t kind; /* MemoryKind */
	bool store;   /* may write; otherwise reads only */
	uint32_t slot;
	Span variable;	   /* MEMORY_ANY: the only one of the module that it is
			      about, by name; len 0: not known */
	uint64_t from, to; /* bytes of it */
} MemoryEffect;

/* What instruction I of F does to memory.  Made accesses are searched.
 * O(text of its memory operands + log accesses). */
MemoryEffect memory_effect(const Func *f, InsnId i);

/* Where the memory operands of INSN's text begin, up to *END; NULL: it has
 * none. */
const char *memory_text(const Func *f, const Insn *insn, const char **end);

/* Are A and B, of F, about two variables of the module, or about parts of one
 * that do not overlap? */
bool memory_apart(const Func *f, const MemoryEffect *a, const MemoryEffect *b);

/* Do INSN's memory operands, of which there are some, name loads of what nobody
 * writes while the function runs, and nothing else? */
bool memory_constant(const Func *f, const Insn *insn);

/* The one access that an instruction's memory operands name. */
typedef struct {
	uint32_t at;	/* of the source: where the memory operands begin */
	uint32_t bytes; /* it loads so many */
	uint32_t align;
	uint32_t spread;  /* it repeats so many over what it fills; 0: it does
			     not, as far as is known */
	bool is_volatile; /* it must happen once, and where it stands */
} MemoryLoad;

/* Do INSN's memory operands name one load of known size, and nothing else? */
bool memory_load(const Func *f, const Insn *insn, MemoryLoad *load);

/* A register saved in a slot, or loaded from it, whole. */
typedef struct {
	RegId reg;
	uint32_t slot;
	bool load;
} SlotMove;

/* Is instruction I of F, made by allocation, nothing but such a move? */
bool memory_slot_move(const Func *f, InsnId i, SlotMove *move);

/* Must A and B stay in order? */
static inline bool
memory_conflict(MemoryEffect a, MemoryEffect b)
{
	if (a.kind == MEMORY_NONE || b.kind == MEMORY_NONE)
		return false;
	if (a.kind == MEMORY_ALL || b.kind == MEMORY_ALL)
		return true;
	return (a.store || b.store) && a.kind == b.kind &&
	       (a.kind == MEMORY_ANY || a.slot == b.slot);
}

#endif
