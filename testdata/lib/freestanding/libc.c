// As much of a C library as the programs use, for machines for which there is
// none: their output, a heap that only grows, strings.  start.c is below it.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bcmp(const void *a, const void *b, size_t n);
long system_write(const char *text, long n);
_Noreturn void system_exit(int status);
int main(void);

uintptr_t __stack_chk_guard = 0x595e9fbd;

static struct {
	char text[4096];
	size_t n;
} out;

int
fflush(FILE *f)
{
	(void)f;
	system_write(out.text, (long)out.n);
	out.n = 0;
	return 0;
}

int
putchar(int c)
{
	if (out.n == sizeof out.text)
		fflush(stdout);
	out.text[out.n++] = (char)c;
	return c;
}

void
exit(int status)
{
	fflush(stdout);
	system_exit(status);
}

void
start(void)
{
	exit(main());
}

void
__stack_chk_fail(void)
{
	exit(127);
}

// Where text goes: to a buffer, or, without one, to the output.
typedef struct {
	char *s;
	size_t room, n;
} Text;

static void
put(Text *t, char c)
{
	if (!t->s)
		putchar(c);
	else if (t->n < t->room)
		t->s[t->n] = c;
	t->n++;
}

static void
put_field(Text *t, const char *s, size_t n, size_t width, char fill)
{
	for (; width > n; width--)
		put(t, fill);
	while (n--)
		put(t, *s++);
}

static void
put_number(Text *t, uint64_t v, int negative, unsigned base, size_t width,
	   char fill)
{
	char digits[24];
	size_t at = sizeof digits;

	do
		digits[--at] = "0123456789abcdef"[v % base];
	while (v /= base);
	if (negative)
		digits[--at] = '-';
	put_field(t, digits + at, sizeof digits - at, width, fill);
}

// A double of magnitude below 2^63 with PLACES digits, rounded to nearest: the
// digits of the rest, which is below 1, come of multiplying it by ten, exactly.
static void
put_double(Text *t, double v, int places)
{
	uint32_t rest[35] = {0};
	int negative = __builtin_signbit(v) != 0, i, k;
	char digits[16];
	uint64_t whole, carry;

	if (__builtin_isnan(v) || __builtin_isinf(v)) {
		if (negative)
			put(t, '-');
		put_field(t, __builtin_isnan(v) ? "nan" : "inf", 3, 0, ' ');
		return;
	}
	v = negative ? -v : v;
	whole = (uint64_t)v;
	v -= (double)whole;
	for (i = 0; i < 35; i++) {
		v *= 4294967296.0;
		rest[i] = (uint32_t)v;
		v -= rest[i];
	}
	for (k = 0; k < places; k++) {
		for (carry = 0, i = 35; i--; carry >>= 32) {
			carry += (uint64_t)rest[i] * 10;
			rest[i] = (uint32_t)carry;
		}
		digits[k] = (char)carry;
	}
	carry = rest[0] >= 0x80000000;
	if (rest[0] == 0x80000000) {
		for (i = 1; i < 35 && !rest[i]; i++)
			;
		carry = i < 35 || ((places ? digits[places - 1] : whole) & 1);
	}
	for (k = places; k--; digits[k] %= 10) {
		digits[k] = (char)(digits[k] + carry);
		carry = digits[k] > 9;
	}
	put_number(t, whole + carry, negative, 10, 0, ' ');
	if (places)
		put(t, '.');
	for (k = 0; k < places; k++)
		put(t, (char)('0' + digits[k]));
}

