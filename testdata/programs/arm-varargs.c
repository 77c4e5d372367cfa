// Variadic functions on ARM: integers in r0-r3 and on the stack, doubles in
// aligned pairs.  Kept because the allocation can be judged, though llc loses
// the register save area of variadic functions in MIR.
// target: arm
// resume: no (variadic)

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

int
main(void)
{
	printf("%lld\n",
	       total("iildsid", 1, 2, 3LL << 40, 4.25, "five", 6, 7.5));
	printf("%lld\n", total("iiii", 1, 2, 3, 4));
	return 0;
}
