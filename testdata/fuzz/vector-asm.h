/*
 * Inline assembly, and what is like it, for the programs of vector-gen.
 */
#ifndef REGALLOC_TESTDATA_FUZZ_VECTOR_ASM_H
#define REGALLOC_TESTDATA_FUZZ_VECTOR_ASM_H

/* Statements about variables.  In a text, %A and %B are
 * variables of TYPE, %C and %D such of OTHER; #N a constant from 0 to N,
 * @ a label.
 */
typedef struct {
	const char *type, *other; /* names of types; NULL: none */
	const char *text;
} Assembly;

static const Assembly X86_ASM[] = {
	{"u64", "u32",
	 "__asm__(\"movq %1, %0\\n\\taddq %2, %0\" : \"=&r\"(%A) "
	 ": \"r\"(%B), \"r\"((u64)%C) : \"cc\");"},
	{"u64", "u32",
	 "__asm__(\"mulq %3\" : \"=a\"(%A), \"=d\"(%B) "
	 ": \"0\"(%A), \"rm\"((u64)%C) : \"cc\");"},
	{"u32", "u64",
	 "__asm__(\"leal (%1,%2,2), %0\\n\\txorl %k3, %0\" "
	 ": \"=&r\"(%A) : \"r\"((u64)%B), \"r\"(%C), \"r\"(%D) "
	 ": \"cc\");"},
	{"u32", NULL,
	 "__asm__(\"roll %%cl, %0\" : \"+r\"(%A) : \"c\"(%B) "
	 ": \"cc\");"},
	{"u32", NULL,
	 "__asm__(\"movb %b1, %b0\\n\\tmovb %h1, %h0\" "
	 ": \"+Q\"(%A) : \"Q\"(%B));"},
	{"u32", "u64",
	 "__asm__(\"cmpl %3, %2\\n\\tsetb %b0\\n\\tcmovaq %4, %1\" "
	 ": \"+&r\"(%A), \"+&r\"(%C) : \"r\"(%A), \"rm\"(%B), "
	 "\"r\"(%D) : \"cc\");"},
	{"u32", NULL,
	 "__asm__ goto(\"testl %0, %1\\n\\tjne %l[@]\" : "
	 ": \"r\"(%A), \"r\"(%B) : \"cc\" : @); %A += #99; @:;"},
	{"u64", NULL,
	 "__asm__ goto(\"addq %1, %0\\n\\tjc %l[@]\" "
	 ": \"+r\"(%A) : \"r\"(%B) : \"cc\" : @); %A ^= #99; @:;"},
	{"u64", NULL,
	 "__asm__ volatile(\"\" : \"+r\"(%A) : : \"rbx\", \"r12\", "
	 "\"r13\", \"r14\", \"r15\", \"rsi\", \"rdi\");"},
	{"v16u32", NULL, "__asm__(\"paddd %1, %0\" : \"+x\"(%A) : \"x\"(%B));"},
	{"v16u8", "u32",
	 "__asm__(\"movdqa %1, %0\\n\\tpmovmskb %0, %k2\" "
	 ": \"=&x\"(%A) , \"+x\"(%B), \"=&r\"(%C));"},
	{"v16u64", NULL,
	 "__asm__(\"movdqa %1, %%xmm3\\n\\tpaddq %%xmm3, %0\" "
	 ": \"+x\"(%A) : \"xm\"(%B) : \"xmm3\");"},
	{"v16u16", NULL,
	 "__asm__ volatile(\"\" : \"+x\"(%A) : : \"xmm0\", "
	 "\"xmm1\", \"xmm2\", \"xmm4\", \"xmm5\", \"xmm6\", "
	 "\"xmm9\", \"xmm15\");"},
	{NULL, NULL, NULL},
};

static const Assembly AVX_ASM[] = {
	{"v32u32", NULL,
	 "__asm__(\"vpaddd %2, %1, %0\" : \"=&x\"(%A) "
	 ": \"x\"(%B), \"xm\"(%A));"},
	{"v32u64", NULL,
	 "__asm__(\"vpsubq %1, %0, %%ymm7\\n\\tvmovdqa %%ymm7, %0\" "
	 ": \"+x\"(%A) : \"x\"(%B) : \"xmm7\");"},
	{NULL, NULL, NULL},
};

