// Exceptions out of frames of every shape: many values in saved registers and
// on the stack, variable and realigned frames, arguments on the stack, deep
// recursion, out of a callback.
// resume: no (landing pads)

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define NOINLINE __attribute__((noinline))

struct Thrown {
	int n;
};
struct Count {
	static int live;
	Count() { live++; }
	~Count() { live--; }
};
int Count::live;

static volatile int sink;
NOINLINE static int maybe(int n, int limit)
{
	if (n == limit)
		throw Thrown{n};
	sink = n;
	return n * 3 + 1;
}

/* More integers and doubles live across the calls than there are registers. */
NOINLINE static long many(int seed, int limit)
{
	int a = seed, b = a * 3 + 1, c = b ^ 5, d = c * 7, e = d - a, f = e * b;
	int g = f + c, h = g ^ d, i = h * 3, j = i - e, k = j + f, l = k ^ g;
	double p = a * 0.5, q = b * 0.25, r = c + p, s = d - q, t = e * 0.125;
	double u = f + r, v = g - s, w = h + t, x = i * 0.75, y = j + 0.5;
	Count guard;
	long sum = 0;

	for (int n = 0; n < 6; n++)
		try {
			sum += maybe(n, limit);
			a += n, b ^= n, p += n;
		} catch (const Thrown &thrown) {
			sum += thrown.n * 1000 + a + b + c + d + e + f + g +
			       h + i + j + k + l;
			sum += (long)(p + q + r + s + t + u + v + w + x + y);
		}
	return sum + a + b + c + d + e + f + g + h + i + j + k + l +
	       (long)(p + q + r + s + t + u + v + w + x + y);
}

/* The frame's size is known when it runs; every object is freed. */
NOINLINE static int variable(int n, int limit)
{
	Count guard;
	int *room = (int *)__builtin_alloca((n + 1) * sizeof(int));
	int sum = 0;

	for (int i = 0; i <= n; i++)
		room[i] = i * i;
	try {
		Count inner;
		char more[n + 3];
		std::memset(more, n, n + 3);
		for (int i = 0; i <= n; i++)
			room[i] += maybe(i, limit) + more[i];
	} catch (Thrown &thrown) {
		sum = thrown.n * 100;
	}
	for (int i = 0; i <= n; i++)
		sum += room[i];
	return sum;
}

/* Rounded stack pointer, with and without a frame of variable size. */
NOINLINE static unsigned touch(void *p, int n)
{
	std::memset(p, n, 40);
	maybe(n, 3);
	return (uintptr_t)p % 32;
}
NOINLINE static unsigned aligned(int n)
{
	alignas(64) char room[64];
	Count guard;
	unsigned off = 7;
	try {
		off = touch(room, n);
	} catch (Thrown &t) {
		off = 100 + t.n + room[5] + (uintptr_t)room % 64;
	}
	return off + room[17];
}
NOINLINE static unsigned both(int n)
{
	alignas(32) char room[64];
	char *more = (char *)__builtin_alloca(n * 8 + 40);
	Count guard;
	unsigned off = 7;
	try {
		off = touch(more, n + 1) * 0;
		off += touch(room, n);
	} catch (Thrown &t) {
		off = 100 + t.n + more[5];
	}
	return off + more[30] + ((uintptr_t)room % 32 ? 1000 : 0);
}

/* Arguments on the stack, in a frame whose size varies: the exception leaves
 * between their store and their removal. */
struct Big {
	int v[20];
};
NOINLINE static int on_stack(Big x, int a, int b, int c, int d, int e, int f,
			     int g, int h, Big y)
{
	return maybe(x.v[3] + a + h, y.v[4]) + b + c + d + e + f + g;
}
NOINLINE static int loop(int n)
{
	char *room = (char *)__builtin_alloca(n + 16);
	Big x, y;
	int caught = 0;

	std::memset(&x, 0, sizeof(x));
	y = x;
	room[0] = 1;
	for (int i = 0; i < n; i++) {
		x.v[3] = i;
		y.v[4] = i + 9;
		try {
			caught += on_stack(x, 1, 2, 3, 4, 5, 6, 7, 8, y);
		} catch (const Thrown &t) {
			caught += t.n == i + 9;
		}
		x.v[5] = room[0];
		volatile char *here = (char *)__builtin_alloca(1);
		*here = 1;
	}
	return caught;
}

NOINLINE static int recurse(int n, double x, long long y)
{
	int a = n * 3, b = a ^ 21;
	double z = x * 1.5 + n;

	if (n == 0)
		throw Thrown{(int)y};
	try {
		Count guard;
		return recurse(n - 1, z, y + a) + a + b;
	} catch (Thrown &t) {
		t.n += b - a + (int)z % 7;
		if (n % 3 == 0)
			throw;
		throw Thrown{t.n + (int)(x / 1e3) % 5};
	}
}

/* An exception out of a callback that a C library function calls. */
static int order(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	if (x + y == 11)
		throw Thrown{x * y};
	return x - y;
}

int main()
{
	for (int limit = 0; limit < 8; limit += 2)
		std::printf("%ld %d\n", many(limit + 1, limit), Count::live);
	for (int n = 1; n < 9; n += 3)
		std::printf("%d %d\n", variable(n, 4), Count::live);
	for (int n = 2; n < 5; n++)
		std::printf("%u %u %d\n", aligned(n), both(n), Count::live);
	std::printf("%d\n", loop(1000));
	try {
		recurse(40, 1.0, 5);
	} catch (const Thrown &t) {
		std::printf("%d %d\n", t.n, Count::live);
	}
	int v[] = {9, 1, 5, 6, 3, 8, 2};
	try {
		std::qsort(v, 7, sizeof(*v), order);
	} catch (const Thrown &t) {
		std::printf("sorting: %s\n", t.n > 0 ? "caught" : "odd");
	}
	return 0;
}
