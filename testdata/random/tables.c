#include "tables.h"

#include <stddef.h>

/* What machines of few registers have, by what they have. */
#define SMALL_KINDS                                                            \
	{'w', "word", 0, NULL, 7}, {'l', "narrow", 'w', NULL, 2},              \
	{                                                                      \
		'o', "single", 'w', NULL, 1, true                              \
	}
#define HALF_KIND                                                              \
	{                                                                      \
		'h', "half", 0, NULL, 3                                        \
	}
#define PAIR_KIND                                                              \
	{                                                                      \
		'p', "pair", 0, "sub0w sub1w", 2                               \
	}
#define TRIPLE_KIND                                                            \
	{                                                                      \
		't', "triple", 0, "sub0w sub1w sub2w", 1                       \
	}
#define OTHER_KIND                                                             \
	{                                                                      \
		'f', "other", 0, NULL, 4                                       \
	}

#define SMALL_INIT                                                             \
	"{=w} = LI {n};", "{=l} = LI {n};",                                    \
		"{=o} = LDW $sp, 1, $noreg, {n}, $noreg;"
#define SMALL_ENDS                                                             \
	.branch = "CMP {w}, {w}, implicit-def $flags;"                         \
		  "BR %l, implicit $flags;",                                   \
	.jump = "JMP %l;", .end = "OUT {w};RET;"

/* For two registers. */
#define SMALL_WORK                                                             \
	"{=w} = ADD {0w}, {w}, implicit-def dead $flags;",                     \
		"{=w} = ADD {0w}, {w}, implicit-def dead $flags;",             \
		"{=w} = SUB {0w}, {w}, implicit-def dead $flags;",             \
		"{=w} = ADD3 {w}, {w};", "{=w} = MUL3 {w}, {w};",              \
		"{=w} = NEG {0w}, implicit-def dead $flags;",                  \
		"{=w} = LI {n};", "{=w} = COPY {w};", "{=w} = COPY {w};",      \
		"{=w} = ADDI {w}, {n};", "OUT {w};", "{=l} = NARROW {l};",     \
		"{=w} = NARROWIN {l};", "{=o} = SINGLE {w};",                  \
		"{=w} = SINGLEIN {o};",                                        \
		"{=w} = LDW {w}, 1, $noreg, {n}, $noreg;",                     \
		"STW {w}, 1, $noreg, {n}, $noreg, {w};",                       \
		"STW $sp, 1, $noreg, {n}, $noreg, {w};",                       \
		"{=w} = LDW {w}, 4, {w}, {n}, $noreg;",                        \
		"{=w} = LDW $sp, 1, $noreg, {n}, $noreg;",                     \
		"{=w} = ADDm {0w}, $sp, 1, $noreg, {n}, $noreg, implicit-def " \
		"dead $flags;",                                                \
		"CMP {w}, {w}, implicit-def $flags;"                           \
		"{=w} = SEL {0w}, {w}, 1, implicit $flags;",                   \
		"$r0 = COPY {w};"                                              \
		"CALL &g, csr_small, implicit $sp, implicit $r0, "             \
		"implicit-def $sp, implicit-def $r0;"                          \
		"{=w} = COPY $r0;",                                            \
		"CALL &g, csr_small, implicit $sp, implicit-def $sp;",         \
		"$r1 = COPY {w};"                                              \
		"{=w} = SHIFT {0w}, implicit $r1;",                            \
		"$r0 = COPY {w};"                                              \
		"DIV {w}, implicit-def $r0, implicit-def dead $r1, "           \
		"implicit-def dead $flags, implicit $r0;"                      \
		"{=w} = COPY $r0;",                                            \
		"INLINEASM &\"\", 1, 10, def {=w}, 2147483657, {0w}(tied-def " \
		"3);",                                                         \
		"INLINEASM &\"\", 1, 10, def {=w}, 9, {w};",                   \
		"INLINEASM &\"\", 1, 11, def early-clobber {&w}, 9, {w};",     \
		"INLINEASM &\"\", 1, 12, implicit-def dead early-clobber "     \
		"$r0, "                                                        \
		"9, {w};"
