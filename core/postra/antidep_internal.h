/*
 * What the files of the breaker share.
 *
 *   antidep_state  indices, groups, references
 *   antidep_scan   what an instruction does to them
 *   antidep_find   looks for a register to rename to
 *   antidep_trace  tells of all that
 *   antidep        walks blocks and regions, judges edges, renames
 */
#ifndef REGALLOC_POSTRA_ANTIDEP_INTERNAL_H
#define REGALLOC_POSTRA_ANTIDEP_INTERNAL_H

#include "core/model/unitset.h"
#include "core/postra/antidep.h"
#include "core/schedule/deps.h"

#define NEVER UINT32_MAX

enum { GROUP_MAX = 64 }; /* registers of a group; more are left alone */

/* An occurrence of a register since its kill. */
typedef struct {
	OpndId opnd;
	InsnId insn;
	ClassId cls;
	uint16_t flags; /* EFFECT_* */
	uint32_t next;
} Ref;

/*
 * `kill` is the index in the block of the instruction that reads a register
 * last, NEVER: not live; `def` that of the one that defines it, NEVER: live,
 * not met yet.  Groups are a union-find forest: registers of group 0, that of
 * register 0, are not renamed, and that is where all begin.
 */
typedef struct {
	uint32_t epoch; /* the block; another one: as at its end */
	uint32_t kill, def;
	uint32_t group;	  /* node */
	uint32_t refs;	  /* list, NONE */
	uint32_t pending; /* the same: debug operands below the kill */
	bool is_listed;	  /* in with_refs */
	bool is_touched;  /* in touched */
} RegState;

typedef struct {
	uint32_t epoch; /* as above */
	uint32_t def;	/* defined here next, as above */
	bool live;	/* read below */
	bool is_met;	/* in met */
} UnitState;

/* What lives behind a block whatever its successors read. */
typedef struct {
	uint64_t *regs;	 /* over RegId */
	uint64_t *units; /* of these */
} LiveOut;

typedef struct {
	const Target *t;
	Arena *arena;  /* lives as long as the function's walk */
	uint32_t size; /* of the block: def of registers not met */
	uint32_t epoch;
	const LiveOut *out;
	RegState *regs;
	UnitState *units;
	VEC(uint32_t) parents; /* by node; itself: a root */
	VEC(RegId) with_refs;  /* registers that may have some */
	VEC(Ref) pool;
	VEC(RegId) touched; /* registers that do not stand as at the start */
	VEC(UnitId) met;    /* the same of units */
	Slice *aliases;	    /* by register: alias_regs; start NONE: not known */
	VEC(RegId) alias_regs;
	uint32_t *stamp; /* by register: scratch of the above */
	uint32_t nstamp;
} AntidepState;

typedef struct {
	RegId from, to;
} Rename;

/* Why a candidate does not do; the numbers are NEVER where they do not count.
 */
typedef struct {
	const char *text; /* NULL: it does */
	RegId reg;	  /* the one in the way, if not the candidate; or 0 */
	uint32_t kill;	  /* of the register to be renamed, or of `reg` */
	uint32_t def;	  /* of `reg` */
} Conflict;

typedef struct {
	Func *f;
	const Target *t;
	const AntidepOptions *options;
	Arena *tmp; /* emptied with the function */
	AntidepState s;
	LiveOut at_return;  /* all callee-saved registers */
	LiveOut pristine;   /* elsewhere: those the function leaves alone */
	uint64_t *used;	    /* registers that may be renamed to; NULL: any */
	uint64_t *critical; /* registers of CLASS_CRITICAL; NULL: none */
	bool off_path;	    /* what is judged is not on the critical path */
	ClassId *minimal;   /* by register; CLASS_NONE: not known yet */
	ClassId *widest;    /* the same */
	uint32_t *rotation; /* by class: index of the one used last */
	uint64_t *sets;	    /* by register of a group: where it may go */
	uint32_t *named;    /* by unit: the last region that names it */
	uint32_t region;    /* the one at hand: its number, from 1 on */
	uint32_t *passthru; /* by register: stamp */
	uint32_t npassthru;
	EffectList effects;   /* of the instruction at hand */
	VEC(RegId) regs;      /* of the group at hand */
	VEC(RegId) regs_done; /* ... whose edges were tried, or broken */
	VEC(RegId) parts;     /* scratch: of a register */
	VEC(Rename) map;
	AntidepCounts counts;
} Antidep;

