/*
 * Random functions over a small made-up target.
 */
#include "random-func.h"

#include <string.h>

uint32_t
random_below(Random *r, uint32_t n)
{
	r->state ^= r->state << 13;
	r->state ^= r->state >> 7;
	r->state ^= r->state << 17;
	return (uint32_t)((r->state >> 11) % n);
}

enum { OP_NONE, OP_PHI, OP_COPY, OP_ANY, OP_DBG };

static const char strings[] = "\0quad\0l0\0l1\0l2\0l3\0l01\0l12\0l23\0a\0al\0ah"
			      "\0b\0c\0d\0z";
static const LaneMask unit_lanes[] = {1, 2, 1, 2, 1, 1, 2, 1, 1};
static const UnitId reg_units[] = {UNIT_AL, UNIT_AH, UNIT_AL, UNIT_AH, UNIT_B,
				   UNIT_B,  UNIT_D,  UNIT_D,  UNIT_Z};
static const TargetReg regs[NREGS] = {
	[REG_A] = {.name = 30, .units = {0, 2}, .lanes = 0},
	[REG_AL] = {.name = 32, .units = {2, 3}, .lanes = 2},
	[REG_AH] = {.name = 35, .units = {3, 4}, .lanes = 3},
	[REG_B] = {.name = 38, .units = {4, 5}, .lanes = 4},
	[REG_C] = {.name = 40, .units = {5, 7}, .lanes = 5},
	[REG_D] = {.name = 42, .units = {7, 8}, .lanes = 7},
	[REG_Z] = {.name = 44, .units = {8, 9}, .lanes = 8},
};
static const Slice unit_regs[NUNITS] = {{0, 2}, {2, 4}, {4, 6}, {6, 8}, {8, 9}};
static const RegId unit_first[NUNITS] = {0};
static const uint16_t unit_steps[] = {REG_A, REG_AL, REG_A, REG_AH, REG_B,
				      REG_C, REG_C,  REG_D, REG_Z};
static const TargetSub subs[NSUBS] = {
	[SUB_0] = {6, 1, 0, 32},    [SUB_1] = {9, 2, 32, 32},
	[SUB_2] = {12, 4, 64, 32},  [SUB_3] = {15, 8, 96, 32},
	[SUB_01] = {18, 3, 0, 64},  [SUB_12] = {22, 6, 32, 64},
	[SUB_23] = {26, 12, 64, 64}};
static const TargetClass classes[] = {
	{.name = 1,
	 .lanes = 15,
	 .bits = 128,
	 .flags = CLASS_ALLOCATABLE | CLASS_DISJUNCT},
	{.order = {0, 5}, .lanes = 1, .bits = 32, .flags = CLASS_ALLOCATABLE}};
static const RegId class_regs[] = {REG_AL, REG_AH, REG_B, REG_D, REG_Z};
static const CountedReg counted[] = {
	{REG_AL, 1}, {REG_AH, 1}, {REG_B, 1}, {REG_D, 1}, {REG_Z, 1}};
static const TargetFile files[] = {{1, 32}};
static const Opcode opcodes[5] = {{.desc = 0}};
static const OpcodeDesc opcode_descs[1] = {{.flags = 0}};
const uint64_t random_reserved[1] = {1u << REG_Z};

static const Target target = {
	.known = {[WK_PHI] = OP_PHI, [WK_COPY] = OP_COPY},
	.n_strings = sizeof(strings),
	.strings = strings,
	.n_regs = NREGS,
	.regs = regs,
	.n_reg_units = 9,
	.reg_units = reg_units,
	.unit_lanes = unit_lanes,
	.n_unit_regs = NUNITS,
	.unit_regs = unit_regs,
	.unit_first = unit_first,
	.unit_steps = unit_steps,
	.n_subs = NSUBS,
	.subs = subs,
	.n_classes = 2,
	.classes = classes,
	.class_regs = class_regs,
	.n_counted = 5,
	.counted = counted,
	.n_files = 1,
	.files = files,
	.n_opcodes = 5,
	.opcodes = opcodes,
	.opcode_descs = opcode_descs,
};

const Target *
random_target(void)
{
	return &target;
}

