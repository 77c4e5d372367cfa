/*
 * Do the options of a command line fit together?
 */
#ifndef REGALLOC_CLI_AGREE_H
#define REGALLOC_CLI_AGREE_H

#include "cli/options.h"

/* False after a message on standard error: OPTIONS contradict each other, or
 * name a pass that is not there. */
bool options_agree(const Options *options);

#endif
