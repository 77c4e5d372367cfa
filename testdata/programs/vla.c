// Frames of variable size: VLA, alloca in a loop, over-aligned locals, with
// calls and many arguments on top.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int
total(const int *v, int n, int a, int b, int c, int d, int e)
{
	int s = a + b * 2 + c * 3 + d * 4 + e * 5;

	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}

__attribute__((noinline)) static int
variable(int n)
{
	int v[n], s = 0;

	for (int i = 0; i < n; i++)
		v[i] = i * i - n;
	for (int i = 1; i <= n; i++) {
		int w[i];

		memcpy(w, v, (unsigned)i * sizeof *w);
		s += total(w, i, s & 7, n, i, 1, v[i - 1]);
	}
	return s;
}

__attribute__((noinline)) static int
chain(int n)
{
	struct Link {
		struct Link *next;
		int value;
	} *head = 0;
	int s = 0;

	for (int i = 0; i < n; i++) {
		struct Link *l = __builtin_alloca(sizeof *l);

		l->next = head;
		l->value = i * 3;
		head = l;
	}
	for (; head; head = head->next)
		s = s * 7 + head->value;
	return s;
}

__attribute__((noinline)) static int
aligned(int n)
{
	_Alignas(64) int a[16];
	char b[n];

	for (int i = 0; i < 16; i++)
		a[i] = i * n;
	for (int i = 0; i < n; i++)
		b[i] = (char)(a[i & 15] & 63);
	return total(a, 16, b[0], b[n - 1], (int)((uintptr_t)a & 63), n, 9);
}

int
main(void)
{
	printf("%d %d %d\n", variable(5), variable(20), variable(1));
	printf("%d %d\n", chain(9), chain(1));
	printf("%d %d\n", aligned(3), aligned(100));
	return 0;
}
