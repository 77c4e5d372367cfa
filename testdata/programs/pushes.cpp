// Arguments on the stack, pushed or stored, in frames of every shape, and
// exceptions out of such calls.
// resume: no (landing pads)

#include <cstdio>
#define NOINLINE __attribute__((noinline))
struct G {
	int n;
	G(int i) : n(i) {}
	NOINLINE ~G() { std::printf("~%d ", n); }
};
NOINLINE int many(int a, int b, int c, int d, int e, int f, int g, int h,
		  int i) {
	if (i == 3)
		throw g;
	return a + b + c + d + e + f + g * h + i;
}
NOINLINE int h9(int a, int b, int c, int d, int e, int f, long g, long h,
		long i, long j, long k) {
	if (k == 5)
		throw 1.5;
	return a + b + c + d + e + f + g * h + i - j * k;
}
NOINLINE int f(int n) {
	int s = 0;
	int x = n * 3, y = n ^ 5, z = x * y, w = z + 1, v = w * 2, u = v - 3;
	G g(n);
	for (int i = 0; i < 6; i++)
		try {
			s += many(1, 2, 3, 4, 5, 6, 7, 8, i);
			s += h9(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, i);
		} catch (int e) {
			s += e * 100;
		} catch (double d) {
			s += 1000;
		}
	return s + x + y + z + w + v + u;
}
NOINLINE int deep(int n, int a, int b, int c, int d, int e, int f, int g) {
	char buf[40];
	buf[n] = g;
	G q(n);
	int r = n == 0 ? many(1, 2, 3, 4, 5, 6, 9, 8, 3)
		       : deep(n - 1, 2, 3, 4, 5, 6, 7, 8);
	return r + buf[n] + a;
}
NOINLINE int al(int n) {
	char *p = (char *)__builtin_alloca(n);
	int s = 0;
	__builtin_memset(p, 1, 20);
	for (int i = 0; i < 5; i++)
		try {
			p[i] = i;
			s += many(1, 2, 3, 4, 5, 6, p[1], 8, i);
		} catch (int e) {
			s += e;
		}
	return s + p[3];
}
NOINLINE int ra(int n) {
	alignas(64) char p[64];
	int s = 0;
	__builtin_memset(p, 1, 20);
	for (int i = 0; i < 5; i++)
		try {
			p[i] = i;
			s += many(1, 2, 3, 4, 5, 6, p[1], p[2], i);
		} catch (int e) {
			s += e;
		}
	return s + p[3] + (int)((unsigned long)p % 64);
}
int main() {
	std::printf("%d\n", f(3));
	try {
		deep(5, 1, 2, 3, 4, 5, 6, 7);
	} catch (int e) {
		std::printf("got %d\n", e);
	}
	std::printf("%d %d\n", al(20), ra(3));
}
