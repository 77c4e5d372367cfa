/*
 * Shared by the files that print for C1Visualizer.
 */
#ifndef REGALLOC_REPORT_C1_INTERNAL_H
#define REGALLOC_REPORT_C1_INTERNAL_H

#include "core/report/report_internal.h"

typedef struct {
	const Report *r;
	const Story *s;
	const Func *f; /* lowered */
	Buf *out;
} C1;

/* c1_text.c: what may stand in the text. */
/* A name between quotes, which have no escapes. */
void c1_string(const Buf *text, Buf *out);
/* One word: what types are. */
void c1_word(const char *text, Buf *out);
/* Instruction I under NUMBER. */
void c1_insn(const Func *f, InsnId i, int64_t number, Buf *out);
/* Is there anything to show of I? */
bool c1_shows(const Func *f, InsnId i);

/* c1_graph.c: the blocks of F, which is lowered, or (ALLOCATED) the code that
 * came of it. */
void c1_graph(const C1 *c, Func *f, const char *name, bool allocated);

/* c1_intervals.c: those before allocation, or (SPLIT) after it. */
void c1_intervals(const C1 *c, const char *name, bool split);

#endif
