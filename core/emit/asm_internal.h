/*
 * Shared by the files that print assembly.
 *
 * An instruction of the machine IR becomes an AsmInsn, the operands its
 * template speaks of; stack objects have become a register and a number.
 */
#ifndef REGALLOC_EMIT_ASM_INTERNAL_H
#define REGALLOC_EMIT_ASM_INTERNAL_H

#include "core/emit/asm.h"
#include "core/emit/debug.h"
#include "core/rewrite/frame.h"

typedef enum { ASM_NONE, ASM_REG, ASM_NUMBER, ASM_SYMBOL } AsmKind;

typedef struct {
	uint8_t kind; /* AsmKind */
	bool memory;  /* symbol: of a constant-pool entry */
	RegId reg;
	int64_t number;			   /* symbols: what is added */
	const char *before, *name, *after; /* ":lower16:", "x", "@PLT" */
} AsmOpnd;

typedef struct {
	OpcodeId op;
	Loc loc;
	uint32_t n;
	AsmOpnd *o;
} AsmInsn;

typedef enum { MACHINE_X86, MACHINE_ARM, MACHINE_GCN } AsmMachine;

typedef struct AsmEh AsmEh;
typedef struct AsmX87 AsmX87;

/* Source lines: what was told of them. */
typedef struct {
	const Debug *debug;
	DebugNode function; /* its subprogram */
	DebugPlace last;    /* the last one with a line, or none */
	DebugNode scope;    /* for which the next two are; NULL: the module */
	uint32_t file, discriminator;
	uint32_t line;	  /* printed last */
	bool started;	  /* something is printed */
	bool body;	  /* behind the prologue */
	bool statement;	  /* state of the assembler; once started */
	BlockId block;	  /* of the instruction before; NONE */
	BlockId epilogue; /* block whose epilogue is told; NONE */
} AsmPlaces;

/* Thumb: the block of conditional instructions printed last. */
typedef struct {
	size_t at;     /* of the blank behind its "it" */
	size_t end;    /* of its text, as long as it can have more; or 0 */
	unsigned n;    /* instructions so far */
	unsigned cond; /* of the first */
	bool open;     /* an instruction of it is being printed */
} AsmBlock;

typedef struct {
	const Func *f;
	const Target *t;
	const TargetVariant *variant;
	bool second; /* the second of two sets of templates */
	AsmMachine machine;
	bool thumb; /* ARM: the function is in the Thumb instruction set */
	AsmBlock block;
	bool comments;
	Lines lines;		/* of the document, with comments */
	const char *imm_prefix; /* before a number in inline assembly */
	Arena *tmp;		/* until the function is printed */
	Arena *line;		/* until its instruction is */
	Buf *out;
	Frame frame;
	FrameRules rules;
	AsmEh *eh;	  /* exception tables; NULL: needs none */
	AsmX87 *x87;	  /* the stack; NULL: not used */
	AsmPlaces places; /* debug is NULL: lines are not told */
	bool far;	  /* constants may be out of reach of short offsets */
	int32_t pushed;	  /* bytes below the frame: arguments of a call */
	bool naked;	  /* neither prologue nor epilogue */
	const char *section; /* of the function, without quotes; NULL: .text */
	const char *symbol;  /* the function's, as assembly spells it */
	const char *local;   /* prefix of its local labels: ".Lmain." */
	uint64_t *used;	     /* GCN: units that the code mentions */
	RegId flat;	     /* GCN: address of the scratch memory */
	RegId buffer, buffer_now; /* GCN: of the stack; where it is kept */
	const char *scratch;	  /* GCN: the buffer of the stack, "s[0:3]" */
	uint32_t *
		lane; /* GCN: by stack object: first lane of a spilled scalar */
	uint32_t saved_lane; /* GCN: first lane of the scalars saved */
	RegId lanes[16];     /* GCN: vector registers of 64 lanes for these */
	uint32_t nlanes;
	bool lanes_lost;     /* GCN: a call destroys one of them */
	uint32_t lanes_at;   /* GCN: then they are stored there around it */
	uint32_t arguments;  /* GCN: bytes of the frame that callers fill */
	GcnFigures *figures; /* GCN: for the notes; zero so far */
	uint32_t unique;     /* inline assemblies printed */
} Asm;

