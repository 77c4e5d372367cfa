/*
 * Recipes: instructions to fill in, written as in MIR.
 *
 *	MOV64mr %slot, 1, $noreg, 0, $noreg, killed $value
 *	$value = V_MOV_B32_e32 $source, implicit $exec
 *
 * $value is the register spilled, reloaded or written by a copy, $source the
 * one a copy reads, both with an optional ".index"; $0 and on operands of the
 * instruction replaced; %slot the stack slot; %0:class and on fresh registers.
 */
#ifndef REGALLOC_TARGETS_RECIPE_H
#define REGALLOC_TARGETS_RECIPE_H

#include "targets/builder.h"

/* Read one recipe, a pattern in which n stands for N; its number in *OUT. */
bool recipe_load(TargetBuilder *b, const YamlNode *node, int32_t n,
		 uint32_t *out);

/* Read a pattern or a list of them, each of one recipe or many; OUT is a slice
 * of recipes. */
bool recipes_load(TargetBuilder *b, const YamlNode *node, int32_t n,
		  Slice *out);

#endif
