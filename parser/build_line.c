/*
 * Lines that were read in one go (line.c): the grammar's actions, in the order
 * in which it calls them for the tokens of a line.
 */
#include "parser/build.h"

#include "parser/mir.tab.h"

/* The same as for token T by the grammar. */
static void
token_build(Builder *b, const LineToken *t)
{
	Token flags = {t->from, 0, t->flags};

	switch (t->kind) {
	case VREG:
		build_vreg(b, flags, t->token);
		break;
	case PHYS:
		build_phys(b, flags, t->token);
		break;
	case SUB:
		build_sub(b, t->token);
		break;
	case CLASS:
		build_class(b, t->token);
		break;
	case TYPE:
		build_type(b, t->token);
		break;
	case TIED:
		build_tied(b, t->token);
		break;
	case TARGET_FLAGS:
		build_prefix(b, t->token);
		break;
	case INT:
		build_int_value(b, t->token, (int64_t)t->token.val);
		break;
	default:
		build_value(b, t->kind, t->token);
		break;
	}
}

static void
insn_build(Builder *b, const Line *line, const LineToken *t)
{
	uint32_t i;

	for (i = 0; i < line->nleft; i++)
		token_build(b, &t[i]);
	if (i)
		build_left_end(b);
	b->insn.name_at = line->name_at;
	build_opcode(b, line->opcode);
	for (; i < line->n; i++)
		token_build(b, &t[i]);
	b->insn.prev_end = line->prev_end;
	if (line->tail.len)
		build_tail(b, line->tail);
	build_insn(b);
}

/* A list of blocks or registers, each perhaps with a number behind it. */
static void
list_build(Builder *b, const Line *line, const LineToken *t)
{
	const LineToken *end = t + line->n;

	if (line->kind == LINE_SUCCESSORS)
		build_succs(b, (Token){line->name_at, 0, 0});
	for (; t < end; t++) {
		const Token *entry = &t->token, *number = NULL;

		if (t + 1 < end && (t[1].kind == PROB || t[1].kind == LANES))
			number = &(++t)->token;
		if (line->kind == LINE_SUCCESSORS)
			build_succ(b, *entry, number);
		else
			build_livein(b, *entry, number);
	}
}

void
build_lines(Builder *b)
{
	const LineRun *lines = b->scan.lines;
	const LineToken *t = lines->tokens;
	const Line *line;

	for (line = lines->at; line < lines->at + lines->n; line++) {
		if (line->kind == LINE_INSN)
			insn_build(b, line, t);
		else
			list_build(b, line, t);
		t += line->n;
	}
}