/* Everything that can go wrong: an error at LOC; returns false. */
bool asm_error(Asm *a, Loc loc, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* asm_head.c: the function's name and the prefix of its local labels; what
 * stands before and behind its code. */
void asm_names(Asm *a);
/* Refuses what the function's attributes ask for and cannot be done, and warns
 * of what its code can do without. */
bool asm_attributes(Asm *a);
void asm_head(Asm *a);
void asm_tail(Asm *a);
/* Back to the section of the function's code. */
void asm_section(Asm *a);
/* Is WORD, with its blanks, in the IR function's "define" line before the
 * symbol? */
bool asm_linkage(const Func *f, const char *word);

/* asm_text.c: templates. */
bool asm_template(Asm *a, const char *text, const AsmInsn *insn);
void asm_reg(Asm *a, RegId reg);
void asm_operand(Asm *a, const AsmInsn *insn, uint32_t k);
void asm_symbol(Asm *a, const AsmOpnd *o);
bool asm_address(Asm *a, const AsmInsn *insn, uint32_t k); /* x86 */
const char *asm_reg_text(const Asm *a, RegId reg);

/* asm_forms.c: packed numbers; false if FORM is none of them. */
bool asm_form(Asm *a, const char *form, size_t len, const AsmOpnd *o,
	      const AsmOpnd *arg);

/* asm_operands.c: operands of machine IR. */
bool asm_insn_read(Asm *a, const Insn *insn, AsmInsn *out);
bool asm_operand_read(Asm *a, const Operand *o, AsmOpnd *out);
const char *asm_block_label(Asm *a, BlockId b);

/* The label of the block that the text from P to END tells, "blockaddress(@F,
 * %ir-block.NAME)" or "blockaddress(@F, %NAME)"; NULL: F is not this function,
 * or has no such block. */
const char *asm_block_address(Asm *a, const char *p, const char *end);
/* NAME as assembly spells the module's symbol. */
const char *asm_symbol_name(Asm *a, const char *name, size_t len);
/* The string or name at P of a source operand, without its escapes; *END is
 * what follows it. */
const char *asm_unquote(Asm *a, const char *p, const char *limit,
			const char **end, size_t *len);

/* The register and offset from it of stack object I. */
void asm_stack_place(const Asm *a, bool fixed, uint32_t i, RegId *reg,
		     int64_t *offset);

/* The same for *OFFSET from the top of the frame (FIXED), or as in
 * Frame.stack. */
void asm_frame_place(const Asm *a, bool fixed, RegId *reg, int64_t *offset);

/* asm_inline.c */
bool asm_inline(Asm *a, const Insn *insn);

/* asm_arm.c: what stands before a function; directives for instructions that
 * not every machine has. */
void asm_arm_head(Asm *a);

/* asm_x87.c: the x87 stack.  asm_x87_read comes first: false after an error.
 * asm_x87_head and asm_x87_end stand at the head of block B and in front of its
 * terminators.  asm_x87_insn prints instruction I if it is one of the stack;
 * false: it is not, or only its operands were.  asm_x87_behind follows every
 * instruction in front of the terminators. */
bool asm_x87_read(Asm *a);
void asm_x87_head(Asm *a, BlockId b);
void asm_x87_end(Asm *a, BlockId b);
bool asm_x87_insn(Asm *a, InsnId i, bool *ok);
void asm_x87_behind(Asm *a, InsnId i);

/* asm_frame.c: prologue, epilogue, call frames.  False after an error. */
bool asm_rules(Asm *a);
bool asm_prologue(Asm *a);
bool asm_epilogue(Asm *a, const Insn *insn);
/* Does text of ours stand before INSN if that is a return? */
bool asm_has_epilogue(const Asm *a, const Insn *insn);
/* Behind a return that is not the function's last instruction. */
void asm_returned(Asm *a);
bool asm_call_frame(Asm *a, const Insn *insn, bool open);
/* Behind INSN, which may have pushed an argument. */
void asm_pushed(Asm *a, const Insn *insn);

/* asm_eh.c: exception tables. asm_eh_read comes first: false after an error.
 * The head belongs behind .cfi_startproc, the tail behind the function's code:
 * on ARM before .fnend, elsewhere it changes sections. */
bool asm_eh_read(Asm *a);
void asm_eh_head(Asm *a);
void asm_eh_label(Asm *a);
void asm_eh_tail(Asm *a);

/* asm_places.c: source lines, if A->places.debug is set.  The head belongs
 * behind the function's symbol, the start before its prologue, asm_place before
 * INSN of block B: false after an error.  If no code follows, what the last two
 * have printed and noted is to be taken back. */
void asm_places_head(Asm *a);
void asm_places_start(Asm *a);
bool asm_place(Asm *a, const Insn *insn, BlockId b);

/* asm_gcn_frame.c */
void asm_gcn_rules(Asm *a);
/* REG, or what stands for it in the text. */
RegId asm_gcn_moved(const Asm *a, RegId reg);
bool asm_gcn_prologue(Asm *a);
bool asm_gcn_has_epilogue(const Asm *a);
void asm_gcn_epilogue(Asm *a);
/* The register that says where the frame starts; 0: it starts at 0. */
RegId asm_gcn_base(const Asm *a);
/* The address, for one lane, of the stack object that INSN moves to a
 * register. */
void asm_gcn_address(Asm *a, const AsmInsn *insn);
/* Before (LOAD: behind) INSN: if it is a call, the registers with lanes for
 * scalars that it destroys go to memory and back, and so does, in effect, the
 * frame pointer.  False after an error. */
bool asm_gcn_call(Asm *a, const Insn *insn, bool load);
/* SI_SPILL_*: a word at a time. */
bool asm_gcn_spill(Asm *a, const AsmInsn *insn, const char *name,
		   uint32_t slot);

/* asm_arm.c: operands out of an instruction's reach. False: none are, print
 * it as it is. *OK: whether all went well. */
bool asm_arm_far(Asm *a, AsmInsn *insn, const char *text, bool *ok);

/* The condition of INSN, as machine IR numbers them; 14: none. */
unsigned asm_arm_condition(const Asm *a, const AsmInsn *insn);

/* How assembly spells condition V; "": always. */
const char *asm_arm_condition_name(int64_t v);

/* asm_thumb.c: asm_thumb_read comes first: false after an error.
 * asm_thumb_block stands before INSN, which will be N lines, and
 * asm_thumb_printed behind it: its text is that from START on. */
bool asm_thumb_read(Asm *a);
void asm_thumb_block(Asm *a, const AsmInsn *insn, unsigned n);
void asm_thumb_printed(Asm *a, const AsmInsn *insn, size_t start);
/* Prints INSN if Thumb has a text of its own for it; false: it has not. */
bool asm_thumb_pseudo(Asm *a, const AsmInsn *insn);
/* The function's jump tables, behind its code. */
void asm_thumb_tables(Asm *a);

/* asm_arm_pic.c: code and data that depend on where they lie.
 * asm_arm_address puts O's address into REG in position-independent code;
 * asm_arm_pic is like asm_arm_pseudo; asm_arm_constant prints one of the
 * target's own constants, false after an error. */
void asm_arm_address(Asm *a, RegId reg, const AsmOpnd *o);
bool asm_arm_pic(Asm *a, const AsmInsn *insn, bool *ok);
bool asm_arm_constant(Asm *a, const Constant *c);

/* asm_gcn_kernel.c: what is in use; and behind a kernel's code, what the loader
 * must know. */
void asm_gcn_use(Asm *a, RegId reg);
void asm_gcn_use_all(Asm *a, const Insn *insn);
void asm_gcn_kernel(Asm *a);

/* asm_x86.c, asm_arm.c, asm_gcn.c: prints INSN if it is a pseudo of several
 * lines; false: it is not.  *OK: whether all went well. */
bool asm_x86_pseudo(Asm *a, const AsmInsn *insn, bool *ok);

/* Without AVX-512's other vector lengths registers above 15 are copied as the
 * widest ones.  False: nothing printed, DST and SRC are others. */
bool asm_x86_copy(Asm *a, RegId dst, RegId src);
bool asm_arm_pseudo(Asm *a, AsmInsn *insn, bool *ok);
bool asm_gcn_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok);

/* asm.c: INSN by its template. */
bool asm_print(Asm *a, AsmInsn *insn);

/* asm_gcn.c: puts the waits that the machine needs into the text from START on,
 * a function's. */
void asm_gcn_finish(Asm *a, size_t start);

/* asm_gcn_memory.c: what the order of INSN's accesses needs before and behind
 * it; and in its text, INSN being what was read from SOURCE. */
void asm_gcn_before(Asm *a, const Insn *insn);
void asm_gcn_after(Asm *a, const Insn *insn);
void asm_gcn_bypass(Asm *a, const Insn *source, AsmInsn *insn);

/* data.c: constants and jump tables behind the code. */
bool asm_data(Asm *a);

#endif