#define THREE_WORK                                                             \
	"{&w} = EARLY {w}, {w};", "{=w}, {=w} = TWO {w}, {w};",                \
		"{=w}, {=w} = SWAP {0w}, {1w};",                               \
		"{&w}, {=w} = EARLYTIED {1w}, {w};", "STX {w}, {w}, {w};",     \
		"{=w} = SELECT {w}, {w}, {w};",                                \
		"$r0 = COPY {w};$r1 = COPY {w};"                               \
		"DIV {w}, implicit-def $r0, implicit-def $r1, "                \
		"implicit-def dead $flags, implicit $r0;"                      \
		"{=w} = COPY $r1;{=w} = COPY $r0;",                            \
		"INLINEASM &\"\", 1, 11, def early-clobber {&w}, 9, {w}, 9, "  \
		"{w};",                                                        \
		"INLINEASM &\"\", 1, 10, def {=w}, 10, def {=w}, 9, {w};"
#define HALF_WORK                                                              \
	"{=h} = HADD {0h}, {h};", "{=h} = COPY {h};", "{=w} = WIDE {h};",      \
		"{=h} = LDH $sp, 1, $noreg, {n}, $noreg;",                     \
		"STH $sp, 1, $noreg, {n}, $noreg, {h};",                       \
		"{=h} = LOWPART {w};", "{=h} = HNEG {h};",                     \
		"{=w} = JOIN {h}, {h};"
#define PAIR_WORK                                                              \
	"{=p} = PADD {0p}, {p};", "{=p} = COPY {p};",                          \
		"{=p} = REG_SEQUENCE {w}, %subreg.sub0, {w}, %subreg.sub1;",   \
		"{=p} = LDP $sp, 1, $noreg, {n}, $noreg;",                     \
		"STP $sp, 1, $noreg, {n}, $noreg, {p};",                       \
		"{=p} = PMUL {w}, {w};", "{=w} = PSUM {p};",                   \
		"{&p} = PEARLY {p};", "{=p} = LIP {n};"
#define TRIPLE_WORK                                                            \
	"{=t} = TNEG {0t};", "{=t} = COPY {t};", "{=w} = TSUM {t};",           \
		"{=t} = REG_SEQUENCE {w}, %subreg.sub0, {w}, %subreg.sub1, "   \
		"{w}, %subreg.sub2;",                                          \
		"{=t} = LDT $sp, 1, $noreg, {n}, $noreg;",                     \
		"STT $sp, 1, $noreg, {n}, $noreg, {t};"
#define OTHER_WORK                                                             \
	"{=f} = FADD {f}, {f};", "{=f} = COPY {f};", "{=f} = COPY {w};",       \
		"{=w} = COPY {f};", "{=f} = FMADD {0f}, {f}, {f};",            \
		"{=f} = LDF $sp, 1, $noreg, {n}, $noreg;",                     \
		"STF $sp, 1, $noreg, {n}, $noreg, {f};", "FOUT {f};"

#define X86_FLAGS ", implicit-def dead $eflags;"
#define X86_AT	  "$rsp, 1, $noreg, {n}, $noreg"
#define X86_CALL                                                               \
	"CALL64pcrel32 &g, csr_64, implicit $rsp, implicit $ssp, "             \
	"implicit-def $rsp, implicit-def $ssp"

