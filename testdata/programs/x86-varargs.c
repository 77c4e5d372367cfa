// Variadic functions: integers, doubles, 64-bit, more than the registers hold,
// va_copy, va_list passed on.
// target: x86

#include <stdarg.h>
#include <stdio.h>

__attribute__((noinline)) static long long
total(const char *kinds, ...)
{
	va_list ap;
	long long sum = 0;

	va_start(ap, kinds);
	for (; *kinds; kinds++) {
		switch (*kinds) {
		case 'i':
			sum += va_arg(ap, int);
			break;
		case 'l':
			sum += va_arg(ap, long long);
			break;
		case 'd':
			sum += (long long)(va_arg(ap, double) * 4);
			break;
		case 's':
			sum += va_arg(ap, char *)[0];
			break;
		}
		sum = sum * 3 % 1000000007;
	}
	va_end(ap);
	return sum;
}

__attribute__((noinline)) static double
twice(int n, ...)
{
	va_list ap, copy;
	double sum = 0;

	va_start(ap, n);
	va_copy(copy, ap);
	for (int i = 0; i < n; i++)
		sum += va_arg(ap, double);
	for (int i = 0; i < n; i++)
		sum = sum * 0.5 + va_arg(copy, double);
	va_end(copy);
	va_end(ap);
	return sum;
}

__attribute__((noinline, format(printf, 1, 2))) static int
print(const char *format, ...)
{
	char buffer[128];
	va_list ap;

	va_start(ap, format);
	int n = vsnprintf(buffer, sizeof buffer, format, ap);
	va_end(ap);
	fputs(buffer, stdout);
	return n;
}

int
main(void)
{
	printf("%lld\n",
	       total("iildsidlidlidddddddddi", 1, 2, 3LL << 40, 4.25, "five", 6,
		     7.5, 8LL, 9, 10.0, 11LL, 12, 13.0, 14.0, 15.0, 16.0, 17.0,
		     18.0, 19.0, 20.0, 21.0, 22));
	printf("%.4f\n", twice(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
	printf("%d\n", print("%d %s %.3f %c %lld\n", 1, "two", 3.0, '4', 5LL));
	return 0;
}
