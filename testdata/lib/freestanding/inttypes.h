// For machines whose 64-bit type is either of two of one size.
#include <stdint.h>
#if __SIZEOF_LONG__ == 8
#define PRId64 "ld"
#define PRIu64 "lu"
#define PRIx64 "lx"
#else
#define PRId64 "lld"
#define PRIu64 "llu"
#define PRIx64 "llx"
#endif
