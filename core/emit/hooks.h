/*
 * What a machine needs in C for its assembly, besides templates and the facts
 * of its files: a table of functions, each of which may be missing, in the
 * machine's folder of targets/; what these functions work on; and what they
 * may call.
 *
 * An instruction of the machine IR becomes an AsmInsn, the operands its
 * template speaks of; stack objects have become a register and a number.
 */
#ifndef REGALLOC_EMIT_HOOKS_H
#define REGALLOC_EMIT_HOOKS_H

#include "core/emit/asm.h"
#include "core/llvmir/module_flags.h"
#include "core/rewrite/frame.h"

typedef enum { ASM_NONE, ASM_REG, ASM_NUMBER, ASM_SYMBOL } AsmKind;

typedef struct {
	uint8_t kind; /* AsmKind */
	bool memory;  /* symbol: of a constant-pool entry */
	RegId reg;
	int64_t number;			   /* symbols: what is added */
	const char *before, *name, *after; /* ":lower16:", "x", "@PLT" */
	const char *global; /* symbol of the module: its name as plain text */
} AsmOpnd;

typedef struct {
	OpcodeId op;
	Loc loc;
	uint32_t n;
	AsmOpnd *o;
} AsmInsn;

typedef struct AsmEh AsmEh;

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

typedef struct {
	const Func *f;
	const Target *t;
	const TargetVariant *variant;
	const AsmHooks *hooks;
	void *machine;	   /* what the hooks keep */
	const AsmFunc *of; /* NULL: nothing is attached or noted */
	bool second;	   /* the second of two sets of templates */
	bool comments;
	Lines lines;	     /* of the document, with comments */
	const char *comment; /* how one begins; a setting of the target */
	const char *number;  /* before a number in inline assembly, another */
	uint32_t address;    /* bytes of an address, another */
	Arena *tmp;	     /* until the function is printed */
	Arena *line;	     /* until its instruction is */
	Buf *out;
	Frame frame;
	FrameRules rules;
	AsmEh *eh;	  /* exception tables; NULL: needs none */
	AsmPlaces places; /* debug is NULL: lines are not told */
	bool far;	  /* constants may be out of reach of short offsets */
	int32_t pushed;	  /* bytes below the frame: arguments of a call */
	bool naked;	  /* neither prologue nor epilogue */
	const char *section; /* of the function, without quotes; NULL: .text */
	const char *symbol;  /* the function's, as assembly spells it */
	const char *local;   /* prefix of its local labels: ".Lmain." */
	uint32_t unique;     /* inline assemblies printed */
} Asm;

/* Where the tables of exceptions are. */
typedef enum {
	EH_NONE,    /* landing pads have no assembly */
	EH_SECTION, /* in a section of their own, which .cfi_lsda names */
	EH_FUNCTION /* behind the function's code, as .handlerdata */
} AsmEhForm;

/* A function of the module: what it brings along, and what hooks note of it to
 * tell of all of them. */
struct AsmFunc {
	const char *name; /* as plain text */
	Span define, attributes;
	/* Data as directives, the first two in front of the symbol; NULL: none.
	 */
	const char *prefix, *signature, *prologue;
	void *figures; /* zero before (AsmModuleHooks.figures_size) */
};

typedef struct {
	const Source *source;
	SpanList ir;	     /* the module's lines outside functions */
	Span triple, layout; /* of data: without quotes */
	ModuleFlagList flags;
	const Target *target;
	const Debug *metadata;
	const AsmFunc *funcs;
	uint32_t n;
} AsmModule;

/* Functions with a result of bool have put an error into the diag of the
 * function where they say false, unless they say otherwise. */
/* What is printed around a function: in front of its section; in front of its
 * label; behind it; where its code is entered, in front of the prologue; behind
 * its code; behind its size and exception tables; behind its constants. */
typedef struct {
	void (*head)(Asm *a);
	void (*symbol)(Asm *a);
	void (*start)(Asm *a);
	void (*entry)(Asm *a);
	void (*end)(Asm *a);
	void (*tail)(Asm *a);
	void (*last)(Asm *a);
} AsmFunctionHooks;

