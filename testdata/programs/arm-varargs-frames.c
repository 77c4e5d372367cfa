// Variadic functions on ARM with objects of variable size and with more than
// the stack's alignment: what registers held is found from the frame pointer.
// target: arm
// resume: no (variadic)

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int
sum(const char *bytes, int n)
{
	int s = 0;

	while (n-- > 0)
		s = (s * 5 + bytes[n]) % 10007;
	return s;
}

__attribute__((noinline)) static int
variable(int n, ...)
{
	char bytes[n * 3];
	va_list ap;
	int i, s;

	memset(bytes, n, (size_t)n * 3);
	s = sum(bytes, n * 3);
	va_start(ap, n);
	for (i = 0; i < n; i++)
		s = s * 3 + va_arg(ap, int);
	va_end(ap);
	return s + sum(bytes, n * 3);
}

__attribute__((noinline)) static int
aligned(int n, ...)
{
	_Alignas(64) char bytes[64];
	va_list ap;
	int i, s;

	memset(bytes, n, sizeof(bytes));
	s = sum(bytes, 64) + ((uintptr_t)bytes % 64 != 0);
	va_start(ap, n);
	for (i = 0; i < n; i++)
		s = s * 3 + va_arg(ap, int);
	va_end(ap);
	return s;
}

__attribute__((noinline)) static double
both(double first, int n, ...)
{
	_Alignas(32) char bytes[32];
	char more[n + 5];
	va_list ap;
	int i;

	memset(bytes, n, sizeof(bytes));
	memset(more, n + 1, (size_t)n + 5);
	va_start(ap, n);
	for (i = 0; i < n; i++)
		first = first * 2 + va_arg(ap, double) - va_arg(ap, int);
	va_end(ap);
	return first + sum(bytes, 32) + sum(more, n + 5) +
	       ((uintptr_t)bytes % 32 != 0);
}

int
main(void)
{
	printf("%d\n", variable(5, 1, 2, 3, 4, 5));
	printf("%d\n", variable(2, 10, 20));
	printf("%d\n", aligned(6, 1, 2, 3, 4, 5, 6));
	printf("%d\n", aligned(1, 7));
	printf("%.2f\n", both(1.5, 3, 2.25, 4, 3.5, 5, 4.75, 6));
	return 0;
}
