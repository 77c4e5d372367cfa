// setjmp and longjmp, from nested calls, with volatile and other locals.

#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;

__attribute__((noinline)) static int
dig(int n, int limit)
{
	if (n >= limit)
		longjmp(outer, n + 1);
	if (n % 5 == 4)
		return dig(n + 2, limit) + 1;
	return dig(n + 1, limit) * 2;
}

__attribute__((noinline)) static int
attempt(int n)
{
	volatile int tries = 0;
	int kept = n * 3;
	int code = setjmp(outer);

	tries++;
	if (tries > 4)
		return tries * 1000 + kept;
	if (code)
		printf("back with %d\n", code);
	return dig(0, n + tries);
}

static int
nested(void)
{
	volatile int level = 0;

	if (setjmp(outer) == 0) {
		level++;
		if (setjmp(inner) == 0) {
			level += 10;
			longjmp(inner, 1);
		}
		level += 100;
		longjmp(outer, 1);
	}
	return level;
}

int
main(void)
{
	for (int i = 3; i < 6; i++)
		printf("%d\n", attempt(i));
	printf("%d\n", nested());
	return 0;
}