/* --- antidep_state --- */

void state_init(AntidepState *s, const Target *t, Arena *arena);

/* Before a block of SIZE instructions, behind which OUT lives. */
void state_reset(AntidepState *s, uint32_t size, const LiveOut *out);

/* How REG and UNIT stand; valid until the next block. */
RegState *state_of(AntidepState *s, RegId reg);
UnitState *state_unit(AntidepState *s, UnitId unit);

uint32_t state_group(AntidepState *s, RegId reg);
uint32_t state_union(AntidepState *s, RegId a, RegId b);
uint32_t state_leave(AntidepState *s, RegId reg);

static inline bool
state_live(AntidepState *s, RegId reg)
{
	const RegState *r = state_of(s, reg);

	return r->kill != NEVER && r->def == NEVER;
}

/* Set both indices of REG. */
void state_set(AntidepState *s, RegId reg, uint32_t kill, uint32_t def);

/* The units of REG: read below (LIVE), or defined next at index DEF. */
void state_units(AntidepState *s, RegId reg, bool live, uint32_t def);
void state_unit_set(AntidepState *s, UnitId unit, bool live, uint32_t def);

void state_ref(AntidepState *s, RegId reg, Ref ref);
void state_ref_pending(AntidepState *s, RegId reg, Ref ref);
void state_forget_refs(AntidepState *s, RegId reg);

/* A range of REG begins, or rather ends, here: pending occurrences are its. */
void state_start_refs(AntidepState *s, RegId reg);

void regs_sort(RegId *regs, uint32_t n);

/* Registers that overlap REG, itself among them, in order: alias_regs. */
Slice state_aliases(AntidepState *s, RegId reg);

/* Is B a part of A, and not A? */
bool reg_contains(const Target *t, RegId a, RegId b);

/* --- antidep_scan --- */

/* Read the effects of instruction I, and which registers pass through it. */
void scan_effects(Antidep *a, InsnId i);

/* Its definitions, at index COUNT. */
void scan_defs(Antidep *a, InsnId i, uint32_t count);

/* Its uses. */
void scan_uses(Antidep *a, InsnId i, uint32_t count);

/* A debug instruction. */
void scan_debug(Antidep *a, InsnId i);

/* Start block B, at its end. */
void scan_live_out(Antidep *a, BlockId b);

/* Into OUT, the registers of SET, over RegId, that are in it with all their
 * parts. */
void scan_outs(Antidep *a, const uint64_t *set, LiveOut *out);

/* An instruction that ends a region whose first index was COUNT of the region
 * above, END the index behind the instruction's own. */
void scan_boundary(Antidep *a, InsnId i, uint32_t count, uint32_t end);

/* Does REG pass through the instruction at hand? */
static inline bool
passes_through(const Antidep *a, RegId reg)
{
	return a->passthru[reg] == a->npassthru;
}

/* --- antidep_find --- */

/* Fill `map` for the group GROUP.  ANTIDEP_NREASONS: found; otherwise why
 * not. */
unsigned find_renames(Antidep *a, uint32_t group);

/* The region at hand names REG. */
static inline void
region_occurrence(Antidep *a, RegId reg)
{
	FOR_UNITS(unit, a->t, reg)
		a->named[*unit] = a->region;
}

/* --- antidep_trace --- */

const char *antidep_reason(unsigned why);

void trace(const Antidep *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* How registers stand where a region starts: at its end. */
void trace_table(Antidep *a);

/* WHAT, a "def" or "use" of REG, left it so. */
void trace_state(Antidep *a, const char *what, RegId reg);

/* The registers of GROUP, that at hand: those that are named, which move,
 * then the others. */
void trace_group(Antidep *a, uint32_t group);

void trace_reject(Antidep *a, RegId to, const Conflict *why);

/* M was carried out: how both registers stand now. */
void trace_rename(Antidep *a, Rename m);

void trace_summary(const Antidep *a);

/* "$a", for one use at a time. */
#define REG_NAME(a, reg) target_reg_name((a)->t, reg)

#endif
