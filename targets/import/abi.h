// The beginning of abi.yaml of a target.
#pragma once

#include "llvm.h"

// Writes on standard output what LLVM can be asked for of it: the stack
// pointer, what functions save, what is reserved.
void abi_write(const Machine &m);