static const Assembly AVX512_ASM[] = {
	{"v64u32", "m16",
	 "__asm__(\"vpaddd %2, %1, %0%{%3%}\" : \"+&v\"(%A) "
	 ": \"v\"(%B), \"vm\"(%B), \"Yk\"(%C));"},
	{"v64u64", NULL,
	 "__asm__ volatile(\"vpaddq %1, %0, %0\" : \"+v\"(%A) "
	 ": \"v\"(%B) : \"xmm16\", \"xmm20\", \"xmm31\");"},
	{"v16u32", NULL,
	 "__asm__(\"vpxord %1, %0, %0\" : \"+v\"(%A) "
	 ": \"v\"(%B));"},
	{"m16", NULL,
	 "__asm__(\"kandw %1, %0, %0\" : \"+k\"(%A) : \"k\"(%B));"},
	{"m64", NULL,
	 "__asm__(\"kmovq %1, %%k1\\n\\tkxorq %%k1, %0, %0\" "
	 ": \"+k\"(%A) : \"k\"(%B) : \"k1\");"},
	{NULL, NULL, NULL},
};

static const Assembly ARM_ASM[] = {
	{"u32", NULL,
	 "__asm__(\"add %0, %1, %2\\n\\teor %0, %0, %1\" "
	 ": \"=&r\"(%A) : \"r\"(%B), \"r\"(%A));"},
	{"u32", NULL,
	 "__asm__(\"umull %0, %1, %2, %3\" : \"=&r\"(%A), "
	 "\"=&r\"(%B) : \"r\"(%A), \"r\"(%B));"},
	{"u64", NULL,
	 "__asm__(\"adds %Q0, %Q0, %Q1\\n\\tadc %R0, %R0, %R1\" "
	 ": \"+&r\"(%A) : \"r\"(%B) : \"cc\");"},
	{"u32", NULL,
	 "__asm__ goto(\"tst %0, %1\\n\\tbne %l[@]\" : "
	 ": \"r\"(%A), \"r\"(%B) : \"cc\" : @); %A += #99; @:;"},
	{"u32", NULL,
	 "__asm__ volatile(\"\" : \"+r\"(%A) : : \"r4\", \"r5\", "
	 "\"r6\", \"r8\", \"lr\");"},
	{"v16u32", NULL,
	 "__asm__(\"vadd.i32 %q0, %q1, %q2\" : \"=&w\"(%A) "
	 ": \"w\"(%B), \"w\"(%A));"},
	{"v8u16", NULL, "__asm__(\"vswp %P0, %P1\" : \"+w\"(%A), \"+w\"(%B));"},
	{"v16u8", "v8u8",
	 "__asm__(\"vmov %e0, %P1\\n\\tvmov %P1, %f2\" "
	 ": \"+&w\"(%A), \"+&w\"(%C) : \"w\"(%B));"},
	{"v16u64", NULL,
	 "__asm__ volatile(\"\" : \"+w\"(%A) : : \"d8\", \"d9\", "
	 "\"d16\", \"q9\", \"q15\");"},
	{"v16u32", NULL,
	 "{ uint32x4x3_t x = vld3q_u32((uint32_t *)(bytes + #9 * "
	 "4)); x.val[1] ^= (uint32x4_t)%A; %B += (v16u32)x.val[2]; "
	 "vst3q_u32((uint32_t *)(bytes + #9 * 4), x); }"},
	{"v8u8", NULL,
	 "{ uint8x8x4_t x = vld4_u8(bytes + #99); x.val[#3] = "
	 "(uint8x8_t)%A; %B ^= (v8u8)vtbl4_u8(x, (uint8x8_t)%B); "
	 "vst4_u8(bytes + #99, x); }"},
	{"v8u16", NULL,
	 "{ uint16x4x2_t x = vld2_lane_u16((uint16_t *)(bytes + "
	 "#9 * 2), vzip_u16((uint16x4_t)%A, (uint16x4_t)%B), #3); "
	 "%A = (v8u16)x.val[0]; %B += (v8u16)x.val[1]; }"},
	{"v16u16", NULL,
	 "{ uint16x8x2_t x = vuzpq_u16((uint16x8_t)%A, "
	 "(uint16x8_t)%B); vst2q_u16((uint16_t *)(bytes + #9 * 2), "
	 "x); %A = (v16u16)x.val[#1]; }"},
	{NULL, NULL, NULL},
};

#endif
