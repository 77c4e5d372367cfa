// asm goto: without and with results, in a loop, with values live on all ways.
// target: x86

#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static int
kind(int x, int y)
{
	__asm__ goto(
		"cmpl $10, %0\n\tjl %l[small]\n\tcmpl $100, %0\n\tjg %l[large]"
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
decrease(uint32_t x, uint32_t by, int *wrapped)
{
	uint32_t r;

	__asm__ goto("movl %1, %0\n\tsubl %2, %0\n\tjc %l[carry]"
		     : "=&r"(r)
		     : "r"(x), "r"(by)
		     : "cc"
		     : carry);
	return r;
carry:
	++*wrapped;
	return r ^ by;
}

__attribute__((noinline)) static uint32_t
loop(const uint32_t *v, int n, uint32_t mask)
{
	uint32_t a = 1, b = 2, c = 3;

	for (int i = 0; i < n; i++) {
		__asm__ goto("testl %1, %0\n\tjz %l[skip]"
			     :
			     : "r"(v[i]), "r"(mask)
			     : "cc", "rbx", "r12"
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
	int wrapped = 0;

	for (uint32_t i = 0; i < 64; i++)
		v[i] = i * i * 2654435761u >> 7;
	for (int i = 0; i < 200; i += 7) {
		s += (uint32_t)kind(i, (int)s & 1023);
		s = decrease(s, (uint32_t)i * 500, &wrapped);
	}
	printf("%u %d %08x\n", s, wrapped, loop(v, 64, 0x11));
	return 0;
}
