// What exceptions can do: nested and repeated handlers, rethrowing, catching by
// base, pointer and "...", cleanups and their order, exception specifications,
// noexcept, function try blocks, exceptions kept and nested.
// flags: -std=c++14
// resume: no (landing pads)

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#define NOINLINE __attribute__((noinline))

static int depth;

struct Trace {
	int n;
	explicit Trace(int i) : n(i) { depth++; }
	NOINLINE ~Trace()
	{
		depth--;
		std::printf("~%d%s ", n, std::uncaught_exception() ? "!" : "");
	}
};

struct Base {
	virtual ~Base() {}
	virtual const char *what() const { return "base"; }
};
struct Left : virtual Base {
	const char *what() const override { return "left"; }
};
struct Right : virtual Base {
	const char *what() const override { return "right"; }
};
struct Both : Left, Right {
	int v;
	explicit Both(int i) : v(i) {}
	const char *what() const override { return "both"; }
};
namespace
{
struct Hidden {
	double d;
};
} // namespace

NOINLINE static void raise_it(int kind)
{
	static int number = 33;
	Trace t(kind);

	switch (kind) {
	case 0: throw 7;
	case 1: throw 2.5;
	case 2: throw Both(5);
	case 3: throw static_cast<const char *>("text");
	case 4: throw Hidden{1.25};
	case 5: throw std::string("string");
	case 6: throw std::out_of_range("range");
	case 7: throw &number;
	case 8: throw Left();
	case 9: throw 'c';
	case 10: throw nullptr;
	case 11: throw 1LL << 40;
	}
	std::printf("nothing ");
}

NOINLINE static int catch_it(int kind)
{
	Trace t(100 + kind);

	try {
		Trace inner(200 + kind);
		try {
			raise_it(kind);
		} catch (int i) {
			std::printf("int %d ", i);
			return i;
		} catch (const Right &r) {
			std::printf("right=%s ", r.what());
			throw;
		} catch (const Hidden &h) {
			std::printf("hidden %.2f ", h.d);
			throw h.d;
		}
		std::printf("passed ");
	} catch (double d) {
		std::printf("double %.1f ", d);
		return 2;
	} catch (Base &b) {
		std::printf("base=%s ", b.what());
		return 3;
	} catch (const void *p) {
		std::printf("pointer%s ", p ? "" : " null");
		return 4;
	} catch (const std::exception &e) {
		std::printf("std %s ", e.what());
		return 5;
	} catch (std::string s) {
		std::printf("<%s> ", s.c_str());
		return 6;
	}
	return -1;
}

NOINLINE static void rethrow_twice(int n)
{
	try {
		try {
			throw std::runtime_error("first" + std::to_string(n));
		} catch (std::exception &) {
			Trace t(n);
			if (n & 1)
				throw;
			throw std::logic_error("second");
		}
	} catch (const std::logic_error &) {
		Trace t(n + 10);
		throw;
	} catch (...) {
		Trace t(n + 20);
		throw;
	}
}

/* Exception specifications: LLVM's filters. */
NOINLINE static void only_int(int kind) throw(int)
{
	Trace t(kind);
	raise_it(kind);
}
NOINLINE static void int_or_bad(int kind) throw(int, double, std::bad_exception)
{
	raise_it(kind);
}
NOINLINE static void none(int kind) throw()
{
	raise_it(kind);
}
static void unexpected_double()
{
	std::printf("unexpected ");
	throw 8.5;
}

/* A function try block, members destroyed on the way. */
struct Parts {
	Trace a, b;
	std::vector<int> v;
	explicit Parts(int n) try : a(n), b(n + 1), v(n) {
		if (n > 2)
			raise_it(6);
	} catch (const std::out_of_range &e) {
		std::printf("in constructor: %s ", e.what());
	}
};

NOINLINE static void inside(int n)
{
	try {
		if (n == 0)
			raise_it(5);
		inside(n - 1);
	} catch (...) {
		std::throw_with_nested(std::runtime_error(std::to_string(n)));
	}
}
static void unfold(const std::exception &e)
{
	std::printf("%s ", e.what());
	try {
		std::rethrow_if_nested(e);
	} catch (const std::exception &in) {
		unfold(in);
	} catch (const std::string &s) {
		std::printf("%s ", s.c_str());
	}
}

NOINLINE static void quiet(int kind) noexcept
{
	Trace t(kind);
	raise_it(kind);
}

static void ended()
{
	std::printf("terminated\n");
	std::fflush(stdout);
	std::_Exit(0);
}

int main()
{
	for (int kind = 0; kind <= 12; kind++) {
		int got = -2;
		try {
			got = catch_it(kind);
		} catch (char c) {
			std::printf("char %c ", c);
		} catch (...) {
			std::printf("other ");
		}
		std::printf("-> %d, %d\n", got, depth);
	}
	for (int n = 0; n < 4; n++)
		try {
			rethrow_twice(n);
		} catch (const std::exception &e) {
			std::printf("%s\n", e.what());
		}

	std::set_unexpected(unexpected_double);
	for (int kind = 0; kind < 3; kind++) {
		try {
			int_or_bad(kind);
		} catch (int i) {
			std::printf("int %d\n", i);
		} catch (double d) {
			std::printf("double %.1f\n", d);
		}
	}
	try {
		only_int(0);
	} catch (int i) {
		std::printf("int %d\n", i);
	}
	none(12);
	std::printf("\n");

	for (int n = 2; n < 4; n++)
		try {
			Parts p(n);
			std::printf("parts ");
		} catch (const std::exception &e) {
			std::printf("out: %s ", e.what());
		}
	std::printf("\n");
	try {
		inside(3);
	} catch (const std::exception &e) {
		unfold(e);
		std::printf("\n");
	}

	std::exception_ptr kept;
	try {
		raise_it(2);
	} catch (...) {
		kept = std::current_exception();
	}
	for (int i = 0; i < 2; i++)
		try {
			std::rethrow_exception(kept);
		} catch (const Both &b) {
			std::printf("kept %d\n", b.v);
		}
	std::set_terminate(ended);
	quiet(1);
	return 1;
}
