/*
 * What -explain is asked: a value, all spilled ones, a line of the input, or a
 * register there.
 */
#ifndef REGALLOC_EXPLAIN_QUESTION_H
#define REGALLOC_EXPLAIN_QUESTION_H

#include "core/base/source.h"
#include "core/model/ir.h"

typedef enum {
	QUESTION_NONE,
	QUESTION_VALUE,	  /* "%5", "%name" */
	QUESTION_SPILLED, /* "spilled" */
	QUESTION_LINE,	  /* "120" */
	QUESTION_PLACE,	  /* "a@120", "$a@120" */
} QuestionKind;

typedef struct {
	QuestionKind kind; /* NONE: not to be answered in this function */
	VregId v;
	RegId reg;
	uint32_t line;
} Question;

/* What TEXT asks, by its form alone; *REG and *LINE: of the text's parts, where
 * the kind has them. */
QuestionKind question_kind(const char *text, Span *reg, uint32_t *line);

/* What there is to ask about, for those who ask for what is not there;
 * half-open. */
typedef struct {
	Slice lines;   /* with instructions */
	Slice numbers; /* of registers */
} QuestionRange;

/* TEXT as a question about input F, and what *THERE is in F of what it asks
 * for.  O(document) where that is a line, in TMP. */
Question question_read(const Func *f, const char *text, QuestionRange *there,
		       Arena *tmp);

#endif
