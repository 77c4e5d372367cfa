/*
 * Grammar of the body of a function, and of the long lists of its header.
 *
 * Left-recursive throughout, so that the stack stays small; actions append to
 * the arrays of the function (build.h).  A line that does not fit is reported
 * and skipped, so that one run tells all of a function's errors.
 */
%define api.pure full
%define api.prefix {mir_yy}
%define api.value.type {Token}
%define parse.error custom
%param {void *scanner}
%parse-param {Builder *b}
%expect 0

%code requires {
#include "parser/build.h"
}

%code {
#include "core/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define YYMALLOC memory_get
#define YYFREE free

int mir_yylex(Token *token, void *scanner);
static void mir_yyerror(void *scanner, Builder *b, const char *message);
}

%token START_BODY START_REGISTERS START_CALLSITES
%token NEWLINE "end of line" LABEL "block label"
%token SUCCESSORS "'successors:'" LIVEINS "'liveins:'"
%token OPCODE "opcode" FLAG "register flag"
%token VREG "virtual register" NAMED_VREG "named virtual register"
%token PHYS "physical register"
%token SUB "sub-register" CLASS "register class" LANES "lane mask"
%token TIED "'(tied-def N)'" TYPE "type" INT "number"
%token PROB "probability" BLOCK "block reference"
%token STACK "stack object" FIXED "fixed stack object" CONST "constant"
%token JUMP_TABLE "jump table" SUB_INDEX "sub-register index"
%token GLOBAL "global" SYMBOL "symbol" TEXT "operand text"
%token TARGET_FLAGS "target flags" INSTR_REF "instruction reference"
%token CALL "operand with arguments" WORD "word" TAIL "debug location or memory operand"
%token SCALAR "value" REGISTERS "register entry" STRAY "character"
/* Several in a row, up to the end of the last one. */
%token LINES

%%

text:
	START_BODY lines			{ build_body_end(b); }
|	START_REGISTERS key_line list
|	START_CALLSITES key_line list
;

/* --- body --- */

lines:
	%empty
|	lines NEWLINE
|	lines LABEL NEWLINE			{ build_label(b, $2); }
|	lines successors NEWLINE
|	lines liveins NEWLINE
|	lines written NEWLINE
|	lines insn NEWLINE			{ build_insn(b); }
|	lines insn '{'				{ build_insn(b); build_open(b, $3); }
|	lines insn '}'				{ build_insn(b); build_close(b, $3); }
|	lines '}'				{ build_close(b, $2); }
|	lines error NEWLINE			{ build_drop(b); yyerrok; }
;

written:
	LINES					{ build_lines(b); }
;

successors:
	succ_word
|	succ_word succ_list
;

succ_word:
	SUCCESSORS				{ build_succs(b, $1); }
;

succ_list:
	succ
|	succ_list ',' succ
;

succ:
	BLOCK					{ build_succ(b, $1, NULL); }
|	BLOCK PROB				{ build_succ(b, $1, &$2); }
;

liveins:
	LIVEINS
|	LIVEINS livein_list
;

livein_list:
	livein
|	livein_list ',' livein
;

livein:
	PHYS					{ build_livein(b, $1, NULL); }
|	PHYS LANES				{ build_livein(b, $1, &$2); }
;

insn:
	head
|	head TAIL				{ build_tail(b, $2); }
|	head operands
|	head operands ','
|	head operands TAIL			{ build_tail(b, $3); }
|	head operands ',' TAIL			{ build_tail(b, $4); }
;

head:
	OPCODE					{ build_opcode(b, $1); }
|	left OPCODE				{ build_opcode(b, $2); }
;

left:
	defs '='				{ build_left_end(b); }
;

defs:
	register
|	defs ',' register
;

operands:
	register
|	value
|	prefixed
|	operands ',' register
|	operands ',' value
|	operands ',' prefixed
;

prefixed:
	TARGET_FLAGS register			{ build_prefix(b, $1); }
|	TARGET_FLAGS value			{ build_prefix(b, $1); }
;

value:
	INT					{ build_int(b, $1); }
|	BLOCK					{ build_value(b, BLOCK, $1); }
|	STACK					{ build_value(b, STACK, $1); }
|	FIXED					{ build_value(b, FIXED, $1); }
|	CONST					{ build_value(b, CONST, $1); }
|	JUMP_TABLE				{ build_value(b, JUMP_TABLE, $1); }
|	SUB_INDEX				{ build_value(b, SUB_INDEX, $1); }
|	GLOBAL					{ build_value(b, GLOBAL, $1); }
|	SYMBOL					{ build_value(b, SYMBOL, $1); }
|	INSTR_REF				{ build_value(b, INSTR_REF, $1); }
|	TEXT					{ build_value(b, TEXT, $1); }
|	SUB					{ build_value(b, SUB, $1); }
|	CALL					{ build_value(b, CALL, $1); }
|	WORD					{ build_value(b, WORD, $1); }
;

register:
	VREG					{ build_vreg(b, (Token){$1.at, 0, 0}, $1); }
