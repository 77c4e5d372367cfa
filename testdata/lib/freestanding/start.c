// Where a program without a C library starts and ends, and how it writes: as
// Linux has it on the machines that the first lines know.
#if defined(__riscv)
#define A0    "a0"
#define A1    "a1"
#define A2    "a2"
#define A7    "a7"
#define CALL  "ecall"
#define START ".option norelax\n\tli s0, 0\n\tcall start"
#define SAVED "ra, sp, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11"
#define SAVED_FLOAT                                                            \
	"fs0, fs1, fs2, fs3, fs4, fs5, fs6, fs7, fs8, fs9, fs10, fs11"
#if __riscv_xlen == 32
#define STORE "sw \\r, at(a0)"
#define LOAD  "lw \\r, at(a0)"
#else
#define STORE "sd \\r, at(a0)"
#define LOAD  "ld \\r, at(a0)"
#endif
#define STORE_FLOAT "fsd \\r, at(a0)"
#define LOAD_FLOAT  "fld \\r, at(a0)"
#define RETURN_0    "li a0, 0\n\tret"
#define RETURN_A1   "mv a0, a1\n\tret"
#elif defined(__loongarch64)
#define A0	    "$a0"
#define A1	    "$a1"
#define A2	    "$a2"
#define A7	    "$a7"
#define CALL	    "syscall 0"
#define START	    "move $fp, $zero\n\tbl start"
#define SAVED	    "$ra, $sp, $fp, $s0, $s1, $s2, $s3, $s4, $s5, $s6, $s7, $s8"
#define SAVED_FLOAT "$fs0, $fs1, $fs2, $fs3, $fs4, $fs5, $fs6, $fs7"
#define STORE	    "st.d \\r, $a0, at"
#define LOAD	    "ld.d \\r, $a0, at"
#define STORE_FLOAT "fst.d \\r, $a0, at"
#define LOAD_FLOAT  "fld.d \\r, $a0, at"
#define RETURN_0    "move $a0, $zero\n\tret"
#define RETURN_A1   "move $a0, $a1\n\tret"
#endif

// The registers that calls preserve, in their places of a jmp_buf.
#define EACH(registers, what)                                                  \
	".irp r, " registers "\n\t" what "\n\t.set at, at + 8\n\t.endr\n\t"

__asm__(".globl _start\n_start:\n\t" START "\n"
	".globl setjmp\nsetjmp:\n\t.set at, 0\n\t" EACH(SAVED, STORE)
		EACH(SAVED_FLOAT, STORE_FLOAT) RETURN_0
	"\n"
	".globl longjmp\nlongjmp:\n\t.set at, 0\n\t" EACH(SAVED, LOAD)
		EACH(SAVED_FLOAT, LOAD_FLOAT) RETURN_A1 "\n");

static long
system_call(long number, long a, long b, long c)
{
	register long a0 __asm__(A0) = a;
	register long a1 __asm__(A1) = b;
	register long a2 __asm__(A2) = c;
	register long a7 __asm__(A7) = number;

	__asm__ volatile(CALL
			 : "+r"(a0)
			 : "r"(a1), "r"(a2), "r"(a7)
			 : "memory");
	return a0;
}

long
system_write(const char *text, long n)
{
	return system_call(64, 1, (long)text, n);
}

_Noreturn void
system_exit(int status)
{
	for (;;)
		system_call(93, status, 0, 0);
}
