/*
 * What is printed of a function in the end.
 */
#ifndef REGALLOC_OUTPUT_H
#define REGALLOC_OUTPUT_H

#include "core/passes.h"

/* Behind the last pass, which ended with RESULT: append what is asked for about
 * the allocation, be it found or not, and the code or what -emit wants in its
 * place; count what was written.  What the whole ends with. */
Result output_write(Job *j, Result result);

#endif
