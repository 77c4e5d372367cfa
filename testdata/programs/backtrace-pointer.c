// backtrace.c in functions that all keep a frame pointer.
// flags: -funwind-tables -fexceptions -fno-omit-frame-pointer

#include "backtrace.c"
