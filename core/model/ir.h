/*
 * Func: one machine function.  Instructions, operands, blocks are arrays
 * addressed by 32-bit indices; lists are slices of shared arrays.
 *
 * What allocation does not look at keeps its source text (Span), so that it
 * goes out as it came in.
 */
#ifndef REGALLOC_MODEL_IR_H
#define REGALLOC_MODEL_IR_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/source.h"
#include "core/base/vec.h"
#include "core/model/attributes.h"
#include "core/model/target.h"

typedef uint32_t InsnId;
typedef uint32_t OpndId;
typedef uint32_t BlockId;
typedef uint32_t VregId;
#define NONE UINT32_MAX

typedef enum {
	OPND_REG,	 /* val: RegId (0: $noreg) */
	OPND_VREG,	 /* val: VregId */
	OPND_IMM,	 /* val: index into imms */
	OPND_BLOCK,	 /* val: BlockId */
	OPND_STACK,	 /* val: index into stack */
	OPND_FIXED,	 /* val: index into fixed (fixed stack) */
	OPND_CONST,	 /* val: id of the constant-pool entry */
	OPND_JUMP_TABLE, /* val: id of the jump table */
	OPND_SUB,	 /* val: SubId (%subreg.x) */
	OPND_MASK,	 /* val: index into masks */
	OPND_GLOBAL,	 /* @name: text only; val unused */
	OPND_SYMBOL,	 /* &name or <mcsymbol name>: text only */
	OPND_INSTR_REF,	 /* dbg-instr-ref(a, b): text only */
	OPND_TEXT,	 /* anything else: text only */
} OpndKind;

enum { /* Operand.flags */
       OPND_DEF = 1,
       OPND_IMPLICIT = 2,
       OPND_KILL = 4,
       OPND_DEAD = 8,
       OPND_UNDEF = 16,
       OPND_EARLY = 32,	   /* early-clobber */
       OPND_INTERNAL = 64, /* read inside its bundle */
       OPND_RENAMABLE = 128,
       OPND_DEBUG = 256,     /* operand of a debug instruction, no real use */
       OPND_LATE = 512,	     /* register stays taken while definitions write */
       OPND_TIE_TEXT = 1024, /* "(tied-def N)" stood in the text */
       OPND_WHOLE =
	       2048, /* the register as a whole, besides its parts, which
			are operands in consecutive registers: in no text */
       OPND_ALLFLAGS = 4095,
};

#define TIED_NONE UINT8_MAX

typedef struct {
	uint8_t kind;	/* OpndKind */
	uint8_t tied;	/* use: number of the definition it is tied to, from
			   the text or from the opcode; TIED_NONE */
	uint16_t flags; /* OPND_* */
	SubId sub;	/* registers: sub-register index */
	uint16_t len;	/* bytes of source text; UINT16_MAX: see opnd_text */
	uint32_t val;
	Loc loc; /* start of the source text, target-flags included, up
		    to a comment behind the operand; LOC_NONE: made */
} Operand;

enum {				  /* Insn.flags */
       INSN_DEBUG = 1,		  /* DBG_*: no position of its own */
       INSN_BUNDLED = 2,	  /* inside a bundle, not its head */
       INSN_BUNDLE = 4,		  /* head of a bundle: "{" follows */
       INSN_MADE = 8,		  /* not in the input: copy, spill code, ... */
       INSN_PARALLEL = 16,	  /* COPY that runs at the same time as the COPY
				     before it: they read all their sources before
				     they write; one position */
       INSN_SPILL = 32,		  /* made: stores a register into a slot */
       INSN_RELOAD = 64,	  /* made: loads a register from a slot */
       INSN_REMAT = 128,	  /* made: computes a value again */
       INSN_UNKNOWN = 256,	  /* opcode not known to the target */
       INSN_COMMUTED_THIRD = 512, /* its first and third sources ... */
       INSN_COMMUTED = 1024,	  /* its first two sources changed places */
       INSN_REST = 2048,   /* COPY into a register whose part that the next COPY
			      writes is not wanted from this one */
       INSN_BARE = 4096,   /* without the definitions of physical registers that
			      its opcode implies: to become its three-address
			      form */
       INSN_FOLDED = 8192, /* an operand became a slot */
       INSN_RENAMED = 16384, /* the name as written is that of instruction
				flags only */
       INSN_PLAIN =
	       32768, /* as read: it has all operands of its opcode, and
			 the text names no ties and no parts of registers */
};

