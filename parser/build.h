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

/* One of the tokens of a line that is read in one go: KIND is what the grammar
 * calls it.  A register has its flags, which begin at FROM, and its number for
 * the token's value; a number has that.  Target flags stand behind what they
 * are of. */
typedef struct {
	uint16_t kind, flags;
	Loc from;
	Token token;
} LineToken;

/* Such a line: N tokens, NLEFT of them before "=". */
typedef enum { LINE_INSN, LINE_SUCCESSORS, LINE_LIVEINS } LineKind;
typedef struct {
	LineKind kind;
	uint32_t n, nleft;
	Loc name_at;  /* of instruction flags and opcode, or of the list */
	Loc prev_end; /* of the last operand, or of the opcode */
	Token opcode, tail;
} Line;

/* Lines in a row, and their tokens. */
enum { LINES_MAX = 32, LINES_TOKENS = 256, OPERAND_TOKENS = 6 };
typedef struct {
	uint32_t n;
	Line at[LINES_MAX];
	LineToken tokens[LINES_TOKENS];
} LineRun;

/* What the scanner is to read. */
typedef enum { TEXT_BODY, TEXT_REGISTERS, TEXT_CALLSITES } TextKind;

/* The scanner: the copy that it works on, and where that lies in the source. */
typedef struct {
	TextKind kind;
	const char *copy;
	Loc copy_at, copy_end;
	bool started;	/* the token that says the kind was given */
	Token last;	/* the token read last, for messages */
	Token word;	/* the instruction flag read last */
	LineRun *lines; /* one token together, the next if ... */
	bool has_lines; /* ... this is set, else one that was given */
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

/* A name found last among those of a kind whose last bytes hash to one slot. */
typedef enum { NAME_OPCODE, NAME_REGISTER, NAME_CLASS, NAME_KINDS } NameKind;
enum { FOUND_BITS = 6 };
typedef struct {
	uint64_t tail; /* its last eight bytes */
	Span name;     /* len 0: none */
	uint32_t id;
} FoundName;

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
	FoundName names[NAME_KINDS][1 << FOUND_BITS];
	uint32_t *named_masks; /* by target mask: index + 1 */
	InsnState insn;
	BlockId block; /* NONE before the first label */
	InsnId bundle; /* head of the open bundle; NONE */
	EntryState header;
} Builder;

/* Scan and parse the SPAN of the source as KIND. */
void mir_scan(Builder *b, Span span, TextKind kind);

/* Scanner: read the lines from AT on into B's lines, as long as they are
 * written as llc does.  Returns the length of what was read, without the end of
 * the last line. */
uint32_t build_lines_ahead(Builder *b, Loc at);

/* Scanner: length of the memory operands at AT, up to the end of the line or
 * what ends the instruction, outside quotes. */
uint32_t build_tail_len(const Builder *b, Loc at);

/* Scanner: LEN without the blanks at the end of the bytes at P. */
uint32_t build_trimmed(const char *p, uint32_t len);

/* Scanner: is WORD, before an opcode, an instruction flag? */
bool build_is_insn_flag(const Builder *b, const char *word, uint32_t len);

/* Blocks. */
void build_label(Builder *b, Token label);
void build_comment(Builder *b, Loc at);

/* Scanner: LEN bytes at AT are a label and what follows it in its line, perhaps
 * a comment.  Returns how many of them stand before the colon that ends the
 * label, which is the token's value; LEN: it has none. */
uint32_t build_label_comment(Builder *b, Loc at, uint32_t len);

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
void build_prefix(Builder *b, Token prefix);
void build_flag(Builder *b, Token *flags, Token flag);

/* The number NUM, whose value is known. */
void build_int_value(Builder *b, Token num, int64_t value);

/* What is neither register nor number: VALUE, which the grammar calls KIND. */
void build_value(Builder *b, int kind, Token value);

/* Instructions. */
void build_left_end(Builder *b);
void build_opcode(Builder *b, Token opcode);
void build_tail(Builder *b, Token tail);
void build_insn(Builder *b);
void build_open(Builder *b, Token brace);
void build_close(Builder *b, Token brace);
void build_drop(Builder *b);

/* The lines that were read in one go. */
void build_lines(Builder *b);

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

/* The number of NAME, which is not empty: what the target's function for it
 * returns. */
uint32_t build_name(Builder *b, NameKind kind, Span name);

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
static inline Operand *
last_opnd(Builder *b)
{
	return &b->f->opnds.at[b->f->opnds.n - 1];
}

/* The last operand's text now ends behind token T. */
void opnd_extend(Builder *b, Token t);

#endif