#define X86_WORK                                                               \
	"{=d} = ADD32rr {0d}, {d}" X86_FLAGS,                                  \
		"{=d} = SUB32rr {0d}, {d}" X86_FLAGS,                          \
		"{=q} = ADD64rr {0q}, {q}" X86_FLAGS,                          \
		"{=q} = XOR64rr {0q}, {q}" X86_FLAGS,                          \
		"{=b} = ADD8rr {0b}, {b}" X86_FLAGS,                           \
		"{=b} = AND8rr {0b}, {b}" X86_FLAGS,                           \
		"{=h} = ADD16rr {0h}, {h}" X86_FLAGS,                          \
		"{=h} = IMUL16rr {0h}, {h}" X86_FLAGS,                         \
		"{=d} = ADD32ri {0d}, {n}" X86_FLAGS,                          \
		"{=q} = ADD64ri32 {0q}, {n}" X86_FLAGS,                        \
		"{=d} = IMUL32rr {0d}, {d}" X86_FLAGS,                         \
		"{=d} = IMUL32rri {d}, {n}" X86_FLAGS,                         \
		"{=d} = INC32r {0d}" X86_FLAGS,                                \
		"{=q} = DEC64r {0q}" X86_FLAGS,                                \
		"{=d} = SHL32ri {0d}, 2" X86_FLAGS,                            \
		"{=h} = SHL16ri {0h}, 3" X86_FLAGS,                            \
		"{=d} = NEG32r {0d}" X86_FLAGS, "{=d} = NOT32r {0d};",         \
		"{=q} = LEA64r {q}, 1, {q}, {n}, $noreg;",                     \
		"{=d} = LEA64_32r {q}, 2, {q}, {n}, $noreg;",                  \
		"{=d} = MOV32ri {n};", "{=q} = MOV64ri32 {n};",                \
		"{=d} = MOV32r0 implicit-def dead $eflags;",                   \
		"{=b} = MOV8ri {n};", "{=d} = COPY {d};", "{=q} = COPY {q};",  \
		"{=d} = MOVZX32rr8 {b};", "{=d} = MOVSX32rr16 {h};",           \
		"{=td} = MOV32rr {d};"                                         \
		"{=q} = SUBREG_TO_REG 0, {td}, %subreg.sub_32bit;",            \
		"{=d} = MOV32rm " X86_AT ";", "{=q} = MOV64rm " X86_AT ";",    \
		"MOV32mr " X86_AT ", {d};", "MOV64mr " X86_AT ", {q};",        \
		"MOV8mr " X86_AT ", {b};", "MOV16mr " X86_AT ", {h};",         \
		"MOV64mr {q}, 1, $noreg, {n}, $noreg, {q};",                   \
		"{=q} = MOV64rm {q}, 8, {q}, {n}, $noreg;",                    \
		"{=d} = ADD32rm {0d}, " X86_AT X86_FLAGS,                      \
		"ADD32mr " X86_AT ", {d}" X86_FLAGS,                           \
		"CMP32rr {d}, {d}, implicit-def $eflags;"                      \
		"{=d} = CMOV32rr {0d}, {d}, 4, implicit $eflags;",             \
		"TEST32rr {d}, {d}, implicit-def $eflags;"                     \
		"{=b} = SETCCr 5, implicit $eflags;",                          \
		"$ecx = COPY {d};"                                             \
		"{=d} = SHL32rCL {0d}, implicit-def dead $eflags, "            \
		"implicit $cl;",                                               \
		"$eax = COPY {d};$edx = COPY {d};"                             \
		"DIV32r {d}, implicit-def $eax, implicit-def $edx, "           \
		"implicit-def dead $eflags, implicit $eax, implicit $edx;"     \
		"{=d} = COPY $edx;{=d} = COPY $eax;",                          \
		"$rax = COPY {q};"                                             \
		"MUL64r {q}, implicit-def $rax, implicit-def dead $rdx, "      \
		"implicit-def dead $eflags, implicit $rax;"                    \
		"{=q} = COPY $rax;",                                           \
		"{=d}, {=d} = XCHG32rr {0d}, {1d};",                           \
		"$rdi = COPY {q};$esi = COPY {d};" X86_CALL                    \
		", implicit $rdi, implicit $esi, implicit-def $rax;"           \
		"{=q} = COPY $rax;",                                           \
		"$xmm0 = COPY {x};" X86_CALL                                   \
		", implicit $xmm0, implicit-def $xmm0;{=x} = COPY $xmm0;",     \
		"{=x} = ADDSDrr {0x}, {x}, implicit $mxcsr;",                  \
		"{=x} = SUBSDrr {0x}, {x}, implicit $mxcsr;",                  \
		"{=x} = MULSDrr {0x}, {x}, implicit $mxcsr;",                  \
		"{=x} = COPY {x};", "{=x} = FsFLD0SD;",                        \
		"{=x} = MOVSDrm_alt " X86_AT ";", "MOVSDmr " X86_AT ", {x};",  \
		"{=x} = CVTSI2SDrr {d};",                                      \
		"{=d} = CVTTSD2SIrr {x}, implicit $mxcsr;",                    \
		"{=v} = PADDDrr {0v}, {v};", "{=v} = PSUBDrr {0v}, {v};",      \
		"{=v} = V_SET0;", "{=v} = COPY {v};",                          \
		"{=v} = MOVUPSrm " X86_AT ";", "MOVUPSmr " X86_AT ", {v};",    \
		"INLINEASM &\"\", 1, 10, def {=d}, 2147483657, "               \
		"{0d}(tied-def 3);",                                           \
		"INLINEASM &\"\", 1, 11, def early-clobber {&q}, 9, {q}, 9, "  \
		"{d};"