typedef struct {
	OpcodeId op;
	uint16_t flags; /* INSN_* */
	OpndId opnd0;
	uint32_t nopnds;
	uint32_t nleft; /* operands printed before "=" */
	InsnId origin;	/* the instruction of the input it stems from: itself
			   in parsed functions, NONE for made ones */
	Loc loc;	/* start in the source, or of the one it was made for */
	Span name; /* instruction flags and opcode as written; len 0: made */
	Span tail; /* what follows the last operand: debug location, memory
		      operands ..., with its leading separator; may be empty */
} Insn;

enum { /* Block.flags */
       BLOCK_LANDING_PAD = 1,
       BLOCK_ADDRESS_TAKEN = 2,
       BLOCK_ASM_TARGET = 4, /* inlineasm-br-indirect-target */
       BLOCK_FUNCLET = 8,    /* ehfunclet-entry */
       /* Control may come from before the end of the block before. */
       BLOCK_EARLY_TARGET =
	       BLOCK_LANDING_PAD | BLOCK_ASM_TARGET | BLOCK_FUNCLET,
       BLOCK_SUCCS_GIVEN = 16, /* a "successors:" line stood in the text */
       BLOCK_MADE = 32,	       /* lies on an edge of the input */
       BLOCK_MARKED = 64,      /* flags_mark has been there, and ... */
       BLOCK_STALE = 128,      /* ... instructions have changed since */
};

typedef struct {
	InsnId first, end; /* half-open */
	Slice succs;	   /* Func.succs */
	Slice preds;	   /* Func.preds, in order of block, by cfg */
	Slice liveins;	   /* Func.liveins, as in the text */
	uint32_t number;   /* N of bb.N */
	uint32_t flags;	   /* BLOCK_* */
	uint32_t align;
	Span label; /* the label line as written, "bb.0 (...):"; len 0: made */
} Block;

typedef struct {
	BlockId block;
	uint32_t prob; /* numerator over 2^31; UINT32_MAX: unknown */
} Succ;

typedef struct {
	RegId reg;
	LaneMask lanes; /* LANES_ALL: all of it */
} LiveIn;

typedef struct {
	ClassId cls;
	uint8_t hint_kind; /* 0: none, 1: physical, 2: virtual */
	bool brief;	   /* holds parts together for one instruction: in
			      memory it would be put together for each of them */
	uint32_t hint;	   /* preferred-register: RegId, or VregId */
	uint32_t number;   /* N of %N; with a name: NONE */
	uint32_t text;	   /* see vreg_text; 0: it has none */
	VregId parent;	   /* the register of the input it was split from */
	Loc loc;	   /* first occurrence */
} Vreg;

/* What few registers have. */
typedef struct {
	Span name; /* of named registers */
	Span type; /* "(p4)": low-level type as written; may be empty */
} VregText;

enum { /* StackObject.kind */
       STACK_DEFAULT,
       STACK_SPILL,
       STACK_VARIABLE, /* variable-sized */
};

typedef struct {
	uint32_t id; /* N of %stack.N or %fixed-stack.N */
	uint8_t kind;
	uint8_t made;	/* appended by us */
	bool immutable; /* nobody writes to it while the function runs */
	bool aliased;	/* the code may point to it */
	uint32_t align; /* bytes */
	uint64_t size;	/* bytes */
	int64_t offset;
	StrId stack_id; /* of Target.strings; 0: default */
	Span name;	/* without quotes; may be empty */
	Span stack_id_text;
	Span callee_saved; /* register name, may be empty */
} StackObject;

typedef struct {
	const uint64_t *words; /* preserved registers */
	Span text; /* CustomRegMask(...) as written; len 0: a target's mask */
	uint32_t named; /* index into Target.masks, or NONE */
} Mask;

typedef struct {
	uint32_t id;
	Span value; /* none: empty, at the entry's first key */
	uint32_t align;
	bool target_specific;
} Constant;

typedef struct {
	uint32_t id;
	Slice blocks; /* JumpTables.blocks */
} JumpTable;

/* A call-site entry: block by position, offset in instructions. */
typedef struct {
	uint32_t block, offset;
	Span rest;   /* text from ", fwdArgRegs" to the closing brace */
	InsnId insn; /* found by the reader */
} CallSite;

/* One header field outside those the tool interprets, for later passes. */
typedef struct {
	Span key, value;  /* nested keys as written in "frameInfo.hasCalls" */
	const char *path; /* "frameInfo.hasCalls" */
	const char *text; /* the scalar's value */
	uint32_t path_len;
} Field;

