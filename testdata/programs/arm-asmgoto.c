// asm goto on ARM, with values live on all ways.
// target: arm

#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static int
kind(int x, int y)
{
	__asm__ goto(
		"cmp %0, #10\n\tblt %l[small]\n\tcmp %0, #100\n\tbgt %l[large]"
		:
		: "r"(x)
		: "cc"
		: small, large);
	return y * 2 + x;
small:
	return y - x;
large:
	return y + x * 3;
}

__attribute__((noinline)) static uint32_t
loop(const uint32_t *v, int n, uint32_t mask)
{
	uint32_t a = 1, b = 2, c = 3;

	for (int i = 0; i < n; i++) {
		__asm__ goto("tst %0, %1\n\tbeq %l[skip]"
			     :
			     : "r"(v[i]), "r"(mask)
			     : "cc", "r4", "r8"
			     : skip);
		a += v[i] ^ b;
		b = b * 3 + c;
		continue;
	skip:
		c += a + (uint32_t)i;
		mask = mask << 1 | mask >> 31;
	}
	return a ^ b ^ c ^ mask;
}

int
main(void)
{
	uint32_t v[64], s = 0;

	for (uint32_t i = 0; i < 64; i++)
		v[i] = i * i * 2654435761u >> 7;
	for (int i = 0; i < 200; i += 7)
		s += (uint32_t)kind(i, (int)s & 1023);
	printf("%u %08x\n", (unsigned)s, (unsigned)loop(v, 64, 0x11));
	return 0;
}
