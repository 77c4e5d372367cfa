// _Atomic: loads, stores, read-modify-write of all widths, compare-exchange
// loops, fences.
// not: mipsel powerpc riscv32 (64-bit ones are calls of a library)

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic uint8_t a8;
static _Atomic uint16_t a16;
static _Atomic uint32_t a32;
static _Atomic uint64_t a64;
static atomic_flag flag = ATOMIC_FLAG_INIT;

__attribute__((noinline)) static uint32_t
saturate(_Atomic uint32_t *p, uint32_t add, uint32_t top)
{
	uint32_t old = atomic_load_explicit(p, memory_order_relaxed), new;

	do {
		new = old + add > top ? top : old + add;
	} while (!atomic_compare_exchange_weak_explicit(
		p, &old, new, memory_order_acq_rel, memory_order_relaxed));
	return old;
}

__attribute__((noinline)) static uint64_t
wide(_Atomic uint64_t *p, uint64_t x)
{
	uint64_t expected = x;
	int done = atomic_compare_exchange_strong(p, &expected, x * 3);

	return atomic_fetch_xor(p, expected << 1) + (uint64_t)done;
}

int
main(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < 300; i++) {
		sum += atomic_fetch_add(&a8, (uint8_t)i);
		sum += atomic_fetch_or(&a16, (uint16_t)(i << 4));
		sum += atomic_fetch_and(&a16, (uint16_t) ~(i << 2));
		sum += atomic_exchange(&a32, a32 + i);
		sum += saturate(&a32, i, 40000);
		sum += atomic_fetch_sub(&a64, i);
		sum += wide(&a64, i & 1 ? a64 : i);
		if (!atomic_flag_test_and_set(&flag))
			sum += 5;
		if (i % 3 == 0)
			atomic_flag_clear(&flag);
		atomic_thread_fence(memory_order_seq_cst);
	}
	printf("%u %u %u %llu %llu\n", a8, a16, (unsigned)a32,
	       (unsigned long long)a64, (unsigned long long)sum);
	return 0;
}
