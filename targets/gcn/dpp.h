/*
 * The lanes that a GCN instruction with data-parallel primitives reads across,
 * as assembly names them: for the printer and for what imports templates.
 */
#ifndef REGALLOC_GCN_DPP_H
#define REGALLOC_GCN_DPP_H

/* X(first value, last value, name); a name of several values is followed by
 * the low four bits.  Others are permutations of four lanes. */
#define DPP_RANGES(X)                                                          \
	X(0x101, 0x10f, "row_shl:")                                            \
	X(0x111, 0x11f, "row_shr:")                                            \
	X(0x121, 0x12f, "row_ror:")                                            \
	X(0x130, 0x130, "wave_shl:1")                                          \
	X(0x134, 0x134, "wave_rol:1")                                          \
	X(0x138, 0x138, "wave_shr:1")                                          \
	X(0x13c, 0x13c, "wave_ror:1")                                          \
	X(0x140, 0x140, "row_mirror")                                          \
	X(0x141, 0x141, "row_half_mirror")                                     \
	X(0x142, 0x142, "row_bcast:15")                                        \
	X(0x143, 0x143, "row_bcast:31")                                        \
	X(0x150, 0x15f, "row_newbcast:")

#endif
