/*
 * Registers that a function must leave alone.
 */
#ifndef REGALLOC_ANALYSIS_RESERVED_H
#define REGALLOC_ANALYSIS_RESERVED_H

#include "core/model/ir.h"

/* Add to SET (BITS_WORDS(nregs) words) the registers reserved in F: those the
 * target always reserves, those F's variant lacks, and those of the target's
 * rules (regalloc-target(5)) that hold in F, with their parts and all that
 * contain one of these.
 * O(instructions + registers). */
void func_reserved(const Func *f, uint64_t *set);

/* Add to SET the registers that F would have to save before it writes them. */
void func_saved(const Func *f, uint64_t *set);

/* Add to SET the registers REGS, of Target.reg_lists, with their parts and all
 * that contain one of these. */
void registers_reserve(const Target *t, Slice regs, uint64_t *set);

/* Registers of FILE in the order of their numbers, in Target.reg_lists: those
 * of its rule "budget"; empty if it has none. */
Slice target_file_registers(const Target *t, uint32_t file);

/* Does the attribute ask for a frame pointer, here or where there are calls? */
bool func_asks_frame_pointer(const Func *f);

/* How F's attribute says that its stack is aligned, in bytes; 0: it does not.
 */
uint32_t func_asked_alignment(const Func *f);

/* Does an attribute ask to align the stack pointer anew, whatever F's objects
 * want? */
bool func_forces_alignment(const Func *f);

/* Is the stack pointer aligned anew on entry, for an object that wants more
 * than the stack's alignment? */
bool func_realigns_stack(const Func *f);

/* How many vector registers, of both kinds together where they share a file, a
 * wave of F may have; 0: no file is called "vector". */
unsigned func_vector_registers(const Func *f);

#endif