// "%", perhaps 0, a width, a precision, l or ll, and one of d u x c s f.
static void
put_all(Text *t, const char *p, va_list va)
{
	for (; *p; p++) {
		size_t width = 0, precision = 6, n;
		int wide = 0, has_precision = 0;
		char fill = ' ';
		const char *s;
		int64_t v;

		if (*p != '%') {
			put(t, *p);
			continue;
		}
		if (*++p == '0')
			fill = *p++;
		for (; *p >= '0' && *p <= '9'; p++)
			width = width * 10 + (size_t)(*p - '0');
		if (*p == '.')
			for (has_precision = 1, precision = 0;
			     *++p >= '0' && *p <= '9';)
				precision = precision * 10 + (size_t)(*p - '0');
		for (; *p == 'l'; p++)
			wide++;
		switch (*p) {
		case 'd':
			v = wide > 1 ? va_arg(va, long long)
			    : wide   ? va_arg(va, long)
				     : va_arg(va, int);
			put_number(t, v < 0 ? -(uint64_t)v : (uint64_t)v, v < 0,
				   10, width, fill);
			break;
		case 'u':
		case 'x':
			put_number(t,
				   wide > 1 ? va_arg(va, unsigned long long)
				   : wide   ? va_arg(va, unsigned long)
					    : va_arg(va, unsigned),
				   0, *p == 'x' ? 16 : 10, width, fill);
			break;
		case 'c':
			put(t, (char)va_arg(va, int));
			break;
		case 's':
			s = va_arg(va, const char *);
			for (n = 0; s[n] && !(has_precision && n == precision);)
				n++;
			put_field(t, s, n, width, ' ');
			break;
		case 'f':
			put_double(t, va_arg(va, double), (int)precision);
			break;
		default:
			put(t, *p);
		}
	}
}

int
printf(const char *format, ...)
{
	Text t = {0};
	va_list va;

	va_start(va, format);
	put_all(&t, format, va);
	va_end(va);
	return (int)t.n;
}

int
snprintf(char *s, size_t n, const char *format, ...)
{
	Text t = {.s = s, .room = n};
	va_list va;

	va_start(va, format);
	put_all(&t, format, va);
	va_end(va);
	if (n)
		s[t.n < n ? t.n : n - 1] = '\0';
	return (int)t.n;
}

int
puts(const char *s)
{
	return printf("%s\n", s);
}

void *
malloc(size_t n)
{
	static _Alignas(16) char heap[1 << 24];
	static size_t used;
	char *p = heap + used;

	n = (n + 15) & ~(size_t)15;
	if (n > sizeof heap - used)
		return NULL;
	used += n;
	return p;
}

void *
calloc(size_t n, size_t size)
{
	return malloc(n * size); // never used before, so zero
}

void
free(void *p)
{
	(void)p;
}

void
qsort(void *v, size_t n, size_t size,
      int (*compare)(const void *, const void *))
{
	for (char *p = v, *end = p + n * size; p < end; p += size)
		for (char *q = p; q > (char *)v && compare(q - size, q) > 0;
		     q -= size)
			for (size_t i = 0; i < size; i++) {
				char c = q[i];

				q[i] = q[(ptrdiff_t)(i - size)];
				q[(ptrdiff_t)(i - size)] = c;
			}
}

void *
memcpy(void *to, const void *from, size_t n)
{
	return memmove(to, from, n);
}

void *
memmove(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;

	if (t < f)
		for (size_t i = 0; i < n; i++)
			t[i] = f[i];
	else
		while (n--)
			t[n] = f[n];
	return to;
}

void *
memset(void *to, int c, size_t n)
{
	for (char *t = to; n--;)
		*t++ = (char)c;
	return to;
}

int
memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	for (; n && *p == *q; n--, p++, q++)
		;
	return n ? *p - *q : 0;
}

int
bcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n);
}

size_t
strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

char *
strcpy(char *to, const char *from)
{
	return memmove(to, from, strlen(from) + 1);
}

int
strcmp(const char *a, const char *b)
{
	for (; *a && *a == *b; a++, b++)
		;
	return (unsigned char)*a - (unsigned char)*b;
}

char *
strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

size_t
strspn(const char *s, const char *set)
{
	size_t n = 0;

	while (s[n] && strchr(set, s[n]))
		n++;
	return n;
}
