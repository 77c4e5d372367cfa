/*
 * Builder: the function that is being read.  The grammar calls the actions
 * below as it recognises things; each appends to the function's arrays.
 */
#ifndef REGALLOC_PARSER_BUILD_H
#define REGALLOC_PARSER_BUILD_H

#include "core/base/intmap.h"
#include "parser/parser.h"

/* A piece of text as the scanner sees it; its value depends on the kind. */
typedef struct {
	Loc at;
	uint32_t len;
	uint64_t val;
} Token;

/* One of the operands that are read together, or what stands behind one. */
typedef struct {
	enum {
		AHEAD_INT,
		AHEAD_VREG,
		AHEAD_PHYS,
		AHEAD_BLOCK,
		AHEAD_PROB
	} kind;
	Token token;	    /* of a register: see token_register */
	uint32_t first_len; /* messages name this much of it */
} Ahead;
enum { AHEAD_MAX = 16 };

/* What the scanner is to read. */
typedef enum { TEXT_BODY, TEXT_REGISTERS, TEXT_CALLSITES } TextKind;

/* The scanner: the copy that it works on, and where that lies in the source. */
typedef struct {
	TextKind kind;
	const char *copy;
	Loc copy_at, copy_end;
	bool started; /* the token that says the kind was given */
	Token last;   /* the token read last, for messages */
	Token word;   /* the instruction flag read last */
	bool listing; /* this line lists blocks or registers: no operands */
	Ahead ahead[AHEAD_MAX]; /* one token together, the next if ... */
	bool is_ahead;		/* ... this is set, else one that was given */
	uint32_t nahead;
} ScanState;

/* Numbers of the text to indices. */
typedef struct {
	uint32_t ndense; /* as many vregs have their number for index; ... */
	IntMap vregs;	 /* ... the others */
	IntMap blocks, stack, fixed, constants, tables;
	IntMap names; /* by hash of the name: vregs with names */
} Indices;

/* A register's entry in the list, with a register bank's name for class. */
typedef struct {
	VregId vreg;
	Span name;
} Bank;

/* References that are resolved at the end. */
typedef struct {
	VEC(OpndId) blocks;  /* operands, by number of block */
	VEC(Loc) succ_locs;  /* of Func.succs */
	VEC(Loc) jump_locs;  /* of JumpTables.blocks */
	VEC(Loc) site_locs;  /* of Func.call_sites */
	VEC(uint32_t) hints; /* vregs whose hint is a vreg's number */
	VEC(Bank) banks;     /* list entries without a class that we know */
} References;

/* The instruction being read. */
typedef struct {
	Loc at, name_at, prev_end;
	OpndId opnd0;
	uint32_t nleft;
	Span tail;
	Token opcode;
} InsnState;

/* The entry of a header list being read: keys and their values. */
typedef struct {
	Token start, keys[8], values[8];
	uint32_t nkeys;
} EntryState;

typedef struct {
	Func *f;
	const Target *target;
	Arena *tmp;
	Diag *diag;
	const char *text; /* of the whole source */
	unsigned flags;	  /* PARSE_* */
	ScanState scan;
	Indices indices;
	References refs;
	VEC(Span) doubted; /* opcodes warned about */
	struct {
		Span name;
		ClassId cls;
	} classes[16];	       /* found last, by length of their name */
	uint32_t *named_masks; /* by target mask: index + 1 */
	InsnState insn;
	BlockId block; /* NONE before the first label */
	InsnId bundle; /* head of the open bundle; NONE */
	EntryState header;
} Builder;

/* Scan and parse the SPAN of the source as KIND. */
void mir_scan(Builder *b, Span span, TextKind kind);

/* Scanner: read the operands at AT, with commas between them, into B's ahead as
 * long as they are written as llc does: registers with their flags and class
 * and, behind an OPCODE, numbers and blocks; in a list, blocks with their
 * probabilities.  Returns their length. */
uint32_t build_ahead(Builder *b, Loc at, bool opcode);

/* Fields of Token.val of a register: number, flags, where in the token its
 * name begins, and how long that is if it is not all of it; its class may stand
 * behind it. */
enum {
	REG_FLAGS_AT = 32,
	REG_NAME_AT = 48,
	REG_LEN_AT = 56,
	REG_NAME_MAX = 255
};

/* What the token of a register consists of; what is not there has no length. */
typedef struct {
	uint32_t number;
	Token name, cls;
} Register;

/* Add to FLAGS those inside the token of a register, some of them again. */
void build_flags_again(Builder *b, Token *flags, Token reg);

