/*
 * Mistakes in what instructions become when they take another form.
 */
#ifndef REGALLOC_TESTDATA_CHECKER_FORMS_H
#define REGALLOC_TESTDATA_CHECKER_FORMS_H

#include "core/model/ir.h"

/* An instruction of F, the first from START on where it makes a difference,
 * gets the immediate or the opcode that it has with its sources exchanged, but
 * keeps them. */
bool change_terms(Func *f, uint32_t start);

/* A load of F, the first from START on that was part of another instruction of
 * BEFORE, loads more or less. */
bool change_load(const Func *before, Func *f, uint32_t start);

#endif
