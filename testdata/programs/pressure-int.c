// More integers live through loops and calls than there are registers.

#include <stdint.h>
#include <stdio.h>

static volatile uint32_t sink;

__attribute__((noinline)) static uint32_t
touch(uint32_t x)
{
	sink += x;
	return x * 2654435761u;
}

__attribute__((noinline)) static uint32_t
around(const uint32_t *in, int n)
{
	uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4],
		 f = in[5], g = in[6], h = in[7], i = in[8], j = in[9],
		 k = in[10], l = in[11], m = in[12], o = in[13], p = in[14],
		 q = in[15], r = in[16], s = in[17], t = in[18], u = in[19];

	for (int x = 0; x < n; x++) {
		a += b ^ u;
		b += c << 1;
		c ^= d + a;
		d -= e >> 3;
		e += f * 3;
		f ^= g + b;
		g += h - c;
		h ^= i << 2;
		i += j ^ d;
		j -= k + e;
		k ^= l >> 1;
		l += m * 5;
		m ^= o + f;
		o += p - g;
		p ^= q << 3;
		q += r ^ h;
		r -= s + i;
		s ^= t >> 2;
		t += u * 7;
		u ^= a + j;
	}
	return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 +
	       i * 9 + j * 10 + k * 11 + l * 12 + m * 13 + o * 14 + p * 15 +
	       q * 16 + r * 17 + s * 18 + t * 19 + u * 20;
}

__attribute__((noinline)) static uint32_t
across(const uint32_t *in, int n)
{
	uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4],
		 f = in[5], g = in[6], h = in[7], i = in[8], j = in[9],
		 k = in[10], l = in[11], m = in[12], o = in[13], p = in[14];

	for (int x = 0; x < n; x++) {
		a ^= touch(b + x);
		b += touch(c) ^ d;
		c -= touch(e + f);
		d ^= g + h;
		e += touch(i ^ j);
		f -= k + a;
		g ^= touch(l + m);
		h += o ^ b;
		i -= p + c;
		j ^= touch(a + x) + d;
		k += e;
		l ^= f;
		m += g;
		o ^= h + x;
		p += touch(i - j);
	}
	return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l ^ m ^ o ^ p;
}

int
main(void)
{
	uint32_t in[20];

	for (uint32_t x = 0; x < 20; x++)
		in[x] = x * x * 77777u + 13;
	printf("%08x\n", (unsigned)around(in, 1000));
	printf("%08x\n", (unsigned)across(in, 100));
	printf("%08x\n", (unsigned)sink);
	return 0;
}
