// A byte-code machine: one big switch in a loop (a jump table), a stack, calls.

#include <stdint.h>
#include <stdio.h>

enum {
	PUSH,
	ADD,
	SUB,
	MUL,
	DUP,
	SWAP,
	OVER,
	DROP,
	JZ,
	JMP,
	LOAD,
	STORE,
	LT,
	CALL,
	RET,
	PRINT,
	MOD,
	HALT
};

static int
run(const uint8_t *code)
{
	int stack[64], memory[16] = {0}, sp = 0, steps = 0;
	uint8_t returns[32];
	unsigned pc = 0, rp = 0;

	for (;;) {
		steps++;
		switch (code[pc++]) {
		case PUSH:
			stack[sp++] = (int8_t)code[pc++];
			break;
		case ADD:
			sp--;
			stack[sp - 1] += stack[sp];
			break;
		case SUB:
			sp--;
			stack[sp - 1] -= stack[sp];
			break;
		case MUL:
			sp--;
			stack[sp - 1] *= stack[sp];
			break;
		case MOD:
			sp--;
			stack[sp - 1] %= stack[sp];
			break;
		case DUP:
			stack[sp] = stack[sp - 1];
			sp++;
			break;
		case SWAP: {
			int t = stack[sp - 1];
			stack[sp - 1] = stack[sp - 2];
			stack[sp - 2] = t;
			break;
		}
		case OVER:
			stack[sp] = stack[sp - 2];
			sp++;
			break;
		case DROP:
			sp--;
			break;
		case JZ:
			pc = stack[--sp] ? pc + 1 : code[pc];
			break;
		case JMP:
			pc = code[pc];
			break;
		case LOAD:
			stack[sp++] = memory[code[pc++]];
			break;
		case STORE:
			memory[code[pc++]] = stack[--sp];
			break;
		case LT:
			sp--;
			stack[sp - 1] = stack[sp - 1] < stack[sp];
			break;
		case CALL:
			returns[rp++] = (uint8_t)(pc + 1);
			pc = code[pc];
			break;
		case RET:
			pc = returns[--rp];
			break;
		case PRINT:
			printf("%d\n", stack[--sp]);
			break;
		case HALT:
			return steps;
		default:
			return -1;
		}
	}
}

int
main(void)
{
	/* sum of squares below 100, then greatest common divisor */
	static const uint8_t code[] = {
		/*  0 */ PUSH,
		0,
		STORE,
		0,
		PUSH,
		0,
		STORE,
		1,
		/*  8 */ LOAD,
		0,
		PUSH,
		100,
		LT,
		JZ,
		31,
		/* 15 */ LOAD,
		0,
		DUP,
		MUL,
		LOAD,
		1,
		ADD,
		STORE,
		1,
		/* 24 */ LOAD,
		0,
		PUSH,
		1,
		ADD,
		STORE,
		0, /* falls to 31 */
		/* 31 */ LOAD,
		0,
		PUSH,
		100,
		LT,
		JZ,
		40,
		JMP,
		8,
		/* 40 */ LOAD,
		1,
		PRINT,
		/* 43 */ PUSH,
		126,
		PUSH,
		84,
		CALL,
		51,
		PRINT,
		HALT,
		/* 51 */ DUP,
		JZ,
		59,
		SWAP,
		OVER,
		MOD,
		JMP,
		51,
		/* 59 */ DROP,
		RET,
	};

	printf("%d steps\n", run(code));
	return 0;
}
