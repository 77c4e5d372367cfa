// The smallest one: a call with a constant string.

#include <stdio.h>

int
main(void)
{
	puts("hello");
	return 0;
}
