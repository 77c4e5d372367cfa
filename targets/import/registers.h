// registers.yaml of a target.
#pragma once

#include "llvm.h"

// Writes what NAME, whose modules have TRIPLE, has in registers on standard
// output.
void registers_write(const Machine &m, const char *name, const char *triple);