#define ARM_ALWAYS "14, $noreg"
#define ARM_WORK                                                               \
	"{=r} = ADDrr {r}, {r}, " ARM_ALWAYS ", $noreg;",                      \
		"{=r} = SUBrr {r}, {r}, " ARM_ALWAYS ", $noreg;",              \
		"{=r} = EORrr {r}, {r}, " ARM_ALWAYS ", $noreg;",              \
		"{=r} = ADDri {r}, {n}, " ARM_ALWAYS ", $noreg;",              \
		"{=r} = MOVi {n}, " ARM_ALWAYS ", $noreg;",                    \
		"{=r} = MUL {r}, {r}, " ARM_ALWAYS ", $noreg;",                \
		"{=r} = MLA {r}, {r}, {r}, " ARM_ALWAYS ", $noreg;",           \
		"{=r}, {=r} = UMULL {r}, {r}, " ARM_ALWAYS ", $noreg;",        \
		"{=r}, {=r} = UMLAL {r}, {r}, {0r}, {1r}, " ARM_ALWAYS         \
		", $noreg;",                                                   \
		"{=r} = COPY {r};", "{=r} = COPY {r};",                        \
		"{=r} = LDRi12 $sp, {n}, " ARM_ALWAYS ";",                     \
		"STRi12 {r}, $sp, {n}, " ARM_ALWAYS ";",                       \
		"{=r} = LDRi12 {r}, {n}, " ARM_ALWAYS ";",                     \
		"STRi12 {r}, {r}, {n}, " ARM_ALWAYS ";",                       \
		"STRBi12 {r}, {r}, {n}, " ARM_ALWAYS ";",                      \
		"CMPrr {r}, {r}, " ARM_ALWAYS ", implicit-def $cpsr;"          \
		"{=r} = MOVCCr {0r}, {r}, 1, $cpsr;",                          \
		"{=tr} = ADDrr {r}, {r}, " ARM_ALWAYS ", def $cpsr;"           \
		"{=r} = ADCrr {r}, {tr}, " ARM_ALWAYS                          \
		", $noreg, implicit-def dead $cpsr, implicit $cpsr;",          \
		"{&r} = STREX {r}, {r}, " ARM_ALWAYS ";",                      \
		"$r0 = COPY {r};$r1 = COPY {r};"                               \
		"BL &g, csr_aapcs, implicit-def dead $lr, implicit $sp, "      \
		"implicit $r0, implicit $r1, implicit-def $sp, "               \
		"implicit-def $r0;{=r} = COPY $r0;",                           \
		"$d0 = COPY {d};"                                              \
		"BL &g, csr_aapcs, implicit-def dead $lr, implicit $sp, "      \
		"implicit $d0, implicit-def $sp, implicit-def $d0;"            \
		"{=d} = COPY $d0;",                                            \
		"{=d} = VADDD {d}, {d}, " ARM_ALWAYS ";",                      \
		"{=d} = VMLAD {0d}, {d}, {d}, " ARM_ALWAYS ";",                \
		"{=d} = COPY {d};", "{=s} = COPY {s};",                        \
		"{=d} = VMOVDRR {r}, {r}, " ARM_ALWAYS ";",                    \
		"{=r}, {=r} = VMOVRRD {d}, " ARM_ALWAYS ";",                   \
		"{=s} = VADDS {s}, {s}, " ARM_ALWAYS ";",                      \
		"{=s} = VMOVSR {r}, " ARM_ALWAYS ";",                          \
		"{=r} = VMOVRS {s}, " ARM_ALWAYS ";",                          \
		"{=d} = VLDRD $sp, {n}, " ARM_ALWAYS ";",                      \
		"VSTRD {d}, $sp, {n}, " ARM_ALWAYS ";",                        \
		"{=s} = VLDRS $sp, {n}, " ARM_ALWAYS ";",                      \
		"VSTRS {s}, $sp, {n}, " ARM_ALWAYS ";",                        \
		"{=q} = VADDv4i32 {q}, {q}, " ARM_ALWAYS ";",                  \
		"{=q} = VMLAv4i32 {0q}, {q}, {q}, " ARM_ALWAYS ";",            \
		"{=q} = COPY {q};",                                            \
		"{=q} = REG_SEQUENCE {d}, %subreg.dsub_0, {d}, "               \
		"%subreg.dsub_1;",                                             \
		"{=q} = VMOVv4i32 {n}, " ARM_ALWAYS ";",                       \
		"VSTMQIA {q}, $sp, " ARM_ALWAYS ";",                           \
		"INLINEASM &\"\", 1, 10, def {=r}, 2147483657, "               \
		"{0r}(tied-def 3);",                                           \
		"INLINEASM &\"\", 1, 11, def early-clobber {&r}, 9, {r}, 9, "  \
		"{r};"