/* Adds the flags of TOKEN to FLAGS, which stood before it. */
static inline Register
token_register(Builder *b, Token *flags, Token token)
{
	uint32_t name = token.val >> REG_NAME_AT & REG_NAME_MAX;
	uint32_t len = token.val >> REG_LEN_AT & REG_NAME_MAX;
	uint32_t own = token.val >> REG_FLAGS_AT & UINT16_MAX;
	Register reg = {.number = (uint32_t)token.val};

	if (flags->val & own & ~(uint64_t)OPND_DEF)
		build_flags_again(b, flags, token);
	flags->val |= own;
	len = len ? len : token.len;
	reg.name = (Token){token.at + name, len, 0};
	reg.cls = (Token){reg.name.at + len, token.len - name - len, 0};
	return reg;
}

/* Scanner: is WORD, before an opcode, an instruction flag? */
bool build_is_insn_flag(Builder *b, const char *word, uint32_t len);

/* Blocks. */
void build_label(Builder *b, Token label);
void build_comment(Builder *b, Loc at);

/* Scanner: LEN bytes at AT are a label and what follows it in its line. */
void build_label_comment(Builder *b, Loc at, uint32_t len);

void build_succs(Builder *b, Token word);
void build_succ(Builder *b, Token block, const Token *prob);
void build_livein(Builder *b, Token reg, const Token *lanes);
void build_body_end(Builder *b);

/* Operands: each appends one; suffixes change the last one. */
void build_vreg(Builder *b, Token flags, Token reg);
void build_named_vreg(Builder *b, Token flags, Token reg);
void build_phys(Builder *b, Token flags, Token reg);
void build_sub(Builder *b, Token sub);
void build_class(Builder *b, Token cls);
void build_type(Builder *b, Token type);
void build_tied(Builder *b, Token tied);
void build_int(Builder *b, Token num);
void build_ref(Builder *b, OpndKind kind, Token ref);
void build_text(Builder *b, OpndKind kind, Token text);
void build_word(Builder *b, Token word);
void build_call(Builder *b, Token call);
void build_prefix(Builder *b, Token prefix);
void build_flag(Builder *b, Token *flags, Token flag);

/* The operands, or successors, that were read together. */
void build_operands(Builder *b);
void build_successors(Builder *b);

/* Instructions. */
void build_left_end(Builder *b);
void build_opcode(Builder *b, Token opcode);
void build_tail(Builder *b, Token tail);
void build_insn(Builder *b);
void build_open(Builder *b, Token brace);
void build_close(Builder *b, Token brace);
void build_drop(Builder *b);

/* Lists of the header. */
void build_entry_start(Builder *b, Token open);
void build_pair(Builder *b, Token key, Token value);
void build_entry_end(Builder *b, Token close);

/* "- { id: N, class: C, preferred-register: 'R' }", spaced so, with N of at
 * most nine digits, and the end of the line: an entry as llc prints it.  The
 * length of those in a row at AT; else 0. */
uint32_t build_registers_len(const Builder *b, Loc at);
void build_registers(Builder *b, Token lines);

/* Header values, from the envelope. */
void build_field(Builder *b, const char *path, Span key, Span value,
		 const char *text, size_t len);
bool build_bool(Builder *b, const char *text, Loc at);
void build_key_check(Builder *b, Span key);
StrId build_stack_id(Builder *b, const char *name);
void build_stack_entry(Builder *b, bool fixed, uint32_t index, Loc at);
void build_constant(Builder *b, Loc at);
void build_jump_table(Builder *b, Loc at);
void build_jump_block(Builder *b, const char *ref, Loc at);
void build_callee_saved(Builder *b, const char *reg, Loc at);

/* The register NAME ("%name" without "%"), made if it is new. */
VregId build_vreg_name(Builder *b, Span name);

/* The register %NUMBER, made if it is new. */
VregId build_vreg_number(Builder *b, uint32_t number, Loc at);

/* An occurrence of register V with the class NAME. */
void build_vreg_class(Builder *b, VregId v, Span name);

/* V's low-level type, unless it has one. */
void build_vreg_type(Builder *b, VregId v, Span type);

/* All is read: put registers in order; resolve references to blocks, and
 * infer successors. */
void build_vregs_finish(Builder *b);
void build_blocks_finish(Builder *b);

/* Can C be part of a word: a key, a name of a class? */
static inline bool
build_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_';
}

/* Text of token T. */
static inline const char *
token_text(const Builder *b, Token t)
{
	return b->text + t.at;
}

/* A warning, or an error under PARSE_STRICT. */
#define build_doubt(b, at, ...)                                                \
	diag_add((b)->diag,                                                    \
		 (b)->flags &PARSE_STRICT ? DIAG_ERROR : DIAG_WARNING, (at),   \
		 __VA_ARGS__)

/* The operand read last. */
Operand *last_opnd(Builder *b);

/* The last operand's text now ends behind token T. */
void opnd_extend(Builder *b, Token t);

#endif
