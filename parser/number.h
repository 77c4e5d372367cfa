/*
 * Integers as MIR writes them.
 */
#ifndef REGALLOC_PARSER_NUMBER_H
#define REGALLOC_PARSER_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The decimal or "0x" number in the LEN bytes at P, from -2^63 to 2^64-1 (the
 * upper half wraps).  False if it is none. */
bool number_read(const char *p, size_t len, int64_t *value);

/* The number that the digits at P, before END, make; INT32_MAX for that and
 * more; 0 if there are none. */
uint32_t number_digits(const char *p, const char *end);

#endif
