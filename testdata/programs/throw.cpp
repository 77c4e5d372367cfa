// Exceptions: thrown through frames with destructors, caught by type, rethrown.
// resume: no (landing pads)

#include <cstdio>
#include <stdexcept>
#include <string>

static int live;

struct Guard {
	int n;
	explicit Guard(int n) : n(n) { live++; }
	~Guard() { live--; std::printf("~%d ", n); }
};

struct Wrong { int code; };

__attribute__((noinline)) static int
deep(int n)
{
	Guard g(n);

	if (n == 0)
		throw Wrong{42};
	if (n == 7)
		throw std::runtime_error("seven");
	return deep(n - 1) + g.n;
}

__attribute__((noinline)) static int
attempt(int n)
{
	try {
		Guard g(100 + n);
		return deep(n) + g.n;
	} catch (const Wrong &w) {
		return w.code + live;
	} catch (const std::exception &e) {
		std::printf("%s ", e.what());
		if (n > 8)
			throw;
		return -1;
	}
}

int
main()
{
	for (int n = 2; n < 10; n += 3) {
		try {
			std::printf("-> %d\n", attempt(n));
		} catch (...) {
			std::printf("-> again\n");
		}
	}
	std::printf("%d\n", live);
	return 0;
}
