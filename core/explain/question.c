/*
 * From the text of a question to what it names in a function.
 */
#include "core/explain/question.h"

#include "core/explain/explain.h"

#include <string.h>

/* A number from 1 that is all of TEXT; 0: it is none. */
static uint32_t
line_read(const char *text)
{
	uint64_t n = 0;

	if (!*text)
		return 0;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return 0;
		n = n * 10 + (uint64_t)(*text - '0');
		if (n > UINT32_MAX)
			return 0;
	}
	return (uint32_t)n;
}

QuestionKind
question_kind(const char *text, Span *reg, uint32_t *line)
{
	const char *at = strchr(text, '@');

	*reg = (Span){*text == '$', 0};
	*line = 0;
	if (*text == '%')
		return text[1] ? QUESTION_VALUE : QUESTION_NONE;
	if (!strcmp(text, "spilled"))
		return QUESTION_SPILLED;
	*line = line_read(at ? at + 1 : text);
	if (!*line)
		return QUESTION_NONE;
	if (!at)
		return QUESTION_LINE;
	reg->len = (uint32_t)(at - text) - reg->at;
	return reg->len ? QUESTION_PLACE : QUESTION_NONE;
}

/* The lines of F with an instruction. */
static Slice
lines_of(const Func *f, Arena *tmp)
{
	Slice found = {0, 0};
	Lines lines;

	lines_find(&lines, f->source, f->text.document, f->text.first_line,
		   tmp);
	FOR_VEC(Insn, insn, f->insns) {
		uint32_t line = lines_at(&lines, insn->loc, NULL);

		if (!line)
			continue;
		if (!found.end || line < found.start)
			found.start = line;
		if (line >= found.end)
			found.end = line + 1;
	}
	return found;
}

/* The numbers of F's registers; those of others are between them, maybe. */
static Slice
numbers_of(const Func *f)
{
	Slice found = {0, 0};

	for (VregId v = 0; v < f->nparsed_vregs; v++) {
		uint32_t number = f->vregs.at[v].number;

		if (number == NONE || f->vregs.at[v].loc == LOC_NONE)
			continue;
		if (!found.end || number < found.start)
			found.start = number;
		if (number >= found.end)
			found.end = number + 1;
	}
	return found;
}

Question
question_read(const Func *f, const char *text, QuestionRange *there, Arena *tmp)
{
	Question q = {.v = NONE};
	Span reg;

	q.kind = question_kind(text, &reg, &q.line);
	*there = (QuestionRange){0};
	if (q.kind == QUESTION_VALUE) {
		there->numbers = numbers_of(f);
		q.v = explain_find(f, text);
		if (q.v == NONE)
			q.kind = QUESTION_NONE;
	}
	if (q.kind == QUESTION_PLACE)
		q.reg = target_reg(f->target, text + reg.at, reg.len);
	if (q.kind == QUESTION_PLACE || q.kind == QUESTION_LINE) {
		there->lines = lines_of(f, tmp);
		if (q.line < there->lines.start || q.line >= there->lines.end)
			q.kind = QUESTION_NONE;
	}
	return q;
}
