/*
 * GCN: a function's assembly text, read again line by line for the passes that
 * look at the instructions as the machine gets them.
 *
 *   gcn_lines    what each line is, the registers it names, the blocks
 *   gcn_waits    which counters must have come down before it
 *   gcn_hazards  how many cycles must pass before it
 *   gcn_far      by which others a jump goes that is too far
 */
#ifndef REGALLOC_GCN_LINES_H
#define REGALLOC_GCN_LINES_H

#include "core/base/vec.h"
#include "core/base/buf.h"
#include "core/model/ir.h"

/* Registers by number: 256 of vectors, 256 accumulators, then the scalar ones
 * as the machine numbers them. */
enum {
	GCN_ACCUMULATOR = 256,
	GCN_SCALAR = 512,
	GCN_VCC = GCN_SCALAR + 106,
	GCN_M0 = GCN_SCALAR + 124,
	GCN_EXEC = GCN_SCALAR + 126,
	GCN_LDS, /* what loads to the local memory write */
	GCN_MODE,
	GCN_WIDE, /* matrices in double precision */
	GCN_FLAT, /* the last access that may go either way */
	GCN_REGS = 656,
};

typedef enum {
	UNIT_NONE, /* no instruction: directives, comments */
	UNIT_SCALAR,
	UNIT_SCALAR_MEMORY,
	UNIT_VECTOR,
	UNIT_MATRIX,
	UNIT_MEMORY,
	UNIT_CACHE, /* of memory: without an answer to wait for */
	UNIT_IMAGE,
	UNIT_FLAT, /* memory, or local memory */
	UNIT_LOCAL,
	UNIT_GLOBAL_DATA, /* local memory that all share */
	UNIT_EXPORT,
	UNIT_MESSAGE,
	UNIT_WAIT,
	UNIT_IDLE,
} GcnUnit;

typedef enum {
	LINE_RETURNS = 1 << 0, /* the first operand is loaded */
	LINE_JUMP = 1 << 1,    /* to the target, if it has one */
	LINE_STOP = 1 << 2,    /* what follows is not reached */
	LINE_RETURN = 1 << 3,
	LINE_CALL = 1 << 4,
	LINE_BARRIER = 1 << 5,
	LINE_INDEXED = 1 << 6, /* registers that it does not name */
	LINE_SOFT = 1 << 7,    /* a wait only if there is something */
	LINE_LDS = 1 << 8,     /* loads to the local memory */
	LINE_WIDE = 1 << 9,    /* stores more than two words of a lane */
	LINE_LANES = 1 << 10,  /* reads vector registers of other lanes */
} GcnLineFlag;

/* N registers from FIRST, as the operand'th operand; 255: not in the text. */
typedef struct {
	uint16_t first;
	uint8_t n, operand;
} GcnRegs;

/* Events of each kind that may still be outstanding; NO_WAIT: any. */
typedef struct {
	uint8_t memory, exported, local;
} GcnWait;

enum { NO_WAIT = 255 };

typedef struct {
	uint32_t at, end; /* of the text */
	uint32_t name, name_end;
	uint8_t unit; /* GcnUnit */
	uint16_t flags;
	Slice regs;
	uint32_t target; /* block, or NONE */
	GcnWait wait;	 /* of a wait */
	GcnWait before;	 /* what is waited for before it */
	uint8_t idle;	 /* cycles before it; of an idle instruction: its own */
	uint32_t island; /* that a jump goes by, or NONE */
} GcnLine;

/* Lines first..end; goes on to the next block if it falls through. */
typedef struct {
	uint32_t first, end;
	uint32_t jump; /* block, or NONE */
	bool through;
} GcnBlock;

/* A jump to BLOCK, by the island NEXT or (NONE) without one. */
typedef struct {
	uint32_t block, next;
} GcnHop;

/* Jumps that stand in front of a line; the code before them, if it goes on
 * there, jumps around them.  Without any there is nothing. */
typedef struct {
	uint32_t line;
	bool around;
	VEC(GcnHop) hops;
} GcnIsland;

typedef struct {
	const char *text;
	VEC(GcnLine) lines;
	VEC(GcnRegs) regs;
	VEC(GcnBlock) blocks;
	VEC(GcnIsland) islands; /* by line */
	bool matrix;		/* gfx90a: hazards of matrix instructions */
} GcnCode;

/*
 * An iteration over the blocks until nothing changes.  WALK sets the lines of
 * block B from what holds at its start, and keeps what holds at its end; FLOW
 * joins that to what holds at the start of block TO, and says whether it
 * changed; it can do so at most BITS times.  Blocks are walked in order of the
 * text, each whose start has changed; again if a jump back has changed one.
 */
typedef struct {
	void (*walk)(void *pass, uint32_t b);
	bool (*flow)(void *pass, uint32_t to);
	void *pass;
	uint64_t bits;
} GcnFlow;

void gcn_iterate(const GcnCode *code, const GcnFlow *flow, Arena *arena);

/* Reads LEN bytes of TEXT. O(text). */
void gcn_lines_read(GcnCode *code, const char *text, size_t len, Arena *arena);

/* The length of the label that LINE is; 0: none. */
uint32_t gcn_label_length(const GcnCode *code, const GcnLine *line);

/* Does LINE's mnemonic start with WITH? */
bool gcn_line_is(const GcnCode *code, const GcnLine *line, const char *with);

/* Is PART in it? */
bool gcn_line_has(const GcnCode *code, const GcnLine *line, const char *part);

/* Sets lines' .before: an iteration over the blocks until nothing changes; what
 * is known of a register is one byte a counter. Waits in the text become part
 * of the next instruction's. */
void gcn_waits(GcnCode *code, Arena *arena);

/* Sets lines' .idle, knowing .before. */
void gcn_hazards(GcnCode *code, Arena *arena);

/* Sets lines' .island and the islands, knowing all the rest. */
void gcn_far(GcnCode *code, Arena *arena);

#endif
