// Functions whose lines check-lines compares: one without a frame, one with
// code of another file inlined, one that calls.
#include "lines.h"

int printf(const char *, ...);

__attribute__((noinline)) int
leaf(int x, int *p)
{
	for (int i = 0; i < x; i++)
		p[i] += x * i;
	return p[x - 1];
}

__attribute__((noinline)) int
middle(int x)
{
	int buf[32] = {0};

	int r = leaf(x, buf);
	return scale(r, buf[2]) + x;
}

int
main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", middle(argc + 4));
	return 0;
}
