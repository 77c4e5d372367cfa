/*
 * Mistakes in what an allocator puts into a function, and in how instructions
 * say what they read and write.  Each changes one thing in F, found by RANDOM;
 * false if there is nothing of the kind.
 */
#ifndef REGALLOC_TESTDATA_CHECKER_MISTAKES_H
#define REGALLOC_TESTDATA_CHECKER_MISTAKES_H

#include "core/model/ir.h"

/* Operands and instructions that a mistake may add to a function. */
enum { MORE_OPNDS = 64, MORE_INSNS = 1 };

/* A number below N; 0 if N is 0. */
uint32_t random_below(uint64_t *random, uint32_t n);

/* The block that instruction I is in. */
BlockId block_of(const Func *f, InsnId i);

/* Instruction FROM comes to where TO is; those between move up. */
void move_insn(Func *f, InsnId from, InsnId to);

/* The part of a register beside the one named, or a register of its halves. */
bool change_part(Func *f, uint64_t *random);

/* An operand that the opcode implies is missing. */
bool drop_implied(Func *f, uint64_t *random);

/* An instruction stands behind the terminators of its block. */
bool put_behind(Func *f, uint64_t *random);

/* Other bytes of a slot are loaded or stored. */
bool change_offset(Func *f, uint64_t *random);

/* An inserted instruction stands elsewhere in its block. */
bool move_made(Func *f, uint64_t *random);

/* A register that is read is marked undefined. */
bool mark_undef(Func *f, uint64_t *random);

/* An instruction says that it writes another register, too. */
bool add_beside(Func *f, uint64_t *random);

/* Another number. */
bool change_number(Func *f, uint64_t *random);

/* A spill or reload of another size, of a register around or in its own. */
bool change_size(Func *f, uint64_t *random);

/* An instruction of the input is missing, or stands twice. */
bool drop_original(const Func *before, Func *f, uint64_t *random);
bool repeat_original(const Func *before, Func *f, uint64_t *random);

/* Another opcode with the same operands. */
bool change_opcode(Func *f, uint64_t *random);

/* A branch goes to another successor. */
bool change_branch(Func *f, uint64_t *random);

/* A tied operand has another register, to which its value is copied. */
bool break_tie(Func *f, uint64_t *random);

/* A block on an edge is somewhere else. */
bool move_block(const Func *before, Func *g, uint64_t *random);

#endif
