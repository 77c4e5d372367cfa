// Inline assembly of RISC-V: operands in registers of both kinds, numbers and
// zero, memory, clobbers; all models of thread-local variables; a handler of
// interrupts; instructions under a condition.
// target: riscv64

#include <stdio.h>

#define MODEL(m) __attribute__((tls_model(m)))

MODEL("local-exec") _Thread_local int le = 1;
MODEL("initial-exec") _Thread_local int ie = 2;
MODEL("global-dynamic") _Thread_local int gd = 3;
static long cell[3] = {5, 6, 7};

static long
mixed(long a, double d)
{
	long r, s;
	double e;

	__asm__("add %0, %1, %z2" : "=r"(r) : "r"(a), "rJ"(0L));
	__asm__("add%i2 %0, %1, %2" : "=r"(s) : "r"(r), "rI"(100L));
	__asm__("fadd.d %0, %1, %1" : "=f"(e) : "f"(d));
	return r + s + (long)e;
}

static long
memory(long v)
{
	long local[2] = {v, v + 1}, old, r;

	__asm__ volatile("ld %0, %1\n\tsd %2, %1"
			 : "=&r"(r), "+m"(cell[1])
			 : "r"(v));
	__asm__ volatile("amoadd.d %0, %2, %1"
			 : "=r"(old), "+A"(local[1])
			 : "r"(10L));
	__asm__ volatile("li t0, 1\n\tli s1, 2" ::: "t0", "s1", "memory");
	return r * 1000 + old * 100 + local[1] * 10 + cell[1];
}

__attribute__((interrupt("machine"), used)) void
handler(void)
{
	cell[2]++;
	puts("");
}

__attribute__((noinline)) static int
locals(int n)
{
	le += n;
	ie += le;
	gd += ie;
	return le * 10000 + ie * 100 + gd;
}

__attribute__((noinline, target("tune=sifive-u74"))) static long
under(long a, long b, long c, long d)
{
	long r = c;

	if (a < b)
		r += d;
	if (a == d)
		r = b ^ r;
	return (unsigned long)a >= (unsigned long)c ? r : a - r;
}

int
main(void)
{
	printf("%ld %ld\n", mixed(5, 1.5), memory(3));
	printf("%d %d\n", locals(1), locals(2));
	printf("%ld %ld %ld\n", under(1, 2, 3, 4), under(4, 2, 3, 4),
	       under(-1, 7, 9, -1));
	return 0;
}
