/*
 * Names as text, by value: what is printed next holds them as long as that
 * takes, `vreg_name(f, v).at'.  Longer ones are cut.
 */
#ifndef REGALLOC_MODEL_NAMES_H
#define REGALLOC_MODEL_NAMES_H

#include "core/model/slots.h"

typedef struct {
	char at[256];
} NameText;

NameText name_format(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* "%5" or "%name" */
NameText vreg_name(const Func *f, VregId v);

/* Of a register operand: "%5", "$a". */
NameText opnd_name(const Func *f, const Operand *o);

/* NAME with ".sub" behind it, its part SUB of T's; 0: all of it. */
NameText part_name(const Target *t, NameText name, SubId sub);

/* "a", the smallest register that has UNIT; "ab~1" if it has several: the
 * second of them. */
NameText unit_name(const Target *t, UnitId unit);

/* "160r" */
NameText slot_name(SlotIdx at);

/* The same of the start of position POS: "160B". */
NameText pos_name(uint32_t pos);

#endif
