// Bytes and strings: own strlen, strcmp, reversal, search, number conversion
// both ways, run-length coding, and calls of the library's.

#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static unsigned
length(const char *s)
{
	const char *p = s;

	while (*p)
		p++;
	return (unsigned)(p - s);
}

__attribute__((noinline)) static int
compare(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

__attribute__((noinline)) static void
reverse(char *s)
{
	for (unsigned i = 0, j = length(s); i + 1 < j; i++) {
		char c = s[i];
		s[i] = s[--j];
		s[j] = c;
	}
}

__attribute__((noinline)) static int
find(const char *text, const char *what)
{
	unsigned n = length(text), m = length(what);

	for (unsigned i = 0; i + m <= n; i++) {
		unsigned j = 0;

		while (j < m && text[i + j] == what[j])
			j++;
		if (j == m)
			return (int)i;
	}
	return -1;
}

__attribute__((noinline)) static char *
number(char *out, int n, unsigned base)
{
	unsigned u = n < 0 ? 0u - (unsigned)n : (unsigned)n, i = 0;

	do {
		out[i++] = "0123456789abcdefghijklmnopqrstuvwxyz"[u % base];
	} while (u /= base);
	if (n < 0)
		out[i++] = '-';
	out[i] = 0;
	reverse(out);
	return out;
}

__attribute__((noinline)) static unsigned
pack(const char *in, char *out)
{
	unsigned n = 0;

	while (*in) {
		unsigned run = 1;

		while (in[run] == *in && run < 9)
			run++;
		out[n++] = (char)('0' + run);
		out[n++] = *in;
		in += run;
	}
	out[n] = 0;
	return n;
}

int
main(void)
{
	char buffer[64], other[130];
	const char *text = "the quick brown fox jumps over the lazy dog";

	printf("%u %d %d\n", length(text), compare("abc", "abd"),
	       compare("abc", "ab"));
	printf("%d %d %d\n", find(text, "fox"), find(text, "cat"),
	       find(text, "the lazy"));
	strcpy(buffer, text);
	reverse(buffer);
	puts(buffer);
	for (unsigned base = 2; base <= 36; base += 17)
		printf("%s ", number(buffer, -123456, base));
	puts(number(buffer, 2147483647, 7));
	printf("%u ", pack("aaaabbbccd................z", other));
	puts(other);
	printf("%s %d\n", strchr(text, 'q'), (int)strspn(text, "the "));
	return 0;
}
