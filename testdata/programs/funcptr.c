// Calls through pointers: tables, callbacks with state, composition, a vtable.

#include <stdio.h>

typedef int Binary(int, int);
typedef struct Shape Shape;
struct Shape {
	const struct {
		double (*area)(const Shape *);
		const char *name;
	} * class;
	double a, b;
};

static int
add(int a, int b)
{
	return a + b;
}
static int
sub(int a, int b)
{
	return a - b;
}
static int
mul(int a, int b)
{
	return a * b;
}
static int
max(int a, int b)
{
	return a > b ? a : b;
}
static int xor (int a, int b) { return a ^ b; }

	static Binary *const table[] = {add, sub, mul, max, xor};

__attribute__((noinline)) static int
fold(Binary *f, const int *v, int n, int start)
{
	for (int i = 0; i < n; i++)
		start = f(start, v[i]);
	return start;
}

__attribute__((noinline)) static void
each(int n, void (*call)(void *, int), void *state)
{
	for (int i = 0; i < n; i++)
		call(state, i);
}

static void
collect(void *state, int i)
{
	int *v = state;

	v[i % 4] += i * i;
}

static double
rectangle(const Shape *s)
{
	return s->a * s->b;
}
static double
ellipse(const Shape *s)
{
	return 3.0 * s->a * s->b;
}

int
main(void)
{
	static const int v[] = {3, 1, 4, 1, 5, 9, 2, 6};
	const __typeof__(*((Shape *)0)->class) classes[] = {
		{rectangle, "rectangle"}, {ellipse, "ellipse"}};
	int sums[4] = {0};
	double area = 0;

	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		printf("%d ", fold(table[i], v, 8, 1));
	each(50, collect, sums);
	printf("\n%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
	for (int i = 0; i < 6; i++) {
		Shape s = {(void *)&classes[i & 1], i, i + 0.5};

		area += s.class->area(&s);
		printf("%s%c", s.class->name, i == 5 ? '\n' : ' ');
	}
	printf("%.2f\n", area);
	return 0;
}
