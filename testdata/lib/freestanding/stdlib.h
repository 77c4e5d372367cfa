// What libc.c has of it.
#include <stddef.h>

void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void free(void *p);
void qsort(void *v, size_t n, size_t size,
	   int (*compare)(const void *, const void *));
_Noreturn void exit(int status);
