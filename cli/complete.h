/*
 * What shells offer behind a part of a word.
 */
#ifndef REGALLOC_CLI_COMPLETE_H
#define REGALLOC_CLI_COMPLETE_H

#include <stdio.h>

/* Print a line for each option, with tabs between its name with a dash, its
 * values, and its help.  Values are words with a blank behind each, of which
 * FILE is any file; a blank alone if they cannot be listed, and "-" if it takes
 * none. */
void completion_print(FILE *out);

#endif
