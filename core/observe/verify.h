/*
 * Verify: is a function well-formed?  For our own passes; what users may get
 * wrong is found when the input is read.
 */
#ifndef REGALLOC_OBSERVE_VERIFY_H
#define REGALLOC_OBSERVE_VERIFY_H

#include "core/model/ir.h"

/* Are all indices of F in range, its blocks in order, its operands
 * well-formed, and, if F is allocated, all registers physical?  Errors go to
 * DIAG; ten at most.  Linear. */
bool verify_func(const Func *f, Diag *diag);

#endif
