/*
 * Numbers as LLVM writes them: integers in decimal, floats in decimal where
 * that is exact, else as their bits: of a double, whatever is narrower but has
 * no letter of its own.
 */
#include "core/llvmir/number.h"

#include <stdlib.h>

bool
irscalar_read(IrText *t, IrScalar *type)
{
	static const struct {
		const char *word;
		IrScalar type;
	} floats[] = {
		{"half", {'h', 16}},   {"bfloat", {'b', 16}},
		{"float", {'f', 32}},  {"double", {'d', 64}},
		{"fp128", {'q', 128}}, {"x86_fp80", {'x', 80}},
	};

	irtext_blanks(t);
	for (size_t i = 0; i < sizeof(floats) / sizeof(*floats); i++)
		if (irtext_word(t, floats[i].word)) {
			*type = floats[i].type;
			return true;
		}
	if (t->end - t->p < 2 || *t->p != 'i' || t->p[1] < '0' || t->p[1] > '9')
		return false;
	t->p++;
	*type = (IrScalar){'i', (uint32_t)irtext_uint(t)};
	return true;
}

bool
irnumber_integer(IrText *t, uint64_t *low, uint64_t *high)
{
	bool negative = t->p < t->end && *t->p == '-';
	const char *p = t->p + negative;
	uint64_t part[3] = {0}; /* 32, 32 and 64 bits; the last may overflow */

	if (p == t->end || *p < '0' || *p > '9')
		return false;
	for (; p < t->end && *p >= '0' && *p <= '9'; p++) {
		part[0] = part[0] * 10 + (uint64_t)(*p - '0');
		part[1] = part[1] * 10 + (part[0] >> 32);
		part[2] = part[2] * 10 + (part[1] >> 32);
		part[0] = (uint32_t)part[0];
		part[1] = (uint32_t)part[1];
	}
	t->p = p;
	*low = part[1] << 32 | part[0];
	*high = part[2];
	if (negative) {
		*low = ~*low + 1;
		*high = ~*high + !*low;
	}
	return true;
}

/* Up to DIGITS hexadecimal digits. */
static bool
hexadecimal(IrText *t, size_t digits, uint64_t *n)
{
	char text[17] = {0}, *q;
	size_t left = (size_t)(t->end - t->p);

	memcpy(text, t->p, left < digits ? left : digits);
	*n = strtoull(text, &q, 16);
	t->p += q - text;
	return q > text;
}

/* The bits of a float that are written as those of a double. */
static uint64_t
narrow(uint64_t bits)
{
	double wide;
	uint32_t out;

	/* Converting would change the kind of a NaN. */
	if ((bits >> 52 & 0x7ff) == 0x7ff)
		return (bits >> 32 & 0x80000000) | 0x7f800000 |
		       (bits >> 29 & 0x7fffff);
	memcpy(&wide, &bits, sizeof(wide));
	float x = (float)wide;
	memcpy(&out, &x, sizeof(out));
	return out;
}

/* Digits, of which some are behind a point: the bits of a double. */
static bool
decimal(IrText *t, uint64_t *n)
{
	char text[64] = {0}, *q; /* the source need not end with a null */
	size_t left = (size_t)(t->end - t->p);

	memcpy(text, t->p, left < sizeof(text) ? left : sizeof(text) - 1);
	double x = strtod(text, &q);
	t->p += q - text;
	memcpy(n, &x, sizeof(x));
	return q > text;
}

bool
irnumber_float(IrText *t, char letter, uint64_t *low, uint64_t *high)
{
	*high = 0;
	if (irtext_take(t, "0xK"))
		return hexadecimal(t, 4, high) && hexadecimal(t, 16, low);
	if (irtext_take(t, "0xL"))
		return hexadecimal(t, 16, low) && hexadecimal(t, 16, high);
	if (irtext_take(t, "0xH") || irtext_take(t, "0xR"))
		return hexadecimal(t, 4, low);
	if (letter != 'f' && letter != 'd')
		return false;
	bool ok = irtext_take(t, "0x") ? hexadecimal(t, 16, low)
				       : decimal(t, low);
	if (ok && letter == 'f')
		*low = narrow(*low);
	return ok;
}
