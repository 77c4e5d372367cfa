// C++ that llc can resume: virtual calls, templates, references, operators,
// without a landing pad.
// flags: -fno-exceptions -fno-rtti

#include <cstdint>
#include <cstdio>

template <int N> struct Mod {
	uint32_t v;
	Mod(uint32_t v) : v(v % N) {}
	Mod operator+(Mod o) const { return v + o.v; }
	Mod operator*(Mod o) const { return (uint64_t)v * o.v % N; }
	Mod power(unsigned n) const
	{
		return n == 0 ? Mod(1) : n & 1 ? *this * power(n - 1) :
			(*this * *this).power(n / 2);
	}
};

struct Shape {
	virtual double area() const = 0;
	virtual int sides() const { return 0; }
};

struct Square : Shape {
	double a = 2;
	double area() const override { return a * a; }
	int sides() const override { return 4; }
};

struct Circle : Shape {
	double r = 1.5;
	double area() const override { return 3.125 * r * r; }
};

struct Both : Square, Circle {
	double area() const override { return Square::area() + Circle::area(); }
	int sides() const override { return 5; }
};

__attribute__((noinline)) static double
total(const Shape *const *s, int n)
{
	double t = 0;

	for (int i = 0; i < n; i++)
		t += s[i]->area() * (s[i]->sides() + 1);
	return t;
}

template <typename F> __attribute__((noinline)) static int
repeat(int n, F &&f)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s = f(s, i);
	return s;
}

int
main()
{
	Square q;
	Circle c;
	Both b;
	const Shape *shapes[] = {&q, &c, static_cast<Square *>(&b),
		static_cast<Circle *>(&b)};
	int k = 7;
	Mod<1000003> m(12345);

	std::printf("%.3f %d %u\n", total(shapes, 4),
		repeat(20, [&](int s, int i) { return s * 3 % 997 + i + k++; }),
		(m.power(1000) * m + m).v);
	return 0;
}
