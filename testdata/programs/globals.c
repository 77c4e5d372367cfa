// Global tables: constant, writable, zero, pointers between them, static
// locals, a volatile one, alignment, weak and hidden names.

#include <stdint.h>
#include <stdio.h>

typedef struct Item {
	const char *name;
	const struct Item *next;
	int v[3];
} Item;

static const Item third = {"third", 0, {7, 8, 9}};
static const Item second = {"second", &third, {4, 5, 6}};
const Item first = {"first", &second, {1, 2, 3}};
static int *pointers[4];
static int zero[100];
int written[6] = {1, 2, 3, 4, 5, 6};
_Alignas(32) static uint64_t wide[4] = {1, 1ull << 33, 3, 4};
static volatile int port = 3;
static const double reals[] = {0.5, 1.5, 2.5};
__attribute__((weak)) int weak_number = 11;
__attribute__((visibility("hidden"))) int hidden_number = 13;

__attribute__((noinline)) static int
counter(void)
{
	static int n = 100;
	static uint64_t history;

	history = history * 10 + (uint64_t)n % 10;
	return (int)(history % 1000) + n++;
}

__attribute__((noinline)) static int
walk(const Item *i, int k)
{
	int s = 0;

	for (; i; i = i->next)
		s = s * 10 + i->v[k % 3] + i->name[0];
	return s;
}

int
main(void)
{
	int s = 0;

	for (int i = 0; i < 4; i++)
		pointers[i] = i & 1 ? &written[i] : &zero[i * 20];
	for (int i = 0; i < 20; i++) {
		*pointers[i & 3] += i;
		zero[i * 5] += written[i % 6] * port;
		port = port * 3 & 15;
		wide[i & 3] += wide[(i + 1) & 3] << 1;
		s += counter() + walk(&first, i);
		weak_number += hidden_number;
		hidden_number ^= s;
	}
	for (int i = 0; i < 100; i++)
		s = s * 3 % 100003 + zero[i];
	printf("%d %d %d %d\n", s, written[1], written[3], (int)port);
	printf("%d %d %llu %.1f\n", weak_number, hidden_number,
	       (unsigned long long)(wide[0] ^ wide[1] ^ wide[2] ^ wide[3]),
	       reals[s % 3]);
	return 0;
}
