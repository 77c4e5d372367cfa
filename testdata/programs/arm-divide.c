// Division and fused multiplication, which not every ARMv7 has: the assembly
// must ask for them.
// target: arm
// flags: -mcpu=cortex-a7 -mfpu=neon-vfpv4

#include <stdio.h>

__attribute__((noinline)) static int
divide(int a, unsigned b)
{
	return a / (int)(b | 1) + a % 7 + (int)(b / ((unsigned)a | 1));
}

__attribute__((noinline)) static double
fuse(double a, double b, double c)
{
	return __builtin_fma(a, b, c) - __builtin_fma(c, a, -b);
}

int
main(void)
{
	int i, sum = 0;
	double x = 1;

	for (i = 1; i < 100; i++) {
		sum = sum * 3 + divide(i * 1000 - 30000, (unsigned)i * 17);
		x = fuse(x, 0.5, 1.0 / i);
	}
	printf("%d %.9f\n", sum, x);
	return 0;
}
