// What libc.c has of it.
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
char *strcpy(char *to, const char *from);
int strcmp(const char *a, const char *b);
char *strchr(const char *s, int c);
size_t strspn(const char *s, const char *set);