/* A spill or reload made by us, for its memory operand. */
typedef struct {
	InsnId insn;
	uint32_t slot;	    /* index into stack */
	uint32_t size : 30; /* bytes */
	uint32_t load : 1, store : 1;
} MadeAccess;

/* Names of a module's symbols, sorted. */
typedef struct {
	const char *const *at;
	uint32_t n;
} NameList;

/* Symbols of a module: private ones, before which assembly puts ".L"; functions
 * that may return twice, as setjmp does; those that have no name outside. */
typedef struct {
	NameList privates, returning_twice, local_functions;
} ModuleNames;

/* Jump tables, whose blocks lie one behind another. */
typedef struct {
	VEC(JumpTable) tables;
	VEC(BlockId) blocks;
	Span kind;
} JumpTables;

/* Places in the source: the document from its "---" line to where the next one
 * starts, and the values of the keys we write anew (len 0: the key is absent).
 * A span covers whole lines, key included. */
typedef struct {
	uint32_t first_line; /* of the document; 0: nobody asks */
	Span document, registers, liveins, stack, fixed_stack, callsites, body;
	Loc body_indent;   /* columns of indentation of the body */
	VEC(Loc) comments; /* of the body as it is read, in order */
	VEC(VregText) vregs;
	Span attributes; /* text of the IR function's attribute group(s) */
	Span ir_define;	 /* the IR "define" line */
} FuncText;

/* What a function is like. */
typedef struct {
	/* Features of functions that do not say, with a space behind each. */
	const char *triple_features;
	bool pic;	      /* the module is position-independent */
	bool aliases;	      /* some symbols may be other names of variables */
	bool branch_tracking; /* indirect branches may go to marked places only:
				 module flag "cf-protection-branch" */
	bool tracks_liveness;
	bool lane_liveness; /* parts of registers live and die apart */
	bool returns_twice; /* exposesReturnsTwice, or
			       OP_RETURNS_TWICE */
	bool takes_blocks;  /* not only PHIs and terminators at the end of a
			       block name blocks */
	bool strict;	    /* what deserves a warning is an error */
	bool reads_checked; /* reads without a definition were reported */
	bool reclassed;	    /* classes or hints are others than in the text */
	bool allocated;	    /* no virtual registers left, by our rewriting */
	bool has_callee_saved; /* calleeSavedRegisters was given */
	uint8_t llvm; /* the version of LLVM, whatever the text says; 0: it
			 says */
} FuncTraits;

typedef struct Func {
	const Source *source;
	const Target *target;
	const TargetVariant *variant; /* NULL: see func_variant */
	Arena *arena;		      /* lives until the text is printed */
	Diag *diag;
	Span name;		/* as it is written */
	const char *plain_name; /* as plain text */

	VEC(Insn) insns;
	VEC(Operand) opnds; /* as read: in order of instruction */
	VEC(Block) blocks;  /* in the order of the text */
	VEC(Succ) succs;
	VEC(BlockId) preds;
	VEC(LiveIn) liveins;
	VEC(Vreg) vregs;
	VEC(int64_t) imms;
	VEC(Mask) masks;
	VEC(StackObject) stack;
	VEC(StackObject) fixed;
	VEC(Constant) constants;
	JumpTables jumps;
	VEC(CallSite) call_sites;
	VEC(Field) fields;	  /* all scalars of the header, in order */
	VEC(MadeAccess) accesses; /* by insn, in order */
	VEC(InsnId) joints;	  /* see rewrite_func */

	FuncText text;
	const ModuleNames *names; /* of the module */

	FuncTraits traits;
	VEC(RegId) callee_saved;
	uint32_t nparsed_vregs; /* vregs of the input, before any was made */
	uint32_t next_number;	/* N of the next %N to be made */
} Func;

static inline const Insn *
func_insn(const Func *f, InsnId i)
{
	return &f->insns.at[i];
}

/* The text of V, one of F's registers. */
static inline VregText
vreg_text(const Func *f, const Vreg *v)
{
	return v->text ? f->text.vregs.at[v->text - 1] : (VregText){0};
}

/* Make room for N more operands. */
static inline void
func_room(Func *f, uint32_t n)
{
	while (f->opnds.cap - f->opnds.n < n)
		vec_grow(f->arena, (void **)&f->opnds.at, &f->opnds.cap,
			 f->opnds.n, sizeof(*f->opnds.at));
}