|	NAMED_VREG				{ build_named_vreg(b, (Token){$1.at, 0, 0}, $1); }
|	PHYS					{ build_phys(b, (Token){$1.at, 0, 0}, $1); }
|	flags VREG				{ build_vreg(b, $1, $2); }
|	flags NAMED_VREG			{ build_named_vreg(b, $1, $2); }
|	flags PHYS				{ build_phys(b, $1, $2); }
|	register SUB				{ build_sub(b, $2); }
|	register CLASS				{ build_class(b, $2); }
|	register TYPE				{ build_type(b, $2); }
|	register TIED				{ build_tied(b, $2); }
;

flags:
	FLAG
|	flags FLAG				{ build_flag(b, &$$, $2); }
;

/* --- lists of the header: flow or block style --- */

key_line:
	SCALAR ':'
;

list:
	%empty
|	block_list
|	'[' ']'
|	'[' flow_list ']'
|	'[' flow_list ',' ']'
|	error					{ YYABORT; }
;

flow_list:
	flow_map
|	flow_list ',' flow_map
;

block_list:
	block_entry
|	block_list block_entry
;

block_entry:
	REGISTERS				{ build_registers(b, $1); }
|	dash flow_map
|	dash block_map				{ build_entry_end(b, b->scan.last); }
;

dash:
	'-'
;

flow_map:
	open '}'				{ build_entry_end(b, $2); }
|	open flow_pairs '}'			{ build_entry_end(b, $3); }
|	open flow_pairs ',' '}'			{ build_entry_end(b, $4); }
;

open:
	'{'					{ build_entry_start(b, $1); }
;

flow_pairs:
	pair
|	flow_pairs ',' pair
;

block_map:
	SCALAR ':' SCALAR			{ build_entry_start(b, $1);
						  build_pair(b, $1, $3); }
|	block_map SCALAR ':' SCALAR		{ build_pair(b, $2, $4); }
;

pair:
	SCALAR ':' SCALAR			{ build_pair(b, $1, $3); }
|	SCALAR ':' nested			{ build_pair(b, $1, $3); }
;

nested:
	'[' ']'
|	'[' nested_flow ']'
|	nested_block
;

nested_flow:
	nested_map
|	nested_flow ',' nested_map
;

nested_block:
	'-' nested_map				{ $$ = $2; }
|	nested_block '-' nested_map
;

nested_map:
	'{' nested_pairs '}'
;

nested_pairs:
	SCALAR ':' SCALAR
|	nested_pairs ',' SCALAR ':' SCALAR
;

%%

enum { EXPECTED_MAX = 6 };

/* Sets KINDS to what would fit.  Returns how many, none if that is too many to
 * be told; lines that are read in one go need not be told beside what is in
 * them. */
static int
expected_kinds(const yypcontext_t *context, yysymbol_kind_t *kinds)
{
	int i, n = yypcontext_expected_tokens(context, kinds, EXPECTED_MAX + 1);
	int kept = 0;

	for (i = 0; i < n; i++)
		if (kinds[i] != YYSYMBOL_LINES)
			kinds[kept++] = kinds[i];
	return kept > EXPECTED_MAX ? 0 : kept;
}

/* "expected A, B or C, found 'text'", at the token that does not fit. */
static int
yyreport_syntax_error(const yypcontext_t *context, void *scanner, Builder *b)
{
	yysymbol_kind_t kinds[EXPECTED_MAX + 1];
	int i, n = expected_kinds(context, kinds);
	char text[400];
	size_t len = 0;
	Token last = b->scan.last;

	(void)scanner;
	text[0] = '\0';
	for (i = 0; i < n && len < sizeof(text) - 60; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
					i == 0	     ? "expected "
					: i == n - 1 ? " or "
						     : ", ",
					yysymbol_name(kinds[i]));
	if (yypcontext_token(context) == YYSYMBOL_YYEOF)
		snprintf(text + len, sizeof(text) - len, "%sunexpected end",
			 len ? ", " : "");
	else if (yypcontext_token(context) == YYSYMBOL_NEWLINE)
		snprintf(text + len, sizeof(text) - len,
			 "%sunexpected end of line", len ? ", " : "");
	else
		snprintf(text + len, sizeof(text) - len, "%sunexpected '%.*s'",
			 len ? ", " : "", last.len > 40 ? 40 : (int)last.len,
			 token_text(b, last));
	mir_yyerror(scanner, b, text);
	/* LLVM's older spelling, as in "%vreg0:ssub_0<def,read-undef>". */
	if (yypcontext_token(context) != YYSYMBOL_YYEOF &&
	    yypcontext_token(context) != YYSYMBOL_NEWLINE && last.len &&
	    token_text(b, last)[0] == '<')
		diag_note(b->diag, last.at,
			  "flags stand before the register: undef %%0.ssub_0");
	return 0;
}

static void
mir_yyerror(void *scanner, Builder *b, const char *message)
{
	(void)scanner;
	diag_error(b->diag, b->scan.last.at, "%s", message);
}
