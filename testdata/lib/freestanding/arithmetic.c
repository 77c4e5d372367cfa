// What compilers call for arithmetic that a machine has no instructions for.
#include <complex.h>
#include <math.h>
#include <stdint.h>

double
fabs(double x)
{
	return __builtin_fabs(x);
}

double
copysign(double x, double sign)
{
	return __builtin_copysign(x, sign);
}

double
trunc(double x)
{
	double whole = x;

	if (fabs(x) < 4503599627370496.0) // 2^52: a fraction is possible
		whole = (double)(int64_t)x;
	return copysign(whole, x);
}

double
floor(double x)
{
	double whole = trunc(x);

	return whole > x ? whole - 1 : whole;
}

double
ceil(double x)
{
	return -floor(-x);
}

double
creal(double complex z)
{
	return __real__ z;
}

double
cimag(double complex z)
{
	return __imag__ z;
}

float
crealf(float complex z)
{
	return __real__ z;
}

float
cimagf(float complex z)
{
	return __imag__ z;
}

// Of products that are no numbers.
double complex
__muldc3(double a, double b, double c, double d)
{
	return (a * c - b * d) + (a * d + b * c) * I;
}

float complex
__mulsc3(float a, float b, float c, float d)
{
	return (a * c - b * d) + (a * d + b * c) * I;
}

#if __SIZEOF_POINTER__ == 4
typedef union {
	uint64_t all;
	uint32_t half[2];
} Wide;

static uint64_t
divide(uint64_t a, uint64_t b, uint64_t *rest)
{
	uint64_t quotient = 0, left = 0;

	for (int i = 63; i >= 0; i--) {
		int out = (int)(left >> 63);

		left = left << 1 | (a >> i & 1);
		if (out || left >= b) {
			left -= b;
			quotient |= (uint64_t)1 << i;
		}
	}
	*rest = left;
	return quotient;
}

static uint64_t
magnitude(int64_t a)
{
	return a < 0 ? -(uint64_t)a : (uint64_t)a;
}

uint64_t
__udivdi3(uint64_t a, uint64_t b)
{
	uint64_t rest;

	return divide(a, b, &rest);
}

uint64_t
__umoddi3(uint64_t a, uint64_t b)
{
	uint64_t rest;

	divide(a, b, &rest);
	return rest;
}

int64_t
__divdi3(int64_t a, int64_t b)
{
	uint64_t q = __udivdi3(magnitude(a), magnitude(b));

	return (int64_t)((a ^ b) < 0 ? -q : q);
}

int64_t
__moddi3(int64_t a, int64_t b)
{
	uint64_t rest = __umoddi3(magnitude(a), magnitude(b));

	return (int64_t)(a < 0 ? -rest : rest);
}

double
__floatundidf(uint64_t a)
{
	Wide v = {a};

	return v.half[1] * 4294967296.0 + v.half[0];
}

double
__floatdidf(int64_t a)
{
	Wide v = {(uint64_t)a};

	return (int32_t)v.half[1] * 4294967296.0 + v.half[0];
}

float
__floatdisf(int64_t a) // rounded twice
{
	return (float)__floatdidf(a);
}

uint64_t
__fixunsdfdi(double a)
{
	Wide v;

	v.half[1] = (uint32_t)(a / 4294967296.0);
	v.half[0] = (uint32_t)(a - v.half[1] * 4294967296.0);
	return v.all;
}

int64_t
__fixdfdi(double a)
{
	uint64_t v = __fixunsdfdi(fabs(a));

	return (int64_t)(a < 0 ? -v : v);
}
#endif
