// Call frame information holds at every instruction: the processor stops
// behind each, and the unwinder must find who called and what he had in his
// registers, through prologues and epilogues of frames of every shape.
// target: x86
// flags: -D_GNU_SOURCE

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unwind.h>

#define NOINLINE __attribute__((noinline))

/* Calls FUNCTION(A, B) with numbers in all registers that it must save, the
 * stack pointer in stack_at, and traps on. */
long call_stepped(void *function, long a, long b);
extern char call_stepped_end[];
long stack_at;
__asm__(".pushsection .text\n"
	".globl call_stepped, call_stepped_end\n"
	".type call_stepped, @function\n"
	"call_stepped:\n"
	".cfi_startproc\n"
	"push %rbx; .cfi_adjust_cfa_offset 8; .cfi_rel_offset %rbx, 0\n"
	"push %rbp; .cfi_adjust_cfa_offset 8; .cfi_rel_offset %rbp, 0\n"
	"push %r12; .cfi_adjust_cfa_offset 8; .cfi_rel_offset %r12, 0\n"
	"push %r13; .cfi_adjust_cfa_offset 8; .cfi_rel_offset %r13, 0\n"
	"push %r14; .cfi_adjust_cfa_offset 8; .cfi_rel_offset %r14, 0\n"
	"push %r15; .cfi_adjust_cfa_offset 8; .cfi_rel_offset %r15, 0\n"
	"sub $8, %rsp; .cfi_adjust_cfa_offset 8\n"
	"mov %rsp, stack_at(%rip)\n"
	"mov %rdi, %rax; mov %rsi, %rdi; mov %rdx, %rsi\n"
	"mov $1003, %ebx; mov $1006, %ebp; mov $1012, %r12d\n"
	"mov $1013, %r13d; mov $1014, %r14d; mov $1015, %r15d\n"
	"pushf; orl $0x100, (%rsp); popf\n"
	"call *%rax\n"
	"pushf; andl $~0x100, (%rsp); popf\n"
	"add $8, %rsp; .cfi_adjust_cfa_offset -8\n"
	"pop %r15; .cfi_adjust_cfa_offset -8\n"
	"pop %r14; .cfi_adjust_cfa_offset -8\n"
	"pop %r13; .cfi_adjust_cfa_offset -8\n"
	"pop %r12; .cfi_adjust_cfa_offset -8\n"
	"pop %rbp; .cfi_adjust_cfa_offset -8\n"
	"pop %rbx; .cfi_adjust_cfa_offset -8\n"
	"ret\n"
	".cfi_endproc\n"
	"call_stepped_end:\n"
	".size call_stepped, .-call_stepped\n"
	".popsection\n");

static int steps, lost, wrong;

static int
inside(long ip)
{
	return ip >= (long)call_stepped && ip < (long)call_stepped_end;
}

static _Unwind_Reason_Code
look(struct _Unwind_Context *c, void *data)
{
	static const int numbers[] = {3, 6, 12, 13, 14, 15};
	int *frames = data, i;

	if (!inside(_Unwind_GetIP(c)))
		return ++*frames > 20 ? _URC_END_OF_STACK : _URC_NO_REASON;
	if ((long)_Unwind_GetCFA(c) == stack_at)
		*frames = 100;
	for (i = 0; i < 6; i++)
		wrong +=
			(long)_Unwind_GetGR(c, numbers[i]) != 1000 + numbers[i];
	return _URC_END_OF_STACK;
}

static void
trap(int sig, siginfo_t *info, void *context)
{
	long ip = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	int frames = 0, before = wrong;

	if (inside(ip))
		return;
	_Unwind_Backtrace(look, &frames);
	steps++;
	lost += frames != 100;
	if (getenv("STEP") && (frames != 100 || wrong != before))
		printf("at %p: %d frames\n", (void *)ip, frames);
}

static volatile long sink = 3;

NOINLINE static long
leaf(long a, long b)
{
	return a > b ? a - b : a * b + sink;
}

