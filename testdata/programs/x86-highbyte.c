// High-byte registers: byte swaps and rotations of 8 and 16 bits, bytes taken
// out of and put into words, 8-bit division.
// target: x86

#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint16_t
swap(uint16_t x)
{
	return (uint16_t)(x << 8 | x >> 8);
}

__attribute__((noinline)) static uint16_t
turn(uint16_t x, int n)
{
	x = (uint16_t)(x << (n & 15) | x >> (-n & 15));
	return (uint16_t)(x << 3 | x >> 13);
}

__attribute__((noinline)) static uint8_t
turn8(uint8_t x, int n)
{
	x = (uint8_t)(x << (n & 7) | x >> (-n & 7));
	return (uint8_t)(x << 3 | x >> 5);
}

__attribute__((noinline)) static uint32_t
second(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	uint8_t w = (uint8_t)(a >> 8), x = (uint8_t)(b >> 8),
		y = (uint8_t)(c >> 8), z = (uint8_t)(d >> 8);

	return (uint32_t)(w + x) * 3 + (uint32_t)(y ^ z) + (a & 0xff00) + w;
}

__attribute__((noinline)) static uint32_t
insert(uint32_t word, uint8_t byte)
{
	return (word & 0xffff00ff) | (uint32_t)byte << 8;
}

__attribute__((noinline)) static int
divide(uint8_t a, uint8_t b, int8_t c, int8_t d)
{
	return (uint8_t)(a / b) * 1000 + (uint8_t)(a % b) * 10 +
	       (int8_t)(c / d) + (int8_t)(c % d);
}

__attribute__((noinline)) static void
table(const uint32_t *in, int count[256], int n)
{
	for (int i = 0; i < n; i++) {
		count[in[i] & 255]++;
		count[in[i] >> 8 & 255] += 2;
		count[in[i] >> 16 & 255] += 3;
		count[in[i] >> 24] += 4;
	}
}

int
main(void)
{
	uint32_t in[100], sum = 0;
	int count[256] = {0}, hash = 0;

	for (uint32_t i = 0; i < 100; i++) {
		in[i] = i * 2654435761u;
		sum += swap((uint16_t)in[i]) ^
		       turn((uint16_t)(in[i] >> 7), (int)i);
		sum = insert(sum, turn8((uint8_t)sum, (int)i));
		sum += second(in[i], sum, i << 8, in[i / 2]);
		hash += divide((uint8_t)sum, (uint8_t)(i + 1),
			       (int8_t)(sum >> 9), (int8_t)(i | 3));
	}
	table(in, count, 100);
	for (int i = 0; i < 256; i++)
		hash = hash * 3 % 1000003 + count[i];
	printf("%08x %d\n", (unsigned)sum, hash);
	return 0;
}
