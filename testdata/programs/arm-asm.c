// Inline assembly on ARM: ties, early-clobbers, register pairs, memory
// operands, clobbers, vector operands, conditional instructions.
// target: arm

#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint32_t
tied(uint32_t a, uint32_t b)
{
	uint32_t keep = a;

	__asm__("add %0, %0, %2, lsl #3" : "=r"(a) : "0"(a), "r"(b));
	__asm__("eor %0, %0, %1, ror #5" : "+r"(a) : "r"(keep));
	return a ^ b;
}

__attribute__((noinline)) static uint64_t
wide(uint64_t a, uint64_t b)
{
	uint64_t r;

	__asm__("adds %Q0, %Q1, %Q2\n\tadc %R0, %R1, %R2"
		: "=&r"(r)
		: "r"(a), "r"(b)
		: "cc");
	return r * 3;
}

__attribute__((noinline)) static uint64_t
exclusive(uint64_t *p, uint64_t add)
{
	uint64_t old, new;
	uint32_t failed;

	do {
		__asm__ volatile("ldrexd %0, %H0, [%1]"
				 : "=&r"(old)
				 : "r"(p)
				 : "memory");
		new = old + add;
		__asm__ volatile("strexd %0, %1, %H1, [%2]"
				 : "=&r"(failed)
				 : "r"(new), "r"(p)
				 : "memory");
	} while (failed);
	return old;
}

__attribute__((noinline)) static uint32_t
memory(uint32_t *p, int i)
{
	uint32_t old, t;

	__asm__ volatile("ldr %0, %2\n\tadd %1, %0, #1\n\tstr %1, %2"
			 : "=&r"(old), "=&r"(t), "+m"(p[i])
			 :
			 : "memory");
	return old + t;
}

__attribute__((noinline)) static uint32_t
clobber(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	uint32_t e = a + b, f = c - d, g = a ^ d;

	__asm__ volatile(
		"mov r4, #0\n\tmov r5, #0\n\tmov r6, #0\n\t"
		"mov r8, #0\n\tmov r9, #0\n\tmov r10, #0\n\tmov r0, #0\n\t"
		"mov r1, #0\n\tmov r2, #0\n\tmov r3, #0"
		:
		:
		: "r4", "r5", "r6", "r8", "r9", "r10", "r0", "r1", "r2", "r3");
	return a * 3 + b * 5 + c * 7 + d * 11 + e + f * 13 + g;
}

__attribute__((noinline)) static double
vector(double x, float y)
{
	double r;
	float t;

	__asm__("vmul.f64 %P0, %P2, %P2\n\tvadd.f32 %1, %3, %3"
		: "=&w"(r), "=&t"(t)
		: "w"(x), "t"(y)
		: "d0", "d8", "d9");
	return r - (double)t;
}

__attribute__((noinline)) static int32_t
clamp(int32_t x)
{
	int32_t r;

	__asm__("ssat %0, #8, %1\n\tcmp %0, #0\n\tit lt\n\tmvnlt %0, %0"
		: "=&r"(r)
		: "r"(x)
		: "cc");
	return r;
}

__attribute__((noinline)) static uint64_t
fixed(uint32_t a, uint32_t b)
{
	register uint32_t r4 __asm__("r4") = a;
	register uint32_t r5 __asm__("r5") = b;
	uint32_t lo, hi;

	__asm__("umull %0, %1, %2, %3"
		: "=&r"(lo), "=&r"(hi)
		: "r"(r4), "r"(r5));
	return (uint64_t)hi << 32 | lo;
}

int
main(void)
{
	uint32_t v[4] = {10, 20, 30, 40}, s = 1;
	uint64_t w = 0xfffffff0, sum = 0;

	for (uint32_t i = 0; i < 50; i++) {
		s += tied(i, s) + memory(v, (int)i & 3);
		sum += wide(sum, (uint64_t)s << (i & 31)) + exclusive(&w, i);
		s ^= clobber(s, i, 3, 4) + (uint32_t)clamp((int32_t)s >> 8);
		sum ^= fixed(s, i * 77777);
	}
	printf("%08x %016llx %u %llu %.2f\n", (unsigned)s,
	       (unsigned long long)sum, (unsigned)v[2], (unsigned long long)w,
	       vector(2.5, 4));
	return 0;
}
