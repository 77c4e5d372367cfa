// Who called whom, as the unwinder sees it, through frames of every shape:
// saved registers of both kinds, many objects, variable, rounded, both,
// variadic, deep, out of a callback of the C library.
// flags: -funwind-tables -fexceptions
// not: loongarch64 riscv32 (no unwinder there)

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

/* In a section of their own, whose ends the linker knows. */
#define NOINLINE __attribute__((noinline, section("ours")))

extern const char __start_ours[], __stop_ours[];
NOINLINE static long saved(long n);
NOINLINE static long doubles(long n);
NOINLINE static long large(long n);
NOINLINE static long variable(long n);
NOINLINE static long rounded(long n);
NOINLINE static long both(long n);
NOINLINE static long variadic(long n, ...);
NOINLINE static long deep(long n);
NOINLINE static int order(const void *a, const void *b);
NOINLINE static long go(long n);
NOINLINE static long report(long n);
NOINLINE int main(void);

static const struct {
	const char *name;
	void *start;
} names[] = {{"saved", saved},	     {"doubles", doubles},
	     {"large", large},	     {"variable", variable},
	     {"rounded", rounded},   {"both", both},
	     {"variadic", variadic}, {"deep", deep},
	     {"order", order},	     {NULL, go},
	     {"report", report},     {"main", main}};

static _Unwind_Reason_Code
look(struct _Unwind_Context *c, void *data)
{
	uintptr_t ip = _Unwind_GetIP(c), best = 0;
	const char *name = "?";
	int *left = data;
	unsigned i;

	if (ip < (uintptr_t)__start_ours || ip > (uintptr_t)__stop_ours)
		return --*left ? _URC_NO_REASON : _URC_END_OF_STACK;
	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if ((uintptr_t)names[i].start < ip &&
		    (uintptr_t)names[i].start > best) {
			name = names[i].name;
			best = (uintptr_t)names[i].start;
		}
	if (name)
		printf(" %s", name);
	return --*left && best != (uintptr_t)main ? _URC_NO_REASON
						  : _URC_END_OF_STACK;
}

NOINLINE static long
report(long n)
{
	int left = 60;

	_Unwind_Backtrace(look, &left);
	printf("\n");
	return n;
}

static long (*volatile next[])(long) = {report,	  saved,   doubles, large,
					variable, rounded, both,    deep};

/* Calls the function of N's last digit with the others. */
NOINLINE static long
go(long n)
{
	return next[n % 10](n / 10);
}

NOINLINE static long
saved(long n)
{
	long a = n * 3, b = a ^ 5, c = b * a, d = c - 7, e = d * b, f = e + c;

	return go(n) + a + b * 3 + c * 5 + d * 7 + e * 11 + (f ^ a);
}

NOINLINE static long
doubles(long n)
{
	double a = n * 0.5, b = a * 1.5, c = b - 3, d = c * a, e = d + b;

	return go(n) + (long)(a + b * 2 + c * 3 + d * 4 + e * 5);
}

NOINLINE static long
large(long n)
{
	volatile char room[5000];

	room[n % 5000] = 1;
	n = go(n);
	return n + room[17];
}

NOINLINE static long
variable(long n)
{
	volatile char *room = __builtin_alloca(n % 77 + 1);

	room[n % 77] = 1;
	n = go(n);
	return n + room[0];
}

NOINLINE static long
rounded(long n)
{
	volatile _Alignas(64) char room[64];

	room[n % 64] = 1;
	n = go(n);
	return n + room[1] + ((uintptr_t)room & 63);
}

NOINLINE static long
both(long n)
{
	volatile _Alignas(64) char room[64];
	volatile char *more = __builtin_alloca(n % 77 + 1);

	room[n % 64] = more[n % 77] = 1;
	n = variadic(n, n, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
	return n + room[1] + ((uintptr_t)room & 63) + more[0];
}

NOINLINE static long
variadic(long n, ...)
{
	va_list ap;
	long sum = 0;
	int i;

	va_start(ap, n);
	for (i = 0; i < 8; i++)
		sum += va_arg(ap, long);
	n = go(n);
	va_end(ap);
	return n + sum;
}

NOINLINE static long
deep(long n)
{
	long a = n * 5;

	if (n % 100 < 5)
		return deep(n + 1) / 3 + a;
	return go(n / 100) + a;
}

NOINLINE static int
order(const void *a, const void *b)
{
	static int calls;

	if (!calls++)
		report(0);
	return *(const int *)a - *(const int *)b;
}

NOINLINE int
main(void)
{
	static int v[] = {3, 1, 2};
	static const long ways[] = {1, 2, 3, 4, 5, 6, 654321, 1536426, 1007};
	long sum = 0;
	unsigned i;

	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		sum += go(ways[i]);
	qsort(v, 3, sizeof(*v), order);
	printf("%d%d%d\n", v[0], v[1], v[2]);
	return sum == 12345;
}