#define GCN_SCC	 ", implicit-def dead $scc;"
#define GCN_EXEC ", implicit $exec;"
#define GCN_WORK                                                               \
	"{=s} = S_ADD_I32 {s}, {s}" GCN_SCC,                                   \
		"{=s} = S_SUB_I32 {s}, {s}" GCN_SCC,                           \
		"{=s} = S_MUL_I32 {s}, {s};", "{=s} = COPY {s};",              \
		"{=s} = S_MOV_B32 {n};", "{=e} = COPY {e};",                   \
		"{=e} = S_LSHL_B64 {e}, {s}" GCN_SCC,                          \
		"{=e} = S_AND_B64 {e}, {e}" GCN_SCC,                           \
		"{=e} = REG_SEQUENCE {s}, %subreg.sub0, {s}, %subreg.sub1;",   \
		"{=o} = S_LOAD_DWORDX8_IMM {e}, {n}, 0;", "{=o} = COPY {o};",  \
		"{=s} = S_LOAD_DWORD_IMM {e}, {n}, 0;",                        \
		"S_CMP_EQ_U32 {s}, {s}, implicit-def $scc;"                    \
		"{=s} = S_CSELECT_B32 {s}, {s}, implicit $scc;",               \
		"{=v} = V_ADD_U32_e32 {v}, {v}" GCN_EXEC,                      \
		"{=v} = V_ADD_U32_e64 {v}, {s}, 0" GCN_EXEC,                   \
		"{=v} = V_SUB_U32_e32 {v}, {v}" GCN_EXEC,                      \
		"{=v} = V_MUL_LO_U32_e64 {v}, {v}" GCN_EXEC,                   \
		"{=v} = V_MOV_B32_e32 {n}" GCN_EXEC, "{=v} = COPY {v};",       \
		"{=v} = V_MOV_B32_e32 {s}" GCN_EXEC, "{=v} = COPY {s};",       \
		"{=v} = V_FMAC_F32_e32 {v}, {v}, {0v}, implicit "              \
		"$mode" GCN_EXEC,                                              \
		"{=p} = V_LSHLREV_B64_e64 {v}, {p}" GCN_EXEC,                  \
		"{=p} = REG_SEQUENCE {v}, %subreg.sub0, {v}, %subreg.sub1;",   \
		"{=p} = COPY {p};", "{=u} = COPY {u};",                        \
		"{=u} = GLOBAL_LOAD_DWORDX4 {p}, {n}, 0" GCN_EXEC,             \
		"GLOBAL_STORE_DWORDX4 {p}, {u}, {n}, 0" GCN_EXEC,              \
		"{=v} = GLOBAL_LOAD_DWORD {p}, {n}, 0" GCN_EXEC,               \
		"GLOBAL_STORE_DWORD {p}, {v}, {n}, 0" GCN_EXEC,                \
		"GLOBAL_STORE_DWORDX2 {p}, {p}, {n}, 0" GCN_EXEC,              \
		"{=p}, {=e} = V_MAD_U64_U32_e64 {v}, {v}, {p}, 0" GCN_EXEC,    \
		"{=e} = V_CMP_EQ_U32_e64 {v}, {v}" GCN_EXEC,                   \
		"{=v} = V_CNDMASK_B32_e64 0, {v}, 0, {v}, {e}" GCN_EXEC,       \
		"V_CMP_GT_U32_e32 {v}, {v}, implicit-def $vcc, implicit "      \
		"$exec;{=v} = V_CNDMASK_B32_e32 {v}, {v}, implicit "           \
		"$vcc" GCN_EXEC,                                               \
		"{=s} = V_READFIRSTLANE_B32 {v}" GCN_EXEC,                     \
		"{=v}, {=e} = V_ADD_CO_U32_e64 {v}, {v}, 0" GCN_EXEC

