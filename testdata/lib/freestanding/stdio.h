// What libc.c has of it.
#include <stdarg.h>
#include <stddef.h>

typedef struct FILE FILE;
#define stdout ((FILE *)0)

int putchar(int c);
int puts(const char *s);
int fflush(FILE *f);
int printf(const char *format, ...);
int snprintf(char *s, size_t n, const char *format, ...);
