// Sums of 128 bits whose carries are read again behind other sums, for which the
// flags are kept meanwhile.
// target: x86

#include <stdio.h>

typedef unsigned __int128 Wide;
typedef unsigned long long Word;

__attribute__((noinline)) static Word
sums(Word a, Word b, Word c, Word d)
{
	Wide x = (Wide)a << 64 | b;
	Wide product = (Wide)d * a;
	Word carry, sum = __builtin_addcll(a, b, d & 1, &carry);
	Word first = a + (x + product < product) + (Word)(x >> 7);
	Word second = c + (product + x < x) + (Word)(product >> 9);

	return sum ^ carry * 3 ^ first * 5 ^ second * 7 ^ (Word)product ^
	       (Word)(product >> 11);
}

__attribute__((noinline)) static Word
chosen(Word a, Word b, Word c, Word d)
{
	Wide x = (Wide)a << 64 | b;
	Wide y = (Wide)c << 64 | d;
	Wide less = x - y, more = x + y;
	Word first = x < y ? a : d, second = more < x ? b : c;
	Word borrow, rest = __builtin_subcll(a, c, more < y, &borrow);

	return first * 3 + (less > x ? second : rest) + borrow +
	       (Word)(more >> 5) + (Word)less;
}

int
main(void)
{
	Word s = 1;
	int i;

	for (i = 0; i < 100; i++) {
		Word a = s *= 6364136223846793005ull;
		Word b = s = s * 6364136223846793005ull + 1;
		Word c = i % 3 ? s >> 7 : ~0ull, d = i % 5 ? s << 9 : ~0ull;

		s += sums(a, b, c, d) + chosen(a, b, c, d);
		printf("%016llx%c", s, i % 4 == 3 ? '\n' : ' ');
	}
	return 0;
}
