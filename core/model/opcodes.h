/*
 * Opcodes of a target and their operands.
 */
#ifndef REGALLOC_MODEL_OPCODES_H
#define REGALLOC_MODEL_OPCODES_H

#include "core/model/ids.h"

enum { /* OpcodeDesc.flags */
       OP_TERMINATOR = 1u << 0,
       OP_BRANCH = 1u << 1,
       OP_INDIRECT_BRANCH = 1u << 2,
       OP_BARRIER = 1u << 3, /* control does not fall through */
       OP_RETURN = 1u << 4,
       OP_CALL = 1u << 5,
       OP_COMPARE = 1u << 6,
       OP_MOVE_IMM = 1u << 7,
       OP_MOVE_REG = 1u << 8,
       OP_MAY_LOAD = 1u << 9,
       OP_MAY_STORE = 1u << 10,
       OP_SIDE_EFFECTS = 1u << 11,
       OP_REMATERIALIZABLE = 1u << 12,
       OP_AS_CHEAP_AS_MOVE = 1u << 13,
       OP_COMMUTABLE = 1u << 14,
       OP_THREE_ADDRESS = 1u << 15,
       OP_PREDICABLE = 1u << 16,
       OP_PSEUDO = 1u << 17,
       OP_VARIADIC = 1u << 18,
       OP_EXTRA_SRC_ALLOC = 1u << 19, /* special source allocation needs */
       OP_EXTRA_DEF_ALLOC = 1u << 20, /* special definition allocation needs */
       OP_NOT_DUPLICABLE = 1u << 21,
       OP_CONVERGENT = 1u << 22,
       OP_META = 1u << 23,	/* emits no code: KILL, IMPLICIT_DEF, CFI ... */
       OP_DEBUG = 1u << 24,	/* DBG_*: no position, no effect on liveness */
       OP_LATE_KILL = 1u << 25, /* some use dies late: see OPND_LATE */
       OP_RETURNS_TWICE = 1u << 26, /* setjmp: the frame pointer is put back */
       OP_FRAME_OPEN = 1u << 27,    /* before a call: 0 is bytes of its stack */
       OP_FRAME_CLOSE = 1u << 28,   /* behind it: the same */
       OP_POSITION = 1u << 29, /* a label, or CFI: it stands for its place */
       OP_LIFETIME = 1u << 30, /* a stack object's life begins or ends */
};

enum { /* OpndDesc.flags */
       OPDESC_DEF = 1,
       OPDESC_EARLY = 2,    /* early-clobber definition */
       OPDESC_OPTIONAL = 4, /* optional definition (of flags) */
       OPDESC_PREDICATE = 8,
       OPDESC_LATE = 16,   /* the use's register stays taken while defs write */
       OPDESC_BRANCH = 32, /* branch target */
       OPDESC_POINTER = 64, /* part of a memory address */
       OPDESC_PLACED = 128, /* no virtual register: the one that LLVM's passes
			       in front of allocation put there, or none, as
			       they make another instruction of it */
};

enum { /* OpndDesc.type */
       OPTYPE_UNKNOWN,
       OPTYPE_REG,
       OPTYPE_IMM,
       OPTYPE_MEM,
       OPTYPE_PCREL,
       OPTYPE_TARGET, /* a target's own kind: see sub-type in OpndDesc.kind */
};

typedef struct {
	ClassId cls; /* CLASS_NONE: not a register, or any */
	uint8_t flags;
	uint8_t type;
	int8_t tied;  /* number of the definition it is tied to; -1: none */
	uint8_t kind; /* with OPTYPE_TARGET: the target's number */
} OpndDesc;

/* What an opcode is, which many may be. */
typedef struct {
	uint32_t flags;	   /* OP_* */
	Slice opnds;	   /* opnd_descs: explicit operands, defs first */
	uint16_t implied;  /* implied */
	uint16_t ndefs;	   /* explicit definitions at the front */
	uint16_t size;	   /* bytes of code; 0: unknown */
	uint16_t spread;   /* it loads so many bytes, and repeats them over what
			      it defines; 0: no such thing is known */
	uint16_t llvm;	   /* the version whose opcode it is; 0: not said */
	uint16_t optional; /* how many of the operands define something if they
			      name a register */
} OpcodeDesc;

/* The registers that opcodes write and read without naming them. */
typedef struct {
	Slice defs, uses; /* implicit_regs */
} Implied;

typedef struct {
	StrId name;
	StrId text;	/* assembly template (regalloc-target(5)); 0: none */
	uint16_t desc;	/* opcode_descs */
	OpcodeId other; /* the opcode of that name in another version of LLVM,
			   which has another number of operands; 0: none */
} Opcode;

/* The template for the second processor where it differs. */
typedef struct {
	OpcodeId op;
	StrId text;
} SecondText;

enum { /* well-known opcodes, the same in all LLVM targets */
       WK_PHI,
       WK_COPY,
       WK_IMPLICIT_DEF,
       WK_KILL,
       WK_REG_SEQUENCE,
       WK_INSERT_SUBREG,
       WK_EXTRACT_SUBREG,
       WK_SUBREG_TO_REG,
       WK_INLINEASM,
       WK_INLINEASM_BR,
       WK_DBG_VALUE,
       WK_DBG_VALUE_LIST,
       WK_DBG_INSTR_REF,
       WK_DBG_PHI,
       WK_DBG_LABEL,
       WK_BUNDLE,
       WK_CFI_INSTRUCTION,
       WK_EH_LABEL,
       WK_GC_LABEL,
       WK_ANNOTATION_LABEL,
       WK_LIFETIME_START,
       WK_LIFETIME_END,
       WK_STATEPOINT,
       WK_PATCHPOINT,
       WK_STACKMAP,
       WK_INIT_UNDEF,
       WK_COUNT,
};

#endif
