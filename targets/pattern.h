/*
 * Patterns: many names in one scalar, as regalloc-target(5) defines them.
 *
 *	r{0..12}		r0, r1, ... r12
 *	s{0..30/2}		every second one
 *	v{0..252} x4		v0_v1_v2_v3, v1_v2_v3_v4, ...
 *	d{0..28} x3 by2		d0_d2_d4, ...
 *	v{0..9}_{lo|hi}		v0_lo, v0_hi, v1_lo, ...
 *	q{2n+1}			made from the number of another name
 */
#ifndef REGALLOC_TARGETS_PATTERN_H
#define REGALLOC_TARGETS_PATTERN_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/vec.h"
#include "targets/yaml.h"

typedef struct {
	const char *text;
	int32_t n;	 /* number the range gave; 0 without one */
	uint16_t pieces; /* of a repeated pattern, else 1 */
	uint16_t step;	 /* between the numbers of pieces */
	const YamlNode *node;
	const char *piece; /* pattern of one piece */
} Name;

typedef VEC(Name) Names;

/* Append the names that NODE, a scalar or a list of scalars, stands for. */
bool names_expand(Names *names, const YamlNode *node, Arena *arena, Diag *diag);

/* The same inside a row of number N: a scalar without a range is one name, in
 * which n stands for N. */
bool names_expand_with(Names *names, const YamlNode *node, int32_t n,
		       Arena *arena, Diag *diag);

/* NODE's text with its braces worked out for number N.  NULL: an error. */
const char *pattern_text(const YamlNode *node, const char *text, int32_t n,
			 Arena *arena, Diag *diag);

#endif