typedef struct {
	/* Not for naked functions.  The epilogue stands before INSN, a return;
	 * `returned` behind one that is not the last instruction. */
	bool (*prologue)(Asm *a);
	bool (*has_epilogue)(const Asm *a);
	bool (*epilogue)(Asm *a, const Insn *insn);
	void (*returned)(Asm *a);
	/* Room of SIZE bytes for a call's arguments, LATER of them pushed, is
	 * made (OPEN) or given back. */
	void (*call)(Asm *a, uint32_t size, uint32_t later, bool open);
	/* Behind a call that has freed SIZE bytes of its arguments: makes room
	 * again.  Missing: it has no assembly. */
	void (*freed)(Asm *a, uint32_t size);
	/* Where a stack object lies, *OFFSET from the top of the frame (FIXED)
	 * or as in Frame.stack.  Missing: see asm_frame_place. */
	void (*place)(const Asm *a, bool fixed, RegId *reg, int64_t *offset);
} AsmFrameHooks;

typedef struct {
	/* At the head of block B, and in front of its terminators. */
	void (*head)(Asm *a, BlockId b);
	void (*end)(Asm *a, BlockId b);
	/* The text from START on is that of all blocks; it may be changed. */
	void (*done)(Asm *a, size_t start);
} AsmBlockHooks;

typedef struct {
	/* Before INSN, which becomes code; behind any instruction I of block B,
	 * TERMINATED if a terminator stands before it or it is one. */
	bool (*before)(Asm *a, const Insn *insn);
	bool (*behind)(Asm *a, InsnId i, BlockId b, bool terminated);

	/* In place of what is printed otherwise; false: nothing is printed.
	 * *OK: did all go well?  Instruction I as it is in machine IR; INSN,
	 * read from SOURCE, if it is a pseudo instruction; INSN by its template
	 * TEXT. */
	bool (*insn)(Asm *a, InsnId i, bool *ok);
	bool (*pseudo)(Asm *a, const Insn *source, AsmInsn *insn, bool *ok);
	bool (*print)(Asm *a, AsmInsn *insn, const char *text, bool *ok);

	/* A copy; false: nothing is printed. */
	bool (*copy)(Asm *a, RegId dst, RegId src);
	/* Is a copy in several steps to begin with the last?  Missing: so that
	 * nothing is overwritten that is read later. */
	bool (*copies_backwards)(const Asm *a, RegId dst, RegId src);

	/* Around the lines that INSN's template TEXT makes; START: where the
	 * first begins. */
	void (*line_begin)(Asm *a, const AsmInsn *insn, const char *text);
	void (*line_end)(Asm *a, const AsmInsn *insn, size_t start);
} AsmInsnHooks;

/* A form that a template asks for: its name, and its argument, the number of an
 * operand. */
typedef struct {
	const char *name;
	size_t len;
	uint32_t arg;
} AsmForm;

typedef struct {
	/* What is special in the operand of machine IR OUT was read from. */
	void (*read)(const Asm *a, const Operand *o, AsmOpnd *out);
	/* Operand K of INSN is a stack object, a register and a number: the
	 * number moves to where the address has one.  Missing: it stays. */
	void (*stack)(const Asm *a, AsmInsn *insn, uint32_t k);
	/* Target flag FLAG of LEN bytes that no setting tells; false: it is not
	 * known. */
	bool (*flag)(Asm *a, const char *flag, size_t len, AsmOpnd *out);
	/* The template's form FORM of operand K; false: it is none of the
	 * machine's. */
	bool (*form)(Asm *a, const AsmInsn *insn, uint32_t k,
		     const AsmForm *form, bool *ok);
	/* Number K of INSN, and symbol O, where they are printed otherwise. */
	void (*number)(Asm *a, const AsmInsn *insn, uint32_t k);
	void (*symbol)(Asm *a, const AsmOpnd *o);
} AsmOpndHooks;

/* Inline assembly in the SECOND of the machine's two dialects, or the first:
 * around its text; a register or a place in memory with MODIFIER, 0 for none; a
 * number, false: it is printed as usual. */
typedef struct {
	void (*begin)(Asm *a, bool second);
	void (*end)(Asm *a, bool second, const char *text, size_t len);
	void (*reg)(Asm *a, const AsmInsn *group, char modifier, bool second);
	bool (*memory)(Asm *a, const AsmInsn *group, char modifier,
		       bool second);
	/* A number or symbol with MODIFIER; false: as usual. */
	bool (*number)(Asm *a, const AsmInsn *group, char modifier);
} AsmInlineHooks;

typedef struct {
	/* Are constants within reach of all code?  Missing: they are not. */
	bool (*near)(const Asm *a);
	/* A constant of the target's own kind. */
	bool (*print)(Asm *a, const Constant *c);
	/* Are jump tables code, which `end` prints?  Do they hold differences,
	 * although the function does not say so? */
	bool (*tables_in_code)(const Asm *a);
	bool (*tables_of_differences)(const Asm *a);
} AsmConstantHooks;

