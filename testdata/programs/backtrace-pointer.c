// backtrace.c in functions that all keep a frame pointer.
// flags: -funwind-tables -fexceptions -fno-omit-frame-pointer
// not: loongarch64 riscv32 (no unwinder there)

#include "backtrace.c"
