// Big numbers: factorials and their digits, division by a small one; a loop
// that ends by the flags of its decrement.

#include <stdio.h>
#include <stdint.h>
#include <string.h>

enum { N = 64 };

typedef struct {
	uint32_t d[N];
	int n;
} Big;

static void
mul(Big *r, const Big *a, const Big *b)
{
	uint32_t t[2 * N] = {0};
	int i, j;
	for (i = 0; i < a->n; i++) {
		uint64_t c = 0;
		for (j = 0; j < b->n; j++) {
			c += (uint64_t)a->d[i] * b->d[j] + t[i + j];
			t[i + j] = (uint32_t)c;
			c >>= 32;
		}
		t[i + j] = (uint32_t)c;
	}
	r->n = a->n + b->n;
	while (r->n > 1 && !t[r->n - 1])
		r->n--;
	memcpy(r->d, t, sizeof r->d);
}

static uint32_t
divs(Big *a, uint32_t v)
{
	uint64_t r = 0;
	int i;
	for (i = a->n; i--;) {
		r = r << 32 | a->d[i];
		a->d[i] = (uint32_t)(r / v);
		r %= v;
	}
	while (a->n > 1 && !a->d[a->n - 1])
		a->n--;
	return (uint32_t)r;
}

static int
add(Big *a, const Big *b)
{
	uint64_t c = 0;
	int i;
	for (i = 0; i < a->n || i < b->n || c; i++) {
		c += (i < a->n ? a->d[i] : 0);
		c += (i < b->n ? b->d[i] : 0);
		a->d[i] = (uint32_t)c;
		c >>= 32;
	}
	if (i > a->n)
		a->n = i;
	return i;
}

static void
print(const Big *b)
{
	Big a = *b;
	char s[700];
	int n = 0;
	while (a.n > 1 || a.d[0]) {
		uint32_t r = divs(&a, 1000000000);
		int k;
		for (k = 0; k < 9; k++) {
			s[n++] = (char)('0' + r % 10);
			r /= 10;
		}
	}
	while (n > 1 && s[n - 1] == '0')
		n--;
	while (n--)
		putchar(s[n]);
	putchar('\n');
}

int
main(void)
{
	Big f = {{1}, 1}, k = {{0}, 1}, s = {{0}, 1};
	int i;
	for (i = 1; i <= 60; i++) {
		k.d[0] = (uint32_t)i;
		mul(&f, &f, &k);
		add(&s, &f);
		if (i % 20 == 0) {
			print(&f);
			print(&s);
		}
	}
	return 0;
}
