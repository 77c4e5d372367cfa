/*
 * Check of what is done to an allocated function: does a function with
 * registers renamed, instructions moved inside blocks, copies and reloads left
 * out, compute the same?
 */
#ifndef REGALLOC_CHECK_POST_H
#define REGALLOC_CHECK_POST_H

#include "core/model/ir.h"

/*
 * Virtual registers, before allocation, are those of both.  FROM: by
 * instruction of AFTER, the one of BEFORE that it is.  RESERVED, SAVED: bit
 * sets over RegId, of the registers that nobody may use, and of those that the
 * function would have to save.  False if not the same, with messages in DIAG.
 *
 * Each block is carried out twice, with names for values: what an instruction
 * writes is called after it, copies, spills and reloads pass names on.  Each
 * instruction of AFTER must read what it reads in BEFORE, and what lives
 * behind the block must be there.  Near linear.
 */
bool check_post(const Func *before, const Func *after, const InsnId *from,
		const uint64_t *reserved, const uint64_t *saved, Diag *diag);

#endif