typedef struct {
	/* What stands before a module's data, of a module for TRIPLE. */
	void (*data_head)(Span triple, const Source *source, Buf *out);
	/* Is there no data for the module's variables of address SPACE? */
	bool (*data_absent)(uint64_t space);
	/* Bytes that AsmFunctionHooks.last notes of a function for `end`, which
	 * adds to OUT what stands behind all functions.  O(text). */
	size_t figures_size;
	bool (*end)(const AsmModule *in, Arena *arena, Diag *diag, Buf *out);
} AsmModuleHooks;

struct AsmHooks {
	const char *name; /* the setting "assembly" of targets that want them */
	AsmEhForm eh;
	/* EH_FUNCTION: what stands behind the symbol of a type; of a
	 * constructor or destructor in its table. */
	const char *eh_type, *constructor;
	/* EH_SECTION: places of code are words, because the linker may still
	 * change distances in it. */
	bool eh_words;
	bool stack_note; /* modules say that no code is on their stack */
	/* Attributes of functions, and features, "+NAME", that change nothing
	 * here; NULL at the end.  Missing: those of all machines only. */
	const char *const *unheeded;

	/* What kind of function it is: the first to be called.  Sets
	 * Asm.machine, if the others want it. */
	bool (*begin)(Asm *a);
	/* Sets Asm.rules, which are zero. */
	bool (*rules)(Asm *a);
	/* The last before anything is printed; the frame is laid out. */
	bool (*read)(Asm *a);

	AsmFunctionHooks function;
	AsmFrameHooks frame;
	AsmBlockHooks block;
	AsmInsnHooks code;
	AsmOpndHooks opnd;
	AsmInlineHooks inlined;
	AsmConstantHooks constants;
	AsmModuleHooks module;
};

/* plain.c: a plain frame, and no hook beside it. */
extern const AsmHooks plain_asm;

/* asm_error.c: everything that can go wrong: an error at LOC; returns false. */
bool asm_error(Asm *a, Loc loc, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* asm_sections.c: back to the section of the function's code. */
void asm_section(Asm *a);

/* asm_text.c: INSN by template TEXT, and what it is made of. */
bool asm_template(Asm *a, const char *text, const AsmInsn *insn);
void asm_reg(Asm *a, RegId reg);
void asm_operand(Asm *a, const AsmInsn *insn, uint32_t k);
void asm_symbol(Asm *a, const AsmOpnd *o);
const char *asm_reg_text(const Asm *a, RegId reg);

/* asm_print.c: INSN by its template. */
bool asm_print(Asm *a, AsmInsn *insn);

/* asm_operands.c: operands of machine IR. */
/* The first register LETTER N, of N from FIRST to LAST, that INSN does not
 * name; 0 if it names all. */
RegId asm_other_reg(const Asm *a, const AsmInsn *insn, char letter,
		    unsigned first, unsigned last);
bool asm_insn_read(Asm *a, const Insn *insn, AsmInsn *out);
bool asm_operand_read(Asm *a, const Operand *o, AsmOpnd *out);
/* Is symbol O that of a function which no other module can name? */
bool asm_is_local_function(const Asm *a, const AsmOpnd *o);
/* Does the call INSN name a function that may return twice? */
bool asm_returns_twice(Asm *a, const Insn *insn);
const char *asm_block_label(Asm *a, BlockId b);

/* The register and offset from it of what lies *OFFSET from the top of the
 * frame (FIXED), or as in Frame.stack. */
void asm_frame_place(const Asm *a, bool fixed, RegId *reg, int64_t *offset);

/* asm_frame.c: does the function move the stack pointer, or save anything? */
bool asm_has_frame(const Asm *a);
/* Is REG live where the function starts? */
bool asm_is_live_in(const Func *f, RegId reg);
/* Refuses INSN, a tail call, if its last operand says that it has more
 * arguments in memory than its caller. */
bool asm_tail_call(Asm *a, const AsmInsn *insn);

/* asm_sections.c: the note that all code of the ELF file has the properties of
 * KIND (System V ABI, "Program Property"; GNU_PROPERTY_*_FEATURE_1_AND in
 * processors' supplements) that the module flags FLAGS, N of them, ask for:
 * each is one bit, from the lowest on.  Nothing if there are none.  The linker
 * merges them. */
void asm_property(const AsmModule *in, uint32_t kind, const char *const *flags,
		  uint32_t n, Buf *out);

/* asm_eh.c: hooks function.start and function.end of EH_SECTION: what unwinds
 * the function begins, with the names of its tables, and ends. */
void asm_cfi_start(Asm *a);
void asm_cfi_end(Asm *a);

#endif