/* Part SUB of register V with OPND_* FLAGS, as none of the source. */
static inline Operand
operand_vreg(VregId v, SubId sub, unsigned flags)
{
	return (Operand){.kind = OPND_VREG,
			 .tied = TIED_NONE,
			 .flags = (uint16_t)flags,
			 .sub = sub,
			 .val = v,
			 .loc = LOC_NONE};
}

static inline Operand *
insn_opnds(const Func *f, const Insn *insn)
{
	return f->opnds.at + insn->opnd0;
}

static inline const OpcodeDesc *
insn_desc(const Func *f, const Insn *insn)
{
	return target_desc(f->target, insn->op);
}

/* The registers that the instruction's opcode implies. */
static inline const Implied *
insn_implied(const Func *f, const Insn *insn)
{
	return target_implied(f->target, insn->op);
}

/* The name of the instruction's opcode. */
static inline const char *
insn_opcode_name(const Func *f, const Insn *insn)
{
	return target_str(f->target, f->target->opcodes[insn->op].name);
}

/* The block that instruction I lies in.  O(log blocks). */
BlockId func_block_of(const Func *f, InsnId i);

/* OP_* flags of an instruction of an unknown opcode, from its operands (a block
 * operand makes a branch). */
uint32_t insn_flags_unknown(const Func *f, const Insn *insn);

/* OP_* flags of an instruction. */
static inline uint32_t
insn_flags(const Func *f, const Insn *insn)
{
	return insn->flags & INSN_UNKNOWN ? insn_flags_unknown(f, insn)
					  : insn_desc(f, insn)->flags;
}

static inline bool
opnd_is_reg(const Operand *o)
{
	return o->kind == OPND_REG || o->kind == OPND_VREG;
}

/* Is the use O tied to operand DEF of its instruction? */
static inline bool
opnd_is_tied_to(const Operand *o, uint32_t def)
{
	return !(o->flags & OPND_DEF) && o->tied == def && o->tied != TIED_NONE;
}

/* Does the operand read its register?  A definition of some lanes, not
 * marked undef, reads the others. */
static inline bool
opnd_reads(const Operand *o)
{
	if (!opnd_is_reg(o) || (o->flags & (OPND_UNDEF | OPND_DEBUG)))
		return false;
	return !(o->flags & OPND_DEF) || (o->kind == OPND_VREG && o->sub);
}

static inline int64_t
opnd_imm(const Func *f, const Operand *o)
{
	return f->imms.at[o->val];
}

/* Source text of an operand. */
Span opnd_text(const Func *f, const Operand *o);

/* How values of class CLS are spilled in F, whose features can pick other
 * instructions, to a slot aligned to at most MAX_ALIGN bytes (0: any); NULL if
 * they cannot be. */
const SpillRule *func_spill(const Func *f, ClassId cls, unsigned max_align);

/* Does F have virtual registers in files of which some copy reads registers
 * besides its source, such as a mask of lanes?  O(virtual registers). */
bool func_copies_read(const Func *f);

/* The register that place O of a recipe (RECIPE_REG) names in F: the stack
 * pointer may be the one that a field of the header says. */
RegId func_recipe_reg(const Func *f, const RecipeOpnd *o);

/* Is nothing read, by its marks, of the physical registers that INSN writes
 * besides its first operand? */
bool insn_gives_one(const Func *f, const Insn *insn);

/* Is C one of INSN, by its opcode and its numbers? */
bool conversion_holds(const Func *f, const Insn *insn, const Conversion *c);

/* The conversion of INSN into opcode TO (0: any); NULL: none. */
const Conversion *insn_conversion(const Func *f, const Insn *insn, OpcodeId to);

/* Does INSN have a form that leaves its sources alone, which does all that INSN
 * does that is needed? */
bool insn_spares_source(const Func *f, const Insn *insn);

/* Does COPY fill the tied operand of the next instruction, which has such a
 * form? Then it costs nothing. */
bool copy_is_spared(const Func *f, InsnId copy);

/* Has INSN, as read, a form of the same width that leaves alone what INSN
 * writes besides its result? */
bool insn_has_other_form(const Func *f, const Insn *insn);

/* Does C write a wider register than the opcode it is for?  Whether nobody
 * reads the rest of it is known only after allocation. */
bool conversion_widens(const Target *t, const Conversion *c);

/* The last operand that the first source may change places with. */
enum { COMMUTE_LAST = 3 };

/* Are the operands of RULE where they must be: parts of one register? */
bool insn_has_vector(const Func *f, const Insn *insn, const VectorRule *rule);

