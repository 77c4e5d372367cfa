// Inline assembly with the operands that AArch64 has.
// target: aarch64

#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint64_t
modifiers(uint64_t a, uint32_t b)
{
	uint64_t x;
	uint32_t w;

	asm("add %0, %2, %3\n\tadd %w1, %w2, %w3"
	    : "=&r"(x), "=r"(w)
	    : "r"(a), "r"((uint64_t)b));
	return x * 3 + w;
}

__attribute__((noinline)) static uint64_t
zero(uint64_t a)
{
	asm("add %0, %0, %x1\n\tadd %w0, %w0, %w1" : "+r"(a) : "rZ"(0));
	return a;
}

__attribute__((noinline)) static uint64_t
numbers(uint64_t a)
{
	asm("add %0, %0, %1\n\teor %0, %0, %2\n\tadd %0, %0, #%c3"
	    : "+r"(a)
	    : "I"(4000), "L"(0xff00ff00ff00ff00), "i"(77));
	return a;
}

__attribute__((noinline)) static uint64_t
memory(uint64_t *p, uint64_t a)
{
	uint64_t local[40], r;

	asm volatile("" : : "r"(local) : "memory");
	local[33] = a;
	asm("ldr %0, %1\n\tadd %0, %0, %2\n\tstr %0, %1"
	    : "=&r"(r), "+m"(*p)
	    : "r"(a));
	asm volatile("ldr %0, %1" : "=r"(a) : "m"(local[33]));
	asm volatile("ldr %0, %1" : "=r"(p) : "Q"(local[33]));
	return r ^ a ^ (uint64_t)p << 1;
}

__attribute__((noinline)) static double
floats(double d, float f)
{
	float s;

	asm("fadd %d0, %d0, %d0" : "+w"(d));
	asm("fmul %s0, %s1, %s1" : "=w"(s) : "w"(f));
	return d + s;
}

__attribute__((noinline)) static unsigned
lanes(uint64_t a)
{
	unsigned n;

	asm("cnt v7.8b, %1.8b\n\taddv b7, v7.8b\n\tfmov %w0, s7"
	    : "=r"(n)
	    : "w"((double)a)
	    : "v7");
	return n;
}

__attribute__((noinline)) static int
jumps(int a)
{
	asm goto("cbz %w0, %l[out]\n\ttbz %w0, #3, %l[small]"
		 :
		 : "r"(a)
		 :
		 : out, small);
	return a + 1;
small:
	return -a;
out:
	return 1000;
}

static int global[4] = {1, 2, 3, 4};

__attribute__((noinline)) static int
symbols(void)
{
	int *p;

	asm("adrp %0, %1\n\tadd %0, %0, :lo12:%1" : "=r"(p) : "S"(global));
	return p[2];
}

int
main(void)
{
	uint64_t x = 12;

	printf("%llu %llu\n", (unsigned long long)modifiers(1ull << 40, 5),
	       (unsigned long long)zero(9));
	printf("%llu ", (unsigned long long)numbers(10));
	printf("%llu %llu\n", (unsigned long long)memory(&x, 30),
	       (unsigned long long)x);
	printf("%.3f %u\n", floats(1.25, 1.5f), lanes(3));
	printf("%d %d %d %d\n", jumps(0), jumps(8), jumps(7), symbols());
	return 0;
}
