// Inline assembly: ties, early-clobbers, clobbers, memory operands, fixed
// registers, flags as output, two results, all callee-saved registers gone.
// target: x86

#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint32_t
tied(uint32_t a, uint32_t b)
{
	uint32_t keep = a;

	__asm__("addl %2, %0\n\troll $5, %0" : "=r"(a) : "0"(a), "r"(b) : "cc");
	__asm__("xorl %1, %0" : "+r"(a) : "r"(keep) : "cc");
	return a ^ b;
}

__attribute__((noinline)) static uint64_t
early(uint64_t a, uint64_t b)
{
	uint64_t lo, hi;

	__asm__("movq %2, %0\n\tmovq %3, %1\n\taddq %3, %0\n\tsubq %2, %1"
		: "=&r"(lo), "=&r"(hi)
		: "r"(a), "r"(b)
		: "cc");
	return lo * 3 + hi + a;
}

__attribute__((noinline)) static uint32_t
memory(uint32_t *p, int i)
{
	uint32_t old;

	__asm__ volatile("movl %1, %0\n\tincl %1\n\taddl %0, %2"
			 : "=&r"(old), "+m"(p[i]), "+m"(p[i + 1])
			 :
			 : "cc", "memory");
	return old;
}

__attribute__((noinline)) static uint64_t
product(uint64_t a, uint64_t b)
{
	uint64_t lo, hi;

	__asm__("mulq %3" : "=a"(lo), "=d"(hi) : "0"(a), "rm"(b) : "cc");
	return lo ^ hi;
}

__attribute__((noinline)) static uint64_t
clobber(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	uint64_t e = a + b, f = c - d, g = a ^ d;

	__asm__ volatile(
		"xorl %%ebx, %%ebx\n\txorl %%r12d, %%r12d\n\t"
		"xorl %%r13d, %%r13d\n\txorl %%r14d, %%r14d\n\t"
		"xorl %%r15d, %%r15d\n\txorl %%ecx, %%ecx\n\t"
		"xorl %%esi, %%esi\n\txorl %%edi, %%edi\n\txorl %%eax, %%eax"
		:
		:
		: "rbx", "r12", "r13", "r14", "r15", "rcx", "rsi", "rdi", "rax",
		  "cc");
	return a * 3 + b * 5 + c * 7 + d * 11 + e + f * 13 + g;
}

__attribute__((noinline)) static int
flags(uint32_t a, uint32_t b)
{
	int carry, zero;

	__asm__("cmpl %3, %2" : "=@ccc"(carry), "=@ccz"(zero) : "r"(a), "r"(b));
	return carry * 2 + zero;
}

__attribute__((noinline)) static double
vector(double x, double y)
{
	double r, t;

	__asm__("movsd %2, %0\n\tmulsd %3, %0\n\tmovsd %3, %1\n\tsubsd %2, %1"
		: "=&x"(r), "=&x"(t)
		: "x"(x), "x"(y)
		: "xmm0", "xmm7");
	return r - t;
}

__attribute__((noinline)) static unsigned
quad(unsigned x)
{
	unsigned char low, high;

	__asm__("movb %b2, %0\n\tmovb %h2, %1"
		: "=&Q"(low), "=&Q"(high)
		: "Q"(x));
	return low * 1000u + high;
}

__attribute__((noinline)) static void
copy(char *to, const char *from, uint64_t n)
{
	__asm__ volatile("rep movsb"
			 : "+D"(to), "+S"(from), "+c"(n)
			 :
			 : "memory");
}

int
main(void)
{
	uint32_t v[4] = {10, 20, 30, 40}, s = 0;
	char text[] = "................";

	for (uint32_t i = 0; i < 50; i++) {
		s += tied(i, s) + memory(v, (int)i % 3);
		s ^= (uint32_t)early(i, s) +
		     (uint32_t)product(s, (i + 1ull) << 33);
		s += (uint32_t)clobber(s, i, 3, 4) + (uint32_t)flags(i, 25) +
		     quad(s);
	}
	copy(text, "inline assembly!", 16);
	printf("%08x %u %u %.2f %s\n", s, v[0], v[3], vector(2.5, 4), text);
	return 0;
}
