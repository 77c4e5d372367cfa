// Structs by value: returned in one register, two, floating-point ones, in
// memory; nested, with arrays, mixed members; unions.

#include <stdint.h>
#include <stdio.h>

typedef struct {
	int x, y;
} Point;
typedef struct {
	double x, y;
} Vec;
typedef struct {
	float x, y, z;
} Vec3;
typedef struct {
	int32_t a;
	double b;
} Mixed;
typedef struct {
	int v[12];
} Large;
typedef struct {
	Point min, max;
} Box;
typedef struct {
	char c[5];
} Odd;
typedef union {
	float f;
	uint32_t u;
} Bits;

__attribute__((noinline)) static Point
add(Point a, Point b)
{
	return (Point){a.x + b.x, a.y + b.y};
}

__attribute__((noinline)) static Vec
turn(Vec v, double by)
{
	return (Vec){v.x - by * v.y, v.y + by * v.x};
}

__attribute__((noinline)) static Vec3
cross(Vec3 a, Vec3 b)
{
	return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
		      a.x * b.y - a.y * b.x};
}

__attribute__((noinline)) static Mixed
blend(Mixed a, int k, Mixed b)
{
	return (Mixed){a.a * k + b.a, a.b * k + b.b};
}

__attribute__((noinline)) static Large
spread(Large l, Point p)
{
	for (int i = 0; i < 12; i++)
		l.v[i] += i & 1 ? p.x : p.y;
	return l;
}

__attribute__((noinline)) static Box
join(Box a, Box b)
{
	if (b.min.x < a.min.x)
		a.min.x = b.min.x;
	if (b.min.y < a.min.y)
		a.min.y = b.min.y;
	if (b.max.x > a.max.x)
		a.max.x = b.max.x;
	if (b.max.y > a.max.y)
		a.max.y = b.max.y;
	return a;
}

__attribute__((noinline)) static Odd
rotate(Odd o)
{
	char first = o.c[0];

	for (int i = 0; i < 4; i++)
		o.c[i] = o.c[i + 1];
	o.c[4] = first;
	return o;
}

int
main(void)
{
	Point p = {1, 2};
	Vec v = {1, 0};
	Vec3 w = {1, 2, 3}, u = {0.5f, -1, 4};
	Mixed m = {1, 0.5};
	Large l = {{0}};
	Box box = {{0, 0}, {1, 1}};
	Odd odd = {{'a', 'b', 'c', 'd', 'e'}};
	Bits bits = {1.5f};

	for (int i = 0; i < 10; i++) {
		p = add(p, (Point){i, -p.x});
		v = turn(v, 0.125 * i);
		w = cross(w, u);
		u.x += 1;
		m = blend(m, 2, (Mixed){i, i * 0.25});
		l = spread(l, p);
		box = join(box, (Box){p, add(p, p)});
		odd = rotate(odd);
		bits.u += 1u << 20;
	}
	printf("%d %d %.4f %.4f\n", p.x, p.y, v.x, v.y);
	printf("%.1f %.1f %.1f %d %.4f\n", w.x, w.y, w.z, m.a, m.b);
	printf("%d %d %d %d %d %d\n", l.v[0], l.v[11], box.min.x, box.min.y,
	       box.max.x, box.max.y);
	printf("%.5s %.6f\n", odd.c, bits.f);
	return 0;
}