/* Does an operand of INSN write REG, or a mask not preserve it? */
bool insn_clobbers(const Func *f, const Insn *insn, RegId reg);

/* Does an operand of INSN read some of REG? */
bool insn_reads_reg(const Func *f, const Insn *insn, RegId reg);

/* Has INSN an operand of REG, or with PARTS of one that shares a unit with it,
 * that is just what ROLE says: OPND_DEF, OPND_IMPLICIT? */
bool insn_names_reg(const Func *f, const Insn *insn, unsigned role, RegId reg,
		    bool parts);

/* Does REG, or what shares a unit with it, live into block B, as F says? */
bool block_has_livein(const Func *f, BlockId b, RegId reg);

/* Does INSN write REG, as its opcode implies?  Not where that is what its
 * optional definition stands for, and that is $noreg. */
bool insn_writes_implied(const Func *f, const Insn *insn, RegId reg);

/* What INSN's tail says of labels before and behind it, such as
 * "pre-instr-symbol <mcsymbol .L0$pb>"; len 0: there are none.  Others name
 * them, so that there must not be two of it. */
Span insn_labels(const Func *f, const Insn *insn);

/* How may INSN's first source, tied to its one definition, change places with
 * its operand K?  False: it may not. */
bool insn_commutation(const Func *f, const Insn *insn, uint32_t k,
		      Commutation *how);

/* INSN gets opcode OP; its flags in front of the name, "nsw", stay. */
void insn_rename(const Func *f, Insn *insn, OpcodeId op);

/* Leave out "debug-instr-number N" at the start of a tail: two instructions
 * must not have the same. */
Span anonymous_tail(const Func *f, Span tail);

/* How many operands change by HOW, from its immediate on: 2 at most. */
uint32_t commutation_numbers(const Commutation *how);

/* INSN's sources have changed places: so does the rest, as HOW says. */
void insn_commuted(Func *f, Insn *insn, const Commutation *how);

/* Instruction I becomes a KILL of nothing, which is not written. */
void func_erase(Func *f, InsnId i);

/* Take out the instructions marked in GONE, by InsnId: the others get new
 * numbers, in their order.  O(instructions). */
void func_remove(Func *f, const uint8_t *gone, Arena *tmp);

/* How SRC is copied to DST in F; NULL: no rule says. */
const CopyRule *func_copy_rule(const Func *f, RegId dst, RegId src);

/* The opcode's number for a well-known instruction (WK_*). */
static inline bool
insn_is(const Func *f, const Insn *insn, unsigned known)
{
	return insn->op && insn->op == f->target->known[known];
}

/* Instruction I of F is number MAP[I] now, as far as its call sites go. */
void call_sites_map(Func *f, const InsnId *map);

/* Is INSN a computation of the input that was moved out of its loop?  It keeps
 * the input's form, by which alone it is known. */
static inline bool
insn_is_hoisted(const Func *f, const Insn *insn)
{
	return (insn->flags & (INSN_MADE | INSN_REMAT | INSN_SPILL |
			       INSN_RELOAD)) == INSN_MADE &&
	       insn->name.len && !insn_is(f, insn, WK_COPY);
}

/* Is operand K of INSN an implicit definition of a register of which the
 * instruction writes a part only, by an explicit operand, and does not say
 * that it reads it, while the rest can hold values of its own?  LLVM writes so
 * behind several copies that make up a tuple: the rest stays what it was. */
bool opnd_defines_around(const Func *f, const Insn *insn, uint32_t k);

/* Add to SET, a bit set over RegId, the registers that F's header says are
 * saved on entry.  False: there are none. */
bool func_saved_regs(const Func *f, uint64_t *set);

/* Does a block end with a return? */
bool block_returns(const Func *f, BlockId b);

/* First terminator of a block; its end if it has none.  Debug instructions
 * between terminators do not count. */
InsnId block_first_terminator(const Func *f, BlockId b);

/* F without instructions, in ARENA, with room for INSNS of them and for OPNDS
 * operands.  Other tables are F's, and get room of their own with the
 * first element added; call sites do at once. */
Func *func_like(const Func *f, uint32_t insns, uint32_t opnds, Arena *arena);

/* Nobody reads F's instructions and operands any more. */
void func_discard_code(Func *f);

/* A new virtual register of class CLS split from PARENT (NONE: of itself). */
VregId func_add_vreg(Func *f, ClassId cls, VregId parent);

/* A new spill slot. Returns its index in stack. */
uint32_t func_add_slot(Func *f, uint32_t size, uint32_t align, StrId stack_id);

#endif
