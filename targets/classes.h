/*
 * Register classes of registers.yaml.
 */
#ifndef REGALLOC_TARGETS_CLASSES_H
#define REGALLOC_TARGETS_CLASSES_H

#include "targets/builder.h"

/* Add the classes of LIST.  Their numbers are in the order of size of a value,
 * size and alignment of its slot, members (more first), place in the file. */
bool load_classes(TargetBuilder *b, const YamlNode *list);

#endif
