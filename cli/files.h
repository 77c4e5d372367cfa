/*
 * Several files in one run: where the output of each goes.
 */
#ifndef REGALLOC_CLI_FILES_H
#define REGALLOC_CLI_FILES_H

#include "cli/options.h"

/* Is the output that -o names a folder, for a file of its own for each input?
 */
bool files_to_folder(const Options *options);

/* Set PATHS[i] to where the output of OPTIONS' file i goes: in the folder of
 * -o, which is made if it is not there, or NULL for standard output.  Nothing
 * is overwritten that is input or another one's output.  RESULT_OK, or what is
 * wrong after a message on standard error. */
Result files_place(const Options *options, Arena *arena, const char **paths);

/* RESULT_OK, or, after a message on standard error, what is wrong: the output
 * is one of the two files that -compare compares. */
Result files_compared_kept(const Options *options);

#endif
