/*
 * What the files of the report share.
 */
#ifndef REGALLOC_REPORT_REPORT_INTERNAL_H
#define REGALLOC_REPORT_REPORT_INTERNAL_H

#include "core/report/report.h"
#include "core/report/texts.h"

/* "input_blocks", "output_blocks", "heads", "input" and "output": the function
 * as it was read and as it is printed, block by block and instruction by
 * instruction. */
void report_code(const Report *r, Texts *texts, Buf *out);

/* By instruction that was read: the first one of the lowered function that
 * stems from it, or NONE. */
InsnId *report_lowered(const Report *r);

/* "columns", "registers", "fixed", "clobbers" and "lanes": which registers
 * there are to show, and what is in them besides intervals. */
void report_registers(const Report *r, Buf *out);

/* "stories": what -explain tells of each register. */
void report_stories(const Report *r, Texts *texts, Buf *out);

#endif
