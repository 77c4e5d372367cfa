// Frames that instructions do not reach across, that are aligned, that grow.
// target: aarch64

#include <arm_neon.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
	char c[40000];
} Large;

__attribute__((noinline)) static void
fill(void *p, unsigned n, unsigned seed)
{
	unsigned char *c = p;

	for (unsigned i = 0; i < n; i++)
		c[i] = (unsigned char)(seed = seed * 1103515245 + 12345) >> 3;
}

__attribute__((noinline)) static unsigned
sum(const void *p, unsigned n)
{
	const unsigned char *c = p;
	unsigned s = 0;

	for (unsigned i = 0; i < n; i++)
		s = s * 31 + c[i];
	return s;
}

/* More than 32 KB between objects: offsets out of reach. */
__attribute__((noinline)) static unsigned
large(unsigned seed, double x, float y)
{
	volatile unsigned before = seed;
	Large a, b;
	volatile double d = x;
	volatile float f = y;
	volatile unsigned char byte = (unsigned char)seed;
	volatile unsigned short half = (unsigned short)seed;
	volatile uint64_t wide = seed * 0x100000001ull;

	fill(&a, sizeof(a), seed);
	fill(&b, sizeof(b), seed + 1);
	before += (unsigned)d;
	wide += before;
	return sum(&a, sizeof(a)) + sum(&b, sizeof(b)) + before + byte + half +
	       (unsigned)(wide >> 7) + (unsigned)f;
}

/* More than two instructions can add. */
__attribute__((noinline)) static unsigned
huge(unsigned seed)
{
	char a[5000000];
	volatile int x = (int)seed;

	a[3] = (char)seed;
	a[4999999] = (char)(seed >> 1);
	fill(a + 4000000, 64, seed);
	return sum(a + 3999999, 66) + (unsigned)x + sum(&a[4999999], 1);
}

/* Aligned, and of variable size. */
__attribute__((noinline)) static unsigned
aligned(unsigned n, unsigned seed)
{
	_Alignas(128) char a[200];
	char v[n];
	volatile unsigned kept = seed;

	fill(a, sizeof(a), seed);
	fill(v, n, seed);
	return sum(a, sizeof(a)) + sum(v, n) + (unsigned)((uintptr_t)a % 128) +
	       kept;
}

__attribute__((noinline)) static unsigned
only_aligned(unsigned seed)
{
	_Alignas(64) char a[100];
	volatile unsigned kept = seed;

	fill(a, sizeof(a), seed);
	return sum(a, sizeof(a)) + (unsigned)((uintptr_t)a % 64) + kept;
}

__attribute__((noinline)) static long
nine(int a, int b, int c, int d, int e, int f, int g, int h, long i, char j,
     double k)
{
	return a + b + c + d + e + f + g + h + i + j + (long)k;
}

/* Arguments in memory while the stack pointer moves. */
__attribute__((noinline)) static long
moving(unsigned n)
{
	long s = 0;

	for (unsigned i = 1; i <= n; i++) {
		char *p = __builtin_alloca(i * 16);

		fill(p, i * 16, i);
		s += nine(1, 2, 3, 4, 5, 6, 7, 8, p[3], p[i], i);
	}
	return s;
}

__attribute__((noinline)) static double
variable(int n, ...)
{
	va_list l;
	double s = 0;

	va_start(l, n);
	for (int i = 0; i < n; i++)
		s += i % 3 ? (double)va_arg(l, int) : va_arg(l, double);
	va_end(l);
	return s;
}

/* Leaves that save one register, or vector registers, and call nobody. */
__attribute__((noinline)) static uint64_t
leaf(uint64_t a, uint64_t b)
{
	asm volatile("add %0, %0, %1" : "+r"(a) : "r"(b) : "x19", "cc");
	return a;
}

__attribute__((noinline)) static double
vectors(double a)
{
	asm volatile("fmov d8, %d0\n\tfadd %d0, %d0, d8"
		     : "+w"(a)
		     :
		     : "d8", "d9", "d10", "x20", "x21", "x22");
	return a;
}

/* Tuples of vectors in memory, between large objects. */
__attribute__((noinline)) static unsigned
tuples(const uint32_t *p, unsigned seed)
{
	uint32x4x3_t a = vld3q_u32(p), b = vld3q_u32(p + 12);
	uint32x2x4_t c = vld4_u32(p + 3);
	Large l;
	uint32_t out[40];

	fill(&l, sizeof(l), seed);
	seed += sum(&l, sizeof(l));
	vst3q_u32(out, b);
	vst3q_u32(out + 12, a);
	vst4_u32(out + 24, c);
	return seed + sum(out, 32 * 4);
}

int
main(void)
{
	uint32_t data[64];

	fill(data, sizeof(data), 7);
	printf("%08x %08x\n", large(3, 17.5, 2.5f), huge(5));
	printf("%08x %08x\n", aligned(33, 9), only_aligned(11));
	printf("%ld %.2f\n", moving(20), variable(6, 1.5, 2, 3, 4.25, 5, 6));
	printf("%llu %.2f\n", (unsigned long long)leaf(5, 6), vectors(1.75));
	printf("%08x\n", tuples(data, 4));
	return 0;
}
