/*
 * Integers, with overflow checked.
 */
#include "parser/number.h"

static int
digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* The number in the LEN digits at P, not more than fit; -1: they are no digits
 * of BASE. */
static int64_t
digits_read(const char *p, size_t len, int base)
{
	int64_t v = 0;

	for (size_t i = 0; i < len; i++) {
		int d = digit_of(p[i]);

		if (d >= base)
			return -1;
		v = v * base + d;
	}
	return v;
}

/* The number in the LEN bytes at P; -1: it has a sign, or so many digits that
 * they might not fit, or is none. */
static int64_t
short_read(const char *p, size_t len)
{
	if (len > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
		return len < 18 ? digits_read(p + 2, len - 2, 16) : -1;
	return len && len < 19 ? digits_read(p, len, 10) : -1;
}

bool
number_read(const char *p, size_t len, int64_t *value)
{
	const char *end = p + len;
	int64_t plain = short_read(p, len);
	bool negative = len && *p == '-';
	unsigned base = 10;
	uint64_t v = 0;

	if (plain >= 0) {
		*value = plain;
		return true;
	}
	p += negative;
	if (end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
		base = 16;
		p += 2;
	}
	if (p == end)
		return false;
	for (; p < end; p++) {
		unsigned d = (unsigned)digit_of(*p);

		if (d >= base || __builtin_mul_overflow(v, base, &v) ||
		    __builtin_add_overflow(v, d, &v))
			return false;
	}
	if (negative && v > (uint64_t)1 << 63)
		return false;
	*value = (int64_t)(negative ? 0 - v : v);
	return true;
}

uint32_t
number_digits(const char *p, const char *end)
{
	uint64_t n = 0;

	for (; p < end && *p >= '0' && *p <= '9'; p++)
		n = n < INT32_MAX ? n * 10 + (uint64_t)(*p - '0') : n;
	return n < INT32_MAX ? (uint32_t)n : INT32_MAX;
}