NOINLINE static long
values(long a, long b)
{
	long v[6], i, sum = 0;

	for (i = 0; i < 6; i++)
		v[i] = leaf(a + i, b * i);
	if (v[2] == sink * 1000)
		return leaf(v[0], v[1]);
	for (i = 0; i < 2; i++)
		sum += leaf(v[0], v[i]) * v[5] + (v[1] ^ leaf(v[3], v[4])) * b +
		       v[2] * a;
	if (sum & 1)
		return sum;
	return -sum;
}

NOINLINE static long
variable(long a, long b)
{
	volatile long *v = __builtin_alloca((a + 2) * sizeof(long));
	long i;

	for (i = 0; i < a + 2; i++)
		v[i] = leaf(i, b);
	return v[a] + v[1];
}

NOINLINE static long
rounded(long a, long b)
{
	volatile _Alignas(64) long v[8];

	v[1] = leaf(a, b);
	if (v[1] == 77)
		return 5;
	v[a & 7] = b;
	return v[1] + leaf(b, a) + ((long)v & 63);
}

NOINLINE static long
both(long a, long b)
{
	volatile _Alignas(32) long v[4];
	volatile long *w = __builtin_alloca((a + 2) * sizeof(long));

	v[a & 3] = b;
	w[a] = v[a & 3] + leaf(b, a);
	return w[a] + ((long)v & 31);
}

NOINLINE static long
on_stack(long a, long b, long c, long d, long e, long f, long g, long h, long i)
{
	return leaf(a + b + c + d + e, f + g + h + i);
}

NOINLINE static long
arguments(long a, long b)
{
	volatile long *w = __builtin_alloca((a + 2) * sizeof(long));

	w[a] = on_stack(a, b, 3, 4, 5, 6, 7, 8, 9);
	return w[a] + on_stack(1, 2, 3, 4, 5, 6, 7, a, b);
}

NOINLINE static long
some(long n, ...)
{
	va_list ap;
	long sum = 0;

	va_start(ap, n);
	while (n--)
		sum += va_arg(ap, long);
	va_end(ap);
	return sum + leaf(sum, n);
}

NOINLINE static long
variadic(long a, long b)
{
	return some(8, a, b, 1L, 2L, 3L, 4L, 5L, 6L);
}

NOINLINE static long
tail(long a, long b)
{
	volatile long x = leaf(b, a);

	if (x == 12)
		return 4;
	return leaf(x, a);
}

NOINLINE static long
recurse(long a, long b)
{
	long x = a * 3 + b, y = a ^ b;

	if (a <= 0)
		return b;
	if (a == 3)
		return recurse(a - 1, x) + y;
	return recurse(a - 2, y) * x + recurse(a - 3, b);
}

NOINLINE __attribute__((target("sse2"))) static long
doubles(long a, long b)
{
	volatile double v[12];
	double x = a * 0.5, y = b * 0.25;
	long i;

	for (i = 0; i < 12; i++)
		v[i] = x * i + leaf(a, i) * y;
	return (long)(v[3] + v[11]);
}

int
main()
{
	static const struct {
		const char *name;
		long (*function)(long, long);
	} all[] = {{"leaf", leaf},	   {"values", values},
		   {"variable", variable}, {"rounded", rounded},
		   {"both", both},	   {"arguments", arguments},
		   {"variadic", variadic}, {"tail", tail},
		   {"recurse", recurse},   {"doubles", doubles}};
	struct sigaction action = {.sa_sigaction = trap,
				   .sa_flags = SA_SIGINFO};
	unsigned i;

	sigaction(SIGTRAP, &action, NULL);
	for (i = 0; i < sizeof(all) / sizeof(*all); i++) {
		long want = all[i].function(5, 7), got;

		steps = lost = wrong = 0;
		got = call_stepped((void *)all[i].function, 5, 7);
		printf("%s: %s, %s, lost %d, wrong registers %d\n", all[i].name,
		       got == want ? "same" : "different",
		       steps > 3 ? "stepped" : "not stepped", lost, wrong);
	}
	return 0;
}
