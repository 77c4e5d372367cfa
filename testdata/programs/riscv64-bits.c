// Bit manipulation: address sums, counts, rotations, single bits, products
// without carry, bytes turned round, words widened.
// machine: riscv64
// flags: -march=rv64gc_zba_zbb_zbc_zbs

#include <stdint.h>
#include <stdio.h>

#define N 64

static uint64_t table[N];

__attribute__((noinline)) static uint64_t
mix(uint64_t a, uint64_t b)
{
	uint64_t kept = a & ~b, both = ~(a ^ b), least = a < b ? a : b;
	uint64_t turned = a << (b & 63) | a >> (-b & 63);

	return kept + both * 3 + least + __builtin_bswap64(turned) +
	       (turned >> 11 | turned << 53);
}

__attribute__((noinline)) static int
counted(uint64_t a, uint32_t b)
{
	int n = __builtin_popcountll(a) * 5 + __builtin_popcount(b);

	if (a)
		n += __builtin_clzll(a) * 7 + __builtin_ctzll(a) * 11;
	if (b)
		n += __builtin_clz(b) * 13 + __builtin_ctz(b) * 17;
	return n;
}

/* The sum of places that 32-bit numbers name: sh3add.uw. */
__attribute__((noinline)) static uint64_t
gathered(const uint64_t *v, const uint32_t *at, int n)
{
	uint64_t sum = 0;

	for (int i = 0; i < n; i++)
		sum = sum * 9 + v[at[i]] + (uint64_t)at[i] * 5;
	return sum;
}

__attribute__((noinline)) static uint64_t
bits(uint64_t a, unsigned at)
{
	uint64_t set = a | (uint64_t)1 << (at & 63);
	uint64_t clear = a & ~((uint64_t)1 << (at * 3 & 63));
	uint64_t turned = a ^ (uint64_t)1 << (at * 5 & 63);

	return set + clear * 2 + turned * 4 + (a >> (at * 7 & 63) & 1) +
	       ((a | 1ull << 40) ^ 1ull << 50) + (a & ~(1ull << 45));
}

__attribute__((noinline)) static int64_t
widened(uint64_t a)
{
	return (int8_t)a + (int16_t)(a >> 8) + (uint16_t)(a >> 24) +
	       (int64_t)(uint32_t)(a >> 20);
}

__attribute__((noinline)) static uint64_t
without_carry(uint64_t a, uint64_t b)
{
	return __builtin_riscv_clmul_64(a, b) ^
	       __builtin_riscv_clmulh_64(b, a + 1) ^
	       __builtin_riscv_clmulr_64(a - 1, b) ^
	       __builtin_riscv_orc_b_64(a);
}

int
main(void)
{
	uint32_t at[N];
	uint64_t x = 0x9e3779b97f4a7c15, sum = 0;
	int n = 0;

	for (unsigned i = 0; i < N; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		table[i] = x;
		at[i] = (uint32_t)(x >> 33) % N;
	}
	for (unsigned i = 1; i < N; i++) {
		sum = sum * 3 + mix(table[i], table[i - 1]);
		sum += bits(table[i], i) ^ without_carry(table[i], sum);
		sum += (uint64_t)widened(table[i]);
		n += counted(table[i], at[i]);
	}
	printf("%016llx %d %016llx\n", (unsigned long long)sum, n,
	       (unsigned long long)gathered(table, at, N));
	return 0;
}
