// Standard containers, templates, lambdas, virtual functions.
// resume: no (landing pads)

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Node {
	virtual ~Node() = default;
	virtual double value() const = 0;
};

struct Number : Node {
	double n;
	explicit Number(double n) : n(n) {}
	double value() const override { return n; }
};

struct Sum : Node {
	std::vector<std::unique_ptr<Node>> parts;
	double value() const override
	{
		double s = 0;

		for (const auto &p : parts)
			s += p->value();
		return s;
	}
};

template <typename T> static T
fold(const std::vector<T> &v, const std::function<T(T, T)> &f)
{
	T r = v.at(0);

	for (size_t i = 1; i < v.size(); i++)
		r = f(r, v[i]);
	return r;
}

int
main()
{
	std::map<std::string, int> counts;
	std::vector<int> v;
	Sum sum;

	for (int i = 0; i < 100; i++) {
		counts["k" + std::to_string(i * 7 % 13)] += i;
		v.push_back(i * 37 % 101);
		sum.parts.push_back(std::make_unique<Number>(i * 0.5));
	}
	std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
	for (const auto &[key, n] : counts)
		std::printf("%s=%d ", key.c_str(), n);
	std::printf("\n%d %.1f %d %d\n", v[10], sum.value(),
		fold<int>(v, [](int a, int b) { return a ^ b; }),
		fold<int>(v, [&v](int a, int b) { return a * 3 % 1009 + b - v[0]; }));
	return 0;
}
