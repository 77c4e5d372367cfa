// Bit fields, signed and unsigned, across bytes; bit counting and reversal;
// narrow types.

#include <stdint.h>
#include <stdio.h>

struct Fields {
	uint32_t a : 3, b : 7, c : 11, d : 1, e : 10;
	int32_t f : 5, g : 13, h : 14;
};

struct Packed {
	uint8_t x : 4, y : 4;
	uint16_t z : 9, w : 7;
	int64_t big : 40;
};

__attribute__((noinline)) static void
step(struct Fields *f, unsigned n)
{
	f->a += n;
	f->b ^= f->a * 5;
	f->c -= f->b;
	f->d = !f->d;
	f->e = f->e * 3 + f->d;
	f->f -= 3;
	f->g = f->g * 2 + f->f;
	f->h ^= f->g + (int)f->c;
}

__attribute__((noinline)) static uint32_t
reverse(uint32_t v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(v);
}

__attribute__((noinline)) static int
narrow(signed char a, unsigned char b, short c, unsigned short d)
{
	a += b;
	c -= (short)(d * a);
	b = (unsigned char)(b << 3 | b >> 5);
	d ^= (unsigned short)c;
	return a * 1000 + b * 100 + c + d;
}

int
main(void)
{
	struct Fields f = {1, 2, 3, 1, 4, 5, 6, 7};
	struct Packed p = {1, 2, 3, 4, -5};
	uint32_t sum = 0;
	int n = 0;

	for (unsigned i = 0; i < 100; i++) {
		step(&f, i);
		p.x += i;
		p.y ^= p.x;
		p.z += p.y * 3;
		p.w -= p.z;
		p.big = p.big * 3 + p.w;
		sum += reverse(i * 2654435761u) ^
		       (uint32_t)__builtin_popcount(i);
		sum += (uint32_t)__builtin_clz(i + 1) * 3 +
		       (uint32_t)__builtin_ctzll((uint64_t)i << 20 |
						 1ull << 40);
		n ^= narrow((signed char)(i * 7), (unsigned char)(i * 5),
			    (short)(i * 999), (unsigned short)(i * 777));
	}
	printf("%u %u %u %u %u %d %d %d\n", f.a, f.b, f.c, f.d, f.e, f.f, f.g,
	       f.h);
	printf("%u %u %u %u %lld\n", p.x, p.y, p.z, p.w, (long long)p.big);
	printf("%u %d\n", (unsigned)sum, n);
	return 0;
}
