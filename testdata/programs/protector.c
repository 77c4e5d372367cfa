// Stack protectors and frame pointers, addresses of locals, frame addresses.
// flags: -fstack-protector-all -fno-omit-frame-pointer

#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int
fill(signed char *p, int n, int c)
{
	for (int i = 0; i < n; i++)
		p[i] = (signed char)(c + i * 3);
	return p[n / 2];
}

__attribute__((noinline)) static int
buffers(int n)
{
	signed char a[16], b[40], c[100];
	int s = 0;

	s += fill(a, 16, n);
	s = s * 3 + fill(b, 40, s & 15);
	s = s * 5 + fill(c, 100, s & 31);
	memcpy(b, c + n, 20);
	for (int i = 0; i < 40; i++)
		s += b[i] * i + a[i & 15];
	return s;
}

__attribute__((noinline)) static int
depth(const char *bottom, int n)
{
	const char *here = __builtin_frame_address(0);

	if (n == 0)
		return here != 0;
	return depth(here, n - 1) + (here != 0 && bottom != 0);
}

int
main(void)
{
	int s = 0;

	for (int i = 0; i < 30; i++)
		s = (s ^ buffers(i)) & 0xffffff;
	printf("%d %d\n", s, depth(__builtin_frame_address(0), 5));
	return 0;
}