static void
opnd_push(Func *f, unsigned kind, uint32_t val, SubId sub, unsigned flags)
{
	Operand o = {.kind = (uint8_t)kind,
		     .tied = TIED_NONE,
		     .flags = (uint16_t)flags,
		     .sub = sub,
		     .val = val,
		     .loc = LOC_NONE};

	VEC_PUSH(f->arena, f->opnds, o);
	f->insns.at[f->insns.n - 1].nopnds++;
}

static void
insn_push(Func *f, OpcodeId op, unsigned flags)
{
	Insn insn = {.op = op,
		     .flags = (uint16_t)flags,
		     .opnd0 = f->opnds.n,
		     .origin = f->insns.n,
		     .loc = LOC_NONE};

	VEC_PUSH(f->arena, f->insns, insn);
}

static void
blocks_make(Func *f, Random *r, uint32_t max)
{
	uint32_t n = 1 + random_below(r, max), i, k;

	for (i = 0; i < n; i++) {
		Block b = {.number = i};

		k = random_below(r, 8);
		k = k < 1 ? 0 : k < 4 ? 1 : k < 7 ? 2 : 3;
		b.succs.start = f->succs.n;
		while (k--) {
			uint32_t to = random_below(r, 3) || i + 1 == n
					      ? random_below(r, n)
					      : i + 1;
			Succ s = {to, random_below(r, 1u << 31)};

			if (!random_below(r, 8))
				s.prob = UINT32_MAX;
			VEC_PUSH(f->arena, f->succs, s);
		}
		b.succs.end = f->succs.n;
		if (!random_below(r, 6))
			b.flags = BLOCK_LANDING_PAD;
		b.liveins.start = f->liveins.n;
		if (!random_below(r, 3)) {
			LiveIn in = {(RegId)(1 + random_below(r, NREGS - 1)),
				     LANES_ALL};

			if (!random_below(r, 3))
				in.lanes = 2;
			VEC_PUSH(f->arena, f->liveins, in);
		}
		b.liveins.end = f->liveins.n;
		VEC_PUSH(f->arena, f->blocks, b);
	}
}

static void
phis_make(Func *f, Random *r, BlockId b)
{
	uint32_t v, i, j;

	for (v = 0; v < f->vregs.n; v++) {
		if (random_below(r, 4))
			continue;
		insn_push(f, OP_PHI, 0);
		opnd_push(f, OPND_VREG, v, 0, OPND_DEF);
		for (i = 0; i < f->blocks.n; i++) {
			Slice s = f->blocks.at[i].succs;

			for (j = s.start; j < s.end; j++)
				if (f->succs.at[j].block == b)
					break;
			if (j == s.end)
				continue;
			opnd_push(f, OPND_VREG, random_below(r, f->vregs.n),
				  random_below(r, 5)
					  ? 0
					  : (SubId)random_below(r, NSUBS),
				  random_below(r, 8) ? 0 : OPND_UNDEF);
			opnd_push(f, OPND_BLOCK, i, 0, 0);
		}
	}
}

static void
operand_make(Func *f, Random *r, unsigned flags)
{
	bool phys = !random_below(r, 4);

	if (!random_below(r, 6))
		flags |= OPND_UNDEF;
	if (!(flags & OPND_DEF)) {
		if (!random_below(r, 10))
			flags |= OPND_LATE;
		if (!random_below(r, 16))
			flags |= OPND_INTERNAL;
	} else if (!random_below(r, 8)) {
		flags |= OPND_EARLY;
	}
	if (phys)
		opnd_push(f, OPND_REG, random_below(r, NREGS), 0, flags);
	else
		opnd_push(f, OPND_VREG, random_below(r, f->vregs.n),
			  random_below(r, 2) ? 0
					     : (SubId)random_below(r, NSUBS),
			  flags);
}