/* Eight and sixteen words, of which all can be read and written. */
#define WORDS8(k)                                                              \
	"sub0" k " sub1" k " sub2" k " sub3" k " sub4" k " sub5" k " sub6" k   \
	" sub7" k

const Table tables[] = {
	{.name = "two",
	 .kinds = {SMALL_KINDS},
	 .init = {SMALL_INIT},
	 SMALL_ENDS,
	 .work = {SMALL_WORK}},
	{.name = "three",
	 .kinds = {SMALL_KINDS, HALF_KIND},
	 .init = {SMALL_INIT, "{=h} = LDH $sp, 1, $noreg, {n}, $noreg;"},
	 SMALL_ENDS,
	 .work = {SMALL_WORK, THREE_WORK, HALF_WORK}},
	{.name = "four",
	 .kinds = {SMALL_KINDS, HALF_KIND, PAIR_KIND},
	 .init = {SMALL_INIT, "{=h} = LDH $sp, 1, $noreg, {n}, $noreg;",
		  "{=p} = LDP $sp, 1, $noreg, {n}, $noreg;"},
	 SMALL_ENDS,
	 .work = {SMALL_WORK, THREE_WORK, HALF_WORK, PAIR_WORK}},
	{.name = "five",
	 .kinds = {SMALL_KINDS, PAIR_KIND, OTHER_KIND},
	 .init = {SMALL_INIT, "{=p} = LDP $sp, 1, $noreg, {n}, $noreg;",
		  "{=f} = COPY {w};"},
	 SMALL_ENDS,
	 .work = {SMALL_WORK, THREE_WORK, PAIR_WORK, OTHER_WORK}},
	{.name = "six",
	 .kinds = {SMALL_KINDS, HALF_KIND, PAIR_KIND, TRIPLE_KIND, OTHER_KIND},
	 .init = {SMALL_INIT, "{=h} = LDH $sp, 1, $noreg, {n}, $noreg;",
		  "{=p} = LDP $sp, 1, $noreg, {n}, $noreg;",
		  "{=t} = LDT $sp, 1, $noreg, {n}, $noreg;",
		  "{=f} = COPY {w};"},
	 SMALL_ENDS,
	 .work = {SMALL_WORK, THREE_WORK, HALF_WORK, PAIR_WORK, TRIPLE_WORK,
		  OTHER_WORK}},
	{.name = "x86",
	 .kinds = {{'q', "gr64", 0, "-sub_32bitd -sub_8bitb", 10},
		   {'d', "gr32", 0, "sub_8bitb -sub_16bith", 10},
		   {'h', "gr16", 0, "sub_8bitb", 3},
		   {'b', "gr8", 0, NULL, 4},
		   {'x', "fr64", 0, NULL, 12},
		   {'v', "vr128", 0, NULL, 10}},
	 .init = {"{=q} = MOV64rm " X86_AT ";", "{=d} = MOV32rm " X86_AT ";",
		  "{=h} = MOV16rm " X86_AT ";", "{=b} = MOV8rm " X86_AT ";",
		  "{=x} = MOVSDrm_alt " X86_AT ";",
		  "{=v} = MOVUPSrm " X86_AT ";"},
	 .branch = "CMP64rr {q}, {q}, implicit-def $eflags;"
		   "JCC_1 %l, 5, implicit $eflags;",
	 .jump = "JMP_1 %l;",
	 .end = "$rax = COPY {q};RET 0, implicit $rax;",
	 .work = {X86_WORK}},
	{.name = "arm",
	 .kinds = {{'r', "gprnopc", 0, NULL, 18},
		   {'d', "dpr", 0, NULL, 16},
		   {'e', "dpr_vfp2", 'd', "ssub_0s ssub_1s", 8},
		   {'s', "spr", 0, NULL, 12},
		   {'q', "qpr", 0, "dsub_0d dsub_1d", 8}},
	 .init = {"{=r} = LDRi12 $sp, {n}, " ARM_ALWAYS ";",
		  "{=d} = VLDRD $sp, {n}, " ARM_ALWAYS ";",
		  "{=e} = VLDRD $sp, {n}, " ARM_ALWAYS ";",
		  "{=s} = VLDRS $sp, {n}, " ARM_ALWAYS ";",
		  "{=q} = VLDMQIA $sp, " ARM_ALWAYS ";"},
	 .branch = "CMPrr {r}, {r}, " ARM_ALWAYS ", implicit-def $cpsr;"
		   "Bcc %l, 1, $cpsr;",
	 .jump = "B %l;",
	 .end = "$r0 = COPY {r};BX_RET " ARM_ALWAYS ", implicit $r0;",
	 .work = {ARM_WORK}},
	{.name = "gcn",
	 .kinds = {{'s', "sreg_32_xm0_xexec", 0, NULL, 16},
		   {'e', "sreg_64_xexec", 0, "sub0s sub1s", 6},
		   {'o', "sgpr_256", 0, WORDS8("s"), 12},
		   {'v', "vgpr_32", 0, NULL, 10},
		   {'p', "vreg_64", 0, "sub0v sub1v", 5},
		   {'u', "vreg_128", 0, "sub0v sub1v sub2v sub3v", 6}},
	 .liveins = "$sgpr4_sgpr5, $vgpr0",
	 .init = {"{=s} = S_LOAD_DWORD_IMM $sgpr4_sgpr5, {n}, 0;",
		  "{=e} = S_LOAD_DWORDX2_IMM $sgpr4_sgpr5, {n}, 0;",
		  "{=o} = S_LOAD_DWORDX8_IMM $sgpr4_sgpr5, {n}, 0;",
		  "{=v} = V_ADD_U32_e64 $vgpr0, {n}, 0" GCN_EXEC,
		  "{=p} = V_LSHLREV_B64_e64 {n}, $sgpr4_sgpr5" GCN_EXEC,
		  "{=tp} = V_LSHLREV_B64_e64 {n}, $sgpr4_sgpr5" GCN_EXEC
		  "{=u} = GLOBAL_LOAD_DWORDX4 {tp}, {n}, 0" GCN_EXEC},
	 .branch = "S_CMP_EQ_U32 {s}, {s}, implicit-def $scc;"
		   "S_CBRANCH_SCC1 %l, implicit $scc;",
	 .jump = "S_BRANCH %l;",
	 .end = "GLOBAL_STORE_DWORD {p}, {v}, {n}, 0" GCN_EXEC "S_ENDPGM 0;",
	 .work = {GCN_WORK}},
	{.name = NULL},
};
