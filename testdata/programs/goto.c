// Indirect gotos through tables of label addresses, static and local.

#include <stdio.h>

__attribute__((noinline)) static int
run(const unsigned char *code, int x)
{
	static const void *const table[] = {&&inc, &&twice, &&neg, &&loop,
					    &&end};
	int count = 0, left = 5;
	const unsigned char *start = code;

	goto *table[*code++];
inc:
	x++;
	count++;
	goto *table[*code++];
twice:
	x *= 2;
	count += 10;
	goto *table[*code++];
neg:
	x = -x;
	count += 100;
	goto *table[*code++];
loop:
	if (--left > 0)
		code = start;
	goto *table[*code++];
end:
	return x + count * 100000;
}

__attribute__((noinline)) static int
pick(int n)
{
	const void *next = &&one;
	int sum = 0;

	for (int i = 0; i < n; i++) {
		goto *next;
	one:
		sum += i;
		next = &&two;
		continue;
	two:
		sum ^= i * 7;
		next = i % 3 ? &&one : &&three;
		continue;
	three:
		sum -= 3;
		next = &&one;
	}
	return sum;
}

int
main(void)
{
	static const unsigned char code[] = {0, 1, 0, 2, 1, 3, 4};

	printf("%d %d\n", run(code, 3), run(code + 4, -7));
	printf("%d %d\n", pick(100), pick(7));
	return 0;
}