static void
insns_make(Func *f, Random *r, BlockId b)
{
	uint32_t n = random_below(r, 6), i, k;

	f->blocks.at[b].first = f->insns.n;
	if (b && random_below(r, 2))
		phis_make(f, r, b);
	for (i = 0; i < n; i++) {
		unsigned flags = 0;

		if (!random_below(r, 8))
			flags = INSN_DEBUG;
		else if (i && !random_below(r, 6))
			flags = random_below(r, 2) ? INSN_PARALLEL
						   : INSN_BUNDLED;
		if (f->insns.n == f->blocks.at[b].first ||
		    (f->insns.n && (f->insns.at[f->insns.n - 1].op == OP_PHI ||
				    f->insns.at[f->insns.n - 1].op == OP_DBG)))
			flags &= INSN_DEBUG;
		insn_push(f, flags ? OP_DBG : OP_ANY, flags);
		if (flags != INSN_DEBUG)
			f->insns.at[f->insns.n - 1].op = OP_ANY;
		for (k = random_below(r, 3); k; k--)
			operand_make(f, r,
				     flags & INSN_DEBUG ? OPND_DEBUG
							: OPND_DEF);
		for (k = random_below(r, 3); k; k--)
			operand_make(f, r, flags & INSN_DEBUG ? OPND_DEBUG : 0);
		k = f->insns.at[f->insns.n - 1].nopnds;
		if (k > 1 && !random_below(r, 3) &&
		    !(f->opnds.at[f->opnds.n - 1].flags & OPND_DEF))
			f->opnds.at[f->opnds.n - 1].tied = 0;
	}
	f->blocks.at[b].end = f->insns.n;
}

void
random_func(Func *f, Random *r, uint32_t max_blocks, uint32_t max_vregs,
	    Arena *arena)
{
	uint32_t n = 1 + random_below(r, max_vregs), i;
	BlockId b;

	memset(f, 0, sizeof(*f));
	f->arena = arena;
	f->target = &target;
	f->diag = ARENA_NEW(arena, Diag, 1);
	f->diag->arena = arena;
	for (i = 0; i < n; i++)
		func_add_vreg(f, 0, NONE);
	blocks_make(f, r, max_blocks);
	for (b = 0; b < f->blocks.n; b++)
		insns_make(f, r, b);
}

static void
operand_print(const Func *f, const Operand *o, FILE *out)
{
	static const char *const names[] = {
		"def ",	  "implicit ", "kill ", "dead ",  "undef ",
		"early ", "internal ", "",	"debug ", "late "};
	unsigned i;

	for (i = 0; i < 10; i++)
		if (o->flags >> i & 1)
			fputs(names[i], out);
	if (o->kind == OPND_VREG)
		fprintf(out, "%%%u", o->val);
	else if (o->kind == OPND_BLOCK)
		fprintf(out, "bb.%u", o->val);
	else
		fprintf(out, "$%s", target_str(&target, regs[o->val].name));
	if (o->sub)
		fprintf(out, ".%s", target_str(&target, subs[o->sub].name));
	if (o->tied != TIED_NONE)
		fprintf(out, "(tied %u)", o->tied);
	(void)f;
}

void
random_func_print(const Func *f, FILE *out)
{
	static const char *const ops[] = {"none", "PHI", "COPY", "OP", "DBG"};
	uint32_t i, j;
	BlockId b;

	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		fprintf(out, "bb.%u%s ->", b,
			block->flags & BLOCK_LANDING_PAD ? " (landing-pad)"
							 : "");
		for (i = block->succs.start; i < block->succs.end; i++)
			fprintf(out, " bb.%u(0x%x)", f->succs.at[i].block,
				f->succs.at[i].prob);
		for (i = block->liveins.start; i < block->liveins.end; i++)
			fprintf(out, " $%s",
				target_str(&target,
					   regs[f->liveins.at[i].reg].name));
		putc('\n', out);
		for (i = block->first; i < block->end; i++) {
			const Insn *insn = func_insn(f, i);

			fprintf(out, "  %s%s%s",
				insn->flags & INSN_BUNDLED ? "+ " : "",
				insn->flags & INSN_PARALLEL ? "| " : "",
				ops[insn->op]);
			for (j = 0; j < insn->nopnds; j++) {
				fputs(j ? ", " : " ", out);
				operand_print(f, insn_opnds(f, insn) + j, out);
			}
			putc('\n', out);
		}
	}
}
