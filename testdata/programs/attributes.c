// What attributes ask of a function and its frame: sections, visibility,
// aliases, constructors, naked, aligned, weak; return and frame addresses,
// stack protectors, tail calls that must be.
// not: i386 loongarch64 mips64el mipsel powerpc riscv32 riscv64 systemz (a
// function that is assembly, calls that must be tail calls, callers further up)
// flags: -fstack-protector-all

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ATTR(...) __attribute__((noinline, __VA_ARGS__))

ATTR(section("ours")) int placed(int x)
{
	return x * 3;
}
ATTR(section("other section"), used) static int placed_too(int x, double y)
{
	return (int)(x * 0.333 * y);
}

__attribute__((constructor)) static void
before(void)
{
	printf("before\n");
}
__attribute__((destructor)) static void
behind(void)
{
	printf("behind\n");
}

__attribute__((weak)) int
weak(int x)
{
	return x + 4;
}
int
real(int x)
{
	return x + 1;
}
int alias(int) __attribute__((alias("real")));
static int (*resolve(void))(int)
{
	return real;
}
int indirect(int) __attribute__((ifunc("resolve")));

ATTR(visibility("hidden")) int hidden(int x)
{
	return x ^ 4;
}
ATTR(visibility("protected")) int protected(int x)
{
	return x ^ 5;
}
ATTR(aligned(64)) int aligned(int x)
{
	return x + 9;
}

ATTR(naked) int naked(int x)
{
#ifdef __x86_64__
	__asm__("leal 5(%rdi), %eax\n\tret");
#elif defined(__aarch64__)
	__asm__("add w0, w0, #5\n\tret");
#else
	__asm__("add r0, r0, #5\n\tbx lr");
#endif
}

ATTR(cold) static void *return_address(void)
{
	return __builtin_return_address(0);
}
ATTR(hot) static int frame_address(void)
{
	volatile char room[20];

	room[1] = 1;
	return (uintptr_t)__builtin_frame_address(0) > (uintptr_t)room;
}
ATTR(cold) static void *callers_frame(void)
{
	return __builtin_frame_address(1);
}
ATTR(cold) static int frames(void)
{
	return callers_frame() == __builtin_frame_address(0);
}
ATTR(noreturn) void leave(int x)
{
	exit(x);
}

ATTR(cold) int odd(unsigned n);
ATTR(cold) int even(unsigned n)
{
	if (!n)
		return 1;
	__attribute__((musttail)) return odd(n - 1);
}
ATTR(cold) int odd(unsigned n)
{
	if (!n)
		return 0;
	__attribute__((musttail)) return even(n - 1);
}

_Thread_local int counter = 5;

ATTR(cold) static int large(int n)
{
	volatile char room[100000];

	room[n] = (char)n;
	room[99999] = 3;
	return room[n] + room[99999] + counter++;
}

int
main(int argc, char **argv)
{
	(void)argv;
	printf("%d %d %d %d %d\n", placed(3), placed_too(10, 20), weak(1),
	       alias(4), indirect(5));
	printf("%d %d %d %d %d\n", hidden(1), protected(2), naked(3),
	       aligned(4), (int)((uintptr_t)aligned % 64 / 2)); /* 1: Thumb */
	printf("%d %d %d\n", return_address() != NULL, frame_address(),
	       frames());
	printf("%d %d %d\n", even(100000), odd(100001), large(50));
	fflush(stdout);
	leave(argc - 1);
}
