// Calling conventions that save more than the usual one.
// target: aarch64

#include <stdio.h>

__attribute__((noinline)) static void
plain(double x)
{
	printf("%.1f\n", x);
}

__attribute__((preserve_all, noinline)) static int
all(int a, double x)
{
	plain(x);
	return a + 1;
}

__attribute__((preserve_most, noinline)) static int
most(int a, double x)
{
	plain(x);
	return a + 2;
}

__attribute__((aarch64_vector_pcs, noinline)) static double
vectors(double x)
{
	plain(x);
	__asm__ volatile("" : : : "d8", "d16", "d23");
	return x * 2;
}

__attribute__((aarch64_vector_pcs, noinline)) static double
leaf(double x)
{
	__asm__ volatile("" : : : "x19", "d8", "d9", "d10", "d11", "d12", "d13",
			 "d14", "d15", "d16", "d17", "d18", "d19", "d20", "d21",
			 "d22", "d23");
	return x + 1;
}

int
main(void)
{
	int s = 0;
	double d = 1;

	for (int i = 0; i < 5; i++) {
		s = all(s, d) + most(s, d * 2);
		d = vectors(d) + leaf(s);
	}
	printf("%d %.1f\n", s, d);
	return 0;
}
