// What start.c has of it: 32 places of 8 bytes.
typedef struct {
	unsigned long long place[32];
} jmp_buf[1];

__attribute__((returns_twice)) int setjmp(jmp_buf env);
_Noreturn void longjmp(jmp_buf env, int value);
